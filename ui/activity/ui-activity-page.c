/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-activity-page.h"
#include "ui-banner.h"
#include "ui-comparison-dialog.h"
#include "ui-file-chooser.h"
#include "ui-activity-row.h"
#include "ui-activity-view.h"
#include "ui-menu.h"
#include "ui-page.h"
#include "ui-question.h"
#include "ui-row-menu.h"
#include "ui-settings.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-exchange-words.h"
#include "app-history-export.h"
#include "app-history-import.h"
#include "app-past-comparison.h"
#include "app-past-list.h"
#include "app-recorder.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_NAME 100

struct _UiActivityPage
{
  UiListFrame parent_instance;

  AppWorkspace       *workspace;
  AppPastList        *list;
  GtkSingleSelection *selection;
  GActionGroup       *filters; /* texts, by the table below */
  AppFind            *find;    /* what is marked */
  StoreObjectEntry   *wanted;  /* (nullable): the result whose call is looked for */
  AppHistoryFormat    format;  /* of the file that is chosen */

  UiBanner       *private_banner;
  GtkMenuButton  *filter_button;
  GtkMenuButton  *menu_button;
  GtkMenuButton  *options; /* the same menu, while there is no activity */
  GtkListView    *rows;
  UiActivityView *view;
};

UI_DEFINE_PAGE (UiActivityPage, ui_activity_page, UI_TYPE_LIST_FRAME)

static const UiMenuRow page_menu[] = {
  { UI_MENU_ITEM, N_ ("_Private Session"), "win.private" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("_Export Session File…"), "history.export::ndjson" },
  { UI_MENU_ITEM, N_ ("Export _HTTP Archive…"), "history.export::har" },
  { UI_MENU_ITEM, N_ ("_Import Session File…"), "history.import" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("_Clear History…"), "history.clear" },
};

/* The filter: what it shows, which states, since when is remembered. */

#define SETTING "activity-filter"
#define OUTCOME(name) (1u << STORE_OUTCOME_##name)

enum {
  SHOW,
  STATE,
  AGE,
  SERVER,
  SOURCE,
  N_FILTERS
};

static const struct
{
  const char *name;
  const char *label; /* of a submenu; (nullable) */
} filters[N_FILTERS] = {
  [SHOW] = { "show" },
  [STATE] = { "state", N_ ("St_ate") },
  [AGE] = { "age", N_ ("_Time") },
  [SERVER] = { "server", N_ ("_Server") },
  [SOURCE] = { "source", N_ ("S_ource") },
};

/* Of each filter, the first holds for all. */
static const struct
{
  guint       filter;
  const char *value;
  const char *label;
  const char *methods; /* (nullable): any */
  guint       outcomes;
  gint64      age;
} choices[] = {
  { SHOW, "calls", N_ ("Calls"), .methods = APP_PAST_METHODS },
  { SHOW, "tools", N_ ("Tool Calls"), .methods = "tools/call" },
  { SHOW, "resources", N_ ("Resource Reads"), .methods = "resources/read" },
  { SHOW, "prompts", N_ ("Prompts"), .methods = "prompts/get" },
  { SHOW, "all", N_ ("All Messages") },
  { STATE, "", N_ ("Any") },
  { STATE, "ok", N_ ("OK"), .outcomes = OUTCOME (RESULT) },
  { STATE, "failed", N_ ("Failed"),
    .outcomes = OUTCOME (TOOL_ERROR) | OUTCOME (ERROR) | OUTCOME (NO_RESPONSE) },
  { STATE, "cancelled", N_ ("Cancelled"), .outcomes = OUTCOME (CANCELLED) },
  { AGE, "", N_ ("Any Time") },
  { AGE, "hour", N_ ("Last Hour"), .age = G_TIME_SPAN_HOUR },
  { AGE, "day", N_ ("Last 24 Hours"), .age = G_TIME_SPAN_DAY },
  { AGE, "week", N_ ("Last 7 Days"), .age = 7 * G_TIME_SPAN_DAY },
  { AGE, "month", N_ ("Last 30 Days"), .age = 30 * G_TIME_SPAN_DAY },
  { SERVER, "", N_ ("All Servers") },
  { SOURCE, "", N_ ("Recorded Here") },
  { SOURCE, "imported", N_ ("Imported") },
};

