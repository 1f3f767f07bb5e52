internal import Days
package import MirrorTree
package import Settings

/// The wording of events: a line a picture, and log entries for what needs attention. Pending days stand in the closing
/// words and in the status.
package struct EventWords: Sendable {
    package let log: Log
    /// Options that a suggested command must repeat to mean this mirror.
    package let options: String

    package init(log: Log, options: String) {
        self.log = log
        self.options = options
    }

    /// `nil` for an event that brings no picture.
    package func line(for event: MirrorEvent) -> String? {
        guard case .stored(let metadata, let change) = event else { return nil }
        let title = "\(metadata.date) \(metadata.title)"
        switch change {
        case .picture(let replaced):
            let bytes = metadata.mirror.picture.map { " (\(Quantity.bytes(Int($0.bytes))))" } ?? ""
            return "\(title)\(bytes)\(replaced ? ", replaced by NASA" : "")"
        case .words:
            return "\(title), corrected by NASA"
        case .reading:
            return "\(title), read anew"
        }
    }

    /// Whether ``report(_:)`` writes anything.
    package func asksForAttention(_ event: MirrorEvent) -> Bool {
        switch event {
        case .thumbnail(_, .failed), .trouble: true
        case .step(.entries), .absent: log.threshold >= .debug
        case .step, .stored, .changed, .taken, .thumbnail, .passEnded: false
        }
    }

    package func report(_ event: MirrorEvent) {
        switch event {
        case .step(.entries(let days)):
            log.debug("Asking for the entries of \(days.lowerBound) to \(days.upperBound).")
        case .absent(let day, .pending(let reason)):
            log.debug("\(day) is pending: \(reason).")
        case .absent(let day, .unpublished(let confirmed)):
            log.debug(confirmed ? "NASA has no picture for \(day)." : "NASA has not published \(day) yet.")
        case .trouble(.deleted(let day)):
            log.notice("\(day) was deleted and is fetched again. To keep it away: apod-mirror hide \(day)\(options)")
        case .trouble(.disputed(let day, let reason)):
            log.warning(
                "\(day) stays as it is: \(reason). To take what is new: apod-mirror verify --accept \(day)\(options)"
            )
        case .thumbnail(let day, .failed(let failure)):
            log.notice("\(day) has no thumbnail: \(failure).")
        case .trouble(.sentence(let sentence)):
            log.warning(sentence)
        case .step, .stored, .changed, .taken, .thumbnail, .passEnded:
            break
        }
    }
}
