/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pre-configured inputs: found, hidden, put in. The fixture follows the reference implementation.
 */

#include "app-tests.h"
#include "app-form.h"
#include "app-presets-form.h"
#include "app-presets.h"
#include "mcp-json-writer.h"
#include "test-data.h"

#include <string.h>

static void
assert_equal (const char *text, McpJsonValue expected)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  g_assert_nonnull (document);
  if (!mcp_json_value_equal (mcp_json_document_get_root (document), expected))
    {
      g_autofree char *wanted = mcp_json_value_dup_text (expected);

      g_error ("%s is not %s", text, wanted);
    }
}

/* What an enum or a list lets choose from. */
static McpJsonValue
get_choices (AppPreset *preset)
{
  McpJsonValue schema = app_preset_get_payload_schema (preset);
  McpJsonValue items = mcp_json_value_get_member (schema, "items");

  return mcp_json_value_get_member (mcp_json_value_exists (items) ? items : schema, "oneOf");
}

static void
check_configurable (AppPresets *presets, McpJsonValue expected)
{
  McpJsonValue item;
  McpJsonIter  iter;
  guint        position = 0;

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (presets)),
                    ==,
                    mcp_json_value_get_n_items (expected));
  mcp_json_iter_init (&iter, expected);
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (G_LIST_MODEL (presets), position++);
      g_autofree char *path = mcp_json_value_dup_member_string (item, "path");
      g_autofree char *kind = mcp_json_value_dup_member_string (item, "kind");
      g_autofree char *mime_type = g_strconcat ("application/vnd.dust.tool-input.", kind, NULL);
      AppPresetKind    expected_kind;
      McpJsonValue     options = mcp_json_value_get_member (item, "options");
      McpJsonValue     initial = mcp_json_value_get_member (item, "default");
      McpJsonValue     option;
      McpJsonIter      choices;

      g_assert_cmpstr (app_preset_get_info (preset)->path, ==, path);
      g_assert_true (app_preset_kind_from_mime_type (mime_type, &expected_kind));
      g_assert_cmpint (app_preset_get_info (preset)->kind, ==, expected_kind);
      g_assert_cmpint (app_preset_get_info (preset)->default_lexeme != NULL,
                       ==,
                       mcp_json_value_exists (initial));
      if (mcp_json_value_exists (initial))
        assert_equal (app_preset_get_info (preset)->default_lexeme, initial);
      mcp_json_iter_init (&choices, options);
      for (guint i = 0; mcp_json_iter_next (&choices, NULL, &option); i++)
        {
          McpJsonValue     got = mcp_json_value_get_item (get_choices (preset), i);
          g_autofree char *lexeme =
              mcp_json_value_dup_text (mcp_json_value_get_member (got, "const"));
          g_autofree char *title = mcp_json_value_dup_member_string (got, "title");
          g_autofree char *words = mcp_json_value_dup_member_string (got, "description");
          g_autofree char *label = mcp_json_value_dup_member_string (option, "label");
          g_autofree char *about = mcp_json_value_dup_member_string (option, "description");

          assert_equal (lexeme,
                        mcp_json_value_get_member (option, "value"));
          g_assert_cmpstr (title, ==, label);
          g_assert_cmpstr (words, ==, about);
        }
    }
}

static void
test_behaviour (void)
{
  g_autoptr (McpJsonDocument) document = test_data_load ("seed-fixtures/dust_preconfigured.json");
  McpJsonValue test;
  McpJsonIter  iter;
  guint        count = 0;

  mcp_json_iter_init (&iter,
                      mcp_json_value_get_member (mcp_json_document_get_root (document),
                                                 "behaviour"));
  while (mcp_json_iter_next (&iter, NULL, &test))
    {
      McpJsonValue     schema = mcp_json_value_get_member (test, "input_schema");
      McpJsonValue     arguments = mcp_json_value_get_member (test, "llm_arguments");
      g_autofree char *name = mcp_json_value_dup_member_string (test, "name");
      g_autofree char *error = mcp_json_value_dup_member_string (test, "error");
      g_autoptr (AppPresets) presets = app_presets_new (schema);
      g_autoptr (AppForm) form = app_presets_new_tool_form (schema, APP_FORM_DEFAULT);
      g_autoptr (GPtrArray) problems = NULL;
      g_autofree char *model_schema = app_presets_dup_model_schema (presets);
      g_autofree char *sent = NULL;
      GListModel      *fields = app_field_get_children (app_form_get_root (form));

      g_test_message ("%s", name);
      check_configurable (presets, mcp_json_value_get_member (test, "configurable"));
      assert_equal (model_schema, mcp_json_value_get_member (test, "llm_schema"));
      app_presets_set_values (presets, mcp_json_value_get_member (test, "config"));
      sent = app_presets_inject (presets, arguments, &problems);
      if (error != NULL)
        {
          g_assert_cmpuint (problems->len, ==, 1);
          g_assert_cmpstr (g_ptr_array_index (problems, 0), ==, error);
        }
      else
        {
          g_assert_null (problems);
          assert_equal (sent, mcp_json_value_get_member (test, "sent_arguments"));
        }

      /* The form shows what a model sees, and does not miss the rest. */
      for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
        {
          g_autoptr (AppField) field = g_list_model_get_item (fields, i);

          g_assert_false (app_preset_detect (schema, app_field_get_info (field)->schema));
        }
      {
        g_autofree char *text = mcp_json_value_dup_text (arguments);

        app_form_set_json (form, text);
        g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
      }
      count++;
    }
  g_assert_cmpuint (count, >=, 10);
}

