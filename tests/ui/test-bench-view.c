/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A conversation with a model as rows: what streams, what follows the end, cards and their question,
 * keys, and the requests as sent. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "app-model-block.h"
#include "app-model-exchange.h"
#include "ui-model-raw.h"
#include "ui-model-row.h"
#include "ui-model-view.h"
#include "ui-stream-text.h"

#include <string.h>

typedef struct
{
  GListStore  *blocks;
  UiModelView *view;
  GtkWindow   *window;
} Fixture;

static void
add (Fixture *self, AppModelBlock *block)
{
  g_list_store_append (self->blocks, block);
  g_object_unref (block);
}

/* What the person said. */
static void
add_said (Fixture *self, const char *text)
{
  AppModelBlock *block = app_model_block_new (APP_MODEL_BLOCK_PARAGRAPH, 0, text);

  app_model_block_set_person (block, TRUE);
  add (self, block);
}

static AppModelBlock *
get_last (Fixture *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->blocks));
  g_autoptr (AppModelBlock) block = g_list_model_get_item (G_LIST_MODEL (self->blocks), n - 1);

  return block;
}

static void
set_up (Fixture *self)
{
  self->blocks = g_list_store_new (APP_TYPE_MODEL_BLOCK);
  self->view = g_object_new (UI_TYPE_MODEL_VIEW, "blocks", self->blocks, NULL);
  self->window = ui_fixture_show (GTK_WIDGET (self->view), 700, 500);
  ui_fixture_finish_drawing ();
}

static void
tear_down (Fixture *self)
{
  ui_fixture_finish_drawing ();
  ui_fixture_assert_named (GTK_WIDGET (self->view));
  ui_fixture_assert_ends (self->window, GTK_WIDGET (self->view));
  g_assert_finalize_object (self->blocks);
}

static GtkWidget *
get_list (Fixture *self)
{
  return ui_fixture_find (GTK_WIDGET (self->view), GTK_TYPE_LIST_BOX);
}

static guint
count_rows (Fixture *self)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (GTK_LIST_BOX (get_list (self)), (int)n) != NULL)
    n++;
  return n;
}

static GtkAdjustment *
get_adjustment (Fixture *self)
{
  GtkWidget *scroller = ui_fixture_find (GTK_WIDGET (self->view), GTK_TYPE_SCROLLED_WINDOW);

  return gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
}

static gboolean
is_at_end (Fixture *self)
{
  GtkAdjustment *adjustment = get_adjustment (self);

  return gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment) >=
         gtk_adjustment_get_upper (adjustment) - 1;
}

static void
add_paragraphs (Fixture *self, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = g_strdup_printf ("Paragraph %u, long enough to be wrapped where the "
                                               "window is not very wide, as most of them are.",
                                               i);

      add (self, app_model_block_new (APP_MODEL_BLOCK_PARAGRAPH, 1, text));
    }
}

/* Every kind is shown, and what a model writes is no markup of ours. */
static void
test_kinds (void)
{
  Fixture self;
  g_autoptr (GBytes) image = g_bytes_new_static ("no image", 8);

  set_up (&self);
  add (&self, app_model_block_new_head (0, "You", TRUE));
  add_said (&self, "<b>*said*</b>");
  add (&self, app_model_block_new_head (1, "gpt-6", FALSE));
  add (&self, app_model_block_new (APP_MODEL_BLOCK_PARAGRAPH, 1, "Some **bold** <i>text</i>"));
  add (&self, app_model_block_new (APP_MODEL_BLOCK_TABLE, 1, "| a | b |\n|---|---|\n| 1 | `x|y` |\n"));
  add (&self, app_model_block_new_code (1, "py", "print(1)\n"));
  add (&self, app_model_block_new (APP_MODEL_BLOCK_REASONING, 1, "Well…"));
  add (&self, app_model_block_new (APP_MODEL_BLOCK_REFUSAL, 1, "No."));
  add (&self, app_model_block_new_image (1, "image/png", image));
  add (&self, app_model_block_new_notice (1, APP_MODEL_NOTICE_ERROR, "It failed.", "Try again."));
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (count_rows (&self), ==, 10);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "<b>*said*</b>"));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "Some bold <i>text</i>"));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "The model refused: No."));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "Try again."));
  GtkWidget *grid = ui_fixture_find (GTK_WIDGET (self.view), GTK_TYPE_GRID);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_grid_get_child_at (GTK_GRID (grid), 0, 0))),
                   ==, "a");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_grid_get_child_at (GTK_GRID (grid), 0, 2))),
                   ==, "1");
  tear_down (&self);
}

