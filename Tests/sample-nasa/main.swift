import Glibc
import SampleNASA

// Signals are waited for, not handled: blocked here, before any thread starts, they stay blocked in all of them.
var awaited = sigset_t()
sigemptyset(&awaited)
sigaddset(&awaited, SIGTERM)
sigaddset(&awaited, SIGINT)
sigaddset(&awaited, SIGUSR1)
pthread_sigmask(SIG_BLOCK, &awaited, nil)

do {
    var arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    if arguments.showsHelp {
        print(Arguments.help)
        exit(0)
    }
    if arguments.listsAccidents {
        for accident in Accident.all + Accident.lists { print(accident) }
        exit(0)
    }
    let server = SampleNASA(try arguments.options())
    server.setLatency(milliseconds: arguments.latency)
    try server.start(port: arguments.port)
    print("sample-nasa listens on \(server.baseURL)")
    print("--source apod-basic=\(server.apodBasicURL)")
    print("--source planetary-apod=\(server.planetaryURL)")
    var signal = SIGUSR1
    while signal == SIGUSR1 {
        arguments.accident.turn(at: server)
        fflush(nil)
        sigwait(&awaited, &signal)
    }
    server.stop()
} catch let error as UsageError {
    end(error.description, code: 64)
} catch {
    end("\(error)", code: 69)
}

func end(_ reason: String, code: Int32) -> Never {
    var line = "sample-nasa: \(reason)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(code)
}
