/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The commands that take documents and no server: reading JSON, and holding it against a schema. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-json-literal.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "mcp-schema.h"

/* A document with more is told how many. */
#define MAX_FINDINGS 100
/* Of what was found, enough to know it by. */
#define FINDING_CHARACTERS 60
/* A person waits for a validation, and asked for just this. */
#define MAX_MILLISECONDS 10000
#define MAX_STEPS 500000000

typedef struct
{
  const char      *name; /* for messages */
  McpJsonDocument *document;
  /* The place that was asked for last: those that come in order cost one walk. */
  gsize offset;
  guint line;
  guint column;
} Input;

static void
input_clear (Input *self)
{
  g_clear_pointer (&self->document, mcp_json_document_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Input, input_clear)

/* @literal: (out) (optional): whether it is a JavaScript literal, which then is taken for JSON */
static gboolean
input_read (Input *self, const char *file, gboolean *literal, GError **error)
{
  McpJsonPlace place = { 0 };
  gsize        length = 0;

  self->name = g_str_equal (file, "-") ? "stdin" : file;
  g_autofree char *data = app_cli_input_read (file, MCP_JSON_MAX_BYTES, &length, error);
  if (data == NULL)
    return FALSE;
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&data), length);
  self->document = mcp_json_document_parse (bytes, NULL, &place, error);
  if (self->document == NULL && literal != NULL)
    {
      g_autofree char *json =
          app_json_literal_dup_json (g_bytes_get_data (bytes, NULL), (gssize)length);

      *literal = json != NULL;
      if (*literal)
        {
          g_clear_error (error);
          self->document = mcp_json_document_parse_text (json, -1, error);
        }
    }
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
input_dup_place (Input *self, gsize offset)
{
  const char *data = g_bytes_get_data (mcp_json_document_get_bytes (self->document), NULL);

  if (offset < self->offset || self->line == 0)
    {
      self->offset = 0;
      self->line = 1;
      self->column = 1;
    }
  for (; self->offset < offset; self->offset++)
    if (data[self->offset] == '\n')
      {
        self->line++;
        self->column = 1;
      }
    else if ((data[self->offset] & 0xC0) != 0x80)
      self->column++;
  return g_strdup_printf ("%s:%u:%u", self->name, self->line, self->column);
}

static const char *
explain (McpJsonFindingKind kind)
{
  switch (kind)
    {
    case MCP_JSON_FINDING_DUPLICATE_MEMBER:
      return _ ("duplicate member; most programs use the last one");
    case MCP_JSON_FINDING_LONE_SURROGATE:
      return _ ("half a surrogate pair, which is no character");
    case MCP_JSON_FINDING_INEXACT_NUMBER:
      return _ ("programs that use doubles read another number");
    case MCP_JSON_FINDING_NUL_CHARACTER:
      return _ ("a NUL character, where C programs cut the string");
    case MCP_JSON_FINDING_BYTE_ORDER_MARK:
      return _ ("a byte order mark, which JSON does not allow");
    default:
      return "";
    }
}

static void
note_findings (const AppCliInvocation *invocation, Input *input)
{
  g_autoptr (GArray) findings = mcp_json_document_find (input->document, MAX_FINDINGS);
  const char *data = g_bytes_get_data (mcp_json_document_get_bytes (input->document), NULL);

  for (guint i = 0; i < findings->len; i++)
    {
      const McpJsonFinding *finding = &g_array_index (findings, McpJsonFinding, i);
      g_autofree char      *text = g_strndup (data + finding->start, finding->length);
      g_autofree char      *line = app_visible_text_line (text, FINDING_CHARACTERS);
      g_autofree char      *place = input_dup_place (input, finding->start);

      app_cli_note (invocation, "%s: %s: %s", place, explain (finding->kind), line);
    }
}

AppCliStatus
app_cli_json (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  const char             *file = invocation->arguments[0];
  g_auto (Input) input = { 0 };

  if (!input_read (&input, file != NULL ? file : "-", NULL, error))
    return APP_CLI_REFUSED;
  note_findings (invocation, &input);
  McpJsonValue root = mcp_json_document_get_root (input.document);
  if (invocation->output.as_json)
    app_cli_print_value (invocation, root);
  else
    app_cli_print_json (mcp_json_value_print_pretty (root, 2));
  return APP_CLI_DONE;
}

/* A schema */

static void
print_error (Input *input, const McpSchemaError *error, guint indent)
{
  GPtrArray       *causes = error->causes;
  g_autofree char *place = input_dup_place (
      input, mcp_json_value_get_start (error->instance.value));
  g_autofree char *pointer = app_cli_line (error->instance_pointer);
  g_autofree char *text = app_cli_line (error->text);
  g_autofree char *schema = app_cli_line (error->schema_pointer);

  app_cli_print ("%*s%s: %s%s%s  [%s]\n", (int)indent, "", place, pointer,
                 *pointer != '\0' ? ": " : "", text, schema);
  /* What is wrong with the branch that comes closest */
  for (guint i = 0; causes != NULL && i < causes->len; i++)
    if (((const McpSchemaError *)causes->pdata[i])->branch ==
        ((const McpSchemaError *)causes->pdata[0])->branch)
      print_error (input, causes->pdata[i], indent + 2);
}

