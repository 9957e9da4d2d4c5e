/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tests.h"
#include "ui-card-view.h"
#include "ui-object-view.h"
#include "ui-objects-page.h"
#include "app-card-item.h"
#include "ui-fixture.h"

#include <string.h>

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  GtkWindow    *window;
  UiCardView   *view;
} Fixture;

static void
on_ended (GObject *object, GAsyncResult *result, gpointer data)
{
  app_call_run_finish (APP_CALL (object), result, NULL);
  *(gboolean *)data = TRUE;
}

static AppCall *
call (Fixture *self, const char *tool, const char *arguments)
{
  AppCall *call = app_session_new_call (self->session, APP_CALL_TOOL, tool, arguments);
  gboolean ended = FALSE;

  app_call_run_async (call, NULL, on_ended, &ended);
  app_call_approve (call, FALSE);
  ui_fixture_wait (ended);
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_DONE);
  return call;
}

static void
connect_demo (Fixture *self)
{
  self->workspace = ui_fixture_new_workspace ();
  self->session = ui_fixture_add_demo (self->workspace, "demo");
  ui_fixture_connect (self->session);
}

static void
show (Fixture *self, AppObjectCard *card)
{
  self->view = UI_CARD_VIEW (ui_card_view_new ());
  ui_card_view_set_card (self->view, card, self->session);
  self->window = ui_fixture_show (GTK_WIDGET (self->view), 700, 600);
}

/* The first block that is a card. */
static AppBlock *
find_card (AppResult *result)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (result)); i++)
    {
      g_autoptr (AppBlock) block = g_list_model_get_item (G_LIST_MODEL (result), i);

      if (app_block_get_card (block) != NULL)
        return block;
    }
  return NULL;
}

static void
set_up (Fixture *self, const char *tool, const char *arguments)
{
  connect_demo (self);
  g_autoptr (AppCall) called = call (self, tool, arguments);
  AppBlock *block = find_card (app_call_get_blocks (called));
  g_assert_nonnull (block);
  show (self, app_block_get_card (block));
}

static void
tear_down (Fixture *self)
{
  ui_fixture_assert_named (GTK_WIDGET (self->view));
  ui_fixture_assert_ends (self->window, GTK_WIDGET (self->view));
  if (self->workspace != NULL)
    ui_fixture_close (self->workspace);
}

static GtkTreeListRow *
dup_row (Fixture *self, guint position)
{
  return g_list_model_get_item (G_LIST_MODEL (ui_fixture_get_rows (self->view)), position);
}

/* As typed into the view's "Path" popover. */
static void
open_path (Fixture *self, const char *path)
{
  GtkWidget *entry = ui_fixture_find (GTK_WIDGET (self->view), GTK_TYPE_ENTRY);

  gtk_editable_set_text (GTK_EDITABLE (entry), path);
  g_signal_emit_by_name (entry, "activate");
}

static guint
count_rows (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (self->view)));
}

