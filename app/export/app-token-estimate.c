/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-token-estimate.h"

#include "mcp-json-writer.h"

#define CHARACTERS_PER_TOKEN 4u

guint
app_token_estimate_text (const char *text)
{
  guint narrow = 0;
  guint wide = 0;

  for (const char *p = text != NULL ? text : ""; *p != '\0'; p = g_utf8_next_char (p))
    if ((guchar)*p >= 0x80 && g_unichar_iswide (g_utf8_get_char (p)))
      wide++;
    else
      narrow++;
  return wide + (narrow + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN;
}

guint
app_token_estimate_tool (const char *json)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autofree char *compact = NULL;

  if (document == NULL)
    return 0;
  compact = mcp_json_value_print_compact (mcp_json_document_get_root (document));
  return app_token_estimate_text (compact) + APP_TOKEN_ESTIMATE_PER_TOOL;
}
