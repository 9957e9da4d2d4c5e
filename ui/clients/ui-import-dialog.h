/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiImportDialog: servers that other applications on this computer know, that stand in a file, that
 * a person pastes or drops, or that a registry offers, to be taken over. The files are only read;
 * what was imported is confirmed before its first run.
 *
 * Signals: "imported" (guint count)
 */

#pragma once

#include "app-import-list.h"

#include <adwaita.h>

#define UI_TYPE_IMPORT_DIALOG (ui_import_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiImportDialog, ui_import_dialog, UI, IMPORT_DIALOG, AdwWindow)

/** Looks for servers at once. @parent: (nullable); @home: (nullable): %NULL for the user's own.
 * Returns: (transfer none): owned by GTK, as windows are */
UiImportDialog *
ui_import_dialog_new (GtkWindow *parent, AppWorkspace *workspace, const char *home);
/** Reads a file as if it had been chosen in the dialog. */
void ui_import_dialog_add_file (UiImportDialog *self, const char *path);
/** The same, with one of its servers selected and nothing else. */
void ui_import_dialog_choose (UiImportDialog *self, const char *name, const char *path);
