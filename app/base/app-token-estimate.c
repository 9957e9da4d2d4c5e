/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-token-estimate.h"

#include "mcp-json-writer.h"

#include <string.h>

#define CHARACTERS_PER_TOKEN 4u

/* @text: not ASCII. Returns: how many bytes the character has */
static gsize
read_character (const char *text, gsize length, gboolean *wide)
{
  gunichar c = g_utf8_get_char_validated (text, (gssize)MIN (length, 6));

  *wide = c < 0x80000000u && g_unichar_iswide (c);
  return c < 0x80000000u ? (gsize)g_utf8_skip[(guchar)*text] : 1;
}

guint
app_token_estimate_length (const char *text, gsize length)
{
  gsize narrow = 0;
  gsize n_wide = 0;

  for (gsize i = 0; i < length;)
    {
      gboolean wide = FALSE;

      i += (guchar)text[i] < 0x80 ? 1 : read_character (text + i, length - i, &wide);
      if (wide)
        n_wide++;
      else
        narrow++;
    }
  return (guint)(n_wide + (narrow + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN);
}

guint
app_token_estimate_text (const char *text)
{
  return app_token_estimate_length (text, text != NULL ? strlen (text) : 0);
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
