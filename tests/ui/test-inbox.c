/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The inbox: cards of every kind, answered by hand and by keyboard, the banner, the sidebar. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "app-catalogue.h"
#include "app-sampler.h"
#include "ui-banner.h"
#include "ui-inbox-banner.h"
#include "ui-inbox-card.h"
#include "ui-inbox-folders.h"
#include "ui-inbox-form.h"
#include "ui-inbox-link.h"
#include "ui-inbox-page.h"
#include "ui-inbox-sampling.h"
#include "ui-sampling-banner.h"
#include "ui-sampling-draft.h"
#include "ui-sidebar.h"
#include "ui-window.h"
#include "ui-list-page.h"
#include "ui-page.h"

#include <string.h>

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  AppInbox     *inbox;
  AppSampler   *sampler;
  GtkWidget    *page;
  GtkWindow    *window;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->workspace = ui_fixture_new_workspace ();
  self->inbox = app_workspace_get_inbox (self->workspace);
  self->sampler = app_sampler_new (self->workspace);
  app_inbox_set_policy (self->inbox, APP_INBOX_POLICY (self->sampler));
  self->session = ui_fixture_add_demo (self->workspace, "demo");
  self->page = ui_inbox_page_new (self->inbox, data != NULL ? NULL : self->session);
  self->window = ui_fixture_show (self->page, 700, 700);
  ui_fixture_connect (self->session);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ui_fixture_assert_ends (self->window, self->page);
  app_sampler_close (self->sampler);
  g_object_unref (self->sampler);
  ui_fixture_close (self->workspace);
}

static AppCall *
call (Fixture *self, const char *tool, const char *arguments)
{
  AppCall *made = app_session_new_call (self->session, APP_CALL_TOOL, tool, arguments);

  app_call_run_async (made, NULL, NULL, NULL);
  return made;
}

static UiInboxCard *
wait_for_card (Fixture *self, GType kind)
{
  GtkWidget *card;

  ui_fixture_wait ((card = ui_fixture_find (self->page, UI_TYPE_INBOX_CARD)) != NULL);
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find (card, kind));
  return UI_INBOX_CARD (card);
}

static void
wait_for_result (AppCall *made, const char *part)
{
  ui_fixture_wait (app_call_get_state (made) > APP_CALL_CANCELLING);
  g_autofree char *text = mcp_json_value_dup_text (app_call_get_result (made));
  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, part));
}

static void
test_empty (Fixture *self, gconstpointer data)
{
  g_assert_nonnull (ui_fixture_find_label (self->page, "No Requests"));
  ui_fixture_assert_named (self->page);
  g_assert_true (ui_page_focus (self->page));
  ui_page_submit (self->page);
}

static void
test_form (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) first = call (self, "ask_person", NULL);
  UiInboxCard  *card = wait_for_card (self, UI_TYPE_INBOX_FORM);
  AppInboxItem *item = ui_inbox_card_get_item (card);

  ui_fixture_assert_named (self->page);
  g_assert_nonnull (ui_fixture_find_label (self->page, "demo needs your input"));
  g_assert_nonnull (ui_fixture_find_label (self->page, "Where should the parcel go?"));

  /* What is missing is said before it is sent, and once more is enough. */
  g_assert_true (ui_page_focus (self->page));
  ui_page_submit (self->page);
  g_assert_true (app_inbox_item_is_waiting (item));
  g_assert_nonnull (ui_fixture_find_label (self->page, "Send Anyway"));
  app_field_set_text (app_form_find_field (app_inbox_item_get_form (item), "/name"), "Ada");
  g_assert_null (ui_fixture_find_label (self->page, "Send Anyway"));

  /* The next one is there already: it gets the focus. */
  g_autoptr (AppCall) second = call (self, "fill_form", NULL);
  ui_fixture_wait (app_inbox_count (self->inbox, NULL) == 2);
  ui_fixture_finish_drawing ();
  ui_page_submit (self->page);
  wait_for_result (first, "Ada");
  card = wait_for_card (self, UI_TYPE_INBOX_FORM);
  g_assert_true (ui_inbox_card_get_item (card) == app_inbox_find_first (self->inbox, NULL, NULL, NULL));
  GtkWidget *focus = gtk_window_get_focus (self->window);
  g_assert_nonnull (focus);
  g_assert_true (gtk_widget_is_ancestor (focus, GTK_WIDGET (card)));
  ui_fixture_assert_named (self->page);
  gtk_widget_activate_action (GTK_WIDGET (card), "inbox.decline", NULL);
  wait_for_result (second, "decline");
  g_assert_null (ui_fixture_find (self->page, UI_TYPE_INBOX_CARD));
  g_assert_nonnull (ui_fixture_find (self->page, g_type_from_name ("UiInboxRow")));
  ui_fixture_assert_named (self->page);
}

