/// What a person sees while a pass runs: a bar on a terminal, a line a picture elsewhere, nothing when quiet.
struct SyncDisplay: Sendable {
    enum Style: Sendable {
        case bar, lines, quiet
    }

    let output: Output
    let style: Style
    let bytesReceived: @Sendable () -> Int64

    /// Shows the events until their stream ends.
    func follow(_ events: AsyncStream<MirrorEvent>) async {
        guard style == .bar else {
            for await event in events {
                if let line = line(for: event) { output.line(line) }
            }
            return
        }
        let board = ProgressBoard()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    draw(board)
                    try? await Task.sleep(for: .milliseconds(100))
                }
            }
            for await event in events {
                board.note(event)
                // The bar tells the rest; this one asks for a decision.
                if case .missing = event, let line = line(for: event) {
                    output.status("")
                    output.complain(line)
                }
            }
            group.cancelAll()
        }
        output.status("")
    }

    private func draw(_ board: ProgressBoard) {
        // Asked again each time: the window may have changed.
        let terminal = Terminal.standardError(environment: ["COLUMNS": "\(output.errorTerminal.columns)"])
        guard let line = board.line(received: bytesReceived()) else { return }
        // One column stays free: a terminal wraps when its last one is written.
        output.status(line.rendered(width: max(20, terminal.columns - 1), unicode: output.errorTerminal.isUnicode))
    }

    private func line(for event: MirrorEvent) -> String? {
        let isTold = style != .quiet
        switch event {
        case .planned, .unpublished:
            return nil
        case .stored(let metadata, let replaced):
            let bytes = metadata.mirror.picture.map { " (\(Quantity.bytes(Int($0.bytes))))" } ?? ""
            return isTold ? "\(metadata.date) \(metadata.title)\(bytes)\(replaced ? ", replaced by NASA" : "")" : nil
        case .corrected(let metadata):
            return isTold ? "\(metadata.date) \(metadata.title), corrected by NASA" : nil
        case .pending(let day, _, let reason):
            return isTold ? "\(day) pending: \(reason)" : nil
        case .disputed(let day, let reason):
            return "\(day) disputed: \(reason)"
        case .missing(let day):
            return "\(day): its picture was deleted and is fetched again. To keep it away: apod-mirror hide \(day)"
        }
    }
}