/* The first row that hides something and whose text has @words. */
static guint
find_place (Fixture *self, const char *words, AppCardItem **item)
{
  for (guint i = 0; i < count_rows (self); i++)
    {
      g_autoptr (GtkTreeListRow) row = dup_row (self, i);
      g_autoptr (AppTreeItem) shown = gtk_tree_list_row_get_item (row);
      *item = APP_CARD_ITEM (shown);
      if (app_tree_item_get_kind (shown) == APP_TREE_MORE &&
          strstr (app_tree_item_get_preview (shown), words) != NULL)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

/* What a list hides takes the place of the row that says so, which has the focus. */
static void
test_open_place (void)
{
  Fixture      self = { NULL };
  AppCardItem *item;

  set_up (&self, "list_pipelines", "{\"limit\":100}");
  guint position = find_place (&self, "more", &item);
  g_assert_cmpuint (position, !=, GTK_INVALID_LIST_POSITION);
  guint before = count_rows (&self);
  ui_fixture_activate (self.view, position);
  g_assert_true (app_card_item_is_loading (item));
  ui_fixture_activate (self.view, position); /* once is enough */
  /* The demo does not say that its tools only read. */
  ui_fixture_answer ("cancel");
  ui_fixture_wait (!app_card_item_is_loading (item));
  g_assert_cmpuint (count_rows (&self), ==, before + 1); /* with the reason */
  position = find_place (&self, "more", &item);
  before = count_rows (&self);
  ui_fixture_activate (self.view, position);
  ui_fixture_answer ("allow");
  ui_fixture_wait (count_rows (&self) > before);
  g_autoptr (GtkTreeListRow) child = dup_row (&self, position);
  g_autoptr (AppTreeItem) shown = gtk_tree_list_row_get_item (child);
  g_assert_cmpint (app_tree_item_get_kind (shown), ==, APP_TREE_OBJECT);
  g_assert_cmpuint (gtk_tree_list_row_get_depth (child), ==, 1);

  /* Folded away and back without another call. */
  guint after = count_rows (&self);
  ui_fixture_activate (self.view, 0);
  g_assert_cmpuint (count_rows (&self), <, before);
  ui_fixture_activate (self.view, 0);
  g_assert_cmpuint (count_rows (&self), ==, after);
  ui_fixture_activate (self.view, 100000);
  ui_fixture_finish_drawing ();
  g_clear_object (&child);
  g_clear_object (&shown);
  tear_down (&self);
}

/* A row in which everything is hidden asks for it when it is unfolded. */
static void
test_unfold (void)
{
  Fixture self = { NULL };

  set_up (&self, "list_pipelines", "{\"limit\":100}");
  g_autoptr (AppCall) again = call (&self, "list_pipelines", "{\"limit\":100}");
  const char      *id = app_object_card_get_object_id (app_block_get_card (find_card (app_call_get_blocks (again))));
  g_autofree char *text = g_strdup_printf ("@%s → dict (length: 1)\n\n{\n    'data': [...]\n}", id);
  g_autoptr (AppObjectCard) card = app_object_card_new_for_text (text, -1);

  ui_card_view_set_card (self.view, card, self.session);
  g_assert_cmpuint (count_rows (&self), ==, 1);
  ui_fixture_activate (self.view, 0);
  ui_fixture_answer ("allow");
  ui_fixture_wait (count_rows (&self) > 10);
  tear_down (&self);
}

static void
test_header (void)
{
  Fixture self = { NULL };

  set_up (&self, "list_pipelines", "{}");
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "@obj_001"));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "dict"));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "length 4"));
  tear_down (&self);
}

static void
test_path (void)
{
  Fixture self = { NULL };

  set_up (&self, "list_pipelines", "{}");
  guint before = count_rows (&self);
  open_path (&self, "data[0].created_by");
  ui_fixture_answer ("allow");
  ui_fixture_wait (ui_fixture_find_label (GTK_WIDGET (self.view), "@obj_001.data[0].created_by") !=
                   NULL);
  g_assert_cmpuint (count_rows (&self), <, before);
  gtk_widget_activate_action (GTK_WIDGET (self.view), "card.back", NULL);
  g_assert_cmpuint (count_rows (&self), ==, before);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "@obj_001"));

  /* It asks once. */
  gtk_widget_activate_action (GTK_WIDGET (self.view), "card.whole", NULL);
  g_assert_null (ui_fixture_find_window (ADW_TYPE_MESSAGE_DIALOG));
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "@obj_001"));
  tear_down (&self);
}

typedef struct
{
  const char *text;
  gboolean    beginning;
  gboolean    found;
} Seen;

static void
visit (GtkWidget *widget, gpointer data)
{
  Seen *seen = data;

  if (!GTK_IS_LABEL (widget) || !gtk_widget_get_mapped (widget))
    return;
  const char *text = gtk_label_get_text (GTK_LABEL (widget));
  seen->found |= seen->beginning ? g_str_has_prefix (text, seen->text) : g_str_equal (text, seen->text);
}

static gboolean
shows (Fixture *self, const char *text)
{
  Seen seen = { text, FALSE, FALSE };
  ui_fixture_walk (GTK_WIDGET (self->view), visit, &seen);
  return seen.found;
}

static gboolean
shows_beginning (Fixture *self, const char *text)
{
  Seen seen = { text, TRUE, FALSE };
  ui_fixture_walk (GTK_WIDGET (self->view), visit, &seen);
  return seen.found;
}

static void
collect_entries (GtkWidget *widget, gpointer entries)
{
  if (GTK_IS_ENTRY (widget))
    g_ptr_array_add (entries, widget);
}

