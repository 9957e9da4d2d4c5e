/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-result-view.h"
#include "mcp-property.h"
#include "ui-approval-card.h"
#include "ui-call-copy.h"
#include "ui-call-status.h"
#include "ui-copy.h"
#include "ui-find-bin.h"
#include "ui-finding-button.h"
#include "ui-inbox-card.h"
#include "ui-problem-view.h"
#include "ui-required-pages.h"
#include "ui-template.h"
#include "ui-toast.h"
#include "app-auth-debugger.h"
#include "app-session.h"
#include "app-yaml.h"
#include "app-inbox-item.h"
#include "app-required-page.h"
#include "ui-block-view.h"
#include "ui-content-view.h"
#include "ui-page.h"
#include "ui-table-view.h"
#include "ui-lines-view.h"
#include "ui-menu.h"
#include "ui-widget.h"

#include <glib/gi18n.h>
#include <string.h>
#include <adwaita.h>

/* A result that is no longer of the call that runs. */
#define DIMMED 0.55
/* A call that ends before is not shown as running: that would only flicker. */
#define QUICK_MS 300

struct _UiResultView
{
  AdwBin parent_instance;

  AppCall    *call;
  AppCall    *shown;   /* the call, one before it, or a resource that was read from a result */
  GListModel *history; /* (nullable): of AppCall, that ended */

  GtkStack        *stack;
  GtkWidget       *back;
  GtkWidget       *steps;
  GtkLabel        *step;
  AdwBin          *question;
  GtkWidget       *question_place;
  UiCallStatus    *status;
  GtkWidget       *copy;
  UiApprovalCard  *approval;
  UiProblemView   *problem;
  UiRequiredPages *pages;
  GtkWidget       *result;
  UiFindingButton *findings;
  GtkLabel        *advice;
  GtkStack        *sides; /* a page is made when it is looked at first */
  GtkMenuButton   *view;
  GMenuModel      *menu;
  GtkLabel        *empty;

  AppCall *result_call; /* (nullable): whose result is in the stack, also while the next one runs */
  guint    late;        /* source: the call is shown if it still runs then */
};

enum {
  PROP_CALL = 1,
  PROP_SIDE,
  PROP_KIND,
  PROP_QUIET,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

UI_DEFINE_PAGE (UiResultView, ui_result_view, ADW_TYPE_BIN)

/* The result, from up to three sides: its content blocks, its structured content as a value, and
 * the text as it came */

static void read_resource (UiResultView *self, const char *uri);

static AppResult *
get_blocks (UiResultView *self)
{
  return self->result_call != NULL ? app_call_get_blocks (self->result_call) : NULL;
}

static GtkWidget *
create_content (UiResultView *self, AppSession *session)
{
  UiContentView *view = g_object_new (UI_TYPE_CONTENT_VIEW, NULL);

  ui_connect (view, "read-resource", read_resource, self);
  ui_content_view_set_result (view, get_blocks (self), session,
                              app_call_get_object (self->result_call));
  return GTK_WIDGET (view);
}

static GtkWidget *
create_structured (UiResultView *self, AppSession *session)
{
  g_autoptr (AppBlock) block =
      app_block_new_structured (app_result_get_structured (get_blocks (self)));

  return ui_block_view_new (block, session, app_call_get_object (self->result_call), TRUE);
}

static GtkWidget *
create_raw (UiResultView *self)
{
  g_autoptr (GBytes) bytes = mcp_json_value_get_bytes (app_result_get_value (get_blocks (self)));
  GtkWidget *lines = ui_lines_view_new ();

  ui_lines_view_set_label (UI_LINES_VIEW (lines), _ ("Raw Response"));
  ui_lines_view_set_text (UI_LINES_VIEW (lines), bytes);
  return lines;
}

/* Returns: (nullable): the one block that is shown, which has no head of its own */
static UiBlockView *
get_block (UiResultView *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->sides);
  GtkWidget *view = page != NULL ? adw_bin_get_child (ADW_BIN (page)) : NULL;

  if (UI_IS_CONTENT_VIEW (view))
    view = adw_bin_get_child (ADW_BIN (view));
  return UI_IS_BLOCK_VIEW (view) ? UI_BLOCK_VIEW (view) : NULL;
}

