"""One object of a program as AT-SPI sees it: finding it, acting on it, waiting for it."""
import re

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from waiting import TIMEOUT, Missed, wait_for  # noqa: E402

POPOVERS = ("GtkPopover", "GtkPopoverMenu")


def matches(text, pattern):
    return bool(pattern.search(text)) if isinstance(pattern, re.Pattern) else text == pattern


class Node:
    """One accessible object. Asks the program each time; keeps nothing."""

    def __init__(self, app, accessible):
        self.app, self.accessible = app, accessible

    def __eq__(self, other):
        return isinstance(other, Node) and self.accessible == other.accessible

    __hash__ = None

    @property
    def role(self):
        return self.accessible.get_role_name() or ""

    @property
    def name(self):
        return self.accessible.get_name() or ""

    @property
    def description(self):
        return self.accessible.get_description() or ""

    @property
    def states(self):
        return {state.value_nick for state in self.accessible.get_state_set().get_states()}

    @property
    def text(self):
        """What an entry holds. GTK 4.8 gives nothing for an end of -1, so the end is counted."""
        count = Atspi.Text.get_character_count(self.accessible)
        return Atspi.Text.get_text(self.accessible, 0, count) if count > 0 else ""

    @property
    def parent(self):
        return Node(self.app, self.accessible.get_parent())

    @property
    def children(self):
        found = (self.accessible.get_child_at_index(i) for i in range(self.accessible.get_child_count()))
        return [Node(self.app, child) for child in found if child is not None]

    def descendants(self, within=lambda node: True):
        """This one and what is below it, parents first; what `within` refuses is not entered."""
        yield self
        if within(self):
            for child in self.children:
                yield from child.descendants(within)

    def __str__(self):
        try:
            return f"{self.role} {self.name!r}" + (f" ({self.description})" if self.description else "")
        except GLib.Error:
            return "something that has gone"

    def outline(self, depth=0):
        try:
            states = ",".join(sorted(self.states & {"focused", "selected", "checked", "pressed", "sensitive"}))
            lines = [f"{'  ' * depth}{self} {states}"]
            children = self.children
            for child in children[:40]:
                lines.append(child.outline(depth + 1))
            if len(children) > 40:
                lines.append(f"{'  ' * (depth + 1)}… {len(children) - 40} more")
            return "\n".join(lines)
        except GLib.Error:
            return "  " * depth + "(gone)"

    # Finding

    def all(self, role=None, name=None, shown=False):
        def fits(node):
            return ((role is None or matches(node.role, role)) and (name is None or matches(node.name, name))
                    and (not shown or node.is_shown))

        # Cells are many, and what is looked for is seldom inside one.
        def within(node):
            return node.role != "table cell"

        return [node for node in self.descendants(within) if fits(node)]

    def first(self, role=None, name=None, shown=False):
        return next(iter(self.all(role, name, shown)), None)

    def find(self, role=None, name=None, shown=False, timeout=TIMEOUT):
        return wait_for(lambda: self.first(role, name, shown),
                        lambda: f"{role or 'anything'} named {getattr(name, 'pattern', name)!r} in\n"
                        + self.outline(), timeout)

    @property
    def extents(self):
        """x, y, width, height inside the X window, in application pixels."""
        area = Atspi.Component.get_extents(self.accessible, Atspi.CoordType.WINDOW)
        border = self.app.border
        return area.x + border, area.y + border, area.width, area.height

    @property
    def popover(self):
        """The popover that this is in; it has an X window of its own."""
        return next((node for node in self.ancestors if node.name in POPOVERS), None)

    @property
    def is_page(self):
        """A page of a stack, which is no widget and has no place."""
        return self.role == "panel" and "Component" not in self.accessible.get_interfaces()

    @property
    def ancestors(self):
        node = self.parent
        while node.accessible is not None and node.role != "application":
            yield node
            node = node.parent

    @property
    def is_shown(self):
        """Whether it can be seen. GTK 4.8 says `visible` of hidden pages, closed revealers and closed popovers too,
        and leaves them their size; so sizes, windows and what lies at its place are looked at."""
        try:
            above = list(self.ancestors)
            for node in [self, *above]:
                if node.is_page:
                    continue
                _, _, width, height = node.extents
                if width <= 0 or height <= 0 or "visible" not in node.states:
                    return False
                if node.name in POPOVERS:
                    return not self.app.on_x11 or self.app.place_of(node) is not None
            return all(self._is_in_front(node) for node in above if node.is_page)
        except GLib.Error:
            return False

    @staticmethod
    def _is_in_front(page):
        """Whether a stack's page is the one shown: what lies at some place of the stack tells it."""
        window = page.app.window.accessible
        area = Atspi.Component.get_extents(page.parent.accessible, Atspi.CoordType.WINDOW)
        for part in range(1, 25):  # pictures have no object of their own, so several places are tried
            found = Atspi.Component.get_accessible_at_point(
                window, area.x + area.width * (part * 7 % 25) // 25, area.y + area.height * part // 25,
                Atspi.CoordType.WINDOW)
            above = [node for node in Node(page.app, found).ancestors if node.is_page] if found else []
            if above:
                return page in above
        return False

    def point(self, across=0.5, down=0.5):
        """A place inside it, in application pixels of the main window, also for what is in a popover."""
        x, y, width, height = wait_for(
            lambda: (area := self.extents)[2] > 0 and area[3] > 0 and area, f"room for {self.name!r}")
        if popover := self.popover:
            place = wait_for(lambda: self.app.place_of(popover), f"the popover of {self.name!r}")
            corner = popover.extents
            x, y = x - corner[0] + place[0], y - corner[1] + place[1]
        return round(x + width * across), round(y + height * down)

    # Acting

    @property
    def actions(self):
        if "Action" not in self.accessible.get_interfaces():
            return []
        return [Atspi.Action.get_action_name(self.accessible, i)
                for i in range(Atspi.Action.get_n_actions(self.accessible))]

    def act(self, name=None):
        """Does an action as an assistive tool would; a button's click takes effect 250 ms later."""
        actions = self.actions
        chosen = name or next((a for a in ("click", "activate", "toggle") if a in actions), None)
        if chosen not in actions:
            raise Missed(f"{self} has no action {chosen}, only {actions}")
        Atspi.Action.do_action(self.accessible, actions.index(chosen))
        return self

    def click(self, button=1, times=1, hold=(), at=(0.5, 0.5)):
        self.app.pointer.click(*self.point(*at), button=button, times=times, hold=hold)
        return self

    def hover(self, at=(0.5, 0.5)):
        self.app.pointer.move(*self.point(*at))
        return self

    def select(self, *children):
        """Picks children as an assistive tool would, by their index among those that exist now."""
        for child in children:
            Atspi.Selection.select_child(self.accessible, self.children.index(child))

    def deselect(self, *children):
        for child in children:
            index = self.children.index(child)
            if not Atspi.Selection.deselect_child(self.accessible, index):
                raise Missed(f"{self} does not let {child} go")

    def select_all(self):
        Atspi.Selection.select_all(self.accessible)

    def clear_selection(self):
        Atspi.Selection.clear_selection(self.accessible)

    @property
    def selected_count(self):
        """Of the whole list, not only of the children that exist."""
        return Atspi.Selection.get_n_selected_children(self.accessible)

    def set_text(self, text):
        Atspi.EditableText.set_text_contents(self.accessible, text)

    # Waiting

    def wait(self, test, what, timeout=TIMEOUT):
        wait_for(lambda: test(self), lambda: f"{self} to {what}", timeout)
        return self

    def wait_name(self, name, timeout=TIMEOUT):
        return self.wait(lambda me: matches(me.name, name), f"be named {getattr(name, 'pattern', name)!r}",
                         timeout)

    def wait_description(self, text, timeout=TIMEOUT):
        return self.wait(lambda me: matches(me.description, text),
                         f"be described as {getattr(text, 'pattern', text)!r}", timeout)

    def wait_state(self, state, holds=True, timeout=TIMEOUT):
        return self.wait(lambda me: (state in me.states) == holds,
                         f"{'have' if holds else 'lose'} the state {state}", timeout)
