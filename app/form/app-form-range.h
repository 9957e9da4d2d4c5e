/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Where in the JSON text of a form a problem is.
 */

#pragma once

#include "app-form.h"

/** @start, @length: (out): bytes of app_form_dup_json(); of what is missing, the first of what it
 * is missing in. Returns: %FALSE where there is no such place, or the text does not parse */
gboolean app_form_find_range (AppForm *form, AppFormProblem *problem, gsize *start, gsize *length);
