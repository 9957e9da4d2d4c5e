/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-chat.h"

#include <glib/gi18n.h>

#include "app-visible-text.h"
#include "mcp-object.h"

/* Of the name of a tool in the status. */
#define NAME_CHARACTERS 60u

/* Callbacks find it gone where it was freed. */
typedef struct
{
  AppModelChat *chat; /* (nullable) */
} Link;

struct _AppModelChat
{
  AppModelChatWatch     watch;
  AppModelConversation *bench; /* (nullable) */
  AppModelMask         *mask;  /* (nullable): of the bench's sessions */
  AppRedactor          *keys;
  AppModelBlocks       *blocks;
  AppModelRecorder     *recorder;
  GPtrArray            *calls; /* (element-type AppModelCall): of the run */
  char                 *status;
  GCancellable         *stop; /* (nullable): while it runs */
  Link                 *link;
  gint64                begun;    /* µs, monotonic: the run */
  guint                 n_before; /* turns before its answer */
  guint                 n_masked; /* before it */
  gboolean              is_asking;
  gboolean              can_retry;
};

static Link *
link_new (AppModelChat *chat)
{
  Link *self = g_rc_box_new (Link);

  self->chat = chat;
  return self;
}

AppModelChat *
app_model_chat_new (const AppModelChatWatch *watch)
{
  AppModelChat *self = g_new0 (AppModelChat, 1);

  self->watch = *watch;
  self->keys = app_redactor_new ();
  self->blocks = app_model_blocks_new ();
  self->recorder = app_model_recorder_new ();
  self->calls = g_ptr_array_new_with_free_func (g_object_unref);
  self->status = g_strdup ("");
  self->link = link_new (self);
  return self;
}

static void
forget_calls (AppModelChat *self)
{
  for (guint i = 0; i < self->calls->len; i++)
    g_signal_handlers_disconnect_by_data (self->calls->pdata[i], self);
  g_ptr_array_set_size (self->calls, 0);
  self->is_asking = FALSE;
}

static void
drop_bench (AppModelChat *self)
{
  forget_calls (self);
  g_cancellable_cancel (self->stop);
  g_clear_object (&self->stop);
  /* What ends late belongs to nobody. */
  self->link->chat = NULL;
  g_clear_pointer (&self->link, g_rc_box_release);
  if (self->bench != NULL)
    g_signal_handlers_disconnect_by_data (self->bench, self);
  g_clear_object (&self->bench);
  g_clear_pointer (&self->mask, app_model_mask_free);
}

void
app_model_chat_free (AppModelChat *self)
{
  drop_bench (self);
  app_model_blocks_free (self->blocks);
  app_model_recorder_free (self->recorder);
  g_object_unref (self->keys);
  g_ptr_array_unref (self->calls);
  g_free (self->status);
  g_free (self);
}

/* @status: (transfer full) */
static void
take_status (AppModelChat *self, char *status)
{
  g_free (self->status);
  self->status = status;
  self->watch.changed (self->watch.user_data);
}

static guint
count_turns (AppModelChat *self)
{
  return self->bench != NULL ? app_model_conversation_get_turns (self->bench)->len : 0;
}

static void
add_notice (AppModelChat *self, AppModelNotice level, const char *text, const char *advice)
{
  app_model_blocks_add_notice (self->blocks, count_turns (self), level, text, advice);
}

/* What goes on in the bench */

static void
on_request (AppModelConversation  *bench,
            const McpModelRequest *request,
            guint                  number,
            gboolean               is_last,
            AppModelChat          *self)
{
  app_model_blocks_begin_turn (self->blocks, request->turns->len, request->model,
                               g_get_real_time ());
  if (is_last)
    add_notice (self, APP_MODEL_NOTICE_PLAIN,
                _ ("These were all its rounds: it is asked to answer without more calls."), NULL);
  take_status (self, g_strdup (_ ("Answering")));
}

static void
on_event (AppModelConversation *bench, const McpModelEvent *event, AppModelChat *self)
{
  app_model_blocks_take_event (self->blocks, event);
}

static void
on_again (AppModelConversation *bench,
          guint                 number_of_try,
          guint                 wait,
          const char           *why,
          AppModelChat         *self)
{
  g_autofree char *line = app_visible_text_line (why, 0);
  g_autofree char *text = g_strdup_printf (
      /* Translators: why, a sentence; then a number of seconds */
      _ ("%s It is tried again in %.1f s."), line, wait / 1000.0);

  add_notice (self, APP_MODEL_NOTICE_WARNING, text, NULL);
}

