/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-activity-view.h"
#include "ui-call-copy.h"
#include "ui-menu.h"
#include "ui-result-view.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-catalogue.h"
#include "app-drafts.h"
#include "app-exchange-words.h"
#include "app-log.h"
#include "app-object-cache.h"
#include "app-past-calls.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define MAX_LINE 200

struct _UiActivityView
{
  GtkWidget parent_instance;

  AppWorkspace *workspace;
  AppPastList  *list;
  GActionGroup *actions;
  AppPastEntry *entry;   /* (nullable) */
  AppCall      *call;    /* (nullable): what its result is shown of */
  GCancellable *reading; /* (nullable) */
  gint64        read_id; /* of the record that is read; 0: of none */
  GBytes       *request;
  GBytes       *response; /* (nullable) */
  char         *http;     /* (nullable) */
  const char   *waiting;  /* (nullable): the action that is wanted once it is read */

  GtkStack        *stack;
  GtkStack        *place;
  GtkLabel        *header;
  GtkLabel        *facts;
  GtkWidget       *repeat;
  GtkMenuButton   *menu_button;
  GtkToggleButton *as_result;
  GtkToggleButton *as_request;
  GtkToggleButton *as_response;
  GtkToggleButton *as_http;
  GtkToggleButton *pretty;
  GtkWidget       *not_kept;
  UiResultView    *result;
  UiSourceView    *source;
  AdwStatusPage   *problem;
};

G_DEFINE_FINAL_TYPE (UiActivityView, ui_activity_view, GTK_TYPE_WIDGET)

#define HIDDEN "action-disabled"

static const UiMenuRow menu[] = {
  { UI_MENU_ITEM, N_ ("_Repeat…"), "row.repeat", HIDDEN },
  { UI_MENU_ITEM, N_ ("_Call Again"), "row.call-again", HIDDEN },
  { UI_MENU_ITEM, N_ ("Compare _With…"), "row.compare" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("_Pin Result"), "row.pin", HIDDEN },
  { UI_MENU_ITEM, N_ ("Un_pin Result"), "row.unpin", HIDDEN },
  { UI_MENU_ITEM, N_ ("_Save Call…"), "row.save-call", HIDDEN },
  { UI_MENU_ITEM, N_ ("Show in _Log"), "row.show-in-log", HIDDEN },
};

static const StoreExchange *
get_exchange (UiActivityView *self)
{
  return app_past_entry_get_exchange (self->entry);
}

static gboolean
is_call (UiActivityView *self)
{
  AppCallKind kind;

  return self->entry != NULL && app_past_entry_get_kind (get_exchange (self), &kind);
}

/* Returns: (transfer none) (nullable): of its server, while that is in the list */
static AppSession *
find_session (UiActivityView *self)
{
  const char *id = get_exchange (self)->server_id;

  return id != NULL ? app_workspace_find_id (self->workspace, id) : NULL;
}

/* Its object among those that are kept.
 * Returns: (transfer none) (nullable) */
static StoreObjectEntry *
find_kept (UiActivityView *self)
{
  StoreObject *object = self->call != NULL ? app_call_get_object (self->call) : NULL;

  return object != NULL && store_object_get_id (object) != NULL
             ? app_object_cache_find (app_workspace_get_object_cache (self->workspace),
                                      store_object_get_store (object),
                                      store_object_get_id (object))
             : NULL;
}

static AppLogEntry *
find_in_log (UiActivityView *self)
{
  const StoreExchange *exchange = get_exchange (self);
  GListModel          *log = G_LIST_MODEL (app_workspace_get_log (self->workspace));
  AppLogEntry         *found = NULL;

  for (guint i = g_list_model_get_n_items (log); i > 0; i--)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i - 1);
      const AppLogRow *row = app_log_entry_get_row (entry);

      if (row->time < exchange->time)
        break;
      if (g_strcmp0 (row->method, exchange->method) == 0 &&
          g_strcmp0 (row->session, exchange->server) == 0 &&
          g_strcmp0 (row->name, exchange->name) == 0)
        found = entry;
    }
  return found;
}

