/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-saved-page.h"
#include "ui-approval-card.h"
#include "ui-page.h"
#include "ui-row-menu.h"
#include "ui-saved-detail.h"
#include "ui-saved-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-catalogue.h"
#include "app-drafts.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_LINE 200
#define MAX_QUESTION 2000

struct _UiSavedPage
{
  UiListFrame parent_instance;

  AppWorkspace       *workspace;
  AppSavedCalls      *calls;
  GtkFilter          *filter;
  GtkFilterListModel *shown;
  GPtrArray          *asked;   /* (nullable): what runs once the person says so */
  AppSavedItem       *deleted; /* (nullable): the last one */
  guint               position;

  GtkWidget      *run;
  GtkWidget      *stop;
  GtkListBox     *list;
  UiSavedDetail  *detail;
  UiApprovalCard *approval;
};

UI_DEFINE_PAGE (UiSavedPage, ui_saved_page, UI_TYPE_LIST_FRAME)

/* What is shown */

static gboolean
is_wanted (gpointer item, gpointer data)
{
  const AppSavedCall *call = app_saved_item_get_call (item);
  g_autofree char    *words = g_utf8_casefold (ui_list_frame_get_text (data), -1);
  g_autofree char    *whole =
      g_strjoin ("\n", call->name, call->target, call->group != NULL ? call->group : "", NULL);
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
  ui_list_frame_set_count (self, line->str);
}

static void
update_stack (UiSavedPage *self)
{
  guint all = g_list_model_get_n_items (G_LIST_MODEL (self->calls));
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->shown));

  ui_list_frame_show (self, all == 0, n, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "saved.run-all", n > 0);
  update_summary (self);
}

static void
update_running (UiSavedPage *self)
{
  gboolean running = app_saved_calls_is_running (self->calls);

  gtk_widget_set_visible (self->run, !running);
  gtk_widget_set_visible (self->stop, running);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "saved.run", !running);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "saved.run-group", !running);
  update_summary (self);
}

static void
update_problem (UiSavedPage *self)
{
  g_autofree char *problem = NULL;

  g_object_get (self->calls, "problem", &problem, NULL);
  ui_list_frame_show_problem (self, problem);
}

static void
on_search (UiSavedPage *self)
{
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

static const AppSavedCall *
get_call (GtkListBoxRow *row)
{
  return app_saved_item_get_call (ui_saved_row_get_item (UI_SAVED_ROW (row)));
}

/* A group runs from its head. */
static void
update_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  const char *group = get_call (row)->group;
  gboolean    is_first = before == NULL || g_strcmp0 (group, get_call (before)->group) != 0;

  gtk_list_box_row_set_header (row, NULL);
  if (!is_first || (group == NULL && before == NULL))
    return;
  g_autofree char *line =
      group != NULL ? app_visible_text_line (group, MAX_LINE) : g_strdup (_ ("No Group"));
  g_autofree char *name = g_strdup_printf (_ ("Run Group “%s”"), line);
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkLabel        *label = ui_widget_add_label (box);
  GtkWidget       *button = gtk_button_new_from_icon_name ("media-playback-start-symbolic");
  gtk_label_set_text (label, line);
  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (label), "heading");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, name);
  ui_widget_name (button, name);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "saved.run-group");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", group != NULL ? group : "");
  gtk_box_append (GTK_BOX (box), button);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 6);
  gtk_list_box_row_set_header (row, box);
}

/* Running: tools that say nothing of themselves are asked about together, before the first call.
 * What is asked about by itself asks in the place of its result, when it is due. */

static void
on_answered (UiSavedPage *self, gboolean agreed)
{
  g_autoptr (GPtrArray) items = g_steal_pointer (&self->asked);

  if (agreed && items != NULL)
    app_saved_calls_run (self->calls, items);
}

/* @items: (transfer full) */
static void
run (UiSavedPage *self, GPtrArray *items)
{
  g_auto (GStrv) tools = app_saved_calls_dup_asked (self->calls, items);
  g_autofree char *joined = g_strjoinv ("\n", tools);
  g_autofree char *names = app_visible_text_block (joined, MAX_QUESTION);

  g_clear_pointer (&self->asked, g_ptr_array_unref);
  self->asked = items;
  if (tools[0] == NULL)
    on_answered (self, TRUE);
  else
    ui_approval_card_ask (self->approval,
                          ngettext ("Run the Call?", "Run the Calls?", items->len),
                          ngettext ("This tool may change something.",
                                    "These tools may change something.",
                                    g_strv_length (tools)),
                          names, _ ("_Run"));
}

/* @group: (nullable): "" for calls of no group, %NULL for all that are shown */
static void
run_some (UiSavedPage *self, const char *group)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->shown)); i++)
    {
      g_autoptr (AppSavedItem) item = g_list_model_get_item (G_LIST_MODEL (self->shown), i);
      const char *own = app_saved_item_get_call (item)->group;

      if (group == NULL || g_str_equal (own != NULL ? own : "", group))
        g_ptr_array_add (items, g_object_ref (item));
    }
  run (self, items);
}

