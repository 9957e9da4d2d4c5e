/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Asks how a file that a person named is written, and where in it the servers are. */

#pragma once

#include "app-client-list.h"

#include <gtk/gtk.h>

/** Adds the file at @path to @clients, where the person says so, and remembers it. */
void
ui_client_file_dialog_present (GtkWidget *parent, AppClientList *clients, const char *path);
