import CGlib
import Dispatch
import GLibBridge
import Testing

@MainActor
@Suite("References")
struct ReferenceTests {
    @Test("a transferred reference is given up with the object")
    func transferFull() {
        let witness = FinalizationWitness()
        var reference: Reference<OpaquePointer>? = Reference(transferFull: witness.object)
        #expect(reference?.pointer == witness.object)
        #expect(!witness.isFinalized)
        reference = nil
        #expect(witness.isFinalized)
    }

    @Test("a borrowed object outlives its owner by the reference that was added")
    func transferNone() {
        let witness = FinalizationWitness()
        var reference: Reference<OpaquePointer>? = Reference(transferNone: witness.object)
        g_object_unref(witness.object.raw)
        #expect(!witness.isFinalized)
        _ = reference
        reference = nil
        #expect(witness.isFinalized)
    }

    @Test("a reference dropped on another thread is given up on the main actor")
    func droppedElsewhere() async {
        await withCheckedContinuation { (finalized: CheckedContinuation<Void, Never>) in
            let object = g_simple_action_new("action", nil)!
            let box = Unmanaged.passRetained(Box(finalized)).toOpaque()
            g_object_weak_ref(
                cast(object),
                { data, _ in
                    dispatchPrecondition(condition: .onQueue(.main))
                    Unmanaged<Box>.fromOpaque(data!).takeRetainedValue().continuation.resume()
                }, box)
            let reference = Reference(transferFull: object)
            Task.detached { _ = reference }
        }
    }

    private final class Box {
        let continuation: CheckedContinuation<Void, Never>
        init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
    }
}

/// A GObject that says whether it was finalized.
@MainActor
final class FinalizationWitness {
    let object: OpaquePointer = g_simple_action_new("action", nil)!
    private(set) var isFinalized = false

    init() {
        g_object_weak_ref(
            cast(object),
            { data, _ in
                nonisolated(unsafe) let data = data!  // Used before this call returns.
                MainActor.assumeIsolated {
                    Unmanaged<FinalizationWitness>.fromOpaque(data).takeUnretainedValue().isFinalized = true
                }
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
