/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Keywords about any value, numbers and strings. */

#include "mcp-schema-run.h"

#include "mcp-schema.h"
#include "mcp-schema-format-rules.h"
#include "mcp-schema-number.h"

static McpSchemaTruth
run_type (McpSchemaRun *self, const McpSchemaCase *item)
{
  static const guint types[] = {
    [MCP_JSON_NULL] = MCP_SCHEMA_TYPE_NULL,
    [MCP_JSON_BOOLEAN] = MCP_SCHEMA_TYPE_BOOLEAN,
    [MCP_JSON_NUMBER] = MCP_SCHEMA_TYPE_NUMBER,
    [MCP_JSON_STRING] = MCP_SCHEMA_TYPE_STRING,
    [MCP_JSON_ARRAY] = MCP_SCHEMA_TYPE_ARRAY,
    [MCP_JSON_OBJECT] = MCP_SCHEMA_TYPE_OBJECT,
  };
  McpJsonKind kind = mcp_json_value_get_kind (item->instance);

  if (item->op->types & types[kind])
    return MCP_SCHEMA_YES;
  if (kind == MCP_JSON_NUMBER && (item->op->types & MCP_SCHEMA_TYPE_INTEGER) != 0 &&
      mcp_schema_number_is_integer (item->instance))
    return MCP_SCHEMA_YES;
  return mcp_schema_run_fail (self, item, NULL);
}

static McpSchemaTruth
run_enum (McpSchemaRun *self, const McpSchemaCase *item)
{
  const McpSchemaChoice *choice =
      &g_array_index (self->schema->choices, McpSchemaChoice, item->op->child);

  if (mcp_json_value_get_kind (item->instance) == MCP_JSON_STRING)
    {
      if (mcp_schema_names_find (&choice->names, item->instance) != NULL)
        return MCP_SCHEMA_YES;
      return mcp_schema_run_fail (self, item, NULL);
    }
  if (choice->all_names)
    return mcp_schema_run_fail (self, item, NULL);
  for (McpJsonWalk each =
           mcp_json_walk (mcp_schema_op_get_value (self->schema, item->node, item->op));
       mcp_json_walk_next (&each);)
    {
      if (!mcp_schema_run_spend (self, 1 + mcp_json_value_get_length (each.value) / 32))
        return MCP_SCHEMA_MAYBE;
      if (mcp_json_value_equal (each.value, item->instance))
        return MCP_SCHEMA_YES;
    }
  return mcp_schema_run_fail (self, item, NULL);
}

static McpSchemaTruth
run_const (McpSchemaRun *self, const McpSchemaCase *item)
{
  McpJsonValue value = mcp_schema_op_get_value (self->schema, item->node, item->op);

  if (mcp_json_value_get_kind (value) == mcp_json_value_get_kind (item->instance) &&
      mcp_json_value_equal (value, item->instance))
    return MCP_SCHEMA_YES;
  return mcp_schema_run_fail (self, item, NULL);
}

static McpSchemaTruth
run_number (McpSchemaRun *self, const McpSchemaCase *item)
{
  McpJsonValue   limit = mcp_schema_op_get_value (self->schema, item->node, item->op);
  McpSchemaTruth truth;
  int            order;

  if (item->op->keyword == MCP_SCHEMA_MULTIPLE_OF)
    {
      truth = mcp_schema_number_is_multiple (item->instance, limit);
      if (truth == MCP_SCHEMA_MAYBE)
        return mcp_schema_run_doubt (self, MCP_SCHEMA_REASON_NUMBER, limit);
    }
  else
    {
      order = mcp_schema_number_compare (item->instance, limit);
      truth = mcp_schema_truth_from (
          (order == 0 && (item->op->keyword == MCP_SCHEMA_MINIMUM ||
                          item->op->keyword == MCP_SCHEMA_MAXIMUM)) ||
          (order > 0 && (item->op->keyword == MCP_SCHEMA_MINIMUM ||
                         item->op->keyword == MCP_SCHEMA_EXCLUSIVE_MINIMUM)) ||
          (order < 0 && (item->op->keyword == MCP_SCHEMA_MAXIMUM ||
                         item->op->keyword == MCP_SCHEMA_EXCLUSIVE_MAXIMUM)));
    }
  return truth == MCP_SCHEMA_YES ? truth : mcp_schema_run_fail (self, item, NULL);
}

