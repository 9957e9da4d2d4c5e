/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-state.h"

#include <string.h>

#define KEY_SIZE 32
#define SEAL_LENGTH 64 /* hexadecimal digits of SHA-256 */

/* States are worth nothing after this process: nobody needs to keep the key. */
static const guchar *
get_key (void)
{
  static guchar   key[KEY_SIZE];
  static gboolean made;

  for (guint i = 0; !made && i < KEY_SIZE; i++)
    key[i] = g_random_int_range (0, 256);
  made = TRUE;
  return key;
}

static char *
make_seal (AppDemoRequest *request, const char *text, gsize length)
{
  g_autoptr (GHmac) hmac = g_hmac_new (G_CHECKSUM_SHA256, get_key (), KEY_SIZE);
  McpJsonValue     params = request->params;
  g_autofree char *name = mcp_json_value_dup_member_string (params, "name");
  g_autofree char *uri = mcp_json_value_dup_member_string (params, "uri");
  const char      *subject = name != NULL ? name : uri != NULL ? uri
                                                               : "";

  g_hmac_update (hmac, (const guchar *)request->method, -1);
  g_hmac_update (hmac, (const guchar *)subject, -1);
  g_hmac_update (hmac, (const guchar *)text, length);
  return g_strdup (g_hmac_get_string (hmac));
}

/* "SEAL:BASE64:padding", BASE64 being {"round":1,"answers":{}}. */
static McpJsonDocument *
unseal (AppDemoRequest *request, const char *state, gsize length)
{
  const char *rest = state + SEAL_LENGTH + 1;
  gsize       json_length;

  if (length < SEAL_LENGTH + 1)
    return NULL;
  g_autofree char *seal = make_seal (request, rest, length - SEAL_LENGTH - 1);
  const char      *end = memchr (rest, ':', length - SEAL_LENGTH - 1);
  if (strncmp (seal, state, SEAL_LENGTH) != 0 || end == NULL)
    return NULL;

  g_autofree char   *base64 = g_strndup (rest, end - rest);
  g_autofree guchar *json = g_base64_decode (base64, &json_length);
  return mcp_json_document_parse_text ((const char *)json, json_length, NULL);
}

gboolean
app_demo_state_open (AppDemoRequest *request, McpJsonSlot *answers, guint *round)
{
  McpJsonValue     value = mcp_json_value_get_member (request->params,
                                                      "requestState");
  gsize            length;
  g_autofree char *state = mcp_json_value_dup_string (value, &length);

  *round = 0;
  if (state == NULL)
    return TRUE;
  g_autoptr (McpJsonDocument) document = unseal (request, state, length);
  if (document == NULL)
    {
      request->channel->status = 400;
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS,
                             "The request state is not the one that this server gave out", NULL);
      return FALSE;
    }
  McpJsonValue root = mcp_json_document_get_root (document);
  *round = mcp_json_value_get_member_int64 (root, "round", 0);
  mcp_json_slot_set (answers, mcp_json_value_get_member (root, "answers"));
  return TRUE;
}

char *
app_demo_state_seal (AppDemoRequest *request,
                     guint           round,
                     const char     *answers,
                     const char     *padding)
{
  g_autofree char *json = g_strdup_printf ("{\"round\":%u,\"answers\":%s}", round, answers);
  g_autofree char *base64 = g_base64_encode ((const guchar *)json, strlen (json));
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s:", base64);
  /* A NUL after every line of the padding: the longest way to lose the rest of a string. */
  for (const char *at = padding; at != NULL && *at != '\0'; at++)
    g_string_append_c (text, *at == '\n' ? '\0' : *at);
  g_autofree char *seal = make_seal (request, text->str, text->len);
  g_autoptr (GString) state = g_string_new (seal);
  g_string_append_c (state, ':');
  g_string_append_len (state, text->str, text->len);
  return mcp_json_quote (state->str, state->len);
}
