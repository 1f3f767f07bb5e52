import Foundation
import TestSupport
import Testing

/// The power fails in the middle of a prune: what had not reached the disk is gone, and still each day is whole or gone.
@Suite(
    .onlyInAll("disks"), .needsBinary, .needsCrashLibrary, .serialized, .timeLimit(.minutes(Abilities.isLong ? 60 : 15))
)
struct PrunePowerTests {
    private static let step = Abilities.isLong ? 2 : 32
    private static let days = 10
    private static let favorite = ServedDays.ago(8)

    @Test(
        .needs(tool: "jq"), .enabled(if: !BlockDisk.types.isEmpty, "needs disks of its own, as root"),
        arguments: BlockDisk.types)
    func `a prune may lose its power before every call`(type: String) async throws {
        let program = try Program(ServedDays.last(Self.days))
        let disk = try BlockDisk(type, mountedOn: program.root, in: program.folder)
        let bench = try await LossBench(program, days: Self.days, wrapper: disk.wrapper, seenBelow: disk.prefix)
        try await bench.run("favorites", "add", Self.favorite)
        // As it lies there, on the same mount, for everything but its last moments.
        try await bench.shell("sync -f .")
        try disk.keep(as: "beginning")

        let stay = ((0..<4).map(ServedDays.ago) + [Self.favorite]).sorted()
        // From a random one on, so that every run tries others.
        var call = Int.random(in: 1...Self.step)
        var last: Child.Ended?
        while true {
            let when = "\(type), before call \(call)"
            try disk.keep("beginning", as: "running")
            try await disk.mount("running")
            let ended = try await prune(program, disk, killedBefore: call)
            try disk.keep("running", as: "cut")
            last = ended
            guard ended.wasKilled else { break }
            try await disk.mount("cut")
            try await bench.run("favorites", "list")
            let started = try await whole(bench, when)
            #expect(stay.allSatisfy(started.contains), "\(when)")
            try await bench.run("prune", "--history", "3", "--keep", "4")
            #expect(try await whole(bench, "\(when), then once more") == stay, "\(when)")
            call += Self.step
        }
        // What was not killed came to its end.
        #expect(last?.code == 0, "\(String(describing: last))")
        #expect(call > 50)
    }

    private func prune(_ program: Program, _ disk: BlockDisk, killedBefore call: Int) async throws -> Child.Ended {
        let words = [
            "env", "LD_PRELOAD=\(Program.crashLibrary ?? "")", "CRASH_AT=\(call)", Program.binary, "prune", "--history",
            "3", "--keep", "4",
        ]
        return try await Child("/usr/bin/env", disk.wrapper + words, environment: program.environment).end()
    }

    /// The days that stand there; of each the JSON, the file and the record it names with the sums it says, and those
    /// sums once more in both SHA256SUMS; the favorite's record also as the vault has it. Anything else fails the script.
    private func whole(_ bench: LossBench, _ when: String) async throws -> [String] {
        let list = "\(bench.root)/.apod-mirror/listed"
        do {
            try await bench.shell(
                """
                test -z "$(find .apod-mirror/pruned -type f 2>/dev/null)"
                : > .apod-mirror/listed
                for json in 20*/20*/metadata/20*.json; do
                    file=$(jq -r .mirror.picture.file "$json") sum=$(jq -r .mirror.picture.sha256 "$json")
                    month=${json%/metadata/*}
                    echo "$sum  $month/$file" | sha256sum --check --strict --quiet
                    case $file in *.html) ;; *) grep -qxF "$sum  $file" "$month/metadata/SHA256SUMS" ;; esac
                    published=$month/metadata/published
                    line="$(jq -er .mirror.record.sha256 "$json")  ${json##*/}"
                    (cd "$published" && echo "$line" | sha256sum --check --strict --quiet)
                    grep -qxF "$line" "$published/SHA256SUMS"
                    basename "$json" .json >> .apod-mirror/listed
                done
                for record in 20*/20*/metadata/published/20*.json; do
                    test -e "${record%/published/*}/${record##*/}"
                done
                cmp 20*/20*/metadata/published/\(Self.favorite).json .apod-mirror/vault/\(Self.favorite).record.json
                for file in 20*/20*/20*.*; do
                    name=${file##*/}
                    test -e "${file%/*}/metadata/$(echo "$name" | cut -c1-10).json"
                done
                for sums in 20*/20*/metadata/SHA256SUMS; do
                    (cd "${sums%/metadata/*}" && sha256sum --check --strict --quiet metadata/SHA256SUMS)
                done
                for sums in 20*/20*/metadata/published/SHA256SUMS; do
                    (cd "${sums%/*}" && sha256sum --check --strict --quiet SHA256SUMS)
                done
                """)
        } catch {
            throw HarnessError("\(when): \(error)")
        }
        return try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").map(String.init).sorted()
    }
}
