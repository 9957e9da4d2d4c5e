/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-activity-row.h"
#include "ui-find-bin.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

struct _UiActivityRow
{
  AdwBin parent_instance;

  AppPastEntry *entry; /* (nullable) */
  AppFind      *find;

  GtkLabel *day;
  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *facts;
  GtkLabel *duration;
};

G_DEFINE_FINAL_TYPE (UiActivityRow, ui_activity_row, ADW_TYPE_BIN)

static const char *const classes[] = { "state-ready", "state-failed", "state-waiting", NULL };

/* By AppPastState */
static const struct
{
  const char *icon;
  const char *class_name; /* (nullable) */
} states[] = {
  { "content-loading-symbolic", "state-waiting" },
  { "emblem-ok-symbolic", "state-ready" },
  { "dialog-error-symbolic", "state-failed" },
  { "process-stop-symbolic", NULL },
};

static void
set_marked (UiActivityRow *self, GtkLabel *label, const char *text)
{
  g_autoptr (PangoAttrList) marks = NULL;

  if (app_find_get_needle (self->find)[0] != '\0')
    {
      marks = pango_attr_list_new ();
      ui_find_bin_mark (self->find, text, -1, marks);
    }
  gtk_label_set_attributes (label, marks);
  gtk_label_set_text (label, text);
}

static void
show_day (UiActivityRow *self, gint64 time)
{
  gboolean shown = app_past_entry_get_begins_day (self->entry);
  g_autoptr (GDateTime) date =
      shown ? g_date_time_new_from_unix_local (time / G_USEC_PER_SEC) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->day), date != NULL);
  if (date == NULL)
    return;
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *day = g_date_time_format (date, "%x");
  g_autofree char *today = g_date_time_format (now, "%x");
  gtk_label_set_text (self->day, g_str_equal (day, today) ? _ ("Today") : day);
}

static void
update (UiActivityRow *self)
{
  const StoreExchange *exchange = app_past_entry_get_exchange (self->entry);
  AppPastState         state = app_past_entry_get_state (self->entry);
  g_autofree char     *title = app_past_entry_dup_title (self->entry);
  g_autofree char     *word = app_past_entry_dup_state_name (self->entry);
  g_autofree char     *server = app_visible_text_line (exchange->server, 0);
  g_autofree char     *time = app_visible_text_time (exchange->time, exchange->time);
  g_autofree char     *duration =
      app_visible_text_duration (app_past_entry_get_duration (self->entry));
  g_autofree char *facts = g_strjoin (" · ", time, server[0] != '\0' ? server : NULL, NULL);
  g_autofree char *name = g_strdup_printf ("%s, %s, %s, %s", title, word, facts, duration);
  GtkWidget       *row = gtk_widget_get_parent (GTK_WIDGET (self));

  show_day (self, exchange->time);
  gtk_image_set_from_icon_name (self->icon, states[state].icon);
  ui_style_swap_class (GTK_WIDGET (self->icon), classes, states[state].class_name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->icon), word);
  set_marked (self, self->title, title);
  set_marked (self, self->facts, facts);
  gtk_label_set_text (self->duration, duration);
  if (row != NULL)
    ui_widget_name (row, name);
}

void
ui_activity_row_set_entry (UiActivityRow *self, AppPastEntry *entry)
{
  g_return_if_fail (UI_IS_ACTIVITY_ROW (self));

  if (self->entry != NULL)
    g_signal_handlers_disconnect_by_data (self->entry, self);
  g_set_object (&self->entry, entry);
  if (entry == NULL)
    return;
  ui_connect (entry, "changed", update, self);
  update (self);
}

static void
ui_activity_row_dispose (GObject *object)
{
  UiActivityRow *self = UI_ACTIVITY_ROW (object);

  ui_activity_row_set_entry (self, NULL);
  g_clear_object (&self->find);
  G_OBJECT_CLASS (ui_activity_row_parent_class)->dispose (object);
}

static void
ui_activity_row_class_init (UiActivityRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_activity_row_dispose;
}

static GtkLabel *
add_small (GtkWidget *box)
{
  GtkLabel *label = ui_widget_add_label (box);

  gtk_widget_add_css_class (GTK_WIDGET (label), "secondary");
  gtk_widget_add_css_class (GTK_WIDGET (label), "small");
  gtk_widget_add_css_class (GTK_WIDGET (label), "numeric");
  return label;
}

/* Rows are made by hand: GTK 4.8 binds no names for assistive technology. */
static void
ui_activity_row_init (UiActivityRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);

  self->day = add_small (box);
  self->icon = GTK_IMAGE (gtk_image_new ());
  ui_widget_set_ornament (self->icon);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->icon));
  self->title = ui_widget_add_label (texts);
  self->facts = add_small (texts);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (line), texts);
  self->duration = add_small (line);
  gtk_label_set_ellipsize (self->duration, PANGO_ELLIPSIZE_NONE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->duration), FALSE);
  gtk_box_append (GTK_BOX (box), line);
  adw_bin_set_child (ADW_BIN (self), box);
}

GtkWidget *
ui_activity_row_new (AppFind *find)
{
  UiActivityRow *self = g_object_new (UI_TYPE_ACTIVITY_ROW, NULL);

  g_set_object (&self->find, find);
  return GTK_WIDGET (self);
}
