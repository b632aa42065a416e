import GLibBridge
import GtkBridge
import PictureLibrary

/// What each frame took and showed, on standard error, for `scripts/bench`; nothing else differs then.
///
/// A line is `frame at=T took=T row=N first=N seen=N rough=N sharp=N read=N tiles=T cpu=T`: when the frame was drawn
/// and how long that took (microseconds, `CLOCK_MONOTONIC`), the tiles in a row, the first tile in sight, how many are in
/// sight, how many of them show a placeholder or the sharp picture, 1 when all folders and files have been read, and the
/// processor time until then for the tiles' pictures and for everything (microseconds, of this process).
final class FrameTimings {
    /// Whoever measures sets this variable.
    static let isWanted = Environment["PICKTURE_TIMINGS"] != nil

    private unowned let grid: PhotoGrid
    private var began = 0

    init(_ grid: PhotoGrid, in window: Window) {
        self.grid = grid
        window.onFrame(
            begin: { [weak self] in self?.began = MonotonicClock.microseconds },
            end: { [weak self] in self?.tell() })
    }

    private func tell() {
        let now = MonotonicClock.microseconds
        let seen = grid.visibleRows
        var rough = 0
        var sharp = 0
        for asset in grid.session.assets.model.elements[seen] {
            switch grid.session.thumbnails.content(of: asset) {
            case .placeholder, .waiting(.some): rough += 1
            case .waiting(nil): break
            case .picture, .broken, .unavailable: sharp += 1
            }
        }
        let figures = [
            "at=\(now)", "took=\(now - began)", "row=\(grid.geometry.columns)", "first=\(seen.lowerBound)",
            "seen=\(seen.count)", "rough=\(rough)", "sharp=\(sharp)",
            "read=\(grid.session.progress.isComplete ? 1 : 0)",
            "tiles=\(grid.session.thumbnails.processorTime)", "cpu=\(ProcessorClock.process)",
        ]
        StandardStreams.writeError("frame " + figures.joined(separator: " ") + "\n")
    }
}
