/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-tests.h"
#include "mcp-json-writer.h"
#include "store-value-diff.h"

static const char marks[] = { '-', '+', '~' };

/* As one text: "~a[0]:1>2 -b:3" */
static char *
diff (const char *before, const char *after, guint max)
{
  g_autoptr (McpJsonDocument) old = mcp_json_document_parse_text (before, -1, NULL);
  g_autoptr (McpJsonDocument) new = mcp_json_document_parse_text (after, -1, NULL);
  g_autoptr (StoreValueDiff) self = store_value_diff_new (
      mcp_json_document_get_root (old), mcp_json_document_get_root (new), max, NULL);
  GPtrArray *all = store_value_diff_get_all (self);
  GString   *text = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const StoreValueDifference *difference = all->pdata[i];
      g_autofree char            *from = mcp_json_value_exists (difference->before)
                                             ? mcp_json_value_print_compact (difference->before)
                                             : g_strdup ("");
      g_autofree char            *to = mcp_json_value_exists (difference->after)
                                           ? mcp_json_value_print_compact (difference->after)
                                           : g_strdup ("");

      g_string_append_printf (text, "%s%c%s:%s>%s", i > 0 ? " " : "", marks[difference->change],
                              difference->path, from, to);
    }
  if (store_value_diff_has_more (self))
    g_string_append (text, " …");
  return g_string_free (text, FALSE);
}

static void
test_cases (void)
{
  static const char *const cases[][3] = {
    { "1", "1.0", "" },
    { "{\"a\":1,\"b\":[2]}", "{\"b\":[2],\"a\":1e0}", "" },
    { "1", "\"1\"", "~:1>\"1\"" },
    { "null", "[]", "~:null>[]" },
    { "18446744073709551615", "18446744073709551616",
      "~:18446744073709551615>18446744073709551616" },
    { "{\"a\":{\"b\":[1,2]}}", "{\"a\":{\"b\":[1,3]}}", "~a.b[1]:2>3" },
    { "{\"a\":1,\"b\":2}", "{\"b\":3,\"c\":4}", "-a:1> ~b:2>3 +c:>4" },
    { "{\"a.b\":1,\"\":2,\"x \\\"y\":3}", "{}",
      "-[\"a.b\"]:1> -[\"\"]:2> -[\"x \\\"y\"]:3>" },
    /* What was inserted or taken out leaves its neighbours alone. */
    { "[1,2,3,4]", "[0,1,2,3,4]", "+[0]:>0" },
    { "[1,2,3,4]", "[1,3,4,5]", "-[1]:2> +[3]:>5" },
    { "[{\"i\":1},{\"i\":2},{\"i\":3}]", "[{\"i\":1},{\"i\":9},{\"i\":3}]", "~[1].i:2>9" },
    { "[\"a\",\"b\",\"c\",\"d\"]", "[\"c\",\"a\",\"x\",\"d\"]",
      "-[0]:\"a\"> -[1]:\"b\"> +[1]:>\"a\" +[2]:>\"x\"" },
    { "[]", "[1,2]", "+[0]:>1 +[1]:>2" },
    { "[1,2]", "[]", "-[0]:1> -[1]:2>" },
    /* Of duplicate members the last one counts. */
    { "{\"a\":1,\"a\":2}", "{\"a\":2}", "" },
    { "{\"a\":1,\"a\":2}", "{\"a\":1}", "~a:2>1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = diff (cases[i][0], cases[i][1], 0);

      g_assert_cmpstr (text, ==, cases[i][2]);
    }
}

static void
test_limits (void)
{
  g_autofree char *some = diff ("[1,2,3]", "[4,5,6]", 2);
  g_autofree char *just = diff ("[1,2]", "[4,5]", 2);
  g_autoptr (GString) deep = g_string_new (NULL), other = g_string_new (NULL);
  g_autoptr (GString) many = g_string_new ("[0"), shifted = g_string_new ("[-1,0");
  g_autofree char *of_deep = NULL, *of_many = NULL;

  g_assert_cmpstr (some, ==, "~[0]:1>4 ~[1]:2>5 …");
  g_assert_cmpstr (just, ==, "~[0]:1>4 ~[1]:2>5");
  for (guint i = 0; i < 9000; i++)
    g_string_append_c (deep, '[');
  g_string_append_printf (other, "%s1", deep->str);
  for (guint i = 0; i < 9000; i++)
    {
      g_string_append_c (deep, ']');
      g_string_append_c (other, ']');
    }
  of_deep = diff (deep->str, other->str, 0);
  g_assert_true (g_str_has_prefix (of_deep, "~[0][0]"));
  /* Longer than what is searched for moved items; what begins and ends alike is not searched. */
  for (guint i = 1; i < 20000; i++)
    {
      g_string_append_printf (many, ",%u", i);
      g_string_append_printf (shifted, ",%u", i);
    }
  g_string_append (many, ",\"end\"]");
  g_string_append (shifted, ",\"END\"]");
  of_many = diff (many->str, shifted->str, 3);
  g_assert_cmpstr (of_many, ==, "~[0]:0>-1 ~[1]:1>0 ~[2]:2>1 …");
}

/* Who does not wait for it any more ends it; what was found by then is no whole answer. */
static void
test_cancelled (void)
{
  g_autoptr (McpJsonDocument) old = mcp_json_document_parse_text ("[[1],[2],[3]]", -1, NULL);
  g_autoptr (McpJsonDocument) new = mcp_json_document_parse_text ("[[3],[4],[1]]", -1, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_autoptr (StoreValueDiff) self = store_value_diff_new (
      mcp_json_document_get_root (old), mcp_json_document_get_root (new), 0, cancellable);
  g_assert_true (store_value_diff_has_more (self));
  g_assert_cmpuint (store_value_diff_get_all (self)->len, ==, 0);
}

static McpJsonDocument *
new_long_items (guint first)
{
  g_autoptr (GString) text = g_string_new ("[");

  for (guint i = 0; i < 20; i++)
    {
      g_string_append (text, i > 0 ? ",[" : "[");
      for (guint k = 0; k < 500000; k++)
        g_string_append (text, "0,");
      g_string_append_printf (text, "%u]", first + i);
    }
  g_string_append_c (text, ']');
  return mcp_json_document_parse_text (text->str, (gssize)text->len, NULL);
}

/* Items that are long are compared by their place: to pair them would read them many times. */
static void
test_long_items (void)
{
  g_autoptr (McpJsonDocument) old = new_long_items (10);
  g_autoptr (McpJsonDocument) new = new_long_items (11);
  g_autoptr (StoreValueDiff) self = store_value_diff_new (
      mcp_json_document_get_root (old), mcp_json_document_get_root (new), 0, NULL);
  GPtrArray *all = store_value_diff_get_all (self);

  g_assert_cmpuint (all->len, ==, 20);
  for (guint i = 0; i < all->len; i++)
    g_assert_cmpint (((StoreValueDifference *)all->pdata[i])->change, ==, STORE_VALUE_CHANGED);
}

void
add_value_diff_tests (void)
{
  g_test_add_func ("/value-diff/cancelled", test_cancelled);
  g_test_add_func ("/value-diff/cases", test_cases);
  g_test_add_func ("/value-diff/long-items", test_long_items);
  g_test_add_func ("/value-diff/limits", test_limits);
}
