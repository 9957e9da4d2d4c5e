/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Results: the states of a call, every kind of block, the tree, long texts, broken ones. */

#include "ui-tests.h"
#include "call-fixture.h"
#include "ui-fixture.h"
#include "ui-approval-card.h"
#include "ui-block-view.h"
#include "ui-call-copy.h"
#include "ui-call-status.h"
#include "ui-content-view.h"
#include "ui-image-decoder.h"
#include "ui-lines-view.h"
#include "ui-problem-view.h"
#include "ui-content-view.h"
#include "ui-result-view.h"
#include "ui-tree-view.h"
#include "ui-value-view.h"
#include "test-clock.h"

#include <string.h>

/* 1 × 1 pixel */
#define PIXEL \
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

typedef struct
{
  GtkWidget *view;
  GtkWindow *window;
} Fixture;

static void
open_view (Fixture *fixture)
{
  fixture->view = g_object_new (UI_TYPE_RESULT_VIEW, NULL);
  fixture->window = ui_fixture_show (fixture->view, 420, 600);
}

static void
close_view (Fixture *fixture)
{
  ui_fixture_assert_ends (fixture->window, fixture->view);
}

static AppCall *
show_answer (Fixture *fixture, AppCallKind kind, const char *json)
{
  AppCall *call = call_fixture_new (kind, "tool", "{}");

  call_fixture_answer_text (call, json);
  ui_result_view_set_call (UI_RESULT_VIEW (fixture->view), call);
  ui_fixture_finish_drawing ();
  return call;
}

static GtkWidget *
find (Fixture *fixture, GType type)
{
  return ui_fixture_find (fixture->view, type);
}

static const char *
page_of (Fixture *fixture)
{
  g_autofree char *side = NULL;

  g_object_get (fixture->view, "side", &side, NULL);
  return g_intern_string (side);
}

static void
look_for_advice (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
      strstr (gtk_label_get_text (GTK_LABEL (widget)), "environment variables") != NULL)
    *(GtkWidget **)data = widget;
}

static GtkWidget *
find_advice (Fixture *fixture)
{
  GtkWidget *found = NULL;

  ui_fixture_walk (fixture->view, look_for_advice, &found);
  return found;
}