static void
on_side (UiResultView *self)
{
  const char *side = gtk_stack_get_visible_child_name (self->sides);
  GtkWidget  *page = gtk_stack_get_visible_child (self->sides);

  if (self->result_call == NULL || page == NULL || adw_bin_get_child (ADW_BIN (page)) != NULL)
    return;
  g_autoptr (AppSession) session = app_call_dup_session (self->result_call);
  adw_bin_set_child (ADW_BIN (page), g_str_equal (side, "content") ? create_content (self, session)
                                     : g_str_equal (side, "structured")
                                         ? create_structured (self, session)
                                         : create_raw (self));
  if (get_block (self) != NULL)
    ui_block_view_take_choice (get_block (self));
}

static void
drop_result (UiResultView *self)
{
  GtkWidget *page;

  g_clear_object (&self->result_call);
  while ((page = gtk_widget_get_first_child (GTK_WIDGET (self->sides))) != NULL)
    gtk_stack_remove (self->sides, page);
  gtk_widget_set_visible (self->result, FALSE);
}

static void
add_side (UiResultView *self, gboolean wanted, const char *name, const char *title)
{
  if (wanted)
    gtk_stack_add_titled (self->sides, adw_bin_new (), name, title);
}

static void
show_result (UiResultView *self)
{
  g_autofree char *before = g_strdup (gtk_stack_get_visible_child_name (self->sides));
  AppResult       *result = app_call_get_blocks (self->shown);
  gboolean         structured = mcp_json_value_exists (app_result_get_structured (result));
  gboolean         content =
      g_list_model_get_n_items (G_LIST_MODEL (result)) > (structured ? 1 : 0) || !structured;
  gboolean same = self->result_call != NULL &&
                  strcmp (app_call_get_target (self->result_call),
                          app_call_get_target (self->shown)) == 0;

  if (self->result_call != self->shown)
    {
      drop_result (self);
      add_side (self, content, "content", _ ("Content"));
      add_side (self, structured, "structured", _ ("Structured"));
      add_side (self, TRUE, "raw", _ ("Raw Response"));
      /* The text that a server has to send beside structured content says nothing new. Whoever
       * looks at one side of a result looks at the same side of the next. */
      if (same && before != NULL && gtk_stack_get_child_by_name (self->sides, before) != NULL)
        gtk_stack_set_visible_child_name (self->sides, before);
      else if (structured && content && app_result_text_repeats_structured (result))
        gtk_stack_set_visible_child_name (self->sides, "structured");
      self->result_call = g_object_ref (self->shown);
      on_side (self);
    }
  gtk_widget_set_visible (self->result, TRUE);
}

static gboolean
is_same (AppCall *call, AppCall *other)
{
  return app_call_get_kind (call) == app_call_get_kind (other) &&
         strcmp (app_call_get_target (call), app_call_get_target (other)) == 0;
}

/* Where a call stands among those that ended; behind them while it has not. */
static guint
find_step (UiResultView *self, AppCall *call, guint *n_steps)
{
  guint position;

  *n_steps = self->history != NULL ? g_list_model_get_n_items (self->history) : 0;
  for (position = 0; position < *n_steps; position++)
    {
      g_autoptr (AppCall) ended = g_list_model_get_item (self->history, position);

      if (ended == call)
        break;
    }
  return position;
}

/* "3 of 5"; a call that did not end yet is one more. */
static void
update_steps (UiResultView *self)
{
  guint    n_steps;
  guint    position = find_step (self, self->shown, &n_steps);
  gboolean own = position < n_steps || self->shown == self->call;
  gboolean more = self->call != NULL && find_step (self, self->call, &n_steps) == n_steps &&
                  app_call_get_state (self->call) != APP_CALL_DECLINED;
  guint            last = n_steps + (more ? 1 : 0);
  g_autofree char *text = g_strdup_printf (_ ("%'u of %'u"), position + 1, last);

  gtk_label_set_text (self->step, text);
  gtk_widget_set_visible (self->steps, own && last > 1);
  gtk_widget_set_visible (self->back, self->shown != NULL && !own);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.older", own && position > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.newer", own && position + 1 < last);
}