static void
test_page (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) good = call (self, "visit_page", NULL);
  UiInboxCard     *card = wait_for_card (self, UI_TYPE_INBOX_LINK);
  g_autofree char *mixed = NULL;

  g_assert_nonnull (ui_fixture_find_label (self->page, "example.com"));
  g_assert_nonnull (
      ui_fixture_find_label (self->page, "https://example.com/spyglass-demo/confirm"));
  g_assert_nonnull (ui_fixture_find_label (self->page, "Open in Browser"));
  ui_fixture_assert_named (self->page);
  /* The browser is the person's; what the card says after it was started. */
  app_inbox_item_set_opened (ui_inbox_card_get_item (card));
  g_assert_nonnull (ui_fixture_find_label (self->page, "Done"));
  g_assert_nonnull (ui_fixture_find_label (self->page, "Open Again"));
  ui_page_submit (card);
  wait_for_result (good, "accept");

  /* Nothing but http and https is ever opened. */
  g_autoptr (AppCall) bad = call (self, "visit_page", "{\"url\":\"javascript:alert(1)\"}");
  card = wait_for_card (self, UI_TYPE_INBOX_LINK);
  ui_page_submit (card);
  g_assert_true (app_inbox_item_is_waiting (ui_inbox_card_get_item (card)));
  g_assert_false (app_inbox_item_is_opened (ui_inbox_card_get_item (card)));
  gtk_widget_activate_action (GTK_WIDGET (card), "inbox.decline", NULL);
  wait_for_result (bad, "decline");

  g_autoptr (AppCall) look_alike =
      call (self, "visit_page", "{\"url\":\"https://xn--pple-43d.com/login\"}");
  card = wait_for_card (self, UI_TYPE_INBOX_LINK);
  g_assert_nonnull (ui_fixture_find_label (self->page, "xn--pple-43d.com"));
  gtk_widget_activate_action (GTK_WIDGET (card), "inbox.dismiss", NULL);
  wait_for_result (look_alike, "cancel");
}

static void
test_sampling (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made =
      call (self, "ask_model", "{\"question\":\"Why?\",\"with_tools\":false}");
  UiInboxCard      *card = wait_for_card (self, UI_TYPE_INBOX_SAMPLING);
  AppSamplingReply *reply = app_inbox_item_get_reply (ui_inbox_card_get_item (card));

  ui_fixture_assert_named (self->page);
  ui_page_submit (card);
  g_assert_nonnull (ui_fixture_find_label (self->page, "Empty response"));
  ui_inbox_card_focus (card);
  GtkWidget *focus = gtk_window_get_focus (self->window);
  g_assert_true (GTK_IS_TEXT_VIEW (focus));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (focus)), "The tides.", -1);
  g_assert_cmpstr (app_sampling_reply_get_text (reply), ==, "The tides.");
  g_assert_nonnull (strstr (app_sampling_reply_get_json (reply), "The tides."));
  ui_page_submit (card);
  wait_for_result (made, "The tides.");
}

static gboolean
is_idle (UiInboxCard *card)
{
  g_autoptr (AppSession) session = app_inbox_item_dup_session (ui_inbox_card_get_item (card));
  AppSampler *sampler = app_sampler_find (session);

  return !app_sampling_draft_is_writing (
      app_sampler_get_draft (sampler, ui_inbox_card_get_item (card)));
}

