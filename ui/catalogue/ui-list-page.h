/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiListPage: what a server offers of one kind as a list that is searched by typing, and beside it
 * (or behind it, when narrow) the page of the entry that is selected.
 *
 * Properties:
 *   sorted (boolean): by name; remembered
 *   grouped (boolean): under headings; remembered
 * Signal: search-on-server (tool, argument, text: strings): the list has no such entry, and the
 *   server has a tool that searches
 */

#pragma once

#include "app-reference.h"
#include "app-session.h"
#include "mcp-definition.h"
#include "ui-list-frame.h"
#include "ui-place-kind.h"

#define UI_TYPE_LIST_PAGE (ui_list_page_get_type ())
G_DECLARE_FINAL_TYPE (UiListPage, ui_list_page, UI, LIST_PAGE, UiListFrame)

GtkWidget *ui_list_page_new (AppSession *session, UiPlaceKind place);

/** Returns: (transfer none) (nullable) */
McpDefinition *ui_list_page_get_selected (UiListPage *self);
/** Shows the first entry with this key, whatever is searched for. Where the server lists it no
 * longer, that is said, and nothing is selected. Returns: %FALSE where the list is not there yet */
gboolean ui_list_page_open (UiListPage *self, const char *key);
/** Selects a tool, whatever is searched for, and writes @text into the field of an argument. */
void ui_list_page_fill (UiListPage *self,
                        const char *tool,
                        const char *argument,
                        const char *text);
/** Selects a tool, whatever is searched for; its argument takes its value from an object. */
void ui_list_page_use_reference (UiListPage   *self,
                                 const char   *tool,
                                 const char   *argument,
                                 AppReference *reference);
