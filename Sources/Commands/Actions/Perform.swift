internal import Service
internal import Settings

/// Has an order carried out that changes the mirror: here if the mirror is free, else by the daemon that has it.
struct Perform: SessionAction {
    var order: Order

    init(_ order: Order) { self.order = order }

    func run(_ session: Session) async throws -> ExitCode { try await session.perform(order) }
}

// MARK: - The commands that are an order and nothing else

extension Perform {
    static let hide = Command(
        name: "hide", arguments: .days, help: "removes pictures for good",
        details: "Their metadata stay; they are not fetched again until unhide. A favorite cannot be hidden.",
        action: { words throws(UsageError) in Perform(.hide(try words.days())) })

    static let unhide = Command(
        name: "unhide", arguments: .days, help: "brings hidden pictures back",
        details: "The next sync fetches them.",
        action: { words throws(UsageError) in Perform(.unhide(try words.days())) })

    static let gallery = Command(
        name: "gallery", help: "makes thumbnails and pages anew",
        details: """
            They follow what happens by themselves; this is for when they were damaged or another version made \
            them. gallery and thumbnails are settings, too.
            """,
        action: { _ in Perform(.gallery) })
}