static void
test_states (void)
{
  Fixture fixture = { 0 };

  open_view (&fixture);
  g_autoptr (AppCall) first =
      show_answer (&fixture, APP_CALL_TOOL, "{\"content\":[{\"type\":\"text\",\"text\":\"one\"}]}");
  GtkWidget *status = find (&fixture, UI_TYPE_CALL_STATUS);
  GtkLabel  *said = GTK_LABEL (gtk_widget_get_template_child (status, UI_TYPE_CALL_STATUS, "text"));
  GtkWidget *content = find (&fixture, UI_TYPE_CONTENT_VIEW);
  GtkWidget *result = GTK_WIDGET (
      gtk_widget_get_template_child (fixture.view, UI_TYPE_RESULT_VIEW, "result"));
  g_assert_true (g_str_has_prefix (gtk_label_get_text (said),
                                   app_call_get_state_name (first)));
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "one"));

  /* While the next one runs, the result stays; what takes longer than an instant dims it, and shows
   * progress and Cancel. */
  g_autoptr (AppCall) second = call_fixture_new (APP_CALL_TOOL, "tool", "{}");
  call_fixture_run (second);
  call_fixture_set_progress (second, 3, 8, "third <b>of</b> eight");
  ui_result_view_set_call (UI_RESULT_VIEW (fixture.view), second);
  g_assert_true (gtk_widget_get_opacity (result) == 1);
  g_assert_true (g_str_has_prefix (gtk_label_get_text (said), app_call_get_state_name (first)));
  GtkWidget *cancel = ui_fixture_find_label (fixture.view, "Cancel");
  g_assert_false (gtk_widget_get_mapped (cancel));
  ui_fixture_wait (gtk_widget_get_mapped (cancel));
  ui_fixture_finish_drawing ();
  g_assert_true (find (&fixture, UI_TYPE_CONTENT_VIEW) == content);
  g_assert_true (gtk_widget_get_opacity (result) < 1);
  GtkProgressBar *bar = GTK_PROGRESS_BAR (find (&fixture, GTK_TYPE_PROGRESS_BAR));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (bar)));
  g_assert_cmpfloat_with_epsilon (gtk_progress_bar_get_fraction (bar), 3.0 / 8, 0.001);
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "third <b>of</b> eight · 3 / 8"));
  ui_fixture_wait (strstr (gtk_label_get_text (said), "1.0 s") != NULL ||
                   strstr (gtk_label_get_text (said), "1.1 s") != NULL);
  call_fixture_set_progress (second, 4, -1, NULL);
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  call_fixture_answer_text (second, "{\"content\":[{\"type\":\"text\",\"text\":\"two\"}],"
                                    "\"isError\":true}");
  ui_fixture_finish_drawing ();
  g_assert_null (ui_fixture_find_label (fixture.view, "one"));
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "two"));
  g_assert_nonnull (strstr (gtk_label_get_text (said), "Tool error"));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (bar)));
  g_assert_null (find_advice (&fixture));

  /* What is no result is not said to be well. */
  g_autoptr (AppCall) none = show_answer (&fixture, APP_CALL_TOOL, "{}");
  g_assert_nonnull (strstr (gtk_label_get_text (said), "No valid result"));

  /* An error that tells of credentials gets advice beside it. */
  g_autoptr (AppCall) refused = show_answer (&fixture, APP_CALL_TOOL,
                                             "{\"content\":[{\"type\":\"text\",\"text\":\"No "
                                             "Authorization header found\"}],\"isError\":true}");
  g_assert_nonnull (find_advice (&fixture));

  /* The result of another tool has no business here. */
  g_autoptr (AppCall) other = call_fixture_new (APP_CALL_TOOL, "other", "{}");
  call_fixture_run (other);
  ui_result_view_set_call (UI_RESULT_VIEW (fixture.view), other);
  g_assert_null (find (&fixture, UI_TYPE_CONTENT_VIEW));
  call_fixture_stop (other);
  ui_result_view_set_call (UI_RESULT_VIEW (fixture.view), NULL);
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "Press Ctrl+Enter to call"));
  close_view (&fixture);
}

static void
note_change (gboolean *changed)
{
  *changed = TRUE;
}

/* A call that ends in an instant changes the result and nothing else on the way. */
static void
test_fast (void)
{
  Fixture  fixture = { 0 };
  gboolean flickers = FALSE;

  open_view (&fixture);
  g_autoptr (AppCall) first =
      show_answer (&fixture, APP_CALL_TOOL, "{\"content\":[{\"type\":\"text\",\"text\":\"one\"}]}");
  GtkWidget *status = find (&fixture, UI_TYPE_CALL_STATUS);
  GtkWidget *result = GTK_WIDGET (
      gtk_widget_get_template_child (fixture.view, UI_TYPE_RESULT_VIEW, "result"));
  g_signal_connect_swapped (ui_fixture_find_label (fixture.view, "Cancel"), "map",
                            G_CALLBACK (note_change), &flickers);
  g_signal_connect_swapped (result, "notify::opacity", G_CALLBACK (note_change), &flickers);
  g_autoptr (AppCall) second = call_fixture_new (APP_CALL_TOOL, "tool", "{}");
  ui_result_view_set_call (UI_RESULT_VIEW (fixture.view), second);
  call_fixture_run (second);
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "one"));
  call_fixture_answer_text (second, "{\"content\":[{\"type\":\"text\",\"text\":\"two\"}]}");
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "two"));
  g_assert_true (gtk_widget_get_mapped (status));
  g_assert_false (flickers);
  close_view (&fixture);
}

/* A call that says nothing of its progress has a bar that pulses; no frame is drawn once that is not
 * seen any more. */