static const char *
get_default (guint filter)
{
  return filter == SHOW ? "calls" : "";
}

/* Returns: (transfer none): as long as it is not changed */
static const char *
get_chosen (UiActivityPage *self, guint filter)
{
  g_autoptr (GVariant) state =
      g_action_group_get_action_state (self->filters, filters[filter].name);

  return g_intern_string (g_variant_get_string (state, NULL));
}

static void
choose (UiActivityPage *self, guint filter, const char *value)
{
  g_action_group_change_action_state (self->filters, filters[filter].name,
                                      g_variant_new_string (value));
}

static gboolean
is_filtered (UiActivityPage *self)
{
  for (guint i = SHOW; i < N_FILTERS; i++)
    if (!g_str_equal (get_chosen (self, i), get_default (i)))
      return TRUE;
  return FALSE;
}

/* Returns: the label of what is shown */
static const char *
get_filter (UiActivityPage *self, AppPastFilter *filter)
{
  const char *server = get_chosen (self, SERVER);
  const char *text = ui_list_frame_get_text (self);
  const char *label = NULL;

  *filter = (AppPastFilter){ .server = server[0] != '\0' ? server : NULL,
                             .text = text[0] != '\0' ? text : NULL,
                             .imported = get_chosen (self, SOURCE)[0] != '\0' };
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      if (!g_str_equal (get_chosen (self, choices[i].filter), choices[i].value))
        continue;
      if (choices[i].filter == SHOW)
        label = _ (choices[i].label);
      if (choices[i].methods != NULL)
        filter->method = choices[i].methods;
      filter->outcomes |= choices[i].outcomes;
      if (choices[i].age != 0)
        filter->from = g_get_real_time () - choices[i].age;
    }
  return label;
}

static void
remember_filter (UiActivityPage *self)
{
  GVariantBuilder chosen;

  g_variant_builder_init (&chosen, G_VARIANT_TYPE ("a{ss}"));
  for (guint i = 0; i < SERVER; i++)
    g_variant_builder_add (&chosen, "{ss}", filters[i].name, get_chosen (self, i));
  ui_settings_set_value (SETTING, g_variant_builder_end (&chosen));
}

static void read_list (UiActivityPage *self);

static void
on_filter (GSimpleAction *action, GVariant *value, gpointer data)
{
  g_simple_action_set_state (action, value);
  remember_filter (data);
  read_list (data);
}

static void
on_reset (GSimpleAction *action, GVariant *value, gpointer data)
{
  for (guint i = 0; i < N_FILTERS; i++)
    choose (data, i, get_default (i));
}

static void
add_filters (UiActivityPage *self)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();
  GSimpleAction      *reset = g_simple_action_new ("reset", NULL);
  g_autoptr (GVariant) chosen = ui_settings_dup_value (SETTING, "a{ss}");

  for (guint i = 0; i < N_FILTERS; i++)
    {
      const char *value = get_default (i);

      if (chosen != NULL && i < SERVER)
        g_variant_lookup (chosen, filters[i].name, "&s", &value);
      g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (
          filters[i].name, G_VARIANT_TYPE_STRING, g_variant_new_string (value));
      g_signal_connect_object (action, "change-state", G_CALLBACK (on_filter), self, 0);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }
  g_signal_connect_object (reset, "activate", G_CALLBACK (on_reset), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (reset));
  g_object_unref (reset);
  self->filters = G_ACTION_GROUP (group);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "filter", self->filters);
}

/* What is listed */

static void
update_stack (UiActivityPage *self)
{
  gboolean any = g_list_model_get_n_items (G_LIST_MODEL (self->list)) > 0;
  gboolean loading = app_past_list_is_loading (self->list);
  gboolean filtered = ui_list_frame_get_text (self)[0] != '\0' || is_filtered (self);

  g_object_set (self, "nothing", loading ? _ ("Searching…") : _ ("No matches"), NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->view), any);
  /* The first page comes at once: saying that there is nothing yet would only flicker. */
  if (any || filtered || !loading)
    ui_list_frame_show (self, !any && !filtered, any, NULL);
}

