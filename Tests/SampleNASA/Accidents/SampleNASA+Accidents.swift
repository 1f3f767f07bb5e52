extension SampleNASA {
    /// Lets an accident befall the server, or one part of it; a part has one accident at a time.
    ///
    /// - Parameters:
    ///   - date: the one day whose answers are struck; without one all are.
    ///   - requests: so many requests to that part are still answered as they should be, counted from now.
    ///   - times: so many answers are struck, then it is over; without a number it lasts until ``endAccidents()``.
    ///     Whoever was left waiting by then is left waiting until the server stops or he goes.
    public func begin(
        _ accident: Accident, on part: Accident.Part = .everything, of date: String? = nil, after requests: Int = 0,
        times: Int? = nil
    ) {
        for target in date.map(part.targets(of:)) ?? [part.target] {
            setFault(accident.fault, for: target, after: requests, times: times)
        }
    }

    /// All is well again, but for faults of single days.
    public func endAccidents() {
        for part in Accident.Part.allCases { setFault(nil, for: part.target) }
    }
}
