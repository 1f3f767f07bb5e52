import Testing

@testable import DirectoryWatch

extension WatchTests {
    @Suite("is looked at where inotify is blind", .serialized)
    struct RescanTests {
        @Test func `a hint comes at once and then every so often`() async throws {
            let root = try MirrorRoot(favorites: false, control: false)
            let begin = ContinuousClock.now
            try await soon("five hints") {
                var hints = root.watch(mode: .rescan(every: .milliseconds(50))).makeAsyncIterator()
                for _ in 0..<5 {
                    let hint = try await hints.next()
                    #expect(hint != nil)
                }
            }
            #expect(ContinuousClock.now - begin >= .milliseconds(200))
        }

        @Test func `a wait of a day ends at once`() async throws {
            let root = try MirrorRoot()
            let begin = ContinuousClock.now
            for _ in 0..<100 {
                let watching = Watching(root, root.watch(mode: .rescan(every: .seconds(86_400))))
                try await eventually("the first hint") { watching.hints == 1 }
                try await watching.cancel()
            }
            #expect(ContinuousClock.now - begin < .seconds(600))
        }

        @Test func `a local folder is watched, there or not`() throws {
            #expect(try MirrorRoot().watch().mode == .inotify)
            #expect(try MirrorRoot(favorites: false).watch().mode == .inotify)
        }
    }
}
