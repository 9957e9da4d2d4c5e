/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-question.h"

#include <glib/gi18n.h>

AdwMessageDialog *
ui_question_ask (GtkWidget            *near,
                 const char           *heading,
                 const char           *body,
                 const char           *id,
                 const char           *label,
                 AdwResponseAppearance appearance,
                 GCallback             answered,
                 gpointer              object)
{
  GtkWidget        *root = GTK_WIDGET (gtk_widget_get_root (near));
  GtkWidget        *dialog = adw_message_dialog_new (GTK_WINDOW (root), heading, body);
  AdwMessageDialog *question = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_add_responses (question, "cancel", _ ("_Cancel"), id, label, NULL);
  adw_message_dialog_set_response_appearance (question, id, appearance);
  adw_message_dialog_set_default_response (question, "cancel");
  if (answered != NULL)
    g_signal_connect_object (dialog, "response", answered, object, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return question;
}
