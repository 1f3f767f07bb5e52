/// A position in the sky: right ascension and declination of the equinox J2000, in degrees.
public struct SkyPlace: Hashable, Sendable {
    public var rightAscension: Double
    public var declination: Double

    public init(rightAscension: Double, declination: Double) {
        self.rightAscension = rightAscension
        self.declination = declination
    }

    /// `RA 05h 35m 17s, Dec −05° 23′ 28″`
    public var text: String { "RA \(rightAscensionText), Dec \(declinationText)" }

    /// `05h 35m 17s`
    public var rightAscensionText: String {
        // A right ascension that is rounded up to 24 hours begins again.
        let parts = Self.parts(Int((rightAscension * 240).rounded()) % 86_400)
        return "\(parts.0)h \(parts.1)m \(parts.2)s"
    }

    /// `−05° 23′ 28″`
    public var declinationText: String {
        let seconds = Int((declination * 3_600).rounded())
        let parts = Self.parts(abs(seconds))
        return "\(seconds < 0 ? "−" : "+")\(parts.0)° \(parts.1)′ \(parts.2)″"
    }

    private static func parts(_ seconds: Int) -> (String, String, String) {
        (twoDigits(seconds / 3_600), twoDigits(seconds / 60 % 60), twoDigits(seconds % 60))
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
