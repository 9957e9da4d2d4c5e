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

typedef struct
{
  gsize narrow; /* characters */
  gsize wide;
} Count;

static void
add (Count *self, const char *text, gsize length)
{
  for (gsize i = 0; i < length;)
    {
      gboolean wide = FALSE;

      i += (guchar)text[i] < 0x80 ? 1 : read_character (text + i, length - i, &wide);
      if (wide)
        self->wide++;
      else
        self->narrow++;
    }
}

static guint
finish (const Count *self)
{
  return (guint)(self->wide + (self->narrow + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN);
}

guint
app_token_estimate_length (const char *text, gsize length)
{
  Count count = { 0 };

  add (&count, text, length);
  return finish (&count);
}

/* @text: behind the backslash; valid JSON. Returns: how many bytes it has */
static gsize
add_escape (Count *self, const char *text, gsize length)
{
  gunichar c = 0;

  if (*text != 'u' || length < 5)
    {
      self->narrow++;
      return 1;
    }
  for (guint i = 1; i < 5; i++)
    c = c << 4 | (gunichar)g_ascii_xdigit_value (text[i]);
  /* Of a pair the second half stands for it; what lies there is wide. */
  if ((c >= 0xdc00 && c <= 0xdfff) || g_unichar_iswide (c))
    self->wide++;
  else if (c < 0xd800 || c > 0xdbff)
    self->narrow++;
  return 5;
}

guint
app_token_estimate_string (McpJsonValue string)
{
  Count       count = { 0 };
  gsize       length = 0;
  const char *text = mcp_json_value_get_text (string, &length);
  const char *end = text + length - 1;

  if (length < 2)
    return 0;
  for (const char *at = text + 1; at < end;)
    {
      const char *escape = memchr (at, '\\', (gsize)(end - at));

      add (&count, at, (gsize)((escape != NULL ? escape : end) - at));
      if (escape == NULL)
        break;
      at = escape + 1;
      at += add_escape (&count, at, (gsize)(end - at));
    }
  return finish (&count);
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

  if (document == NULL)
    return 0;
  g_autofree char *compact = mcp_json_value_print_compact (mcp_json_document_get_root (document));
  return app_token_estimate_text (compact) + APP_TOKEN_ESTIMATE_PER_TOOL;
}
