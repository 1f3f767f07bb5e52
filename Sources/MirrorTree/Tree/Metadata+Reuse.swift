package import Credits

extension Metadata {
    /// The picture's use, as the day's credit tells it.
    package var reuse: Reuse {
        Reuse(credit: mirror.credit, copyright: copyright, license: mirror.license)
    }
}
