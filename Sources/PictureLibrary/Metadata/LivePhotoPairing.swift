import GLibBridge

/// Finds the stills and clips of one folder that are one live photo.
///
/// Apple stores a live photo as two files of one base name. Downloads rename them: iCloud adds `_HEVC` to
/// the clip, Google Takeout counts equal names (`IMG_1(1).JPG`) but not those of the clips.
public enum LivePhotoPairing {
    /// `assets` with each clip joined to its still, which becomes `.live`; the clip itself drops out.
    ///
    /// The items are those of one folder, with the metadata known so far. Names are compared without case.
    /// Where both files carry a content identifier it decides: equal ones pair, different ones never do.
    public static func pair(_ assets: [Asset]) -> [Asset] {
        var clips: [[UInt8]: [Int]] = [:]
        for (index, asset) in assets.enumerated() where isClip(asset) {
            clips[clipStem(asset.path), default: []].append(index)
        }
        guard !clips.isEmpty else { return assets }

        var result = assets
        var used: Set<Int> = []
        func join(_ still: Int, _ clip: Int) {
            used.insert(clip)
            result[still].kind = .live
            result[still].clip = assets[clip].path
            result[still].metadata?.kind = .live
            result[still].metadata?.duration = assets[clip].metadata?.duration
        }
        // The surest pairs first, so that a namesake never takes the clip of another still.
        for certainty in Certainty.allCases {
            for (index, asset) in assets.enumerated() where result[index].clip == nil && isStill(asset) {
                let candidates = stillStems(asset.path).flatMap { clips[$0] ?? [] }
                if let clip = candidates.first(where: { clip in
                    !used.contains(clip) && self.certainty(asset, assets[clip]) == certainty
                }) {
                    join(index, clip)
                }
            }
        }
        return result.enumerated().filter { !used.contains($0.offset) }.map(\.element)
    }

    private enum Certainty: CaseIterable {
        case sameIdentifier, sameStem, similarStem
    }

    private static func certainty(_ still: Asset, _ clip: Asset) -> Certainty? {
        if let still = still.metadata?.contentIdentifier, let clip = clip.metadata?.contentIdentifier {
            return still.lowercased() == clip.lowercased() ? .sameIdentifier : nil
        }
        let sameStem = lowercased(still.path.stem) == lowercased(clip.path.stem)
        return sameStem ? .sameStem : .similarStem
    }

    private static func isStill(_ asset: Asset) -> Bool {
        asset.kind == .photo && ["image/jpeg", "image/heif"].contains(asset.contentType)
    }

    private static func isClip(_ asset: Asset) -> Bool {
        asset.kind == .video && asset.contentType == "video/quicktime"
    }

    private static func clipStem(_ path: FilePath) -> [UInt8] {
        let stem = lowercased(path.stem)
        let suffix = Array("_hevc".utf8)
        return stem.count > suffix.count && stem.suffix(suffix.count).elementsEqual(suffix)
            ? stem.dropLast(suffix.count) : stem
    }

    /// The base names that the clip of this still may have.
    private static func stillStems(_ path: FilePath) -> [[UInt8]] {
        let stem = lowercased(path.stem)
        guard stem.last == UInt8(ascii: ")"), let open = stem.lastIndex(of: UInt8(ascii: "(")), open > 0,
            stem[(open + 1)...].dropLast().count > 0,
            stem[(open + 1)...].dropLast().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            )
        else { return [stem] }
        return [stem, Array(stem[..<open])]
    }

    private static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
