/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiExportPage: a server's tools as a model is told of them: which, in whose form, the text to be
 * copied or saved, and what of them is told in another way.
 */

#pragma once

#include "app-session.h"

#include <adwaita.h>

/* Remarks that are listed; more are counted. */
#define UI_EXPORT_PAGE_MAX_REMARKS 300u

#define UI_TYPE_EXPORT_PAGE (ui_export_page_get_type ())
G_DECLARE_FINAL_TYPE (UiExportPage, ui_export_page, UI, EXPORT_PAGE, AdwBin)

GtkWidget *ui_export_page_new (AppSession *session);
