internal import CCurl
internal import Glibc

extension TransferError {
    /// The error for a finished transfer's result. `detail` is libcurl's own text for this transfer.
    init(
        _ result: CURLcode, phase: Phase, systemError: Int32, host: String, detail: String, progress: String? = nil
    ) {
        self.init(code: Self.code(for: result), phase: phase, message: "")
        let reason = detail.isEmpty ? unsafe String(cString: curl_easy_strerror(result)) : detail
        let cause = detail.isEmpty ? Self.words(for: systemError) : ": \(detail)"
        message =
            switch code {
            case .badURL: "libcurl does not accept the address of \(host)"
            case .badConfiguration: "the client's configuration cannot be used: \(reason)"
            case .cannotResolve: "the host name of \(host) could not be resolved; check the spelling and the network"
            case .cannotConnect: "could not connect to \(host)" + cause
            case .tls: "no secure connection to \(host): \(reason)"
            case .connectionLost: "the connection to \(host) was lost \(progress ?? "while \(phase.rawValue)")" + cause
            case .badResponse: "\(host) sent something that is not a valid HTTP response"
            case .badContentEncoding: "the content from \(host) could not be decoded"
            case .unsupported: "the installed libcurl cannot do this: \(reason)"
            case .contentFailed: "the content for \(host) could not be sent again"
            case .proxy, .timedOut, .limitExceeded, .contentTooLarge, .wrongVersion, .cancelled, .other:
                "the transfer from \(host) failed: \(reason)"
            }
    }

    private static func words(for systemError: Int32) -> String {
        systemError == 0 ? "" : unsafe ": " + String(cString: strerror(systemError)).lowercased()
    }

    private static func code(for result: CURLcode) -> Code {
        switch result {
        case CURLE_URL_MALFORMAT: .badURL
        case CURLE_COULDNT_RESOLVE_HOST: .cannotResolve
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
        case CURLE_COULDNT_CONNECT: .cannotConnect
        case CURLE_SETOPT_OPTION_SYNTAX, CURLE_INTERFACE_FAILED, CURLE_BAD_FUNCTION_ARGUMENT: .badConfiguration
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
            .tls
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            .connectionLost
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: .badResponse
        case CURLE_BAD_CONTENT_ENCODING: .badContentEncoding
        case CURLE_SEND_FAIL_REWIND: .contentFailed
        case CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION: .unsupported
        default: .other
        }
    }
}

/// Throws when libcurl refuses an option or a call.
func check(_ result: CURLcode) throws(TransferError) {
    guard result != CURLE_OK else { return }
    throw TransferError(result, phase: .connecting, systemError: 0, host: "the server", detail: "")
}
