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

/// In the client an async function runs where its caller runs: a request then costs no hop to another thread of its own.
let clientSettings = settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// With libcurl and Swift's own libraries inside, a program starts in two thirds of the time: it counts for a command that makes one
/// request. Decision 0017 says more.
let linkedStatically: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections", "-Xlinker", "-zpack-relative-relocs",
            "-use-ld=\(Context.packageDirectory)/scripts/link",
        ],
        .when(configuration: .release))
]

/// Tests talk to sockets and processes directly, so they do without `unsafe` marks and explicit import levels.
let testSettings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

func client(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: clientSettings)
}

func command(_ name: String, _ dependencies: [Target.Dependency], linkerSettings: [LinkerSetting]? = nil) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings, linkerSettings: linkerSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["TestSupport"], resources: resources, swiftSettings: testSettings)
}

let package = Package(
    name: "Retriever",
    products: [
        .library(name: "Retriever", targets: ["Retriever", "HTTPSemantics", "JSONCoding"]),
        // Apart from the rest, since it loads GLib
        .library(name: "RetrieverKeyring", targets: ["Keyring"]),
        // Apart from the rest, since it loads libxml2
        .library(name: "RetrieverXML", targets: ["RetrieverXML"]),
        .library(name: "RetrieverTesting", targets: ["RetrieverTesting"]),
        .executable(name: "retrieve", targets: ["RetrieveCommand"]),
        // Beside it, since it loads GLib
        .executable(name: "retrieve-keyring", targets: ["KeyringCommand"]),
        .executable(name: "retriever", targets: ["ReaderApp"]),
        .executable(name: "retriever-service", targets: ["ServiceCommand"]),
        .executable(name: "conformance-client", targets: ["ConformanceClient"]),
    ],
    targets: [
        // C libraries, each with one importer
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CFiles"),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(
            name: "CGtk", pkgConfig: "webkitgtk-6.0 libadwaita-1",
            providers: [.apt(["libwebkitgtk-6.0-dev", "libadwaita-1-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),

        // The client library
        module("HTTPSemantics"),
        module("JSONCoding"),
        module("InternationalNames", ["CIDN2"]),
        module("PublicSuffixes", ["CPSL"]),
        client("CurlTransport", ["CCurl", "HTTPSemantics"]),
        client("Digests", ["CCrypto"]),
        client("Files", ["CFiles"]),
        module("Databases", ["CSQLite"]),
        client(
            "Retriever",
            [
                "HTTPSemantics", "JSONCoding", "CurlTransport", "InternationalNames", "PublicSuffixes", "Digests", "Files",
                "Databases",
            ]),
        client("Keyring", ["CSecret", "HTTPSemantics", "Retriever"]),
        client("RetrieverXML", ["CXML2", "HTTPSemantics", "Retriever"]),

        // For those who test code that uses the client
        client("RetrieverTesting", ["HTTPSemantics", "JSONCoding", "Retriever", "Digests", "Files", "HTTPServer"]),

        // The service
        module("CatalogAPI", ["Retriever"]),
        module("HTTPServer", ["HTTPSemantics", "CMicroHTTPD"]),
        module("Secrets", ["CSodium"]),
        module("Console"),
        module("CatalogStore", ["CatalogAPI", "JSONCoding", "Databases"]),
        module(
            "CatalogService",
            ["HTTPSemantics", "JSONCoding", "HTTPServer", "CatalogAPI", "CatalogStore", "Secrets", "Console"],
            resources: [.embedInCode("Content")]),
        command("ServiceCommand", ["CatalogService", "CatalogStore", "HTTPServer", "Console"]),

        // The reader
        module("SafeBrowsing", ["HTTPSemantics"]),
        module("Reader", ["HTTPSemantics", "Retriever", "CatalogAPI", "SafeBrowsing"]),
        module("ReaderWindow", ["HTTPSemantics", "CatalogAPI", "SafeBrowsing", "Reader", "CGtk"]),
        module("PageText", ["RetrieverXML", "HTTPSemantics", "Retriever"]),
        module(
            "ReaderTerminal",
            ["PageText", "Reader", "SafeBrowsing", "CatalogAPI", "Retriever", "HTTPSemantics", "Console"]),
        module("ReaderCommand", ["Reader", "CatalogAPI", "Retriever", "HTTPSemantics", "Console"]),
        command(
            "ReaderApp",
            [
                "ReaderCommand", "ReaderTerminal", "ReaderWindow", "Reader", "CatalogAPI", "Retriever", "HTTPSemantics",
                "Console",
            ]),

        // The command
        module("KeyringMessages"),
        client("RetrieveLine", ["Retriever", "HTTPSemantics", "Console", "Files", "KeyringMessages"]),
        command("RetrieveCommand", ["RetrieveLine", "Retriever", "Console"], linkerSettings: linkedStatically),
        command(
            "KeyringCommand", ["Keyring", "KeyringMessages", "Retriever", "HTTPSemantics", "Console"],
            linkerSettings: linkedStatically),

        // For test suites in other languages
        command("ConformanceClient", ["Retriever", "PublicSuffixes", "Console"]),

        // Tests
        .target(
            name: "FuzzTargets",
            dependencies: [
                "HTTPSemantics", "JSONCoding", "InternationalNames", "CurlTransport", "Digests", "Retriever", "RetrieverXML",
                "RetrieveLine",
            ],
            path: "Fuzz/Targets", swiftSettings: testSettings),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: testSettings),
        tests("HTTPSemanticsTests", ["HTTPSemantics", "Retriever", "Digests"]),
        .executableTarget(
            name: "DownloadProgram", dependencies: ["Retriever"], path: "Tests/DownloadProgram", swiftSettings: testSettings),
        .executableTarget(
            name: "CacheProgram", dependencies: ["Retriever"], path: "Tests/CacheProgram", swiftSettings: testSettings),
        .executableTarget(
            name: "RequestLoop", dependencies: ["Retriever"], path: "Tests/RequestLoop", swiftSettings: testSettings),
        tests(
            "RetrieverTests",
            [
                "Retriever", "RetrieverTesting", "RetrieverXML", "HTTPSemantics", "Digests", "Files", "DownloadProgram",
                "CacheProgram", "RequestLoop",
            ],
            resources: [.copy("Fixtures")]),
        tests("RetrieverTestingTests", ["RetrieverTesting", "Retriever", "HTTPSemantics"]),
        tests("JSONCodingTests", ["JSONCoding"]),
        tests("FuzzTests", ["FuzzTargets"]),
        .executableTarget(
            name: "KeyringProgram", dependencies: ["Keyring", "Retriever"], path: "Tests/KeyringProgram",
            swiftSettings: testSettings
        ),
        tests("KeyringTests", ["Keyring", "KeyringProgram", "RequestLoop", "Retriever"]),
        tests("SecretsTests", ["Secrets"]),
        tests("ReaderTests", ["Reader", "CatalogAPI", "SafeBrowsing", "Retriever"]),
        tests("ReaderWindowTests", [], resources: [.copy("Fixtures")]),
        tests("HTTPServerTests", ["HTTPServer", "HTTPSemantics"]),
        tests("CatalogAPITests", ["CatalogAPI", "RetrieverTesting"]),
        tests("CatalogStoreTests", ["CatalogStore", "CatalogAPI", "Databases"]),
        tests(
            "CatalogServiceTests",
            ["CatalogService", "CatalogStore", "CatalogAPI", "HTTPServer", "HTTPSemantics", "Secrets"]),
        tests("RetrieverXMLTests", ["RetrieverXML", "RetrieverTesting", "Retriever"]),
        tests("PageTextTests", ["PageText", "Retriever"]),
        tests("ReaderTerminalTests", ["ReaderTerminal", "Reader", "CatalogAPI", "PageText", "Console"]),
        tests("ReaderCommandTests", ["ReaderCommand", "CatalogAPI", "Retriever"]),
        tests("RetrieveLineTests", ["RetrieveLine", "Retriever", "HTTPSemantics", "Console"]),
        tests("ConformanceClientTests", ["ConformanceClient"]),
    ]
)

// Only `Fuzz/run` builds this, with the flags that make the compiler link libFuzzer.
if Context.environment["RETRIEVER_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Fuzz/CFuzzer"),
        .executableTarget(
            name: "FuzzProgram", dependencies: ["FuzzTargets", "CFuzzer"], path: "Fuzz/Program", swiftSettings: testSettings),
    ]
}