static void
read_list (UiActivityPage *self)
{
  AppPastFilter filter;

  /* Who asks for others does not wait for that one; nor is a list gone through while it is
   * emptied. */
  g_clear_object (&self->wanted);
  gtk_menu_button_set_label (self->filter_button, get_filter (self, &filter));
  ui_widget_set_class (self->filter_button, "accent", is_filtered (self));
  app_find_set_needle (self->find, filter.text != NULL ? filter.text : "");
  ui_activity_view_mark (self->view, filter.text);
  app_past_list_set_filter (self->list, &filter);
  update_stack (self);
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

static void
add_choice (GMenu *menu, guint filter, const char *value, const char *label)
{
  g_autofree char *action = g_strconcat ("filter.", filters[filter].name, NULL);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", value);
  g_menu_append_item (menu, item);
}

/* The servers of the list, and those of what is shown. */
static void
add_servers (UiActivityPage *self, GMenu *menu)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree gpointer *sorted = NULL;
  guint                n;

  add_name (names, get_chosen (self, SERVER));
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
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = app_visible_text_line (sorted[i], MAX_NAME);
      add_choice (menu, SERVER, sorted[i], label);
    }
}

/* Made when somebody asks for it. */
static void
create_filter_menu (GtkMenuButton *button, gpointer data)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();

  for (guint filter = 0; filter < N_FILTERS; filter++)
    {
      g_autoptr (GMenu) part = g_menu_new ();

      for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
        if (choices[i].filter == filter)
          add_choice (part, filter, choices[i].value, _ (choices[i].label));
      if (filter == SERVER)
        add_servers (data, part);
      if (filter == SHOW)
        g_menu_append_section (menu, NULL, G_MENU_MODEL (part));
      else
        g_menu_append_submenu (more, _ (filters[filter].label), G_MENU_MODEL (part));
    }
  g_menu_append (more, _ ("_Reset Filters"), "filter.reset");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

/* Somebody who scrolls to the end finds more there. */
static void
on_scrolled (UiActivityPage *self)
{
  GtkAdjustment *at = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->rows));
  double         page = gtk_adjustment_get_page_size (at);

  if (page > 0 && gtk_adjustment_get_value (at) + 2 * page >= gtk_adjustment_get_upper (at))
    app_past_list_read_more (self->list);
}

static void
show_selected (UiActivityPage *self)
{
  ui_activity_view_show (self->view, gtk_single_selection_get_selected_item (self->selection));
}

static void
setup_row (UiActivityPage *self, GtkListItem *item)
{
  gtk_list_item_set_child (item, ui_activity_row_new (self->find));
}

static void
bind_row (UiActivityPage *self, GtkListItem *item)
{
  ui_activity_row_set_entry (UI_ACTIVITY_ROW (gtk_list_item_get_child (item)),
                             gtk_list_item_get_item (item));
}

static void
unbind_row (UiActivityPage *self, GtkListItem *item)
{
  ui_activity_row_set_entry (UI_ACTIVITY_ROW (gtk_list_item_get_child (item)), NULL);
}

static GtkListItemFactory *
new_factory (UiActivityPage *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  ui_connect (factory, "setup", setup_row, self);
  ui_connect (factory, "bind", bind_row, self);
  ui_connect (factory, "unbind", unbind_row, self);
  return factory;
}

/* The call that a result is of */

/* Between the end of a call and the time of its object */
#define NEAR_US (2 * G_TIME_SPAN_SECOND)

static gboolean
is_of_result (AppPastEntry *entry, const StoreObjectFacts *facts)
{
  const StoreExchange *exchange = app_past_entry_get_exchange (entry);
  AppCall             *call = app_past_entry_get_call (entry);
  StoreObject         *object = call != NULL ? app_call_get_object (call) : NULL;
  gint64               ended = exchange->time + MAX (app_past_entry_get_duration (entry), 0);

  if (object != NULL)
    return g_strcmp0 (store_object_get_id (object), facts->id) == 0 &&
           g_strcmp0 (store_object_get_store (object), facts->store) == 0;
  return g_strcmp0 (exchange->name, facts->tool) == 0 &&
         g_strcmp0 (exchange->server, facts->server) == 0 && ABS (ended - facts->time) < NEAR_US;
}

