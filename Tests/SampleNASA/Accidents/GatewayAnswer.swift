/// What stands between a client and a server says, without asking the server: the same to everybody.
public struct GatewayAnswer: Sendable, Hashable {
    enum Page: Sendable, Hashable {
        case html(type: String)
        case json(String)
        case empty
        case picture
    }

    let status: Int
    let page: Page
    /// In seconds.
    var retryAfter: Int?

    public static func html(
        _ status: Int, type: String = "text/html; charset=UTF-8", retryAfter: Int? = nil
    ) -> GatewayAnswer {
        GatewayAnswer(status: status, page: .html(type: type), retryAfter: retryAfter)
    }

    /// Without a text of its own it says its status once more.
    public static func json(_ status: Int, _ text: String? = nil) -> GatewayAnswer {
        let plain = #"{"code":\#(status),"message":"\#(HTTPStatus.phrase(status))"}"#
        return GatewayAnswer(status: status, page: .json(text ?? plain))
    }

    public static func empty(_ status: Int) -> GatewayAnswer { GatewayAnswer(status: status, page: .empty) }

    /// A picture that belongs to no day.
    public static let picture = GatewayAnswer(status: 200, page: .picture)

    /// The words by which `apod-basic` says that there is no such day.
    static let notFound = String(decoding: BasicQuery.notFound.body, as: UTF8.self)

    var answer: Answer {
        var answer: Answer
        switch page {
        case .html(let type):
            let title = "\(status) \(HTTPStatus.phrase(status))"
            answer = .html(status, title: title, text: "The gateway said no more than that.")
            answer.setHeader("Content-Type", type)
        case .json(let text):
            answer = Answer(status, type: "application/json", body: Array(text.utf8))
        case .empty:
            answer = Answer(status, type: "text/html; charset=UTF-8", body: [])
        case .picture:
            answer = Answer(status, type: "image/jpeg", body: GatewayAnswer.newsPicture)
        }
        if let retryAfter { answer.setHeader("Retry-After", String(retryAfter)) }
        return answer
    }

    /// Like NASA's it has fewer pixels than any day's picture.
    private static let newsPicture: [UInt8] = {
        let picture = Picture(
            file: "news-thumbnail.jpg", folder: "", format: .jpeg, width: 48, height: 27, bytes: 0)
        return Studio().original(picture, of: .beginning.advanced(by: -3))
    }()
}
