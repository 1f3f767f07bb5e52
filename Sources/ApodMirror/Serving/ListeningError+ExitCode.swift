internal import HTTP

extension ListeningError: ExitCoded {
    var exitCode: ExitCode { .unavailable }
}