/* A part of a list from anywhere to anywhere, and the pages before and behind it. */
static void
test_slice (void)
{
  Fixture self = { NULL };

  set_up (&self, "list_pipelines", "{\"limit\":100}");
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();
  ui_fixture_walk (GTK_WIDGET (self.view), collect_entries, entries);
  g_assert_cmpuint (entries->len, ==, 3);
  gtk_editable_set_text (entries->pdata[0], "data");
  gtk_editable_set_text (entries->pdata[1], "x");
  g_signal_emit_by_name (entries->pdata[0], "activate");
  g_assert_nonnull (ui_fixture_find_label (
      GTK_WIDGET (self.view), "Whole numbers ≥ 0; To is the larger one"));
  gtk_editable_set_text (entries->pdata[1], "5");
  gtk_editable_set_text (entries->pdata[2], "8");
  g_signal_emit_by_name (entries->pdata[2], "activate");
  ui_fixture_answer ("allow");
  ui_fixture_wait (shows (&self, "@obj_001.data[5:8]"));
  g_assert_cmpuint (count_rows (&self), ==, 3);
  g_autoptr (GtkTreeListRow) row = dup_row (&self, 0);
  g_autoptr (AppTreeItem) first = gtk_tree_list_row_get_item (row);
  g_assert_cmpstr (app_tree_item_get_name (first), ==, "5");
  gtk_widget_activate_action (GTK_WIDGET (self.view), "card.next", NULL);
  ui_fixture_wait (shows (&self, "@obj_001.data[8:11]"));
  gtk_widget_activate_action (GTK_WIDGET (self.view), "card.previous", NULL);
  ui_fixture_wait (shows (&self, "@obj_001.data[5:8]"));
  gtk_widget_activate_action (GTK_WIDGET (self.view), "card.previous", NULL);
  ui_fixture_wait (shows (&self, "@obj_001.data[2:5]"));
  gtk_widget_activate_action (GTK_WIDGET (self.view), "card.previous", NULL);
  ui_fixture_wait (shows (&self, "@obj_001.data[0:3]"));
  gtk_widget_activate_action (GTK_WIDGET (self.view), "card.back", NULL);
  g_assert_true (shows (&self, "@obj_001"));
  g_clear_object (&row);
  g_clear_object (&first);
  tear_down (&self);
}

/* No server says how long it keeps an object: the person does, and it is kept with the server. */
static void
test_lifetime (void)
{
  Fixture self = { NULL };

  set_up (&self, "list_pipelines", "{}");
  g_assert_true (shows_beginning (&self, "demo · just now · expires in 10 min · ≈ "));
  gtk_widget_activate_action (GTK_WIDGET (self.view), "card.lifetime", "u", 60);
  g_assert_true (shows_beginning (&self, "demo · just now · expires in "));
  g_assert_false (shows_beginning (&self, "demo · just now · expires in 10 min"));
  gtk_widget_activate_action (GTK_WIDGET (self.view), "card.lifetime", "u", G_MAXUINT);
  g_assert_true (shows_beginning (&self, "demo · just now · ≈ "));
  gtk_widget_activate_action (GTK_WIDGET (self.view), "card.lifetime", "u", 1);
  ui_fixture_wait (shows_beginning (&self, "demo · just now · has probably expired · ≈ "));
  tear_down (&self);
}

