/// Where a mirror answers as NASA's old API does.
enum APIPaths {
    static let all = [shown, "/planetary/apod/", "/v1/apod", "/v1/apod/"]
    /// The one that people are told.
    static let shown = "/planetary/apod"
}
