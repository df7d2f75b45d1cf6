#pragma once
#include <libxml/HTMLparser.h>
#include <libxml/tree.h>

/// `xmlFree` is a variable that holds a function; Swift is given a function.
static inline void cxml2_free(void *pointer) { xmlFree(pointer); }

/// Parses UTF-8 without network, without output on standard error, and recovering from every mistake.
static inline htmlDocPtr cxml2_read_html(const char *bytes, int count) {
    return htmlReadMemory(bytes, count, NULL, "UTF-8",
                          HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
}