/* Goes on through the history until it is found, or all that may be it is read. */
static void
look_for_wanted (UiActivityPage *self)
{
  GListModel             *entries = G_LIST_MODEL (self->list);
  guint                   n = g_list_model_get_n_items (entries);
  const StoreObjectFacts *facts =
      self->wanted != NULL ? store_object_entry_get_facts (self->wanted) : NULL;
  gint64 oldest = G_MAXINT64;

  for (guint i = 0; facts != NULL && i < n; i++)
    {
      g_autoptr (AppPastEntry) entry = g_list_model_get_item (entries, i);

      oldest = app_past_entry_get_exchange (entry)->time;
      if (!is_of_result (entry, facts))
        continue;
      g_clear_object (&self->wanted);
      gtk_single_selection_set_selected (self->selection, i);
      gtk_widget_activate_action (GTK_WIDGET (self->rows), "list.scroll-to-item", "u", i);
      ui_list_frame_show_detail (self);
      return;
    }
  if (facts == NULL || app_past_list_is_loading (self->list))
    return;
  if (oldest > facts->time)
    app_past_list_read_more (self->list);
  if (app_past_list_is_loading (self->list))
    return;
  g_autoptr (StoreObjectEntry) gone = g_steal_pointer (&self->wanted);
  g_signal_emit_by_name (self, "not-listed", gone);
}

void
ui_activity_page_show_result (UiActivityPage *self, const char *name)
{
  g_return_if_fail (UI_IS_ACTIVITY_PAGE (self));

  g_auto (GStrv) parts = g_strsplit (name, "/", 2);
  StoreObjectEntry *result =
      g_strv_length (parts) == 2
          ? app_object_cache_find (app_workspace_get_object_cache (self->workspace), parts[0],
                                   parts[1])
          : NULL;
  const StoreObjectFacts *facts = result != NULL ? store_object_entry_get_facts (result) : NULL;

  if (facts == NULL)
    return;
  if (facts->pinned || facts->tool == NULL)
    {
      g_signal_emit_by_name (self, "not-listed", result);
      return;
    }
  ui_list_frame_clear_search (self);
  on_reset (NULL, NULL, self);
  g_set_object (&self->wanted, result);
  look_for_wanted (self);
}

/* How recording goes */

static void
update_private (UiActivityPage *self)
{
  gboolean is_private;

  g_object_get (self->workspace, "private", &is_private, NULL);
  ui_banner_set_revealed (self->private_banner, is_private);
}

static void
on_resume (UiActivityPage *self)
{
  g_object_set (self->workspace, "private", FALSE, NULL);
}

static void
update_problem (UiActivityPage *self)
{
  AppRecorder     *recorder = app_workspace_get_recorder (self->workspace);
  const GError    *failed = recorder != NULL ? app_recorder_get_problem (recorder) : NULL;
  const char      *problem = app_past_list_get_problem (self->list);
  g_autofree char *title = NULL;

  /* Translators: %s is the reason, a sentence */
  if (problem != NULL)
    title = g_strdup_printf (_ ("The history cannot be read. %s"), problem);
  else if (failed != NULL)
    title = g_strdup_printf (_ ("The history is not recorded. %s"), failed->message);
  ui_list_frame_show_problem (self, title);
}

/* Comparing */

static void
on_compose (UiActivityPage *self, const char *server, const char *text, UiActivityView *view)
{
  g_signal_emit_by_name (self, "compose", server, text);
}

