#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast to a function pointer, which Swift does not import: the bytes are copied before the call returns.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);  // no address would mean NULL
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// A macro that Swift does not import: the file ends before what should be in it.
static const int csqlite_ioerr_short_read = SQLITE_IOERR_SHORT_READ;
