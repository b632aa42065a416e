"""Waiting for conditions. Nothing sleeps for a fixed time; every wait ends when its condition holds, or fails and
says what there was instead."""
import os
import time

from gi.repository import GLib

TIMEOUT = float(os.environ.get("PICKTURE_WAIT", "20"))


class Missed(AssertionError):
    """What was waited for did not come."""


def wait_for(condition, what, timeout=TIMEOUT):
    """The first true result of `condition()`; `what`, a text or a function that gives one, names it.

    Runs the main loop meanwhile, so that D-Bus services of the test itself answer."""
    context = GLib.MainContext.default()
    end = time.monotonic() + timeout
    trouble = ""
    while True:
        try:
            result = condition()
            if result:
                return result
        except GLib.Error as gone:  # a widget went away while it was looked at
            trouble = f" ({gone.message})"
        if time.monotonic() >= end:
            raise Missed(f"waited {timeout:g} s for {what() if callable(what) else what}{trouble}")
        alarm = GLib.timeout_add(30, lambda: GLib.SOURCE_CONTINUE)
        context.iteration(True)
        GLib.source_remove(alarm)


def settle(value, what, quiet=0.4, timeout=TIMEOUT):
    """The value of `value()` once it has stayed the same for `quiet` seconds."""
    state = {"value": value(), "since": time.monotonic()}

    def same():
        now = value()
        if now != state["value"]:
            state.update(value=now, since=time.monotonic())
        return time.monotonic() - state["since"] >= quiet

    wait_for(same, lambda: f"{what} to come to rest at {state['value']!r}", timeout)
    return state["value"]
