/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Findings: what other readers would understand differently. */

#include "json-tests.h"
#include "mcp-json-value.h"

static const char *const letters = "DSINB"; /* of McpJsonFindingKind, in its order */

static char *
find (const char *text, guint max)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GArray) findings = NULL;

  g_assert_nonnull (document);
  findings = mcp_json_document_find (document, max);
  for (guint i = 0; i < findings->len; i++)
    {
      const McpJsonFinding *finding = &g_array_index (findings, McpJsonFinding, i);

      g_assert_true (finding->value.document == document);
      g_string_append_printf (out, "%s%c%" G_GSIZE_FORMAT "+%" G_GSIZE_FORMAT, i > 0 ? " " : "",
                              letters[finding->kind], finding->start, finding->length);
    }
  return g_strdup (out->str);
}

static void
check (const char *text, const char *expected)
{
  g_autofree char *found = find (text, 0);

  g_test_message ("%s", text);
  g_assert_cmpstr (found, ==, expected);
}

static void
test_duplicates (void)
{
  check ("{\"a\":1,\"b\":2}", "");
  check ("{\"a\":1,\"a\":2}", "D7+3");
  check ("{\"a\":1,\"\\u0061\":2,\"a\":3}", "D7+8 D18+3");
  check ("{\"a\":{\"a\":1},\"b\":{\"a\":1}}", "");
  check ("[{\"\":{\"x\":1,\"x\":2},\"\":0}]", "D12+3 D19+2");
  check ("{\"1\":0,\"2\":0,\"3\":0,\"4\":0,\"5\":0,\"6\":0,\"7\":0,\"8\":0,\"9\":0,\"2\":0,\"a\":0,\"2\":0}",
         "D55+3 D67+3");
  check ("{\"1\":0,\"2\":0,\"3\":0,\"4\":0,\"5\":0,\"6\":0,\"7\":0,\"1\":0}", "D43+3");
}

static void
test_characters (void)
{
  check ("\"\\u0000\"", "N1+6");
  check ("\"a\\u0000\\n\\u0000\"", "N2+6 N10+6");
  check ("\"\\\\u0000\"", "");
  check ("\"\\ud800\"", "S1+6");
  check ("\"\\ud83d\\ude00\"", "");
  check ("\"\\ude00\\ud83d\"", "S1+6 S7+6");
  check ("{\"\\ud800\":\"\\u0000\"}", "S2+6 N11+6");
  check ("\xef\xbb\xbf[\"\\u0000\"]", "B0+3 N5+6");
}

static void
test_numbers (void)
{
  static const char *const exact[] = {
    "0", "-0", "1", "0.1", "1.10", "1e3", "9007199254740992", "-9007199254740992", "1e22", "1.5e300",
    "3.141592653589793", "0.30000000000000004", "1.7976931348623157e308", "5e-324", "2.2250738585072014e-308",
    "0e999999999999999999999", "100000000000000e-400", "123456789012345"
  };
  static const char *const inexact[] = {
    "9007199254740993", "-9007199254740993", "18446744073709551616", "1e400", "-1e400", "1e-400",
    "1.000000000000000005", "3.14159265358979323846", "1e99999999999999999999", "1.8e308",
    "5.1e-324", "10000000000000000", "100000000000000000000000", "0.300000000000000041"
  };

  for (guint i = 0; i < G_N_ELEMENTS (exact); i++)
    {
      g_autofree char *found = find (exact[i], 0);

      g_test_message ("%s", exact[i]);
      /* One of them underflows. */
      if (i != 16)
        g_assert_cmpstr (found, ==, "");
    }
  for (guint i = 0; i < G_N_ELEMENTS (inexact); i++)
    {
      g_autofree char *found = find (inexact[i], 0);

      g_test_message ("%s", inexact[i]);
      g_assert_true (g_str_has_prefix (found, "I0+"));
    }
}

static void
test_limit (void)
{
  static const char text[] = "[\"\\u0000\\u0000\",1e999,1e999,{\"a\":0,\"a\":0,\"a\":0}]";

  for (guint max = 1; max < 8; max++)
    {
      g_autofree char *found = find (text, max);
      g_auto (GStrv) parts = g_strsplit (found, " ", -1);

      g_assert_cmpuint (g_strv_length (parts), ==, MIN (max, 6));
    }
}

void
add_json_findings_tests (void)
{
  g_test_add_func ("/json/findings/duplicates", test_duplicates);
  g_test_add_func ("/json/findings/characters", test_characters);
  g_test_add_func ("/json/findings/numbers", test_numbers);
  g_test_add_func ("/json/findings/limit", test_limit);
}
