import Foundation
import SampleNASA
import Testing

/// The outcome of a sync, as its exit code, `status`, the overview and the first page tell it.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct SyncOutcomeTests {
    private func mirror(_ days: Int = 5, upTo ago: Int = 0) async throws -> Program {
        let program = try Program(ServedDays.last(days, upTo: ago))
        let made = try await program.run("sync", "--create", "--quiet", "--history", "\(days + ago)")
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        return program
    }

    private func codes(_ program: Program) async throws -> [Int32] {
        let sync = try await program.run("sync")
        return [sync.code, try await program.run("status").code]
    }

    /// A server that is not there, and one that says 404 to everything.
    @Test(arguments: [(nil, "cannot be reached"), (404, "404")] as [(Int?, String)])
    func `a sync that failed is told while it lasts, with the time and the reason`(
        status: Int?, reason: String
    ) async throws {
        let program = try await mirror()
        if let status { program.server.setFault(.status(status), for: .everything) } else { program.server.stop() }
        let ended = try await program.run("sync")
        #expect(ended.code == 69, "\(ended)")
        let told = try await program.run("status")
        #expect(told.code == 1, "\(told)")
        let lines = told.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("Last sync: 20") && $0.contains(reason) }, "\(told.output)")
        #expect(lines.contains { $0.hasPrefix("Problem: ") && $0.contains(reason) }, "\(told.output)")
        let overview = try await program.run()
        #expect(
            overview.output.split(separator: "\n").contains {
                $0.hasPrefix("The last sync failed, 20") && $0.contains(reason)
            }, "\(overview.output)")

        program.server.clearFaults()
        if status == nil { try program.server.start() }
        #expect(try await codes(program) == [0, 3])
        #expect(try await !program.run().output.contains("failed"))
    }

    @Test func `a daemon tells of the sync that failed before it began`() async throws {
        let program = try await mirror()
        program.server.stop()
        #expect(try await program.run("sync").code == 69)
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "5"])
        let told = try await program.run("status")
        #expect(told.code == 1 && told.output.contains("cannot be reached"), "\(told)")
        try program.server.start()
        #expect(try await codes(program) == [0, 0])
        #expect(await daemon.end().code == 0)
    }

    @Test(arguments: [Fault.titleInObject, .logo])
    func `after days of posts that are not believed the first page says why`(fault: Fault) async throws {
        let program = try await mirror(5, upTo: 5)
        for ago in 0..<5 { program.server.setFault(fault, for: .day(ServedDays.ago(ago))) }
        program.server.publish(through: ServedDays.today)
        _ = try await program.run("sync")
        let page = try String(contentsOfFile: program.root + "/index.html", encoding: .utf8)
        #expect(!page.contains("NASA has nothing newer."))
        #expect(page.contains("NASA’s last answer: ") && page.contains("5 days"), "\(page.prefix(4_000))")
        #expect(page.contains(fault == .logo ? "its title is &quot;NASA Science&quot;" : "its title is not text"))
    }

    enum Trouble: CaseIterable {
        case missing, disbelieved, disputed, leftOut
    }

    @Test(arguments: Trouble.allCases)
    func `what is newly wrong with a day ends a sync with 1, once, and the status as long as it lasts`(
        trouble: Trouble
    ) async throws {
        let day = ServedDays.ago(2)
        let program: Program
        if trouble == .missing || trouble == .leftOut {
            program = try Program(ServedDays.last(31))
            if trouble == .leftOut {
                program.server.begin(try #require(Accident.named("list-of-one")), on: .api)
            } else {
                program.server.setFault(.status(404), for: .media(day))
            }
            let first = try await program.run("sync", "--create", "--history", "31")
            #expect(first.code == 1, "\(first)")
        } else {
            program = try await mirror()
            if trouble == .disputed {
                var smaller = try #require(program.server.day(day)?.picture)
                smaller.file = "smaller_" + smaller.file
                (smaller.width, smaller.height, smaller.revision) = (16, 16, 1)
                program.server.show(.picture(smaller), on: day)
            } else {
                program.server.setFault(.titleInObject, for: .day(day))
            }
            #expect(try await codes(program) == [1, 1])
        }
        #expect(try await codes(program) == [0, 1])
        // Days that a sync was not asked about stay as well known as they were.
        #expect(try await program.run("sync", "--since", ServedDays.today).code == 0)
        #expect(try await codes(program) == [0, 1])
        if trouble == .disputed {
            #expect(try await program.run("verify", "--accept", day).code == 0)
        } else {
            program.server.endAccidents()
            program.server.clearFaults()
        }
        #expect(try await codes(program) == [0, 3])
    }

    @Test func `days from before the mirror's first are missing, too`() async throws {
        let program = try Program(ServedDays.last(70))
        #expect(try await program.run("sync", "--create", "--quiet", "--history", "5").code == 0)
        program.server.begin(try #require(Accident.named("list-of-one")), on: .api)
        let range = ["sync", "--since", ServedDays.ago(60), "--until", ServedDays.ago(40)]
        let ended = try await program.start(range).end()
        #expect(ended.code == 1, "\(ended)")
        program.server.endAccidents()
        #expect(try await program.start(range).end().code == 0)
    }
}
