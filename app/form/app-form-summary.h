/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A form on one line, for a place where it is folded away.
 */

#pragma once

#include "app-form.h"

/** The arguments that are filled in, as in: message: "hello" · count: 3. Secrets are masked,
 * objects and arrays counted. Returns: (transfer full): "" where none is */
char *app_form_dup_summary (AppForm *form);
