/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The form model: three states, two views of one value, arrays, drafts. */

#include "app-tests.h"
#include "form-fixture.h"
#include "app-form.h"
#include "app-form-summary.h"

#include <string.h>

static void
count (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  (*(guint *)user_data)++;
}

static void
count_signal (AppForm *form, gpointer user_data)
{
  (*(guint *)user_data)++;
}

static void
test_presence (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"type\":\"object\",\"properties\":{\"s\":{\"type\":[\"string\",\"null\"]},\"n\":{\"type\":"
      "\"number\"},\"b\":{\"type\":\"boolean\"}}}",
      APP_FORM_DEFAULT);
  AppField *s = form_fixture_find (form, "/s");
  AppField *b = form_fixture_find (form, "/b");
  AppField *n = form_fixture_find (form, "/n");
  guint     notified = 0;

  g_signal_connect (s, "notify::presence", G_CALLBACK (count), &notified);
  g_assert_cmpint (app_field_get_state (s)->presence, ==, APP_PRESENCE_ABSENT);
  form_fixture_assert_json (form, "{}");

  app_field_set_empty (s);
  g_assert_cmpint (app_field_get_state (s)->presence, ==, APP_PRESENCE_VALUE);
  form_fixture_assert_json (form, "{\"s\":\"\"}");
  g_assert_cmpuint (notified, ==, 1);
  /* An entry that shows "" says "" again: that changes nothing. */
  app_field_set_text (s, "");
  form_fixture_assert_json (form, "{\"s\":\"\"}");

  app_field_set_null (s);
  g_assert_cmpint (app_field_get_state (s)->presence, ==, APP_PRESENCE_NULL);
  form_fixture_assert_json (form, "{\"s\":null}");
  app_field_set_text (s, "é\"\n");
  form_fixture_assert_json (form, "{\"s\":\"é\\\"\\n\"}");
  app_field_set_text (s, "");
  form_fixture_assert_json (form, "{}");
  app_field_set_text (s, "x");
  app_field_clear (s);
  form_fixture_assert_json (form, "{}");

  app_field_set_active (b, FALSE);
  form_fixture_assert_json (form, "{\"b\":false}");
  app_field_set_active (b, TRUE);
  form_fixture_assert_json (form, "{\"b\":true}");
  /* Members come in the schema's order. */
  app_field_set_text (n, "1.10");
  app_field_set_text (s, "a");
  form_fixture_assert_json (form, "{\"s\":\"a\",\"n\":1.10,\"b\":true}");
  app_field_clear (b);
  app_field_set_text (n, "");
  form_fixture_assert_json (form, "{\"s\":\"a\"}");
}

static void
test_numbers (void)
{
  static const struct
  {
    const char *typed;
    const char *json;
    gboolean    number;
    gboolean    integer;
  } cases[] = {
    { "0", "0", TRUE, TRUE },
    { "-0", "-0", TRUE, TRUE },
    { "1.10", "1.10", TRUE, FALSE },
    { "1.0", "1.0", TRUE, TRUE },
    { "1e3", "1e3", TRUE, TRUE },
    { "15e-1", "15e-1", TRUE, FALSE },
    { "150e-1", "150e-1", TRUE, TRUE },
    { "1.5e1", "1.5e1", TRUE, TRUE },
    { "9007199254740993", "9007199254740993", TRUE, TRUE },
    { "1000000000000000000000000000000", "1000000000000000000000000000000", TRUE, TRUE },
    { "1e400", "1e400", TRUE, TRUE },
    { "1e99999999999999999999", "1e99999999999999999999", TRUE, TRUE },
    { "1e-99999999999999999999", "1e-99999999999999999999", TRUE, FALSE },
    { " 7 ", "7", TRUE, TRUE },
    { "12a", "\"12a\"", FALSE, FALSE },
    { "1,5", "\"1,5\"", FALSE, FALSE },
    { "01", "\"01\"", FALSE, FALSE },
    { ".5", "\".5\"", FALSE, FALSE },
    { "-", "\"-\"", FALSE, FALSE },
    { "true", "\"true\"", FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AppForm) form = form_fixture_new (
          "{\"properties\":{\"n\":{\"type\":\"number\"},\"i\":{\"type\":\"integer\"}}}", APP_FORM_DEFAULT);
      AppField        *n = form_fixture_find (form, "/n");
      AppField        *integer = form_fixture_find (form, "/i");
      g_autofree char *expected =
          g_strdup_printf ("{\"n\":%s,\"i\":%s}", cases[i].json, cases[i].json);

      g_test_message ("%s", cases[i].typed);
      app_field_set_text (n, cases[i].typed);
      app_field_set_text (integer, cases[i].typed);
      form_fixture_assert_json (form, expected);
      /* What was typed stays as it was typed. */
      g_assert_cmpstr (app_field_get_text (n), ==, cases[i].typed);
      g_assert_cmpint (app_field_get_error (n) == NULL, ==, cases[i].number);
      g_assert_cmpint (app_field_get_error (integer) == NULL, ==, cases[i].integer);
    }
}

