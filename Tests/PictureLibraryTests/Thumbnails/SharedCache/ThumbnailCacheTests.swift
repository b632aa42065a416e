import GLibBridge
import Glibc
import Testing

@testable import PictureLibrary

/// The shared cache: what is believed, what is written and how.
struct ThumbnailCacheTests {
    let folder = TemporaryFolder()
    var cache: ThumbnailCache { ThumbnailCache(root: folder.path.appending("cache/thumbnails")) }

    /// A picture whose time has a fraction, as all have on today's file systems.
    func photo(_ name: String = "photo.png") -> (FilePath, FileStatus) {
        let path = folder.path.appending(name)
        write(picture(320, 240).pixels.png(texts: [])!, to: path)
        setTime(path, seconds: 1_796_019_711, nanoseconds: 557_294_123)
        return (path, (try? FileStatus.read(path))!)
    }

    /// Lays a thumbnail into the cache as another program would.
    func lay(
        _ texts: [(String, String)], of path: FilePath, in size: String = "large", width: Int = 256,
        height: Int = 192
    ) -> FilePath {
        let place = cache.root.appending(size).appending(ThumbnailCache.Key(path).name)
        makeFolders(place.parent)
        write(picture(width, height).pixels.png(texts: texts)!, to: place)
        return place
    }

    func texts(_ path: FilePath, time: String, size: String? = nil, uri: String? = nil) -> [(String, String)]
    {
        [("Thumb::URI", uri ?? path.uri), ("Thumb::MTime", time)] + (size.map { [("Thumb::Size", $0)] } ?? [])
    }

    @Test(arguments: [
        ("1796019711", true), ("1796019711.557294", true), ("1796019711.5572941", true),
        ("1796019711.557295", true), ("1796019711.0", false), ("1796019711.557394", false),
        ("1796019712", false), ("1796019710", false), ("1796019711.5x", false), ("", false), (".5", false),
        ("99999999999999999999", false), ("9223372036854775807.5", false),
        ("9223372036.999999", false), ("-9223372036.000001", false),
    ])
    func readsBothWaysToWriteATime(_ text: String, _ isValid: Bool) {
        let (path, status) = photo()
        _ = lay(texts(path, time: text), of: path)
        #expect(entry(path, status, filling: 120).isThumbnail == isValid)
    }

    @Test func refusesAnotherSizeOrAddress() {
        let (path, status) = photo()
        let time = "1796019711"
        _ = lay(texts(path, time: time, size: String(status.size)), of: path)
        #expect(entry(path, status, filling: 120).isThumbnail)
        _ = lay(texts(path, time: time, size: String(status.size + 1)), of: path)
        #expect(!entry(path, status, filling: 120).isThumbnail)
        _ = lay(texts(path, time: time, uri: "file:///other.png"), of: path)
        #expect(!entry(path, status, filling: 120).isThumbnail)
        _ = lay([("Thumb::URI", path.uri)], of: path)
        #expect(!entry(path, status, filling: 120).isThumbnail)
    }

    @Test func takesTheSmallestThatFills() {
        let (path, status) = photo()
        let valid = texts(path, time: "1796019711")
        _ = lay(valid, of: path, in: "normal", width: 128, height: 96)
        guard case .thumbnail(let rough, fills: false) = entry(path, status, filling: 120)
        else {
            Issue.record("96 rows do not fill 120")
            return
        }
        #expect(rough.size.width == 128)
        _ = lay(valid, of: path, in: "x-large", width: 512, height: 384)
        #expect(entry(path, status, filling: 120).width == 512)
        _ = lay(valid, of: path, in: "large")
        #expect(entry(path, status, filling: 120).width == 256)
        #expect(entry(path, status, filling: 240).width == 512)
    }

