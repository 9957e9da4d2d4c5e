/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The model bench: a person chooses who is asked, asks, stops, keeps and opens again. Providers are
 * added, tried and removed against the tests' model server. */

#include "ui-tests.h"
#include "ui-model-composer.h"
#include "ui-model-kept.h"
#include "ui-model-material-dialog.h"
#include "ui-model-models.h"
#include "ui-model-page.h"
#include "ui-model-view.h"
#include "ui-form-view.h"
#include "ui-case-line-view.h"
#include "ui-case-window.h"
#include "ui-fixture.h"
#include "ui-provider-dialog.h"
#include "ui-provider-list.h"
#include "ui-names-dialog.h"
#include "ui-overlay-dialog.h"
#include "ui-problem-view.h"
#include "ui-provider-page.h"
#include "ui-window.h"

#include "model-server.h"

#include "app-kept-conversations.h"
#include "app-model-controller.h"
#include "app-model-providers.h"
#include "mcp-model-dialect.h"

#include <string.h>

typedef struct
{
  AppWorkspace *workspace;
  UiWindow     *window;
  GtkWidget    *page;
} Fixture;

static void
set_up (Fixture *self)
{
  self->workspace = ui_fixture_new_workspace ();
  self->window = ui_window_new (NULL, self->workspace);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 700);
  gtk_window_present (GTK_WINDOW (self->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (self->window));
  ui_window_show_place (self->window, NULL, UI_PLACE_PLAYGROUND);
  ui_fixture_finish_drawing ();
  self->page = ui_fixture_find (GTK_WIDGET (self->window), UI_TYPE_MODEL_PAGE);
  g_assert_nonnull (self->page);
}

static void
tear_down (Fixture *self)
{
  ui_fixture_assert_ends (GTK_WINDOW (self->window), self->page);
  ui_fixture_close (self->workspace);
}

static gboolean
act (Fixture *self, const char *action)
{
  return gtk_widget_activate_action (self->page, action, NULL);
}

typedef struct
{
  const char *wanted;
  GtkWidget  *found;
} Search;

static void
look_at (GtkWidget *widget, gpointer data)
{
  Search *search = data;

  if (search->found == NULL && GTK_IS_LABEL (widget) &&
      strstr (gtk_label_get_text (GTK_LABEL (widget)), search->wanted) != NULL)
    search->found = widget;
}

/* Returns: (nullable): a label that has @text in it */
static GtkWidget *
find_text (GtkWidget *within, const char *text)
{
  Search search = { text, NULL };

  ui_fixture_walk (within, look_at, &search);
  return search.found;
}

static void
write_message (Fixture *self, const char *text)
{
  GtkWidget *view = ui_fixture_find_named (self->page, "Message");

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text, -1);
}

static void
send (Fixture *self, const char *text)
{
  write_message (self, text);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.submit", NULL);
}

static gboolean
is_enabled (Fixture *self, const char *button)
{
  return gtk_widget_is_sensitive (ui_fixture_find_named (self->page, button));
}

static void
use_script (Fixture *self)
{
  g_assert_true (act (self, "bench.use-script"));
  ui_fixture_wait (find_text (self->page, "Scripted model") != NULL ||
                   find_text (self->page, "Scripted Model") != NULL);
  write_message (self, "?");
  ui_fixture_wait (is_enabled (self, "Send"));
}

static void
test_first (void)
{
  Fixture self;

  set_up (&self);
  g_assert_nonnull (ui_fixture_find_label (self.page, "Try Your Tools with a Model"));
  ui_fixture_assert_named (self.page);
  tear_down (&self);
}

