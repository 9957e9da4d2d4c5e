/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiImportDialog: the servers that other applications on this computer know, to be taken over.
 * Their files are only read; what was imported is confirmed before its first run.
 *
 * Signals: "imported" (guint count)
 */

#pragma once

#include "app-workspace.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define UI_TYPE_IMPORT_DIALOG (ui_import_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiImportDialog, ui_import_dialog, UI, IMPORT_DIALOG, AdwWindow)

/** @parent: (nullable); @imports: of AppImport. Returns: (transfer none): owned by GTK */
UiImportDialog *ui_import_dialog_new (GtkWindow    *parent,
                                      AppWorkspace *workspace,
                                      GListModel   *imports);

G_END_DECLS
