"""A stand-in for the desktop's settings portal: org.freedesktop.portal.Desktop with Settings alone."""
import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

from waiting import wait_for  # noqa: E402

INTERFACE = """
<node><interface name="org.freedesktop.portal.Settings">
  <property name="version" type="u" access="read"/>
  <method name="Read"><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="v" direction="out"/></method>
  <method name="ReadOne"><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="v" direction="out"/></method>
  <method name="ReadAll"><arg type="as" direction="in"/><arg type="a{sa{sv}}" direction="out"/></method>
  <signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
</interface></node>"""
APPEARANCE = "org.freedesktop.appearance"
COLOR_SCHEME = {"none": 0, "dark": 1, "light": 2}


class SettingsPortal:
    """Answers from the main loop of the test, which runs while it waits."""

    def __init__(self, color_scheme="none", contrast=False):
        self.values = {"color-scheme": GLib.Variant("u", COLOR_SCHEME[color_scheme]),
                       "contrast": GLib.Variant("u", int(contrast))}
        self._connection = Gio.bus_get_sync(Gio.BusType.SESSION)
        info = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
        self._object = self._connection.register_object("/org/freedesktop/portal/desktop", info, self._call,
                                                        lambda *_: GLib.Variant("u", 2), None)
        self._is_owner = False
        self._name = Gio.bus_own_name_on_connection(
            self._connection, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE,
            lambda *_: setattr(self, "_is_owner", True), None)
        wait_for(lambda: self._is_owner, "the name of the portal")

    def _call(self, _connection, _sender, _path, _interface, method, arguments, invocation):
        if method == "ReadAll":
            invocation.return_value(GLib.Variant("(a{sa{sv}})", ({APPEARANCE: self.values},)))
            return
        namespace, key = arguments.unpack()
        value = self.values.get(key) if namespace == APPEARANCE else None
        if value is None:
            invocation.return_dbus_error("org.freedesktop.portal.Error.NotFound", "no such setting")
        else:
            # Read wraps once more than it should, and always did.
            value = GLib.Variant("v", value) if method == "Read" else value
            invocation.return_value(GLib.Variant.new_tuple(GLib.Variant("v", value)))

    def set(self, key, number):
        self.values[key] = GLib.Variant("u", number)
        self._connection.emit_signal(
            None, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged",
            GLib.Variant("(ssv)", (APPEARANCE, key, self.values[key])))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        Gio.bus_unown_name(self._name)
        self._connection.unregister_object(self._object)
