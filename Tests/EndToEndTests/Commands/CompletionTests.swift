import Foundation
import SampleNASA
import TestSupport
import Testing

/// The completions, asked of real shells.
@Suite(.needsBinary) struct CompletionTests {
    /// The completion in a file of that name, and a script that asks it.
    ///
    /// - Parameter root: the mirror that the settings name.
    private func run(
        _ shell: String, file: String, _ script: String, _ words: [String], root: String? = nil
    ) async throws -> String {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/bin", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/bin/apod-mirror", withDestinationPath: Program.binary)
        let printed = try await Child(Program.binary, ["manual", shell], environment: [:]).end()
        try folder.write(printed.output, to: file)
        try folder.write(script, to: "ask")
        let options = shell == "bash" ? [] : shell == "zsh" ? ["-f"] : ["--no-config"]
        let ended = try await Child(
            "/usr/bin/env", [shell] + options + ["\(folder.path)/ask", folder.path] + words,
            environment: [
                "PATH": "\(folder.path)/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": folder.path, "TERM": "dumb",
                "APOD_MIRROR_MIRROR": root ?? "\(folder.path)/none",
            ]
        ).end()
        #expect(ended.errors == "")
        return ended.output
    }

    /// What bash has in mind behind these words; it takes an equals sign for a word.
    private func bash(_ words: String..., root: String? = nil) async throws -> Set<String> {
        let script = """
            source "$1/completion"
            shift
            COMP_WORDS=(apod-mirror "$@") COMP_CWORD=$#
            _apod_mirror
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let offered = try await run("bash", file: "completion", script, words, root: root).split(separator: "\n")
        return Set(offered.map(String.init))
    }

    @Test func `of bash offers the days and albums of the mirror`() async throws {
        let program = try Program(ServedDays.last(30))
        #expect(try await program.run("sync", "--create", "--quiet", "--history", "30").code == 0)
        #expect(try await program.run("favorites", "add", "--album", "Two Words", ServedDays.ago(3)).code == 0)
        let root = program.root
        #expect(try await bash("show", "", root: root) == Set((0..<20).map(ServedDays.ago)))
        #expect(try await bash("show", ServedDays.ago(25), root: root) == [ServedDays.ago(25)])
        #expect(try await bash("favorites", "remove", "", root: root) == [ServedDays.ago(3)])
        #expect(try await bash("favorites", "restore", "", root: root).isEmpty)
        #expect(try await bash("favorites", "add", "--album", "T", root: root) == [#"Two\ Words"#])
        #expect(try await bash("--mirror", root, "favorites", "remove", "") == [ServedDays.ago(3)])
        #expect(try await bash("--mirror", "=", root, "favorites", "remove", "") == [ServedDays.ago(3)])
        #expect(try await bash("--mirror", root, "favorites", "add", "--album", "") == [#"Two\ Words"#])
    }

    @Test func `of bash offers commands and their commands`() async throws {
        #expect(try await bash("").isSuperset(of: ["sync", "favorites", "verify"]))
        #expect(try await bash("").isDisjoint(with: ["manual", "list", "--quiet"]))
        #expect(try await bash("fav") == ["favorites"])
        #expect(try await bash("favorites", "") == ["list", "add", "remove", "restore"])
        #expect(try await bash("--mirror", "/srv/sync", "favorites", "re") == ["remove", "restore"])
        #expect(try await bash("--mirror", "=", "/srv/sync", "favorites", "a") == ["add"])
    }

    @Test func `of bash offers the options of a command and of all`() async throws {
        #expect(try await bash("sync", "--s") == ["--since", "--source", "--share-group", "--sidecars"])
        #expect(try await bash("favorites", "add", "--al") == ["--album", "--aliases"])
        #expect(try await bash("show", "--since").isEmpty)
        #expect(try await bash("--pict") == ["--picture-size"])
    }

    @Test func `of bash offers values that are known`() async throws {
        #expect(try await bash("sync", "--video", "") == ["download", "page"])
        #expect(try await bash("sync", "--video", "=") == ["download", "page"])
        #expect(try await bash("sync", "--video", "=", "pa") == ["page"])
        #expect(try await bash("--gallery", "y") == ["yes"])
        #expect(try await bash("--share-group", "roo") == ["root"])
        #expect(try await bash("--mirror", "/et") == ["/etc"])
        #expect(try await bash("verify", "--accept", "") == ["all"])
        #expect(try await bash("sync", "--since", "").isEmpty)
        #expect(try await bash("show", "").isEmpty)
    }

    @Test(
        .needs(tool: "zsh"),
        arguments: [
            ("fav\tad\t--alb\tx", "favorites add --album=x"), ("sync --sin\tx", "sync --since=x"),
            ("sync --vid\tpa\t", "sync --video=page"), ("show --pict\tor\t", "show --picture-size=original"),
            ("--verb\tver\t--rep\t", "--verbose verify --repair"), ("show \tx", "show x"),
        ])
    func `of zsh completes`(typed: String, line: String) async throws {
        // What is typed runs as a command, which tells the line that came of it.
        let script = """
            zmodload zsh/zpty
            zpty shell "zsh -f -i"
            zpty -w shell "PROMPT=; fpath=($1 \\$fpath); autoload -Uz compinit; compinit -u -D"
            zpty -w shell "apod-mirror() { print -r -- G''OT:\\$*: }"
            zpty -w -n shell "apod-mirror $2"$'\\n'
            zpty -r shell out '*GOT:*:*'
            print -r -- ${${out#*GOT:}%%:*}
            zpty -d shell
            """
        let completed = try await run("zsh", file: "_apod-mirror", script, [typed])
        #expect(completed.trimmingCharacters(in: .whitespacesAndNewlines) == line)
    }

    @Test(
        .needs(tool: "fish"),
        arguments: [
            ("fav", ["favorites"]), ("favorites ", ["add", "list", "remove", "restore"]),
            ("sync --video ", ["download", "page"]), ("favorites add --alb", ["--album"]), ("show ", []),
            ("sync --unt", ["--until"]), ("show --unt", []),
        ])
    func `of fish offers`(typed: String, offers: [String]) async throws {
        let script = """
            source $argv[1]/completion
            complete -C "apod-mirror $argv[2]"
            """
        let offered = try await run("fish", file: "completion", script, [typed]).split(separator: "\n")
        #expect(offered.compactMap { $0.split(separator: "\t").first.map(String.init) } == offers)
    }
}
