/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSecretRow: what stands for a server's secrets in another application's file. Hidden where the
 * server has none.
 *
 * Properties: mode (int): see app_client_change_set_secret_mode()
 */

#pragma once

#include "app-client-change.h"

#include <adwaita.h>

#define UI_TYPE_SECRET_ROW (ui_secret_row_get_type ())
G_DECLARE_FINAL_TYPE (UiSecretRow, ui_secret_row, UI, SECRET_ROW, AdwComboRow)

/** @names: of the secrets; @offered: (array fixed-size=APP_N_SECRET_MODES): which modes there
 * are */
void
ui_secret_row_set (UiSecretRow *self, const char *const *names, const gboolean *offered);
