import Foundation
import Testing

/// The Debian package that `Tests/run --all` has built.
enum Package {
    static let file = ProcessInfo.processInfo.environment["APOD_PACKAGE"]

    /// Where the project lies.
    static let folder = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }

    /// What `dpkg-deb` says of it.
    static func ask(_ words: String...) async throws -> String {
        let (file, rest) = (try #require(Self.file), Array(words.dropFirst()))
        let ended = try await Child(
            "/usr/bin/dpkg-deb", words.prefix(1) + [file] + rest,
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        ).end()
        guard ended.code == 0 else { throw HarnessError("dpkg-deb: \(ended.errors)") }
        return ended.output
    }
}

extension Trait where Self == ConditionTrait {
    static var needsPackage: Self {
        .enabled(if: Package.file != nil, "the Debian package, left for Tests/run --all")
    }
}
