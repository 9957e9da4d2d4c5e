/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiShareDialog: hands one server on: a list of the kinds of text by which that is done, and the
 * text of the one that was chosen, to be copied or saved.
 */

#pragma once

#include "app-share.h"

#include <adwaita.h>

#define UI_TYPE_SHARE_DIALOG (ui_share_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiShareDialog, ui_share_dialog, UI, SHARE_DIALOG, AdwWindow)

/** @parent: (nullable); @tools: (nullable): of McpTool, those of the server, for the kinds that are
 * about them. Returns: (transfer none): owned by GTK, as windows are */
UiShareDialog *ui_share_dialog_new (GtkWindow *parent, StoreProfile *profile, GListModel *tools);
