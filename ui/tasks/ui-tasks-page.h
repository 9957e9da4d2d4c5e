/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiTasksPage: the tasks of one server, the newest first, and what came of the one that is chosen,
 * as after a call.
 */

#pragma once

#include "app-session.h"

#include <adwaita.h>

#define UI_TYPE_TASKS_PAGE (ui_tasks_page_get_type ())
G_DECLARE_FINAL_TYPE (UiTasksPage, ui_tasks_page, UI, TASKS_PAGE, AdwBin)

GtkWidget *ui_tasks_page_new (AppSession *session);
