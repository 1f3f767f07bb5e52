internal import Folder
internal import Glibc
internal import MirrorTree
package import Settings

/// Makes a mirror's service: the root, the settings, the unit's drop-in; then starts it.
///
/// Refusals come before any change. A second run changes and restarts nothing unless something has to change.
package struct ServiceSetup {
    package let account: UserAccount
    package let systemctl: Systemctl
    package let output: Output
    /// The settings that hold by now, all files read.
    package let effective: ServiceSettings
    package let wanted: ServiceSettings
    /// Whether the mirror is to answer, and where; `nil` for what holds already.
    package let serving: ServePlan.Wish?
    /// Whether favorites may be changed by web; `nil` for what holds already.
    package var takesStars: Bool?
    /// Whether the desktop is to follow the day's picture; `nil` for what holds already.
    package var wallpaper: Bool?
    /// Makes the root with the right owner.
    package let prepare: (UnitPath) throws -> PreparedRoot

    private var scope: ServiceScope { systemctl.scope }

    package init(
        account: UserAccount, systemctl: Systemctl, output: Output, effective: ServiceSettings,
        wanted: ServiceSettings, serving: ServePlan.Wish?, takesStars: Bool? = nil, wallpaper: Bool? = nil,
        prepare: @escaping (UnitPath) throws -> PreparedRoot
    ) {
        self.account = account
        self.systemctl = systemctl
        self.output = output
        self.effective = effective
        self.wanted = wanted
        self.serving = serving
        self.takesStars = takesStars
        self.wallpaper = wallpaper
        self.prepare = prepare
    }

    package func run() throws {
        let fragment = try systemctl.property("FragmentPath")
        guard !fragment.isEmpty else { throw SetupError.notInstalled(unit: scope.unit) }
        let group = try wanted.group.map(shareGroup)
        try checkQuotation(in: wanted.mirror)
        try checkMount()
        try checkFolders()
        let serve = ServeSetup(systemctl: systemctl, output: output)
        try serve.check(serving, takesStars: takesStars)
        let settings = try wanted.change(
            of: contents(ofFile: scope.settingsFile), at: scope.settingsFile, effective: effective)

        let root = try prepare(wanted.mirror)
        try checkQuotation(in: root.real)
        tell(root.outcome)
        let plan = plan(root.real)
        var hasChanged = false
        if case .write(let text) = settings {
            try SetupFile(path: scope.settingsFile).write(text, "settings", output)
            hasChanged = true
        }
        let dropIn = SetupFile(path: scope.dropInFile)
        if try dropIn.differs(from: plan.dropIn) {
            try dropIn.write(plan.dropIn, "sandbox", output)
            hasChanged = true
        }
        if let file = scope.rootUnitFile.map(SetupFile.init), try file.differs(from: plan.rootUnit) {
            if let text = plan.rootUnit {
                try file.write(text, "mount", output)
            } else {
                try ServiceRemoval(systemctl: systemctl, output: output).removeRootUnit()
            }
            hasChanged = true
        }
        let hasLinked = try WantsLinks(scope: scope).set(plan.mountUnit, fragment: fragment)
        // Files that an earlier run wrote before it was cut short count, too.
        if try systemctl.property("NeedDaemonReload") == "yes" { hasChanged = true }
        if hasChanged || hasLinked { try systemctl.run("daemon-reload") }
        if let group { warn(group, plan) }
        if try !systemctl.confirms("is-enabled") { try systemctl.run("enable", scope.unit) }
        let isActive = try systemctl.confirms("is-active")
        if hasChanged || !isActive { try systemctl.start(again: hasChanged) }
        output.line("\(scope.unit) is running.")
        let words = try systemctl.property("StatusText")
        if !words.isEmpty { output.line("It says: \(words)") }
        try serve.run(serving, takesStars: takesStars, plan)
        if !scope.isSystem {
            try WallpaperSetup(systemctl: systemctl, output: output).run(wallpaper, wanted.mirror)
        }
    }

    private func shareGroup(_ name: UnitName) throws -> ShareGroup {
        guard let group = ShareGroup.named(name.text) else { throw SetupError.unknownGroup(name.text) }
        guard scope.isSystem else { throw SetupError.ownShared(user: account.name, group: name.text) }
        return group
    }

    private func checkQuotation(in path: UnitPath) throws {
        guard let release = try systemctl.release(), path.isLost(withRelease: release) else { return }
        throw SetupError.quoted(path.text, release: release)
    }

    /// A root that is gone with its disk must not be made below the empty mount point.
    private func checkMount() throws {
        guard effective.mirror == wanted.mirror, let text = try contents(ofFile: scope.dropInFile),
            let unit = ServicePlan.mountUnit(inDropIn: text)
        else { return }
        let mounted = Mounts.ofProcess.points.contains { point in
            (try? UnitPath(point)).flatMap(UnitText.mountUnit) == unit
        }
        guard mounted else { throw SetupError.notMounted(unit: unit, mirror: wanted.mirror.text) }
    }

    /// Refuses folders in which other users could change what root writes: before the first file, since the last could
    /// be refused.
    private func checkFolders() throws {
        guard geteuid() == 0 else { return }
        for path in [scope.unitFolder, scope.settingsFolder] {
            if let folder = try Folder.open(path) { try FolderTrust.checkRootsOwn(folder) }
        }
    }

    private func plan(_ real: UnitPath) -> ServicePlan {
        ServicePlan(
            scope: scope, mirror: wanted.mirror, realMirror: real, group: wanted.group,
            mountPoint: Mounts.ofProcess.point(of: real.text).flatMap { try? UnitPath($0) })
    }

    private func tell(_ outcome: RootCreation.Outcome) {
        switch outcome {
        case .made: output.line("Made a new mirror in \(wanted.mirror.text).")
        case .restored: output.line("\(wanted.mirror.text) is a mirror again; its pictures were left as they are.")
        case .unchanged: output.line("The mirror is \(wanted.mirror.text).")
        }
    }

    private func warn(_ group: ShareGroup, _ plan: ServicePlan) {
        if !group.contains(account) {
            output.complain(
                "\(account.name) is no member of \(group.name), which matters when they run apod-mirror themselves: "
                    + "usermod -aG \(group.name.shellWord) \(account.name.shellWord)")
        }
        for folder in Passage.closed(above: plan.realMirror.text, to: group) {
            output.complain(
                "The members of \(group.name) cannot enter \(folder). To let them pass through it, and see nothing "
                    + "else of it: chmod o+x \(folder.shellWord)")
        }
    }
}

/// Checks who can pass through the folders above the mirror.
enum Passage {
    /// The folders on the way to a path without symbolic links, from `/` on and with the path itself.
    static func folders(to path: String) -> [String] {
        var folders = ["/"]
        var way = ""
        for name in path.split(separator: "/") {
            way += "/" + name
            folders.append(way)
        }
        return folders
    }

    /// The folders above the mirror that a group's members cannot enter, as far as modes tell.
    static func closed(above path: String, to group: ShareGroup) -> [String] {
        folders(to: path).dropLast().filter { folder in
            guard let status = try? Folder.open(folder)?.status() else { return true }
            return !admits(group.number, mode: status.mode, folderGroup: status.group)
        }
    }

    static func admits(_ group: UInt32, mode: UInt32, folderGroup: UInt32) -> Bool {
        folderGroup == group ? mode & 0o010 != 0 : mode & 0o001 != 0
    }
}
