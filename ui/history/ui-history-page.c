/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-history-page.h"
#include "ui-banner.h"
#include "ui-comparison-dialog.h"
#include "ui-file-chooser.h"
#include "ui-history-filter.h"
#include "ui-history-row.h"
#include "ui-history-view.h"
#include "ui-page.h"
#include "ui-question.h"
#include "ui-row-menu.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-catalogue.h"
#include "app-drafts.h"
#include "app-exchange-words.h"
#include "app-history-export.h"
#include "app-history-import.h"
#include "app-past-comparison.h"
#include "app-past-list.h"
#include "app-recorder.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _UiHistoryPage
{
  GtkWidget parent_instance;

  AppWorkspace       *workspace;
  AppPastList        *list;
  GtkSingleSelection *selection;
  AppHistoryFormat    format; /* of the file that is chosen */

  AdwToastOverlay   *toasts;
  UiBanner          *private_banner;
  UiBanner          *problem_banner;
  GtkStack          *stack;
  GtkStack          *list_stack;
  AdwLeaflet        *leaflet;
  GtkSearchEntry    *search;
  GtkWidget         *filter_button;
  UiHistoryFilter   *filter;
  GtkScrolledWindow *scroller;
  GtkListView       *rows;
  GMenuModel        *row_menu;
  GtkLabel          *nothing;
  UiHistoryView     *view;
};

UI_DEFINE_PAGE (UiHistoryPage, ui_history_page, GTK_TYPE_WIDGET)

static void
say (UiHistoryPage *self, const char *text)
{
  g_autofree char *line = app_visible_text_line (text, 0);
  g_autofree char *title = g_markup_escape_text (line, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (title));
}

/* What is listed */

static const char *
get_text (UiHistoryPage *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  return text[0] != '\0' ? text : NULL;
}

static void
update_stack (UiHistoryPage *self)
{
  gboolean any = g_list_model_get_n_items (G_LIST_MODEL (self->list)) > 0;
  gboolean loading = app_past_list_is_loading (self->list);
  gboolean filtered = get_text (self) != NULL || ui_history_filter_is_set (self->filter);

  gtk_label_set_text (self->nothing, loading ? _ ("Searching…") : _ ("No entry matches."));
  gtk_stack_set_visible_child_name (self->list_stack, any ? "list" : "nothing");
  gtk_widget_set_visible (GTK_WIDGET (self->view), any);
  /* The first page comes at once: saying that there is nothing yet would only flicker. */
  if (any || filtered)
    gtk_stack_set_visible_child_name (self->stack, "history");
  else if (!loading)
    gtk_stack_set_visible_child_name (self->stack, "empty");
}

static void
read_list (UiHistoryPage *self)
{
  AppPastFilter filter;

  ui_history_filter_get (self->filter, &filter);
  filter.text = get_text (self);
  ui_widget_set_class (self->filter_button, "accent", ui_history_filter_is_set (self->filter));
  app_past_list_set_filter (self->list, &filter);
  update_stack (self);
}

static void
on_stop_search (UiHistoryPage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->rows));
}

static void
add_name (GHashTable *names, const char *name)
{
  if (name != NULL && name[0] != '\0')
    g_hash_table_add (names, (gpointer)name);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate (*(const char *const *)a, *(const char *const *)b);
}

/* Looked up when somebody asks for them: the servers of the list, and those of what is shown. */
static void
on_filter_opened (UiHistoryPage *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree gpointer *sorted = NULL;
  guint                n;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->workspace)); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (G_LIST_MODEL (self->workspace), i);
      add_name (names, app_session_get_name (session));
    }
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->list)); i++)
    {
      g_autoptr (AppPastEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->list), i);
      add_name (names, app_past_entry_get_exchange (entry)->server);
    }
  sorted = g_hash_table_get_keys_as_array (names, &n);
  qsort (sorted, n, sizeof *sorted, compare_names);
  ui_history_filter_set_servers (self->filter, (const char *const *)sorted);
}

/* Somebody who scrolls to the end finds more there. */
static void
on_scrolled (UiHistoryPage *self)
{
  GtkAdjustment *at = gtk_scrolled_window_get_vadjustment (self->scroller);
  double         page = gtk_adjustment_get_page_size (at);

  if (page > 0 && gtk_adjustment_get_value (at) + 2 * page >= gtk_adjustment_get_upper (at))
    app_past_list_read_more (self->list);
}

static void
show_selected (UiHistoryPage *self)
{
  ui_history_view_show (self->view, gtk_single_selection_get_selected_item (self->selection));
}

static void
on_activate (UiHistoryPage *self)
{
  adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_FORWARD);
}

