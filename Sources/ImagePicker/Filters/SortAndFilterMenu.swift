import GLibBridge
import GtkBridge
import PictureLibrary

/// The menu for the order of the grid and for what of the library it shows.
final class SortAndFilterMenu {
    let button: MenuButton
    private let session: PickerSession
    private let actions: ActionGroup

    init(_ session: PickerSession, actions: ActionGroup) {
        self.session = session
        self.actions = actions
        button = MenuButton(icon: "view-more-symbolic", name: tr("Sort and Filter"))
        addActions()
        button.setMenu { [configuration = session.configuration] in Self.menu(for: configuration) }
    }

    private static func menu(for configuration: PickerConfiguration) -> Menu {
        let menu = Menu()
        let order = Menu()
        order.append(tr("Newest First"), action: "win.sort::newest")
        order.append(tr("Oldest First"), action: "win.sort::oldest")
        order.append(tr("By Name"), action: "win.sort::name")
        menu.appendSection(tr("Sort"), order)
        let kind = Menu()
        kind.append(tr("All Kinds"), action: "win.kind::all")
        for media in MediaKind.allCases where configuration.filter.kinds.contains(media) {
            kind.append(pluralName(of: media), action: "win.kind::" + media.rawValue)
        }
        menu.appendSection(tr("Show"), kind)
        if !configuration.namedFilters.isEmpty {
            let names = Menu()
            for (index, filter) in configuration.namedFilters.enumerated() {
                names.append(filter.name, action: "win.name-filter::" + String(index))
            }
            menu.appendSection(tr("Files"), names)
        }
        let place = Menu()
        place.append(tr("Only with Location"), action: "win.with-location")
        menu.appendSection(nil, place)
        return menu
    }

    private static func pluralName(of kind: MediaKind) -> String {
        switch kind {
        case .photo: tr("Photos")
        case .live: tr("Live Photos")
        case .video: tr("Videos")
        }
    }

    private func addActions() {
        actions.addChoice("sort", session.assets.order.rawValue) { [weak session] word in
            guard let session, let order = SortOrder(rawValue: word) else { return }
            session.assets.order = order
            // A dialog's order is its caller's; the app's is the user's.
            if session.configuration.purpose == .app { session.settings.set("sort-order", word) }
            session.listChanged()
        }
        let offered = session.configuration.filter
        actions.addChoice("kind", "all") { [weak session] word in
            guard let session else { return }
            session.assets.filter.kinds = MediaKind(rawValue: word).map { [$0] } ?? offered.kinds
            session.listChanged()
        }
        let filters = session.configuration.namedFilters
        if !filters.isEmpty {
            actions.addChoice("name-filter", "0") { [weak session] word in
                guard let session, let index = Int(word), filters.indices.contains(index) else { return }
                session.choose(filters[index])
            }
        }
        actions.addToggle("with-location", offered.withPosition) { [weak session] on in
            guard let session else { return }
            session.assets.filter.withPosition = on
            if on { session.tell(.onlyWithPosition) }
            session.listChanged()
        }
        actions.setEnabled("with-location", !offered.withPosition)
    }

    /// Lets the menu show the filter as it is after it was reset elsewhere.
    func reset() {
        actions.setState("kind", "all")
        actions.setState("with-location", session.configuration.filter.withPosition)
    }
}
