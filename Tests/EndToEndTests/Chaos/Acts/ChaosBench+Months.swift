import Foundation
import TestSupport

// The owner's hand in the months.

extension ChaosBench {
    func removePicture() async throws {
        guard let picture = any(pictures) else { return }
        try await hand("rm -f \"$1\"", picture)
    }

    func removeMonth() async throws {
        guard let month = any(months) else { return }
        doubtHiding(in: month)
        try await hand("rm -rf \"$1\"", month)
    }

    /// Has a script change a day's JSON, its $1; $2 is the JSON of another day.
    func changeMetadata(_ script: String) async throws {
        try await changeFile(in: "/metadata/", script)
    }

    /// Has a script change a day's record as NASA served it, its $1; $2 is the record of another day.
    func changeRecord(_ script: String) async throws {
        try await changeFile(in: "/metadata/published/", script)
    }

    private func changeFile(in folder: String, _ script: String) async throws {
        let chosen = [any(pictures), any(pictures)].compactMap(\.self)
        guard let day = chosen.first.flatMap(Self.day(of:)) else { return }
        model.doubtHiding(of: [day])
        let paths = chosen.map {
            ($0 as NSString).deletingLastPathComponent + folder + (Self.day(of: $0) ?? "") + ".json"
        }
        try await hand("[ ! -e \"$1\" ] || { \(script); }", paths)
    }

    private func doubtHiding(in month: String) {
        model.doubtHiding(of: model.hidden.keys.filter { $0.hasPrefix(month.suffix(7)) })
    }

    func removePages() async throws {
        let scripts = [
            "rm -f index.html", "rm -f 2*/gallery.js", "rm -f 2*/*/index.html", "rm -rf .apod-mirror/thumbnails",
            "rm -f Today.*", "rm -f 2*/*/metadata/SHA256SUMS",
        ]
        guard let script = any(scripts) else { return }
        try await hand(script)
    }

    /// Pages have no checksum, and what a hand writes into one stays there.
    func changePicture(_ script: String) async throws {
        guard let picture = any(pictures.filter { !$0.hasSuffix(".html") }) else { return }
        try await hand("[ -f \"$1\" ] && [ ! -L \"$1\" ]; \(script)", picture)
    }

    // MARK: - What stays

    func linkForPicture() async throws {
        guard let picture = any(pictures) else { return }
        // A picture that came back may have set the link aside under another name, and the month may lie beside the mirror.
        let undo = "find 2* ../aside* -type l -lname /etc/hostname -delete 2>/dev/null || :"
        if try await hand("[ ! -L \"$1\" ]; rm \"$1\"; ln -sT /etc/hostname \"$1\"", picture) {
            disorders.append(Disorder(name: "a link for \(picture)", script: undo))
        }
    }

    /// The month lies beside the mirror meanwhile. Where something took the link away, and the program made another
    /// month, that one counts.
    func linkForMonth() async throws {
        guard let month = any(months) else { return }
        let aside = "../aside \(month.suffix(7))"
        doubtHiding(in: month)
        let undo =
            "if [ -L \"$1\" ]; then rm \"$1\"; fi; if [ -e \"$1\" ]; then rm -rf \"$2\"; else mv -T \"$2\" \"$1\"; fi"
        let act = "[ ! -L \"$1\" ]; [ ! -e \"$2\" ]; mv -T \"$1\" \"$2\"; ln -sT \"$PWD/$2\" \"$1\""
        if try await hand(act, month, aside) {
            disorders.append(Disorder(name: "a link for \(month)", script: undo, words: [month, aside]))
        }
    }

    func linkForFavorites() async throws {
        let undo = "if [ -L favorites ]; then rm favorites; fi; [ -e favorites ] || mv -T ../favorites favorites"
        let act = "[ ! -L favorites ]; rm -rf ../favorites; mv -T favorites ../favorites; ln -sT ../favorites favorites"
        if try await hand(act) { disorders.append(Disorder(name: "a link for favorites", script: undo)) }
    }

    func close() async throws {
        guard let picture = any(pictures) else { return }
        let month = (picture as NSString).deletingLastPathComponent
        let paths = [
            picture, month, month + "/metadata", month + "/metadata/SHA256SUMS", "favorites", "favorites/Moons",
            "favorites/.apod-mirror", "favorites.json", "Today.jpg", "index.html", ".apod-mirror",
            ".apod-mirror/vault", ".apod-mirror/thumbnails", ".apod-mirror/incoming", ".apod-mirror/mirror.json",
            String(month.prefix(4)),
        ]
        guard let path = any(paths) else { return }
        let mode = any(["000", "500", "a-w"]) ?? "000"
        if try await hand("[ ! -L \"$1\" ]; chmod \(mode) \"$1\"", path) {
            let undo = "[ -L \"$1\" ] || [ ! -e \"$1\" ] || chmod u+rwX \"$1\""
            disorders.append(Disorder(name: "\(path) closed", script: undo, words: [path]))
        }
    }

    func fillDisk() throws {
        guard let disk = place.disk, !disorders.contains(where: { $0.script == nil }) else { return }
        try disk.fill()
        disorders.append(.fullDisk)
    }

    func undo() async throws {
        guard let index = disorders.indices.randomElement(using: &random) else { return }
        let disorder = disorders.remove(at: index)
        // In what is closed it cannot be undone yet.
        if try await !undo(disorder) { disorders.append(disorder) }
    }

    func undoAll() async throws {
        // What was closed may have another name by now, or lie in what is closed itself.
        // Only that: a change of mode is one of the marker, too.
        try await hand(
            "find .. -type d ! -perm -u=rwx -exec chmod u+rwx {} \\; -o -type f ! -perm -u=rw -exec chmod u+rw {} +")
        while let disorder = disorders.popLast() {
            if try await !undo(disorder) { problems.append("\(disorder.name) could not be undone") }
        }
    }

    private func undo(_ disorder: Disorder) async throws -> Bool {
        tell("  no more \(disorder.name)")
        if let script = disorder.script { return try await hand(script, disorder.words) }
        try place.disk?.makeRoom()
        return true
    }

    func moveRoot() async throws {
        let pause = Double(Int.random(in: 1..<150, using: &random)) / 100
        try await hand("cd ..; mv -T APOD elsewhere; sleep \(pause); mv -T elsewhere APOD")
    }
}
