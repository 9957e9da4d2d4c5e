/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whatever is accepted as JSON must come out again as the same value, in every layout. */

#include "mcp-json-value.h"
#include "mcp-json-writer.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* So many values are looked at one by one; enough for any input that the fuzzer makes. */
#define MAX_VALUES 2000

static McpJsonDocument *
read_again (char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
  McpJsonDocument *document = mcp_json_document_parse (bytes, NULL, NULL, &error);

  if (document == NULL)
    g_error ("printed text is refused: %s", error->message);
  return document;
}

static void
check_layout (McpJsonValue root, char *text)
{
  g_autoptr (McpJsonDocument) again = read_again (text);

  if (!mcp_json_value_equal (root, mcp_json_document_get_root (again)))
    g_error ("printed text is another value");
}

static void
check_writer (McpJsonValue root)
{
  gsize       length = 0;
  const char *written = mcp_json_value_get_text (root, &length);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_value (writer, root);
  g_autoptr (GBytes) bytes = mcp_json_writer_finish (writer);
  if (g_bytes_get_size (bytes) != length || memcmp (g_bytes_get_data (bytes, NULL), written, length) != 0)
    g_error ("a spliced value is not as it was written");
}

static void
look_at (McpJsonValue value, McpJsonValue root)
{
  g_autofree char *pointer = mcp_json_value_dup_pointer (value);
  g_autofree char *decoded = mcp_json_value_dup_string (value, NULL);
  g_autofree char *prefix = mcp_json_value_dup_string_prefix (value, 5, NULL);
  gint64           number = 0;

  if (decoded != NULL && !g_utf8_validate (prefix, -1, NULL))
    g_error ("a prefix is half a character");
  mcp_json_value_get_int64 (value, &number);
  mcp_json_value_get_double (value, 0);
  mcp_json_value_count_characters (value);
  mcp_json_value_resolve_pointer (root, pointer);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  if (document == NULL)
    return 0;

  McpJsonValue root = mcp_json_document_get_root (document);
  check_layout (root, mcp_json_value_print_compact (root));
  check_layout (root, mcp_json_value_print_pretty (root, 2));
  check_writer (root);
  g_array_unref (mcp_json_document_find (document, 100));

  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
  g_array_append_val (values, root);
  for (guint i = 0; i < values->len && i < MAX_VALUES; i++)
    {
      McpJsonValue value = g_array_index (values, McpJsonValue, i);
      McpJsonValue name, item;
      McpJsonIter  iter;

      look_at (value, root);
      mcp_json_iter_init (&iter, value);
      while (values->len < MAX_VALUES && mcp_json_iter_next (&iter, &name, &item))
        {
          if (mcp_json_value_exists (name))
            g_array_append_val (values, name);
          g_array_append_val (values, item);
        }
    }
  return 0;
}
