import GLibBridge
import GtkBridge
import Testing

@testable import ImagePicker

private func geometry(
    _ width: Int, _ height: Int, view: (Double, Double) = (1000, 500), scaleFactor: Double = 1
) -> ZoomGeometry {
    var geometry = ZoomGeometry(picture: PixelSize(width: width, height: height))
    geometry.resize(width: view.0, height: view.1, scaleFactor: scaleFactor)
    return geometry
}

/// The pixel of the picture at a point of the view.
private func pixel(_ geometry: ZoomGeometry, _ x: Double, _ y: Double) -> Point {
    let scale = geometry.zoom / geometry.scaleFactor
    return Point(
        x: geometry.centre.x + (x - geometry.width / 2) / scale,
        y: geometry.centre.y + (y - geometry.height / 2) / scale)
}

private func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 0.001 }

@Suite struct Fitting {
    @Test("a large picture is shown whole, in the middle")
    func large() {
        #expect(geometry(4000, 1000).area == Rectangle(x: 0, y: 125, width: 1000, height: 250))
        #expect(geometry(500, 5000).area == Rectangle(x: 475, y: 0, width: 50, height: 500))
    }

    @Test("a small picture is not enlarged")
    func small() {
        #expect(geometry(100, 50).area == Rectangle(x: 450, y: 225, width: 100, height: 50))
    }

    @Test("on a screen with two pixels for one, twice as many are shown")
    func fine() {
        #expect(geometry(4000, 1000, scaleFactor: 2).zoom == 0.5)
        #expect(geometry(100, 50, scaleFactor: 2).area.width == 50)
        #expect(geometry(100, 50, scaleFactor: 2).devicePixels == PixelSize(width: 2000, height: 1000))
    }

    @Test("edges lie on the screen's pixels")
    func sharp() {
        let area = geometry(1001, 701, view: (997, 503), scaleFactor: 2).area
        for edge in [area.x, area.y, area.x + area.width, area.y + area.height] {
            #expect((edge * 2).rounded() == edge * 2)
        }
    }

    @Test("a view without a size, and a picture without one, are survived")
    func nothing() {
        var empty = ZoomGeometry(picture: PixelSize(width: 0, height: 0))
        #expect(empty.zoom == 1)
        empty.zoom(to: 4, around: Point(x: 3, y: 3))
        empty.pan(x: 10, y: 10)
        empty.resize(width: 0, height: 0, scaleFactor: 0)
        #expect(empty.visible.x.isEmpty || empty.visible.x == 0..<1)
        #expect(empty.devicePixels == PixelSize(width: 1, height: 1))
    }
}

@Suite struct Zooming {
    @Test("what is under the pointer stays there")
    func pointer() {
        var zoomed = geometry(4000, 4000)
        zoomed.zoom(to: 0.5, around: zoomed.middle)
        let before = pixel(zoomed, 300, 200)
        zoomed.zoom(by: 2, around: Point(x: 300, y: 200))
        let after = pixel(zoomed, 300, 200)
        #expect(zoomed.zoom == 1)
        #expect(near(before.x, after.x) && near(before.y, after.y))
    }

    @Test("from the whole to the pixels and back")
    func toggle() {
        var zoomed = geometry(4000, 1000)
        zoomed.toggle(around: Point(x: 0, y: 250))
        #expect(zoomed.zoom == 1 && !zoomed.isFitting)
        #expect(zoomed.visible.x == 0..<1000)
        zoomed.toggle(around: zoomed.middle)
        #expect(zoomed.isFitting && zoomed == geometry(4000, 1000))
    }

    @Test("a picture that is whole at its pixels is enlarged to the window")
    func small() {
        var zoomed = geometry(100, 100)
        zoomed.toggle(around: zoomed.middle)
        #expect(zoomed.zoom == 5)
        var tiny = geometry(4, 4)
        tiny.toggle(around: tiny.middle)
        #expect(tiny.zoom == ZoomGeometry.largest)
    }