static void
setup_row (GtkListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, ui_history_row_new ());
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item)
{
  ui_history_row_set_entry (UI_HISTORY_ROW (gtk_list_item_get_child (item)),
                            gtk_list_item_get_item (item));
}

static GtkListItemFactory *
new_factory (void)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  return factory;
}

/* How recording goes */

static void
update_private (UiHistoryPage *self)
{
  gboolean is_private;

  g_object_get (self->workspace, "private", &is_private, NULL);
  ui_banner_set_revealed (self->private_banner, is_private);
}

static void
on_record_again (UiHistoryPage *self)
{
  g_object_set (self->workspace, "private", FALSE, NULL);
}

static void
update_problem (UiHistoryPage *self)
{
  AppRecorder     *recorder = app_workspace_get_recorder (self->workspace);
  const GError    *failed = recorder != NULL ? app_recorder_get_problem (recorder) : NULL;
  const char      *problem = app_past_list_get_problem (self->list);
  const char      *reason = problem != NULL ? problem : failed != NULL ? failed->message
                                                                       : NULL;
  g_autofree char *line = app_visible_text_line (reason, 0);
  /* Translators: %s is the reason, a sentence */
  g_autofree char *title =
      g_strdup_printf (problem != NULL ? _ ("The history cannot be read. %s")
                                       : _ ("The history is not recorded. %s"),
                       line);

  if (reason != NULL)
    ui_banner_set_title (self->problem_banner, title);
  ui_banner_set_revealed (self->problem_banner, reason != NULL);
}

/* Once more */

static void
on_repeat (UiHistoryPage *self,
           const char    *server,
           const char    *tool,
           const char    *arguments,
           UiHistoryView *view)
{
  AppSession *session =
      server != NULL ? app_workspace_find_id (self->workspace, server) : NULL;
  McpTool *found =
      session != NULL && app_session_get_state (session) == APP_SESSION_READY
          ? app_catalogue_find_tool (app_session_get_feature (session, APP_TYPE_CATALOGUE), tool)
          : NULL;

  if (session == NULL)
    say (self, _ ("The server is not in the list any more"));
  else if (app_session_get_state (session) != APP_SESSION_READY)
    say (self, _ ("The server is not connected"));
  else if (found == NULL)
    say (self, _ ("The server has no such tool"));
  if (found == NULL)
    return;
  AppDraft *draft = app_drafts_open (app_session_get_feature (session, APP_TYPE_DRAFTS),
                                     MCP_DEFINITION (found));
  app_form_set_json (app_draft_get_form (draft), arguments);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open", "(sss)", server, "tools",
                              mcp_definition_get_key (MCP_DEFINITION (found)));
}

static void
on_compose (UiHistoryPage *self, const char *server, const char *text, UiHistoryView *view)
{
  g_signal_emit_by_name (self, "compose", server, text);
}

/* Comparing */

static UiComparisonSide
new_side (const StoreExchange *exchange)
{
  g_autofree char *time = app_visible_text_time (exchange->time, g_get_real_time ());
  g_autofree char *outcome = app_exchange_dup_outcome (exchange);
  g_autofree char *facts = app_exchange_dup_facts (exchange);

  return (UiComparisonSide){ .name = app_exchange_dup_title (exchange),
                             .facts = g_strjoin (" · ", outcome, time, facts, NULL) };
}

static void
on_compared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiComparisonDialog) dialog = data;
  GError *error = NULL;
  g_autoptr (AppComparison) comparison = app_past_comparison_finish (result, &error);

  ui_comparison_dialog_end (dialog, comparison, error);
}

/* What was sent earlier comes first. */
static void
on_chosen (UiHistoryPage *self, AppPastEntry *other, UiComparisonDialog *dialog)
{
  AppPastEntry *own = g_object_get_data (G_OBJECT (dialog), "entry");
  gboolean      swaps = app_past_entry_get_exchange (own)->time >
                   app_past_entry_get_exchange (other)->time;
  AppPastEntry *first = swaps ? other : own;
  AppPastEntry *second = swaps ? own : other;
  GCancellable *cancellable =
      ui_comparison_dialog_begin (dialog, new_side (app_past_entry_get_exchange (first)),
                                  new_side (app_past_entry_get_exchange (second)));

  app_past_comparison_async (self->list, first, second, cancellable, on_compared,
                             g_object_ref (dialog));
}

