/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-words.h"

/* Of a schema; the largest of real servers has a tenth. */
#define MAX_VALUES 20000u
#define MAX_WORDS 2000u
#define MAX_WORD_BYTES 100u

static void
add_word (GHashTable *words, McpJsonValue value)
{
  gsize            length = 0;
  g_autofree char *word = mcp_json_value_dup_string (value, &length);

  if (word != NULL && length > 0 && length <= MAX_WORD_BYTES &&
      g_hash_table_size (words) < MAX_WORDS)
    g_hash_table_add (words, g_steal_pointer (&word));
}

/* Where these stand, they are names or values of what the schema is about. */
static void
add_words (GHashTable *words, McpJsonValue schema)
{
  McpJsonValue name;
  McpJsonValue each;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "properties"));
  while (mcp_json_iter_next (&iter, &name, NULL))
    add_word (words, name);
  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "enum"));
  while (mcp_json_iter_next (&iter, NULL, &each))
    add_word (words, each);
  add_word (words, mcp_json_value_get_member (schema, "const"));
}

char *
app_form_dup_words (AppForm *form)
{
  g_return_val_if_fail (APP_IS_FORM (form), NULL);

  g_autoptr (GHashTable) words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
  g_autoptr (GString) text = g_string_new (NULL);
  McpJsonValue   root = app_field_get_info (app_form_get_root (form))->schema;
  GHashTableIter iter;
  gpointer       word;

  g_array_append_val (waiting, root);
  /* No recursion: a hostile schema is as deep as it likes. */
  for (guint i = 0; i < waiting->len && waiting->len < MAX_VALUES; i++)
    {
      McpJsonValue value = g_array_index (waiting, McpJsonValue, i);
      McpJsonValue child;
      McpJsonIter  children;

      if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
        add_words (words, value);
      mcp_json_iter_init (&children, value);
      while (mcp_json_iter_next (&children, NULL, &child) && waiting->len < MAX_VALUES)
        g_array_append_val (waiting, child);
    }
  g_hash_table_iter_init (&iter, words);
  while (g_hash_table_iter_next (&iter, &word, NULL))
    g_string_append_printf (text, "%s\n", (const char *)word);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
