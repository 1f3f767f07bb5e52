internal import CCurl

extension Flight {
    /// Translates curl's code for a failed attempt.
    func error(_ code: CURLcode, _ easy: Easy, limits: Transfer.Limits) -> TransferError {
        let url = address.url
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            return timeout(easy, limits: limits)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return .unresolved(url: url)
        case CURLE_COULDNT_CONNECT:
            return .unconnected(url: url, reason: easy.reason(code))
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER:
            return .untrusted(url: url, reason: easy.reason(code))
        case CURLE_PARTIAL_FILE:
            let (got, expected) = receiver.progress
            return .truncated(url: url, got: got, expected: expected)
        default:
            return .broken(url: url, reason: easy.reason(code))
        }
    }

    /// Tells curl's three timeouts apart, which share one code, by the times of the attempt.
    private func timeout(_ easy: Easy, limits: Transfer.Limits) -> TransferError {
        // `timeLeft` no longer holds this attempt's time; a clock that rounds down may leave a few milliseconds.
        if timeLeft < .milliseconds(20) {
            return .timeLimit(url: address.url, limit: order.request.timeLimit)
        }
        if !easy.wasConnected {
            return .connectTimeout(url: address.url, limit: limits.connectTimeout)
        }
        return .stalled(url: address.url, lowSpeed: limits.lowSpeed, time: limits.lowSpeedTime)
    }
}
