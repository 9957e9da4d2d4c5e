/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSignInView: what the page of a server shows where that wants a person to sign in: who asks, who
 * will ask them, for what, and what happens then. While the browser is waited for, the same place
 * says so; where it failed, why. Further buttons run actions that a parent widget has.
 */

#pragma once

#include "app-session.h"

#include <gtk/gtk.h>

#define UI_TYPE_SIGN_IN_VIEW (ui_sign_in_view_get_type ())
G_DECLARE_FINAL_TYPE (UiSignInView, ui_sign_in_view, UI, SIGN_IN_VIEW, GtkWidget)

GtkWidget *ui_sign_in_view_new (AppSession *session);
/** Whether there is anything to sign in to: otherwise a credential in the settings was refused. */
gboolean ui_sign_in_view_is_fit (AppSession *session);