static McpSchemaTruth
run_length (McpSchemaRun *self, const McpSchemaCase *item)
{
  McpSchemaFault fault = { .count = mcp_json_value_count_characters (item->instance) };

  if (item->op->keyword == MCP_SCHEMA_MAX_LENGTH ? fault.count <= item->op->child
                                                 : fault.count >= item->op->child)
    return MCP_SCHEMA_YES;
  return mcp_schema_run_fail (self, item, &fault);
}

static McpSchemaTruth
run_pattern (McpSchemaRun *self, const McpSchemaCase *item)
{
  McpSchemaPattern *pattern = self->schema->patterns->pdata[item->op->child];
  g_autofree char  *owned = NULL;
  gsize             length;
  const char       *text = mcp_schema_peek_string (item->instance, &length, &owned);
  McpSchemaTruth    truth;

  if (!mcp_schema_run_spend (self, 20 + length / 32))
    return MCP_SCHEMA_MAYBE;
  truth = mcp_schema_pattern_matches (pattern, text, length, mcp_schema_run_get_deadline (self));
  if (truth == MCP_SCHEMA_MAYBE)
    return mcp_schema_run_doubt (self, MCP_SCHEMA_REASON_PATTERN,
                                 mcp_schema_op_get_value (self->schema, item->node, item->op));
  return truth == MCP_SCHEMA_YES ? truth : mcp_schema_run_fail (self, item, NULL);
}

static McpSchemaTruth
run_format (McpSchemaRun *self, const McpSchemaCase *item)
{
  g_autofree char *owned = NULL;
  gsize            length;

  if ((item->op->types & MCP_SCHEMA_OP_ALWAYS) == 0 &&
      (self->flags & MCP_SCHEMA_ASSERT_FORMATS) == 0)
    return MCP_SCHEMA_YES;
  const char *text = mcp_schema_peek_string (item->instance, &length, &owned);
  if (!mcp_schema_run_spend (self, 1 + length / 16))
    return MCP_SCHEMA_MAYBE;
  if (mcp_schema_format_check ((McpSchemaFormat)item->op->child, text, length))
    return MCP_SCHEMA_YES;
  return mcp_schema_run_fail (self, item, NULL);
}

/* Returns: whether the text is base64 (RFC 4648, section 4, padded) */
static gboolean
is_base64 (const char *text, gsize length)
{
  gsize n = length;

  while (n > 0 && text[n - 1] == '=' && length - n < 2)
    n--;
  for (gsize i = 0; i < n; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '+' && text[i] != '/')
      return FALSE;
  return length % 4 == 0;
}

static McpSchemaTruth
run_content (McpSchemaRun *self, const McpSchemaCase *item)
{
  g_autofree char   *owned = NULL;
  g_autofree guchar *decoded = NULL;
  gsize              length;

  if ((self->flags & MCP_SCHEMA_ASSERT_CONTENT) == 0)
    return MCP_SCHEMA_YES;
  const char *text = mcp_schema_peek_string (item->instance, &length, &owned);
  if (!mcp_schema_run_spend (self, 1 + length / 16))
    return MCP_SCHEMA_MAYBE;
  if (item->op->keyword == MCP_SCHEMA_CONTENT_ENCODING)
    return is_base64 (text, length) ? MCP_SCHEMA_YES : mcp_schema_run_fail (self, item, NULL);
  if (item->op->n != 0)
    {
      /* That it is no base64 is said by its own keyword. */
      if (!is_base64 (text, length))
        return MCP_SCHEMA_YES;
      g_autofree char *copy = g_strndup (text, length);
      decoded = g_base64_decode (copy, &length);
      text = (const char *)decoded;
    }
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, (gssize)length, NULL);
  return document != NULL ? MCP_SCHEMA_YES : mcp_schema_run_fail (self, item, NULL);
}

McpSchemaTruth
mcp_schema_run_scalar (McpSchemaRun *self, const McpSchemaCase *item)
{
  switch ((McpSchemaKeyword)item->op->keyword)
    {
    case MCP_SCHEMA_TYPE:
      return run_type (self, item);
    case MCP_SCHEMA_ENUM:
      return run_enum (self, item);
    case MCP_SCHEMA_CONST:
      return run_const (self, item);
    case MCP_SCHEMA_MIN_LENGTH:
    case MCP_SCHEMA_MAX_LENGTH:
      return run_length (self, item);
    case MCP_SCHEMA_PATTERN:
      return run_pattern (self, item);
    case MCP_SCHEMA_FORMAT:
      return run_format (self, item);
    case MCP_SCHEMA_CONTENT_ENCODING:
    case MCP_SCHEMA_CONTENT_MEDIA_TYPE:
      return run_content (self, item);
    default:
      return run_number (self, item);
    }
}