static void
test_rests (void)
{
  Fixture fixture = { 0 };

  open_view (&fixture);
  g_autoptr (AppCall) call = call_fixture_new (APP_CALL_TOOL, "tool", "{}");
  ui_result_view_set_call (UI_RESULT_VIEW (fixture.view), call);
  call_fixture_run (call);
  ui_fixture_wait (find (&fixture, GTK_TYPE_PROGRESS_BAR) != NULL &&
                   gtk_widget_get_mapped (find (&fixture, GTK_TYPE_PROGRESS_BAR)));
  call_fixture_answer_text (call, "{\"content\":[{\"type\":\"text\",\"text\":\"one\"}]}");
  ui_fixture_wait (!gtk_widget_get_mapped (find (&fixture, GTK_TYPE_PROGRESS_BAR)));
  ui_fixture_finish_drawing ();
  GdkFrameClock *clock = gtk_widget_get_frame_clock (fixture.view);
  gint64         drawn = gdk_frame_clock_get_frame_counter (clock);
  ui_fixture_let_pass (200);
  g_assert_cmpint (gdk_frame_clock_get_frame_counter (clock), ==, drawn);
  close_view (&fixture);
}

static void
test_approval (void)
{
  Fixture fixture = { 0 };

  open_view (&fixture);
  g_autoptr (AppCall) call =
      call_fixture_new_asking ("drop_<i>all</i>", "{\"table\": \"users\", \"n\": 1.10}",
                               "It may destroy <b>things</b>.");
  g_autoptr (AppCall) other = show_answer (&fixture, APP_CALL_TOOL, "{\"content\":[]}");
  ui_result_view_set_call (UI_RESULT_VIEW (fixture.view), call);
  GtkWidget *card = find (&fixture, UI_TYPE_APPROVAL_CARD);
  g_assert_false (gtk_widget_get_visible (card));
  gtk_widget_grab_focus (GTK_WIDGET (
      gtk_widget_get_template_child (fixture.view, UI_TYPE_RESULT_VIEW, "view")));
  GtkWidget *before = gtk_window_get_focus (fixture.window);
  g_assert_nonnull (before);
  app_call_run_async (call, NULL, NULL, NULL);
  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_get_mapped (card));
  /* What destroys says so, and Enter does not do it. */
  GtkWidget *decline =
      GTK_WIDGET (gtk_widget_get_template_child (card, UI_TYPE_APPROVAL_CARD, "decline"));
  GtkWidget *run = GTK_WIDGET (gtk_widget_get_template_child (card, UI_TYPE_APPROVAL_CARD, "run"));
  g_assert_true (gtk_window_get_focus (fixture.window) == decline);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (run)), ==, "Drop");
  g_assert_true (gtk_widget_has_css_class (run, "destructive-action"));
  g_assert_nonnull (ui_fixture_find_label (card, "Call “drop_<i>all</i>”?"));
  g_assert_nonnull (ui_fixture_find_label (card, "It may destroy <b>things</b>."));
  g_assert_nonnull (
      ui_fixture_find_label (card, "{\n  \"table\": \"users\",\n  \"n\": 1.10\n}"));
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  gtk_window_set_default_size (fixture.window, 300, 400);
  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_activate_action (card, "approval.decline", NULL));
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_DECLINED);
  g_assert_false (gtk_widget_get_visible (card));
  g_assert_true (gtk_window_get_focus (fixture.window) == before);
  close_view (&fixture);
}

/* Earlier results of the same are a key away, and what is declined leaves them as they were. */
static void
test_history (void)
{
  static const char *const answers[] = { "one", "two" };
  Fixture                  fixture = { 0 };
  g_autoptr (GListStore) history = g_list_store_new (APP_TYPE_CALL);

  open_view (&fixture);
  ui_result_view_set_history (UI_RESULT_VIEW (fixture.view), G_LIST_MODEL (history));
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *json = g_strdup_printf (
          "{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}", answers[i]);
      g_autoptr (AppCall) call = show_answer (&fixture, APP_CALL_TOOL, json);

      g_list_store_append (history, call);
    }
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "2 of 2"));
  g_assert_true (gtk_widget_activate_action (fixture.view, "result.older", NULL));
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "1 of 2"));
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "one"));
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  g_assert_true (gtk_widget_activate_action (fixture.view, "result.newer", NULL));
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "two"));

  g_autoptr (AppCall) asking = call_fixture_new_asking ("tool", "{}", "It may delete data.");
  ui_result_view_set_call (UI_RESULT_VIEW (fixture.view), asking);
  app_call_run_async (asking, NULL, NULL, NULL);
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "3 of 3"));
  app_call_cancel (asking);
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "two"));
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "2 of 2"));
  close_view (&fixture);
}

