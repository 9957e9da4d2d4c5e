/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-objects-page.h"
#include "ui-card-view.h"
#include "ui-comparison-dialog.h"
#include "ui-file-chooser.h"
#include "ui-menu.h"
#include "ui-object-dialog.h"
#include "ui-object-row.h"
#include "ui-object-view.h"
#include "ui-row-menu.h"
#include "ui-settings.h"
#include "ui-template.h"
#include "ui-width-bin.h"
#include "app-object-name.h"
#include "app-object-query.h"
#include "app-server-objects.h"
#include "app-session.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define ALL_KEY "objects-all"
/* Of one server, the latest; characters of what each is called. */
#define MAX_STORED 30u
#define MAX_LABEL 60u

struct _UiObjectsPage
{
  UiListFrame parent_instance;

  AppObjectCache     *object_cache;
  AppSettings        *settings;
  GListModel         *sessions; /* (nullable) (element-type AppSession) */
  GSimpleAction      *all_action;
  GtkFilter          *filter;
  GtkSorter          *sorter;
  GtkSortListModel   *everything; /* in the same order */
  GtkSortListModel   *shown;
  GtkSingleSelection *selection;
  GListModel         *in_stores; /* (element-type AppServerObject): of all sessions */
  AppObjectOrder      order;
  gboolean            all;      /* results too that a person did nothing to */
  StoreObjectEntry   *deleting; /* (nullable): gone from the list, but for as long as its toast */
  AdwToast           *toast;    /* (nullable): that one */

  GtkMenuButton *new_button;
  GtkMenuButton *new_first; /* the same menu, while there is none */
  GtkMenuButton *order_button;
  GtkListView   *list;
  GtkWidget     *show_all;
  GtkMenuButton *stored;
  GtkMenuButton *stored_below;
  GtkStack      *first;
  UiCardView    *card; /* (nullable): made when it is first shown */
  UiWidthBin    *panes_bin;
  GtkOrientable *panes;
  UiObjectView  *view;
  GtkWidget     *beside; /* with a second one */
  UiObjectView  *second;
};

G_DEFINE_FINAL_TYPE (UiObjectsPage, ui_objects_page, UI_TYPE_LIST_FRAME)

static const UiMenuRow new_menu[] = {
  { UI_MENU_ITEM, N_ ("_Text…"), "objects.new" },
  { UI_MENU_ITEM, N_ ("From _Clipboard…"), "objects.paste" },
  { UI_MENU_ITEM, N_ ("From _File…"), "objects.open" },
};

static const UiMenuRow order_menu[] = {
  { UI_MENU_ITEM, N_ ("_All Results"), "list-of-objects.all" },
  { UI_MENU_SECTION, N_ ("Sort By") },
  { UI_MENU_ITEM, N_ ("_Newest First"), "list-of-objects.order::newest" },
  { UI_MENU_ITEM, N_ ("_Oldest First"), "list-of-objects.order::oldest" },
  { UI_MENU_ITEM, N_ ("N_ame"), "list-of-objects.order::name" },
  { UI_MENU_ITEM, N_ ("Si_ze"), "list-of-objects.order::largest" },
  { UI_MENU_ITEM, N_ ("_Server"), "list-of-objects.order::server" },
  { UI_MENU_ITEM, N_ ("_Expiry"), "list-of-objects.order::expiry" },
};

/* The list */

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  return app_object_order_compare (((UiObjectsPage *)data)->order,
                                   store_object_entry_get_facts ((gpointer)a),
                                   store_object_entry_get_facts ((gpointer)b));
}

static gboolean
is_wanted (gpointer item, gpointer data)
{
  UiObjectsPage *self = data;

  return item != self->deleting &&
         (self->all || app_object_is_kept (store_object_entry_get_facts (item))) &&
         app_object_matches (store_object_entry_get_facts (item), ui_list_frame_get_text (self));
}

static void
show_selected (UiObjectsPage *self)
{
  StoreObjectEntry *entry = gtk_single_selection_get_selected_item (self->selection);

  if (entry != NULL)
    {
      gtk_single_selection_set_autoselect (self->selection, TRUE);
      gtk_stack_set_visible_child (self->first, GTK_WIDGET (self->view));
    }
  ui_object_view_show (self->view, entry);
}

