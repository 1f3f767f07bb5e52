internal import Pictures

/// The answer to a job, which the daemon gets as one line.
enum Answer: Equatable, Sendable {
    /// The sizes in the order of the widths that were asked for, and what the decoder says is wrong with the picture.
    case made([PixelSize], complaint: String?)
    /// The picture has more pixels than are decoded, or needs more memory than there is.
    case large(PixelSize)
    case bad(String)

    var line: String {
        switch self {
        case .made(let sizes, let complaint):
            (["made"] + sizes.map { "\($0.width)x\($0.height)" }).joined(separator: " ")
                + (complaint.map { " though \(Self.plain($0))" } ?? "")
        case .large(let size): "large \(size.width)x\(size.height)"
        case .bad(let reason): "bad \(Self.plain(reason))"
        }
    }

    /// Printable ASCII only: a library may quote the picture, whose bytes must not steer a user's terminal.
    private static func plain(_ words: String) -> String {
        String(decoding: words.utf8.prefix(200).map { (0x21...0x7E).contains($0) ? $0 : 0x20 }, as: UTF8.self)
    }
}
