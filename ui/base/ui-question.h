/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What is asked before something is done: a dialog with “Cancel”, which Enter and Escape mean too,
 * and one other answer. A function without state.
 */

#pragma once

#include <adwaita.h>

/** Asks above the window that @near is in. Neither text is markup.
 * @body: (nullable)
 * @answered: (nullable): called with @object, the answer, which is @id or another, and the dialog;
 * not once @object is gone
 * Returns: (transfer none): the dialog, which is shown already */
AdwMessageDialog *ui_question_ask (GtkWidget            *near,
                                   const char           *heading,
                                   const char           *body,
                                   const char           *id,
                                   const char           *label,
                                   AdwResponseAppearance appearance,
                                   GCallback             answered,
                                   gpointer              object);