static void
update_count (UiObjectsPage *self)
{
  guint   n = g_list_model_get_n_items (G_LIST_MODEL (self->shown));
  guint64 bytes = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (StoreObjectEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->shown), i);

      /* One may be gone of which the list does not know yet. */
      if (entry != NULL)
        bytes += store_object_entry_get_facts (entry)->size;
    }
  g_autofree char *size = app_visible_text_size (bytes);
  /* Translators: the objects that are listed, and their size */
  g_autofree char *text =
      g_strdup_printf (ngettext ("%'u object · %s", "%'u objects · %s", n), n, size);

  ui_list_frame_set_count (self, text);
}

static void
update_stack (UiObjectsPage *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->shown));
  guint all = app_object_cache_get_n (self->object_cache) - (self->deleting != NULL);
  guint wanted = self->all ? all : app_object_cache_get_n_kept (self->object_cache);

  gboolean card = gtk_stack_get_visible_child (self->first) != GTK_WIDGET (self->view);

  ui_list_frame_show (self, n == 0 && wanted == 0 && !card, n, NULL);
  gtk_widget_set_visible (self->show_all, all > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->stored),
                          g_list_model_get_n_items (self->in_stores) > 0);
  update_count (self);
}

static void
update_problem (UiObjectsPage *self)
{
  const char *problem = app_object_cache_get_problem (self->object_cache);
  /* Translators: %s is the reason, a sentence */
  g_autofree char *title =
      problem != NULL ? g_strdup_printf (_ ("Objects are kept only until you quit. %s"), problem)
                      : NULL;

  ui_list_frame_show_problem (self, title);
}

static void
on_failed (UiObjectsPage *self, const GError *error)
{
  ui_list_frame_say (self, error->message);
}

static void
on_search (UiObjectsPage *self)
{
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  update_stack (self);
}

static void
set_order (GSimpleAction *action, GVariant *value, gpointer data)
{
  UiObjectsPage *self = data;

  g_simple_action_set_state (action, value);
  self->order = app_object_order_parse (g_variant_get_string (value, NULL));
  gtk_sorter_changed (self->sorter, GTK_SORTER_CHANGE_DIFFERENT);
}

static void
set_all (GSimpleAction *action, GVariant *value, gpointer data)
{
  UiObjectsPage *self = data;

  g_simple_action_set_state (action, value);
  self->all = g_variant_get_boolean (value);
  ui_settings_set_value (ALL_KEY, g_variant_new_boolean (self->all));
  on_search (self);
  /* The sidebar counts what is listed. */
  g_signal_emit_by_name (self->object_cache, "changed");
}

static void
setup_row (GtkListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, ui_object_row_new ());
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item)
{
  ui_object_row_set_entry (UI_OBJECT_ROW (gtk_list_item_get_child (item)),
                           gtk_list_item_get_item (item));
}

static void
unbind_row (GtkListItemFactory *factory, GtkListItem *item)
{
  ui_object_row_set_entry (UI_OBJECT_ROW (gtk_list_item_get_child (item)), NULL);
}

static GtkListItemFactory *
new_factory (void)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row), NULL);
  return factory;
}

static void
on_altered (UiObjectsPage *self)
{
  gtk_sorter_changed (self->sorter, GTK_SORTER_CHANGE_DIFFERENT);
  on_search (self);
}

/* Comparing */

static UiComparisonSide
new_side (StoreObjectEntry *entry)
{
  return (UiComparisonSide){ .name = app_object_name_dup_for_entry (entry),
                             .facts = app_object_name_dup_facts_line (
                                 store_object_entry_get_facts (entry)) };
}

static void
on_compared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiComparisonDialog) dialog = data;
  GError *error = NULL;
  g_autoptr (AppComparison) comparison = app_comparison_of_objects_finish (result, &error);

  ui_comparison_dialog_end (dialog, comparison, error);
}

/* What is older comes first. */
static void
compare_both (UiObjectsPage      *self,
              UiComparisonDialog *dialog,
              StoreObjectEntry   *first,
              StoreObjectEntry   *second)
{
  const StoreObjectFacts *before = store_object_entry_get_facts (first);
  const StoreObjectFacts *after = store_object_entry_get_facts (second);

  if (before->time > after->time)
    {
      compare_both (self, dialog, second, first);
      return;
    }
  GCancellable *cancellable =
      ui_comparison_dialog_begin (dialog, new_side (first), new_side (second));
  app_comparison_of_objects_async (self->object_cache, first, second, cancellable, on_compared,
                                   g_object_ref (dialog));
}

