/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiListQuestion: how a list is asked for, behind a button: whole or a page at a time, and with
 * parameters of one's own. Asks again when something was changed.
 */

#pragma once

#include "ui-place-kind.h"
#include "app-session.h"

#include <gtk/gtk.h>

#define UI_TYPE_LIST_QUESTION (ui_list_question_get_type ())
G_DECLARE_FINAL_TYPE (UiListQuestion, ui_list_question, UI, LIST_QUESTION, GtkWidget)

/** @place: of tools, resources (which has two lists) or prompts */
void ui_list_question_set_place (UiListQuestion *self, AppSession *session, UiPlaceKind place);

/** Whether the server has a page that was not asked for. */
gboolean ui_list_question_has_more (UiListQuestion *self);
/** Asks for it. */
void ui_list_question_load_more (UiListQuestion *self);
