internal import HTTPSemantics

extension HTTPCache {
    /// The most bytes of content that are stored of one response: with a disk a tenth of it.
    var entryLimit: Int { disk.map { $0.capacity / 10 } ?? min(options.memoryEntryLimit, options.memoryCapacity) }

    /// Stores a response whose content has come; whether it is complete.
    func store(_ entry: CacheEntry, for target: CacheTarget, since count: Int) async -> Bool {
        guard entry.stored.expectedCount ?? entry.content.count == entry.content.count else { return false }
        guard entry.stored.positions != nil else {
            insert(entry, for: target, since: count)
            return true
        }
        return await storePart(entry, for: target, since: count)
    }

    /// Stores a part, together with what is there of the same representation. What is there whole is not given up for it.
    private func storePart(_ part: CacheEntry, for target: CacheTarget, since count: Int) async -> Bool {
        let known = await entries(for: target).first { $0.isFor(target) }
        guard let known else {
            insert(part, for: target, since: count)
            return true
        }
        let isSame = !RepresentationIdentity(known.stored.response).contradicts(RepresentationIdentity(part.stored.response))
        if known.stored.positions == nil, isSame, known.stored.response.status == 200 { return false }
        insert(
            known.joined(with: part, rules: rules, limit: min(entryLimit, options.memoryEntryLimit)) ?? part, for: target,
            since: count)
        return true
    }
}

extension CacheEntry {
    /// Both parts as one; `nil` when they do not fit together, or are too large to be joined in memory.
    fileprivate func joined(with part: CacheEntry, rules: CachingRules, limit: Int) -> CacheEntry? {
        guard let stored = stored.combined(with: part.stored, rules: rules), case .bytes(let own) = content,
            case .bytes(let other) = part.content, let ownStart = self.stored.positions?.lowerBound,
            let otherStart = part.stored.positions?.lowerBound, own.count + other.count <= limit
        else { return nil }
        let start = min(ownStart, otherStart)
        var bytes = [UInt8](repeating: 0, count: max(ownStart + own.count, otherStart + other.count) - start)
        bytes.replaceSubrange(ownStart - start..<ownStart - start + own.count, with: own)
        bytes.replaceSubrange(otherStart - start..<otherStart - start + other.count, with: other)
        return CacheEntry(key, partition: partition, stored: stored, content: .bytes(bytes))
    }
}
