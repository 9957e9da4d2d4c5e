/* SPDX-License-Identifier: GPL-3.0-or-later */

/* List models that load from a client, from servers with strange pages too. */

#include "mcp-tests.h"
#include "mcp-definition-list.h"
#include "test-memory-transport.h"
#include "test-requests.h"
#include "test-time.h"

#include <string.h>

typedef enum {
  PAGES_ONE,
  PAGES_LOOP,
  PAGES_ENDLESS,
  PAGES_SECOND_REFUSED,
  PAGES_REFUSED,
  PAGES_LARGE,
  PAGES_CHANGING, /* each answer says that the list changed */
  PAGES_SILENT,
  PAGES_TWO, /* the second at an empty cursor */
} Pages;

typedef struct
{
  TestMemoryTransport *transport;
  McpClient           *client;
  McpDefinitionList   *list;
  Pages                pages;
  guint                n_lists;
  guint                n_reloaded;
  char                *params; /* of the last request */
} Fixture;

static char *
make_page (Fixture *fixture, gboolean with_cursor)
{
  guint n = fixture->n_lists;
  g_autoptr (GString) large = NULL;

  switch (fixture->pages)
    {
    case PAGES_LOOP:
      return g_strdup_printf ("{\"tools\":[{\"name\":\"t%u\"}],\"nextCursor\":\"same\"}", n);
    case PAGES_ENDLESS:
      return g_strdup_printf ("{\"tools\":[],\"nextCursor\":\"%u\"}", n);
    case PAGES_SECOND_REFUSED:
      return with_cursor ? NULL : g_strdup ("{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"x\"}");
    case PAGES_LARGE:
      large = g_string_new ("{\"tools\":[");
      for (guint i = 0; i < 20000; i++)
        g_string_append_printf (large, "%s{\"name\":\"t%u\",\"inputSchema\":{\"type\":\"object\"}}",
                                i == 0 ? "" : ",", i);
      g_string_append (large, "]}");
      return g_strdup (large->str);
    case PAGES_TWO:
      return g_strdup (with_cursor ? "{\"tools\":[{\"name\":\"b\"}]}"
                                   : "{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"\"}");
    case PAGES_REFUSED:
      return NULL;
    case PAGES_ONE:
    case PAGES_CHANGING:
    case PAGES_SILENT:
    default:
      return g_strdup_printf ("{\"tools\":[{\"name\":\"a\"},{\"name\":\"t%u\"}]}", n);
    }
}

static gboolean
serve (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  Fixture         *fixture = data;
  g_autofree char *page = NULL;
  gboolean         with_cursor;

  if (mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST)
    return TRUE;
  if (g_str_equal (mcp_message_get_method (message), "initialize"))
    {
      test_memory_transport_answer (
          transport, message, exchange,
          "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{}}");
      return TRUE;
    }

  fixture->n_lists++;
  g_free (fixture->params);
  fixture->params = mcp_json_value_dup_text (mcp_message_get_params (message));
  if (fixture->pages == PAGES_SILENT)
    return FALSE;
  with_cursor = mcp_json_value_exists (
      mcp_json_value_get_member (mcp_message_get_params (message), "cursor"));
  page = make_page (fixture, with_cursor);
  if (page == NULL)
    test_memory_transport_say_format (
        transport, exchange,
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32602,\"message\":\"bad cursor\"}}",
        mcp_request_id_get_text (mcp_message_get_id (message)));
  else
    test_memory_transport_answer (transport, message, exchange, page);
  if (fixture->pages == PAGES_CHANGING)
    test_memory_transport_say (transport, exchange,
                               "{\"jsonrpc\":\"2.0\",\"method\":"
                               "\"notifications/tools/list_changed\"}");
  return TRUE;
}

static void
on_reloaded (McpDefinitionList *list, Fixture *fixture)
{
  fixture->n_reloaded++;
}

static void
connect_client (Fixture *fixture)
{
  TestAnswer opened = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  fixture->transport = test_memory_transport_new (FALSE, serve, fixture);
  fixture->client = test_client_new (MCP_TRANSPORT (fixture->transport));
  mcp_client_open_async (fixture->client, NULL, test_answer_take, &opened);
  result = test_answer_wait (&opened);
  g_assert_true (mcp_client_open_finish (fixture->client, result, NULL));
}

