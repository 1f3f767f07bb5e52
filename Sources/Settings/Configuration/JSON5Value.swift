/// A value as a configuration file, the environment or the command line gives it, before a setting has read it.
package enum JSON5Value: Equatable, Sendable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([JSON5Value])
    case object([String: JSON5Value])
    case null

    /// The value as a setting of one word reads it: a text, or a number written without quotes.
    package var word: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number, .flag, .list, .object, .null: nil
        }
    }
}

extension JSON5Value: CustomStringConvertible {
    /// The value as an error quotes it.
    package var description: String {
        switch self {
        case .text(let text): "“\(text)”"
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        case .list(let list): "[" + list.map(\.description).joined(separator: ", ") + "]"
        case .object: "an object"
        case .null: "null"
        }
    }
}
