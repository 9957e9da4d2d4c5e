/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a session speaks with its server, in words. */

#include "app-session-private.h"

#include <glib/gi18n-lib.h>

#include "mcp-http-transport.h"
#include "mcp-json-document.h"
#include "mcp-json-writer.h"
#include "mcp-listing.h"
#include "mcp-socket-transport.h"
#include "mcp-sse-transport.h"
#include "mcp-stdio-transport.h"
#include "mcp-websocket-transport.h"

/* Spans of time that people think in. */
#define SECOND_MS 1000
#define MINUTE_MS (60 * SECOND_MS)
#define HOUR_MS (60 * MINUTE_MS)

const char *
app_session_get_era_name (AppSession *self)
{
  StoreEra choice;

  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  if (self->client == NULL)
    return NULL;
  choice = store_profile_get_era (self->profile);
  switch (mcp_client_get_era (self->client))
    {
    case MCP_ERA_MODERN:
      return choice == STORE_ERA_MODERN
                 ? _ ("Each request stands alone, as the profile says")
                 : _ ("Each request stands alone, as the server said when it was asked");
    case MCP_ERA_LEGACY:
      return choice == STORE_ERA_LEGACY
                 ? _ ("Opened with initialize, as the profile says")
                 : _ ("Opened with initialize: the server knows no other way");
    case MCP_ERA_UNKNOWN:
    default:
      return NULL;
    }
}

const char *
app_session_get_transport_name (AppSession *self)
{
  McpTransport *transport;

  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  if (self->client == NULL)
    return NULL;
  transport = mcp_client_get_transport (self->client);
  if (MCP_IS_STDIO_TRANSPORT (transport))
    return _ ("Standard input and output");
  if (MCP_IS_SSE_TRANSPORT (transport))
    return _ ("HTTP with server-sent events (2024-11-05)");
  if (MCP_IS_HTTP_TRANSPORT (transport))
    return _ ("Streamable HTTP");
  if (MCP_IS_WEBSOCKET_TRANSPORT (transport))
    return _ ("WebSocket");
  if (MCP_IS_SOCKET_TRANSPORT (transport))
    return _ ("Socket");
  return G_OBJECT_TYPE_NAME (transport);
}

static char *
dup_span (gint64 ms)
{
  if (ms >= HOUR_MS)
    /* Translators: a number of hours */
    return g_strdup_printf (_ ("%.3g h"), (double)ms / HOUR_MS);
  if (ms >= MINUTE_MS)
    /* Translators: a number of minutes */
    return g_strdup_printf (_ ("%.3g min"), (double)ms / MINUTE_MS);
  /* Translators: a number of seconds */
  return g_strdup_printf (_ ("%.3g s"), (double)ms / SECOND_MS);
}

char *
app_session_dup_freshness (AppSession *self, AppListKind kind)
{
  McpListing      *listing;
  McpFreshness     freshness;
  const char      *scope;
  g_autofree char *span = NULL;

  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  listing = mcp_definition_list_get_listing (self->lists[kind]);
  if (listing == NULL || !mcp_listing_get_freshness (listing, &freshness))
    return NULL;
  scope = freshness.scope == MCP_CACHE_PUBLIC    ? _ ("the same for all")
          : freshness.scope == MCP_CACHE_PRIVATE ? _ ("for this authorization only")
                                                 : _ ("it does not say for whom");
  if (freshness.ttl_ms <= 0)
    /* Translators: what the server says of a list; then for whom the list is */
    return g_strdup_printf (_ ("To be asked for each time, %s"), scope);
  span = dup_span (freshness.ttl_ms);
  /* Translators: how long a list may be used without asking again; then for whom it is */
  return g_strdup_printf (_ ("Good for %s, %s"), span, scope);
}

StoreVariables *
app_session_dup_extensions (AppSession *self, gboolean ours)
{
  StoreVariables  *extensions = store_variables_new ();
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue capabilities;
  McpJsonIter  iter;
  McpJsonValue name;
  McpJsonValue settings;

  g_return_val_if_fail (APP_IS_SESSION (self), extensions);

  if (self->client == NULL)
    return extensions;
  capabilities = app_session_get_capabilities (self);
  if (ours)
    {
      const McpClientCapabilities *declared = mcp_client_get_capabilities (self->client);

      text = mcp_client_get_era (self->client) == MCP_ERA_MODERN
                 ? mcp_client_capabilities_write_modern (declared)
                 : mcp_client_capabilities_write_legacy (declared);
      document = mcp_json_document_parse_text (text, -1, NULL);
      g_return_val_if_fail (document != NULL, extensions);
      capabilities = mcp_json_document_get_root (document);
    }
  mcp_json_iter_init (&iter, mcp_json_value_get_member (capabilities, "extensions"));
  while (mcp_json_iter_next (&iter, &name, &settings))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autofree char *value = mcp_json_value_print_compact (settings);

      if (key != NULL)
        store_variables_set (extensions, key, value);
    }
  return extensions;
}
