/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreVariables: an ordered list of named texts, such as a server's environment, its HTTP headers
 * or its presets. A value is plain text, or a reference to a secret in the vault; which text a
 * reference stands for is known to the vault alone.
 *
 * A plain value type: whoever sets one on a profile gives a copy, what a profile returns is
 * borrowed and not to be changed.
 */

#pragma once

#include <glib-object.h>

typedef struct _StoreVariables StoreVariables;

#define STORE_TYPE_VARIABLES (store_variables_get_type ())
GType store_variables_get_type (void);

StoreVariables *store_variables_new (void);
/** @self: (nullable): %NULL makes an empty list. Returns: (transfer full) */
StoreVariables *store_variables_copy (const StoreVariables *self);
void            store_variables_free (StoreVariables *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreVariables, store_variables_free)

/** Order counts; %NULL equals an empty list. */
gboolean store_variables_equal (const StoreVariables *a, const StoreVariables *b);

/** Sets @name to a plain @value: in its old place where it exists, else at the end. */
void store_variables_set (StoreVariables *self, const char *name, const char *value);
/** Sets @name to the secret that the vault keeps under @reference ("server/field"). */
void store_variables_set_secret (StoreVariables *self, const char *name, const char *reference);
/** Returns: whether @name was there */
gboolean store_variables_remove (StoreVariables *self, const char *name);

/* Reading; @self may be %NULL, which is an empty list */

guint store_variables_get_n_items (const StoreVariables *self);
/** Returns: (transfer none): the name at @index, which must exist */
const char *store_variables_get_name (const StoreVariables *self, guint index);
/** Returns: (transfer none) (nullable): the plain text; %NULL for a secret */
const char *store_variables_get_value (const StoreVariables *self, guint index);
/** Returns: (transfer none) (nullable): the secret's reference; %NULL for plain text */
const char *store_variables_get_secret (const StoreVariables *self, guint index);

/** @index: (out) (optional). Returns: whether @name exists (exactly so spelled) */
gboolean store_variables_find (const StoreVariables *self, const char *name, guint *index);
/** The same without regard to ASCII case: names of HTTP headers (RFC 9110 §5.1). */
gboolean store_variables_find_caseless (const StoreVariables *self, const char *name, guint *index);
/** Returns: (transfer none) (nullable): the plain text of @name */
const char *store_variables_lookup (const StoreVariables *self, const char *name);

/* Lists whose values are JSON texts */

/** Laid out; what is no JSON becomes null. Returns: (transfer full) (nullable): the text of a JSON
 * object; %NULL for an empty list */
char *store_variables_dup_object (const StoreVariables *self);
/** @text: with only white space the list is empty; of members of one name the last counts.
 * Returns: (transfer full): %NULL with the error of the JSON, or STORE_ERROR_INVALID where it is
 * no object */
StoreVariables *store_variables_new_from_object (const char *text, GError **error);

/** Whether @value (nullable) under @name is one to keep safe, by the name or by its shape: see
 * store-secret-signs.h. A proposal for a person, never a decision. */
gboolean store_variables_looks_secret (const char *name, const char *value);
