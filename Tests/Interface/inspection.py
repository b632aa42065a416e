"""Looks over a whole window: what has no name, what Tab reaches."""
import re

from accessible import Node
from waiting import Missed, wait_for

TYPE_NAME = re.compile(r"^(Gtk|Gdk|Pickture)[A-Z]\w+$")
TO_BE_NAMED = {"push button", "toggle button", "check box", "radio button", "entry", "text", "combo box",
               "slider", "spin button", "link", "menu item", "check menu item", "radio menu item", "page tab",
               "table cell", "list item", "table", "list", "tree table", "progress bar", "dialog", "frame"}


def doubled(name):
    """GTK 4.8 joins a label and the label it is labelled by: "_Open Open"."""
    plain = name.replace("_", "")
    middle = len(plain) // 2
    return len(plain) > 2 and plain[middle] == " " and plain[:middle] == plain[middle + 1:]


def nameless(root):
    """One line for each thing a person who hears the window could not tell from another."""
    found = []

    def note(node, what):
        found.append(f"{what}, in {' < '.join(filter(None, (above.name for above in node.ancestors)))}")

    for node in root.descendants():
        role, name = node.role, node.name
        if role == "push button" and "focusable" not in node.states and node.children:
            continue  # the outer half of a menu button; the inner one carries the name
        if role in TO_BE_NAMED:
            if not name and not (role == "list item" and node.all("label", re.compile("."))):
                note(node, f"{role} without a name ({node.description!r})")
            elif TYPE_NAME.match(name):
                note(node, f"{role} named by its type {name}")
            elif doubled(name) or name.startswith("_"):
                note(node, f"{role} with the name {name!r}")
        elif role == "image" and TYPE_NAME.match(name) and not node.description:
            note(node, "image with no alternative")
    return found


def tab_round(app, key="Tab", limit=80):
    """What Tab stops at until it is back where it began; a grid ought to be one stop."""
    stops = []
    for _ in range(limit):
        app._last_focused = None
        app.key(key)
        try:
            at = wait_for(app.last_focused, "the focus to move", 2)
        except Missed:
            raise Missed(f"{key} leads nowhere after {[str(stop) for stop in stops]}") from None
        if at in stops:
            return [(stop.role, stop.name) for stop in stops[stops.index(at):]]
        stops.append(Node(app, at.accessible))
    raise Missed(f"{key} does not come round in {limit}: {[str(stop) for stop in stops]}")