static void
run_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  run_some (UI_SAVED_PAGE (widget), NULL);
}

static void
run_group (GtkWidget *widget, const char *action, GVariant *parameter)
{
  run_some (UI_SAVED_PAGE (widget), g_variant_get_string (parameter, NULL));
}

static void
stop (GtkWidget *widget, const char *action, GVariant *parameter)
{
  app_saved_calls_stop (UI_SAVED_PAGE (widget)->calls);
}

/* One call */

static void
run_one (UiSavedPage *self, AppSavedItem *item)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (items, g_object_ref (item));
  run (self, items);
}

static void
open_in_form (UiSavedPage *self, AppSavedItem *item)
{
  static const struct
  {
    McpDefinitionKind kind;
    const char       *place;
  } places[] = {
    [APP_CALL_TOOL] = { MCP_DEFINITION_TOOL, "tools" },
    [APP_CALL_READ] = { MCP_DEFINITION_RESOURCE, "resources" },
    [APP_CALL_PROMPT] = { MCP_DEFINITION_PROMPT, "prompts" },
  };
  const AppSavedCall *call = app_saved_item_get_call (item);
  AppSession         *session = app_saved_calls_find_session (self->calls, item);
  McpDefinition      *definition =
      session != NULL ? app_catalogue_find (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                                 places[call->kind].kind, call->target)
                           : NULL;

  if (definition == NULL)
    {
      ui_list_frame_say (self, session == NULL ? _ ("The server is not connected")
                                               : _ ("The server no longer offers this"));
      return;
    }
  AppDraft *draft =
      app_drafts_open (app_session_get_feature (session, APP_TYPE_DRAFTS), definition);
  g_autofree char *arguments = mcp_json_value_exists (call->arguments)
                                   ? mcp_json_value_print_compact (call->arguments)
                                   : g_strdup ("{}");
  if (app_draft_get_form (draft) != NULL)
    app_form_set_json (app_draft_get_form (draft), arguments);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open", "(sss)", call->server,
                              places[call->kind].place, mcp_definition_get_key (definition));
}

static void
delete_item (UiSavedPage *self, AppSavedItem *item)
{
  g_set_object (&self->deleted, item);
  self->position = app_saved_calls_remove (self->calls, item);
  ui_list_frame_say_deleted (self, app_saved_item_get_call (item)->name, "saved.undo-delete");
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
move_up (UiSavedPage *self, AppSavedItem *item)
{
  app_saved_calls_move (self->calls, item, -1);
}

static void
move_down (UiSavedPage *self, AppSavedItem *item)
{
  app_saved_calls_move (self->calls, item, 1);
}

static const struct
{
  const char *name;
  void (*act) (UiSavedPage *self, AppSavedItem *item);
} of_item[] = {
  { "saved.run", run_one },
  { "saved.open", open_in_form },
  { "saved.delete", delete_item },
  { "saved.move-up", move_up },
  { "saved.move-down", move_down },
};

static void select_item (UiSavedPage *self, AppSavedItem *item);

/* What is done to the call that is shown. */
static void
act (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiSavedPage *self = UI_SAVED_PAGE (widget);
  g_autoptr (AppSavedItem) item = ui_saved_detail_get_item (self->detail);

  if (item == NULL)
    return;
  g_object_ref (item);
  for (guint i = 0; i < G_N_ELEMENTS (of_item); i++)
    if (g_str_equal (of_item[i].name, action))
      of_item[i].act (self, item);
  select_item (self, item);
}

static void
choose_tool (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiSavedPage *self = UI_SAVED_PAGE (widget);
  g_autoptr (AppSession) session = g_list_model_get_item (G_LIST_MODEL (self->workspace), 0);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->workspace)); i++)
    {
      g_autoptr (AppSession) other = g_list_model_get_item (G_LIST_MODEL (self->workspace), i);

      if (app_session_get_state (session) != APP_SESSION_READY)
        g_set_object (&session, other);
    }
  if (session == NULL)
    gtk_widget_activate_action (widget, "win.add-server", NULL);
  else
    gtk_widget_activate_action (widget, "win.open", "(sss)",
                                store_profile_get_id (app_session_get_profile (session)), "tools",
                                "");
}

/* The list */

static void
select_item (UiSavedPage *self, AppSavedItem *item)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (ui_saved_row_get_item (UI_SAVED_ROW (row)) == item)
      gtk_list_box_select_row (self->list, row);
}

static void
on_row_selected (UiSavedPage *self, GtkListBoxRow *row)
{
  if (row != NULL)
    ui_saved_detail_set_item (self->detail, self->calls,
                              ui_saved_row_get_item (UI_SAVED_ROW (row)));
}

