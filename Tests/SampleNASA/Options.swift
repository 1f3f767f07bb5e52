extension SampleNASA {
    /// What a server holds. As it is by default: sixty days with every kind of day once.
    public struct Options: Sendable {
        /// The oldest day; by default the archive's first, or sixty days in all.
        public var first: String?
        /// The newest day that is published; by default the archive's last, or 2026-11-20.
        public var last: String?
        /// What day it is for the legacy API, which refuses later ones; by default the newest published.
        public var today: String?
        /// Days to serve instead of generated ones, for example real ones.
        public var archive: [SampleDay]
        public var pictureSize: PictureSize
        /// Each generated day is like the one so many days before it.
        public var daysSinceModels = 0
        /// With a key the legacy API has its gateway in front; without one it is a self-hosted server.
        public var requiredKey: String?

        public init(
            first: String? = nil, last: String? = nil, today: String? = nil, archive: [SampleDay] = [],
            pictureSize: PictureSize = .varied, requiredKey: String? = nil
        ) {
            self.first = first
            self.last = last
            self.today = today
            self.archive = archive
            self.pictureSize = pictureSize
            self.requiredKey = requiredKey
        }

        /// So many days up to today, or up to some days before. Whichever day today is, they are like those up to
        /// 2026-11-25: what is of one kind so many days ago always is.
        public static func recent(_ days: Int, upTo ago: Int = 0, pictureSize: PictureSize) -> Self {
            let today = CalendarDay.named(USEastern.today)
            var options = Self(
                first: today.advanced(by: 1 - days - ago).text, last: today.advanced(by: -ago).text,
                pictureSize: pictureSize)
            options.daysSinceModels = today.ordinal - CalendarDay.named("2026-11-25").ordinal
            return options
        }
    }
}