static void
on_chosen (UiObjectsPage *self, StoreObjectEntry *other, UiComparisonDialog *dialog)
{
  compare_both (self, dialog, g_object_get_data (G_OBJECT (dialog), "entry"), other);
}

static gboolean
matches (gpointer item, const char *words)
{
  return app_object_matches (store_object_entry_get_facts (item), words);
}

/* What came of the same tool is first. @data: the entry */
static int
compare_likeness (gconstpointer a, gconstpointer b, gpointer data)
{
  const char *tool = store_object_entry_get_facts (data)->tool;
  gboolean    first = g_strcmp0 (store_object_entry_get_facts ((gpointer)a)->tool, tool) == 0;
  gboolean    second = g_strcmp0 (store_object_entry_get_facts ((gpointer)b)->tool, tool) == 0;

  return second - first;
}

static void
on_compare (UiObjectsPage *self, StoreObjectEntry *entry)
{
  g_autofree char *name = app_object_name_dup_for_entry (entry);
  GtkSorter       *sorter = GTK_SORTER (gtk_custom_sorter_new (
            compare_likeness, g_object_ref (entry), g_object_unref));
  g_autoptr (GtkSortListModel) items = gtk_sort_list_model_new (
      g_object_ref (G_LIST_MODEL (self->everything)), sorter);
  UiComparisonDialog *dialog = ui_comparison_dialog_new (GTK_WIDGET (self), self->settings);
  g_autoptr (GtkListItemFactory) factory = new_factory ();

  g_object_set_data_full (G_OBJECT (dialog), "entry", g_object_ref (entry), g_object_unref);
  ui_connect (dialog, "chosen", on_chosen, self);
  ui_comparison_dialog_set_filter (dialog, matches);
  ui_comparison_dialog_ask (dialog, G_OBJECT (entry), name, G_LIST_MODEL (items), factory);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* The second pane: beside the first one, or below it where there is no room */

static void
update_panes (UiObjectsPage *self)
{
  gtk_orientable_set_orientation (self->panes, ui_width_bin_get_wide (self->panes_bin)
                                                   ? GTK_ORIENTATION_HORIZONTAL
                                                   : GTK_ORIENTATION_VERTICAL);
}

/* @entry: (nullable) */
static void
show_beside (UiObjectsPage *self, StoreObjectEntry *entry)
{
  ui_object_view_show (self->second, entry);
  gtk_widget_set_visible (self->beside, entry != NULL);
}

/* What is gone from its store closes the pane. */
static void
update_beside (UiObjectsPage *self)
{
  StoreObjectEntry       *entry = ui_object_view_get_entry (self->second);
  const StoreObjectFacts *facts = entry != NULL ? store_object_entry_get_facts (entry) : NULL;

  if (facts != NULL && app_object_cache_find (self->object_cache, facts->store, facts->id) == NULL)
    show_beside (self, NULL);
}

static void
close_beside (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiObjectsPage *self = UI_OBJECTS_PAGE (widget);

  gtk_widget_child_focus (GTK_WIDGET (self->panes), GTK_DIR_TAB_BACKWARD);
  show_beside (self, NULL);
}

static void
compare_panes (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiObjectsPage      *self = UI_OBJECTS_PAGE (widget);
  StoreObjectEntry   *first = ui_object_view_get_entry (self->view);
  StoreObjectEntry   *second = ui_object_view_get_entry (self->second);
  UiComparisonDialog *dialog = NULL;

  if (first == NULL || second == NULL)
    return;
  dialog = ui_comparison_dialog_new (widget, self->settings);
  compare_both (self, dialog, first, second);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_open_beside (UiObjectsPage *self, StoreObjectEntry *entry)
{
  show_beside (self, entry);
  ui_list_frame_show_detail (self);
}

/* What servers keep in their own stores, as far as their results said so */

/* @session: where it is among them */
static GMenu *
create_store_menu (AppServerObjects *objects, guint session)
{
  GMenu *menu = g_menu_new ();
  guint  n = MIN (g_list_model_get_n_items (G_LIST_MODEL (objects)), MAX_STORED);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppServerObject) object = g_list_model_get_item (G_LIST_MODEL (objects), i);
      g_autofree char *text = g_strjoin (" · ", object->id, object->tool, NULL);
      g_autofree char *label = ui_menu_dup_label (text, MAX_LABEL);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "objects.show-stored", "(us)", session, object->id);
      if (object->state != APP_SERVER_OBJECT_GONE)
        g_menu_append_item (menu, item);
    }
  return menu;
}

