/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-name.h"
#include "ui-clients-page.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 200

struct _UiClientName
{
  GtkWidget parent_instance;

  AppClientMatrixRow *item;
  AppClientList      *clients; /* (nullable) */

  GtkWidget *box;
  GtkWidget *name;
  GtkWidget *text;
};

UI_DEFINE_TEMPLATE (UiClientName, ui_client_name, GTK_TYPE_WIDGET)

static void
set_text (GtkWidget *label, const char *text)
{
  g_autofree char *visible = app_visible_text_line (text, MAX_NAME);

  gtk_label_set_text (GTK_LABEL (label), visible);
  gtk_widget_set_tooltip_text (label, visible);
  gtk_widget_set_visible (label, *text != '\0');
}

/* Returns: (transfer full): "In 3 of 8 applications, 1 differs" */
static char *
dup_summary (UiClientName *self)
{
  GListModel      *found = app_client_list_get_found (self->clients);
  guint            n = g_list_model_get_n_items (found);
  guint            there = 0;
  guint            odd = 0;
  g_autofree char *first = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppClientTarget) target = g_list_model_get_item (found, i);
      AppClientPresence presence =
          app_client_target_find (target, app_client_matrix_row_get_profile (self->item), NULL);

      there += presence != APP_CLIENT_PRESENCE_ABSENT && presence != APP_CLIENT_PRESENCE_INVALID;
      odd += presence == APP_CLIENT_PRESENCE_DIFFERENT || presence == APP_CLIENT_PRESENCE_INVALID;
    }
  first = g_strdup_printf (ngettext ("In %u of %u application", "In %u of %u applications", n),
                           there, n);
  if (odd == 0)
    return g_steal_pointer (&first);
  /* Translators: %s says in how many applications a server is; in others it differs or is
   * invalid */
  return g_strdup_printf (ngettext ("%s, %u to check", "%s, %u to check", odd), first, odd);
}

static void
update (UiClientName *self)
{
  const char      *names = app_client_matrix_row_get_source_names (self->item);
  g_autofree char *text = NULL;

  set_text (self->name,
            store_profile_get_name (app_client_matrix_row_get_profile (self->item)));
  if (self->clients != NULL)
    text = dup_summary (self);
  else if (names != NULL)
    /* Translators: %s is a list of applications: a server that they have and Spyglass has not */
    text = g_strdup_printf (_ ("Only in %s"), names);
  set_text (self->text, text != NULL ? text : "");
}

static void
on_import (UiClientName *self)
{
  g_signal_emit_by_name (gtk_widget_get_ancestor (GTK_WIDGET (self), UI_TYPE_CLIENTS_PAGE),
                         "import", app_client_matrix_row_get_profile (self->item),
                         app_client_matrix_row_get_source (self->item));
}

static void
on_others (UiClientName *self)
{
  g_signal_emit_by_name (gtk_widget_get_ancestor (GTK_WIDGET (self), UI_TYPE_CLIENTS_PAGE),
                         "opened", app_client_matrix_row_get_profile (self->item), NULL);
}

static void
add_button (UiClientName *self, const char *icon, const char *text, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, text);
  ui_widget_name (button, text);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), button);
}

static void
add_buttons (UiClientName *self)
{
  StoreProfile    *profile = app_client_matrix_row_get_profile (self->item);
  g_autofree char *name = app_visible_text_line (store_profile_get_name (profile), MAX_NAME);
  /* Translators: %s is a server that another application has */
  g_autofree char *import = g_strdup_printf (_ ("Import “%s” into Spyglass"), name);
  /* Translators: %s is a server */
  g_autofree char *others = g_strdup_printf (_ ("Add “%s” to applications…"), name);

  if (app_client_matrix_row_get_source (self->item) != NULL)
    add_button (self, "document-save-symbolic", import, G_CALLBACK (on_import));
  else
    add_button (self, "list-add-symbolic", others, G_CALLBACK (on_others));
}

/* The object */

static void
ui_client_name_dispose (GObject *object)
{
  UiClientName *self = UI_CLIENT_NAME (object);

  if (self->clients != NULL)
    g_signal_handlers_disconnect_by_data (self->clients, self);
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (app_client_matrix_row_get_profile (self->item), self);
  g_clear_object (&self->item);
  g_clear_object (&self->clients);
  ui_template_dispose (object);
}

UI_DEFINE_CLASS (UiClientName, ui_client_name)
{
  G_OBJECT_CLASS (klass)->dispose = ui_client_name_dispose;
  ui_template_set_bin (widget_class, "ui/clients/ui-client-name.ui");
  ui_template_bind_children (widget_class, UiClientName, box, name, text);
}

GtkWidget *
ui_client_name_new (AppClientMatrixRow *item)
{
  g_return_val_if_fail (APP_IS_CLIENT_MATRIX_ROW (item), NULL);

  UiClientName *self = g_object_new (UI_TYPE_CLIENT_NAME, NULL);

  self->item = g_object_ref (item);
  ui_connect (app_client_matrix_row_get_profile (item), "notify", update, self);
  add_buttons (self);
  update (self);
  return GTK_WIDGET (self);
}

void
ui_client_name_summarize (UiClientName *self, AppClientList *clients)
{
  g_return_if_fail (UI_IS_CLIENT_NAME (self));
  g_return_if_fail (self->clients == NULL);

  self->clients = g_object_ref (clients);
  ui_connect (clients, "changed", update, self);
  ui_connect (clients, "arranged", update, self);
  update (self);
}
