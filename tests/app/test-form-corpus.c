/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every tool of real servers makes a form, at once and mostly without JSON rows; every sample of
 * arguments goes through it byte for byte. */

#include "app-tests.h"
#include "app-form.h"
#include "app-presets-form.h"
#include "mcp-json-writer.h"
#include "test-clock.h"

#include <string.h>

/* Aims for forms of real tools, on a machine that does other things too. */
#define MAX_MICROSECONDS 25000

static char *
read_file (const char *name)
{
  const char      *folder = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *path = NULL;
  char            *text = NULL;

  if (folder == NULL)
    return NULL;
  path = g_build_filename (folder, "tools-corpus", name, NULL);
  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

static McpJsonDocument *
load (const char *name)
{
  g_autofree char *text = read_file (name);

  return text ? mcp_json_document_parse_text (text, -1, NULL) : NULL;
}

static McpJsonValue
find_schema (McpJsonDocument *document, const char *tool)
{
  McpJsonValue item;
  McpJsonIter  iter;

  mcp_json_iter_init (
      &iter,
      mcp_json_value_get_member (mcp_json_document_get_root (document), "tools"));
  while (mcp_json_iter_next (&iter, NULL, &item))
    if (mcp_json_value_string_equals (mcp_json_value_get_member (item, "name"), tool))
      return mcp_json_value_get_member (item, "inputSchema");
  return MCP_JSON_NO_VALUE;
}

/* Whatever an untouched form sends is required of it: constants and defaults. */
static void
check_untouched (AppForm *form, McpJsonValue schema)
{
  McpJsonValue name;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, app_form_get_value (form));
  while (mcp_json_iter_next (&iter, &name, NULL))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      McpJsonValue     required;
      McpJsonIter      requirements;
      gboolean         found = FALSE;

      mcp_json_iter_init (&requirements, mcp_json_value_get_member (schema, "required"));
      while (mcp_json_iter_next (&requirements, NULL, &required))
        found |= mcp_json_value_string_equals (required, key);
      g_assert_true (found);
    }
}

static void
test_forms (void)
{
  const char      *folder = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *path = g_build_filename (folder ? folder : "", "tools-corpus", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint       n_tools = 0;
  guint       n_json_tools = 0;
  guint       n_fields = 0;
  guint       n_json = 0;
  gint64      worst = 0;

  if (dir == NULL)
    {
      g_test_skip ("the shared data is not here");
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (McpJsonDocument) document = NULL;
      McpJsonValue tool;
      McpJsonIter  iter;

      if (name[0] == '_' || !g_str_has_suffix (name, ".json"))
        continue;
      document = load (name);
      g_assert_nonnull (document);
      mcp_json_iter_init (
          &iter,
          mcp_json_value_get_member (mcp_json_document_get_root (document), "tools"));
      while (mcp_json_iter_next (&iter, NULL, &tool))
        {
          McpJsonValue schema = mcp_json_value_get_member (tool, "inputSchema");
          gint64       start = test_clock_get_computed ();
          g_autoptr (AppForm) form = app_presets_new_tool_form (schema, APP_FORM_DEFAULT);
          GListModel *fields = app_field_get_children (app_form_get_root (form));
          guint       n_before = n_json;

          worst = MAX (worst, test_clock_get_computed () - start);
          n_tools++;
          for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
            {
              g_autoptr (AppField) field = g_list_model_get_item (fields, i);

              n_fields++;
              n_json += app_field_get_info (field)->kind == APP_FIELD_JSON;
              g_assert_false (app_field_get_place (field)->extra);
              app_field_get_children (field);
            }
          n_json_tools += n_json > n_before;
          check_untouched (form, schema);
          g_assert_false (app_form_is_modified (form));
        }
    }
  g_test_message ("%u tools, %u with a JSON row; %u fields, %u as JSON; slowest %" G_GINT64_FORMAT
                  " µs",
                  n_tools,
                  n_json_tools,
                  n_fields,
                  n_json,
                  worst);
  g_assert_cmpuint (n_tools, >, 1000);
  g_assert_cmpuint (n_json * 100, <, n_fields * 8);
  g_assert_cmpint (worst, <, MAX_MICROSECONDS * 8);
}

/* @text through the form: every byte, and again after a change that is taken back. */
static void
check_round_trip (AppForm *form, const char *text)
{
  g_autofree char *after = NULL;
  g_autofree char *sent = NULL;

  app_form_set_json (form, text);
  g_assert_true (app_form_get_text_error (form) == NULL);
  after = app_form_dup_json (form);
  g_assert_cmpstr (after, ==, text);
  sent = app_form_dup_arguments (form);
  g_assert_nonnull (sent);
}

/* The first text field that there is is changed and put back: nothing else moves. */
static void
check_change (AppForm *form, const char *text)
{
  GListModel *fields = app_field_get_children (app_form_get_root (form));

  for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (fields, i);
      g_autofree char *old = g_strdup (app_field_get_text (field));
      g_autofree char *lexeme = mcp_json_value_dup_text (app_field_get_value (field));
      g_autofree char *after = NULL;

      if (app_field_get_info (field)->kind != APP_FIELD_STRING || lexeme == NULL ||
          !app_field_get_state (field)->exact)
        continue;
      app_field_set_text (field, "something else");
      g_assert_cmpstr (app_field_get_text (field), ==, "something else");
      app_field_set_lexeme (field, lexeme);
      after = app_form_dup_json (form);
      g_assert_cmpstr (after, ==, text);
      return;
    }
}

