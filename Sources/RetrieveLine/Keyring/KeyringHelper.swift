internal import Dispatch
internal import Files
internal import Glibc
internal import HTTPSemantics
internal import KeyringMessages
internal import Retriever

/// The program `retrieve-keyring`, which stands beside this one and is started for each question.
struct KeyringHelper: Sendable {
    private let path: String

    /// Where questions wait for their answers, and so perhaps for a person who unlocks the keyring.
    private static let queue = DispatchQueue(label: "retrieve.keyring")

    /// - Throws: A sentence, when the program is not there.
    init() throws(UsageError) {
        let folder = unsafe realpath("/proc/self/exe", nil).map { own in
            defer { unsafe free(own) }
            return FileSystem.folder(of: unsafe String(cString: own))
        }
        path = (folder ?? ".") + "/retrieve-keyring"
        guard unsafe access(path, X_OK) == 0 else {
            throw UsageError("--keyring needs the program \(path), which is not there")
        }
    }

    /// Does something that waits for a program or a person, elsewhere than on the threads that carry requests.
    static func waiting<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: body()) } }
    }

    /// Asks the keyring.
    ///
    /// - Throws: ``HTTPClientError`` with code `authentication` when it cannot be asked, or refuses.
    func answer(to question: KeyringQuestion) async throws -> KeyringAnswer {
        let input = try JSON.Encoder().encode(question)
        let process = HelperProcess()
        let output = await withTaskCancellationHandler {
            await Self.waiting { [path] in process.run(path, input: input) }
        } onCancel: {
            process.stop()
        }
        guard !Task.isCancelled else { throw HTTPClientError(.cancelled, "the request was cancelled") }
        guard let output, let answer = try? JSON.Decoder().decode(KeyringAnswer.self, from: output) else {
            throw HTTPClientError(.authentication, "the keyring cannot be used: \(path) did not answer")
        }
        if let error = answer.error { throw HTTPClientError(.authentication, error) }
        return answer
    }
}

extension KeyringQuestion {
    init(_ action: Action, _ origin: WebURL.Origin) {
        self.init(action, scheme: origin.scheme, host: origin.host, port: origin.port)
    }

    init(_ action: Action, _ space: ProtectionSpace, user: String?) {
        self.init(action, space.origin)
        isProxy = space.isProxy
        authentication = space.scheme.name
        realm = space.realm
        self.user = user
    }
}
