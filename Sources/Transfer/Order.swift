/// One call's request on its way to the courier.
struct Order: Sendable {
    enum Destination: Sendable {
        case memory
        case file(File)
    }

    struct File: Sendable {
        let descriptor: CInt
        let partial: Partial?
        let onHeaders: @Sendable (Announcement) -> Void
        /// Whether a file of so many bytes may grow, to the announced length or by some megabytes.
        let mayGrow: @Sendable (_ bytes: Int64, _ length: Int64?) -> Bool
        /// Called with the length written so far, so that the file is hashed meanwhile.
        let onGrowth: @Sendable (Written) -> Void
    }

    let id: UInt64
    let request: Request
    let destination: Destination
    let continuation: CheckedContinuation<Result<Answer, TransferError>, Never>
}

/// The courier's result: the fields of a ``Response`` and of a ``Download`` together.
struct Answer: Sendable {
    var url: String
    var status: Int
    var headers: Headers
    var body: [UInt8] = []
    var written = Written()
    var resumed = false
    var notModified = false
}
