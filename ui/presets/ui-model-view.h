/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelView: a tool as a model sees it beside what the server has: of its schema and of the
 * arguments, before and after what is set in advance is put in, and what differs. Secrets are
 * masked. Not visible without a form.
 */

#pragma once

#include "app-form.h"
#include "app-presets.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define UI_TYPE_MODEL_VIEW (ui_model_view_get_type ())
G_DECLARE_FINAL_TYPE (UiModelView, ui_model_view, UI, MODEL_VIEW, AdwBin)

/** @form, @presets: (nullable): of the same tool; held */
void ui_model_view_show (UiModelView *self, AppForm *form, AppPresets *presets);
/** Lets go of them; the view stays where it is, until it is shown another form. */
void ui_model_view_forget (UiModelView *self);
/** What is set changed. */
void ui_model_view_refresh (UiModelView *self);

G_END_DECLS
