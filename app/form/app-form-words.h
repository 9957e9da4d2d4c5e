/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The words that the arguments of a form are written with: what is completed in their JSON text.
 */

#pragma once

#include "app-form.h"

G_BEGIN_DECLS

/** Names of properties and strings of enumerations, one a line, as far as a bound allows.
 * Returns: (transfer full) */
char *app_form_dup_words (AppForm *form);

G_END_DECLS