static void
count_changes (GtkLabel *label, GParamSpec *pspec, guint *n_changes)
{
  (*n_changes)++;
}

static void
watch_labels (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget))
    g_signal_connect (widget, "notify::label", G_CALLBACK (count_changes), data);
}

/* While a paragraph grows no label changes: that is what a screen reader is told. */
static void
test_stream (void)
{
  Fixture self;
  guint   n_changes = 0;
  g_autoptr (GString) text = g_string_new ("It");

  set_up (&self);
  add (&self, app_model_block_new_head (1, "gpt-6", FALSE));
  AppModelBlock *block = app_model_block_new (APP_MODEL_BLOCK_PARAGRAPH, 1, text->str);
  app_model_block_set_accessible_name (block, "gpt-6, answer 1, paragraph 1");
  app_model_block_set_open (block, TRUE);
  add (&self, block);
  ui_fixture_finish_drawing ();
  ui_fixture_walk (GTK_WIDGET (self.view), watch_labels, &n_changes);
  GtkWidget *row = ui_fixture_find_named (GTK_WIDGET (self.view), "gpt-6, answer 1, paragraph 1");
  g_assert_nonnull (row);
  for (guint i = 0; i < 30; i++)
    {
      int before = gtk_widget_get_height (row);

      g_string_append (text, " grows by a few words at a time");
      app_model_block_set_text (block, text->str);
      ui_fixture_finish_drawing ();
      g_assert_cmpint (gtk_widget_get_height (row), >=, before);
    }
  ui_fixture_wait (is_at_end (&self));
  g_assert_cmpuint (n_changes, ==, 0);
  g_assert_nonnull (ui_fixture_find (row, UI_TYPE_STREAM_TEXT));
  app_model_block_set_open (block, FALSE);
  ui_fixture_finish_drawing ();
  g_assert_null (ui_fixture_find (row, UI_TYPE_STREAM_TEXT));
  g_assert_nonnull (ui_fixture_find_label (row, text->str));
  tear_down (&self);
}

/* The end is followed while one is there, and one's own question always. */
static void
test_end (void)
{
  Fixture self;

  set_up (&self);
  add_paragraphs (&self, 25);
  ui_fixture_wait (gtk_adjustment_get_upper (get_adjustment (&self)) > 500 && is_at_end (&self));
  gtk_adjustment_set_value (get_adjustment (&self), 40);
  ui_fixture_finish_drawing ();
  add_paragraphs (&self, 5);
  ui_fixture_finish_drawing ();
  g_assert_cmpfloat (gtk_adjustment_get_value (get_adjustment (&self)), ==, 40);
  GtkWidget *button = ui_fixture_find_named (GTK_WIDGET (self.view), "To the End");
  g_assert_true (gtk_widget_get_visible (button));
  g_signal_emit_by_name (button, "clicked");
  ui_fixture_wait (is_at_end (&self));
  add_paragraphs (&self, 5);
  ui_fixture_finish_drawing ();
  ui_fixture_wait (is_at_end (&self));
  g_assert_false (gtk_widget_get_visible (button));
  /* So near, it would only stand on the text. */
  gtk_adjustment_set_value (get_adjustment (&self),
                            gtk_adjustment_get_value (get_adjustment (&self)) - 60);
  g_assert_false (gtk_widget_get_visible (button));
  gtk_adjustment_set_value (get_adjustment (&self), 40);
  add (&self, app_model_block_new_head (2, "You", TRUE));
  ui_fixture_wait (is_at_end (&self));
  tear_down (&self);
}

