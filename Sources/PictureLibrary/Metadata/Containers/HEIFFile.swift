import GLibBridge

/// HEIF and AVIF (ISO/IEC 23008-12): the items of the `meta` box and their properties.
enum HEIFFile {
    static func read(_ source: ByteSource, into findings: inout Findings) {
        findings.turnsItself = true
        let boxes = ISOBox.boxes(in: source)
        if let brands = boxes["ftyp"]?.bytes(limit: 1024), isSequence(brands), boxes["moov"] != nil {
            findings.subtypes.insert(.animated)
        }
        if let metadata = boxes["meta"] {
            let items = HEIFItems(metadata, in: source)
            findings.size = items.uprightSize
            findings.subtypes.formUnion(items.subtypes)
            findings.exif = items.exif
            if let packet = items.xmp { findings.xmp.append(packet) }
        } else if let movie = boxes["moov"] {
            findings.size = sequenceSize(movie)
        }
        // Google and Samsung put the clip of a motion photo into a box behind the picture.
        if let clip = boxes["mpvd"], !clip.isCut, clip.content.bytes(at: 4, upTo: 4).starts(with: "ftyp") {
            findings.embeddedClip = clip.content.start..<(clip.content.start + clip.content.count)
        }
    }

    private static func isSequence(_ brands: ByteSlice) -> Bool {
        let sequences: [FourCC] = ["avis", "msf1", "hevc", "hevx", "hevs", "hevm"]
        return [0].appending(stride(from: 8, to: brands.count, by: 4)).contains { place in
            brands.fourCC(place).map(sequences.contains) ?? false
        }
    }

    private static func sequenceSize(_ movie: ISOBox) -> PixelSize? {
        guard let header = movie.children["trak", "tkhd"]?.bytes() else { return nil }
        let tail = header[0] == 1 ? 88 : 76
        guard let width = header.integer32(tail, .big), let height = header.integer32(tail + 4, .big) else {
            return nil
        }
        return PixelSize(positive: width >> 16, height >> 16)
    }
}

extension [Int] {
    fileprivate func appending(_ rest: some Sequence<Int>) -> [Int] { self + Array(rest) }
}

/// The items of one `meta` box.
private struct HEIFItems {
    private struct Extent {
        let offset: Int64
        let length: Int64
    }
    private struct Item {
        var type: FourCC?
        var isXMP = false
        /// In the file, or in the `idat` box.
        var isInFile = true
        var extents: [Extent] = []
        /// One-based places in the list of properties, in the order in which they apply.
        var properties: [Int] = []
        /// The items that this one says something about.
        var describes: [UInt32] = []
    }

    private let source: ByteSource
    private let itemData: ByteSource?
    private var items: [UInt32: Item] = [:]
    private var primary: UInt32?
    private var properties: [ISOBox] = []

    init(_ metadata: ISOBox, in source: ByteSource) {
        self.source = source
        let boxes = ISOBox.boxes(in: metadata.content, from: 4)
        itemData = boxes["idat"]?.content
        if let bytes = boxes["pitm"]?.bytes(limit: 64) {
            primary =
                bytes[0] == 0
                ? bytes.integer16(4, .big).map(UInt32.init) : bytes.integer32(4, .big)
        }
        if let box = boxes["iinf"] { readNames(box) }
        if let bytes = boxes["iloc"]?.bytes() { readLocations(bytes) }
        if let box = boxes["iref"] { readReferences(box) }
        if let box = boxes["iprp"]?.children {
            properties = box["ipco"]?.children ?? []
            // There may be one for each of the ways to write it, which are four.
            for association in box.filter({ $0.name == "ipma" }).prefix(4) {
                association.bytes().map { readAssociations($0) }
            }
        }
    }

    /// The primary picture's pixels after its own crop and turns; nil if parts of it are not there.
    var uprightSize: PixelSize? {
        guard let primary, let item = items[primary], isComplete else { return nil }
        var size: PixelSize?
        for index in item.properties where properties.indices.contains(index - 1) {
            let property = properties[index - 1]
            guard let bytes = property.bytes(limit: 4096) else { continue }
            switch property.name {
            case "ispe":
                guard let width = bytes.integer32(4, .big), let height = bytes.integer32(8, .big) else {
                    break
                }
                size = PixelSize(positive: width, height)
            case "clap":
                guard let width = bytes.integer32(0, .big), let widthPart = bytes.integer32(4, .big),
                    let height = bytes.integer32(8, .big), let heightPart = bytes.integer32(12, .big),
                    widthPart > 0, heightPart > 0,
                    let cropped = PixelSize(positive: width / widthPart, height / heightPart),
                    let whole = size,
                    cropped.width <= whole.width, cropped.height <= whole.height
                else { break }
                size = cropped
            case "irot": if let turns = bytes[0], turns & 1 == 1 { size = size?.transposed }
            default: break
            }
        }
        return size
    }

    /// Whether the file holds every piece of every item.
    private var isComplete: Bool {
        items.values.allSatisfy { item in
            !item.isInFile || item.extents.allSatisfy { source.part(at: $0.offset, count: $0.length) != nil }
        }
    }

    var subtypes: AssetMetadata.Subtypes {
        var result: AssetMetadata.Subtypes = []
        // A tone-mapped picture is made from another one and its gain map.
        if items.values.contains(where: { $0.type == "tmap" }) { result.insert(.hdr) }
        for property in properties where property.name == "auxC" {
            guard let name = property.bytes(limit: 4096)?.rest(from: 4) else { continue }
            if name.index(of: "hdrgainmap") != nil { result.insert(.hdr) }
            if name.starts(with: "urn:mpeg:hevc:2015:auxid:2") || name.index(of: "auxiliary:depth") != nil
                || name.index(of: "disparity") != nil
            {
                result.insert(.depth)
            }
        }
        return result
    }