/* Shift+Tab leads from the message, past what is beside it, to the conversation. */
static void
assert_left_backward (Fixture *self)
{
  GtkWidget *message = ui_fixture_find_named (self->page, "Message");

  GtkRoot *root = GTK_ROOT (self->window);

  g_assert_true (gtk_widget_grab_focus (message));
  g_signal_emit_by_name (message, "move-focus", GTK_DIR_TAB_BACKWARD);
  for (guint i = 0; i < 3 && gtk_widget_get_ancestor (gtk_root_get_focus (root),
                                                      UI_TYPE_MODEL_VIEW) == NULL;
       i++)
    {
      g_assert_true (gtk_root_get_focus (root) != message);
      g_signal_emit_by_name (root, "move-focus", GTK_DIR_TAB_BACKWARD);
    }
  g_assert_nonnull (gtk_widget_get_ancestor (gtk_root_get_focus (root), UI_TYPE_MODEL_VIEW));
}

/* What is written is sent, answered, and can be stopped; a new one begins empty. */
static void
test_ask (void)
{
  Fixture self;

  set_up (&self);
  use_script (&self);
  ui_fixture_wait (find_text (self.page, " of Demo") != NULL);
  ui_fixture_assert_named (self.page);
  write_message (&self, "  ");
  g_assert_false (is_enabled (&self, "Send"));
  send (&self, "draw");
  ui_fixture_wait (find_text (self.page, "Answer complete") != NULL);
  g_assert_nonnull (find_text (self.page, "Here is a red dot."));
  ui_fixture_assert_named (self.page);
  assert_left_backward (&self);

  send (&self, "slowly");
  ui_fixture_wait (gtk_widget_get_visible (ui_fixture_find_named (self.page, "Stop")));
  write_message (&self, "what I want to say next");
  ui_fixture_wait (find_text (self.page, "I take") != NULL);
  gtk_widget_activate_action (GTK_WIDGET (self.window), "win.escape", NULL);
  ui_fixture_wait (is_enabled (&self, "Send"));
  g_autofree char *written = ui_fixture_dup_text (ui_fixture_find_named (self.page, "Message"));
  g_assert_cmpstr (written, ==, "what I want to say next");

  g_assert_true (act (&self, "bench.new"));
  ui_fixture_finish_drawing ();
  g_assert_null (find_text (self.page, "Here is a red dot."));
  tear_down (&self);
}

/* Returns: (nullable) */
static GtkWidget *
find_window (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type))
        return window;
    }
  return NULL;
}

/* What was said is measured: asked again, beside a change, and what came of it is shown. */
static void
test_measure (void)
{
  Fixture self;

  set_up (&self);
  use_script (&self);
  send (&self, "draw");
  ui_fixture_wait (find_text (self.page, "Answer complete") != NULL);
  /* What was asked last; so does the card of a call. */
  g_assert_true (act (&self, "bench.measure-next"));
  GtkWidget *window = find_window (UI_TYPE_CASE_WINDOW);
  g_assert_nonnull (window);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_named (window);
  g_autofree char *asked = ui_fixture_dup_text (ui_fixture_find_named (window, "Question"));
  g_assert_cmpstr (asked, ==, "draw");
  /* Nothing was approved: there is nothing to compare with. */
  GtkWidget *approved = ui_fixture_find_label (window, "As approved");
  g_assert_true (approved == NULL || !gtk_widget_get_mapped (approved));
  gtk_switch_set_active (
      GTK_SWITCH (ui_fixture_find_named (window, "Tools in another order each time")), TRUE);
  ui_fixture_wait (find_text (window, "About 10 requests") != NULL);
  g_assert_true (gtk_widget_activate_action (window, "cases.run", NULL));
  ui_fixture_wait (find_text (window, "Finished") != NULL);
  g_assert_nonnull (find_text (window, "5 of 5 right"));
  g_assert_nonnull (find_text (window, "Scripted model, shuffled"));
  g_assert_nonnull (find_text (window, "no significant difference."));
  GtkWidget *runs = ui_fixture_find (
      ui_fixture_find (window, UI_TYPE_CASE_LINE_VIEW), GTK_TYPE_EXPANDER);
  gtk_expander_set_expanded (GTK_EXPANDER (runs), TRUE);
  ui_fixture_finish_drawing ();
  g_assert_nonnull (find_text (window, "Run 5: right"));
  ui_fixture_assert_named (window);
  g_assert_true (gtk_widget_activate_action (window, "cases.copy", NULL));
  g_assert_true (gtk_widget_activate_action (window, "cases.plan", NULL));
  gtk_window_destroy (GTK_WINDOW (window));
  tear_down (&self);
}

