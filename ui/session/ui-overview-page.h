/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiOverviewPage: what a connected server is: name, version, protocol, how it is reached, what it
 * says that it can do, its instructions, and what its process printed.
 *
 * Properties: session (AppSession, construct only)
 */

#pragma once

#include "app-session.h"

#include <gtk/gtk.h>

#define UI_TYPE_OVERVIEW_PAGE (ui_overview_page_get_type ())
G_DECLARE_FINAL_TYPE (UiOverviewPage, ui_overview_page, UI, OVERVIEW_PAGE, GtkWidget)

GtkWidget *ui_overview_page_new (AppSession *session);