static void show_call (UiResultView *self, AppCall *call);

/* Who declined a call sees what was there before. Returns: whether there is anything */
static gboolean
show_last (UiResultView *self)
{
  guint n_steps = self->history != NULL ? g_list_model_get_n_items (self->history) : 0;

  if (n_steps == 0)
    return FALSE;
  g_autoptr (AppCall) last = g_list_model_get_item (self->history, n_steps - 1);
  show_call (self, last);
  return TRUE;
}

static void
update_question (UiResultView *self)
{
  AppInboxItem *item = self->shown != NULL ? app_call_get_question (self->shown) : NULL;
  GtkWidget    *card = adw_bin_get_child (self->question);

  gtk_widget_set_visible (self->question_place, item != NULL);
  if (item == NULL)
    adw_bin_set_child (self->question, NULL);
  else if (card == NULL || ui_inbox_card_get_item (UI_INBOX_CARD (card)) != item)
    {
      adw_bin_set_child (self->question, ui_inbox_card_new (item));
      ui_inbox_card_take_focus (UI_INBOX_CARD (adw_bin_get_child (self->question)));
    }
}

static void
update_question_time (UiResultView *self)
{
  GtkWidget *card = adw_bin_get_child (self->question);

  if (card != NULL)
    ui_inbox_card_update_time (UI_INBOX_CARD (card));
}

/* Nothing of it is known yet. */
static gboolean
is_begun (AppCall *call)
{
  return app_call_get_question (call) == NULL &&
         (app_call_get_state (call) == APP_CALL_PREPARED ||
          app_call_get_state (call) == APP_CALL_RUNNING);
}

/* Its line takes the place of the one before. */
static void
present (UiResultView *self)
{
  g_clear_handle_id (&self->late, g_source_remove);
  gtk_stack_set_visible_child_name (self->stack, "call");
  ui_call_status_set_call (self->status, self->shown);
  ui_approval_card_set_call (self->approval, self->shown);
  update_steps (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_QUIET]);
}

/* What may mend a failed call stands on its card. */
static void
show_problem (UiResultView *self, AppProblem *problem)
{
  gboolean lacks = problem != NULL && app_problem_lacks_access (problem);
  gboolean again = problem != NULL && app_problem_offers_again (problem);

  ui_problem_view_set_problem (self->problem, problem);
  ui_problem_view_set_button (self->problem, UI_PROBLEM_PRIMARY,
                              lacks   ? _ ("Request Access…")
                              : again ? _ ("Call Again")
                                      : NULL,
                              lacks ? "result.request-access" : "result.call-again");
}

static void
update (UiResultView *self)
{
  gboolean dimmed = FALSE;

  if (self->shown == NULL)
    return;
  AppCallState state = app_call_get_state (self->shown);
  if (self->late != 0 && is_begun (self->shown))
    return;
  present (self);
  if (state == APP_CALL_DECLINED && show_last (self))
    return;
  show_problem (self, state == APP_CALL_FAILED ? app_call_get_problem (self->shown) : NULL);
  ui_required_pages_set_call (self->pages, self->shown);
  if (state == APP_CALL_DONE && app_call_get_blocks (self->shown) != NULL)
    show_result (self);
  else if (state == APP_CALL_DONE || state == APP_CALL_FAILED || state == APP_CALL_CANCELLED ||
           state == APP_CALL_DECLINED)
    drop_result (self);
  else
    {
      /* The result before is of use only beside another call of the same. */
      if (self->result_call != NULL && !is_same (self->result_call, self->shown))
        drop_result (self);
      dimmed = TRUE;
    }
  ui_finding_button_set_findings (self->findings,
                                  app_call_get_blocks (self->shown) != NULL
                                      ? app_result_get_findings (app_call_get_blocks (self->shown))
                                      : NULL);
  gtk_widget_set_opacity (self->result, dimmed ? DIMMED : 1);
  ui_widget_set_class (self->result, "tool-error", app_call_is_error (self->shown));
  ui_widget_show_text (self->advice, app_call_is_error (self->shown)
                                         ? app_result_get_advice (app_call_get_blocks (self->shown))
                                         : NULL);
  update_question (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.copy", state == APP_CALL_DONE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.copy-yaml", state == APP_CALL_DONE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.show-in-log",
                                 app_call_get_sequence (self->shown) != 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.use-in-bench",
                                 state == APP_CALL_DONE &&
                                     app_call_get_kind (self->shown) != APP_CALL_TOOL);
}

