import GLibBridge
import GtkBridge
import ImagePicker
import PictureLibrary

/// The desktop app: one instance in a session, which later starts hand their arguments to.
final class DesktopApp {
    /// Starts the app, or hands over to the one that runs. `items` are what `invocation` names, looked at
    /// already: of what can't be read, this start's standard error has heard.
    static func run(_ invocation: Invocation, _ items: OfferedItems) -> ExitStatus {
        let application = Application(id: Pickture.applicationID)
        let app = DesktopApp(application, start: (invocation, items))
        current = app
        MainLoop.attach()
        application.register()
        if application.isSecond, invocation.readsStandardInput {
            Message.say(tr("“-”: Pickture runs already, and only its first start can read standard input"))
            return .usage
        }
        return app.run(StandardStreams.arguments)
    }

    /// `--gapplication-service`: started by the session bus, which then asks for windows.
    static func serve() -> ExitStatus {
        let application = Application(id: Pickture.applicationID, isService: true)
        let app = DesktopApp(application, start: nil)
        current = app
        return app.run(StandardStreams.arguments)
    }

    /// Kept until the process ends: GApplication wants to be run before it goes.
    private static var current: DesktopApp?

    private let application: Application
    /// What this very process was started with, until it is shown.
    private var start: (Invocation, OfferedItems)?
    /// In the order in which they were opened.
    private var windows: [PickerWindow] = []

    private init(_ application: Application, start: (Invocation, OfferedItems)?) {
        self.application = application
        self.start = start
        application.onCommandLine { [unowned self] arguments, folder in
            if let (invocation, items) = self.start {
                self.start = nil
                open(invocation, items, items.request(library: LibraryFolders.current))
            } else {
                takeOver(arguments, from: folder)
            }
            return 0
        }
        application.onActivate { [unowned self] in show(Invocation.app, relativeTo: UserFolders.working) }
        application.onOpen { [unowned self] files in
            var invocation = Invocation.app
            invocation.operands = files.map { .name($0.bytes) }
            show(invocation, relativeTo: UserFolders.working)
        }
    }

    private func run(_ arguments: [[UInt8]]) -> ExitStatus {
        TerminationSignals.handle {}
        let status = application.run(arguments)
        TerminationSignals.release()
        Settings.flush()
        return status == 0 ? .success : .unfinished
    }

    // MARK: Later starts

    /// A later start has checked its arguments before it handed them over.
    private func takeOver(_ arguments: [[UInt8]], from folder: FilePath) {
        guard case .run(let invocation)? = try? CommandLineReader.read(arguments, relativeTo: folder) else {
            return
        }
        show(invocation, relativeTo: folder)
    }

    /// Shows what `invocation` names: in the newest window, or in one of its own where options ask for
    /// more than that, or where there is none.
    private func show(_ invocation: Invocation, relativeTo folder: FilePath) {
        application.hold()
        let library = LibraryFolders.current
        Task {
            let (items, request) = await BackgroundThread.value(named: "arguments") {
                var items = OfferedItems(invocation, relativeTo: folder, saysProblems: false)
                items.addOperands()
                return (items, items.request(library: library))
            }
            if invocation.namesOnly, let window = windows.last {
                window.open(files: items.files, folders: items.folders)
            } else {
                open(invocation, items, request)
            }
            application.release()
        }
    }

    // MARK: Windows

    private let settings = Settings(schema: Pickture.applicationID)

    private func open(_ invocation: Invocation, _ items: OfferedItems, _ request: LibraryRequest) {
        var configuration = PickerConfiguration(library: request)
        configuration.purpose = .app
        configuration.maximum = 0
        configuration.minimum = 0
        configuration.filter = invocation.filter
        configuration.filter.namePatterns = []
        configuration.namedFilters = invocation.filters.map {
            NamedFilter(name: $0.name, patterns: $0.patterns)
        }
        configuration.order = order(invocation, items)
        configuration.title = invocation.title
        configuration.version = Program.version
        var opened: PickerWindow?
        let window = PickerWindow(configuration, application: application) { [weak self] _ in
            self?.windows.removeAll { $0 === opened }
            opened = nil
        }
        opened = window
        if invocation.readsStandardInput { window.offerArriving(invocation) }
        windows.append(window)
        window.present()
    }

    /// The order asked for; that of the names where only files are named; else the one last used.
    private func order(_ invocation: Invocation, _ items: OfferedItems) -> SortOrder {
        guard invocation.order == nil, items.order != .none else { return items.order }
        let remembered = SortOrder(rawValue: settings.string("sort-order", default: ""))
        return remembered.flatMap { $0 == .none ? nil : $0 } ?? items.order
    }
}

extension Invocation {
    /// The app as a start without arguments has it.
    fileprivate static var app: Invocation {
        var invocation = Invocation()
        (invocation.minimum, invocation.maximum) = (0, 0)
        return invocation
    }

    /// Whether this start says what to show and nothing of how.
    fileprivate var namesOnly: Bool {
        var plain = Invocation.app
        plain.operands = operands
        return self == plain
    }
}
