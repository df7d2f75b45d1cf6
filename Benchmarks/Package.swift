// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

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
            swiftSettings: settings),
        .executableTarget(name: "URLSessionBench", dependencies: ["Measuring"], swiftSettings: settings),
    ]
)
