import GLibBridge
import Synchronization

/// One item of the grid: a picture, a live photo or a video on disk, known by its path.
///
/// A value that is one pointer wide: libraries have 100,000 of them, in several lists at once.
public struct Asset: Sendable, Identifiable {
    /// Where an asset comes from; the words are those of the `json` output.
    public enum Source: String, Sendable, CaseIterable {
        case camera, library, album
    }

    private var box: Box

    public init(
        path: FilePath, source: Source, kind: MediaKind, contentType: String, file: FileStatus,
        metadata: AssetMetadata? = nil, clip: FilePath? = nil
    ) {
        box = Box(
            Contents(
                path: path, name: AssetName(path), source: source, kind: kind, contentType: contentType,
                file: file,
                finding: metadata.map { .read($0) } ?? .none, clip: clip))
    }

    /// A file that the index knows as it is: what its bytes say is looked up there each time it is asked for,
    /// and costs no memory of its own. Nil where the record is of no picture.
    init?(path: FilePath, source: Source, file: FileStatus, in index: IndexReader, record: Int) {
        guard let kind = index.kind(record), let contentType = index.contentType(record) else { return nil }
        box = Box(
            Contents(
                path: path, name: AssetName(path), source: source, kind: kind, contentType: contentType,
                file: file,
                finding: .indexed(index, record)))
    }

    /// This file with what its bytes say, when it was as `file` says.
    func described(by metadata: AssetMetadata, _ file: FileStatus) -> Asset {
        var contents = box.contents
        contents.kind = metadata.kind
        contents.contentType = metadata.contentType
        contents.file = file
        contents.finding = .read(metadata)
        contents.clip = nil
        return Asset(box: Box(contents))
    }

    private init(box: Box) { self.box = box }

    public var id: FilePath { path }
    public var path: FilePath { box.contents.path }

    public var source: Source {
        get { box.contents.source }
        set { change { $0.source = newValue } }
    }

    /// From the bytes once ``metadata`` is there; before that, what the name suggests.
    public var kind: MediaKind {
        get { box.contents.kind }
        set { change { $0.kind = newValue } }
    }

    /// A shared-mime-info name; from the bytes once ``metadata`` is there.
    public var contentType: String {
        get { box.contents.contentType }
        set { change { $0.contentType = newValue } }
    }

    public var file: FileStatus {
        get { box.contents.file }
        set { change { $0.file = newValue } }
    }

    /// Nil until the file has been looked at, and where it could not be read.
    public var metadata: AssetMetadata? {
        get { box.contents.finding.metadata }
        set { change { $0.finding = newValue.map { .read($0) } ?? .none } }
    }

    /// The moving part of a live photo when it is a file of its own.
    public var clip: FilePath? {
        get { box.contents.clip }
        set { change { $0.clip = newValue } }
    }

    /// The date that orders the grid, in nanoseconds since 1970 UTC: taken, else modified.
    public var date: Int64 { box.date }

    /// ``date`` as people read it: where the picture was taken, else here, in seconds since 1970-01-01 00:00
    /// on the wall clock.
    public var shownWallClock: Int64 {
        metadata?.taken?.wallClock ?? WallClock.local(ofUnix: file.modified / 1_000_000_000)
    }

    /// The name in the forms that sorting and searching want, made when first asked for.
    var name: AssetName { box.contents.name }

    /// What all copies of this have in common, and nothing that differs from it.
    var identity: ObjectIdentifier { ObjectIdentifier(box) }

    /// Whether this is a copy of `other`, so that nothing in it differs; quick, and never wrong when true.
    func isCopy(of other: Asset) -> Bool { box === other.box }

    private mutating func change(_ body: (inout Contents) -> Void) {
        var contents = box.contents
        body(&contents)
        box = Box(contents)
    }
}

extension Asset: Equatable {
    public static func == (left: Asset, right: Asset) -> Bool {
        left.box === right.box || left.box.contents == right.box.contents
    }
}

/// What an asset is; the words are those of `--media` and of the `json` output.
public enum MediaKind: String, Sendable, CaseIterable {
    case photo, live, video
}

private struct Contents: Equatable {
    // Here too: whoever goes through a library asks for the paths, and each object on the way is slow to reach.
    let path: FilePath
    let name: AssetName
    var source: Asset.Source
    var kind: MediaKind
    var contentType: String
    var file: FileStatus
    var finding: Finding
    var clip: FilePath?
}

/// What is known of a file's bytes.
private enum Finding: Equatable {
    case none
    // Apart, since it is large and the others are not.
    indirect case read(AssetMetadata)
    case indexed(IndexReader, Int)

    var metadata: AssetMetadata? {
        switch self {
        case .none: nil
        case .read(let metadata): metadata
        case .indexed(let index, let record):
            if case .picture(let metadata)? = index.finding(record) { metadata } else { nil }
        }
    }

    var taken: CaptureDate? {
        if case .indexed(let index, let record) = self { index.taken(record) } else { metadata?.taken }
    }

    static func == (left: Finding, right: Finding) -> Bool { left.metadata == right.metadata }
}

private final class Box: Sendable {
    let contents: Contents
    /// ``date`` once it was asked for; no file is from the year 1677.
    private let madeDate = Atomic<Int64>(.min)

    init(_ contents: Contents) { self.contents = contents }

    var date: Int64 {
        let made = madeDate.load(ordering: .relaxed)
        guard made == .min else { return made }
        let date = contents.finding.taken?.nanoseconds ?? contents.file.modified
        madeDate.store(date, ordering: .relaxed)
        return date
    }
}
