package import Days
package import Folder
internal import Hashing
internal import JSON

// MARK: - A day's record as NASA served it

extension Metadata {
    /// The day's record as NASA served it: the very bytes of its JSON object in the answer of an API, kept in
    /// `metadata/published/`. The day's JSON is made from them, and names them by their sum.
    package struct Record: Codable, Equatable, Sendable {
        package var sha256: String
        /// The API whose shape the bytes have: `apod-basic` or `planetary-apod`.
        package var source: String
        /// The address of the server, which relative addresses in the record are relative to.
        package var base: String
        /// The record itself, on its way from an answer to the disk; never in the day's JSON.
        package var bytes: [UInt8]?

        /// The record as the day's JSON names it, without its bytes.
        package var named: Record { Record(sha256: sha256, source: source, base: base) }

        /// Whether these are the record's bytes.
        package func isWhole(_ bytes: [UInt8]) -> Bool { SHA256.hash(bytes) == sha256 }

        /// Whether two records hold the same JSON: spaces, the order of members and escapes say nothing.
        package static func saysTheSame(_ record: [UInt8], _ other: [UInt8]) -> Bool {
            if record == other { return true }
            guard let record = JSONValue(record) else { return false }
            return record == JSONValue(other)
        }

        package enum CodingKeys: String, CodingKey {
            case sha256, source, base
        }
    }

    /// Whether both have the same texts of NASA's, whatever else they say.
    package func hasWords(of other: Metadata) -> Bool {
        title == other.title && explanation == other.explanation && copyright == other.copyright
            && mirror.explanationHTML == other.mirror.explanationHTML && mirror.credit == other.mirror.credit
            && mirror.alt == other.mirror.alt
    }
}

extension Metadata.Record {
    package init(serving bytes: [UInt8], source: String, base: String) {
        self.init(sha256: SHA256.hash(bytes), source: source, base: base, bytes: bytes)
    }
}

// MARK: - Its place

extension Tree {
    /// The folder of records in a month's `metadata/`.
    package static let published: FilePath = "published"

    package static func publishedPath(_ month: String) -> FilePath {
        monthPath(month).appending("metadata").appending(published)
    }

    /// The place of a day's record as NASA served it.
    package static func recordPath(_ day: Day) -> FilePath {
        publishedPath(day.month).appending(recordName(day))
    }

    package static func recordName(_ day: Day) -> FilePath { "\(day).json" }

    /// The day whose JSON, or record, has this name.
    package static func dayOfJSON(named name: FilePath) -> Day? {
        name.bytes.suffix(5).elementsEqual(".json".utf8) ? Day(name.bytes.dropLast(5)) : nil
    }

    /// The number of days with a file whose record as NASA served it is still to come.
    package func recordsToCome(_ listing: Listing) -> Int {
        max(0, listing.presentDays.count - recordCount(listing))
    }

    /// The number of days with a file that have their record as NASA served it, by names alone.
    package func recordCount(_ listing: Listing) -> Int {
        listing.months.reduce(0) { count, month in
            let entries = (try? root.folder(Self.publishedPath(month))?.entries()) ?? []
            return count
                + entries.count { entry in
                    guard entry.kind == .file, let day = Self.dayOfJSON(named: entry.name) else { return false }
                    return listing.isPresent(day)
                }
        }
    }

    /// The record that a day's JSON names; `nil` where it names none, or the file is missing or has other bytes.
    package func record(of metadata: Metadata) throws -> [UInt8]? {
        guard let record = metadata.mirror.record, let bytes = try root.read(Self.recordPath(metadata.date)),
            record.isWhole(bytes)
        else { return nil }
        return bytes
    }
}
