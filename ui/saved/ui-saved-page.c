/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-saved-page.h"
#include "ui-banner.h"
#include "ui-page.h"
#include "ui-question.h"
#include "ui-save-dialog.h"
#include "ui-saved-row.h"
#include "ui-template.h"
#include "app-catalogue.h"
#include "app-drafts.h"
#include "app-saved-calls.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* What is compared with a result in a file that a person reads. */
#define MAX_RESULT (64u * 1024u)
/* A call with its arguments, as a question shows it. */
#define MAX_QUESTION 2000

struct _UiSavedPage
{
  GtkWidget parent_instance;

  AppWorkspace       *workspace;
  AppSavedCalls      *calls;
  GtkFilter          *filter;
  GtkFilterListModel *shown;
  GPtrArray          *asked;     /* (nullable): what runs once the person says so */
  GQueue              questions; /* utf8: what is still to be asked first */
  guint               n_asked;   /* calls that the next of them is about */
  AppSavedItem       *deleted;   /* (nullable): the last one */
  guint               position;

  AdwToastOverlay *toasts;
  UiBanner        *banner;
  GtkStack        *stack;
  GtkSearchEntry  *search;
  GtkLabel        *summary;
  GtkWidget       *run;
  GtkWidget       *stop;
  GtkListBox      *list;
};

UI_DEFINE_PAGE (UiSavedPage, ui_saved_page, GTK_TYPE_WIDGET)

static void
say (UiSavedPage *self, const char *text)
{
  g_autofree char *line = app_visible_text_line (text, 0);
  g_autofree char *title = g_markup_escape_text (line, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (title));
}

/* What is shown */

static gboolean
is_wanted (gpointer item, gpointer data)
{
  UiSavedPage        *self = data;
  const AppSavedCall *call = app_saved_item_get_call (item);
  const char         *typed = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char    *words = g_utf8_casefold (typed, -1);
  g_autofree char    *whole =
      g_strjoin ("\n", call->name, call->tool, call->group != NULL ? call->group : "", NULL);
  g_autofree char *folded = g_utf8_casefold (whole, -1);

  return strstr (folded, words) != NULL;
}

static guint
count (UiSavedPage *self, AppSavedState state)
{
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->shown)); i++)
    {
      g_autoptr (AppSavedItem) item = g_list_model_get_item (G_LIST_MODEL (self->shown), i);

      n += app_saved_item_get_state (item) == state;
    }
  return n;
}

/* "3 calls · 2 passed · 1 failed" */
static void
update_summary (UiSavedPage *self)
{
  guint            n = g_list_model_get_n_items (G_LIST_MODEL (self->shown));
  guint            n_passed = count (self, APP_SAVED_PASSED);
  guint            n_failed = count (self, APP_SAVED_FAILED);
  g_autofree char *all = g_strdup_printf (ngettext ("%u call", "%u calls", n), n);
  g_autofree char *passed = g_strdup_printf (_ ("%u passed"), n_passed);
  g_autofree char *failed = g_strdup_printf (_ ("%u failed"), n_failed);
  g_autoptr (GString) line = g_string_new (all);

  if (n_passed > 0)
    g_string_append_printf (line, " · %s", passed);
  if (n_failed > 0)
    g_string_append_printf (line, " · %s", failed);
  gtk_label_set_text (self->summary, line->str);
}

static void
update_stack (UiSavedPage *self)
{
  guint all = g_list_model_get_n_items (G_LIST_MODEL (self->calls));
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->shown));

  gtk_stack_set_visible_child_name (self->stack, all > 0 ? "calls" : "empty");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "saved.run-all", n > 0);
  update_summary (self);
}

static void
update_running (UiSavedPage *self)
{
  gboolean running = app_saved_calls_is_running (self->calls);

  gtk_widget_set_visible (self->run, !running);
  gtk_widget_set_visible (self->stop, running);
  update_summary (self);
}

static void
update_problem (UiSavedPage *self)
{
  g_autofree char *problem = NULL;

  g_object_get (self->calls, "problem", &problem, NULL);
  g_autofree char *line = app_visible_text_line (problem, 0);
  if (problem != NULL)
    ui_banner_set_title (self->banner, line);
  ui_banner_set_revealed (self->banner, problem != NULL);
}