/* What is shown of it */

static void
show_facts (UiActivityView *self)
{
  const StoreExchange *exchange = get_exchange (self);
  g_autofree char     *title = app_past_entry_dup_title (self->entry);
  g_autofree char     *outcome = app_past_entry_dup_state_name (self->entry);
  g_autofree char     *time = app_visible_text_time (exchange->time, g_get_real_time ());
  g_autofree char     *duration =
      app_visible_text_duration (app_past_entry_get_duration (self->entry));
  g_autofree char *size = app_visible_text_size (exchange->response_size);
  guint            masks = STORE_EXCHANGE_REQUEST_MASKED | STORE_EXCHANGE_RESPONSE_MASKED;
  gboolean         calls = is_call (self);
  gboolean         is_private;
  /* Without its name it reads as a date. */
  g_autofree char *protocol =
      exchange->protocol != NULL && exchange->protocol[0] != '\0'
          ? g_strdup_printf ("MCP %s", exchange->protocol)
          : NULL;

  g_object_get (self->workspace, "private", &is_private, NULL);
  /* Of a call, the line of its result says the rest. */
  const char *parts[] = { exchange->server,
                          calls ? exchange->method : outcome,
                          time,
                          calls ? NULL : duration,
                          calls ? NULL : size,
                          protocol,
                          exchange->source,
                          (exchange->flags & masks) != 0 ? _ ("secrets masked") : NULL,
                          exchange->id == 0 && is_private ? _ ("not recorded") : NULL };
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

static void
update_source (UiActivityView *self)
{
  UiSourceMode mode =
      gtk_toggle_button_get_active (self->pretty) ? UI_SOURCE_PRETTY : UI_SOURCE_RAW;
  gboolean result = gtk_toggle_button_get_active (self->as_result);

  gtk_stack_set_visible_child_name (self->place, !result              ? "message"
                                                 : self->call != NULL ? "result"
                                                                      : "none");
  gtk_widget_set_visible (GTK_WIDGET (self->pretty),
                          !result && !gtk_toggle_button_get_active (self->as_http));
  if (result)
    return;
  if (gtk_toggle_button_get_active (self->as_http))
    ui_source_view_set_text (self->source, self->http, UI_SOURCE_PLAIN);
  else
    ui_source_view_set_bytes (self->source,
                              gtk_toggle_button_get_active (self->as_response) ? self->response
                                                                               : self->request,
                              mode);
}

static void
on_toggled (UiActivityView *self, GParamSpec *pspec, GtkToggleButton *button)
{
  /* Of a group, the one that is switched on speaks for both. */
  if (gtk_toggle_button_get_active (button) || button == self->pretty)
    update_source (self);
}

static void
enable (UiActivityView *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)), enabled);
}

static void
update_actions (UiActivityView *self)
{
  if (self->entry == NULL)
    return;

  StoreObjectEntry *kept = find_kept (self);
  gboolean          pinned = kept != NULL && store_object_entry_get_facts (kept)->pinned;
  gboolean          calls = is_call (self);
  gboolean          ours = (get_exchange (self)->flags & STORE_EXCHANGE_BY_SERVER) == 0;
  gboolean          has_object = self->call != NULL && app_call_get_object (self->call) != NULL;

  /* Servers ask on their own; nobody repeats that here. */
  enable (self, "repeat", ours);
  gtk_widget_set_visible (self->repeat, ours);
  enable (self, "call-again", calls);
  enable (self, "save-call", calls);
  enable (self, "pin", has_object && !pinned);
  enable (self, "unpin", pinned);
  enable (self, "show-in-log", find_in_log (self) != NULL);
  /* One that has just come is being stored. */
  gtk_widget_set_visible (self->not_kept,
                          has_object && kept == NULL && get_exchange (self)->source == NULL &&
                              app_past_entry_get_call (self->entry) == NULL);
}

