/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-kept.h"
#include "ui-popover-fit.h"
#include "ui-question.h"
#include "ui-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-kept-conversations.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_TITLE 120

struct _UiModelKept
{
  GtkPopover parent_instance;

  AppModelController *controller;
  AppKeptEntry       *asked; /* (nullable): the conversation that a question is about */

  GtkWidget  *kept;
  GtkListBox *list;
  GtkWidget  *remove_all;
};

G_DEFINE_FINAL_TYPE (UiModelKept, ui_model_kept, GTK_TYPE_POPOVER)

static const char *
get_title (const AppModelFacts *facts)
{
  return facts->title != NULL && *facts->title != '\0' ? facts->title : _ ("Without a Title");
}

static AppKeptEntry *
find_entry (UiModelKept *self, const char *id)
{
  GListModel *entries = G_LIST_MODEL (app_model_controller_get_conversations (self->controller));
  guint       n = g_list_model_get_n_items (entries);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppKeptEntry) entry = g_list_model_get_item (entries, i);

      if (g_strcmp0 (app_kept_entry_get_facts (entry)->id, id) == 0)
        return g_steal_pointer (&entry);
    }
  return NULL;
}

/* Renaming */

static void
on_renamed (UiModelKept *self, const char *response, AdwMessageDialog *dialog)
{
  GtkWidget       *entry = adw_message_dialog_get_extra_child (dialog);
  g_autofree char *title = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));

  if (g_str_equal (response, "rename") && self->asked != NULL && *title != '\0')
    app_model_controller_rename (self->controller, app_kept_entry_get_facts (self->asked)->id,
                                 title);
}

static void
ask_for_title (UiModelKept *self, AppKeptEntry *kept)
{
  AdwMessageDialog *question;
  GtkWidget        *entry = gtk_entry_new ();

  g_set_object (&self->asked, kept);
  gtk_popover_popdown (GTK_POPOVER (self));
  question = ui_question_ask (GTK_WIDGET (self), _ ("Rename the Conversation"), NULL, "rename",
                              _ ("_Rename"), ADW_RESPONSE_SUGGESTED, G_CALLBACK (on_renamed), self);
  gtk_editable_set_text (GTK_EDITABLE (entry), get_title (app_kept_entry_get_facts (kept)));
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  ui_widget_name (entry, _ ("Title"));
  adw_message_dialog_set_extra_child (question, entry);
  adw_message_dialog_set_default_response (question, "rename");
  gtk_widget_grab_focus (entry);
}

void
ui_model_kept_rename (UiModelKept *self, const char *id)
{
  g_return_if_fail (UI_IS_MODEL_KEPT (self));

  g_autoptr (AppKeptEntry) found = find_entry (self, id);
  if (found != NULL)
    ask_for_title (self, found);
}

/* Returns: (transfer none): what the row of @button is about */
static AppKeptEntry *
get_entry (GtkButton *button)
{
  return ui_row_get_item (gtk_widget_get_ancestor (GTK_WIDGET (button), ADW_TYPE_ACTION_ROW));
}

static void
on_rename (UiModelKept *self, GtkButton *button)
{
  ask_for_title (self, get_entry (button));
}

/* Deleting: there is no way back, so it is asked about. */

static void
on_delete_answered (UiModelKept *self, const char *response)
{
  if (g_str_equal (response, "delete"))
    app_model_controller_remove (
        self->controller, self->asked != NULL ? app_kept_entry_get_facts (self->asked)->id : NULL);
}

/* @kept: (nullable): %NULL for all */
static void
ask_to_delete (UiModelKept *self, AppKeptEntry *kept, const char *heading, const char *body)
{
  g_set_object (&self->asked, kept);
  gtk_popover_popdown (GTK_POPOVER (self));
  ui_question_ask (GTK_WIDGET (self), heading, body, "delete", _ ("_Delete"),
                   ADW_RESPONSE_DESTRUCTIVE, G_CALLBACK (on_delete_answered), self);
}

static void
on_delete (UiModelKept *self, GtkButton *button)
{
  AppKeptEntry    *kept = get_entry (button);
  g_autofree char *title =
      app_visible_text_line (get_title (app_kept_entry_get_facts (kept)), MAX_TITLE);
  /* Translators: %s is the title of a conversation */
  g_autofree char *heading = g_strdup_printf (_ ("Delete “%s”?"), title);

  ask_to_delete (self, kept, heading, _ ("Its file is deleted. The results of calls stay."));
}

static void
remove_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_to_delete (UI_MODEL_KEPT (widget), NULL, _ ("Delete All Conversations?"),
                 _ ("Their files are deleted. The results of calls stay."));
}

/* The list */

static void
add_button (GtkWidget  *row,
            const char *icon_name,
            const char *name,
            const char *title,
            GCallback   clicked,
            gpointer    self)
{
  GtkWidget *button = ui_row_add_button (row, icon_name, name);

  ui_widget_describe (button, title);
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  const AppModelFacts *facts = app_kept_entry_get_facts (item);
  g_autofree char     *title = app_visible_text_line (get_title (facts), MAX_TITLE);
  g_autofree char     *time = app_visible_text_time (facts->changed, g_get_real_time ());
  g_autofree char     *model = app_visible_text_line (facts->model, MAX_TITLE);
  g_autofree char     *subtitle =
      g_strjoin (*model != '\0' ? " · " : "", time, model, NULL);
  GtkWidget *row = ui_row_new (title, subtitle, item);

  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  add_button (row, "document-edit-symbolic", _ ("Rename"), title, G_CALLBACK (on_rename), data);
  add_button (row, "user-trash-symbolic", _ ("Delete"), title, G_CALLBACK (on_delete), data);
  return row;
}

static void
on_row_activated (UiModelKept *self, GtkListBoxRow *row)
{
  gtk_popover_popdown (GTK_POPOVER (self));
  app_model_controller_open (self->controller,
                             app_kept_entry_get_facts (ui_row_get_item (row))->id);
}

static void
update (UiModelKept *self)
{
  gtk_widget_set_visible (self->remove_all,
                          g_list_model_get_n_items (G_LIST_MODEL (
                              app_model_controller_get_conversations (self->controller))) > 0);
}

UI_DEFINE_CLASS (UiModelKept, ui_model_kept)
{
  ui_template_set (widget_class, "ui/model/ui-model-kept.ui");
  ui_template_hold (widget_class, UiModelKept, controller, asked);
  ui_template_bind_children (widget_class, UiModelKept, kept, list, remove_all);
  ui_template_bind_callbacks (widget_class, on_row_activated);
  gtk_widget_class_install_action (widget_class, "kept.remove-all", NULL, remove_all);
}

static void
ui_model_kept_init (UiModelKept *self)
{
  ui_template_init (self);
  ui_popover_fit (GTK_POPOVER (self), 320, 400);
}

void
ui_model_kept_set_controller (UiModelKept *self, AppModelController *controller)
{
  g_return_if_fail (UI_IS_MODEL_KEPT (self));
  g_return_if_fail (APP_IS_MODEL_CONTROLLER (controller));

  g_set_object (&self->controller, controller);
  AppKeptConversations *conversations = app_model_controller_get_conversations (controller);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (conversations), create_row, self, NULL);
  g_object_bind_property (controller, "kept", self->kept, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  ui_connect (conversations, "items-changed", update, self);
  update (self);
}
