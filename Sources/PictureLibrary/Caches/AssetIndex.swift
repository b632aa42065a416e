import GLibBridge

/// What was read of known files, so that a folder that was seen before costs names and times only.
///
/// One file a folder in `$XDG_CACHE_HOME/pickture/index`, named by a digest of the folder's path and
/// replaced whole: any number of processes may read and write, and the last one wins. All of it blocks.
struct AssetIndex: Sendable {
    private let files: CacheFolder

    /// Some 200 bytes a photo, so for a million of them.
    init(
        _ folder: FilePath = UserFolders.cache.appending("pickture").appending("index"),
        limit: Int64 = 256 << 20
    ) {
        files = CacheFolder(path: folder, limit: limit)
    }

    /// What is known of the files of `folder`; nil for nothing. A file that is damaged, or not ours, goes.
    func reader(of folder: FilePath) -> IndexReader? {
        let name = name(of: folder)
        guard let bytes = files.read(name, longest: files.limit) else { return nil }
        guard let reader = IndexReader(bytes, of: folder) else {
            files.remove(name)
            return nil
        }
        return reader
    }

    /// Notes what is known of files of `folder` now. Of the others that were known before, those are kept
    /// whose names `keeps` admits. False where nothing could be written.
    func store(_ records: [IndexRecord], of folder: FilePath, keeping keeps: ([UInt8]) -> Bool) -> Bool {
        var all = records
        if let old = reader(of: folder) {
            let names = Set(records.map(\.name))
            all += old.records().filter { keeps($0.name) && !names.contains($0.name) }
        }
        guard let bytes = IndexWriter.bytes(of: all, in: folder) else { return false }
        return files.write(bytes, to: name(of: folder))
    }

    /// Keeps the files together within their bound.
    func trim() { files.trim() }

    private func name(of folder: FilePath) -> String { Digest.sha256(folder.bytes) }
}
