/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-columns.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* What fits a cell many times over. */
#define MAX_CELL 200

typedef char *(*FormatFunc) (AppLogEntry *entry);

static char *
format_time (AppLogEntry *entry)
{
  gint64 time = app_log_entry_get_time (entry);
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  if (local == NULL)
    return g_strdup ("");
  g_autofree char *clock = g_date_time_format (local, "%H:%M:%S");
  return g_strdup_printf ("%s.%03d", clock, (int)(time % G_USEC_PER_SEC / 1000));
}

static char *
format_direction (AppLogEntry *entry)
{
  switch (app_log_entry_get_kind (entry))
    {
    case APP_LOG_STDERR:
    case APP_LOG_PROCESS:
    case APP_LOG_NOTE:
      return g_strdup ("·");
    case APP_LOG_REQUEST:
    case APP_LOG_NOTIFICATION:
    case APP_LOG_UNMATCHED:
    case APP_LOG_MALFORMED:
    case APP_LOG_EXCHANGE:
    default:
      return g_strdup (app_log_entry_get_outgoing (entry) ? "→" : "←");
    }
}

static char *
format_server (AppLogEntry *entry)
{
  return app_visible_text_line (app_log_entry_get_session (entry), MAX_CELL);
}

static char *
format_method (AppLogEntry *entry)
{
  const char *method = app_log_entry_get_method (entry);

  if (method != NULL)
    return app_visible_text_line (method, MAX_CELL);
  switch (app_log_entry_get_kind (entry))
    {
    case APP_LOG_STDERR:
      return g_strdup (_ ("printed"));
    case APP_LOG_PROCESS:
      return g_strdup (_ ("process"));
    case APP_LOG_NOTE:
      return g_strdup (_ ("note"));
    case APP_LOG_MALFORMED:
      return g_strdup (_ ("malformed"));
    case APP_LOG_UNMATCHED:
      return g_strdup (_ ("answer to nothing"));
    case APP_LOG_EXCHANGE:
      return g_strdup ("HTTP");
    case APP_LOG_REQUEST:
    case APP_LOG_NOTIFICATION:
    default:
      return g_strdup ("");
    }
}

static char *
format_id (AppLogEntry *entry)
{
  const char *id = app_log_entry_get_id (entry);
  if (id == NULL || id[0] == '\0')
    return g_strdup ("");
  g_autofree char *visible = app_visible_text_line (id, MAX_CELL);
  return g_strdup_printf ("#%s", visible);
}

static char *
format_name (AppLogEntry *entry)
{
  const char *name = app_log_entry_get_name (entry);
  /* Of a message without a name, method and detail say all; of the rest there is only the text. */
  if ((name == NULL || name[0] == '\0') && app_log_entry_get_method (entry) == NULL)
    name = app_log_entry_get_summary (entry);
  return app_visible_text_line (name, MAX_CELL);
}

static char *
format_duration (AppLogEntry *entry)
{
  return app_visible_text_duration (app_log_entry_get_duration (entry));
}

static char *
format_state (AppLogEntry *entry)
{
  const char *word = app_log_entry_get_state_name (entry);

  switch (app_log_entry_get_state (entry))
    {
    case APP_LOG_STATE_OK:
      return g_strdup_printf ("✓ %s", word);
    case APP_LOG_STATE_TOOL_ERROR:
    case APP_LOG_STATE_ERROR:
      return g_strdup_printf ("✕ %s", word);
    case APP_LOG_STATE_PENDING:
      return g_strdup_printf ("… %s", word);
    case APP_LOG_STATE_CANCELLED:
    case APP_LOG_STATE_NONE:
    default:
      return g_strdup (word);
    }
}

static char *
format_size (AppLogEntry *entry)
{
  guint64 size = app_log_entry_get_size (entry);
  return size > 0 ? app_visible_text_size (size) : g_strdup ("");
}

typedef struct
{
  const char *id;
  const char *title;
  int         width; /* pixels at least; -1 takes what is left */
  float       xalign;
  gboolean    wide_only;
  gboolean    dim;
  FormatFunc  format;
} Column;

