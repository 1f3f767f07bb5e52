import Testing

@testable import MirrorTestSupport
@testable import Pictures

@Suite("A file is whole from its format's own end on, and not a byte before")
struct WholenessTests {
    @Test(arguments: Specimen.all)
    func `a whole file is recognised with its size`(specimen: Specimen) throws {
        #expect(try PictureFacts(inspecting: FileBytes(specimen.bytes)) == specimen.facts)
        var facts = try PictureFacts(inspecting: FileBytes(specimen.bytes + specimen.behind))
        facts.trailing = 0
        #expect(facts == specimen.facts)
    }

    /// A resumed download that has any of it is fetched anew.
    @Test(arguments: Specimen.jpegs + Specimen.pngs + Specimen.gifs, [1, 7, 8, 1_000])
    func `zeros behind the end are counted`(specimen: Specimen, count: Int) throws {
        let bytes = specimen.bytes + [UInt8](repeating: 0, count: count)
        #expect(try PictureFacts(inspecting: FileBytes(bytes)).trailing == Int64(count))
    }

    @Test(arguments: Specimen.all)
    func `a file cut anywhere is not whole`(specimen: Specimen) {
        let whole = specimen.bytes.indices.filter { isWhole(Array(specimen.bytes.prefix($0))) }
        #expect(whole.isEmpty, "of \(specimen.bytes.count) bytes")
    }

    /// As after a power cut: the length is right, the tail was never written. (Formats that only say where things lie
    /// cannot tell; for them a part of another boot is thrown away.)
    @Test(arguments: Specimen.jpegs + Specimen.pngs + Specimen.gifs)
    func `a file whose tail is zeros is not whole`(specimen: Specimen) {
        // A PNG ends with a checksum, which is not reckoned.
        let end = specimen.bytes.count - (specimen.facts.format == .png ? 4 : 0)
        let whole = (0..<end).filter { count in
            let zeros = [UInt8](repeating: 0, count: specimen.bytes.count - count)
            return isWhole(specimen.bytes.prefix(count) + zeros)
        }
        #expect(whole.isEmpty, "of \(specimen.bytes.count) bytes")
    }

    @Test(arguments: Specimen.all)
    func `what lies behind the end takes nothing from it`(specimen: Specimen) {
        for count in 0...specimen.behind.count {
            let bytes = specimen.bytes + specimen.behind.prefix(count)
            // A box that has begun must end: whether it matters is not ours to say.
            let isHalfBox = specimen.facts.format.isVideo && count >= 8 && count < specimen.behind.count
            #expect(isWhole(bytes) != isHalfBox, "\(count) bytes behind")
        }
    }

    @Test(arguments: Specimen.all)
    func `a file that stops early is told apart from one that is no picture`(specimen: Specimen) {
        let half = FileBytes(Array(specimen.bytes.dropLast()))
        #expect(throws: PictureDefect.incomplete(specimen.facts.format)) { try PictureFacts(inspecting: half) }
    }

    private func isWhole(_ bytes: [UInt8]) -> Bool {
        (try? PictureFacts(inspecting: FileBytes(bytes))) != nil
    }
}
