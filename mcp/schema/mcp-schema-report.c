/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-report.h"

#include "mcp-json-writer.h"
#include "mcp-schema-run.h"

/* Of what the schema says, in a reason. */
#define QUOTED_BYTES 200

struct _McpSchemaReport
{
  gatomicrefcount  ref_count;
  McpSchemaOutcome outcome;
  McpSchemaReason  reason;
  char            *reason_text; /* (nullable) */
  GPtrArray       *errors;
  gboolean         has_more;
  guint            n_more;
  guint64          steps;
};

void
mcp_schema_report_unref (McpSchemaReport *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->errors);
  g_free (self->reason_text);
  g_free (self);
}

static char *
dup_reason (const McpSchemaRun *run)
{
  g_autofree char *evidence = mcp_json_value_dup_string_prefix (run->evidence, QUOTED_BYTES, NULL);
  const char      *quoted = evidence != NULL ? evidence : "";

  switch (run->reason)
    {
    case MCP_SCHEMA_REASON_DEPTH:
      return g_strdup_printf ("Schema and value nest deeper than %u levels.",
                              run->budget.max_depth);
    case MCP_SCHEMA_REASON_STEPS:
      return g_strdup_printf ("It would take more than %" G_GUINT64_FORMAT " steps.",
                              run->budget.max_steps);
    case MCP_SCHEMA_REASON_TIME:
      return g_strdup_printf ("It would take more than %u ms.", run->budget.max_milliseconds);
    case MCP_SCHEMA_REASON_CYCLE:
      return g_strdup ("The schema refers to itself without end.");
    case MCP_SCHEMA_REASON_REFERENCE:
      return g_strdup_printf (
          "The reference “%s” leads nowhere in this schema; nothing is fetched.", quoted);
    case MCP_SCHEMA_REASON_DIALECT:
      return g_strdup_printf ("The dialect “%s” is not spoken here.", quoted);
    case MCP_SCHEMA_REASON_PATTERN:
      return g_strdup_printf ("The pattern “%s” cannot be used, or takes too long.", quoted);
    case MCP_SCHEMA_REASON_NUMBER:
      return g_strdup ("A number is too large for “multipleOf”.");
    case MCP_SCHEMA_REASON_SIZE:
      return g_strdup_printf ("The schema has more than %u parts.", MCP_SCHEMA_MAX_NODES);
    case MCP_SCHEMA_REASON_NONE:
    default:
      return NULL;
    }
}

McpSchemaReport *
mcp_schema_report_new (const McpSchemaRun *run, McpSchemaTruth truth, GPtrArray *errors)
{
  McpSchemaReport *self = g_new0 (McpSchemaReport, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->outcome = truth == MCP_SCHEMA_YES  ? MCP_SCHEMA_VALID
                  : truth == MCP_SCHEMA_NO ? MCP_SCHEMA_INVALID
                                           : MCP_SCHEMA_INCOMPLETE;
  /* A doubt that the answer does not hang on is none. */
  if (truth == MCP_SCHEMA_MAYBE || run->stopped)
    {
      self->reason = run->reason;
      self->reason_text = dup_reason (run);
    }
  self->errors = errors != NULL
                     ? errors
                     : g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_schema_error_unref);
  self->has_more = run->has_more;
  self->n_more = run->n_more;
  self->steps = run->steps;
  return self;
}

McpSchemaOutcome
mcp_schema_report_get_outcome (const McpSchemaReport *self)
{
  return self->outcome;
}

McpSchemaReason
mcp_schema_report_get_reason (const McpSchemaReport *self)
{
  return self->reason;
}

const char *
mcp_schema_report_get_reason_text (const McpSchemaReport *self)
{
  return self->reason_text;
}

GPtrArray *
mcp_schema_report_get_errors (const McpSchemaReport *self)
{
  return self->errors;
}

guint
mcp_schema_report_get_n_errors (const McpSchemaReport *self)
{
  return self->errors->len + self->n_more;
}

gboolean
mcp_schema_report_has_more (const McpSchemaReport *self)
{
  return self->has_more;
}

guint64
mcp_schema_report_get_steps (const McpSchemaReport *self)
{
  return self->steps;
}

/* Causes are as deep as the schema was evaluated, which the budget bounds. */
static void
write_errors (McpJsonWriter *writer, GPtrArray *errors)
{
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < errors->len; i++)
    {
      const McpSchemaError *error = errors->pdata[i];
      McpSchemaKeyword      known = mcp_schema_error_get_keyword (error);
      const char           *keyword = mcp_schema_keyword_get_name (known);
      g_autofree char      *params = mcp_schema_error_dup_params (error);

      mcp_json_writer_add (writer,
                           "{'instance': %s, 'schema': %s, 'location': ?%s, 'keyword': %s,"
                           " 'params': %r, 'message': %s, 'branch': ?%i",
                           mcp_schema_error_get_instance_pointer (error),
                           mcp_schema_error_get_schema_pointer (error),
                           mcp_schema_error_get_location (error),
                           *keyword != '\0' ? keyword : "false", params,
                           mcp_schema_error_get_text (error), mcp_schema_error_get_branch (error));
      if (mcp_schema_error_get_causes (error) != NULL)
        {
          mcp_json_writer_name (writer, "causes");
          write_errors (writer, mcp_schema_error_get_causes (error));
        }
      mcp_json_writer_end_object (writer);
    }
  mcp_json_writer_end_array (writer);
}

char *
mcp_schema_report_dup_json (const McpSchemaReport *self)
{
  static const char *const outcomes[] = { "invalid", "incomplete", "valid" };
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'outcome': %s, 'reason': ?%s, 'errors': ", outcomes[self->outcome],
                       self->reason_text);
  write_errors (writer, self->errors);
  mcp_json_writer_add (writer, ", 'more': ?%b}", self->has_more);
  return mcp_json_writer_finish_text (writer);
}
