/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiProviderDialog: the providers of language models that the person added; to add others, from a
 * template or because they were found on this computer, and to change and remove them.
 */

#pragma once

#include "app-provider-draft.h"

#include <adwaita.h>

#define UI_TYPE_PROVIDER_DIALOG (ui_provider_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiProviderDialog, ui_provider_dialog, UI, PROVIDER_DIALOG, AdwWindow)

/** @parent: (nullable). Returns: (transfer none): owned by GTK, as windows are */
GtkWindow *ui_provider_dialog_new (GtkWindow *parent, AppModelProviders *providers);
