/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-chat-output.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app-model-usage.h"
#include "app-cli-print.h"
#include "app-text-signs.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"

/* Of arguments and results beside the text. */
#define NOTE_CHARACTERS 160

/* Lines of JSON */

/* @line: (transfer full) */
static void
print_line (char *line)
{
  app_cli_print_json (line);
  fflush (stdout);
}

/* In an object that has been begun, which it ends. */
static void
write_usage (McpJsonWriter *writer, const McpModelUsage *usage)
{
  mcp_json_writer_add (writer,
                       "'input': ?%x, 'cached': ?%x, 'cache_write': ?%x, 'output': ?%x, "
                       "'reasoning': ?%x}",
                       usage->input, usage->cached, usage->cache_write, usage->output,
                       usage->reasoning);
}

static void
print_usage (const McpModelUsage *usage)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'event': 'usage'");
  write_usage (writer, usage);
  print_line (mcp_json_writer_finish_text (writer));
}

static void
print_event (const McpModelEvent *event)
{
  const char *kind = mcp_model_block_kind_to_text (event->block_kind);
  int         block = (int)event->block;

  switch (event->kind)
    {
    case MCP_MODEL_EVENT_TEXT:
      print_line (mcp_json_build ("{'event': %s, 'block': %i, 'text': %s}", kind, block,
                                  event->text));
      break;
    case MCP_MODEL_EVENT_CALL:
      print_line (mcp_json_build ("{'event': 'call', 'block': %i, 'id': ?%s, 'name': ?%s}", block,
                                  event->id, event->name));
      break;
    case MCP_MODEL_EVENT_ARGUMENTS:
      print_line (mcp_json_build ("{'event': 'arguments', 'block': %i, 'text': %s}", block,
                                  event->text));
      break;
    case MCP_MODEL_EVENT_REPLACED:
      print_line (mcp_json_build ("{'event': 'replaced', 'block': %i, 'kind': %s, 'text': %s}",
                                  block, kind, event->text));
      break;
    case MCP_MODEL_EVENT_USAGE:
      print_usage (event->usage);
      break;
    case MCP_MODEL_EVENT_RESTARTED:
      print_line (mcp_json_build ("{'event': 'restarted'}"));
      break;
    case MCP_MODEL_EVENT_CLOSED:
    default:
      break;
    }
}

/* Text for a person */

static void
end_line (AppCliChatOutput *self)
{
  if (self->in_line)
    app_cli_print ("\n");
  self->in_line = FALSE;
  fflush (stdout);
}

/* A terminal obeys control characters. */
static void
say (AppCliChatOutput *self, const char *text)
{
  g_autofree char *visible =
      isatty (STDOUT_FILENO) ? app_visible_text_block (text, 0) : g_strdup (text);

  if (*visible == '\0')
    return;
  app_cli_print ("%s", visible);
  self->in_line = !g_str_has_suffix (visible, "\n");
  fflush (stdout);
}

static void
show_event (AppCliChatOutput *self, const McpModelEvent *event)
{
  gboolean is_answer =
      event->block_kind == MCP_MODEL_TEXT || event->block_kind == MCP_MODEL_REFUSAL;

  if (event->kind == MCP_MODEL_EVENT_TEXT && is_answer)
    say (self, event->text);
  else if (event->kind == MCP_MODEL_EVENT_TEXT && event->block_kind == MCP_MODEL_NOTICE)
    {
      end_line (self);
      app_cli_note (self->invocation, "· %s", event->text);
    }
  else if (event->kind == MCP_MODEL_EVENT_CLOSED && is_answer)
    end_line (self);
  else if (event->kind == MCP_MODEL_EVENT_REPLACED && is_answer)
    {
      end_line (self);
      app_cli_note (self->invocation, "· %s", _ ("The model replaced what it said:"));
      say (self, event->text);
    }
  else if (event->kind == MCP_MODEL_EVENT_RESTARTED)
    {
      end_line (self);
      app_cli_note (self->invocation, "· %s", _ ("The model begins its answer again:"));
    }
}

/* What goes on */

static void
on_event (AppModelConversation *bench, const McpModelEvent *event, AppCliChatOutput *self)
{
  if (self->invocation->output.as_json)
    print_event (event);
  else
    show_event (self, event);
}