/* Objects lists what servers said that they keep, and shows it beside what a person keeps. */
static void
test_in_stores (void)
{
  Fixture self = { NULL };

  connect_demo (&self);
  g_autoptr (AppSettings) settings = app_settings_new ();
  AppObjectCache *cache = app_workspace_get_object_cache (self.workspace);
  GtkWidget      *page = ui_objects_page_new (cache, settings, G_LIST_MODEL (self.workspace));
  self.window = ui_fixture_show (page, 1000, 600);
  GtkWidget *label = ui_fixture_find_label (page, "In Servers’ Stores");
  GtkWidget *button = gtk_widget_get_ancestor (label, GTK_TYPE_MENU_BUTTON);
  g_assert_false (gtk_widget_get_visible (button));
  g_autoptr (AppCall) called = call (&self, "list_pipelines", "{\"limit\":100}");
  ui_fixture_wait (gtk_widget_get_visible (button));
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  ui_fixture_wait (ui_fixture_find_label (button, "obj_001 · list_pipelines") != NULL);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  ui_fixture_finish_drawing ();

  g_assert_true (gtk_widget_activate_action (page, "objects.show-stored", "(us)", 0, "obj_001"));
  GtkWidget *card = ui_fixture_find (page, UI_TYPE_CARD_VIEW);
  ui_fixture_wait (gtk_widget_get_mapped (card));
  g_assert_nonnull (ui_fixture_find_label (card, "@obj_001"));
  g_assert_null (ui_fixture_find_label (card, "From an earlier session; may no longer exist"));
  ui_fixture_assert_named (page);

  /* What is selected takes its place. */
  g_assert_true (gtk_widget_activate_action (page, "list-of-objects.all", NULL));
  GtkSelectionModel *rows = ui_fixture_get_rows (ui_fixture_find_named (page, "Objects"));
  ui_fixture_wait (g_list_model_get_n_items (G_LIST_MODEL (rows)) > 0);
  gtk_selection_model_select_item (rows, 0, TRUE);
  ui_fixture_wait (!gtk_widget_get_mapped (card));
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find (page, UI_TYPE_OBJECT_VIEW)));
  g_assert_true (gtk_widget_activate_action (page, "list-of-objects.all", NULL));
  ui_fixture_assert_ends (self.window, page);
  ui_fixture_close (self.workspace);
}

static void
test_path_problem (void)
{
  Fixture self = { NULL };

  set_up (&self, "list_pipelines", "{}");
  open_path (&self, "data.nothing");
  ui_fixture_answer ("allow");
  ui_fixture_wait (shows (&self, "Object '@obj_001' does not have a value at path 'data.nothing'.") ||
                   shows (&self, "Error executing tool get_from_object_store: Object '@obj_001' "
                                 "does not have a value at path 'data.nothing'."));
  /* What was shown stays. */
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "@obj_001"));
  tear_down (&self);
}

static AppObjectCard *
new_card (const char *text)
{
  AppObjectCard *card = app_object_card_new_for_text (text, -1);
  g_assert_nonnull (card);
  return card;
}

/* Why a place could not be opened is said below it, and it can be tried again. */
static void
test_place_problem (void)
{
  Fixture      self = { NULL };
  AppCardItem *item;
  g_autoptr (AppObjectCard) card =
      new_card ("@obj_999 → dict (length: 1)\n\n{\n    'a': {...}\n}");

  connect_demo (&self);
  show (&self, card);
  guint before = count_rows (&self);
  ui_fixture_activate (self.view, 0);
  guint position = find_place (&self, "Loading", &item);
  g_assert_cmpuint (position, ==, before);
  ui_fixture_answer ("allow");
  ui_fixture_wait (!app_card_item_is_loading (item));
  ui_fixture_finish_drawing ();
  g_assert_true (shows_beginning (&self, "Error executing tool get_from_object_store: "));
  g_assert_true (shows (&self, "Open"));
  ui_fixture_activate (self.view, position);
  g_assert_true (app_card_item_is_loading (item));
  g_assert_false (shows_beginning (&self, "Error executing tool get_from_object_store: "));
  ui_fixture_wait (!app_card_item_is_loading (item));
  g_assert_true (shows_beginning (&self, "Error executing tool get_from_object_store: "));
  tear_down (&self);
}

static void
test_no_tool (void)
{
  Fixture      self = { NULL };
  AppCardItem *item;
  g_autoptr (AppObjectCard) card =
      new_card ("@obj_001 → dict (length: 2)\n\n{\n    'a': {...},\n    'b': 'abc'+40\n}");

  show (&self, card);
  g_assert_true (shows (&self, "The server has no tool that opens its objects."));
  ui_fixture_activate (self.view, 0);
  ui_fixture_finish_drawing ();
  g_assert_true (shows (&self, "Open: the server does not have the tool get_from_object_store"));
  g_assert_cmpuint (find_place (&self, "Open", &item), ==, GTK_INVALID_LIST_POSITION);
  open_path (&self, "a");

  /* When it comes, places can be opened. */
  connect_demo (&self);
  ui_card_view_set_card (self.view, card, self.session);
  ui_fixture_finish_drawing ();
  g_assert_false (shows (&self, "The server has no tool that opens its objects."));
  ui_fixture_activate (self.view, 0);
  ui_fixture_answer ("allow");
  ui_fixture_wait (count_rows (&self) > 2);
  tear_down (&self);
}

