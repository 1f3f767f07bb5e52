package import Belief
package import Credits
package import Days
package import Folder
internal import JSON

/// The file `metadata/YYYY-MM-DD.json` of a day: the legacy API's own shape plus one key of ours, so that any program
/// that ever read NASA's API can read a mirror.
package struct Metadata: Codable, Equatable, Sendable {
    package var date: Day
    package var title: String
    /// Plain text.
    package var explanation: String
    package var mediaType: MediaType
    /// The rendition of about 1,024 pixels, or the video's address.
    package var url: String?
    /// The original.
    package var hdurl: String?
    package var thumbnailURL: String?
    package var copyright: String?
    package var serviceVersion = "v1"
    package var mirror: Mirror

    package enum MediaType: String, Codable, JSONReadable, Sendable {
        case image, video, other
    }

    /// The mirror's own facts, beyond NASA's words.
    package struct Mirror: Codable, Equatable, Sendable {
        package var source: String
        package var fetched: Timestamp
        package var page: String?
        package var postID: Int?
        package var credit: String?
        /// The address of the license of Creative Commons that NASA's credit links to.
        package var license: String?
        package var explanationHTML: String?
        package var alt: String?
        /// The media type as published, word for word.
        package var mediaType: String
        /// The state when this was written. Where the names on disk say otherwise they win, except over `hidden`.
        package var state: State
        package var picture: Picture?
        package var poster: String?
        package var pending: Pending?
        /// The record that the words were read from; `nil` in a JSON of a time when none was kept.
        package var record: Record?
        /// The notice that was cut off the story, since many days had it.
        package var notice: Notice?

        package enum CodingKeys: String, CodingKey {
            case source, fetched, page, credit, license, alt, state, picture, poster, pending, record, notice
            case postID = "post_id"
            case explanationHTML = "explanation_html"
            case mediaType = "media_type"
        }
    }

    package enum State: String, Codable, JSONReadable, Sendable {
        case present, pending, hidden, disputed
    }

    /// The file that stands for the day.
    package struct Picture: Codable, Equatable, Sendable {
        /// The visible name.
        package var file: String
        package var kind: Kind
        package var url: String?
        /// The address from which the other mirror had the picture; `nil` when the picture came from no mirror.
        package var origin: String?
        package var bytes: Int64
        package var width: Int?
        package var height: Int?
        package var sha256: String
        package var etag: String?
        package var lastModified: String?
        package var fetched: Timestamp
        /// When the source was last asked whether the picture is still the same.
        package var checked: Timestamp?
        /// `true` for a picture that NASA was never asked about, since it came from another mirror or somebody's collection.
        package var isUnverified: Bool?
        /// How many pictures of the day this one came after.
        package var replacements: Int?

        /// `rendition` stands in while the original cannot be had; `page` opens a video that lives elsewhere.
        package enum Kind: String, Codable, JSONReadable, Sendable {
            case original, rendition, page
        }

        /// NASA's own address of the picture, however many mirrors it came through. Days that share it share a picture.
        package var published: String? { origin ?? url }

        enum CodingKeys: String, CodingKey {
            case file, kind, url, origin, bytes, width, height, sha256, etag, fetched, checked, replacements
            case lastModified = "last_modified"
            case isUnverified = "unverified"
        }
    }

    /// Why there is no picture yet, and when to ask again.
    package struct Pending: Codable, Equatable, Sendable {
        package var reason: String
        package var attempts: Int
        package var retryAfter: Timestamp
        /// `true` for words that NASA was never asked about, as for a picture.
        package var isUnverified: Bool?
        /// The picture that the day lost, until it has one again.
        package var picture: Picture?

        package init(
            reason: String, attempts: Int, retryAfter: Timestamp, isUnverified: Bool? = nil, picture: Picture? = nil
        ) {
            (self.reason, self.attempts, self.retryAfter) = (reason, attempts, retryAfter)
            (self.isUnverified, self.picture) = (isUnverified, picture)
        }

        enum CodingKeys: String, CodingKey {
            case reason, attempts, picture
            case retryAfter = "retry_after"
            case isUnverified = "unverified"
        }
    }

    enum CodingKeys: String, CodingKey {
        case date, title, explanation, url, hdurl, copyright, mirror
        case mediaType = "media_type"
        case thumbnailURL = "thumbnail_url"
        case serviceVersion = "service_version"
    }
}

