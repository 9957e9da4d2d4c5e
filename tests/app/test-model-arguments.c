/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is made of a tool and of a model's arguments on their way: overlays, and repair. */

#include "app-model-cache.h"
#include "app-model-repair.h"
#include "app-error.h"
#include "app-overlay-list.h"
#include "app-tests.h"
#include "app-tool-overlays.h"
#include "mcp-json-writer.h"
#include "mcp-model-dialect.h"

#include <string.h>

#define SCHEMA                                                                            \
  "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"},\"flag\":{\"type\":" \
  "\"boolean\"},\"name\":{\"type\":\"string\"},\"tags\":{\"type\":\"array\",\"items\":"   \
  "{\"type\":\"string\"}},\"ids\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}," \
  "\"filter\":{\"$ref\":\"#/$defs/f\"},\"either\":{\"anyOf\":[{\"type\":\"integer\"},"    \
  "{\"type\":\"null\"}]},\"any\":{}},\"required\":[\"name\"],\"$defs\":{\"f\":{\"type\":" \
  "\"object\",\"properties\":{\"year\":{\"type\":\"number\"}},\"additionalProperties\":false}}}"

static GPtrArray *
new_changes (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)app_model_change_free);
}

static McpJsonDocument *
parse (const char *json)
{
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document = mcp_json_document_parse_text (json, -1, &error);

  g_assert_no_error (error);
  return document;
}

/* @changes: "kind pointer", one behind the other */
static void
check_repair (const char *arguments, const char *expected, const char *changes)
{
  g_autoptr (McpJsonDocument) schema = parse (SCHEMA);
  g_autoptr (McpJsonDocument) document = parse (arguments);
  g_autoptr (GPtrArray) list = new_changes ();
  g_autofree char *repaired = app_model_repair (mcp_json_document_get_root (document),
                                                mcp_json_document_get_root (schema), list);
  g_autoptr (GString) told = g_string_new (NULL);

  for (guint i = 0; i < list->len; i++)
    {
      const AppModelChange *change = list->pdata[i];

      g_string_append_printf (told, "%s%s %s", i > 0 ? ", " : "",
                              app_model_change_kind_to_text (change->kind), change->pointer);
    }
  g_assert_cmpstr (repaired, ==, expected);
  g_assert_cmpstr (told->str, ==, changes);
}

static void
test_repair (void)
{
  check_repair ("{\"name\":\"a\",\"n\":1.0,\"any\":\"7\"}", "{\"name\":\"a\",\"n\":1.0,\"any\":\"7\"}",
                "");
  check_repair ("{\"n\":\" 42 \",\"flag\":\"True\"}", "{\"n\":42,\"flag\":true}",
                "unquoted /n, unquoted /flag");
  check_repair ("{\"n\":\"many\"}", "{\"n\":\"many\"}", "");
  check_repair ("{\"n\":\"1.5\"}", "{\"n\":\"1.5\"}", "");
  check_repair ("{\"filter\":\"{\\\"year\\\":\\\"2024\\\"}\"}", "{\"filter\":{\"year\":2024}}",
                "parsed /filter, unquoted /filter/year");
  check_repair ("{\"tags\":\"x\",\"ids\":\"7\"}", "{\"tags\":[\"x\"],\"ids\":[7]}",
                "wrapped /tags, wrapped /ids, unquoted /ids/0");
  check_repair ("{\"tags\":\"[\\\"x\\\",\\\"y\\\"]\"}", "{\"tags\":[\"x\",\"y\"]}", "parsed /tags");
  check_repair ("{\"name\":[\"a\"],\"n\":[1,2]}", "{\"name\":\"a\",\"n\":[1,2]}",
                "unwrapped /name");
  check_repair ("{\"nam\":\"a\",\"filter\":{\"year\":1,\"month\":2}}", "{\"filter\":{\"year\":1}}",
                "dropped /nam, dropped /filter/month");
  check_repair ("{\"n\":null,\"either\":null,\"name\":null}", "{\"either\":null,\"name\":null}",
                "null-dropped /n");
  check_repair ("\"{\\\"name\\\":\\\"a\\\"}\"", "{\"name\":\"a\"}", "parsed ");
  /* What nobody knows stays as it is written. */
  check_repair ("{\"any\":{\"a\":1e400,\"a\":2}}", "{\"any\":{\"a\":1e400,\"a\":2}}", "");
}

