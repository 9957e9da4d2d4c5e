/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppJsonPatch: one change of a JSON text that leaves every other byte alone. Each function takes a
 * value of a parsed text and returns the whole new text; what is put in follows the white space of
 * the members or items beside it. The JSON that is put in is valid by the caller's word.
 */

#pragma once

#include "mcp-json-value.h"

G_BEGIN_DECLS

/** Returns: (transfer full) */
char *app_json_patch_replace (McpJsonValue target, const char *json);
/** Puts a member into @object before the member number @before; at the end where there is none.
 * Returns: (transfer full) */
char *app_json_patch_insert_member (McpJsonValue object,
                                    guint        before,
                                    const char  *name,
                                    const char  *json);
/** Takes out the last member called @name. Returns: (transfer full) (nullable): %NULL where there
 * is none */
char *app_json_patch_remove_member (McpJsonValue object, const char *name);
/** Calls the last member called @name otherwise; its place and value stay.
 * Returns: (transfer full) (nullable): %NULL where there is none */
char *app_json_patch_rename_member (McpJsonValue object, const char *name, const char *new_name);
/** Puts an item before the item number @before; at the end where there is none.
 * Returns: (transfer full) */
char *app_json_patch_insert_item (McpJsonValue array, guint before, const char *json);
/** Returns: (transfer full) (nullable): %NULL where there is no such item */
char *app_json_patch_remove_item (McpJsonValue array, guint position);
/** Puts the item @from in the place @to, counted without it; white space stays where it is.
 * Returns: (transfer full) (nullable): %NULL where there is no such item */
char *app_json_patch_move_item (McpJsonValue array, guint from, guint to);

G_END_DECLS
