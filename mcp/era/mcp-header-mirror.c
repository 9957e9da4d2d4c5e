/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-header-mirror.h"

#include "mcp-envelope.h"

#include <string.h>

/* Tools with rules; a server that has more names them again each time, and what is forgotten is
 * listed again when a call is refused. */
#define MAX_TOOLS 100000

struct _McpHeaderMirror
{
  char       *version; /* (nullable) */
  GHashTable *rules;   /* name of a tool → McpHeaderRules */
};

/* Which member of the params names what is asked for. */
static const struct
{
  const char *method;
  const char *member;
} NAMED[] = {
  { "tools/call", "name" },
  { "prompts/get", "name" },
  { "resources/read", "uri" },
  { "tasks/get", "taskId" },
  { "tasks/update", "taskId" },
  { "tasks/cancel", "taskId" },
};

McpHeaderMirror *
mcp_header_mirror_new (void)
{
  McpHeaderMirror *self = g_new0 (McpHeaderMirror, 1);

  self->rules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify)mcp_header_rules_unref);
  return self;
}

void
mcp_header_mirror_free (McpHeaderMirror *self)
{
  g_hash_table_unref (self->rules);
  g_free (self->version);
  g_free (self);
}

void
mcp_header_mirror_set_version (McpHeaderMirror *self, const char *version)
{
  g_free (self->version);
  self->version = g_strdup (version);
}

void
mcp_header_mirror_learn (McpHeaderMirror *self, McpTool *tool)
{
  const char     *name = mcp_definition_get_name (MCP_DEFINITION (tool));
  McpHeaderRules *rules = mcp_tool_get_header_rules (tool);

  if (name == NULL)
    return;
  if (g_hash_table_size (self->rules) >= MAX_TOOLS)
    g_hash_table_remove_all (self->rules);
  if (rules != NULL)
    g_hash_table_insert (self->rules, g_strdup (name), mcp_header_rules_ref (rules));
  else
    g_hash_table_remove (self->rules, name);
}

const char *
mcp_header_mirror_get_fault (McpHeaderMirror *self, const char *tool)
{
  McpHeaderRules *rules = g_hash_table_lookup (self->rules, tool);

  return rules != NULL ? mcp_header_rules_get_fault (rules) : NULL;
}

/** What the headers may repeat of a message. */
typedef struct
{
  const char  *method;  /* (nullable) */
  gsize        length;  /* of @method, which may have any character in it */
  McpJsonValue version; /* as the message says it, or none */
  McpJsonValue name;    /* of what is asked for, or none */
  McpJsonValue arguments;
} Repeated;

static void
add (GPtrArray *headers, const char *name, McpJsonValue value)
{
  g_autofree char *text = mcp_header_rules_encode (value);

  if (text != NULL)
    g_ptr_array_add (headers, g_strconcat (name, ": ", text, NULL));
}

/** Returns: (transfer none) (nullable): the member of the params of @method */
static const char *
find_naming_member (const char *method)
{
  for (gsize i = 0; method != NULL && i < G_N_ELEMENTS (NAMED); i++)
    if (g_str_equal (method, NAMED[i].method))
      return NAMED[i].member;
  return NULL;
}

static void
mirror_add_arguments (McpHeaderMirror *self, const Repeated *repeated, GPtrArray *headers)
{
  g_autofree char *tool = mcp_json_value_dup_string (repeated->name, NULL);
  McpHeaderRules  *rules = tool != NULL ? g_hash_table_lookup (self->rules, tool) : NULL;

  if (rules != NULL && mcp_header_rules_get_fault (rules) == NULL)
    mcp_header_rules_apply (rules, repeated->arguments, headers);
}

static char **
mirror_print (McpHeaderMirror *self, const Repeated *repeated)
{
  GPtrArray *headers = g_ptr_array_new ();

  if (mcp_json_value_get_kind (repeated->version) == MCP_JSON_STRING)
    add (headers, "MCP-Protocol-Version", repeated->version);
  else if (self->version != NULL)
    g_ptr_array_add (headers, g_strconcat ("MCP-Protocol-Version: ", self->version, NULL));

  if (repeated->method != NULL)
    {
      g_autofree char *text =
          mcp_header_rules_encode_text (repeated->method, repeated->length);

      g_ptr_array_add (headers, g_strconcat ("Mcp-Method: ", text, NULL));
    }
  add (headers, "Mcp-Name", repeated->name);
  if (g_strcmp0 (repeated->method, "tools/call") == 0)
    mirror_add_arguments (self, repeated, headers);

  g_ptr_array_add (headers, NULL);
  return (char **)g_ptr_array_free (headers, FALSE);
}

char **
mcp_header_mirror_write_request (McpHeaderMirror *self, McpRequest *request)
{
  Repeated    repeated = { mcp_request_get_method (request),
                           strlen (mcp_request_get_method (request)) };
  const char *naming = find_naming_member (repeated.method);

  repeated.version = mcp_request_get_meta (request, MCP_META_PROTOCOL_VERSION);
  repeated.arguments = mcp_request_get_member (request, "arguments");
  if (naming != NULL)
    repeated.name = mcp_request_get_member (request, naming);
  return mirror_print (self, &repeated);
}

char **
mcp_header_mirror_write (McpHeaderMirror *self, GBytes *message)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (message, NULL, NULL, NULL);
  McpJsonValue     root = mcp_json_document_get_root (document);
  McpJsonValue     params = mcp_json_value_get_member (root, "params");
  Repeated         repeated = { 0 };
  g_autofree char *method =
      mcp_json_value_dup_string (mcp_json_value_get_member (root, "method"), &repeated.length);
  const char *naming = find_naming_member (method);

  repeated.method = method;
  repeated.version = mcp_json_value_get_member (mcp_json_value_get_member (params, "_meta"),
                                                MCP_META_PROTOCOL_VERSION);
  repeated.arguments = mcp_json_value_get_member (params, "arguments");
  if (naming != NULL)
    repeated.name = mcp_json_value_get_member (params, naming);
  return mirror_print (self, &repeated);
}
