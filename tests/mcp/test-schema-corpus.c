/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The schemas of real tools: each is indexed without a finding, fits its metaschema, and agrees with
 * what is known of its sample arguments. */

#include "mcp-tests.h"
#include "mcp-finding.h"
#include "mcp-schema-private.h"

static char *
get_corpus (void)
{
  const char *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  char       *path = g_build_filename (shared != NULL ? shared : "", "tools-corpus", NULL);

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    g_clear_pointer (&path, g_free);
  return path;
}

static McpJsonDocument *
load (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document;
  gsize            length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  document = mcp_json_document_parse_text (text, (gssize)length, &error);
  g_assert_no_error (error);
  return document;
}

static guint
check_schema (McpJsonValue value)
{
  g_autoptr (McpSchema) schema = NULL;
  g_autoptr (GPtrArray) findings = NULL;

  if (!mcp_json_value_exists (value))
    return 0;
  schema = mcp_schema_new (value);
  findings = mcp_schema_check (schema);
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    g_test_message ("%s: %s", mcp_finding_get_pointer (findings->pdata[i]),
                    mcp_finding_get_text (findings->pdata[i]));
  g_assert_null (findings);
  g_assert_cmpuint (schema->records->len, >, 0);
  return 1;
}

static void
test_schemas (void)
{
  g_autofree char *folder = get_corpus ();
  g_autoptr (GDir) directory = NULL;
  const char *name;
  guint       n = 0;

  if (folder == NULL)
    {
      g_test_skip ("the shared test data is not there");
      return;
    }
  directory = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autoptr (McpJsonDocument) document = NULL;
      McpJsonValue tool;
      McpJsonIter  iter;

      if (*name == '_' || !g_str_has_suffix (name, ".json"))
        continue;
      document = load (folder, name);
      mcp_json_iter_init (&iter,
                          mcp_json_value_get_member (mcp_json_document_get_root (document), "tools"));
      while (mcp_json_iter_next (&iter, NULL, &tool))
        {
          n += check_schema (mcp_json_value_get_member (tool, "inputSchema"));
          n += check_schema (mcp_json_value_get_member (tool, "outputSchema"));
        }
    }
  g_test_message ("%u schemas", n);
  g_assert_cmpuint (n, >, 1200);
}

static McpJsonValue
find_tool (McpJsonDocument *document, McpJsonValue name)
{
  g_autofree char *wanted = mcp_json_value_dup_string (name, NULL);
  McpJsonValue     tool;
  McpJsonIter      iter;

  mcp_json_iter_init (&iter,
                      mcp_json_value_get_member (mcp_json_document_get_root (document), "tools"));
  while (mcp_json_iter_next (&iter, NULL, &tool))
    if (mcp_json_value_string_equals (mcp_json_value_get_member (tool, "name"), wanted))
      return tool;
  return MCP_JSON_NO_VALUE;
}

/* Both objects fit where they are known to, and the full one does not where it is not. */
static void
check_sample (McpJsonValue sample, McpJsonDocument *document)
{
  McpJsonValue tool = find_tool (document, mcp_json_value_get_member (sample, "tool"));
  gboolean     is_valid = mcp_json_value_get_member_boolean (sample, "valid", FALSE);
  g_autoptr (McpSchema) schema = NULL;

  g_assert_true (mcp_json_value_exists (tool));
  schema = mcp_schema_new (mcp_json_value_get_member (tool, "inputSchema"));
  for (guint i = 0; i < (is_valid ? 2 : 1); i++)
    {
      McpJsonValue arguments = mcp_json_value_get_member (sample, i == 0 ? "full" : "min");
      g_autoptr (McpSchemaReport) report = mcp_schema_validate (schema, arguments, MCP_SCHEMA_PLAIN, NULL);

      if (report->outcome != (is_valid ? MCP_SCHEMA_VALID : MCP_SCHEMA_INVALID))
        {
          g_autofree char *json = mcp_schema_report_dup_json (report);

          g_error ("%s", json);
        }
    }
}

static void
test_samples (void)
{
  g_autofree char *folder = get_corpus ();
  g_autofree char *server = NULL;
  g_autoptr (McpJsonDocument) samples = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  guint        n = 0;
  McpJsonValue sample;
  McpJsonIter  iter;

  if (folder == NULL)
    {
      g_test_skip ("the shared test data is not there");
      return;
    }
  samples = load (folder, "_sample-arguments.json");
  mcp_json_iter_init (&iter, mcp_json_document_get_root (samples));
  while (mcp_json_iter_next (&iter, NULL, &sample))
    {
      g_autofree char *name = mcp_json_value_dup_member_string (sample, "server");

      if (g_strcmp0 (name, server) != 0)
        {
          g_autofree char *file = g_strconcat (name, ".json", NULL);

          g_clear_pointer (&document, mcp_json_document_unref);
          document = load (folder, file);
          g_free (server);
          server = g_steal_pointer (&name);
        }
      check_sample (sample, document);
      n++;
    }
  g_assert_cmpuint (n, >, 1000);
}

void
add_schema_corpus_tests (void)
{
  g_test_add_func ("/schema/corpus/schemas", test_schemas);
  g_test_add_func ("/schema/corpus/samples", test_samples);
}
