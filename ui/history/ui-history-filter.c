/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-history-filter.h"
#include "ui-template.h"

struct _UiHistoryFilter
{
  GtkPopover parent_instance;

  gboolean updating;

  GtkDropDown   *server;
  GtkStringList *servers;
  GtkDropDown   *method;
  GtkDropDown   *outcome;
  GtkDropDown   *age;
  GtkDropDown   *source;
};

UI_DEFINE_TEMPLATE (UiHistoryFilter, ui_history_filter, GTK_TYPE_POPOVER)

#define OUTCOME(name) (1u << STORE_OUTCOME_##name)

/* In the order of the lists in the template. */
static const guint outcomes[] = {
  0,
  OUTCOME (RESULT),
  OUTCOME (TOOL_ERROR) | OUTCOME (ERROR) | OUTCOME (NO_RESPONSE),
  OUTCOME (CANCELLED),
};

#define IMPORTED 1

static const gint64 ages[] = {
  0,
  G_TIME_SPAN_HOUR,
  G_TIME_SPAN_DAY,
  7 * G_TIME_SPAN_DAY,
  30 * G_TIME_SPAN_DAY,
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
on_chosen (UiHistoryFilter *self)
{
  if (!self->updating)
    g_signal_emit_by_name (self, "changed");
}

void
ui_history_filter_set_servers (UiHistoryFilter *self, const char *const *names)
{
  g_return_if_fail (UI_IS_HISTORY_FILTER (self));

  g_autofree char *chosen = g_strdup (get_chosen (self->server));
  guint            n = g_list_model_get_n_items (G_LIST_MODEL (self->servers));
  guint            position = 0;

  self->updating = TRUE;
  gtk_string_list_splice (self->servers, 1, n - 1, names);
  for (guint i = 0; names[i] != NULL; i++)
    if (g_strcmp0 (names[i], chosen) == 0)
      position = i + 1;
  /* A server that was taken out of the list still has its history. */
  if (chosen != NULL && position == 0)
    {
      gtk_string_list_append (self->servers, chosen);
      position = g_list_model_get_n_items (G_LIST_MODEL (self->servers)) - 1;
    }
  gtk_drop_down_set_selected (self->server, position);
  self->updating = FALSE;
}

void
ui_history_filter_get (UiHistoryFilter *self, AppPastFilter *filter)
{
  g_return_if_fail (UI_IS_HISTORY_FILTER (self));

  guint  outcome = gtk_drop_down_get_selected (self->outcome);
  guint  age = gtk_drop_down_get_selected (self->age);
  gint64 span = age < G_N_ELEMENTS (ages) ? ages[age] : 0;

  *filter = (AppPastFilter){
    .server = get_chosen (self->server),
    .method = get_chosen (self->method),
    .outcomes = outcome < G_N_ELEMENTS (outcomes) ? outcomes[outcome] : 0,
    .from = span != 0 ? g_get_real_time () - span : 0,
    .imported = gtk_drop_down_get_selected (self->source) == IMPORTED,
  };
}

gboolean
ui_history_filter_is_set (UiHistoryFilter *self)
{
  g_return_val_if_fail (UI_IS_HISTORY_FILTER (self), FALSE);

  GtkDropDown *lists[] = { self->server, self->method, self->outcome, self->age, self->source };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (gtk_drop_down_get_selected (lists[i]) != 0)
      return TRUE;
  return FALSE;
}

static void
choose_all_of (UiHistoryFilter *self, guint source)
{
  GtkDropDown *lists[] = { self->server, self->method, self->outcome, self->age };

  self->updating = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    gtk_drop_down_set_selected (lists[i], 0);
  gtk_drop_down_set_selected (self->source, source);
  self->updating = FALSE;
  g_signal_emit_by_name (self, "changed");
}

void
ui_history_filter_choose_imported (UiHistoryFilter *self)
{
  g_return_if_fail (UI_IS_HISTORY_FILTER (self));
  choose_all_of (self, IMPORTED);
}

/* Everything is wanted again. */
static void
on_reset (UiHistoryFilter *self)
{
  choose_all_of (self, 0);
}

UI_DEFINE_CLASS (UiHistoryFilter, ui_history_filter)
{
  ui_template_set (widget_class, "ui/history/ui-history-filter.ui");
  ui_template_bind_children (widget_class, UiHistoryFilter, server, servers, method, outcome, age,
                             source);
  ui_template_bind_callbacks (widget_class, on_chosen, on_reset);
  mcp_signal_new (klass, "changed", 0);
}
