/// What the EXIF block of a picture says.
///
/// Read by ``TIFFFile``, which looks up the few fields that are needed instead of interpreting all of them:
/// a broken field costs itself only. libexif, which reads everything, is the judge in the tests.
struct EXIFTags {
    private(set) var orientation: Orientation?
    private(set) var make: String?
    private(set) var model: String?
    private(set) var lens: String?
    private(set) var userComment: String?
    private(set) var taken: CaptureDate?
    /// The satellites' clock, in UTC: what is left when the camera's own is not set.
    private(set) var takenBySatellite: CaptureDate?
    /// The block was written or rewritten at a date of its own.
    private(set) var hasChangeDate = false
    private(set) var position: Position?
    /// Apple's numbers for HDR, panorama and portrait pictures.
    private(set) var customRendered: Int64?
    private(set) var appleHDRType: Int64?
    private(set) var contentIdentifier: String?

    private enum Tag {
        static let dateTime: UInt16 = 0x0132
        static let dateTimeOriginal: UInt16 = 0x9003
        static let dateTimeDigitized: UInt16 = 0x9004
        static let offsetTimeOriginal: UInt16 = 0x9011
        static let offsetTimeDigitized: UInt16 = 0x9012
        static let makerNote: UInt16 = 0x927C
        static let userComment: UInt16 = 0x9286
        static let customRendered: UInt16 = 0xA401
        static let lensModel: UInt16 = 0xA434
    }

    private enum GPSTag {
        static let latitudeReference: UInt16 = 1
        static let latitude: UInt16 = 2
        static let longitudeReference: UInt16 = 3
        static let longitude: UInt16 = 4
        static let altitudeReference: UInt16 = 5
        static let altitude: UInt16 = 6
        static let time: UInt16 = 7
        static let date: UInt16 = 29
    }

    /// Nil where `block`, a TIFF structure, is none.
    init?(_ block: ByteSource) {
        guard let file = TIFFFile(block), let fields = EXIFFields(file) else { return nil }
        read(fields)
    }

    private mutating func read(_ fields: EXIFFields) {
        orientation = fields.main.integer(TIFFTag.orientation).flatMap { Orientation(rawValue: Int($0)) }
        make = fields.main[TIFFTag.make]?.text
        model = fields.main[TIFFTag.model]?.text
        lens = fields.exif?[Tag.lensModel]?.text
        customRendered = fields.exif?.integer(Tag.customRendered)
        // The first eight bytes name the character set.
        userComment = fields.exif?[Tag.userComment]?.data.rest(from: 8).text
        taken =
            date(fields, Tag.dateTimeOriginal, offset: Tag.offsetTimeOriginal)
            ?? date(fields, Tag.dateTimeDigitized, offset: Tag.offsetTimeDigitized)
        hasChangeDate = fields.main[Tag.dateTime]?.data.textBytes.flatMap { CaptureDate(text: $0) } != nil
        readPosition(fields)
        // The notes of other makers are large, and often lie where nothing else has to be read.
        if make == nil || make == "Apple", let note = fields.exif?.stretch(Tag.makerNote) {
            readAppleNote(note)
        }
    }

    private func date(_ fields: EXIFFields, _ tag: UInt16, offset: UInt16) -> CaptureDate? {
        guard let text = fields.exif?[tag]?.data.textBytes, var date = CaptureDate(text: text) else {
            return nil
        }
        date.offset = fields.exif?[offset]?.data.textBytes.flatMap(CaptureDate.offset) ?? date.offset
        return date
    }

    private mutating func readPosition(_ fields: EXIFFields) {
        func degrees(_ tag: UInt16, _ reference: UInt16, positive: String, negative: String) -> Double? {
            guard let parts = fields.gps?[tag]?.rationals, (1...3).contains(parts.count),
                let side = fields.gps?[reference]?.text?.uppercased()
            else { return nil }
            let value = parts.reversed().reduce(0) { $0 / 60 + $1 }
            if side.hasPrefix(positive) { return value }
            return side.hasPrefix(negative) ? -value : nil
        }
        if let latitude = degrees(
            GPSTag.latitude, GPSTag.latitudeReference, positive: "N", negative: "S"),
            let longitude = degrees(
                GPSTag.longitude, GPSTag.longitudeReference, positive: "E", negative: "W")
        {
            let height = fields.gps?[GPSTag.altitude]?.rationals?.first
            let isBelow = fields.gps?[GPSTag.altitudeReference]?.integers.first == 1
            position = Position(
                latitude: latitude, longitude: longitude, altitude: height.map { isBelow ? -$0 : $0 })
        }
        if let day = fields.gps?[GPSTag.date]?.text, let time = fields.gps?[GPSTag.time]?.rationals,
            time.count == 3, time.allSatisfy({ (0..<61).contains($0) }), let date = CaptureDate(text: day)
        {
            let seconds = Int64(time[0]) * 3_600 + Int64(time[1]) * 60 + Int64(time[2])
            takenBySatellite = CaptureDate(plausible: date.wallClock + seconds, offset: 0)
        }
    }

    /// Apple's note is a directory of its own, big-endian, its offsets counted from its beginning.
    private mutating func readAppleNote(_ note: ByteSource) {
        guard let head = note.bytes(at: 0, count: 14), head.starts(with: "Apple iOS\0"),
            head.starts(with: "MM", at: 12)
        else { return }
        let file = TIFFFile(note, order: .big, firstDirectory: 14)
        guard let directory = file.directory(at: file.firstDirectory) else { return }
        appleHDRType = directory.integer(0x000A)
        contentIdentifier = directory[0x0011]?.text
    }
}

/// The directories of an EXIF block.
private struct EXIFFields {
    let main: TIFFDirectory
    let exif: TIFFDirectory?
    let gps: TIFFDirectory?

    /// Nil where `file` has no directory.
    init?(_ file: TIFFFile) {
        guard let main = file.directory(at: file.firstDirectory) else { return nil }
        self.main = main
        exif = main.integer(TIFFTag.exifDirectory).flatMap(file.directory)
        gps = main.integer(TIFFTag.gpsDirectory).flatMap(file.directory)
    }
}

/// The thumbnail in an EXIF block.
enum EXIFThumbnail {
    /// Where in the file the thumbnail lies, if it is a JPEG that lies whole in `block`.
    static func range(in block: ByteSource) -> Range<Int64>? {
        guard let file = TIFFFile(block), let first = file.directory(at: file.firstDirectory),
            let next = first.next, let directory = file.directory(at: next),
            let offset = directory.integer(TIFFTag.jpegOffset),
            let length = directory.integer(TIFFTag.jpegLength), length > 4,
            let part = block.part(at: offset, count: length), JPEGFile.isJPEG(part)
        else { return nil }
        return block.fileRange(offset, length)
    }
}