static gboolean
on_late (gpointer data)
{
  UiResultView *self = data;

  self->late = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
show_nothing (UiResultView *self)
{
  gtk_stack_set_visible_child_name (self->stack, "empty");
  ui_call_status_set_call (self->status, NULL);
  ui_approval_card_set_call (self->approval, NULL);
  update_question (self);
  ui_problem_view_set_problem (self->problem, NULL);
  ui_required_pages_set_call (self->pages, NULL);
  ui_finding_button_set_findings (self->findings, NULL);
  drop_result (self);
}

/* What was there before stays until the call has run for a moment, or ended. */
static void
show_call (UiResultView *self, AppCall *call)
{
  gboolean stays = call != NULL && is_begun (call) &&
                   (self->shown == NULL || is_same (call, self->shown)) &&
                   app_call_get_elapsed (call) < QUICK_MS * 1000;

  if (self->shown != NULL)
    g_signal_handlers_disconnect_by_data (self->shown, self);
  g_set_object (&self->shown, call);
  g_clear_handle_id (&self->late, g_source_remove);
  if (stays)
    self->late = g_timeout_add (QUICK_MS, on_late, self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_QUIET]);
  if (call == NULL)
    {
      show_nothing (self);
      return;
    }
  ui_connect (call, "notify::state", update, self);
  ui_connect (call, "notify::object", update, self);
  ui_connect (call, "notify::question", update, self);
  ui_connect (call, "notify::elapsed", update_question_time, self);
  g_autofree char *curl = ui_call_copy_dup_text (call, "copy-curl");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.copy-curl", curl != NULL);
  update (self);
}

/* The call tells its own story through its state; the error is the same told twice. */
static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  (void)app_call_run_finish (APP_CALL (object), result, &error);
}

/* Reads a resource of the call's server and shows it. */
static void
read_resource (UiResultView *self, const char *uri)
{
  g_autoptr (AppSession) session = self->shown != NULL ? app_call_dup_session (self->shown) : NULL;
  if (session == NULL)
    return;
  g_autoptr (AppCall) call = app_session_new_call (APP_SESSION (session), APP_CALL_READ, uri, NULL);
  show_call (self, call);
  app_call_run_async (call, NULL, on_read, NULL);
}

/* What a resource's page was wanted for is read again in its place; the call is its page's. */
static void
on_retry (UiResultView *self)
{
  g_autoptr (AppCall) again = app_required_pages_repeat_call (self->shown);

  if (again == NULL)
    return;
  if (self->shown == self->call)
    {
      g_signal_emit_by_name (self, "retry", again);
      return;
    }
  show_call (self, again);
  app_call_run_async (again, NULL, on_read, NULL);
}

/* Actions */

static void
on_call_again (GtkWidget *widget, const char *name, GVariant *parameter)
{
  on_retry (UI_RESULT_VIEW (widget));
}

/* The call goes on by itself, unless the person went on to something else. */
static void
on_access (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiResultView) self = data;
  AppProblem *problem = self->shown != NULL ? app_call_get_problem (self->shown) : NULL;

  if (!app_auth_debugger_finish (APP_AUTH_DEBUGGER (object), result, NULL))
    return;
  if (problem == NULL || !app_problem_lacks_access (problem))
    {
      ui_toast_say (self, _ ("Access granted"));
      return;
    }
  ui_toast_say (self, _ ("Access granted. Calling again…"));
  on_retry (self);
}

static void
on_request_access (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiResultView *self = UI_RESULT_VIEW (widget);
  g_autoptr (AppSession) session = self->shown != NULL ? app_call_dup_session (self->shown) : NULL;
  AppAuthDebugger *debugger =
      session != NULL ? app_session_get_feature (session, APP_TYPE_AUTH_DEBUGGER) : NULL;

  if (debugger != NULL)
    app_auth_debugger_act_async (debugger, APP_AUTH_STEP_UP, NULL, on_access, g_object_ref (self));
}

