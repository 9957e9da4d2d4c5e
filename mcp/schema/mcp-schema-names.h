/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaNames: a table of names, decoded, each with two numbers: what an object's members are
 * looked up in, without a comparison of text beyond the one that finds it. A plain value.
 */

#pragma once

#include "mcp-json-value.h"

typedef struct
{
  const char *text;  /* decoded; not NUL-terminated */
  char       *owned; /* (nullable): the same where escapes had to be decoded */
  guint32     length;
  guint32     hash;
  guint32     child;    /* a sub-schema, or G_MAXUINT32 */
  guint32     required; /* its place among the required ones, or G_MAXUINT32 */
  guint32     name;     /* JSON node */
} McpSchemaName;

typedef struct
{
  McpSchemaName *entries;
  guint32        n_entries;
  guint32       *slots; /* (nullable): index + 1; %NULL while there are few */
  guint32        mask;
} McpSchemaNames;

/** @capacity: how many may be added */
void mcp_schema_names_init (McpSchemaNames *self, guint capacity);
void mcp_schema_names_clear (McpSchemaNames *self);
/** Finds or adds. @name: a string value. Returns: (transfer none) */
McpSchemaName *mcp_schema_names_add (McpSchemaNames *self, McpJsonValue name);
/** @name: a string value. Returns: (transfer none) (nullable) */
const McpSchemaName *mcp_schema_names_find (const McpSchemaNames *self, McpJsonValue name);
/** Returns: (transfer none) (nullable) */
const McpSchemaName *mcp_schema_names_find_text (const McpSchemaNames *self,
                                                 const char           *text,
                                                 gsize                 length);

/** The content of a string value. @owned: (out) (transfer full) (nullable): set where it had to be
 * decoded. Returns: (transfer none): not NUL-terminated */
const char *mcp_schema_peek_string (McpJsonValue value, gsize *length, char **owned);
/** The last member of an object whose name is the string @name, NUL characters included. */
McpJsonValue mcp_schema_find_member (McpJsonValue object, McpJsonValue name);
