/// The reason why these bytes can never have a thumbnail.
public struct BadPicture: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