static void
test_problem (void)
{
  Fixture fixture = { 0 };

  open_view (&fixture);
  g_autoptr (AppCall) call = call_fixture_new (APP_CALL_TOOL, "tool", "{}");
  call_fixture_fail (call, "{\"code\":-32602,\"message\":\"It said <b>no</b>\"}");
  ui_result_view_set_call (UI_RESULT_VIEW (fixture.view), call);
  ui_fixture_finish_drawing ();
  GtkWidget *card = find (&fixture, UI_TYPE_PROBLEM_VIEW);
  g_assert_true (gtk_widget_get_mapped (card));
  g_assert_nonnull (ui_fixture_find_label (card, "The server refused: It said <b>no</b> (-32602)"));
  g_assert_nonnull (ui_fixture_find_label (
      card, "Check the tool's name, and its arguments against the schema."));
  /* The details say nothing that is not said above them. */
  GtkExpander *details = GTK_EXPANDER (ui_fixture_find (card, GTK_TYPE_EXPANDER));
  g_assert_false (gtk_expander_get_expanded (details));
  gtk_expander_set_expanded (details, TRUE);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  g_assert_true (gtk_widget_activate_action (card, "problem.copy", NULL));

  /* The data of an error is seen at once, and only long data is not. */
  g_autoptr (AppCall) told = call_fixture_new (APP_CALL_TOOL, "tool", "{}");
  call_fixture_fail (told, "{\"code\":-32602,\"message\":\"no\",\"data\":{\"path\":\"/a\"}}");
  gtk_expander_set_expanded (details, FALSE);
  ui_result_view_set_call (UI_RESULT_VIEW (fixture.view), told);
  g_assert_true (gtk_expander_get_expanded (details));
  g_autofree char *much = g_strnfill (5000, 'x');
  g_autofree char *json =
      g_strdup_printf ("{\"code\":-32602,\"message\":\"no\",\"data\":\"%s\"}", much);
  g_autoptr (AppCall) long_winded = call_fixture_new (APP_CALL_TOOL, "tool", "{}");
  call_fixture_fail (long_winded, json);
  ui_result_view_set_call (UI_RESULT_VIEW (fixture.view), long_winded);
  g_assert_false (gtk_expander_get_expanded (details));
  close_view (&fixture);
}

static void
count_blocks (GtkWidget *widget, gpointer data)
{
  if (UI_IS_BLOCK_VIEW (widget))
    (*(guint *)data)++;
}

static void
test_blocks (void)
{
  Fixture fixture = { 0 };
  guint   n_blocks = 0;

  open_view (&fixture);
  g_autoptr (AppCall) call = show_answer (
      &fixture, APP_CALL_TOOL,
      "{\"content\":[{\"type\":\"text\",\"text\":\"<b>plain</b> & \\u202Etext\\u0007\"},"
      "{\"type\":\"image\",\"data\":\"" PIXEL "\",\"mimeType\":\"image/png\"},"
      "{\"type\":\"image\",\"data\":\"aGVsbG8=\",\"mimeType\":\"image/png\"},"
      "{\"type\":\"image\",\"data\":\"!!!\",\"mimeType\":\"image/png\"},"
      "{\"type\":\"audio\",\"data\":\"UklGRg==\",\"mimeType\":\"audio/wav\"},"
      "{\"type\":\"resource_link\",\"uri\":\"demo://a/<b>\",\"name\":\"a\",\"description\":\"<i>\"},"
      "{\"type\":\"resource\",\"resource\":{\"uri\":\"demo://t\",\"text\":\"{\\\"a\\\":[1]}\"}},"
      "{\"type\":\"resource\",\"resource\":{\"uri\":\"../../etc/x\",\"blob\":\"AAEC\"}},"
      "{\"type\":\"text\",\"text\":\"{ only looks like JSON\"},"
      "{\"type\":\"hologram\"},5,{}]}");
  ui_fixture_finish_drawing ();
  ui_fixture_walk (fixture.view, count_blocks, &n_blocks);
  g_assert_cmpuint (n_blocks, ==, 12);
  g_assert_cmpstr (page_of (&fixture), ==, "content");
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  g_assert_null (ui_fixture_find_label (fixture.view, "<b>plain</b> & \xe2\x80\xaetext\a"));
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "{ only looks like JSON"));
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "demo://a/<b>"));

  GtkWidget *image = ui_fixture_find (find (&fixture, g_type_from_name ("UiImageBlock")),
                                      GTK_TYPE_PICTURE);
  ui_fixture_wait (gtk_picture_get_paintable (GTK_PICTURE (image)) != NULL);
  g_assert_true (gtk_widget_get_visible (image));
  ui_fixture_finish_drawing ();
  g_assert_cmpint (gtk_widget_get_width (image), <=, 16);
  ui_fixture_show_page (fixture.view, "raw");
  ui_fixture_finish_drawing ();
  g_assert_cmpstr (page_of (&fixture), ==, "raw");
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));

  /* The same side of the next result of the same tool. */
  g_autoptr (AppCall) next = show_answer (&fixture, APP_CALL_TOOL, "{\"content\":[]}");
  g_assert_cmpstr (page_of (&fixture), ==, "raw");
  ui_fixture_show_page (fixture.view, "content");
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "The result is empty."));
  close_view (&fixture);
}

