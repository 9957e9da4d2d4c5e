/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "schema-tap.h"

#include <string.h>

#include "mcp-schema-node.h"

#define LAST_LEGACY "2025-11-25"

struct _SchemaTap
{
  McpTap  *tap;
  gulong   handler;
  char    *revision;
  gboolean anything;
  guint    n_checked;

  GHashTable *questions; /* sequence of a request of the server's → its method */
};

/* One revision: its schema, and which definition belongs to a method. */
typedef struct
{
  McpSchema  *schema;
  const char *container; /* "$defs" or "definitions" */
  GHashTable *methods;   /* method → name of the definition */
} Protocol;

/* They stay for the life of the test. */
static Protocol *
get_protocol (const char *revision)
{
  static GHashTable *protocols;
  const char        *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char   *path = g_build_filename (shared != NULL ? shared : "", "mcp-schema", revision,
                                            "schema.json", NULL);
  g_autofree char   *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue root, name, definition;
  Protocol    *self;
  McpJsonIter  iter;
  gsize        length;

  if (protocols == NULL)
    protocols = g_hash_table_new (g_str_hash, g_str_equal);
  self = g_hash_table_lookup (protocols, revision);
  if (self != NULL || !g_file_get_contents (path, &text, &length, NULL))
    return self;
  document = mcp_json_document_parse_text (text, (gssize)length, NULL);
  g_assert_nonnull (document);
  root = mcp_json_document_get_root (document);
  self = g_new0 (Protocol, 1);
  self->schema = mcp_schema_new (root);
  g_assert_null (mcp_schema_get_findings (self->schema));
  self->container = mcp_json_value_exists (mcp_json_value_get_member (root, "$defs")) ? "$defs" : "definitions";
  self->methods = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  mcp_json_iter_init (&iter, mcp_json_value_get_member (root, self->container));
  while (mcp_json_iter_next (&iter, &name, &definition))
    {
      char *method = mcp_json_value_dup_string (
          mcp_json_value_resolve_pointer (definition, "/properties/method/const"), NULL);

      if (method != NULL)
        g_hash_table_insert (self->methods, method, mcp_json_value_dup_string (name, NULL));
    }
  g_hash_table_insert (protocols, g_strdup (revision), self);
  return self;
}

gboolean
schema_tap_is_possible (void)
{
  return get_protocol (LAST_LEGACY) != NULL;
}

static McpSchemaNode
find_definition (Protocol *protocol, const char *name)
{
  g_autofree char *pointer = g_strdup_printf ("/%s/%s", protocol->container, name);

  return mcp_schema_find_node (protocol->schema, pointer);
}

/* Returns: (transfer full) (nullable): what does not fit */
static char *
check_value (McpSchemaNode definition, McpJsonValue value)
{
  g_autoptr (McpSchemaReport) report =
      mcp_schema_node_validate (definition, value, MCP_SCHEMA_PLAIN, NULL);

  if (report->outcome == MCP_SCHEMA_VALID)
    return NULL;
  return mcp_schema_report_dup_json (report);
}

/* The definition of a result: that of the request, by the names of the specification. */
static McpSchemaNode
find_result (Protocol *protocol, McpMessage *message, const char *answered)
{
  const char      *request = g_hash_table_lookup (protocol->methods, answered);
  g_autofree char *name = NULL;
  McpSchemaNode    definition;

  if (mcp_json_value_exists (mcp_json_value_get_member (mcp_message_get_result (message), "task")))
    return find_definition (protocol, "CreateTaskResult");
  if (request == NULL)
    return MCP_SCHEMA_NO_NODE;
  name = g_strdup_printf ("%.*sResult", (int)(strlen (request) - strlen ("Request")), request);
  definition = find_definition (protocol, name);
  return mcp_schema_node_exists (definition) ? definition : find_definition (protocol, "EmptyResult");
}

static char *
check_answer (Protocol *protocol, McpMessage *message, const char *answered)
{
  gboolean         is_error = mcp_message_get_kind (message) == MCP_MESSAGE_ERROR;
  McpSchemaNode    definition;
  g_autofree char *problem = NULL;

  definition = find_definition (protocol, is_error ? "JSONRPCErrorResponse" : "JSONRPCResultResponse");
  if (!mcp_schema_node_exists (definition))
    definition = find_definition (protocol, is_error ? "JSONRPCError" : "JSONRPCResponse");
  problem = check_value (definition, mcp_message_get_value (message));
  if (problem != NULL || is_error || answered == NULL)
    return g_steal_pointer (&problem);
  definition = find_result (protocol, message, answered);
  if (!mcp_schema_node_exists (definition))
    return NULL;
  return check_value (definition, mcp_message_get_result (message));
}

/* Methods of extensions have no definition; their envelope has one. */
static gboolean
is_of_extension (const char *method)
{
  return g_str_has_prefix (method, "tasks/") || strchr (method, '.') != NULL;
}

