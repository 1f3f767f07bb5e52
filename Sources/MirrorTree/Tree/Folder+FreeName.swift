package import Folder

extension Folder {
    /// A name that is free in the folder, as close to the wanted one as can be: `… (2).jpg`.
    package func freeName(_ wanted: FilePath) throws(FolderError) -> FilePath {
        if try status(wanted) == nil { return wanted }
        let text = wanted.description
        let dot = text.utf8.count > 10 ? text.lastIndex(of: ".") : nil
        let (stem, suffix) = dot.map { (text[..<$0], text[$0...]) } ?? (text[...], "")
        var number = 2
        while true {
            let name: FilePath = "\(stem) (\(number))\(suffix)"
            if try status(name) == nil { return name }
            number += 1
        }
    }
}
