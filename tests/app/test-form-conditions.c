/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows that come and go with the values of others, places of tuples, forms beside members. */

#include "app-tests.h"
#include "form-fixture.h"

static void
count (guint *calls)
{
  (*calls)++;
}

#define PAYMENT                                                                                   \
  "{\"type\":\"object\",\"properties\":{\"kind\":{\"enum\":[\"card\",\"bank\"]},\"note\":{"       \
  "\"type\":\"string\"}},\"if\":{\"properties\":{\"kind\":{\"const\":\"card\"}},\"required\":["   \
  "\"kind\"]},\"then\":{\"properties\":{\"number\":{\"type\":\"string\",\"minLength\":4}},"       \
  "\"required\":[\"number\"]},\"else\":{\"properties\":{\"iban\":{\"type\":\"string\",\"title\":" \
  "\"Account\"}}}}"

static void
test_if (void)
{
  g_autoptr (AppForm) form = form_fixture_new (PAYMENT, APP_FORM_DEFAULT);
  AppField *root = app_form_get_root (form);
  AppField *kind = form_fixture_find (form, "/kind");
  AppField *note = form_fixture_find (form, "/note");
  AppField *number;

  form_fixture_assert_members (root, "kind note iban");
  app_field_set_selected (kind, 0);
  form_fixture_assert_members (root, "kind note number");
  number = form_fixture_find (form, "/number");
  g_assert_true (app_field_get_place (number)->required);
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 1);
  app_field_set_text (number, "1234");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);

  /* What was typed stays, and is marked, until it is taken out. */
  app_field_set_selected (kind, 1);
  form_fixture_assert_json (form, "{\"kind\":\"bank\",\"number\":\"1234\"}");
  form_fixture_assert_members (root, "kind note iban number");
  g_assert_true (form_fixture_find (form, "/number") == number);
  g_assert_true (app_field_get_place (number)->unused);
  g_assert_false (app_field_get_place (number)->required);
  app_field_set_selected (kind, 0);
  g_assert_false (app_field_get_place (number)->unused);
  g_assert_cmpstr (app_field_get_text (number), ==, "1234");
  app_field_set_selected (kind, 1);
  app_field_clear (number);
  form_fixture_assert_members (root, "kind note iban");
  form_fixture_assert_json (form, "{\"kind\":\"bank\"}");
  g_assert_true (form_fixture_find (form, "/note") == note);

  /* From the text: the row is the one that the other condition would have. */
  app_form_set_json (form, "{\"kind\":\"card\",\"number\":\"12345\",\"iban\":\"x\",\"more\":1}");
  form_fixture_assert_members (root, "kind note number iban more");
  g_assert_true (app_field_get_place (form_fixture_find (form, "/iban"))->unused);
  g_assert_cmpstr (app_field_get_place (form_fixture_find (form, "/iban"))->label, ==, "Account");
  g_assert_true (app_field_get_place (form_fixture_find (form, "/more"))->extra);
  g_assert_false (app_field_get_place (form_fixture_find (form, "/more"))->unused);
}

/* Rows that stay do not move while others come and go. */
static void
test_rows_stay (void)
{
  g_autoptr (AppForm) form = form_fixture_new (PAYMENT, APP_FORM_DEFAULT);
  GListModel *children = app_field_get_children (app_form_get_root (form));
  guint       changes = 0;

  g_signal_connect_swapped (children, "items-changed", G_CALLBACK (count), &changes);
  app_field_set_text (form_fixture_find (form, "/note"), "a");
  app_field_set_text (form_fixture_find (form, "/note"), "ab");
  g_assert_cmpuint (changes, ==, 0);
  app_field_set_selected (form_fixture_find (form, "/kind"), 0);
  g_assert_cmpuint (changes, ==, 2);
}