static void
on_request (AppModelConversation  *bench,
            const McpModelRequest *request,
            guint                  number,
            gboolean               is_last,
            AppCliChatOutput      *self)
{
  static const char *const choices[] = { "auto", "none", "required", "named" };

  if (!self->invocation->output.as_json)
    {
      if (is_last)
        app_cli_note (
            self->invocation, "· %s",
            _ ("Those were all its rounds: it is asked to answer without further calls."));
      return;
    }
  g_autofree char *url = mcp_model_request_dup_url (request);
  print_line (mcp_json_build (
      "{'event': 'request', 'number': %i, 'url': %s, 'model': %s, 'turns': %i, 'with_tools': %b, "
      "'tool_choice': %s, 'last': %b}",
      (int)number, url, request->model, (int)request->turns->len, request->tools != NULL,
      choices[request->choice], is_last));
}

static void
on_again (AppModelConversation *bench,
          guint                 number_of_try,
          guint                 wait,
          const char           *why,
          AppCliChatOutput     *self)
{
  if (self->invocation->output.as_json)
    print_line (mcp_json_build ("{'event': 'again', 'try': %i, 'wait': %i, 'message': %s}",
                                (int)number_of_try, (int)wait, why));
  else
    /* Translators: why, then a number of seconds */
    app_cli_note (self->invocation, _ ("· %s It is tried again in %.1f s."), why, wait / 1000.0);
}

static void
on_turn (AppModelConversation *bench, McpModelTurn *turn, AppCliChatOutput *self)
{
  if (!self->invocation->output.as_json)
    end_line (self);
}

/* Calls */

static double
get_milliseconds (AppModelCall *call)
{
  AppCall *sent = app_model_call_get_call (call);

  return sent != NULL ? (double)app_call_get_elapsed (sent) / 1000.0 : 0;
}

/* Where what is sent is not what the model gave. */
static void
write_changes (McpJsonWriter *writer, AppModelCall *call)
{
  GPtrArray *changes = app_model_call_get_changes (call);

  if (changes->len == 0)
    return;
  mcp_json_writer_add (writer, "'changes': [");
  for (guint i = 0; i < changes->len; i++)
    {
      const AppModelChange *change = changes->pdata[i];

      mcp_json_writer_add (writer, "{'kind': %s, 'pointer': %s, 'before': ?%s, 'after': ?%s}",
                           app_model_change_kind_to_text (change->kind), change->pointer,
                           change->before, change->after);
    }
  mcp_json_writer_add (writer, "]");
}

/* What in it reads like an instruction to a model. */
static void
write_marks (McpJsonWriter *writer, const char *text)
{
  g_autoptr (GPtrArray) signs = app_text_signs_find (text, APP_TEXT_DATA);

  if (signs == NULL)
    return;
  mcp_json_writer_add (writer, "'marks': [");
  for (guint i = 0; i < signs->len; i++)
    {
      const AppTextSign *sign = signs->pdata[i];

      mcp_json_writer_add (writer, "{'kind': %s, 'text': ?%s, 'line': %i, 'column': %i}",
                           app_text_sign_kind_to_text (sign->kind), sign->quoted, (int)sign->line,
                           (int)sign->column);
    }
  mcp_json_writer_add (writer, "]");
}

static void
print_result (AppModelCall *call)
{
  AppModelResult     *result = app_model_call_get_result (call);
  McpModelBlock      *block = app_model_call_get_block (call);
  const AppModelTool *tool = app_model_call_get_tool (call);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (
      writer,
      "{'event': 'result', 'id': %s, 'name': %s, 'server': ?%s, 'tool': ?%s, 'text': %s, "
      "'is_error': %b, 'images': %i, 'milliseconds': %d, 'bytes': %x, 'hidden': %x, "
      "'withheld': %i, 'formatter': %s, 'whole_tokens': %x, 'tokens': %x, 'object': ?%s, "
      "'cached': ?%b",
      mcp_model_block_get_id (block), mcp_model_block_get_name (block),
      tool != NULL ? tool->server : NULL,
      tool != NULL ? mcp_definition_get_key (MCP_DEFINITION (tool->tool)) : NULL, result->text,
      result->is_error, result->images != NULL ? (int)result->images->len : 0,
      get_milliseconds (call), (gint64)result->size, (gint64)result->hidden,
      (int)result->withheld, app_model_formatter_to_text (result->formatter),
      result->whole_tokens, result->tokens, result->object, app_model_call_is_cached (call));
  write_changes (writer, call);
  write_marks (writer, result->text);
  mcp_json_writer_add (writer, "}");
  print_line (mcp_json_writer_finish_text (writer));
}

