import JSON

@testable import Service

extension FuzzTarget {
    /// What comes through the control socket: what a command asks for, and what a daemon answers.
    static let control = FuzzTarget("control") { bytes in
        if let request = try? JSONFile.decode(ControlRequest.self, from: bytes) {
            try checkWritten(request)
            for order in [request.order] {
                let written = try JSONFile.encode(order)
                try promise(
                    "an order is read as it was written", try JSONFile.decode(Order.self, from: written) == order)
            }
        }
        if let reply = try? JSONFile.decode(Reply.self, from: bytes) { try checkWritten(reply) }
    }

    private static func checkWritten<Message: Codable>(_ message: Message) throws {
        let written = try JSONFile.encode(message)
        let again = try JSONFile.encode(JSONFile.decode(Message.self, from: written))
        try promise("a message is read as it was written", again == written)
    }
}
