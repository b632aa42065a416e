import GLibBridge
import GtkBridge
import PictureLibrary

/// The desktop app and `--pick`: the doors that need a display.
enum WindowCommand {
    static func run(_ invocation: Invocation) -> ExitStatus {
        guard Display.open() else {
            Message.say(tr("There is no display to show the window on"))
            return .noDisplay
        }
        var items = OfferedItems(invocation)
        items.addOperands()
        if items.isNothing, !invocation.readsStandardInput { return .nothingOffered }
        return invocation.mode == .pick
            ? PickDialog.run(invocation, items) : DesktopApp.run(invocation, items)
    }
}
