import Testing

@testable import ApodMirror

@Suite("What is mounted where") struct MountTableTests {
    private let table = MountTable(
        #"""
        67 42 0:41 / / rw,relatime shared:1 - overlay overlay rw
        80 67 8:1 / /srv rw,relatime shared:2 - ext4 /dev/sda1 rw
        81 80 8:2 / /srv/my\040disk rw,relatime - ext4 /dev/sda2 rw
        82 67 0:50 / /mnt/a\134b rw - tmpfs none rw
        83 67 8:3 / /mnt/gr\303\274n rw - ext4 /dev/sda3 rw
        """#)

    @Test(arguments: [
        ("/srv/APOD", "/srv"), ("/srv", "/srv"), ("/srv/my disk/APOD", "/srv/my disk"),
        ("/srv/my disk", "/srv/my disk"),
        ("/srv/my diskette", "/srv"), (#"/mnt/a\b/APOD"#, #"/mnt/a\b"#), ("/mnt/grün/APOD", "/mnt/grün"),
    ])
    func `a folder lies on the innermost mount`(path: String, point: String) {
        #expect(table.point(of: path) == point)
    }

    @Test(arguments: ["/home/anna/Pictures/APOD", "/srvx", "/"])
    func `the machine's own disk is none`(path: String) {
        #expect(table.point(of: path) == nil)
    }
}
