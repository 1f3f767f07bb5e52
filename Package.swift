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

// Of what runs side by side a sanitizer tells most (Tests/run --in-process): the rest need not be built for it.
let isInProcess = Context.environment["APOD_TESTS"] == "in-process"

// The sample server paints megapixels, and thumbnails are made of them: unoptimised both would be slower than what
// they stand for. Small modules take little longer to build so, and tests that read megabytes with them much less.
let fast = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

// Those who read answers. Where Swift's arrays and dictionaries are inlined, the thread sanitizer sees them read, does not
// see the runtime hand them to a task, and reports a race.
let fastReaders = Context.environment["APOD_SANITIZER"] == nil ? fast : strict

// lld links in a third of the time.
let linking: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"], .when(configuration: .release))]

// Swift's linker driver leaves Swift's runtime out of what is "embedded". A sanitizer's runtime, which brings Swift's along,
// could not work in a cage.
let linkingWithoutSwift =
    Context.environment["APOD_SANITIZER"] == nil
    ? ["-no-static-stdlib", "-nostartfiles", "-enable-experimental-feature", "Embedded"]
    : ["-Xclang-linker", "-fno-sanitize=all"]

/// The tests of a module: only they see into it, and into the other modules that they name.
func tests(of module: String, and others: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: module + "Tests", dependencies: [.byName(name: module)] + others, swiftSettings: strict)
}

