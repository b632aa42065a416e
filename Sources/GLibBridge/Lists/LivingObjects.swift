import CGlib

/// The objects of a list that somebody holds now, by the identity of their elements. It holds none itself.
@MainActor
final class LivingObjects {
    private var objects: [ObjectIdentifier: UnsafeMutableRawPointer] = [:]
    private var identities: [UnsafeMutableRawPointer: ObjectIdentifier] = [:]

    subscript(identity: ObjectIdentifier) -> UnsafeMutableRawPointer? { objects[identity] }

    func add(_ object: UnsafeMutableRawPointer, as identity: ObjectIdentifier) {
        objects[identity] = object
        identities[object] = identity
        // The reference to this is given back when the object goes, which it does on the main thread.
        g_object_weak_ref(
            cast(object),
            { data, object in
                let owner = Unmanaged<LivingObjects>.fromOpaque(data!).takeRetainedValue()
                // Only its number is used.
                nonisolated(unsafe) let address = UnsafeMutableRawPointer(object!)
                MainActor.assumeIsolated { owner.forget(address) }
            }, Unmanaged.passRetained(self).toOpaque())
    }

    /// The object of `old`, if it lives, is that of `new` from now on.
    func rename(_ old: ObjectIdentifier, to new: ObjectIdentifier) -> UnsafeMutableRawPointer? {
        guard let object = objects.removeValue(forKey: old) else { return nil }
        objects[new] = object
        identities[object] = new
        return object
    }

    private func forget(_ object: UnsafeMutableRawPointer) {
        if let identity = identities.removeValue(forKey: object) { objects[identity] = nil }
    }
}
