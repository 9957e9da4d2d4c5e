/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Clients whose id is the address of a document that says who they are. Source:
 * draft-ietf-oauth-client-id-metadata-document-00. */

#include "app-demo-auth-client.h"

#include <string.h>

#define MAX_DOCUMENT (64 * 1024)
#define PATIENCE 10 /* seconds */

typedef struct
{
  AppDemoAuthIssuer *issuer;
  char              *id;
  SoupSession       *session;
  AppDemoAuthFetched fetched;
  gpointer           user_data;
} Fetch;

gboolean
app_demo_auth_client_is_address (const char *id)
{
  g_autoptr (GUri) uri = id != NULL ? g_uri_parse (id, G_URI_FLAGS_ENCODED, NULL) : NULL;

  if (uri == NULL || g_uri_get_fragment (uri) != NULL || strlen (g_uri_get_path (uri)) < 2)
    return FALSE;
  return strcmp (g_uri_get_scheme (uri), "https") == 0 ||
         app_demo_auth_client_is_loopback (id, TRUE);
}

/* The document has to name its own address as the client's id. */
static void
take (Fetch *fetch, GBytes *bytes)
{
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue root;

  if (g_bytes_get_size (bytes) > MAX_DOCUMENT)
    return;
  document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  if (document == NULL)
    return;
  root = mcp_json_document_get_root (document);
  if (mcp_json_value_string_equals (mcp_json_value_get_member (root, "client_id"), fetch->id) &&
      mcp_json_value_get_n_items (mcp_json_value_get_member (root, "redirect_uris")) > 0)
    app_demo_auth_client_add (fetch->issuer, fetch->id, root);
}

static void
finish (Fetch *fetch)
{
  fetch->fetched (fetch->issuer, fetch->user_data);
  g_object_unref (fetch->session);
  g_free (fetch->id);
  g_free (fetch);
}

static void
on_read (GObject *stream, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GBytes)
      bytes = g_input_stream_read_bytes_finish (G_INPUT_STREAM (stream), result, NULL);

  if (bytes != NULL)
    take (user_data, bytes);
  finish (user_data);
}

static void
on_sent (GObject *session, GAsyncResult *result, gpointer user_data)
{
  Fetch       *fetch = user_data;
  SoupMessage *message = soup_session_get_async_result_message (SOUP_SESSION (session), result);
  g_autoptr (GInputStream) body = soup_session_send_finish (SOUP_SESSION (session), result, NULL);
  g_autoptr (GInputStream) buffered = NULL;

  if (body == NULL || soup_message_get_status (message) != SOUP_STATUS_OK)
    {
      finish (fetch);
      return;
    }
  /* A document this small comes in one piece into a buffer of its size. */
  buffered = g_buffered_input_stream_new_sized (body, MAX_DOCUMENT);
  g_input_stream_read_bytes_async (buffered, MAX_DOCUMENT, G_PRIORITY_DEFAULT, NULL, on_read,
                                   fetch);
}

void
app_demo_auth_client_fetch (AppDemoAuthIssuer *issuer,
                            const char        *id,
                            AppDemoAuthFetched fetched,
                            gpointer           user_data)
{
  g_autoptr (SoupMessage) message = soup_message_new (SOUP_METHOD_GET, id);
  Fetch *fetch = g_new0 (Fetch, 1);

  fetch->issuer = issuer;
  fetch->id = g_strdup (id);
  fetch->session =
      soup_session_new_with_options ("timeout", PATIENCE, "proxy-resolver", NULL, NULL);
  fetch->fetched = fetched;
  fetch->user_data = user_data;
  soup_message_set_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_message_headers_append (soup_message_get_request_headers (message), "Accept",
                               "application/json");
  soup_session_send_async (fetch->session, message, G_PRIORITY_DEFAULT, NULL, on_sent, fetch);
}