static void
compare_selected (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiHistoryPage *self = UI_HISTORY_PAGE (widget);
  AppPastEntry  *entry = gtk_single_selection_get_selected_item (self->selection);

  if (entry == NULL)
    return;
  g_autofree char    *name = app_exchange_dup_title (app_past_entry_get_exchange (entry));
  UiComparisonDialog *dialog =
      ui_comparison_dialog_new (widget, app_workspace_get_settings (self->workspace));
  g_autoptr (GtkListItemFactory) factory = new_factory ();

  g_object_set_data_full (G_OBJECT (dialog), "entry", g_object_ref (entry), g_object_unref);
  ui_connect (dialog, "chosen", on_chosen, self);
  ui_connect (dialog, "more", app_past_list_read_more, self->list);
  ui_comparison_dialog_ask (dialog, G_OBJECT (entry), name, G_LIST_MODEL (self->list), factory);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* The menu of a row */

static void
open_row (GtkWidget *widget, const char *action, GVariant *parameter)
{
  on_activate (UI_HISTORY_PAGE (widget));
}

static void
repeat_row (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_history_view_repeat (UI_HISTORY_PAGE (widget)->view);
}

static void
update_row_actions (UiHistoryPage *self)
{
  AppPastEntry *entry = gtk_single_selection_get_selected_item (self->selection);

  if (entry != NULL)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), "row.repeat",
                                   (app_past_entry_get_exchange (entry)->flags &
                                    STORE_EXCHANGE_BY_SERVER) == 0);
}

static void
add_row_menu (UiHistoryPage *self)
{
  GtkWidget *menu = ui_row_menu_attach (GTK_WIDGET (self), self->rows, self->row_menu);

  ui_connect (menu, "show", update_row_actions, self);
}

/* Files */

static void
on_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiHistoryPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char   *text = NULL;
  AppHistoryExported exported;

  if (app_history_export_finish (result, &exported, &error))
    text = g_strdup_printf (
        ngettext ("%u entry was exported", "%u entries were exported", exported.n), exported.n);
  if (self->list != NULL)
    say (self, text != NULL ? text : error->message);
}

static void
on_opened_to_write (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiHistoryPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileOutputStream) stream =
      g_file_replace_finish (G_FILE (source), result, &error);
  AppPastFilter filter;

  if (self->list == NULL)
    return;
  if (stream == NULL)
    {
      say (self, error->message);
      return;
    }
  ui_history_filter_get (self->filter, &filter);
  filter.text = get_text (self);
  app_history_export_async (app_workspace_get_objects (self->workspace), &filter, self->format,
                            G_OUTPUT_STREAM (stream), NULL, on_exported, g_object_ref (self));
}

static void
on_target (gpointer object, GFile *file)
{
  g_file_replace_async (file, NULL, FALSE,
                        G_FILE_CREATE_PRIVATE | G_FILE_CREATE_REPLACE_DESTINATION,
                        G_PRIORITY_DEFAULT, NULL, on_opened_to_write, g_object_ref (object));
}

/* What is listed, with what would be found by scrolling on. */
static void export(GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiHistoryPage   *self = UI_HISTORY_PAGE (widget);
  const char      *suffix = g_variant_get_string (parameter, NULL);
  g_autofree char *name = g_strconcat ("history.", suffix, NULL);
  const char      *folder = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);
  g_autoptr (GFile) start =
      g_file_new_build_filename (folder != NULL ? folder : g_get_home_dir (), name, NULL);

  self->format = app_history_format_of (name);
  ui_file_chooser_ask (widget, _ ("Export History"), GTK_FILE_CHOOSER_ACTION_SAVE, start, NULL,
                       on_target, self);
}

static void
on_imported (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiHistoryPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char   *text = NULL;
  AppHistoryImported imported;

  if (app_history_import_finish (result, &imported, &error))
    text = g_strdup_printf (
        ngettext ("%u entry was imported", "%u entries were imported", imported.n), imported.n);
  if (self->list == NULL)
    return;
  say (self, text != NULL ? text : error->message);
  if (imported.n > 0)
    ui_history_filter_choose_imported (self->filter);
}

static void
on_opened_to_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiHistoryPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read_finish (G_FILE (source), result, &error);
  g_autofree char *name = g_file_get_basename (G_FILE (source));

  if (self->list == NULL)
    return;
  if (stream == NULL)
    say (self, error->message);
  else
    app_history_import_async (app_workspace_get_objects (self->workspace), G_INPUT_STREAM (stream),
                              name, NULL, on_imported, g_object_ref (self));
}

static void
on_source (gpointer object, GFile *file)
{
  g_file_read_async (file, G_PRIORITY_DEFAULT, NULL, on_opened_to_read, g_object_ref (object));
}

static void
import (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_file_chooser_ask (widget, _ ("Import Session File"), GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL,
                       on_source, widget);
}

/* Clearing */

static void
on_cleared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiHistoryPage) self = data;
  g_autoptr (GError) error = NULL;

  if (self->list == NULL || app_past_list_clear_finish (self->list, result, &error))
    return;
  say (self, error->message);
}

static void
on_answer (UiHistoryPage *self, const char *response)
{
  if (g_str_equal (response, "clear"))
    app_past_list_clear_async (self->list, NULL, on_cleared, g_object_ref (self));
}

