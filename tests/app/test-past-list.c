/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of what was recorded: by pages, filtered, followed while more is recorded. */

#include "app-tests.h"
#include "app-exchange-words.h"
#include "app-past-list.h"
#include "app-redactor.h"
#include "app-workspace.h"
#include "workspace-fixture.h"

#include <string.h>

#define CALL "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"

typedef struct
{
  char        *folder;
  AppObjects  *objects;
  AppPastList *list;
} Fixture;

static void
set_up (Fixture *self)
{
  self->folder = workspace_fixture_make_folder ();
  self->objects = app_objects_new (self->folder, NULL, NULL);
  self->list = app_past_list_new (self->objects, NULL);
}

static void
tear_down (Fixture *self)
{
  WAIT_UNTIL (!app_past_list_is_loading (self->list));
  app_objects_close (self->objects);
  g_clear_object (&self->list);
  g_clear_object (&self->objects);
  workspace_fixture_remove_folder (self->folder);
}

static void
take_count (GObject *source, GAsyncResult *result, gpointer data)
{
  guint *left = data;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (store_history_add_finish (STORE_HISTORY (source), result, &error), !=, 0);
  g_assert_no_error (error);
  (*left)--;
}

/* @from: the number of the first; each is a second later */
static void
record (Fixture *self, guint from, guint n, StoreOutcome outcome)
{
  guint left = n;

  for (guint i = from; i < from + n; i++)
    {
      g_autofree char *name = g_strdup_printf ("tool-%u", i);
      g_autofree char *text =
          g_strdup_printf (CALL "{\"name\":\"%s\",\"arguments\":{\"n\":%u}}}", name, i);
      StoreExchange exchange = { .time = (gint64)(1000 + i) * G_USEC_PER_SEC,
                                 .server = (char *)(i % 2 == 0 ? "even" : "odd"),
                                 .method = (char *)"tools/call",
                                 .name = name,
                                 .outcome = outcome,
                                 .duration = 12000 };
      g_autoptr (GBytes) request = g_bytes_new (text, strlen (text));

      store_history_add_async (app_objects_get_history (self->objects), &exchange, request, NULL,
                               NULL, NULL, take_count, &left);
    }
  WAIT_UNTIL (left == 0);
}

static guint
count (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->list));
}