static void
on_exchange (AppModelConversation *bench, McpModelExchange *exchange, AppModelChat *self)
{
  app_model_recorder_add (self->recorder, count_turns (self), exchange, self->mask);
}

static void
on_turn (AppModelConversation *bench, McpModelTurn *turn, AppModelChat *self)
{
  if (turn->role == MCP_MODEL_ASSISTANT && app_model_conversation_is_running (bench))
    app_model_blocks_end_turn (self->blocks, turn);
  else
    app_model_blocks_add_turn (self->blocks, count_turns (self) - 1, turn, g_get_real_time ());
  self->watch.turned (self->watch.user_data);
}

static void
on_rewound (AppModelConversation *bench, guint n_turns, AppModelChat *self)
{
  app_model_blocks_rewind (self->blocks, n_turns);
  self->watch.turned (self->watch.user_data);
}

static void
update_asking (AppModelChat *self)
{
  AppModelCall *asking = NULL;

  for (guint i = 0; asking == NULL && i < self->calls->len; i++)
    if (app_model_call_get_state (self->calls->pdata[i]) == APP_MODEL_CALL_ASKING)
      asking = self->calls->pdata[i];
  if (asking == NULL && !self->is_asking)
    return;
  self->is_asking = asking != NULL;
  if (asking != NULL)
    {
      g_autofree char *name = app_visible_text_line (
          mcp_model_block_get_name (app_model_call_get_block (asking)), NAME_CHARACTERS);

      /* Translators: %s is the name of a tool that a model wants to call */
      take_status (self, g_strdup_printf (_ ("Waiting for approval: %s"), name));
    }
  else
    take_status (self, g_strdup (_ ("Answering")));
}

static void
on_call_state (AppModelCall *call, GParamSpec *pspec, AppModelChat *self)
{
  const char *id = mcp_model_block_get_id (app_model_call_get_block (call));

  /* Where nobody can be asked nothing is allowed. */
  if (app_model_call_get_state (call) == APP_MODEL_CALL_ASKING &&
      app_model_blocks_find_card (self->blocks, id) == NULL)
    app_model_call_answer (call, FALSE, FALSE);
  update_asking (self);
}

static void
on_call (AppModelConversation *bench, AppModelCall *call, AppModelChat *self)
{
  const char   *id = mcp_model_block_get_id (app_model_call_get_block (call));
  AppModelCard *card = app_model_blocks_find_card (self->blocks, id);

  g_ptr_array_add (self->calls, g_object_ref (call));
  if (card != NULL)
    app_model_card_follow (card, call);
  g_signal_connect (call, "notify::state", G_CALLBACK (on_call_state), self);
}

static void
show_turns (AppModelChat *self, GPtrArray *turns)
{
  self->can_retry =
      turns->len > 0 &&
      ((McpModelTurn *)turns->pdata[turns->len - 1])->role != MCP_MODEL_ASSISTANT;
  take_status (self, g_strdup (""));
}

void
app_model_chat_set_bench (AppModelChat         *self,
                          AppModelConversation *bench,
                          GPtrArray            *turns,
                          const gint64         *times)
{
  static const struct
  {
    const char *name;
    GCallback   handler;
  } signals[] = {
    { "request", G_CALLBACK (on_request) },
    { "event", G_CALLBACK (on_event) },
    { "again", G_CALLBACK (on_again) },
    { "exchange", G_CALLBACK (on_exchange) },
    { "turn", G_CALLBACK (on_turn) },
    { "rewound", G_CALLBACK (on_rewound) },
    { "call", G_CALLBACK (on_call) },
  };
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  drop_bench (self);
  self->link = link_new (self);
  app_model_recorder_clear (self->recorder);
  if (bench != NULL)
    {
      self->bench = g_object_ref (bench);
      self->mask = app_model_mask_new (app_model_conversation_get_sessions (bench));
      g_set_object (&self->mask->own, self->keys);
      for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
        g_signal_connect (bench, signals[i].name, signals[i].handler, self);
      turns = app_model_conversation_get_turns (bench);
    }
  if (turns == NULL)
    turns = none;
  app_model_blocks_set_turns (self->blocks, turns, times);
  show_turns (self, turns);
}

void
app_model_chat_show (AppModelChat *self, guint n_turns, GPtrArray *turns, const gint64 *times)
{
  g_return_if_fail (self->stop == NULL);

  app_model_blocks_replace (self->blocks, n_turns, turns, times);
  show_turns (self, turns);
}

void
app_model_chat_warn (AppModelChat *self, const char *text)
{
  if (text != NULL)
    add_notice (self, APP_MODEL_NOTICE_WARNING, text, NULL);
}

