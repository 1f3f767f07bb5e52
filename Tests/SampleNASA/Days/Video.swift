/// A film on NASA's own server.
public struct Video: Sendable, Hashable {
    public var file: String
    public var folder: String
    public var width: Int
    public var height: Int
    public var bytes: Int
    public var revision = 0

    public init(file: String, folder: String, width: Int, height: Int, bytes: Int) {
        self.file = file
        self.folder = folder
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}
