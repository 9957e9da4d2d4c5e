/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-history-view.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "app-exchange-words.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_LINE 200

struct _UiHistoryView
{
  GtkWidget parent_instance;

  AppPastList  *list;
  AppPastEntry *entry;   /* (nullable) */
  GCancellable *reading; /* (nullable) */
  GBytes       *request;
  GBytes       *response; /* (nullable) */
  char         *http;     /* (nullable) */
  gboolean      repeats;  /* as soon as it is read */

  GtkStack        *stack;
  GtkLabel        *header;
  GtkLabel        *facts;
  GtkWidget       *repeat;
  GtkToggleButton *as_request;
  GtkToggleButton *as_response;
  GtkToggleButton *as_http;
  GtkToggleButton *pretty;
  UiSourceView    *source;
  AdwStatusPage   *problem;
};

UI_DEFINE_TEMPLATE (UiHistoryView, ui_history_view, GTK_TYPE_WIDGET)

static const StoreExchange *
get_exchange (UiHistoryView *self)
{
  return self->entry != NULL ? app_past_entry_get_exchange (self->entry) : NULL;
}

static void
show_facts (UiHistoryView *self)
{
  const StoreExchange *exchange = get_exchange (self);
  g_autofree char     *title = app_exchange_dup_title (exchange);
  g_autofree char     *outcome = app_exchange_dup_outcome (exchange);
  g_autofree char     *time = app_visible_text_time (exchange->time, g_get_real_time ());
  g_autofree char     *rest = app_exchange_dup_facts (exchange);
  guint                masks = STORE_EXCHANGE_REQUEST_MASKED | STORE_EXCHANGE_RESPONSE_MASKED;
  const char          *parts[] = { outcome, time, rest, exchange->protocol, exchange->source,
                          (exchange->flags & masks) != 0 ? _ ("secrets masked") : NULL };
  g_autoptr (GString) facts = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL && parts[i][0] != '\0')
      g_string_append_printf (facts, "%s%s", facts->len > 0 ? " · " : "", parts[i]);
  g_autofree char *line = app_visible_text_line (facts->str, MAX_LINE);
  gtk_label_set_text (self->header, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->header), title);
  gtk_label_set_text (self->facts, line);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->facts), line);
}

/* What is shown of it */

static void
update_source (UiHistoryView *self)
{
  UiSourceMode mode =
      gtk_toggle_button_get_active (self->pretty) ? UI_SOURCE_PRETTY : UI_SOURCE_RAW;

  if (gtk_toggle_button_get_active (self->as_http))
    ui_source_view_set_text (self->source, self->http, UI_SOURCE_PLAIN);
  else if (gtk_toggle_button_get_active (self->as_response))
    ui_source_view_set_bytes (self->source, self->response, mode);
  else
    ui_source_view_set_bytes (self->source, self->request, mode);
  gtk_widget_set_visible (GTK_WIDGET (self->pretty), !gtk_toggle_button_get_active (self->as_http));
}

static void
on_toggled (UiHistoryView *self, GParamSpec *pspec, GtkToggleButton *button)
{
  /* Of a group, the one that is switched on speaks for both. */
  if (gtk_toggle_button_get_active (button) || button == self->pretty)
    update_source (self);
}

static void
update_buttons (UiHistoryView *self)
{
  g_autofree char *tool = NULL;
  g_autofree char *arguments = app_past_entry_dup_call (self->request, &tool);
  gboolean         ours = (get_exchange (self)->flags & STORE_EXCHANGE_BY_SERVER) == 0;

  gtk_widget_set_visible (GTK_WIDGET (self->as_response), self->response != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->as_http), self->http != NULL);
  if ((gtk_toggle_button_get_active (self->as_response) && self->response == NULL) ||
      (gtk_toggle_button_get_active (self->as_http) && self->http == NULL))
    gtk_toggle_button_set_active (self->as_request, TRUE);
  /* Servers ask on their own; nobody repeats that here. */
  gtk_widget_set_visible (self->repeat, ours);
  gtk_widget_set_sensitive (self->repeat, TRUE);
  gtk_widget_set_tooltip_text (self->repeat, arguments != NULL
                                                 ? _ ("Open in the Form of the Tool")
                                                 : _ ("Open in the Composer"));
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiHistoryView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) request = NULL;
  g_autoptr (GBytes) response = NULL;

  if (self->stack == NULL || g_task_get_cancellable (G_TASK (result)) != self->reading)
    return;

  g_autoptr (StoreExchange) exchange =
      app_past_list_get_finish (self->list, result, &request, &response, &error);
  g_clear_object (&self->reading);
  if (exchange == NULL)
    {
      g_autofree char *text = app_visible_text_line (error->message, MAX_LINE);
      g_autofree char *markup = g_markup_escape_text (text, -1);

      adw_status_page_set_description (self->problem, markup);
      gtk_stack_set_visible_child_name (self->stack, "problem");
      return;
    }
  self->request = g_steal_pointer (&request);
  self->response = g_steal_pointer (&response);
  self->http = app_exchange_dup_http (exchange);
  update_buttons (self);
  update_source (self);
  gtk_stack_set_visible_child_name (self->stack, "exchange");
  if (self->repeats)
    ui_history_view_repeat (self);
}