static void
on_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiResultView *self = UI_RESULT_VIEW (widget);

  if (self->shown != self->call && app_call_is_running (self->shown))
    app_call_cancel (self->shown);
  show_call (self, self->call);
}

static void
step (UiResultView *self, int by)
{
  guint n_steps;
  guint position = find_step (self, self->shown, &n_steps) + (guint)by;
  g_autoptr (AppCall) call =
      position < n_steps ? g_list_model_get_item (self->history, position) : NULL;

  show_call (self, call != NULL ? call : self->call);
}

static void
on_older (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step (UI_RESULT_VIEW (widget), -1);
}

static void
on_newer (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step (UI_RESULT_VIEW (widget), 1);
}

static void
on_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiResultView *self = UI_RESULT_VIEW (widget);

  if (get_block (self) != NULL &&
      gtk_widget_activate_action (GTK_WIDGET (get_block (self)), "block.copy", NULL))
    return;
  McpJsonValue value =
      self->shown != NULL ? app_call_get_result (self->shown) : MCP_JSON_NO_VALUE;
  gsize       length = 0;
  const char *text = mcp_json_value_get_text (value, &length);

  if (text != NULL)
    ui_copy_text (widget, text, length);
}

static void
on_yaml (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkWidget) widget = data;
  g_autoptr (GBytes) text = app_yaml_load_finish (result, NULL);
  gsize       length = 0;
  const char *start = text != NULL ? g_bytes_get_data (text, &length) : NULL;

  ui_copy_text (widget, start, length);
}

/* Whoever has the window goes to the bench with it. */
static void
on_use_in_bench (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppCall *call = UI_RESULT_VIEW (widget)->shown;
  g_autoptr (AppSession) session = call != NULL ? app_call_dup_session (call) : NULL;
  const char *arguments = call != NULL ? app_call_get_arguments (call) : NULL;
  const char *id =
      session != NULL ? store_profile_get_id (app_session_get_profile (session)) : NULL;

  if (id != NULL)
    gtk_widget_activate_action (widget, "win.use-in-bench", "(sbss)", id,
                                app_call_get_kind (call) == APP_CALL_PROMPT,
                                app_call_get_target (call), arguments != NULL ? arguments : "");
}

static void
on_copy_yaml (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiResultView *self = UI_RESULT_VIEW (widget);
  McpJsonValue  value =
      self->shown != NULL ? app_call_get_result (self->shown) : MCP_JSON_NO_VALUE;

  if (mcp_json_value_exists (value))
    app_yaml_load_async (value, NULL, on_yaml, g_object_ref (widget));
}

static void
on_copy_call (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppCall         *call = UI_RESULT_VIEW (widget)->shown;
  g_autofree char *text = call != NULL ? ui_call_copy_dup_text (call, name) : NULL;

  if (text != NULL)
    ui_copy_text (widget, text, strlen (text));
}

static void
on_save (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (GTK_WIDGET (get_block (UI_RESULT_VIEW (widget))), "block.save", NULL);
}

static void
on_save_table (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (ui_widget_find (widget, UI_TYPE_TABLE_VIEW, TRUE), "table.save",
                              NULL);
}

static void
on_show_in_log (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (widget, "win.show-log-entry", "t",
                              app_call_get_sequence (UI_RESULT_VIEW (widget)->shown));
}

/* The one choice of what is seen of a result, and how */

static const char *
get_side (UiResultView *self)
{
  return gtk_stack_get_visible_child_name (self->sides);
}

static void
set_side (UiResultView *self, const char *side)
{
  if (gtk_stack_get_child_by_name (self->sides, side) != NULL)
    gtk_stack_set_visible_child_name (self->sides, side);
}

static guint
get_of_choice (UiResultView *self, const char *property)
{
  guint value = 0;

  if (get_block (self) != NULL)
    g_object_get (ui_block_view_take_choice (get_block (self)), property, &value, NULL);
  return value;
}

