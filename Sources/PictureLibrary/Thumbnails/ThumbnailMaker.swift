import GLibBridge

/// Fills the shared cache without a window: `--make-thumbnails`.
public enum ThumbnailMaker {}
