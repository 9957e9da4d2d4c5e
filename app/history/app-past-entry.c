/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-past-entry.h"

#include "app-exchange-words.h"
#include "app-object-name.h"
#include "app-redactor.h"
#include "app-session.h"
#include "app-snippet.h"
#include "mcp-json-writer.h"
#include "mcp-message.h"
#include "mcp-object.h"

#include <string.h>

/* Of a result that is looked through for a text. */
#define MAX_SEARCHED (256u * 1024u)
/* Of arguments that are read for a line of them. */
#define MAX_SHOWN 4096

struct _AppPastEntry
{
  GObject parent_instance;

  StoreExchange *exchange;
  AppCall       *call; /* (nullable) */
  gboolean       begins_day;
};

static guint changed_signal;

/* By kind of call */
static const char *const methods[] = { "tools/call", "resources/read", "prompts/get" };

MCP_DEFINE_ZEROED_TYPE (AppPastEntry, app_past_entry, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppPastEntry, app_past_entry)
{
  store_exchange_free (self->exchange);
  g_clear_object (&self->call);
}

MCP_DEFINE_CLASS (AppPastEntry, app_past_entry)
{
  object_class->finalize = app_past_entry_finalize;
  changed_signal = mcp_signal_new (klass, "changed", 0);
}

AppPastEntry *
app_past_entry_new (StoreExchange *exchange)
{
  g_return_val_if_fail (exchange != NULL, NULL);

  AppPastEntry *self = g_object_new (APP_TYPE_PAST_ENTRY, NULL);

  self->exchange = exchange;
  return self;
}

/* A call of this run */

static StoreOutcome
get_outcome (AppCall *call)
{
  switch (app_call_get_state (call))
    {
    case APP_CALL_DONE:
      return app_call_is_error (call) ? STORE_OUTCOME_TOOL_ERROR : STORE_OUTCOME_RESULT;
    case APP_CALL_FAILED:
      return mcp_json_value_exists (app_call_get_error (call)) ? STORE_OUTCOME_ERROR
                                                               : STORE_OUTCOME_NO_RESPONSE;
    case APP_CALL_CANCELLED:
    case APP_CALL_DECLINED:
      return STORE_OUTCOME_CANCELLED;
    default:
      return STORE_OUTCOME_NO_RESPONSE;
    }
}

static void
on_call_state (AppPastEntry *self)
{
  if (self->exchange->id == 0)
    {
      self->exchange->outcome = get_outcome (self->call);
      self->exchange->error_code =
          mcp_json_value_get_member_int64 (app_call_get_error (self->call), "code", 0);
      self->exchange->response_size = app_call_get_result_size (self->call);
    }
  g_signal_emit (self, changed_signal, 0);
}

AppPastEntry *
app_past_entry_new_for_call (AppCall *call)
{
  g_return_val_if_fail (APP_IS_CALL (call), NULL);

  g_autoptr (AppSession) session = app_call_dup_session (call);
  StoreProfile  *profile = session != NULL ? app_session_get_profile (session) : NULL;
  StoreExchange *exchange = g_new0 (StoreExchange, 1);
  AppPastEntry  *self = app_past_entry_new (exchange);

  exchange->time = app_call_get_time (call);
  exchange->method = g_strdup (methods[app_call_get_kind (call)]);
  exchange->name = g_strdup (app_call_get_target (call));
  exchange->server = g_strdup (session != NULL ? app_session_get_name (session) : NULL);
  exchange->server_id = g_strdup (profile != NULL ? store_profile_get_id (profile) : NULL);
  exchange->duration = -1;
  self->call = g_object_ref (call);
  mcp_signal_connect (call, "notify::state", on_call_state, self);
  on_call_state (self);
  return self;
}

void
app_past_entry_take_exchange (AppPastEntry *self, StoreExchange *exchange)
{
  g_return_if_fail (APP_IS_PAST_ENTRY (self));

  store_exchange_free (self->exchange);
  self->exchange = exchange;
  g_signal_emit (self, changed_signal, 0);
}

void
app_past_entry_drop_call (AppPastEntry *self)
{
  g_return_if_fail (APP_IS_PAST_ENTRY (self));

  g_signal_handlers_disconnect_by_data (self->call, self);
  g_clear_object (&self->call);
}

/* What is known of it */

MCP_DEFINE_GETTER (const StoreExchange *, AppPastEntry, app_past_entry, exchange)
MCP_DEFINE_GETTER (AppCall *, AppPastEntry, app_past_entry, call)
MCP_DEFINE_GETTER (gboolean, AppPastEntry, app_past_entry, begins_day)

void
app_past_entry_set_begins_day (AppPastEntry *self, gboolean begins)
{
  g_return_if_fail (APP_IS_PAST_ENTRY (self));

  if (self->begins_day == begins)
    return;
  self->begins_day = begins;
  g_signal_emit (self, changed_signal, 0);
}

AppPastState
app_past_entry_get_state (AppPastEntry *self)
{
  g_return_val_if_fail (APP_IS_PAST_ENTRY (self), APP_PAST_OK);

  if (self->call != NULL && app_call_get_state (self->call) < APP_CALL_DONE)
    return APP_PAST_RUNNING;
  if (self->exchange->outcome == STORE_OUTCOME_CANCELLED)
    return APP_PAST_CANCELLED;
  return app_exchange_failed (self->exchange) ? APP_PAST_FAILED : APP_PAST_OK;
}

