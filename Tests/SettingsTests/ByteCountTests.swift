import Testing

@testable import Settings

@Suite struct ByteCountTests {
    @Test(arguments: [
        ("0", 0), ("200000000", 200_000_000), ("200 MB", 200_000_000), ("200mb", 200_000_000),
        ("1.5 GB", 1_500_000_000),
        ("1 GiB", 1_073_741_824), ("2k", 2_000), (" 7 bytes ", 7), ("0.5 KiB", 512), ("9223372036854775807", Int.max),
    ])
    func `reads amounts`(text: String, bytes: Int) {
        #expect(ByteCount.read(text) == bytes)
        #expect(ByteCount.read(ByteCount.text(bytes)) == bytes)
    }

    @Test(arguments: [
        "", "MB", "-1", "1,5 GB", "1.5", "1.2.3 GB", ".5 GB", "5. GB", "1 XB", "0.0001 kB", "9223372036854775808",
        "9999999999 TB", "1 MB 2", "٣ MB",
    ])
    func `refuses what is no amount`(text: String) {
        #expect(ByteCount.read(text) == nil)
    }

    @Test(arguments: [
        (999, "999"), (200_000_000, "200 MB"), (1_500_000_000, "1.5 GB"), (1_234_000, "1234 kB"),
        (1_234_567, "1234567"),
    ])
    func `writes the shortest exact text`(bytes: Int, text: String) {
        #expect(ByteCount.text(bytes) == text)
    }
}
