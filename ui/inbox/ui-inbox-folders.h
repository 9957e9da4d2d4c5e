/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiInboxFolders: the folders that a server may know of, to be added and removed.
 */

#pragma once

#include "app-folder-list.h"

#include <gtk/gtk.h>

#define UI_TYPE_INBOX_FOLDERS (ui_inbox_folders_get_type ())
G_DECLARE_FINAL_TYPE (UiInboxFolders, ui_inbox_folders, UI, INBOX_FOLDERS, GtkBox)

GtkWidget *ui_inbox_folders_new (AppFolderList *folders);
void       ui_inbox_folders_focus (UiInboxFolders *self);
