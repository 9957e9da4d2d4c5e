/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-exchange-words.h"

#include "app-visible-text.h"
#include "mcp-json-document.h"
#include "mcp-json-value.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_NAME 200

char *
app_exchange_dup_outcome (const StoreExchange *exchange)
{
  g_return_val_if_fail (exchange != NULL, NULL);

  switch (exchange->outcome)
    {
    case STORE_OUTCOME_RESULT:
      return g_strdup (_ ("OK"));
    case STORE_OUTCOME_TOOL_ERROR:
      return g_strdup (_ ("tool error"));
    case STORE_OUTCOME_ERROR:
      /* Translators: the code of a JSON-RPC error */
      return g_strdup_printf (_ ("error %d"), (int)exchange->error_code);
    case STORE_OUTCOME_CANCELLED:
      return g_strdup (_ ("cancelled"));
    case STORE_OUTCOME_NO_RESPONSE:
    default:
      return g_strdup (exchange->response_size > 0 ? _ ("no valid response") : _ ("no response"));
    }
}

char *
app_exchange_dup_title (const StoreExchange *exchange)
{
  g_return_val_if_fail (exchange != NULL, NULL);

  g_autofree char *method = app_visible_text_line (exchange->method, MAX_NAME);
  g_autofree char *name = app_visible_text_line (exchange->name, MAX_NAME);
  const char      *arrow = (exchange->flags & STORE_EXCHANGE_BY_SERVER) != 0 ? "← " : "";

  return g_strconcat (arrow, method, name[0] != '\0' ? " " : "", name, NULL);
}

char *
app_exchange_dup_facts (const StoreExchange *exchange)
{
  g_return_val_if_fail (exchange != NULL, NULL);

  gboolean         responded = exchange->duration >= 0;
  g_autofree char *server = app_visible_text_line (exchange->server, MAX_NAME);
  g_autofree char *duration = app_visible_text_duration (exchange->duration);
  g_autofree char *size = responded ? app_visible_text_size (exchange->response_size) : NULL;
  const char      *parts[] = { server, duration, size };
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL && parts[i][0] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " · " : "", parts[i]);
  return g_string_free (g_steal_pointer (&line), FALSE);
}

gboolean
app_exchange_failed (const StoreExchange *exchange)
{
  g_return_val_if_fail (exchange != NULL, FALSE);
  return exchange->outcome == STORE_OUTCOME_TOOL_ERROR ||
         exchange->outcome == STORE_OUTCOME_ERROR ||
         exchange->outcome == STORE_OUTCOME_NO_RESPONSE;
}

/* Of one direction: "Name: value". */
static void
add_headers (GString *text, McpJsonValue headers)
{
  for (McpJsonWalk header = mcp_json_walk (headers); mcp_json_walk_next (&header);)
    {
      g_autofree char *name = mcp_json_value_dup_member_string (header.value, "name");
      g_autofree char *value = mcp_json_value_dup_member_string (header.value, "value");

      if (name != NULL && value != NULL)
        g_string_append_printf (text, "%s: %s\n", name, value);
    }
}

char *
app_exchange_dup_http (const StoreExchange *exchange)
{
  g_return_val_if_fail (exchange != NULL, NULL);

  g_autoptr (GBytes) bytes =
      exchange->http != NULL ? g_bytes_new_static (exchange->http, strlen (exchange->http)) : NULL;
  g_autoptr (McpJsonDocument) document =
      bytes != NULL ? mcp_json_document_parse (bytes, NULL, NULL, NULL) : NULL;

  if (document == NULL)
    return NULL;
  McpJsonValue root = mcp_json_document_get_root (document);

  g_autofree char *method = mcp_json_value_dup_member_string (root, "method");
  g_autofree char *url = mcp_json_value_dup_member_string (root, "url");
  gint64           status = mcp_json_value_get_member_int64 (root, "status", 0);

  if (method == NULL || url == NULL)
    return NULL;

  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s %s\n", method, url);
  add_headers (text, mcp_json_value_get_member (root, "requestHeaders"));
  if (status != 0)
    {
      gint64           wait = mcp_json_value_get_member_int64 (root, "wait", -1);
      g_autofree char *duration = app_visible_text_duration (wait);

      g_string_append_printf (text, "\nHTTP %" G_GINT64_FORMAT "%s%s\n", status,
                              duration[0] != '\0' ? " · " : "", duration);
      add_headers (text, mcp_json_value_get_member (root, "responseHeaders"));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
