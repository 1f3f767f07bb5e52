internal import Days
internal import Folder
internal import Glibc
internal import HTTP
internal import Service
internal import Settings
internal import Setup

/// Keeps NASA's Astronomy Picture of the Day on this machine's own disk.
///
/// Two straight lines run through the program. The tick: the schedule wakes the refresher, which plans, reads entries,
/// fetches pictures, commits them and tells what it did (`Refresh/`). The hint: something changed in `favorites/`, and
/// the keeper has it scanned. Everything that changes the tree goes through the archive (`Archive/`); everything a
/// person reads or types is in `Commands/`.
public enum Mirror {
    /// Runs the command that the command line asks for; returns the process's exit code.
    public static func main() -> Int32 {
        let arguments = CommandLine.words
        if let code = UserProcess.run(arguments) { return code }
        Memory.share()
        Signals.ignoreBrokenPipes()
        return TaskThreads().run { await run(arguments) }
    }

    private static func run(_ arguments: [String]) async -> Int32 {
        let process = ProcessEnvironment.ofProcess()
        let output = Output(process.environment)
        let socket = ListeningSocket(environment: process.environment)
        do {
            let invocation = try Invocation(arguments, today: LocalTime.eastern.day(at: .now))
            let call = Call(
                options: invocation.settings, configurationFile: invocation.configurationFile,
                threshold: invocation.threshold, process: process, output: output, socket: socket)
            return try await invocation.action.run(call).rawValue
        } catch {
            let failure = Failure(error)
            if Log.isJournal(STDERR_FILENO, environment: process.environment) {
                Log.standardError(threshold: .error, environment: process.environment).error("\(error)")
            } else {
                output.complain(failure.sentence)
            }
            // systemd starts the program again for a client that still waits at the socket, and gives the socket up
            // after a few starts, also where it was the command line that could not be read.
            socket?.turnAwayWaiting()
            return failure.exitCode.rawValue
        }
    }
}
