internal import Folder

/// Finds the program that decodes pictures: beside this one where it was built, in its own folder where it is
/// installed.
package enum ThumbnailProgram {
    package static let name = "apod-mirror-thumbnailer"

    /// Returns `nil` when the program is not there.
    package static func path(beside executable: String? = RunningProgram.path) -> String? {
        guard let executable, let slash = executable.lastIndex(of: "/") else { return nil }
        let folder = executable[..<slash]
        return ["\(folder)/\(name)", "\(folder)/../libexec/apod-mirror/\(name)"].first(where: RunningProgram.canStart)
    }
}
