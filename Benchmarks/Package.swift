// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// As the `retrieve` command is linked.
let linkedStatically: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections", "-Xlinker", "-zpack-relative-relocs",
            "-use-ld=\(Context.packageDirectory)/../scripts/link",
        ],
        .when(configuration: .release))
]

let package = Package(
    name: "Benchmarks",
    products: [
        .executable(name: "retriever-bench", targets: ["RetrieverBench"]),
        .executable(name: "urlsession-bench", targets: ["URLSessionBench"]),
    ],
    dependencies: [.package(name: "Retriever", path: "..")],
    targets: [
        .target(name: "Measuring", swiftSettings: settings),
        .executableTarget(
            name: "RetrieverBench", dependencies: ["Measuring", .product(name: "Retriever", package: "Retriever")],
            swiftSettings: settings, linkerSettings: linkedStatically),
        .executableTarget(name: "URLSessionBench", dependencies: ["Measuring"], swiftSettings: settings),
    ]
)