static void
create_stored_menu (GtkMenuButton *button, gpointer data)
{
  UiObjectsPage *self = data;
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < g_list_model_get_n_items (self->sessions); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (self->sessions, i);
      g_autofree char *name = app_visible_text_line (app_session_get_name (session), MAX_LABEL);
      g_autoptr (GMenu) section =
          create_store_menu (app_session_get_feature (session, APP_TYPE_SERVER_OBJECTS), i);

      if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
        g_menu_append_section (menu, name, G_MENU_MODEL (section));
    }
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static void
show_stored (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiObjectsPage *self = UI_OBJECTS_PAGE (widget);
  const char    *id;
  guint          position;

  g_variant_get (parameter, "(u&s)", &position, &id);
  g_autoptr (AppSession) session = g_list_model_get_item (self->sessions, position);
  AppServerObjects *objects =
      session != NULL ? app_session_get_feature (session, APP_TYPE_SERVER_OBJECTS) : NULL;
  AppServerObject *object = objects != NULL ? app_server_objects_find (objects, id) : NULL;
  if (object == NULL)
    return;
  g_autoptr (AppObjectCard) card = app_server_objects_dup_card (objects, object);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  if (self->card == NULL)
    {
      self->card = UI_CARD_VIEW (ui_card_view_new ());
      gtk_stack_add_child (self->first, GTK_WIDGET (self->card));
    }
  ui_card_view_set_card (self->card, card, session);
  gtk_stack_set_visible_child (self->first, GTK_WIDGET (self->card));
  update_stack (self);
  ui_list_frame_show_detail (self);
}

static gpointer
take_objects (gpointer session, gpointer data)
{
  g_autoptr (AppSession) owned = session;

  return g_object_ref (app_session_get_feature (owned, APP_TYPE_SERVER_OBJECTS));
}

static void
add_stores (UiObjectsPage *self)
{
  GtkMapListModel *objects = gtk_map_list_model_new (
      self->sessions != NULL ? g_object_ref (self->sessions) : NULL, take_objects, NULL, NULL);

  self->in_stores = G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (objects)));
  ui_connect (self->in_stores, "items-changed", update_stack, self);
  gtk_menu_button_set_create_popup_func (self->stored, create_stored_menu, self, NULL);
  gtk_menu_button_set_create_popup_func (self->stored_below, create_stored_menu, self, NULL);
}

/* New objects */

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiObjectsPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObjectEntry) entry =
      app_object_cache_put_finish (APP_OBJECT_CACHE (source), result, &error);

  if (self->list == NULL)
    return;
  if (entry == NULL)
    {
      on_failed (self, error);
      return;
    }
  const StoreObjectFacts *facts = store_object_entry_get_facts (entry);
  g_autofree char        *name = g_strdup_printf ("%s/%s", facts->store, facts->id);

  ui_list_frame_clear_search (self);
  ui_objects_page_select (self, name);
}

static void
add_object (UiObjectsPage *self, GBytes *bytes, const char *name)
{
  g_autoptr (StoreObject) object = app_objects_new_object (bytes);
  g_autofree char *beginning = app_object_name_dup_for_value (object);

  app_object_cache_put_async (self->object_cache, object, name != NULL ? name : beginning, on_made,
                              g_object_ref (self));
}

static void
on_accepted (UiObjectsPage *self, const char *name, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  add_object (self, bytes, name);
}

static void
ask_for_text (UiObjectsPage *self, const char *text)
{
  GtkWindow *dialog = ui_object_dialog_new (GTK_WIDGET (self), text);

  ui_connect (dialog, "accepted", on_accepted, self);
  gtk_window_present (dialog);
}

static void
create_new (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_for_text (UI_OBJECTS_PAGE (widget), "");
}

static void
on_pasted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiObjectsPage) self = data;
  g_autofree char *text =
      gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);

  if (self->list == NULL)
    return;
  if (text != NULL && text[0] != '\0')
    ask_for_text (self, text);
  else
    ui_list_frame_say (self, _ ("The clipboard has no text"));
}

static void
paste (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, on_pasted,
                                 g_object_ref (widget));
}

