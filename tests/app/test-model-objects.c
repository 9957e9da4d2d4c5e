/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Results that are kept for a model: what it is shown, its two tools, references to them. */

#include "app-model-change.h"
#include "app-model-objects.h"
#include "app-model-tools.h"
#include "app-object-cache.h"
#include "app-tests.h"
#include "mcp-json-writer.h"
#include "workspace-fixture.h"

#include <string.h>

typedef struct
{
  AppSession           *session;
  GPtrArray            *sessions;
  AppModelMask         *mask;
  AppModelObjects      *objects;
  AppModelResultFormat *result_format;
  GAsyncResult         *result;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("shop");
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);

  self->session = app_session_new (profile, settings, vault, NULL);
  self->sessions = g_ptr_array_new ();
  g_ptr_array_add (self->sessions, self->session);
  self->mask = app_model_mask_new (self->sessions);
  self->objects = app_model_objects_new ();
  self->result_format = app_model_result_format_new ();
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  app_model_result_format_free (self->result_format);
  app_model_objects_unref (self->objects);
  app_model_mask_free (self->mask);
  g_ptr_array_unref (self->sessions);
  g_object_unref (self->session);
}

/* Returns: (transfer full): the id */
static char *
keep (Fixture *self, const char *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, &error);
  char *id;

  g_assert_no_error (error);
  app_model_objects_keep_async (self->objects, self->session,
                                mcp_json_document_get_root (document), "list", self->mask,
                                workspace_fixture_take_result, &self->result);
  WAIT_UNTIL (self->result != NULL);
  id = app_model_objects_keep_finish (self->objects, self->result, &error);
  g_assert_no_error (error);
  g_clear_object (&self->result);
  return id;
}

static void
check_call (Fixture          *self,
            AppModelLocalTool tool,
            const char       *arguments,
            gboolean          works,
            const char       *expected)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (arguments, -1, NULL);
  g_autofree char *text = NULL;
  gboolean         worked = app_model_objects_call (
              self->objects, tool, mcp_json_document_get_root (document), self->result_format, &text);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (worked, ==, works);
}

#define VALUE "{\"data\": [{\"id\": 1, \"price\": 1.50}, {\"id\": 2}], \"has_more\": false}"

static void
test_tools (Fixture *self, gconstpointer data)
{
  g_autofree char *id = NULL;
  g_autofree char *text = NULL;
  g_autofree char *preview = NULL;
  guint64          hidden;

  g_assert_false (app_model_objects_has_any (self->objects));
  id = keep (self, VALUE);
  text = keep (self, "\"äöüxyz\"");
  g_assert_true (app_model_objects_has_any (self->objects));
  g_assert_cmpstr (id, ==, "obj_001");
  g_assert_cmpstr (text, ==, "obj_002");
  preview = app_model_objects_dup_preview (self->objects, id, self->result_format, &hidden);
  g_assert_cmpstr (preview, ==,
                   "@obj_001 → dict (length: 2)\n\n{\n    'data': [\n            {\n"
                   "                'id': 1,\n                'price': 1.5\n            },\n"
                   "            {\n                'id': 2\n            }\n        ],\n"
                   "    'has_more': False\n}");
  g_assert_cmpuint (hidden, ==, 0);
  check_call (self, APP_MODEL_GET_OBJECT, "{\"object_id\":\"@obj_001\",\"path\":\"data[1]\"}", TRUE,
              "@obj_001.data[1] → dict (length: 1)\n\n{\n    'id': 2\n}");
  check_call (self, APP_MODEL_GET_OBJECT, "{\"object_id\":\"obj_001.has_more\"}", FALSE,
              "Error executing tool get_from_object_store: Object obj_001.has_more not found or "
              "expired.");
  check_call (self, APP_MODEL_GET_OBJECT, "{\"object_id\":\"@obj_001.has_more\"}", TRUE,
              "@obj_001.has_more → bool\n\nFalse");
  check_call (self, APP_MODEL_GET_OBJECT, "{\"object_id\":\"@obj_001\",\"path\":\"none\"}", FALSE,
              "Error executing tool get_from_object_store: Object '@obj_001' does not have a value "
              "at path 'none'.");
  check_call (self, APP_MODEL_GET_OBJECT, "{\"object_id\":\"@obj_001\",\"path\":\"_x\"}", FALSE,
              "Error executing tool get_from_object_store: Access to attribute '_x' is not "
              "permitted");
  check_call (self, APP_MODEL_GET_SLICE, "{\"object_id\":\"@obj_002\",\"start\":1,\"end\":-2}",
              TRUE, "String slice [1:-2] of length 3:\n\nöüx");
  check_call (self, APP_MODEL_GET_SLICE,
              "{\"object_id\":\"@obj_001\",\"path\":\"data\",\"start\":1,\"end\":null}", TRUE,
              "List slice [1:2] (showing 1 of 2 items):\n\n[{'id': 2}]");
  check_call (self, APP_MODEL_GET_SLICE, "{\"object_id\":\"@obj_001\"}", TRUE,
              "Object of type dict does not support slicing");
  check_call (self, APP_MODEL_GET_SLICE, "{\"object_id\":\"@obj_009\"}", FALSE,
              "Error executing tool get_slice_from_object_store: Object @obj_009 not found or "
              "expired.");
}

