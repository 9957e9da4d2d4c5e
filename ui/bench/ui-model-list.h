/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelList: the models that a provider offers, found by a few letters. Asks the provider when it
 * is shown and knows none yet.
 *
 * Signal: chosen (id: string)
 */

#pragma once

#include "app-provider-draft.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_MODEL_LIST (ui_model_list_get_type ())
G_DECLARE_FINAL_TYPE (UiModelList, ui_model_list, UI, MODEL_LIST, GtkWidget)

/** @draft: (nullable): whose models; of %NULL there are none */
void ui_model_list_set_draft (UiModelList *self, AppProviderDraft *draft);
/** @model: (nullable): the one that is marked */
void ui_model_list_set_model (UiModelList *self, const char *model);

G_END_DECLS