static UiComparisonSide
new_side (AppPastEntry *entry)
{
  const StoreExchange *exchange = app_past_entry_get_exchange (entry);
  g_autofree char     *time = app_visible_text_time (exchange->time, g_get_real_time ());
  g_autofree char     *outcome = app_past_entry_dup_state_name (entry);
  g_autofree char     *facts = app_exchange_dup_facts (exchange);

  return (UiComparisonSide){ .name = app_past_entry_dup_title (entry),
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
on_chosen (UiActivityPage *self, AppPastEntry *other, UiComparisonDialog *dialog)
{
  AppPastEntry *own = g_object_get_data (G_OBJECT (dialog), "entry");
  gboolean      swaps = app_past_entry_get_exchange (own)->time >
                   app_past_entry_get_exchange (other)->time;
  AppPastEntry *first = swaps ? other : own;
  AppPastEntry *second = swaps ? own : other;
  GCancellable *cancellable =
      ui_comparison_dialog_begin (dialog, new_side (first), new_side (second));

  app_past_comparison_async (self->list, first, second, cancellable, on_compared,
                             g_object_ref (dialog));
}

static void
compare_selected (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiActivityPage *self = data;
  AppPastEntry   *entry = gtk_single_selection_get_selected_item (self->selection);

  if (entry == NULL)
    return;
  g_autofree char    *name = app_past_entry_dup_title (entry);
  UiComparisonDialog *dialog =
      ui_comparison_dialog_new (GTK_WIDGET (self), app_workspace_get_settings (self->workspace));
  g_autoptr (GtkListItemFactory) factory = new_factory (self);

  g_object_set_data_full (G_OBJECT (dialog), "entry", g_object_ref (entry), g_object_unref);
  ui_connect (dialog, "chosen", on_chosen, self);
  ui_connect (dialog, "more", app_past_list_read_more, self->list);
  ui_comparison_dialog_ask (dialog, G_OBJECT (entry), name, G_LIST_MODEL (self->list), factory);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Files */

static void
on_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiActivityPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char   *text = NULL;
  AppHistoryExported exported;

  if (app_history_export_finish (result, &exported, &error))
    text = g_strdup_printf (
        ngettext ("%u entry was exported", "%u entries were exported", exported.n), exported.n);
  if (self->list != NULL)
    ui_list_frame_say (self, text != NULL ? text : error->message);
}

static void
on_opened_to_write (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiActivityPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileOutputStream) stream =
      g_file_replace_finish (G_FILE (source), result, &error);
  AppPastFilter filter;

  if (self->list == NULL)
    return;
  if (stream == NULL)
    {
      ui_list_frame_say (self, error->message);
      return;
    }
  get_filter (self, &filter);
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
  UiActivityPage  *self = UI_ACTIVITY_PAGE (widget);
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
  g_autoptr (UiActivityPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char   *text = NULL;
  AppHistoryImported imported;

  if (app_history_import_finish (result, &imported, &error))
    text = g_strdup_printf (
        ngettext ("%u entry imported", "%u entries imported", imported.n), imported.n);
  if (self->list == NULL)
    return;
  ui_list_frame_say (self, text != NULL ? text : error->message);
  if (imported.n > 0)
    {
      on_reset (NULL, NULL, self);
      choose (self, SHOW, "all");
      choose (self, SOURCE, "imported");
    }
}

static void
on_opened_to_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiActivityPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read_finish (G_FILE (source), result, &error);
  g_autofree char *name = g_file_get_basename (G_FILE (source));

  if (self->list == NULL)
    return;
  if (stream == NULL)
    ui_list_frame_say (self, error->message);
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
  g_autoptr (UiActivityPage) self = data;
  g_autoptr (GError) error = NULL;

  if (self->list == NULL || app_past_list_clear_finish (self->list, result, &error))
    return;
  ui_list_frame_say (self, error->message);
}

static void
on_answer (UiActivityPage *self, const char *response)
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
set_up_list (UiActivityPage *self)
{
  g_autoptr (GtkListItemFactory) factory = new_factory (self);
  GtkAdjustment *at = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->rows));

  self->list = app_past_list_new (app_workspace_get_objects (self->workspace),
                                  G_LIST_MODEL (self->workspace));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->list)));
  gtk_list_view_set_factory (self->rows, factory);
  gtk_list_view_set_model (self->rows, GTK_SELECTION_MODEL (self->selection));
  ui_connect (self->selection, "notify::selected-item", show_selected, self);
  ui_connect (self->list, "items-changed", update_stack, self);
  ui_connect (self->list, "items-changed", look_for_wanted, self);
  ui_connect (self->list, "notify::loading", update_stack, self);
  ui_connect (self->list, "notify::loading", look_for_wanted, self);
  ui_connect (self->list, "notify::problem", update_problem, self);
  ui_connect (at, "value-changed", on_scrolled, self);
  ui_connect (at, "changed", on_scrolled, self);
}

