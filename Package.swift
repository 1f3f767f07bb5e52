// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    // A protocol used as a type says so: `any` is a cost worth seeing.
    .enableUpcomingFeature("ExistentialAny"),
    // A member comes from a module this very file imports, so a C library cannot leak through a neighbour.
    .enableUpcomingFeature("MemberImportVisibility"),
    // Imports stay private to their module: the C libraries are nobody else's business.
    .enableUpcomingFeature("InternalImportsByDefault"),
    // An async function runs where its caller runs, so file work stays on the thread that was made for it.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // A warning is a question left open.
    .treatAllWarnings(as: .error),
]

// Generics that other modules use are made for their types: a sync with nothing new takes a sixth less of the processor, a
// search a tenth, and the program is a hundredth larger.
let shared: [SwiftSetting] = [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))]

// The sample server paints megapixels, and thumbnails are made of them: unoptimised both would be slower than what
// they stand for. Small modules take little longer to build so, and tests that read megabytes with them much less.
let fast = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

// Those who read answers. Where Swift's arrays and dictionaries are inlined, the thread sanitizer sees them read, does not
// see the runtime hand them to a task, and reports a race.
let fastReaders = Context.environment["APOD_SANITIZER"] == "thread" ? strict : fast

// lld links in a third of the time.
let linking: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"], .when(configuration: .release))]

// Swift's linker driver leaves Swift's runtime out of what is "embedded". A sanitizer's runtime, which brings Swift's along,
// could not work in a cage.
let linkingWithoutSwift =
    Context.environment["APOD_SANITIZER"] == nil
    ? ["-no-static-stdlib", "-nostartfiles", "-enable-experimental-feature", "Embedded"]
    : ["-Xclang-linker", "-fno-sanitize=all"]

/// Modules by their names, which spaces part.
func named(_ modules: String) -> [Target.Dependency] { modules.split(separator: " ").map { .byName(name: String($0)) } }

/// A module with all that it imports.
func module(
    _ name: String, _ imports: String..., built settings: [SwiftSetting] = strict + shared, embedding: String? = nil,
    in path: String? = nil
) -> Target {
    .target(
        name: name, dependencies: imports.flatMap(named), path: path, resources: embedding.map { [.embedInCode($0)] },
        swiftSettings: settings)
}

/// Tests with all that they import: only they see into modules.
func tests(_ name: String, _ imports: String..., in path: String? = nil, excluding: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: imports.flatMap(named), path: path, exclude: excluding, swiftSettings: strict)
}