extension Metadata.Picture {
    package init(_ kind: Kind, _ file: String, _ url: String?, bytes: Int64, sha256: String, fetched: Timestamp) {
        self.init(file: file, kind: kind, url: url, bytes: bytes, sha256: sha256, fetched: fetched)
    }
}

extension Metadata {
    /// The file's bytes, with their own sum. Keys that a newer version wrote into the former file are kept.
    package func encoded(replacing former: [UInt8]? = nil) throws -> [UInt8] {
        let bytes = try JSONFile.encode(self)
        guard let former, let old = try? JSONReader.read(JSONValue.self, from: former),
            let known = try? JSONReader.read(JSONValue.self, from: JSONFile.encode(Metadata(former)))
        else { return MetadataSum.sealed(bytes) }
        let new = try JSONReader.read(JSONValue.self, from: bytes)
        let merged = new.keeping(unknownOf: old, known: known)
        return MetadataSum.sealed(merged == new ? bytes : try JSONFile.encode(merged))
    }

    /// Whether NASA was never asked about the day: its words and its picture give way to NASA's without a dispute.
    package var isUnverified: Bool { (mirror.picture?.isUnverified ?? mirror.pending?.isUnverified) == true }

    /// Why there is no picture yet.
    package var reasonToWait: String { mirror.pending?.reason ?? "to be fetched" }

    /// The picture that stands for the day, or the one that it lost: its sum tells the right bytes from all others.
    package var recordedPicture: Picture? { mirror.picture ?? mirror.pending?.picture }

    /// The picture's use, as the day's credit tells it.
    package var reuse: Reuse { Reuse(credit: mirror.credit, copyright: copyright, license: mirror.license) }

    /// The picture's name; `nil` where an edited or damaged file gives one that cannot be this day's.
    package var visibleName: String? { mirror.picture.flatMap(visibleName) }

    func visibleName(of picture: Picture) -> String? {
        guard PictureName.day(of: FilePath(picture.file)) == date, PictureName.canStand(picture.file.utf8) else {
            return nil
        }
        return picture.file
    }
}

extension JSONValue {
    /// Adds what a former value has at keys that this version does not know.
    ///
    /// - Parameter known: The former value as this version understands it.
    fileprivate func keeping(unknownOf former: JSONValue, known: JSONValue) -> JSONValue {
        guard case .object(var merged) = self, case .object(let former) = former, case .object(let known) = known else {
            return self
        }
        for (key, value) in former where key != MetadataSum.key {
            if let inner = known[key] {
                merged[key] = merged[key]?.keeping(unknownOf: value, known: inner)
            } else if merged[key] == nil {
                merged[key] = value
            }
        }
        return .object(merged)
    }
}

// MARK: - Attributes of files

extension Metadata {
    /// Gives a picture, or a page of ours, its day's date and what file managers show to people. Best effort.
    package func describe(_ file: OpenFile) {
        let story = "\(title)\n\(explanation)"
        file.setAttribute("user.xdg.comment", PictureName.cut(story, to: 1_000))
        if let url = mirror.picture?.url { file.setAttribute("user.xdg.origin.url", url) }
        if let credit = mirror.credit { file.setAttribute("user.xdg.creator", String(credit.prefix(200))) }
        file.setModified(Timestamp.ofPicture(of: date, replacements: mirror.picture?.replacements ?? 0).seconds)
    }
}
