/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiPartDialog: a window in which a person goes to a part of a result by its path, and from and to
 * anywhere in a string, a list or bytes; the part can be kept as a result of its own. Modal;
 * destroyed when it is closed.
 */

#pragma once

#include "app-object-cache.h"
#include "app-reference.h"
#include "app-settings.h"

#include <adwaita.h>

#define UI_TYPE_PART_DIALOG (ui_part_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiPartDialog, ui_part_dialog, UI, PART_DIALOG, AdwWindow)

/** @near: a widget of the window that it belongs to. @reference: of an object of ours, and the path
 * that it begins with. Returns: (transfer none): to be presented */
GtkWindow *ui_part_dialog_new (GtkWidget      *near,
                               AppObjectCache *object_cache,
                               AppSettings    *settings,
                               AppReference   *reference);