/* What would be sent is set, as by somebody who pastes it: only what it wraps is kept, and what is
 * sent then is the same. */
static void
check_injected (AppPreset *preset, McpJsonValue injected)
{
  g_autofree char *argument = NULL;

  if (!mcp_json_value_exists (injected))
    return;
  app_preset_set_value (preset, injected);
  g_assert_null (strstr (app_preset_get_info (preset)->lexeme, "mimeType"));
  argument = app_preset_dup_argument (preset);
  assert_equal (argument, injected);
  app_preset_set_value (preset, MCP_JSON_NO_VALUE);
}

/* Each kind of the fixture: found, hidden, injected, and what becomes of it when it is not set. */
static void
check_kind (const char *title, McpJsonValue kind)
{
  g_autofree char *schema_text =
      mcp_json_value_dup_text (mcp_json_value_get_member (kind, "schema"));
  g_autofree char *text = g_strdup_printf (
      "{\"type\":\"object\",\"properties\":{\"k\":%s,\"q\":{}},\"required\":[\"k\"]}", schema_text);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  g_autoptr (AppPresets) presets = app_presets_new (mcp_json_document_get_root (document));
  g_autofree char *model = app_presets_dup_model_schema (presets);
  g_autoptr (AppPreset) preset = g_list_model_get_item (G_LIST_MODEL (presets), 0);
  g_autofree char *unset = NULL;
  McpJsonValue     when_unset = mcp_json_value_get_member (kind, "when_unset");
  g_autofree char *words = mcp_json_value_dup_string (when_unset, NULL);
  g_autofree char *mime_type = mcp_json_value_dup_member_string (kind, "mimeType");
  AppPresetKind    expected_kind;

  g_test_message ("%s", title);
  g_assert_nonnull (preset);
  g_assert_true (app_preset_kind_from_mime_type (mime_type, &expected_kind));
  g_assert_cmpint (app_preset_get_info (preset)->kind, ==, expected_kind);
  g_assert_cmpint (app_preset_get_info (preset)->kind, !=, APP_PRESET_OTHER);
  g_assert_cmpstr (model, ==,
                   "{\"type\":\"object\",\"properties\":{\"q\":{}},\"required\":[]}");
  unset = app_preset_dup_argument (preset);
  if (words == NULL)
    assert_equal (unset, when_unset);
  else
    g_assert_null (unset);
  if (words != NULL && strstr (words, "error") != NULL)
    g_assert_nonnull (app_preset_get_info (preset)->error);
  check_injected (preset, mcp_json_value_get_member (kind, "injected"));
}

static void
test_kinds (void)
{
  g_autoptr (McpJsonDocument) document = test_data_load ("seed-fixtures/dust_preconfigured.json");
  McpJsonValue name;
  McpJsonValue kind;
  McpJsonIter  iter;
  guint        count = 0;

  mcp_json_iter_init (&iter,
                      mcp_json_value_get_member (mcp_json_document_get_root (document), "kinds"));
  while (mcp_json_iter_next (&iter, &name, &kind))
    {
      g_autofree char *title = mcp_json_value_dup_string (name, NULL);

      check_kind (title, kind);
      count++;
    }
  g_assert_cmpuint (count, ==, 15);
}

static char *
inject (const char *schema, const char *values, const char *arguments, guint n_problems)
{
  g_autoptr (McpJsonDocument) schema_document = mcp_json_document_parse_text (schema, -1, NULL);
  g_autoptr (McpJsonDocument) values_document = mcp_json_document_parse_text (values, -1, NULL);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (arguments, -1, NULL);
  g_autoptr (AppPresets) presets = app_presets_new (mcp_json_document_get_root (schema_document));
  g_autoptr (GPtrArray) problems = NULL;
  char *sent;

  app_presets_set_values (presets, mcp_json_document_get_root (values_document));
  sent = app_presets_inject (presets, mcp_json_document_get_root (document), &problems);
  g_assert_cmpuint (problems ? problems->len : 0, ==, n_problems);
  return sent;
}

#define STRING_INPUT                                                                              \
  "{\"type\":\"object\",\"properties\":{\"value\":{\"type\":\"string\"},\"mimeType\":{\"const\":" \
  "\"application/vnd.dust.tool-input.string\"}}}"
