import PictureLibrary

/// Where in the list the preview is. The list may change under it at any time.
nonisolated struct PreviewPlace {
    private var elements: [Asset]
    private(set) var row: Int

    /// Nil where `id` is not in the list.
    init?(_ id: Asset.ID, in elements: [Asset]) {
        guard let row = elements.firstIndex(where: { $0.id == id }) else { return nil }
        self.elements = elements
        self.row = row
    }

    var asset: Asset { elements[row] }
    var count: Int { elements.count }

    /// What lies `distance` rows further on; nil beyond either end.
    func neighbour(_ distance: Int) -> Asset? {
        elements.indices.contains(row + distance) ? elements[row + distance] : nil
    }

    mutating func move(by distance: Int) { row = min(max(0, row + distance), elements.count - 1) }

    /// Follows a change of the list: stays with what is shown, else goes to what came next, else to what
    /// came before.
    ///
    /// - Returns: false where nothing of it is left.
    mutating func follow(_ new: [Asset]) -> Bool {
        if new.indices.contains(row), new[row].id == asset.id {
            elements = new
            return true
        }
        var rows: [Asset.ID: Int] = [:]
        rows.reserveCapacity(new.count)
        for (row, asset) in new.enumerated() { rows[asset.id] = row }
        let onwards = elements[row...].lazy.compactMap { rows[$0.id] }.first
        let kept = onwards ?? elements[..<row].reversed().lazy.compactMap { rows[$0.id] }.first
        guard let kept else { return false }
        elements = new
        row = kept
        return true
    }
}
