/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpJsonDocument: JSON text that was received, read losslessly.
 *
 * The document holds the bytes as they came and a compact index of them (8 bytes a scalar, 16 a
 * container). Nothing is decoded until it is asked for: numbers and strings stay as written, every
 * duplicate member is visible, every value knows its byte range. A document never changes after it
 * was parsed and may be shared between threads; its reference count is atomic.
 *
 * Source: RFC 8259, strictly. What the RFC leaves open becomes a finding instead of a guess.
 */

#pragma once

#include <glib-object.h>

/* Nesting that any real message stays far below; refusing more keeps every consumer's cost
 * predictable. The reader itself does not recurse. */
#define MCP_JSON_MAX_DEPTH 10000
/* One message may have 512 MiB; offsets of the index are 32 bits wide. */
#define MCP_JSON_MAX_BYTES (512u * 1024u * 1024u)

typedef struct _McpJsonDocument McpJsonDocument;

/**
 * McpJsonValue: a borrowed handle to one value of a document, passed by value.
 * @document is %NULL where there is no value (an absent member), see mcp_json_value_exists().
 * It is valid as long as the document is; whatever outlives the call holds the document.
 */
typedef struct
{
  McpJsonDocument *document;
  guint32          node;
} McpJsonValue;

#define MCP_JSON_NO_VALUE ((McpJsonValue){ NULL, 0 })

typedef struct
{
  gsize max_bytes; /* bytes of text, at most MCP_JSON_MAX_BYTES */
  guint max_depth; /* nested arrays and objects, at most MCP_JSON_MAX_DEPTH */
} McpJsonLimits;

typedef enum {
  MCP_JSON_FINDING_DUPLICATE_MEMBER, /* an object has this name twice */
  MCP_JSON_FINDING_LONE_SURROGATE,   /* an escape that encodes half a character */
  MCP_JSON_FINDING_INEXACT_NUMBER,   /* others read another value: beyond 2^53, say */
  MCP_JSON_FINDING_NUL_CHARACTER,    /* \u0000: C programs cut the string there */
  MCP_JSON_FINDING_BYTE_ORDER_MARK,  /* the text begins with U+FEFF */
} McpJsonFindingKind;

typedef struct
{
  McpJsonFindingKind kind;
  McpJsonValue       value;  /* where; for a duplicate, the later member's name */
  gsize              start;  /* byte offset in the text */
  gsize              length; /* bytes */
} McpJsonFinding;

#define MCP_JSON_ERROR (mcp_json_error_quark ())
GQuark mcp_json_error_quark (void);

typedef enum {
  MCP_JSON_ERROR_SYNTAX,   /* not JSON: the message has line, column and reason */
  MCP_JSON_ERROR_ENCODING, /* not UTF-8 */
  MCP_JSON_ERROR_TOO_DEEP,
  MCP_JSON_ERROR_TOO_LARGE,
  /* of an edit */
  MCP_JSON_ERROR_NOT_FOUND,    /* what should be changed is not there */
  MCP_JSON_ERROR_DUPLICATE,    /* the name stands twice in its object */
  MCP_JSON_ERROR_NO_OBJECT,    /* another value is where an object should be */
  MCP_JSON_ERROR_NOT_EDITABLE, /* other bytes would have to change too */
} McpJsonError;

/** Where reading stopped. Lines and columns count from 1; a column counts characters. */
typedef struct
{
  gsize       offset; /* bytes */
  guint       line;
  guint       column;
  const char *reason; /* static, untranslated, a clause without a full stop */
} McpJsonPlace;

/**
 * mcp_json_document_parse:
 * @bytes: the text, UTF-8; kept by reference, not copied
 * @limits: (nullable): %NULL for the greatest
 * @place: (out) (optional): filled on error
 * Returns: (transfer full) (nullable): the document, or %NULL with @error set (MCP_JSON_ERROR)
 */
McpJsonDocument *mcp_json_document_parse (GBytes              *bytes,
                                          const McpJsonLimits *limits,
                                          McpJsonPlace        *place,
                                          GError             **error) G_GNUC_WARN_UNUSED_RESULT;

/** Parses a copy of @text (@length bytes, -1 when NUL-terminated) under the greatest limits.
 * Returns: (transfer full) (nullable) */
McpJsonDocument *mcp_json_document_parse_text (const char *text,
                                               gssize      length,
                                               GError    **error) G_GNUC_WARN_UNUSED_RESULT;

/** Reads a text that differs from that of @edited's document in the bytes of @edited only: the rest
 * is compared and not read again. The outcome is that of mcp_json_document_parse() in every case.
 * @edited: none for a text that is new
 * Returns: (transfer full) (nullable) */
McpJsonDocument *mcp_json_document_parse_edited (GBytes      *bytes,
                                                 McpJsonValue edited,
                                                 GError     **error) G_GNUC_WARN_UNUSED_RESULT;

McpJsonDocument *mcp_json_document_ref (McpJsonDocument *self);
void             mcp_json_document_unref (McpJsonDocument *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpJsonDocument, mcp_json_document_unref)

/** @self: (nullable). Returns: no value where there is no document */
McpJsonValue mcp_json_document_get_root (McpJsonDocument *self);
/** Returns: (transfer none): the text as it came */
GBytes *mcp_json_document_get_bytes (McpJsonDocument *self);

/** Looks through the whole document for what other readers would understand differently; linear,
 * but not free: ask in a worker for large documents.
 * @max_findings: 0 for no limit
 * Returns: (transfer full) (element-type McpJsonFinding) */
GArray *mcp_json_document_find (McpJsonDocument *self, guint max_findings);
