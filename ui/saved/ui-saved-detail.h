/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSavedDetail: one saved call: what is sent and what is expected, in fields or as JSON, and the
 * result of its last run beside.
 */

#pragma once

#include "app-saved-form.h"

#include <adwaita.h>

#define UI_TYPE_SAVED_DETAIL (ui_saved_detail_get_type ())
G_DECLARE_FINAL_TYPE (UiSavedDetail, ui_saved_detail, UI, SAVED_DETAIL, AdwBin)

/** @item: (nullable): of @calls */
void ui_saved_detail_set_item (UiSavedDetail *self, AppSavedCalls *calls, AppSavedItem *item);
/** Returns: (transfer none) (nullable) */
AppSavedItem *ui_saved_detail_get_item (UiSavedDetail *self);
/** Returns: (transfer none): of what is done to the call */
GMenuModel *ui_saved_detail_get_menu (UiSavedDetail *self);
/** A call that was just saved wants a name. */
void ui_saved_detail_focus (UiSavedDetail *self);
