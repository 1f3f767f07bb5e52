internal import Folder

/// The key of a legacy server that wants one. It goes into one request header and nowhere else: no log, no address, no
/// error ever holds it.
package struct APIKey: Sendable {
    package let value: String

    /// Reads the key from `api_key_file`, else from the credential that systemd hands over; `nil` when there is none.
    package static func load(_ configuration: Configuration, _ process: ProcessEnvironment) throws(APIKeyError)
        -> APIKey?
    {
        if let path = configuration.apiKeyFile { return try read(path) }
        guard let folder = process.environment["CREDENTIALS_DIRECTORY"] else { return nil }
        do {
            return try read("\(folder)/nasa-api-key")
        } catch APIKeyError.missing, APIKeyError.empty {
            // The unit hands over an empty credential where the machine has no key.
            return nil
        }
    }

    private static func read(_ path: String) throws(APIKeyError) -> APIKey {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        let name = String(path[path.utf8.index(after: slash)...])
        let bytes: [UInt8]?
        do {
            bytes = try Folder.open(slash == path.startIndex ? "/" : String(path[..<slash]))?.read(
                FilePath(name), limit: 4_096)
        } catch {
            throw .unreadable(error.description)
        }
        guard let bytes else { throw .missing(path: path) }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { throw .empty(path: path) }
        guard words.count == 1, let key = words.first,
            key.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) })
        else { throw .notKey(path: path) }
        return APIKey(value: String(key))
    }
}

package enum APIKeyError: ExitCoded, Equatable, CustomStringConvertible {
    case missing(path: String)
    case unreadable(String)
    case empty(path: String)
    case notKey(path: String)

    package var exitCode: ExitCode { .configuration }

    package var description: String {
        switch self {
        case .missing(let path): "The key file \(path) is missing; api_key_file names it."
        case .unreadable(let reason): "The key file cannot be read. \(reason)"
        case .empty(let path), .notKey(let path):
            "The key file \(path) must hold the key and nothing else: one word of plain ASCII."
        }
    }
}