/* The scripted model writes, the person changes what it wrote and sends it. */
static void
test_draft (Fixture *self, gconstpointer data)
{
  GtkWidget *banner = g_object_ref_sink (g_object_new (UI_TYPE_SAMPLING_BANNER, NULL));
  g_autoptr (AppCall) made = NULL;
  AppSamplingRule *rule = app_sampling_rule_get (self->session);
  UiInboxCard     *card;
  GtkWidget       *text;

  made = call (self, "ask_model", "{\"question\":\"Colour?\",\"with_tools\":false}");
  card = wait_for_card (self, UI_TYPE_INBOX_SAMPLING);
  ui_fixture_assert_named (self->page);
  g_assert_nonnull (ui_fixture_find_label (self->page, "Draft with Scripted Model"));
  g_assert_nonnull (
      ui_fixture_find_label (self->page, "No model provider yet."));
  g_signal_emit_by_name (ui_fixture_find_named (self->page, "Draft with Scripted Model"), "clicked");
  g_assert_false (is_idle (card));
  ui_page_submit (card);
  g_assert_true (app_inbox_item_is_waiting (ui_inbox_card_get_item (card)));
  ui_fixture_wait (is_idle (card));
  ui_inbox_card_focus (card);
  text = gtk_window_get_focus (self->window);
  g_assert_true (gtk_text_view_get_editable (GTK_TEXT_VIEW (text)));
  gtk_text_buffer_insert_at_cursor (gtk_text_view_get_buffer (GTK_TEXT_VIEW (text)), " Sky blue.",
                                    -1);
  ui_page_submit (card);
  wait_for_result (made, "Sky blue.");

  ui_sampling_banner_set_rule (UI_SAMPLING_BANNER (banner), rule);
  app_sampling_rule_set_mode (rule, APP_SAMPLING_MODE_REPLY);
  g_assert_nonnull (ui_fixture_find_label (banner, "A model replies to this server’s sampling "
                                                   "requests: 0 of 10 requests, 0 of 100000 "
                                                   "tokens"));
  g_signal_emit_by_name (ui_fixture_find (banner, UI_TYPE_BANNER), "button-clicked");
  g_assert_cmpint (app_sampling_rule_get_mode (rule), ==, APP_SAMPLING_MODE_ASK);
  g_object_unref (banner);
}

/* A server that asks for roots is told at once, unless the person wants to be asked. */
static void
test_folders (Fixture *self, gconstpointer data)
{
  AppFolderList *folders = app_inbox_get_folders (self->inbox, self->session);
  g_autoptr (AppCall) untold = call (self, "list_roots", NULL);
  g_autoptr (AppCall) made = NULL;
  UiInboxCard *card;

  wait_for_result (untold, "roots");
  g_assert_null (ui_fixture_find (self->page, UI_TYPE_INBOX_CARD));
  g_assert_nonnull (ui_fixture_find_label (self->page, "Ask every time"));

  app_folder_list_set_shared (folders, FALSE);
  made = call (self, "list_roots", NULL);
  card = wait_for_card (self, UI_TYPE_INBOX_FOLDERS);
  g_assert_nonnull (ui_fixture_find_label (self->page, "Share No Folders"));
  app_folder_list_add (folders, "/tmp", NULL);
  g_assert_nonnull (ui_fixture_find_label (self->page, "Share Folders"));
  ui_fixture_assert_named (self->page);
  ui_page_submit (card);
  wait_for_result (made, "file:///tmp");
}

/* A call that is cancelled takes its question away, whatever is typed. */
static void
test_goes (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = call (self, "ask_person", NULL);

  wait_for_card (self, UI_TYPE_INBOX_FORM);
  app_session_disconnect_async (self->session, NULL, NULL, NULL);
  ui_fixture_wait (app_inbox_count (self->inbox, NULL) == 0);
  g_assert_null (ui_fixture_find (self->page, UI_TYPE_INBOX_CARD));
  g_assert_nonnull (ui_fixture_find_label (self->page, "The call has ended."));
}

static guint
count_cards (Fixture *self)
{
  GtkWidget *card = ui_fixture_find (self->page, UI_TYPE_INBOX_CARD);
  guint      n = 0;

  for (; card != NULL; card = gtk_widget_get_next_sibling (card))
    n++;
  return n;
}

static void
test_many (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < 12; i++)
    g_ptr_array_add (calls, call (self, "ask_person", NULL));
  ui_fixture_wait (app_inbox_count (self->inbox, NULL) == 12);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (count_cards (self), ==, UI_INBOX_PAGE_CARDS);
  g_assert_nonnull (ui_fixture_find_label (self->page, "4 more waiting"));
  while (app_inbox_count (self->inbox, NULL) > 0)
    app_inbox_item_decline (app_inbox_find_first (self->inbox, NULL, NULL, NULL));
  for (guint i = 0; i < calls->len; i++)
    wait_for_result (calls->pdata[i], "decline");
  g_assert_cmpuint (count_cards (self), ==, 0);
}

static gboolean
is_banner_shown (UiWindow *window)
{
  GtkWidget *banner = ui_fixture_find (GTK_WIDGET (window), UI_TYPE_INBOX_BANNER);

  return gtk_revealer_get_reveal_child (
      GTK_REVEALER (ui_fixture_find (banner, GTK_TYPE_REVEALER)));
}