static guint
get_kind (UiResultView *self)
{
  return get_of_choice (self, "kind");
}

static void
set_kind (UiResultView *self, guint kind)
{
  if (get_block (self) != NULL)
    g_object_set (ui_block_view_take_choice (get_block (self)), "kind", kind, NULL);
}

static gboolean
is_quiet (UiResultView *self)
{
  return self->late != 0;
}

static const UiMenuRow menu_rows[] = {
  { UI_MENU_SUBMENU, N_ ("_Copy As") },
  { UI_MENU_ITEM, N_ ("Result as _YAML"), "result.copy-yaml" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("spy_glass-cli Command"), "result.copy-cli" },
  { UI_MENU_ITEM, N_ ("_JSON-RPC"), "result.copy-json-rpc" },
  { UI_MENU_ITEM, N_ ("_curl Command"), "result.copy-curl", "action-disabled" },
  { UI_MENU_END },
  { UI_MENU_ITEM, N_ ("_Save…"), "result.save", "action-disabled" },
  { UI_MENU_ITEM, N_ ("Save as CS_V…"), "result.save-table", "action-disabled" },
  { UI_MENU_ITEM, N_ ("Show in _Log"), "result.show-in-log", "action-disabled" },
  { UI_MENU_ITEM, N_ ("_Use in Playground"), "result.use-in-bench", "action-disabled" },
};

static void
append_side (GMenu *menu, const char *title, const char *action, GVariant *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (title, NULL);

  g_menu_item_set_action_and_target_value (item, action, target);
  g_menu_append_item (menu, item);
}

static void
create_view_menu (GtkMenuButton *button, gpointer data)
{
  UiResultView *self = data;
  guint         kinds = get_of_choice (self, "kinds");
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) sides = g_menu_new ();
  g_autoptr (GMenu) ways = g_menu_new ();
  g_autoptr (GMenuModel) rest = ui_menu_new (menu_rows, G_N_ELEMENTS (menu_rows));
  UiTableView *table = ui_widget_find (self->sides, UI_TYPE_TABLE_VIEW, TRUE);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.save",
                                 get_block (self) != NULL &&
                                     ui_block_view_can_save (get_block (self)));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.save-table",
                                 table != NULL && ui_table_view_can_save (table));
  for (GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->sides)); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    {
      GtkStackPage *each = gtk_stack_get_page (self->sides, page);

      append_side (sides, gtk_stack_page_get_title (each), "result.side",
                   g_variant_new_string (gtk_stack_page_get_name (each)));
    }
  /* One way is no choice. */
  for (guint kind = 1; kind <= kinds && (kinds & (kinds - 1)) != 0; kind <<= 1)
    if ((kinds & kind) != 0)
      append_side (ways, kind == APP_VIEW_RAW ? _ ("Source") : app_view_kind_get_title (kind),
                   "result.kind", g_variant_new_uint32 (kind));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (sides));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (ways));
  g_menu_append_section (menu, NULL, rest);
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

/* Of what is shown of the result, the first that can be searched. */
static gboolean
ui_result_view_search (UiPage *page)
{
  return ui_find_bin_search_within (GTK_WIDGET (UI_RESULT_VIEW (page)->sides));
}

static void
ui_result_view_page_init (UiPageInterface *iface)
{
  iface->search = ui_result_view_search;
}

/* The class */

static void
ui_result_view_dispose (GObject *object)
{
  UiResultView *self = UI_RESULT_VIEW (object);

  if (self->shown != NULL)
    g_signal_handlers_disconnect_by_data (self->shown, self);
  g_clear_object (&self->result_call);
  ui_template_dispose (object);
  g_clear_object (&self->shown);
  g_clear_handle_id (&self->late, g_source_remove);
  g_clear_object (&self->call);
  ui_clear_watched (&self->history, self);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  ui_template_ensure_types (UI_TYPE_APPROVAL_CARD, UI_TYPE_CALL_STATUS, UI_TYPE_FINDING_BUTTON,
                            UI_TYPE_PROBLEM_VIEW, UI_TYPE_REQUIRED_PAGES);
  ui_template_set (widget_class, "ui/result/ui-result-view.ui");
  ui_template_bind_children (widget_class, UiResultView, back, steps, step, question,
                             question_place, status, copy, approval, problem, pages, result,
                             findings, advice, sides, view, empty);
  ui_template_bind_callbacks (widget_class, on_retry, on_side);
}

