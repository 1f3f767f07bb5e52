package import Credits

extension Metadata {
    /// What the day's credit says of the picture's use.
    package var reuse: Reuse {
        Reuse(credit: mirror.credit, copyright: copyright, license: mirror.license)
    }
}
