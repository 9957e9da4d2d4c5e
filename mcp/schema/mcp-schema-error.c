/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-error.h"

#include "mcp-json-writer.h"
#include "mcp-schema-run.h"

struct _McpSchemaError
{
  gatomicrefcount  ref_count;
  McpSchemaKeyword keyword;
  McpJsonSlot      instance;
  McpJsonSlot      expected;
  char            *instance_pointer;
  char            *schema_pointer;
  char            *location; /* (nullable) */
  char            *property; /* (nullable) */
  char            *text;
  guint64          count;
  gboolean         has_count;
  GPtrArray       *causes; /* (nullable) */
  int              branch;
};

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

static void
set_branch (McpSchemaError *self, int branch)
{
  self->branch = branch;
}

const char *
mcp_schema_error_get_instance_pointer (const McpSchemaError *self)
{
  return self->instance_pointer;
}

McpJsonValue
mcp_schema_error_get_instance (const McpSchemaError *self)
{
  return self->instance.value;
}

McpSchemaKeyword
mcp_schema_error_get_keyword (const McpSchemaError *self)
{
  return self->keyword;
}

const char *
mcp_schema_error_get_schema_pointer (const McpSchemaError *self)
{
  return self->schema_pointer;
}

const char *
mcp_schema_error_get_location (const McpSchemaError *self)
{
  return self->location;
}

McpJsonValue
mcp_schema_error_get_expected (const McpSchemaError *self)
{
  return self->expected.value;
}

const char *
mcp_schema_error_get_property (const McpSchemaError *self)
{
  return self->property;
}

char *
mcp_schema_error_dup_params (const McpSchemaError *self)
{
  McpJsonKind kind = mcp_json_value_get_kind (self->instance.value);

  if (self->has_count)
    return mcp_json_build ("{'expected': ?%v, 'property': ?%s, 'actual': %x}", self->expected.value,
                           self->property, (gint64)self->count);
  return mcp_json_build ("{'expected': ?%v, 'property': ?%s, 'actual': ?%s}", self->expected.value,
                         self->property,
                         self->keyword == MCP_SCHEMA_TYPE ? mcp_json_kind_get_name (kind) : NULL);
}

const char *
mcp_schema_error_get_text (const McpSchemaError *self)
{
  return self->text;
}

GPtrArray *
mcp_schema_error_get_causes (const McpSchemaError *self)
{
  return self->causes;
}

int
mcp_schema_error_get_branch (const McpSchemaError *self)
{
  return self->branch;
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
  GPtrArray         *sorted;

  sorted = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_schema_error_unref);
  for (guint i = 0; i < causes->len; i++)
    branches[i] = (Branch){ causes->pdata[i], i, rank (causes->pdata[i], instance) };
  qsort (branches, causes->len, sizeof *branches, compare_branches);
  *closest = branches[0].index;
  for (guint i = 0; i < causes->len; i++)
    for (guint j = 0; j < branches[i].errors->len; j++)
      {
        McpSchemaError *error = branches[i].errors->pdata[j];

        set_branch (error, (int)branches[i].index);
        g_ptr_array_add (sorted, error_ref (error));
      }
  g_ptr_array_unref (causes);
  return sorted;
}