let package = Package(
    name: "apod-mirror",
    products: [
        .executable(name: "apod-mirror", targets: ["apod-mirror"]),
        .executable(name: "apod-mirror-thumbnailer", targets: ["apod-mirror-thumbnailer"]),
        .executable(name: "apod-mirror-watch", targets: ["apod-mirror-watch"]),
        .executable(name: "sample-nasa", targets: ["sample-nasa"]),
    ],
    targets: [
        // Newer ones of Debian name folders for headers in libcurl.pc that are not needed, by an option that is refused.
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-gnutls-dev"])]),
        .systemLibrary(name: "CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"])]),
        .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
        .systemLibrary(name: "CGcrypt", pkgConfig: "libgcrypt", providers: [.apt(["libgcrypt20-dev"])]),
        .systemLibrary(
            name: "CGraphicsMagick", pkgConfig: "GraphicsMagick", providers: [.apt(["libgraphicsmagick1-dev"])]),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CLinux"),

        .target(name: "Pictures", dependencies: ["Folder"], swiftSettings: fast),
        .target(name: "Folder", dependencies: ["CLinux"], swiftSettings: fast),
        .target(name: "DirectoryWatch", dependencies: ["Folder"], swiftSettings: fast),
        .target(name: "Hashing", dependencies: ["CGcrypt"], swiftSettings: fast),
        .target(name: "Transfer", dependencies: ["CCurl", "Days", "Folder", "Hashing"], swiftSettings: fast),
        .target(name: "HTTP", dependencies: ["CMicroHTTPD", "Days", "Folder"], swiftSettings: fast),
        .target(name: "JSON", swiftSettings: fastReaders + shared),
        .target(name: "Markup", dependencies: ["CGumbo"], swiftSettings: fast),
        // No C in these, and no process of their own: they are modules so that the compiler sees to it that none knows the
        // tree.
        .target(name: "Days", dependencies: ["JSON"], swiftSettings: fast + shared),
        .target(name: "Words", dependencies: ["Days"], swiftSettings: fast),
        // What is believed of words, pictures and hosts: values and rules, and nothing that acts.
        .target(name: "Belief", dependencies: ["Days", "Hashing", "Words"], swiftSettings: fast),
        // What is in the sky, what it is called, and where it is.
        .target(name: "Sky", resources: [.embedInCode("Tables")], swiftSettings: fast),
        // Who made a picture, and what the credit says of its use.
        .target(name: "Credits", dependencies: ["Days", "Words"], swiftSettings: fast),
        .target(
            name: "NASA",
            dependencies: ["Belief", "Credits", "Days", "Folder", "Hashing", "JSON", "Markup", "Transfer", "Words"],
            swiftSettings: fastReaders),
        .target(
            name: "Pages", dependencies: ["Credits", "Days", "Folder", "Hashing", "JSON", "Markup", "Sky", "Words"],
            // What the pages look like and do is part of the program.
            resources: [.embedInCode("Assets")], swiftSettings: fast),
        // What the owner wants, and what any part of the program says to people: log, terminal, exit codes.
        .target(name: "Settings", dependencies: ["Days", "Folder", "NASA", "Words"], swiftSettings: strict + shared),
        // A mirror's files, to be read: the listing, the days' metadata, notes, the record of favorites, where thumbnails lie.
        .target(
            name: "MirrorTree",
            dependencies: [
                "Belief", "Credits", "Days", "Folder", "Hashing", "JSON", "Markup", "NASA", "Pages", "Pictures",
                "Settings", "Words",
            ],
            swiftSettings: strict + shared),
        // Days into the tree, durably: commit, recovery, sums, Today.
        .target(
            name: "Store",
            dependencies: [
                "Belief", "Days", "Folder", "Hashing", "JSON", "MirrorTree", "NASA", "Pages", "Pictures", "Settings",
                "Transfer", "Words",
            ],
            swiftSettings: strict + shared),
        // From a link in favorites/ to the record, and the second copies.
        .target(
            name: "Favorites",
            dependencies: [
                "Days", "Folder", "Hashing", "MirrorTree", "NASA", "Pages", "Pictures", "Store", "Words",
            ],
            swiftSettings: strict + shared),
        // The one writer.
        .target(
            name: "Archive",
            dependencies: ["Days", "Favorites", "Folder", "MirrorTree", "Settings", "Store"],
            swiftSettings: strict + shared),
        // What the pages show, read from the tree.
        .target(
            name: "GalleryReading",
            dependencies: [
                "Credits", "Days", "Folder", "Markup", "MirrorTree", "NASA", "Pages", "Pictures", "Sky", "Words",
            ],
            swiftSettings: strict + shared),
        // These read strangers, or run as root: none of them can reach the writer.
        .target(
            name: "Serving",
            dependencies: [
                "Credits", "Days", "Folder", "GalleryReading", "HTTP", "Hashing", "JSON", "Markup", "MirrorTree",
                "Pages", "Pictures", "Settings", "Words",
            ],
            swiftSettings: strict + shared),
        .target(
            name: "Peers",
            dependencies: ["Days", "Folder", "MirrorTree", "Pages", "Settings", "Transfer"],
            swiftSettings: strict + shared),
        // What names and notes say of pictures that somebody collected.
        .target(
            name: "Adoption",
            dependencies: ["Days", "Folder", "JSON", "MirrorTree", "NASA", "Pictures", "Settings", "Words"],
            swiftSettings: strict + shared),
        .target(
            name: "Comparing",
            dependencies: ["Days", "Folder", "JSON", "MirrorTree", "NASA", "Settings", "Transfer"],
            swiftSettings: strict + shared),
        .target(
            name: "Setup",
            dependencies: ["Days", "Folder", "HTTP", "MirrorTree", "Settings", "Words"],
            swiftSettings: strict + shared),
        .target(
            name: "Wallpaper",
            dependencies: ["Days", "Folder", "JSON", "MirrorTree", "Pages", "Settings", "Words"],
            swiftSettings: strict + shared),
        // The tick: what NASA has, into the archive.
        .target(
            name: "Refresh",
            dependencies: [
                "Adoption", "Archive", "Belief", "Days", "Favorites", "Folder", "Hashing", "MirrorTree", "NASA",
                "Pages", "Peers", "Pictures", "Settings", "Store", "Transfer", "Words",
            ],
            swiftSettings: strict + shared),
        // Pages, thumbnails and sidecars, as the tree changes.
        .target(
            name: "Gallery",
            dependencies: [
                "Archive", "Credits", "Days", "Favorites", "Folder", "GalleryReading", "Hashing", "MirrorTree", "Pages",
                "Pictures", "Settings", "Sky", "Store", "Words",
            ],
            swiftSettings: strict + shared),
        // Folders for phones, frames and archives, made of a mirror.
        .target(
            name: "Exporting",
            dependencies: [
                "Days", "Folder", "Gallery", "Hashing", "JSON", "MirrorTree", "Pages", "Pictures", "Settings", "Store",
            ],
            swiftSettings: strict + shared),
        // The daemon, and what it does for commands.
        .target(
            name: "Service",
            dependencies: [
                "Adoption", "Archive", "Days", "DirectoryWatch", "Favorites", "Folder", "Gallery", "Hashing", "JSON",
                "MirrorTree", "NASA", "Pages", "Peers", "Pictures", "Refresh", "Settings", "Store", "Transfer", "Words",
            ],
            swiftSettings: strict + shared),
        // What a person types.
        .target(
            name: "Commands",
            dependencies: [
                "Adoption", "Archive", "Comparing", "Credits", "Days", "Exporting", "Favorites", "Folder", "Gallery",
                "GalleryReading", "HTTP", "MirrorTree", "NASA", "Pages", "Peers", "Refresh", "Service", "Serving",
                "Settings", "Setup", "Sky", "Transfer", "Wallpaper", "Words",
            ],
            swiftSettings: strict + shared),
        .executableTarget(
            name: "apod-mirror", dependencies: ["Commands"], swiftSettings: strict, linkerSettings: linking),
        .executableTarget(
            name: "apod-mirror-thumbnailer",
            dependencies: ["CGraphicsMagick", "CSeccomp", "Folder", "Pictures"],
            swiftSettings: fast, linkerSettings: linking),
        // C alone, and the only one that links libinotifytools.
        .executableTarget(
            name: "apod-mirror-watch", dependencies: ["CInotifyTools", "CSeccomp"],
            cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror", "-fno-sanitize=all"])],
            linkerSettings: [
                .linkedLibrary("inotifytools"), .linkedLibrary("seccomp"), .unsafeFlags(linkingWithoutSwift),
            ]),

        .target(
            name: "SampleNASA", dependencies: ["CMicroHTTPD", "Days"], path: "Tests/SampleNASA", swiftSettings: fast),
        .executableTarget(
            name: "sample-nasa", dependencies: ["SampleNASA"], path: "Tests/sample-nasa", swiftSettings: strict,
            linkerSettings: linking),
        tests(of: "SampleNASA"),
        .target(name: "TestSupport", dependencies: ["Days", "Folder"], path: "Tests/TestSupport", swiftSettings: fast),
        tests(of: "Folder", and: ["TestSupport"]),
        tests(of: "DirectoryWatch", and: ["Folder", "TestSupport"]),
        tests(of: "Transfer", and: ["Folder", "Hashing"]),
        tests(of: "HTTP", and: ["Folder"]),
        tests(of: "JSON"),
        tests(of: "Days", and: ["JSON", "TestSupport"]),
        tests(of: "Words", and: ["Days"]),
        tests(of: "Belief", and: ["Days", "JSON", "TestSupport"]),
        tests(of: "Pages", and: ["Credits", "Days", "JSON", "Sky", "TestSupport", "Words"]),
        tests(of: "NASA", and: ["Belief", "Days", "Folder", "Hashing", "JSON", "TestSupport", "Transfer"]),
        tests(of: "Sky", and: ["TestSupport"]),
        .testTarget(
            name: "CreditsTests", dependencies: ["Credits", "Days", "TestSupport"], exclude: ["credits.txt"],
            swiftSettings: strict),
        tests(of: "Markup", and: ["TestSupport"]),
        // What the tests of several modules make mirrors of. They are test targets, since only those see into modules.
        .testTarget(
            name: "MirrorTestSupport",
            dependencies: [
                "Archive", "Days", "Favorites", "Folder", "Hashing", "MirrorTree", "Pictures", "Settings", "Store",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RefreshTestSupport",
            dependencies: [
                "Archive", "Belief", "Days", "Favorites", "Hashing", "JSON", "MirrorTestSupport", "MirrorTree", "NASA",
                "Refresh", "SampleNASA", "Settings", "Store", "TestSupport", "Transfer",
            ],
            swiftSettings: strict),
        tests(of: "Pictures", and: ["Folder", "MirrorTestSupport", "TestSupport"]),
        tests(of: "Settings", and: ["Days", "Folder", "MirrorTestSupport"]),
        tests(
            of: "MirrorTree",
            and: [
                "Archive", "Belief", "Days", "Folder", "Hashing", "JSON", "MirrorTestSupport", "Settings", "Store",
                "TestSupport",
            ]),
        tests(
            of: "Store",
            and: [
                "Archive", "Belief", "Days", "Favorites", "Folder", "MirrorTestSupport", "MirrorTree", "Pictures",
                "Settings", "TestSupport", "Transfer",
            ]),
        tests(
            of: "Favorites",
            and: ["Archive", "Days", "Folder", "MirrorTestSupport", "MirrorTree", "Store", "TestSupport"]),
        tests(
            of: "Archive",
            and: [
                "Belief", "Days", "Favorites", "Folder", "MirrorTestSupport", "MirrorTree", "Settings", "TestSupport",
            ]),
        tests(
            of: "GalleryReading",
            and: ["Archive", "Days", "Folder", "MirrorTestSupport", "MirrorTree", "Pages", "Pictures", "Sky"]),
        tests(
            of: "Serving",
            and: [
                "Archive", "Days", "Folder", "HTTP", "MirrorTestSupport", "MirrorTree", "Pages", "TestSupport",
                "Transfer",
            ]),
        tests(of: "Setup", and: ["Folder", "MirrorTree", "NASA", "Settings", "TestSupport"]),
        tests(
            of: "Comparing",
            and: [
                "Archive", "Days", "Folder", "HTTP", "MirrorTestSupport", "MirrorTree", "Serving", "Store", "Transfer",
            ]),
        tests(of: "Adoption", and: ["Days", "Folder", "MirrorTestSupport", "TestSupport"]),
        tests(of: "Exporting", and: ["Days", "Folder", "MirrorTestSupport"]),
        tests(of: "Wallpaper"),
        tests(
            of: "Refresh",
            and: [
                "Adoption", "Archive", "Belief", "Days", "Favorites", "Folder", "HTTP", "JSON", "MirrorTestSupport",
                "MirrorTree", "NASA", "Peers", "RefreshTestSupport", "SampleNASA", "Serving", "Settings", "Store",
                "TestSupport", "Transfer",
            ]),
        tests(
            of: "Gallery",
            and: [
                "Archive", "Days", "Folder", "GalleryReading", "MirrorTestSupport", "MirrorTree", "NASA", "Pages",
                "RefreshTestSupport", "SampleNASA", "Settings", "Sky", "Store", "TestSupport",
            ]),
        tests(
            of: "Service",
            and: [
                "Archive", "Belief", "Days", "Favorites", "Folder", "Gallery", "MirrorTestSupport", "MirrorTree",
                "NASA", "Refresh", "RefreshTestSupport", "SampleNASA", "Settings", "Store", "TestSupport",
            ]),
        tests(
            of: "Commands",
            and: [
                "Credits", "Days", "Favorites", "Folder", "HTTP", "JSON", "MirrorTestSupport", "MirrorTree", "NASA",
                "Service", "Settings", "Setup", "TestSupport",
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Archive", "Credits", "Days", "Folder", "Gallery", "Hashing", "MirrorTree", "Pages", "Pictures",
                "SampleNASA", "Settings", "Sky", "Store", "TestSupport", "Transfer", "apod-mirror",
                "apod-mirror-thumbnailer",
            ],
            swiftSettings: strict),
    ]
)