    @Test("never smaller than the whole, never larger than the limit")
    func limits() {
        var zoomed = geometry(4000, 1000)
        for _ in 0..<100 { zoomed.zoom(by: 1.25, around: zoomed.middle) }
        #expect(zoomed.zoom == ZoomGeometry.largest)
        for _ in 0..<100 { zoomed.zoom(by: 1 / 1.25, around: zoomed.middle) }
        #expect(zoomed.isFitting && zoomed.zoom == 0.25)
    }

    @Test("panning stops at the edges, and what is smaller than the view stays in the middle")
    func pan() {
        var zoomed = geometry(4000, 300)
        zoomed.zoom(to: 1, around: zoomed.middle)
        zoomed.pan(x: 100_000, y: 100_000)
        #expect(zoomed.area.x == 0)
        #expect(zoomed.area.y == 100)
        zoomed.pan(x: -100_000, y: 0)
        #expect(zoomed.area.x + zoomed.area.width == 1000)
    }

    @Test("what fits is not panned")
    func panWhole() {
        var whole = geometry(4000, 300)
        whole.pan(x: 50, y: 50)
        #expect(whole == geometry(4000, 300))
    }

    @Test("a view that grows beyond the zoom shows the whole")
    func grows() {
        var zoomed = geometry(1200, 600)
        zoomed.zoom(to: 0.9, around: zoomed.middle)
        zoomed.resize(width: 2000, height: 1000, scaleFactor: 1)
        #expect(zoomed.isFitting)
    }

    @Test("a picture that turns out larger keeps what is in sight")
    func replaced() {
        var zoomed = geometry(400, 200, view: (100, 100))
        zoomed.zoom(to: 1, around: Point(x: 0, y: 0))
        let before = pixel(zoomed, 50, 50)
        zoomed.replace(picture: PixelSize(width: 4000, height: 2000))
        let after = pixel(zoomed, 50, 50)
        #expect(near(before.x * 10, after.x) && near(before.y * 10, after.y))
        #expect(near(zoomed.zoom, 0.1))
    }
}

@Suite struct Tiles {
    @Test("those in sight, and no others")
    func visible() {
        #expect(PictureTiles.tiles(0..<1000, 1, 30_000) == 0..<2)
        #expect(PictureTiles.tiles(1024..<1025, 1, 30_000) == 2..<3)
        #expect(PictureTiles.tiles(29_900..<30_000, 1, 30_000) == 58..<59)
        #expect(PictureTiles.tiles(0..<0, 1, 30_000).isEmpty)
    }

    @Test("of a picture that was reduced, fewer")
    func reduced() {
        #expect(PictureTiles.tiles(0..<40_000, 4, 10_000) == 0..<20)
        #expect(PictureTiles.tiles(20_000..<22_000, 4, 10_000) == 9..<11)
    }

    @Test("a huge picture is decoded no larger than the zoom needs, an ordinary one whole")
    func detail() {
        let photo = PixelSize(width: 4000, height: 3000)
        #expect(PreviewLoader.detailSize(of: photo, zoom: 0.3) == photo)
        let panorama = PixelSize(width: 30_000, height: 2000)
        #expect(PreviewLoader.detailSize(of: panorama, zoom: 0.2) == PixelSize(width: 7500, height: 500))
        #expect(PreviewLoader.detailSize(of: panorama, zoom: 0.25) == PixelSize(width: 7500, height: 500))
        #expect(PreviewLoader.detailSize(of: panorama, zoom: 0.6) == panorama)
        #expect(PreviewLoader.detailSize(of: panorama, zoom: 8) == panorama)
    }

    @Test("B23: the pixels that are held have a bound")
    func bound() {
        let panorama = PixelSize(width: 30_000, height: 2000)
        #expect(PreviewLoader.bounded(panorama) == panorama)
        let huge = PreviewLoader.bounded(PixelSize(width: 24_918, height: 9920))
        #expect(huge.pixelCount <= PreviewLoader.largest)
        #expect(huge.pixelCount > PreviewLoader.largest * 9 / 10)
        #expect(PreviewLoader.bounded(PixelSize(width: 1_000_000_000, height: 1)).height == 1)
    }
}