static void
test_dependent (void)
{
  static const char *const schemas[] = {
    "{\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"string\"}},"
    "\"dependentRequired\":{\"a\":[\"b\"]},\"dependentSchemas\":{\"a\":{\"properties\":{\"c\":{"
    "\"type\":\"integer\"}},\"required\":[\"c\"]}}}",
    "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"properties\":{\"a\":{\"type\":"
    "\"string\"},\"b\":{\"type\":\"string\"}},\"allOf\":[{\"dependencies\":{\"a\":[\"b\"]}},{"
    "\"dependencies\":{\"a\":{\"properties\":{\"c\":{\"type\":\"integer\"}},\"required\":[\"c\"]}}}"
    "]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr (AppForm) form = form_fixture_new (schemas[i], APP_FORM_DEFAULT);
      AppField *root = app_form_get_root (form);
      AppField *b = form_fixture_find (form, "/b");
      guint     changes = 0;

      g_signal_connect_swapped (b, "notify::required", G_CALLBACK (count), &changes);
      form_fixture_assert_members (root, "a b");
      g_assert_false (app_field_get_place (b)->required);
      app_field_set_text (form_fixture_find (form, "/a"), "x");
      g_assert_true (app_field_get_place (b)->required);
      form_fixture_assert_members (root, "a b c");
      g_assert_cmpint (app_field_get_info (form_fixture_find (form, "/c"))->kind, ==,
                       APP_FIELD_INTEGER);
      g_assert_true (app_field_get_place (form_fixture_find (form, "/c"))->required);
      g_assert_cmpuint (app_form_get_n_problems (form), ==, 2);
      form_fixture_assert_error (form, "/b", NULL);
      app_form_set_attempted (form, TRUE);
      form_fixture_assert_error (form, "/b", "Required");
      form_fixture_assert_error (form, "/c", "Required");
      app_field_clear (form_fixture_find (form, "/a"));
      form_fixture_assert_members (root, "a b");
      g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
      g_assert_cmpuint (changes, ==, 2);
    }
}

/* A condition that says more of a member that is there anyway makes its row again. */
static void
test_refined (void)
{
  g_autoptr (AppForm) form = form_fixture_load ("form-conditions-refined", APP_FORM_DEFAULT);
  AppField *root = app_form_get_root (form);

  g_assert_cmpint (app_field_get_info (form_fixture_find (form, "/zone"))->kind, ==,
                   APP_FIELD_STRING);
  app_field_set_text (form_fixture_find (form, "/zone"), "NY");
  app_field_set_text (form_fixture_find (form, "/country"), "US");
  g_assert_cmpint (app_field_get_info (form_fixture_find (form, "/zone"))->kind, ==,
                   APP_FIELD_ENUM);
  g_assert_cmpuint (app_field_get_state (form_fixture_find (form, "/zone"))->selected, ==, 0);
  form_fixture_assert_members (root, "country zone borough");
  app_field_set_selected (form_fixture_find (form, "/zone"), 1);
  form_fixture_assert_members (root, "country zone");
  app_form_undo (form);
  form_fixture_assert_members (root, "country zone borough");
}

static void
test_tuple (void)
{
  static const char *const schemas[] = {
    "{\"properties\":{\"t\":{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\",\"title\":"
    "\"Name\"},{\"type\":\"number\"},{\"const\":\"end\"}],\"items\":{\"type\":\"boolean\"},"
    "\"minItems\":2}}}",
    "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"properties\":{\"t\":{\"type\":"
    "\"array\",\"items\":[{\"type\":\"string\",\"title\":\"Name\"},{\"type\":\"number\"},{"
    "\"const\":"
    "\"end\"}],\"additionalItems\":{\"type\":\"boolean\"},\"minItems\":2}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr (AppForm) form = form_fixture_new (schemas[i], APP_FORM_DEFAULT);
      AppField *tuple = form_fixture_find (form, "/t");
      AppField *number = form_fixture_find (form, "/t/1");

      form_fixture_assert_members (tuple, "Name Item 2 Item 3");
      form_fixture_assert_json (form, "{}");
      g_assert_true (app_field_get_place (number)->fixed);
      g_assert_true (app_field_get_place (number)->required);
      g_assert_false (app_field_get_place (form_fixture_find (form, "/t/2"))->required);
      g_assert_cmpint (app_field_get_state (number)->presence, ==, APP_PRESENCE_ABSENT);
      app_field_set_text (number, "1.50");
      form_fixture_assert_json (form, "{\"t\":[null,1.50]}");
      form_fixture_assert_error (form, "/t/0", "Expected string, got null");
      app_field_set_text (form_fixture_find (form, "/t/0"), "n");
      form_fixture_assert_json (form, "{\"t\":[\"n\",1.50]}");
      g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);

      g_assert_true (app_field_add_item (tuple) == form_fixture_find (form, "/t/2"));
      form_fixture_assert_json (form, "{\"t\":[\"n\",1.50,\"end\"]}");
      app_field_set_active (app_field_add_item (tuple), TRUE);
      app_field_duplicate (form_fixture_find (form, "/t/3"));
      form_fixture_assert_json (form, "{\"t\":[\"n\",1.50,\"end\",true,true]}");
      app_field_move (form_fixture_find (form, "/t/0"), 2);
      app_field_move (form_fixture_find (form, "/t/4"), 0);
      app_field_duplicate (form_fixture_find (form, "/t/0"));
      form_fixture_assert_json (form, "{\"t\":[\"n\",1.50,\"end\",true,true]}");
      app_field_clear (form_fixture_find (form, "/t/3"));
      app_field_clear (form_fixture_find (form, "/t/1"));
      form_fixture_assert_json (form, "{\"t\":[\"n\",null,\"end\",true]}");
      app_field_clear (form_fixture_find (form, "/t/3"));
      app_field_clear (form_fixture_find (form, "/t/2"));
      form_fixture_assert_json (form, "{\"t\":[\"n\",null]}");
      form_fixture_assert_members (tuple, "Name Item 2 Item 3");
      app_field_set_text (number, "2");
      app_field_set_text (number, "");
      form_fixture_assert_json (form, "{\"t\":[\"n\"]}");
      app_field_set_empty (tuple);
      form_fixture_assert_json (form, "{\"t\":[null,null]}");
    }
}

