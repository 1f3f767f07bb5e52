internal import MirrorTree
internal import NASA
internal import Settings

extension Call {
    /// Prints every setting, its value and where it came from; and the line to change where the source is another by
    /// now.
    func showSettings() throws {
        let loaded = try settings()
        output.lines(loaded.listing())
        let state = try? Tree.open(loaded.configuration.mirror).sourceState
        if let advice = loaded.advice(from: state) { output.complain(advice) }
    }
}

extension LoadedConfiguration {
    /// The sentence about a source that answers in the other form, or that NASA switches off; `nil` where neither is
    /// known.
    ///
    /// - Parameter state: what the mirror noted of its source, where it could be read.
    func advice(from state: SourceState?) -> String? {
        let source = configuration.source
        if let form = state?.otherForm(of: source.base, remedy: sourceRemedy) { return "\(form)." }
        return source.end.map { end in
            "\(source.base) is NASA's old API, which is switched off on \(end): \(sourceRemedy("apod-basic"))."
        }
    }
}
