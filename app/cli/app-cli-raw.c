/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One message, sent as it stands, and everything that comes back. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app-cli-hint.h"
#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-findings.h"
#include "app-session.h"
#include "mcp-json-writer.h"
#include "spyglass-config.h"

/* What nothing need answer may still be answered: an error, as a rule, and at once. */
#define WAIT_FOR_ANYTHING_SECONDS 1

/* What the members of “_meta” that the specification has begin with. */
#define META "io.modelcontextprotocol/"

typedef struct
{
  AppCli      *cli;
  guint64      exchange; /* that carries it; 0: none does */
  guint64      sequence; /* of the message in the tap */
  gboolean     is_request;
  char        *method;     /* (nullable): what was asked */
  gboolean     is_unknown; /* the server has no such method */
  AppCliStatus status;
} Raw;

static gboolean
is_response (Raw *self, McpTapEntry *entry)
{
  return entry->question == self->sequence && self->sequence != 0 && entry->message != NULL &&
         mcp_message_is_response (entry->message);
}

/* What there is to say of the response to a method that is none. */
static void
note_findings (Raw *self, GBytes *response)
{
  g_autoptr (GPtrArray) findings =
      self->method != NULL ? app_findings_of_message (response, self->method, NULL) : NULL;

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);

      if (!g_str_equal (mcp_finding_get_code (finding), "method-not-mcp"))
        continue;
      app_cli_note (self->cli->invocation, "%s", mcp_finding_get_text (finding));
      self->is_unknown = TRUE;
    }
}

static void
note_command (const AppCliInvocation *invocation, const char *word, const char *const *instead)
{
  g_autofree char *command = app_cli_hint_dup_instead (word, instead);

  if (command != NULL)
    app_cli_note (invocation, _ ("Try: %s"), command);
}

static void
write_members (McpJsonWriter *writer, McpJsonValue object, const char *but)
{
  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    if (!mcp_json_value_string_equals (each.name, but))
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
}

/* The same message with what each request has in 2026-07-28. */
static char *
dup_with_meta (McpJsonValue message, const char *revision)
{
  McpJsonValue params = mcp_json_value_get_member (message, "params");
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  write_members (writer, message, "params");
  mcp_json_writer_add (writer, "'params': {");
  write_members (writer, params, "_meta");
  mcp_json_writer_add (writer,
                       "'_meta': {%s: %s, %s: {'name': 'spyglass-cli', 'version': %s}, %s: {}}}}",
                       META "protocolVersion", revision, META "clientInfo", SPYGLASS_VERSION,
                       META "clientCapabilities");
  return mcp_json_writer_finish_text (writer);
}

