/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Reading one value of a document. Every function takes any handle, MCP_JSON_NO_VALUE included, so
 * that lookups can be chained: the answer is then "none", 0, %FALSE, %NULL or the fallback.
 */

#pragma once

#include "mcp-json-document.h"

typedef enum {
  MCP_JSON_NONE, /* there is no value */
  MCP_JSON_NULL,
  MCP_JSON_BOOLEAN,
  MCP_JSON_NUMBER,
  MCP_JSON_STRING,
  MCP_JSON_ARRAY,
  MCP_JSON_OBJECT,
} McpJsonKind;

McpJsonKind mcp_json_value_get_kind (McpJsonValue self);
gboolean    mcp_json_value_exists (McpJsonValue self);
/** The kind's name as JSON Schema spells it; "none" for no value. Returns: (transfer none) */
const char *mcp_json_kind_get_name (McpJsonKind kind);

/* The text as written */

/** @length: (out): bytes. Returns: (transfer none) (nullable): the value's text as written, NOT
 * NUL-terminated, a string with its quotes */
const char *mcp_json_value_get_text (McpJsonValue self, gsize *length);
/** Returns: (transfer full) (nullable): a NUL-terminated copy of the text as written */
char *mcp_json_value_dup_text (McpJsonValue self);
/** Returns: (transfer full) (nullable): the text as a slice that shares the document's memory */
GBytes *mcp_json_value_get_bytes (McpJsonValue self);
/** Byte range in the document. */
gsize mcp_json_value_get_start (McpJsonValue self);
gsize mcp_json_value_get_length (McpJsonValue self);

/* Scalars */

gboolean mcp_json_value_get_boolean (McpJsonValue self, gboolean fallback);
/** Returns: %FALSE where the value is no number that is exactly an integer of 64 bits
 * (1, 1.0 and 1e3 are; 2^63 is not) */
gboolean mcp_json_value_get_int64 (McpJsonValue self, gint64 *value);
/** The nearest double, infinite beyond the range. */
double mcp_json_value_get_double (McpJsonValue self, double fallback);

/** Decodes a string. A lone surrogate becomes U+FFFD. U+0000 stays inside the text where @length is
 * asked for; where it is not, the text is read as a C string, and has the picture U+2400 instead.
 * @length: (out) (optional): bytes
 * Returns: (transfer full) (nullable): UTF-8 and NUL-terminated; %NULL where it is no string */
char *mcp_json_value_dup_string (McpJsonValue self, gsize *length);
/** Decodes the beginning only, at most @max_bytes of UTF-8, never half a character; U+0000 becomes
 * its picture U+2400.
 * @complete: (out) (optional): whether that was all. Returns: (transfer full) (nullable) */
char *mcp_json_value_dup_string_prefix (McpJsonValue self, gsize max_bytes, gboolean *complete);
/** Compares the decoded string without allocating. */
gboolean mcp_json_value_string_equals (McpJsonValue self, const char *text);
/** The length of the decoded string in code points, as JSON Schema and Python count. */
gsize mcp_json_value_count_characters (McpJsonValue self);
/** The code points of @length bytes of UTF-8. @text: (nullable): where there are none */
gsize mcp_json_count_characters (const char *text, gsize length);

/* Arrays and objects */

/** Elements of an array, members of an object (duplicates included); else 0. O(1). */
guint mcp_json_value_get_n_items (McpJsonValue self);
/** The element or member value at @index; O(index): walk with an iterator instead. */
McpJsonValue mcp_json_value_get_item (McpJsonValue self, guint index);
/** The member called @name; of duplicates the last, as most readers do. Walks through the members
 * of a small object; a large one is sorted once it was asked several times, and takes O(log n)
 * from then on. Thread-safe. */
McpJsonValue mcp_json_value_get_member (McpJsonValue self, const char *name);

typedef struct
{
  McpJsonValue container;
  guint32      next;
  guint32      left;
} McpJsonIter;

/** Walks an array or object; over anything else it ends at once. */
void mcp_json_iter_init (McpJsonIter *iter, McpJsonValue container);
/** @name: (out) (optional): the member's name, a string value; none in an array
 * @value: (out) (optional): the element or member value */
gboolean mcp_json_iter_next (McpJsonIter *iter, McpJsonValue *name, McpJsonValue *value);

/**
 * McpJsonWalk: the same as a loop says it:
 *
 *   for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
 *     ... each.name, each.value ...
 *
 * The walk goes on from its fields: they are read, and nothing is assigned to them.
 */
typedef struct
{
  McpJsonValue name; /* of a member; none in an array */
  McpJsonValue value;
  guint32      next;
  guint32      left;
} McpJsonWalk;

/** Before the first element or member of @container */
McpJsonWalk mcp_json_walk (McpJsonValue container);
/** Returns: whether there is one more */
gboolean mcp_json_walk_next (McpJsonWalk *walk);

/** Whether an array has the string @text. */
gboolean mcp_json_value_lists (McpJsonValue self, const char *text);
/** Returns: (transfer full): the strings of an array, decoded, without what is none */
GStrv mcp_json_value_dup_strings (McpJsonValue self);

/* Members in one step */

/** Returns: (transfer full) (nullable): the member decoded; %NULL when absent or no string */
char    *mcp_json_value_dup_member_string (McpJsonValue self, const char *name);
gboolean mcp_json_value_get_member_boolean (McpJsonValue self, const char *name, gboolean fallback);
gint64   mcp_json_value_get_member_int64 (McpJsonValue self, const char *name, gint64 fallback);

/* Comparing, and finding the way */

/** Equal as JSON Schema has it: member order and spelling do not matter, 1 equals 1.0, exactly at
 * any size; objects with duplicates compare by their last ones. */
gboolean mcp_json_value_equal (McpJsonValue a, McpJsonValue b);
/** RFC 6901. Returns: the value, or none. */
McpJsonValue mcp_json_value_resolve_pointer (McpJsonValue self, const char *pointer);
/** RFC 6901. Returns: (transfer full): the pointer from the root to this value */
char *mcp_json_value_dup_pointer (McpJsonValue self);

/**
 * McpJsonSlot: a value together with a reference to its document: what an object keeps in a field.
 */
typedef struct
{
  McpJsonValue value;
} McpJsonSlot;

/** Lets go of what the slot held and holds @value's document. */
void mcp_json_slot_set (McpJsonSlot *slot, McpJsonValue value);
void mcp_json_slot_clear (McpJsonSlot *slot);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (McpJsonSlot, mcp_json_slot_clear)
