/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLintPage: what is better changed in what a server offers: findings by what they are about, with
 * a filter by how grave they are and by text, and what describing each tool to a model costs.
 *
 * Signal: show-definition (McpDefinition): the person wants to go there.
 */

#pragma once

#include "app-session.h"

#include <adwaita.h>

#define UI_TYPE_LINT_PAGE (ui_lint_page_get_type ())
G_DECLARE_FINAL_TYPE (UiLintPage, ui_lint_page, UI, LINT_PAGE, AdwBin)

GtkWidget *ui_lint_page_new (AppSession *session);
