import Days
import TestSupport
import Testing

@testable import Pages

@Suite struct SidecarTests {
    private func text(terms: String?, license: String?) throws -> String {
        let sidecar = Sidecar(
            day: try day("2026-11-20"), title: "T", story: "S", creator: "Ann", rights: nil, usageTerms: terms,
            license: license, alt: nil, keywords: [], page: nil)
        #expect(Sidecar.isAsWritten(sidecar.bytes))
        return String(decoding: sidecar.bytes, as: UTF8.self)
    }

    @Test func `says what the credit says of the picture's use, and gives its license`() throws {
        let text = try text(terms: "CC BY 4.0", license: "https://creativecommons.org/licenses/by/4.0/")
        #expect(
            text.contains(
                "<xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang=\"x-default\">CC BY 4.0</rdf:li></rdf:Alt></xmpRights:UsageTerms>"
            ))
        #expect(text.contains("<cc:license rdf:resource=\"https://creativecommons.org/licenses/by/4.0/\"/>"))
        #expect(text.contains(" xmlns:xmpRights=\"http://ns.adobe.com/xap/1.0/rights/\""))
        #expect(text.contains(" xmlns:cc=\"http://creativecommons.org/ns#\""))
    }

    @Test func `names no namespace that it has no use for`() throws {
        let bare = try text(terms: nil, license: nil)
        #expect(!bare.contains("xmpRights") && !bare.contains("xmlns:cc"))
        let own = try text(terms: "NASA’s own", license: nil)
        #expect(own.contains("xmpRights:UsageTerms") && !own.contains("xmlns:cc"))
    }
}