    /// T20: what is broken in the cache is a miss, and replaced.
    @Test(
        arguments: [[], Array("text".utf8), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]] as [[UInt8]])
    func takesABrokenThumbnailForNone(_ bytes: [UInt8]) {
        let (path, status) = photo()
        let place = lay(texts(path, time: "1796019711"), of: path)
        write(bytes, to: place)
        #expect(!entry(path, status, filling: 120).isThumbnail)
        #expect(store(path, status))
        #expect(entry(path, status, filling: 120).isThumbnail)
    }

    @Test func takesAHalfThumbnailForNone() {
        let (path, status) = photo()
        let place = lay(texts(path, time: "1796019711"), of: path)
        let bytes = read(place)
        write(Array(bytes.prefix(bytes.count / 2)), to: place)
        #expect(!entry(path, status, filling: 120).isThumbnail)
    }

    /// T20: one byte of the pixels, whose checksum no longer fits.
    @Test func takesADamagedThumbnailForNone() throws {
        let (path, status) = photo()
        let place = lay(texts(path, time: "1796019711"), of: path)
        var bytes = read(place)
        #expect(PNGText.hasRightChecksums(bytes) && cache.isKnown(path, status: status, size: .large))
        bytes[bytes.count - 40] ^= 1
        write(bytes, to: place)
        #expect(!cache.isKnown(path, status: status, size: .large))
        #expect(!entry(path, status, filling: 120).isThumbnail)
        #expect(store(path, status))
        #expect(entry(path, status, filling: 120).isThumbnail)
    }

    func entry(
        _ path: FilePath, _ status: FileStatus, filling side: Int, in other: ThumbnailCache? = nil
    ) -> ThumbnailCache.Entry {
        (other ?? cache).entry(for: path, status: status, filling: side, decoder: PictureDecoder())
    }

    @discardableResult
    func store(_ path: FilePath, _ status: FileStatus, in other: ThumbnailCache? = nil) -> Bool {
        let decoded = DecodedPicture(
            pixels: picture(320, 240).pixels, originalSize: PixelSize(width: 320, height: 240))
        return (other ?? cache).store(
            decoded, of: path, status: status, contentType: "image/png", size: .large)
    }

    @Test func writesByTheStandard() throws {
        let (path, status) = photo("naïve %1.png")
        #expect(store(path, status))
        let place = cache.root.appending("large").appending(ThumbnailCache.Key(path).name)
        let png = try #require(PNGText(read(place)))
        #expect(png.width == 256 && png.height == 192)
        #expect(png.texts["Thumb::URI"] == path.uri)
        #expect(png.texts["Thumb::MTime"] == "1796019711")
        #expect(png.texts["Thumb::Size"] == String(status.size))
        #expect(png.texts["Thumb::Mimetype"] == "image/png")
        #expect(png.texts["Thumb::Image::Width"] == "320")
        #expect(png.texts["Thumb::Image::Height"] == "240")
        #expect(png.texts["Software"] == "Pickture")
        let pixels = try #require(png.chunks.firstIndex(of: "IDAT"))
        #expect(png.chunks.lastIndex(of: "tEXt")! < pixels)
        #expect(permissions(place) == 0o600)
        #expect(permissions(place.parent) == 0o700)
        #expect(permissions(cache.root) == 0o700)
        #expect(names(in: place.parent).count == 1)
    }

    /// T34: GNOME's and tumbler's stay as they are.
    @Test(arguments: ["1796019711", "1796019711.557294"])
    func leavesAValidThumbnailAlone(_ time: String) {
        let (path, status) = photo()
        let place = lay(texts(path, time: time), of: path)
        let before = (try? FileStatus.read(place))
        #expect(!store(path, status))
        #expect((try? FileStatus.read(place)) == before)
    }

    @Test func notesFailuresAndBelievesThem() {
        let (path, status) = photo()
        #expect(cache.storeFailure(of: path, status: status))
        #expect(entry(path, status, filling: 120).isFailure)
        var changed = status
        changed.modified += 1_000_000_000
        #expect(!entry(path, changed, filling: 120).isFailure)
        let place = cache.root.appending("fail/pickture-0.1.0").appending(ThumbnailCache.Key(path).name)
        #expect(permissions(place) == 0o600)
    }

    @Test func believesTheFailuresOfGNOME() {
        let (path, status) = photo()
        _ = lay(
            texts(path, time: "1796019711"), of: path, in: "fail/gnome-thumbnail-factory", width: 1, height: 1
        )
        #expect(entry(path, status, filling: 120).isFailure)
    }

    /// T21: the cache is deleted while the program runs.
    @Test func makesItsFoldersAnew() {
        let (path, status) = photo()
        let cache = cache
        #expect(store(path, status, in: cache))
        TemporaryFolder.remove(folder.path.appending("cache"))
        #expect(store(path, status, in: cache))
        #expect(entry(path, status, filling: 120).isThumbnail)
    }

    /// T22: a place where nothing can be written is silent.
    @Test func livesWithoutAPlaceToWrite() {
        let (path, status) = photo()
        let blocked = ThumbnailCache(root: path.appending("thumbnails"))
        #expect(!store(path, status, in: blocked))
        #expect(!blocked.storeFailure(of: path, status: status))
        #expect(!entry(path, status, filling: 120, in: blocked).isThumbnail)
    }

    @Test func makesNoThumbnailsOfThumbnails() {
        let (path, _) = photo()
        let place = lay(texts(path, time: "1796019711"), of: path)
        #expect(!store(place, (try? FileStatus.read(place))!))
    }

    /// What GLib, and so every GTK program, thinks of ours.
    @Test func isAcceptedByGIO() throws {
        let (path, status) = photo("a b.png")
        guard store(path, status) else { return }
        let home = cache.root.parent
        let process = try ChildProcess(
            ["/bin/sh", "-c", "XDG_CACHE_HOME=\"$1\" gio info -a 'thumbnail::*' \"$2\" > \"$3\"", "sh"].map {
                Array($0.utf8)
            }
                + [home.bytes, path.bytes, folder.path.appending("said").bytes])
        var code: Int32?
        while code == nil { code = process.wait(milliseconds: 1000) }
        // A system without the tool has nobody to ask.
        guard code == 0 else { return }
        let said = String(decoding: read(folder.path.appending("said")), as: UTF8.self)
        #expect(said.contains("thumbnail::is-valid: TRUE"), "\(said)")
    }
}

extension ThumbnailCache.Entry {
    var isThumbnail: Bool { if case .thumbnail = self { true } else { false } }
    var isFailure: Bool { if case .failure = self { true } else { false } }
    var width: Int? { if case .thumbnail(let pixels, _) = self { pixels.size.width } else { nil } }
}