static void
on_search (UiSavedPage *self)
{
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

static void
on_stop_search (UiSavedPage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
}

static const char *
get_group (GtkListBoxRow *row)
{
  return row != NULL ? app_saved_item_get_call (ui_saved_row_get_item (UI_SAVED_ROW (row)))->group
                     : NULL;
}

static void
update_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  const char *group = get_group (row);

  if (group == NULL || g_strcmp0 (group, get_group (before)) == 0)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  g_autofree char *line = app_visible_text_line (group, 0);
  GtkWidget       *label = gtk_label_new (line);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_margin_top (label, 12);
  gtk_widget_set_margin_bottom (label, 6);
  gtk_widget_set_margin_start (label, 12);
  gtk_list_box_row_set_header (row, label);
}

/* Running: what may change something is asked about before the first: tools together, and each call
 * that is to be looked at by itself. */

static void
run_asked (UiSavedPage *self)
{
  g_autoptr (GPtrArray) items = g_steal_pointer (&self->asked);

  if (items != NULL)
    app_saved_calls_run (self->calls, items);
}

static void ask (UiSavedPage *self, const char *body);

static void
ask_next (UiSavedPage *self)
{
  g_autofree char *body = g_queue_pop_head (&self->questions);

  if (body != NULL)
    ask (self, body);
  else
    run_asked (self);
}

static void
on_answer (UiSavedPage *self, const char *response)
{
  if (g_str_equal (response, "run"))
    {
      ask_next (self);
      return;
    }
  g_queue_clear_full (&self->questions, g_free);
  g_clear_pointer (&self->asked, g_ptr_array_unref);
}

static void
ask (UiSavedPage *self, const char *body)
{
  ui_question_ask (
      GTK_WIDGET (self), ngettext ("Run the Call?", "Run the Calls?", self->n_asked), body, "run",
      _ ("_Run"), ADW_RESPONSE_DEFAULT, G_CALLBACK (on_answer), self);
  self->n_asked = 1;
}

/* @items: (transfer full) */
static void
run (UiSavedPage *self, GPtrArray *items)
{
  g_auto (GStrv) alone = NULL;
  g_auto (GStrv) tools = app_saved_calls_dup_asked (self->calls, items, &alone);
  g_autofree char *joined = g_strjoinv (", ", tools);
  g_autofree char *names = app_visible_text_line (joined, 300);

  g_clear_pointer (&self->asked, g_ptr_array_unref);
  g_queue_clear_full (&self->questions, g_free);
  self->asked = items;
  self->n_asked = tools[0] != NULL ? items->len : 1;
  if (tools[0] != NULL)
    g_queue_push_tail (
        &self->questions,
        /* Translators: %s are names of tools */
        g_strdup_printf (ngettext ("This tool may change something: %s",
                                   "These tools may change something: %s", g_strv_length (tools)),
                         names));
  for (guint i = 0; alone[i] != NULL; i++)
    g_queue_push_tail (&self->questions, app_visible_text_block (alone[i], MAX_QUESTION));
  ask_next (self);
}

static void
run_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiSavedPage *self = UI_SAVED_PAGE (widget);
  GPtrArray   *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->shown)); i++)
    g_ptr_array_add (items, g_list_model_get_item (G_LIST_MODEL (self->shown), i));
  run (self, items);
}

static void
stop (GtkWidget *widget, const char *action, GVariant *parameter)
{
  app_saved_calls_stop (UI_SAVED_PAGE (widget)->calls);
}

/* One call */