static guint
count_rows (Fixture *fixture)
{
  GtkWidget *tree = find (fixture, UI_TYPE_TREE_VIEW);
  return g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (tree)));
}

/* The preferences hold for the next result that is shown, as a block and as structured content. */
static void
test_limits (void)
{
  static const char *const answers[] = {
    "{\"content\":[{\"type\":\"text\",\"text\":\"[[1,2,3],[4,5,6],[7,8,9]]\"}]}",
    "{\"content\":[],\"structuredContent\":[[1,2,3],[4,5,6],[7,8,9]]}",
  };
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (GObject) session = call_fixture_new_session (settings);

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    for (guint items = 3; items > 1; items--)
      {
        Fixture fixture;
        g_autoptr (AppCall) call = call_fixture_new_in (session, APP_CALL_TOOL, "tool");

        g_object_set (settings, "view-items", items, "view-depth", 4 - items, NULL);
        call_fixture_answer_text (call, answers[i]);
        open_view (&fixture);
        ui_result_view_set_call (UI_RESULT_VIEW (fixture.view), call);
        ui_fixture_wait (find (&fixture, UI_TYPE_TREE_VIEW) != NULL);
        /* Folded; then unfolded, two of three each with a row for the rest. */
        g_assert_cmpuint (count_rows (&fixture), ==, items == 3 ? 4 : 10);
        close_view (&fixture);
      }
}

static void
test_other_kinds (void)
{
  Fixture fixture = { 0 };

  open_view (&fixture);
  g_autoptr (AppCall) prompt = show_answer (
      &fixture, APP_CALL_PROMPT,
      "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}},"
      "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Ho\"}}]}");
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "Hi"));
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "Ho"));
  g_autoptr (AppCall) read = show_answer (
      &fixture, APP_CALL_READ, "{\"contents\":[{\"uri\":\"demo://x\",\"text\":\"body\"}]}");
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "body"));
  /* The title has the URI. */
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "Resource · demo://x"));
  g_assert_false (
      gtk_widget_get_visible (ui_fixture_find_label (fixture.view, "demo://x")));
  /* What is no result at all is shown as it is. */
  g_autoptr (AppCall) odd = show_answer (&fixture, APP_CALL_TOOL, "[1, 2]");
  g_assert_nonnull (find (&fixture, UI_TYPE_TREE_VIEW));
  close_view (&fixture);
}

static void
note_height (GtkWidget *widget, gpointer data)
{
  int *least = data;

  if (UI_IS_TREE_VIEW (widget) && gtk_widget_get_mapped (widget))
    *least = MIN (*least, gtk_widget_get_height (widget));
}

