/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-json-literal.h"

#include <string.h>

#include "mcp-json-document.h"

#define NAME G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_$"

/* Behind blanks and comments. @out: (nullable): gets the blanks. Returns: (nullable): %NULL where a
 * comment does not end */
static const char *
skip_blanks (const char *p, GString *out)
{
  for (;;)
    {
      gboolean    block = g_str_has_prefix (p, "/*");
      const char *end = p;

      if (block)
        end = strstr (p + 2, "*/");
      else if (g_str_has_prefix (p, "//"))
        end = p + strcspn (p, "\n");
      else
        end = p + strspn (p, " \t\r\n");
      if (end == NULL || end == p)
        return end;
      /* Places in a message are those of the text as it was. */
      for (end += block ? 2 : 0; p < end; p++)
        if (out != NULL)
          g_string_append_c (out, strchr ("\t\r\n", *p) != NULL ? *p : ' ');
    }
}

/* Returns: (nullable): behind the string at @p; %NULL where it does not end */
static const char *
copy_string (const char *p, GString *out)
{
  char quote = *p++;

  g_string_append_c (out, '"');
  for (; *p != quote; p++)
    {
      if (*p == '\0' || *p == '\n')
        return NULL;
      if (*p == '"')
        g_string_append_c (out, '\\');
      else if (*p == '\\' && p[1] == '\'')
        p++;
      else if (*p == '\\' && p[1] != '\0')
        g_string_append_c (out, *p++);
      g_string_append_c (out, *p);
    }
  g_string_append_c (out, '"');
  return p + 1;
}

static const char *
copy_name (const char *p, GString *out)
{
  gsize       length = strspn (p, NAME);
  const char *next = skip_blanks (p + length, NULL);
  const char *quote = next != NULL && *next == ':' && !g_ascii_isdigit (*p) ? "\"" : "";

  g_string_append (out, quote);
  g_string_append_len (out, p, (gssize)length);
  g_string_append (out, quote);
  return p + length;
}

static gboolean
is_json (const char *text, gssize length)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, length, NULL);

  return document != NULL;
}

char *
app_json_literal_dup_json (const char *text, gssize length)
{
  g_autofree char *whole = length < 0 ? g_strdup (text) : g_strndup (text, (gsize)length);
  g_autoptr (GString) out = g_string_new (NULL);
  const char *p;
  char        before = ','; /* how the last part began */

  if (is_json (text, length))
    return NULL;
  for (p = skip_blanks (whole, out); p != NULL && *p != '\0';
       p = p != NULL ? skip_blanks (p, out) : NULL)
    {
      char first = *p;

      if (*p == '"' || *p == '\'')
        p = copy_string (p, out);
      else if (strchr (NAME, *p) != NULL)
        p = copy_name (p, out);
      else
        {
          const char *next = *p == ',' ? skip_blanks (p + 1, NULL) : NULL;

          gboolean last = next != NULL && (*next == ']' || *next == '}') &&
                          strchr ("{[,", before) == NULL;

          g_string_append_c (out, last ? ' ' : *p);
          p++;
        }
      before = first;
    }
  if (p == NULL || !is_json (out->str, (gssize)out->len))
    return NULL;
  return g_string_free (g_steal_pointer (&out), FALSE);
}
