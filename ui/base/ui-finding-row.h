/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A finding as a row of a list: how grave it is, what is said, where it is and which rule says so.
 */

#pragma once

#include "mcp-finding.h"

#include <gtk/gtk.h>

/** @where: (nullable): a word before the place; @characters: how wide its texts are at most and at
 * least; -1 for as wide as there is room. Returns: (transfer floating) */
GtkWidget *ui_finding_row_new (const McpFinding *finding, const char *where, int characters);
/** "/content/0/type · MCP 2025-11-25, Tools". Returns: (transfer full) (nullable) */
char *ui_finding_row_dup_place (const McpFinding *finding);

/** Returns: (transfer none): of the level: its icon, and a translated word */
const char *ui_finding_row_get_icon (McpFindingLevel level);
const char *ui_finding_row_get_name (McpFindingLevel level);
/** Gives @widget the colour of the level. */
void ui_finding_row_mark (GtkWidget *widget, McpFindingLevel level);