/* A long conversation: the last rows first, more when one goes there, and what is read stays. */
static void
test_long (void)
{
  Fixture self;

  set_up (&self);
  g_list_store_remove_all (self.blocks);
  g_autoptr (GPtrArray) blocks = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *text = g_strdup_printf ("Paragraph %u", i);

      g_ptr_array_add (blocks, app_model_block_new (APP_MODEL_BLOCK_PARAGRAPH, 1, text));
    }
  g_list_store_splice (self.blocks, 0, 0, blocks->pdata, blocks->len);
  g_assert_cmpuint (count_rows (&self), ==, 8);
  ui_fixture_wait (gtk_adjustment_get_upper (get_adjustment (&self)) >=
                   gtk_widget_get_height (GTK_WIDGET (self.view)));
  /* They are there before they are laid out. */
  ui_fixture_wait (count_rows (&self) >= 40 && is_at_end (&self) &&
                   gtk_adjustment_get_upper (get_adjustment (&self)) > 900);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "Paragraph 2999"));

  GtkListBoxRow *row = gtk_list_box_get_row_at_y (GTK_LIST_BOX (get_list (&self)), 101);
  double         x, y, after;
  gtk_widget_translate_coordinates (GTK_WIDGET (row), GTK_WIDGET (self.view), 0, 0, &x, &y);
  y += gtk_adjustment_get_value (get_adjustment (&self)) - 100;
  gtk_adjustment_set_value (get_adjustment (&self), 100);
  guint n_rows = count_rows (&self);
  ui_fixture_wait (count_rows (&self) > n_rows);
  ui_fixture_wait (gtk_adjustment_get_value (get_adjustment (&self)) > 101);
  ui_fixture_finish_drawing ();
  gtk_widget_translate_coordinates (GTK_WIDGET (row), GTK_WIDGET (self.view), 0, 0, &x, &after);
  g_assert_cmpfloat_with_epsilon (y, after, 2);

  gtk_widget_activate_action (GTK_WIDGET (self.view), "bench.end", NULL);
  ui_fixture_wait (is_at_end (&self));
  for (guint i = 0; i < 12; i++)
    add_paragraphs (&self, 40);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (count_rows (&self), <=, 120);
  ui_fixture_wait (is_at_end (&self));
  tear_down (&self);
}

static void
on_answered (AppModelCard *card, gboolean agreed, gboolean always, guint *answers)
{
  *answers = *answers * 10 + (agreed ? 1 : 2) + (always ? 4 : 0);
  app_model_card_set_state (card, APP_MODEL_CARD_RUNNING);
}

