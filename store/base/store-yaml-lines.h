/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Lines of a YAML text, for those that change whole ones: where they begin and end in bytes, be
 * they ended as Unix, Windows or old Macs do, and which comments belong to them.
 */

#pragma once

#include <glib.h>

/** Where the line that @at lies in begins. */
gsize store_yaml_line_start (const char *text, gsize at);
/** After the line break of the line that @at lies in or ends. */
gsize store_yaml_line_end (const char *text, gsize length, gsize at);
gsize store_yaml_skip_spaces (const char *text, gsize length, gsize at);
/** After the last of the comment lines that follow at @at, a line's start, and are indented by
 * @column at least; blank lines may lie between them. */
gsize store_yaml_skip_comments (const char *text, gsize length, gsize at, guint column);