static void
test_two_views (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"a\":{\"type\":\"integer\"},\"b\":{\"type\":\"object\",\"properties\":{"
      "\"c\":{\"type\":\"string\"}}}}}",
      APP_FORM_DEFAULT);
  const char *text = "{\n  \"zz\": 1.10,\n  \"b\": { \"c\" : \"\\u00e9\\u0000\", \"u\": -0 },\n"
                     "  \"a\": 9007199254740993\n}\n";
  AppField   *c = form_fixture_find (form, "/b/c");
  guint       changed = 0;

  g_signal_connect (form, "changed", G_CALLBACK (count_signal), &changed);
  g_assert_true (app_form_set_json (form, text));
  g_assert_cmpuint (changed, ==, 1);
  form_fixture_assert_json (form, text);
  g_assert_cmpstr (app_field_get_text (form_fixture_find (form, "/a")), ==, "9007199254740993");
  g_assert_false (app_field_get_state (c)->exact);
  g_assert_cmpstr (app_field_get_text (c), ==, "é␀");
  /* An entry that shows it does not change it. */
  app_field_set_text (c, "é␀");
  form_fixture_assert_json (form, text);
  g_assert_true (app_field_get_place (form_fixture_find (form, "/zz"))->extra);
  g_assert_true (app_field_get_place (form_fixture_find (form, "/b/u"))->extra);

  app_field_set_text (form_fixture_find (form, "/a"), "2");
  form_fixture_assert_json (form,
                            "{\n  \"zz\": 1.10,\n  \"b\": { \"c\" : \"\\u00e9\\u0000\", \"u\": -0 },\n"
                            "  \"a\": 2\n}\n");
  app_field_clear (form_fixture_find (form, "/zz"));
  form_fixture_assert_json (form,
                            "{\n  \"b\": { \"c\" : \"\\u00e9\\u0000\", \"u\": -0 },\n  \"a\": 2\n}\n");
  g_assert_null (app_form_find_field (form, "/zz"));
}

/* Text that does not parse is the person's: nothing overwrites it. */
static void
test_draft (void)
{
  g_autoptr (AppForm) form = form_fixture_new ("{\"properties\":{\"a\":{\"type\":\"string\"}}}", APP_FORM_DEFAULT);
  AppField        *a = form_fixture_find (form, "/a");
  g_autofree char *arguments = NULL;

  app_field_set_text (a, "x");
  g_assert_false (app_form_set_json (form, "{\"a\": ["));
  g_assert_false (app_form_get_text_error (form) == NULL);
  g_assert_nonnull (strstr (app_form_get_text_error (form), "line 1"));
  g_assert_null (app_form_dup_arguments (form));
  g_assert_cmpstr (app_field_get_text (a), ==, "x");
  app_field_set_text (a, "y");
  app_field_clear (a);
  app_field_set_null (a);
  g_assert_null (app_field_add_member (app_form_get_root (form), "k"));
  form_fixture_assert_json (form, "{\"a\": [");
  app_form_discard_draft (form);
  form_fixture_assert_json (form, "{\"a\":\"x\"}");
  app_field_set_text (a, "y");
  arguments = app_form_dup_arguments (form);
  g_assert_cmpstr (arguments, ==, "{\"a\":\"y\"}");
}

