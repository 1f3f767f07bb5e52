internal import JSON
internal import Words

extension JSONPiece {
    /// A text that a person reads.
    mutating func text(_ key: String? = nil, _ text: String?) {
        guard let text else { return }
        exactly(key, printable(text))
    }
}