static void
on_file_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiObjectsPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *name = g_file_get_basename (G_FILE (source));
  char            *contents;
  gsize            length;

  if (g_file_load_contents_finish (G_FILE (source), result, &contents, &length, NULL, &error))
    bytes = g_bytes_new_take (contents, length);
  if (self->list == NULL)
    return;
  if (bytes == NULL)
    on_failed (self, error);
  else
    add_object (self, bytes, name);
}

static void
on_file (gpointer object, GFile *file)
{
  g_file_load_contents_async (file, NULL, on_file_read, g_object_ref (object));
}

static void
open_file (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_file_chooser_ask (widget, _ ("Open File"), GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL, on_file,
                       widget);
}

/* Deleting: for good once nobody wants it back any more */

static void
remove_deleted (UiObjectsPage *self)
{
  g_autoptr (StoreObjectEntry) entry = g_steal_pointer (&self->deleting);

  g_clear_object (&self->toast);
  if (entry != NULL)
    app_object_cache_remove (self->object_cache, entry);
}

static void
on_dismissed (UiObjectsPage *self, AdwToast *toast)
{
  if (toast == self->toast)
    remove_deleted (self);
}

static void
on_delete (UiObjectsPage *self, StoreObjectEntry *entry)
{
  g_autofree char *name = app_object_name_dup_for_entry (entry);

  remove_deleted (self);
  self->deleting = g_object_ref (entry);
  if (entry == ui_object_view_get_entry (self->second))
    show_beside (self, NULL);
  self->toast = g_object_ref (ui_list_frame_say_deleted (self, name, "objects.undo-delete"));
  ui_connect (self->toast, "dismissed", on_dismissed, self);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_MORE_STRICT);
  update_stack (self);
}

static void
undo_delete (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiObjectsPage *self = UI_OBJECTS_PAGE (widget);

  g_clear_object (&self->deleting);
  g_clear_object (&self->toast);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_LESS_STRICT);
  update_stack (self);
}

/* The class */

static void
add_order (UiObjectsPage *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) order = g_simple_action_new_stateful (
      "order", G_VARIANT_TYPE_STRING, g_variant_new_string ("newest"));

  g_signal_connect_object (order, "change-state", G_CALLBACK (set_order), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (order));
  self->all = ui_settings_get_boolean (ALL_KEY, FALSE);
  self->all_action =
      g_simple_action_new_stateful ("all", NULL, g_variant_new_boolean (self->all));
  g_signal_connect_object (self->all_action, "change-state", G_CALLBACK (set_all), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->all_action));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "list-of-objects", G_ACTION_GROUP (group));
}

static void
set_up (UiObjectsPage *self)
{
  GListModel *lists = app_object_cache_get_lists (self->object_cache);

  add_order (self);
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_wanted, self, NULL));
  self->sorter = GTK_SORTER (gtk_custom_sorter_new (compare, self, NULL));
  GtkFlattenListModel *all = gtk_flatten_list_model_new (g_object_ref (lists));
  self->everything =
      gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (all)), g_object_ref (self->sorter));
  GtkFilterListModel *wanted =
      gtk_filter_list_model_new (G_LIST_MODEL (all), g_object_ref (self->filter));
  self->shown = gtk_sort_list_model_new (G_LIST_MODEL (wanted), g_object_ref (self->sorter));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->shown)));
  g_autoptr (GtkListItemFactory) factory = new_factory ();
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  /* The menu of a row is that of what is shown, which the row's object then is. */
  gtk_widget_insert_action_group (GTK_WIDGET (self), "object",
                                  ui_object_view_get_actions (self->view));
  ui_row_menu_attach (GTK_WIDGET (self), GTK_WIDGET (self->list),
                      ui_object_view_get_menu (self->view));
  add_stores (self);
  ui_object_view_set_up (self->view, self->object_cache, self->settings, self->sessions);
  ui_object_view_set_up (self->second, self->object_cache, self->settings, self->sessions);
  /* There is no third one. */
  ui_object_view_enable (self->second, "open-beside", FALSE);
  ui_connect (self->object_cache, "changed", update_beside, self);
  update_panes (self);
  ui_connect (ui_list_frame_get_search (self), "search-changed", on_search, self);
  ui_connect (self->selection, "notify::selected-item", show_selected, self);
  ui_connect (self->shown, "items-changed", update_stack, self);
  ui_connect (self->object_cache, "changed", update_stack, self);
  ui_connect (self->object_cache, "altered", on_altered, self);
  ui_connect (self->object_cache, "failed", on_failed, self);
  ui_connect (self->object_cache, "notify::problem", update_problem, self);
  update_problem (self);
  update_stack (self);
  show_selected (self);
}

