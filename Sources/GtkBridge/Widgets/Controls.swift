import CGtk
import GLibBridge

/// Text that is read, not changed (GtkLabel).
public struct Label: Widget {
    public let handle: WidgetHandle

    public init(_ text: String = "") { handle = WidgetHandle(transferNone: gtk_label_new(text)!) }

    public var text: String {
        get { String(cString: gtk_label_get_text(OpaquePointer(pointer))) }
        nonmutating set { gtk_label_set_text(OpaquePointer(pointer), newValue) }
    }

    /// Breaks lines; `characters` is the width wished for.
    @discardableResult
    public func wrapping(characters: Int = -1) -> Label {
        gtk_label_set_wrap(OpaquePointer(pointer), 1)
        gtk_label_set_wrap_mode(OpaquePointer(pointer), PANGO_WRAP_WORD_CHAR)
        gtk_label_set_max_width_chars(OpaquePointer(pointer), gint(characters))
        gtk_label_set_justify(OpaquePointer(pointer), GTK_JUSTIFY_CENTER)
        return self
    }

    /// Cuts a text that is too long, in the middle: of file names, both ends matter.
    @discardableResult
    public func ellipsized(characters: Int = -1) -> Label {
        gtk_label_set_ellipsize(OpaquePointer(pointer), PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_max_width_chars(OpaquePointer(pointer), gint(characters))
        return self
    }

    /// 0 is the start of the line, 1 its end.
    @discardableResult
    public func textAligned(_ position: Float) -> Label {
        gtk_label_set_xalign(OpaquePointer(pointer), position)
        return self
    }
}

/// A push button (GtkButton).
public struct Button: Widget {
    public let handle: WidgetHandle

    /// A button with a text; `_` marks its mnemonic, `__` is an underscore.
    public init(_ text: String) {
        handle = WidgetHandle(transferNone: gtk_button_new_with_mnemonic(text)!)
        nameAfterMnemonic(text)
    }

    /// A button with an icon; `name` is its accessible name and its tooltip.
    public init(icon: String, name: String) {
        handle = WidgetHandle(transferNone: gtk_button_new_from_icon_name(icon)!)
        tooltip = name
        setAccessibleName(name)
    }

    public func setText(_ text: String) {
        gtk_button_set_label(cast(pointer), text)
        gtk_button_set_use_underline(cast(pointer), 1)
        nameAfterMnemonic(text)
    }

    public func setIcon(_ icon: String) { gtk_button_set_icon_name(cast(pointer), icon) }

    public func onClick(_ body: @escaping @MainActor () -> Void) { connect(pointer, "clicked", body) }

    /// Without a border until the pointer is there.
    @discardableResult
    public func flat() -> Button {
        gtk_button_set_has_frame(cast(pointer), 0)
        return self
    }
}

/// A button that stays pressed (GtkToggleButton).
public struct ToggleButton: Widget {
    public let handle: WidgetHandle

    public init(icon: String, name: String) {
        handle = WidgetHandle(transferNone: gtk_toggle_button_new()!)
        gtk_button_set_icon_name(cast(pointer), icon)
        tooltip = name
        setAccessibleName(name)
    }

    public var isActive: Bool {
        get { gtk_toggle_button_get_active(cast(pointer)) != 0 }
        nonmutating set { gtk_toggle_button_set_active(cast(pointer), newValue ? 1 : 0) }
    }

    public func onToggle(_ body: @escaping @MainActor () -> Void) { connect(pointer, "toggled", body) }
}

/// A button that opens a menu or a popover (GtkMenuButton).
public struct MenuButton: Widget {
    public let handle: WidgetHandle
    private let label: Label?

    public init(icon: String, name: String) {
        handle = WidgetHandle(transferNone: gtk_menu_button_new()!)
        label = nil
        gtk_menu_button_set_icon_name(OpaquePointer(pointer), icon)
        announce(name)
    }

