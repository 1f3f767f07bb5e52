internal import MirrorTree
internal import Settings

/// Prints every setting, its value and where it came from; and the line to change where the source is another by now.
struct ShowSettings: Action {
    static let row = Command(
        name: "config", help: "every setting, its value, and where it came from", action: { _ in ShowSettings() })

    func run(_ call: Call) throws -> ExitCode {
        let loaded = try call.settings()
        call.output.lines(loaded.listing())
        let state = try? Tree.open(loaded.configuration.mirror).sourceState
        if let advice = loaded.advice(from: state) { call.output.complain(advice) }
        return .fine
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
