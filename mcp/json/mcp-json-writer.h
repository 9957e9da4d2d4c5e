/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpJsonWriter: builds JSON text. Commas and quotes are the writer's business; values that were
 * read are spliced in verbatim, so that nothing that came losslessly is lost on the way out.
 * Misuse (a member in an array, an unclosed object) is a programmer's error and asserts.
 */

#pragma once

#include "mcp-json-value.h"

typedef struct _McpJsonWriter McpJsonWriter;

McpJsonWriter *mcp_json_writer_new (void);
void           mcp_json_writer_free (McpJsonWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpJsonWriter, mcp_json_writer_free)

void mcp_json_writer_begin_object (McpJsonWriter *self);
void mcp_json_writer_end_object (McpJsonWriter *self);
void mcp_json_writer_begin_array (McpJsonWriter *self);
void mcp_json_writer_end_array (McpJsonWriter *self);

/** @name: UTF-8; the next call writes the member's value */
void mcp_json_writer_name (McpJsonWriter *self, const char *name);
/** The same with a name that was read: written as it was spelled. */
void mcp_json_writer_name_value (McpJsonWriter *self, McpJsonValue name);

void mcp_json_writer_null (McpJsonWriter *self);
void mcp_json_writer_int64 (McpJsonWriter *self, gint64 value);
/** The shortest text that reads back as the same double; null when not finite. */
void mcp_json_writer_double (McpJsonWriter *self, double value);
/** @text: (nullable): %NULL writes null. Bytes that are not UTF-8 become U+FFFD. */
void mcp_json_writer_string (McpJsonWriter *self, const char *text);
void mcp_json_writer_string_length (McpJsonWriter *self, const char *text, gsize length);
/** Verbatim. @value must exist. */
void mcp_json_writer_value (McpJsonWriter *self, McpJsonValue value);
/** @text: valid JSON, by the caller's word; -1 when NUL-terminated */
void mcp_json_writer_raw (McpJsonWriter *self, const char *text, gssize length);

/* A member in one step */
void mcp_json_writer_member_string (McpJsonWriter *self, const char *name, const char *text);
void mcp_json_writer_member_int64 (McpJsonWriter *self, const char *name, gint64 value);
void mcp_json_writer_member_boolean (McpJsonWriter *self, const char *name, gboolean value);
/** Writes nothing where @value does not exist. */
void mcp_json_writer_member_value (McpJsonWriter *self, const char *name, McpJsonValue value);

/* A template: several values, members and brackets in one step */

/**
 * Writes what @template says, at the place where the writer is. A template is JSON whose strings
 * stand in single quotes and where a placeholder may stand for a value; some also for a name:
 *
 *   mcp_json_writer_add (writer, "{'name': %s, 'limit': %i, 'cursor': ?%s, 'items': [", ...);
 *   ... one mcp_json_writer_add() for each item ...
 *   mcp_json_writer_add (writer, "], 'done': true}");
 *
 * It need not be balanced, as above; within it commas and colons must be right. The letters are
 * those of GVariant where it has one:
 *
 *   %s  const char *: a string, escaped; null for %NULL          (also as a name)
 *   %b  gboolean      %i  int      %x  gint64      %d  double
 *   %v  McpJsonValue: what was read, verbatim                    (also as a name)
 *   %r  const char *: JSON text, verbatim, by the caller's word
 *   %y  GBytes *: the same
 *   %a  const char *const *: an array of strings
 *
 * A question mark before a placeholder makes it optional: the element, or the member with its name,
 * is left out where the value is %NULL (%s %r %y %a), empty (%a), does not exist (%v), is %FALSE
 * (%b) or negative (%i %x). A template that is no such thing is a programmer's error and asserts.
 */
void mcp_json_writer_add (McpJsonWriter *self, const char *template, ...);

/** One template that is the whole text. Returns: (transfer full): the text, NUL-terminated */
char *mcp_json_build (const char *template, ...);
/** The same. Returns: (transfer full): the text; NUL-terminated behind its size */
GBytes *mcp_json_build_bytes (const char *template, ...);

/** Ends writing. Returns: (transfer full): the text; NUL-terminated behind its size */
GBytes *mcp_json_writer_finish (McpJsonWriter *self);
/** Ends writing. Returns: (transfer full): the text, NUL-terminated */
char *mcp_json_writer_finish_text (McpJsonWriter *self);
/** The same, as mcp_json_value_print_pretty() has it. Returns: (transfer full) */
char *mcp_json_writer_finish_pretty (McpJsonWriter *self, guint indent);

/* The same value in another layout: not one number, string or member changes */

/** @indent: spaces a level. Returns: (transfer full) */
char *mcp_json_value_print_pretty (McpJsonValue self, guint indent);
/** Without white space. Returns: (transfer full) */
char *mcp_json_value_print_compact (McpJsonValue self);
/** Laid out for comparing by lines: members sorted by name, strings and integers spelled in one
 * way, of members of one name the last. @indent: spaces a level. Returns: (transfer full) */
char *mcp_json_value_print_canonical (McpJsonValue self, guint indent);
/** Returns: (transfer full): @text as a JSON string with its quotes */
char *mcp_json_quote (const char *text, gssize length);
