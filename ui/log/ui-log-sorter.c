/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-sorter.h"

#include "mcp-object.h"

struct _UiLogSorter
{
  GtkSorter parent_instance;

  UiLogColumn column;
  gboolean    descending;
  gboolean    grouped; /* by call */
};

MCP_DEFINE_ZEROED_TYPE (UiLogSorter, ui_log_sorter, GTK_TYPE_SORTER)

static int
compare_sequences (guint64 a, guint64 b)
{
  return a < b ? -1 : a > b;
}

/* Groups follow each other as their calls do; within a group, time goes on. */
static GtkOrdering
ui_log_sorter_compare (GtkSorter *sorter, gpointer a, gpointer b)
{
  UiLogSorter     *self = UI_LOG_SORTER (sorter);
  const AppLogRow *row_a = app_log_entry_get_row (a);
  const AppLogRow *row_b = app_log_entry_get_row (b);
  gboolean         by_time = self->column == UI_LOG_TIME;
  int              order = 0;

  if (!by_time)
    order = ui_log_columns_compare (self->column, a, b);
  else if (self->grouped)
    order = compare_sequences (row_a->root, row_b->root);
  if (order == 0 && by_time && self->grouped)
    return gtk_ordering_from_cmpfunc (compare_sequences (row_a->sequence, row_b->sequence));
  if (order == 0)
    order = compare_sequences (row_a->sequence, row_b->sequence);
  return gtk_ordering_from_cmpfunc (self->descending ? -order : order);
}

/* Whether lines stand as they happened, and new ones come at the end. */
static gboolean
is_plain (UiLogSorter *self)
{
  return self->column == UI_LOG_TIME && !self->descending && !self->grouped;
}

static GtkSorterOrder
ui_log_sorter_get_order (GtkSorter *sorter)
{
  return is_plain (UI_LOG_SORTER (sorter)) ? GTK_SORTER_ORDER_NONE
                                           : GTK_SORTER_ORDER_TOTAL;
}

static void
ui_log_sorter_class_init (UiLogSorterClass *klass)
{
  GTK_SORTER_CLASS (klass)->compare = ui_log_sorter_compare;
  GTK_SORTER_CLASS (klass)->get_order = ui_log_sorter_get_order;
}

UiLogSorter *
ui_log_sorter_new (void)
{
  return g_object_new (UI_TYPE_LOG_SORTER, NULL);
}

void
ui_log_sorter_set (UiLogSorter *self, UiLogColumn column, gboolean descending)
{
  g_return_if_fail (UI_IS_LOG_SORTER (self));

  self->column = column;
  self->descending = descending;
  gtk_sorter_changed (GTK_SORTER (self), GTK_SORTER_CHANGE_DIFFERENT);
}

void
ui_log_sorter_set_grouped (UiLogSorter *self, gboolean grouped)
{
  g_return_if_fail (UI_IS_LOG_SORTER (self));

  self->grouped = grouped;
  gtk_sorter_changed (GTK_SORTER (self), GTK_SORTER_CHANGE_DIFFERENT);
}

MCP_DEFINE_GETTER (UiLogColumn, UiLogSorter, ui_log_sorter, column)

MCP_DEFINE_GETTER (gboolean, UiLogSorter, ui_log_sorter, descending)
