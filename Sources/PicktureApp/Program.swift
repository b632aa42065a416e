import GLibBridge
import Glibc

/// The program `pickture`, from its arguments to its exit status.
public enum Program {
    /// Its version, as `--version` prints it.
    nonisolated public static let version = "0.1.0"

    /// Call it from a synchronous `main`, before anything opens a file.
    public static func main() -> Never {
        StandardStreams.prepare()
        LibraryMessages.dropAnonymous()
        Translation.bind()
        let status = run(StandardStreams.arguments)
        UninterruptedWrite.close()
        exit(status.rawValue)
    }

    static func run(_ arguments: [[UInt8]]) -> ExitStatus {
        // What the session bus starts the app with; GApplication's own option, in no list.
        if arguments.dropFirst() == [Array("--gapplication-service".utf8)] { return WindowCommand.serve() }
        do throws(UsageError) {
            switch try CommandLineReader.read(arguments) {
            case .help: return ResultWriter.write(Array(CommandLineOptions.parser.help().utf8))
            case .version: return ResultWriter.write(Array("pickture \(version)\n".utf8))
            case .run(let invocation): return run(invocation)
            }
        } catch {
            Message.say(error.sentence)
            return .usage
        }
    }

    private static func run(_ invocation: Invocation) -> ExitStatus {
        switch invocation.mode {
        case .list: ListCommand.run(invocation)
        case .makeThumbnails: MakeThumbnailsCommand.run(invocation)
        case .app, .pick: WindowCommand.run(invocation)
        }
    }
}