/* What does not fit below what is above it is scrolled to, and is not squeezed. */
static void
test_tall_blocks (void)
{
  Fixture fixture = { 0 };
  g_autoptr (GString) list = g_string_new ("[0");
  int least = G_MAXINT;

  for (guint i = 1; i < 40; i++)
    g_string_append_printf (list, ",%u", i);
  g_autofree char *json = g_strdup_printf ("{\"content\":[{\"type\":\"text\",\"text\":\"%s]\"},"
                                           "{\"type\":\"text\",\"text\":\"%s]\"}]}",
                                           list->str, list->str);
  open_view (&fixture);
  g_autoptr (AppCall) call = show_answer (&fixture, APP_CALL_TOOL, json);
  ui_fixture_walk (fixture.view, note_height, &least);
  g_assert_cmpint (least, >, UI_BLOCK_VIEW_HEIGHT / 2);
  g_assert_cmpint (least, <, G_MAXINT);
  close_view (&fixture);
}

/* More blocks than anybody sends are made as they are asked for. */
static void
test_many_blocks (void)
{
  Fixture fixture = { 0 };
  g_autoptr (GString) json = g_string_new ("{\"content\":[");
  guint n_blocks = 0;

  for (guint i = 0; i < 900; i++)
    g_string_append_printf (json, "%s{\"type\":\"text\",\"text\":\"block %u\"}", i > 0 ? "," : "",
                            i);
  g_string_append (json, "]}");
  open_view (&fixture);
  g_autoptr (AppCall) call = show_answer (&fixture, APP_CALL_TOOL, json->str);
  ui_fixture_walk (fixture.view, count_blocks, &n_blocks);
  g_assert_cmpuint (n_blocks, ==, UI_CONTENT_VIEW_BLOCKS);
  GtkWidget *label = ui_fixture_find_label (fixture.view, "Show 880 more blocks");
  g_assert_nonnull (label);
  g_signal_emit_by_name (gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON), "clicked");
  n_blocks = 0;
  ui_fixture_walk (fixture.view, count_blocks, &n_blocks);
  g_assert_cmpuint (n_blocks, ==, 2 * UI_CONTENT_VIEW_BLOCKS);
  close_view (&fixture);
}

static guint
count_lines (UiLinesView *view)
{
  GtkSelectionModel *rows = ui_fixture_get_rows (view);

  return rows != NULL ? g_list_model_get_n_items (G_LIST_MODEL (rows)) : 0;
}

static void
test_long_text (void)
{
  Fixture          fixture = { 0 };
  g_autofree char *words = g_strnfill (3000000, 'x');
  g_autoptr (GString) lines = g_string_new ("{\"content\":[{\"type\":\"text\",\"text\":\"");

  for (guint i = 0; i < 50000; i++)
    g_string_append_printf (lines, "line %u of many\\n", i);
  g_string_append (lines, "\"}]}");
  open_view (&fixture);
  g_autoptr (AppCall) call = show_answer (&fixture, APP_CALL_TOOL, lines->str);
  g_assert_null (find (&fixture, UI_TYPE_LINES_VIEW));
  ui_fixture_click (fixture.view, "Show All");
  ui_fixture_wait (find (&fixture, UI_TYPE_LINES_VIEW) != NULL);
  UiLinesView *view = UI_LINES_VIEW (find (&fixture, UI_TYPE_LINES_VIEW));
  ui_fixture_wait (count_lines (view) >= 50000);
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));

  /* One line of megabytes, shown at once and then raw. */
  g_autofree char *json =
      g_strdup_printf ("{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}", words);
  gint64 start = test_clock_get_computed ();
  g_autoptr (AppCall) wide = show_answer (&fixture, APP_CALL_TOOL, json);
  ui_fixture_show_page (fixture.view, "raw");
  ui_fixture_wait (count_lines (UI_LINES_VIEW (find (&fixture, UI_TYPE_LINES_VIEW))) > 1);
  ui_fixture_finish_drawing ();
  g_assert_cmpint (test_clock_get_computed () - start, <, 20 * G_USEC_PER_SEC);
  close_view (&fixture);
}

typedef struct
{
  gboolean ended;
  GError  *error;
  int      pixels; /* that are asked for */
  int      width;  /* of what came */
} Decoding;

