package import Days

/// Pictures that came in a pass, and whose they are: what many days share is nobody's, and what two days claim is asked
/// for once more. Pure.
package struct PictureRules: Sendable {
    /// A picture that an address gave for a day.
    package struct Claim: Equatable, Sendable {
        package var day: Day
        /// A hash of the picture's sum: there may be eleven thousand claims.
        fileprivate var sum: Int
        /// A hash of the address. Days that name the same one share it.
        fileprivate var address: Int
        /// Whether the day has it stored from before this pass, whatever its address gives by now.
        package var isStored: Bool

        package init(day: Day, sum: String, address: String, isStored: Bool = false) {
            self.day = day
            self.sum = sum.hashValue
            self.address = address.hashValue
            self.isStored = isStored
        }
    }

    private var claims: [Int: [Claim]] = [:]
    private var stored: [Int: [Claim]] = [:]
    private var current: [Day: Int] = [:]

    package init() {}

    /// The day's address gives this by now, whatever it gave before, or the day has it stored.
    package mutating func add(_ claim: Claim) {
        if claim.isStored {
            if stored[claim.sum]?.contains(claim) != true { stored[claim.sum, default: []].append(claim) }
            return
        }
        if let former = current[claim.day] { claims[former]?.removeAll { $0.day == claim.day } }
        current[claim.day] = claim.sum
        claims[claim.sum, default: []].append(claim)
    }

    /// The days that have a picture: by what their addresses give, or stored where those were not asked.
    ///
    /// - Parameter isDoubtful: nothing stored gives way in this pass, whatever the addresses give.
    private func days(with sum: Int, isDoubtful: Bool = false) -> [Claim] {
        (claims[sum] ?? []) + (stored[sum] ?? []).filter { isDoubtful || current[$0.day] == nil }
    }

    /// How many days got these bytes from addresses of their own.
    package func count(of sum: String) -> Int { Set(days(with: sum.hashValue).map(\.address)).count }

    /// Whether four days near each other have one picture from different addresses: an accident.
    package func isForAll(_ sum: String) -> Bool {
        let found = days(with: sum.hashValue)
        guard Set(found.map(\.address)).count >= Limits.dense else { return false }
        let days = found.map(\.day).sorted()
        return zip(days, days.dropFirst(Limits.dense - 1)).contains { $0.distance(to: $1) < Limits.window }
    }

    /// Another day near by that has these bytes from another address.
    package func twin(of claim: Claim, isDoubtful: Bool = false) -> Claim? {
        others(beside: claim, isDoubtful: isDoubtful).first
    }

    /// Whether these bytes, which the day has, are what the address of another day near by gives by now.
    package func isGivenToOther(_ claim: Claim) -> Bool { others(beside: claim).contains { !$0.isStored } }

    private func others(beside claim: Claim, isDoubtful: Bool = false) -> [Claim] {
        days(with: claim.sum, isDoubtful: isDoubtful).filter { other in
            other.day != claim.day && other.address != claim.address
                && abs(other.day.distance(to: claim.day)) <= Limits.twins
        }
    }

    /// Settled days to ask as witnesses, spread over all and others each day.
    package static func witnesses(among settled: [Day], on today: Day) -> Set<Day> {
        let some = min(settled.count, Limits.witnesses)
        return Set((0..<some).map { settled[(abs(today.number) + $0 * settled.count / some) % settled.count] })
    }
}
