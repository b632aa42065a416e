import GLibBridge

/// What a file's bytes say about the picture in it. What was not found is nil, never guessed.
public struct AssetMetadata: Sendable, Equatable {
    /// A shared-mime-info name, judged from the bytes.
    public var contentType: String
    public var kind: MediaKind
    public var subtypes: Subtypes = []
    /// Pixels as a person sees them, after the turn.
    public var size: PixelSize?
    public var orientation: Orientation = .upright
    public var taken: CaptureDate?
    public var position: Position?
    /// Seconds; of videos, and of live photos whose clip says so.
    public var duration: Double?
    /// Maker and model, such as `Google Pixel 3`.
    public var camera: String?
    /// Where in the file the JPEG preview of the EXIF block lies.
    public var preview: Range<Int64>?
    /// Where in the file the clip of a motion photo lies.
    public var embeddedClip: Range<Int64>?
    /// Apple's name for a still and its clip, which both carry.
    public var contentIdentifier: String?
    /// What a thumbnail looked like that was made of these bytes.
    public var colours: PlaceholderColours?

    public init(contentType: String, kind: MediaKind) {
        self.contentType = contentType
        self.kind = kind
    }

    /// Finer kinds, from metadata or shape.
    public struct Subtypes: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let panorama = Subtypes(rawValue: 1 << 0)
        /// A gain map, or a wide dynamic range by the maker's notes.
        public static let hdr = Subtypes(rawValue: 1 << 1)
        public static let depth = Subtypes(rawValue: 1 << 2)
        public static let screenshot = Subtypes(rawValue: 1 << 3)
        public static let selfie = Subtypes(rawValue: 1 << 4)
        public static let animated = Subtypes(rawValue: 1 << 5)
    }
}

/// How the stored rows and columns lie in the upright picture: EXIF tag 0x0112.
public enum Orientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored
    case upsideDown
    case upsideDownMirrored
    case leftMirrored
    /// Turned a quarter clockwise to be upright.
    case right
    case rightMirrored
    /// Turned a quarter anticlockwise to be upright.
    case left

    /// Whether upright width and height are the stored height and width.
    public var swapsSides: Bool { rawValue >= 5 }
}

/// A place on Earth by WGS 84.
public struct Position: Sendable, Equatable {
    /// Degrees, -90 to 90, north positive.
    public var latitude: Double
    /// Degrees, -180 to 180, east positive.
    public var longitude: Double
    /// Metres above the sea.
    public var altitude: Double?

    /// Nil for numbers that are no place on Earth; 0 is one.
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
        guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180 else {
            return nil
        }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// When a picture was taken, as its file says it: a wall clock, and an offset where one is stored.
public struct CaptureDate: Sendable, Hashable {
    /// Seconds since 1970-01-01 00:00 on the wall clock where the picture was taken.
    public var wallClock: Int64
    /// Seconds east of UTC; nil where the file has none, so that the machine's local time is meant.
    public var offset: Int?

    public init(wallClock: Int64, offset: Int?) {
        self.wallClock = wallClock
        self.offset = offset
    }
}
