/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreYamlEditor: changes one member of a YAML text and leaves every other byte. An edit is made
 * on the text, read back, and given out only if everything else still says the same; a layout that
 * it cannot handle is refused, never damaged. Pure functions.
 */

#pragma once

#include "store-yaml-value.h"

G_BEGIN_DECLS

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

G_END_DECLS
