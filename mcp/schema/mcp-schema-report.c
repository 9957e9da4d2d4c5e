/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-report.h"

#include "mcp-json-writer.h"
#include "mcp-schema-run.h"

/* Of what the schema says, in a reason. */
#define QUOTED_BYTES 200

static McpSchemaError *
error_ref (McpSchemaError *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_schema_error_unref (McpSchemaError *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  mcp_json_slot_clear (&self->instance);
  mcp_json_slot_clear (&self->expected);
  g_free (self->instance_pointer);
  g_free (self->schema_pointer);
  g_free (self->location);
  g_free (self->property);
  g_free (self->text);
  g_clear_pointer (&self->causes, g_ptr_array_unref);
  g_free (self);
}

/* "dependencies" and the keywords of objects count nothing. */
static gboolean
has_count (McpSchemaKeyword keyword)
{
  switch (keyword)
    {
    case MCP_SCHEMA_MAX_LENGTH:
    case MCP_SCHEMA_MIN_LENGTH:
    case MCP_SCHEMA_MAX_ITEMS:
    case MCP_SCHEMA_MIN_ITEMS:
    case MCP_SCHEMA_MAX_PROPERTIES:
    case MCP_SCHEMA_MIN_PROPERTIES:
    case MCP_SCHEMA_CONTAINS:
    case MCP_SCHEMA_MIN_CONTAINS:
    case MCP_SCHEMA_MAX_CONTAINS:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
find_place (McpSchemaError *self, const McpSchema *schema, guint32 node)
{
  const McpSchemaRecord   *record = mcp_schema_peek_record (schema, node);
  const McpSchemaResource *resource = mcp_schema_peek_resource (schema, record->resource);
  McpJsonValue             place = self->expected.value;

  if (!mcp_json_value_exists (place))
    place = record->value;
  self->schema_pointer = mcp_schema_dup_pointer_from (resource->document, place);
  if (resource->uri != NULL && *resource->uri != '\0')
    {
      g_autofree char *within = mcp_schema_dup_pointer_from (resource->root, place);

      self->location = g_strconcat (resource->uri, "#", within, NULL);
    }
}

McpSchemaError *
mcp_schema_error_new (const McpSchemaRun   *run,
                      const McpSchemaCase  *item,
                      const McpSchemaFault *fault)
{
  McpSchemaError *self = g_new0 (McpSchemaError, 1);
  McpSchemaFault  whole = *fault;
  McpSchemaCase   told = *item;

  g_atomic_ref_count_init (&self->ref_count);
  if (whole.keyword == MCP_SCHEMA_UNKNOWN_KEYWORD && item->op != NULL)
    whole.keyword = (McpSchemaKeyword)item->op->keyword;
  if (!mcp_json_value_exists (whole.expected) && item->op != NULL)
    whole.expected = mcp_schema_op_get_value (run->schema, item->node, item->op);
  if (mcp_json_value_exists (whole.instance))
    told.instance = whole.instance;
  self->keyword = whole.keyword;
  self->count = whole.count;
  self->has_count = has_count (whole.keyword);
  self->causes = whole.causes;
  self->branch = -1;
  mcp_json_slot_set (&self->instance, told.instance);
  mcp_json_slot_set (&self->expected, whole.expected);
  self->instance_pointer = mcp_schema_dup_pointer_from (run->instance, told.instance);
  find_place (self, run->schema, item->node);
  if (mcp_json_value_exists (whole.property))
    self->property = mcp_json_value_dup_string (whole.property, NULL);
  self->text = mcp_schema_fault_dup_text (&told, &whole);
  return self;
}

/* What the keyword was held against, as one JSON object: "expected" (as the schema has it),
 * "property", "actual" (a count or kind). Returns: JSON text */
static char *
dup_params (const McpSchemaError *self)
{
  McpJsonKind kind = mcp_json_value_get_kind (self->instance.value);

  if (self->has_count)
    return mcp_json_build ("{'expected': ?%v, 'property': ?%s, 'actual': %x}", self->expected.value,
                           self->property, (gint64)self->count);
  return mcp_json_build ("{'expected': ?%v, 'property': ?%s, 'actual': ?%s}", self->expected.value,
                         self->property,
                         self->keyword == MCP_SCHEMA_TYPE ? mcp_json_kind_get_name (kind) : NULL);
}

/* How far a branch is from fitting: less is closer. */
static guint
rank (GPtrArray *errors, McpJsonValue instance)
{
  guint worst = 0;

  for (guint i = 0; i < errors->len; i++)
    {
      const McpSchemaError *error = errors->pdata[i];
      McpJsonValue          where = error->instance.value;
      gboolean              same = where.node == instance.node;

      if (same &&
          (error->keyword == MCP_SCHEMA_TYPE || error->keyword == MCP_SCHEMA_UNKNOWN_KEYWORD))
        worst = MAX (worst, 3);
      else if (error->keyword == MCP_SCHEMA_CONST || (error->keyword == MCP_SCHEMA_ENUM && !same))
        worst = MAX (worst, 2);
      else if (error->keyword == MCP_SCHEMA_ENUM)
        worst = MAX (worst, 1);
    }
  return worst * 10000 + MIN (errors->len, 9999);
}

typedef struct
{
  GPtrArray *errors;
  guint      index;
  guint      rank;
} Branch;

static int
compare_branches (gconstpointer a, gconstpointer b)
{
  const Branch *one = a;
  const Branch *two = b;

  if (one->rank != two->rank)
    return one->rank < two->rank ? -1 : 1;
  return (one->index > two->index) - (one->index < two->index);
}

GPtrArray *
mcp_schema_sort_causes (GPtrArray *causes, McpJsonValue instance, guint *closest)
{
  g_autofree Branch *branches = g_new0 (Branch, causes->len + 1);

  GPtrArray *sorted = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_schema_error_unref);
  for (guint i = 0; i < causes->len; i++)
    branches[i] = (Branch){ causes->pdata[i], i, rank (causes->pdata[i], instance) };
  qsort (branches, causes->len, sizeof *branches, compare_branches);
  *closest = branches[0].index;
  for (guint i = 0; i < causes->len; i++)
    for (guint j = 0; j < branches[i].errors->len; j++)
      {
        McpSchemaError *error = branches[i].errors->pdata[j];

        error->branch = (int)branches[i].index;
        g_ptr_array_add (sorted, error_ref (error));
      }
  g_ptr_array_unref (causes);
  return sorted;
}

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
  self->n_errors = self->errors->len + run->n_more;
  self->steps = run->steps;
  return self;
}

/* Causes are as deep as the schema was evaluated, which the budget bounds. */
static void
write_errors (McpJsonWriter *writer, GPtrArray *errors)
{
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < errors->len; i++)
    {
      const McpSchemaError *error = errors->pdata[i];
      McpSchemaKeyword      known = error->keyword;
      const char           *keyword = mcp_schema_keyword_get_name (known);
      g_autofree char      *params = dup_params (error);

      mcp_json_writer_add (writer,
                           "{'instance': %s, 'schema': %s, 'location': ?%s, 'keyword': %s,"
                           " 'params': %r, 'message': %s, 'branch': ?%i",
                           error->instance_pointer,
                           error->schema_pointer,
                           error->location,
                           *keyword != '\0' ? keyword : "false", params,
                           error->text, error->branch);
      if (error->causes != NULL)
        {
          mcp_json_writer_name (writer, "causes");
          write_errors (writer, error->causes);
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
