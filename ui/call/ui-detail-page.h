/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiDetailPage: one tool, resource, template or prompt: who it is, the form beside its result (or
 * above it, when narrow). It shows the session's draft for it: see AppDrafts.
 */

#pragma once

#include "app-reference.h"
#include "app-session.h"
#include "mcp-definition.h"

#include <gtk/gtk.h>

#define UI_TYPE_DETAIL_PAGE (ui_detail_page_get_type ())
G_DECLARE_FINAL_TYPE (UiDetailPage, ui_detail_page, UI, DETAIL_PAGE, GtkWidget)

GtkWidget *ui_detail_page_new (AppSession *session);

/** @definition: (nullable) */
void ui_detail_page_set_definition (UiDetailPage *self, McpDefinition *definition);
/** Returns: (transfer none) (nullable) */
McpDefinition *ui_detail_page_get_definition (UiDetailPage *self);
/** Moves the focus to the first field of the form, or to the button that stands in its place. */
void ui_detail_page_focus_form (UiDetailPage *self);
/** Calls, reads or gets with what the form holds. */
void ui_detail_page_submit (UiDetailPage *self);
/** Cancels the call that is shown, if it runs. Returns: whether it did */
gboolean ui_detail_page_cancel (UiDetailPage *self);
/** @panes: (element-type GtkWidget) */
void ui_detail_page_add_panes (UiDetailPage *self, GPtrArray *panes);

/** Writes into the field of a top-level argument and goes there. */
void ui_detail_page_fill (UiDetailPage *self, const char *argument, const char *text);
/** The argument takes its value from an object, and gets the focus. */
void ui_detail_page_use_reference (UiDetailPage *self,
                                   const char   *argument,
                                   AppReference *reference);
