import Glibc

/// Hands libFuzzer the reader that the environment names; the command line is libFuzzer's.
@main enum FuzzProgram {
    static func main() {
        guard target != nil else {
            print("APOD_FUZZ_TARGET names one of \(FuzzTarget.all.map(\.name).joined(separator: ", ")).")
            exit(64)
        }
        InputMemory.watch()
        var count = CommandLine.argc
        var words = CommandLine.unsafeArgv
        exit(runDriver(&count, &words, check))
    }

    fileprivate static let target = getenv("APOD_FUZZ_TARGET").flatMap { FuzzTarget.named(String(cString: $0)) }
}

@_cdecl("LLVMFuzzerTestOneInput")
func check(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try InputMemory.bounded {
            try FuzzProgram.target?.check(Array(UnsafeBufferPointer(start: start, count: count)))
        }
    } catch {
        fatalError("\(error)")
    }
    return 0
}

/// libFuzzer's own main function; it has no header.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