static char *
check_question (Protocol *protocol, McpMessage *message)
{
  gboolean         asks = mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST;
  const char      *method = mcp_message_get_method (message);
  const char      *name = g_hash_table_lookup (protocol->methods, method);
  g_autofree char *problem = NULL;

  problem = check_value (find_definition (protocol, asks ? "JSONRPCRequest" : "JSONRPCNotification"),
                         mcp_message_get_value (message));
  if (problem != NULL)
    return g_steal_pointer (&problem);
  if (name != NULL)
    return check_value (find_definition (protocol, name), mcp_message_get_value (message));
  return is_of_extension (method) ? NULL : g_strdup_printf ("“%s” is not in this revision", method);
}

static char *
dup_revision (McpMessage *message)
{
  McpJsonValue params = mcp_message_get_params (message);
  McpJsonValue meta = mcp_json_value_get_member (params, "_meta");
  char        *revision;

  revision = mcp_json_value_dup_member_string (meta, "io.modelcontextprotocol/protocolVersion");
  if (revision == NULL && g_strcmp0 (mcp_message_get_method (message), "initialize") == 0)
    revision = mcp_json_value_dup_member_string (params, "protocolVersion");
  return revision;
}

char *
schema_tap_check (McpMessage *message, const char *revision, const char *answered)
{
  g_autofree char *own = dup_revision (message);
  Protocol        *protocol = NULL;

  if (mcp_message_get_kind (message) == MCP_MESSAGE_INVALID ||
      mcp_message_get_kind (message) == MCP_MESSAGE_BATCH)
    return g_strdup ("not one message");
  /* What a test makes up as a revision has no schema. */
  if (own != NULL)
    protocol = get_protocol (own);
  else if (revision != NULL)
    protocol = get_protocol (revision);
  if (protocol == NULL)
    protocol = get_protocol (LAST_LEGACY);
  if (protocol == NULL)
    return NULL;
  if (mcp_message_is_response (message))
    return check_answer (protocol, message, answered);
  return check_question (protocol, message);
}

static void
learn_revision (SchemaTap *self, McpTapEntry *entry)
{
  char *revision = dup_revision (entry->message);

  if (revision == NULL && entry->record->kind == MCP_RECORD_RECEIVED &&
      g_strcmp0 (entry->method, "initialize") == 0)
    revision = mcp_json_value_dup_member_string (mcp_message_get_result (entry->message), "protocolVersion");
  if (revision == NULL)
    return;
  g_free (self->revision);
  self->revision = revision;
}

static void
on_entry (McpTap *tap, McpTapEntry *entry, SchemaTap *self)
{
  g_autoptr (McpMessage) message = NULL;
  g_autofree char *problem = NULL;
  const char      *answered = NULL;

  if (entry->message != NULL)
    learn_revision (self, entry);
  if (entry->message != NULL && entry->record->kind == MCP_RECORD_RECEIVED &&
      mcp_message_get_kind (entry->message) == MCP_MESSAGE_REQUEST)
    g_hash_table_insert (self->questions, GUINT_TO_POINTER ((guint)entry->sequence),
                         g_strdup (mcp_message_get_method (entry->message)));
  if (entry->record->kind != MCP_RECORD_SENT || self->anything)
    return;
  message = entry->message != NULL ? mcp_message_ref (entry->message)
                                   : mcp_message_parse (entry->record->text);
  if (mcp_message_is_response (message))
    answered = g_hash_table_lookup (self->questions, GUINT_TO_POINTER ((guint)entry->question));
  problem = schema_tap_check (message, self->revision, answered);
  if (problem != NULL)
    {
      gsize       size;
      const char *text = g_bytes_get_data (entry->record->text, &size);

      g_error ("Not as the schema of %s has it: %.*s: %s",
               self->revision != NULL ? self->revision : LAST_LEGACY, (int)MIN (size, 600), text,
               problem);
    }
  self->n_checked++;
}

SchemaTap *
schema_tap_attach (McpTap *tap)
{
  SchemaTap *self = g_new0 (SchemaTap, 1);

  self->tap = g_object_ref (tap);
  self->questions = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->handler = g_signal_connect (tap, "entry", G_CALLBACK (on_entry), self);
  return self;
}

void
schema_tap_allow_anything (SchemaTap *self)
{
  self->anything = TRUE;
}

guint
schema_tap_get_n_checked (SchemaTap *self)
{
  return self->n_checked;
}

const char *
schema_tap_get_revision (SchemaTap *self)
{
  return self->revision != NULL ? self->revision : LAST_LEGACY;
}

void
schema_tap_detach (SchemaTap *self)
{
  g_signal_handler_disconnect (self->tap, self->handler);
  g_object_unref (self->tap);
  g_hash_table_unref (self->questions);
  g_free (self->revision);
  g_free (self);
}
