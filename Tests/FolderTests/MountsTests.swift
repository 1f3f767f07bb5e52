import Testing

@testable import Folder

@Suite("What is mounted where") struct MountsTests {
    private let mounts = Mounts(
        #"""
        22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        40 22 8:17 /APOD /srv/APOD rw,relatime master:5 - ext4 /dev/sdb1 rw
        41 22 0:44 / /srv/with\040space rw - tmpfs tmpfs rw
        42 40 0:45 / /srv/APOD rw - tmpfs tmpfs rw
        """#)

    private let disks = Mounts(
        #"""
        67 42 0:41 / / rw,relatime shared:1 - overlay overlay rw
        80 67 8:1 / /srv rw,relatime shared:2 - ext4 /dev/sda1 rw
        81 80 8:2 / /srv/my\040disk rw,relatime - ext4 /dev/sda2 rw
        82 67 0:50 / /mnt/a\134b rw - tmpfs none rw
        83 67 8:3 / /mnt/gr\303\274n rw - ext4 /dev/sda3 rw
        """#)

    @Test(arguments: [
        ("/", "8:1 /"), ("/srv/with space", "0:44 /"), ("/srv/APOD", "0:45 /"), ("/srv", nil), ("/srv/APOD/x", nil),
    ])
    func `what is mounted at a path, and nothing around it`(path: String, origin: String?) {
        #expect(mounts.origin(of: path) == origin)
    }

    @Test(arguments: [
        ("/srv/APOD", [22, 40, 42]), ("/srv", [22, 40, 41, 42]), ("/srv/with space/APOD", [22, 41]), ("/home", [22]),
    ])
    func `what is mounted around a path`(path: String, numbers: [Int]) {
        let found = mounts.around(path).map(\.text)
        #expect(found.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } } == numbers)
    }

    @Test(arguments: [
        ("/srv/APOD", "/srv"), ("/srv", "/srv"), ("/srv/my disk/APOD", "/srv/my disk"),
        ("/srv/my disk", "/srv/my disk"),
        ("/srv/my diskette", "/srv"), (#"/mnt/a\b/APOD"#, #"/mnt/a\b"#), ("/mnt/grün/APOD", "/mnt/grün"),
    ])
    func `a folder lies on the innermost mount`(path: String, point: String) {
        #expect(disks.point(of: path) == point)
    }

    @Test(arguments: ["/home/anna/Pictures/APOD", "/srvx", "/", "/mnt/gru\u{308}n/APOD"])
    func `the machine's own disk is none`(path: String) {
        #expect(disks.point(of: path) == nil)
    }

    @Test func `signs that a text joins part lines and words all the same`() {
        let odd = Mounts(
            "40 22 8:17 / /mnt/a rw - overlay overlay rw,workdir=/w\r\n41 22 8:18 / /mnt/b rw - ext4 \u{301} rw\n"
                + "42 22 8:19 / /mnt/e\u{301} rw - ext4 c rw\n43 22 8:20 / /mnt/\u{e9} rw - ext4 d rw\n")
        #expect(odd.points.count == 4)
        #expect(odd.origin(of: "/mnt/b") == "8:18 /")
        #expect(odd.origin(of: "/mnt/e\u{301}") == "8:19 /")
        #expect(odd.origin(of: "/mnt/\u{e9}") == "8:20 /")
    }

    @Test func `this machine's own root is mounted`() {
        #expect(Mounts.ofProcess.origin(of: "/") != nil)
        #expect(Mounts.ofProcess.origin(of: "/no such place") == nil)
    }
}
