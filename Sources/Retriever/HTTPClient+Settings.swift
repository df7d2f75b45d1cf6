internal import CurlTransport

/// What configuration and options mean to the transport.
extension HTTPClient.Configuration {
    var connectionSettings: ConnectionSettings {
        var settings = ConnectionSettings()
        settings.connectionsPerHost = connectionsPerHost
        settings.totalConnections = totalConnections
        settings.idleLifetime = idleConnectionLifetime
        settings.maximumAge = connectionMaximumAge
        settings.eventLoops = eventLoops
        settings.httpVersion = httpVersion
        settings.tls = tls.settings
        settings.network = network.settings
        return settings
    }
}

extension RequestOptions {
    var transferOptions: TransferOptions {
        var result = TransferOptions()
        result.resolveTimeout = resolveTimeout
        result.connectTimeout = connectTimeout
        result.tlsTimeout = tlsTimeout
        result.firstByteTimeout = firstByteTimeout
        result.stallTimeout = stallTimeout
        result.poolTimeout = poolTimeout
        result.priority = priority.transferPriority
        result.decodesContent = decodesContent
        result.acceptsAnything = acceptsAnything
        result.bufferLimit = bufferLimit
        result.receiveBufferSize = min(max(1024, receiveBufferSize), 512 * 1024)
        result.limits = limits.transferLimits
        result.continueTimeout = continueTimeout
        result.onInformationalResponse = onInformationalResponse
        if let listener = onUploadProgress {
            result.onUploadProgress = { listener(UploadProgress(sent: $0, total: $1)) }
        }
        return result
    }
}
