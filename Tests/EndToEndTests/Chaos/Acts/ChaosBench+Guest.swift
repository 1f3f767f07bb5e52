import Foundation

// A guest's hand in favorites/: a member of the group that the owner shares it with.

extension ChaosBench {
    /// What a guest writes.
    static let guestsWord = "GUESTSWORD"

    @discardableResult
    private func guest(_ script: String, _ words: String...) async throws -> Bool {
        guard let guest = place.guest else { return false }
        return try await hand("umask 002; word=\(Self.guestsWord)\n" + script, words, of: guest)
    }

    private static let forgery = """
        forge() {
            mkdir -p "$1/metadata/superseded"
            echo $word > "$1/$2-03 $word.jpg"; echo $word > "$1/index.html"
            echo "{\\"date\\": \\"$2-03\\", \\"title\\": \\"$word\\"}" > "$1/metadata/$2-03.json"
            echo "$word  $2-03 $word.jpg" > "$1/metadata/SHA256SUMS"
            chmod "$3" "$1" "$1/metadata"
        }

        """

    /// A folder that looks like a month, a year, or what is the mirror's own.
    func guestForges() async throws {
        let month = any([String(someDay.prefix(7)), "2019-08", "2031-02"]) ?? "2019-08"
        let name = any([month, String(month.prefix(4)), ".apod-mirror", "metadata", ".apod-mirror-0123ABCD"]) ?? month
        let way = any(["mv -nT favorites/.w \"favorites/$2\"", "mv -nT favorites/.w \"favorites/Moons/$2\""]) ?? ""
        try await guest(
            Self.forgery + "rm -rf favorites/.w; forge favorites/.w \"$1\" \"$3\"; \(way)", month, name,
            any(["755", "2775"]) ?? "755")
    }

    func guestDropsLink() async throws {
        guard let picture = any(pictures), let day = Self.day(of: picture) else { return }
        model.drop(day)
        try await guest("ln -s \"$1\" \"favorites/Guest $2\"", mirror + "/" + picture, day)
    }

    /// Under names that people know from the mirror, with bytes of the guest's.
    func guestDropsFile() async throws {
        let day = someDay
        let name = any(["\(day).320.jpg", "\(day).960.jpg", "index.html", "\(day).json", "Today.jpg"]) ?? ""
        // A file that is called like a thumbnail stands for its day.
        if name.hasSuffix("0.jpg") { model.drop(day) }
        try await guest("echo $word > \"favorites/$1\"", name)
    }

    func guestMoves() async throws {
        guard let path = any(entries.keys.sorted()) else { return }
        let name = "Moved \(Int.random(in: 0..<99, using: &random))"
        // What was recognised by its name alone means nothing under another.
        let before = entries
        try await guest("mv -nT \"favorites/$1\" \"favorites/$2\"", path, name)
        release(Set([before[path]].compactMap(\.self)))
    }

    func guestRemoves() async throws {
        let before = entries
        guard let path = any(before.keys.sorted()) else { return }
        try await guest("rm -rf \"favorites/$1\"", path)
        release(Set(before.filter { $0.key == path || $0.key.hasPrefix(path + "/") }.values))
    }
}
