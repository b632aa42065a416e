import CGlib
import GLibBridge
import Glibc

@testable import PictureLibrary

/// A picture with a different colour in each quarter: red, green, blue, yellow.
func picture(_ width: Int, _ height: Int) -> Pixbuf {
    let rows = (0..<height).flatMap { y in
        (0..<width).flatMap { x -> [UInt8] in
            switch (x < width / 2, y < height / 2) {
            case (true, true): [255, 0, 0]
            case (false, true): [0, 255, 0]
            case (true, false): [0, 0, 255]
            case (false, false): [255, 255, 0]
            }
        }
    }
    return Pixbuf(
        PixelBuffer(
            size: PixelSize(width: width, height: height), format: .rgb, stride: width * 3, bytes: Bytes(rows)
        ))
}

func write(_ bytes: [UInt8], to path: FilePath) {
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    precondition(descriptor >= 0 && Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
}

func read(_ path: FilePath) -> [UInt8] {
    guard let file = try? FileReader(path) else { return [] }
    return (try? file.read(at: 0, count: Int(file.size))) ?? []
}

func makeFolders(_ path: FilePath) {
    guard path.withCString({ mkdir($0, 0o700) }) != 0, errno == ENOENT else { return }
    makeFolders(path.parent)
    makeFolders(path)
}

func setTime(_ path: FilePath, seconds: Int, nanoseconds: Int) {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    let times = [time, time]
    _ = path.withCString { utimensat(AT_FDCWD, $0, times, 0) }
}

func permissions(_ path: FilePath) -> UInt32 {
    var status = stat()
    _ = path.withCString { stat($0, &status) }
    return status.st_mode & 0o777
}

func names(in folder: FilePath) -> [String] {
    guard let reader = try? FolderReader(folder) else { return [] }
    var names: [String] = []
    while let entry = try? reader.next() { names.append(String(decoding: entry.name, as: UTF8.self)) }
    return names
}

/// A picture file of the repository.
func fixture(_ name: String) -> FilePath {
    FilePath(#filePath).parent.parent.parent.appending("Fixtures/pictures").appending(name)
}
