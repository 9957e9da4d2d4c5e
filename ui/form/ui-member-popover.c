/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-member-popover.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

typedef struct
{
  GtkWidget *popover;
  GtkWidget *entry;
  AppField  *object;
  AppField  *added; /* NULL until a name was given */
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->object);
  g_clear_object (&question->added);
  g_free (question);
}

static void
on_accept (Question *question)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (question->entry));

  if (name[0] == '\0')
    return;
  g_set_object (&question->added, app_field_add_member (question->object, name));
  gtk_popover_popdown (GTK_POPOVER (question->popover));
}

/* Whoever named a member goes on with its value. */
static gboolean
unparent_later (gpointer popover)
{
  Question        *question = g_object_get_data (G_OBJECT (popover), "question");
  GtkWidget       *anchor = gtk_widget_get_parent (popover);
  g_autofree char *pointer =
      question->added != NULL ? app_field_dup_pointer (question->added) : NULL;

  gtk_widget_unparent (popover);
  if (pointer != NULL)
    gtk_widget_activate_action (anchor, "form.focus-field", "s", pointer);
  return G_SOURCE_REMOVE;
}

/* Not at once: the popover is still at work when it says that it closed. */
static void
on_closed (GtkWidget *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_later, g_object_ref (popover),
                   g_object_unref);
}

void
ui_member_popover_show (GtkWidget *anchor, AppField *object)
{
  g_return_if_fail (GTK_IS_WIDGET (anchor));
  g_return_if_fail (APP_IS_FIELD (object));

  Question  *question = g_new0 (Question, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *add = gtk_button_new_with_label (_ ("Add"));

  question->object = g_object_ref (object);
  question->popover = gtk_popover_new ();
  question->entry = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (question->entry), _ ("Property name"));
  ui_widget_name (question->entry, _ ("Property name"));
  gtk_widget_add_css_class (add, "suggested-action");
  g_signal_connect_swapped (question->entry, "activate", G_CALLBACK (on_accept), question);
  g_signal_connect_swapped (add, "clicked", G_CALLBACK (on_accept), question);
  gtk_box_append (GTK_BOX (box), question->entry);
  gtk_box_append (GTK_BOX (box), add);
  gtk_popover_set_child (GTK_POPOVER (question->popover), box);
  g_object_set_data_full (G_OBJECT (question->popover), "question", question, question_free);
  gtk_widget_set_parent (question->popover, anchor);
  g_signal_connect (question->popover, "closed", G_CALLBACK (on_closed), NULL);
  gtk_popover_popup (GTK_POPOVER (question->popover));
}
