/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The question whether a link of a text that somebody else wrote shall be opened: its whole address
 * is shown, with what makes it suspicious. What is no page of the web cannot be opened.
 */

#pragma once

#include <gtk/gtk.h>

/** @near: a widget of the window that asks. @target: the address as it came */
void ui_link_question_ask (GtkWidget *near, const char *target);
