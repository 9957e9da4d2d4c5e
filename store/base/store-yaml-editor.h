/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreYamlEditor: changes one member of a YAML text and leaves every other byte. An edit is made
 * on the text, read back, and given out only if everything else still says the same; a layout that
 * it cannot handle is refused, never damaged. Pure functions.
 */

#pragma once

#include <gio/gio.h>

/**
 * StoreYamlValue: what StoreYamlEditor is to write: a line of YAML (a text, a JSON value), a list
 * of texts, or a mapping of names to values.
 */
typedef struct _StoreYamlValue StoreYamlValue;

/** @line: (transfer full): YAML on one line, safe inside brackets */
StoreYamlValue *store_yaml_value_new_line (char *line);
/** @items: (array zero-terminated): texts */
StoreYamlValue *store_yaml_value_new_list (const char *const *items);
StoreYamlValue *store_yaml_value_new_mapping (void);
/** @value: (transfer full) */
void store_yaml_value_add (StoreYamlValue *self, const char *name, StoreYamlValue *value);
void store_yaml_value_free (StoreYamlValue *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreYamlValue, store_yaml_value_free)

gboolean store_yaml_value_is_mapping (StoreYamlValue *self);
/** Members of a mapping; else 0. @self: (nullable) */
guint store_yaml_value_get_n_members (StoreYamlValue *self);
/** Returns: (transfer none) */
const char *store_yaml_value_get_member_name (StoreYamlValue *self, guint index);
/** Returns: (transfer none) */
StoreYamlValue *store_yaml_value_get_member (StoreYamlValue *self, guint index);
/** Returns: (transfer none) (nullable) */
StoreYamlValue *store_yaml_value_find_member (StoreYamlValue *self, const char *name);
/** @a, @b: (nullable) */
gboolean store_yaml_value_equal (StoreYamlValue *a, StoreYamlValue *b);

/**
 * Sets the member at @path (keys from the root, closed by %NULL) to @value: in its old place, or as
 * the last of its mapping; missing mappings are made. A list that was written one item a line keeps
 * the lines of the items that stay.
 * Returns: (transfer full) (nullable): the new text; STORE_ERROR_SYNTAX where @bytes is not YAML,
 * STORE_ERROR_DUPLICATE where a key of @path stands twice, STORE_ERROR_UNSUPPORTED where it cannot
 * be done without touching something else
 */
GBytes *store_yaml_editor_set (GBytes            *bytes,
                               const char *const *path,
                               StoreYamlValue    *value,
                               GError           **error);

/** Takes the member at @path away with its lines. Errors as above and STORE_ERROR_NOT_FOUND.
 * Returns: (transfer full) (nullable) */
GBytes *store_yaml_editor_remove (GBytes *bytes, const char *const *path, GError **error);