/* What was made of it for the model. */
static void
note_result_format (AppCliChatOutput *self, AppModelCall *call)
{
  AppModelResult *result = app_model_call_get_result (call);

  if (app_model_call_is_cached (call))
    app_cli_note (self->invocation, "· %s",
                  _ ("The same call was made before: the server was not asked again."));
  if (result->object != NULL)
    app_cli_note (self->invocation,
                  /* Translators: the id of an object, then numbers of tokens */
                  _ ("· It is kept as @%s; the model is told ≈ %'lld of ≈ %'lld tokens."),
                  result->object, (long long)result->tokens, (long long)result->whole_tokens);
  else if (result->formatter != APP_MODEL_RAW)
    app_cli_note (self->invocation,
                  /* Translators: a way to tell results, such as “path”; then numbers of tokens */
                  _ ("· Told as %s: ≈ %'lld of ≈ %'lld tokens."),
                  app_model_formatter_to_text (result->formatter), (long long)result->tokens,
                  (long long)result->whole_tokens);
  if (result->hidden > 0)
    app_cli_note (self->invocation,
                  /* Translators: a number of characters */
                  _ ("· The model does not see %" PRIu64 " characters of it."),
                  result->hidden);
}

static void
note_changes (AppCliChatOutput *self, AppModelCall *call)
{
  GPtrArray *changes = app_model_call_get_changes (call);

  for (guint i = 0; i < changes->len; i++)
    {
      const AppModelChange *change = changes->pdata[i];
      g_autofree char      *pointer = app_visible_text_line (change->pointer, NOTE_CHARACTERS);
      g_autofree char      *before =
          app_visible_text_line (change->before != NULL ? change->before : "", NOTE_CHARACTERS);
      g_autofree char *after =
          app_visible_text_line (change->after != NULL ? change->after : "", NOTE_CHARACTERS);

      app_cli_note (self->invocation, "· %s (%s): %s ⇒ %s", *pointer != '\0' ? pointer : "/",
                    app_model_change_kind_to_text (change->kind), before, after);
    }
}

static void
note_marks (AppCliChatOutput *self, const char *text)
{
  g_autoptr (GPtrArray) signs = app_text_signs_find (text, APP_TEXT_DATA);

  for (guint i = 0; signs != NULL && i < signs->len; i++)
    {
      g_autofree char *line = app_text_sign_write_line (signs->pdata[i]);

      app_cli_note (self->invocation, "⚠ %s", line);
    }
}

static void
note_result (AppCliChatOutput *self, AppModelCall *call)
{
  AppModelResult  *result = app_model_call_get_result (call);
  g_autofree char *text = app_visible_text_line (result->text, NOTE_CHARACTERS);
  g_autofree char *size = g_format_size (result->size);

  note_changes (self, call);
  app_cli_note (self->invocation, "← %s%s (%.0f ms, %s): %s",
                result->is_error ? "⚠ " : "",
                mcp_model_block_get_name (app_model_call_get_block (call)), get_milliseconds (call),
                size, text);
  note_result_format (self, call);
  note_marks (self, result->text);
}

static void
on_call_state (AppModelCall *call, GParamSpec *pspec, AppCliChatOutput *self)
{
  if (app_model_call_get_state (call) != APP_MODEL_CALL_DONE)
    return;
  if (self->invocation->output.as_json)
    print_result (call);
  else
    note_result (self, call);
}

static void
on_call (AppModelConversation *bench, AppModelCall *call, AppCliChatOutput *self)
{
  McpModelBlock   *block = app_model_call_get_block (call);
  g_autofree char *arguments =
      app_visible_text_line (mcp_model_block_get_text (block), NOTE_CHARACTERS);

  if (!self->invocation->output.as_json)
    app_cli_note (self->invocation, "→ %s %s", mcp_model_block_get_name (block), arguments);
  if (app_model_call_get_state (call) == APP_MODEL_CALL_DONE)
    on_call_state (call, NULL, self);
  else
    g_signal_connect (call, "notify::state", G_CALLBACK (on_call_state), self);
}

