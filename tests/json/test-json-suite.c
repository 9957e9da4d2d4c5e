/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The JSON parsing test suite (github.com/nst/JSONTestSuite): what must be read, what must not, and
 * what we decided where RFC 8259 leaves it open. */

#include "json-tests.h"
#include "mcp-json-index.h"
#include "mcp-json-writer.h"

#include <string.h>

typedef struct
{
  const char *name;
  gboolean    accepted;
  const char *why;
} Decision;

/* Numbers: RFC 8259 section 6 sets no limit to what may be written; since numbers are kept as
 * written, none is out of range. What a double makes of them is a finding.
 * Lone surrogates: section 8.2 allows the escapes; the text is kept, the finding says so.
 * Encodings: section 8.1 demands UTF-8, and these bytes are not; what they mean is a guess. */
static const Decision decisions[] = {
  { "i_number_double_huge_neg_exp.json", TRUE, "kept as written" },
  { "i_number_huge_exp.json", TRUE, "kept as written" },
  { "i_number_neg_int_huge_exp.json", TRUE, "kept as written" },
  { "i_number_pos_double_huge_exp.json", TRUE, "kept as written" },
  { "i_number_real_neg_overflow.json", TRUE, "kept as written" },
  { "i_number_real_pos_overflow.json", TRUE, "kept as written" },
  { "i_number_real_underflow.json", TRUE, "kept as written" },
  { "i_number_too_big_neg_int.json", TRUE, "kept as written" },
  { "i_number_too_big_pos_int.json", TRUE, "kept as written" },
  { "i_number_very_big_negative_int.json", TRUE, "kept as written" },
  { "i_object_key_lone_2nd_surrogate.json", TRUE, "an escape, with a finding" },
  { "i_string_1st_surrogate_but_2nd_missing.json", TRUE, "an escape, with a finding" },
  { "i_string_1st_valid_surrogate_2nd_invalid.json", TRUE, "an escape, with a finding" },
  { "i_string_UTF-16LE_with_BOM.json", FALSE, "UTF-16" },
  { "i_string_UTF-8_invalid_sequence.json", FALSE, "not UTF-8" },
  { "i_string_UTF8_surrogate_U+D800.json", FALSE, "a surrogate is no UTF-8 (RFC 3629)" },
  { "i_string_incomplete_surrogate_and_escape_valid.json", TRUE, "an escape, with a finding" },
  { "i_string_incomplete_surrogate_pair.json", TRUE, "an escape, with a finding" },
  { "i_string_incomplete_surrogates_escape_valid.json", TRUE, "an escape, with a finding" },
  { "i_string_invalid_lonely_surrogate.json", TRUE, "an escape, with a finding" },
  { "i_string_invalid_surrogate.json", TRUE, "an escape, with a finding" },
  { "i_string_invalid_utf-8.json", FALSE, "not UTF-8" },
  { "i_string_inverted_surrogates_U+1D11E.json", TRUE, "an escape, with a finding" },
  { "i_string_iso_latin_1.json", FALSE, "not UTF-8" },
  { "i_string_lone_second_surrogate.json", TRUE, "an escape, with a finding" },
  { "i_string_lone_utf8_continuation_byte.json", FALSE, "not UTF-8" },
  { "i_string_not_in_unicode_range.json", FALSE, "beyond U+10FFFF" },
  { "i_string_overlong_sequence_2_bytes.json", FALSE, "overlong" },
  { "i_string_overlong_sequence_6_bytes.json", FALSE, "overlong" },
  { "i_string_overlong_sequence_6_bytes_null.json", FALSE, "overlong" },
  { "i_string_truncated-utf-8.json", FALSE, "not UTF-8" },
  { "i_string_utf16BE_no_BOM.json", FALSE, "UTF-16" },
  { "i_string_utf16LE_no_BOM.json", FALSE, "UTF-16" },
  { "i_structure_500_nested_arrays.json", TRUE, "far below MCP_JSON_MAX_DEPTH" },
  { "i_structure_UTF-8_BOM_empty_object.json", TRUE,
    "section 8.1 lets a reader ignore the byte order mark; files from Windows have it; a finding" },

  /* Of test_transform, whose question is what readers make of it; all the rest there is accepted. */
  { "string_1_invalid_codepoint.json", FALSE, "a surrogate is no UTF-8 (RFC 3629)" },
  { "string_2_invalid_codepoints.json", FALSE, "a surrogate is no UTF-8 (RFC 3629)" },
  { "string_3_invalid_codepoints.json", FALSE, "a surrogate is no UTF-8 (RFC 3629)" },
};

