/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiReferenceDialog: which argument of which tool gets a reference: the arguments of a server's
 * tools as a list that is searched by typing, those first that say that they take references.
 *
 * Signal: chosen (string: the tool's key, string: the argument's name)
 */

#pragma once

#include "app-reference.h"
#include "app-session.h"

#include <adwaita.h>

#define UI_TYPE_REFERENCE_DIALOG (ui_reference_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiReferenceDialog, ui_reference_dialog, UI, REFERENCE_DIALOG, AdwWindow)

UiReferenceDialog *
ui_reference_dialog_new (GtkWindow *parent, AppSession *session, AppReference *reference);
