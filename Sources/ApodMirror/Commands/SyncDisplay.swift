internal import Folder

/// What a person sees while a pass runs: a bar on a terminal, a line a picture elsewhere, nothing when quiet. What asks
/// for attention goes to the log whatever the style; what is merely pending stands in the closing words.
struct SyncDisplay: Sendable {
    enum Style: Sendable {
        case bar, lines, quiet
    }

    let output: Output
    let log: Log
    let style: Style
    /// What a suggested command must repeat to mean this mirror.
    let options: String
    let bytesReceived: @Sendable () -> Int64

    /// Shows the events until their stream ends.
    func follow(_ events: AsyncStream<MirrorEvent>) async {
        switch style {
        case .bar:
            await followWithBar(events)
        case .lines:
            for await event in events {
                if let line = line(for: event) { output.line(line) }
                report(event)
            }
        case .quiet:
            for await event in events { report(event) }
        }
    }

    private func followWithBar(_ events: AsyncStream<MirrorEvent>) async {
        let board = ProgressBoard()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    board.alone { draw(board) }
                    try? await Pause().wait(for: .milliseconds(100))
                }
            }
            for await event in events {
                board.note(event)
                board.alone {
                    // Only for what will stand there: a bar that goes for every picture is never seen.
                    if asksForAttention(event) { output.status("") }
                    report(event)
                }
            }
            group.cancelAll()
        }
        output.status("")
    }

    private func draw(_ board: ProgressBoard) {
        guard let line = board.line(received: bytesReceived()) else { return }
        // Asked again each time: the window may have changed.
        let terminal = Terminal.standardError(environment: ["COLUMNS": "\(output.errorTerminal.columns)"])
        // One column stays free: a terminal wraps when its last one is written.
        output.status(line.rendered(width: max(20, terminal.columns - 1), unicode: output.errorTerminal.isUnicode))
    }

    private func line(for event: MirrorEvent) -> String? {
        switch event {
        case .stored(let metadata, let replaced):
            let bytes = metadata.mirror.picture.map { " (\(Quantity.bytes(Int($0.bytes))))" } ?? ""
            return "\(metadata.date) \(metadata.title)\(bytes)\(replaced ? ", replaced by NASA" : "")"
        case .corrected(let metadata):
            return "\(metadata.date) \(metadata.title), corrected by NASA"
        case .planned, .asking, .pending, .unpublished, .disputed, .missing, .trouble:
            return nil
        }
    }

    private func asksForAttention(_ event: MirrorEvent) -> Bool {
        switch event {
        case .missing, .disputed, .trouble: true
        case .asking, .pending, .unpublished: log.threshold >= .debug
        case .planned, .stored, .corrected: false
        }
    }

    private func report(_ event: MirrorEvent) {
        switch event {
        case .asking(let days):
            log.debug("Asking for the entries of \(days.lowerBound) to \(days.upperBound).")
        case .pending(let day, _, let reason):
            log.debug("\(day) is pending: \(reason).")
        case .unpublished(let day, let confirmed):
            log.debug(confirmed ? "NASA has no picture for \(day)." : "NASA has not published \(day) yet.")
        case .missing(let day):
            log.notice("\(day) was deleted and is fetched again. To keep it away: apod-mirror hide \(day)\(options)")
        case .disputed(let day, let reason):
            log.warning(
                "\(day) keeps its picture: \(reason). To take the new one: apod-mirror verify --accept \(day)\(options)"
            )
        case .trouble(let sentence):
            log.warning(sentence)
        case .planned, .stored, .corrected:
            break
        }
    }
}
