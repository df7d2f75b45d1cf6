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

let package = Package(
    name: "Retriever",
    products: [
        .library(name: "Retriever", targets: ["HTTPSemantics"])
    ],
    targets: [
        .target(name: "HTTPSemantics", swiftSettings: settings),
        .target(name: "CatalogAPI", dependencies: ["HTTPSemantics"], swiftSettings: settings),
    ]
)
