import SampleNASA
import Testing

@testable import MirrorTree
@testable import Refresh

extension MirrorUnderTest {
    /// The requests for pictures, films and posters.
    var mediaRequests: [SampleNASA.Request] {
        nasa.requests.filter { !$0.path.hasPrefix("/wp-json/") && !$0.path.hasPrefix("/planetary/") }
    }

    /// The requests for entries.
    var entryRequests: [SampleNASA.Request] {
        nasa.requests.filter { $0.path.hasPrefix("/wp-json/") || $0.path.hasPrefix("/planetary/") }
    }

    /// No address was asked more than twice, and all of them together no more than a pass may.
    func expectFewRequests(days: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        let asked = Dictionary(grouping: nasa.requests, by: \.path).mapValues(\.count)
        for (path, count) in asked where count > 2 {
            Issue.record("\(path) was asked \(count) times", sourceLocation: sourceLocation)
        }
        #expect(nasa.requests.count <= days * 4 + 50, sourceLocation: sourceLocation)
    }

    /// Asks the log until it says so; whoever waits leaves the processor to the others.
    func wait(until holds: () -> Bool) async {
        while !holds() { try? await Task.sleep(for: .milliseconds(1)) }
    }
}

extension MirrorUnderTest.Outcome {
    /// The stored days, in the order they came.
    var stored: [String] {
        events.compactMap { event in
            if case .stored(let metadata, .picture) = event { "\(metadata.date)" } else { nil }
        }
    }

    var corrected: [String] {
        events.compactMap { event in
            if case .stored(let metadata, .words) = event { "\(metadata.date)" } else { nil }
        }
    }

    /// The days whose words were read anew.
    var reread: [String] {
        events.compactMap { event in
            if case .stored(let metadata, .reading) = event { "\(metadata.date)" } else { nil }
        }
    }

    var missing: [String] {
        events.compactMap { event in
            if case .trouble(.deleted(let day)) = event { "\(day)" } else { nil }
        }
    }

    var disputed: [String] {
        events.compactMap { event in
            if case .trouble(.disputed(let day, _)) = event { "\(day)" } else { nil }
        }
    }

    var pending: [String] {
        summary.pending.keys.sorted().map { "\($0)" }
    }
}
