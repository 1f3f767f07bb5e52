package import Days
internal import Folder
package import MirrorTree
internal import NASA
internal import Settings

extension PassEnd {
    /// The end that an error makes of a pass.
    package init(_ error: any Error, at now: Timestamp) {
        let code = ExitCode(of: error)
        switch error {
        case let end as PassEnd: self = end
        case SourceError.rateLimited(_, let seconds):
            self.init(.paused, "\(error)", exitCode: code)
            (until, self.seconds) = (now + seconds, seconds)
        case SourceError.refused: self.init(.refused, "\(error)", exitCode: code)
        case SourceError.unreachable: self.init(.unreachable, "\(error)", exitCode: code)
        case SourceError.doubtful: self.init(.doubtful, "\(error)", exitCode: code)
        case SourceError.spent: self.init(.spent, "\(error)", exitCode: code)
        case SourceError.otherForm(let form): self.init(.otherForm, "\(error)", fact: form.fact, exitCode: code)
        // A picture that was too large for what was free needs its own room besides.
        case let low as DiskLow:
            let (needed, isTooMuch) = low.minimum.addingReportingOverflow(low.wanted ?? 0)
            self.init(.room, "\(low)", exitCode: code)
            neededBytes = isTooMuch ? .max : needed
        case let error as FolderError where error.isDiskFull:
            self.init(.room, "\(error)", exitCode: code)
            path = error.path
        case let error as FolderError where error.isNotWritable:
            self.init(.notWritable, "\(error)", exitCode: code)
            (path, reason) = (error.path, error.reason)
        case is RootError: self.init(.root, "\(error)", exitCode: code)
        default: self.init(.other, "\(error)", exitCode: code)
        }
    }
}
