/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTableShape: what of a value is a table: the largest array in it whose objects have most of
 * their members in common, or whose lists have a name for each of their items in a list beside it
 * ({"columns": [...], "rows": [[...], ...]}). Functions without state.
 */

#pragma once

#include "mcp-json-value.h"

/* Names that are kept; objects with more have hardly anything in common. */
#define APP_TABLE_MAX_COLUMNS 1000u
/* Items that are looked at before an array is called a table. */
#define APP_TABLE_SAMPLE 100u
/* Values that are looked at before the largest array so far is taken, and levels below the
 * value. */
#define APP_TABLE_SHAPE_VALUES 4000u
#define APP_TABLE_SHAPE_DEPTH 8u

typedef struct
{
  McpJsonValue rows;    /* an array; none where there is no table */
  McpJsonValue columns; /* an array of names; none where the objects have them */
  gboolean     lists;   /* the rows are lists */
} AppTableShape;

/** Looks at a bounded part of @value. */
AppTableShape app_table_shape_find (McpJsonValue value);
/** Returns: that of any array, since a person wants to see it so */
AppTableShape app_table_shape_of_array (McpJsonValue array);
/** Returns: (transfer full) (nullable): what a column is called; %NULL beyond the names */
char *app_table_shape_dup_name (const AppTableShape *self, guint column);