/* "raw" fills nothing in: says so where a member is missing that the revision requires. */
static void
note_missing_meta (AppCli *cli, McpClient *client, GBytes *text)
{
  const AppCliInvocation *invocation = cli->invocation;
  const char             *typed = invocation->arguments[0];
  const char             *revision =
      mcp_server_info_get_protocol_version (mcp_client_get_server_info (client));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (text, NULL, NULL, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  McpJsonValue params = mcp_json_value_get_member (root, "params");
  McpJsonValue meta = mcp_json_value_get_member (params, "_meta");

  if (mcp_client_get_era (client) != MCP_ERA_MODERN ||
      mcp_json_value_exists (mcp_json_value_get_member (meta, META "protocolVersion")) ||
      (mcp_json_value_exists (params) && mcp_json_value_get_kind (params) != MCP_JSON_OBJECT))
    return;
  g_autofree char *whole = dup_with_meta (root, revision);
  app_cli_note (invocation,
                _ ("The request has no “_meta”, which this server’s revision requires; “raw” fills "
                   "nothing in. Use --era legacy, or send: %s"),
                whole);
  if (typed == NULL || g_str_equal (typed, "-"))
    return;
  if (invocation->target.era == NULL)
    note_command (invocation, typed, (const char *const[]){ typed, "--era", "legacy", NULL });
  note_command (invocation, typed, (const char *const[]){ whole, NULL });
}

/* Whether to go on for longer than the response. */
static gboolean
waits_on (Raw *self)
{
  return !isnan (self->cli->invocation->request.wait);
}

/* What was sent may be refused without a response: then HTTP says why. */
static void
watch_exchange (Raw *self, McpTapEntry *entry)
{
  McpRecord  *record = entry->record;
  gsize       length;
  const char *text;

  if (record->kind == MCP_RECORD_EXCHANGE_STARTED && entry->question != 0 && self->exchange == 0)
    self->exchange = record->exchange;
  if (record->kind != MCP_RECORD_EXCHANGE_ENDED || record->exchange != self->exchange ||
      record->note == NULL || self->status != APP_CLI_TIMEOUT || waits_on (self))
    return;
  if (record->text != NULL)
    {
      text = g_bytes_get_data (record->text, &length);
      app_cli_print_message (text, length);
    }
  app_cli_end_watch (self->cli, app_failure_new (APP_FAILURE_HTTP_STATUS, "%s", record->note));
}

static void
on_entry (McpTap *tap, McpTapEntry *entry, Raw *self)
{
  McpRecordKind kind = entry->record->kind;
  gsize         length;
  const char   *text;

  watch_exchange (self, entry);
  if (entry->record->text == NULL ||
      (kind != MCP_RECORD_RECEIVED && kind != MCP_RECORD_MALFORMED) ||
      (entry->flags & MCP_TAP_BATCH_MEMBER) != 0)
    return;
  text = g_bytes_get_data (entry->record->text, &length);
  app_cli_print_message (text, length);
  fflush (stdout);
  if (!is_response (self, entry))
    return;
  note_findings (self, entry->record->text);
  if (mcp_message_get_error_code (entry->message) == MCP_RPC_METHOD_NOT_FOUND)
    self->is_unknown = TRUE;
  self->status = mcp_message_get_kind (entry->message) == MCP_MESSAGE_ERROR ? APP_CLI_PROTOCOL
                                                                            : APP_CLI_DONE;
  if (!waits_on (self))
    app_cli_end_watch (self->cli, NULL);
}

/* Seconds; NaN for as long as it takes. */
static double
choose_wait (Raw *self)
{
  const AppCliInvocation *invocation = self->cli->invocation;

  if (waits_on (self))
    return invocation->request.wait;
  if (!self->is_request)
    return WAIT_FOR_ANYTHING_SECONDS;
  if (!isnan (invocation->target.timeout))
    return invocation->target.timeout > 0 ? invocation->target.timeout : NAN;
  guint deadline = app_settings_get_request_timeout (app_session_get_settings (self->cli->session));
  return deadline > 0 ? deadline / 1000.0 : NAN;
}

static AppCliStatus
send_and_print (AppCli *cli, McpClient *client, GBytes *text, GError **error)
{
  g_autoptr (McpMessage) message = mcp_message_parse (text);
  Raw self = { cli };

  self.is_request = mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST;
  self.method = g_strdup (mcp_message_get_method (message));
  self.status = self.is_request ? APP_CLI_TIMEOUT : APP_CLI_DONE;
  g_signal_connect (mcp_client_get_tap (client), "entry", G_CALLBACK (on_entry), &self);
  self.sequence = mcp_client_send_text (client, text);
  if (self.sequence == 0)
    app_cli_end_watch (cli,
                       app_failure_new (APP_FAILURE_NOT_CONNECTED, "%s", _ ("Not connected.")));
  gboolean ended = app_cli_watch (cli, app_cli_limit (cli, choose_wait (&self)), error);
  g_signal_handlers_disconnect_by_data (mcp_client_get_tap (client), &self);
  g_free (self.method);
  if (ended && self.status == APP_CLI_PROTOCOL && self.is_request && !self.is_unknown)
    note_missing_meta (cli, client, text);
  if (!ended)
    return APP_CLI_UNREACHABLE;
  if (self.status == APP_CLI_TIMEOUT && !waits_on (&self))
    g_propagate_error (error, app_failure_new (APP_FAILURE_TIMED_OUT, "%s",
                                               _ ("No response within the time limit.")));
  return self.status;
}

/* Returns: (transfer full) (nullable): without the line end that shells and editors add */
static GBytes *
read_message (const AppCliInvocation *invocation, GError **error)
{
  const char      *text = invocation->arguments[0];
  g_autofree char *input = NULL;
  gsize            length;

  if (text == NULL || g_str_equal (text, "-"))
    {
      input = app_cli_input_read ("-", MCP_JSON_MAX_BYTES, &length, error);
      if (input == NULL)
        return NULL;
      text = input;
    }
  else
    length = strlen (text);
  while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
    length--;
  return g_bytes_new (text, length);
}

AppCliStatus
app_cli_raw (AppCli *cli, GError **error)
{
  g_autoptr (GBytes) text = read_message (cli->invocation, error);
  g_autoptr (McpClient) client = NULL;

  if (text == NULL || !app_cli_connect (cli, error) ||
      !g_set_object (&client, app_cli_get_client (cli, error)))
    return APP_CLI_UNREACHABLE;
  return send_and_print (cli, client, text, error);
}
