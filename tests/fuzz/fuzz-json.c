/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes are read or refused. What is read means the same however it is laid out, and each of
 * its values can be asked everything. Also built with the portable scanning loops. */

#include "mcp-json-index.h"
#include "mcp-json-writer.h"

#include <string.h>

int LLVMFuzzerInitialize (int *argc, char ***argv);
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Seeds: the public test suite, where it is. */
int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  const char      *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *folder = g_build_filename (shared != NULL ? shared : "../shared/data",
                                              "json-parsing",
                                              "test_parsing",
                                              NULL);
  gboolean has_folders = FALSE;

  /* Only where it works on folders: with files it runs these and nothing else. */
  for (int i = 1; i < *argc; i++)
    has_folders |= g_file_test ((*argv)[i], G_FILE_TEST_IS_DIR);
  if (has_folders && g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      char **longer = g_new0 (char *, (gsize)*argc + 2);

      memcpy (longer, *argv, (gsize)*argc * sizeof (char *));
      longer[(*argc)++] = g_steal_pointer (&folder);
      *argv = longer;
    }
  return 0;
}

static McpJsonDocument *
read_again (const char *text)
{
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document = mcp_json_document_parse_text (text, -1, &error);

  g_assert_no_error (error);
  return document;
}

static void
check_same_lexemes (McpJsonDocument *a, McpJsonDocument *b)
{
  guint n = a->index.n_nodes;

  g_assert_cmpuint (n, ==, b->index.n_nodes);
  for (guint i = 0; i < n; i = mcp_json_node_get_inside (a->index.nodes, i))
    {
      McpJsonValue one = { a, i };
      McpJsonValue two = { b, i };
      gsize        length_one, length_two;
      const char  *text_one = mcp_json_value_get_text (one, &length_one);
      const char  *text_two = mcp_json_value_get_text (two, &length_two);

      g_assert_cmpint (mcp_json_value_get_kind (one), ==, mcp_json_value_get_kind (two));
      g_assert_cmpuint (mcp_json_value_get_n_items (one), ==, mcp_json_value_get_n_items (two));
      if (mcp_json_value_get_kind (one) < MCP_JSON_ARRAY)
        g_assert_cmpmem (text_one, length_one, text_two, length_two);
    }
}

static void
check_string (McpJsonValue value)
{
  gsize            length, again_length;
  g_autofree char *text = mcp_json_value_dup_string (value, &length);
  g_autofree char *quoted = mcp_json_quote (text, (gssize)length);
  g_autofree char *again = NULL;
  g_autofree char *prefix = NULL;
  g_autoptr (McpJsonDocument) document = read_again (quoted);
  g_autoptr (GString) shown = g_string_new (NULL);
  gboolean complete;

  g_assert_true (memchr (text, '\0', length) != NULL || g_utf8_validate (text, (gssize)length, NULL));
  g_assert_cmpuint (mcp_json_value_count_characters (value), ==,
                    mcp_json_value_count_characters (mcp_json_document_get_root (document)));
  again = mcp_json_value_dup_string (mcp_json_document_get_root (document), &again_length);
  g_assert_cmpmem (text, length, again, again_length);
  g_assert_cmpint (mcp_json_value_string_equals (value, text), ==, strlen (text) == length);
  prefix = mcp_json_value_dup_string_prefix (value, length / 2, &complete);
  g_assert_cmpint (complete, ==, length / 2 == length);
  /* As a C string it shows where U+0000 is. */
  for (gsize i = 0; i < length; i++)
    g_string_append (shown, text[i] != '\0' ? (const char[]){ text[i], '\0' } : "\xe2\x90\x80");
  g_assert_true (g_str_has_prefix (shown->str, prefix));
}

static void
check_number (McpJsonValue value)
{
  gint64 integer;

  if (mcp_json_value_get_int64 (value, &integer))
    {
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, integer);
      g_autoptr (McpJsonDocument) document = read_again (text);

      g_assert_true (mcp_json_value_equal (value, mcp_json_document_get_root (document)));
    }
  mcp_json_value_get_double (value, 0);
}

/* A value that is spliced in is as it was written. */
static void
check_writer (McpJsonValue value)
{
  gsize       length;
  const char *written = mcp_json_value_get_text (value, &length);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GBytes) bytes = NULL;

  mcp_json_writer_value (writer, value);
  bytes = mcp_json_writer_finish (writer);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), written, length);
}

static void
check_pointer (McpJsonDocument *document, guint node)
{
  McpJsonValue     value = { document, node };
  g_autofree char *pointer = mcp_json_value_dup_pointer (value);

  /* Where names occur twice, or cannot be in a C string, it leads elsewhere. */
  mcp_json_value_resolve_pointer (mcp_json_document_get_root (document), pointer);
}

static void
check_findings (McpJsonDocument *document, gsize size)
{
  g_autoptr (GArray) findings = mcp_json_document_find (document, 0);

  for (guint i = 0; i < findings->len; i++)
    {
      const McpJsonFinding *finding = &g_array_index (findings, McpJsonFinding, i);

      g_assert_cmpuint (finding->start + finding->length, <=, size);
      g_assert_cmpuint (finding->length, >, 0);
      if (i > 0)
        g_assert_cmpuint (finding[-1].start, <=, finding->start);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  McpJsonPlace place = { 0 };
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, &place, &error);
  g_autoptr (McpJsonDocument) compact = NULL;
  g_autoptr (McpJsonDocument) pretty = NULL;
  g_autofree char *compact_text = NULL;
  g_autofree char *pretty_text = NULL;
  McpJsonValue     root;
  guint            middle = 0;
  guint            last = 0;
  guint            n;

  if (document == NULL)
    {
      g_assert_nonnull (place.reason);
      g_assert_cmpuint (place.offset, <=, size);
      return 0;
    }
  root = mcp_json_document_get_root (document);
  compact_text = mcp_json_value_print_compact (root);
  pretty_text = mcp_json_value_print_pretty (root, 2);
  compact = read_again (compact_text);
  pretty = read_again (pretty_text);
  check_same_lexemes (document, compact);
  check_same_lexemes (document, pretty);
  g_assert_true (mcp_json_value_equal (root, mcp_json_document_get_root (pretty)));
  check_findings (document, size);
  check_writer (root);

  n = document->index.n_nodes;
  for (guint i = 0; i < n; i = mcp_json_node_get_inside (document->index.nodes, i))
    {
      McpJsonValue value = { document, i };

      last = i;
      if (i <= n / 2)
        middle = i;
      if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
        check_string (value);
      else if (mcp_json_value_get_kind (value) == MCP_JSON_NUMBER)
        check_number (value);
      mcp_json_value_get_member (value, "a");
    }
  check_pointer (document, last);
  check_pointer (document, middle);
  return 0;
}
