/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One undo over the fields and the JSON text of a form. */

#include "app-tests.h"
#include "form-fixture.h"

#define SCHEMA                                                                       \
  "{\"properties\":{\"a\":{\"type\":\"string\"},\"n\":{\"type\":\"number\"},\"l\":{" \
  "\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}"

/* As a person types: a text longer by one character each time. */
static void
type (AppField *field, const char *text)
{
  for (const char *end = g_utf8_next_char (text); end[-1] != '\0'; end = g_utf8_next_char (end))
    {
      g_autofree char *part = g_strndup (text, end - text);

      app_field_set_text (field, part);
    }
}

static void
test_words (void)
{
  g_autoptr (AppForm) form = form_fixture_new (SCHEMA, APP_FORM_DEFAULT);
  AppField *a = form_fixture_find (form, "/a");

  g_assert_false (app_form_undo (form));
  type (a, "größe \"x\" 3");
  form_fixture_assert_json (form, "{\"a\":\"größe \\\"x\\\" 3\"}");
  g_assert_true (app_form_undo (form));
  form_fixture_assert_json (form, "{\"a\":\"größe \\\"x\\\"\"}");
  g_assert_true (app_form_undo (form));
  g_assert_cmpstr (app_field_get_text (a), ==, "größe");
  g_assert_true (app_form_undo (form));
  form_fixture_assert_json (form, "{}");
  g_assert_false (app_form_undo (form));
  g_assert_true (app_form_redo (form));
  g_assert_true (app_form_redo (form));
  g_assert_cmpstr (app_field_get_text (a), ==, "größe \"x\"");

  /* What is done again takes the place of what was undone. */
  g_assert_true (app_form_redo (form));
  g_assert_true (app_form_undo (form));
  app_field_set_text (a, "other");
  g_assert_false (app_form_redo (form));
  g_assert_true (app_form_undo (form));
  g_assert_cmpstr (app_field_get_text (a), ==, "größe \"x\"");
}

/* Text that does not parse is a step like any other. */
static void
test_both_views (void)
{
  g_autoptr (AppForm) form = form_fixture_new (SCHEMA, APP_FORM_DEFAULT);

  app_field_set_text (form_fixture_find (form, "/n"), "1.10");
  app_form_set_json (form, "{ \"n\": 1.10, \"x\" ");
  app_form_set_json (form, "{ \"n\": 1.10, \"x\": [-0] }");
  app_field_add_lines (form_fixture_find (form, "/l"), "p\nq");
  form_fixture_assert_json (form, "{ \"n\": 1.10, \"x\": [-0], \"l\": [\"p\",\"q\"] }");
  while (app_form_get_text_error (form) == NULL)
    g_assert_true (app_form_undo (form));
  form_fixture_assert_json (form, "{ \"n\": 1.10, \"x\" ");
  app_field_set_text (form_fixture_find (form, "/n"), "2");
  form_fixture_assert_json (form, "{ \"n\": 1.10, \"x\" ");
  g_assert_true (app_form_undo (form));
  form_fixture_assert_json (form, "{\"n\":1.10}");
  while (app_form_redo (form))
    ;
  form_fixture_assert_json (form, "{ \"n\": 1.10, \"x\": [-0], \"l\": [\"p\",\"q\"] }");
  app_form_reset (form);
  form_fixture_assert_json (form, "{}");
  g_assert_true (app_form_undo (form));
  form_fixture_assert_json (form, "{ \"n\": 1.10, \"x\": [-0], \"l\": [\"p\",\"q\"] }");
  app_form_forget_history (form);
  g_assert_false (app_form_undo (form));
}

/* Structure and typing are steps of their own. */
static void
test_steps (void)
{
  g_autoptr (AppForm) form = form_fixture_new (SCHEMA, APP_FORM_DEFAULT);
  AppField *item = app_field_add_item (form_fixture_find (form, "/l"));

  app_field_set_text (item, "x");
  app_field_duplicate (item);
  form_fixture_assert_json (form, "{\"l\":[\"x\",\"x\"]}");
  app_form_undo (form);
  form_fixture_assert_json (form, "{\"l\":[\"x\"]}");
  app_form_undo (form);
  form_fixture_assert_json (form, "{\"l\":[\"\"]}");
  app_form_undo (form);
  form_fixture_assert_json (form, "{}");
}

static void
test_bounds (void)
{
  g_autoptr (AppForm) form = form_fixture_new (SCHEMA, APP_FORM_DEFAULT);
  g_autofree char *large = g_strnfill (1024 * 1024, 'x');
  guint            n_steps = 0;

  for (guint i = 0; i < 40; i++)
    {
      large[0] = (char)('a' + i % 20);
      large[1024 * 1024 - 1] = large[0];
      app_field_set_text (form_fixture_find (form, "/a"), large);
    }
  while (app_form_undo (form))
    n_steps++;
  g_assert_cmpuint (n_steps, >, 1);
  g_assert_cmpuint (n_steps, <, 20);

  for (guint i = 0; i < 1000; i++)
    app_field_set_text (form_fixture_find (form, "/n"), i % 2 ? "1" : "22");
  n_steps = 0;
  while (app_form_undo (form))
    n_steps++;
  g_assert_cmpuint (n_steps, ==, 500);
}

void
add_form_history_tests (void)
{
  g_test_add_func ("/form-history/words", test_words);
  g_test_add_func ("/form-history/both-views", test_both_views);
  g_test_add_func ("/form-history/steps", test_steps);
  g_test_add_func ("/form-history/bounds", test_bounds);
}
