/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreYamlLayout: how JSON values are written into a YAML text: in lines, indented as the text is,
 * or inside brackets.
 */

#pragma once

#include "store-yaml-tree.h"

#include "mcp-json-value.h"

typedef struct
{
  const char *line_end;
  int         step;      /* columns that a mapping is indented by */
  int         list_step; /* and the dash of a list; -1: as a mapping */
} StoreYamlLayout;

/** @line_end: static */
void store_yaml_layout_init (StoreYamlLayout *self, const char *line_end);
/** Takes over how the first mapping and the first list inside of @node are indented.
 * @node: (nullable) */
void store_yaml_layout_learn (StoreYamlLayout *self, StoreYamlNode *node);

/** Appends `name: value` in lines of its own. @column: from 0 */
void store_yaml_layout_append_pair (const StoreYamlLayout *self,
                                    GString               *target,
                                    const char            *name,
                                    McpJsonValue           value,
                                    guint                  column);
/** Appends `- value` in lines of its own. @column: of the dash, from 0 */
void store_yaml_layout_append_item (const StoreYamlLayout *self,
                                    GString               *target,
                                    McpJsonValue           value,
                                    guint                  column);
/** Appends the lines of an object or array that has something, below a key. @column: of the key */
void store_yaml_layout_append_below (const StoreYamlLayout *self,
                                     GString               *target,
                                     McpJsonValue           value,
                                     guint                  column);

/** Appends the value on one line, as it may stand inside brackets. @quoted: every text is, as in
 * JSON */
void store_yaml_layout_append_flow (GString *target, McpJsonValue value, gboolean quoted);
void store_yaml_layout_append_flow_pair (GString     *target,
                                         const char  *name,
                                         McpJsonValue value,
                                         gboolean     quoted);
/** @quote: the quotes that a text is to have, where it can; 0: none, where it can be without
 * Returns: (transfer full): a value that has no members, on one line */
char *store_yaml_layout_dup_scalar (McpJsonValue value, char quote);
