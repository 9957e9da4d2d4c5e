/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-prompt.h"

#include "mcp-definition-private.h"
#include "mcp-object.h"

/* A form of more rows helps nobody; the entry's value has the rest. */
#define MAX_ARGUMENTS 1000

struct _McpPrompt
{
  McpDefinition parent_instance;
  GPtrArray    *arguments;
};

G_DEFINE_FINAL_TYPE (McpPrompt, mcp_prompt, MCP_TYPE_DEFINITION)

static const char *const MEMBERS[] = { "name", "title", "description", "arguments",
                                       "icons", "_meta", NULL };

static void
prompt_argument_free (gpointer data)
{
  McpPromptArgument *self = data;

  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_free (self);
}

static void
prompt_add_argument (McpPrompt *self, McpJsonValue value, GHashTable *names)
{
  GPtrArray        **findings = mcp_definition_edit_findings (MCP_DEFINITION (self));
  McpPromptArgument *argument = g_new0 (McpPromptArgument, 1);
  g_autofree char   *pointer = g_strdup_printf ("/arguments/%u", self->arguments->len);

  argument->name = mcp_json_value_dup_member_string (value, "name");
  argument->title = mcp_json_value_dup_member_string (value, "title");
  argument->description = mcp_json_value_dup_member_string (value, "description");
  argument->required = mcp_json_value_get_member_boolean (value, "required", FALSE);
  if (argument->name == NULL)
    argument->name = g_strdup ("");
  if (*argument->name == '\0')
    mcp_finding_add (findings, MCP_FINDING_ERROR, "argument-name-missing", pointer,
                     "The argument has no name.");
  else if (!g_hash_table_add (names, argument->name))
    mcp_finding_add (findings, MCP_FINDING_ERROR, "argument-twice", pointer,
                     "The argument “%s” is there twice.", argument->name);
  g_ptr_array_add (self->arguments, argument);
}

static void
mcp_prompt_read (McpDefinition *definition, McpJsonValue value)
{
  McpPrompt   *self = MCP_PROMPT (definition);
  GPtrArray  **findings = mcp_definition_edit_findings (definition);
  McpJsonValue arguments = mcp_json_value_get_member (value, "arguments");
  McpJsonKind  kind = mcp_json_value_get_kind (arguments);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  if (kind == MCP_JSON_ARRAY)
    {
      for (McpJsonWalk item = mcp_json_walk (arguments);
           self->arguments->len < MAX_ARGUMENTS && mcp_json_walk_next (&item);)
        prompt_add_argument (self, item.value, names);
      if (mcp_json_value_get_n_items (arguments) > MAX_ARGUMENTS)
        mcp_finding_add (findings, MCP_FINDING_WARNING, "arguments-many", "/arguments",
                         "The prompt has more than %d arguments; the rest is not shown.",
                         MAX_ARGUMENTS);
    }
  else if (kind != MCP_JSON_NONE)
    {
      mcp_finding_add (findings, MCP_FINDING_ERROR, "arguments-not-array", "/arguments",
                       "Invalid arguments: expected an array, got %s.",
                       mcp_json_kind_get_name (kind));
    }
  mcp_definition_check_members (definition, MEMBERS);
}

MCP_DEFINE_FINALIZE (McpPrompt, mcp_prompt)
{
  g_ptr_array_unref (self->arguments);
}

static void
mcp_prompt_class_init (McpPromptClass *klass)
{
  McpDefinitionClass *definition_class = MCP_DEFINITION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mcp_prompt_finalize;
  definition_class->kind = MCP_DEFINITION_PROMPT;
  definition_class->read = mcp_prompt_read;
}

static void
mcp_prompt_init (McpPrompt *self)
{
  self->arguments = g_ptr_array_new_with_free_func (prompt_argument_free);
}

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, McpPrompt, mcp_prompt, arguments)
