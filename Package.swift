// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// Tests talk to sockets and processes directly, so they do without `unsafe` marks and explicit import levels.
let testSettings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "Retriever",
    products: [
        .library(name: "Retriever", targets: ["Retriever", "HTTPSemantics"])
    ],
    targets: [
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .target(name: "HTTPSemantics", swiftSettings: settings),
        .target(name: "InternationalNames", dependencies: ["CIDN2"], swiftSettings: settings),
        .target(name: "CurlTransport", dependencies: ["CCurl", "HTTPSemantics"], swiftSettings: settings),
        .target(
            name: "Retriever", dependencies: ["HTTPSemantics", "CurlTransport", "InternationalNames"], swiftSettings: settings),
        .target(name: "CatalogAPI", dependencies: ["Retriever"], swiftSettings: settings),
        .target(name: "SafeBrowsing", dependencies: ["HTTPSemantics"], swiftSettings: settings),
        .target(
            name: "Reader", dependencies: ["HTTPSemantics", "Retriever", "CatalogAPI", "SafeBrowsing"], swiftSettings: settings),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: testSettings),
        .testTarget(name: "RetrieverTests", dependencies: ["Retriever", "TestSupport"], swiftSettings: testSettings),
        .testTarget(name: "HTTPSemanticsTests", dependencies: ["HTTPSemantics", "Retriever"], swiftSettings: testSettings),
    ]
)
