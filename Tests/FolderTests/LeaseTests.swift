import TestSupport
import Testing

@testable import Folder

@Suite(
    "A file that another program has leased is told as such, and never waited for",
    .enabled(if: Abilities.leases, "needs a disk whose files can be leased"))
struct LeaseTests {
    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
        try temporary.write("leased", to: "file")
    }

    @Test func `whoever opens it is told, and may open it when the lease is given back`() throws {
        let lease = try #require(Lease("\(temporary.path)/file"))
        let inUse = FolderError.inUse(path: "\(temporary.path)/file")
        #expect(throws: inUse) { try temporary.folder.open("file") }
        #expect(throws: inUse) { try temporary.folder.read("file") }
        #expect(throws: inUse) { try temporary.folder.openToAppend("file") }
        #expect(throws: inUse) { try temporary.folder.openToRewrite("file") }
        #expect(
            "\(inUse)" == "\(temporary.path)/file is open exclusively in another program; "
                + "it is tried again.")
        lease.end()
        #expect(try temporary.folder.read("file") == Array("leased".utf8))
    }

    @Test func `a file that is open already is not rewritten while it is leased`() throws {
        let file = try #require(try temporary.folder.openToRewrite("file"))
        // Reading and a lease for readers go together; writing does not.
        let lease = try #require(Lease(reading: "\(temporary.path)/file"))
        #expect(throws: FolderError.inUse(path: "\(temporary.path)/file")) { try file.rewrite(Array("x".utf8)) }
        lease.end()
        try file.rewrite(Array("x".utf8))
        #expect(try temporary.text("file") == "x")
    }
}
