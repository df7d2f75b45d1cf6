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

// The service: C libraries, server, store, routes, executable and their tests.
let serviceTargets: [Target] = [
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .target(name: "HTTPServer", dependencies: ["HTTPSemantics", "CMicroHTTPD"], swiftSettings: settings),
    .target(name: "Secrets", dependencies: ["CSodium"], swiftSettings: settings),
    .target(name: "Console", swiftSettings: settings),
    .target(name: "CatalogStore", dependencies: ["CatalogAPI", "CSQLite"], swiftSettings: settings),
    .target(
        name: "CatalogService",
        dependencies: ["HTTPSemantics", "HTTPServer", "CatalogAPI", "CatalogStore", "Secrets", "Console"],
        resources: [.embedInCode("Content")],
        swiftSettings: settings
    ),
    .executableTarget(
        name: "ServiceCommand",
        dependencies: ["CatalogService", "CatalogStore", "HTTPServer", "Console"],
        swiftSettings: settings
    ),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(name: "SecretsTests", dependencies: ["Secrets"], swiftSettings: settings),
    .testTarget(
        name: "HTTPServerTests",
        dependencies: ["HTTPServer", "HTTPSemantics", "TestSupport"],
        swiftSettings: settings
    ),
    .testTarget(
        name: "CatalogStoreTests",
        dependencies: ["CatalogStore", "CatalogAPI", "TestSupport"],
        swiftSettings: settings
    ),
    .testTarget(
        name: "CatalogServiceTests",
        dependencies: ["CatalogService", "CatalogStore", "CatalogAPI", "HTTPServer", "HTTPSemantics", "Secrets", "TestSupport"],
        swiftSettings: settings
    ),
]

let package = Package(
    name: "Retriever",
    products: [
        .library(name: "Retriever", targets: ["HTTPSemantics"]),
        .executable(name: "retriever-service", targets: ["ServiceCommand"]),
    ],
    targets: [
        .target(name: "HTTPSemantics", swiftSettings: settings),
        .target(name: "CatalogAPI", dependencies: ["HTTPSemantics"], swiftSettings: settings),
    ] + serviceTargets
)
