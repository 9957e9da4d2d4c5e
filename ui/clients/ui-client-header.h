/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientHeader: what stands above a column of the matrix: the application's icon and name, a mark
 * where its file has problems, and a menu of what can be done with the file. Follows the file.
 */

#pragma once

#include "app-client-target.h"

#include <gtk/gtk.h>

#define UI_TYPE_CLIENT_HEADER (ui_client_header_get_type ())
G_DECLARE_FINAL_TYPE (UiClientHeader, ui_client_header, UI, CLIENT_HEADER, GtkWidget)

GtkWidget *ui_client_header_new (AppClientTarget *target);