static const Column columns[] = {
  { "time", N_ ("Time"), 96, 0, FALSE, TRUE, format_time },
  { "direction", N_ ("Way"), 36, 0.5f, FALSE, FALSE, format_direction },
  { "server", N_ ("Server"), 110, 0, TRUE, TRUE, format_server },
  { "method", N_ ("Method"), 170, 0, FALSE, FALSE, format_method },
  { "id", N_ ("Id"), 44, 0, TRUE, TRUE, format_id },
  { "name", N_ ("Name"), -1, 0, FALSE, FALSE, format_name },
  { "duration", N_ ("Took"), 72, 1, FALSE, TRUE, format_duration },
  { "state", N_ ("State"), 108, 0, FALSE, FALSE, format_state },
  { "size", N_ ("Size"), 76, 1, TRUE, TRUE, format_size },
};

static void
update_cell (GtkLabel *label, AppLogEntry *entry, const Column *column)
{
  g_autofree char *text = column->format (entry);

  gtk_label_set_text (label, text);
  if (g_str_equal (column->id, "state"))
    {
      AppLogState state = app_log_entry_get_state (entry);
      if (state == APP_LOG_STATE_ERROR || state == APP_LOG_STATE_TOOL_ERROR)
        gtk_widget_add_css_class (GTK_WIDGET (label), "state-failed");
      else
        gtk_widget_remove_css_class (GTK_WIDGET (label), "state-failed");
    }
}

static void
on_entry_changed (AppLogEntry *entry, GParamSpec *pspec, GtkListItem *item)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  update_cell (GTK_LABEL (label), entry, g_object_get_data (G_OBJECT (label), "ui-log-column"));
}

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *item)
{
  const Column *column = g_object_get_data (G_OBJECT (factory), "ui-log-column");
  GtkWidget    *label = gtk_label_new (NULL);

  g_object_set_data (G_OBJECT (label), "ui-log-column", (gpointer)column);
  gtk_label_set_xalign (GTK_LABEL (label), column->xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "numeric");
  if (column->dim)
    gtk_widget_add_css_class (label, "secondary");
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *item)
{
  AppLogEntry  *entry = gtk_list_item_get_item (item);
  GtkWidget    *label = gtk_list_item_get_child (item);
  const Column *column = g_object_get_data (G_OBJECT (label), "ui-log-column");

  update_cell (GTK_LABEL (label), entry, column);
  g_signal_connect (entry, "notify", G_CALLBACK (on_entry_changed), item);
  if (column != &columns[0])
    return;
  /* label → cell → row: the row is what a screen reader meets. */
  GtkWidget *cell = gtk_widget_get_parent (label);
  GtkWidget *row = cell != NULL ? gtk_widget_get_parent (cell) : NULL;
  if (row != NULL)
    {
      g_autofree char *line = ui_log_columns_dup_line (entry);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, line,
                                      -1);
    }
}

static void
unbind_cell (GtkListItemFactory *factory, GtkListItem *item)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), on_entry_changed, item);
}

static GtkColumnViewColumn *
create_column (const Column *description)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_object_set_data (G_OBJECT (factory), "ui-log-column", (gpointer)description);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), NULL);

  GtkColumnViewColumn *column = gtk_column_view_column_new (_ (description->title), factory);
  g_object_set_data (G_OBJECT (column), "ui-log-column", (gpointer)description);
  gtk_column_view_column_set_resizable (column, TRUE);
  if (description->width > 0)
    gtk_column_view_column_set_fixed_width (column, description->width);
  else
    gtk_column_view_column_set_expand (column, TRUE);
  return column;
}

void
ui_log_columns_set (GtkColumnView *view, gboolean server, gboolean wide)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  /* Hidden columns keep their share of the width at GTK 4.8: they have to go. */
  GListModel *shown = gtk_column_view_get_columns (view);
  while (g_list_model_get_n_items (shown) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (shown, 0);
      gtk_column_view_remove_column (view, column);
    }
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      if ((!server && g_str_equal (columns[i].id, "server")) || (!wide && columns[i].wide_only))
        continue;
      g_autoptr (GtkColumnViewColumn) column = create_column (&columns[i]);
      gtk_column_view_append_column (view, column);
    }
}

char *
ui_log_columns_dup_line (AppLogEntry *entry)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (entry), NULL);

  g_autoptr (GString) line = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *text = columns[i].format (entry);
      if (text[0] == '\0')
        continue;
      if (line->len > 0)
        g_string_append_c (line, ' ');
      g_string_append (line, text);
    }
  return g_string_free (g_steal_pointer (&line), FALSE);
}