/* Returns: whether there is a row of @tool with this name */
static gboolean
has_name (GtkWidget *dialog, const char *name, const char *tool)
{
  GtkWidget *title = ui_fixture_find_label (dialog, name);
  GtkWidget *row = title != NULL ? gtk_widget_get_ancestor (title, GTK_TYPE_LIST_BOX_ROW) : NULL;

  return row != NULL && find_text (row, tool) != NULL;
}

/* What other applications would call the tools; the one that is chosen counts. */
static void
test_names (void)
{
  Fixture self;

  set_up (&self);
  use_script (&self);
  ui_fixture_wait (find_text (self.page, " of Demo") != NULL &&
                   find_text (self.page, "0 tools of Demo") == NULL);
  g_assert_true (act (&self, "bench.show-names"));
  GtkWidget *dialog = find_window (UI_TYPE_NAMES_DIALOG);
  g_assert_nonnull (dialog);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_named (dialog);
  g_assert_true (has_name (dialog, "mcp__Demo__echo", "echo · Demo · 15 characters"));
  for (guint i = 1; i < 10 && ui_fixture_find_label (dialog, "mcp__Demo__echo") != NULL; i++)
    {
      gtk_drop_down_set_selected (
          GTK_DROP_DOWN (ui_fixture_find (dialog, GTK_TYPE_DROP_DOWN)), i);
      ui_fixture_finish_drawing ();
    }
  g_assert_null (ui_fixture_find_label (dialog, "mcp__Demo__echo"));
  g_assert_nonnull (find_text (dialog, "echo · Demo · "));
  gtk_window_destroy (GTK_WINDOW (dialog));
  tear_down (&self);
}

/* The words of one tool, in the form; the JSON of the options follows. */
static void
test_overlays (void)
{
  Fixture    self;
  GtkWidget *form = NULL;

  set_up (&self);
  use_script (&self);
  ui_fixture_wait (find_text (self.page, " of Demo") != NULL &&
                   find_text (self.page, "0 tools of Demo") == NULL);
  g_assert_true (gtk_widget_activate_action (self.page, "bench.edit-overlays", "s", ""));
  ui_fixture_finish_drawing ();
  form = find_window (UI_TYPE_OVERLAY_DIALOG);
  g_assert_nonnull (form);
  ui_fixture_assert_named (form);
  GtkWidget *row = gtk_widget_get_ancestor (ui_fixture_find_label (form, "describe_numbers"),
                                            GTK_TYPE_LIST_BOX_ROW);
  gtk_widget_activate (row);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_named (form);
  GtkWidget     *view = ui_fixture_find_named (form, "Description");
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_text_buffer_set_text (buffer, "Means of numbers.", -1);
  ui_fixture_finish_drawing ();
  g_assert_nonnull (find_text (form, "The server says: Count, mean"));
  g_assert_nonnull (find_text (form, "Changed · Demo"));
  g_autofree char *json =
      ui_fixture_dup_text (ui_fixture_find_named (self.page, "Overlays"));
  g_assert_nonnull (strstr (json, "\"Means of numbers.\""));
  g_assert_true (gtk_widget_activate_action (form, "overlays.reset", NULL));
  g_autofree char *own = ui_fixture_dup_text (view);
  g_assert_true (g_str_has_prefix (own, "Count, mean"));
  gtk_window_destroy (GTK_WINDOW (form));
  tear_down (&self);
}

/* Providers: the address is that of the demo's own model, which the page started. */

static GtkWidget *
row_titled (GtkWidget *dialog, const char *title)
{
  GtkWidget *label = ui_fixture_find_label (dialog, title);

  return label != NULL ? gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW) : NULL;
}

