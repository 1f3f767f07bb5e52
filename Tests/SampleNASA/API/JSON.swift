/// A JSON value whose members keep their order, as the upstream's do.
enum JSON: Sendable {
    struct Member: Sendable {
        let name: String
        var value: JSON
    }

    case text(String)
    /// JSON as it is sent, however it is escaped.
    case written(String)
    case number(Int)
    case truth(Bool)
    case list([JSON])
    case object([Member])

    static func members(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    subscript(name: String) -> JSON? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.first { $0.name == name }?.value
        }
        set {
            guard case .object(var members) = self else { return }
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): return
            }
            self = .object(members)
        }
    }

    /// ASCII only, slashes escaped: the way PHP writes it.
    var text: String {
        var output = ""
        write(to: &output)
        return output
    }

    private func write(to output: inout String) {
        switch self {
        case .text(let text):
            JSON.write(text, to: &output)
        case .written(let text):
            output += text
        case .number(let number):
            output += String(number)
        case .truth(let truth):
            output += String(truth)
        case .list(let values):
            output += "["
            for (index, value) in values.enumerated() {
                if index > 0 { output += "," }
                value.write(to: &output)
            }
            output += "]"
        case .object(let members):
            output += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { output += "," }
                JSON.write(member.name, to: &output)
                output += ":"
                member.value.write(to: &output)
            }
            output += "}"
        }
    }

    private static func write(_ text: String, to output: inout String) {
        output += "\""
        for unit in text.utf16 {
            switch unit {
            case 0x22: output += "\\\""
            case 0x5C: output += "\\\\"
            case 0x2F: output += "\\/"
            case 0x0A: output += "\\n"
            case 0x0D: output += "\\r"
            case 0x09: output += "\\t"
            case 0x20...0x7E: output.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                let digits = String(unit, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }
        }
        output += "\""
    }
}
