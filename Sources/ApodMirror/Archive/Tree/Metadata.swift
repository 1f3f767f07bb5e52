internal import Days
internal import Folder
internal import JSON

/// One day's `metadata/YYYY-MM-DD.json`: the legacy API's own shape plus one key of ours, so that any program that ever
/// read NASA's API can read a mirror.
struct Metadata: Codable, Equatable, Sendable {
    var date: Day
    var title: String
    /// Plain text.
    var explanation: String
    var mediaType: MediaType
    /// The rendition of about 1,024 pixels, or the video's address.
    var url: String?
    /// The original.
    var hdurl: String?
    var thumbnailURL: String?
    var copyright: String?
    var serviceVersion = "v1"
    var mirror: Mirror

    enum MediaType: String, Codable, Sendable {
        case image, video, other
    }

    /// What we know beyond NASA's words.
    struct Mirror: Codable, Equatable, Sendable {
        var source: String
        var fetched: Timestamp
        var page: String?
        var postID: Int?
        var credit: String?
        var explanationHTML: String?
        var alt: String?
        /// As published, word for word.
        var mediaType: String
        /// As of the writing; where the names on disk say otherwise they win, except over `hidden`.
        var state: State
        var picture: Picture?
        var poster: String?
        var pending: Pending?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case source, fetched, page, credit, alt, state, picture, poster, pending
            case postID = "post_id"
            case explanationHTML = "explanation_html"
            case mediaType = "media_type"
        }
    }

    enum State: String, Codable, Sendable {
        case present, pending, hidden, disputed
    }

    /// The file that stands for the day.
    struct Picture: Codable, Equatable, Sendable {
        /// Its visible name.
        var file: String
        var kind: Kind
        var url: String?
        /// Where the other mirror that it came from had it from; `nil` for one that did not come from a mirror.
        var origin: String?
        var bytes: Int64
        var width: Int?
        var height: Int?
        var sha256: String
        var etag: String?
        var lastModified: String?
        var fetched: Timestamp
        /// When the source was last asked whether it is still the same.
        var checked: Timestamp?

        /// `rendition` stands in while the original cannot be had; `page` opens a video that lives elsewhere.
        enum Kind: String, Codable, Sendable {
            case original, rendition, page
        }

        /// NASA's own address of it, however many mirrors it came through: days that share it share a picture.
        var published: String? { origin ?? url }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case file, kind, url, origin, bytes, width, height, sha256, etag, fetched, checked
            case lastModified = "last_modified"
        }
    }

    /// Why there is no picture yet, and when to ask again.
    struct Pending: Codable, Equatable, Sendable {
        var reason: String
        var attempts: Int
        var retryAfter: Timestamp

        enum CodingKeys: String, CodingKey, CaseIterable {
            case reason, attempts
            case retryAfter = "retry_after"
        }
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case date, title, explanation, url, hdurl, copyright, mirror
        case mediaType = "media_type"
        case thumbnailURL = "thumbnail_url"
        case serviceVersion = "service_version"
    }
}

extension Metadata {
    /// The file's bytes. Keys that a newer version wrote into the former file are kept.
    func encoded(replacing former: [UInt8]? = nil) throws -> [UInt8] {
        let bytes = try JSONFile.encode(self)
        guard let former, let old = try? JSONReader.read(JSONValue.self, from: former) else { return bytes }
        let new = try JSONReader.read(JSONValue.self, from: bytes)
        let merged = Self.known.merge(new, keepingUnknownOf: old)
        return merged == new ? bytes : try JSONFile.encode(merged)
    }

    /// The picture's name, unless an edited or damaged file makes it one that is none of this day's.
    var visibleName: String? {
        guard let file = mirror.picture?.file, PictureName.day(of: FilePath(file)) == date,
            PictureName.canStand(FilePath(file))
        else { return nil }
        return file
    }

    private static let known = KnownKeys(
        CodingKeys.allCases.map(\.rawValue),
        below: [
            "mirror": KnownKeys(
                Mirror.CodingKeys.allCases.map(\.rawValue),
                below: [
                    "picture": KnownKeys(Picture.CodingKeys.allCases.map(\.rawValue)),
                    "pending": KnownKeys(Pending.CodingKeys.allCases.map(\.rawValue)),
                ])
        ])
}

/// The keys this version understands, level by level: what is none of them is somebody else's and stays.
private struct KnownKeys {
    let keys: Set<String>
    let below: [String: KnownKeys]

    init(_ keys: [String], below: [String: KnownKeys] = [:]) {
        self.keys = Set(keys)
        self.below = below
    }

    func merge(_ new: JSONValue, keepingUnknownOf old: JSONValue) -> JSONValue {
        guard case .object(var merged) = new, case .object(let former) = old else { return new }
        for (key, value) in former where !keys.contains(key) { merged[key] = value }
        for (key, level) in below {
            if let inner = merged[key], let formerInner = former[key] {
                merged[key] = level.merge(inner, keepingUnknownOf: formerInner)
            }
        }
        return .object(merged)
    }
}
