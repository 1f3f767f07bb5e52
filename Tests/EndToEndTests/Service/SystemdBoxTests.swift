import Foundation
import Testing

/// The box that the service's tests run in is the same on every machine.
@Suite(.needsSystemdBox) struct SystemdBoxTests {
    /// A folder that the box lays a fresh one over, with a space in its name, which nobody else may enter.
    private func hiddenPlace() throws -> URL {
        let place = URL(filePath: "/tmp/apod box \(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return place
    }

    @Test func `what is brought is there, wherever it comes from`() async throws {
        let place = try hiddenPlace()
        defer { try? FileManager.default.removeItem(at: place) }
        let file = place.appending(path: "a package").path
        try Data("what is in it".utf8).write(to: URL(filePath: file))
        let box = try SystemdBox(bringing: [file])
        #expect(try await box.shell("cat '\(SystemdBox.brought(file))'") == "what is in it")
        #expect(try await box.shell("ls -A /tmp").contains("apod box") == false)
    }

    @Test func `none of this machine's people are in it, and what they have of the program is not either`() async throws
    {
        let box = try SystemdBox()
        let people = "awk -F: '$3 >= 1000 && $3 != 65534' /etc/passwd /etc/group /etc/subuid"
        #expect(try await box.shell(people) == "")
        #expect(try await box.shell("find /home /srv /mnt -mindepth 1; find /etc -name '*apod-mirror*'") == "")
        // A user of any name can be made, and one of this machine's numbers is free.
        #expect(try await box.shell("useradd --create-home anna; stat --format %U /home/anna") == "anna")
    }

    @Test func `what is changed in it is told, also of the machine's own files`() async throws {
        let box = try SystemdBox()
        try await box.shell(
            """
            touch /etc/mine /usr/share/mine /root/mine /srv/mine /var/lib/mine
            chown 4711 /etc/mine /usr/share/mine /root/mine /srv/mine /var/lib/mine /usr/bin/true /etc/services
            """)
        let places = try await box.changed(in: "/etc", "/usr", "/root", "/srv", "/var", where: "-uid 4711")
        #expect(places.split(separator: "\n").count == 7, "\(places)")
        #expect(try await box.changed(in: "/etc", "/usr", where: "-uid 4712") == "")
    }
}