static void
open_in_form (UiSavedPage *self, AppSavedItem *item)
{
  const AppSavedCall *call = app_saved_item_get_call (item);
  AppSession         *session = app_saved_calls_find_session (self->calls, item);
  McpTool            *tool =
      session != NULL
                     ? app_catalogue_find_tool (
                           app_session_get_feature (session, APP_TYPE_CATALOGUE), call->tool)
                     : NULL;

  if (session == NULL || tool == NULL)
    {
      say (self, session == NULL ? _ ("The server is not connected")
                                 : _ ("The server has no such tool"));
      return;
    }
  AppDraft        *draft = app_drafts_open (app_session_get_feature (session, APP_TYPE_DRAFTS),
                                            MCP_DEFINITION (tool));
  g_autofree char *arguments = mcp_json_value_exists (call->arguments)
                                   ? mcp_json_value_print_compact (call->arguments)
                                   : g_strdup ("{}");
  app_form_set_json (app_draft_get_form (draft), arguments);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open", "(sss)", call->server, "tools",
                              mcp_definition_get_key (MCP_DEFINITION (tool)));
}

/* Returns: (transfer full) (nullable): JSON text of the last result of the tool */
static char *
dup_last_result (AppSession *session, const char *tool)
{
  GListModel *calls = session != NULL ? app_session_get_calls (session) : NULL;

  for (guint i = calls != NULL ? g_list_model_get_n_items (calls) : 0; i > 0; i--)
    {
      g_autoptr (AppCall) call = g_list_model_get_item (calls, i - 1);
      StoreObject *object = app_call_get_object (call);

      if (object == NULL || app_call_get_kind (call) != APP_CALL_TOOL ||
          g_strcmp0 (app_call_get_target (call), tool) != 0)
        continue;
      if (store_object_get_size (object) > MAX_RESULT)
        return NULL;
      g_autoptr (GBytes) json = store_object_dup_json (object);
      gsize       length;
      const char *text = g_bytes_get_data (json, &length);
      return g_strndup (text, length);
    }
  return NULL;
}

static void
edit (UiSavedPage *self, AppSavedItem *item)
{
  const AppSavedCall *call = app_saved_item_get_call (item);
  g_autofree char    *arguments = mcp_json_value_exists (call->arguments)
                                      ? mcp_json_value_print_pretty (call->arguments, 2)
                                      : NULL;
  g_autofree char    *expect = mcp_json_value_exists (call->expect)
                                   ? mcp_json_value_print_pretty (call->expect, 2)
                                   : NULL;
  g_autofree char    *result =
      dup_last_result (app_saved_calls_find_session (self->calls, item), call->tool);
  AppSavedText text = { call->name, call->group, call->server, call->tool, arguments, expect };

  gtk_window_present (ui_save_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                          self->calls, item, &text, result));
}

static void
delete_item (UiSavedPage *self, AppSavedItem *item)
{
  g_autofree char *plain =
      g_strdup_printf (_ ("Deleted “%s”"), app_saved_item_get_call (item)->name);
  g_autofree char *line = app_visible_text_line (plain, 0);
  g_autofree char *title = g_markup_escape_text (line, -1);
  AdwToast        *toast = adw_toast_new (title);

  g_set_object (&self->deleted, item);
  self->position = app_saved_calls_remove (self->calls, item);
  adw_toast_set_button_label (toast, _ ("Undo"));
  adw_toast_set_action_name (toast, "saved.undo-delete");
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
undo_delete (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiSavedPage *self = UI_SAVED_PAGE (widget);

  if (self->deleted != NULL)
    app_saved_calls_insert (self->calls, self->deleted, self->position);
  g_clear_object (&self->deleted);
}

static void
focus_item (UiSavedPage *self, AppSavedItem *item)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (ui_saved_row_get_item (UI_SAVED_ROW (row)) == item)
      gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
on_act (UiSavedPage *self, const char *action, UiSavedRow *row)
{
  g_autoptr (AppSavedItem) item = g_object_ref (ui_saved_row_get_item (row));

  if (g_str_equal (action, "saved.open"))
    open_in_form (self, item);
  else if (g_str_equal (action, "saved.edit"))
    edit (self, item);
  else if (g_str_equal (action, "saved.delete"))
    delete_item (self, item);
  else if (g_str_equal (action, "saved.run"))
    {
      GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

      g_ptr_array_add (items, g_object_ref (item));
      run (self, items);
    }
  else
    {
      app_saved_calls_move (self->calls, item, g_str_equal (action, "saved.move-up") ? -1 : 1);
      focus_item (self, item);
    }
}

static void
on_row_activated (UiSavedPage *self, GtkListBoxRow *row)
{
  open_in_form (self, ui_saved_row_get_item (UI_SAVED_ROW (row)));
}

static void
on_item_changed (UiSavedPage *self)
{
  gtk_list_box_invalidate_headers (self->list);
  on_search (self);
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  UiSavedPage *self = data;
  GtkWidget   *row = ui_saved_row_new (item, self->workspace);

  ui_connect (row, "act", on_act, self);
  /* Rows are made again where the filter changes. */
  g_signal_handlers_disconnect_by_data (item, self);
  ui_connect (item, "notify::state", update_summary, self);
  ui_connect (item, "changed", on_item_changed, self);
  return row;
}

/* The class */

static void
set_up (UiSavedPage *self)
{
  self->calls = app_saved_calls_new (self->workspace);
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_wanted, self, NULL));
  self->shown = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->calls)),
                                           g_object_ref (self->filter));
  gtk_list_box_set_header_func (self->list, update_header, NULL, NULL);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (self->shown), create_row, self, NULL);
  ui_connect (self->shown, "items-changed", update_stack, self);
  g_signal_connect_object (self->calls, "items-changed", G_CALLBACK (update_stack), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  ui_connect (self->calls, "notify::running", update_running, self);
  ui_connect (self->calls, "notify::problem", update_problem, self);
  update_stack (self);
  update_running (self);
  update_problem (self);
}

