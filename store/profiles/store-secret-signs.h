/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The signs by which a secret is known: the name of a variable, header, parameter, option or
 * member, and the shape of a value. One table of each, for everything that masks, warns, or keeps
 * values in the keyring. A guess, never a decision; functions without state, for any thread.
 *
 * Names are looked at by whole words. Shapes are looked for in configuration alone (values of
 * variables and headers, arguments, addresses), never in what a server sends.
 */

#pragma once

#include <glib.h>

/** Whether a variable, header, parameter or option of this name carries a secret. */
gboolean store_secret_signs_is_name (const char *name);
/** The same of an argument of a tool, narrower: arguments are about anything, and a value that is
 * taken for a secret is masked wherever it stands. */
gboolean store_secret_signs_is_argument (const char *name);
/** Whether a value stands for a secret and is none: ${NAME}, ${input:ID}, {env:NAME}, $NAME. */
gboolean store_secret_signs_is_reference (const char *value);
/** Whether a value under a name is a secret for its name: no reference, folder or "true", and
 * no number of tokens. */
gboolean store_secret_signs_is_named (const char *name, const char *value);
/** The parts of a value that are secrets by their shape: passwords of URLs and of connection
 * strings, keys in PEM, tokens whose beginning says whose they are.
 * @text: (nullable). Returns: (transfer full) (nullable) (element-type utf8): %NULL for none */
GPtrArray *store_secret_signs_find (const char *text);
