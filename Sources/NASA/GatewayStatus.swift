/// The statuses by which a gateway says that no server answers behind it, its own and those of content networks.
public enum GatewayStatus {
    public static func isAlone(_ status: Int) -> Bool {
        [502, 503, 504].contains(status) || (520...530).contains(status)
    }
}
