extension Duration {
    /// Whole microseconds, as ``MonotonicClock`` counts them.
    public var microseconds: Int {
        Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000)
    }
}
