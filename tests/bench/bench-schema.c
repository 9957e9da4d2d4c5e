/* SPDX-License-Identifier: GPL-3.0-or-later */

/* mcp/schema over the schemas of real tools, beside ajv in the same run: indexing, checking sample
 * arguments, all of it once. Reading the JSON text is not counted on either side. One line a
 * figure. */

#include "mcp-schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Repetitions of one small measurement, so that the clock does not count. */
#define INDEX_ROUNDS 20
#define CHECK_ROUNDS 200

typedef struct
{
  McpJsonValue schema;
  McpJsonValue full;
  McpJsonValue least;
} Tool;

static GPtrArray *documents;

static McpJsonValue
load (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document;
  gsize            length;

  if (!g_file_get_contents (path, &text, &length, &error) ||
      (document = mcp_json_document_parse_text (text, (gssize)length, &error)) == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      exit (1);
    }
  g_ptr_array_add (documents, document);
  return mcp_json_document_get_root (document);
}

static McpJsonValue
find_tool (McpJsonValue list, const char *name)
{
  McpJsonValue tool;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (list, "tools"));
  while (mcp_json_iter_next (&iter, NULL, &tool))
    if (mcp_json_value_string_equals (mcp_json_value_get_member (tool, "name"), name))
      return tool;
  return MCP_JSON_NO_VALUE;
}

static GArray *
load_tools (const char *folder)
{
  GArray          *tools = g_array_new (FALSE, FALSE, sizeof (Tool));
  g_autofree char *last = NULL;
  McpJsonValue     list = MCP_JSON_NO_VALUE;
  McpJsonValue     sample;
  McpJsonIter      iter;

  mcp_json_iter_init (&iter, load (folder, "_sample-arguments.json"));
  while (mcp_json_iter_next (&iter, NULL, &sample))
    {
      g_autofree char *server = mcp_json_value_dup_member_string (sample, "server");
      g_autofree char *name = mcp_json_value_dup_member_string (sample, "tool");
      Tool             tool;

      if (g_strcmp0 (server, last) != 0)
        {
          g_autofree char *file = g_strconcat (server, ".json", NULL);

          list = load (folder, file);
          g_free (last);
          last = g_steal_pointer (&server);
        }
      tool.schema = mcp_json_value_get_member (find_tool (list, name), "inputSchema");
      tool.full = mcp_json_value_get_member (sample, "full");
      tool.least = mcp_json_value_get_member (sample, "min");
      g_array_append_val (tools, tool);
    }
  return tools;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double one = *(const double *)a;
  double two = *(const double *)b;

  return (one > two) - (one < two);
}

/* @times: in µs */
static void
print_figures (const char *what, double *times, guint n)
{
  double sum = 0;

  qsort (times, n, sizeof *times, compare_doubles);
  for (guint i = 0; i < n; i++)
    sum += times[i];
  printf ("mcp/schema %-22s p50 %8.2f µs  p99 %8.2f µs  max %9.2f µs  mean %8.2f µs\n", what,
          times[n / 2], times[n * 99 / 100], times[n - 1], sum / n);
}

static double
get_microseconds (gint64 start, guint rounds)
{
  return (double)(g_get_monotonic_time () - start) / rounds;
}

/* All of it as a program meets it: each schema for the first time. */
static double
run_once (GArray *tools)
{
  gint64 start = g_get_monotonic_time ();
  guint  n_valid = 0;

  for (guint i = 0; i < tools->len; i++)
    {
      const Tool *tool = &g_array_index (tools, Tool, i);
      g_autoptr (McpSchema) schema = mcp_schema_new (tool->schema);

      n_valid += mcp_schema_test (schema, tool->full, MCP_SCHEMA_PLAIN, NULL) == MCP_SCHEMA_VALID;
    }
  printf ("mcp/schema %-22s %u of %u fit\n", "samples", n_valid, tools->len);
  return get_microseconds (start, 1);
}

