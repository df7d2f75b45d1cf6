internal import HTTPSemantics
internal import Retriever
internal import RetrieverXML

/// Collects a page's text while its elements go by.
struct PageBuilder: HTMLVisitor {
    private var base: WebURL
    private var title = ""
    private var isInTitle = false
    private var blocks: [ReadablePage.Block] = []
    private var links: [ReadablePage.Link] = []
    private var numbers: [String: Int] = [:]

    private var runs: [ReadablePage.Run] = []
    private var kind = ReadablePage.Block.Kind.paragraph
    private var needsSpace = false
    private var preformattedDepth = 0
    /// How many elements are open below one that is not read, itself included.
    private var skippedDepth = 0
    /// The address of the link that is open, as it stands in the page.
    private var reference: String?

    /// A title is read at one glance; a longer one is an accident or worse.
    private static let titleLimit = 500

    init(url: WebURL) { base = url }

    private static let skipped: Set = [
        "script", "style", "template", "noscript", "svg", "math", "object", "iframe", "canvas", "audio", "video", "select",
        "textarea",
    ]
    private static let headings: Set = ["h1", "h2", "h3", "h4", "h5", "h6"]
    private static let breaking: Set = [
        "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog", "div", "dl",
        "dt",
        "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "legend", "li",
        "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "title", "tr", "ul",
    ]

    mutating func open(_ element: String, attribute: (String) -> String?) {
        guard skippedDepth == 0, !Self.skipped.contains(element) else { return skippedDepth += 1 }
        if Self.breaking.contains(element) { endBlock() }
        switch element {
        case "title": isInTitle = title.isEmpty
        case "base": if let url = attribute("href").flatMap({ try? WebURL($0, base: base) }) { base = url }
        case "a": reference = attribute("href").flatMap { $0.hasPrefix("#") ? nil : $0 }
        case "li", "dt": kind = .item
        case "tr": kind = .row
        case "pre": preformattedDepth += 1
        case "td", "th": if !runs.isEmpty { append(" · ", link: nil) }
        case "img": if let description = attribute("alt") { text(description) }
        case _ where Self.headings.contains(element): kind = .heading
        default: break
        }
    }

    mutating func close(_ element: String) {
        guard skippedDepth == 0 else { return skippedDepth -= 1 }
        if Self.breaking.contains(element) {
            endBlock()
            kind = .paragraph
        }
        switch element {
        case "title": isInTitle = false
        case "a": reference = nil
        case "pre": preformattedDepth -= 1
        default: break
        }
    }

    mutating func text(_ text: String) {
        guard skippedDepth == 0 else { return }
        if isInTitle {
            title = (title.isEmpty ? "" : title + " ") + text.split(whereSeparator: \.isPageSpace).joined(separator: " ")
        } else if preformattedDepth > 0 {
            preformatted(text)
        } else {
            collapsed(text)
        }
    }

    private mutating func collapsed(_ text: String) {
        let words = text.split(whereSeparator: \.isPageSpace)
        guard !words.isEmpty else { return needsSpace = needsSpace || !text.isEmpty }
        if needsSpace || text.first?.isPageSpace == true, !runs.isEmpty, runs.last?.text.hasSuffix(" ") == false {
            append(" ", link: runs.last?.link == currentLink ? runs.last?.link : nil)
        }
        append(words.joined(separator: " "), link: currentLink)
        needsSpace = text.last?.isPageSpace == true
    }

    private mutating func preformatted(_ text: String) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if index > 0 { endBlock() }
            kind = .preformatted
            if !line.isEmpty { append(String(line.replacing("\t", with: "    ")), link: currentLink) }
        }
    }

    /// The number of the open link; links to the same address share one.
    private var currentLink: Int? {
        mutating get {
            guard let reference else { return nil }
            let address = (try? WebURL(reference, base: base))?.href ?? reference
            if let number = numbers[address] { return number }
            links.append(ReadablePage.Link(address: address))
            numbers[address] = links.count
            return links.count
        }
    }

    private mutating func append(_ text: String, link: Int?) {
        if let last = runs.indices.last, runs[last].link == link {
            runs[last].text += text
        } else {
            runs.append(.init(text, link: link))
        }
    }

    private mutating func endBlock() {
        needsSpace = false
        guard !runs.isEmpty else { return }  // an item stays one when its text stands in a paragraph of its own
        if runs.contains(where: { !$0.text.allSatisfy(\.isPageSpace) }) { blocks.append(.init(kind, runs)) }
        runs = []
        kind = .paragraph
    }

    /// What was collected.
    mutating func page() -> ReadablePage {
        endBlock()
        if title.isEmpty { title = blocks.first { $0.kind == .heading }?.text ?? "" }
        return ReadablePage(title: String(title.prefix(Self.titleLimit)), blocks: blocks, links: links)
    }
}

extension Character {
    /// White space that HTML collapses; a no-break space stays.
    fileprivate var isPageSpace: Bool { [" ", "\t", "\n", "\r", "\r\n", "\u{C}"].contains(self) }
}