static void
on_item_changed (UiSavedPage *self)
{
  gtk_list_box_invalidate_headers (self->list);
  on_search (self);
}

/* A call that asks is shown, with its question in the place of its result. */
static void
on_item_state (UiSavedPage *self, GParamSpec *spec, AppSavedItem *item)
{
  AppCall *call = app_saved_item_get_last_call (item);

  update_summary (self);
  if (app_saved_item_get_state (item) != APP_SAVED_RUNNING || call == NULL ||
      app_call_get_state (call) != APP_CALL_NEEDS_APPROVAL)
    return;
  select_item (self, item);
  ui_list_frame_show_detail (self);
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  UiSavedPage *self = data;

  /* Rows are made again where the filter changes. */
  g_signal_handlers_disconnect_by_data (item, self);
  ui_connect (item, "notify::state", on_item_state, self);
  ui_connect (item, "changed", on_item_changed, self);
  return ui_saved_row_new (item, self->workspace);
}

/* Something is selected while there is anything. */
static void
on_rows_changed (UiSavedPage *self)
{
  AppSavedItem *item = ui_saved_detail_get_item (self->detail);

  update_stack (self);
  if (item != NULL)
    select_item (self, item);
  if (gtk_list_box_get_selected_row (self->list) == NULL)
    gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, 0));
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
  ui_connect (ui_list_frame_get_search (self), "search-changed", on_search, self);
  ui_connect (self->shown, "items-changed", on_rows_changed, self);
  g_signal_connect_object (self->calls, "items-changed", G_CALLBACK (update_stack), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  ui_connect (self->calls, "notify::running", update_running, self);
  ui_connect (self->calls, "notify::problem", update_problem, self);
  ui_row_menu_attach (GTK_WIDGET (self), GTK_WIDGET (self->list),
                      ui_saved_detail_get_menu (self->detail));
  on_rows_changed (self);
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
  g_clear_pointer (&self->asked, g_ptr_array_unref);
}

static gboolean
ui_saved_page_cancel (UiPage *page)
{
  UiSavedPage *self = UI_SAVED_PAGE (page);
  gboolean     running = app_saved_calls_is_running (self->calls);

  app_saved_calls_stop (self->calls);
  return running;
}

static gboolean
ui_saved_page_submit (UiPage *page)
{
  return gtk_widget_activate_action (GTK_WIDGET (page), "saved.run", NULL);
}

static void
ui_saved_page_page_init (UiPageInterface *iface)
{
  iface->submit = ui_saved_page_submit;
  iface->cancel = ui_saved_page_cancel;
}

UI_DEFINE_CLASS (UiSavedPage, ui_saved_page)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  ui_template_ensure_types (UI_TYPE_APPROVAL_CARD, UI_TYPE_SAVED_DETAIL);
  ui_template_set (widget_class, "ui/saved/ui-saved-page.ui");
  ui_template_hold (widget_class, UiSavedPage, deleted, shown, filter, calls, workspace);
  object_class->dispose = ui_saved_page_dispose;
  ui_template_bind_children (widget_class, UiSavedPage, run, stop, list, detail, approval);
  ui_template_bind_callbacks (widget_class, on_answered, on_row_selected,
                              ui_list_frame_show_detail);
  for (guint i = 0; i < G_N_ELEMENTS (of_item); i++)
    gtk_widget_class_install_action (widget_class, of_item[i].name, NULL, act);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK, "saved.move-up",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, GDK_ALT_MASK,
                                       "saved.move-down", NULL);
  gtk_widget_class_install_action (widget_class, "saved.choose-tool", NULL, choose_tool);
  gtk_widget_class_install_action (widget_class, "saved.run-all", NULL, run_all);
  gtk_widget_class_install_action (widget_class, "saved.run-group", "s", run_group);
  gtk_widget_class_install_action (widget_class, "saved.stop", NULL, stop);
  gtk_widget_class_install_action (widget_class, "saved.undo-delete", NULL, undo_delete);
}

static void
ui_saved_page_init (UiSavedPage *self)
{
  ui_template_init (self);
}

GtkWidget *
ui_saved_page_new (AppWorkspace *workspace)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  UiSavedPage *self = g_object_new (UI_TYPE_SAVED_PAGE, NULL);
  self->workspace = g_object_ref (workspace);
  set_up (self);
  return GTK_WIDGET (self);
}

gboolean
ui_saved_page_save (UiSavedPage *self, const AppSavedText *text)
{
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (UI_IS_SAVED_PAGE (self), FALSE);

  AppSavedItem *item = app_saved_calls_add (self->calls, text, &error);
  if (item == NULL)
    {
      ui_list_frame_show_problem (self, error->message);
      return FALSE;
    }
  ui_list_frame_clear_search (self);
  on_search (self);
  select_item (self, item);
  ui_list_frame_show_detail (self);
  ui_saved_detail_focus (self->detail);
  return TRUE;
}
