import Testing

@testable import Folder

@Suite struct MountsTests {
    private let text = """
        22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        40 22 8:17 /APOD /srv/APOD rw,relatime master:5 - ext4 /dev/sdb1 rw
        41 22 0:44 / /srv/with\\040space rw - tmpfs tmpfs rw
        42 40 0:45 / /srv/APOD rw - tmpfs tmpfs rw
        """

    @Test(arguments: [
        ("/", "8:1 /"), ("/srv/with space", "0:44 /"), ("/srv/APOD", "0:45 /"), ("/srv", nil), ("/srv/APOD/x", nil),
    ])
    func `what is mounted at a path, and nothing around it`(path: String, origin: String?) {
        #expect(Mounts.origin(of: path, in: text) == origin)
    }

    @Test func `this machine's own root is mounted`() {
        #expect(Mounts.origin(of: "/") != nil)
        #expect(Mounts.origin(of: "/no such place") == nil)
    }
}
