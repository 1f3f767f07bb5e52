package enum Version {
    package static let current = "1.0.1"
    /// The User-Agent of requests: NASA's server turns away programs that do not say who they are.
    package static let userAgent = "apod-mirror/\(current) (personal APOD mirror)"
}
