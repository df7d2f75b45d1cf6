internal import CSecret
internal import Dispatch

/// The service that keeps the secrets of a desktop (freedesktop.org's Secret Service), spoken to by libsecret. Waiting for it, or for a
/// person who unlocks it, happens on a thread of its own.
enum SecretService {
    private static let queue = DispatchQueue(label: "retriever.keyring")

    /// A secret with its user.
    struct Item: Sendable {
        let user: String
        let secret: String
    }

    /// All secrets with some attributes.
    static func search(_ attributes: [String: String]) async throws -> [Item] {
        try await call { attempt in
            let table = AttributeTable(attributes)
            let items = unsafe csecret_search(table.raw, attempt.cancellable, &attempt.message)
            defer { unsafe csecret_items_free(items) }
            var result: [Item] = []
            var next = unsafe items
            while let item = unsafe next {
                unsafe next = item.pointee.next
                guard let secret = unsafe csecret_item_secret(item.pointee.data, attempt.cancellable, &attempt.message) else {
                    continue
                }
                defer { unsafe csecret_secret_free(secret) }
                let user = unsafe csecret_item_attribute(item.pointee.data, "user")
                defer { unsafe csecret_text_free(user) }
                let name = unsafe user.map { unsafe String(cString: $0) } ?? ""
                result.append(Item(user: name, secret: unsafe String(cString: secret)))
            }
            return result
        }
    }

    /// Keeps a secret, in place of one with the same attributes.
    static func store(_ secret: String, _ attributes: [String: String], label: String) async throws {
        try await call { attempt in
            let table = AttributeTable(attributes)
            unsafe csecret_store(table.raw, label, secret, attempt.cancellable, &attempt.message)
        }
    }

    /// Removes all secrets with some attributes.
    static func clear(_ attributes: [String: String]) async throws {
        try await call { attempt in
            let table = AttributeTable(attributes)
            unsafe csecret_clear(table.raw, attempt.cancellable, &attempt.message)
        }
    }

    /// Does something that waits, until the task is cancelled.
    private static func call<Value: Sendable>(_ body: @escaping @Sendable (Attempt) -> Value) async throws -> Value {
        let attempt = Attempt()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    let value = body(attempt)
                    continuation.resume(with: attempt.failure.map { .failure($0) } ?? .success(value))
                }
            }
        } onCancel: {
            attempt.cancel()
        }
    }
}

/// Why the service did not do what it was asked for; holds no secret.
struct SecretServiceError: Error, Hashable {
    /// The reason, in the words of libsecret or the message bus.
    let reason: String
}

/// One use of the service, with what goes wrong in it.
///
/// Invariant behind `@unchecked`: GLib allows cancelling on any thread; the message is touched on the queue only.
@safe private final class Attempt: @unchecked Sendable {
    let cancellable: UnsafeMutableRawPointer?
    var message: UnsafeMutablePointer<CChar>?

    init() { unsafe cancellable = csecret_cancellable_new() }

    deinit {
        unsafe csecret_cancellable_free(cancellable)
        unsafe csecret_text_free(message)
    }

    func cancel() { unsafe csecret_cancellable_cancel(cancellable) }

    var failure: SecretServiceError? {
        let reason = unsafe message.map { unsafe String(cString: $0) }
        return reason.map(SecretServiceError.init)
    }
}

/// Names and values that a secret is found by.
@safe private final class AttributeTable {
    let raw: UnsafeMutableRawPointer?

    init(_ attributes: [String: String]) {
        unsafe raw = csecret_attributes_new()
        for (name, value) in attributes { unsafe csecret_attributes_set(raw, name, value) }
    }
    deinit { unsafe csecret_attributes_free(raw) }
}
