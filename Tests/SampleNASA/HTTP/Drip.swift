/// One piece of a body that is sent slowly, and how long to wait for it: twenty pieces a second, or byte by byte.
struct Drip {
    let bytes: Int
    let seconds: Double

    init(bytesPerSecond rate: Int) {
        bytes = max(1, rate / 20)
        seconds = Double(bytes) / Double(max(1, rate))
    }
}
