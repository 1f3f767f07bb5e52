internal import Folder
internal import Glibc

/// Makes thumbnails of pictures that come as open files, in a process of its own: bytes of strangers that break a
/// decoder break only this process, which holds nothing, can reach nothing, and is simply started again.
///
/// The standard input is one end of a socket pair (``PassingSocket``), into which the process says that it is ready.
/// Each message that comes is a ``Job`` and gets one message back, a ``JobAnswer``. The process ends with 0 when the
/// other end is closed.
@main enum ThumbnailerProcess {
    static func main() {
        do {
            try Limits.set()
            Magick.start()
            try WarmUp.run()
            try Cage.close()
            try serve(PassingSocket(descriptor: STDIN_FILENO))
        } catch {
            complain("\(error)")
            exit(1)
        }
        exit(0)
    }

    private static func serve(_ socket: PassingSocket) throws {
        try socket.send("ready")
        while let message = try socket.receive(files: 1 + Job.most) {
            try Limits.beginJob()
            let answer = Job(message.text, message.files)?.answer() ?? .bad("no job that is understood")
            try socket.send(answer.line)
        }
    }

    private static func complain(_ sentence: String) {
        let line = Array("apod-mirror-thumbnailer: \(sentence)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
