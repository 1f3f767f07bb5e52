internal import NASA
package import Settings

extension SourceError: ExitCoded {
    package var exitCode: ExitCode { .unavailable }
}