/* Neither a schema that refers to itself nor a deep value takes it down. */
static void
test_repair_hostile (void)
{
  g_autoptr (McpJsonDocument) loop = parse ("{\"$ref\":\"#\"}");
  g_autoptr (McpJsonDocument) branches =
      parse ("{\"anyOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"},{\"$ref\":\"#\"},{\"type\":\"array\","
             "\"items\":{\"$ref\":\"#\"}}]}");
  g_autoptr (GString) deep = g_string_new (NULL);
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue schemas[] = { mcp_json_document_get_root (loop),
                             mcp_json_document_get_root (branches), MCP_JSON_NO_VALUE };

  for (guint i = 0; i < 5000; i++)
    g_string_append (deep, "[");
  for (guint i = 0; i < 5000; i++)
    g_string_append (deep, "]");
  document = parse (deep->str);
  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr (GPtrArray) changes = new_changes ();
      g_autofree char *text =
          app_model_repair (mcp_json_document_get_root (document), schemas[i], changes);

      g_assert_cmpstr (text, ==, deep->str);
    }
}

static void
append_branches (GString *text, const char *name, const char *branch)
{
  g_string_append_printf (text, "\"%s\":{\"anyOf\":[", name);
  for (guint i = 0; i < 32; i++)
    g_string_append_printf (text, "%s{%s}", i > 0 ? "," : "", branch);
  g_string_append (text, "]},");
}

/* A schema of many branches is looked into once, not for each of many values. */
static void
test_repair_many (void)
{
  g_autoptr (GString) text = g_string_new ("{\"items\":{\"$ref\":\"#/a\"},");
  g_autoptr (GString) values = g_string_new ("[1");
  g_autoptr (McpJsonDocument) schema = NULL;
  g_autoptr (McpJsonDocument) arguments = NULL;
  g_autoptr (GPtrArray) changes = new_changes ();
  g_autofree char *repaired = NULL;

  append_branches (text, "a", "\"$ref\":\"#/b\"");
  append_branches (text, "b", "\"$ref\":\"#/c\"");
  append_branches (text, "c", "\"type\":\"boolean\"");
  g_string_append (text, "\"type\":\"array\"}");
  for (guint i = 0; i < 20000; i++)
    g_string_append (values, ",1");
  g_string_append (values, "]");
  schema = parse (text->str);
  arguments = parse (values->str);
  repaired = app_model_repair (mcp_json_document_get_root (arguments),
                               mcp_json_document_get_root (schema), changes);
  g_assert_cmpstr (repaired, ==, values->str);
}

/* Overlays */

static McpTool *
new_tool (const char *json)
{
  g_autoptr (McpJsonDocument) document = parse (json);

  return MCP_TOOL (
      mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document)));
}

#define TOOL                                                                                  \
  "{\"name\":\"find\",\"description\":\"Finds.\",\"inputSchema\":{\"type\":\"object\","       \
  "\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Where\",\"maxLength\":9}," \
  "\"filter\":{\"type\":\"object\",\"properties\":{\"year\":{\"type\":\"integer\"}}}},"       \
  "\"required\":[\"city\"]},\"annotations\":{\"readOnlyHint\":true}}"

static void
test_overlay (void)
{
  g_autoptr (McpJsonDocument) document =
      parse ("{\"find\":{\"description\":\"Finds papers.\",\"arguments\":{\"city\":{\"enum\":"
             "[\"Bonn\",\"Köln\"],\"default\":\"Bonn\"},\"filter\":{\"arguments\":{\"year\":"
             "{\"description\":\"From 2023 on\",\"default\":2.50e3}}},\"none\":{\"default\":1}}},"
             "\"other__find\":{\"description\":\"Other.\"}}");
  g_autoptr (GError) error = NULL;
  g_autoptr (AppToolOverlays) overlays =
      app_tool_overlays_new (mcp_json_document_get_root (document), &error);
  g_autoptr (McpTool) tool = new_tool (TOOL);
  g_autoptr (McpTool) told = NULL;
  g_autoptr (McpTool) other = NULL;
  g_autoptr (GPtrArray) strays = NULL;
  g_autofree char *schema = NULL;
  McpJsonValue     overlay;

  g_assert_no_error (error);
  overlay = app_tool_overlays_find (overlays, "server", "find");
  told = app_tool_overlay_apply (overlay, tool);
  g_assert_cmpstr (mcp_definition_get_description (MCP_DEFINITION (told)), ==, "Finds papers.");
  g_assert_true (mcp_tool_get_hint (told, MCP_TOOL_HINT_READ_ONLY));
  schema = mcp_json_value_print_compact (mcp_tool_get_input_schema (told));
  g_assert_cmpstr (
      schema, ==,
      "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Where\","
      "\"maxLength\":9,\"enum\":[\"Bonn\",\"Köln\"],\"default\":\"Bonn\"},\"filter\":{\"type\":"
      "\"object\",\"properties\":{\"year\":{\"type\":\"integer\",\"description\":\"From 2023 on\","
      "\"default\":2.50e3}}}},\"required\":[\"city\"]}");
  strays = app_tool_overlay_list_strays (overlay, tool);
  g_assert_cmpuint (strays->len, ==, 1);
  g_assert_cmpstr (strays->pdata[0], ==, "none");
  other = app_tool_overlay_apply (app_tool_overlays_find (overlays, "other", "find"), tool);
  g_assert_cmpstr (mcp_definition_get_description (MCP_DEFINITION (other)), ==, "Other.");
  g_assert_false (
      mcp_json_value_exists (app_tool_overlays_find (overlays, "server", "another")));
}

