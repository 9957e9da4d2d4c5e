/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a document takes, and what happens where there is no more memory. */

#include "json-tests.h"
#include "mcp-json-index.h"
#include "mcp-json-value.h"

#include <string.h>
#include <sys/resource.h>

#define MEGABYTE (1024u * 1024u)

static gsize
read_status (const char *field)
{
  g_autofree char *status = NULL;
  const char      *at;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  at = strstr (status, field);
  return at != NULL ? (gsize)g_ascii_strtoull (at + strlen (field) + 1, NULL, 10) * 1024 : 0;
}

/* @item: repeated in an array until there are @size bytes */
static GBytes *
make_array (const char *item, gsize size)
{
  gsize length = strlen (item) + 1;
  gsize n = size / length;
  char *text = g_malloc (n * length + 1);

  for (gsize i = 0; i < n; i++)
    {
      text[i * length] = i == 0 ? '[' : ',';
      memcpy (text + i * length + 1, item, length - 1);
    }
  text[n * length] = ']';
  return g_bytes_new_take (text, n * length + 1);
}

static gboolean
is_instrumented (void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return TRUE;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return TRUE;
#endif
#endif
  return FALSE;
}

/* 8 bytes a scalar and 16 a container beside the text, in both the heap's documents and those with
 * a mapping. */
static void
test_bytes_a_node (void)
{
  static const gsize sizes[] = { MEGABYTE / 4, MEGABYTE, 16 * MEGABYTE, 48 * MEGABYTE };

  if (is_instrumented () || read_status ("VmRSS") == 0)
    {
      g_test_skip ("memory cannot be measured here");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GBytes) bytes = make_array ("{\"name\": 12345}", sizes[i]);
      gsize before = read_status ("VmRSS");
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
      gsize index = 8 * (gsize)document->index.n_nodes;
      gsize kept = read_status ("VmRSS") - before;

      g_test_message ("%" G_GSIZE_FORMAT " bytes of text: index %" G_GSIZE_FORMAT ", kept %" G_GSIZE_FORMAT,
                      g_bytes_get_size (bytes), index, kept);
      g_assert_cmpuint (kept, <, index + index / 10 + MEGABYTE);
    }
}

/* No document leaves anything behind, nor does a refused text. */
static void
test_release (void)
{
  g_autoptr (GBytes) bytes = make_array ("[\"x\",1]", 8 * MEGABYTE);
  g_autoptr (GBytes) cut = g_bytes_new_from_bytes (bytes, 0, g_bytes_get_size (bytes) - 1);
  gsize before = 0;

  if (is_instrumented () || read_status ("VmSize") == 0)
    {
      g_test_skip ("memory cannot be measured here");
      return;
    }
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, NULL);

      g_assert_nonnull (document);
      g_assert_null (mcp_json_document_parse (cut, NULL, NULL, NULL));
      g_clear_pointer (&document, mcp_json_document_unref);
      if (i == 2)
        before = read_status ("VmSize");
    }
  g_assert_cmpuint (read_status ("VmSize"), <=, before + MEGABYTE);
}

static void
limit_memory (gsize more)
{
  struct rlimit limit = { 0, 0 };

  limit.rlim_cur = limit.rlim_max = read_status ("VmSize") + more;
  g_assert_cmpint (setrlimit (RLIMIT_AS, &limit), ==, 0);
}

static void
test_scarce (void)
{
  if (is_instrumented () || read_status ("VmSize") == 0)
    {
      g_test_skip ("memory cannot be limited here");
      return;
    }
  if (g_test_subprocess ())
    {
      /* 16 MiB of text would have room for 128 MiB of nodes, of which it needs 2, or 40. */
      g_autofree char *item = g_strdup_printf ("\"%*s\"", 100, "x");
      g_autoptr (GBytes) few = make_array (item, 16 * MEGABYTE);
      g_autoptr (GBytes) many = make_array ("0", 16 * MEGABYTE);
      g_autoptr (McpJsonDocument) document = NULL;
      g_autoptr (GError) error = NULL;

      limit_memory (24 * MEGABYTE);
      document = mcp_json_document_parse (few, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (document->index.n_nodes, >, 1000);
      g_assert_null (mcp_json_document_parse (many, NULL, NULL, &error));
      g_assert_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_TOO_LARGE);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

/* What is linear stays so: each of these would take minutes if it were not. */
static void
test_long_tokens (void)
{
  g_autofree char *digits = g_strnfill (8 * MEGABYTE, '7');
  g_autofree char *number = g_strconcat ("0.", digits, "e", digits, NULL);
  g_autofree char *escapes = g_malloc (8 * MEGABYTE + 3);
  g_autoptr (McpJsonDocument) a = mcp_json_document_parse_text (number, -1, NULL);
  g_autoptr (McpJsonDocument) b = mcp_json_document_parse_text (number, -1, NULL);
  g_autoptr (McpJsonDocument) c = NULL;
  g_autoptr (GArray) findings = mcp_json_document_find (a, 0);
  g_autofree char *text = NULL;
  gint64           integer;
  gsize            length;

  g_assert_cmpuint (findings->len, ==, 1);
  g_assert_false (mcp_json_value_get_int64 (mcp_json_document_get_root (a), &integer));
  g_assert_true (mcp_json_value_get_double (mcp_json_document_get_root (a), 0) > 1e300);
  g_assert_true (mcp_json_value_equal (mcp_json_document_get_root (a), mcp_json_document_get_root (b)));

  memset (escapes, '\\', 8 * MEGABYTE + 2);
  escapes[0] = escapes[8 * MEGABYTE + 1] = '"';
  escapes[8 * MEGABYTE + 2] = '\0';
  c = mcp_json_document_parse_text (escapes, -1, NULL);
  text = mcp_json_value_dup_string (mcp_json_document_get_root (c), &length);
  g_assert_cmpuint (length, ==, 4 * MEGABYTE);
}

void
add_json_memory_tests (void)
{
  g_test_add_func ("/json/memory/bytes-a-node", test_bytes_a_node);
  g_test_add_func ("/json/memory/release", test_release);
  g_test_add_func ("/json/memory/scarce", test_scarce);
  g_test_add_func ("/json/memory/long-tokens", test_long_tokens);
}