static void
disconnect_client (Fixture *fixture)
{
  TestAnswer closed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_close_async (fixture->client, NULL, test_answer_take, &closed);
  result = test_answer_wait (&closed);
  g_clear_object (&result);
  test_run_ready ();
  g_assert_finalize_object (fixture->client);
  g_assert_finalize_object (fixture->transport);
}

static void
set_up (Fixture *fixture, Pages pages)
{
  memset (fixture, 0, sizeof *fixture);
  fixture->pages = pages;
  connect_client (fixture);
  fixture->list = mcp_definition_list_new (MCP_DEFINITION_TOOL);
  g_signal_connect (fixture->list, "reloaded", G_CALLBACK (on_reloaded), fixture);
  mcp_definition_list_set_client (fixture->list, fixture->client);
}

static void
tear_down (Fixture *fixture)
{
  mcp_definition_list_set_client (fixture->list, NULL);
  test_run_ready ();
  g_assert_finalize_object (fixture->list);
  g_clear_pointer (&fixture->params, g_free);
  disconnect_client (fixture);
}

static gboolean
load (Fixture *fixture, GError **error)
{
  TestAnswer loaded = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_definition_list_load_async (fixture->list, NULL, test_answer_take, &loaded);
  g_assert_true (mcp_definition_list_is_loading (fixture->list));
  result = test_answer_wait (&loaded);
  return mcp_definition_list_load_finish (fixture->list, result, error);
}

static guint
count (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (fixture->list));
}

static void
test_load (void)
{
  Fixture fixture;
  g_autoptr (McpDefinition) first = NULL;
  g_autoptr (McpDefinition) again = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, PAGES_ONE);
  g_assert_null (mcp_definition_list_get_listing (fixture.list));
  g_assert_true (load (&fixture, &error));
  g_assert_cmpuint (count (&fixture), ==, 2);
  g_assert_nonnull (mcp_definition_list_get_listing (fixture.list));
  g_assert_false (mcp_definition_list_is_loading (fixture.list));
  first = g_list_model_get_item (G_LIST_MODEL (fixture.list), 0);

  /* The server says that the list changed; what did not, stays the same object. */
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"method\":"
                             "\"notifications/tools/list_changed\"}");
  test_time_skip_until (fixture.n_reloaded >= 2);
  g_assert_cmpuint (fixture.n_reloaded, ==, 2);
  again = g_list_model_get_item (G_LIST_MODEL (fixture.list), 0);
  g_assert_true (first == again);
  g_assert_nonnull (mcp_definition_list_find (fixture.list, "t2"));
  g_assert_null (mcp_definition_list_find (fixture.list, "t1"));
  g_clear_object (&first);
  g_clear_object (&again);
  tear_down (&fixture);
}

static void
test_reconnect (void)
{
  Fixture fixture;
  g_autoptr (McpDefinition) before = NULL;
  g_autoptr (McpDefinition) after = NULL;

  set_up (&fixture, PAGES_ONE);
  g_assert_true (load (&fixture, NULL));
  before = g_list_model_get_item (G_LIST_MODEL (fixture.list), 0);
  mcp_definition_list_set_client (fixture.list, NULL);
  g_assert_cmpuint (count (&fixture), ==, 2);
  disconnect_client (&fixture);

  connect_client (&fixture);
  mcp_definition_list_set_client (fixture.list, fixture.client);
  g_assert_true (load (&fixture, NULL));
  after = g_list_model_get_item (G_LIST_MODEL (fixture.list), 0);
  g_assert_true (before == after);
  g_clear_object (&before);
  g_clear_object (&after);
  tear_down (&fixture);
}

