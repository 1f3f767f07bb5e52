import Foundation

/// An answer as it came over the wire.
struct RawAnswer {
    let status: Int
    /// Names in lower case.
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    init(_ bytes: [UInt8]) throws {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw HarnessError(
                "no answer, but \(bytes.count) bytes: \(String(decoding: bytes.prefix(200), as: UTF8.self))")
        }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        self.headers = headers
        let rest = Array(bytes[end.upperBound...])
        body = headers["transfer-encoding"] == "chunked" ? try Self.joined(rest) : rest
    }

    private static func joined(_ chunks: [UInt8]) throws -> [UInt8] {
        var (body, rest) = ([UInt8](), chunks[...])
        while let end = rest.firstRange(of: Array("\r\n".utf8)) {
            let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16) ?? 0
            guard size > 0 else { return body }
            guard rest.distance(from: end.upperBound, to: rest.endIndex) >= size + 2 else { break }
            body += rest[end.upperBound..<end.upperBound + size]
            rest = rest[(end.upperBound + size + 2)...]
        }
        throw HarnessError("the body breaks off after \(body.count) bytes")
    }
}
