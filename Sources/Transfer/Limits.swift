extension Transfer {
    /// The share of the network that a ``Transfer`` takes, and the times after which it gives up.
    public struct Limits: Sendable {
        /// Open connections in all; default 6.
        public var connections: Int
        /// Open connections to one host and port; default 4. No more of its transfers run at a time.
        public var connectionsPerHost: Int
        /// Redirects that are followed one after another; default 5.
        public var redirects: Int
        /// The time for name lookup, connection and TLS handshake together; default 20 s.
        public var connectTimeout: Duration
        /// The speed below which a transfer counts as stalled; default 1,000 bytes a second.
        public var lowSpeed: Int
        /// How long a transfer may be stalled; default 30 s, whole seconds.
        public var lowSpeedTime: Duration
        /// The time for which unused connections, and the thread, are kept for the next transfer; default 60 s.
        public var idle: Duration

        public init(
            connections: Int = 6, connectionsPerHost: Int = 4, redirects: Int = 5,
            connectTimeout: Duration = .seconds(20), lowSpeed: Int = 1_000, lowSpeedTime: Duration = .seconds(30),
            idle: Duration = .seconds(60)
        ) {
            self.connections = max(1, connections)
            self.connectionsPerHost = max(1, connectionsPerHost)
            self.redirects = max(0, redirects)
            self.connectTimeout = connectTimeout
            self.lowSpeed = lowSpeed
            self.lowSpeedTime = lowSpeedTime
            self.idle = idle
        }
    }
}
