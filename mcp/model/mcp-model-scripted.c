/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-scripted.h"

#include "mcp-async.h"
#include "mcp-error.h"
#include "mcp-model-chat.h"
#include "mcp-model-turn-json.h"
#include "mcp-source.h"

#include <libsoup/soup.h>
#include <string.h>

#define BYTES_A_TOKEN 4
/* Letters of the longest piece. */
#define MAX_PIECE 12
/* Requests of which it is remembered how often they were sent. */
#define MAX_REMEMBERED 4096u

/* One piece of what the model says */
typedef struct
{
  McpModelBlockKind         kind;
  const McpModelScriptCall *call;  /* (nullable): it begins */
  guint                     index; /* of that call */
  char                     *text;  /* (nullable) */
} Piece;

struct _McpModelScripted
{
  McpModelProvider         *provider; /* its script owns @step */
  const McpModelScriptStep *step;     /* (nullable): the script has none for this place */
  char                     *model;
  char                    **tools; /* that may be called */
  guint                     turn;  /* of the model, from 1 */
  gboolean                  may_not_call;
  gboolean                  whole;  /* nobody watches the pieces come */
  GPtrArray                *pieces; /* (element-type Piece) */
};

/* One try */
typedef struct
{
  McpModelScripted *scripted; /* (unowned) */
  McpModelExchange *exchange;
  McpModelDraft    *draft;
  gboolean          fails;
  gint64            start;        /* µs: of the first piece; 0 before it */
  guint             next;         /* piece */
  guint             idle_timeout; /* ms */
  gboolean          timed_out;    /* once it has waited */
  GSource          *timer;        /* (nullable) */
  gulong            cancelled;
  McpModelTurn     *turn;    /* (nullable): until it is fetched */
  McpModelFailure  *failure; /* (nullable): the same */
} Try;

/* The provider */

const McpModelDialect mcp_model_scripted_dialect = {
  .id = "scripted",
  .title = "Script",
  .key_place = MCP_MODEL_KEY_NONE,
  .path = "/turns",
  .version = "",
  .write = mcp_model_chat_write,
};

/* The address is on this machine, and nothing but a name. */
McpModelProvider *
mcp_model_scripted_provider_new (const char *id, McpModelScript *script)
{
  McpModelProvider *provider =
      mcp_model_provider_new (id, &mcp_model_scripted_dialect, "script://localhost");

  provider->script = script;
  return provider;
}

/* What is said to a request */

static void
piece_free (gpointer data)
{
  Piece *piece = data;

  g_free (piece->text);
  g_free (piece);
}

static Piece *
add_piece (McpModelScripted *self, McpModelBlockKind kind)
{
  Piece *piece = g_new0 (Piece, 1);

  piece->kind = kind;
  g_ptr_array_add (self->pieces, piece);
  return piece;
}

/* A few letters, or a word with the blank before it */
static void
add_text (McpModelScripted *self, McpModelBlockKind kind, const char *text)
{
  while (text != NULL && *text != '\0')
    {
      const char *end = g_utf8_next_char (text);

      for (guint n = 1; n < MAX_PIECE && *end != '\0' && *end != ' ' && *end != '\n'; n++)
        end = g_utf8_next_char (end);
      add_piece (self, kind)->text = g_strndup (text, (gsize)(end - text));
      text = end;
    }
}

static void
add_calls (McpModelScripted *self)
{
  for (guint i = 0; i < self->step->calls->len && !self->may_not_call; i++)
    {
      const McpModelScriptCall *call = self->step->calls->pdata[i];
      Piece                    *piece = add_piece (self, MCP_MODEL_CALL);

      piece->call = call;
      piece->index = i;
      add_text (self, MCP_MODEL_CALL, call->arguments);
    }
}

static void
cut_into_pieces (McpModelScripted *self)
{
  const McpModelScriptStep *step = self->step;
  McpModelBlockKind         kind =
      step->stop == MCP_MODEL_STOP_REFUSAL ? MCP_MODEL_REFUSAL : MCP_MODEL_TEXT;
  const char      *say = step->say;
  g_autofree char *tagged = NULL;

  if (step->think != NULL && step->think_tags &&
      (self->provider->switches & MCP_MODEL_THINK_TAGS) == 0)
    say = tagged = g_strconcat ("<think>", step->think, "</think>", say, NULL);
  else
    add_text (self, MCP_MODEL_REASONING, step->think);
  /* A model that may not call still has to say something. */
  if ((say == NULL || *say == '\0') && self->may_not_call && step->calls->len > 0)
    say = "I may not call a tool now, so this is all that I can say.";
  add_text (self, kind, say);
  if (step->image != NULL)
    add_piece (self, MCP_MODEL_IMAGE);
  add_calls (self);
}

