import Foundation

/// A certificate authority made by the openssl command, with the certificates it issues.
package struct TestAuthority: Sendable {
    /// Where the files are.
    package let folder: TemporaryFolder
    /// The authority's own certificate.
    package var file: String { folder.file("authority.pem") }

    package init() async throws {
        folder = try TemporaryFolder()
        try await openssl(
            ["req", "-x509"] + Self.newKey + [
                "-days", "2", "-subj", "/CN=Test authority", "-addext", "basicConstraints=critical,CA:TRUE",
                "-keyout", folder.file("authority.key"), "-out", file,
            ])
    }

    private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

    private func openssl(_ arguments: [String]) async throws {
        let outcome = try await Program.run("/usr/bin/openssl", arguments)
        guard outcome.status == 0 else { throw SpawnError(description: outcome.errors) }
    }

    /// A certificate and its key, as the names of files in ``folder``.
    package struct Issued: Sendable {
        package let name: String
        package let folder: TemporaryFolder
        package var certificate: String { folder.file(name + ".pem") }
        package var key: String { folder.file(name + ".key") }
        /// The certificate with the authority's.
        package var chain: String { folder.file(name + ".chain.pem") }
    }

    /// Issues a certificate.
    ///
    /// - Parameter days: How long it is valid; less than 0 for one that has expired.
    package func issue(_ name: String, for alternativeNames: String, days: Int = 2) async throws -> Issued {
        let issued = Issued(name: name, folder: folder)
        let request = folder.file(name + ".csr")
        try await openssl(["req"] + Self.newKey + ["-subj", "/CN=\(name)", "-keyout", issued.key, "-out", request])
        let extensions = try folder.write("subjectAltName=\(alternativeNames)", to: name + ".ext")
        try await openssl([
            "x509", "-req", "-in", request, "-CA", file, "-CAkey", folder.file("authority.key"),
            "-set_serial", "\(Self.serial)", "-days", "\(days)", "-extfile", extensions, "-out", issued.certificate,
        ])
        let certificates = try [issued.certificate, file].map { try String(contentsOfFile: $0, encoding: .utf8) }
        _ = try folder.write(certificates.joined(), to: name + ".chain.pem")
        return issued
    }

    private static let serial = 7

    /// A certificate's key, encrypted with "secret", as a file.
    package func encryptedKey(of issued: Issued) async throws -> String {
        let file = folder.file(issued.name + ".encrypted.key")
        try await openssl(["ec", "-in", issued.key, "-aes256", "-passout", "pass:secret", "-out", file])
        return file
    }

    /// A certificate in DER.
    package func der(of issued: Issued) async throws -> [UInt8] {
        let file = folder.file(issued.name + ".der")
        try await openssl(["x509", "-in", issued.certificate, "-outform", "der", "-out", file])
        return Array(try Data(contentsOf: URL(filePath: file)))
    }

    /// What the authority says about a certificate's state (OCSP), in a file.
    package func status(of issued: Issued, isRevoked: Bool) async throws -> String {
        let number = String(format: "%02X", Self.serial)
        let line =
            isRevoked
            ? "R\t351231000000Z\t250101000000Z,keyCompromise\t\(number)\tunknown\t/CN=\(issued.name)\n"
            : "V\t351231000000Z\t\t\(number)\tunknown\t/CN=\(issued.name)\n"
        let index = try folder.write(line, to: issued.name + ".index")
        let answer = folder.file(issued.name + ".status")
        try await openssl([
            "ocsp", "-index", index, "-CA", file, "-rsigner", file, "-rkey", folder.file("authority.key"), "-issuer", file,
            "-cert", issued.certificate, "-respout", answer, "-ndays", "2", "-no_nonce",
        ])
        return answer
    }

    /// The SHA-256 of a certificate's public key in Base64, as it is pinned.
    package func pin(of issued: Issued) async throws -> String {
        let key = folder.file(issued.name + ".pub")
        let der = folder.file(issued.name + ".key.der")
        let digest = folder.file(issued.name + ".sha256")
        try await openssl(["x509", "-in", issued.certificate, "-pubkey", "-noout", "-out", key])
        try await openssl(["pkey", "-pubin", "-in", key, "-outform", "der", "-out", der])
        try await openssl(["dgst", "-sha256", "-binary", "-out", digest, der])
        return try Data(contentsOf: URL(filePath: digest)).base64EncodedString()
    }
}

extension Nginx {
    /// nginx with TLS and an issued certificate.
    package init(_ issued: TestAuthority.Issued, http2: Bool = false, server: String) throws {
        try self.init(
            server: "ssl_certificate \(issued.chain); ssl_certificate_key \(issued.key); \(server)",
            listenOptions: http2 ? "ssl http2" : "ssl")
    }
}