UI_DEFINE_CLASS (UiResultView, ui_result_view)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_CALL] = { "call", APP_TYPE_CALL, .offset = G_STRUCT_OFFSET (UiResultView, call),
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_result_view_set_call) },
    [PROP_SIDE] = { "side", G_TYPE_STRING, G_CALLBACK (get_side), .flags = G_PARAM_WRITABLE,
                    .set = G_CALLBACK (set_side) },
    [PROP_KIND] = { "kind", G_TYPE_UINT, G_CALLBACK (get_kind), .flags = G_PARAM_WRITABLE,
                    .set = G_CALLBACK (set_kind) },
    [PROP_QUIET] = { "quiet", G_TYPE_BOOLEAN, G_CALLBACK (is_quiet) },
  };

  object_class->dispose = ui_result_view_dispose;

  mcp_property_install (object_class, rows, properties, N_PROPS);

  mcp_signal_new (klass, "retry", 1, APP_TYPE_CALL);

  bind_template (widget_class);
  gtk_widget_class_install_action (widget_class, "result.call-again", NULL, on_call_again);
  gtk_widget_class_install_action (widget_class, "result.request-access", NULL, on_request_access);
  gtk_widget_class_install_action (widget_class, "result.back", NULL, on_back);
  gtk_widget_class_install_action (widget_class, "result.older", NULL, on_older);
  gtk_widget_class_install_action (widget_class, "result.newer", NULL, on_newer);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_bracketleft, 0, "result.older", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_bracketright, 0, "result.newer",
                                       NULL);
  gtk_widget_class_install_action (widget_class, "result.copy", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "result.save", NULL, on_save);
  gtk_widget_class_install_action (widget_class, "result.save-table", NULL, on_save_table);
  gtk_widget_class_install_action (widget_class, "result.show-in-log", NULL, on_show_in_log);
  gtk_widget_class_install_property_action (widget_class, "result.side", "side");
  gtk_widget_class_install_property_action (widget_class, "result.kind", "kind");
  gtk_widget_class_install_action (widget_class, "result.use-in-bench", NULL, on_use_in_bench);
  gtk_widget_class_install_action (widget_class, "result.copy-yaml", NULL, on_copy_yaml);
  gtk_widget_class_install_action (widget_class, "result.copy-curl", NULL, on_copy_call);
  gtk_widget_class_install_action (widget_class, "result.copy-cli", NULL, on_copy_call);
  gtk_widget_class_install_action (widget_class, "result.copy-json-rpc", NULL, on_copy_call);
}

static void
ui_result_view_init (UiResultView *self)
{
  ui_template_init (self);
  self->stack = GTK_STACK (adw_bin_get_child (ADW_BIN (self)));
  gtk_menu_button_set_create_popup_func (self->view, create_view_menu, self, NULL);
}

void
ui_result_view_set_call (UiResultView *self, AppCall *call)
{
  g_return_if_fail (UI_IS_RESULT_VIEW (self));
  g_return_if_fail (call == NULL || APP_IS_CALL (call));

  if (self->call == call)
    return;
  g_set_object (&self->call, call);
  show_call (self, call);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CALL]);
}

void
ui_result_view_set_history (UiResultView *self, GListModel *history)
{
  g_return_if_fail (UI_IS_RESULT_VIEW (self));
  g_return_if_fail (history == NULL || G_IS_LIST_MODEL (history));

  if (self->history == history)
    return;
  if (self->history != NULL)
    g_signal_handlers_disconnect_by_data (self->history, self);
  g_set_object (&self->history, history);
  if (history != NULL)
    ui_connect (history, "items-changed", update_steps, self);
  update_steps (self);
}

void
ui_result_view_set_empty_text (UiResultView *self, const char *text)
{
  g_return_if_fail (UI_IS_RESULT_VIEW (self));
  gtk_label_set_text (self->empty, text);
}