/* A call, from its first piece to its result. */
static void
test_call (void)
{
  Fixture self;
  guint   answers = 0;
  g_autoptr (AppModelCard) card = app_model_card_new ("delete_file", "");

  set_up (&self);
  add (&self, app_model_block_new_call (1, card));
  g_signal_connect (card, "answered", G_CALLBACK (on_answered), &answers);
  GtkWidget *view = GTK_WIDGET (self.view);
  app_model_card_set_given (card, "{\"path\":\"/a");
  ui_fixture_finish_drawing ();
  g_assert_null (ui_fixture_find_label (view, "{\"path\":\"/a"));
  app_model_card_set_given (card, "{\"path\":\"/a\"}");
  g_object_set (card, "sent", "{\"path\":\"/b\"}", "changes", "path was changed", NULL);
  g_object_set (card, "reason", "It may delete something.", NULL);
  app_model_card_set_state (card, APP_MODEL_CARD_ASKING);
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (view, "{\"path\":\"/a\"}"));
  g_assert_nonnull (ui_fixture_find_label (view, "{\"path\":\"/b\"}"));
  g_assert_nonnull (ui_fixture_find_label (view, "It may delete something."));

  /* What destroys is not what Enter does, nor Ctrl+Enter. */
  ui_fixture_wait (GTK_IS_BUTTON (gtk_window_get_focus (self.window)));
  g_assert_true (ui_model_view_answer (self.view, TRUE));
  g_assert_cmpuint (answers, ==, 0);
  GtkWidget *focus = gtk_window_get_focus (self.window);
  g_assert_true (GTK_IS_BUTTON (focus));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (focus)), ==, "_Deny");
  ui_fixture_click (view, "Deny");
  g_assert_cmpuint (answers, ==, 2);
  app_model_card_set_state (card, APP_MODEL_CARD_ASKING);
  ui_fixture_click (view, "Allow");
  g_assert_cmpuint (answers, ==, 21);
  app_model_card_set_state (card, APP_MODEL_CARD_ASKING);
  ui_fixture_click (view, "Always Allow This Tool");
  g_assert_cmpuint (answers, ==, 215);
  /* Whoever answered is still there. */
  g_assert_nonnull (gtk_window_get_focus (self.window));

  app_model_card_set_told (card, "It is gone.", "3 tokens");
  g_object_set (card, "duration", (gint64)12000, NULL);
  app_model_card_set_state (card, APP_MODEL_CARD_DONE);
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (view, "Finished in 12 ms"));
  GtkWidget *expander = ui_fixture_find (view, GTK_TYPE_EXPANDER);
  g_assert_true (gtk_widget_get_visible (expander));
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  ui_fixture_finish_drawing ();
  g_autofree char *told = ui_fixture_dup_text (ui_fixture_find (expander, GTK_TYPE_TEXT_VIEW));
  g_assert_cmpstr (told, ==, "It is gone.");
  tear_down (&self);
}

/* A call that asks has the focus on what Enter does; what a person decides is no failure. */
static void
test_question (void)
{
  static const struct
  {
    const char *told;
    gboolean    is_error;
    const char *state;
    gboolean    is_red;
  } ends[] = {
    { "Not allowed by the user.", TRUE, "Declined. Not called", FALSE },
    { "Cancelled by the user.", TRUE, "Stopped", FALSE },
    { "Not called: too many calls at once.", TRUE, "Not called", FALSE },
    { "No such file.", TRUE, "Failed", TRUE },
    { "Done.", FALSE, "Finished", FALSE },
  };
  Fixture self;
  guint   answers = 0;

  set_up (&self);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr (AppModelCard) card = app_model_card_new ("list_files", "{}");

      add (&self, app_model_block_new_call (1, card));
      g_signal_connect (card, "answered", G_CALLBACK (on_answered), &answers);
      ui_fixture_finish_drawing ();
      app_model_card_set_state (card, APP_MODEL_CARD_ASKING);
      ui_fixture_wait (GTK_IS_BUTTON (gtk_window_get_focus (self.window)) &&
                       g_strcmp0 (gtk_button_get_label (
                                      GTK_BUTTON (gtk_window_get_focus (self.window))),
                                  "_Allow") == 0);
      answers = 0;
      g_assert_true (ui_model_view_answer (self.view, i % 2 == 0));
      g_assert_cmpuint (answers, ==, i % 2 == 0 ? 1 : 2);
      g_assert_false (ui_model_view_answer (self.view, TRUE));
      app_model_card_set_told (card, ends[i].told, NULL);
      app_model_card_end (card, ends[i].is_error);
      ui_fixture_finish_drawing ();
      g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), ends[i].state));
      GtkListBoxRow *row =
          gtk_list_box_get_row_at_index (GTK_LIST_BOX (get_list (&self)), (int)i);
      g_assert_cmpint (
          gtk_widget_has_css_class (gtk_list_box_row_get_child (row), "tool-error"), ==,
          ends[i].is_red);
    }
  tear_down (&self);
}

