/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiListEmpty: what stands in place of a list without entries: why there are none, and the server's
 * own search where it has one. Emits "search" where the person chooses that.
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_LIST_EMPTY (ui_list_empty_get_type ())
G_DECLARE_FINAL_TYPE (UiListEmpty, ui_list_empty, UI, LIST_EMPTY, GtkWidget)

/** @search_tool: (nullable): the name of the tool with which the server searches */
void ui_list_empty_show (UiListEmpty *self,
                         const char  *title,
                         const char  *text,
                         const char  *search_tool);
