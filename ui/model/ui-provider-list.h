/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiProviderList: the models that a provider offers, found by a few letters. Asks the provider when
 * it is shown and knows none yet.
 *
 * Signal: chosen (id: string)
 */

#pragma once

#include "app-provider-draft.h"

#include <gtk/gtk.h>

#define UI_TYPE_PROVIDER_LIST (ui_provider_list_get_type ())
G_DECLARE_FINAL_TYPE (UiProviderList, ui_provider_list, UI, PROVIDER_LIST, GtkWidget)

/** @draft: (nullable): whose models; of %NULL there are none */
void ui_provider_list_set_draft (UiProviderList *self, AppProviderDraft *draft);
/** @model: (nullable): the one that is marked */
void ui_provider_list_set_model (UiProviderList *self, const char *model);
