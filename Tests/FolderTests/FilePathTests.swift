import Testing

@testable import Folder

@Suite("A path is its bytes")
struct FilePathTests {
    @Test(
        arguments: [
            ("name", "name", nil), ("a/b", "b", "a"), ("a/b/c", "c", "a/b"), ("/a", "a", ""), ("a/", "", "a"),
        ] as [(String, String, String?)])
    func `a path has a name and what is above it`(path: String, name: String, parent: String?) {
        #expect(FilePath(path).name == FilePath(name))
        #expect(FilePath(path).parent == parent.map { FilePath($0) })
    }

    @Test func `bytes that are no UTF-8 have no text and keep their bytes`() {
        let path = FilePath(bytes: [0x61, 0xFF])
        #expect(path.text == nil)
        #expect(path.description == "a\u{FFFD}")
        #expect(path.appending("b").bytes == [0x61, 0xFF, 0x2F, 0x62])
        #expect(path != FilePath(path.description))
    }
}