static void
on_decoded (GObject *object, GAsyncResult *result, gpointer data)
{
  Decoding *decoding = data;
  g_autoptr (GdkTexture) texture =
      ui_image_decoder_decode_finish (UI_IMAGE_DECODER (object), result, &decoding->error);

  g_assert_true ((texture == NULL) == (decoding->error != NULL));
  decoding->width = texture != NULL ? gdk_texture_get_width (texture) : 0;
  decoding->ended = TRUE;
}

static void
decode (const guint8 *data, gsize length, Decoding *decoding)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);

  decoding->ended = FALSE;
  g_clear_error (&decoding->error);
  ui_image_decoder_decode_async (ui_image_decoder_get_default (), bytes, decoding->pixels, NULL, on_decoded,
                                 decoding);
  ui_fixture_wait (decoding->ended);
}

#define DRAWING                                                                             \
  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16\" height=\"8\"><rect width=\"16\" " \
  "height=\"8\"/></svg>"

static void
test_decoder (void)
{
  gsize              length;
  g_autofree guchar *pixel = g_base64_decode (PIXEL, &length);
  g_autofree guchar *huge = g_memdup2 (pixel, length);
  Decoding           decoding = { 0 };

  decode (pixel, length, &decoding);
  g_assert_no_error (decoding.error);
  /* A drawing is drawn as large as it is shown; a picture has its size. */
  int own = decoding.width;
  decoding.pixels = 48;
  decode (pixel, length, &decoding);
  g_assert_cmpint (decoding.width, ==, own);
  decode ((const guint8 *)DRAWING, strlen (DRAWING), &decoding);
  g_assert_no_error (decoding.error);
  g_assert_cmpint (decoding.width, ==, 48);
  decoding.pixels = 0;
  decode ((const guint8 *)DRAWING, strlen (DRAWING), &decoding);
  g_assert_cmpint (decoding.width, ==, 16);
  for (gsize cut = 0; cut < 48; cut++)
    {
      decode (pixel, cut, &decoding);
      g_assert_nonnull (decoding.error);
    }
  /* A header that promises 65 535 × 65 535 pixels; its checksum is wrong too, so either is said. */
  memcpy (huge + 16, "\0\0\xff\xff\0\0\xff\xff", 8);
  decode (huge, length, &decoding);
  g_assert_nonnull (decoding.error);
  /* The same as a bitmap, which has no checksum. */
  guint8 bitmap[54] = { 'B', 'M', 54, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0,
                        0, 0xe0, 0, 0, 0, 0xe0, 0, 0, 1, 0, 24 };
  decode (bitmap, sizeof bitmap, &decoding);
  g_assert_nonnull (decoding.error);
  g_clear_error (&decoding.error);
}

