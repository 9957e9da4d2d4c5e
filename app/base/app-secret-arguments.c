/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-secret-arguments.h"

#include <string.h>

/* Deeper and longer is data, not what somebody types. */
#define MAX_DEPTH 4
#define MAX_MEMBERS 256
#define MAX_SECRET 4096

/* Narrower than store_variables_name_looks_secret(): arguments are about anything, and a value that
 * is taken for a secret is masked wherever it stands. */
static gboolean
is_secret_name (const char *name)
{
  static const char *const parts[] = { "password", "passwd", "passphrase", "secret",
                                       "api_key", "apikey", "api-key", "access_key",
                                       "access-key", "private_key", "credential", "authorization",
                                       "session_token", "access_token", "auth_token" };
  g_autofree char         *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strstr (lower, parts[i]) != NULL)
      return TRUE;
  return g_str_equal (lower, "token");
}

static void
add (AppRedactor *redactor, McpJsonValue value, guint depth)
{
  McpJsonIter  iter;
  McpJsonValue name, member;
  guint        n = 0;

  if (depth > MAX_DEPTH)
    return;
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, &name, &member) && n++ < MAX_MEMBERS)
    {
      McpJsonKind kind = mcp_json_value_get_kind (member);

      if (kind == MCP_JSON_OBJECT)
        add (redactor, member, depth + 1);
      else if (kind == MCP_JSON_STRING)
        {
          g_autofree char *key = mcp_json_value_dup_string (name, NULL);
          gboolean         whole = FALSE;
          g_autofree char *text =
              is_secret_name (key) ? mcp_json_value_dup_string_prefix (member, MAX_SECRET, &whole)
                                   : NULL;

          if (text != NULL && whole)
            app_redactor_add_secret (redactor, text);
        }
    }
}

void
app_secret_arguments_add (AppRedactor *redactor, McpJsonValue arguments)
{
  g_return_if_fail (APP_IS_REDACTOR (redactor));

  if (mcp_json_value_get_kind (arguments) == MCP_JSON_OBJECT)
    add (redactor, arguments, 0);
}
