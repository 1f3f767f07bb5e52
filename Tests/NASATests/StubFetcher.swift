import Days
import Folder
import Testing

@testable import NASA
@testable import Transfer

/// Answers from a closure and remembers what was asked; a request without an answer fails the test.
final class StubFetcher: Fetcher {
    private let log = Monitor<[String]>([])
    private let keys = Monitor<Set<String>>([])
    private let answer: @Sendable (String) throws(TransferError) -> Response?

    init(_ answer: @escaping @Sendable (String) throws(TransferError) -> Response?) {
        self.answer = answer
    }

    var asked: [String] {
        log.withLock { $0 }
    }

    var apiKeys: Set<String> {
        keys.withLock { $0 }
    }

    func data(_ request: Request) async throws(TransferError) -> Response {
        let url = request.url
        if request.mayStart?(url) == false { throw .notStarted(url: url) }
        log.withLock { $0.append(url) }
        if let secret = request.secretHeader { keys.withLock { _ = $0.insert(secret.value) } }
        guard let answer = try answer(url) else {
            Issue.record("nobody expected a request for \(url)")
            throw .unusable(url: url, reason: "not stubbed")
        }
        return answer
    }
}

extension Response {
    static func json(_ body: String, status: Int = 200, headers: Headers = [:], url: String = "") -> Response {
        Response(url: url, status: status, headers: headers, body: Array(body.utf8))
    }

    static func html(_ status: Int) -> Response {
        .json("<html><head><title>\(status)</title></head><body>sorry</body></html>", status: status)
    }

    static let basicNotFound = Response.json(
        #"{"code":"apod_basic_not_found","message":"APOD not found.","data":{"status":404}}"#, status: 404)

    static func legacy(_ status: Int, _ message: String) -> Response {
        .json(#"{"code":\#(status),"msg":"\#(message)","service_version":"v1"}"#, status: status)
    }
}

/// The value of one parameter of an address.
func parameter(_ name: String, of url: String) -> String? {
    let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    return query.split(separator: "&").first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
}

/// A text as JSON writes it.
func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