static void
test_closed_tuple (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"t\":{\"prefixItems\":[{},{}],\"items\":false}}}", APP_FORM_DEFAULT);
  AppField *tuple = form_fixture_find (form, "/t");

  g_assert_cmpint (app_field_get_info (tuple)->kind, ==, APP_FIELD_ARRAY);
  app_field_add_item (tuple);
  g_assert_true (app_field_can_add_item (tuple));
  app_field_add_item (tuple);
  g_assert_false (app_field_can_add_item (tuple));
  app_form_set_json (form, "{\"t\":[1,2,3]}");
  form_fixture_assert_error (form, "/t/2", "Item not allowed by the schema");
}

#define TARGET                                                                                    \
  "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]," \
  "\"oneOf\":[{\"title\":\"By id\",\"properties\":{\"by\":{\"const\":\"id\"},\"id\":{\"type\":"   \
  "\"integer\"},\"shared\":{\"type\":\"string\"}},\"required\":[\"by\",\"id\"]},{\"title\":"      \
  "\"By place\",\"properties\":{\"by\":{\"const\":\"place\"},\"x\":{\"type\":\"number\"},"        \
  "\"shared\":{\"type\":\"string\"}},\"required\":[\"by\",\"x\"]}]}"

/* A union beside members is a row that adds its own; root or not. */
static void
test_selector (void)
{
  g_autoptr (AppForm) form = form_fixture_new (TARGET, APP_FORM_DEFAULT);
  AppField *root = app_form_get_root (form);
  AppField *selector;
  AppField *branch;

  g_assert_cmpint (app_field_get_info (root)->kind, ==, APP_FIELD_OBJECT);
  form_fixture_assert_members (root, "name Variant");
  selector =
      app_field_get_place (app_field_get_place (form_fixture_find (form, "/id"))->parent)->parent;
  g_assert_true (app_field_get_place (selector)->selector);
  g_assert_cmpint (app_field_get_info (selector)->kind, ==, APP_FIELD_VARIANT);
  branch = app_field_get_branch (selector);
  form_fixture_assert_members (branch, "by id shared");
  g_assert_false (app_field_can_add_member (branch));

  app_form_set_json (form, "{ \"name\" : \"n\", \"odd\" : 1.10 }");
  app_field_set_text (form_fixture_find (form, "/id"), "7");
  app_field_set_text (form_fixture_find (form, "/shared"), "s");
  form_fixture_assert_json (form, "{ \"name\" : \"n\", \"odd\" : 1.10, \"id\" : 7, \"by\" : "
                                  "\"id\", \"shared\" : \"s\" }");
  form_fixture_assert_members (root, "name Variant odd");
  app_field_set_selected (selector, 1);
  form_fixture_assert_json (form, "{ \"name\" : \"n\", \"odd\" : 1.10, \"by\" : \"place\", "
                                  "\"shared\" : \"s\" }");
  form_fixture_assert_members (app_field_get_branch (selector), "by x shared");
  app_field_set_text (form_fixture_find (form, "/x"), "2.5");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
  app_field_set_selected (selector, 0);
  form_fixture_assert_json (form, "{ \"name\" : \"n\", \"odd\" : 1.10, \"by\" : \"id\", "
                                  "\"shared\" : \"s\", \"id\" : 7 }");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
  app_form_undo (form);
  g_assert_cmpuint (app_field_get_state (selector)->selected, ==, 1);

  /* From the text, right or wrong */
  app_form_set_json (form, "{\"name\":\"n\",\"by\":\"id\",\"x\":1}");
  g_assert_cmpuint (app_field_get_state (selector)->selected, ==, 0);
  form_fixture_assert_members (root, "name Variant x");
  g_assert_true (app_field_get_place (form_fixture_find (form, "/x"))->unused);
  app_form_set_attempted (form, TRUE);
  form_fixture_assert_error (form, "/id", "Required");
  app_field_clear (selector);
  form_fixture_assert_json (form, "{\"name\":\"n\",\"x\":1}");
}

