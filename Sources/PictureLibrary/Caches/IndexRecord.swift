import GLibBridge

/// What the index keeps of one file.
struct IndexRecord: Equatable {
    /// The name in its folder.
    var name: [UInt8]
    var key: Key
    /// What the bytes say; nil where they are no picture.
    var metadata: AssetMetadata?

    /// What tells a file with its contents from any other that ever had its name.
    struct Key: Hashable {
        let inode: UInt64
        let size: Int64
        let modified: Int64
        let changed: Int64

        init(inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
            self.inode = inode
            self.size = size
            self.modified = modified
            self.changed = changed
        }

        init(_ status: FileStatus) {
            self.init(
                inode: status.inode, size: status.size, modified: status.modified, changed: status.changed)
        }
    }
}

/// How a record lies in 64-bit words. Numbers of several fields are their first bits in the word.
enum IndexLayout {
    static let magic: UInt64 = 0x5844_4E49_5254_4350
    /// Raised with the layout, and whenever the readers of metadata find more in the same bytes.
    static let version: UInt64 = 1

    /// The header: ``magic``; version and number of records; slots and length of the texts; checksum; the
    /// folder's path.
    static let headerWords = 5
    static let checksumWord = 3

    /// inode, size, modified, changed; date; preview, clip (start, end); latitude, longitude, altitude;
    /// duration; size; flags; texts; the three rows of the placeholder colours.
    static let recordWords = 22

    enum Word {
        static let key = 0
        static let taken = 4
        static let preview = 5
        static let clip = 7
        static let position = 9
        static let duration = 12
        static let pixelSize = 13
        static let flags = 14
        static let name = 15
        static let contentType = 16
        static let camera = 17
        static let identifier = 18
        static let colours = 19
    }

    /// In the upper half of the flags' word, whose lower half is the date's offset.
    struct Flags: OptionSet {
        let rawValue: UInt64
        static let isPicture = Flags(rawValue: 1 << 32)
        static let hasDate = Flags(rawValue: 1 << 33)
        static let hasOffset = Flags(rawValue: 1 << 34)
        static let hasPosition = Flags(rawValue: 1 << 35)
        static let hasAltitude = Flags(rawValue: 1 << 36)
        static let hasDuration = Flags(rawValue: 1 << 37)
        static let hasPreview = Flags(rawValue: 1 << 38)
        static let hasClip = Flags(rawValue: 1 << 39)
        static let hasSize = Flags(rawValue: 1 << 40)
        static let hasCamera = Flags(rawValue: 1 << 41)
        static let hasIdentifier = Flags(rawValue: 1 << 42)
        static let hasColours = Flags(rawValue: 1 << 43)
        static let kindShift: UInt64 = 48
        static let orientationShift: UInt64 = 56
    }

    /// Subtypes stand beside the name, above its offset and length.
    static let subtypesShift: UInt64 = 48

    /// The word with this number.
    static func word(_ bytes: [UInt8], _ index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }

    /// FNV-1a.
    static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
        name.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// One step of the checksum. Each is a bijection, so that no change of one word goes unnoticed.
    static func mix(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
    }
}
