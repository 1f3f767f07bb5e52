package import Days
package import Settings

/// The error that ended a pass early, as it is told and kept.
package struct PassEnd: ExitCoded, Codable, Equatable, Sendable, CustomStringConvertible {
    package enum Kind: String, Codable, Sendable {
        /// The source asks for a pause.
        case paused
        /// The source refuses every answer.
        case refused
        case unreachable
        /// The source's answers, taken together, cannot be right.
        case doubtful
        /// The pass has sent as many requests as its days allow.
        case spent
        /// The source answers in the form of the other API.
        case otherForm = "other_form"
        /// The disk has no room.
        case room
        /// The system or the owner's rights forbid writing, at ``path``.
        case notWritable = "not_writable"
        /// The root is gone, replaced or another user's.
        case root
        case other
    }

    package let kind: Kind
    package let description: String
    /// The description for strangers, who need not know where the owner's settings lie.
    package let fact: String
    package let exitCode: ExitCode
    /// The end of the pause that the source asked for.
    package var until: Timestamp?
    /// The length of that pause in seconds.
    package var seconds: Int?
    /// The bytes that must be free for another pass to get further.
    package var neededBytes: Int64?
    package var path: String?
    /// The reason without the path.
    package var reason: String?
    /// Whether the source has no pictures, while its entries came and were believed.
    package var isAboutPictures = false

    package init(_ kind: Kind, _ description: String, fact: String? = nil, exitCode: ExitCode) {
        (self.kind, self.description, self.fact, self.exitCode) = (kind, description, fact ?? description, exitCode)
    }

    enum CodingKeys: String, CodingKey {
        case kind, fact, until, seconds, path, reason
        case description = "sentence"
        case exitCode = "exit_code"
        case neededBytes = "needed_bytes"
        case isAboutPictures = "about_pictures"
    }

    /// Whether there is the room by now that was lacking.
    package func isOver(with freeBytes: Int64) -> Bool {
        neededBytes.map { freeBytes > $0 } ?? false
    }

    /// This end of a pass where the disk had so many bytes free. A disk may have room and no inode, and a quota does not show
    /// in the free bytes: only more room than before is news.
    package func leaving(freeBytes: Int64?) -> PassEnd {
        var end = self
        if kind == .room, neededBytes == nil { end.neededBytes = freeBytes.map { $0 + Self.enough } }
        return end
    }

    private static let enough: Int64 = 64 * 1_024

    /// Whether the source ended the pass. Other days, or another source, may be had all the same.
    package var isOfSource: Bool {
        switch kind {
        case .paused, .refused, .unreachable, .doubtful, .spent, .otherForm: true
        case .room, .notWritable, .root, .other: false
        }
    }
}