static void
update_buttons (UiActivityView *self)
{
  GtkToggleButton *all[] = { self->as_result, self->as_response, self->as_request, self->as_http };
  gboolean         there[] = { is_call (self) && (self->call != NULL || self->response == NULL),
                               self->response != NULL, TRUE, self->http != NULL };
  gboolean         chosen = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      gtk_widget_set_visible (GTK_WIDGET (all[i]), there[i]);
      chosen |= there[i] && gtk_toggle_button_get_active (all[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (all) && !chosen; i++)
    if (there[i])
      {
        gtk_toggle_button_set_active (all[i], TRUE);
        chosen = TRUE;
      }
  update_source (self);
  update_actions (self);
}

/* Reading it */

static void
finish_reading (UiActivityView *self)
{
  const char *waiting = g_steal_pointer (&self->waiting);

  g_clear_object (&self->reading);
  update_buttons (self);
  gtk_stack_set_visible_child_name (self->stack, "exchange");
  if (waiting != NULL)
    g_action_group_activate_action (self->actions, waiting, NULL);
}

static void
take_call (UiActivityView *self, AppCall *call)
{
  g_set_object (&self->call, call);
  ui_result_view_set_call (self->result, call);
  if (call != NULL)
    ui_connect (call, "notify::object", update_actions, self);
}

static void
on_recalled (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiActivityView) self = data;
  g_autoptr (AppCall) call = app_past_call_recall_finish (result);

  if (self->stack == NULL || g_task_get_cancellable (G_TASK (result)) != self->reading)
    return;
  take_call (self, call);
  finish_reading (self);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiActivityView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) request = NULL;
  g_autoptr (GBytes) response = NULL;

  if (self->stack == NULL || g_task_get_cancellable (G_TASK (result)) != self->reading)
    return;

  g_autoptr (StoreExchange) exchange =
      app_past_list_get_finish (self->list, result, &request, &response, &error);
  if (exchange == NULL)
    {
      g_autofree char *text = app_visible_text_line (error->message, MAX_LINE);
      g_autofree char *markup = g_markup_escape_text (text, -1);

      g_clear_object (&self->reading);
      adw_status_page_set_description (self->problem, markup);
      gtk_stack_set_visible_child_name (self->stack, "problem");
      return;
    }
  self->request = g_steal_pointer (&request);
  self->response = g_steal_pointer (&response);
  self->http = app_exchange_dup_http (exchange);
  if (self->call != NULL)
    finish_reading (self);
  else
    app_past_call_recall_async (app_workspace_get_object_cache (self->workspace),
                                find_session (self), exchange, self->request, self->response,
                                self->reading, on_recalled, g_object_ref (self));
}

static void
stop_reading (UiActivityView *self)
{
  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->request, g_bytes_unref);
  g_clear_pointer (&self->response, g_bytes_unref);
  g_clear_pointer (&self->http, g_free);
}

static void
read_texts (UiActivityView *self)
{
  stop_reading (self);
  self->read_id = get_exchange (self)->id;
  self->reading = g_cancellable_new ();
  app_past_list_get_async (self->list, self->entry, self->reading, on_read, g_object_ref (self));
}

/* A call that runs ends, and is recorded then. */
static void
on_changed (UiActivityView *self)
{
  show_facts (self);
  if (self->read_id == 0 || self->read_id != get_exchange (self)->id)
    read_texts (self);
}

static void
clear (UiActivityView *self)
{
  self->waiting = NULL;
  stop_reading (self);
  if (self->call != NULL)
    g_signal_handlers_disconnect_by_data (self->call, self);
  if (self->entry != NULL)
    g_signal_handlers_disconnect_by_data (self->entry, self);
  g_clear_object (&self->call);
}

void
ui_activity_view_show (UiActivityView *self, AppPastEntry *entry)
{
  g_return_if_fail (UI_IS_ACTIVITY_VIEW (self));

  /* What is recorded meanwhile only moves it down the list. */
  if (self->entry == entry)
    return;
  clear (self);
  g_set_object (&self->entry, entry);
  if (entry == NULL)
    {
      ui_result_view_set_call (self->result, NULL);
      gtk_stack_set_visible_child_name (self->stack, "none");
      return;
    }
  ui_connect (entry, "changed", on_changed, self);
  show_facts (self);
  take_call (self, app_past_entry_get_call (entry));
  ui_source_view_set_bytes (self->source, NULL, UI_SOURCE_PLAIN);
  read_texts (self);
}

