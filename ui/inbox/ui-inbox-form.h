/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiInboxForm: what a server asks for by a form, to be filled in as rows or as JSON text. Both ways
 * edit the item's AppForm; the view only binds. It has no scroller and no button of its own.
 *
 * Signal: changed, after the value or its text changed
 * Actions: form.next (to the next field)
 */

#pragma once

#include "app-form.h"

#include <gtk/gtk.h>

#define UI_TYPE_INBOX_FORM (ui_inbox_form_get_type ())
G_DECLARE_FINAL_TYPE (UiInboxForm, ui_inbox_form, UI, INBOX_FORM, GtkBox)

GtkWidget *ui_inbox_form_new (AppForm *form);
/** Lists what is wrong, and moves the focus to the first of it. */
void ui_inbox_form_show_problems (UiInboxForm *self);
/** Returns: whether there was something to take the focus */
gboolean ui_inbox_form_focus (UiInboxForm *self);