/* The schemas are those of the servers, to the byte. */
static void
test_schemas (Fixture *self, gconstpointer data)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "data", "seed-fixtures", "deepset_tool_schemas.json",
                             NULL);
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonIter  iter;
  McpJsonValue entry;
  guint        found = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  document = mcp_json_document_parse_text (text, -1, NULL);
  mcp_json_iter_init (
      &iter, mcp_json_value_get_member (mcp_json_document_get_root (document), "tools"));
  while (mcp_json_iter_next (&iter, NULL, &entry))
    for (guint i = APP_MODEL_GET_OBJECT; i <= APP_MODEL_GET_SLICE; i++)
      {
        g_autoptr (McpTool) tool = app_model_objects_new_tool ((AppModelLocalTool)i);
        g_autofree char *schema = mcp_json_value_dup_text (mcp_tool_get_input_schema (tool));
        g_autofree char *expected = NULL;

        if (!mcp_json_value_string_equals (
                mcp_json_value_get_member (entry, "name"),
                mcp_definition_get_key (MCP_DEFINITION (tool))))
          continue;
        expected = mcp_json_value_print_compact (
            mcp_json_value_get_member (entry, "inputSchema_static_workspace"));
        g_assert_cmpstr (schema, ==, expected);
        found++;
      }
  g_assert_cmpuint (found, ==, 2);
}

/* Long strings, many members and long lists stay within limits. */
static void
test_limits (Fixture *self, gconstpointer data)
{
  g_autofree char *many = g_strnfill (50000, 'x');
  g_autofree char *quoted = mcp_json_quote (many, -1);
  g_autoptr (GString) members = g_string_new ("{\"k\":0");
  g_autoptr (GString) items = g_string_new ("[0");
  g_autofree char *string_id = NULL;
  g_autofree char *dict_id = NULL;
  g_autofree char *list_id = NULL;
  g_autofree char *preview = NULL;
  g_autofree char *dict = NULL;
  g_autofree char *text = NULL;
  g_autofree char *arguments = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  guint64 hidden;

  for (guint i = 0; i < 20000; i++)
    {
      g_string_append_printf (members, ",\"k%u\":%u", i, i);
      g_string_append_printf (items, ",%u", i);
    }
  g_string_append_c (members, '}');
  g_string_append_c (items, ']');
  string_id = keep (self, quoted);
  dict_id = keep (self, members->str);
  list_id = keep (self, items->str);
  preview = app_model_objects_dup_preview (self->objects, string_id, self->result_format, &hidden);
  g_assert_cmpuint (hidden, ==, 50000 - 4 * APP_MODEL_TARGET_TOKENS);
  g_assert_true (g_str_has_suffix (preview, "… [truncated, 42000 more characters]"));
  dict = app_model_objects_dup_preview (self->objects, dict_id, self->result_format, &hidden);
  g_assert_cmpuint (strlen (dict), <, 1000);
  g_assert_true (g_str_has_prefix (dict, "@obj_002 → dict (length: 20001)\n\n{\n    'k': 0,"));
  g_assert_nonnull (strstr (dict, "... +19976"));
  arguments = g_strdup_printf ("{\"object_id\":\"%s\",\"start\":-15000}", list_id);
  document = mcp_json_document_parse_text (arguments, -1, NULL);
  g_assert_true (app_model_objects_call (self->objects, APP_MODEL_GET_SLICE,
                                         mcp_json_document_get_root (document), self->result_format,
                                         &text));
  g_assert_true (g_str_has_prefix (text, "List slice [5001:10001] (showing 5000 of 20001 items):"));
  g_assert_cmpuint (strlen (text), <, APP_MODEL_RESULT_CHARACTERS + 100);
}

