import GLibBridge
import PictureLibrary

extension PickerSession {
    /// `Selected 2 of 5`, or `Selected 2` without a limit.
    var statusText: String {
        let count = String(selection.count)
        return selection.maximum == 0
            ? tr("Selected {count}", ["count": count])
            : tr("Selected {count} of {maximum}", ["count": count, "maximum": String(selection.maximum)])
    }

    /// The same for the end of a tile's description, in small letters as it goes on.
    var spokenStatus: String {
        let count = String(selection.count)
        return selection.maximum == 0
            ? tr("{count} selected", ["count": count])
            : tr("{count} of {maximum} selected", ["count": count, "maximum": String(selection.maximum)])
    }
}