// A table: one row for each module, whatever its length.
// swift-format-ignore
let package = Package(
    name: "apod-mirror",
    products: ["apod-mirror", "apod-mirror-thumbnailer", "apod-mirror-watch", "sample-nasa"].map {
        .executable(name: $0, targets: [$0])
    },
    targets: [
        // Newer ones of Debian name folders for headers in libcurl.pc that are not needed, by an option that is refused.
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-gnutls-dev"])]),
        .systemLibrary(name: "CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"])]),
        .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
        .systemLibrary(name: "CGcrypt", pkgConfig: "libgcrypt", providers: [.apt(["libgcrypt20-dev"])]),
        .systemLibrary(name: "CGraphicsMagick", pkgConfig: "GraphicsMagick", providers: [.apt(["libgraphicsmagick1-dev"])]),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLinux"),

        // What knows no tree: files, connections, texts. That they are modules keeps C with those who need it.
        module("Folder", "CLinux", built: fast),
        module("Hashing", "CGcrypt", built: fast),
        module("Pictures", "Folder", built: fast),
        module("JSON", built: fastReaders + shared),
        module("Days", "JSON", built: fast + shared),
        module("Transfer", "CCurl Days Folder Hashing", built: fast),
        module("HTTP", "CMicroHTTPD CZlib Days Folder", built: fast),
        module("Markup", "CGumbo", built: fast),
        module("DirectoryWatch", "Folder", built: fast),
        // Values and rules: what is believed, what is in the sky, what credits say, what NASA serves, what pages look like.
        module("Belief", "Days Hashing", built: fast),
        module("Sky", built: fast, embedding: "Tables"),
        module("Credits", "Days", built: fast),
        module("NASA", "Belief Credits Days Folder Hashing JSON Markup Transfer", built: fastReaders),
        module("Pages", "Credits Days Folder Hashing JSON Markup Sky", built: fast, embedding: "Assets"),
        // What the owner wants, and what every part says to people; the mirror's files, to be read.
        module("Settings", "Days Folder NASA"),
        module("MirrorTree", "Belief Credits Days Folder Hashing JSON Markup NASA Pages Pictures Settings"),
        // Days and favorites into the tree. The archive is the one writer.
        module("Store", "Belief Days Folder Hashing JSON MirrorTree NASA Pages Pictures Settings Transfer"),
        module("Favorites", "Days Folder Hashing MirrorTree NASA Pictures Store"),
        module("Archive", "Days Favorites Folder MirrorTree Settings Store"),
        // Those who read strangers, or run as root: none of them can reach the writer.
        module("Serving", "Credits Days Folder HTTP Hashing JSON Markup MirrorTree Pages Pictures Settings"),
        module("Setup", "Days Folder HTTP MirrorTree Settings"),
        // What NASA has, into the archive; pages and thumbnails as the tree changes; the daemon; what a person types.
        module("Refresh", "Archive Belief Days Favorites Folder Hashing JSON MirrorTree NASA Pages Pictures Settings",
            "Store Transfer"),
        module("GalleryReading", "Credits Days Folder Markup MirrorTree NASA Pages Pictures Sky"),
        module("Gallery", "Archive Credits Days Favorites Folder GalleryReading Hashing JSON MirrorTree Pages",
            "Pictures Settings Sky Store"),
        module("Exporting", "Days Folder Gallery Hashing JSON MirrorTree Pages Pictures Settings Store"),
        module("Service", "Archive Days DirectoryWatch Favorites Folder Gallery Hashing JSON MirrorTree NASA Pages",
            "Pictures Refresh Settings Store Transfer"),
        module("Commands", "Archive Credits Days Exporting Favorites Folder Gallery GalleryReading HTTP JSON",
            "MirrorTree NASA Pages Refresh Service Serving Settings Setup Sky Transfer"),
        .executableTarget(
            name: "apod-mirror", dependencies: ["Commands"], swiftSettings: strict, linkerSettings: linking),
        .executableTarget(
            name: "apod-mirror-thumbnailer", dependencies: named("CGraphicsMagick CSeccomp Folder Pictures"),
            swiftSettings: fast, linkerSettings: linking),
        // C alone, and the only one that links libinotifytools.
        .executableTarget(
            name: "apod-mirror-watch", dependencies: named("CInotifyTools CSeccomp"),
            cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror", "-fno-sanitize=all"])],
            linkerSettings: [
                .linkedLibrary("inotifytools"), .linkedLibrary("seccomp"), .unsafeFlags(linkingWithoutSwift),
            ]),

        module("SampleNASA", "CMicroHTTPD Days", built: fast, in: "Tests/SampleNASA"),
        .executableTarget(
            name: "sample-nasa", dependencies: ["SampleNASA"], path: "Tests/sample-nasa", swiftSettings: strict,
            linkerSettings: linking),
        module("TestSupport", "Days Folder", built: fast, in: "Tests/TestSupport"),
        // What the tests of several modules make mirrors of. They are test targets, since only those see into modules.
        tests("MirrorTestSupport", "Archive Days Favorites Folder Hashing MirrorTree Pictures Settings Store",
            "TestSupport"),
        tests("RefreshTestSupport", "Archive Belief Days Favorites Folder Hashing JSON MirrorTestSupport MirrorTree",
            "NASA Refresh SampleNASA Settings Store TestSupport Transfer"),
        tests("ArchiveTests", "Archive Belief Days Favorites Folder MirrorTestSupport MirrorTree Settings Store",
            "TestSupport"),
        tests("BeliefTests", "Belief Days JSON TestSupport"),
        tests("CommandsTests", "Archive Commands Credits Days Favorites Folder HTTP JSON MirrorTestSupport MirrorTree",
            "NASA Refresh Service Serving Settings Setup Store TestSupport Transfer"),
        tests("CreditsTests", "Credits Days TestSupport", excluding: ["credits.txt"]),
        tests("DaysTests", "Days JSON TestSupport"),
        tests("DirectoryWatchTests", "DirectoryWatch Folder TestSupport"),
        tests("EndToEndTests", "Archive Credits Days Favorites Folder Gallery Hashing MirrorTree Pages Pictures",
            "SampleNASA Settings Sky Store TestSupport Transfer apod-mirror apod-mirror-thumbnailer"),
        tests("ExportingTests", "Archive Days Exporting Folder MirrorTestSupport MirrorTree Settings"),
        tests("FavoritesTests", "Archive Days Favorites Folder JSON MirrorTestSupport MirrorTree Store TestSupport"),
        tests("FolderTests", "Folder TestSupport"),
        tests("GalleryReadingTests", "Archive Days Folder GalleryReading MirrorTestSupport MirrorTree Pages Pictures",
            "Sky TestSupport"),
        tests("GalleryTests", "Archive Days Folder Gallery GalleryReading MirrorTestSupport MirrorTree NASA Pages",
            "RefreshTestSupport SampleNASA Settings Sky Store TestSupport"),
        tests("HTTPTests", "Folder HTTP"),
        tests("JSONTests", "JSON"),
        tests("MarkupTests", "Markup TestSupport"),
        tests("MirrorTreeTests", "Archive Belief Days Folder Hashing JSON MirrorTestSupport MirrorTree Settings Store",
            "TestSupport"),
        tests("NASATests", "Belief Days Folder Hashing JSON NASA TestSupport Transfer"),
        tests("PagesTests", "Credits Days JSON Pages Sky TestSupport"),
        tests("PicturesTests", "Folder MirrorTestSupport Pictures TestSupport"),
        tests("RefreshTests", "Archive Belief Days Favorites Folder HTTP JSON MirrorTestSupport MirrorTree NASA",
            "Refresh RefreshTestSupport SampleNASA Serving Settings Store TestSupport Transfer"),
        tests("SampleNASATests", "SampleNASA"),
        tests("ServiceTests", "Archive Belief Days Favorites Folder Gallery JSON MirrorTestSupport MirrorTree NASA",
            "Pages Refresh RefreshTestSupport SampleNASA Service Settings Store TestSupport"),
        tests("ServingTests", "Archive Days Folder HTTP JSON MirrorTestSupport MirrorTree Pages Serving TestSupport",
            "Transfer"),
        tests("SettingsTests", "Days Folder MirrorTestSupport Settings"),
        tests("SetupTests", "Folder MirrorTree NASA Settings Setup TestSupport"),
        tests("SkyTests", "Sky TestSupport"),
        tests("StoreTests", "Archive Belief Days Favorites Folder MirrorTestSupport MirrorTree Pictures Settings",
            "Store TestSupport Transfer"),
        tests("TransferTests", "Folder Hashing Transfer"),
    ]
)

// Readers of strangers' bytes with what they promise: for plain tests over the fuzzer's corpus, or for the fuzzer itself,
// which links with libFuzzer only and is built by itself (see Tests/fuzz).
let readers = """
    Belief Commands Days Favorites Folder Gallery GalleryReading HTTP Hashing JSON Markup MirrorTree NASA \
    Pages Pictures Refresh Service Serving Settings Setup Sky Store Transfer
    """
if Context.environment["APOD_FUZZ"] == nil {
    package.targets.append(tests("FuzzTests", readers, in: "Tests/Fuzz", excluding: ["Corpus", "Entry"]))
} else {
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: named(readers), path: "Tests/Fuzz", exclude: ["Corpus", "Tests"],
            swiftSettings: strict, linkerSettings: [.unsafeFlags(["-use-ld=lld"])]))
}

// Where only some targets of tests are asked for (Tests/run), the others need not be built.
if let asked = Context.environment["APOD_TEST_TARGETS"]?.split(separator: " ") {
    package.targets.removeAll { $0.type == .test && !asked.contains(Substring($0.name)) }
}
