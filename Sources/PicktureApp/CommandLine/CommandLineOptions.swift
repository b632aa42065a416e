import GLibBridge

/// The options of `pickture`, as the help shows them.
nonisolated enum CommandLineOptions {
    typealias Option = OptionParser.Option

    static var parser: OptionParser {
        OptionParser(
            operands: tr("[FOLDER or FILE…]"),
            summary: tr("Shows photos, and gives the program that asked those that are picked."),
            options: modes + picking + offering + output + window + information)
    }

    private static var modes: [Option] {
        [
            Option("pick", help: tr("Show the picker as a dialog, print the result, exit")),
            Option("list", help: tr("Print what the picker would show, without a window")),
            Option("make-thumbnails", help: tr("Make the missing thumbnails, without a window")),
            Option("doctor", help: tr("Say what keeps the picker from working (not there yet)")),
        ]
    }

    private static var picking: [Option] {
        [
            Option("max", value: tr("N"), help: tr("Most items that can be picked; 0: no limit")),
            Option("min", value: tr("N"), help: tr("Fewest items that can be accepted")),
            Option("multiple", help: tr("The same as --max 0")),
            Option("preselect", value: tr("FILE"), help: tr("Picked from the start; may repeat")),
            Option("crop", value: "W:H", help: tr("Crop what was picked (not there yet)")),
            Option("size", value: "WxH", help: tr("Scale results down to fit (not there yet)")),
            Option("output-dir", value: tr("FOLDER"), help: tr("Where new files go (not there yet)")),
        ]
    }

    private static var offering: [Option] {
        [
            Option("sources", value: tr("LIST"), help: tr("Of camera (not there yet), library, album")),
            Option("ask", help: tr("First ask where to pick from (not there yet)")),
            Option("media", value: tr("LIST"), help: tr("Of photo, live, video")),
            Option(
                "filter", value: tr("'NAME | *.png *.jpg'"),
                help: tr("Offer only names that match; may repeat")),
            Option("mime", value: tr("LIST"), help: tr("Offer only these content types")),
            Option("with-location", help: tr("Offer only what has a position")),
            Option("hidden", help: tr("Offer hidden files and folders too")),
            Option("no-recursive", help: tr("Leave out subfolders")),
            Option("sort", value: tr("ORDER"), help: tr("One of newest, oldest, name, none")),
            Option("read0", help: tr("Names on standard input end in NUL")),
            Option("camera", value: tr("DEVICE"), help: tr("Only none (others are not there yet)")),
            Option(
                "capture-dir", value: tr("FOLDER"),
                help: tr("Where taken photos are saved (not there yet)")),
        ]
    }

    private static var output: [Option] {
        [
            Option("format", value: tr("FORM"), help: tr("One of plain, uri, json")),
            Option("print0", short: "0", help: tr("NUL after each result instead of a newline")),
            Option("separator", value: tr("TEXT"), help: tr("Put between results")),
        ]
    }

    private static var window: [Option] {
        [
            Option("title", value: tr("TEXT"), help: tr("Title of the window")),
            Option("accept-label", value: tr("TEXT"), help: tr("Text of the accept button")),
            Option(
                "parent", value: tr("HANDLE"), help: tr("Be modal to x11:XID or wayland:HANDLE")),
            Option("timeout", value: tr("SECONDS"), help: tr("Give up after that long")),
        ]
    }

    private static var information: [Option] {
        [
            Option("version", help: tr("Print the version")),
            // GLib's own entries stand in the help.
            Option("help", short: "h", help: "", isHidden: true),
            Option("help-all", help: "", isHidden: true),
        ]
    }
}
