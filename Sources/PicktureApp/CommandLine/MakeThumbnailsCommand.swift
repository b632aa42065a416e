import GLibBridge
import PictureLibrary

/// `--make-thumbnails`: fills the shared cache, without a display.
enum MakeThumbnailsCommand {
    static func run(_ invocation: Invocation) -> ExitStatus {
        Message.say(UsageError.notYet("--make-thumbnails").sentence)
        return .usage
    }
}