/* From turn to turn by keys' actions. */
static void
test_turns (void)
{
  Fixture self;

  set_up (&self);
  for (guint turn = 0; turn < 4; turn++)
    {
      g_autofree char *name = g_strdup_printf ("Turn %u", turn);

      add (&self, app_model_block_new_head (turn, name, turn % 2 == 0));
      app_model_block_set_accessible_name (get_last (&self), name);
      add_paragraphs (&self, 8);
    }
  ui_fixture_wait (is_at_end (&self));
  gtk_widget_activate_action (GTK_WIDGET (self.view), "bench.end", NULL);
  gtk_widget_activate_action (GTK_WIDGET (self.view), "bench.previous-turn", NULL);
  g_assert_true (gtk_window_get_focus (self.window) ==
                 ui_fixture_find_named (GTK_WIDGET (self.view), "Turn 3"));
  gtk_widget_activate_action (GTK_WIDGET (self.view), "bench.previous-turn", NULL);
  g_assert_true (gtk_window_get_focus (self.window) ==
                 ui_fixture_find_named (GTK_WIDGET (self.view), "Turn 2"));
  ui_fixture_finish_drawing ();
  g_assert_false (is_at_end (&self));
  gtk_widget_activate_action (GTK_WIDGET (self.view), "bench.next-turn", NULL);
  g_assert_true (gtk_window_get_focus (self.window) ==
                 ui_fixture_find_named (GTK_WIDGET (self.view), "Turn 3"));
  tear_down (&self);
}

/* The requests as sent: JSON laid out, or byte for byte. */
static void
test_raw (void)
{
  Fixture self;
  g_autoptr (GListStore) exchanges = g_list_store_new (APP_TYPE_MODEL_EXCHANGE);
  g_autoptr (AppModelExchange) first =
      app_model_exchange_new_take (1, "Request 1", "200 · 1 s",
                                   g_strdup ("POST /v1\n\n{\"a\":1}"),
                                   g_strdup ("HTTP 200\n\nok"), g_strdup ("curl 1"));
  g_autoptr (AppModelExchange) second =
      app_model_exchange_new_take (3, "Request 2", "200 · 2 s",
                                   g_strdup ("POST /v1\n\n{\"a\":2}"),
                                   g_strdup ("HTTP 200\n\nok"), g_strdup ("curl 2"));

  set_up (&self);
  g_list_store_append (exchanges, first);
  g_list_store_append (exchanges, second);
  GtkWindow *window =
      ui_model_raw_present (GTK_WIDGET (self.view), G_LIST_MODEL (exchanges), NULL, G_MAXUINT);
  ui_fixture_finish_drawing ();
  g_autofree char *pretty = ui_fixture_dup_text (ui_fixture_find (GTK_WIDGET (window), GTK_TYPE_TEXT_VIEW));
  g_assert_cmpstr (pretty, ==, "POST /v1\n\n{\n  \"a\": 2\n}");
  ui_fixture_assert_named (GTK_WIDGET (window));
  gtk_window_destroy (window);
  window = ui_model_raw_present (GTK_WIDGET (self.view), G_LIST_MODEL (exchanges), NULL, 0);
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (window), "200 · 1 s"));
  gtk_window_destroy (window);
  tear_down (&self);
}

void
add_bench_view_tests (void)
{
  g_test_add_func ("/bench-view/kinds", test_kinds);
  g_test_add_func ("/bench-view/stream", test_stream);
  g_test_add_func ("/bench-view/end", test_end);
  g_test_add_func ("/bench-view/long", test_long);
  g_test_add_func ("/bench-view/call", test_call);
  g_test_add_func ("/bench-view/question", test_question);
  g_test_add_func ("/bench-view/turns", test_turns);
  g_test_add_func ("/bench-view/raw", test_raw);
}
