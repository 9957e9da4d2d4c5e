/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelRaw: each request of a conversation and its response as they were on the wire, in a window
 * of its own beside the conversation. JSON is laid out where one wants it.
 *
 * Actions: raw.copy, raw.copy-curl
 */

#pragma once

#include "app-model-controller.h"

#include <adwaita.h>

#define UI_TYPE_MODEL_RAW (ui_model_raw_get_type ())
G_DECLARE_FINAL_TYPE (UiModelRaw, ui_model_raw, UI, MODEL_RAW, AdwWindow)

/** @near: a widget of the window that it belongs to. @exchanges: of AppModelExchange; followed
 * @controller: (nullable): that asks what the model reads of them; held
 * @turn: the exchange that this turn came of is shown first; G_MAXUINT for the last
 * Returns: (transfer none) */
GtkWindow *ui_model_raw_present (GtkWidget          *near,
                                 GListModel         *exchanges,
                                 AppModelController *controller,
                                 guint               turn);