/* Actions */

static void
say (UiActivityView *self, const char *text)
{
  g_signal_emit_by_name (self, "said", text);
}

/* By kind of call: what was called, and where it is shown */
static const struct
{
  McpDefinitionKind kind;
  const char       *place;
} origins[] = {
  { MCP_DEFINITION_TOOL, "tools" },
  { MCP_DEFINITION_RESOURCE, "resources" },
  { MCP_DEFINITION_PROMPT, "prompts" },
};

/* Opens what was called with what was sent; where that is gone, its page says so.
 * Returns: (transfer none) (nullable) */
static AppDraft *
open_origin (UiActivityView *self)
{
  AppSession      *session = find_session (self);
  g_autofree char *target = NULL;
  g_autofree char *arguments = app_past_entry_dup_call (self->request, &target);
  AppCallKind      kind = APP_CALL_TOOL;
  McpDefinition   *found;
  AppDraft        *draft;

  app_past_entry_get_kind (get_exchange (self), &kind);
  if (session == NULL || app_session_get_state (session) != APP_SESSION_READY)
    {
      say (self, session == NULL ? _ ("The server was removed") : _ ("Connect the server first"));
      return NULL;
    }
  found = app_catalogue_find (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                              origins[kind].kind, target);
  draft = found != NULL
              ? app_drafts_open (app_session_get_feature (session, APP_TYPE_DRAFTS), found)
              : NULL;
  if (draft != NULL && app_draft_get_form (draft) != NULL && kind != APP_CALL_READ)
    app_form_set_json (app_draft_get_form (draft), arguments);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open", "(sss)",
                              get_exchange (self)->server_id, origins[kind].place,
                              found != NULL ? mcp_definition_get_key (found) : target);
  return draft;
}

/* Whether what @name needs is there; else it is done once that is read. */
static gboolean
is_read (UiActivityView *self, const char *name)
{
  if (self->reading != NULL)
    self->waiting = name;
  return self->entry != NULL && self->reading == NULL;
}

static void
repeat (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiActivityView  *self = data;
  g_autofree char *text = NULL;
  gsize            length;
  const char      *request;

  if (!is_read (self, "repeat"))
    return;
  if (is_call (self))
    {
      open_origin (self);
      return;
    }
  request = g_bytes_get_data (self->request, &length);
  text = g_utf8_make_valid (request, (gssize)length);
  g_signal_emit_by_name (self, "compose", get_exchange (self)->server_id, text);
}

static void
call_again (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppDraft *draft = is_read (data, "call-again") ? open_origin (data) : NULL;

  if (draft != NULL)
    app_draft_send (draft);
}

/* The result says how. */
static void
on_retry (UiActivityView *self)
{
  g_action_group_activate_action (self->actions, "call-again", NULL);
}

static void
change_pin (UiActivityView *self, StoreObjectEntry *kept, gboolean pin)
{
  app_object_cache_change (app_workspace_get_object_cache (self->workspace), kept,
                           &(StoreObjectChange){ .pin = pin, .unpin = !pin });
  say (self, pin ? _ ("Pinned: kept under Objects") : _ ("Unpinned"));
}

static void
on_kept (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiActivityView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObjectEntry) kept =
      app_object_cache_put_finish (APP_OBJECT_CACHE (source), result, &error);

  if (self->stack == NULL)
    return;
  if (kept != NULL)
    change_pin (self, kept, TRUE);
  else
    say (self, error->message);
}

/* What has expired is kept again. */
static void
pin (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiActivityView   *self = data;
  StoreObjectEntry *kept = find_kept (self);

  if (!is_read (self, "pin"))
    return;
  if (kept != NULL)
    change_pin (self, kept, TRUE);
  else
    app_object_cache_put_async (app_workspace_get_object_cache (self->workspace),
                                app_call_get_object (self->call), NULL, on_kept,
                                g_object_ref (self));
}

