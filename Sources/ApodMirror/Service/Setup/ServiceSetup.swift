internal import Folder

/// Makes a mirror's service: the root, the settings, the unit's drop-in; then starts it.
///
/// Whatever can be refused is refused before anything is changed. Running it again changes nothing and restarts
/// nothing unless something has to change.
struct ServiceSetup {
    let person: Person
    let scope: ServiceScope
    let systemctl: Systemctl
    let output: Output
    /// What holds by now, all settings files read.
    let effective: ServiceSettings
    let wanted: ServiceSettings
    /// Makes the root with the right owner.
    let prepare: (String) throws -> RootCreation.Outcome
    /// What `apod-mirror status` says of a mirror.
    let status: (String) throws -> String

    func run() throws {
        let fragment = try systemctl.property("FragmentPath")
        guard !fragment.isEmpty else { throw SetupError.notInstalled(unit: scope.unit) }
        guard !wanted.mirror.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            throw SetupError.unfitPath(wanted.mirror)
        }
        let group = try wanted.group.map(shareGroup)
        try checkMount()
        let settings = try wanted.change(
            of: contents(ofFile: scope.settingsFile), at: scope.settingsFile, effective: effective)

        tell(try prepare(wanted.mirror))
        let plan = plan()
        var hasChanged = false
        if case .write(let text) = settings {
            try write(text, "settings", to: scope.settingsFile)
            hasChanged = true
        }
        if try differs(scope.dropInFile, plan.dropIn) {
            try write(plan.dropIn, "sandbox", to: scope.dropInFile)
            hasChanged = true
        }
        if let file = scope.rootUnitFile, try differs(file, plan.rootUnit) {
            if let text = plan.rootUnit {
                try write(text, "mount", to: file)
            } else {
                try ServiceRemoval(scope: scope, systemctl: systemctl, output: output).removeRootUnit()
            }
            hasChanged = true
        }
        let hasLinked = try WantsLinks(scope: scope).set(plan.mountUnit, fragment: fragment)
        // What an earlier run that was cut short has written counts, too.
        if try systemctl.property("NeedDaemonReload") == "yes" { hasChanged = true }
        if hasChanged || hasLinked { try systemctl.run("daemon-reload") }
        if let group { warn(group, plan) }
        if try !systemctl.confirms("is-enabled") { try systemctl.run("enable", scope.unit) }
        let isActive = try systemctl.confirms("is-active")
        if hasChanged || !isActive { try systemctl.start(again: hasChanged) }
        output.line("\(scope.unit) is running.")
        for line in try status(wanted.mirror).split(separator: "\n") { output.line(String(line)) }
    }

    private func shareGroup(_ name: String) throws -> ShareGroup {
        guard let group = ShareGroup.named(name) else { throw SetupError.unknownGroup(name) }
        guard scope.isSystem else { throw SetupError.ownShared(user: person.name, group: name) }
        return group
    }

    /// A root that is gone with its disk must not be made below the empty mount point.
    private func checkMount() throws {
        guard effective.mirror.utf8.elementsEqual(wanted.mirror.utf8),
            let text = try contents(ofFile: scope.dropInFile),
            let unit = ServicePlan.mountUnit(inDropIn: text)
        else { return }
        guard Mounts.ofProcess.points.contains(where: { UnitText.mountUnit($0) == unit }) else {
            throw SetupError.notMounted(unit: unit, mirror: wanted.mirror)
        }
    }

    private func plan() -> ServicePlan {
        let real = RealPath.of(wanted.mirror) ?? wanted.mirror
        return ServicePlan(
            scope: scope, mirror: wanted.mirror, realMirror: real, group: wanted.group,
            mountPoint: Mounts.ofProcess.point(of: real))
    }

    /// By the bytes: `String` takes two spellings of é for one.
    private func differs(_ file: String, _ text: String?) throws -> Bool {
        try contents(ofFile: file).map { Array($0.utf8) } != text.map { Array($0.utf8) }
    }

    private func write(_ text: String, _ what: String, to file: String) throws {
        let path = FilePath(file)
        let folder = try Folder.make(path.parent?.text ?? "/")
        try Saver(through: folder).save(Array(text.utf8), as: path.name, in: folder)
        output.line("Wrote the \(what): \(file)")
    }

    private func tell(_ outcome: RootCreation.Outcome) {
        switch outcome {
        case .made: output.line("Made a new mirror in \(wanted.mirror).")
        case .restored: output.line("\(wanted.mirror) is a mirror again; its pictures were left as they are.")
        case .unchanged: output.line("The mirror is \(wanted.mirror).")
        }
    }

    private func warn(_ group: ShareGroup, _ plan: ServicePlan) {
        if !group.contains(person) {
            output.complain(
                "\(person.name) is no member of \(group.name), which matters when they run apod-mirror themselves: "
                    + "usermod -aG \(group.name.shellWord) \(person.name.shellWord)")
        }
        for folder in Passage.closed(above: plan.realMirror, to: group) {
            output.complain(
                "The members of \(group.name) cannot enter \(folder). To let them pass through it, and see nothing "
                    + "else of it: chmod o+x \(folder.shellWord)")
        }
    }
}
