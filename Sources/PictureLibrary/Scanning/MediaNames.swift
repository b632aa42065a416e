import GLibBridge

/// What a name's extension says of a file before its bytes have been read.
///
/// The types are shared-mime-info's. Left out is what other files are called too, such as `.ts`: the
/// bytes decide there, as they do for names without an extension.
enum MediaNames {
    /// Kind and content type by extension; nil where the name says nothing.
    static func suggestion(_ path: FilePath) -> Suggestion? {
        key(path.nameBytes).flatMap { suggestions[$0] }
    }

    typealias Suggestion = (kind: MediaKind, contentType: String)

    /// The extension's letters in lower case as one number, which is quicker to look up than a string; nil
    /// where there is none, or a longer one than any of ours.
    private static func key(_ name: ArraySlice<UInt8>) -> UInt64? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex,
            name.endIndex - dot <= 8
        else { return nil }
        return name[(dot + 1)...].reduce(0) { $0 << 8 | UInt64(0x41...0x5A ~= $1 ? $1 | 0x20 : $1) }
    }

    private static let suggestions: [UInt64: Suggestion] = {
        var all: [UInt64: Suggestion] = [:]
        func add(_ types: [String: String], _ kind: MediaKind, _ family: String) {
            for (pathExtension, type) in types {
                if let key = key(Array("_.\(pathExtension)".utf8)[...]) { all[key] = (kind, family + type) }
            }
        }
        add(pictures, .photo, "image/")
        add(videos, .video, "video/")
        return all
    }()

    private static let pictures: [String: String] = [
        "jpg": "jpeg", "jpeg": "jpeg", "jpe": "jpeg", "jfif": "jpeg", "png": "png", "apng": "apng",
        "gif": "gif", "webp": "webp", "heic": "heif", "heif": "heif", "hif": "heif", "avif": "avif",
        "jxl": "jxl", "bmp": "bmp", "dib": "bmp", "tif": "tiff", "tiff": "tiff", "svg": "svg+xml",
        "svgz": "svg+xml-compressed", "ico": "vnd.microsoft.icon", "jp2": "jp2", "j2k": "x-jp2-codestream",
        "xpm": "x-xpixmap", "xbm": "x-xbitmap", "pnm": "x-portable-anymap", "ppm": "x-portable-pixmap",
        "pgm": "x-portable-graymap", "pbm": "x-portable-bitmap", "tga": "x-tga", "pcx": "vnd.zbrush.pcx",
        "psd": "vnd.adobe.photoshop", "xcf": "x-xcf", "exr": "x-exr", "qoi": "qoi",
        "dng": "x-adobe-dng", "cr2": "x-canon-cr2", "cr3": "x-canon-cr3", "crw": "x-canon-crw",
        "nef": "x-nikon-nef", "nrw": "x-nikon-nrw", "arw": "x-sony-arw", "sr2": "x-sony-sr2",
        "srf": "x-sony-srf", "orf": "x-olympus-orf", "rw2": "x-panasonic-rw2", "raf": "x-fuji-raf",
        "pef": "x-pentax-pef", "x3f": "x-sigma-x3f", "kdc": "x-kodak-kdc", "dcr": "x-kodak-dcr",
        "mrw": "x-minolta-mrw",
    ]

    private static let videos: [String: String] = [
        "mp4": "mp4", "m4v": "mp4", "mov": "quicktime", "qt": "quicktime", "mkv": "x-matroska",
        "webm": "webm", "avi": "x-msvideo", "3gp": "3gpp", "3g2": "3gpp2", "mpg": "mpeg", "mpeg": "mpeg",
        "ogv": "ogg", "wmv": "x-ms-wmv", "flv": "x-flv", "mts": "mp2t", "m2ts": "mp2t",
    ]
}
