internal import Folder
internal import Glibc
internal import MirrorTree

extension CommandLine {
    /// The words behind the program's name. One that is no UTF-8, such as the name of an album out of a zip from Windows, is
    /// read as ``FilePath/recorded`` writes it, also behind `--album=`.
    static var words: [String] {
        (1..<max(1, Int(argc))).compactMap { unsafeArgv[$0] }.map { word in
            text(of: UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) })
        }
    }

    private static func text(of word: [UInt8]) -> String {
        let equals = word.starts(with: "--".utf8) ? word.firstIndex(of: UInt8(ascii: "=")) : nil
        let start = equals.map { $0 + 1 } ?? 0
        return String(decoding: word[..<start], as: UTF8.self) + FilePath(bytes: Array(word[start...])).recorded
    }
}
