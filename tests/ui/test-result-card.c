/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tests.h"
#include "ui-card-view.h"
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

/* The first row with a cut place whose label has @words. */
static guint
find_place (Fixture *self, const char *words, AppCardMarker **marker)
{
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (self->view)));

  for (guint i = 0; i < n_rows; i++)
    {
      g_autoptr (GtkTreeListRow) row = dup_row (self, i);
      g_autoptr (AppCardLine) line = gtk_tree_list_row_get_item (row);
      *marker = app_card_line_get_marker (line);
      if (*marker != NULL && strstr (app_card_marker_get_label (*marker), words) != NULL)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

static void
test_open_place (void)
{
  Fixture        self = { NULL };
  AppCardMarker *marker;

  set_up (&self, "list_pipelines", "{\"limit\":100}");
  guint position = find_place (&self, "more item", &marker);
  g_assert_cmpuint (position, !=, GTK_INVALID_LIST_POSITION);
  guint before = g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (self.view)));
  ui_fixture_activate (self.view, position);
  g_assert_true (app_card_marker_is_loading (marker));
  ui_fixture_activate (self.view, position); /* once is enough */
  ui_fixture_wait (!app_card_marker_is_loading (marker));
  guint after = g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (self.view)));
  g_assert_cmpuint (after, >, before);
  g_autoptr (GtkTreeListRow) child = dup_row (&self, position + 1);
  g_assert_cmpuint (gtk_tree_list_row_get_depth (child), ==, 1);

  /* Folded away and back without another call. */
  ui_fixture_activate (self.view, position);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (self.view))), ==, before);
  ui_fixture_activate (self.view, position);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (self.view))), ==, after);
  ui_fixture_activate (self.view, 0);
  ui_fixture_activate (self.view, 100000);
  ui_fixture_settle (50);
  g_clear_object (&child);
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
  guint before = g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (self.view)));
  open_path (&self, "data[0].created_by");
  ui_fixture_wait (ui_fixture_find_label (GTK_WIDGET (self.view), "@obj_001.data[0].created_by") !=
                   NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (self.view))), <, before);
  gtk_widget_activate_action (GTK_WIDGET (self.view), "card.back", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (self.view))), ==, before);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "@obj_001"));

  gtk_widget_activate_action (GTK_WIDGET (self.view), "card.whole", NULL);
  ui_fixture_settle (300);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "@obj_001"));
  tear_down (&self);
}

typedef struct
{
  const char *text;
  gboolean    found;
} Seen;

static void
visit (GtkWidget *widget, gpointer data)
{
  Seen *seen = data;

  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
      g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), seen->text) == 0)
    seen->found = TRUE;
}

static gboolean
shows (Fixture *self, const char *text)
{
  Seen seen = { text, FALSE };
  ui_fixture_walk (GTK_WIDGET (self->view), visit, &seen);
  return seen.found;
}

static void
test_path_problem (void)
{
  Fixture self = { NULL };

  set_up (&self, "list_pipelines", "{}");
  open_path (&self, "data.nothing");
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

/* Why a place could not be opened is said there, with a way to try again. */
static void
test_place_problem (void)
{
  Fixture        self = { NULL };
  AppCardMarker *marker;
  g_autoptr (AppObjectCard) card =
      new_card ("@obj_999 → dict (length: 1)\n\n{\n    'a': {...}\n}");

  connect_demo (&self);
  show (&self, card);
  guint position = find_place (&self, "open", &marker);
  g_assert_cmpuint (position, !=, GTK_INVALID_LIST_POSITION);
  ui_fixture_activate (self.view, position);
  ui_fixture_wait (!app_card_marker_is_loading (marker));
  ui_fixture_settle (50);
  g_assert_true (shows (&self, "Retry"));
  g_assert_cmpuint (g_list_model_get_n_items (app_card_marker_get_lines (marker)), ==, 0);
  ui_fixture_activate (self.view, position);
  g_assert_true (app_card_marker_is_loading (marker));
  g_assert_false (shows (&self, "Retry"));
  ui_fixture_wait (!app_card_marker_is_loading (marker));
  g_assert_true (shows (&self, "Retry"));
  tear_down (&self);
}

static void
test_no_tool (void)
{
  Fixture        self = { NULL };
  AppCardMarker *marker;
  g_autoptr (AppObjectCard) card =
      new_card ("@obj_001 → dict (length: 2)\n\n{\n    'a': {...},\n    'b': 'abc'+40\n}");

  show (&self, card);
  g_assert_true (shows (&self, "The server has no tool that opens its objects."));
  g_assert_true (
      shows (&self, "open (the server has no tool get_from_object_store)"));
  guint position = find_place (&self, "open", &marker);
  ui_fixture_activate (self.view, position);
  g_assert_false (app_card_marker_is_loading (marker));
  open_path (&self, "a");

  /* When it comes, places can be opened. */
  connect_demo (&self);
  ui_card_view_set_card (self.view, card, self.session);
  ui_fixture_settle (50);
  g_assert_false (shows (&self, "The server has no tool that opens its objects."));
  g_assert_true (shows (&self, "open"));
  tear_down (&self);
}

/* The view, or the connection, ends while something is fetched. */
static void
test_ends (void)
{
  Fixture        self = { NULL };
  AppCardMarker *marker;

  set_up (&self, "list_pipelines", "{\"limit\":100}");
  guint position = find_place (&self, "more item", &marker);
  ui_fixture_activate (self.view, position);
  open_path (&self, "data");
  tear_down (&self);

  Fixture again = { NULL };
  set_up (&again, "list_pipelines", "{\"limit\":100}");
  ui_fixture_activate (again.view, find_place (&again, "more item", &marker));
  ui_card_view_set_card (again.view, NULL, NULL);
  ui_fixture_settle (100);
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
  ui_fixture_settle (50);
  g_autoptr (AppObjectCard) other = new_card (deep->str);
  ui_card_view_set_card (self.view, other, NULL);
  ui_fixture_settle (50);
  g_string_free (deep, TRUE);
  tear_down (&self);
}

static void
test_logs (void)
{
  Fixture        self = { NULL };
  AppCardMarker *marker;

  set_up (&self, "get_pipeline_logs", "{\"pipeline_name\":\"rag-qa\"}");
  guint position = find_place (&self, "more character", &marker);
  if (position == GTK_INVALID_LIST_POSITION)
    position = find_place (&self, "more item", &marker);
  g_assert_cmpuint (position, !=, GTK_INVALID_LIST_POSITION);
  guint before = g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (self.view)));
  ui_fixture_activate (self.view, position);
  ui_fixture_wait (!app_card_marker_is_loading (marker));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (self.view))), >, before);
  tear_down (&self);
}

static gboolean
says_earlier (Fixture *self)
{
  GtkWidget *label = ui_fixture_find_label (
      GTK_WIDGET (self->view), "From before the server was connected again: it may be gone, or another object may "
                               "have its name.");

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
  g_test_add_func ("/result-card/leads-and-stale", test_leads_and_stale);
  g_test_add_func ("/result-card/logs", test_logs);
  g_test_add_func ("/result-card/path", test_path);
  g_test_add_func ("/result-card/path-problem", test_path_problem);
  g_test_add_func ("/result-card/place-problem", test_place_problem);
  g_test_add_func ("/result-card/no-tool", test_no_tool);
  g_test_add_func ("/result-card/ends", test_ends);
  g_test_add_func ("/result-card/hostile", test_hostile);
}
