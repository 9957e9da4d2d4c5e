/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Base64 that was received. */

#include "mcp-content.h"
#include "mcp-error.h"

#include <string.h>

#define BAD 64
#define SPACE 65
#define PADDING 66

static guchar
value_of (guchar c)
{
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  switch (c)
    {
    case '+':
      return 62;
    case '/':
      return 63;
    case '=':
      return PADDING;
    case ' ':
    case '\t':
    case '\n':
    case '\r':
      return SPACE;
    default:
      return BAD;
    }
}

/* @out: (nullable): %NULL where it is only looked at */
static gboolean
decode (const char *text, gsize length, guchar *out, gsize *n_out, gsize *bad)
{
  guchar   values[256];
  guchar   unused[3];
  guint32  group = 0;
  guint    n_group = 0;
  gboolean ended = FALSE;

  for (guint c = 0; c < 256; c++)
    values[c] = value_of ((guchar)c);

  *n_out = 0;
  for (gsize i = 0; i < length; i++)
    {
      guchar value = values[(guchar)text[i]];

      if (value == SPACE)
        continue;
      *bad = i;
      if (value == BAD || (ended && value != PADDING) ||
          (value == PADDING && !ended && n_group < 2))
        return FALSE;
      if (value == PADDING)
        {
          ended = TRUE;
          continue;
        }
      group = (group << 6) | value;
      if (++n_group == 4)
        {
          guchar *at = out != NULL ? out + *n_out : unused;

          at[0] = group >> 16;
          at[1] = group >> 8;
          at[2] = group;
          *n_out += 3;
          group = n_group = 0;
        }
    }

  *bad = length;
  if (n_group == 1 || out == NULL)
    return n_group != 1;
  if (n_group >= 2)
    out[(*n_out)++] = group >> (n_group == 2 ? 4 : 10);
  if (n_group == 3)
    out[(*n_out)++] = group >> 2;
  return TRUE;
}

/* Some writers escape the slash; most text can be read where it lies.
 * @decoded: (out): what holds the text where it cannot */
static const char *
get_text (McpJsonValue text, gsize *length, char **decoded)
{
  const char *data = mcp_json_value_get_text (text, length);

  if (memchr (data, '\\', *length) == NULL)
    {
      *length -= 2;
      return data + 1;
    }
  *decoded = mcp_json_value_dup_string (text, length);
  return *decoded;
}

static void
set_wrong (GError **error, gsize bad, gsize length)
{
  g_propagate_error (
      error, bad < length
                 ? mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                  "The data is not Base64: unexpected character at %" G_GSIZE_FORMAT
                                  " of %" G_GSIZE_FORMAT ".",
                                  bad + 1, length)
                 : mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                  "The data is not Base64: it ends in the middle."));
}

GBytes *
mcp_content_decode_base64 (McpJsonValue text, GError **error)
{
  g_autofree char *decoded = NULL;
  gsize            length = 0, n_out, bad;

  if (mcp_json_value_get_kind (text) != MCP_JSON_STRING)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "There is no data."));
      return NULL;
    }
  const char        *data = get_text (text, &length, &decoded);
  g_autofree guchar *out = g_try_malloc (length / 4 * 3 + 4);
  if (out == NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE,
                                               "There is not enough memory for the data."));
      return NULL;
    }
  if (!decode (data, length, out, &n_out, &bad))
    {
      set_wrong (error, bad, length);
      return NULL;
    }
  return g_bytes_new_take (g_steal_pointer (&out), n_out);
}

gboolean
mcp_content_check_base64 (McpJsonValue text, GError **error)
{
  g_autofree char *decoded = NULL;
  gsize            length = mcp_json_value_get_length (text), n_out, bad;

  if (mcp_json_value_get_kind (text) != MCP_JSON_STRING || length > MCP_CONTENT_MAX_CHECKED)
    return TRUE;
  const char *data = get_text (text, &length, &decoded);
  if (decode (data, length, NULL, &n_out, &bad))
    return TRUE;
  set_wrong (error, bad, length);
  return FALSE;
}

gsize
mcp_content_measure_base64 (McpJsonValue text)
{
  gsize length = 0;

  if (mcp_json_value_get_kind (text) != MCP_JSON_STRING)
    return 0;

  const char *data = mcp_json_value_get_text (text, &length) + 1;
  length -= 2;
  while (length > 0 && data[length - 1] == '=')
    length--;
  return length / 4 * 3 + (length % 4 > 0 ? length % 4 - 1 : 0);
}
