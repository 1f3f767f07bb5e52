import SampleNASA

/// What a client asks each part of the server.
enum Questions {
    static let api = [
        SampleNASA.basic + "?date_from=261101&date_to=261105&per_page=25", SampleNASA.basic + "/261120",
        SampleNASA.basic + "/261120/html", SampleNASA.legacy + "?date=2026-11-20",
        SampleNASA.legacy + "?start_date=2026-11-01&end_date=2026-11-05",
    ]

    static func media(_ server: SampleNASA) throws -> [String] {
        let entries: [BasicEntry] = try RawClient(server).get(SampleNASA.basic + "?per_page=3").decoded()
        return entries.map { server.path($0.hdurl) } + entries.map { server.path($0.hdurl.original) }
    }

    static func all(_ server: SampleNASA) throws -> [String] { try api + media(server) }
}
