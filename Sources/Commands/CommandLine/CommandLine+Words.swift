internal import Folder
internal import Glibc
internal import MirrorTree

extension CommandLine {
    /// The words behind the program's name. An album's name that is no UTF-8, such as one out of a zip from Windows, is read as
    /// ``FilePath/recorded`` writes it. In any other word the replacement character stands for what is no text, and names
    /// nothing: a path that was read otherwise would be another one than the one that was typed.
    static var words: [String] {
        let option = CommandOption.album.name
        let joined = Array("\(option)=".utf8)
        var words: [String] = []
        for word in (1..<max(1, Int(argc))).compactMap({ unsafeArgv[$0] }) {
            let bytes = UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) }
            if words.last == option {
                words.append(FilePath(bytes: bytes).recorded)
            } else if bytes.starts(with: joined) {
                words.append("\(option)=\(FilePath(bytes: Array(bytes.dropFirst(joined.count))).recorded)")
            } else {
                words.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        return words
    }
}
