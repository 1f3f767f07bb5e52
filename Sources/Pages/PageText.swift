internal import Words

/// Text as a page shows it: one line, no control characters, no turned reading direction.
enum PageText {
    /// Nearly all texts are what they should be, and a glance at their bytes tells so.
    static func of(_ text: String) -> String {
        printable(text)
    }
}