static void
unpin (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (is_read (data, "unpin") && find_kept (data) != NULL)
    change_pin (data, find_kept (data), FALSE);
}

static void
save_call (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiActivityView  *self = data;
  g_autofree char *target = NULL;
  g_autofree char *arguments = NULL;
  AppCallKind      kind = APP_CALL_TOOL;
  const char      *id;

  if (!is_read (self, "save-call"))
    return;
  id = get_exchange (self)->server_id;
  app_past_entry_get_kind (get_exchange (self), &kind);
  arguments = app_past_entry_dup_call (self->request, &target);
  if (arguments != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.save-call", "(suss)",
                                id != NULL ? id : "", (guint)kind, target, arguments);
}

static void
show_in_log (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiActivityView *self = data;
  AppLogEntry    *found = self->entry != NULL ? find_in_log (self) : NULL;

  if (found != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-log-entry", "t",
                                app_log_entry_get_row (found)->sequence);
}

static const GActionEntry actions[] = {
  { "repeat", repeat },
  { "call-again", call_again },
  { "pin", pin },
  { "unpin", unpin },
  { "save-call", save_call },
  { "show-in-log", show_in_log },
};

MCP_DEFINE_GETTER (GActionGroup *, UiActivityView, ui_activity_view, actions)

GMenuModel *
ui_activity_view_get_menu (UiActivityView *self)
{
  g_return_val_if_fail (UI_IS_ACTIVITY_VIEW (self), NULL);
  return gtk_menu_button_get_menu_model (self->menu_button);
}

/* The class */

static void
copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiActivityView *self = UI_ACTIVITY_VIEW (widget);

  if (self->request != NULL)
    ui_source_view_copy (self->source);
}

void
ui_activity_view_mark (UiActivityView *self, const char *text)
{
  g_return_if_fail (UI_IS_ACTIVITY_VIEW (self));
  ui_source_view_mark (self->source, text);
}

UI_DEFINE_DISPOSE (UiActivityView, ui_activity_view)
{
  clear (self);
}

UI_DEFINE_CLASS (UiActivityView, ui_activity_view)
{
  G_OBJECT_CLASS (klass)->dispose = ui_activity_view_dispose;
  ui_template_ensure_types (UI_TYPE_RESULT_VIEW, UI_TYPE_SOURCE_VIEW);
  ui_template_set_bin (widget_class, "ui/activity/ui-activity-view.ui");
  ui_template_hold (widget_class, UiActivityView, entry, list, actions, workspace);
  ui_template_bind_children (widget_class, UiActivityView, stack, place, header, facts, repeat,
                             menu_button, as_result, as_request, as_response, as_http, pretty,
                             not_kept, result, source, problem);
  ui_template_bind_callbacks (widget_class, on_toggled, on_retry);
  mcp_signal_new (klass, "compose", 2, G_TYPE_STRING, G_TYPE_STRING);
  mcp_signal_new (klass, "said", 1, G_TYPE_STRING);
  gtk_widget_class_install_action (widget_class, "message.copy", NULL, copy);
}

static void
ui_activity_view_init (UiActivityView *self)
{
  g_autoptr (GMenuModel) model = ui_menu_new (menu, G_N_ELEMENTS (menu));

  ui_template_init (self);
  gtk_menu_button_set_menu_model (self->menu_button, model);
}

void
ui_activity_view_set_up (UiActivityView *self, AppWorkspace *workspace, AppPastList *list)
{
  g_return_if_fail (UI_IS_ACTIVITY_VIEW (self));

  GSimpleActionGroup *group = g_simple_action_group_new ();

  self->workspace = g_object_ref (workspace);
  self->list = g_object_ref (list);
  self->actions = G_ACTION_GROUP (group);
  ui_connect (app_workspace_get_object_cache (workspace), "altered", update_actions, self);
  g_action_map_add_action_entries (G_ACTION_MAP (group), actions, G_N_ELEMENTS (actions), self);
}
