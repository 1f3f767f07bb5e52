import SampleNASA

struct BasicEntry: Decodable {
    let date: String
    let title: String
    let url: String
    let permalink: String
    let media_type: String
    let explanation: String
    let credit: String
    let hdurl: String
    let basic_html: String
}

struct LegacyEntry: Decodable {
    let date: String
    let title: String
    let explanation: String
    let media_type: String
    let url: String?
    let hdurl: String?
    let thumbnail_url: String?
    let copyright: String?
}

extension SampleNASA {
    static let basic = "/wp-json/wp/v2/apod-basic"
    static let legacy = "/planetary/apod"

    /// The default sixty days, with pictures small enough for a quick test.
    static func small() throws -> SampleNASA { try started(Options(pictureSize: .small)) }

    /// The part of an address behind this server's own.
    func path(_ address: String) -> String { String(address.dropFirst(baseURL.count)) }
}

extension String {
    /// The untouched upload behind a rendition, as clients find it.
    var original: String {
        String(split(separator: "?")[0]).split(separator: "dynamicimage/assets/").joined(separator: "content/dam/")
    }
}