static void
test_strange_pages (void)
{
  static const struct
  {
    Pages           pages;
    McpListingFlags flags;
    guint           n_items;
    guint           n_lists;
  } CASES[] = {
    { PAGES_LOOP, MCP_LISTING_CURSOR_LOOPED, 2, 2 },
    { PAGES_ENDLESS, MCP_LISTING_TOO_MANY_PAGES, 0, 1000 },
    { PAGES_SECOND_REFUSED, MCP_LISTING_PAGE_REFUSED, 1, 2 },
    { PAGES_REFUSED, MCP_LISTING_PAGE_REFUSED, 0, 1 },
    { PAGES_LARGE, MCP_LISTING_COMPLETE, 20000, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      Fixture     fixture;
      McpListing *listing;

      set_up (&fixture, CASES[i].pages);
      g_assert_true (load (&fixture, NULL));
      listing = mcp_definition_list_get_listing (fixture.list);
      g_assert_cmpint (listing->flags, ==, CASES[i].flags);
      g_assert_cmpint (listing->refusal != NULL, ==,
                       CASES[i].flags == MCP_LISTING_PAGE_REFUSED);
      g_assert_cmpint (listing->findings != NULL, ==, CASES[i].flags != 0);
      g_assert_cmpuint (count (&fixture), ==, CASES[i].n_items);
      g_assert_cmpuint (fixture.n_lists, ==, CASES[i].n_lists);
      tear_down (&fixture);
    }
}

/* A server that reports a change with every answer does not keep us busy. */
static void
test_restless (void)
{
  Fixture fixture;

  set_up (&fixture, PAGES_CHANGING);
  g_assert_true (load (&fixture, NULL));
  test_time_skip (2500);
  g_assert_cmpuint (fixture.n_lists, >=, 2);
  g_assert_cmpuint (fixture.n_lists, <=, 4);
  tear_down (&fixture);
}

static void
test_client_goes (void)
{
  Fixture    fixture;
  TestAnswer loaded = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, PAGES_SILENT);
  mcp_definition_list_load_async (fixture.list, NULL, test_answer_take, &loaded);
  test_run_ready ();
  mcp_definition_list_set_client (fixture.list, NULL);
  result = test_answer_wait (&loaded);
  g_assert_false (mcp_definition_list_load_finish (fixture.list, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
  g_assert_false (mcp_definition_list_is_loading (fixture.list));
  g_clear_object (&result);
  tear_down (&fixture);
}

static void
test_error (void)
{
  Fixture fixture;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, PAGES_SILENT);
  mcp_client_get_options (fixture.client)->connect_ms = 0;
  mcp_client_get_options (fixture.client)->request_ms = 20;
  mcp_client_get_options (fixture.client)->total_ms = 0;
  g_assert_false (load (&fixture, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_error (mcp_definition_list_get_error (fixture.list), MCP_ERROR, MCP_ERROR_TIMED_OUT);
  fixture.pages = PAGES_ONE;
  g_assert_true (load (&fixture, NULL));
  g_assert_null (mcp_definition_list_get_error (fixture.list));
  tear_down (&fixture);
}

/* One page, the next, none after it; members of our own go with each. */
static void
test_page_by_page (void)
{
  Fixture    fixture;
  TestAnswer more = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) params = g_bytes_new_static ("{\"filters\":{\"a\":1.10}}", 22);

  set_up (&fixture, PAGES_TWO);
  mcp_definition_list_set_params (fixture.list, params);
  mcp_definition_list_set_page_by_page (fixture.list, TRUE);
  g_assert_true (load (&fixture, NULL));
  g_assert_cmpuint (fixture.n_lists, ==, 1);
  g_assert_cmpstr (fixture.params, ==, "{\"filters\":{\"a\":1.10}}");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 1);
  g_assert_true (mcp_definition_list_has_more (fixture.list));

  mcp_definition_list_load_more_async (fixture.list, NULL, test_answer_take, &more);
  result = test_answer_wait (&more);
  g_assert_true (mcp_definition_list_load_finish (fixture.list, result, NULL));
  g_clear_object (&result);
  g_assert_cmpuint (fixture.n_lists, ==, 2);
  g_assert_cmpstr (fixture.params, ==, "{\"filters\":{\"a\":1.10},\"cursor\":\"\"}");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 2);
  g_assert_false (mcp_definition_list_has_more (fixture.list));

  /* A refresh begins with the first page again; without the switch all of them come. */
  g_assert_true (load (&fixture, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 1);
  mcp_definition_list_set_page_by_page (fixture.list, FALSE);
  g_assert_true (load (&fixture, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 2);
  g_assert_false (mcp_definition_list_has_more (fixture.list));
  tear_down (&fixture);
}

void
add_client_lists_tests (void)
{
  g_test_add_func ("/client/lists/load", test_load);
  g_test_add_func ("/client/lists/reconnect", test_reconnect);
  g_test_add_func ("/client/lists/strange-pages", test_strange_pages);
  g_test_add_func ("/client/lists/restless", test_restless);
  g_test_add_func ("/client/lists/client-goes", test_client_goes);
  g_test_add_func ("/client/lists/error", test_error);
  g_test_add_func ("/client/lists/page-by-page", test_page_by_page);
}
