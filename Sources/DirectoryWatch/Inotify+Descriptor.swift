internal import Folder
internal import Glibc

extension Inotify {
    /// Secures the library's descriptor, which is private to it and inherited by children. The library aborts the
    /// process when the number is beyond what `select` can hold, so this comes before the first wait.
    ///
    /// - Returns: the descriptor, the process's only one of inotify.
    func secureDescriptor() throws(WatchError) -> CInt {
        var own: CInt = -1
        for descriptor in try descriptors() {
            guard descriptor < FD_SETSIZE else { throw .descriptorTooHigh(descriptor) }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            own = descriptor
        }
        return own
    }

    private func descriptors() throws(WatchError) -> [CInt] {
        do throws(FolderError) {
            guard let all = try Folder.open("/proc/self/fd") else { return [] }
            var found: [CInt] = []
            for entry in try all.entries() where try all.linkTarget(entry.name) == "anon_inode:inotify" {
                if let number = CInt(entry.name.description) { found.append(number) }
            }
            return found
        } catch {
            throw .folder(error)
        }
    }
}
