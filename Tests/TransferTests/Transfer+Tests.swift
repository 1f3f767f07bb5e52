@testable import Transfer

extension Transfer {
    static func forTests(_ limits: Limits = Limits()) -> Transfer { Transfer(userAgent: "tests", limits: limits) }
}

extension Request {
    /// A request with limits that no test is to meet by accident.
    static func get(_ url: String, _ change: (inout Request) -> Void = { _ in }) -> Request {
        var request = Request(url, maximumBytes: 10_000_000, timeLimit: .seconds(60))
        change(&request)
        return request
    }
}

/// The error that a call must end with.
func failure(_ call: () async throws(TransferError) -> some Any) async -> TransferError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error
    }
}