static const char *
name_at (Fixture *self, guint position)
{
  g_autoptr (AppPastEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  return app_past_entry_get_exchange (entry)->name;
}

static void
filter (Fixture *self, AppPastFilter what)
{
  app_past_list_set_filter (self->list, &what);
  WAIT_UNTIL (!app_past_list_is_loading (self->list));
}

static gboolean
has_more (Fixture *self)
{
  gboolean has;

  g_object_get (self->list, "has-more", &has, NULL);
  return has;
}

static void
test_pages (void)
{
  Fixture self;

  set_up (&self);
  filter (&self, (AppPastFilter){ 0 });
  g_assert_cmpuint (count (&self), ==, 0);
  g_assert_false (has_more (&self));
  record (&self, 0, 750, STORE_OUTCOME_RESULT);
  filter (&self, (AppPastFilter){ 0 });
  g_assert_cmpuint (count (&self), ==, 100);
  g_assert_true (has_more (&self));
  g_assert_cmpstr (name_at (&self, 0), ==, "tool-749");
  app_past_list_read_more (self.list);
  app_past_list_read_more (self.list);
  WAIT_UNTIL (!app_past_list_is_loading (self.list));
  g_assert_cmpuint (count (&self), ==, 600);
  app_past_list_read_more (self.list);
  WAIT_UNTIL (!app_past_list_is_loading (self.list));
  g_assert_cmpuint (count (&self), ==, 750);
  g_assert_false (has_more (&self));
  g_assert_cmpstr (name_at (&self, 749), ==, "tool-0");
  for (guint i = 0; i < 750; i++)
    {
      g_autofree char *name = g_strdup_printf ("tool-%u", 749 - i);

      g_assert_cmpstr (name_at (&self, i), ==, name);
    }
  tear_down (&self);
}

static void
test_filter (void)
{
  Fixture self;

  set_up (&self);
  record (&self, 0, 150, STORE_OUTCOME_RESULT);
  record (&self, 150, 3, STORE_OUTCOME_TOOL_ERROR);
  filter (&self, (AppPastFilter){ .server = "odd" });
  g_assert_cmpuint (count (&self), ==, 76);
  filter (&self, (AppPastFilter){ .outcomes = 1 << STORE_OUTCOME_TOOL_ERROR });
  g_assert_cmpuint (count (&self), ==, 3);
  filter (&self, (AppPastFilter){ .text = "TOOL-7\"" });
  g_assert_cmpuint (count (&self), ==, 1);
  g_assert_cmpstr (name_at (&self, 0), ==, "tool-7");
  filter (&self, (AppPastFilter){ .from = (1000 + 151) * G_USEC_PER_SEC });
  g_assert_cmpuint (count (&self), ==, 2);
  filter (&self, (AppPastFilter){ .imported = TRUE });
  g_assert_cmpuint (count (&self), ==, 0);
  /* The last one counts, however many are on their way. */
  app_past_list_set_filter (self.list, &(AppPastFilter){ 0 });
  app_past_list_set_filter (self.list, &(AppPastFilter){ .text = "tool-3\"" });
  filter (&self, (AppPastFilter){ .text = "tool-9\"" });
  g_assert_cmpuint (count (&self), ==, 1);
  g_assert_cmpstr (name_at (&self, 0), ==, "tool-9");
  tear_down (&self);
}

static void
count_change (GListModel *list, guint position, guint removed, guint added, guint *data)
{
  data[0] += removed;
  data[1] += added;
}

/* What is recorded meanwhile comes in at the top, and nothing else moves. */
static void
test_follow (void)
{
  Fixture self;
  guint   changes[2] = { 0 };

  set_up (&self);
  record (&self, 0, 120, STORE_OUTCOME_RESULT);
  filter (&self, (AppPastFilter){ 0 });
  g_autoptr (AppPastEntry) first = g_list_model_get_item (G_LIST_MODEL (self.list), 0);
  g_signal_connect (self.list, "items-changed", G_CALLBACK (count_change), changes);
  record (&self, 120, 5, STORE_OUTCOME_RESULT);
  WAIT_UNTIL (count (&self) == 105);
  g_assert_cmpuint (changes[0], ==, 0);
  g_assert_cmpstr (name_at (&self, 0), ==, "tool-124");
  g_autoptr (AppPastEntry) moved = g_list_model_get_item (G_LIST_MODEL (self.list), 5);
  g_assert_true (moved == first);
  /* More than a page at once */
  record (&self, 125, 130, STORE_OUTCOME_RESULT);
  WAIT_UNTIL (count (&self) > 0 && g_str_equal (name_at (&self, 0), "tool-254") &&
              !app_past_list_is_loading (self.list));
  g_assert_cmpuint (count (&self), >=, 100);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("tool-%u", 254 - i);

      g_assert_cmpstr (name_at (&self, i), ==, name);
    }
  tear_down (&self);
}