static void
clear (UiHistoryView *self)
{
  self->repeats = FALSE;
  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->request, g_bytes_unref);
  g_clear_pointer (&self->response, g_bytes_unref);
  g_clear_pointer (&self->http, g_free);
}

void
ui_history_view_set_list (UiHistoryView *self, AppPastList *list)
{
  g_return_if_fail (UI_IS_HISTORY_VIEW (self));
  self->list = g_object_ref (list);
}

void
ui_history_view_show (UiHistoryView *self, AppPastEntry *entry)
{
  g_return_if_fail (UI_IS_HISTORY_VIEW (self));

  /* What is recorded meanwhile only moves it down the list. */
  if (self->entry == entry)
    return;
  clear (self);
  g_set_object (&self->entry, entry);
  if (entry == NULL)
    {
      gtk_stack_set_visible_child_name (self->stack, "none");
      return;
    }
  show_facts (self);
  ui_source_view_set_bytes (self->source, NULL, UI_SOURCE_PLAIN);
  gtk_widget_set_sensitive (self->repeat, FALSE);
  self->reading = g_cancellable_new ();
  app_past_list_get_async (self->list, entry, self->reading, on_read, g_object_ref (self));
}

void
ui_history_view_repeat (UiHistoryView *self)
{
  g_return_if_fail (UI_IS_HISTORY_VIEW (self));

  const StoreExchange *exchange = get_exchange (self);
  g_autofree char     *tool = NULL;
  g_autofree char     *arguments = app_past_entry_dup_call (self->request, &tool);

  self->repeats = self->reading != NULL;
  if (exchange == NULL || self->request == NULL ||
      (exchange->flags & STORE_EXCHANGE_BY_SERVER) != 0)
    return;
  if (arguments != NULL)
    {
      g_signal_emit_by_name (self, "repeat", exchange->server_id, tool, arguments);
      return;
    }
  gsize            length;
  const char      *data = g_bytes_get_data (self->request, &length);
  g_autofree char *text = g_utf8_make_valid (data, (gssize)length);
  g_signal_emit_by_name (self, "compose", exchange->server_id, text);
}

/* The class */

static void
copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiHistoryView *self = UI_HISTORY_VIEW (widget);

  if (self->request != NULL)
    ui_source_view_copy (self->source);
}

UI_DEFINE_DISPOSE (UiHistoryView, ui_history_view)
{
  clear (self);
}

UI_DEFINE_CLASS (UiHistoryView, ui_history_view)
{
  G_OBJECT_CLASS (klass)->dispose = ui_history_view_dispose;
  g_type_ensure (UI_TYPE_SOURCE_VIEW);
  ui_template_set_bin (widget_class, "ui/history/ui-history-view.ui");
  ui_template_hold (widget_class, UiHistoryView, entry, list);
  ui_template_bind_children (widget_class, UiHistoryView, stack, header, facts, repeat, as_request,
                             as_response, as_http, pretty, source, problem);
  ui_template_bind_callbacks (widget_class, on_toggled, ui_history_view_repeat);
  mcp_signal_new (klass, "repeat", 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
  mcp_signal_new (klass, "compose", 2, G_TYPE_STRING, G_TYPE_STRING);
  gtk_widget_class_install_action (widget_class, "history.copy", NULL, copy);
}