static void
run_index (GArray *tools)
{
  g_autofree double *times = g_new (double, tools->len);

  for (guint i = 0; i < tools->len; i++)
    {
      gint64 start = g_get_monotonic_time ();

      for (guint round = 0; round < INDEX_ROUNDS; round++)
        mcp_schema_unref (mcp_schema_new (g_array_index (tools, Tool, i).schema));
      times[i] = get_microseconds (start, INDEX_ROUNDS);
    }
  print_figures ("index", times, tools->len);
}

static void
run_checks (GArray *tools, const char *what, gsize offset, gboolean report)
{
  g_autofree double *times = g_new (double, tools->len);

  for (guint i = 0; i < tools->len; i++)
    {
      const Tool  *tool = &g_array_index (tools, Tool, i);
      McpJsonValue value = *(const McpJsonValue *)((const char *)tool + offset);
      g_autoptr (McpSchema) schema = mcp_schema_new (tool->schema);
      gint64 start;

      mcp_schema_test (schema, value, MCP_SCHEMA_PLAIN, NULL);
      start = g_get_monotonic_time ();
      for (guint round = 0; round < CHECK_ROUNDS; round++)
        if (report)
          mcp_schema_report_unref (mcp_schema_validate (schema, value, MCP_SCHEMA_PLAIN, NULL));
        else
          mcp_schema_test (schema, value, MCP_SCHEMA_PLAIN, NULL);
      times[i] = get_microseconds (start, CHECK_ROUNDS);
    }
  print_figures (what, times, tools->len);
}

/* @script: (array zero-terminated=1). Returns: µs for compiling and checking all once; 0 where ajv
 * is not there */
static double
run_ajv (const char *folder)
{
  const char      *tools = g_getenv ("SPYGLASS_TOOLS");
  g_autofree char *default_tools = g_build_filename (g_get_user_cache_dir (), "spyglass", "tools", NULL);
  g_autofree char *node = NULL;
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;
  const char *total;
  const char *argv[] = { NULL, BENCH_SCHEMA_AJV, NULL, folder, NULL };
  int         status;

  if (tools == NULL)
    tools = default_tools;
  node = g_build_filename (tools, "node_modules", "node", "bin", "node", NULL);
  argv[0] = node;
  argv[2] = tools;
  if (!g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status,
                     &error) ||
      !g_spawn_check_wait_status (status, &error))
    {
      printf ("ajv        is left out: %s\n", error->message);
      return 0;
    }
  fputs (output, stdout);
  total = strstr (output, "total ");
  return total != NULL ? g_ascii_strtod (total + strlen ("total "), NULL) : 0;
}

int
main (int argc, char **argv)
{
  const char      *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *folder = g_build_filename (shared != NULL ? shared : "../shared/data", "tools-corpus", NULL);
  g_autofree char *probe = g_build_filename (folder, "_sample-arguments.json", NULL);
  g_autoptr (GArray) tools = NULL;
  double ours, theirs;

  if (!g_file_test (probe, G_FILE_TEST_EXISTS))
    {
      printf ("left out: %s is not there\n", folder);
      return 0;
    }
  documents = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_json_document_unref);
  tools = load_tools (folder);
  printf ("%u tools, JSON already read\n", tools->len);
  ours = run_once (tools);
  run_index (tools);
  run_checks (tools, "test, all fields", G_STRUCT_OFFSET (Tool, full), FALSE);
  run_checks (tools, "test, required fields", G_STRUCT_OFFSET (Tool, least), FALSE);
  run_checks (tools, "report, all fields", G_STRUCT_OFFSET (Tool, full), TRUE);
  run_checks (tools, "report, wrong value", G_STRUCT_OFFSET (Tool, schema), TRUE);
  theirs = run_ajv (folder);
  printf ("mcp/schema %-22s %.1f ms\n", "index and test all once", ours / 1000);
  if (theirs > 0)
    {
      printf ("ajv        %-22s %.1f ms\n", "compile and test all once", theirs / 1000);
      printf ("mcp/schema is %.0f times faster\n", theirs / ours);
    }
  g_clear_pointer (&documents, g_ptr_array_unref);
  return 0;
}
