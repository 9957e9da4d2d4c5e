/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-composer-finding.h"

#include <glib/gi18n-lib.h>

#include "app-composer-template.h"
#include "app-visible-text.h"
#include "mcp-object.h"

/* What of a person's own text is repeated in a sentence. */
#define MAX_QUOTE 80

static const char META_VERSION[] = "/_meta/io.modelcontextprotocol~1protocolVersion";
static const char META_CAPABILITIES[] = "/_meta/io.modelcontextprotocol~1clientCapabilities";

struct _AppComposerFinding
{
  GObject parent_instance;

  char    *text;
  guint    line;
  gboolean is_error;
};

MCP_DEFINE_OBJECT (AppComposerFinding, app_composer_finding)

MCP_DEFINE_FINALIZE (AppComposerFinding, app_composer_finding)
{
  g_free (self->text);
}

AppComposerFinding *
app_composer_finding_new (const char *text, guint line, gboolean error)
{
  AppComposerFinding *self = g_object_new (APP_TYPE_COMPOSER_FINDING, NULL);

  self->text = g_strdup (text);
  self->line = line;
  self->is_error = error;
  return self;
}

MCP_DEFINE_GETTER (const char *, AppComposerFinding, app_composer_finding, text)
MCP_DEFINE_GETTER (guint, AppComposerFinding, app_composer_finding, line)
MCP_DEFINE_FLAG (AppComposerFinding, app_composer_finding, is_error)

/* Looking at a message */

typedef struct
{
  GPtrArray  *findings;
  const char *revision; /* (nullable) */
  McpClient  *client;   /* (nullable) */
} Check;

static void
add (Check *self, guint line, gboolean error, const char *text)
{
  if (self->findings->len < APP_COMPOSER_MAX_FINDINGS)
    g_ptr_array_add (self->findings, app_composer_finding_new (text, line, error));
}

