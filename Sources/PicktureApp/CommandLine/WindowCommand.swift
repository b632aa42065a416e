import GLibBridge
import GtkBridge
import PictureLibrary

/// The desktop app and `--pick`: the doors that need a display.
enum WindowCommand {
    static func run(_ invocation: Invocation) -> ExitStatus {
        guard openDisplay() else { return .noDisplay }
        var items = OfferedItems(invocation)
        items.addOperands()
        if items.isNothing, !invocation.readsStandardInput { return .nothingOffered }
        return invocation.mode == .pick
            ? PickDialog.run(invocation, items) : DesktopApp.run(invocation, items)
    }

    /// The app as a service of the session bus.
    static func serve() -> ExitStatus { openDisplay() ? DesktopApp.serve() : .noDisplay }

    private static func openDisplay() -> Bool {
        CHeap.preferLittle()
        if Display.open() { return true }
        Message.say(tr("There is no display to show the window on"))
        return false
    }
}
