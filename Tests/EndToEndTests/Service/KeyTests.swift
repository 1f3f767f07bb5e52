import Foundation
import SampleNASA
import Testing

/// The key of a legacy server goes into its one header and is seen nowhere else.
@Suite(.needsBinary, .needsSystemdBox, .serialized, .timeLimit(.minutes(15))) struct KeyTests {
    private static let key = "kXq7ZtVw2Rb9LmN4sPc8"
    private static let mirror = "/srv/APOD"

    /// - Parameter expected: what the server wants.
    private func service(expecting expected: String) async throws -> (ServiceBench, SampleNASA) {
        let bench = try await ServiceBench()
        try await bench.box.shell("umask 077; echo '\(Self.key)' > /etc/apod-mirror/nasa-api-key")
        var options = ServedDays.last(3)
        options.requiredKey = expected
        let server = try await bench.box.serve(options)
        try await bench.configure("source: 'planetary-apod=\(server.planetaryURL)', history: 3")
        let ended = try await bench.setUp("anna", "--mirror", Self.mirror)
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(!(ended.output + ended.errors).contains(Self.key))
        return (bench, server)
    }

    /// Wherever somebody could look.
    private func expectUnseen(_ bench: ServiceBench, _ server: SampleNASA) async throws {
        let status = try await bench.anna("apod-mirror status --mirror \(Self.mirror) || true")
        let json = try await bench.anna("apod-mirror status --json --mirror \(Self.mirror) || true")
        let settings = try await bench.anna("apod-mirror config")
        #expect(!(status + json + settings).contains(Self.key))
        #expect(json.contains("planetary-apod"))
        #expect(!(try await bench.box.shell("journalctl --no-pager --all --output verbose")).contains(Self.key))
        #expect(
            !(try await bench.box.shell(
                "systemctl show \(ServiceBench.unit); systemctl status \(ServiceBench.unit) || true")).contains(
                    Self.key))
        let found = try await bench.box.shell(
            """
            process=$(systemctl show -P MainPID \(ServiceBench.unit))
            test "$process" != 0
            # The pattern is read from its file, or the search would find itself.
            grep -rlFf /etc/apod-mirror/nasa-api-key \(Self.mirror) /run/apod-mirror /var/log || true
            for file in /proc/[0-9]*/cmdline "/proc/$process/environ"; do
                grep -lzFf /etc/apod-mirror/nasa-api-key "$file" 2>/dev/null || true
            done
            """)
        #expect(found == "")
        #expect(server.requests.allSatisfy { !$0.path.contains(Self.key) })
    }

    @Test func `a key that fits is seen by the server alone`() async throws {
        let (bench, server) = try await service(expecting: Self.key)
        defer { server.stop() }
        _ = try await bench.picture(of: ServedDays.ago(2), in: Self.mirror)
        try await expectUnseen(bench, server)
    }

    @Test func `a key that is refused is not told in the error`() async throws {
        let (bench, server) = try await service(expecting: "another")
        defer { server.stop() }
        try await bench.box.eventually(
            "a word about it",
            "journalctl --unit \(ServiceBench.unit) --priority 0..4 --identifier apod-mirror | grep -q .")
        try await expectUnseen(bench, server)
    }
}
