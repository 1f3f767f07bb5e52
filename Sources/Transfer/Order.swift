/// One call's wish on its way to the courier.
struct Order: Sendable {
    enum Destination: Sendable {
        case memory
        case file(descriptor: CInt, partial: Partial?, onHeaders: @Sendable (Announcement) -> Void)
    }

    let id: UInt64
    let request: Request
    let destination: Destination
    let continuation: CheckedContinuation<Result<Answer, TransferError>, Never>
}

/// What the courier brings back: the facts of a ``Response`` and of a ``Download`` together.
struct Answer: Sendable {
    var url: String
    var status: Int
    var headers: Headers
    var body: [UInt8] = []
    var bytes: Int64 = 0
    var sha256 = ""
    var resumed = false
    var notModified = false
}
