/// Why there is no thumbnail of these bytes, and never will be.
public struct BadPicture: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
