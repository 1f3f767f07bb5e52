@testable import Transfer

extension Transfer {
    /// With the limits that the test names; the others are such that no busy machine meets them by accident.
    static func forTests(_ limits: Limits = Limits()) -> Transfer {
        var limits = limits
        if limits.lowSpeedTime == Limits().lowSpeedTime { limits.lowSpeedTime = .seconds(600) }
        if limits.connectTimeout == Limits().connectTimeout { limits.connectTimeout = .seconds(600) }
        if limits.idle == Limits().idle { limits.idle = .seconds(600) }
        return Transfer(userAgent: "tests", limits: limits)
    }
}

extension Request {
    /// A request with limits that no test is to meet by accident.
    static func get(_ url: String, _ change: (inout Request) -> Void = { _ in }) -> Request {
        var request = Request(url, maximumBytes: 10_000_000, timeLimit: .seconds(600))
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