/* An object that is not there begins with what it needs anyway, then with what the form needs. */
static void
test_nested_selector (void)
{
  g_autoptr (AppForm) form =
      form_fixture_load ("form-conditions-nested-selector", APP_FORM_DEFAULT);

  app_field_set_text (form_fixture_find (form, "/o/p"), "x");
  form_fixture_assert_json (form, "{\"o\":{\"v\":1,\"k\":\"a\",\"p\":\"x\"}}");
  app_field_clear (form_fixture_find (form, "/o"));
  form_fixture_assert_json (form, "{}");
}

/* Branches that only demand members are no forms to choose among. */
static void
test_demands (void)
{
  g_autoptr (AppForm) form = form_fixture_new ("{\"type\":\"object\",\"properties\":{\"a\":{"
                                               "\"type\":\"string\"},\"b\":{\"type\":\"string\"}},"
                                               "\"anyOf\":[{\"required\":[\"a\"]},{\"required\":["
                                               "\"b\"]}],\"not\":{\"required\":[\"a\",\"b\"]}}",
                                               APP_FORM_DEFAULT);

  form_fixture_assert_members (app_form_get_root (form), "a b");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 1);
  app_field_set_text (form_fixture_find (form, "/b"), "x");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
  app_field_set_text (form_fixture_find (form, "/a"), "x");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 1);
}

/* Circles through conditions and unions end. */
static void
test_circles (void)
{
  static const char *const schemas[] = {
    "{\"type\":\"object\",\"properties\":{\"a\":{}},\"oneOf\":[{\"$ref\":\"#\"},{\"properties\":{"
    "\"b\":{}}}]}",
    "{\"type\":\"object\",\"properties\":{\"a\":{}},\"oneOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}",
    "{\"if\":true,\"then\":{\"$ref\":\"#\"},\"properties\":{\"a\":{\"$ref\":\"#\"}}}",
    "{\"if\":{\"$ref\":\"#\"},\"then\":{\"properties\":{\"x\":{}}},\"else\":{\"properties\":{\"y\":"
    "{}}}}",
    "{\"dependentSchemas\":{\"a\":{\"$ref\":\"#\"}},\"allOf\":[{\"$ref\":\"#\"}]}",
    "{\"properties\":{\"a\":{\"prefixItems\":[{\"$ref\":\"#/properties/a\"}]}}}",
    "{\"patternProperties\":{\"(a+)+$\":{\"$ref\":\"#\"}},\"propertyNames\":{\"$ref\":\"#\"}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr (AppForm) form = form_fixture_new (schemas[i], APP_FORM_DEFAULT);

      g_test_message ("%s", schemas[i]);
      app_field_get_children (app_form_get_root (form));
      app_form_find_field (form, "/a/0/0/0/b");
      app_form_set_json (
          form, "{\"a\":{\"a\":[[1]]},\"b\":2,\"c\":3,\"aaaaaaaaaaaaaaaaaaaaaaaaaaaa!\":{}}");
      app_form_find_field (form, "/a/a/0/0");
      app_field_set_text (form_fixture_find (form, "/c"), "4");
      app_field_clear (form_fixture_find (form, "/c"));
      g_assert_null (app_form_find_field (form, "/c"));
    }
}

void
add_form_conditions_tests (void)
{
  g_test_add_func ("/form-conditions/if", test_if);
  g_test_add_func ("/form-conditions/rows-stay", test_rows_stay);
  g_test_add_func ("/form-conditions/dependent", test_dependent);
  g_test_add_func ("/form-conditions/refined", test_refined);
  g_test_add_func ("/form-conditions/tuple", test_tuple);
  g_test_add_func ("/form-conditions/closed-tuple", test_closed_tuple);
  g_test_add_func ("/form-conditions/selector", test_selector);
  g_test_add_func ("/form-conditions/nested-selector", test_nested_selector);
  g_test_add_func ("/form-conditions/demands", test_demands);
  g_test_add_func ("/form-conditions/circles", test_circles);
}
