/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelNotifier: tells a person who is at another window that the model has responded, or asks,
 * by a notification of the desktop; unless they do not want it (setting "bench-notifies").
 */

#pragma once

#include "app-model-controller.h"

#include <gtk/gtk.h>

#define UI_TYPE_MODEL_NOTIFIER (ui_model_notifier_get_type ())
G_DECLARE_FINAL_TYPE (UiModelNotifier, ui_model_notifier, UI, MODEL_NOTIFIER, GObject)

/** @controller: held. @page: borrowed: where its conversation is shown: the notification leads
 * there. Returns: (transfer full) */
UiModelNotifier *ui_model_notifier_new (AppModelController *controller, GtkWidget *page);
