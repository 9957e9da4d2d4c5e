/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Writing YAML: texts quoted so that every reader understands them as texts, lists, and JSON values
 * as the YAML that they are. All of it fits on one line and inside brackets.
 */

#pragma once

#include "store-yaml-tree.h"

#include "mcp-json-value.h"

/** Appends @text, quoted where it would be read as something else (numbers, yes, null, #, : …). */
void store_yaml_append_text (GString *target, const char *text, gsize length);
/** Whether a character may stand in a YAML text as it is; line ends and tabs are asked about
 * elsewhere. */
gboolean store_yaml_is_printable (gunichar c);
/** Appends a JSON value; numbers keep their spelling. */
void store_yaml_append_json (GString *target, McpJsonValue value);

/** Returns: (transfer full) (nullable): the JSON text that @node stands for, aliases and merges
 * resolved; plain scalars that are JSON's numbers, true, false and null are these, all others
 * strings. %NULL where it nests too deep, has a key that is no text, or has more than @max_bytes of
 * content (a few lines of aliases can stand for much). */
char *store_yaml_node_dup_json (StoreYamlNode *node, gsize max_bytes);