void
app_cli_chat_output_follow (AppCliChatOutput       *self,
                            const AppCliInvocation *invocation,
                            AppModelConversation   *bench)
{
  *self = (AppCliChatOutput){ invocation, bench, FALSE };
  g_signal_connect (bench, "event", G_CALLBACK (on_event), self);
  g_signal_connect (bench, "request", G_CALLBACK (on_request), self);
  g_signal_connect (bench, "again", G_CALLBACK (on_again), self);
  g_signal_connect (bench, "turn", G_CALLBACK (on_turn), self);
  g_signal_connect (bench, "call", G_CALLBACK (on_call), self);
}

void
app_cli_chat_output_leave (AppCliChatOutput *self)
{
  GPtrArray *calls = app_model_conversation_get_calls (self->bench);

  g_signal_handlers_disconnect_by_data (self->bench, self);
  for (guint i = 0; i < calls->len; i++)
    g_signal_handlers_disconnect_by_data (calls->pdata[i], self);
}

/* The end */

static void
note_usage (AppCliChatOutput *self)
{
  const McpModelUsage *usage = app_model_conversation_get_usage (self->bench);
  guint                n = app_model_conversation_get_n_requests (self->bench);
  g_autofree char     *cached = app_model_usage_write_cached (usage);

  if (mcp_model_usage_is_known (usage))
    app_cli_note (self->invocation,
                  /* Translators: a number of requests, then numbers of tokens */
                  ngettext ("· %u request, %'lld tokens in, %'lld out",
                            "· %u requests, %'lld tokens in, %'lld out", n),
                  n, (long long)MAX (usage->input, 0), (long long)MAX (usage->output, 0));
  if (cached != NULL)
    app_cli_note (self->invocation, "· %s", cached);
}

/* Returns: (transfer none) (nullable) */
static const char *
find_price_date (AppCliChatOutput *self)
{
  AppPriceList *prices = app_model_conversation_get_options (self->bench)->prices;

  return prices != NULL
             ? app_price_list_get_date (prices,
                                        app_model_conversation_get_provider (self->bench)->id,
                                        app_model_conversation_get_model (self->bench))
             : NULL;
}

static void
note_cost (AppCliChatOutput *self)
{
  const AppCost *cost = app_model_conversation_get_cost (self->bench);
  const char    *date = find_price_date (self);

  if (!app_cost_is_known (cost))
    return;
  if (cost->n_unknown == 0 && date != NULL)
    {
      g_autofree char *line = app_cli_line (date);

      app_cli_note (self->invocation,
                    /* Translators: an amount of money, its currency, a date */
                    _ ("· The conversation cost %.4f %s (prices of %s)."), cost->amount,
                    cost->currency, line);
    }
  else if (cost->n_unknown == 0)
    /* Translators: an amount of money, then its currency */
    app_cli_note (self->invocation, _ ("· The conversation cost %.4f %s."), cost->amount,
                  cost->currency);
  else
    app_cli_note (self->invocation,
                  /* Translators: an amount of money, its currency, a number of answers */
                  ngettext ("· The conversation cost %.4f %s, and %u answer of which the cost is "
                            "not known.",
                            "· The conversation cost %.4f %s, and %u answers of which the cost is "
                            "not known.",
                            cost->n_unknown),
                  cost->amount, cost->currency, cost->n_unknown);
}

/* An answer that is not whole looks like one that is. */
static void
note_early_end (AppCliChatOutput *self)
{
  GPtrArray    *turns = app_model_conversation_get_turns (self->bench);
  McpModelTurn *turn = turns->pdata[turns->len - 1];
  const char   *word = mcp_model_stop_to_text (turn->stop);

  if (turn->blocks->len == 0)
    app_cli_note (self->invocation, "· %s", _ ("The model said nothing."));
  if (turn->stop != MCP_MODEL_STOP_NONE && turn->stop != MCP_MODEL_STOP_END &&
      turn->stop != MCP_MODEL_STOP_CALLS && turn->stop != MCP_MODEL_STOP_SEQUENCE)
    /* Translators: %s is a word for the reason, then the provider's own */
    app_cli_note (self->invocation, _ ("⚠ The answer ended early: %s (%s)"), word,
                  turn->stop_text != NULL ? turn->stop_text : word);
}

