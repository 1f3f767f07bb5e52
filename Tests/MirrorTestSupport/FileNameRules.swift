import Foundation

/// What Windows, SMB and common sense ask of a file's name, written down without a look at how names are made.
enum FileNameRules {
    static func faults(of name: String) -> [String] {
        var faults: [String] = []
        func check(_ isFine: Bool, _ fault: String) {
            if !isFine { faults.append(fault) }
        }
        let scalars = Array(name.unicodeScalars)
        let stem = name.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
        check(!name.utf8.isEmpty && name.utf8.count <= 255, "\(name.utf8.count) bytes")
        check(name.utf16.count <= 255, "\(name.utf16.count) UTF-16 units")
        check(scalars.allSatisfy { $0.value > 0x1F && !(0x7F...0x9F).contains($0.value) }, "a control character")
        check(scalars.allSatisfy { !"<>:\"/\\|?*".unicodeScalars.contains($0) }, "a character that Windows forbids")
        check(scalars.last.map { $0 != " " && $0 != "." } ?? false, "a space or a dot at the end")
        check(scalars.first != " " && scalars.first != ".", "a space or a dot at the start")
        check(!zip(scalars, scalars.dropFirst()).contains { $0 == " " && $1 == " " }, "two spaces")
        check(stem.unicodeScalars.last.map { !" .-".unicodeScalars.contains($0) } ?? false, "an end not trimmed")
        check(Array(name.precomposedStringWithCanonicalMapping.utf8) == Array(name.utf8), "not composed")
        check(
            !scalars.contains { (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value) }, "bidi")
        check(!scalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" }, "a line separator")
        return faults
    }
}
