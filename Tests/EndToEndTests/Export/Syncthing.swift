import Foundation
import SampleNASA

/// A Syncthing of a test's own that knows no other than those it is told of.
final class Syncthing: Sendable {
    let home: String
    private let program: Program
    private let child: Child
    private let device: String
    private let key: String
    private let page: String
    private let address: String

    init(_ name: String, _ program: Program) async throws {
        self.program = program
        home = program.folder + "/" + name
        let made = try await program.tool(
            "syncthing", ["generate", "--home", home, "--no-default-folder", "--skip-port-probing"])
        guard made.code == 0 else { throw HarnessError("syncthing: \(made)") }
        (page, address) = ("127.0.0.1:\(try LastingPort.find())", "tcp://127.0.0.1:\(try LastingPort.find())")
        let file = home + "/config.xml"
        var text = try String(contentsOfFile: file, encoding: .utf8)
        for (setting, value) in [
            ("listenAddress", address), ("globalAnnounceEnabled", "false"), ("localAnnounceEnabled", "false"),
            ("relaysEnabled", "false"), ("natEnabled", "false"), ("urAccepted", "-1"),
            ("crashReportingEnabled", "false"), ("autoUpgradeIntervalH", "0"),
        ] {
            text = text.replacing(try Regex("<\(setting)>[^<]*<"), with: "<\(setting)>\(value)<")
        }
        text = text.replacing("127.0.0.1:8384", with: page)
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        key = String(text.firstMatch(of: #/<apikey>([^<]+)</#)?.1 ?? "")
        device = try await program.tool("syncthing", ["--home", home, "--device-id"]).output
            .trimmingCharacters(in: .whitespacesAndNewlines)
        child = try Child(
            "/usr/bin/syncthing", ["serve", "--home", home, "--no-browser", "--no-restart", "--no-upgrade"],
            environment: program.environment)
        try await eventually("a Syncthing that answers", every: .milliseconds(200)) { [self] in
            try await ask("GET", "/rest/system/ping").code == 0
        }
    }

    deinit { child.send(SIGKILL) }

    private func ask(_ method: String, _ path: String, _ body: String = "") async throws -> Child.Ended {
        try await program.tool(
            "curl",
            ["-sf", "-X", method, "-H", "X-API-Key: \(key)", "--data-binary", body, "http://\(page)\(path)"])
    }

    func post(_ path: String) async throws {
        let answer = try await ask("POST", path)
        guard answer.code == 0 else { throw HarnessError("syncthing: \(answer)") }
    }

    /// Shares a folder that is there with another machine, as the button on the page does.
    func share(_ id: String, with other: Syncthing) async throws {
        let device = #"{"deviceID": "\#(other.device)", "addresses": ["\#(other.address)"]}"#
        try await change("PUT", "devices/\(other.device)", device)
        try await change("PATCH", "folders/\(id)", #"{"devices": [{"deviceID": "\#(other.device)"}]}"#)
    }

    func add(_ id: String, at path: String) async throws {
        try await change("PUT", "folders/\(id)", #"{"id": "\#(id)", "path": "\#(path)", "type": "receiveonly"}"#)
    }

    private func change(_ method: String, _ place: String, _ body: String) async throws {
        let answer = try await ask(method, "/rest/config/\(place)", body)
        guard answer.code == 0 else { throw HarnessError("syncthing: \(answer)") }
    }
}
