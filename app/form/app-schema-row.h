/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSchemaRow: one place of a JSON Schema, to be read: a property, an item, an alternative; with
 * its type, what it has to be, and what it says of itself. For a tree whose rows are made when they
 * are opened: references are followed one level at a time, so that a schema that refers to itself
 * has no end and costs nothing. Immutable; all texts are fit to be shown.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-schema-node.h"

/* Rows below one; a real schema has 251 at most. */
#define APP_SCHEMA_ROW_MAX_CHILDREN 1000u
/* A search: places that are looked at, levels, and what is shown. */
#define APP_SCHEMA_ROW_MAX_VISITED 5000u
#define APP_SCHEMA_ROW_MAX_DEPTH 12u
#define APP_SCHEMA_ROW_MAX_FOUND 200u

#define APP_TYPE_SCHEMA_ROW (app_schema_row_get_type ())
G_DECLARE_FINAL_TYPE (AppSchemaRow, app_schema_row, APP, SCHEMA_ROW, GObject)

/* Read only */
struct _AppSchemaRow
{
  GObject parent_instance;

  McpSchema    *schema;
  McpSchemaNode node;        /* as it stands; a reference is followed for what it says */
  McpSchemaNode said;        /* what that leads to */
  char         *name;        /* "limit", "[ ]" for items, "one of: text" */
  char         *kind_text;   /* "string", "integer or null", "→ #/$defs/filter" */
  char         *note;        /* "1 to 100, default 10", or "" */
  char         *description; /* one line, or "" */
  gboolean      required;
};

/** @schema: anything; its document is held. @name: what stands before it
 * Returns: (transfer full) */
AppSchemaRow *app_schema_row_new_root (McpJsonValue schema, const char *name);

/** Returns: (transfer full): the sub-schema as it is written, indented */
char *app_schema_row_dup_source (AppSchemaRow *self);
/** Returns: (transfer full) (nullable): of AppSchemaRow; %NULL for a leaf */
GListModel *app_schema_row_create_children (AppSchemaRow *self);
/** Rows below this one that have all the words in name, type, note or description, with their
 * whole path as the name; bounded, and once for each reference on a way.
 * Returns: (transfer full): of AppSchemaRow */
GListModel *app_schema_row_search (AppSchemaRow *self, const char *words);
