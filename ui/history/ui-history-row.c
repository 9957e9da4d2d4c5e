/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-history-row.h"
#include "ui-widget.h"
#include "app-exchange-words.h"
#include "app-visible-text.h"

struct _UiHistoryRow
{
  AdwBin parent_instance;

  GtkLabel *title;
  GtkLabel *outcome;
  GtkLabel *facts;
};

G_DEFINE_FINAL_TYPE (UiHistoryRow, ui_history_row, ADW_TYPE_BIN)

void
ui_history_row_set_entry (UiHistoryRow *self, AppPastEntry *entry)
{
  g_return_if_fail (UI_IS_HISTORY_ROW (self));
  g_return_if_fail (APP_IS_PAST_ENTRY (entry));

  const StoreExchange *exchange = app_past_entry_get_exchange (entry);
  g_autofree char     *title = app_exchange_dup_title (exchange);
  g_autofree char     *outcome = app_exchange_dup_outcome (exchange);
  g_autofree char     *time = app_visible_text_time (exchange->time, g_get_real_time ());
  g_autofree char     *rest = app_exchange_dup_facts (exchange);
  g_autofree char     *facts = g_strjoin (rest[0] != '\0' ? " · " : "", time, rest, NULL);
  g_autofree char     *name = g_strdup_printf ("%s, %s, %s", title, outcome, facts);
  GtkWidget           *row = gtk_widget_get_parent (GTK_WIDGET (self));

  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->facts, facts);
  gtk_label_set_text (self->outcome, outcome);
  /* Of the others, which are most, their size says it. */
  gtk_widget_set_visible (GTK_WIDGET (self->outcome), exchange->outcome != STORE_OUTCOME_RESULT);
  ui_widget_set_class (self->outcome, "error", app_exchange_failed (exchange));
  ui_widget_set_class (self->outcome, "secondary", !app_exchange_failed (exchange));
  if (row != NULL)
    ui_widget_name (row, name);
}

static void
ui_history_row_class_init (UiHistoryRowClass *klass)
{
}

/* Rows are made by hand: GTK 4.8 binds no names for assistive technology. */
static void
ui_history_row_init (UiHistoryRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->title = ui_widget_add_label (top);
  self->outcome = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->outcome), "small");
  gtk_box_append (GTK_BOX (top), GTK_WIDGET (self->outcome));
  gtk_box_append (GTK_BOX (box), top);
  self->facts = ui_widget_add_label (box);
  gtk_widget_add_css_class (GTK_WIDGET (self->facts), "secondary");
  gtk_widget_add_css_class (GTK_WIDGET (self->facts), "small");
  gtk_widget_add_css_class (GTK_WIDGET (self->facts), "numeric");
  adw_bin_set_child (ADW_BIN (self), box);
}

GtkWidget *
ui_history_row_new (void)
{
  return g_object_new (UI_TYPE_HISTORY_ROW, NULL);
}