void
app_cli_chat_output_end_run (AppCliChatOutput *self,
                             AppModelEnd       end,
                             McpModelFailure  *failure,
                             const GError     *error)
{
  guint n_masked = app_model_conversation_get_n_masked (self->bench);

  if (!self->invocation->output.as_json)
    {
      end_line (self);
      if (end == APP_MODEL_ANSWERED)
        note_early_end (self);
      note_usage (self);
      note_cost (self);
      if (n_masked > 0)
        app_cli_note (self->invocation,
                      ngettext ("· %u secret was masked in what the model was told.",
                                "· %u secrets were masked in what the model was told.", n_masked),
                      n_masked);
      return;
    }
  if (end == APP_MODEL_FAILED)
    print_line (mcp_json_build (
        "{'event': 'error', 'fault': ?%s, 'status': ?%i, 'type': ?%s, 'code': ?%s, 'param': ?%s, "
        "'request_id': ?%s, 'message': %s}",
        failure != NULL ? mcp_model_fault_to_text (failure->fault) : NULL,
        failure != NULL && failure->status > 0 ? (int)failure->status : -1,
        failure != NULL ? failure->type : NULL, failure != NULL ? failure->code : NULL,
        failure != NULL ? failure->param : NULL, failure != NULL ? failure->request_id : NULL,
        failure != NULL ? failure->message : error->message));
}

/* The whole of it */

static void
write_block (McpJsonWriter *writer, McpModelBlock *block)
{
  GPtrArray *images = mcp_model_block_get_images (block);
  GBytes    *data = mcp_model_block_get_data (block);

  mcp_json_writer_add (writer, "{'kind': %s, 'id': ?%s, 'name': ?%s",
                       mcp_model_block_kind_to_text (mcp_model_block_get_kind (block)),
                       mcp_model_block_get_id (block), mcp_model_block_get_name (block));
  switch (mcp_model_block_get_kind (block))
    {
    case MCP_MODEL_CALL:
      mcp_json_writer_add (writer, "'arguments': %s", mcp_model_block_get_text (block));
      break;
    case MCP_MODEL_RESULT:
      mcp_json_writer_add (writer, "'text': %s, 'is_error': %b, 'images': %i",
                           mcp_model_block_get_text (block), mcp_model_block_is_error (block),
                           images != NULL ? (int)images->len : 0);
      break;
    case MCP_MODEL_IMAGE:
      mcp_json_writer_add (writer, "'mime_type': %s, 'bytes': %x",
                           mcp_model_block_get_mime_type (block),
                           data != NULL ? (gint64)g_bytes_get_size (data) : 0);
      break;
    default:
      mcp_json_writer_add (writer, "'text': %s", mcp_model_block_get_text (block));
    }
  mcp_json_writer_add (writer, "}");
}

static void
write_cost (McpJsonWriter *writer, const AppCost *cost, const char *date)
{
  if (app_cost_is_known (cost))
    mcp_json_writer_add (writer,
                         "'cost': {'amount': %d, 'currency': %s, 'unknown': %i, 'as_of': ?%s}",
                         cost->amount, cost->currency, (int)cost->n_unknown, date);
}

static void
write_turn (AppCliChatOutput *self,
            McpModelProvider *provider,
            McpJsonWriter    *writer,
            McpModelTurn     *turn)
{
  AppCost cost = APP_COST_NONE;

  mcp_json_writer_add (writer, "{'role': %s, 'blocks': [", mcp_model_role_to_text (turn->role));
  for (guint i = 0; i < turn->blocks->len; i++)
    write_block (writer, turn->blocks->pdata[i]);
  mcp_json_writer_add (writer, "]");
  if (turn->role == MCP_MODEL_ASSISTANT)
    {
      mcp_json_writer_add (
          writer, "'model': ?%s, 'response': ?%s, 'stop': %s, 'stop_text': ?%s, 'usage': {",
          turn->model, turn->response, mcp_model_stop_to_text (turn->stop), turn->stop_text);
      write_usage (writer, &turn->usage);
      app_price_list_add_turn (app_model_conversation_get_options (self->bench)->prices,
                               provider->id, turn, &cost);
      write_cost (writer, &cost, NULL);
    }
  mcp_json_writer_add (writer, "}");
}

