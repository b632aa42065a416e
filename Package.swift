// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
/// Rooms whose classes belong to a window live on the main actor unless they say otherwise.
let onMainActor = strict + [.defaultIsolation(MainActor.self)]

/// Every parser with what is checked of it: a program for scripts/fuzz, and for all others the tests that replay
/// what it found.
let fuzzing: [Target] =
    if Context.environment["PICKTURE_FUZZING"] != nil {
        [
            .executableTarget(
                name: "fuzz", dependencies: ["GLibBridge", "PicktureApp", "PictureLibrary"],
                path: "Tests/Fuzzing", exclude: ["ReplayTests.swift"], swiftSettings: strict)
        ]
    } else {
        [
            .testTarget(
                name: "FuzzingTests", dependencies: ["GLibBridge", "PicktureApp", "PictureLibrary"],
                path: "Tests/Fuzzing", exclude: ["FuzzProgram.swift"], swiftSettings: strict)
        ]
    }

let package = Package(
    name: "Pickture",
    products: [
        .executable(name: "pickture", targets: ["pickture"]),
        .executable(name: "pickture-decoder", targets: ["pickture-decoder"]),
        .library(name: "ImagePicker", targets: ["ImagePicker"]),
    ],
    targets: [
        // The C libraries, as they are: a module map and what Clang cannot import by itself.
        .systemLibrary(name: "CGlib", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(
            name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
        .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .systemLibrary(name: "CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        // libjpeg and libpng, whose errors must not leave C; both come with gdk-pixbuf's development files.
        .target(
            name: "CImageCodecs", linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png")]),

        // Control messages and kernel filters, which are made of macros.
        .target(name: "CWorker"),

        // The bridges: the only rooms besides Metadata/ and Thumbnails/ that see a C pointer.
        .target(name: "GLibBridge", dependencies: ["CGlib", "CWorker"], swiftSettings: strict),
        .target(
            name: "GtkBridge", dependencies: ["CGlib", "CGtk", "GLibBridge"], swiftSettings: onMainActor),

        // The picker.
        .target(
            name: "PictureLibrary",
            dependencies: ["CGdkPixbuf", "CGlib", "CImageCodecs", "GLibBridge"],
            swiftSettings: strict),
        .target(
            name: "ImagePicker", dependencies: ["GLibBridge", "GtkBridge", "PictureLibrary"],
            resources: [.embedInCode("Resources/style.css")], swiftSettings: onMainActor),
        .target(
            name: "PicktureApp", dependencies: ["GLibBridge", "GtkBridge", "ImagePicker", "PictureLibrary"],
            swiftSettings: onMainActor),
        .executableTarget(name: "pickture", dependencies: ["PicktureApp"], swiftSettings: onMainActor),
        .executableTarget(name: "pickture-decoder", dependencies: ["PictureLibrary"], swiftSettings: strict),
        .executableTarget(
            name: "Letters", dependencies: ["GLibBridge", "GtkBridge", "ImagePicker", "PictureLibrary"],
            path: "Examples/Letters", swiftSettings: onMainActor),

        .testTarget(
            name: "GLibBridgeTests", dependencies: ["CGlib", "GLibBridge"], swiftSettings: strict),
        .testTarget(
            name: "PictureLibraryTests", dependencies: ["CExif", "CGlib", "GLibBridge", "PictureLibrary"],
            swiftSettings: strict),
        .testTarget(
            name: "ImagePickerTests",
            dependencies: ["GLibBridge", "GtkBridge", "ImagePicker", "PictureLibrary"],
            swiftSettings: strict),
        .testTarget(
            name: "PicktureAppTests", dependencies: ["GLibBridge", "PicktureApp", "PictureLibrary"],
            swiftSettings: strict),
    ] + fuzzing
)
