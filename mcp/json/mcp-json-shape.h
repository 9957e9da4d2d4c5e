/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpJsonShape: the members of a record of a fixed form as a table, from which a struct is read,
 * written, copied, compared and freed. For documents whose members are known; where order, spelling
 * or duplicates matter, the lossless value itself is what to keep.
 */

#pragma once

#include "mcp-json-writer.h"

typedef enum {
  MCP_JSON_FIELD_STRING,  /* char *; %NULL where there is none */
  MCP_JSON_FIELD_TEXT,    /* char *: any value, as JSON text without line ends */
  MCP_JSON_FIELD_STRINGS, /* GStrv; what is no string in the list is left out */
  MCP_JSON_FIELD_BOOLEAN, /* gboolean */
  MCP_JSON_FIELD_INT64,   /* gint64 */
  MCP_JSON_FIELD_WORD,    /* an enum, which names itself by a word */
} McpJsonFieldKind;

typedef enum {
  MCP_JSON_FIELD_REQUIRED = 1 << 0, /* without it there is no record */
  MCP_JSON_FIELD_SPARSE = 1 << 1,   /* 0 and %FALSE are not written */
  MCP_JSON_FIELD_SECRET = 1 << 2,   /* a text that is overwritten before it is freed */
} McpJsonFieldFlags;

typedef struct
{
  const char        *name;
  gsize              offset;
  McpJsonFieldKind   kind;
  McpJsonFieldFlags  flags;
  const char *const *words; /* of a word: by its number, %NULL behind the last one */
} McpJsonField;

typedef struct
{
  const McpJsonField *fields; /* in the order in which they are written */
  guint               n_fields;
} McpJsonShape;

/* One row of a table */
#define MCP_JSON_FIELD(name, type, member, kind, flags)                      \
  {                                                                          \
    name, G_STRUCT_OFFSET (type, member), MCP_JSON_FIELD_##kind, flags, NULL \
  }
#define MCP_JSON_FIELD_OF_WORDS(name, type, member, words, flags)           \
  {                                                                         \
    name, G_STRUCT_OFFSET (type, member), MCP_JSON_FIELD_WORD, flags, words \
  }

/** Reads what @object has. A member that is absent, null or of another kind leaves its place as it
 * is: there stands its fallback, 0 or %NULL at first. Of duplicates the last counts.
 * @missing: (out) (optional) (transfer none): the first required member that is not there
 * Returns: whether each required member was read; what was read stays in @record either way */
gboolean mcp_json_shape_read (const McpJsonShape *self,
                              McpJsonValue        object,
                              gpointer            record,
                              const char        **missing);
/** Writes an object. */
void mcp_json_shape_write (const McpJsonShape *self, gconstpointer record, McpJsonWriter *writer);
/** Writes the members; the object around them, and more of them, are the caller's. */
void mcp_json_shape_write_members (const McpJsonShape *self,
                                   gconstpointer       record,
                                   McpJsonWriter      *writer);
/** Returns: (transfer full): the object as text */
char *mcp_json_shape_dup_json (const McpJsonShape *self, gconstpointer record);
/** Gives @record, which was assigned from another one, texts of its own. */
void     mcp_json_shape_copy (const McpJsonShape *self, gpointer record);
gboolean mcp_json_shape_equal (const McpJsonShape *self, gconstpointer a, gconstpointer b);
/** Frees what the fields point to, and sets them to %NULL. */
void mcp_json_shape_clear (const McpJsonShape *self, gpointer record);