static AppOverlayField *
get_field (AppOverlayTool *tool, const char *place, AppOverlayKind kind)
{
  GListModel *fields = app_overlay_tool_get_fields (tool);

  for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (AppOverlayField) field = g_list_model_get_item (fields, i);

      if (app_overlay_field_get_kind (field) == kind &&
          g_str_equal (app_overlay_field_get_place (field), place))
        return field;
    }
  g_error ("there is no field of “%s”", place);
}

static char *
dup_text (AppOverlayList *list)
{
  char *text = NULL;

  g_object_get (list, "text", &text, NULL);
  return text;
}

/* What is edited and what was there before, in one text; whatever is taken back leaves nothing. */
static void
test_form (void)
{
  g_autoptr (GPtrArray) plain = g_ptr_array_new_with_free_func (g_object_unref);
  AppModelOptions options;
  g_autoptr (GPtrArray) sessions = g_ptr_array_new ();
  g_autoptr (AppModelTools) tools = NULL;
  g_autoptr (AppOverlayList) list = NULL;
  g_autoptr (AppOverlayTool) tool = NULL;
  g_autoptr (GListModel) lines = NULL;
  g_autofree char *left_out = NULL;
  g_autofree char *text = NULL;
  g_autofree char *compact = NULL;
  g_autoptr (McpJsonDocument) document = NULL;

  g_ptr_array_add (plain, new_tool (TOOL));
  app_model_options_init (&options);
  options.tools = g_ptr_array_ref (plain);
  tools = app_model_tools_new (sessions, mcp_model_dialect_find ("ollama"), &options);
  list = app_overlay_list_new (tools);
  tool = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_true (mcp_finding_list_has (app_overlay_tool_get_findings (tool),
                                       "export-keyword-ignored"));
  left_out = app_overlay_tool_dup_left_out (tool);
  g_assert_cmpstr (left_out, ==, "1 keyword left out: maxLength");
  g_object_set (list, "text", "{\"find\":{\"arguments\":{\"none\":{\"default\":1}}},"
                              "\"other\":{\"description\":\"x\"}}",
                NULL);
  g_assert_true (app_overlay_tool_is_changed (tool));
  g_assert_nonnull (strstr (app_overlay_tool_get_problem (tool), "none"));
  g_assert_null (app_overlay_tool_get_wrong_field (tool));

  app_overlay_field_set_text (get_field (tool, "", APP_OVERLAY_DESCRIPTION), "Finds papers.");
  app_overlay_field_set_text (get_field (tool, "city", APP_OVERLAY_VALUES), "Bonn\nKöln");
  app_overlay_field_set_text (get_field (tool, "city", APP_OVERLAY_DEFAULT), "Ulm");
  g_assert_nonnull (
      app_overlay_field_get_problem (get_field (tool, "city", APP_OVERLAY_DEFAULT)));
  g_assert_true (app_overlay_tool_get_wrong_field (tool) ==
                 get_field (tool, "city", APP_OVERLAY_DEFAULT));
  app_overlay_field_set_text (get_field (tool, "city", APP_OVERLAY_DEFAULT), "Köln");
  g_assert_null (app_overlay_field_get_problem (get_field (tool, "city", APP_OVERLAY_DEFAULT)));
  app_overlay_field_set_text (get_field (tool, "filter.year", APP_OVERLAY_DEFAULT), "soon");
  g_assert_nonnull (
      app_overlay_field_get_problem (get_field (tool, "filter.year", APP_OVERLAY_DEFAULT)));
  app_overlay_field_set_text (get_field (tool, "filter.year", APP_OVERLAY_DEFAULT), "2.50e3");
  text = dup_text (list);
  document = parse (text);
  compact = mcp_json_value_print_compact (mcp_json_document_get_root (document));
  g_assert_cmpstr (compact, ==,
                   "{\"find\":{\"description\":\"Finds papers.\",\"arguments\":{\"none\":{\"default\":1},"
                   "\"city\":{\"enum\":[\"Bonn\",\"Köln\"],\"default\":\"Köln\"},\"filter\":"
                   "{\"arguments\":{\"year\":{\"default\":2.50e3}}}}},"
                   "\"other\":{\"description\":\"x\"}}");
  lines = app_overlay_tool_list_differences (tool);
  g_assert_cmpuint (g_list_model_get_n_items (lines), >, 2);

  g_object_set (list, "text", "{", NULL);
  g_assert_nonnull (app_overlay_list_get_problem (list));
  app_overlay_tool_reset (tool);
  g_assert_null (app_overlay_list_get_problem (list));
  g_assert_false (app_overlay_tool_is_changed (tool));
  g_free (text);
  text = dup_text (list);
  g_assert_null (strstr (text, "find"));
  g_assert_nonnull (strstr (text, "other"));
  app_model_options_clear (&options);
}