/* The view, or the connection, ends while something is fetched. */
static void
test_ends (void)
{
  Fixture      self = { NULL };
  AppCardItem *item;

  set_up (&self, "list_pipelines", "{\"limit\":100}");
  guint position = find_place (&self, "more", &item);
  ui_fixture_activate (self.view, position);
  ui_fixture_answer ("allow");
  open_path (&self, "data");
  tear_down (&self);

  Fixture again = { NULL };
  set_up (&again, "list_pipelines", "{\"limit\":100}");
  ui_fixture_activate (again.view, find_place (&again, "more", &item));
  ui_card_view_set_card (again.view, NULL, NULL);
  ui_fixture_answer ("allow");
  ui_fixture_finish_drawing ();
  tear_down (&again);
}

static void
test_hostile (void)
{
  Fixture self = { NULL };
  g_autoptr (AppObjectCard) card = new_card ("@obj_1 → dict (length: 99999999999)\n\n{\n"
                                             "    '<b>&\xe2\x80\xae%s%n': {...},\n"
                                             "    '_private': {...},\n    ]]]}}}+40\n");
  GString *deep = g_string_new ("@obj_2 → list (length: 1)\n\n");

  for (guint i = 0; i < 6000; i++)
    g_string_append (deep, "[\n");
  show (&self, card);
  ui_fixture_finish_drawing ();
  g_autoptr (AppObjectCard) other = new_card (deep->str);
  ui_card_view_set_card (self.view, other, NULL);
  ui_fixture_finish_drawing ();
  g_string_free (deep, TRUE);
  tear_down (&self);
}

static void
test_logs (void)
{
  Fixture      self = { NULL };
  AppCardItem *item;

  set_up (&self, "get_pipeline_logs", "{\"pipeline_name\":\"rag-qa\"}");
  guint position = find_place (&self, "character", &item);
  if (position == GTK_INVALID_LIST_POSITION)
    position = find_place (&self, "more", &item);
  g_assert_cmpuint (position, !=, GTK_INVALID_LIST_POSITION);
  guint before = count_rows (&self);
  ui_fixture_activate (self.view, position);
  ui_fixture_answer ("allow");
  ui_fixture_wait (count_rows (&self) > before);
  tear_down (&self);
}

static gboolean
says_earlier (Fixture *self)
{
  GtkWidget *label = ui_fixture_find_label (
      GTK_WIDGET (self->view), "From an earlier session; may no longer exist");

  return label != NULL && gtk_widget_get_visible (label);
}

/* The server's own tools are offered where it has them, and an object of an earlier connection is
 * said to be one. */
static void
test_leads_and_stale (void)
{
  Fixture self = { 0 };

  set_up (&self, "list_pipelines", "{}");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self.view), "card.search", NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self.view), "card.replace", NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self.view), "card.query", NULL));
  g_assert_false (says_earlier (&self));
  app_session_disconnect_async (self.session, NULL, NULL, NULL);
  ui_fixture_wait (app_session_get_state (self.session) == APP_SESSION_IDLE);
  ui_fixture_connect (self.session);
  ui_fixture_wait (says_earlier (&self));
  /* Its name is another object's now. */
  g_autoptr (AppCall) again = call (&self, "list_pipelines", "{}");
  g_assert_nonnull (find_card (app_call_get_blocks (again)));
  g_assert_true (says_earlier (&self));
  tear_down (&self);
}

void
add_result_card_tests (void)
{
  g_test_add_func ("/result-card/header", test_header);
  g_test_add_func ("/result-card/open-place", test_open_place);
  g_test_add_func ("/result-card/unfold", test_unfold);
  g_test_add_func ("/result-card/leads-and-stale", test_leads_and_stale);
  g_test_add_func ("/result-card/logs", test_logs);
  g_test_add_func ("/result-card/path", test_path);
  g_test_add_func ("/result-card/slice", test_slice);
  g_test_add_func ("/result-card/lifetime", test_lifetime);
  g_test_add_func ("/result-card/path-problem", test_path_problem);
  g_test_add_func ("/result-card/place-problem", test_place_problem);
  g_test_add_func ("/result-card/no-tool", test_no_tool);
  g_test_add_func ("/result-card/ends", test_ends);
  g_test_add_func ("/result-card/hostile", test_hostile);
  g_test_add_func ("/result-card/in-stores", test_in_stores);
}
