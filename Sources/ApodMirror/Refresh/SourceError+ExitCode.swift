internal import NASA

extension SourceError: ExitCoded {
    var exitCode: ExitCode { .unavailable }
}
