/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-completion.h"

struct _McpCompletion
{
  McpResult parent_instance;
  char    **values;
  guint     n_values;
  gint64    total;
  gboolean  has_more;
};

G_DEFINE_FINAL_TYPE (McpCompletion, mcp_completion, MCP_TYPE_RESULT)

static void
mcp_completion_read (McpResult *result, McpJsonValue value, GPtrArray **findings)
{
  McpCompletion *self = MCP_COMPLETION (result);
  McpJsonValue   completion = mcp_json_value_get_member (value, "completion");
  McpJsonValue   values = mcp_json_value_get_member (completion, "values");
  McpJsonIter    iter;
  McpJsonValue   item;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (mcp_json_value_get_kind (values) != MCP_JSON_ARRAY)
    mcp_finding_add (findings, MCP_FINDING_ERROR, "values-not-array", "/completion/values",
                     "The answer has no completion with a list of values.");

  mcp_json_iter_init (&iter, values);
  while (self->n_values < MCP_COMPLETION_MAX_VALUES && mcp_json_iter_next (&iter, NULL, &item))
    {
      g_autofree char *text = mcp_json_value_dup_string (item, NULL);

      if (text == NULL)
        {
          mcp_finding_add (findings, MCP_FINDING_ERROR, "value-not-string", "/completion/values",
                           "A value is not a string but: %s.",
                           mcp_json_kind_get_name (mcp_json_value_get_kind (item)));
          continue;
        }
      g_strv_builder_add (builder, text);
      self->n_values++;
    }
  if (mcp_json_value_get_n_items (values) > MCP_COMPLETION_MAX_VALUES)
    mcp_finding_add (findings, MCP_FINDING_ERROR, "values-many", "/completion/values",
                     "There are %u values; the specification allows %d.",
                     mcp_json_value_get_n_items (values), MCP_COMPLETION_MAX_VALUES);
  self->values = g_strv_builder_end (builder);
  self->total = MAX (-1, mcp_json_value_get_member_int64 (completion, "total", -1));
  self->has_more = mcp_json_value_get_member_boolean (completion, "hasMore", FALSE);
}

static void
mcp_completion_finalize (GObject *object)
{
  g_strfreev (MCP_COMPLETION (object)->values);

  G_OBJECT_CLASS (mcp_completion_parent_class)->finalize (object);
}

static void
mcp_completion_class_init (McpCompletionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_completion_finalize;
  MCP_RESULT_CLASS (klass)->read = mcp_completion_read;
}

static void
mcp_completion_init (McpCompletion *self)
{
  self->total = -1;
}

McpCompletion *
mcp_completion_new (McpAnswer *answer)
{
  g_return_val_if_fail (answer != NULL, NULL);

  return MCP_COMPLETION (mcp_result_new_of_type (MCP_TYPE_COMPLETION, answer, MCP_JSON_NO_VALUE));
}

const char *const *
mcp_completion_get_values (McpCompletion *self)
{
  static const char *const NONE[] = { NULL };

  return self->values != NULL ? (const char *const *)self->values : NONE;
}

guint
mcp_completion_get_n_values (McpCompletion *self)
{
  return self->n_values;
}

gint64
mcp_completion_get_total (McpCompletion *self)
{
  return self->total;
}

gboolean
mcp_completion_get_has_more (McpCompletion *self)
{
  return self->has_more;
}
