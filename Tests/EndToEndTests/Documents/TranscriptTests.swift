import Foundation
import SampleNASA
import TestSupport
import Testing

/// What the documentation shows of a terminal happens, word for word but for dates and numbers.
@Suite(.needsBinary, .needs(tool: "jq"), .needs(tool: "curl"), .timeLimit(.minutes(15))) struct TranscriptTests {
    @Test(arguments: ["README.md", "docs/serve.md"])
    func `a transcript is what happens`(page: String) async throws {
        let folder = try TemporaryFolder()
        let program = try Program(SampleNASA.Options(archive: ShownDays.moved, pictureSize: .small), in: folder.path)
        let made = try await program.run("sync", "--create", "--quiet")
        #expect(made.code == 0, "\(made.errors)")
        let daemon = try await RunningDaemon(program)
        let transcript = Transcription(of: try Document(page))
        #expect(!transcript.commands.isEmpty)
        let address = "127.0.0.1:\(try LastingPort.find())"
        let ended = try await program.tool("bash", ["-c", transcript.script(in: program.root, address: address)])
        #expect(ended.code == 0, "\(ended.output)\n\(ended.errors)")
        let shown = ended.output.replacing(program.root, with: "/tmp/apod").replacing(address, with: "127.0.0.1:8095")
        let outputs = shown.components(separatedBy: Transcription.mark).dropFirst()
        #expect(outputs.count == transcript.commands.count)
        // In a month's first days the days that are shown lie in two months, and the month's folder holds fewer.
        if ShownDays.areInOneMonth {
            for (command, output) in zip(transcript.commands, outputs) {
                let lines = output.components(separatedBy: "\n").dropLast()
                #expect(command.isAnswered(by: Array(lines)), "\(command.line)\n\(output)")
            }
        }
        #expect(await daemon.end().code == 0)
    }
}

/// The days of the transcripts, moved to where a mirror of a month has them today.
private enum ShownDays {
    static let last = "2026-11-20"

    private static let dates = (0...30).map { (USEastern.day(last, plus: -$0), ServedDays.ago($0)) }
    private static let moves = Dictionary(uniqueKeysWithValues: dates)

    static func moved(_ date: Substring) -> String { moves[String(date)] ?? String(date) }

    static let areInOneMonth = (Int(ServedDays.today.suffix(2)) ?? 0) > 2

    static let moved = dates.reversed().compactMap { SampleDay.generated($1, like: $0, pictureSize: .small) }
}

private struct Transcription {
    struct Command {
        let line: String
        var expected: [String] = []
    }

    /// A line of its own before what a command prints.
    static let mark = "\u{1}\n"
    private(set) var commands: [Command] = []

    /// Leaves out what installs something or asks the machine's own systemd.
    init(of page: Document) {
        for line in page.blocks.filter({ $0.language == "console" }).flatMap(\.lines) {
            if line.hasPrefix("$ ") {
                commands.append(Command(line: String(line.dropFirst(2))))
            } else if !commands.isEmpty {
                commands[commands.count - 1].expected.append(line)
            }
        }
        commands.removeAll { $0.line.hasPrefix("systemd/") || $0.line.hasPrefix("systemctl ") }
        commands.removeAll { $0.line.hasPrefix("journalctl ") }
    }

    func script(in root: String, address: String) -> String {
        let begin = """
            exec 2>&1
            set -e -o pipefail
            IFS= MIRROR='\(root)' PATH='\((Program.binary as NSString).deletingLastPathComponent)':$PATH
            trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
            xdg-open() { test -f "$1"; }
            # Until the daemon has put right what was dropped, and recorded it.
            settled() {
                local tries links known
                for tries in {1..600}; do
                    links=$(find "$MIRROR/favorites" -name '2*' -type l | wc -l)
                    known=$(jq '.favorites | length' "$MIRROR/favorites.json" 2>/dev/null || echo 0)
                    [ "$links" != "$known" ] || [ -n "$(find "$MIRROR/favorites" -name '2*' -type f)" ] || return 0
                    sleep 0.1
                done
                return 1
            }
            listening() { curl --silent --output /dev/null --retry 60 --retry-delay 1 --retry-connrefused http://\(address)/; }

            """
        let steps = commands.map { command in
            let line = command.line.shifted.replacing("/tmp/apod", with: "\"$MIRROR\"")
                .replacing("127.0.0.1:8095", with: address)
                .replacing("apod-mirror serve ", with: "apod-mirror serve --listen \(address) ")
            return "printf '\\001\\n'\n\(line)\n\(line.hasSuffix("&") ? "listening" : "settled")\n"
        }
        return begin + steps.joined()
    }
}

extension Transcription.Command {
    /// In what is expected "…" stands for any number of lines.
    func isAnswered(by lines: [String]) -> Bool {
        var rest = lines.map(\.withoutNumbers)[...]
        var skips = false
        for line in expected {
            if line == "…" {
                skips = true
                continue
            }
            let wanted = line.shifted.withoutNumbers
            if skips { rest = rest.drop { $0 != wanted } }
            skips = false
            guard rest.popFirst() == wanted else { return false }
        }
        return rest.isEmpty || skips
    }
}

extension String {
    /// The dates of a transcript's line are those of today's mirror, and so are the folders of its months.
    fileprivate var shifted: String {
        let date = #/\d{4}-\d\d-\d\d/#
        let first = firstMatch(of: date)?.output ?? Substring(ShownDays.last)
        let folders = replacing(#/2026/2026-11(?:/(\d{4}-\d\d-\d\d))?/#) { match in
            let day = ShownDays.moved(match.1 ?? first)
            return "\(day.prefix(4))/\(day.prefix(7))" + (match.1.map { "/\($0)" } ?? "")
        }
        return folders.replacing(date) { ShownDays.moved($0.output) }
    }

    /// Numbers, units and names of months are as the day has it; columns are as wide as what stands in them.
    fileprivate var withoutNumbers: String {
        let months = #/\b(January|February|March|April|May|June|July|August|September|October|November|December)\b/#
        return replacing(#/\d+/#, with: "#").replacing(#/# [kM]?B\b/#, with: "# B").replacing(months, with: "month")
            .replacing(#/\s+/#, with: " ")
    }
}