UI_DEFINE_DISPOSE (UiObjectsPage, ui_objects_page)
{
  if (self->object_cache != NULL)
    remove_deleted (self);
}

UI_DEFINE_CLASS (UiObjectsPage, ui_objects_page)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_objects_page_dispose;

  ui_template_ensure_types (UI_TYPE_OBJECT_VIEW, UI_TYPE_WIDTH_BIN);
  ui_template_set (widget_class, "ui/objects/ui-objects-page.ui");
  ui_template_hold (widget_class, UiObjectsPage, all_action, selection, everything, shown, sorter,
                    filter, in_stores, object_cache, sessions, settings);
  ui_template_bind_children (widget_class, UiObjectsPage, new_button, new_first, order_button,
                             list, show_all, stored, stored_below, first, panes_bin, panes, view,
                             beside, second);
  ui_template_bind_callbacks (widget_class, ui_list_frame_show_detail, on_compare,
                              on_delete, on_open_beside, update_panes);
  gtk_widget_class_install_action (widget_class, "objects.new", NULL, create_new);
  gtk_widget_class_install_action (widget_class, "objects.paste", NULL, paste);
  gtk_widget_class_install_action (widget_class, "objects.open", NULL, open_file);
  gtk_widget_class_install_action (widget_class, "objects.show-stored", "(us)", show_stored);
  gtk_widget_class_install_action (widget_class, "objects.undo-delete", NULL, undo_delete);
  gtk_widget_class_install_action (widget_class, "pane.close", NULL, close_beside);
  gtk_widget_class_install_action (widget_class, "pane.compare-both", NULL, compare_panes);
}

static void
ui_objects_page_init (UiObjectsPage *self)
{
  g_autoptr (GMenuModel) fresh = ui_menu_new (new_menu, G_N_ELEMENTS (new_menu));
  g_autoptr (GMenuModel) order = ui_menu_new (order_menu, G_N_ELEMENTS (order_menu));

  ui_template_init (self);
  gtk_menu_button_set_menu_model (self->new_button, fresh);
  gtk_menu_button_set_menu_model (self->new_first, fresh);
  gtk_menu_button_set_menu_model (self->order_button, order);
}

GtkWidget *
ui_objects_page_new (AppObjectCache *object_cache, AppSettings *settings, GListModel *sessions)
{
  UiObjectsPage *self;

  g_return_val_if_fail (APP_IS_OBJECT_CACHE (object_cache), NULL);
  g_return_val_if_fail (APP_IS_SETTINGS (settings), NULL);

  self = g_object_new (UI_TYPE_OBJECTS_PAGE, NULL);
  self->object_cache = g_object_ref (object_cache);
  self->settings = g_object_ref (settings);
  g_set_object (&self->sessions, sessions);
  set_up (self);
  return GTK_WIDGET (self);
}

static gboolean
select_named (UiObjectsPage *self, const char *name)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->shown)); i++)
    {
      g_autoptr (StoreObjectEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->shown), i);
      const StoreObjectFacts *facts = store_object_entry_get_facts (entry);
      g_autofree char        *whole = g_strdup_printf ("%s/%s", facts->store, facts->id);

      if (!g_str_equal (whole, name))
        continue;
      gtk_single_selection_set_selected (self->selection, i);
      gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", i);
      ui_list_frame_show_detail (self);
      return TRUE;
    }
  return FALSE;
}

/* What the list does not show is looked for among all. */
void
ui_objects_page_select (UiObjectsPage *self, const char *name)
{
  g_return_if_fail (UI_IS_OBJECTS_PAGE (self));
  g_return_if_fail (name != NULL);

  const char      *slash = strchr (name, '/');
  g_autofree char *store = slash != NULL ? g_strndup (name, (gsize)(slash - name)) : NULL;

  if (select_named (self, name) || slash == NULL ||
      app_object_cache_find (self->object_cache, store, slash + 1) == NULL)
    return;
  ui_list_frame_clear_search (self);
  g_action_change_state (G_ACTION (self->all_action), g_variant_new_boolean (TRUE));
  select_named (self, name);
}