static gboolean
is_accepted (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (decisions); i++)
    if (strcmp (decisions[i].name, name) == 0)
      return decisions[i].accepted;
  g_assert_false (g_str_has_prefix (name, "i_"));
  return !g_str_has_prefix (name, "n_");
}

static GBytes *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *contents;
  gsize length;

  g_file_get_contents (path, &contents, &length, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (contents, length);
}

/* The white space between tokens removed, the plain way. */
static char *
squeeze (const char *text, gsize length)
{
  GString *out = g_string_new (NULL);
  gboolean in_string = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (in_string || strchr (" \t\r\n", text[i]) == NULL)
        g_string_append_c (out, text[i]);
      if (in_string && text[i] == '\\')
        g_string_append_c (out, text[++i]);
      else if (text[i] == '"')
        in_string = !in_string;
    }
  return g_string_free (out, FALSE);
}

static void
check_accepted (const char *name, McpJsonDocument *document)
{
  McpJsonValue     root = mcp_json_document_get_root (document);
  g_autofree char *text = mcp_json_value_dup_text (root);
  g_autofree char *squeezed = squeeze (text, mcp_json_value_get_length (root));
  g_autofree char *compact = mcp_json_value_print_compact (root);
  g_autofree char *pretty = mcp_json_value_print_pretty (root, 2);
  g_autofree char *pretty_squeezed = squeeze (pretty, strlen (pretty));
  g_autoptr (McpJsonDocument) again = NULL;
  g_autoptr (GArray) findings = mcp_json_document_find (document, 0);
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (compact, ==, squeezed);
  g_assert_cmpstr (pretty_squeezed, ==, squeezed);
  again = mcp_json_document_parse_text (pretty, -1, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_json_value_equal (root, mcp_json_document_get_root (again)));
  g_assert_cmpuint (again->index.n_nodes, ==,
                    document->index.n_nodes);
  if (strstr (name, "surrogate") != NULL && g_str_has_prefix (name, "i_"))
    {
      g_assert_cmpuint (findings->len, >, 0);
      g_assert_cmpint (g_array_index (findings, McpJsonFinding, 0).kind, ==,
                       MCP_JSON_FINDING_LONE_SURROGATE);
    }
  if (strstr (name, "BOM") != NULL)
    g_assert_cmpint (g_array_index (findings, McpJsonFinding, 0).kind, ==,
                     MCP_JSON_FINDING_BYTE_ORDER_MARK);
}

static void
test_directory (gconstpointer data)
{
  const char      *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *path = g_build_filename (shared != NULL ? shared : "", "json-parsing", data, NULL);
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  const char *name;
  guint       n = 0;

  if (directory == NULL)
    {
      g_test_skip ("the shared test data is not there");
      return;
    }
  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autoptr (GBytes) bytes = load (file);
      g_autoptr (GError) error = NULL;
      McpJsonPlace place = { 0 };
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, &place, &error);

      if ((document != NULL) != is_accepted (name))
        g_error ("%s: %s", name, document != NULL ? "was accepted" : error->message);
      if (document != NULL)
        check_accepted (name, document);
      else
        {
          g_test_message ("%s: %s", name, error->message);
          g_assert_true (error->domain == MCP_JSON_ERROR);
          g_assert_nonnull (place.reason);
          g_assert_cmpuint (place.line, >=, 1);
          g_assert_cmpuint (place.column, >=, 1);
          g_assert_cmpuint (place.offset, <=, g_bytes_get_size (bytes));
        }
      n++;
    }
  g_assert_cmpuint (n, >, 20);
}

void
add_json_suite_tests (void)
{
  g_test_add_data_func ("/json/suite/parsing", "test_parsing", test_directory);
  g_test_add_data_func ("/json/suite/transform", "test_transform", test_directory);
}
