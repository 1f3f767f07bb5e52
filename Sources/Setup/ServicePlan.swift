internal import Days

/// The parts of a service: everything that `setup` writes comes from this one value. Pure.
package struct ServicePlan: Equatable, Sendable {
    var scope: ServiceScope
    var mirror: UnitPath
    /// The mirror's folder without symbolic links, by which mounts are found.
    var realMirror: UnitPath
    /// The group whose members may add favorites.
    var group: UnitName?
    /// The mount point of the disk that holds the mirror, unless that is the machine's own root.
    var mountPoint: UnitPath?

    /// The mount unit of the mirror's disk, with which the service comes and goes. `nil` for a disk whose path is too
    /// long to name a unit.
    var mountUnit: String? { mountPoint.flatMap(UnitText.mountUnit) }

    /// The drop-in that opens the unit's sandbox just where the mirror lies.
    ///
    /// Paths are optional (`-`): where the mirror is missing, the daemon starts and tells so in a sentence, instead of
    /// a unit that fails with a number. `BindsTo=` lets go of a disk that a user unmounts: inside the sandbox it would
    /// stay mounted as long as the service runs.
    var dropIn: String {
        var lines = dropInHead + ["", "[Service]"]
        lines.append("ReadWritePaths=" + UnitText.words(places, prefix: "-"))
        let hidden = places.filter(Self.isHidden)
        if !hidden.isEmpty { lines += binding(hidden, "BindPaths") }
        if let group { lines += Self.sharing(with: group) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The first lines of each drop-in: the service comes and goes with the mirror's disk.
    var dropInHead: [String] {
        var lines = [Self.dropInMarker, "[Unit]", "RequiresMountsFor=" + UnitText.words(places)]
        if let mountUnit { lines.append("BindsTo=" + mountUnit.replacing("%", with: "%%")) }
        if rootUnit != nil, let unit = scope.rootUnit { lines += ["Wants=\(unit)", "After=\(unit)"] }
        return lines
    }

    /// The lines that show the mirror in spite of the hidden homes, by a setting that binds.
    func binding(_ places: [UnitPath], _ setting: String) -> [String] {
        let bound = places.map { place in
            switch scope {
            case .system(let user): "-\(BoundRoot.point(user)):\(UnitText.side(place))"
            case .user: UnitText.side(place, prefix: "-")
            }
        }
        return ["# Homes are hidden, but for this.", "\(setting)=" + bound.joined(separator: " ")]
    }

    /// The unit that mounts the mirror for the sandbox, and does so anew with every start of the service; `nil` where
    /// none is needed. (A step of the service itself would run in a mount namespace of its own, and make the folder
    /// that is bound over on the user's disk where it is missing.)
    var rootUnit: String? {
        guard case .system(let user) = scope, !places.filter(Self.isHidden).isEmpty else { return nil }
        return """
            # Made by apod-mirror setup, which writes it anew.
            [Unit]
            Description=The mirror of \(user), for the sandbox of its service
            RequiresMountsFor=\(UnitText.words(places))
            PartOf=\(scope.unit)
            StopWhenUnneeded=yes

            [Service]
            Type=oneshot
            RemainAfterExit=yes
            ExecStart=/usr/bin/apod-mirror service-mount \(user)
            ExecStop=/usr/bin/apod-mirror service-mount --remove \(user)

            """
    }

    /// The lines that let the service hand favorites to a group, which the unit otherwise refuses.
    private static func sharing(with group: UnitName) -> [String] {
        [
            "# Folders of favorites are given to the group, which the sandbox has to know for that.",
            "SupplementaryGroups=\(group)", "PrivateUsers=no", "SystemCallFilter=@chown",
        ]
    }

    static let dropInMarker =
        "# Made by apod-mirror setup, which writes it anew. For settings of your own: systemctl edit."

    /// The mirror's path, and the path it leads to where that is another one.
    var places: [UnitPath] {
        realMirror == mirror ? [mirror] : [mirror, realMirror]
    }

    /// Whether a path lies where the unit's `ProtectHome=` hides everything.
    package static func isHidden(_ path: UnitPath) -> Bool {
        ["/home", "/root", "/run/user"].contains { path.text == $0 || path.lies(below: $0) }
    }

    /// The mount unit that a drop-in written earlier names.
    static func mountUnit(inDropIn text: String) -> String? {
        let line = text.split(separator: "\n").first { $0.hasPrefix("BindsTo=") }
        return line.map { String($0.dropFirst("BindsTo=".count)).replacing("%%", with: "%") }
    }
}
