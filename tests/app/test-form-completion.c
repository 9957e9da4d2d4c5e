/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the schema proposes while JSON is typed. */

#include "app-tests.h"
#include "app-form-completion.h"
#include "form-fixture.h"
#include "test-clock.h"

#include <string.h>

static const char schema_text[] =
    "{\"required\":[\"city\"],\"properties\":{"
    "\"mode\":{\"enum\":[\"fast\",\"slow\",2],\"default\":\"slow\"},"
    "\"city\":{\"type\":\"string\",\"description\":\"<b>Name</b>\\nSecond line\",\"examples\":["
    "\"Lyon\"]},"
    "\"sure\":{\"type\":[\"boolean\",\"null\"]},"
    "\"say \\\"x\\\"\":{},"
    "\"node\":{\"$ref\":\"#/$defs/node\"},"
    "\"list\":{\"type\":\"array\",\"items\":{\"allOf\":[{\"$ref\":\"#/$defs/node\"},"
    "{\"properties\":{\"extra\":{\"const\":7}}}]}},"
    "\"map\":{\"type\":\"object\",\"additionalProperties\":{\"enum\":[\"on\",\"off\"]}},"
    "\"pet\":{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"bark\":{\"const\":\"wau\"}}},"
    "{\"type\":\"object\",\"properties\":{\"meow\":{}}}]}},"
    "\"$defs\":{\"node\":{\"type\":\"object\",\"properties\":{"
    "\"next\":{\"$ref\":\"#/$defs/node\"},\"kind\":{\"enum\":[\"leaf\",\"tree\"]}}}}}";

static AppFormCompletion *
complete (AppForm *form, const char *marked, gboolean asked)
{
  const char      *bar = strchr (marked, '|');
  gsize            cursor = (gsize)(bar - marked);
  g_autofree char *before = g_strndup (marked, cursor);
  g_autofree char *text = g_strconcat (before, bar + 1, NULL);

  return app_form_completion_new (form, text, cursor, asked);
}

static const struct
{
  const char *text; /* | is the cursor */
  const char *expected;
} cases[] = {
  { "{|}", "\"city\":  \"mode\":  \"sure\":  \"say \\\"x\\\"\":  \"node\":  \"list\":  \"map\":  "
           "\"pet\": " },
  { "{\"|", "\"city\":  \"mode\":  \"sure\":  \"say \\\"x\\\"\":  \"node\":  \"list\":  \"map\":  "
            "\"pet\": " },
  { "{\"m|\"}", "\"mode\":  \"map\": " },
  { "{\"M|\": 1}", "\"mode\" \"map\"" },
  { "{\"mode\":1, \"m|, \"map\": {}}", "" },
  { "{\"m|\n\"map\": {\"mode\": 1}}", "\"mode\": " },
  { "{\"mode\": |", "\"fast\" \"slow\" 2" },
  { "{\"mode\":\"|\"}", "\"fast\" \"slow\"" },
  { "{\"mode\": \"s|", "\"slow\"" },
  { "{\"mode\": \"fast\"|", "" },
  { "{\"mode\"|", "" },
  { "{\"city\": |", "\"Lyon\"" },
  { "{\"sure\":|", "true false null" },
  { "{\"sure\": t|", "true" },
  { "{\"say \\\"x\\\"\": 1, \"say|", "" },
  { "{\"node\": {\"next\": {\"next\": {\"|", "\"next\":  \"kind\": " },
  { "{\"node\": {\"next\": {\"kind\": |}}}", "\"leaf\" \"tree\"" },
  { "{\"list\": [{}, {\"e|", "\"extra\": " },
  { "{\"list\": [1, {\"extra\": |", "7" },
  { "{\"map\": {\"any\": \"o|", "\"on\" \"off\"" },
  { "{\"pet\": {\"|", "\"bark\":  \"meow\": " },
  { "{\"pet\": {\"bark\": \"|", "\"wau\"" },
  { "{\"unknown\": {\"|", "" },
  { "]]}} , : |", "" },
  { "|", "" },
};

