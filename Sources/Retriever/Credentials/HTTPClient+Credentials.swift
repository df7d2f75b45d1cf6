extension HTTPClient {
    /// Forgets all credentials that servers and proxies have accepted: they are asked for again. What the stores keep stays.
    public func forgetCredentials() { authenticator.forget() }
}
