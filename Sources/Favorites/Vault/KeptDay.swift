internal import Days
internal import Folder
internal import MirrorTree

/// A day's JSON that speaks of a picture: both together are what a favorite must never lose.
struct KeptDay {
    /// The JSON's file, open so that the very bytes that were read can be kept once more.
    let json: OpenFile
    let bytes: [UInt8]
    let metadata: Metadata
    let picture: Metadata.Picture
    /// The picture's visible name.
    let file: FilePath

    static func jsonName(_ day: Day) -> FilePath {
        "\(day).json"
    }

    /// `nil` when the JSON is missing, unreadable, another day's, or without a picture: hidden or pending.
    ///
    /// - Parameter twin: The day as read elsewhere; the same bytes are not parsed again.
    init?(of day: Day, in folder: Folder, twin: KeptDay? = nil) {
        guard let (json, status) = try? folder.opened(Self.jsonName(day)), status.bytes < Self.limit,
            let bytes = try? json.read(Int(status.bytes), at: 0)
        else { return nil }
        if let twin, twin.bytes == bytes {
            self = KeptDay(json: json, bytes: bytes, metadata: twin.metadata, picture: twin.picture, file: twin.file)
            return
        }
        guard let metadata = try? Metadata(bytes), metadata.date == day, metadata.mirror.state != .hidden,
            let picture = metadata.mirror.picture, let file = metadata.visibleName,
            // An edited JSON could name itself; in the vault it lies in one folder with the picture.
            FilePath(file) != Self.jsonName(day)
        else { return nil }
        self = KeptDay(json: json, bytes: bytes, metadata: metadata, picture: picture, file: FilePath(file))
    }

    private init(json: OpenFile, bytes: [UInt8], metadata: Metadata, picture: Metadata.Picture, file: FilePath) {
        self.json = json
        self.bytes = bytes
        self.metadata = metadata
        self.picture = picture
        self.file = file
    }

    private static let limit = 16 << 20

    /// The picture this JSON speaks of, `nil` when it is missing, half-written or no file. Its bytes are not read.
    func openPicture(in folder: Folder) -> OpenFile? {
        guard let (file, status) = try? folder.opened(file), status.bytes == picture.bytes else { return nil }
        return file
    }
}
