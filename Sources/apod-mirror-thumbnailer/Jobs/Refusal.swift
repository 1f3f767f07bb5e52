/// Why there is no thumbnail of these bytes, and never will be.
struct BadPicture: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// There is no memory for it.
struct TooLarge: Error {}