static gboolean
has_focus_in (UiWindow *window, GType type)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return focus != NULL && gtk_widget_get_ancestor (focus, type) != NULL;
}

static gboolean
is_selected (UiWindow *window, const char *tool)
{
  UiListPage    *page = UI_LIST_PAGE (ui_fixture_find (GTK_WIDGET (window), UI_TYPE_LIST_PAGE));
  McpDefinition *definition = page != NULL ? ui_list_page_get_selected (page) : NULL;

  return definition != NULL && g_str_equal (mcp_definition_get_key (definition), tool);
}

/* A question is answered where the call was made: the focus is in the answer, a key sends it, and the
 * focus is where it was. No banner repeats what is on screen. The question is whole. */
static void
test_asked_here (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  UiWindow     *window = ui_window_new (NULL, workspace);
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  AppInbox     *inbox = app_workspace_get_inbox (workspace);
  const char   *id = store_profile_get_id (app_session_get_profile (session));

  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 800);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  ui_fixture_connect (session);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open", "(sss)", id, "tools", "ask_model");
  ui_fixture_wait (has_focus_in (window, GTK_TYPE_LIST_VIEW));
  ui_fixture_wait (is_selected (window, "ask_model"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.submit", NULL);
  ui_fixture_wait (has_focus_in (window, UI_TYPE_INBOX_CARD));
  ui_fixture_finish_drawing ();
  /* A list that is fetched meanwhile does not take it. */
  app_catalogue_load_async (app_session_get_feature (session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL,
                            FALSE, NULL, NULL, NULL);
  ui_fixture_finish_drawing ();
  g_assert_true (has_focus_in (window, UI_TYPE_INBOX_CARD));
  GtkWidget *text = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_true (GTK_IS_TEXT_VIEW (text));
  g_assert_false (is_banner_shown (window));
  GtkWidget *talk = gtk_widget_get_ancestor (
      ui_fixture_find_label (GTK_WIDGET (window), "user"), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *across = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (talk));
  g_assert_cmpfloat (gtk_adjustment_get_upper (across), <=, gtk_adjustment_get_page_size (across));

  /* Elsewhere it does. */
  ui_window_show_place (window, session, UI_PLACE_LOG);
  ui_fixture_wait (is_banner_shown (window));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (window),
                                           "Sampling request from demo for “ask_model”"));
  ui_window_show_place (window, session, UI_PLACE_TOOLS);
  ui_fixture_wait (!is_banner_shown (window));
  gtk_widget_grab_focus (text);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (text)), "Blue.", -1);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.submit", NULL);
  ui_fixture_wait (app_inbox_count (inbox, session) == 0);
  ui_fixture_wait (has_focus_in (window, GTK_TYPE_LIST_VIEW));
  g_assert_cmpuint (g_list_model_get_n_items (app_session_get_calls (session)), ==, 1);
  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  ui_fixture_close (workspace);
}

static gboolean
is_in_sight (GtkWidget *widget)
{
  GtkWidget      *viewport = gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT);
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (widget, viewport, &bounds) && bounds.origin.y >= 0 &&
         bounds.origin.y + bounds.size.height <= (float)gtk_widget_get_height (viewport);
}

/* The field that takes the focus is below the fold as long as nothing scrolls to it, and so is the
 * button that sends what is in it. */
static void
test_in_sight (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  UiWindow     *window = ui_window_new (NULL, workspace);
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  const char   *id = store_profile_get_id (app_session_get_profile (session));

  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 800);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  ui_fixture_connect (session);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open", "(sss)", id, "tools", "ask_model");
  ui_fixture_wait (ui_fixture_find_label (GTK_WIDGET (window), "question") != NULL);
  ui_fixture_wait (gtk_widget_get_mapped (ui_fixture_find_label (GTK_WIDGET (window), "question")));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.submit", NULL);
  ui_fixture_wait (ui_fixture_find (GTK_WIDGET (window), UI_TYPE_INBOX_CARD) != NULL);
  GtkWidget *card = ui_fixture_find (GTK_WIDGET (window), UI_TYPE_INBOX_CARD);
  ui_fixture_wait (gtk_widget_get_focus_child (card) != NULL);
  GtkWidget *send = gtk_widget_get_ancestor (ui_fixture_find_label (card, "Send"), GTK_TYPE_BUTTON);
  ui_fixture_wait (is_in_sight (send) && is_in_sight (gtk_window_get_focus (GTK_WINDOW (window))));
  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  ui_fixture_close (workspace);
}