/* @expected: (nullable): %NULL where it is refused; then @changes is the reason */
static void
check_resolved (Fixture    *self,
                McpTool    *tool,
                const char *arguments,
                const char *expected,
                const char *changes)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (arguments, -1, NULL);
  g_autoptr (GPtrArray) list =
      g_ptr_array_new_with_free_func ((GDestroyNotify)app_model_change_free);
  g_autoptr (GError) error = NULL;
  g_autofree char *resolved = app_model_objects_resolve (
      self->objects, mcp_json_document_get_root (document), tool, list, &error);
  g_autoptr (GString) told = g_string_new (NULL);

  g_assert_cmpstr (resolved, ==, expected);
  if (expected == NULL)
    {
      g_assert_cmpstr (error->message, ==, changes);
      return;
    }
  g_assert_no_error (error);
  for (guint i = 0; i < list->len; i++)
    g_string_append_printf (told, "%s%s", i > 0 ? " " : "",
                            ((AppModelChange *)list->pdata[i])->pointer);
  g_assert_cmpstr (told->str, ==, changes);
}

static McpTool *
new_tool (const char *description)
{
  g_autofree char *json = mcp_json_build ("{'name': 't', 'description': %s}", description);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);

  return MCP_TOOL (
      mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document)));
}

static void
test_references (Fixture *self, gconstpointer data)
{
  g_autoptr (McpTool) plain = new_tool ("Does something.");
  g_autoptr (McpTool) resolving = new_tool (
      "All parameters accept object references in the form ``@obj_id`` or "
      "``@obj_id.path.to.value``.");
  g_autofree char *id = NULL;

  /* Before anything was kept it is text like any other. */
  check_resolved (self, plain, "{\"a\":\"@obj_001\"}", "{\"a\":\"@obj_001\"}", "");
  id = keep (self, VALUE);
  /* Numbers and white space stay as they are written. */
  check_resolved (self, plain, "{ \"a\" : \"@obj_001.data[0].price\", \"b\": 1.10 }",
                  "{ \"a\" : 1.50, \"b\": 1.10 }", "/a");
  check_resolved (self, plain, "{\"a\":[\"x\",{\"b/c\":\"@obj_001.data\"}]}",
                  "{\"a\":[\"x\",{\"b/c\":[{\"id\": 1, \"price\": 1.50}, {\"id\": 2}]}]}",
                  "/a/1/b~1c");
  check_resolved (self, plain, "{\"a\":\"@obj_001\"}", "{\"a\":" VALUE "}", "/a");
  check_resolved (self, plain, "{\"a\":\"@alice\",\"b\":\"see @obj_001\",\"c\":\"obj_001\"}",
                  "{\"a\":\"@alice\",\"b\":\"see @obj_001\",\"c\":\"obj_001\"}", "");
  check_resolved (self, plain, "{\"a\":\"@obj_007\"}", NULL,
                  "Object @obj_007 not found or expired.");
  check_resolved (self, plain, "{\"a\":\"@obj_001.none\"}", NULL,
                  "Object '@obj_001.none' does not have a value at path 'none'.");
  /* What the server resolves by itself is its own. */
  check_resolved (self, resolving, "{\"a\":\"@obj_007\"}", "{\"a\":\"@obj_007\"}", "");
}

/* Where a server has such a store, ours are called otherwise. */
static void
test_prefix (Fixture *self, gconstpointer data)
{
  g_autofree char *id = NULL;

  app_model_objects_set_prefixed (self->objects, TRUE);
  id = keep (self, VALUE);
  g_assert_cmpstr (id, ==, "spyglass__obj_001");
  check_resolved (self, NULL, "{\"a\":\"@obj_001\",\"b\":\"@spyglass__obj_001.has_more\"}",
                  "{\"a\":\"@obj_001\",\"b\":false}", "/b");
  check_resolved (self, NULL, "{\"a\":\"@spyglass__obj_002\"}", NULL,
                  "Object @spyglass__obj_002 not found or expired.");
  g_assert_true (app_model_objects_is_name ("get_from_object_store"));
  g_assert_false (app_model_objects_is_name ("grep_object_store"));
}

