import Foundation
import TestSupport
import Testing

/// Who knows whom: the compiler keeps the modules apart, and nobody but this the folders inside them.
@Suite(.enabled(if: Command.succeeds("python3", "--version"), "needs python3")) struct ArrowsTests {
    private static let package = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent()
    }

    @Test func `no module leads back to itself, and no more folders than are known to`() throws {
        let report = try Command([Self.package.appending(path: "Tests/report").path, "arrows"])
        let told = String(decoding: report.output(), as: UTF8.self)
        #expect(report.finish() == 0, "\(told)")
        #expect(told.contains("Archive -> Days Favorites Folder MirrorTree Settings Store\n"))
    }

    /// The compiler lets an import pass that nobody declared, when the other module was built before.
    @Test func `what is imported is declared, and what is declared is imported`() throws {
        let folder = try TemporaryFolder()
        func write(_ text: String, to path: String) throws {
            let file = URL(filePath: "\(folder.path)/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        func report() throws -> (text: String, code: Int32) {
            let report = try Command([Self.package.appending(path: "Tests/arrows").path, folder.path])
            return (String(decoding: report.output(), as: UTF8.self), report.finish())
        }
        try write(#"module("Sky"), module("Days", "Sky"), tests("DaysTests", "Days")"#, to: "Package.swift")
        try write("", to: "Sources/Sky/Star.swift")
        try write("internal import Sky\n", to: "Sources/Days/Day.swift")
        try write("@testable import Days\n", to: "Tests/DaysTests/DayTests.swift")
        #expect(try report().code == 0)
        try write("@testable import Days\nimport Sky\n", to: "Tests/DaysTests/DayTests.swift")
        let undeclared = try report()
        #expect(undeclared.code != 0)
        #expect(
            undeclared.text.contains(
                "Tests/DaysTests/DayTests.swift imports Sky, which Package.swift does not name for DaysTests."))
        try write("@testable import Days\n", to: "Tests/DaysTests/DayTests.swift")
        try write("", to: "Sources/Days/Day.swift")
        let unused = try report()
        #expect(unused.code != 0)
        #expect(unused.text.contains("Package.swift names Sky for Days, where no file imports it."))
    }
}
