import GLibBridge

/// Makes what a tile shows from a picture of any shape.
enum TilePicture {
    /// What shows behind transparent pictures and around tiny ones: a grey on which dark and light
    /// drawings both stand out.
    static let ground: UInt32 = 0x9A9A9A
    /// A picture is enlarged at most this much; a smaller one stands in the middle of the ground.
    private static let largestEnlargement = 2.0

    /// The middle of `picture` as an opaque square of `side` pixels.
    static func square(_ picture: Pixbuf, side: Int, enlarging limit: Double = largestEnlargement)
        -> PixelBuffer?
    {
        let size = picture.size
        let factor = min(Double(side) / Double(size.shorterSide), limit)
        // Crop first, in the picture's own pixels, so that a panorama is not scaled whole.
        let seen = Int((Double(side) / factor).rounded(.up))
        let middle = picture.cropped(
            to: PixelSize(width: min(size.width, seen), height: min(size.height, seen)))
        let scaled = middle.size.scaled(by: factor)
        let shown = PixelSize(width: min(side, scaled.width), height: min(side, scaled.height))
        guard let flat = middle.composited(to: shown, on: ground) else { return nil }
        let whole = PixelSize(width: side, height: side)
        // A part of a larger picture must not keep all of that picture's memory.
        return
            (shown == whole && flat.pointer != middle.pointer ? flat : flat.centred(on: ground, size: whole))?
            .pixels
    }

    /// A camera's small preview, upright, as the photo looks: without the black bars that fill the preview up
    /// to 4:3.
    static func square(preview: Pixbuf, photo: PixelSize?, side: Int) -> PixelBuffer? {
        var part = preview.size
        if let photo, photo.width > 0, photo.height > 0 {
            let width = Double(part.height) * Double(photo.width) / Double(photo.height)
            let height = Double(part.width) * Double(photo.height) / Double(photo.width)
            if width < Double(part.width) {
                part.width = max(1, Int(width))
            } else {
                part.height = max(1, min(part.height, Int(height)))
            }
        }
        return square(preview.cropped(to: part), side: side, enlarging: .infinity)
    }
}
