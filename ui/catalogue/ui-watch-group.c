/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-watch-group.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"
#include "app-subscription-list.h"

#include <glib/gi18n.h>

#define URI_CHARACTERS 300
/* As many as are read; the number of the others stands below. */
#define MAX_ROWS 40
/* "3 s ago" grows old. */
#define TICK_SECONDS 1

struct _UiWatchGroup
{
  AdwBin parent_instance;

  AppSubscriptionList *list;
  AdwPreferencesGroup *group; /* borrowed */
  GPtrArray           *rows;  /* borrowed; those of items, then the one that counts the others */
  guint                tick;
};

G_DEFINE_FINAL_TYPE (UiWatchGroup, ui_watch_group, ADW_TYPE_BIN)

static const char *
get_uri (AppSubscription *item)
{
  return app_subscription_get_info (item)->uri;
}

static void
on_stop (GtkButton *button, UiWatchGroup *self)
{
  AppSubscription *item = g_object_get_data (G_OBJECT (button), "ui-item");
  g_autofree char *uri = g_strdup (get_uri (item));

  /* The row goes with it. */
  g_object_ref (self);
  app_subscription_list_remove (self->list, uri);
  g_object_unref (self);
}

static GtkWidget *
create_row (UiWatchGroup *self, AppSubscription *item)
{
  GtkWidget       *row = adw_action_row_new ();
  GtkWidget       *stop = gtk_button_new_with_label (_ ("Stop"));
  g_autofree char *uri = app_visible_text_line (get_uri (item), URI_CHARACTERS);
  /* Translators: %s is an address */
  g_autofree char *label = g_strdup_printf (_ ("Stop watching %s"), uri);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), uri);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  gtk_widget_set_valign (stop, GTK_ALIGN_CENTER);
  ui_widget_name (stop, label);
  g_object_set_data_full (G_OBJECT (stop), "ui-item", g_object_ref (item), g_object_unref);
  g_object_set_data_full (G_OBJECT (row), "ui-item", g_object_ref (item), g_object_unref);
  g_signal_connect_object (stop, "clicked", G_CALLBACK (on_stop), self, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), stop);
  return row;
}

static void
show_texts (UiWatchGroup *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      AppSubscription *item = g_object_get_data (self->rows->pdata[i], "ui-item");

      if (item == NULL)
        continue;
      g_autofree char *text = app_subscription_dup_text (item);
      adw_action_row_set_subtitle (self->rows->pdata[i], text);
    }
}

static void
add_row (UiWatchGroup *self, GtkWidget *row)
{
  g_ptr_array_add (self->rows, row);
  adw_preferences_group_add (self->group, row);
}

static void
update_rows (UiWatchGroup *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < MIN (n, MAX_ROWS); i++)
    {
      g_autoptr (AppSubscription) item = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      add_row (self, create_row (self, item));
    }
  if (n > MAX_ROWS)
    {
      GtkWidget       *row = adw_action_row_new ();
      g_autofree char *text =
          g_strdup_printf (ngettext ("%'u more", "%'u more", n - MAX_ROWS), n - MAX_ROWS);

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), text);
      add_row (self, row);
    }
  show_texts (self);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

static gboolean
on_tick (gpointer data)
{
  show_texts (data);
  return G_SOURCE_CONTINUE;
}

static void
ui_watch_group_map (GtkWidget *widget)
{
  UiWatchGroup *self = UI_WATCH_GROUP (widget);

  GTK_WIDGET_CLASS (ui_watch_group_parent_class)->map (widget);
  show_texts (self);
  self->tick = g_timeout_add_seconds (TICK_SECONDS, on_tick, self);
}

static void
ui_watch_group_unmap (GtkWidget *widget)
{
  g_clear_handle_id (&UI_WATCH_GROUP (widget)->tick, g_source_remove);
  GTK_WIDGET_CLASS (ui_watch_group_parent_class)->unmap (widget);
}

MCP_DEFINE_DISPOSE (UiWatchGroup, ui_watch_group)
{
  g_clear_handle_id (&self->tick, g_source_remove);
  ui_clear_watched (&self->list, self);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

UI_DEFINE_CLASS (UiWatchGroup, ui_watch_group)
{
  G_OBJECT_CLASS (klass)->dispose = ui_watch_group_dispose;
  widget_class->map = ui_watch_group_map;
  widget_class->unmap = ui_watch_group_unmap;
}

static void
ui_watch_group_init (UiWatchGroup *self)
{
  GtkWidget *group = adw_preferences_group_new ();

  self->rows = g_ptr_array_new ();
  self->group = ADW_PREFERENCES_GROUP (group);
  adw_preferences_group_set_title (self->group, _ ("Watched Resources"));
  adw_bin_set_child (ADW_BIN (self), group);
}

GtkWidget *
ui_watch_group_new (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  UiWatchGroup *self = g_object_new (UI_TYPE_WATCH_GROUP, NULL);
  self->list = g_object_ref (app_session_get_feature (session, APP_TYPE_SUBSCRIPTION_LIST));
  ui_connect (self->list, "items-changed", update_rows, self);
  ui_connect (self->list, "changed", show_texts, self);
  update_rows (self);
  return GTK_WIDGET (self);
}
