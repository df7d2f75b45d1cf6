import Console
import Glibc
import HTTPSemantics
import Keyring
import KeyringMessages
import Retriever

/// `retrieve-keyring`: does with the desktop's keyring what `retrieve` asks for. It is a program of its own because it loads GLib, which
/// the start of most runs of `retrieve` need not wait for.
@main
struct KeyringCommand {
    static func main() async {
        var answer = KeyringAnswer()
        do {
            var text = ""
            while let line = readLine(strippingNewline: false) { text += line }
            guard let question = try? JSON.Decoder().decode(KeyringQuestion.self, from: Array(text.utf8)) else {
                Console.printError("retrieve-keyring is started by “retrieve --keyring”, and of no use by itself")
                exit(2)
            }
            answer = try await Self.answer(question)
        } catch let error as HTTPClientError {
            answer.error = error.message
        } catch {
            answer.error = "\(type(of: error))"
        }
        if let bytes = try? JSON.Encoder().encode(answer) { Console.print(String(decoding: bytes, as: UTF8.self)) }
    }

    private static func answer(_ question: KeyringQuestion) async throws -> KeyringAnswer {
        let store = KeyringStore()
        let origin = WebURL.Origin(scheme: question.scheme, host: question.host, port: question.port)
        let space = ProtectionSpace(
            origin: origin, isProxy: question.isProxy, scheme: AuthenticationScheme(question.authentication),
            realm: question.realm)
        var answer = KeyringAnswer()
        switch question.action {
        case .find:
            if case .password(let user, let password) = try await store.credential(for: space, user: question.user)?.secret {
                (answer.user, answer.password) = (user, password)
            }
        case .save:
            try await store.save(.password(user: question.user ?? "", password: question.password ?? ""), for: space)
        case .remove: try await store.remove(.password(user: question.user ?? "", password: ""), for: space)
        case .forget: answer.removed = try await store.removeAll(for: origin, user: question.user)
        }
        return answer
    }
}