static void add_format (Check *self, guint line, gboolean error, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

static void
add_format (Check *self, guint line, gboolean error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  add (self, line, error, text);
}

static guint
count_lines (const char *data, gsize length)
{
  guint line = 1;

  for (gsize i = 0; i < length; i++)
    line += data[i] == '\n' ? 1 : 0;
  return line;
}

/* What others would read differently. */
static void
check_json (Check *self, McpJsonDocument *document)
{
  g_autoptr (GArray) found = mcp_json_document_find (document, APP_COMPOSER_MAX_FINDINGS);
  const char *data = g_bytes_get_data (mcp_json_document_get_bytes (document), NULL);

  for (guint i = 0; i < found->len; i++)
    {
      McpJsonFinding  *finding = &g_array_index (found, McpJsonFinding, i);
      guint            line = count_lines (data, finding->start);
      g_autofree char *text =
          g_strndup (data + finding->start, MIN (finding->length, 4 * MAX_QUOTE));
      g_autofree char *quote = app_visible_text_line (text, MAX_QUOTE);

      switch (finding->kind)
        {
        case MCP_JSON_FINDING_DUPLICATE_MEMBER:
          add_format (self, line, FALSE, _ ("Duplicate property %s."), quote);
          break;
        case MCP_JSON_FINDING_INEXACT_NUMBER:
          add_format (self, line, FALSE, _ ("%s may lose precision in other parsers."), quote);
          break;
        case MCP_JSON_FINDING_LONE_SURROGATE:
          add (self, line, FALSE, _ ("Escape of a lone surrogate."));
          break;
        case MCP_JSON_FINDING_NUL_CHARACTER:
          add (self, line, FALSE, _ ("Some parsers truncate a string at \\u0000."));
          break;
        case MCP_JSON_FINDING_BYTE_ORDER_MARK:
        default:
          add (self, line, FALSE, _ ("Starts with a byte order mark."));
        }
    }
}

static void
check_method (Check *self, const char *method, gboolean has_id)
{
  const AppComposerTemplate *known = app_composer_template_find (method, self->revision);
  g_autofree char           *name = app_visible_text_line (method, MAX_QUOTE);

  if (known == NULL)
    {
      const char *meant = app_composer_template_guess (method);

      if (meant != NULL)
        /* Translators: %s is a word of the protocol, and the one that was probably meant */
        add_format (self, 0, FALSE, _ ("“%s” is not an MCP method; use “%s”."), name, meant);
      else
        add_format (self, 0, FALSE, _ ("Unknown method “%s”: it is in no protocol version."), name);
      if (!has_id)
        add (self, 0, FALSE, _ ("Without an ID this is a notification: no response will come."));
      return;
    }
  if (!app_composer_template_fits (known, self->revision))
    add_format (self, 0, FALSE,
                _ ("“%s” is not in protocol version %s, which this connection uses."), name,
                self->revision);
  if (known->of_server)
    add_format (self, 0, FALSE, _ ("“%s” is sent by servers, not by clients."), name);
  if (known->notification && has_id)
    add (self, 0, FALSE, _ ("Notifications must not have an ID."));
  if (!known->notification && !has_id)
    add (self, 0, FALSE, _ ("Without an ID this is a notification: no response will come."));
}

static void
check_meta (Check *self, McpMessage *message)
{
  McpJsonValue     params = mcp_message_get_params (message);
  McpJsonValue     version = mcp_json_value_resolve_pointer (params, META_VERSION);
  McpJsonValue     offered = mcp_json_value_resolve_pointer (params, META_CAPABILITIES);
  g_autofree char *text = mcp_json_value_dup_string (version, NULL);

  if (!app_composer_revision_is_modern (self->revision))
    return;
  if (text == NULL)
    add (self, 0, FALSE,
         _ ("“_meta” lacks the protocol version, which every request requires."));
  else if (!g_str_equal (text, self->revision))
    add (self, 0, FALSE, _ ("The protocol version in “_meta” differs from the connection’s."));
  if (mcp_json_value_get_kind (offered) != MCP_JSON_OBJECT)
    add (self, 0, FALSE,
         _ ("“_meta” lacks the client capabilities, which every request requires."));
}

/* What the schemas of all revisions require of params. */
static const struct
{
  const char *method;
  const char *members[3];
} required_params[] = {
  { "tools/call", { "name" } },
  { "prompts/get", { "name" } },
  { "resources/read", { "uri" } },
  { "resources/subscribe", { "uri" } },
  { "resources/unsubscribe", { "uri" } },
  { "completion/complete", { "ref", "argument" } },
  { "logging/setLevel", { "level" } },
  { "tasks/get", { "taskId" } },
  { "tasks/result", { "taskId" } },
  { "tasks/cancel", { "taskId" } },
};

/* Lists can be asked for with anything; what servers do with it is their affair. */
static void
check_list_params (Check *self, McpJsonValue params)
{
  for (McpJsonWalk each = mcp_json_walk (params); mcp_json_walk_next (&each);)
    if (!mcp_json_value_string_equals (each.name, "cursor") &&
        !mcp_json_value_string_equals (each.name, "_meta"))
      {
        g_autofree char *text = mcp_json_value_dup_string (each.name, NULL);
        g_autofree char *quote = app_visible_text_line (text, MAX_QUOTE);

        /* Translators: %s is the name of a member */
        add_format (self, 0, FALSE,
                    _ ("List requests have no parameter “%s”; most servers ignore it."), quote);
      }
}

static void
check_params (Check *self, McpMessage *message)
{
  const char  *method = mcp_message_get_method (message);
  McpJsonValue params = mcp_message_get_params (message);

  for (guint i = 0; i < G_N_ELEMENTS (required_params); i++)
    {
      const char *const *members = required_params[i].members;

      if (!g_str_equal (required_params[i].method, method))
        continue;
      for (; *members != NULL; members++)
        if (!mcp_json_value_exists (mcp_json_value_get_member (params, *members)))
          /* Translators: %s is the name of a member, as in params.name */
          add_format (self, 0, FALSE, _ ("Missing required “params.%s”."), *members);
    }
  if (g_str_has_suffix (method, "/list") && app_composer_template_find (method, NULL) != NULL &&
      mcp_json_value_get_kind (params) == MCP_JSON_OBJECT)
    check_list_params (self, params);
}

static void
check_request (Check *self, McpMessage *message)
{
  McpRequestId *id = mcp_message_get_id (message);

  check_method (self, mcp_message_get_method (message), TRUE);
  check_params (self, message);
  if (id != NULL && self->client != NULL && mcp_client_is_waiting_for (self->client, id))
    add_format (self, 0, FALSE, _ ("A request with the ID %s is still pending."),
                mcp_request_id_get_text (id));
  check_meta (self, message);
}

static void
check_message (Check *self, McpMessage *message)
{
  GPtrArray *findings = mcp_message_get_findings (message);

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    add (self, 0, FALSE, mcp_finding_get_text (findings->pdata[i]));
  switch (mcp_message_get_kind (message))
    {
    case MCP_MESSAGE_REQUEST:
      check_request (self, message);
      break;
    case MCP_MESSAGE_NOTIFICATION:
      check_method (self, mcp_message_get_method (message), FALSE);
      break;
    case MCP_MESSAGE_RESULT:
    case MCP_MESSAGE_ERROR:
      if (app_composer_revision_is_modern (self->revision))
        add (self, 0, FALSE, _ ("In this protocol version clients send no responses."));
      else
        add (self, 0, FALSE,
             _ ("This is a response: servers accept it only to a request of theirs."));
      break;
    case MCP_MESSAGE_BATCH:
      if (self->revision != NULL && !g_str_equal (self->revision, "2025-03-26"))
        add (self, 0, FALSE, _ ("Only protocol version 2025-03-26 has batches."));
      break;
    case MCP_MESSAGE_INVALID:
    default:
      add_format (self, 0, TRUE, _ ("Not a JSON-RPC message: %s"),
                  mcp_message_get_reason (message));
    }
}

GPtrArray *
app_composer_check (GBytes *text, const char *revision, McpClient *client)
{
  Check        self = { g_ptr_array_new_with_free_func (g_object_unref), revision, client };
  McpJsonPlace place = { 0 };
  g_autoptr (McpMessage) message = NULL;
  g_autoptr (GError) error = NULL;
  gsize size = g_bytes_get_size (text);

  if (size == 0)
    return self.findings;
  if (size > APP_COMPOSER_CHECK_BYTES)
    {
      add (&self, 0, FALSE, _ ("The message is too long to be checked while typing."));
      return self.findings;
    }
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (text, NULL, &place, &error);
  if (document == NULL)
    {
      /* Translators: %s is a reason, in English */
      add_format (&self, MAX (place.line, 1), TRUE, _ ("Not JSON: %s"),
                  place.reason != NULL ? place.reason : error->message);
      return self.findings;
    }
  check_json (&self, document);
  message = mcp_message_parse (text);
  check_message (&self, message);
  return self.findings;
}
