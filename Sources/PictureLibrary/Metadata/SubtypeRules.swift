import GLibBridge

/// The finer kinds of a picture, from its metadata, its name and its shape.
enum SubtypeRules {
    static func subtypes(
        of metadata: AssetMetadata, path: FilePath, exif: EXIFTags?, xmp: XMPPacket
    ) -> AssetMetadata.Subtypes {
        var result: AssetMetadata.Subtypes = []
        let isApple = exif?.make == "Apple"
        if xmp.hasPrefix("hdrgm:") || exif?.appleHDRType == 3
            || isApple && [2, 3].contains(exif?.customRendered)
        {
            result.insert(.hdr)
        }
        if xmp.hasPrefix("GDepth:") || isApple && [7, 8].contains(exif?.customRendered)
            || !xmp.isEmpty && xmp.containerItems.contains(where: { $0.semantic.hasPrefix("Depth") })
        {
            result.insert(.depth)
        }
        if exif?.lens?.lowercased().contains("front") == true { result.insert(.selfie) }
        if isScreenshot(path, hasCamera: metadata.camera != nil, comment: exif?.userComment) {
            result.insert(.screenshot)
        }
        if isApple && exif?.customRendered == 6 || !xmp.isEmpty && xmp["GPano:ProjectionType"] != nil {
            result.insert(.panorama)
        } else if let size = metadata.size, !result.contains(.screenshot), metadata.kind == .photo,
            Double(size.width) >= 2.5 * Double(size.height), !metadata.contentType.hasPrefix("image/svg")
        {
            result.insert(.panorama)
        }
        return result
    }

    /// What the desktops and phones call a screenshot's file or folder.
    private static let screenshotNames = [
        "screenshot", "screen shot", "screen-shot", "bildschirmfoto", "capture d’écran", "capture d'écran",
        "captura de pantalla", "schermata", "снимок экрана", "スクリーンショット", "截图", "屏幕截图", "截屏",
    ]

    /// The first bytes of ``screenshotNames``.
    private static let firstLetters = Set(screenshotNames.compactMap(\.utf8.first))

    private static func isScreenshot(_ path: FilePath, hasCamera: Bool, comment: String?) -> Bool {
        if comment?.lowercased() == "screenshot" { return true }
        func isNamedSo(_ name: ArraySlice<UInt8>) -> Bool {
            // Most names begin otherwise, which is told without making text of them.
            guard let first = name.first, first >= 0x80 || firstLetters.contains(first | 0x20) else {
                return false
            }
            let name = String(decoding: name, as: UTF8.self).lowercased()
            return screenshotNames.contains { name.utf8.starts(with: $0.utf8) }
        }
        return isNamedSo(path.nameBytes) || !hasCamera && isNamedSo(path.parentNameBytes)
    }
}