/* As Chat Completions has tools. Returns: (transfer full): their names */
static GStrv
read_tools (const char *tools)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autoptr (McpJsonDocument) document =
      tools != NULL ? mcp_json_document_parse_text (tools, -1, NULL) : NULL;

  if (document == NULL)
    return g_strv_builder_end (names);
  for (McpJsonWalk tool = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&tool);)
    {
      g_autofree char *name = mcp_json_value_dup_member_string (
          mcp_json_value_get_member (tool.value, "function"), "name");

      if (name != NULL)
        g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

/* Turns of the model that follow each other are one. */
static void
find_place (GPtrArray *turns, McpModelScriptPlace *place, char **user)
{
  McpModelRole before = MCP_MODEL_USER;

  place->turn = 1;
  for (guint i = 0; i < turns->len; i++)
    {
      McpModelTurn *turn = turns->pdata[i];

      if (turn->role == MCP_MODEL_USER)
        {
          g_free (*user);
          *user = mcp_model_turn_dup_text (turn, MCP_MODEL_TEXT);
          place->after = NULL;
        }
      else if (turn->role == MCP_MODEL_ASSISTANT)
        place->turn += before != MCP_MODEL_ASSISTANT;
      else if (turn->blocks->len > 0)
        place->after = mcp_model_block_get_name (turn->blocks->pdata[turn->blocks->len - 1]);
      before = turn->role;
    }
  place->user = *user;
}

McpModelScripted *
mcp_model_scripted_new (const McpModelRequest *request)
{
  McpModelScripted   *self = g_new0 (McpModelScripted, 1);
  McpModelScriptPlace place = { 0 };
  g_autofree char    *user = NULL;

  self->provider = mcp_model_provider_ref (request->provider);
  self->model = g_strdup (request->model);
  self->may_not_call = request->choice == MCP_MODEL_CHOICE_NONE;
  self->whole = request->whole;
  self->tools = read_tools (self->may_not_call ? NULL : request->tools);
  self->pieces = g_ptr_array_new_with_free_func (piece_free);
  find_place (request->turns, &place, &user);
  place.tools = (const char *const *)self->tools;
  self->turn = place.turn;
  self->step = mcp_model_script_pick (self->provider->script, &place);
  if (self->step != NULL)
    cut_into_pieces (self);
  return self;
}

void
mcp_model_scripted_free (McpModelScripted *self)
{
  g_ptr_array_unref (self->pieces);
  g_strfreev (self->tools);
  g_free (self->model);
  mcp_model_provider_unref (self->provider);
  g_free (self);
}

/* Ending a try */

static void
try_free (gpointer data)
{
  Try *try = data;

  mcp_source_clear (&try->timer);
  mcp_model_exchange_unref (try->exchange);
  mcp_model_draft_free (try->draft);
  g_clear_pointer (&try->turn, mcp_model_turn_unref);
  g_clear_pointer (&try->failure, mcp_model_failure_unref);
  g_free (try);
}

/* @error: (transfer full) (nullable) */
static void
end (GTask *task, GError *error)
{
  Try *try = g_task_get_task_data (task);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;

  g_cancellable_disconnect (g_task_get_cancellable (task), try->cancelled);
  try->exchange->ended = g_get_monotonic_time ();
  try->turn = mcp_model_draft_finish (try->draft, error != NULL || try->failure != NULL);
  try->turn->dialect = mcp_model_scripted_dialect.id;
  try->turn->provider = g_strdup (try->scripted->provider->id);
  try->turn->model = g_strdup (try->scripted->model);
  /* What a person is shown in place of what comes over the wire */
  if (try->exchange->status == SOUP_STATUS_OK)
    {
      mcp_model_turn_write (try->turn, writer);
      text = mcp_json_writer_finish_text (writer);
      mcp_model_exchange_append (try->exchange, text, strlen (text));
    }
  mcp_async_return (task, error);
}

static gint64
count (const char *text)
{
  return text != NULL ? ((gint64)strlen (text) + BYTES_A_TOKEN - 1) / BYTES_A_TOKEN : 0;
}

/* What the script does not say is estimated. */
static McpModelUsage
measure (McpModelScripted *self, GBytes *body)
{
  const McpModelScriptStep *step = self->step;
  McpModelUsage             usage = { 0 };

  usage.input = (gint64)g_bytes_get_size (body) / BYTES_A_TOKEN;
  usage.reasoning = count (step->think);
  usage.output = usage.reasoning + count (step->say);
  for (guint i = 0; i < step->calls->len && !self->may_not_call; i++)
    {
      const McpModelScriptCall *call = step->calls->pdata[i];

      usage.output += count (call->tool) + count (call->arguments);
    }
  mcp_model_usage_update (&usage, &step->usage);
  return usage;
}

static void
succeed (GTask *task)
{
  Try                *try = g_task_get_task_data (task);
  McpModelScripted   *self = try->scripted;
  McpModelTurn       *turn = mcp_model_draft_get_turn (try->draft);
  const McpModelUsage usage = measure (self, try->exchange->body);
  gboolean            calls = self->step->calls->len > 0 && !self->may_not_call;

  turn->stop = self->step->stop;
  if (turn->stop == MCP_MODEL_STOP_NONE)
    turn->stop = calls ? MCP_MODEL_STOP_CALLS : MCP_MODEL_STOP_END;
  mcp_model_draft_update_usage (try->draft, &usage, MCP_JSON_NO_VALUE);
  end (task, NULL);
}

/* Failing */

static char *
write_failure (guint status, const char *code, const char *message)
{
  return mcp_json_build ("{'error': {'message': %s, 'type': %s, 'code': %s}}", message,
                         status < 500 ? "invalid_request_error" : "server_error", code);
}

static GStrv
list_headers (const McpModelScriptFailure *wanted)
{
  g_autoptr (GStrvBuilder) headers = g_strv_builder_new ();

  if (wanted->wait >= 0)
    {
      g_autofree char *wait =
          g_strdup_printf ("Retry-After-Ms: %" G_GINT64_FORMAT, wanted->wait);

      g_strv_builder_add (headers, wait);
    }
  if (wanted->headers != NULL)
    g_strv_builder_addv (headers, (const char **)wanted->headers);
  return g_strv_builder_end (headers);
}

/* In place of a response. @text: of the body */
static void
refuse (GTask *task, guint status, GStrv headers, const char *text)
{
  Try *try = g_task_get_task_data (task);

  try->exchange->status = status;
  try->exchange->response_headers = headers;
  mcp_model_exchange_append (try->exchange, text, strlen (text));
  try->failure = mcp_model_failure_new_for_body (status, (const char *const *)headers, text,
                                                 strlen (text));
  end (task, NULL);
}

static void
fail (GTask *task, gboolean in_stream)
{
  Try                         *try = g_task_get_task_data (task);
  const McpModelScriptFailure *wanted = &try->scripted->step->failure;
  const char                  *message =
      wanted->message != NULL ? wanted->message : "The script says that this fails.";
  g_autofree char *text = write_failure (wanted->status, wanted->type, message);

  if (!in_stream)
    {
      refuse (task, wanted->status, list_headers (wanted),
              wanted->body != NULL ? wanted->body : text);
      return;
    }
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  try->failure = mcp_model_failure_new (0, NULL, mcp_json_document_get_root (document));
  end (task, NULL);
}

static void
refuse_place (GTask *task)
{
  const Try       *try = g_task_get_task_data (task);
  g_autofree char *message = g_strdup_printf (
      "The script has no step for turn %u of this conversation", try->scripted->turn);
  g_autofree char *text = write_failure (400, NULL, message);

  refuse (task, 400, g_new0 (char *, 1), text);
}

/* Saying it */

static void
begin_call (Try *try, const Piece *piece)
{
  const McpModelScripted   *self = try->scripted;
  const McpModelScriptCall *call = piece->call;
  const char               *name =
      mcp_model_script_find_tool ((const char *const *)self->tools, call->tool);
  g_autofree char *id = g_strdup_printf ("call_%06u%03u", self->turn, piece->index + 1);

  mcp_model_draft_open_call (try->draft, call->id != NULL ? call->id : id,
                             name != NULL ? name : call->tool);
}

static void
say_piece (Try *try, const Piece *piece)
{
  const McpModelScriptStep *step = try->scripted->step;
  guint                     last = mcp_model_draft_get_length (try->draft) - 1;

  if (piece->call != NULL)
    {
      mcp_model_draft_close (try->draft, last);
      begin_call (try, piece);
    }
  else if (piece->kind == MCP_MODEL_IMAGE)
    mcp_model_draft_add_image (try->draft, step->image_type, step->image);
  else if (piece->kind == MCP_MODEL_CALL)
    mcp_model_draft_append (try->draft, last, piece->text, -1);
  else
    mcp_model_draft_add (try->draft, piece->kind, piece->text, -1);
}

/* How many pieces come before it ends early */
static guint
find_end (const Try *try, int after)
{
  return after < 0 || try->scripted->whole ? G_MAXUINT : (guint)after;
}

static gboolean on_due (gpointer data);

static void
wait_for (GTask *task, gint64 milliseconds)
{
  Try *try = g_task_get_task_data (task);

  try->timed_out = milliseconds > try->idle_timeout;
  try->timer =
      mcp_source_new_timeout ((guint)MIN (milliseconds, try->idle_timeout), on_due, NULL);
  g_source_set_callback (try->timer, on_due, g_object_ref (task), g_object_unref);
}

/* Says all that is due. Returns: whether nothing more comes of it now */
static gboolean
say_more (GTask *task)
{
  Try              *try = g_task_get_task_data (task);
  McpModelScripted *self = try->scripted;
  gint64            speed = self->step->speed >= 0 ? self->step->speed : self->provider->speed;
  gint64            now = g_get_monotonic_time ();

  for (; try->next < self->pieces->len; try->next++)
    {
      gint64 due = try->start;

      if (speed > 0 && !self->whole)
        due += (gint64)try->next * G_USEC_PER_SEC / speed;
      if (due > now)
        {
          wait_for (task, (due - now + 999) / 1000);
          return TRUE;
        }
      if (g_cancellable_is_cancelled (g_task_get_cancellable (task)) ||
          mcp_model_draft_get_error (try->draft) != NULL ||
          try->next == find_end (try, self->step->cut_after) ||
          (try->fails && try->next == find_end (try, self->step->failure.after)))
        return FALSE;
      if (try->exchange->first_byte == 0)
        try->exchange->first_byte = now;
      say_piece (try, self->pieces->pdata[try->next]);
    }
  return FALSE;
}

static gboolean
on_due (gpointer data)
{
  g_autoptr (GTask) task = g_object_ref (data);
  Try              *try = g_task_get_task_data (task);
  McpModelScripted *self = try->scripted;
  gboolean          is_first = try->start == 0;

  mcp_source_clear (&try->timer);
  try->start = is_first ? g_get_monotonic_time () : try->start;
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    end (task, mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled"));
  else if (try->timed_out)
    end (task, mcp_error_new (MCP_ERROR_TIMED_OUT, "The script said nothing for %g seconds",
                              try->idle_timeout / 1000.0));
  else if (self->step == NULL)
    refuse_place (task);
  else if (try->fails && find_end (try, self->step->failure.after) == G_MAXUINT)
    fail (task, FALSE);
  else
    {
      try->exchange->status = SOUP_STATUS_OK;
      if (say_more (task))
        return G_SOURCE_REMOVE;
      if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
        end (task, mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled"));
      else if (mcp_model_draft_get_error (try->draft) != NULL)
        end (task, g_error_copy (mcp_model_draft_get_error (try->draft)));
      else if (try->fails)
        fail (task, TRUE);
      else if (try->next < self->pieces->len)
        end (task, mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                                  "The model's response ended in the middle"));
      else
        succeed (task);
    }
  return G_SOURCE_REMOVE;
}

/* Nobody waits any more. */
static void
on_cancelled (G_GNUC_UNUSED GCancellable *cancellable, gpointer data)
{
  Try *try = data;

  if (try->timer != NULL)
    g_source_set_ready_time (try->timer, 0);
}

/* Whether a step that fails does so this time */
static gboolean
fails_now (const McpModelScriptFailure *failure, GHashTable *seen, GBytes *body)
{
  guint times;

  if (failure->status == 0 || failure->times == 0)
    return failure->status > 0;
  g_autofree char *digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, body);
  times = GPOINTER_TO_UINT (g_hash_table_lookup (seen, digest));
  if (g_hash_table_size (seen) >= MAX_REMEMBERED)
    g_hash_table_remove_all (seen);
  g_hash_table_replace (seen, g_steal_pointer (&digest), GUINT_TO_POINTER (times + 1));
  return times < failure->times;
}

void
mcp_model_scripted_send_async (McpModelScripted   *self,
                               GHashTable         *seen,
                               McpModelExchange   *exchange,
                               guint               idle_timeout,
                               McpModelEventFunc   func,
                               gpointer            func_data,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  /* What came before it was cancelled is handed on. */
  g_autoptr (GTask) task =
      mcp_async_begin (NULL, mcp_model_scripted_send_async, cancellable, callback, user_data);
  Try *try = g_new0 (Try, 1);

  g_task_set_task_data (task, try, try_free);
  try->scripted = self;
  try->exchange = mcp_model_exchange_ref (exchange);
  try->idle_timeout = idle_timeout;
  try->draft = mcp_model_draft_new (func, func_data);
  try->fails = self->step != NULL && fails_now (&self->step->failure, seen, exchange->body);
  exchange->begun = exchange->sent = g_get_monotonic_time ();
  wait_for (task, self->step != NULL ? MAX (self->step->delay, 0) : 0);
  if (cancellable != NULL)
    try->cancelled = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), try, NULL);
}

gboolean
mcp_model_scripted_send_finish (GAsyncResult     *result,
                                McpModelTurn    **turn,
                                McpModelFailure **failure,
                                GError          **error)
{
  Try *try = g_task_get_task_data (G_TASK (result));

  *turn = g_steal_pointer (&try->turn);
  *failure = g_steal_pointer (&try->failure);
  return g_task_propagate_boolean (G_TASK (result), error);
}
