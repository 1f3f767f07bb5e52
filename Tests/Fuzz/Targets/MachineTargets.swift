@testable import Folder
@testable import HTTP
@testable import Setup

extension FuzzTarget {
    /// A mount table. Its first line is also taken for a path, and written into one as the kernel does it.
    static let mounts = FuzzTarget("mounts") { bytes in
        let mounts = Mounts(String(decoding: bytes, as: UTF8.self))
        let all = mounts.around("/")
        try promise("each line of six words is a mount", all.count == lines(bytes))
        for point in mounts.points {
            let last = all.last { Array($0.point.utf8) == Array(point.utf8) }
            try promise("the last at a path is what is seen", mounts.origin(of: point) == last?.origin)
            if let name = (try? UnitPath(point)).flatMap(UnitText.mountUnit) {
                try promise("a unit's name is one word", !name.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "/") })
            }
            if let around = mounts.point(of: point + "/APOD") {
                try promise("a folder lies below its mount", (point + "/APOD").utf8.starts(with: around.utf8))
            }
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard let path = String(validating: line, as: UTF8.self), path.utf8.first == UInt8(ascii: "/"),
            !line.contains(0)
        else { return }
        let table = "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n40 22 8:17 / \(escaped(path)) rw - ext4 /dev/sdb1 rw\n"
        let read = Mounts(table)
        try promise("all mounts are read", read.points.count == 2)
        try promise("a path is read as the kernel wrote it", Array(read.points[1].utf8) == Array(path.utf8))
        try promise("what is mounted there is told", read.origin(of: path) == "8:17 /")
    }

    private static func lines(_ table: [UInt8]) -> Int {
        table.split(separator: UInt8(ascii: "\n")).count { line in
            line.split(separator: UInt8(ascii: " ")).count >= 6
        }
    }

    private static func escaped(_ path: String) -> String {
        let bytes = path.utf8.flatMap { byte -> [UInt8] in
            guard " \t\n\\#".utf8.contains(byte) else { return [byte] }
            let digits = String(byte, radix: 8)
            return Array(("\\" + String(repeating: "0", count: 3 - digits.count) + digits).utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Where the mirror is, where its disk is mounted and where it answers, a line each; and behind them a drop-in that
    /// lies there already.
    static let dropIns = FuzzTarget("drop-ins") { bytes in
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if let text = lines.last {
            if let address = ServePlan.address(inDropIn: text) { try check(address) }
            _ = ServicePlan.mountUnit(inDropIn: text)
        }
        guard lines.count > 2, let mirror = try? UnitPath(lines[0]), let disk = try? UnitPath(lines[1]),
            let user = UnitName("ada")
        else { return }
        let address = SocketAddress(lines[2])
        if let address { try check(address) }
        for scope in [ServiceScope.system(user: user), .user(configuration: "/home/ada/.config")] {
            let plan = ServicePlan(scope: scope, mirror: mirror, realMirror: disk, group: user, mountPoint: disk)
            let unit = ServicePlan.mountUnit(inDropIn: plan.dropIn)
            try promise("a disk's unit is read as it was written", unit == plan.mountUnit)
            try checkLines(plan.dropIn)
            guard let address else { continue }
            let serve = ServePlan(mirror: plan, address: address)
            try promise(
                "an address is read as it was written", ServePlan.address(inDropIn: serve.socketDropIn) == address)
            try checkLines(serve.serviceDropIn)
            try checkLines(serve.socketDropIn)
        }
    }

    private static func check(_ address: SocketAddress) throws {
        let text = "\(address)"
        try promise("an address is one word", text.utf8.allSatisfy { (0x21..<0x7F).contains($0) })
        try promise("an address means what it says", SocketAddress(text) == address)
    }

    private static let settings = [
        "RequiresMountsFor", "BindsTo", "Wants", "After", "ReadWritePaths", "BindPaths", "BindReadOnlyPaths",
        "SupplementaryGroups", "PrivateUsers", "SystemCallFilter", "ListenStream",
    ]

    /// No path begins a setting of its own.
    private static func checkLines(_ dropIn: String) throws {
        for line in dropIn.utf8.split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: Array(line), as: UTF8.self)
            let isKnown = line.hasPrefix("#") || ["[Unit]", "[Service]", "[Socket]"].contains(line)
            try promise(
                "a line is a setting of ours", isKnown || settings.contains { line.utf8.starts(with: "\($0)=".utf8) })
            try promise("no line goes on in the next", line.utf8.last != UInt8(ascii: "\\"))
        }
    }
}