/* The object with members added that no schema knows, spelled in every awkward way. */
static char *
add_odd_members (const char *text)
{
  const char *odd =
      "\"\\u0000 odd\":[9007199254740993,1000000000000000000000000000000,-0,1.10,1e400,"
      "\"\\u0000\",\"\\ud800\",\"\\udc00x\",\"\\u00e9é\"], \"\":{ }";
  gsize    length = strlen (text);
  GString *result = g_string_new_len (text, (gssize)(length - 1));

  g_assert_cmpint (text[length - 1], ==, '}');
  if (strcmp (text, "{}") != 0)
    g_string_append_c (result, ',');
  g_string_append (result, odd);
  g_string_append_c (result, '}');
  return g_string_free (result, FALSE);
}

static void
test_samples (void)
{
  static const char *const members[] = { "full", "min" };
  g_autoptr (McpJsonDocument) samples = load ("_sample-arguments.json");
  g_autoptr (McpJsonDocument) server = NULL;
  g_autofree char *server_name = NULL;
  McpJsonValue     sample;
  McpJsonIter      iter;
  guint            n_samples = 0;
  guint            n_refused = 0;

  if (samples == NULL)
    {
      g_test_skip ("the shared data is not here");
      return;
    }
  mcp_json_iter_init (&iter, mcp_json_document_get_root (samples));
  while (mcp_json_iter_next (&iter, NULL, &sample))
    {
      g_autofree char *name = mcp_json_value_dup_member_string (sample, "server");
      g_autofree char *tool = mcp_json_value_dup_member_string (sample, "tool");
      McpJsonValue     schema;
      g_autoptr (AppForm) form = NULL;

      if (g_strcmp0 (name, server_name) != 0)
        {
          g_autofree char *file = g_strconcat (name, ".json", NULL);

          g_clear_pointer (&server, mcp_json_document_unref);
          server = load (file);
          g_free (server_name);
          server_name = g_strdup (name);
        }
      if (server == NULL)
        continue;
      schema = find_schema (server, tool);
      g_assert_true (mcp_json_value_exists (schema));
      form = app_presets_new_tool_form (schema, APP_FORM_DEFAULT);
      app_field_get_children (app_form_get_root (form));
      for (guint i = 0; i < G_N_ELEMENTS (members); i++)
        {
          McpJsonValue     value = mcp_json_value_get_member (sample, members[i]);
          g_autofree char *written = mcp_json_value_dup_text (value);
          g_autofree char *compact = mcp_json_value_print_compact (value);
          g_autofree char *pretty = mcp_json_value_print_pretty (value, 2);
          g_autofree char *odd = add_odd_members (compact);

          check_round_trip (form, pretty);
          check_change (form, pretty);
          check_round_trip (form, odd);
          check_change (form, odd);
          check_round_trip (form, written);
          check_change (form, written);
          check_round_trip (form, compact);
          if (mcp_json_value_get_member_boolean (sample, "valid", FALSE) &&
              app_form_get_n_problems (form) > 0)
            {
              g_autoptr (AppFormProblem) problem =
                  g_list_model_get_item (app_form_get_problems (form), 0);

              g_test_message ("%s %s %s: %s %s",
                              name,
                              tool,
                              members[i],
                              problem->pointer,
                              problem->message);
              n_refused++;
            }
          n_samples++;
        }
    }
  g_test_message ("%u samples, %u with problems though they are valid", n_samples, n_refused);
  g_assert_cmpuint (n_samples, >, 1000);
  g_assert_cmpuint (n_refused, ==, 0);
}

/* A member at a time, through the fields alone, makes the same object. */
static void
test_fill (void)
{
  g_autoptr (McpJsonDocument) samples = load ("_sample-arguments.json");
  g_autoptr (McpJsonDocument) server = load ("server-everything.json");
  McpJsonValue sample;
  McpJsonIter  iter;
  guint        n_filled = 0;

  if (samples == NULL || server == NULL)
    {
      g_test_skip ("the shared data is not here");
      return;
    }
  mcp_json_iter_init (&iter, mcp_json_document_get_root (samples));
  while (mcp_json_iter_next (&iter, NULL, &sample))
    {
      g_autofree char *tool = mcp_json_value_dup_member_string (sample, "tool");
      McpJsonValue     full = mcp_json_value_get_member (sample, "full");
      g_autoptr (AppForm) form = NULL;
      McpJsonValue name;
      McpJsonValue value;
      McpJsonIter  members;

      if (!mcp_json_value_string_equals (mcp_json_value_get_member (sample, "server"),
                                         "server-everything"))
        continue;
      form = app_presets_new_tool_form (find_schema (server, tool), APP_FORM_DEFAULT);
      mcp_json_iter_init (&members, full);
      while (mcp_json_iter_next (&members, &name, &value))
        {
          g_autofree char *key = mcp_json_value_dup_string (name, NULL);
          g_autofree char *pointer = g_strconcat ("/", key, NULL);
          g_autofree char *text = mcp_json_value_get_kind (value) == MCP_JSON_STRING
                                      ? mcp_json_value_dup_string (value, NULL)
                                      : mcp_json_value_dup_text (value);
          AppField        *field = app_form_find_field (form, pointer);

          g_assert_nonnull (field);
          if (text[0] == '\0')
            app_field_set_empty (field);
          else
            app_field_set_text (field, text);
        }
      g_assert_true (mcp_json_value_equal (app_form_get_value (form), full));
      g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
      n_filled++;
    }
  g_assert_cmpuint (n_filled, >, 5);
}

void
add_form_corpus_tests (void)
{
  g_test_add_func ("/form-corpus/forms", test_forms);
  g_test_add_func ("/form-corpus/samples", test_samples);
  g_test_add_func ("/form-corpus/fill", test_fill);
}
