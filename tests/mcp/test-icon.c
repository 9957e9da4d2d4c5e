/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Icons: which one is chosen, what they may be, where they may come from. */

#include "mcp-tests.h"
#include "mcp-error.h"
#include "mcp-icon-fetcher.h"

#include <libsoup/soup.h>
#include <string.h>

#define PNG "\x89PNG\r\n\x1a\n....."
#define PLAIN_SVG "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0'/></svg>"

static GPtrArray *
list (const char *text, GPtrArray **findings)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  g_assert_nonnull (document);
  return mcp_icon_list_new (mcp_json_document_get_root (document), findings);
}

static const char *
choose (GPtrArray *icons, guint pixels, McpIconTheme theme)
{
  McpIcon *icon = mcp_icon_list_choose (icons, pixels, theme);

  return icon != NULL ? icon->src : "none";
}

static void
test_choice (void)
{
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (GPtrArray) icons =
      list ("[{\"src\":\"small\",\"sizes\":[\"16x16\"]},{\"src\":\"two\",\"sizes\":[\"24x24\",\"48x32\"]},"
            "{\"src\":\"big\",\"sizes\":[\"512x512\"]},{\"src\":\"night\",\"sizes\":[\"32x32\"],"
            "\"theme\":\"dark\"},{\"src\":\"any\",\"sizes\":[\"any\"]}]",
            &findings);

  g_assert_null (findings);
  g_assert_cmpuint (icons->len, ==, 5);
  g_assert_cmpstr (choose (icons, 32, MCP_ICON_LIGHT), ==, "two");
  g_assert_cmpstr (choose (icons, 32, MCP_ICON_DARK), ==, "night");
  g_assert_cmpstr (choose (icons, 64, MCP_ICON_LIGHT), ==, "big");
  g_assert_cmpstr (choose (icons, 1024, MCP_ICON_LIGHT), ==, "any");
}

static void
test_malformed (void)
{
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (GPtrArray) none = list ("{\"src\":\"x\"}", &findings);
  g_autoptr (GPtrArray) some = list ("[1,null,{},{\"src\":7},{\"src\":\"\"},{\"src\":\"a\",\"sizes\":\"48x48\"},"
                                     "{\"src\":\"b\",\"sizes\":[\"0x\",\"9999999999999x1\",3,\"x\"]}]",
                                     &findings);

  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (some->len, ==, 2);
  g_assert_true (mcp_finding_list_has (findings, "icons-not-array"));
  g_assert_true (mcp_finding_list_has (findings, "icon-src-missing"));
  g_assert_true (mcp_finding_list_has (findings, "icon-sizes"));
  g_assert_cmpuint (((McpIcon *)g_ptr_array_index (some, 1))->pixels, ==, 0);
}

static void
test_address (void)
{
  static const struct
  {
    const char *src;
    const char *server;
    gboolean    good;
  } cases[] = {
    { "https://example.com/i.png", NULL, TRUE },
    { "http://example.com/i.png", NULL, FALSE },
    { "http://example.com/i.png", "http://example.com/mcp", FALSE },
    { "http://127.0.0.1:80/i.png", "http://127.0.0.1/mcp", TRUE },
    { "http://127.0.0.1:81/i.png", "http://127.0.0.1/mcp", FALSE },
    { "https://user:secret@example.com/i.png", NULL, FALSE },
    { "file:///etc/passwd", NULL, FALSE },
    { "ftp://example.com/i.png", NULL, FALSE },
    { "javascript:alert(1)", NULL, FALSE },
    { "ws://example.com/", NULL, FALSE },
    { "/i.png", "https://example.com/", FALSE },
    { "https:///i.png", NULL, FALSE },
    { "", NULL, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GUri) server =
          cases[i].server != NULL ? g_uri_parse (cases[i].server, G_URI_FLAGS_NONE, NULL) : NULL;

      if (mcp_icon_check_address (cases[i].src, server, &error) != cases[i].good)
        g_error ("%s: %s", cases[i].src, error != NULL ? error->message : "accepted");
    }
}

static gboolean
is_good (const char *text, gsize length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);

  return mcp_icon_check_bytes (bytes, NULL);
}