static void
test_one (void)
{
  Fixture self;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) cleared = NULL;
  g_autoptr (GAsyncResult) gone = NULL;
  g_autoptr (GBytes) request = NULL;
  g_autoptr (GBytes) response = NULL;
  g_autoptr (StoreExchange) exchange = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *tool = NULL;

  set_up (&self);
  record (&self, 7, 1, STORE_OUTCOME_NO_RESPONSE);
  filter (&self, (AppPastFilter){ 0 });
  g_autoptr (AppPastEntry) entry = g_list_model_get_item (G_LIST_MODEL (self.list), 0);
  app_past_list_get_async (self.list, entry, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  exchange = app_past_list_get_finish (self.list, result, &request, &response, &error);
  g_assert_no_error (error);
  g_assert_null (response);
  g_autofree char *arguments = app_past_entry_dup_call (request, &tool);
  g_assert_cmpstr (tool, ==, "tool-7");
  g_assert_cmpstr (arguments, ==, "{\"n\":7}");
  g_autofree char *title = app_exchange_dup_title (exchange);
  g_assert_cmpstr (title, ==, "tools/call tool-7");
  app_past_list_clear_async (self.list, NULL, workspace_fixture_take_result, &cleared);
  WAIT_UNTIL (cleared != NULL);
  g_assert_true (app_past_list_clear_finish (self.list, cleared, &error));
  WAIT_UNTIL (!app_past_list_is_loading (self.list));
  g_assert_cmpuint (count (&self), ==, 0);
  app_past_list_get_async (self.list, entry, NULL, workspace_fixture_take_result, &gone);
  WAIT_UNTIL (gone != NULL);
  g_clear_pointer (&request, g_bytes_unref);
  g_assert_null (app_past_list_get_finish (self.list, gone, &request, &response, &error));
  g_assert_nonnull (error);
  tear_down (&self);
}

/* A secret is not sent as the marks that stand for it. */
/* @n: calls that fail at once, since nothing is connected */
static void
call (AppSession *session, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("call-%u", i);
      g_autoptr (AppCall) call = app_session_new_call (session, APP_CALL_TOOL, name, "{}");
      g_autoptr (GAsyncResult) result = NULL;

      app_call_run_async (call, NULL, workspace_fixture_take_result, &result);
      WAIT_UNTIL (result != NULL);
      g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_FAILED);
    }
}

static AppSession *
create_session (const char *name)
{
  g_autoptr (StoreProfile) profile = store_profile_new (name);
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autoptr (StoreProfileList) book = store_profile_list_new ("/nonexistent/servers.yaml");

  return app_session_new (profile, settings, vault, book);
}

/* Returns: how many of those that are listed are of @server */
static guint
count_of (AppPastList *list, const char *server)
{
  GListModel *model = G_LIST_MODEL (list);
  guint       n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (AppPastEntry) entry = g_list_model_get_item (model, i);

      n += g_str_equal (app_past_entry_get_exchange (entry)->server, server);
    }
  return n;
}

/* The calls of the sessions are there as they come and go: one by one, and with their session. */
static void
test_sessions (void)
{
  g_autoptr (GListStore) sessions = g_list_store_new (APP_TYPE_SESSION);
  g_autoptr (AppSession) one = create_session ("one");
  g_autoptr (AppSession) other = create_session ("other");
  g_autoptr (AppCall) waiting = app_session_new_call (one, APP_CALL_TOOL, "waiting", "{}");
  AppPastFilter all = { .method = APP_PAST_METHODS };

  g_list_store_append (sessions, one);
  g_autoptr (AppPastList) list = app_past_list_new (NULL, G_LIST_MODEL (sessions));
  call (one, 2);
  g_assert_cmpuint (count_of (list, "one"), ==, 0);
  app_past_list_set_filter (list, &all);
  g_assert_cmpuint (count_of (list, "one"), ==, 2);
  call (one, 1);
  g_assert_cmpuint (count_of (list, "one"), ==, 3);

  call (other, 3);
  g_list_store_insert (sessions, 0, other);
  g_assert_cmpuint (count_of (list, "one"), ==, 3);
  g_assert_cmpuint (count_of (list, "other"), ==, 3);
  g_autoptr (AppPastEntry) newest = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_cmpstr (app_past_entry_get_exchange (newest)->server, ==, "other");
  g_assert_cmpstr (app_past_entry_get_exchange (newest)->name, ==, "call-2");

  /* The oldest are forgotten: the one that was never sent, and those that were. */
  call (one, 200);
  g_assert_cmpuint (g_list_model_get_n_items (app_session_get_calls (one)), ==, 200);
  g_assert_cmpuint (count_of (list, "one"), ==, 200);
  g_assert_cmpuint (count_of (list, "other"), ==, 3);

  g_list_store_remove (sessions, 1);
  g_assert_cmpuint (count_of (list, "one"), ==, 0);
  g_assert_cmpuint (count_of (list, "other"), ==, 3);
  call (one, 1);
  g_assert_cmpuint (count_of (list, "one"), ==, 0);
  g_list_store_append (sessions, one);
  g_assert_cmpuint (count_of (list, "one"), ==, 200);
}

