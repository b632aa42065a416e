extension [UInt64] {
    /// The numbers as a file has them, the lowest byte first: all copied at once.
    public var littleEndianBytes: [UInt8] {
        map { $0.littleEndian }.withUnsafeBytes { Array<UInt8>($0) }
    }
}
