import Days
import Folder
import JSON
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("The text of favorites.json, put together")
struct FavoritesTextTests {
    private static let titles = [
        nil, "", "M31", "A \"quoted\" one", "Back\\slash and sl/ash", "Tab\tnew\nline\rfeed\u{C}bell\u{7}\u{1F}\u{8}",
        "Å, é and e\u{301}, 天, 🌌", "\u{2028}\u{7F}",
    ]

    private static func favorite(_ day: Day, _ number: Int) -> Favorite {
        var links = (0..<number % 4).map { FilePath("Álbum/\(day) \"\($0)\" \(number).jpg") }
        if number % 5 == 0 { links.append(FilePath(bytes: Array("Caf".utf8) + [0xE9] + Array("/%41 \(number)".utf8))) }
        return Favorite(
            date: day, title: titles[number % titles.count], added: Timestamp(seconds: 1_700_000_000 + Int64(number)),
            links: Set(links))
    }

    @Test func `reads as every JSON file does, and says what is recorded`() throws {
        var random = Dice(seed: 7)
        var record = FavoritesRecord()
        for round in 0..<300 {
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let day = day.advanced(by: -Int.random(in: 0..<60, using: &random))
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    record.forget(record.favorites[day]?.links ?? [], of: day, now: Timestamp(seconds: 1_800_000_000))
                case 1: record.removed[day] = nil
                default:
                    record.removed[day] = nil
                    record.favorites[day] = Self.favorite(day, round)
                }
            }
            record.marker = round % 3 == 0 ? nil : MarkerState(inode: UInt64(round), ctime: 1_700_000_000_123_456_789)
            let written = try FavoritesText.json(of: record)
            try #require(try JSONFile.encode(JSONValue(written)) == written, "round \(round)")
            try #require(try JSONReader.read(FavoritesRecord.self, from: written) == record, "round \(round)")
            #expect(JSONValue(written)?["version"] == .integer(FavoritesRecord.newestVersion))
        }
    }

    @Test(arguments: [
        ("Moons/M31.jpg", "Moons/M31.jpg"), ("Café 100%41", "Café 100%41"), ("/Caf%E9/%2541 M31", "Caf\\E9/%41 M31"),
        ("/C%C3%A9%E9", "Cé\\E9"), ("/srv/APOD/a%20b.jpg", "/srv/APOD/a%20b.jpg"), ("/", "/"), ("/%E", "/%E"),
    ])
    func `a path that is no text is recorded by its bytes, and every other as it is`(recorded: String, path: String) {
        var bytes = Array(path.utf8)
        while let place = bytes.firstIndex(of: UInt8(ascii: "\\")) {
            bytes.replaceSubrange(place..<(place + 3), with: [0xE9])
        }
        #expect(FilePath(recorded: recorded).bytes == bytes)
        #expect(FilePath(bytes: bytes).recorded == recorded)
    }
}
