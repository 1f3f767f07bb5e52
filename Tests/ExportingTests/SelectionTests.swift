import Folder
import Testing

@testable import Archive
@testable import Exporting
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Settings

/// The names that the files of an export have.
@Suite struct SelectionTests {
    private static let folder = "2026/2026-11"
    private static let name = "2026-11-20 M64"
    private let mirror: TestMirror

    /// A mirror with sidecars, and a day whose picture is 300 × 200 pixels.
    init() async throws {
        mirror = try TestMirror()
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "M64", Specimen.pngs[0].bytes))
        try mirror.write([1], to: ".apod-mirror/sidecars")
    }

    private func selection(side: Int?) throws -> Selection {
        let request = ExportRequest(choice: .days([]), side: side)
        return try Selection(request, of: Tree.open(mirror.root), keep: .forever)
    }

    @Test(arguments: [(nil, "png"), (300, "png"), (100, "jpg")])
    func `a sidecar goes by the name of the picture beside it`(side: Int?, suffix: String) throws {
        try mirror.write([1], to: "\(Self.folder)/\(Self.name).png.xmp")
        let selection = try selection(side: side)
        let names = selection.wanted.keys.map(\.name.description).sorted()
        #expect(names == ["\(Self.name).\(suffix)", "\(Self.name).\(suffix).xmp"])
        #expect(selection.unseen == [])
    }

    @Test func `the copy of a sidecar that the mirror has lost stays, and no other does`() throws {
        var selection = try selection(side: 100)
        let others = FilePath("\(Self.folder)/\(Self.name).png.xmp")
        #expect(selection.hasGone(others, of: day) && selection.unseen == [])
        let lost = FilePath("\(Self.folder)/\(Self.name).jpg.xmp")
        #expect(!selection.hasGone(lost, of: day) && selection.unseen.count == 1)
    }
}
