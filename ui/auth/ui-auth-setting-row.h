/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A row by which one setting of an authorization is seen and changed: an entry, a list, a switch,
 * or for a secret an entry that does not show it. What is changed holds when the step runs again.
 */

#pragma once

#include "app-auth-debugger.h"

#include <gtk/gtk.h>

GtkWidget *ui_auth_setting_row_new (AppAuthDebugger *debugger, McpAuthSetting setting);
