package import Belief
package import Days
package import JSON
internal import Pictures

/// Metadata has a reader of its own, since one search reads thirty years of it. The daemon's answers to commands are
/// decoded by `Decodable`.
extension Metadata: JSONReadable {
    /// Reads the JSON of a day. One that is another day's is refused, whatever name it lies under: everything that is
    /// done to the one day would be done to the other's picture.
    package init(_ bytes: [UInt8], of day: Day) throws {
        try self.init(bytes)
        if date != day { throw OtherDay(day: date) }
    }

    /// Reads the JSON of a day that nothing else names, as `Today.json`.
    package init(_ bytes: [UInt8]) throws(NotJSON) {
        self = try JSONReader.read(from: bytes)
    }

    /// A JSON is of another day than its name says.
    struct OtherDay: Error {
        var day: Day
    }

    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let members = try JSONMembers(CodingKeys.self, of: &reader)
        self.init(
            date: try members.read(.date), title: try members.read(.title), explanation: try members.read(.explanation),
            mediaType: try members.read(.mediaType), url: try members.readIfAny(.url),
            hdurl: try members.readIfAny(.hdurl), thumbnailURL: try members.readIfAny(.thumbnailURL),
            copyright: try members.readIfAny(.copyright), serviceVersion: try members.read(.serviceVersion),
            mirror: try members.read(.mirror))
    }
}

extension Metadata.Mirror: JSONReadable {
    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let members = try JSONMembers(CodingKeys.self, of: &reader)
        self.init(
            source: try members.read(.source), fetched: try members.read(.fetched), page: try members.readIfAny(.page),
            postID: try members.readIfAny(.postID), credit: try members.readIfAny(.credit),
            license: try members.readIfAny(.license),
            explanationHTML: try members.readIfAny(.explanationHTML), alt: try members.readIfAny(.alt),
            mediaType: try members.read(.mediaType), state: try members.read(.state),
            picture: try members.readIfAny(.picture), poster: try members.readIfAny(.poster),
            pending: try members.readIfAny(.pending), record: try members.readIfAny(.record),
            notice: try members.readIfAny(.notice))
    }
}

extension Notice: JSONReadable {
    private enum Keys: String {
        case opening, closing
    }

    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let members = try JSONMembers(Keys.self, of: &reader)
        self.init(opening: try members.readIfAny(.opening), closing: try members.readIfAny(.closing))
    }
}

extension Metadata.Record: JSONReadable {
    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let members = try JSONMembers(CodingKeys.self, of: &reader)
        self.init(
            sha256: try members.read(.sha256), source: try members.read(.source), base: try members.read(.base))
        // The sum goes into a line of `published/SHA256SUMS`.
        if !Checksums.isSum(sha256.utf8) { throw NotJSON(at: reader.next) }
    }
}

extension Metadata.Picture: JSONReadable {
    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let members = try JSONMembers(CodingKeys.self, of: &reader)
        self.init(
            file: try members.read(.file), kind: try members.read(.kind), url: try members.readIfAny(.url),
            origin: try members.readIfAny(.origin),
            bytes: try members.read(.bytes), width: try members.readIfAny(.width),
            height: try members.readIfAny(.height), sha256: try members.read(.sha256),
            etag: try members.readIfAny(.etag), lastModified: try members.readIfAny(.lastModified),
            fetched: try members.read(.fetched), checked: try members.readIfAny(.checked),
            isUnverified: try members.readIfAny(.isUnverified), replacements: try members.readIfAny(.replacements))
        if !isPossible { throw NotJSON(at: reader.next) }
    }

    /// Whether the numbers and the sum can be a picture's. Pages calculate with the numbers and the sum goes into a line of
    /// `SHA256SUMS`, so other values make the JSON count as damaged.
    private var isPossible: Bool {
        bytes >= 0 && (0...Timestamp.mostReplacements).contains(replacements ?? 0)
            && PixelSize(width: width ?? 1, height: height ?? 1).isSensible && Checksums.isSum(sha256.utf8)
    }
}

extension Metadata.Pending: JSONReadable {
    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let members = try JSONMembers(CodingKeys.self, of: &reader)
        self.init(
            reason: try members.read(.reason), attempts: try members.read(.attempts),
            retryAfter: try members.read(.retryAfter), isUnverified: try members.readIfAny(.isUnverified),
            picture: try members.readIfAny(.picture))
        // Adding one to the attempts must not overflow.
        if !(0..<Int.max / 2).contains(attempts) { throw NotJSON(at: reader.next) }
    }
}
