internal import Archive
package import Days
internal import Folder
internal import MirrorTree
internal import NASA
package import Peers
internal import Store

/// Brings days back from other mirrors: bytes whose sum is known here, or borne out by enough mirrors (see ``BelievedDay``).
/// Words are read from the day's record, and nothing else that a mirror says is taken.
package struct PeerRestoration: Sendable {
    let archive: Archive
    let room: DiskRoom
    let clock: @Sendable () -> Timestamp
    let choice: @Sendable (Media) -> PictureChoice
    let peers: [Peer]
    let trust: Trust

    /// Whose word is enough for a day of which nothing is known here.
    package enum Trust: Sendable {
        /// Two witnesses that say the same: what is damaged gives way to nothing less.
        case witnesses
        /// One mirror, where no other contradicts: the day is told to be from there, and NASA may still correct it.
        case anyone

        var enough: Int { self == .witnesses ? 2 : 1 }
    }

    /// The bytes that were received over HTTP.
    package var bytesReceived: Int64 { peers.reduce(0) { $0 + $1.bytesReceived } }

    /// What became of the days.
    package struct Report: Sendable {
        /// Days for which anything came from another mirror.
        package var brought: Set<Day> = []
        /// The days that are not as they should be, with the reason.
        package var left: [Day: String] = [:]
        /// Why mirrors did not give what they were asked for, a sentence each.
        package var troubles: [String] = []
    }

    /// A mirror with what it says of a month.
    struct Told {
        let peer: AskedPeer
        let month: MonthTestimony
    }

    /// - Parameters:
    ///   - wanted: days that are damaged, or that NASA did not give.
    ///   - lacking: days that the mirror lacks, and may have where a peer has them.
    package func restore(_ wanted: Set<Day>, lacking: Set<Day>) async throws -> Report {
        var report = Report()
        let asked = peers.map(AskedPeer.init)
        let noted = (try? archive.tree.notedSums)?.held
        let months = Dictionary(grouping: wanted.union(lacking), by: \.month).sorted { $0.key > $1.key }
        for (month, days) in months {
            var told: [Told] = []
            for peer in asked {
                guard let said = try await peer.ask({ try await $0.testimony(ofMonth: month) }) else { continue }
                told.append(Told(peer: peer, month: said))
            }
            let known = told.reduce(into: Set<Day>()) { $0.formUnion($1.month.days) }
            for day in days.sorted(by: >) where wanted.contains(day) || known.contains(day) {
                archive.steps.advance()
                try Task.checkCancellation()
                switch try await outcome(of: day, told, noted?[day]) {
                case .brought: report.brought.insert(day)
                case .whole: break
                case .left(let reason): report.left[day] = reason
                }
            }
        }
        report.troubles = asked.flatMap(\.troubles)
        return report
    }

    enum Outcome: Equatable {
        /// Something came from another mirror, and the day is as it should be.
        case brought
        /// The day is as it should be by what is here.
        case whole
        /// The day is not as it should be, for this reason.
        case left(String)
    }

    /// Throws what concerns all days.
    private func outcome(of day: Day, _ told: [Told], _ noted: HeldSums.DaySums?) async throws -> Outcome {
        do {
            return try await restore(day, told, noted)
        } catch let error as CancellationError {
            throw error
        } catch let error as DiskLow {
            throw error
        } catch let error as FolderError where error.isDiskFull || archive.tree.isOwn(error.path) {
            throw error
        } catch {
            return .left("\(error)")
        }
    }

    private func restore(_ day: Day, _ told: [Told], _ noted: HeldSums.DaySums?) async throws -> Outcome {
        let stored = try await archive.incoming.storedDay(day)
        // The owner does not want a hidden day, whatever a mirror has.
        if stored.isHidden { return .whole }
        let sealed = stored.hasDamagedJSON ? nil : stored.metadata
        let there = told.map { HeldSums.DaySums(picture: $0.month.pictures[day]?.sum, record: $0.month.records[day]) }
        let here = sealed == nil ? await archive.perform { OwnWitnesses($0.tree).sums(of: stored, noted) } : []
        let believed = BelievedDay(own: sealed.map(HeldSums.DaySums.init), others: here + there, enough: trust.enough)

        let record = try await record(stored, believed.record, told)
        guard let metadata = try await words(stored, sealed, record?.bytes, told) else {
            return switch believed.record {
            case .unproved:
                .left("its words are not proved: no two witnesses say the same of them, and one is not enough")
            case .nothing: .left("no mirror that was named has NASA's record of it")
            case .sum: .left("no mirror that was named has the very record whose sum is known")
            }
        }
        let picture = try await restorePicture(metadata, stored, believed.picture, told)
        if case .left = picture { return picture }
        if record == nil, believed.record != .nothing {
            return .left("no mirror that was named has the very record whose sum is known")
        }
        return record?.isBrought == true ? .brought : picture
    }
}

extension Refresher {
    /// - Parameter peers: the mirrors to take days from.
    package func restoration(from peers: [Peer], trust: PeerRestoration.Trust) -> PeerRestoration {
        PeerRestoration(
            archive: archive, room: fetch.room, clock: clock, choice: choice, peers: peers, trust: trust)
    }
}

extension HeldSums.DaySums {
    /// What a day's JSON says. A page of ours is no picture.
    init(_ metadata: Metadata) {
        let picture = metadata.mirror.picture
        self.init(picture: picture?.kind == .page ? nil : picture?.sha256, record: metadata.mirror.record?.sha256)
    }
}
