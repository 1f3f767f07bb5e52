import Foundation
import SampleNASA
import TestSupport
import Testing

/// The program under test: the real binary, in a home of its own that is gone when the test is.
final class Program: Sendable {
    /// The release build where `Tests/run --all` names it, else the debug build beside the test bundle.
    static let binary =
        ProcessInfo.processInfo.environment["APOD_MIRROR_BINARY"] ?? FileManager.default.currentProgram + "/apod-mirror"
    static let isRelease = ProcessInfo.processInfo.environment["APOD_MIRROR_BINARY"] != nil
    /// Built beside it.
    static let thumbnailer = binary + "-thumbnailer"
    static let watch = binary + "-watch"
    static let crashLibrary = ProcessInfo.processInfo.environment["APOD_CRASH_LIBRARY"]
    static let faultLibrary = ProcessInfo.processInfo.environment["APOD_FAULT_LIBRARY"]

    /// Everything of this test lies below it.
    let folder: String
    let root: String
    let server: SampleNASA
    /// The mirror's days, as far as the server has them: the usual ones, unless its first is younger. NASA has them all.
    private let history: [String: String]

    /// - Parameter place: where the mirror lies, if it is not to lie beside the home.
    init(_ options: SampleNASA.Options, in place: String? = nil) throws {
        // A name with all that a path may hold; the real path, because messages name it.
        let name = "apod-mirror end to end \(UUID().uuidString)"
        folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/" + name
        root = (place ?? folder) + "/APOD"
        server = try SampleNASA.started(options)
        let first = server.dates.first ?? ServedDays.today
        history = first > ServedDays.ago(29) ? ["APOD_MIRROR_HISTORY": first] : [:]
        try FileManager.default.createDirectory(atPath: folder + "/home", withIntermediateDirectories: true)
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    var environment: [String: String] {
        // Under a sanitizer its options are the child's too.
        let options = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
        return options.merging(history) { $1 }.merging([
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": folder + "/home", "LANG": "C.UTF-8",
            "APOD_MIRROR_MIRROR": root, "APOD_MIRROR_SOURCE": "apod-basic=\(server.apodBasicURL)",
        ]) { $1 }
    }

    /// Starts it with the words of a command line.
    ///
    /// - Parameter starter: a program, by its path, that becomes this one.
    func start(
        _ arguments: [String], adding variables: [String: String] = [:], terminal: PseudoTerminal? = nil,
        through starter: [String] = []
    ) throws -> Child {
        let words = starter + [Self.binary] + arguments
        return try Child(
            words[0], Array(words.dropFirst()), environment: environment.merging(variables) { $1 }, terminal: terminal)
    }

    /// Runs it to its end.
    func run(_ arguments: String..., adding variables: [String: String] = [:]) async throws -> Child.Ended {
        try await start(arguments, adding: variables).end()
    }

    /// Runs it to its end; how many calls changed a file or made one durable, and the most memory it ever held, in
    /// kilobytes.
    ///
    /// - Parameter codes: how it may end.
    func measure(_ arguments: [String], endingWith codes: Set<Int32> = [0]) async throws -> (calls: Int, memory: Int) {
        let file = folder + "/measured"
        let ended = try await start(
            arguments, adding: ["LD_PRELOAD": Self.crashLibrary ?? "", "CRASH_COUNT": file]
        ).end()
        guard codes.contains(ended.code) else {
            throw HarnessError("the measured run ended with \(ended.code): \(ended.lastWords)")
        }
        let numbers = try String(contentsOfFile: file, encoding: .utf8).split(separator: #/\s/#).compactMap { Int($0) }
        guard numbers.count == 2 else { throw HarnessError("nothing was measured") }
        return (numbers[0], numbers[1])
    }

    /// Runs another program of the system, found by its name.
    func tool(_ name: String, _ arguments: [String], in place: String? = nil) async throws -> Child.Ended {
        let words = ["--chdir", place ?? folder, name] + arguments
        return try await Child("/usr/bin/env", words, environment: environment).end()
    }
}

extension Program {
    /// Whether the tests can be another user, and that user can run the binary.
    static let isForAll =
        geteuid() == 0
        && Command.succeeds("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", binary, "--version")
}

extension FileManager {
    /// The folder of the program that runs the tests.
    fileprivate var currentProgram: String {
        let path = (try? destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
        return (path as NSString).deletingLastPathComponent
    }
}

/// The days up to NASA's today.
enum ServedDays {
    static let today = USEastern.today

    /// So many days ago.
    static func ago(_ days: Int) -> String { USEastern.day(today, plus: -days) }

    /// A server that holds so many days up to today, or up to some days before.
    static func last(_ count: Int, upTo ago: Int = 0, _ size: PictureSize = .small) -> SampleNASA.Options {
        .recent(count, upTo: ago, pictureSize: size)
    }
}

extension Trait where Self == ConditionTrait {
    /// Takes long, or what not everybody has: `Tests/run` says what was left so, and how much of it.
    static func onlyInAll(_ what: String) -> Self {
        .disabled(if: Abilities.isShort, "\(what), left for Tests/run --all")
    }

    static var needsMount: Self {
        .enabled(if: TinyDisk.isPossible, "needs to mount a disk, in a namespace of its own")
    }

    /// The release build alone: what is unoptimised holds on to more, and is not what ships.
    static var needsRelease: Self {
        .enabled(if: Program.isRelease, "what ships, left for Tests/run --all")
    }

    /// The binary is built; `swift test --filter` of one target alone may not have done it.
    static var needsBinary: Self {
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: Program.binary),
            "needs the apod-mirror binary: run Tests/run, or name it in APOD_MIRROR_BINARY")
    }

    /// A checkout in a closed home can be tested by its owner alone.
    static var needsOtherUsers: Self {
        .enabled(if: Program.isForAll, "needs root, and a binary that every user may run: run Tests/run as root")
    }

    static var needsCrashLibrary: Self {
        .enabled(
            if: Program.crashLibrary.map { FileManager.default.fileExists(atPath: $0) } ?? false,
            "needs the library that counts and kills: run Tests/run, or name it in APOD_CRASH_LIBRARY")
    }

    static var needsFaultLibrary: Self {
        .enabled(
            if: Program.faultLibrary.map { FileManager.default.fileExists(atPath: $0) } ?? false,
            "needs the library that makes a folder unreadable: run Tests/run, or name it in APOD_FAULT_LIBRARY")
    }

    static func needs(tool: String) -> Self {
        .enabled(
            if: ["/usr/bin/", "/bin/", "/usr/sbin/"].contains {
                FileManager.default.isExecutableFile(atPath: $0 + tool)
            },
            "needs \(tool), which is not installed")
    }

    static func needs(pythonModule name: String) -> Self {
        .enabled(
            if: Command.succeeds("/usr/bin/python3", "-c", "import \(name)"),
            "needs Python's \(name), which is not installed")
    }
}
