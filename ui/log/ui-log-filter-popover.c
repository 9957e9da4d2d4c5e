/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-filter-popover.h"
#include "ui-template.h"

struct _UiLogFilterPopover
{
  GtkPopover parent_instance;

  AppLog      *log;
  UiLogFilter *filter;
  UiLogSorter *sorter;
  gboolean     updating;

  GtkDropDown    *messages;
  GtkDropDown    *direction;
  GtkWidget      *server_label;
  GtkDropDown    *server;
  GtkStringList  *servers;
  GtkDropDown    *method;
  GtkStringList  *methods;
  GtkDropDown    *status;
  GtkDropDown    *sort;
  GtkCheckButton *descending;
  GtkCheckButton *grouped;
};

UI_DEFINE_TEMPLATE (UiLogFilterPopover, ui_log_filter_popover, GTK_TYPE_POPOVER)

/* In the order of the list in the template. */
static const UiLogColumn sort_columns[] = {
  UI_LOG_TIME,
  UI_LOG_METHOD,
  UI_LOG_NAME,
  UI_LOG_STATUS,
  UI_LOG_DURATION,
  UI_LOG_SIZE,
};

/* The first of a list is any. */
static const char *
get_chosen (GtkDropDown *list)
{
  GtkStringObject *chosen = gtk_drop_down_get_selected_item (list);

  return gtk_drop_down_get_selected (list) == 0 || chosen == NULL
             ? NULL
             : gtk_string_object_get_string (chosen);
}

static void
on_chosen (UiLogFilterPopover *self)
{
  if (self->updating || self->filter == NULL)
    return;
  ui_log_filter_set_messages (self->filter, gtk_drop_down_get_selected (self->messages));
  ui_log_filter_set_direction (self->filter, gtk_drop_down_get_selected (self->direction));
  ui_log_filter_set_status (self->filter, gtk_drop_down_get_selected (self->status));
  ui_log_filter_set_server (self->filter, get_chosen (self->server));
  ui_log_filter_set_method (self->filter, get_chosen (self->method));
}

static void
on_order_chosen (UiLogFilterPopover *self)
{
  guint sort = gtk_drop_down_get_selected (self->sort);

  if (self->updating || self->sorter == NULL || sort >= G_N_ELEMENTS (sort_columns))
    return;
  ui_log_sorter_set (self->sorter, sort_columns[sort],
                     gtk_check_button_get_active (self->descending));
}

static void
on_grouped (UiLogFilterPopover *self)
{
  if (self->sorter != NULL)
    ui_log_sorter_set_grouped (self->sorter, gtk_check_button_get_active (self->grouped));
}

/* The titles sort, too. */
static void
on_sorted (UiLogFilterPopover *self)
{
  UiLogColumn column = ui_log_sorter_get_column (self->sorter);
  guint       found = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; i < G_N_ELEMENTS (sort_columns); i++)
    if (sort_columns[i] == column)
      found = i;
  self->updating = TRUE;
  gtk_drop_down_set_selected (self->sort, found);
  gtk_check_button_set_active (self->descending, ui_log_sorter_get_descending (self->sorter));
  self->updating = FALSE;
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *)a, *(const char *const *)b);
}

/* What was chosen stays chosen, even if no line has it any more. */
static void
fill (GtkDropDown *list, GtkStringList *strings, GHashTable *found)
{
  g_autofree char *chosen = g_strdup (get_chosen (list));
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer       key;
  guint          position = 0;

  if (chosen != NULL)
    g_hash_table_add (found, chosen);
  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (sorted, key);
  g_ptr_array_sort (sorted, compare_strings);
  for (guint i = 0; i < sorted->len; i++)
    if (g_strcmp0 (sorted->pdata[i], chosen) == 0)
      position = i + 1;
  g_ptr_array_add (sorted, NULL);
  gtk_string_list_splice (strings, 1, g_list_model_get_n_items (G_LIST_MODEL (strings)) - 1,
                          (const char *const *)sorted->pdata);
  gtk_drop_down_set_selected (list, position);
}

/* Looked up when somebody asks for them. */
static void
on_opened (UiLogFilterPopover *self)
{
  g_autoptr (GHashTable) methods = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) servers = g_hash_table_new (g_str_hash, g_str_equal);

  if (self->log == NULL)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->log)); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->log), i);
      const AppLogRow *row = app_log_entry_get_row (entry);

      if (row->method != NULL)
        g_hash_table_add (methods, row->method);
      if (row->session != NULL)
        g_hash_table_add (servers, row->session);
    }
  self->updating = TRUE;
  fill (self->method, self->methods, methods);
  fill (self->server, self->servers, servers);
  self->updating = FALSE;
}

void
ui_log_filter_popover_reset (UiLogFilterPopover *self)
{
  GtkDropDown *lists[] = { self->messages, self->direction, self->server, self->method,
                           self->status };

  g_return_if_fail (UI_IS_LOG_FILTER_POPOVER (self));

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    gtk_drop_down_set_selected (lists[i], 0);
}

UI_DEFINE_DISPOSE (UiLogFilterPopover, ui_log_filter_popover)
{
  self->updating = TRUE;
}

UI_DEFINE_CLASS (UiLogFilterPopover, ui_log_filter_popover)
{
  G_OBJECT_CLASS (klass)->dispose = ui_log_filter_popover_dispose;
  ui_template_set (widget_class, "ui/log/ui-log-filter-popover.ui");
  ui_template_hold (widget_class, UiLogFilterPopover, log, filter, sorter);
  ui_template_bind_children (widget_class, UiLogFilterPopover, messages, direction, server_label,
                             server, servers, method, methods, status, sort, descending, grouped);
  ui_template_bind_callbacks (widget_class, on_chosen, on_order_chosen, on_grouped, on_opened,
                              ui_log_filter_popover_reset);
}

GtkWidget *
ui_log_filter_popover_new (AppLog      *log,
                           UiLogFilter *filter,
                           UiLogSorter *sorter,
                           gboolean     servers)
{
  UiLogFilterPopover *self = g_object_new (UI_TYPE_LOG_FILTER_POPOVER, NULL);

  self->log = g_object_ref (log);
  self->filter = g_object_ref (filter);
  self->sorter = g_object_ref (sorter);
  gtk_widget_set_visible (self->server_label, servers);
  gtk_widget_set_visible (GTK_WIDGET (self->server), servers);
  ui_connect (sorter, "changed", on_sorted, self);
  on_sorted (self);
  return GTK_WIDGET (self);
}
