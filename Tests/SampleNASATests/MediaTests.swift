import SampleNASA
import Testing

@Suite struct MediaTests {
    @Test func `Every day's picture is whole, its own, and where its entry says`() throws {
        let server = try SampleNASA.small()
        let client = RawClient(server)
        var seen: Set<[UInt8]> = []
        for date in server.dates {
            let short = date.dropFirst(2).split(separator: "-").joined()
            let entry: BasicEntry = try client.get(SampleNASA.basic + "/" + short).decoded()
            guard entry.media_type != "iframe" else { continue }
            let reply = try client.get(server.path(entry.hdurl.original))
            #expect(reply.status == 200)
            #expect(reply.body == server.picture(for: date))
            #expect(reply.headers["content-length"] == String(reply.body.count))
            #expect(PictureCheck.isWhole(reply.body), "\(date)")
            #expect(seen.insert(reply.body).inserted, "\(date) has another day's picture")
        }
        #expect(seen.count == 58)
    }

    @Test(arguments: [("2026-11-19", 120_000), ("2026-11-11", 300_001), ("2026-11-05", 90_000)])
    func `A picture has just the size that was asked for`(date: String, size: Int) throws {
        let server = SampleNASA(.init(pictureSize: .fixed(size)))
        #expect(server.picture(for: date).count == size)
        #expect(PictureCheck.isWhole(server.picture(for: date)))
    }

    @Test func `Renditions are as wide as asked for and never wider than the original`() throws {
        let server = try SampleNASA.started(.init(pictureSize: .fixed(60_000)))
        let client = RawClient(server)
        let entry: BasicEntry = try client.get(SampleNASA.basic + "/261120").decoded()
        let path = server.path(entry.hdurl).prefix { $0 != "?" }
        #expect(PictureCheck.jpegWidth(try client.get(path + "?w=200&h=200").body) == 200)
        let full = PictureCheck.jpegWidth(server.picture(for: "2026-11-20"))
        #expect(PictureCheck.jpegWidth(try client.get(path + "?w=9999").body) == full)
    }

    @Test func `GIFs exist as originals only`() throws {
        let server = try SampleNASA.small()
        let client = RawClient(server)
        let entries: [BasicEntry] = try client.get(SampleNASA.basic + "?per_page=25").decoded()
        let gif = try #require(entries.first { $0.hdurl.contains(".gif") })
        #expect(try client.get(server.path(gif.hdurl)).status == 404)
        #expect(try client.get(server.path(gif.hdurl.original)).headers["content-type"] == "image/gif")
    }

    @Test func `Parts of a file make up the file`() throws {
        let server = try SampleNASA.small()
        let client = RawClient(server)
        let entry: BasicEntry = try client.get(SampleNASA.basic + "/261120").decoded()
        let path = server.path(entry.hdurl.original)
        let whole = try client.get(path)
        let tag = try #require(whole.headers["etag"])
        let start = try client.get(path, ["Range": "bytes=0-99"])
        let rest = try client.get(path, ["Range": "bytes=100-", "If-Range": tag])
        #expect(start.status == 206 && rest.status == 206)
        #expect(start.headers["content-range"] == "bytes 0-99/\(whole.body.count)")
        #expect(start.body + rest.body == whole.body)
        #expect(try client.get(path, ["Range": "bytes=-10"]).body == Array(whole.body.suffix(10)))
        let beyond = try client.get(path, ["Range": "bytes=99999999-"])
        #expect(beyond.status == 416)
        #expect(beyond.headers["content-range"] == "bytes */\(whole.body.count)")
        #expect(try client.get(path, ["Range": "bytes=100-", "If-Range": "\"other\""]).status == 200)
        #expect(try client.get(path, ["If-None-Match": tag]).status == 304)
        let modified = try #require(whole.headers["last-modified"])
        #expect(modified == "Fri, 20 Nov 2026 05:05:00 GMT")
        #expect(try client.get(path, ["If-Modified-Since": modified]).status == 304)
    }

    @Test func `A corrected picture has new bytes and a new tag`() throws {
        let server = try SampleNASA.small()
        let client = RawClient(server)
        let entry: BasicEntry = try client.get(SampleNASA.basic + "/261120").decoded()
        let before = try client.get(server.path(entry.hdurl.original))
        server.repaint("2026-11-20")
        let after = try client.get(server.path(entry.hdurl.original))
        #expect(after.body == server.picture(for: "2026-11-20"))
        #expect(before.body != after.body)
        #expect(before.headers["etag"] != after.headers["etag"])
        server.repaint("2026-11-20", file: "Better.jpg")
        #expect(try client.get(server.path(entry.hdurl.original)).status == 404)
    }
}
