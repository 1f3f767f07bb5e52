import Testing

@testable import DirectoryWatch

extension WatchTests {
    @Suite("is looked at where inotify is blind", .serialized)
    struct RescanTests {
        private func remote(_ root: MirrorRoot, every interval: Duration) -> DirectoryWatch {
            var watch = root.watch()
            watch.interval = interval
            watch.isRemote = { _ in true }
            return watch
        }

        @Test func `a hint comes at once and then every so often`() async throws {
            let root = try MirrorRoot(favorites: false)
            let begin = ContinuousClock.now
            let watching = Watching(root, remote(root, every: .milliseconds(50)))
            try await eventually("five hints") { watching.hints == 5 }
            try await watching.end()
            #expect(ContinuousClock.now - begin >= .milliseconds(200))
            #expect(root.processes.isEmpty)
        }

        @Test func `a wait of a day ends at once`() async throws {
            let root = try MirrorRoot()
            let begin = ContinuousClock.now
            for _ in 0..<100 {
                let watching = Watching(root, remote(root, every: .seconds(86_400)))
                try await eventually("the first hint") { watching.hints == 1 }
                try await watching.end()
            }
            #expect(ContinuousClock.now - begin < .seconds(600))
        }
    }
}
