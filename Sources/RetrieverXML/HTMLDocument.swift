internal import CXML2

/// What a walk over a document meets, in the order of the text.
package protocol HTMLVisitor {
    /// An element begins; `attribute` answers the value of one of its attributes.
    mutating func open(_ element: String, attribute: (String) -> String?)
    /// Text, character references resolved.
    mutating func text(_ text: String)
    /// An element ends.
    mutating func close(_ element: String)
}

/// A parsed HTML document; libxml2 owns the tree, this value owns the document.
@safe package struct HTMLDocument: ~Copyable {
    private let raw: htmlDocPtr

    /// libxml2 asks to be initialised before threads share it.
    private static let ready: Void = xmlInitParser()

    /// Parses any bytes; `nil` when there is nothing in them, or no memory.
    package init?(utf8 bytes: [UInt8]) {
        Self.ready
        guard let count = Int32(exactly: bytes.count), count > 0 else { return nil }
        let document = unsafe bytes.withUnsafeBytes { bytes in
            unsafe cxml2_read_html(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count)
        }
        guard let document = unsafe document else { return nil }
        unsafe raw = unsafe document
    }

    deinit { unsafe xmlFreeDoc(raw) }

    /// Walks over the tree. It climbs along the parents instead of calling itself: a page decides how deep its tree is, and must
    /// not decide how much stack that takes.
    package func walk(_ visitor: inout some HTMLVisitor) {
        var next = unsafe xmlDocGetRootElement(raw)
        while let node = unsafe next {
            if unsafe node.pointee.type == XML_ELEMENT_NODE {
                unsafe visitor.open(Self.name(node)) { unsafe Self.attribute($0, of: node) }
                if let child = unsafe node.pointee.children {
                    unsafe next = unsafe child
                    continue
                }
                unsafe visitor.close(Self.name(node))
            } else if unsafe node.pointee.type == XML_TEXT_NODE, let content = unsafe node.pointee.content {
                unsafe visitor.text(Self.string(content))
            }
            unsafe next = unsafe Self.following(node, &visitor)
        }
    }

    /// The node after `node` and all that is in it, closing the elements that end there.
    private static func following(_ node: xmlNodePtr, _ visitor: inout some HTMLVisitor) -> xmlNodePtr? {
        var node = unsafe node
        while true {
            if let sibling = unsafe node.pointee.next { return unsafe sibling }
            guard let parent = unsafe node.pointee.parent, unsafe parent.pointee.type == XML_ELEMENT_NODE else { return nil }
            unsafe visitor.close(name(parent))
            unsafe node = unsafe parent
        }
    }

    private static func name(_ node: xmlNodePtr) -> String {
        guard let name = unsafe node.pointee.name else { return "" }
        return unsafe string(name)
    }

    private static func attribute(_ name: String, of node: xmlNodePtr) -> String? {
        guard let value = unsafe xmlGetNoNsProp(node, name) else { return nil }
        defer { unsafe cxml2_free(value) }
        return unsafe string(value)
    }

    private static func string(_ bytes: UnsafePointer<xmlChar>) -> String { unsafe String(cString: bytes) }
}
