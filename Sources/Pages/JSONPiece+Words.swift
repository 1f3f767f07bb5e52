internal import JSON
internal import Words

extension JSONPiece {
    /// Writes a text for people, made printable.
    mutating func text(_ key: String? = nil, _ text: String?) {
        guard let text else { return }
        exactly(key, printable(text))
    }
}
