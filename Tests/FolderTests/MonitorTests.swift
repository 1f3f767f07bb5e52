import Testing

@testable import Folder

@Suite(.timeLimit(.minutes(1))) struct MonitorTests {
    @Test(arguments: [Duration.zero, .milliseconds(-1), .milliseconds(-1_500), .seconds(Int64.min)])
    func `a time that is over is not waited for`(time: Duration) {
        let monitor = Monitor(0)
        #expect(monitor.wait(atMost: time) { $0 > 0 ? $0 : nil } == nil)
        #expect(monitor.wait(atMost: time) { $0 == 0 ? "ready" : nil } == "ready")
    }
}
