package import HTTPSemantics
internal import RetrieverXML

/// A web page as text for reading: what stands there and where its links lead.
package struct ReadablePage: Sendable, Equatable {
    /// The page's own title; its first heading when it has none, and empty without either.
    package var title: String
    /// The text, from top to bottom; no block is empty.
    package var blocks: [Block]
    /// The links; the first has number 1.
    package var links: [Link]

    /// A piece of text that begins on a line of its own.
    package struct Block: Sendable, Equatable {
        /// What kind of text it is.
        package var kind: Kind
        /// The text in parts.
        package var runs: [Run]
        /// The text without its links.
        package var text: String { runs.map(\.text).joined() }

        /// What kinds of text there are.
        package enum Kind: Sendable, Equatable {
            case heading, paragraph, item
            /// A row of a table.
            case row
            /// One line whose spaces mean something.
            case preformatted
        }

        /// A block.
        package init(_ kind: Kind, _ runs: [Run]) {
            self.kind = kind
            self.runs = runs
        }
    }

    /// A part of a block's text.
    package struct Run: Sendable, Equatable {
        /// The text; white space is collapsed.
        package var text: String
        /// The number of the link that the text is part of.
        package var link: Int?

        /// A part.
        package init(_ text: String, link: Int? = nil) {
            self.text = text
            self.link = link
        }
    }

    /// Where a link leads.
    package struct Link: Sendable, Equatable {
        /// The address: absolute, or as it stands in the page when it means nothing.
        package var address: String

        /// A link.
        package init(address: String) { self.address = address }
    }

    /// A page of these parts.
    package init(title: String, blocks: [Block], links: [Link]) {
        self.title = title
        self.blocks = blocks
        self.links = links
    }

    /// How many bytes of a page are read.
    package static let sizeLimit = 4 << 20

    /// Reads HTML. Any bytes make a page; what is no text for readers, such as scripts, is left out.
    ///
    /// - Parameters:
    ///   - charset: The encoding that `Content-Type` names.
    ///   - url: Where the page was found; its links are resolved against it.
    package init(html bytes: [UInt8], charset: String? = nil, url: WebURL) {
        var builder = PageBuilder(url: url)
        let bytes = Array(bytes.prefix(Self.sizeLimit))
        if let document = HTMLDocument(utf8: PageEncoding.utf8(bytes, charset: charset, type: "text/html")) {
            document.walk(&builder)
        }
        self = builder.page()
    }

    /// Reads plain text: each line is a block, and there are no links.
    package init(plainText bytes: [UInt8], charset: String? = nil) {
        let text = String(
            decoding: PageEncoding.utf8(Array(bytes.prefix(Self.sizeLimit)), charset: charset, type: "text/plain"), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        self.init(title: "", blocks: lines.map { Block(.preformatted, [Run(String($0))]) }, links: [])
    }
}