/* No piece of a secret can be asked for, and none goes to another server. */
static void
test_secrets (Fixture *self, gconstpointer data)
{
  g_autofree char *id = NULL;
  g_autofree char *number = NULL;

  app_redactor_add_secret (app_session_get_redactor (self->session), "hunter2-hunter2");
  app_redactor_add_secret (self->mask->own, "99887766");
  id = keep (self, "{\"token\": \"hunter2-hunter2\", \"n\": 1}");
  check_call (self, APP_MODEL_GET_SLICE,
              "{\"object_id\":\"@obj_001\",\"path\":\"token\",\"start\":0,\"end\":3}", TRUE,
              "String slice [0:3] of length 3:\n\n•••");
  check_resolved (self, NULL, "{\"a\":\"@obj_001.token\"}", "{\"a\":\"" APP_REDACTOR_MASK "\"}",
                  "/a");
  /* JSON survives it: a number becomes text. */
  number = keep (self, "{\"pin\": 99887766}");
  check_call (self, APP_MODEL_GET_OBJECT, "{\"object_id\":\"@obj_002\"}", TRUE,
              "@obj_002 → dict (length: 1)\n\n{\n    'pin': '" APP_REDACTOR_MASK "'\n}");
}

/* The oldest go. */
static void
test_many (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i <= APP_MODEL_OBJECTS_MAX; i++)
    g_free (keep (self, "[1]"));
  check_call (self, APP_MODEL_GET_OBJECT, "{\"object_id\":\"@obj_001\"}", FALSE,
              "Error executing tool get_from_object_store: Object @obj_001 not found or expired.");
  check_call (self, APP_MODEL_GET_OBJECT, "{\"object_id\":\"@obj_1001\"}", TRUE,
              "@obj_1001 → list (length: 1)\n\n[\n    1\n]");
}

/* A conversation that is gone on with has told ids before: they do not come to mean something else. */
static void
test_lost (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) turns =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  McpModelTurn *turn = mcp_model_turn_new (MCP_MODEL_TOOLS);
  g_autoptr (GPtrArray) changes =
      g_ptr_array_new_with_free_func ((GDestroyNotify)app_model_change_free);
  g_autoptr (McpJsonDocument) arguments =
      mcp_json_document_parse_text ("{\"a\":\"@obj_001\"}", -1, NULL);
  g_autofree char *id = NULL;
  g_autofree char *next = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  mcp_model_turn_take_block (
      turn, mcp_model_block_new_result ("c", "t", "Lead\n@obj_001 → list (length: 2)\n\n[1, 2]",
                                        FALSE, NULL));
  g_ptr_array_add (turns, turn);
  app_model_objects_add_lost (self->objects, turns);
  id = keep (self, VALUE);
  next = keep (self, VALUE);
  g_assert_cmpstr (id, ==, "obj_001-2");
  g_assert_cmpstr (next, ==, "obj_002");
  text = app_model_objects_resolve (self->objects, mcp_json_document_get_root (arguments), NULL,
                                    changes, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_null (text);
}

/* Where a person's objects are kept, these are among them. */
static void
test_object_cache (Fixture *self, gconstpointer data)
{
  g_autoptr (AppObjectCache) object_cache = app_object_cache_new (NULL);
  g_autofree char  *id = NULL;
  StoreObjectEntry *entry;

  app_session_add_feature (self->session, APP_SESSION_FEATURE (object_cache));
  id = keep (self, VALUE);
  entry = app_object_cache_find (object_cache, NULL, id);
  g_assert_nonnull (entry);
  g_assert_cmpstr (store_object_entry_get_facts (entry)->tool, ==, "list");
  g_assert_cmpstr (store_object_entry_get_facts (entry)->server, ==, "shop");
}

#define ADD(name, function) \
  g_test_add ("/bench-objects/" name, Fixture, NULL, set_up, function, tear_down)

void
add_model_objects_tests (void)
{
  ADD ("tools", test_tools);
  ADD ("schemas", test_schemas);
  ADD ("limits", test_limits);
  ADD ("references", test_references);
  ADD ("prefix", test_prefix);
  ADD ("secrets", test_secrets);
  ADD ("many", test_many);
  ADD ("cache", test_object_cache);
  ADD ("lost", test_lost);
}
