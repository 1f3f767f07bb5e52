import Testing

@testable import Commands
@testable import Setup

@Suite("The drop-in of a service") struct ServicePlanTests {
    private func settings(_ plan: ServicePlan) -> [String] {
        plan.dropIn.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    private let wanting = ["Wants=apod-mirror-root@anna.service", "After=apod-mirror-root@anna.service"]

    private func plan(
        _ mirror: String, leadingTo real: String? = nil, group: String? = nil, mountPoint: String? = nil
    ) throws -> ServicePlan {
        ServicePlan(
            scope: .system(user: try #require(UnitName("anna"))), mirror: try UnitPath(mirror),
            realMirror: try UnitPath(real ?? mirror), group: group.flatMap(UnitName.init),
            mountPoint: try mountPoint.map(UnitPath.init))
    }

    private func binding(_ place: String) -> String { "BindPaths=-/run/apod-mirror-roots/anna:\"\(place)\"" }

    @Test func `below a home the folder is bound into the sandbox`() throws {
        let mirror = "/home/anna/Meine Bilder/APOD"
        let plan = try plan(mirror)
        #expect(
            settings(plan)
                == ["[Unit]", "RequiresMountsFor=\"\(mirror)\""] + wanting
                + ["[Service]", "ReadWritePaths=\"-\(mirror)\"", binding(mirror)])
        #expect(plan.rootUnit?.contains("ExecStart=/usr/bin/apod-mirror service-mount anna\n") == true)
        #expect(plan.mountUnit == nil)
        #expect(ServicePlan.mountUnit(inDropIn: plan.dropIn) == nil)
    }

    @Test(arguments: ["/srv/APOD", "/homes/anna/APOD", "/rooted/APOD", "/home\u{301}/APOD"])
    func `elsewhere it is only made writable`(mirror: String) throws {
        let plan = try plan(mirror, group: "family")
        #expect(
            settings(plan) == [
                "[Unit]", "RequiresMountsFor=\"\(mirror)\"", "[Service]", "ReadWritePaths=\"-\(mirror)\"",
                "SupplementaryGroups=family", "PrivateUsers=no", "SystemCallFilter=@chown",
            ])
        #expect(plan.rootUnit == nil)
    }

    @Test func `with a disk of its own the service goes and comes`() throws {
        let plan = try plan("/mnt/100% mine/APOD", mountPoint: "/mnt/100% mine")
        #expect(settings(plan).contains(#"BindsTo=mnt-100\x25\x20mine.mount"#))
        #expect(plan.mountUnit == #"mnt-100\x25\x20mine.mount"#)
        #expect(ServicePlan.mountUnit(inDropIn: plan.dropIn) == plan.mountUnit)
    }

    @Test func `a link on the way counts with where it leads`() throws {
        let plan = try plan("/srv/link", leadingTo: "/home/anna/APOD")
        #expect(
            settings(plan)
                == ["[Unit]", #"RequiresMountsFor="/srv/link" "/home/anna/APOD""#] + wanting
                + ["[Service]", #"ReadWritePaths="-/srv/link" "-/home/anna/APOD""#, binding("/home/anna/APOD")])
    }

    @Test func `a user's own service is bound by the user's own systemd`() throws {
        let mirror = "/home/anna/APOD"
        var plan = try plan(mirror)
        plan.scope = .user(configuration: "/home/anna/.config")
        #expect(settings(plan).last == "BindPaths=\"-\(mirror)\"")
        #expect(plan.rootUnit == nil)
    }

    @Test func `a user's own service has its files in the user's configuration`() {
        let scope = ServiceScope.user(configuration: "/home/anna/.config")
        #expect(scope.dropInFile == "/home/anna/.config/systemd/user/apod-mirror.service.d/mirror.conf")
        #expect(scope.settingsFile == "/home/anna/.config/apod-mirror/config.json5")
    }

    @Test(
        arguments: [
            (0o755, false, true), (0o700, false, false), (0o750, false, false), (0o750, true, true),
            (0o711, false, true),
            (0o701, true, false),
        ] as [(UInt32, Bool, Bool)])
    func `a folder lets a group pass by its mode`(mode: UInt32, isTheirs: Bool, passes: Bool) {
        #expect(Passage.admits(7, mode: mode, folderGroup: isTheirs ? 7 : 8) == passes)
    }

    @Test func `the way to a folder begins at the root`() {
        #expect(Passage.folders(to: "/srv/a/APOD") == ["/", "/srv", "/srv/a", "/srv/a/APOD"])
    }

    @Test func `an error of the service names the line that mends it`() {
        #expect(
            SetUpService.commandLine(mirror: "/srv/My APOD", user: "anna")
                == "sudo apod-mirror setup anna --mirror '/srv/My APOD'")
        #expect(
            SetUpService.commandLine(mirror: "/srv/APOD", user: nil) == "apod-mirror setup --user --mirror /srv/APOD")
    }

    private func served(_ plan: ServicePlan, takesStars: Bool) -> ServePlan {
        ServePlan(mirror: plan, address: ServePlan.usual, takesStars: takesStars)
    }

    @Test func `what answers is told of stars where they are taken, and only there`() throws {
        let plan = try plan("/home/anna/APOD")
        let line = "ExecStart=/usr/bin/apod-mirror serve --favorites-by-web"
        let without = served(plan, takesStars: false).serviceDropIn
        #expect(!without.contains("ExecStart") && !without.contains("star"))
        let with = served(plan, takesStars: true).serviceDropIn.split(separator: "\n").map(String.init)
        #expect(with.contains("ExecStart=") && with.contains(line))
        // The unit hides the daemon's two folders; one of them stays hidden.
        #expect(with.suffix(2) == ["InaccessiblePaths=", "InaccessiblePaths=-/run/apod-mirror"])
        // An empty line ends what the unit says; it stands before the new one, in the service's own section.
        let start = try #require(with.firstIndex(of: "ExecStart="))
        #expect(with[start + 1] == line && with[..<start].last { $0.hasPrefix("[") } == "[Service]")
        #expect(try served(self.plan("/srv/APOD"), takesStars: true).serviceDropIn.contains("[Service]\nExecStart=\n"))
    }

    @Test func `what takes stars sees the mirror, and may not write there`() throws {
        let dropIn = try served(plan("/home/anna/APOD"), takesStars: true).serviceDropIn
        #expect(dropIn.contains("BindReadOnlyPaths=-/run/apod-mirror-roots/anna:\"/home/anna/APOD\""))
        #expect(!dropIn.contains("ReadWritePaths") && !dropIn.contains("\nBindPaths"))
    }

    @Test func `a user's own sees the daemon's socket for stars`() throws {
        var plan = try plan("/srv/APOD")
        plan.scope = .user(configuration: "/home/anna/.config")
        #expect(served(plan, takesStars: true).serviceDropIn.hasSuffix("\nBindReadOnlyPaths=-%t/apod-mirror-star\n"))
        #expect(!served(plan, takesStars: false).serviceDropIn.contains("star"))
    }
}
