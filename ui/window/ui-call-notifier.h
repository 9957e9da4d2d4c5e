/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCallNotifier: tells the desktop when a call that took long has ended while the person is at
 * work elsewhere. The notification leads to the call by app.show-call.
 */

#pragma once

#include "app-workspace.h"

#include <gtk/gtk.h>

#define UI_TYPE_CALL_NOTIFIER (ui_call_notifier_get_type ())
G_DECLARE_FINAL_TYPE (UiCallNotifier, ui_call_notifier, UI, CALL_NOTIFIER, GObject)

/** @application: outlives it. @milliseconds: that a call takes at least.
 * Returns: (transfer full) */
UiCallNotifier *ui_call_notifier_new (GtkApplication *application,
                                      AppWorkspace   *workspace,
                                      guint           milliseconds);
