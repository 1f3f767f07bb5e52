import Testing

@testable import Commands
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Settings

/// The line that `setup` and `config` offer where the source is another by now.
@Suite struct SourceAdviceTests {
    private let home: TemporaryHome
    private var file: String { home.root + "/etc/ada.json5" }

    init() throws { home = try TemporaryHome() }

    private func advice(_ source: String, _ state: SourceState? = nil) throws -> String? {
        try home.write("{\n  source: \"\(source)\" }", to: "etc/ada.json5")
        return try home.load().advice(from: state)
    }

    @Test func `a source that answered in the other form, until it answers rightly`() throws {
        let address = "https://nas.local/v1/apod"
        var state = SourceState()
        state.record(OtherForm(url: address, source: "apod-basic=\(address)", remedy: "another program's"))
        #expect(
            try advice("planetary-apod=\(address)", state)
                == "\(address) answers in the other form (apod-basic): "
                + "write source: \"apod-basic=\(address)\" in line 2 of \(file).")
        #expect(try advice("planetary-apod=https://other.local/apod", state) == nil)
        state.forgetOtherForm(of: address)
        #expect(try advice("planetary-apod=\(address)", state) == nil)
    }

    @Test func `NASA's own old address, whatever the mirror noted`() throws {
        #expect(
            try advice("planetary-apod=https://api.nasa.gov/planetary/apod")
                == "https://api.nasa.gov/planetary/apod is NASA's old API, which is switched off on 2026-12-01: "
                + "write source: \"apod-basic\" in line 2 of \(file).")
        #expect(try advice("apod-basic") == nil)
    }
}
