internal import Service
internal import Settings

/// Carries out an order that changes the mirror: here if the mirror is free, else by the daemon that has it.
struct OrderAction: Action {
    var order: Order

    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().perform(order)
    }
}
