import GLibBridge
import PictureLibrary

extension Asset {
    /// What screen readers add to the name: kind and date.
    var spokenDescription: String { tr("{kind}, {date}", ["kind": kind.name, "date": dateText]) }

    /// Date and time in the user's language.
    var dateText: String {
        // Translators: date and time of a photo, as strftime reads it.
        WallClock.format(shownWallClock, tr("%Y-%m-%d %H:%M"))
    }

    /// `0:07`, `1:02:30`; nil for what does not run.
    var durationText: String? {
        guard kind == .video, let duration = metadata?.duration, duration.isFinite, duration < 360_000 else {
            return nil
        }
        let seconds = Int(duration.rounded())
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let tail = String(seconds % 60 + 100).suffix(2)
        guard hours > 0 else { return "\(minutes):\(tail)" }
        return "\(hours):\(String(minutes + 100).suffix(2)):\(tail)"
    }
}

extension MediaKind {
    var name: String {
        switch self {
        case .photo: tr("Photo")
        case .live: tr("Live photo")
        case .video: tr("Video")
        }
    }
}
