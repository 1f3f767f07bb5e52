internal import HTTP
package import Settings

extension ListeningError: ExitCoded {
    package var exitCode: ExitCode { .unavailable }
}
