import GLibBridge
import GtkBridge
import ImagePicker
import PictureLibrary

/// `--pick`: the picker as a dialog, whose result goes to standard output.
enum PickDialog {
    /// How the dialog ended.
    private enum Outcome {
        case result(PickResult)
        case timedOut
    }

    /// Shows the dialog and waits for its end. Call it outside any main-actor job.
    static func run(_ invocation: Invocation, _ items: OfferedItems) -> ExitStatus {
        let configuration = configuration(invocation, items)
        return MainLoop.run {
            // Thumbnails that are being written are waited for in any case.
            TerminationSignals.handle {}
            let outcome = await outcome(configuration, invocation)
            TerminationSignals.release()
            return switch outcome {
            case .timedOut: .timedOut
            case .result(.cancelled): .cancelled
            case .result(.picked(let assets)): await write(assets, as: invocation.output)
            }
        }
    }

    private static func configuration(
        _ invocation: Invocation, _ items: OfferedItems
    ) -> PickerConfiguration {
        var configuration = PickerConfiguration(library: items.request(library: LibraryFolders.current))
        configuration.maximum = invocation.maximum
        configuration.minimum = invocation.minimum
        configuration.preselected = invocation.preselected
        configuration.filter = invocation.filter
        configuration.filter.namePatterns = []
        configuration.namedFilters = invocation.filters.map {
            NamedFilter(name: $0.name, patterns: $0.patterns)
        }
        configuration.order = items.order
        configuration.title = invocation.title
        configuration.acceptLabel = invocation.acceptLabel
        configuration.parent = invocation.parent.map {
            switch $0 {
            case .x11(let window): .x11(window)
            case .wayland(let handle): .wayland(handle)
            }
        }
        return configuration
    }

    private static func outcome(
        _ configuration: PickerConfiguration, _ invocation: Invocation
    ) async -> Outcome {
        await withCheckedContinuation { continuation in
            var isOver = false
            let window = PickerWindow(configuration) { result in
                guard !isOver else { return }
                isOver = true
                continuation.resume(returning: .result(result))
            }
            if invocation.readsStandardInput { window.offerArriving(invocation) }
            window.present()
            guard let seconds = invocation.timeout else { return }
            Task {
                // Nobody waits a century, and clocks do not count on for ever.
                try? await Task.sleep(for: .seconds(min(seconds, 100 * 365 * 86_400)))
                guard !isOver else { return }
                isOver = true
                window.cancel()
                continuation.resume(returning: .timedOut)
            }
        }
    }

    /// The `json` form says what the bytes say, also of picks that were never in sight.
    private static func write(_ assets: [Asset], as format: ResultFormat) async -> ExitStatus {
        guard format.form == .json else { return ResultWriter.write(assets, as: format) }
        let complete = await BackgroundThread.value(named: "metadata") { assets.map { $0.inspected() } }
        return ResultWriter.write(complete, as: format)
    }
}