// Readers of strangers' bytes with what they promise: for plain tests over the fuzzer's corpus, or for the fuzzer itself,
// which links with libFuzzer only and is built by itself (see Tests/fuzz).
let readers: [Target.Dependency] = [
    "Adoption", "Comparing", "Belief", "Days", "Favorites", "Folder", "Gallery", "GalleryReading", "HTTP", "JSON",
    "Markup",
    "MirrorTree",
    "NASA", "Pages", "Pictures", "Refresh", "Service", "Serving", "Settings", "Setup", "Sky",
    "Store", "Transfer", "Words",
]
if Context.environment["APOD_FUZZ"] == nil {
    package.targets.append(
        .testTarget(
            name: "FuzzTests", dependencies: readers, path: "Tests/Fuzz", exclude: ["Corpus", "Entry"],
            swiftSettings: strict))
} else {
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: readers, path: "Tests/Fuzz", exclude: ["Corpus", "Tests"],
            swiftSettings: strict, linkerSettings: [.unsafeFlags(["-use-ld=lld"])]))
}

if isInProcess {
    let alone = [
        "Belief", "Credits", "Days", "EndToEnd", "Fuzz", "JSON", "Markup", "NASA", "Pages", "SampleNASA", "Sky",
        "Words",
    ]
    package.targets.removeAll { target in alone.contains { target.name == $0 + "Tests" } }
}
