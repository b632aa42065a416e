import GLibBridge

extension Asset {
    /// This asset with what its bytes say of it; as it is where that is known or the file can't be read.
    /// Blocking, for background threads only.
    public func inspected() -> Asset {
        guard metadata == nil, let metadata = try? MetadataReader.read(path) else { return self }
        var asset = self
        asset.metadata = metadata
        asset.kind = metadata.kind
        asset.contentType = metadata.contentType
        return asset
    }
}