    /// A button with a text and an arrow, called `name`.
    public init(text: String, name: String) {
        handle = WidgetHandle(transferNone: gtk_menu_button_new()!)
        let label = Label(text).ellipsized(characters: 24)
        self.label = label
        gtk_menu_button_set_child(OpaquePointer(pointer), label.pointer)
        gtk_menu_button_set_always_show_arrow(OpaquePointer(pointer), 1)
        announce(name)
    }

    /// Changes the text of a button that has one.
    public func setText(_ text: String) { label?.text = text }

    /// Opens the menu that `make` gives when it is first wanted: its widgets take longer than a frame.
    public func setMenu(_ make: @escaping @MainActor () -> Menu) {
        onFirstOpen { button in
            withExtendedLifetime(make()) {
                gtk_menu_button_set_menu_model(button, cast($0.reference.pointer))
            }
        }
    }

    /// Opens the popover that `make` gives when it is first wanted.
    public func setPopover(_ make: @escaping @MainActor () -> Popover) {
        onFirstOpen { button in
            withExtendedLifetime(make()) { gtk_menu_button_set_popover(button, $0.pointer) }
        }
    }

    private func onFirstOpen(_ body: @escaping @MainActor (OpaquePointer) -> Void) {
        gtk_menu_button_set_create_popup_func(
            OpaquePointer(pointer),
            { button, data in
                let opening = Unmanaged<FirstOpening>.fromOpaque(data!).takeUnretainedValue()
                // Stays inside this call, which GTK makes on the main actor's thread.
                nonisolated(unsafe) let button = button!
                MainActor.assumeIsolated { opening.body(button) }
                gtk_menu_button_set_create_popup_func(button, nil, nil, nil)
            }, Unmanaged.passRetained(FirstOpening(body)).toOpaque(),
            { Unmanaged<FirstOpening>.fromOpaque($0!).release() })
    }

    /// Whether F10 opens this menu.
    public func setPrimary() { gtk_menu_button_set_primary(OpaquePointer(pointer), 1) }

    public func popDown() { gtk_menu_button_popdown(OpaquePointer(pointer)) }

    /// The outer widget is a frame around the toggle button that has the focus and the action, so it is
    /// the inner one that gets the name.
    private func announce(_ name: String) {
        tooltip = name
        setAccessibleName(name)
        if let inner = gtk_widget_get_first_child(pointer) { AnyWidget(inner).setAccessibleName(name) }
    }
}

private final class FirstOpening {
    let body: @MainActor (OpaquePointer) -> Void
    init(_ body: @escaping @MainActor (OpaquePointer) -> Void) { self.body = body }
}

/// A symbolic or themed icon (GtkImage).
public struct Icon: Widget {
    public let handle: WidgetHandle

    /// `size` in application pixels.
    public init(_ name: String, size: Int = 16) {
        handle = WidgetHandle(transferNone: gtk_image_new_from_icon_name(name)!)
        gtk_image_set_pixel_size(OpaquePointer(pointer), gint(size))
        hideFromAssistiveTools()
    }

    public func setName(_ name: String) { gtk_image_set_from_icon_name(OpaquePointer(pointer), name) }
}

/// How far some work has come (GtkProgressBar).
public struct ProgressBar: Widget {
    public let handle: WidgetHandle

    public init(name: String) {
        handle = WidgetHandle(transferNone: gtk_progress_bar_new()!)
        setAccessibleName(name)
    }

    /// 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(OpaquePointer(pointer)) }
        nonmutating set { gtk_progress_bar_set_fraction(OpaquePointer(pointer), newValue) }
    }
}

/// A turning wheel (GtkSpinner).
public struct Spinner: Widget {
    public let handle: WidgetHandle

    public init() {
        handle = WidgetHandle(transferNone: gtk_spinner_new()!)
        hideFromAssistiveTools()
    }

    public var isSpinning: Bool {
        get { gtk_spinner_get_spinning(OpaquePointer(pointer)) != 0 }
        nonmutating set { gtk_spinner_set_spinning(OpaquePointer(pointer), newValue ? 1 : 0) }
    }
}