    /// The TIFF block of the `Exif` item.
    var exif: ByteSource? {
        guard let whole = firstMetadata({ $0.type == "Exif" }),
            let skip = whole.bytes(at: 0, count: 4)?.integer32(0, .big)
        else { return nil }
        let place = 4 + Int64(skip)
        let prefix: Int64 = whole.bytes(at: place, upTo: 6).starts(with: "Exif\0\0") ? 6 : 0
        return whole.part(at: place + prefix, upTo: .max)
    }

    var xmp: ByteSlice? {
        firstMetadata { $0.type == "mime" && $0.isXMP }.flatMap { packet in
            packet.count <= 1 << 20 ? packet.bytes(at: 0, count: Int(packet.count)) : nil
        }
    }

    /// The first such item, unless all that it is said to describe is missing.
    private func firstMetadata(_ isWanted: (Item) -> Bool) -> ByteSource? {
        items.sorted { $0.key < $1.key }.map(\.value).first { item in
            isWanted(item) && (item.describes.isEmpty || item.describes.contains { items[$0]?.type != nil })
        }.flatMap(contents)
    }

    private func contents(of item: Item) -> ByteSource? {
        guard let place = item.isInFile ? source : itemData else { return nil }
        if item.extents.count == 1 {
            return place.part(at: item.extents[0].offset, count: item.extents[0].length)
        }
        var bytes: [UInt8] = []
        for extent in item.extents {
            guard extent.length <= 1 << 20 - bytes.count,
                let part = place.bytes(at: extent.offset, count: Int(extent.length))
            else { return nil }
            bytes += part.bytes
        }
        return bytes.isEmpty ? nil : ByteSource(ByteSlice(bytes))
    }

    private mutating func readNames(_ box: ISOBox) {
        let version = box.content.bytes(at: 0, count: 1)?[0] ?? 0
        for entry in ISOBox.boxes(in: box.content, from: version == 0 ? 6 : 8) where entry.name == "infe" {
            let bytes = entry.content.bytes(at: 0, upTo: 512)
            guard let version = bytes[0], version >= 2 else { continue }
            let width = version == 2 ? 2 : 4
            guard let id = bytes.integer(4, width, .big), let type = bytes.fourCC(6 + width) else { continue }
            let item = UInt32(id)
            items[item, default: Item()].type = type
            if type == "mime" {
                let isXMP = bytes.rest(from: 10 + width).index(of: "application/rdf+xml") != nil
                items[item, default: Item()].isXMP = isXMP
            }
        }
    }

    private mutating func readLocations(_ bytes: ByteSlice) {
        guard let version = bytes[0], let sizes = bytes.integer16(4, .big) else { return }
        let offsetSize = Int(sizes >> 12)
        let lengthSize = Int(sizes >> 8 & 15)
        let baseSize = Int(sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : Int(sizes & 15)
        let wide = version == 2 ? 4 : 2
        var place = 6 + wide
        func next(_ length: Int) -> UInt64? {
            defer { place += length }
            return length == 0 ? 0 : bytes.integer(place, length, .big)
        }
        for _ in 0..<(bytes.integer(6, wide, .big) ?? 0) {
            guard let id = next(wide) else { return }
            var method: UInt64 = 0
            if version > 0 {
                guard let found = next(2) else { return }
                method = found & 15
            }
            guard next(2) != nil, let base = next(baseSize), let count = next(2) else { return }
            // Many that take no place in the box would be many for nothing.
            guard count <= 1 || indexSize + offsetSize + lengthSize > 0 else { return }
            var extents: [Extent] = []
            for _ in 0..<count {
                guard next(indexSize) != nil, let offset = next(offsetSize), let length = next(lengthSize)
                else { return }
                let (sum, overflow) = base.addingReportingOverflow(offset)
                guard !overflow, let start = Int64(exactly: sum), let length = Int64(exactly: length) else {
                    return
                }
                extents.append(Extent(offset: start, length: length))
            }
            items[UInt32(id), default: Item()].extents = extents
            items[UInt32(id), default: Item()].isInFile = method == 0
        }
    }

    private mutating func readReferences(_ box: ISOBox) {
        let wide = box.content.bytes(at: 0, count: 1)?[0] == 0 ? 2 : 4
        for reference in ISOBox.boxes(in: box.content, from: 4) where reference.name == "cdsc" {
            guard let bytes = reference.bytes(limit: 64 << 10), let id = bytes.integer(0, wide, .big),
                let count = bytes.integer16(wide, .big)
            else { continue }
            let described = (0..<min(Int(count), bytes.count / wide))
                .compactMap { bytes.integer(wide + 2 + $0 * wide, wide, .big) }
            items[UInt32(id)]?.describes += described.map { UInt32($0) }
        }
    }

    private mutating func readAssociations(_ bytes: ByteSlice) {
        guard let version = bytes[0], let flags = bytes[3], let entries = bytes.integer32(4, .big) else {
            return
        }
        let wide = version == 0 ? 2 : 4
        var place = 8
        for _ in 0..<entries {
            guard let id = bytes.integer(place, wide, .big), let count = bytes[place + wide] else { return }
            place += wide + 1
            var found: [Int] = []
            for _ in 0..<count {
                guard
                    let index = flags & 1 == 1
                        ? bytes.integer16(place, .big).map({ Int($0 & 0x7FFF) })
                        : bytes[place].map({ Int($0 & 0x7F) })
                else { return }
                found.append(index)
                place += flags & 1 == 1 ? 2 : 1
            }
            items[UInt32(id), default: Item()].properties += found
        }
    }
}
