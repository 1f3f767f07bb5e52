internal import Service
internal import Settings

/// What changes the mirror and has nothing else to say: done here if it is free, else by the daemon that has it.
struct OrderAction: Action {
    var order: Order

    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().perform(order)
    }
}