static void
ui_saved_page_dispose (GObject *object)
{
  UiSavedPage *self = UI_SAVED_PAGE (object);

  if (self->list != NULL)
    gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  if (self->calls != NULL)
    app_saved_calls_flush (self->calls);
  ui_template_dispose (object);
  g_queue_clear_full (&self->questions, g_free);
  g_clear_pointer (&self->asked, g_ptr_array_unref);
}

static gboolean
ui_saved_page_search (UiPage *page)
{
  return gtk_widget_grab_focus (GTK_WIDGET (UI_SAVED_PAGE (page)->search));
}

static gboolean
ui_saved_page_cancel (UiPage *page)
{
  UiSavedPage *self = UI_SAVED_PAGE (page);
  gboolean     running = app_saved_calls_is_running (self->calls);

  app_saved_calls_stop (self->calls);
  return running;
}

static void
ui_saved_page_page_init (UiPageInterface *iface)
{
  iface->search = ui_saved_page_search;
  iface->cancel = ui_saved_page_cancel;
}

UI_DEFINE_CLASS (UiSavedPage, ui_saved_page)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  g_type_ensure (UI_TYPE_BANNER);
  ui_template_set_bin (widget_class, "ui/saved/ui-saved-page.ui");
  ui_template_hold (widget_class, UiSavedPage, deleted, shown, filter, calls, workspace);
  object_class->dispose = ui_saved_page_dispose;
  ui_template_bind_children (widget_class, UiSavedPage, toasts, banner, stack, search, summary, run,
                             stop, list);
  ui_template_bind_callbacks (widget_class, on_row_activated, on_search, on_stop_search);
  gtk_widget_class_install_action (widget_class, "saved.run-all", NULL, run_all);
  gtk_widget_class_install_action (widget_class, "saved.stop", NULL, stop);
  gtk_widget_class_install_action (widget_class, "saved.undo-delete", NULL, undo_delete);
}

static void
ui_saved_page_init (UiSavedPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_saved_page_new (AppWorkspace *workspace)
{
  UiSavedPage *self;

  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  self = g_object_new (UI_TYPE_SAVED_PAGE, NULL);
  self->workspace = g_object_ref (workspace);
  set_up (self);
  return GTK_WIDGET (self);
}

void
ui_saved_page_save (UiSavedPage *self,
                    GtkWindow   *near,
                    const char  *server,
                    const char  *tool,
                    const char  *arguments)
{
  g_return_if_fail (UI_IS_SAVED_PAGE (self));

  AppSession      *session = app_workspace_find_id (self->workspace, server);
  g_autofree char *result = dup_last_result (session, tool);
  AppSavedText     text = { NULL, NULL, server, tool, arguments, NULL };

  gtk_window_present (ui_save_dialog_new (near, self->calls, NULL, &text, result));
}
