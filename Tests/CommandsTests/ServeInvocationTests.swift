import Days
import Testing

@testable import Commands
@testable import Settings

@Suite("The command line of serve") struct ServeInvocationTests {
    private func action(_ line: String) throws -> any Action {
        try Invocation(line.split(separator: " ").map(String.init), today: Day.first).action
    }

    @Test func `stars are taken only where it says so, and never of everybody`() throws {
        #expect(try action("serve") == Serve())
        #expect(try action("serve --favorites-by-web") == Serve(takesStars: true))
        let error = #expect(throws: UsageError.self) {
            try action("serve --favorites-by-web --public-url https://apod.example.org")
        }
        #expect(error?.sentence.contains("does not go with --public-url") == true)
        #expect(try action("serve --favorites-by-web no") == Serve())
        #expect(throws: UsageError.self) { try action("serve --favorites-by-web 127.0.0.1:80") }
    }
}
