/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiJsonCompletion: proposes names and values of a form's schema where its arguments are typed as
 * JSON: after a quote, a colon, a letter, or with Ctrl+Space.
 */

#pragma once

#include "app-form.h"

#include <gtksourceview/gtksource.h>

#define UI_TYPE_JSON_COMPLETION (ui_json_completion_get_type ())
G_DECLARE_FINAL_TYPE (UiJsonCompletion, ui_json_completion, UI, JSON_COMPLETION, GObject)

/** Belongs to @view from then on. Returns: (transfer none) */
UiJsonCompletion *ui_json_completion_add (GtkSourceView *view);
/** @form: (nullable): proposes nothing without */
void ui_json_completion_set_form (UiJsonCompletion *self, AppForm *form);