static void
test_arrays (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"l\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"minItems\":1,"
      "\"maxItems\":3},\"o\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":["
      "\"k\"],"
      "\"properties\":{\"k\":{\"const\":\"K\"},\"v\":{\"type\":\"integer\"}}}}}}",
      APP_FORM_DEFAULT);
  AppField   *list = form_fixture_find (form, "/l");
  GListModel *items = app_field_get_children (list);
  AppField   *first;
  AppField   *second;

  first = app_field_add_item (list);
  form_fixture_assert_json (form, "{\"l\":[\"\"]}");
  app_field_set_text (first, "one");
  second = app_field_add_item (list);
  app_field_set_text (second, "two");
  form_fixture_assert_json (form, "{\"l\":[\"one\",\"two\"]}");
  g_assert_cmpuint (app_field_get_place (second)->position, ==, 1);
  g_assert_true (app_field_can_add_item (list));

  /* Fields keep their identity through moves. */
  app_field_move (second, 0);
  form_fixture_assert_json (form, "{\"l\":[\"two\",\"one\"]}");
  g_assert_cmpuint (app_field_get_place (second)->position, ==, 0);
  g_assert_cmpuint (app_field_get_place (first)->position, ==, 1);
  g_assert_cmpstr (app_field_get_place (second)->label, ==, "Item 1");
  app_field_duplicate (second);
  form_fixture_assert_json (form, "{\"l\":[\"two\",\"two\",\"one\"]}");
  g_assert_cmpuint (app_field_get_place (first)->position, ==, 2);
  g_assert_cmpstr (app_field_get_text (first), ==, "one");
  g_assert_false (app_field_can_add_item (list));
  g_assert_null (app_field_get_error (list));
  app_field_add_item (list);
  g_assert_cmpstr (app_field_get_error (list), ==, "Must have at most 3 items");

  /* An emptied item stays; it goes when it is cleared. */
  app_field_set_text (first, "");
  form_fixture_assert_json (form, "{\"l\":[\"two\",\"two\",\"\",\"\"]}");
  g_object_ref (first);
  app_field_clear (first);
  form_fixture_assert_json (form, "{\"l\":[\"two\",\"two\",\"\"]}");
  g_assert_null (app_field_get_place (first)->parent);
  app_field_set_text (first, "gone");
  g_object_unref (first);
  form_fixture_assert_json (form, "{\"l\":[\"two\",\"two\",\"\"]}");
  g_assert_cmpuint (g_list_model_get_n_items (items), ==, 3);

  app_form_set_json (form, "{\"l\":[]}");
  g_assert_cmpuint (g_list_model_get_n_items (items), ==, 0);
  g_assert_cmpstr (app_field_get_error (list), ==, "Must have at least 1 item");
  g_assert_cmpuint (app_field_add_lines (list, "a\r\n\nb c\n"), ==, 2);
  form_fixture_assert_json (form, "{\"l\":[\"a\",\"b c\"]}");

  app_field_clear (list);
  app_field_add_item (form_fixture_find (form, "/o"));
  form_fixture_assert_json (form, "{\"o\":[{\"k\":\"K\"}]}");
  app_field_set_text (form_fixture_find (form, "/o/0/v"), "5");
  form_fixture_assert_json (form, "{\"o\":[{\"k\":\"K\",\"v\":5}]}");
}

static void
test_extra_members (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"a\":{\"type\":\"string\"}},\"additionalProperties\":false}", APP_FORM_DEFAULT);
  AppField *root = app_form_get_root (form);
  AppField *extra = app_field_add_member (root, "x y/~");

  g_assert_nonnull (extra);
  g_assert_true (app_field_get_place (extra)->extra);
  g_assert_true (app_field_add_member (root, "x y/~") == extra);
  g_assert_true (app_form_find_field (form, "/x y~1~0") == extra);
  g_assert_cmpstr (app_field_get_error (extra), ==, "Property not allowed by the schema");
  app_field_set_text (extra, "[1.10, {\"k\":\"v\"}]");
  form_fixture_assert_json (form, "{\"x y/~\":[1.10, {\"k\":\"v\"}]}");
  app_field_set_text (extra, "[1.10,");
  form_fixture_assert_json (form, "{\"x y/~\":\"[1.10,\"}");
  g_assert_true (g_str_has_prefix (app_field_get_error (extra), "Invalid JSON"));
  app_field_set_text (extra, "plain");
  form_fixture_assert_json (form, "{\"x y/~\":\"plain\"}");
  app_field_set_text (extra, "");
  form_fixture_assert_json (form, "{}");
  g_assert_null (app_form_find_field (form, "/x y~1~0"));
}

static void
test_duplicates (void)
{
  g_autoptr (AppForm) form = form_fixture_new ("{\"properties\":{\"a\":{\"type\":\"integer\"}}}", APP_FORM_DEFAULT);

  app_form_set_json (form, "{\"a\":1,\"b\":0,\"a\":2}");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 1);
  g_assert_cmpstr (app_field_get_text (form_fixture_find (form, "/a")), ==, "2");
  app_field_set_text (form_fixture_find (form, "/a"), "3");
  form_fixture_assert_json (form, "{\"a\":1,\"b\":0,\"a\":3}");
  app_field_clear (form_fixture_find (form, "/a"));
  form_fixture_assert_json (form, "{\"b\":0}");
}

