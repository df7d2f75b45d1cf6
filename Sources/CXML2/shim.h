#pragma once
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <string.h>

/// `xmlFree` is a variable that holds a function; Swift is given a function.
static inline void cxml2_free(void *pointer) { xmlFree(pointer); }

/// Parses UTF-8 without network, without output on standard error, and recovering from every mistake.
static inline htmlDocPtr cxml2_read_html(const char *bytes, int count) {
    return htmlReadMemory(bytes, count, NULL, "UTF-8",
                          HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
}

/// A parser of XML in UTF-8 that is fed piece by piece and tells what it meets through these functions, whose first argument is the parser.
/// Without network, without output on standard error, without external entities; `entity` decides which entities are declared.
static inline xmlParserCtxtPtr cxml2_create_push_parser(startElementNsSAX2Func start, endElementNsSAX2Func end,
                                                        charactersSAXFunc text, commentSAXFunc comment,
                                                        processingInstructionSAXFunc instruction, entityDeclSAXFunc entity) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    xmlSAXVersion(&handler, 2);
    handler.startElementNs = start;
    handler.endElementNs = end;
    handler.characters = handler.cdataBlock = handler.ignorableWhitespace = text;
    handler.comment = comment;
    handler.processingInstruction = instruction;
    handler.entityDecl = entity;
    handler.externalSubset = NULL;
    handler.resolveEntity = NULL;
    handler.getParameterEntity = NULL;
    xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, NULL, NULL, 0, NULL);
    if (parser == NULL) return NULL;
    xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_IGNORE_ENC | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
    return parser;
}
