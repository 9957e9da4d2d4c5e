/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "app-cli-arguments.h"
#include "app-cli-print.h"
#include "mcp-finding.h"
#include "mcp-json-writer.h"
#include "mcp-schema.h"

/* A person waits for it, and asked for just this. */
#define MAX_MILLISECONDS 10000
#define MAX_STEPS 500000000

typedef struct
{
  const char      *name; /* for messages */
  McpJsonDocument *document;
} Input;

static void
input_clear (Input *self)
{
  g_clear_pointer (&self->document, mcp_json_document_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Input, input_clear)

static gboolean
input_read (Input *self, const char *file, GError **error)
{
  g_autofree char *data = NULL;
  g_autoptr (GBytes) bytes = NULL;
  McpJsonPlace place = { 0 };
  gsize        length = 0;

  self->name = g_str_equal (file, "-") ? "stdin" : file;
  if (g_str_equal (file, "-"))
    data = app_cli_read_standard_input (&length, error);
  else if (!g_file_get_contents (file, &data, &length, error))
    return FALSE;
  if (data == NULL)
    return FALSE;
  bytes = g_bytes_new_take (g_steal_pointer (&data), length);
  self->document = mcp_json_document_parse (bytes, NULL, &place, error);
  if (self->document == NULL && place.reason != NULL)
    {
      g_clear_error (error);
      g_set_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_SYNTAX, "%s:%u:%u: %s", self->name,
                   place.line, place.column, place.reason);
    }
  return self->document != NULL;
}

/* "name:line:column", which counts characters. */
static char *
dup_place (const Input *input, McpJsonValue value)
{
  const char *p = g_bytes_get_data (mcp_json_document_get_bytes (input->document), NULL);
  const char *end = p + mcp_json_value_get_start (value);
  guint       line = 1;
  guint       column = 1;

  for (; p < end; p++)
    if (*p == '\n')
      {
        line++;
        column = 1;
      }
    else if ((*p & 0xC0) != 0x80)
      column++;
  return g_strdup_printf ("%s:%u:%u", input->name, line, column);
}

static void
print_error (const Input *input, const McpSchemaError *error, guint indent)
{
  GPtrArray       *causes = mcp_schema_error_get_causes (error);
  g_autofree char *place = dup_place (input, mcp_schema_error_get_instance (error));
  g_autofree char *pointer = app_cli_line (mcp_schema_error_get_instance_pointer (error));
  g_autofree char *text = app_cli_line (mcp_schema_error_get_text (error));
  g_autofree char *schema = app_cli_line (mcp_schema_error_get_schema_pointer (error));

  app_cli_print ("%*s%s: %s%s%s  [%s]\n", (int)indent, "", place, pointer,
                 *pointer != '\0' ? ": " : "", text, schema);
  /* What is wrong with the branch that comes closest */
  for (guint i = 0; causes != NULL && i < causes->len; i++)
    if (mcp_schema_error_get_branch (causes->pdata[i]) ==
        mcp_schema_error_get_branch (causes->pdata[0]))
      print_error (input, causes->pdata[i], indent + 2);
}

static void
print_report (const Input *input, McpSchemaReport *report)
{
  GPtrArray *errors = mcp_schema_report_get_errors (report);

  for (guint i = 0; i < errors->len; i++)
    print_error (input, errors->pdata[i], 0);
  if (mcp_schema_report_has_more (report))
    app_cli_print ("%s\n", _ ("There are more."));
}

static void
print_findings (const AppCliInvocation *invocation, const Input *input, GPtrArray *findings)
{
  for (guint i = 0; findings != NULL && i < findings->len && !invocation->quiet; i++)
    {
      const char      *pointer = mcp_finding_get_pointer (findings->pdata[i]);
      g_autofree char *where = app_cli_line (pointer != NULL ? pointer : "");
      g_autofree char *text = app_cli_line (mcp_finding_get_text (findings->pdata[i]));

      fprintf (stderr, "%s: %s: %s\n", input->name, where, text);
    }
}

static void
write_findings (McpJsonWriter *writer, GPtrArray *findings)
{
  mcp_json_writer_name (writer, "findings");
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < findings->len; i++)
    {
      mcp_json_writer_begin_object (writer);
      mcp_json_writer_member_string (writer, "code", mcp_finding_get_code (findings->pdata[i]));
      mcp_json_writer_member_string (writer, "schema",
                                     mcp_finding_get_pointer (findings->pdata[i]));
      mcp_json_writer_member_string (writer, "message", mcp_finding_get_text (findings->pdata[i]));
      mcp_json_writer_end_object (writer);
    }
  mcp_json_writer_end_array (writer);
}

