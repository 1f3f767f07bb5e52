import FuzzTargets
import Glibc

/// The one that the environment names; libFuzzer has the command line.
private let target: FuzzTarget = {
    guard let name = getenv("APOD_FUZZ_TARGET").map({ String(cString: $0) }), let target = FuzzTarget.named(name) else {
        fatalError("APOD_FUZZ_TARGET names one of \(FuzzTarget.all.map(\.name))")
    }
    return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try target.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}
