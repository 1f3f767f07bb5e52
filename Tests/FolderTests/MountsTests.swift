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

    @Test(arguments: [
        ("/srv/APOD", [22, 40, 42]), ("/srv", [22, 40, 41, 42]), ("/srv/with space/APOD", [22, 41]), ("/home", [22]),
    ])
    func `what is mounted around a path`(path: String, numbers: [Int]) {
        let mounts = Mounts.around(path, in: text)
        #expect(mounts.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } } == numbers)
    }

    @Test func `this machine's own root is mounted`() {
        #expect(Mounts.origin(of: "/") != nil)
        #expect(Mounts.origin(of: "/no such place") == nil)
    }
}