/* The report's members; "formats", where only formats do not fit; "findings" about the schema. */
static void
print_json (McpSchemaReport *report, McpSchemaReport *formats, GPtrArray *findings)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = mcp_schema_report_dup_json (report);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  g_autofree char *formats_text = NULL;
  g_autoptr (McpJsonDocument) formats_document = NULL;
  g_autofree char *line = NULL;
  McpJsonValue     name, value;
  McpJsonIter      iter;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, value);
    }
  if (formats != NULL)
    {
      formats_text = mcp_schema_report_dup_json (formats);
      formats_document = mcp_json_document_parse_text (formats_text, -1, NULL);
      mcp_json_writer_member_value (
          writer, "formats",
          mcp_json_value_get_member (mcp_json_document_get_root (formats_document), "errors"));
    }
  if (findings != NULL)
    write_findings (writer, findings);
  mcp_json_writer_end_object (writer);
  line = mcp_json_writer_finish_text (writer);
  app_cli_print_bytes (line, strlen (line));
  app_cli_print ("\n");
}

static AppCliStatus
end (const AppCliInvocation *invocation, McpSchemaReport *report)
{
  g_autoptr (GError) error = NULL;

  switch (mcp_schema_report_get_outcome (report))
    {
    case MCP_SCHEMA_VALID:
      return APP_CLI_DONE;
    case MCP_SCHEMA_INVALID:
      return APP_CLI_TOOL_ERROR;
    case MCP_SCHEMA_INCOMPLETE:
    default:
      if (invocation->json)
        return APP_CLI_REFUSED;
      /* Translators: %s is a sentence with the reason */
      g_set_error (&error, MCP_JSON_ERROR, MCP_JSON_ERROR_SYNTAX,
                   _ ("It cannot be said whether the value fits. %s"),
                   mcp_schema_report_get_reason_text (report));
      return app_cli_fail (invocation, error);
    }
}

AppCliStatus
app_cli_validate (const AppCliInvocation *invocation)
{
  McpSchemaBudget budget = MCP_SCHEMA_BUDGET_INIT;
  char          **files = invocation->arguments;
  g_auto (Input) schema_input = { 0 };
  g_auto (Input) input = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (McpSchema) schema = NULL;
  g_autoptr (McpSchemaReport) report = NULL;
  g_autoptr (McpSchemaReport) formats = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  McpJsonValue value;

  if (g_strv_length (files) != 2)
    return app_cli_fail_usage (invocation, _ ("“validate” takes a schema and a value."));
  if (g_str_equal (files[0], "-") && g_str_equal (files[1], "-"))
    return app_cli_fail_usage (invocation, _ ("Only one of the two can be standard input."));
  if (!input_read (&schema_input, files[0], &error) || !input_read (&input, files[1], &error))
    return app_cli_fail (invocation, error);

  budget.max_milliseconds = MAX_MILLISECONDS;
  budget.max_steps = MAX_STEPS;
  value = mcp_json_document_get_root (input.document);
  schema = mcp_schema_new (mcp_json_document_get_root (schema_input.document));
  findings = mcp_schema_check (schema);
  report = mcp_schema_validate (schema, value, MCP_SCHEMA_PLAIN, &budget);
  /* A format is an annotation; a person wants to know all the same. */
  if (mcp_schema_report_get_outcome (report) == MCP_SCHEMA_VALID &&
      mcp_schema_test (schema, value, MCP_SCHEMA_ASSERT_FORMATS, &budget) == MCP_SCHEMA_INVALID)
    formats = mcp_schema_validate (schema, value, MCP_SCHEMA_ASSERT_FORMATS, &budget);

  if (invocation->json)
    {
      print_json (report, formats, findings);
      return end (invocation, report);
    }
  print_findings (invocation, &schema_input, findings);
  print_report (&input, report);
  if (mcp_schema_report_get_outcome (report) == MCP_SCHEMA_VALID && !invocation->quiet)
    /* Translators: %s are names of files */
    app_cli_print (_ ("%s fits %s.\n"), input.name, schema_input.name);
  if (formats != NULL && !invocation->quiet)
    {
      app_cli_print ("%s\n", _ ("Formats, which are only hints, do not hold:"));
      print_report (&input, formats);
    }
  return end (invocation, report);
}
