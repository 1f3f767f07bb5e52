internal import Folder
internal import Service
internal import Settings

/// The display of an order that is carried out: a bar on a terminal, a line for each picture elsewhere, neither when
/// quiet; and the answer's own lines.
struct SyncDisplay: Sendable {
    enum Style: Sendable {
        case bar, lines, quiet
    }

    let output: Output
    let words: EventWords
    let style: Style
    /// Whether lines go to standard error, since a program reads the other.
    let linesGoAside: Bool

    /// Shows the replies until their stream ends.
    func follow(_ replies: AsyncStream<Reply>) async {
        if style == .bar { return await followWithBar(replies) }
        for await reply in replies {
            if style == .lines, case .event(let event) = reply, let line = words.line(for: event) { output.line(line) }
            show(reply)
        }
    }

    private func followWithBar(_ replies: AsyncStream<Reply>) async {
        let board = ProgressBoard()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    board.alone { draw(board) }
                    try? await Pause().wait(for: .milliseconds(100))
                }
            }
            for await reply in replies {
                board.update(reply)
                board.alone {
                    // Only replies that leave a line clear the bar: cleared for every picture, it would never be seen.
                    if stands(reply) { output.status("") }
                    show(reply)
                }
            }
            group.cancelAll()
        }
        output.status("")
    }

    private func draw(_ board: ProgressBoard) {
        guard let line = board.line() else { return }
        // The width is read each time: the window may have changed.
        let terminal = Terminal.standardError(environment: ["COLUMNS": "\(output.errorTerminal.columns)"])
        // The last column stays free: a terminal wraps when it is written.
        output.status(line.rendered(width: max(20, terminal.columns - 1), unicode: output.errorTerminal.isUnicode))
    }

    private func show(_ reply: Reply) {
        switch reply {
        case .line(let text): linesGoAside ? output.complain(text) : output.line(text)
        case .complaint(let text): output.complain(text)
        case .event(let event): words.report(event)
        case .received, .status, .ended: break
        }
    }

    /// Whether the reply leaves a line on the screen.
    private func stands(_ reply: Reply) -> Bool {
        switch reply {
        case .line, .complaint: true
        case .event(let event): words.asksForAttention(event)
        case .received, .status, .ended: false
        }
    }
}
