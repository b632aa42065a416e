import GLibBridge

/// The numbers of all known files, found folder by folder: a name is looked up among those of its folder
/// only, and nothing that is done for a file needs its whole path.
struct FileTables {
    struct Table {
        let folder: FilePath
        var files: [FileName: Int] = [:]
        /// How many of the files have not been looked at.
        var waiting = 0
        /// Whether a video has been seen here: there may be live photos to join.
        var hasClips = false

        /// The number of `file`, which is `new` from now on if it had none.
        mutating func number(of file: FilePath, orNew new: Int) -> Int {
            // Lent for writing, what was missing is put in: one search does for both.
            func value(_ number: inout Int) -> Int { number }
            return value(&files[FileName(file), default: new])
        }
    }

    private var tables: [Table] = []
    private var numbers: [FilePath: Int] = [:]
    /// The table asked for last: files come folder by folder.
    private var last = 0

    /// The number of the folder's table; nil where no file of it is known.
    func number(of folder: FilePath) -> Int? { numbers[folder] }

    subscript(number: Int) -> Table {
        _read { yield tables[number] }
        _modify { yield &tables[number] }
    }

    /// The number of a file; nil of one that is not known.
    func file(_ path: FilePath) -> Int? {
        if tables.indices.contains(last), path.lies(in: tables[last].folder) {
            return tables[last].files[FileName(path)]
        }
        return numbers[path.parent].flatMap { tables[$0].files[FileName(path)] }
    }

    /// The number of the table that `path` belongs in, made where there is none.
    mutating func table(for path: FilePath) -> Int {
        if tables.indices.contains(last), path.lies(in: tables[last].folder) { return last }
        let folder = path.parent
        if let known = numbers[folder] {
            last = known
        } else {
            last = tables.count
            numbers[folder] = last
            tables.append(Table(folder: folder))
        }
        return last
    }
}

extension FilePath {
    /// Whether this is directly in `folder`.
    func lies(in folder: FilePath) -> Bool {
        nameBytes.startIndex == folder.bytes.count + 1 && isInside(folder)
    }
}