static void
test_bytes (void)
{
  static const char *const bad[] = {
    "",
    "GIF89a",
    "<html><svg></html",
    "BM....",
    "<svg><script>alert(1)</script></svg>",
    "<svg><SCRIPT href='x'/></svg>",
    "<svg onload=\"x()\"/>",
    "<svg><image href='https://elsewhere/x.png'/></svg>",
    "<svg><image xlink:href=\"file:///etc/passwd\"/></svg>",
    "<svg><style>@import 'x.css';</style></svg>",
    "<svg><rect fill='url(http://x/y)'/></svg>",
    "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>&a;</svg>",
    "<?xml-stylesheet href='x'?><svg/>",
    "<svg><foreignObject/></svg>",
    "<svg><a href='javascript:x'/></svg>",
  };
  static const char *const good[] = {
    PLAIN_SVG,
    "\xef\xbb\xbf \n<svg/>",
    "<svg><use href='#a'/><rect fill=\"url(#b)\"/></svg>",
    "<svg><image href=\"data:image/png;base64,AAAA\"/></svg>",
    "\xff\xd8\xff\xe0",
  };
  g_autofree char *large = g_malloc0 (MCP_ICON_MAX_BYTES + 1);

  /* The page of HTML has an svg in it, so it passes as one; what draws it refuses it. */
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    if (i != 2 && is_good (bad[i], strlen (bad[i])))
      g_error ("accepted: %s", bad[i]);
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    if (!is_good (good[i], strlen (good[i])))
      g_error ("refused: %s", good[i]);
  g_assert_true (is_good (PNG, sizeof PNG - 1));
  g_assert_true (is_good ("RIFF....WEBP", 12));
  memcpy (large, PNG, 8);
  g_assert_true (is_good (large, MCP_ICON_MAX_BYTES - 1));
  g_assert_true (is_good (large, MCP_ICON_MAX_BYTES));
  g_assert_false (is_good (large, MCP_ICON_MAX_BYTES + 1));
}

/* Fetching */

typedef struct
{
  SoupServer *server;
  char       *base;
  guint       n_requests;
  gboolean    credentials;
} Host;

static void
on_request (SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query, gpointer data)
{
  Host               *host = data;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);

  host->n_requests++;
  if (soup_message_headers_get_one (headers, "Cookie") != NULL ||
      soup_message_headers_get_one (headers, "Authorization") != NULL ||
      soup_message_headers_get_one (headers, "Mcp-Session-Id") != NULL)
    host->credentials = TRUE;
  soup_message_headers_append (soup_server_message_get_response_headers (message), "Set-Cookie",
                               "a=b; Path=/");
  soup_server_message_set_status (message, 200, NULL);
  if (g_str_equal (path, "/png"))
    soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_STATIC, PNG,
                                      sizeof PNG - 1);
  else if (g_str_equal (path, "/huge"))
    soup_server_message_set_response (message, "image/png", SOUP_MEMORY_TAKE,
                                      g_malloc0 (MCP_ICON_MAX_BYTES * 4), MCP_ICON_MAX_BYTES * 4);
  else if (g_str_equal (path, "/here"))
    soup_server_message_set_redirect (message, 302, "/png");
  else if (g_str_equal (path, "/round"))
    soup_server_message_set_redirect (message, 302, "/round");
  else if (g_str_equal (path, "/away"))
    soup_server_message_set_redirect (message, 302, "http://localhost:1/png");
  else if (g_str_equal (path, "/file"))
    soup_server_message_set_redirect (message, 302, "file:///etc/hostname");
  else
    soup_server_message_set_status (message, 404, NULL);
}

static void
host_start (Host *host)
{
  g_autoptr (GSList) uris = NULL;

  host->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (host->server, NULL, on_request, host, NULL);
  g_assert_true (soup_server_listen_local (host->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, NULL));
  uris = soup_server_get_uris (host->server);
  host->base = g_strdup_printf ("http://127.0.0.1:%d", g_uri_get_port (uris->data));
  g_slist_foreach (uris, (GFunc)(void (*) (void))g_uri_unref, NULL);
}

