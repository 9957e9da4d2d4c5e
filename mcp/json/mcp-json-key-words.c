/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-key-words.h"

char **
mcp_json_key_words_split (const char *key)
{
  g_autoptr (GString) words = g_string_new (NULL);
  GPtrArray *found = g_ptr_array_new ();

  for (const char *p = key != NULL ? key : ""; *p != '\0'; p++)
    {
      if (!g_ascii_isalnum (*p))
        g_string_append_c (words, ' ');
      else
        {
          if (p > key && g_ascii_isupper (*p) && g_ascii_islower (p[-1]))
            g_string_append_c (words, ' ');
          g_string_append_c (words, g_ascii_tolower (*p));
        }
    }
  g_auto (GStrv) parts = g_strsplit_set (words->str, " ", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (parts[i][0] != '\0')
      g_ptr_array_add (found, g_strdup (parts[i]));
  g_ptr_array_add (found, NULL);
  return (char **)g_ptr_array_free (found, FALSE);
}

gboolean
mcp_json_key_words_have (char **words, const char *const *any)
{
  for (guint i = 0; any[i] != NULL; i++)
    if (g_strv_contains ((const char *const *)words, any[i]))
      return TRUE;
  return FALSE;
}

gboolean
mcp_json_key_words_end_with (char **words, const char *const *any)
{
  guint n = g_strv_length (words);

  return n > 0 && g_strv_contains (any, words[n - 1]);
}
