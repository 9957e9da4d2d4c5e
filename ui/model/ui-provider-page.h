/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiProviderPage: one provider of language models: its name, address, key and model; tried before
 * it is saved, saved as a whole.
 *
 * Signal: done: it was saved or removed
 */

#pragma once

#include "app-provider-draft.h"

#include <gtk/gtk.h>

#define UI_TYPE_PROVIDER_PAGE (ui_provider_page_get_type ())
G_DECLARE_FINAL_TYPE (UiProviderPage, ui_provider_page, UI, PROVIDER_PAGE, GtkWidget)

/** Returns: (transfer full): floating */
GtkWidget *ui_provider_page_new (AppModelProviders *providers, AppProviderDraft *draft);
/** Keeps what is written. */
void ui_provider_page_save (UiProviderPage *self);