static void
test_will_send (void)
{
  g_autoptr (AppForm) form = form_fixture_new ("{\"properties\":{\"a\":{\"type\":\"string\"}}}", APP_FORM_DEFAULT);
  g_autofree char *long_text = g_strnfill (1000, 'x');

  app_form_set_json (form, "{ \"a\" :\n \"b  \\\" c\" }");
  g_assert_cmpstr (app_form_get_will_send (form), ==, "{\"a\":\"b  \\\" c\"}");
  app_field_set_text (form_fixture_find (form, "/a"), long_text);
  g_assert_cmpint (g_utf8_strlen (app_form_get_will_send (form), -1),
                   ==,
                   APP_FORM_WILL_SEND_CHARACTERS + 1);
}

/* One line for a form that is folded away; what it hides, and how much it has, are no matter. */
static void
test_summary (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"a\":{\"type\":\"string\"},\"n\":{\"type\":\"number\"},"
      "\"password\":{\"type\":\"string\",\"format\":\"password\"},"
      "\"tags\":{\"type\":\"array\",\"items\":{}}}}",
      APP_FORM_DEFAULT);
  g_autofree char *none = app_form_dup_summary (form);
  g_autofree char *long_text = g_strnfill (30, 'x');

  g_assert_cmpstr (none, ==, "");
  app_form_set_json (form, "{\"a\":\"x\\ny\",\"n\":1.10,\"password\":\"p\",\"tags\":[1,2],"
                           "\"a/b~\":null}");
  g_autofree char *filled = app_form_dup_summary (form);
  g_assert_cmpstr (filled, ==, "a: \"x\\ny\" · n: 1.10 · password: •••• · tags: 2 items · a/b~: null");

  g_autoptr (GString) many = g_string_new ("{");
  for (guint i = 0; i < 100; i++)
    g_string_append_printf (many, "%s\"%s%u\":\"%s\"", i > 0 ? "," : "", long_text, i, long_text);
  g_string_append_c (many, '}');
  app_form_set_json (form, many->str);
  g_autofree char *cut = app_form_dup_summary (form);
  g_assert_cmpint (g_utf8_strlen (cut, -1), <=, APP_FORM_WILL_SEND_CHARACTERS + 1);
  g_assert_true (g_str_has_suffix (cut, "…"));
}

/* Whoever changes a field while being told of a change is heard, and nobody reads freed values. */
static void
uppercase (AppField *field, GParamSpec *pspec, gpointer user_data)
{
  g_autofree char *upper = g_utf8_strup (app_field_get_text (field), -1);

  app_field_set_text (field, upper);
}

static void
test_reentrant (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"string\"}}}", APP_FORM_DEFAULT);
  AppField *a = form_fixture_find (form, "/a");

  g_signal_connect (a, "notify::text", G_CALLBACK (uppercase), NULL);
  app_form_set_json (form, "{\"a\":\"abc\",\"b\":\"def\",\"c\":1}");
  form_fixture_assert_json (form, "{\"a\":\"ABC\",\"b\":\"def\",\"c\":1}");
  g_assert_cmpstr (app_field_get_text (a), ==, "ABC");
}

static void
test_outlives_form (void)
{
  g_autoptr (AppForm) form = form_fixture_new ("{\"properties\":{\"a\":{\"type\":\"array\",\"items\":{"
                                               "\"type\":\"string\"}}}}",
                                               APP_FORM_DEFAULT);
  g_autoptr (AppField) a = g_object_ref (form_fixture_find (form, "/a"));

  app_field_add_item (a);
  g_clear_object (&form);
  app_field_add_item (a);
  app_field_set_text (a, "x");
  app_field_clear (a);
  app_field_set_null (a);
  app_field_set_empty (a);
  g_assert_false (mcp_json_value_exists (app_field_get_value (a)));
}

static void
count_notify (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  (*(guint *)user_data)++;
}