static void
test_defaults (void)
{
  g_autoptr (McpJsonDocument) document =
      parse ("{\"find\":{\"arguments\":{\"city\":{\"default\":\"Bonn\"},\"filter\":{\"arguments\":"
             "{\"year\":{\"default\":2023}}},\"none\":{\"default\":1}}}}");
  g_autoptr (AppToolOverlays) overlays =
      app_tool_overlays_new (mcp_json_document_get_root (document), NULL);
  g_autoptr (McpTool) tool = new_tool (TOOL);
  McpJsonValue overlay = app_tool_overlays_find (overlays, "server", "find");
  static const struct
  {
    const char *given;
    const char *sent;
    guint       n;
  } cases[] = {
    { "{}", "{\"city\":\"Bonn\"}", 1 },
    { "{\"city\":null,\"filter\":{}}", "{\"city\":null,\"filter\":{\"year\":2023}}", 1 },
    { "{\"city\":\"X\",\"filter\":{\"year\":1.0}}", "{\"city\":\"X\",\"filter\":{\"year\":1.0}}",
      0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJsonDocument) given = parse (cases[i].given);
      g_autoptr (GPtrArray) changes = new_changes ();
      g_autofree char *sent =
          app_tool_overlay_fill (overlay, tool, mcp_json_document_get_root (given), changes);

      g_assert_cmpstr (sent, ==, cases[i].sent);
      g_assert_cmpuint (changes->len, ==, cases[i].n);
    }
}

static void
test_wrong_overlays (void)
{
  static const char *const texts[] = {
    "[]",
    "{\"t\":1}",
    "{\"t\":{\"enum\":[]}}",
    "{\"t\":{\"description\":1}}",
    "{\"t\":{\"arguments\":{\"a\":{\"type\":\"string\"}}}}",
    "{\"t\":{\"arguments\":{\"a\":{\"enum\":\"x\"}}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (McpJsonDocument) document = parse (texts[i]);
      g_autoptr (GError) error = NULL;

      g_assert_null (app_tool_overlays_new (mcp_json_document_get_root (document), &error));
      g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
    }
}

/* The same call */

static void
test_cache (void)
{
  g_autoptr (AppModelCache) cache = app_model_cache_new ();
  g_autoptr (McpJsonDocument) first = parse ("{\"a\":1,\"b\":[2]}");
  g_autoptr (McpJsonDocument) second = parse ("{\"b\": [2], \"a\": 1}");
  g_autoptr (McpJsonDocument) third = parse ("{\"a\":1}");
  g_autofree char *key =
      app_model_cache_dup_key (cache, "t", mcp_json_document_get_root (first));
  g_autofree char *same =
      app_model_cache_dup_key (cache, "t", mcp_json_document_get_root (second));
  g_autofree char *other =
      app_model_cache_dup_key (cache, "t", mcp_json_document_get_root (third));
  g_autoptr (AppModelResult) result = app_model_result_new_text ("yes");
  g_autoptr (AppModelResult) failure = app_model_result_new_failure ("no");
  g_autoptr (AppModelResult) found = NULL;

  app_model_cache_add (cache, key, result);
  app_model_cache_add (cache, other, failure);
  found = app_model_cache_find (cache, same);
  g_assert_cmpstr (found->text, ==, "yes");
  g_assert_null (app_model_cache_find (cache, other));
  for (guint i = 0; i < APP_MODEL_CACHE_MAX; i++)
    {
      g_autofree char *many = g_strdup_printf ("%u", i);

      app_model_cache_add (cache, many, result);
    }
  g_assert_null (app_model_cache_find (cache, key));
}

void
add_model_arguments_tests (void)
{
  g_test_add_func ("/bench-arguments/repair", test_repair);
  g_test_add_func ("/bench-arguments/repair-hostile", test_repair_hostile);
  g_test_add_func ("/bench-arguments/repair-many", test_repair_many);
  g_test_add_func ("/bench-arguments/overlay", test_overlay);
  g_test_add_func ("/bench-arguments/form", test_form);
  g_test_add_func ("/bench-arguments/defaults", test_defaults);
  g_test_add_func ("/bench-arguments/wrong-overlays", test_wrong_overlays);
  g_test_add_func ("/bench-arguments/cache", test_cache);
}
