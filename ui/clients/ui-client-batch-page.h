/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientBatchPage: several changes on one page: what to do with secrets, what to know, every
 * difference, one button that makes them all; then what became of each.
 *
 * Actions for widgets around it: "batch.write", "batch.undo".
 */

#pragma once

#include "app-client-batch.h"

#include <adwaita.h>

#define UI_TYPE_CLIENT_BATCH_PAGE (ui_client_batch_page_get_type ())
G_DECLARE_FINAL_TYPE (UiClientBatchPage, ui_client_batch_page, UI, CLIENT_BATCH_PAGE, GtkWidget)

/** @batch: filled already. @by_server: several servers for one application */
GtkWidget *ui_client_batch_page_new (AppClientBatch *batch, gboolean by_server);
