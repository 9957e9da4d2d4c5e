/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelServers: the servers that are connected, each with a switch: whether the model is given
 * its tools.
 */

#pragma once

#include "app-model-servers.h"

#include <gtk/gtk.h>

#define UI_TYPE_MODEL_SERVERS (ui_model_servers_get_type ())
G_DECLARE_FINAL_TYPE (UiModelServers, ui_model_servers, UI, MODEL_SERVERS, GtkPopover)

/** @servers: of AppModelServer */
void ui_model_servers_set_servers (UiModelServers *self, GListModel *servers);
/** Returns: (transfer full): in a few words: "2 servers, 24 tools" */
char *ui_model_servers_dup_summary (GListModel *servers);
