internal import CCurl
internal import HTTPSemantics

/// How a transfer ended.
extension ActiveTransfer {
    var isSecure: Bool { transfer.request.request.url.isSecure }
    var host: String { transfer.request.request.url.authority }

    /// How far the transfer is. libcurl by itself takes the first content that goes out for the beginning of the response.
    var phase: TransferError.Phase {
        let phase = handle.phase(isSecure: isSecure)
        guard !hasHead, [.waitingForResponse, .receiving].contains(phase) else { return phase }
        return isSending ? .sending : .waitingForResponse
    }

    func outcome(of result: CURLcode) -> Result<Void, TransferError> {
        if result == CURLE_SEND_ERROR, takeUnreadAnswer() { return .success(()) }
        guard result == CURLE_OK || (result == CURLE_SEND_ERROR && hasAllContent) else { return .failure(failure(result)) }
        if hasPendingHead, !hasHead { _ = receiveHead() }
        if closeNotice?.hasCome == false { return .failure(cutOff) }
        return hasHead ? .success(()) : .failure(badResponse("closed the connection without a response"))
    }

    func badResponse(_ what: String) -> TransferError {
        TransferError(code: .badResponse, phase: nil, message: "\(host) \(what)")
    }

    private var cutOff: TransferError {
        TransferError(
            code: .connectionLost, phase: .receiving,
            message: "the connection to \(host) was lost \(shortfall): TLS was not ended, so that there may be more")
    }

    var wrongVersion: TransferError {
        TransferError(
            code: .wrongVersion, phase: phase,
            message: "\(host) does not speak the version of HTTP that the client insists on")
    }

    private func failure(_ result: CURLcode) -> TransferError {
        if result == CURLE_OPERATION_TIMEDOUT { return .timedOut(limitSeenByLibrary(), phase, host: host) }
        if let proxy = transfer.request.proxy, let problem = problem(of: proxy, result) {
            var error = TransferError(code: .proxy, phase: phase, message: problem)
            if handle.info(CURLINFO_HTTP_CONNECTCODE) == 407 { error.proxySchemes = proxySchemes }
            return error
        }
        let isOfConnection = [CURLE_HTTP2, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE].contains(result)
        if isOfConnection || result == CURLE_HTTP2_STREAM, let failure = announcedFailure() { return failure }
        var error = TransferError(
            result, phase: phase, systemError: Int32(handle.info(CURLINFO_OS_ERRNO)), host: host, detail: detail(of: result),
            progress: hasHead ? shortfall : nil)
        error.mayBeRepeated = isOfConnection && isRepeatedForReason || error.code == .connectionLost && wasStale
        return error
    }

    /// Whether the connection was used before, and gave nothing any more: the server had closed it, as it may at any time, and a request
    /// that it cannot have carried out, or may carry out again, is made once more (RFC 9112 §9.3.1). libcurl mostly does so itself, but
    /// not always.
    private var wasStale: Bool {
        headerSize == 0 && (!isDelicate || !wasSent) && handle.info(CURLINFO_NUM_CONNECTS) == 0
    }

    /// What is wrong with the proxy; `nil` when something else is.
    private func problem(of proxy: ProxyRoute, _ result: CURLcode) -> String? {
        let status = handle.info(CURLINFO_HTTP_CONNECTCODE)
        if status == 407 {
            return "the proxy \(proxy.authority) does not let us through to \(host) without the right user name and password"
        }
        if status >= 300 || status != 0 && status < 200 {
            return "the proxy \(proxy.authority) refused to connect to \(host) and answered \(status)"
        }
        return switch result {
        case CURLE_COULDNT_RESOLVE_PROXY: "the host name of the proxy \(proxy.authority) could not be resolved"
        case CURLE_COULDNT_CONNECT: "could not connect to the proxy \(proxy.authority) on the way to \(host)"
        case CURLE_PROXY: "the proxy \(proxy.authority) did not connect to \(host): \(handle.errorDescription)"
        default: nil
        }
    }

    /// What the proxy asks for. libcurl keeps the fields to itself.
    private var proxySchemes: [String] {
        let offered = handle.info(CURLINFO_PROXYAUTH_AVAIL)
        return [
            (ccurl_auth_negotiate, "Negotiate"), (ccurl_auth_digest, "Digest"), (ccurl_auth_ntlm, "NTLM"),
            (ccurl_auth_basic, "Basic"),
        ].compactMap { offered & $0 != 0 ? $1 : nil }
    }

    /// The reason in more words, where there are some that help and hold no secret.
    private func detail(of result: CURLcode) -> String {
        switch result {
        case CURLE_PEER_FAILED_VERIFICATION: verificationFailure
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH: "the server's public key is none of those that are pinned"
        case CURLE_SSL_INVALIDCERTSTATUS:
            handle.errorDescription.contains("revocation")
                ? "the certificate was revoked (\(handle.errorDescription))"
                : "the server did not prove that its certificate is not revoked (\(handle.errorDescription))"
        case CURLE_SSL_CERTPROBLEM: "the client's certificate or key cannot be used (\(handle.errorDescription))"
        // So OpenSSL calls an answer that is no TLS at all.
        case CURLE_SSL_CONNECT_ERROR where handle.errorDescription.contains("wrong version number"):
            "the server does not speak TLS there; perhaps the address begins with http:// instead"
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_HTTP2, CURLE_HTTP2_STREAM,
            CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_SETOPT_OPTION_SYNTAX, CURLE_INTERFACE_FAILED:
            handle.errorDescription
        default: ""
        }
    }

    /// Whether the whole response has come, though the server would not take all of the request's content.
    private var hasAllContent: Bool {
        hasHead && handle.info(offset: CURLINFO_CONTENT_LENGTH_DOWNLOAD_T) == handle.info(offset: CURLINFO_SIZE_DOWNLOAD_T)
    }

    /// How much of the content came.
    private var shortfall: String {
        let received = handle.info(offset: CURLINFO_SIZE_DOWNLOAD_T)
        let expected = handle.info(offset: CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        return expected < 0 ? "after \(received) bytes of the content" : "after \(received) of \(expected) bytes of the content"
    }

    /// Why the certificate was refused, in OpenSSL's numbers (`X509_V_ERR_…`).
    private var verificationFailure: String {
        let (ofServer, ofProxy) = (handle.info(CURLINFO_SSL_VERIFYRESULT), handle.info(CURLINFO_PROXY_SSL_VERIFYRESULT))
        let proxy = transfer.request.proxy
        let isAboutProxy = proxy?.kind == .https && (ofProxy > 1 || handle.errorDescription.contains("'\(proxy?.host ?? "")'"))
        let who = isAboutProxy ? "the proxy's certificate" : "the certificate"
        return switch isAboutProxy ? ofProxy : ofServer {
        // OpenSSL found nothing: libcurl compares the name itself, and may do so before it takes OpenSSL's verdict over.
        case 0, 1: "\(who) is for another host name"
        case 9: "\(who) is not valid yet"
        case 10: "\(who) has expired"
        case 18: "\(who) is self-signed; to trust it, name its file as the authorities"
        case 19, 20, 21: "\(who) is from an unknown authority; to trust it, name the authority's file"
        case 23: "\(who) was revoked"
        case let other: "\(who) could not be verified (OpenSSL says \(other))"
        }
    }
}