/* In the window: the count in the sidebar, the banner over the page, and the way there. */
static void
test_window (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  UiWindow     *window = ui_window_new (NULL, workspace);
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");

  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 800);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  ui_fixture_connect (session);
  ui_window_show_place (window, session, UI_PLACE_TOOLS);

  g_autoptr (AppCall) made = app_session_new_call (session, APP_CALL_TOOL, "ask_person", NULL);
  app_call_run_async (made, NULL, NULL, NULL);
  ui_fixture_wait (app_inbox_count (app_workspace_get_inbox (workspace), session) == 1);
  ui_fixture_wait (ui_fixture_find_label (GTK_WIDGET (window), "demo needs your input for “ask_person”") !=
                   NULL);
  ui_window_show_place (window, NULL, UI_PLACE_INBOX);
  GtkWidget *page = ui_fixture_find (GTK_WIDGET (window), UI_TYPE_INBOX_PAGE);
  g_assert_nonnull (page);
  ui_window_show_place (window, session, UI_PLACE_INBOX);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_named (GTK_WIDGET (window));
  app_inbox_item_decline (app_inbox_find_first (app_workspace_get_inbox (workspace), session, NULL, NULL));
  wait_for_result (made, "decline");
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 600);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  ui_fixture_close (workspace);
}

static void
visit_title (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LIST_BOX_ROW (widget) && ui_fixture_find_label (widget, "All Inboxes") != NULL)
    *(GtkWidget **)data = widget;
}

/* Each server has its own; the one of all is there while several ask. */
static void
test_several_servers (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  UiWindow     *window = ui_window_new (NULL, workspace);
  AppInbox     *inbox = app_workspace_get_inbox (workspace);
  AppSession   *sessions[] = { ui_fixture_add_demo (workspace, "one"),
                               ui_fixture_add_demo (workspace, "two") };
  AppCall      *calls[G_N_ELEMENTS (sessions)];
  GtkWidget    *row = NULL;

  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 800);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  ui_fixture_walk (GTK_WIDGET (window), visit_title, &row);
  g_assert_nonnull (row);
  for (guint i = 0; i < G_N_ELEMENTS (sessions); i++)
    {
      g_assert_false (gtk_widget_get_visible (row));
      ui_fixture_connect (sessions[i]);
      calls[i] = app_session_new_call (sessions[i], APP_CALL_TOOL, "ask_person", NULL);
      app_call_run_async (calls[i], NULL, NULL, NULL);
      ui_fixture_wait (app_inbox_count (inbox, sessions[i]) == 1);
    }
  g_assert_true (gtk_widget_get_visible (row));
  ui_window_show_place (window, NULL, UI_PLACE_INBOX);
  for (guint i = 0; i < G_N_ELEMENTS (sessions); i++)
    {
      app_inbox_item_decline (app_inbox_find_first (inbox, sessions[i], NULL, NULL));
      wait_for_result (calls[i], "decline");
      g_object_unref (calls[i]);
    }
  /* It does not go from under whoever looks at it. */
  g_assert_true (gtk_widget_get_visible (row));
  ui_window_show_place (window, sessions[0], UI_PLACE_INBOX);
  g_assert_false (gtk_widget_get_visible (row));
  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  ui_fixture_close (workspace);
}

void
add_inbox_tests (void)
{
  g_test_add ("/inbox/empty", Fixture, NULL, set_up, test_empty, tear_down);
  g_test_add ("/inbox/form", Fixture, NULL, set_up, test_form, tear_down);
  g_test_add ("/inbox/page", Fixture, NULL, set_up, test_page, tear_down);
  g_test_add ("/inbox/sampling", Fixture, NULL, set_up, test_sampling, tear_down);
  g_test_add ("/inbox/draft", Fixture, NULL, set_up, test_draft, tear_down);
  g_test_add ("/inbox/folders", Fixture, NULL, set_up, test_folders, tear_down);
  g_test_add ("/inbox/goes", Fixture, NULL, set_up, test_goes, tear_down);
  g_test_add ("/inbox/many", Fixture, NULL, set_up, test_many, tear_down);
  g_test_add ("/inbox/of-all", Fixture, "all", set_up, test_form, tear_down);
  g_test_add_func ("/inbox/window", test_window);
  g_test_add_func ("/inbox/in-sight", test_in_sight);
  g_test_add_func ("/inbox/asked-here", test_asked_here);
  g_test_add_func ("/inbox/several-servers", test_several_servers);
}
