import Days
import JSON
import Testing

@testable import Service
@testable import Settings

/// What goes over the control socket, where a command and a daemon of two versions may meet.
@Suite struct OrderTests {
    private func request(_ order: String) -> [UInt8] {
        Array(
            """
            {"order": \(order), "mirror": "m", "place": "/m", "options": "", "settings": {"values": {}}, "isQuiet": false,
            "wantsProgress": false}
            """.utf8)
    }

    @Test func `an order is read as it was written`() throws {
        let others = OtherMirrors(places: ["/disk"], isOffline: true)
        for order in [Order.fetch(since: nil, until: .first, from: others), .mend([.first], from: others), .prune] {
            #expect(try JSONFile.decode(Order.self, from: JSONFile.encode(order)) == order)
        }
        #expect(try JSONFile.decode(ControlRequest.self, from: request(#"{"prune": {}}"#)).order == .prune)
    }

    /// Read as an order for NASA alone, the first would leave out the mirrors that a later command names beside it.
    @Test(arguments: [
        #"{"sync": {}}"#, #"{"sync": {"since": "2026-11-20"}}"#, #"{"repair": {"_0": []}}"#,
        #"{"syncWith": {"_0": {"places": ["/disk"], "isOffline": false}}}"#, #"{"tomorrow": {}}"#,
        #"{"fetch": {}}"#, #"{"mend": {"_0": []}}"#,
    ])
    func `an order of another version is not heard, and none is carried out by half`(order: String) {
        #expect(throws: (any Error).self) { try JSONFile.decode(ControlRequest.self, from: request(order)) }
    }
}