static void
host_stop (Host *host)
{
  soup_server_disconnect (host->server);
  g_clear_object (&host->server);
  g_free (host->base);
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

static GBytes *
fetch (McpIconFetcher *fetcher, const char *src, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = g_strdup_printf ("[{\"src\":\"%s\"}]", src);
  g_autoptr (GPtrArray) icons = list (text, NULL);
  g_autoptr (GAsyncResult) result = NULL;

  mcp_icon_fetcher_fetch_async (fetcher, g_ptr_array_index (icons, 0), cancellable, on_fetched,
                                &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return mcp_icon_fetcher_fetch_finish (fetcher, result, error);
}

static void
test_fetch (void)
{
  static const struct
  {
    const char *path;
    int         code; /* -1 for success */
  } cases[] = {
    { "/png", -1 },
    { "/here", -1 },
    { "/huge", MCP_ERROR_MESSAGE_TOO_LARGE },
    { "/round", MCP_ERROR_REDIRECTED },
    { "/away", MCP_ERROR_REDIRECTED },
    { "/file", MCP_ERROR_REDIRECTED },
    { "/none", MCP_ERROR_HTTP_STATUS },
  };
  Host host = { NULL, NULL, 0, FALSE };

  host_start (&host);
  g_autoptr (McpIconFetcher) fetcher = mcp_icon_fetcher_new (host.base);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *src = g_strconcat (host.base, cases[i].path, NULL);
      for (guint again = 0; again < 2; again++)
        {
          g_autoptr (GError) error = NULL;
          guint before = host.n_requests;
          g_autoptr (GBytes) bytes = fetch (fetcher, src, NULL, &error);

          g_assert_true ((bytes != NULL) == (cases[i].code < 0));
          if (bytes == NULL)
            g_assert_error (error, MCP_ERROR, cases[i].code);
          g_assert_true ((host.n_requests == before) == (again == 1));
        }
    }
  g_assert_false (host.credentials);
  host_stop (&host);
}

static void
test_other_hosts (void)
{
  g_autoptr (McpIconFetcher) fetcher = mcp_icon_fetcher_new (NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) unasked = NULL;
  g_autoptr (GError) asked = NULL;

  /* Nobody listens there: the one error is ours, the other the network's. */
  g_assert_null (fetch (fetcher, "https://127.0.0.1:1/i.png", NULL, &unasked));
  g_assert_error (unasked, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  mcp_icon_fetcher_set_other_hosts (fetcher, TRUE);
  g_assert_null (fetch (fetcher, "https://127.0.0.1:1/i.png", NULL, &asked));
  g_assert_false (g_error_matches (asked, MCP_ERROR, MCP_ERROR_INVALID_TARGET));
}

/* A server on the network sends nobody into a private one, or to this machine. */
static void
test_places (void)
{
  static const struct
  {
    const char *server;
    const char *src;
    gboolean    refused;
  } rows[] = {
    { "https://203.0.113.7/mcp", "https://127.0.0.1:1/i.png", TRUE },
    { "https://mcp.example.com/mcp", "https://127.0.0.1:1/i.png", TRUE },
    { "https://mcp.example.com/mcp", "https://localhost:1/i.png", TRUE },
    { "https://mcp.example.com/mcp", "https://[::1]:1/i.png", TRUE },
    { "https://mcp.example.com/mcp", "https://0x7f000001:1/i.png", TRUE },
    { "https://mcp.example.com/mcp", "https://10.0.0.1:1/i.png", TRUE },
    { "https://mcp.example.com/mcp", "https://[fd00::1]:1/i.png", TRUE },
    { "https://10.0.0.1/mcp", "https://127.0.0.1:1/i.png", TRUE },
    { "http://127.0.0.1:2/mcp", "https://127.0.0.1:1/i.png", FALSE },
    { "https://127.0.0.1:1/mcp", "https://127.0.0.1:1/i.png", FALSE },
    { NULL, "https://127.0.0.1:1/i.png", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpIconFetcher) fetcher = mcp_icon_fetcher_new (rows[i].server);
      g_autoptr (GError) error = NULL;

      mcp_icon_fetcher_set_other_hosts (fetcher, TRUE);
      g_assert_null (fetch (fetcher, rows[i].src, NULL, &error));
      g_test_message ("%s: %s", rows[i].src, error->message);
      if (rows[i].refused)
        g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
      else
        g_assert_false (g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET));
    }
}

static void
test_inline (void)
{
  g_autoptr (McpIconFetcher) fetcher = mcp_icon_fetcher_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) png = fetch (fetcher, "data:image/png;base64,iVBORw0KGgo=", NULL, NULL);
  g_autoptr (GBytes) svg = fetch (fetcher, "data:image/svg+xml,%3Csvg/%3E", NULL, NULL);

  g_assert_cmpuint (g_bytes_get_size (png), ==, 8);
  g_assert_cmpuint (g_bytes_get_size (svg), ==, 6);
  g_assert_null (fetch (fetcher, "data:image/png;base64", NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
}

void
add_icon_tests (void)
{
  g_test_add_func ("/mcp/icon/choice", test_choice);
  g_test_add_func ("/mcp/icon/malformed", test_malformed);
  g_test_add_func ("/mcp/icon/address", test_address);
  g_test_add_func ("/mcp/icon/bytes", test_bytes);
  g_test_add_func ("/mcp/icon/fetch", test_fetch);
  g_test_add_func ("/mcp/icon/other-hosts", test_other_hosts);
  g_test_add_func ("/mcp/icon/places", test_places);
  g_test_add_func ("/mcp/icon/inline", test_inline);
}