/* A change is told where it is, and where something depends on it; all else is left alone. */
static void
test_place (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"type\":\"object\",\"properties\":{\"g\":{\"type\":\"object\",\"properties\":{\"x\":{"
      "\"type\":"
      "\"string\"},\"y\":{\"type\":\"string\"}}},\"l\":{\"type\":\"array\",\"items\":{\"type\":"
      "\"string\"}},\"b\":{\"type\":\"string\"},\"c\":{\"type\":\"string\"}},\"if\":{"
      "\"properties\":{\"b\":"
      "{\"const\":\"x\"}},\"required\":[\"b\"]},\"then\":{\"properties\":{\"c\":{\"maxLength\":1}}}"
      "}",
      APP_FORM_DEFAULT);
  static const char *const others[] = { "/g/y", "/l", "/l/0", "/l/1", "/b", "/c" };
  guint                    told = 0;
  guint                    n_others = 0;

  app_form_set_json (form,
                     "{ \"g\": {\"x\": \"1\", \"y\": \"2\"}, \"l\": [\"a\", \"b\"],\n\"b\": \"y\","
                     " \"c\": \"two\" }");
  g_signal_connect (form_fixture_find (form, "/g/x"), "notify", G_CALLBACK (count_notify), &told);
  g_signal_connect (form_fixture_find (form, "/g"), "notify", G_CALLBACK (count_notify), &told);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_signal_connect (form_fixture_find (form, others[i]), "notify", G_CALLBACK (count_notify), &n_others);
  app_field_set_text (form_fixture_find (form, "/g/x"), "1 and more");
  g_assert_cmpuint (told, >, 1);
  g_assert_cmpuint (n_others, ==, 0);
  form_fixture_assert_json (
      form, "{ \"g\": {\"x\": \"1 and more\", \"y\": \"2\"}, \"l\": [\"a\", \"b\"],\n\"b\": \"y\","
            " \"c\": \"two\" }");
  g_assert_cmpstr (app_field_get_text (form_fixture_find (form, "/g")), ==,
                   "{\"x\": \"1 and more\", \"y\": \"2\"}");
  app_field_set_text (form_fixture_find (form, "/l/1"), "c");
  g_assert_cmpstr (app_field_get_text (form_fixture_find (form, "/l/1")), ==, "c");

  /* Another field has a problem since this one is what it is. */
  g_assert_null (app_field_get_error (form_fixture_find (form, "/c")));
  app_field_set_text (form_fixture_find (form, "/b"), "x");
  g_assert_nonnull (app_field_get_error (form_fixture_find (form, "/c")));
  app_field_set_text (form_fixture_find (form, "/b"), "xy");
  g_assert_null (app_field_get_error (form_fixture_find (form, "/c")));
}

/* A text that would parse as what is asked for is hinted at; another one is not. */
static void
test_text_that_parses (void)
{
  static const char schema[] =
      "{\"type\":\"object\",\"properties\":{\"o\":{\"type\":\"object\"},\"l\":{\"type\":[\"array\",\"null\"]}}}";
  static const struct
  {
    const char *json;
    const char *pointer;
    const char *error;
  } cases[] = {
    { "{\"o\":\"{\\\"a\\\":1}\"}", "/o",
      "Expected object, got string; the text parses as a JSON object: give it without quotes" },
    { "{\"l\":\" [1]\"}", "/l",
      "Expected array, got string; the text parses as a JSON array: give it without quotes" },
    { "{\"o\":\"[1]\"}", "/o", "Expected object, got string" },
    { "{\"o\":\"{a:1}\"}", "/o", "Expected object, got string" },
    { "{\"o\":5}", "/o", "Expected object, got number" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AppForm) form = form_fixture_new (schema, APP_FORM_DEFAULT);

      app_form_set_json (form, cases[i].json);
      form_fixture_assert_error (form, cases[i].pointer, cases[i].error);
    }
}

void
add_form_tests (void)
{
  g_test_add_func ("/form/place", test_place);
  g_test_add_func ("/form/text-that-parses", test_text_that_parses);
  g_test_add_func ("/form/presence", test_presence);
  g_test_add_func ("/form/numbers", test_numbers);
  g_test_add_func ("/form/two-views", test_two_views);
  g_test_add_func ("/form/draft", test_draft);
  g_test_add_func ("/form/arrays", test_arrays);
  g_test_add_func ("/form/extra-members", test_extra_members);
  g_test_add_func ("/form/duplicates", test_duplicates);
  g_test_add_func ("/form/will-send", test_will_send);
  g_test_add_func ("/form/summary", test_summary);
  g_test_add_func ("/form/reentrant", test_reentrant);
  g_test_add_func ("/form/outlives-form", test_outlives_form);
}