static void
test_copies (void)
{
  g_autoptr (AppCall) call = call_fixture_new (APP_CALL_TOOL, "it's", "{\"a\": \"$(rm)\"}");
  g_autofree char *curl = ui_call_copy_dup_text (call, "copy-curl");
  g_autofree char *cli = ui_call_copy_dup_text (call, "copy-cli");
  g_autofree char *message = ui_call_copy_dup_text (call, "copy-json-rpc");

  g_assert_null (curl);
  g_assert_true (g_str_has_prefix (cli, "spyglass-cli call "));
  g_assert_nonnull (strstr (message, "\"method\":\"tools/call\""));

  static const struct
  {
    const char *json;
    const char *name;
  } names[] = {
    { "{\"type\":\"image\",\"data\":\"\",\"mimeType\":\"image/png\"}", "result.png" },
    { "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a/../b.txt\",\"text\":\"\"}}",
      "b.txt" },
    { "{\"type\":\"resource\",\"resource\":{\"uri\":\"x:..\",\"text\":\"\"}}", "x:.." },
    { "{\"type\":\"resource\",\"resource\":{\"uri\":\"/.bashrc\",\"text\":\"\"}}", "_bashrc" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (McpJsonDocument) document =
          mcp_json_document_parse_text (names[i].json, -1, NULL);
      g_autoptr (AppBlock) block =
          app_block_new_content (mcp_json_document_get_root (document), NULL);
      g_autofree char *name = app_block_dup_file_name (block);
      g_assert_null (strchr (name, '/'));
      g_assert_true (name[0] != '.');
      g_test_message ("%s", name);
    }
}

static gboolean
is_seen (Fixture *fixture, GType type)
{
  GtkWidget *found = find (fixture, type);

  return found != NULL && gtk_widget_get_mapped (found);
}

/* A block is shown by what it holds, and can be seen otherwise. */
static void
test_views (void)
{
  static const struct
  {
    const char *json;
    const char *type;
  } cases[] = {
    { "{\"content\":[{\"type\":\"text\",\"text\":\"# A\\n\\n- one\\n- two\\n\\n**b** `c`\"}]}",
      "UiMarkdownView" },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"[{\\\"a\\\":1},{\\\"a\\\":2}]\"}]}",
      "UiTableView" },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\":1}\"}]}", "UiTreeView" },
    { "{\"content\":[],\"structuredContent\":{\"a\":[{\"b\":1},{\"b\":2}]}}", "UiTableView" },
    { "{\"content\":[],\"structuredContent\":{\"columns\":[\"a\"],\"rows\":[[1],[2]]}}",
      "UiTableView" },
    { "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"blob\":\"AAEC\"}}]}",
      "UiHexView" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Fixture fixture;

      open_view (&fixture);
      g_autoptr (AppCall) call = show_answer (&fixture, APP_CALL_TOOL, cases[i].json);
      ui_fixture_wait (g_type_from_name (cases[i].type) != 0 &&
                       is_seen (&fixture, g_type_from_name (cases[i].type)));
      GtkWidget *value = find (&fixture, UI_TYPE_VALUE_VIEW);
      guint      kinds;
      g_object_get (value, "kinds", &kinds, NULL);
      g_object_set (value, "kind", kinds & (APP_VIEW_TEXT | APP_VIEW_RAW), NULL);
      ui_fixture_wait (is_seen (&fixture, UI_TYPE_LINES_VIEW));
      ui_fixture_assert_named (fixture.view);
      close_view (&fixture);
    }
}

typedef struct
{
  char    *text;
  gboolean ended;
} Read;

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  Read *read = data;

  read->text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);
  read->ended = TRUE;
}

static void
test_copy_yaml (void)
{
  Fixture fixture;
  Read    read = { NULL, FALSE };

  open_view (&fixture);
  g_autoptr (AppCall) call =
      show_answer (&fixture, APP_CALL_TOOL, "{\"content\":[],\"structuredContent\":{\"a\":1.10}}");
  g_assert_true (gtk_widget_activate_action (fixture.view, "result.copy-yaml", NULL));
  ui_fixture_finish_drawing ();
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (fixture.view), NULL, on_read, &read);
  ui_fixture_wait (read.ended);
  g_assert_cmpstr (read.text, ==, "content: []\nstructuredContent:\n  a: 1.10\n");
  g_free (read.text);
  close_view (&fixture);
}

void
add_result_tests (void)
{
  g_test_add_func ("/ui/result/states", test_states);
  g_test_add_func ("/ui/result/fast", test_fast);
  g_test_add_func ("/ui/result/rests", test_rests);
  g_test_add_func ("/ui/result/approval", test_approval);
  g_test_add_func ("/ui/result/history", test_history);
  g_test_add_func ("/ui/result/problem", test_problem);
  g_test_add_func ("/ui/result/blocks", test_blocks);
  g_test_add_func ("/ui/result/views", test_views);
  g_test_add_func ("/ui/result/limits", test_limits);
  g_test_add_func ("/ui/result/other-kinds", test_other_kinds);
  g_test_add_func ("/ui/result/tall-blocks", test_tall_blocks);
  g_test_add_func ("/ui/result/many-blocks", test_many_blocks);
  g_test_add_func ("/ui/result/long-text", test_long_text);
  g_test_add_func ("/ui/result/decoder", test_decoder);
  g_test_add_func ("/ui/result/copies", test_copies);
  g_test_add_func ("/ui/result/copy-yaml", test_copy_yaml);
}