static void
set_up_view (UiActivityPage *self)
{
  GActionGroup *group;
  g_autoptr (GSimpleAction) compare = g_simple_action_new ("compare", NULL);

  ui_activity_view_set_up (self->view, self->workspace, self->list);
  group = ui_activity_view_get_actions (self->view);
  g_signal_connect_object (compare, "activate", G_CALLBACK (compare_selected), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (compare));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "row", group);
  ui_row_menu_attach (GTK_WIDGET (self), GTK_WIDGET (self->rows),
                      ui_activity_view_get_menu (self->view));
}

/* What needs a history. */
static const char *const actions[] = { "history.clear", "history.export", "history.import" };

static void
set_up (UiActivityPage *self)
{
  g_autoptr (GMenuModel) model = ui_menu_new (page_menu, G_N_ELEMENTS (page_menu));

  gtk_menu_button_set_menu_model (self->menu_button, model);
  gtk_menu_button_set_menu_model (self->options, model);
  add_filters (self);
  ui_connect (ui_list_frame_get_search (self), "search-changed", read_list, self);
  gtk_menu_button_set_create_popup_func (self->filter_button, create_filter_menu, self, NULL);
  set_up_list (self);
  set_up_view (self);
  ui_connect (self->workspace, "notify::private", update_private, self);
  if (app_workspace_get_recorder (self->workspace) != NULL)
    ui_connect (app_workspace_get_recorder (self->workspace), "notify::failed", update_problem,
                self);
  ui_banner_set_title (self->private_banner,
                       _ ("Private session: history is off; results are deleted on quit."));
  ui_banner_set_button_label (self->private_banner, _ ("Resume Recording"));
  update_private (self);
  update_problem (self);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i],
                                   app_workspace_get_objects (self->workspace) != NULL);
  read_list (self);
}

static gboolean
ui_activity_page_submit (UiPage *page)
{
  gtk_widget_activate_action (GTK_WIDGET (page), "row.repeat", NULL);
  return TRUE;
}

static void
ui_activity_page_page_init (UiPageInterface *iface)
{
  iface->submit = ui_activity_page_submit;
}

UI_DEFINE_CLASS (UiActivityPage, ui_activity_page)
{
  ui_template_ensure_types (UI_TYPE_BANNER, UI_TYPE_ACTIVITY_VIEW);
  ui_template_set (widget_class, "ui/activity/ui-activity-page.ui");
  ui_template_hold (widget_class, UiActivityPage, selection, list, filters, find, wanted,
                    workspace);
  ui_template_bind_children (widget_class, UiActivityPage, private_banner, filter_button,
                             menu_button, options, rows, view);
  ui_template_bind_callbacks (widget_class, ui_list_frame_say, ui_list_frame_show_detail,
                              on_compose, on_resume);
  gtk_widget_class_install_action (widget_class, "history.clear", NULL, ask_to_clear);
  gtk_widget_class_install_action (widget_class, "history.export", "s", export);
  gtk_widget_class_install_action (widget_class, "history.import", NULL, import);
  mcp_signal_new (klass, "compose", 2, G_TYPE_STRING, G_TYPE_STRING);
  mcp_signal_new (klass, "not-listed", 1, STORE_TYPE_OBJECT_ENTRY);
}

static void
ui_activity_page_init (UiActivityPage *self)
{
  g_autoptr (GBytes) nothing = g_bytes_new_static ("", 0);

  self->find = app_find_new_for_text (nothing);
  ui_template_init (self);
}

GtkWidget *
ui_activity_page_new (AppWorkspace *workspace)
{
  UiActivityPage *self;

  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  self = g_object_new (UI_TYPE_ACTIVITY_PAGE, NULL);
  self->workspace = g_object_ref (workspace);
  set_up (self);
  return GTK_WIDGET (self);
}