char *
app_past_entry_dup_state_name (AppPastEntry *self)
{
  g_return_val_if_fail (APP_IS_PAST_ENTRY (self), NULL);
  return self->call != NULL ? g_strdup (app_call_get_state_name (self->call))
                            : app_exchange_dup_outcome (self->exchange);
}

gboolean
app_past_entry_get_kind (const StoreExchange *exchange, AppCallKind *kind)
{
  g_return_val_if_fail (exchange != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_strcmp0 (exchange->method, methods[i]) == 0)
      {
        *kind = (AppCallKind)i;
        return (exchange->flags & STORE_EXCHANGE_BY_SERVER) == 0;
      }
  return FALSE;
}

char *
app_past_entry_dup_title (AppPastEntry *self)
{
  const char *text;
  AppCallKind kind;

  g_return_val_if_fail (APP_IS_PAST_ENTRY (self), NULL);

  if (!app_past_entry_get_kind (self->exchange, &kind) || self->exchange->name == NULL)
    return app_exchange_dup_title (self->exchange);
  text = self->call != NULL ? app_call_get_arguments (self->call) : self->exchange->request;
  if (text != NULL && strnlen (text, MAX_SHOWN + 1) > MAX_SHOWN)
    text = NULL;
  if (text == NULL || self->call != NULL)
    return app_object_name_dup_for_call (self->exchange->name, text);

  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  McpJsonValue arguments =
      mcp_json_value_get_member (mcp_json_value_get_member (root, "params"), "arguments");
  g_autofree char *sent =
      mcp_json_value_exists (arguments) ? mcp_json_value_dup_text (arguments) : NULL;

  return app_object_name_dup_for_call (self->exchange->name, sent);
}

gint64
app_past_entry_get_duration (AppPastEntry *self)
{
  g_return_val_if_fail (APP_IS_PAST_ENTRY (self), -1);

  if (self->call == NULL)
    return self->exchange->duration;
  return app_past_entry_get_state (self) != APP_PAST_RUNNING &&
                 app_call_get_elapsed (self->call) > 0
             ? app_call_get_elapsed (self->call)
             : -1;
}

/* Returns: (transfer full): the message that it was a member of */
static GBytes *
wrap (const char *member, McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_dup_text (value);
  char            *message = mcp_json_build ("{'jsonrpc': '2.0', 'id': 1, %s: %r}", member, text);

  return g_bytes_new_take (message, strlen (message));
}

void
app_past_entry_dup_texts (AppPastEntry *self, GBytes **request, GBytes **response)
{
  g_return_if_fail (APP_IS_PAST_ENTRY (self));

  McpJsonValue     error = app_call_get_error (self->call);
  AppSnippetSource source = { .method = self->exchange->method,
                              .name = self->exchange->name,
                              .arguments = app_call_get_arguments (self->call) };
  char            *text = app_snippet_json_rpc (&source);

  *request = g_bytes_new_take (text, strlen (text));
  *response = NULL;
  if (mcp_json_value_exists (error))
    *response = wrap ("error", error);
  else if (mcp_json_value_exists (app_call_get_result (self->call)))
    *response = wrap ("result", app_call_get_result (self->call));
}

gboolean
app_past_entry_has_text (AppPastEntry *self, const char *text)
{
  g_return_val_if_fail (APP_IS_PAST_ENTRY (self), FALSE);

  gsize       length = 0;
  const char *result =
      mcp_json_value_get_text (app_call_get_result (self->call), &length);
  g_autofree char *searched = g_strndup (result, MIN (length, MAX_SEARCHED));
  const char      *texts[] = { self->exchange->method, self->exchange->name,
                               app_call_get_arguments (self->call), searched };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL && strcasestr (texts[i], text) != NULL)
      return TRUE;
  return FALSE;
}

/* Made again */

static gboolean
is_masked (McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_print_compact (value);

  return strstr (text, APP_REDACTOR_MASK) != NULL;
}

char *
app_past_entry_dup_call (GBytes *request, char **target)
{
  g_autoptr (McpMessage) message = request != NULL ? mcp_message_parse (request) : NULL;
  StoreExchange exchange = { 0 };
  AppCallKind   kind;

  g_return_val_if_fail (target != NULL, NULL);

  *target = NULL;
  if (message == NULL || mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST)
    return NULL;
  exchange.method = (char *)mcp_message_get_method (message);
  if (!app_past_entry_get_kind (&exchange, &kind))
    return NULL;
  McpJsonValue params = mcp_message_get_params (message);
  *target = mcp_json_value_dup_member_string (params, kind == APP_CALL_READ ? "uri" : "name");
  if (*target == NULL)
    return NULL;
  McpJsonValue arguments = mcp_json_value_get_member (params, "arguments");
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_begin_object (writer);
  if (mcp_json_value_get_kind (arguments) == MCP_JSON_OBJECT)
    {
      for (McpJsonWalk member = mcp_json_walk (arguments); mcp_json_walk_next (&member);)
        if (!is_masked (member.value))
          {
            mcp_json_writer_name_value (writer, member.name);
            mcp_json_writer_value (writer, member.value);
          }
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}
