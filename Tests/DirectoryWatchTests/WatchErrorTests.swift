import Testing

@testable import DirectoryWatch

extension WatchTests {
    @Suite("may be impossible to watch")
    struct WatchErrorTests {
        @Test(arguments: [
            (8_192, "524288"), (524_288, "1048576"),
        ])
        func `says how to raise the limit of folders`(limit: Int, wanted: String) {
            let text = WatchError.tooManyFolders(path: "/m/favorites/a", limit: limit).description
            #expect(
                text == "Linux lets one user watch \(limit) folders at once, and /m/favorites/a would be one too many; "
                    + "raise the limit with: sysctl fs.inotify.max_user_watches=\(wanted)")
        }

        @Test func `says it where the limit cannot be read`() {
            #expect(
                WatchError.tooManyFolders(path: "/m/favorites/a", limit: nil).description
                    == "Linux lets one user watch only so many folders at once, and /m/favorites/a would be one too many; "
                    + "raise the limit with: sysctl fs.inotify.max_user_watches=524288")
        }

        @Test func `says how to raise the limit of programs`() {
            #expect(
                WatchError.tooManyInstances(limit: 128).description
                    == "Linux lets one user have 128 watching programs at once, and this would be one too many; "
                    + "raise the limit with: sysctl fs.inotify.max_user_instances=1024")
        }

        @Test func `tells the user's limit from the process's`() {
            guard case .tooManyInstances = WatchError.noInstance(code: 24) else {
                Issue.record("A descriptor can be had, so the limit is the user's.")
                return
            }
            #expect(WatchError.noInstance(code: 12) == .system(action: "start", path: "inotify", code: 12))
        }
    }
}