#define STRING_VALUE(text) \
  "{\"value\":\"" text "\",\"mimeType\":\"application/vnd.dust.tool-input.string\"}"

/* The rest of the arguments keeps its bytes; arrays get theirs in each item. */
static void
test_inject (void)
{
  const char *schema =
      "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":" STRING_INPUT
      ",\"list\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":[\"k\"],"
      "\"properties\":{\"k\":" STRING_INPUT "}}},\"far\":{\"type\":\"object\",\"properties\":{"
      "\"b\":{\"type\":\"object\",\"required\":[\"c\"],\"properties\":{\"c\":" STRING_INPUT
      "}}}}}}";
  g_autofree char *plain = inject (schema, "{\"a\":\"A\"}", "{}", 0);
  g_autofree char *kept = inject (schema,
                                  "{\"a\":\"A\",\"list.items.k\":\"K\"}",
                                  "{\"z\":1.10, \"list\":[{\"x\":\"\\u0000\"},{\"k\":\"mine\"},5],"
                                  "\"a\":null}",
                                  0);
  g_autofree char *missing = inject (schema, "{}", "{\"far\":{\"b\":{}},\"list\":[{}]}", 3);
  g_autofree char *far =
      inject (schema, "{\"a\":\"A\",\"far.b.c\":\"C\"}", "{\"far\":{\"y\":1}}", 0);
  g_autofree char *odd = inject (schema, "{\"a\":\"A\",\"far.b.c\":\"C\"}", "{\"far\":7}", 0);
  g_autofree char *array = inject (schema, "{\"a\":\"A\"}", "[1]", 0);

  g_assert_cmpstr (plain, ==, "{\"a\":" STRING_VALUE ("A") "}");
  g_assert_cmpstr (kept,
                   ==,
                   "{\"z\":1.10,\"list\":[{\"x\":\"\\u0000\",\"k\":" STRING_VALUE (
                       "K") "},{\"k\":\"mine\"},5],\"a\":" STRING_VALUE ("A") "}");
  g_assert_cmpstr (missing, ==, "{\"far\":{\"b\":{}},\"list\":[{}]}");
  g_assert_cmpstr (far,
                   ==,
                   "{\"far\":{\"y\":1,\"b\":{\"c\":" STRING_VALUE ("C") "}},\"a\":" STRING_VALUE (
                       "A") "}");
  g_assert_cmpstr (odd, ==, "{\"far\":7,\"a\":" STRING_VALUE ("A") "}");
  g_assert_cmpstr (array, ==, "[1]");
}

static void
test_hostile (void)
{
  static const char *const schemas[] = {
    "true",
    "[]",
    "5",
    "{\"properties\":{\"a\":{\"$ref\":\"#\"}}}",
    "{\"properties\":{\"a\":{\"properties\":{\"mimeType\":{\"const\":5},\"value\":{}}}}}",
    "{\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/properties/a\"}}}}",
    "{\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}},\"properties\":{"
    "\"x\":{\"$ref\":\"#/$defs/a\"},\"y\":" STRING_INPUT "}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (schemas[i], -1, NULL);
      g_autoptr (AppPresets) presets = app_presets_new (mcp_json_document_get_root (document));
      g_autofree char *schema = app_presets_dup_model_schema (presets);
      g_autofree char *sent = app_presets_inject (presets, MCP_JSON_NO_VALUE, NULL);

      g_assert_cmpstr (sent, ==, "{}");
      g_assert_nonnull (schema);
    }
}

static void
test_status (void)
{
  g_autoptr (McpJsonDocument) none = mcp_json_document_parse_text ("{}", -1, NULL);
  g_autoptr (McpJsonDocument) optional = mcp_json_document_parse_text (
      "{\"properties\":{\"a\":" STRING_INPUT "}}", -1, NULL);
  g_autoptr (McpJsonDocument) required = mcp_json_document_parse_text (
      "{\"required\":[\"a\"],\"properties\":{\"a\":" STRING_INPUT "}}", -1, NULL);
  g_autoptr (AppPresets) a = app_presets_new (mcp_json_document_get_root (none));
  g_autoptr (AppPresets) b = app_presets_new (mcp_json_document_get_root (optional));
  g_autoptr (AppPresets) c = app_presets_new (mcp_json_document_get_root (required));

  g_assert_cmpint (app_presets_get_status (a), ==, APP_PRESETS_NONE);
  g_assert_cmpint (app_presets_get_status (b), ==, APP_PRESETS_OPTIONAL);
  g_assert_cmpint (app_presets_get_status (c), ==, APP_PRESETS_REQUIRED);
}

void
add_preset_tests (void)
{
  g_test_add_func ("/preset/behaviour", test_behaviour);
  g_test_add_func ("/preset/kinds", test_kinds);
  g_test_add_func ("/preset/inject", test_inject);
  g_test_add_func ("/preset/hostile", test_hostile);
  g_test_add_func ("/preset/status", test_status);
}
