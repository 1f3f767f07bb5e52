/// Gathers pieces and makes their white space canonical on the way: single spaces, none at the ends of a line,
/// no break at either end, at most two in a row.
struct PieceCollector {
    private var pieces: [Fragment.Piece] = []
    private var text = ""
    private var lastRun: Int?
    private var breaks = 0
    private var endsInSpace = true
    private var signs = ScriptSigns()

    mutating func append(text raw: String) {
        // The text is built as bytes: appending scalars to a string one by one costs several times as much.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.utf8.count)
        for scalar in raw.unicodeScalars {
            if scalar.isBlank {
                if !endsInSpace { bytes.append(UInt8(ascii: " ")) }
                endsInSpace = true
                signs.forget()
            } else if !scalar.isControl {
                beginLine()
                if let place = signs.place(before: scalar) { set(place) }
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                endsInSpace = false
            }
        }
        guard !bytes.isEmpty else { return }
        let run = String(decoding: bytes, as: UTF8.self)
        lastRun = pieces.count
        pieces.append(.text(run))
        text += run
    }

    mutating func open(_ element: Fragment.Element) {
        var element = element
        let front = breaks > 0 ? nil : text
        if !signs.open(element.name, pieces: pieces.count + 1, behind: front) { element.name = "" }
        pieces.append(.open(element))
    }

    mutating func close() {
        signs.close()
        pieces.append(.close)
    }

    mutating func lineBreak() {
        breaks = min(2, breaks + 1)
        endLine()
    }

    /// Marks a boundary between blocks: one break, or a blank line, however many blocks meet here.
    mutating func boundary(isBlank: Bool) {
        breaks = max(isBlank ? 2 : 1, breaks)
        endLine()
    }

    func finished() -> (pieces: [Fragment.Piece], text: String) {
        var last = self
        last.endLine()
        return (last.pieces, last.text)
    }

    private mutating func set(_ place: ScriptSigns.Place) {
        let sign = place.script.sign
        pieces.insert(.sign(sign), at: place.pieces)
        text.insert(contentsOf: sign, at: text.utf8.index(text.startIndex, offsetBy: place.bytes))
        if let index = lastRun, index >= place.pieces { lastRun = index + 1 }
    }

    private mutating func beginLine() {
        guard breaks > 0 else { return }
        if !text.isEmpty {
            pieces.append(contentsOf: repeatElement(.lineBreak, count: breaks))
            text += " "
        }
        breaks = 0
    }

    private mutating func endLine() {
        endsInSpace = true
        signs.forget()
        guard let index = lastRun, case .text(let run) = pieces[index], run.utf8.last == UInt8(ascii: " ") else {
            return
        }
        pieces[index] = .text(String(run.unicodeScalars.dropLast()))
        text.unicodeScalars.removeLast()
        lastRun = nil
    }
}

extension Unicode.Scalar {
    /// Whether HTML takes the scalar for space; no-break spaces and Unicode's own line ends count, too.
    var isBlank: Bool {
        switch value {
        case 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0xA0, 0x2028, 0x2029: true
        default: false
        }
    }

    var isControl: Bool {
        (value < 0x20 && !isBlank) || (0x7F...0x9F).contains(value) || value == 0xFEFF
    }
}