static void
ask_to_clear (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_question_ask (widget, _ ("Clear History?"),
                   _ ("All requests and responses that were recorded or imported are deleted for "
                      "good. Results that are kept stay."),
                   "clear", _ ("C_lear"), ADW_RESPONSE_DESTRUCTIVE, G_CALLBACK (on_answer), widget);
}

/* The class */

static void
set_up_list (UiHistoryPage *self)
{
  g_autoptr (GtkListItemFactory) factory = new_factory ();
  GtkAdjustment *at = gtk_scrolled_window_get_vadjustment (self->scroller);

  self->list = app_past_list_new (app_workspace_get_objects (self->workspace));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->list)));
  gtk_list_view_set_factory (self->rows, factory);
  gtk_list_view_set_model (self->rows, GTK_SELECTION_MODEL (self->selection));
  ui_history_view_set_list (self->view, self->list);
  ui_connect (self->selection, "notify::selected-item", show_selected, self);
  ui_connect (self->list, "items-changed", update_stack, self);
  ui_connect (self->list, "notify::loading", update_stack, self);
  ui_connect (self->list, "notify::problem", update_problem, self);
  ui_connect (at, "value-changed", on_scrolled, self);
  ui_connect (at, "changed", on_scrolled, self);
}

/* What needs a history. */
static const char *const actions[] = { "history.clear", "history.export", "history.import" };

static void
set_up (UiHistoryPage *self)
{
  set_up_list (self);
  add_row_menu (self);
  ui_connect (self->workspace, "notify::private", update_private, self);
  if (app_workspace_get_recorder (self->workspace) != NULL)
    ui_connect (app_workspace_get_recorder (self->workspace), "notify::failed", update_problem,
                self);
  ui_banner_set_title (self->private_banner,
                       _ ("Private session: nothing is recorded, and results are kept only until "
                          "you quit."));
  ui_banner_set_button_label (self->private_banner, _ ("Record Again"));
  update_private (self);
  update_problem (self);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i],
                                   app_workspace_get_objects (self->workspace) != NULL);
  read_list (self);
}

static gboolean
ui_history_page_go_back (UiPage *page)
{
  UiHistoryPage *self = UI_HISTORY_PAGE (page);

  return adw_leaflet_get_folded (self->leaflet) &&
         adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_BACK);
}

static gboolean
ui_history_page_search (UiPage *page)
{
  UiHistoryPage *self = UI_HISTORY_PAGE (page);

  return gtk_widget_get_mapped (GTK_WIDGET (self->search)) &&
         gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static gboolean
ui_history_page_submit (UiPage *page)
{
  ui_history_view_repeat (UI_HISTORY_PAGE (page)->view);
  return TRUE;
}

static void
ui_history_page_page_init (UiPageInterface *iface)
{
  iface->go_back = ui_history_page_go_back;
  iface->search = ui_history_page_search;
  iface->submit = ui_history_page_submit;
}

UI_DEFINE_CLASS (UiHistoryPage, ui_history_page)
{
  ui_template_ensure_types (UI_TYPE_BANNER, UI_TYPE_HISTORY_FILTER, UI_TYPE_HISTORY_VIEW,
                            UI_TYPE_WIDTH_BIN);
  ui_template_set_bin (widget_class, "ui/history/ui-history-page.ui");
  ui_template_hold (widget_class, UiHistoryPage, selection, list, workspace);
  ui_template_bind_children (widget_class, UiHistoryPage, toasts, private_banner, problem_banner,
                             stack, list_stack, leaflet, search, filter_button, filter, scroller,
                             rows, row_menu, nothing, view);
  ui_template_bind_callbacks (widget_class, read_list, on_stop_search, on_filter_opened,
                              on_activate, on_repeat, on_compose, on_record_again);
  gtk_widget_class_install_action (widget_class, "history.clear", NULL, ask_to_clear);
  gtk_widget_class_install_action (widget_class, "history.export", "s", export);
  gtk_widget_class_install_action (widget_class, "history.import", NULL, import);
  gtk_widget_class_install_action (widget_class, "row.open", NULL, open_row);
  gtk_widget_class_install_action (widget_class, "row.repeat", NULL, repeat_row);
  gtk_widget_class_install_action (widget_class, "row.compare", NULL, compare_selected);
  mcp_signal_new (klass, "compose", 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
ui_history_page_init (UiHistoryPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_history_page_new (AppWorkspace *workspace)
{
  UiHistoryPage *self;

  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  self = g_object_new (UI_TYPE_HISTORY_PAGE, NULL);
  self->workspace = g_object_ref (workspace);
  set_up (self);
  return GTK_WIDGET (self);
}