static void
fill_row (GtkWidget *dialog, const char *title, const char *text)
{
  GtkWidget *label = ui_fixture_find_label (dialog, title);
  GtkWidget *row = gtk_widget_get_ancestor (label, ADW_TYPE_ENTRY_ROW);

  gtk_editable_set_text (GTK_EDITABLE (row), text);
}

static void
on_removed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  app_model_providers_finish (APP_MODEL_PROVIDERS (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *)data = TRUE;
}

static void
count_problem (GtkWidget *widget, gpointer data)
{
  if (UI_IS_PROBLEM_VIEW (widget) && gtk_widget_get_visible (widget))
    ++*(guint *)data;
}

static void
test_providers (void)
{
  guint n_problems;
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autoptr (AppModelProviders) list = app_model_providers_new (NULL, vault);
  g_autoptr (ModelServer) model = model_server_start ("sk-spyglass");
  gboolean ended = FALSE;

  app_model_providers_allow_fallback (list, FALSE);
  GtkWidget *dialog = GTK_WIDGET (ui_provider_dialog_new (NULL, list));
  gtk_window_present (GTK_WINDOW (dialog));
  ui_fixture_finish_drawing ();
  ui_fixture_assert_named (dialog);

  /* Added, with a key that is wrong at first. */
  g_signal_emit_by_name (row_titled (dialog, "OpenAI-compatible server"), "activated");
  ui_fixture_finish_drawing ();
  ui_fixture_assert_named (dialog);
  fill_row (dialog, "Name", "Mine & <others>");
  fill_row (dialog, "Address", model->base);
  fill_row (dialog, "API key", "wrong");
  ui_fixture_click (dialog, "Test");
  ui_fixture_wait (gtk_widget_is_sensitive (ui_fixture_find_label (dialog, "Test")));
  g_assert_null (find_text (dialog, "It works: "));
  n_problems = 0;
  ui_fixture_walk (dialog, count_problem, &n_problems);
  g_assert_cmpuint (n_problems, ==, 1);
  fill_row (dialog, "API key", "sk-spyglass");
  ui_fixture_click (dialog, "Test");
  ui_fixture_wait (find_text (dialog, "It works: ") != NULL);
  ui_fixture_click (dialog, "Add");
  ui_fixture_wait (g_list_model_get_n_items (G_LIST_MODEL (list)) == 1);
  ui_fixture_wait (row_titled (dialog, "Mine & <others>") != NULL);
  g_autoptr (AppModelEntry) entry = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_cmpstr (app_model_entry_get_id (entry), ==, "compatible");
  g_assert_cmpstr (app_model_entry_get_provider (entry)->base, ==, model->base);

  app_model_providers_remove_async (list, "compatible", NULL, on_removed, &ended);
  ui_fixture_wait (ended);
  ui_fixture_wait (row_titled (dialog, "Mine & <others>") == NULL);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Kept once somebody said so; opened again by another window, as after a restart. */
static void
test_keep (void)
{
  Fixture self;

  set_up (&self);
  use_script (&self);
  gtk_switch_set_active (
      GTK_SWITCH (ui_fixture_find (ui_fixture_find (self.page, UI_TYPE_MODEL_KEPT),
                                   GTK_TYPE_SWITCH)),
      TRUE);
  send (&self, "draw");
  ui_fixture_wait (find_text (self.page, "Answer complete") != NULL);
  tear_down (&self);

  set_up (&self);
  GtkWidget *kept = ui_fixture_find (self.page, UI_TYPE_MODEL_KEPT);
  ui_fixture_wait (find_text (kept, "draw") != NULL);
  g_assert_true (
      gtk_switch_get_active (GTK_SWITCH (ui_fixture_find (kept, GTK_TYPE_SWITCH))));
  g_signal_emit_by_name (gtk_widget_get_ancestor (find_text (kept, "draw"),
                                                  GTK_TYPE_LIST_BOX_ROW),
                         "activate");
  ui_fixture_wait (find_text (self.page, "Here is a red dot.") != NULL);
  ui_fixture_assert_named (self.page);
  tear_down (&self);
}

/* What servers offer goes with a message; a prompt asks for its arguments first. */

/* The lists of a server come one after the other. */
static GtkWidget *
open_list (Fixture *self, const char *action, const char *title)
{
  GtkWidget *dialog;

  for (guint i = 0; i < 100; i++)
    {
      g_assert_true (act (self, action));
      dialog = GTK_WIDGET (ui_fixture_find_window (UI_TYPE_MODEL_MATERIAL_DIALOG));
      g_assert_nonnull (dialog);
      if (row_titled (dialog, title) != NULL)
        return dialog;
      gtk_window_destroy (GTK_WINDOW (dialog));
      ui_fixture_finish_drawing ();
    }
  g_assert_not_reached ();
}

static void
choose (GtkWidget *dialog, const char *title)
{
  GtkWidget *row = row_titled (dialog, title);

  g_signal_emit_by_name (gtk_widget_get_parent (row), "row-activated", row);
}

static void
test_add (void)
{
  Fixture    self;
  GtkWidget *dialog;
  GtkWidget *view;

  set_up (&self);
  use_script (&self);
  write_message (&self, "");
  g_assert_false (is_enabled (&self, "Send"));
  dialog = open_list (&self, "bench.add-resource", "Cover picture");
  ui_fixture_assert_named (dialog);
  choose (dialog, "Cover picture");
  ui_fixture_wait (find_text (self.page, "1 image") != NULL);
  g_assert_null (ui_fixture_find_window (UI_TYPE_MODEL_MATERIAL_DIALOG));
  ui_fixture_assert_named (self.page);
  ui_fixture_wait (is_enabled (&self, "Send"));

  dialog = open_list (&self, "bench.add-prompt", "Write a letter");
  choose (dialog, "Describe a product");
  ui_fixture_finish_drawing ();
  ui_fixture_assert_named (dialog);
  view = ui_fixture_find (dialog, UI_TYPE_FORM_VIEW);
  ui_form_view_submit (UI_FORM_VIEW (view));
  g_assert_true (GTK_WIDGET (ui_fixture_find_window (UI_TYPE_MODEL_MATERIAL_DIALOG)) == dialog);
  /* Whoever presses it again means it; the server says what is missing. */
  ui_form_view_submit (UI_FORM_VIEW (view));
  ui_fixture_wait (ui_fixture_find_named (self.page, "Remove Describe a product") != NULL);
  ui_fixture_wait (find_text (self.page, "Waiting for the server") == NULL);
  g_assert_false (is_enabled (&self, "Send"));
  gtk_widget_activate (ui_fixture_find_named (self.page, "Remove Describe a product"));
  ui_fixture_wait (is_enabled (&self, "Send"));
  send (&self, "draw");
  ui_fixture_wait (find_text (self.page, "Answer complete") != NULL);
  g_assert_nonnull (find_text (self.page, "320 × 200"));
  g_assert_null (ui_fixture_find_named (self.page, "Remove Cover picture"));
  tear_down (&self);
}

/* What was said in another way is one step away, and the focus stays with who takes it. */
static void
test_versions (void)
{
  Fixture    self;
  GtkWidget *button;

  set_up (&self);
  use_script (&self);
  gtk_switch_set_active (
      GTK_SWITCH (ui_fixture_find (ui_fixture_find (self.page, UI_TYPE_MODEL_KEPT),
                                   GTK_TYPE_SWITCH)),
      TRUE);
  send (&self, "draw");
  ui_fixture_wait (find_text (self.page, "Answer complete") != NULL);
  GtkWidget *view = ui_fixture_find (self.page, UI_TYPE_MODEL_VIEW);
  g_assert_true (gtk_widget_activate_action (view, "bench.edit", "u", 0u));
  g_assert_nonnull (find_text (self.page, "another version"));
  send (&self, "refuse");
  ui_fixture_wait (find_text (view, "2 of 2") != NULL);
  ui_fixture_wait (is_enabled (&self, "Stop") == FALSE ||
                   !gtk_widget_get_visible (ui_fixture_find_named (self.page, "Stop")));
  ui_fixture_assert_named (self.page);
  button = ui_fixture_find_named (view, "Previous Version");
  gtk_widget_grab_focus (button);
  gtk_widget_activate (button);
  ui_fixture_wait (find_text (view, "1 of 2") != NULL);
  g_assert_nonnull (find_text (view, "Here is a red dot."));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (self.window)) ==
                 ui_fixture_find_named (view, "Next Version"));
  g_assert_true (gtk_widget_activate_action (view, "bench.show-plain", "u", 1u));
  g_assert_nonnull (find_text (view, "Here is a red dot."));
  g_assert_true (gtk_widget_activate_action (view, "bench.copy-turn-json", "u", 1u));
  g_assert_true (gtk_widget_activate_action (view, "bench.copy-turn-text", "u", 1u));
  ui_fixture_finish_drawing ();
  tear_down (&self);
}

