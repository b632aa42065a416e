import GLibBridge
import ImagePicker
import PictureLibrary

/// The folders and files that an ``Invocation`` offers.
///
/// All of it looks at files and may block: not for the main thread of a window that is shown.
nonisolated public struct OfferedItems: Sendable {
    private let invocation: Invocation
    private let workingFolder: FilePath
    private let saysProblems: Bool
    private(set) var folders: [FilePath] = []
    private(set) var files: [FilePath] = []
    /// Names given so far, readable or not.
    private var named = 0
    /// When a window stops waiting for the file system.
    private let deadline = ContinuousClock.now + .seconds(2)

    /// Nothing yet. Relative names will start from `workingFolder`; `saysProblems` is whether standard error
    /// hears of names that can't be read.
    public init(
        _ invocation: Invocation, relativeTo workingFolder: FilePath = UserFolders.working,
        saysProblems: Bool = true
    ) {
        self.invocation = invocation
        self.workingFolder = workingFolder
        self.saysProblems = saysProblems
    }

    /// Adds the names on the command line, without standard input's, for a window: what has no answer
    /// when it must be shown is handed on as a file, since the scanner knows what to do about it.
    public mutating func addOperands() {
        let names = invocation.operands.compactMap { operand -> [UInt8]? in
            if case .name(let name) = operand { name } else { nil }
        }
        let looks = BackgroundThread.answers(about: names, within: timeLeft, look)
        for (name, look) in zip(names, looks) { add(look ?? unanswered(name)) }
    }

    /// However late it is, what answers at once is heard.
    private var timeLeft: Duration { max(.milliseconds(200), deadline - .now) }

    /// Looks at a name; blocking.
    private var look: @Sendable ([UInt8]) -> Result<Operands.Item, Unreadable> {
        { [workingFolder] name in
            Result { () throws(Unreadable) in try Operands.look(at: name, relativeTo: workingFolder) }
        }
    }

    private func unanswered(_ name: [UInt8]) -> Result<Operands.Item, Unreadable> {
        Result { () throws(Unreadable) in .file(try Operands.path(name, relativeTo: workingFolder)) }
    }

    /// Adds all names, in their order, waiting for the end of standard input. What has no answer is handed
    /// on as a file here, too.
    mutating func addEverything() async {
        var names: [[UInt8]] = []
        for operand in invocation.operands {
            switch operand {
            case .name(let name): names.append(name)
            case .standardInput:
                await add(names)
                names = []
                for await arrival in StandardInput.arrivals(endingIn: invocation.inputTerminator) {
                    switch arrival {
                    case .names(let names): await add(names)
                    case .failure(let error): refuse(error)
                    }
                }
            }
        }
        await add(names)
    }

    /// Looks at `names` and returns what could be added.
    @discardableResult
    private mutating func add(_ names: [[UInt8]]) async -> [Operands.Item] {
        var added: [Operands.Item] = []
        // A few at a time, so that many names on a slow disk do not share one short time.
        for start in stride(from: 0, to: names.count, by: 64) {
            let some = Array(names[start..<min(start + 64, names.count)])
            let looks = await BackgroundThread.answers(about: some, within: .seconds(2), look)
            added += zip(some, looks).compactMap { add($1 ?? unanswered($0)) }
        }
        return added
    }

    /// Whether names were given, and each of them is among what could not be read.
    func isNothing(without unread: Set<FilePath>) -> Bool {
        isNothing || named > 0 && (folders + files).allSatisfy(unread.contains)
    }

    /// What standard input names, while it arrives, for a window that is shown already; what can't be
    /// read is said on standard error and left out. No caller waits for files that are slow to answer.
    public static func arriving(_ invocation: Invocation) -> AsyncStream<Operands.Item> {
        AsyncStream { arrived in
            let reading = Task {
                var items = OfferedItems(invocation)
                for await arrival in StandardInput.arrivals(endingIn: invocation.inputTerminator) {
                    switch arrival {
                    case .names(let names): for item in await items.add(names) { arrived.yield(item) }
                    case .failure(let error): items.refuse(error)
                    }
                }
                arrived.finish()
            }
            arrived.onTermination = { _ in reading.cancel() }
        }
    }

    /// Adds what a name means and returns it; what can't be read is said on standard error and left out.
    @discardableResult
    private mutating func add(_ look: Result<Operands.Item, Unreadable>) -> Operands.Item? {
        named += 1
        do throws(Unreadable) {
            let item = try look.get()
            switch item {
            case .folder(let path): folders.append(path)
            case .file(let path): files.append(path)
            }
            return item
        } catch {
            if saysProblems { Message.say(error.sentence) }
            return nil
        }
    }

    private mutating func refuse(_ error: FileError) {
        named += 1
        Message.say(tr("Standard input can't be read: {reason}", ["reason": error.reason]))
    }

    /// Whether names were given and none of them can be read. While standard input has not ended, that
    /// is no verdict.
    public var isNothing: Bool { named > 0 && folders.isEmpty && files.isEmpty }

    /// The order asked for; else the newest first, or that of the names where only files are named.
    public var order: SortOrder {
        invocation.order ?? (folders.isEmpty && !invocation.operands.isEmpty ? .none : .newest)
    }

    /// What a scanner is to find. Folders that are named take the library's place, and only that; where
    /// only files are named, these are all. A `library` folder that is absent is empty. Waits for a while
    /// for folders that do not answer, and hands them on then.
    public func request(library: [FilePath]) -> LibraryRequest {
        var roots: [LibraryRequest.Root] = []
        let nothingNamed = invocation.operands.isEmpty
        var usual: [LibraryRequest.Root] = []
        if invocation.sources.contains(.library) {
            if nothingNamed {
                usual += library.map { .init(path: $0) }
            } else {
                roots += folders.map { .init(path: $0, recursive: invocation.recursive) }
            }
        }
        if invocation.sources.contains(.album), nothingNamed || !folders.isEmpty {
            usual += Self.album.map { .init(path: $0, source: .album) }
        }
        let areFolders = BackgroundThread.answers(about: usual.map(\.path), within: timeLeft, Self.isFolder)
        roots += zip(usual, areFolders).filter { $1 ?? true }.map(\.0)
        return LibraryRequest(
            folders: roots, files: files, recursive: invocation.recursive, hidden: invocation.hidden,
            media: invocation.media)
    }

    /// Saved Photos: the capture folder, and where phones and desktops put theirs.
    private static var album: [FilePath] {
        ["Camera", "Screenshots", "DCIM"].map { UserFolders.pictures.appending($0) }
    }

    @Sendable private static func isFolder(_ path: FilePath) -> Bool { (try? path.kind()) == .folder }
}

/// The folders of the library: Pictures, and those set in the settings.
enum LibraryFolders {
    static var current: [FilePath] {
        let further = Settings(schema: Pickture.applicationID).strings("folders").compactMap {
            try? Operands.path(Array($0.utf8), relativeTo: UserFolders.home)
        }
        return [UserFolders.pictures] + further
    }
}
