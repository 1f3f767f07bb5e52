import Testing

@testable import Pages

/// The first page where stars are taken: the file on disk never says so.
@Suite struct StarredPageTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private var page: [UInt8] {
        GalleryAssets.head(GalleryAssets.root, title: "Astronomy").bytes + Array("<body>".utf8)
    }

    @Test func `has the token, and may send to its own server only`() throws {
        let starred = text(try #require(RootPage.starred(page, token: "a-token")))
        #expect(starred.contains("<meta name=\"star\" content=\"a-token\">\n"))
        let policies = starred.split(separator: "\n").filter { $0.contains("Content-Security-Policy") }
        #expect(policies.count == 1)
        #expect(
            policies.first?.contains("connect-src &#39;self&#39;") == true
                || policies.first?.contains("connect-src 'self'") == true)
        #expect(RootPage.starredPolicy == RootPage.policy + "; connect-src 'self'")
        #expect(!RootPage.policy.contains("connect-src"))
        // Nothing else is another.
        let lines = text(page).split(separator: "\n"), others = starred.split(separator: "\n")
        #expect(others.filter { !lines.contains($0) }.count == 2)
        #expect(lines.filter { !others.contains($0) }.count == 1)
    }

    @Test func `a page of another version, or of somebody's, gets none`() {
        let other = text(page).replacing("sha256-", with: "sha256-x")
        #expect(RootPage.starred(Array(other.utf8), token: "a-token") == nil)
        #expect(RootPage.starred([], token: "a-token") == nil)
        let late = [UInt8](repeating: 0x20, count: 8_192) + page
        #expect(RootPage.starred(late, token: "a-token") == nil)
    }
}
