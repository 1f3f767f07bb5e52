/// A map of days to values whose copies share the parts that did not change.
///
/// The former and the current state of ten thousand days are held together. A dictionary would be copied as a whole for
/// each changed day, this map only by a part of ``daysInPart`` days.
public struct DayMap<Value> {
    private var parts: [Int: [Day: Value]] = [:]
    public private(set) var count = 0

    /// The number of consecutive days that one part holds.
    private static var daysInPart: Int { 32 }

    public subscript(day: Day) -> Value? {
        get { parts[day.number / Self.daysInPart]?[day] }
        set {
            let part = day.number / Self.daysInPart
            let former: Value?
            if let newValue {
                former = parts[part, default: [:]].updateValue(newValue, forKey: day)
            } else {
                former = parts[part]?.removeValue(forKey: day)
                if parts[part]?.isEmpty == true { parts[part] = nil }
            }
            count += (newValue == nil ? 0 : 1) - (former == nil ? 0 : 1)
        }
    }

    var isEmpty: Bool { parts.isEmpty }
    public var keys: some Sequence<Day> { parts.values.lazy.flatMap(\.keys) }
    public var values: some Sequence<Value> { parts.values.lazy.flatMap(\.values) }
}

extension DayMap: Sequence {
    public func makeIterator() -> some IteratorProtocol<(key: Day, value: Value)> {
        parts.values.lazy.flatMap(\.self).makeIterator()
    }
}

extension DayMap: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (Day, Value)...) {
        for (day, value) in elements { self[day] = value }
    }
}

extension DayMap: Equatable where Value: Equatable {}
extension DayMap: Sendable where Value: Sendable {}