MCP_DEFINE_PLAIN_GETTER (AppModelConversation *, AppModelChat, app_model_chat, bench)

void
app_model_chat_add_secret (AppModelChat *self, const char *key)
{
  if (key != NULL)
    app_redactor_add_secret (self->keys, key);
}

GListModel *
app_model_chat_get_blocks (AppModelChat *self)
{
  return app_model_blocks_get_model (self->blocks);
}

GListModel *
app_model_chat_get_exchanges (AppModelChat *self)
{
  return app_model_recorder_get_model (self->recorder);
}

MCP_DEFINE_PLAIN_GETTER (const char *, AppModelChat, app_model_chat, status)

gboolean
app_model_chat_is_running (AppModelChat *self)
{
  return self->stop != NULL;
}

MCP_DEFINE_PLAIN_FLAG (AppModelChat, app_model_chat, is_asking)

gboolean
app_model_chat_can_retry (AppModelChat *self)
{
  return self->can_retry && self->stop == NULL;
}

int
app_model_chat_find_question (AppModelChat *self, guint turn)
{
  if (self->bench == NULL)
    return -1;
  GPtrArray *turns = app_model_conversation_get_turns (self->bench);
  for (guint n = MIN (turn + 1, turns->len); n > 0; n--)
    if (((McpModelTurn *)turns->pdata[n - 1])->role == MCP_MODEL_USER)
      return (int)n - 1;
  return -1;
}

/* The end of a run */

static guint
count_words (const char *text)
{
  guint    n = 0;
  gboolean in_word = FALSE;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gboolean is_space = g_unichar_isspace (g_utf8_get_char (text));

      if (!is_space && !in_word)
        n++;
      in_word = !is_space;
    }
  return n;
}

/* Returns: (transfer full): "214 words, 2 calls, 3.1 s" */
static char *
create_account (AppModelChat *self)
{
  GPtrArray       *turns = app_model_conversation_get_turns (self->bench);
  guint            n_words = 0;
  guint            n_calls = 0;
  g_autofree char *time = app_visible_text_duration (g_get_monotonic_time () - self->begun);

  for (guint i = self->n_before; i < turns->len; i++)
    {
      McpModelTurn *turn = turns->pdata[i];

      if (turn->role != MCP_MODEL_ASSISTANT)
        continue;
      g_autofree char *text = mcp_model_turn_dup_text (turn, MCP_MODEL_TEXT);
      n_words += count_words (text);
      n_calls += mcp_model_turn_count (turn, MCP_MODEL_CALL);
    }
  g_autofree char *words = g_strdup_printf (ngettext ("%'u word", "%'u words", n_words), n_words);
  g_autofree char *calls = g_strdup_printf (ngettext ("%u call", "%u calls", n_calls), n_calls);
  return n_calls > 0 ? g_strdup_printf ("%s, %s, %s", words, calls, time)
                     : g_strdup_printf ("%s, %s", words, time);
}

/* An answer that is not whole looks like one that is. */
static const char *
find_early_end (AppModelChat *self)
{
  static const char *const texts[] = {
    [MCP_MODEL_STOP_LENGTH] =
        N_ ("The answer ended early: it may be no longer. Ask the model to go on."),
    [MCP_MODEL_STOP_CONTEXT] =
        N_ ("The answer ended early: the conversation fills all that the model can take."),
    [MCP_MODEL_STOP_FILTER] = N_ ("The answer ended early: the provider held it back."),
    [MCP_MODEL_STOP_REFUSAL] = N_ ("The model refused to answer."),
    [MCP_MODEL_STOP_PAUSE] = N_ ("The answer ended early: the model paused. Ask it to go on."),
    [MCP_MODEL_STOP_CUT] = N_ ("The answer ended early: it was cut off."),
    [MCP_MODEL_STOP_OTHER] = N_ ("The answer ended early."),
  };
  GPtrArray    *turns = app_model_conversation_get_turns (self->bench);
  McpModelTurn *last = turns->len > 0 ? turns->pdata[turns->len - 1] : NULL;

  if (last == NULL || last->role != MCP_MODEL_ASSISTANT)
    return NULL;
  if (last->blocks->len == 0)
    return _ ("The model said nothing.");
  return last->stop < G_N_ELEMENTS (texts) && texts[last->stop] != NULL ? _ (texts[last->stop])
                                                                        : NULL;
}

/* It says so in a row of its own. */
static gboolean
is_refusal (McpModelTurn *turn)
{
  for (guint i = 0; i < turn->blocks->len; i++)
    if (mcp_model_block_get_kind (turn->blocks->pdata[i]) == MCP_MODEL_REFUSAL)
      return TRUE;
  return FALSE;
}