/* What the model gave, and what was sent: presets go in between, and no secret is printed. */
static void
write_call (McpJsonWriter *writer, AppModelCall *call)
{
  const AppModelTool *tool = app_model_call_get_tool (call);
  AppCall            *made = app_model_call_get_call (call);
  AppModelResult     *result = app_model_call_get_result (call);
  McpModelBlock      *block = app_model_call_get_block (call);
  const char         *sent = made != NULL ? app_call_get_sent_arguments (made) : NULL;
  g_autofree char    *masked =
      sent != NULL ? app_redactor_redact_text (app_session_get_redactor (tool->session), sent)
                      : NULL;

  mcp_json_writer_add (
      writer,
      "{'id': %s, 'name': %s, 'server': ?%s, 'tool': ?%s, 'arguments': %s, 'sent': ?%s, "
      "'is_error': %b, 'milliseconds': %d",
      mcp_model_block_get_id (block), mcp_model_block_get_name (block),
      tool != NULL ? tool->server : NULL,
      tool != NULL ? mcp_definition_get_key (MCP_DEFINITION (tool->tool)) : NULL,
      mcp_model_block_get_text (block), masked, result == NULL || result->is_error,
      get_milliseconds (call));
  write_changes (writer, call);
  mcp_json_writer_add (writer, "}");
}

/* What fills the model's context, estimated. */
static void
write_meter (AppCliChatOutput *self, McpJsonWriter *writer)
{
  g_autoptr (AppModelUsage) meter = app_model_conversation_create_meter (self->bench);

  mcp_json_writer_add (writer,
                       "'meter': {'system': %x, 'tools': %x, 'history': %x, 'results': %x, "
                       "'answer': %x, 'total': %x, 'context': %x, 'free': ?%x, 'factor': %d, "
                       "'fitted_from': %i, 'servers': [",
                       meter->system, meter->tools, meter->history, meter->results, meter->answer,
                       meter->total, meter->context, meter->free, meter->factor,
                       (int)meter->n_requests);
  for (guint i = 0; i < meter->servers->len; i++)
    {
      const AppModelServerTokens *server = meter->servers->pdata[i];

      mcp_json_writer_add (writer, "{'server': %s, 'tools': %i, 'tokens': %x}", server->server,
                           (int)server->n_tools, server->tokens);
    }
  mcp_json_writer_add (writer, "]}");
}

void
app_cli_chat_output_end (AppCliChatOutput *self, McpModelProvider *provider, AppModelEnd end)
{
  GPtrArray *turns = app_model_conversation_get_turns (self->bench);
  GPtrArray *calls = app_model_conversation_get_calls (self->bench);

  if (!self->invocation->output.as_json)
    return;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_add (writer,
                       "{'event': 'conversation', 'provider': %s, 'dialect': %s, 'model': %s, "
                       "'stop': %s, 'turns': [",
                       provider->id, provider->dialect->id,
                       app_model_conversation_get_model (self->bench),
                       app_model_conversation_end_to_text (end));
  for (guint i = 0; i < turns->len; i++)
    write_turn (self, provider, writer, turns->pdata[i]);
  mcp_json_writer_add (writer, "], 'calls': [");
  for (guint i = 0; i < calls->len; i++)
    write_call (writer, calls->pdata[i]);
  mcp_json_writer_add (writer, "], 'usage': {");
  write_usage (writer, app_model_conversation_get_usage (self->bench));
  write_cost (writer, app_model_conversation_get_cost (self->bench), find_price_date (self));
  write_meter (self, writer);
  mcp_json_writer_add (writer, "'requests': %i, 'tokens': %x, 'masked': %i}",
                       (int)app_model_conversation_get_n_requests (self->bench),
                       app_model_conversation_get_tokens (self->bench),
                       (int)app_model_conversation_get_n_masked (self->bench));
  print_line (mcp_json_writer_finish_text (writer));
}
