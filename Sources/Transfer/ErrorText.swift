internal import Glibc

/// The system's text for an error number. (glibc's `strerror` has a buffer per thread since 2.32.)
func errorText(_ code: CInt) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
