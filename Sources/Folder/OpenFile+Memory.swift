internal import CLinux
internal import Glibc

extension OpenFile {
    /// An empty file without a place on any disk; it is gone with its last descriptor.
    ///
    /// - Parameter name: for messages, and for tools that show the process's open files.
    public static func inMemory(_ name: String, _ bytes: [UInt8] = []) throws(FolderError) -> OpenFile {
        let descriptor = memfd_create(name, UInt32(MFD_CLOEXEC))
        guard descriptor >= 0 else { throw FolderError("make", name, errno) }
        let file = OpenFile(descriptor: descriptor, path: name)
        try file.write(bytes)
        lseek(descriptor, 0, SEEK_SET)
        return file
    }
}
