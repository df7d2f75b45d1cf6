import CatalogStore
import HTTPSemantics

extension JokeSelection {
    /// The selection that `limitTo` and `exclude` of a query describe: `a`, `a,b`, `[a,b]` or `[a, b]`. Nothing between the
    /// brackets is the same as no parameter.
    init(_ query: FormParameters) {
        self.init()
        guard !query.isEmpty else { return }
        let wanted = Self.names(in: query["limitTo"])
        limitTo = wanted.isEmpty ? nil : wanted
        exclude = Self.names(in: query["exclude"])
    }

    private static func names(in list: String?) -> Set<String> {
        guard var list = list?.trimmingOptionalWhitespace else { return [] }
        if list.hasPrefix("["), list.hasSuffix("]"), list.count >= 2 { list = list.dropFirst().dropLast() }
        return Set(list.split(separator: ",").map { String($0.trimmingOptionalWhitespace) }.filter { !$0.isEmpty })
    }
}
