import CMicroHTTPD
import HTTPSemantics
import Synchronization

/// The life of one exchange, called on the connection's server thread. Each step says whether the connection may go on.
extension Server {
    /// The head is complete. Nothing is answered yet: a response before the end of the request makes the library close the
    /// connection, so only a client that must not send its content gets one now.
    func begin(_ exchange: Exchange, _ connection: ConnectionHandle, method: String) -> Bool {
        activeExchanges.wrappingAdd(1, ordering: .relaxed)
        exchange.plan = plan(exchange, connection, method: method)
        guard let length = connection.field(.contentLength).flatMap({ Int($0) }), length > configuration.maximumContentSize,
            connection.field(.expect) != nil || length > configuration.maximumDiscardedSize
        else { return true }
        exchange.peer?.requestArrived()
        return connection.queue(contentTooLarge(), closing: true, daemon: daemon)
    }

    /// A piece of the content.
    func take(_ bytes: Span<UInt8>, for exchange: Exchange) -> Bool {
        exchange.append(
            bytes, limit: configuration.maximumContentSize, discardLimit: configuration.maximumDiscardedSize,
            refusal: contentTooLarge)
    }

    /// The request is complete, or the task that answers it is.
    func finish(_ exchange: Exchange, _ connection: ConnectionHandle) -> Bool {
        let isClosing = isStopping.load(ordering: .relaxed)
        if exchange.isSuspended {
            // The task may have no response; and the library may call before it is done, but only by mistake.
            guard let response = exchange.response.withLock({ $0.take() }) else {
                // The library itself closes a connection that has just been woken only when something else happens to it.
                exchange.peer?.cut()
                return false
            }
            return connection.queue(response, closing: isClosing, daemon: daemon)
        }
        exchange.peer?.requestArrived()
        switch exchange.plan {
        case .answer(let response): return connection.queue(response, closing: isClosing, daemon: daemon)
        case .handle(let route, var request):
            request.content = exchange.content
            switch route.handler {
            case .immediate(let handler): return connection.queue(handler(request), closing: isClosing, daemon: daemon)
            case .deferred(let handler):
                return answerLater(exchange, on: connection) { [request] in await handler(request) }
            }
        case nil: return false
        }
    }

    /// The answer is sent, or the connection is lost.
    func complete(_ exchange: Exchange) {
        exchange.peer?.answerSent(tick: peers.tick)
        if exchange.plan != nil { activeExchanges.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    }

    private func plan(_ exchange: Exchange, _ connection: ConnectionHandle, method name: String) -> Exchange.Plan {
        let target = exchange.target
        guard target.size <= configuration.maximumTargetSize else {
            return .answer(
                present(
                    Refusal(status: 414, detail: "The request target is longer than \(configuration.maximumTargetSize) bytes.")))
        }
        guard connection.headSize <= configuration.maximumHeadSize else {
            return .answer(
                present(Refusal(status: 431, detail: "The header fields are larger than \(configuration.maximumHeadSize) bytes."))
            )
        }
        guard let method = HTTPRequest.Method(known: name) else {
            return .answer(present(Refusal(status: 400, detail: "The method is not a token.")))
        }
        switch router.match(method, path: target.path) {
        case .route(let route, let parameters):
            let request = ServerRequest(
                method: method, path: target.path, rawQuery: target.query, pathParameters: parameters,
                headerFields: connection.fields(route.fields), remoteAddress: exchange.peer?.address ?? "")
            return .handle(route, request)
        case .methodNotAllowed(let allowed):
            var response =
                method == .options
                ? ServerResponse(status: 204)
                : present(Refusal(status: 405, detail: "\(method) is not possible here; try \(allowed.allowValue)."))
            response.headerFields[.allow] = allowed.allowValue
            return .answer(response)
        case .notFound: return .answer(present(Refusal(status: 404, detail: "There is nothing at this path.")))
        }
    }

    private func contentTooLarge() -> ServerResponse {
        present(Refusal(status: 413, detail: "The content is larger than \(configuration.maximumContentSize) bytes."))
    }
}

extension HTTPRequest.Method {
    /// As `init(_:)`, without a check of the names that nearly every request has.
    fileprivate init?(known name: String) {
        switch name {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        default: self.init(name)
        }
    }
}