static void
end_answered (AppModelChat *self)
{
  GPtrArray       *turns = app_model_conversation_get_turns (self->bench);
  const char      *early = find_early_end (self);
  g_autofree char *account = create_account (self);

  if (early != NULL)
    {
      add_notice (self, APP_MODEL_NOTICE_WARNING, early, NULL);
      take_status (self, g_strdup (early));
      return;
    }
  if (turns->len > 0 && is_refusal (turns->pdata[turns->len - 1]))
    take_status (self, g_strdup (_ ("The model refused to answer.")));
  else
    /* Translators: %s is “214 words, 2 calls, 3.1 s” */
    take_status (self, g_strdup_printf (_ ("Answer complete: %s"), account));
}

static void
end_failed (AppModelChat *self, const McpModelFailure *failure, const GError *error)
{
  g_autofree char *text = app_visible_text_block (error->message, 0);

  add_notice (self, APP_MODEL_NOTICE_ERROR, text, failure != NULL ? failure->advice : NULL);
  take_status (self, app_visible_text_line (error->message, 0));
}

static void
show_end (AppModelChat *self, AppModelEnd end, const McpModelFailure *failure, const GError *error)
{
  static const char *const texts[] = {
    [APP_MODEL_OUT_OF_ROUNDS] = N_ ("The model keeps calling tools instead of answering."),
    [APP_MODEL_OUT_OF_TOKENS] = N_ ("The token limit of the conversation is reached."),
    [APP_MODEL_OUT_OF_MONEY] = N_ ("The cost limit of the conversation is reached, or the cost is "
                                   "unknown."),
    [APP_MODEL_REPEATED] = N_ ("The model makes the same call again and again."),
    [APP_MODEL_STOPPED] = N_ ("Stopped. Partial response kept."),
  };

  if (end == APP_MODEL_ANSWERED)
    end_answered (self);
  else if (end == APP_MODEL_FAILED)
    end_failed (self, failure, error);
  else
    {
      add_notice (self,
                  end == APP_MODEL_STOPPED ? APP_MODEL_NOTICE_PLAIN : APP_MODEL_NOTICE_WARNING,
                  _ (texts[end]), NULL);
      /* The notice says it already. */
      take_status (self, g_strdup (end == APP_MODEL_STOPPED ? _ ("Stopped") : _ ("Ended")));
    }
}

static void
note_masks (AppModelChat *self)
{
  guint            n = app_model_conversation_get_n_masked (self->bench) - self->n_masked;
  g_autofree char *text = NULL;

  if (n == 0)
    return;
  text = g_strdup_printf (ngettext ("%u secret was masked in what the model was told.",
                                    "%u secrets were masked in what the model was told.", n),
                          n);
  add_notice (self, APP_MODEL_NOTICE_PLAIN, text, NULL);
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Link         *link = user_data;
  AppModelChat *self = link->chat;
  g_autoptr (McpModelFailure) failure = NULL;
  g_autoptr (GError) error = NULL;
  AppModelEnd end = app_model_conversation_send_finish (APP_MODEL_CONVERSATION (source), result,
                                                        &failure, &error);

  g_rc_box_release (link);
  if (self == NULL)
    return;
  g_clear_object (&self->stop);
  forget_calls (self);
  app_model_blocks_end_answer (self->blocks);
  self->can_retry = end != APP_MODEL_ANSWERED;
  note_masks (self);
  show_end (self, end, failure, error);
  self->watch.ended (self->watch.user_data);
}

/* Talking */

static void
begin (AppModelChat *self)
{
  self->stop = g_cancellable_new ();
  self->begun = g_get_monotonic_time ();
  self->n_masked = app_model_conversation_get_n_masked (self->bench);
  self->can_retry = FALSE;
  g_rc_box_acquire (self->link);
}

void
app_model_chat_send (AppModelChat *self, const char *text)
{
  g_return_if_fail (self->bench != NULL && self->stop == NULL);

  self->n_before = count_turns (self) + 1;
  begin (self);
  app_model_conversation_send_async (self->bench, text, self->stop, on_sent, self->link);
}

void
app_model_chat_repeat (AppModelChat *self, guint n_turns)
{
  g_return_if_fail (self->bench != NULL && self->stop == NULL);

  self->n_before = n_turns;
  begin (self);
  app_model_conversation_repeat_async (self->bench, n_turns, self->stop, on_sent, self->link);
}

void
app_model_chat_stop (AppModelChat *self)
{
  g_cancellable_cancel (self->stop);
}
