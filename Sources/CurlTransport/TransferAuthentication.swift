internal import CCurl

/// How a transfer proves who it is to the server, where libcurl does it: in several steps on one connection, or by signing all of
/// the request.
package enum TransferAuthentication: Hashable, Sendable {
    case ntlm(user: String, password: String)
    /// By the Kerberos ticket of the process's user.
    case negotiate
    /// AWS Signature Version 4.
    case signature(key: String, secret: String, region: String, service: String)

    /// Whether a 401 may be answered by libcurl itself, on the same connection.
    var negotiates: Bool { if case .signature = self { false } else { true } }
}

extension EasyHandle {
    /// Tells libcurl how to prove who the client is; `nil` for not at all.
    func set(_ authentication: TransferAuthentication?) throws(TransferError) {
        var (method, user, password) = (ccurl_auth_none, nil as String?, nil as String?)
        var signature: String?
        switch authentication {
        case nil: break
        case .ntlm(let name, let secret):
            try Library.require(.ntlm)
            (method, user, password) = (ccurl_auth_ntlm, name, secret)
        case .negotiate:
            try Library.require(.negotiate)
            // libcurl asks for no ticket unless there is a user, who may be nobody.
            (method, user, password) = (ccurl_auth_negotiate, "", "")
        case .signature(let key, let secret, let region, let service):
            (method, user, password) = (ccurl_auth_aws_sigv4, key, secret)
            signature = "aws:amz:\(region):\(service)"
        }
        // A libcurl that cannot sign does not even know the option.
        if signature != nil || hasSignature { try set(CURLOPT_AWS_SIGV4, signature) }
        hasSignature = signature != nil
        try set(CURLOPT_HTTPAUTH, method)
        try set(CURLOPT_USERNAME, user)
        try set(CURLOPT_PASSWORD, password)
    }
}
