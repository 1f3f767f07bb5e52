/// One call's wish on its way to the courier.
struct Order: Sendable {
    enum Destination: Sendable {
        case memory
        case file(File)
    }

    struct File: Sendable {
        let descriptor: CInt
        let partial: Partial?
        let onHeaders: @Sendable (Announcement) -> Void
        /// Whether a file that holds so many bytes may grow, to the length that was announced or by some megabytes.
        let mayGrow: @Sendable (_ bytes: Int64, _ length: Int64?) -> Bool
        /// Hears how far the file is written, so that it can be hashed meanwhile.
        let onGrowth: @Sendable (Written) -> Void
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
    var written = Written()
    var resumed = false
    var notModified = false
}
