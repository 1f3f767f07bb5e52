/// A picture to be painted: the same values always give the same bytes.
public struct Picture: Sendable, Hashable {
    /// Such as `M64_Moreau.jpg`.
    public var file: String
    /// Such as `2026/september`, which is not always the month of publication.
    public var folder: String
    public var format: PictureFormat
    public var width: Int
    public var height: Int
    /// The file is filled up to this size; a picture that needs more gets more.
    public var bytes: Int
    /// Another revision is another picture under the same address.
    public var revision = 0
    /// Another picture shown while the pointer is over this one: only the page names it.
    public var hasRollover = false
    /// Pictures with the same number share their painting and differ in comment and filling; without one a picture is
    /// painted for its day alone.
    public var sharedPainting: Int?

    public init(file: String, folder: String, format: PictureFormat, width: Int, height: Int, bytes: Int) {
        self.file = file
        self.folder = folder
        self.format = format
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The name without its suffix.
    var stem: String { file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file }

    var contentType: String { OtherFile(suffix: suffix)?.contentType ?? format.contentType }

    var suffix: String { file.lastIndex(of: ".").map { file[file.index(after: $0)...].lowercased() } ?? "" }
}