static void
test_masked (void)
{
  static const struct
  {
    const char *request;
    const char *arguments; /* (nullable): it is no call */
  } cases[] = {
    { CALL "{\"name\":\"t\",\"arguments\":{\"a\":1.10,\"key\":\"" APP_REDACTOR_MASK
           "\",\"\\u0062\":[\"x" APP_REDACTOR_MASK "\"],\"c\":null}}}",
      "{\"a\":1.10,\"c\":null}" },
    { CALL "{\"name\":\"t\"}}", "{}" },
    { CALL "{\"name\":\"t\",\"arguments\":[1]}}", "{}" },
    { CALL "{\"name\":5}}", NULL },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", NULL },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", NULL },
    { "not JSON", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) request = g_bytes_new_static (cases[i].request, strlen (cases[i].request));
      g_autofree char *tool = NULL;
      g_autofree char *arguments = app_past_entry_dup_call (request, &tool);

      g_assert_cmpstr (arguments, ==, cases[i].arguments);
    }
}

static void
test_words (void)
{
  StoreExchange    exchange = { .server = (char *)"one\ntwo",
                                .method = (char *)"sampling/createMessage",
                                .outcome = STORE_OUTCOME_ERROR,
                                .error_code = -32602,
                                .duration = 1500,
                                .response_size = 1200,
                                .flags = STORE_EXCHANGE_BY_SERVER };
  g_autofree char *outcome = app_exchange_dup_outcome (&exchange);
  g_autofree char *title = app_exchange_dup_title (&exchange);
  g_autofree char *facts = app_exchange_dup_facts (&exchange);

  g_assert_cmpstr (outcome, ==, "error -32602");
  g_assert_cmpstr (title, ==, "← sampling/createMessage");
  g_assert_null (strchr (facts, '\n'));
  g_assert_nonnull (strstr (facts, "1.2"));
  g_assert_true (app_exchange_failed (&exchange));

  /* What came is shown, and is no response. */
  exchange.outcome = STORE_OUTCOME_NO_RESPONSE;
  g_autofree char *invalid = app_exchange_dup_outcome (&exchange);
  exchange.response_size = 0;
  g_autofree char *none = app_exchange_dup_outcome (&exchange);
  g_assert_cmpstr (invalid, ==, "no valid response");
  g_assert_cmpstr (none, ==, "no response");

  g_assert_null (app_exchange_dup_http (&exchange));
  exchange.http = (char *)"{\"method\":\"POST\",\"url\":\"http://x/\",\"requestHeaders\":"
                          "[{\"name\":\"A\",\"value\":\"b\"}],\"status\":202,"
                          "\"responseHeaders\":[{\"name\":\"C\",\"value\":\"d\"}]}";
  g_autofree char *http = app_exchange_dup_http (&exchange);
  g_assert_cmpstr (http, ==, "POST http://x/\nA: b\n\nHTTP 202\nC: d\n");
  exchange.http = (char *)"nothing";
  g_assert_null (app_exchange_dup_http (&exchange));
}

void
add_past_list_tests (void)
{
  g_test_add_func ("/past-list/pages", test_pages);
  g_test_add_func ("/past-list/filter", test_filter);
  g_test_add_func ("/past-list/follow", test_follow);
  g_test_add_func ("/past-list/one", test_one);
  g_test_add_func ("/past-list/sessions", test_sessions);
  g_test_add_func ("/past-list/masked", test_masked);
  g_test_add_func ("/past-list/words", test_words);
}
