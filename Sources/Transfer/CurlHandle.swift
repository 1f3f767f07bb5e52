internal import CCurl

/// A curl handle that is used again and again: making a new one costs more than a small transfer.
///
/// The handle is never reset. After some failures, and often with HTTP/2, curl keeps the receive buffer and then
/// refuses to be told its size again. So common options are set once, and every attempt sets all others.
final class CurlHandle {
    let handle: UnsafeMutableRawPointer
    private let message: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?
    /// The first setting that failed: a protection that could not be set must not be missed in silence.
    private var code = CURLE_OK

    init?(userAgent: String, limits: Transfer.Limits) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))

        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_USERAGENT, userAgent)
        set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectTimeout.milliseconds)
        set(CURLOPT_LOW_SPEED_LIMIT, limits.lowSpeed)
        set(CURLOPT_LOW_SPEED_TIME, (limits.lowSpeedTime.milliseconds + 999) / 1_000)
        set(CURLOPT_BUFFERSIZE, 262_144)
        set(CURLOPT_NOSIGNAL, 1)
        // Without QUICK_EXIT a cancelled or timed-out name lookup blocks all transfers until the resolver gives up.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_NETRC, CURL_NETRC_IGNORED)
        set(CURLOPT_HTTPAUTH, 0)
        // The transfer thread follows redirects itself, so that every hop waits in line for its own host.
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        keep(easy_set_pointer(handle, CURLOPT_ERRORBUFFER, message))
        keep(easy_set_socket_callback(handle) { context, _, address in Flight.of(context).openSocket(address) })
        keep(easy_set_callback(handle, CURLOPT_WRITEFUNCTION) { Flight.of($3).body($0, $2) })
        keep(easy_set_callback(handle, CURLOPT_HEADERFUNCTION) { Flight.of($3).headerLine($0, $2) })
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        message.deallocate()
    }

    /// Prepares the handle for one attempt. The flight must outlive the attempt.
    func load(_ flight: Flight) throws(TransferError) {
        let url = flight.address.url
        message.pointee = 0
        set(CURLOPT_URL, url)
        set(CURLOPT_ACCEPT_ENCODING, flight.receiver.acceptEncoding)
        set(CURLOPT_TIMEOUT_MS, flight.timeLeft.milliseconds)
        set(CURLOPT_FRESH_CONNECT, flight.needsFreshConnection ? 1 : 0)
        let context = Unmanaged.passUnretained(flight).toOpaque()
        keep(easy_set_pointer(handle, CURLOPT_WRITEDATA, context))
        keep(easy_set_pointer(handle, CURLOPT_HEADERDATA, context))
        keep(easy_set_pointer(handle, CURLOPT_OPENSOCKETDATA, context))
        keep(easy_set_pointer(handle, CURLOPT_HTTPHEADER, nil))
        curl_slist_free_all(headers)
        headers = nil
        for (name, value) in flight.headers { try add(name, value, url: url) }
        keep(easy_set_pointer(handle, CURLOPT_HTTPHEADER, headers))
        guard code == CURLE_OK else { throw .unusable(url: url, reason: String(cString: curl_easy_strerror(code))) }
    }

    func join(_ multi: UnsafeMutableRawPointer, url: String) throws(TransferError) {
        let code = curl_multi_add_handle(multi, handle)
        guard code == CURLM_OK else {
            throw .unusable(url: url, reason: String(cString: curl_multi_strerror(code)))
        }
    }

    /// curl's description of the last failure, as the end of a sentence.
    func reason(_ code: CURLcode) -> String {
        let text = message.pointee == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: message)
        return text.last == "." ? String(text.dropLast()) : text
    }

    /// The time from the start of the attempt to now, or to its end.
    var elapsed: Duration { .microseconds(easy_get_offset(handle, CURLINFO_TOTAL_TIME_T)) }

    /// Whether the attempt got as far as its request. Newer versions of curl count the time before it also where it never
    /// came, older ones the bytes that a proxy is asked with.
    var wasConnected: Bool {
        easy_get_offset(handle, CURLINFO_PRETRANSFER_TIME_T) > 0 && easy_get_long(handle, CURLINFO_REQUEST_SIZE) > 0
    }

    /// Whether the attempt used a connection that had served an earlier one.
    var wasReused: Bool { wasConnected && easy_get_long(handle, CURLINFO_NUM_CONNECTS) == 0 }

    private func add(_ name: String, _ value: String, url: String) throws(TransferError) {
        guard !(name + value).utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) else {
            throw .unusable(url: url, reason: "the value for its header \(name) holds a line break")
        }
        // curl sends an empty header for `Name;`, and removes the header for `Name:`.
        guard let longer = curl_slist_append(headers, value.isEmpty ? "\(name);" : "\(name): \(value)") else {
            return keep(CURLE_OUT_OF_MEMORY)
        }
        headers = longer
    }

    private func set(_ option: CURLoption, _ value: String) {
        keep(easy_set_string(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: Int) {
        keep(easy_set_long(handle, option, value))
    }

    /// Sets an option whose value newer curl headers declare as an enumeration.
    private func set(_ option: CURLoption, _ value: CURL_NETRC_OPTION) {
        set(option, Int(value.rawValue))
    }

    private func keep(_ code: CURLcode) {
        if self.code == CURLE_OK { self.code = code }
    }
}
