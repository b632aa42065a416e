import CGtk
import GLibBridge

extension Widget {
    /// Lets the user drag files out with the mouse; `prepare` says which ones a drag from `point` takes, none
    /// if none.
    public func onDragOut(
        _ prepare: @escaping @MainActor (Point) -> (files: [FilePath], icon: Texture?)
    ) {
        let source = gtk_drag_source_new()!
        gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
        connect(
            source, "prepare",
            returning: { (x: Double, y: Double) -> MaybeObject in
                guard currentPointer(source.raw) == .mouse else { return MaybeObject(transferFull: nil) }
                let (files, icon) = prepare(Point(x: x, y: y))
                guard !files.isEmpty else { return MaybeObject(transferFull: nil) }
                if let icon { gtk_drag_source_set_icon(source, icon.reference.pointer, 8, 8) }
                return MaybeObject(transferFull: contentProvider(for: files))
            })
        gtk_widget_add_controller(pointer, source)
    }

    /// Takes files that are dropped here, whatever action their source offers; they are only copied.
    public func onDrop(_ take: @escaping @MainActor ([FilePath]) -> Bool) {
        let actions = GdkDragAction(
            rawValue: GDK_ACTION_COPY.rawValue | GDK_ACTION_MOVE.rawValue | GDK_ACTION_LINK.rawValue)
        let target = gtk_drop_target_new(gdk_file_list_get_type(), actions)!
        for signal in ["enter", "motion"] {
            connect(
                target, signal,
                returning: { (_: Double, _: Double) -> UInt32 in GDK_ACTION_COPY.rawValue })
        }
        connect(
            target, "drop",
            returning: { (value: OpaquePointer, _: Double, _: Double) -> Bool in
                let value = UnsafePointer<GValue>(value)
                guard let list = g_value_get_boxed(value) else { return false }
                return take(files(in: OpaquePointer(list)))
            })
        gtk_widget_add_controller(pointer, target)
    }
}

nonisolated func files(in list: OpaquePointer) -> [FilePath] {
    let head = gdk_file_list_get_files(list)
    defer { g_slist_free(head) }
    var files: [FilePath] = []
    var link = head
    while let node = link {
        if let path = g_file_get_path(OpaquePointer(node.pointee.data)) {
            files.append(FilePath(cString: path))
            g_free(path)
        }
        link = node.pointee.next
    }
    return files
}