/* Somebody else is asked in the middle of a conversation, chosen in the list of models. */
static void
test_other_model (void)
{
  Fixture self;
  g_autoptr (ModelServer) model = model_server_start ("sk-spyglass");
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autoptr (AppModelProviders) list = app_model_providers_new (NULL, vault);
  g_autoptr (McpModelProvider) provider = NULL;
  gboolean   done = FALSE;
  GtkWidget *models;
  GtkWidget *row;

  provider = mcp_model_provider_new ("near", mcp_model_dialect_find ("openai-chat"), model->base);
  provider->key_place = MCP_MODEL_KEY_NONE;
  app_model_providers_put_async (list, provider, NULL, on_removed, &done);
  ui_fixture_wait (done);
  set_up (&self);
  use_script (&self);
  send (&self, "draw");
  ui_fixture_wait (find_text (self.page, "Answer complete") != NULL);
  models = ui_fixture_find (self.page, UI_TYPE_MODEL_MODELS);
  ui_fixture_wait (row_titled (models, "near") != NULL);
  row = row_titled (models, "near");
  g_signal_emit_by_name (gtk_widget_get_parent (row), "row-activated", row);
  g_signal_emit_by_name (ui_fixture_find (models, UI_TYPE_PROVIDER_LIST), "chosen", "other-model");
  ui_fixture_wait (find_text (self.page, "other-model · near") != NULL);
  g_assert_nonnull (find_text (self.page, "Here is a red dot."));
  /* It wants a key; the conversation stays. */
  write_message (&self, "draw");
  ui_fixture_wait (is_enabled (&self, "Send"));
  send (&self, "draw");
  ui_fixture_wait (find_text (self.page, "Answer complete") == NULL);
  ui_fixture_wait (!gtk_widget_get_visible (ui_fixture_find_named (self.page, "Stop")));
  g_assert_nonnull (find_text (self.page, "Here is a red dot."));
  tear_down (&self);
  done = FALSE;
  app_model_providers_remove_async (list, "near", NULL, on_removed, &done);
  ui_fixture_wait (done);
}

void
add_bench_page_tests (void)
{
  g_test_add_func ("/bench-page/first", test_first);
  g_test_add_func ("/bench-page/ask", test_ask);
  g_test_add_func ("/bench-page/measure", test_measure);
  g_test_add_func ("/bench-page/names", test_names);
  g_test_add_func ("/bench-page/overlays", test_overlays);
  g_test_add_func ("/bench-page/providers", test_providers);
  g_test_add_func ("/bench-page/keep", test_keep);
  g_test_add_func ("/bench-page/add", test_add);
  g_test_add_func ("/bench-page/versions", test_versions);
  g_test_add_func ("/bench-page/other-model", test_other_model);
}
