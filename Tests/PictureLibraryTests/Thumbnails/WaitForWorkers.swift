/// Lets the workers' messages arrive until `condition` holds; a suite's time limit ends it.
@MainActor
func wait(until condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
}