static void
print_report (Input *input, McpSchemaReport *report)
{
  GPtrArray *errors = report->errors;

  for (guint i = 0; i < errors->len; i++)
    print_error (input, errors->pdata[i], 0);
  if (report->has_more)
    app_cli_print ("%s\n", _ ("There are more errors."));
}

static void
write_findings (McpJsonWriter *writer, GPtrArray *findings)
{
  mcp_json_writer_add (writer, "'findings': [");
  for (guint i = 0; i < findings->len; i++)
    {
      mcp_json_writer_add (writer, "{'code': %s, 'schema': %s, 'message': %s}",
                           mcp_finding_get_code (findings->pdata[i]),
                           mcp_finding_get_pointer (findings->pdata[i]),
                           mcp_finding_get_text (findings->pdata[i]));
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

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&each);)
    {
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
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
  app_cli_print_json (mcp_json_writer_finish_text (writer));
}

/* What such a schema says of a value is nothing that a script could rely on. */
static gboolean
breaks_metaschema (GPtrArray *findings)
{
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const char *code = mcp_finding_get_code (findings->pdata[i]);

      if (g_str_equal (code, "schema-metaschema") || g_str_equal (code, "schema-not-a-schema"))
        return TRUE;
    }
  return FALSE;
}

static void
print_text (const AppCliInvocation *invocation,
            Input                  *input,
            Input                  *schema,
            McpSchemaReport        *report,
            McpSchemaReport        *formats,
            GPtrArray              *findings)
{
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const char *pointer = mcp_finding_get_pointer (findings->pdata[i]);

      app_cli_note (invocation, "%s: %s: %s", schema->name, pointer != NULL ? pointer : "",
                    mcp_finding_get_text (findings->pdata[i]));
    }
  print_report (input, report);
  if (report->outcome == MCP_SCHEMA_VALID && !invocation->output.quiet &&
      !breaks_metaschema (findings))
    /* Translators: %s are names of files */
    app_cli_print (_ ("%s is valid against %s.\n"), input->name, schema->name);
  if (formats != NULL && !invocation->output.quiet)
    {
      app_cli_print ("%s\n", _ ("Formats that do not match (annotations only):"));
      print_report (input, formats);
    }
}

AppCliStatus
app_cli_validate (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  char                  **files = invocation->arguments;
  McpSchemaBudget         budget = MCP_SCHEMA_BUDGET_INIT;
  g_auto (Input) schema_input = { 0 };
  g_auto (Input) input = { 0 };
  g_autoptr (McpSchema) schema = NULL;
  g_autoptr (McpSchemaReport) report = NULL;
  g_autoptr (McpSchemaReport) formats = NULL;
  McpSchemaOutcome outcome;
  gboolean         literal = FALSE;

  if (g_str_equal (files[0], "-") && g_str_equal (files[1], "-"))
    return app_cli_fail_usage (invocation, _ ("Only one of the two can be standard input."));
  if (!input_read (&schema_input, files[0], &literal, error) ||
      !input_read (&input, files[1], NULL, error))
    return APP_CLI_REFUSED;
  if (literal)
    app_cli_note (invocation,
                  /* Translators: %s is a file */
                  _ ("%s is not JSON but a JavaScript literal, and is read as such."),
                  schema_input.name);

  budget.max_milliseconds = MAX_MILLISECONDS;
  budget.max_steps = MAX_STEPS;
  McpJsonValue value = mcp_json_document_get_root (input.document);
  schema = mcp_schema_new (mcp_json_document_get_root (schema_input.document));
  g_autoptr (GPtrArray) findings = mcp_schema_check (schema);
  report = mcp_schema_validate (schema, value, MCP_SCHEMA_PLAIN, &budget);
  outcome = report->outcome;
  /* A format is an annotation; a person wants to know all the same. */
  if (outcome == MCP_SCHEMA_VALID &&
      mcp_schema_test (schema, value, MCP_SCHEMA_ASSERT_FORMATS, &budget) == MCP_SCHEMA_INVALID)
    formats = mcp_schema_validate (schema, value, MCP_SCHEMA_ASSERT_FORMATS, &budget);

  if (invocation->output.as_json)
    print_json (report, formats, findings);
  else
    print_text (invocation, &input, &schema_input, report, formats, findings);
  if (breaks_metaschema (findings))
    {
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   /* Translators: %s is a file */
                   _ ("%s is not a valid JSON Schema, so the value cannot be validated."),
                   schema_input.name);
      return APP_CLI_REFUSED;
    }
  if (outcome == MCP_SCHEMA_VALID)
    return APP_CLI_DONE;
  if (outcome == MCP_SCHEMA_INVALID)
    return APP_CLI_TOOL_ERROR;
  if (!invocation->output.as_json)
    /* Translators: %s is a sentence with the reason */
    g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                 _ ("Validation is incomplete. %s"),
                 report->reason_text);
  return APP_CLI_REFUSED;
}