static char *
join (AppFormCompletion *completion)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();

  for (guint i = 0; i < completion->proposals->len; i++)
    g_ptr_array_add (texts,
                     ((AppFormProposal *)g_ptr_array_index (completion->proposals, i))->insert);
  g_ptr_array_add (texts, NULL);
  return g_strjoinv (" ", (char **)texts->pdata);
}

static void
test_places (void)
{
  g_autoptr (AppForm) form = form_fixture_new (schema_text, APP_FORM_DEFAULT);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AppFormCompletion) completion = complete (form, cases[i].text, TRUE);
      g_autofree char *found = join (completion);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (found, ==, cases[i].expected);
    }
}

/* What is replaced, and what is said of a name. */
static void
test_proposal (void)
{
  g_autoptr (AppForm) form = form_fixture_new (schema_text, APP_FORM_DEFAULT);
  g_autoptr (AppFormCompletion) open = complete (form, "{\"ci|", FALSE);
  g_autoptr (AppFormCompletion) closed = complete (form, "{\"ci|\"}", FALSE);
  g_autoptr (AppFormCompletion) before = complete (form, "{\"|\"mode\": 1}", FALSE);
  g_autoptr (AppFormCompletion) same = complete (form, "{\"sure\": true|", FALSE);
  g_autoptr (AppFormCompletion) number = complete (form, "{\"mode\": 2|", FALSE);
  AppFormProposal *city = g_ptr_array_index (open->proposals, 0);

  g_assert_cmpstr (city->label, ==, "city");
  g_assert_cmpstr (city->detail, ==, "string, required");
  g_assert_cmpstr (city->comment, ==, "<b>Name</b>");
  g_assert_cmpuint (open->start, ==, 1);
  g_assert_cmpuint (open->end, ==, 4);
  g_assert_cmpuint (closed->end, ==, 5);
  /* The quote behind the cursor is another string's. */
  g_assert_cmpuint (before->end, ==, 2);
  /* Enter after a whole value ends the line. */
  g_assert_cmpuint (same->proposals->len, ==, 0);
  g_assert_cmpuint (number->proposals->len, ==, 0);
}

static void
test_bounds (void)
{
  const char *sample = "{\"city\": \"a\\\"b\\u00e9\", \"list\": [{\"next\": {\"kind\": \"leaf\"}},"
                       " tru, {\"extra\": 7}], \"sure\": null,\n \"map\": {\"a\": \"on\"} }";
  g_autoptr (AppForm) form = form_fixture_new (schema_text, APP_FORM_DEFAULT);
  g_autoptr (GString) schema = g_string_new ("{\"properties\":{\"v\":{\"enum\":[\"v\"");
  g_autofree char *deep = g_strnfill (1000000, '[');
  gint64           start = test_clock_get_computed ();

  for (gsize from = 0; from <= strlen (sample); from++)
    for (gsize to = from; to <= strlen (sample); to += 7)
      {
        g_autofree char *text = g_strndup (sample + from, to - from);
        g_autoptr (AppFormCompletion) end =
            app_form_completion_new (form, text, strlen (text), TRUE);
        g_autoptr (AppFormCompletion) middle =
            app_form_completion_new (form, text, strlen (text) / 2, FALSE);

        g_assert_cmpuint (end->start, <=, end->end);
        g_assert_cmpuint (middle->end, <=, strlen (text));
      }
  g_autoptr (AppFormCompletion) none = app_form_completion_new (form, deep, strlen (deep), TRUE);
  g_assert_cmpuint (none->proposals->len, ==, 0);
  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (schema, ",\"v%u\"", i);
  g_string_append (schema, "]}}}");
  g_autoptr (AppForm) wide = form_fixture_new (schema->str, APP_FORM_DEFAULT);
  g_autoptr (AppFormCompletion) many = complete (wide, "{\"v\":|}", TRUE);
  g_assert_cmpuint (many->proposals->len, ==, APP_FORM_COMPLETION_MAX);
  g_assert_cmpint (test_clock_get_computed () - start, <, 20 * G_USEC_PER_SEC);
}

void
add_form_completion_tests (void)
{
  g_test_add_func ("/app/form-completion/places", test_places);
  g_test_add_func ("/app/form-completion/proposal", test_proposal);
  g_test_add_func ("/app/form-completion/bounds", test_bounds);
}
