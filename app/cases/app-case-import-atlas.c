/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-import-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-case-csv.h"
#include "app-case-suite.h"
#include "app-error.h"
#include "mcp-json-writer.h"

/* Tools of a task that the model is told of. */
#define MAX_TOOLS 10000u

typedef struct
{
  AppCaseCsv    *csv;
  McpJsonWriter *writer;
  GPtrArray     *notes;
  int            task;
  int            prompt;
  int            tools;
  int            claims;
  GHashTable    *ids;
  guint          n_cases;
  guint          n_claims; /* cases with claims */
  guint          n_empty;  /* tasks that say nothing */
  guint          n_tools;
} Reading;

/* Tools */

/* A server has no such character in its name there; two are called otherwise in older files. */
static char *
dup_own_name (const char *name)
{
  static const char *const aliases[][2] = { { "brave", "brave-search" },
                                            { "MongoDB", "mongodb" } };
  const char              *line = strchr (name, '_');
  g_autofree char         *server = line != NULL ? g_strndup (name, (gsize)(line - name)) : NULL;

  if (server == NULL || *server == '\0')
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (g_str_equal (server, aliases[i][0]))
      return g_strconcat (aliases[i][1], "__", line + 1, NULL);
  return g_strconcat (server, "__", line + 1, NULL);
}

/* As one server in front of all of them calls it, and as we call a tool of one of several. */
static void
write_tool (Reading *reading, const char *name)
{
  g_autofree char *own = dup_own_name (name);

  mcp_json_writer_string (reading->writer, name);
  if (own != NULL)
    mcp_json_writer_string (reading->writer, own);
  reading->n_tools++;
}

/* Names, or objects with a "name". */
static void
write_list (Reading *reading, McpJsonValue list)
{
  McpJsonIter  iter;
  McpJsonValue item;

  mcp_json_iter_init (&iter, list);
  for (guint i = 0; i < MAX_TOOLS && mcp_json_iter_next (&iter, NULL, &item); i++)
    {
      g_autofree char *name = mcp_json_value_dup_string (item, NULL);

      if (name == NULL)
        name = mcp_json_value_dup_member_string (item, "name");
      if (name != NULL && *name != '\0')
        write_tool (reading, name);
    }
}

/* With commas between them; some are written as Python has lists. */
static void
write_names (Reading *reading, const char *text)
{
  g_auto (GStrv) names = g_strsplit (text, ",", MAX_TOOLS);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      char            *start = names[i] + strspn (names[i], " \t\r\n['\"");

      name = g_strdup (start);
      name[strcspn (name, " \t\r\n]'\"")] = '\0';
      if (*name != '\0')
        write_tool (reading, name);
    }
}

static void
write_tools (Reading *reading)
{
  const char *text = app_case_csv_get (reading->csv, reading->tools);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  McpJsonValue list =
      document != NULL ? mcp_json_document_get_root (document) : MCP_JSON_NO_VALUE;

  if (text[strspn (text, " \t\r\n")] == '\0')
    return;
  mcp_json_writer_add (reading->writer, "'tools': {'allow': [");
  if (mcp_json_value_get_kind (list) == MCP_JSON_ARRAY)
    write_list (reading, list);
  else
    write_names (reading, text);
  mcp_json_writer_add (reading->writer, "]}");
}

/* Tasks */

static void
write_case (Reading *reading)
{
  const char      *task = app_case_csv_get (reading->csv, reading->task);
  const char      *prompt = app_case_csv_get (reading->csv, reading->prompt);
  const char      *claims = app_case_csv_get (reading->csv, reading->claims);
  g_autofree char *id = NULL;

  if (prompt[strspn (prompt, " \t\r\n")] == '\0')
    {
      reading->n_empty++;
      return;
    }
  id = app_case_import_make_id (reading->ids, *task != '\0' ? task : "task");
  mcp_json_writer_add (reading->writer, "{'id': %s, 'prompt': %s, 'note': ?%s,", id, prompt,
                       *claims != '\0' ? claims : NULL);
  write_tools (reading);
  mcp_json_writer_end_object (reading->writer);
  reading->n_cases++;
  reading->n_claims += *claims != '\0';
}

static void
add_notes (Reading *reading)
{
  if (reading->n_claims > 0)
    g_ptr_array_add (reading->notes,
                     g_strdup (_ ("MCP-Atlas’s claims are kept as notes. Scoring them takes a "
                                  "judge, so nothing is checked against them.")));
  if (reading->n_tools > 0)
    g_ptr_array_add (reading->notes,
                     g_strdup (_ ("Tools are named after their servers: keep the servers under "
                                  "the names that MCP-Atlas has for them.")));
  if (reading->n_empty > 0)
    g_ptr_array_add (reading->notes,
                     g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                   "%u task without a prompt was left out.",
                                                   "%u tasks without a prompt were left out.",
                                                   reading->n_empty),
                                      reading->n_empty));
}

gboolean
app_case_import_is_atlas (GBytes *text)
{
  g_autoptr (AppCaseCsv) csv = app_case_csv_new (text);

  return app_case_csv_next (csv, NULL) && app_case_csv_find (csv, "PROMPT") >= 0 &&
         app_case_csv_find (csv, "ENABLED_TOOLS") >= 0;
}

GBytes *
app_case_import_atlas (GBytes *text, GPtrArray *notes, GError **error)
{
  g_autoptr (AppCaseCsv) csv = app_case_csv_new (text);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GError) failed = NULL;
  Reading reading = { .csv = csv, .writer = writer, .notes = notes, .ids = ids };

  if (!app_case_csv_next (csv, error))
    return NULL;
  reading.task = app_case_csv_find (csv, "TASK");
  reading.prompt = app_case_csv_find (csv, "PROMPT");
  reading.tools = app_case_csv_find (csv, "ENABLED_TOOLS");
  reading.claims = app_case_csv_find (csv, "GTFA_CLAIMS");
  mcp_json_writer_add (writer, "{'title': %s, 'cases': [", "MCP-Atlas");
  while (reading.n_cases < APP_CASE_SUITE_MAX_CASES && app_case_csv_next (csv, &failed))
    write_case (&reading);
  mcp_json_writer_add (writer, "]}");
  if (failed != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failed));
      return NULL;
    }
  add_notes (&reading);
  if (reading.n_cases > 0)
    return mcp_json_writer_finish (writer);
  g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       _ ("None of its cases has a prompt."));
  return NULL;
}
