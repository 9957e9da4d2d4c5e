/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The official test suite of JSON Schema: every required test passes; the optional ones are counted
 * in a table that is printed, and may not become fewer. */

#include "mcp-tests.h"
#include "mcp-schema.h"

#include <string.h>

typedef struct
{
  const char      *folder;
  McpSchemaDialect dialect;
  guint            required;
  guint            optional; /* that pass, of those without formats */
  guint            n_optional;
  guint            formats;
  guint            n_formats;
} Draft;

static const Draft drafts[] = {
  { "draft2020-12", MCP_SCHEMA_2020_12, 1299, 162, 162, 764, 764 },
  { "draft2019-09", MCP_SCHEMA_2019_09, 1259, 158, 158, 757, 757 },
  { "draft7", MCP_SCHEMA_DRAFT_07, 927, 118, 118, 676, 676 },
};

typedef struct
{
  const Draft *draft;
  GHashTable  *others;
  guint        flags;
  guint        passed;
  guint        failed;
} Run;

static char *
get_suite (void)
{
  const char *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  char       *path = g_build_filename (shared != NULL ? shared : "", "json-schema-test-suite", NULL);

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    g_clear_pointer (&path, g_free);
  return path;
}

static McpJsonDocument *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  McpJsonDocument *document;
  gsize            length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  document = mcp_json_document_parse_text (text, (gssize)length, &error);
  g_assert_no_error (error);
  return document;
}

static void
register_folder (GHashTable *others, const char *folder, const char *uri)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (directory);
  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *address = g_strconcat (uri, "/", name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          /* Those of drafts that we do not speak are in nobody's way, but have no business here. */
          if (!g_str_equal (name, "draft3") && !g_str_equal (name, "draft4") &&
              !g_str_equal (name, "draft6") && !g_str_equal (name, "v1"))
            register_folder (others, path, address);
        }
      else
        {
          g_hash_table_replace (others, g_steal_pointer (&address), load (path));
        }
    }
}

static void
run_test (Run *run, McpSchema *schema, McpJsonValue group, McpJsonValue test, const char *name)
{
  McpJsonValue data = mcp_json_value_get_member (test, "data");
  gboolean     expected = mcp_json_value_get_member_boolean (test, "valid", FALSE);
  g_autoptr (McpSchemaReport) report = mcp_schema_validate (schema, data, run->flags, NULL);
  McpSchemaOutcome outcome = report->outcome;
  g_autofree char *what = mcp_json_value_dup_member_string (group, "description");
  g_autofree char *which = mcp_json_value_dup_member_string (test, "description");

  /* The short way says the same. */
  g_assert_cmpint (mcp_schema_test (schema, data, run->flags, NULL), ==, outcome);
  g_assert_cmpint (report->errors->len > 0, ==, outcome == MCP_SCHEMA_INVALID);
  if (outcome == (expected ? MCP_SCHEMA_VALID : MCP_SCHEMA_INVALID))
    {
      run->passed++;
      return;
    }
  run->failed++;
  g_test_message ("%s: %s: %s: expected %s%s%s", name, what, which, expected ? "valid" : "invalid",
                  outcome == MCP_SCHEMA_INCOMPLETE ? ", incomplete: " : "",
                  outcome == MCP_SCHEMA_INCOMPLETE ? report->reason_text : "");
}

static void
run_file (Run *run, const char *path, const char *name)
{
  g_autoptr (McpJsonDocument) document = load (path);
  McpJsonValue group, test;
  McpJsonIter  groups, tests;

  mcp_json_iter_init (&groups, mcp_json_document_get_root (document));
  while (mcp_json_iter_next (&groups, NULL, &group))
    {
      g_autoptr (McpSchema) schema = mcp_schema_new_with (
          mcp_json_value_get_member (group, "schema"), run->draft->dialect, run->others);

      mcp_json_iter_init (&tests, mcp_json_value_get_member (group, "tests"));
      while (mcp_json_iter_next (&tests, NULL, &test))
        run_test (run, schema, group, test, name);
    }
}

static void
run_folder (Run *run, const char *suite, const char *within)
{
  g_autofree char *folder = g_build_filename (suite, "tests", run->draft->folder, within, NULL);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (directory);
  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_str_has_suffix (name, ".json"))
        run_file (run, path, name);
    }
}

static void
test_draft (gconstpointer data)
{
  const Draft     *draft = data;
  g_autofree char *suite = get_suite ();
  g_autofree char *remotes = NULL;
  g_autoptr (GHashTable) others =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)mcp_json_document_unref);
  Run required = { draft, others, MCP_SCHEMA_PLAIN, 0, 0 };
  Run optional = { draft, others, MCP_SCHEMA_ASSERT_CONTENT, 0, 0 };
  Run formats = { draft, others, MCP_SCHEMA_ASSERT_FORMATS, 0, 0 };

  if (suite == NULL)
    {
      g_test_skip ("the shared test data is not there");
      return;
    }
  remotes = g_build_filename (suite, "remotes", NULL);
  register_folder (others, remotes, "http://localhost:1234");
  run_folder (&required, suite, "");
  run_folder (&optional, suite, "optional");
  run_folder (&formats, suite, "optional/format");

  g_test_message ("%-12s required %4u/%-4u  optional %3u/%-3u  format %3u/%-3u", draft->folder,
                  required.passed, required.passed + required.failed, optional.passed,
                  optional.passed + optional.failed, formats.passed, formats.passed + formats.failed);
  g_assert_cmpuint (required.passed + required.failed, ==, draft->required);
  g_assert_cmpuint (required.failed, ==, 0);
  g_assert_cmpuint (optional.passed + optional.failed, ==, draft->n_optional);
  g_assert_cmpuint (formats.passed + formats.failed, ==, draft->n_formats);
  g_assert_cmpuint (optional.passed, >=, draft->optional);
  g_assert_cmpuint (formats.passed, >=, draft->formats);
}

void
add_schema_suite_tests (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (drafts); i++)
    {
      g_autofree char *path = g_strconcat ("/schema/suite/", drafts[i].folder, NULL);

      g_test_add_data_func (path, &drafts[i], test_draft);
    }
}
