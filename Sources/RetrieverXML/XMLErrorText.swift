internal import CXML2

/// What libxml2's errors mean, without the text that its own messages repeat.
enum XMLErrorText {
    /// Whether the error is that there is no more of a document.
    static func isCut(_ code: CInt) -> Bool {
        let codes = [
            XML_ERR_OK, XML_ERR_DOCUMENT_END, XML_ERR_TAG_NOT_FINISHED, XML_ERR_COMMENT_NOT_FINISHED, XML_ERR_CDATA_NOT_FINISHED,
        ]
        return codes.contains(xmlParserErrors(UInt32(bitPattern: code)))
    }

    static func text(_ code: CInt) -> String {
        switch xmlParserErrors(UInt32(bitPattern: code)) {
        case XML_ERR_DOCUMENT_EMPTY: "there is no element"
        case XML_ERR_DOCUMENT_END: "something follows the root element, or it does not end"
        case XML_ERR_TAG_NAME_MISMATCH: "another element ends than the one that is open"
        case XML_ERR_TAG_NOT_FINISHED: "an element does not end"
        case XML_ERR_ATTRIBUTE_REDEFINED: "an element has an attribute twice"
        case XML_ERR_ATTRIBUTE_NOT_STARTED, XML_ERR_ATTRIBUTE_NOT_FINISHED, XML_ERR_ATTRIBUTE_WITHOUT_VALUE,
            XML_ERR_LT_IN_ATTRIBUTE:
            "an attribute is malformed"
        case XML_ERR_SPACE_REQUIRED, XML_ERR_GT_REQUIRED, XML_ERR_LT_REQUIRED, XML_ERR_LTSLASH_REQUIRED, XML_ERR_NAME_REQUIRED:
            "a tag is malformed"
        case XML_ERR_INVALID_CHAR, XML_ERR_INVALID_CHARREF, XML_ERR_INVALID_HEX_CHARREF, XML_ERR_INVALID_DEC_CHARREF:
            "a character that XML does not allow"
        case XML_ERR_INVALID_ENCODING, XML_ERR_UNKNOWN_ENCODING, XML_ERR_UNSUPPORTED_ENCODING: "bytes that are no text"
        case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY: "an entity that is not declared"
        case XML_ERR_ENTITY_LOOP: "entities that refer to themselves, or grow too much"
        case XML_ERR_ENTITYREF_SEMICOL_MISSING, XML_ERR_ENTITYREF_NO_NAME: "an ampersand that begins no entity"
        case XML_ERR_COMMENT_NOT_FINISHED, XML_ERR_HYPHEN_IN_COMMENT: "a comment is malformed"
        case XML_ERR_CDATA_NOT_FINISHED, XML_ERR_MISPLACED_CDATA_END: "a CDATA section is malformed"
        case XML_ERR_PI_NOT_FINISHED, XML_ERR_PI_NOT_STARTED, XML_ERR_RESERVED_XML_NAME: "a processing instruction is malformed"
        case XML_ERR_XMLDECL_NOT_FINISHED, XML_ERR_XMLDECL_NOT_STARTED, XML_ERR_VERSION_MISSING:
            "the XML declaration is malformed"
        case XML_ERR_DOCTYPE_NOT_FINISHED: "the document type declaration is malformed"
        default: "libxml2 error \(code)"
        }
    }
}
