internal import FoundationEssentials
internal import HTTPSemantics
internal import Retriever

/// Everything about an exchange as one JSON object.
enum ExchangeReport {
    static func value(_ outcome: ExchangeOutcome) -> JSON.Value {
        var object: JSON.Object = [
            "request": ["method": .string(outcome.request.method.rawValue), "url": .string(outcome.request.url.requestHref)],
            "exitStatus": .number(.init(outcome.exitStatus)),
        ]
        if let response = outcome.response {
            object["status"] = .number(.init(response.status.code))
            object["reason"] = .string(response.status.reasonPhrase)
            object["url"] = .string(response.url.href)
            object["fields"] = fields(response.headerFields)
            object["trailers"] = fields(response.trailerFields)
            object["redirects"] = .array(response.history.map(redirect))
            object["cache"] = response.cacheStatus.map { .string($0.description) }
        }
        if let content = outcome.content { object["content"] = Self.content(content, of: outcome.response) }
        object["timing"] = outcome.metrics.map(timing)
        object["error"] = outcome.error.map(error)
        return .object(object)
    }

    private static func fields(_ fields: HTTPFields) -> JSON.Value {
        .array(fields.map { ["name": .string($0.name.rawName), "value": .string($0.value)] })
    }

    private static func redirect(_ hop: RedirectHop) -> JSON.Value {
        ["status": .number(.init(hop.status.code)), "url": .string(hop.url.href), "fields": fields(hop.headerFields)]
    }

    /// As text where it is text, else in Base64.
    private static func content(_ bytes: [UInt8], of response: HTTPClientResponse?) -> JSON.Value {
        let type = response?.headerFields[.contentType]
        var object: JSON.Object = ["size": .number(.init(bytes.count))]
        object["type"] = type.map { .string($0) }
        if BinaryContent.isBinary(bytes) {
            object["base64"] = .string(Data(bytes).base64EncodedString())
        } else {
            object["text"] = .string(TextEncoding(of: bytes, contentType: type.flatMap(MediaType.init)).decode(bytes))
        }
        return .object(object)
    }

    private static func timing(_ metrics: RequestMetrics) -> JSON.Value {
        ["total": seconds(metrics.total), "hops": .array(metrics.hops.map(hop))]
    }

    private static func hop(_ hop: RequestMetrics.Hop) -> JSON.Value {
        var object: JSON.Object = [
            "url": .string(hop.url.requestHref), "total": seconds(hop.total), "waiting": seconds(hop.waiting),
        ]
        object["resolving"] = hop.resolving.map(seconds)
        object["connecting"] = hop.connecting.map(seconds)
        object["handshake"] = hop.handshake.map(seconds)
        object["firstByte"] = hop.firstByte.map(seconds)
        object["bytesSent"] = .number(.init(hop.bytesSent))
        object["bytesReceived"] = .number(.init(hop.bytesReceived))
        object["httpVersion"] = hop.httpVersion.map { .string($0) }
        object["remoteAddress"] = hop.remoteAddress.map { .string($0) }
        object["remotePort"] = hop.remotePort.map { .number(.init($0)) }
        object["reused"] = .bool(hop.isConnectionReused)
        return .object(object)
    }

    private static func seconds(_ duration: Duration) -> JSON.Value {
        JSON.Number(duration.secondsText).map { .number($0) } ?? .null
    }

    private static func error(_ error: any Error) -> JSON.Value {
        var object: JSON.Object = ["message": .string(error.words)]
        if let error = error as? HTTPClientError {
            object["code"] = .string(error.code.description)
            object["phase"] = error.phase.map { .string($0) }
            object["timeLimit"] = error.timeLimit.map { .string($0) }
        }
        return .object(object)
    }
}
