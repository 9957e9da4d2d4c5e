/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-controller.h"

#include <glib/gi18n.h>

#include "app-model-prices.h"
#include "app-model-branches.h"
#include "app-kept-conversation.h"
#include "app-kept-conversations.h"
#include "app-model-chat.h"
#include "app-model-transcript.h"
#include "app-overlay-list.h"
#include "app-visible-text.h"
#include "mcp-model-dialect.h"
#include "mcp-object.h"
#include "mcp-property.h"

#define TITLE_CHARACTERS 80u

struct _AppModelController
{
  GObject parent_instance;

  AppModelSetup        *setup;
  AppModelChoice       *asked;
  AppModelServers      *servers;
  AppModelChat         *talk;
  AppModelAttachments  *attachments;
  AppKeptConversations *conversations;
  AppKeptConversation  *conversation; /* (nullable): it is kept */
  AppModelPrices       *books;        /* (nullable): for the bench, once it does not run */
  gboolean              kept;
  gboolean              keeps;
  gboolean              is_opening;
  gboolean              is_stale; /* somebody else is asked, once it does not run */
  guint                 metering; /* idle */

  AppModelState  state;
  char          *status;
  char          *title; /* (nullable): that the person gave */
  char          *shown_title;
  char          *model_title;
  gboolean       can_retry;
  AppModelMeter *context_meter;
};

enum {
  PROP_0,
  PROP_STATE,
  PROP_STATUS,
  PROP_TITLE,
  PROP_MODEL_TITLE,
  PROP_CAN_RETRY,
  PROP_KEPT,
  PROP_KEEPS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       problem_signal;

G_DEFINE_ENUM_TYPE (AppModelState,
                    app_model_state,
                    G_DEFINE_ENUM_VALUE (APP_MODEL_STATE_NO_MODEL, "no-model"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_STATE_STARTING, "starting"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_STATE_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_STATE_ANSWERING, "answering"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_STATE_ASKING, "asking"))

G_DEFINE_FINAL_TYPE (AppModelController, app_model_controller, G_TYPE_OBJECT)

/* What is shown */

static void
notify (AppModelController *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* @error: (transfer full) */
static void
take_error (AppModelController *self, GError *error)
{
  g_autoptr (AppProblem) problem = app_problem_new_for_error (error);

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, problem_signal, 0, problem);
  g_error_free (error);
}

static AppModelConversation *
get_bench (AppModelController *self)
{
  return self->talk != NULL ? app_model_chat_get_bench (self->talk) : NULL;
}

static AppModelState
find_state (AppModelController *self)
{
  if (app_model_chat_is_running (self->talk))
    return app_model_chat_is_asking (self->talk) ? APP_MODEL_STATE_ASKING
                                                 : APP_MODEL_STATE_ANSWERING;
  if (self->is_opening || app_model_choice_is_starting (self->asked))
    return APP_MODEL_STATE_STARTING;
  return get_bench (self) != NULL && app_model_choice_get_client (self->asked) != NULL
             ? APP_MODEL_STATE_READY
             : APP_MODEL_STATE_NO_MODEL;
}

static char *
create_status (AppModelController *self)
{
  static const char *const texts[] = {
    [APP_MODEL_STATE_NO_MODEL] = N_ ("No model is chosen"),
    [APP_MODEL_STATE_STARTING] = N_ ("Getting ready"),
    [APP_MODEL_STATE_READY] = N_ ("Ready"),
    [APP_MODEL_STATE_ANSWERING] = N_ ("Answering"),
    [APP_MODEL_STATE_ASKING] = N_ ("Approval required"),
  };
  const char *told = app_model_chat_get_status (self->talk);

  if (*told != '\0' && self->state >= APP_MODEL_STATE_READY)
    return g_strdup (told);
  return g_strdup (_ (texts[self->state]));
}

/* Returns: (transfer full): the turns that are shown */
static GPtrArray *
dup_turns (AppModelController *self)
{
  if (get_bench (self) != NULL)
    return g_ptr_array_ref (app_model_conversation_get_turns (get_bench (self)));
  return self->conversation != NULL ? app_kept_conversation_dup_turns (self->conversation)
                                    : g_ptr_array_new ();
}

/* What the person called it, else how it begins. */
static char *
create_title (AppModelController *self)
{
  g_autoptr (GPtrArray) turns = dup_turns (self);

  if (self->title != NULL)
    return app_visible_text_line (self->title, TITLE_CHARACTERS);
  for (guint i = 0; i < turns->len; i++)
    {
      McpModelTurn    *turn = turns->pdata[i];
      g_autofree char *text = mcp_model_turn_dup_text (turn, MCP_MODEL_TEXT);

      if (turn->role == MCP_MODEL_USER && *g_strstrip (text) != '\0')
        return app_visible_text_line (text, TITLE_CHARACTERS);
    }
  return g_strdup (_ ("New conversation"));
}

static void
refresh (AppModelController *self)
{
  AppModelState state = find_state (self);
  gboolean      can_retry = app_model_chat_can_retry (self->talk) && get_bench (self) != NULL;

  if (self->state != state)
    {
      self->state = state;
      notify (self, PROP_STATE);
    }
  mcp_property_take_text (self, &self->status, create_status (self), properties[PROP_STATUS]);
  mcp_property_take_text (self, &self->shown_title, create_title (self), properties[PROP_TITLE]);
  mcp_property_take_text (self, &self->model_title, app_model_choice_dup_title (self->asked),
                          properties[PROP_MODEL_TITLE]);
  if (self->can_retry != can_retry)
    {
      self->can_retry = can_retry;
      notify (self, PROP_CAN_RETRY);
    }
}

/* The meter */

static void
set_sessions (AppModelController *self)
{
  g_autoptr (GPtrArray) sessions = app_model_servers_dup_used (self->servers);
  const char *system = app_model_setup_get_system (self->setup);

  if (app_model_conversation_is_running (get_bench (self)))
    return;
  app_model_conversation_set_sessions (get_bench (self), sessions);
  app_model_conversation_set_system (get_bench (self), *system != '\0' ? system : NULL);
}

/* Overlays that are not understood change nothing until they are. */
static void
set_overlays (AppModelController *self)
{
  if (!app_model_conversation_is_running (get_bench (self)))
    app_model_setup_apply_overlays (self->setup,
                                    app_model_conversation_get_options (get_bench (self)));
}

static void
show_meter (AppModelController *self)
{
  if (get_bench (self) != NULL)
    {
      set_sessions (self);
      set_overlays (self);
    }
  app_model_meter_update (self->context_meter, get_bench (self));
}

static gboolean
on_meter (gpointer user_data)
{
  AppModelController *self = user_data;

  self->metering = 0;
  show_meter (self);
  app_model_branches_mark (self->conversation, app_model_chat_get_blocks (self->talk));
  return G_SOURCE_REMOVE;
}

/* It looks at all tools: once for all that changes together. */
static void
update_meter (AppModelController *self)
{
  if (self->metering == 0)
    self->metering = g_idle_add (on_meter, self);
}

/* Prices and factors */

static void
use_books (AppModelController *self)
{
  if (self->books == NULL || get_bench (self) == NULL ||
      app_model_conversation_is_running (get_bench (self)))
    return;
  app_model_prices_give (g_steal_pointer (&self->books), get_bench (self));
  update_meter (self);
}

static void
on_books (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelController) self = user_data;

  g_clear_pointer (&self->books, app_model_prices_free);
  self->books = app_model_prices_read_finish (result);
  use_books (self);
}

/* The bench */

/* µs since the epoch of each turn. Returns: (transfer full) (nullable) */
static gint64 *
dup_times (AppModelController *self)
{
  if (self->conversation == NULL)
    return NULL;
  GPtrArray *branch = app_kept_conversation_get_branch (self->conversation);
  gint64    *times = g_new0 (gint64, branch->len + 1);
  for (guint i = 0; i < branch->len; i++)
    times[i] = ((const AppModelTurn *)branch->pdata[i])->time * 1000;
  return times;
}

/* A new conversation, or the one that was opened, with whoever is asked. */
static void
create_bench (AppModelController *self)
{
  McpModelClient    *client = app_model_choice_get_client (self->asked);
  g_autofree gint64 *times = dup_times (self);
  g_autoptr (AppModelConversation) bench = NULL;
  g_autoptr (GPtrArray) turns = NULL;

  if (client != NULL)
    {
      bench = app_model_conversation_new (client, app_model_choice_get_model (self->asked),
                                          app_model_choice_get_key (self->asked));
      app_model_chat_add_secret (self->talk, app_model_choice_get_key (self->asked));
      if (self->conversation != NULL)
        app_kept_conversation_follow (self->conversation, bench);
    }
  else if (self->conversation != NULL)
    turns = app_kept_conversation_dup_turns (self->conversation);
  app_model_chat_set_bench (self->talk, bench, turns, times);
  if (self->conversation != NULL)
    app_model_chat_warn (self->talk, app_kept_conversation_get_warning (self->conversation));
  if (bench != NULL)
    app_model_prices_read_async (on_books, g_object_ref (self));
}

/* Whoever was chosen is asked from now on. */
static void
on_asked_changed (AppModelController *self)
{
  McpModelClient *client = app_model_choice_get_client (self->asked);
  AppSession     *session = app_model_choice_get_session (self->asked);

  self->is_stale = app_model_chat_is_running (self->talk);
  if (!self->is_stale)
    {
      if (client != NULL && get_bench (self) == NULL)
        create_bench (self);
      else if (client != NULL)
        {
          app_model_conversation_set_model (get_bench (self), client,
                                            app_model_choice_get_model (self->asked),
                                            app_model_choice_get_key (self->asked));
          app_model_chat_add_secret (self->talk, app_model_choice_get_key (self->asked));
        }
      app_model_servers_set_entry (self->servers, app_model_choice_get_entry (self->asked));
      if (session != NULL)
        app_model_servers_add (self->servers, session);
    }
  update_meter (self);
  refresh (self);
}

static void
on_failed (AppModelController *self, const GError *error)
{
  take_error (self, g_error_copy (error));
  refresh (self);
}

/* Keeping */

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelController) self = user_data;
  GError *error = NULL;

  if (!app_kept_conversations_finish (APP_KEPT_CONVERSATIONS (source), result, &error))
    take_error (self, error);
}

static void
on_flushed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelController) self = user_data;
  GError *error = NULL;

  if (!app_kept_conversation_flush_finish (APP_KEPT_CONVERSATION (source), result, &error))
    take_error (self, error);
  if (self->conversations != NULL)
    app_kept_conversations_load_async (self->conversations, NULL, on_listed, g_object_ref (self));
}

static void
flush (AppModelController *self)
{
  if (self->conversation != NULL && self->kept)
    app_kept_conversation_flush_async (self->conversation, NULL, on_flushed, g_object_ref (self));
}

/* Once there is something to be kept. */
/* Whether it is kept or not: it knows the branches. */
static void
ensure_conversation (AppModelController *self)
{
  if (self->conversation != NULL || get_bench (self) == NULL)
    return;
  self->conversation = app_kept_conversation_new (NULL);
  app_kept_conversation_set_kept (self->conversation, self->kept);
  app_kept_conversation_follow (self->conversation, get_bench (self));
}

static void
set_keeps (AppModelController *self, gboolean keeps)
{
  if (self->keeps == keeps)
    return;
  self->keeps = keeps;
  notify (self, PROP_KEEPS);
}

/* Whether this one is, without a word of what the person wants. */
static void
show_kept (AppModelController *self, gboolean kept)
{
  if (self->kept == kept)
    return;
  self->kept = kept;
  if (self->conversation != NULL)
    app_kept_conversation_set_kept (self->conversation, kept);
  notify (self, PROP_KEPT);
}

static void
set_kept (AppModelController *self, gboolean kept)
{
  set_keeps (self, kept);
  show_kept (self, kept);
  if (kept)
    flush (self);
}

/* One that begins is kept as the person wants it. */
static void
write_keeps (AppModelController *self, gboolean keeps)
{
  set_keeps (self, keeps);
  if (get_bench (self) == NULL || app_model_conversation_get_turns (get_bench (self))->len == 0)
    show_kept (self, keeps);
}

/* What was begun ends in the file as well. */
static void
on_run_ended (AppModelConversation *bench, GParamSpec *pspec, AppKeptConversation *conversation)
{
  if (!app_model_conversation_is_running (bench))
    g_signal_handlers_disconnect_by_func (bench, on_run_ended, conversation);
}

static void
unref_conversation (gpointer data, GClosure *closure)
{
  g_object_unref (data);
}

static void
leave_conversation (AppModelController *self)
{
  AppModelConversation *bench = get_bench (self);

  if (get_bench (self) != NULL)
    app_model_prices_keep (get_bench (self));
  if (self->conversation != NULL && bench != NULL && app_model_conversation_is_running (bench))
    g_signal_connect_data (bench, "notify::running", G_CALLBACK (on_run_ended),
                           g_object_ref (self->conversation), unref_conversation, 0);
  g_clear_object (&self->conversation);
  g_clear_pointer (&self->title, g_free);
}

/* What goes on */

static void
on_talk_changed (gpointer user_data)
{
  AppModelController *self = user_data;

  if (self->talk != NULL)
    refresh (self);
}

static void
on_talk_turned (gpointer user_data)
{
  update_meter (user_data);
}

static void
on_talk_ended (gpointer user_data)
{
  AppModelController *self = user_data;

  use_books (self);
  flush (self);
  if (self->is_stale)
    on_asked_changed (self);
  update_meter (self);
  refresh (self);
}

/* Returns: whether something may be said now */
static gboolean
get_ready (AppModelController *self)
{
  GError *error = NULL;

  if (self->state != APP_MODEL_STATE_READY)
    return FALSE;
  use_books (self);
  if (!app_model_setup_apply (self->setup, app_model_conversation_get_options (get_bench (self)),
                              &error))
    {
      take_error (self, error);
      return FALSE;
    }
  set_sessions (self);
  ensure_conversation (self);
  return TRUE;
}

/* Returns: whether what was added may be sent, or nothing was */
static gboolean
may_send_attachments (AppModelController *self)
{
  AppSession *missing = NULL;

  if (!app_model_attachments_is_ready (self->attachments))
    return FALSE;
  if (app_model_servers_check (self->servers, &missing))
    return TRUE;
  if (missing != NULL)
    take_error (self, g_error_new (APP_ERROR, APP_ERROR_REFUSED,
                                   /* Translators: %s is a server */
                                   _ ("Nobody has agreed yet that the model is told what “%s” "
                                      "returns. Connect it again, or remove what came from it."),
                                   app_session_get_name (missing)));
  return FALSE;
}

static void
say (AppModelController *self, const char *text)
{
  g_autoptr (GPtrArray) turns = app_model_attachments_take_turns (self->attachments);
  AppModelConversation *bench = get_bench (self);

  for (guint i = 0; i < turns->len; i++)
    app_model_conversation_add_turn (bench, mcp_model_turn_ref (turns->pdata[i]));
  /* A prompt may say all that there is to say. */
  if (*text == '\0')
    app_model_chat_repeat (self->talk, app_model_conversation_get_turns (bench)->len);
  else
    app_model_chat_send (self->talk, text);
  refresh (self);
}

gboolean
app_model_controller_send (AppModelController *self, const char *text)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), FALSE);

  if ((*text == '\0' && !app_model_attachments_is_enough (self->attachments)) ||
      !may_send_attachments (self) || !get_ready (self))
    return FALSE;
  say (self, text);
  return TRUE;
}

void
app_model_controller_stop (AppModelController *self)
{
  g_return_if_fail (APP_IS_MODEL_CONTROLLER (self));

  app_model_chat_stop (self->talk);
}

static void
repeat (AppModelController *self, guint n_turns)
{
  if (n_turns == 0 || !get_ready (self))
    return;
  app_model_chat_repeat (self->talk, n_turns);
  refresh (self);
}

void
app_model_controller_retry (AppModelController *self)
{
  g_return_if_fail (APP_IS_MODEL_CONTROLLER (self));

  if (self->can_retry)
    repeat (self, app_model_conversation_find_question (get_bench (self)));
}

void
app_model_controller_ask_again (AppModelController *self, guint turn)
{
  g_return_if_fail (APP_IS_MODEL_CONTROLLER (self));

  repeat (self, (guint)(app_model_chat_find_question (self->talk, turn) + 1));
}

gboolean
app_model_controller_edit (AppModelController *self, guint turn, const char *text)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), FALSE);

  if (app_model_chat_find_question (self->talk, turn) != (int)turn || *text == '\0' ||
      !may_send_attachments (self) || !get_ready (self))
    return FALSE;
  app_model_conversation_rewind (get_bench (self), turn);
  say (self, text);
  return TRUE;
}

/* Conversations */

static gboolean
is_busy (AppModelController *self)
{
  return self->is_opening || app_model_chat_is_running (self->talk);
}

gboolean
app_model_controller_show_other (AppModelController *self, guint turn, int step)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), FALSE);

  if (self->conversation == NULL || is_busy (self))
    return FALSE;
  const AppModelTurn *end = app_model_branches_find_end (self->conversation, turn, step);
  if (end == NULL)
    return FALSE;
  app_kept_conversation_show (self->conversation, end);
  g_autoptr (GPtrArray) turns = app_kept_conversation_dup_turns (self->conversation);
  g_autofree gint64 *times = dup_times (self);
  app_model_chat_show (self->talk, turn, turns, times);
  app_model_branches_mark (self->conversation, app_model_chat_get_blocks (self->talk));
  flush (self);
  update_meter (self);
  refresh (self);
  return TRUE;
}

void
app_model_controller_begin_new (AppModelController *self)
{
  g_return_if_fail (APP_IS_MODEL_CONTROLLER (self));

  if (is_busy (self))
    return;
  leave_conversation (self);
  show_kept (self, self->keeps);
  create_bench (self);
  update_meter (self);
  refresh (self);
}

/* Who was asked before is asked again, where it is still there. */
static void
choose_as_before (AppModelController *self)
{
  const char *provider = app_kept_conversation_get_provider (self->conversation);
  const char *model = app_kept_conversation_get_model (self->conversation);
  const char *system = app_kept_conversation_get_system (self->conversation);
  const char *overlays = app_kept_conversation_get_overlays (self->conversation);

  g_object_set (self->setup, "system", system != NULL ? system : "", "overlays",
                overlays != NULL ? overlays : "", NULL);
  if (g_strcmp0 (provider, APP_MODEL_SCRIPT_ID) == 0 && app_model_choice_is_script (self->asked))
    return;
  if (g_strcmp0 (provider, APP_MODEL_SCRIPT_ID) == 0)
    app_model_choice_use_script (self->asked);
  else if (provider != NULL && model != NULL &&
           app_model_providers_find (app_model_choice_get_providers (self->asked), provider) !=
               NULL)
    app_model_choice_choose (self->asked, provider, model, FALSE);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelController) self = user_data;
  GError              *error = NULL;
  AppKeptConversation *conversation = app_kept_conversation_open_finish (result, &error);

  self->is_opening = FALSE;
  /* It was freed meanwhile. */
  if (self->talk == NULL)
    {
      g_clear_object (&conversation);
      g_clear_error (&error);
      return;
    }
  if (conversation == NULL)
    {
      take_error (self, error);
      refresh (self);
      return;
    }
  leave_conversation (self);
  self->conversation = conversation;
  self->title = g_strdup (app_kept_conversation_get_title (conversation));
  show_kept (self, TRUE);
  create_bench (self);
  choose_as_before (self);
  update_meter (self);
  refresh (self);
}

void
app_model_controller_open (AppModelController *self, const char *id)
{
  g_return_if_fail (APP_IS_MODEL_CONTROLLER (self));
  g_return_if_fail (id != NULL);

  if (is_busy (self) || g_strcmp0 (id, app_model_controller_get_conversation (self)) == 0)
    return;
  self->is_opening = TRUE;
  refresh (self);
  app_kept_conversation_open_async (NULL, id, NULL, on_opened, g_object_ref (self));
}

/* What is written first goes on after that. */
typedef struct
{
  AppModelController *controller;
  char               *id;
  char               *title; /* (nullable): %NULL removes it */
} PendingRequest;

static void
run_pending_request (PendingRequest *pending_request)
{
  AppModelController *self = pending_request->controller;

  if (self->conversations == NULL)
    g_object_unref (self);
  else if (pending_request->title != NULL)
    app_kept_conversations_rename_async (self->conversations, pending_request->id,
                                         pending_request->title, NULL, on_listed, self);
  else
    app_kept_conversations_remove_async (self->conversations, pending_request->id, NULL, on_listed,
                                         self);
  g_free (pending_request->id);
  g_free (pending_request->title);
  g_free (pending_request);
}

static void
on_pending_request_flushed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  /* What cannot be written is told when it is tried again. */
  app_kept_conversation_flush_finish (APP_KEPT_CONVERSATION (source), result, NULL);
  run_pending_request (user_data);
}

static void
begin_pending_request (AppModelController *self, const char *id, const char *title)
{
  PendingRequest *pending_request = g_new (PendingRequest, 1);

  *pending_request = (PendingRequest){ g_object_ref (self), g_strdup (id), g_strdup (title) };
  if (id != NULL && g_strcmp0 (id, app_model_controller_get_conversation (self)) == 0)
    app_kept_conversation_flush_async (self->conversation, NULL, on_pending_request_flushed,
                                       pending_request);
  else
    run_pending_request (pending_request);
}

void
app_model_controller_rename (AppModelController *self, const char *id, const char *title)
{
  g_return_if_fail (APP_IS_MODEL_CONTROLLER (self));
  g_return_if_fail (id != NULL && title != NULL);

  g_autofree char *line = app_visible_text_summary (title, 0);
  if (*line == '\0')
    return;
  begin_pending_request (self, id, line);
  if (g_strcmp0 (id, app_model_controller_get_conversation (self)) == 0)
    {
      g_free (self->title);
      self->title = g_steal_pointer (&line);
      refresh (self);
    }
}

void
app_model_controller_remove (AppModelController *self, const char *id)
{
  gboolean is_shown;

  g_return_if_fail (APP_IS_MODEL_CONTROLLER (self));

  is_shown = id != NULL && g_strcmp0 (id, app_model_controller_get_conversation (self)) == 0;
  if (is_shown && is_busy (self))
    return;
  /* Of all of them, what is shown is one. */
  if (id == NULL)
    app_model_controller_begin_new (self);
  begin_pending_request (self, id, NULL);
  if (is_shown)
    app_model_controller_begin_new (self);
}

/* Its life */

MCP_DEFINE_DISPOSE (AppModelController, app_model_controller)
{
  if (self->setup != NULL)
    g_signal_handlers_disconnect_by_data (self->setup, self);
  if (self->asked != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->asked, self);
      app_model_choice_close (self->asked);
    }
  if (self->talk != NULL)
    leave_conversation (self);
  if (self->servers != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->servers, self);
      app_model_servers_close (self->servers);
    }
  g_clear_object (&self->servers);
  g_clear_pointer (&self->talk, app_model_chat_free);
  g_clear_handle_id (&self->metering, g_source_remove);
  app_model_meter_close (self->context_meter);
  g_clear_object (&self->asked);
  g_clear_object (&self->conversations);
  g_clear_object (&self->setup);
  g_clear_object (&self->attachments);
}

MCP_DEFINE_FINALIZE (AppModelController, app_model_controller)
{
  g_clear_pointer (&self->books, app_model_prices_free);
  g_clear_object (&self->context_meter);
  g_free (self->status);
  g_free (self->title);
  g_free (self->shown_title);
  g_free (self->model_title);
}

#define FIELD(name, type, field)                                      \
  {                                                                   \
    name, type, .offset = G_STRUCT_OFFSET (AppModelController, field) \
  }

MCP_DEFINE_CLASS (AppModelController, app_model_controller)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = { "state", APP_TYPE_MODEL_STATE, G_CALLBACK (app_model_controller_get_state) },
    [PROP_STATUS] = FIELD ("status", G_TYPE_STRING, status),
    [PROP_TITLE] = FIELD ("title", G_TYPE_STRING, shown_title),
    [PROP_MODEL_TITLE] = FIELD ("model-title", G_TYPE_STRING, model_title),
    [PROP_CAN_RETRY] = FIELD ("can-retry", G_TYPE_BOOLEAN, can_retry),
    [PROP_KEPT] = { "kept", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (AppModelController, kept),
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_kept) },
    [PROP_KEEPS] = { "keeps", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (AppModelController, keeps),
                     .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (write_keeps) },
  };

  object_class->dispose = app_model_controller_dispose;
  object_class->finalize = app_model_controller_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  problem_signal = mcp_signal_new (klass, "problem", 1, APP_TYPE_PROBLEM);
}

static void
app_model_controller_init (AppModelController *self)
{
  const AppModelChatWatch watch = { on_talk_changed, on_talk_turned, on_talk_ended, self };

  self->setup = app_model_setup_new ();
  self->attachments = app_model_attachments_new ();
  self->talk = app_model_chat_new (&watch);
  self->conversations = app_kept_conversations_new (NULL);
  self->context_meter = app_model_meter_new (self->attachments);
}

AppModelController *
app_model_controller_new (AppWorkspace *workspace)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  AppModelController *self = g_object_new (APP_TYPE_MODEL_CONTROLLER, NULL);
  self->asked = app_model_choice_new (workspace);
  self->servers = app_model_servers_new (workspace, app_model_choice_get_providers (self->asked),
                                         self->attachments);
  g_signal_connect_swapped (self->asked, "changed", G_CALLBACK (on_asked_changed), self);
  g_signal_connect_swapped (self->asked, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect_swapped (self->servers, "changed", G_CALLBACK (update_meter), self);
  g_signal_connect_swapped (self->servers, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect_swapped (self->setup, "notify", G_CALLBACK (update_meter), self);
  app_kept_conversations_load_async (self->conversations, NULL, on_listed, g_object_ref (self));
  refresh (self);
  return self;
}

/* What it has */

GListModel *
app_model_controller_get_blocks (AppModelController *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), NULL);
  return app_model_chat_get_blocks (self->talk);
}

MCP_DEFINE_GETTER (AppModelState, AppModelController, app_model_controller, state)

gboolean
app_model_controller_is_answering (AppModelController *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), FALSE);
  return self->state == APP_MODEL_STATE_ANSWERING || self->state == APP_MODEL_STATE_ASKING;
}

MCP_DEFINE_GETTER (AppModelMeter *, AppModelController, app_model_controller, context_meter)

GListModel *
app_model_controller_get_exchanges (AppModelController *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), NULL);
  return app_model_chat_get_exchanges (self->talk);
}

void
app_model_controller_read_async (AppModelController *self,
                                 AppModelExchange   *wire,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_return_if_fail (APP_IS_MODEL_CONTROLLER (self));
  app_model_reading_async (get_bench (self), wire, cancellable, callback, user_data);
}

char *
app_model_controller_dup_transcript (AppModelController *self, guint turn, gboolean as_json)
{
  g_autoptr (GPtrArray) message = NULL;

  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), NULL);

  g_autoptr (GPtrArray) turns = dup_turns (self);
  if (turn != G_MAXUINT)
    {
      message = app_model_transcript_dup_message (turns, turn);
      return as_json ? app_model_transcript_write_json (message, NULL)
                     : app_model_transcript_write_markdown (message, NULL);
    }
  return as_json ? app_model_transcript_write_json (turns, self->shown_title)
                 : app_model_transcript_write_markdown (turns, self->shown_title);
}

char *
app_model_controller_dup_said (AppModelController *self, guint turn)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), NULL);

  g_autoptr (GPtrArray) turns = dup_turns (self);
  if (turn >= turns->len || ((McpModelTurn *)turns->pdata[turn])->role != MCP_MODEL_USER)
    return NULL;
  return mcp_model_turn_dup_text (turns->pdata[turn], MCP_MODEL_TEXT);
}

MCP_DEFINE_GETTER (AppModelAttachments *, AppModelController, app_model_controller, attachments)

GPtrArray *
app_model_controller_dup_records (AppModelController *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), NULL);

  g_autoptr (GPtrArray) turns = dup_turns (self);
  return app_model_transcript_dup_records (get_bench (self), turns);
}

MCP_DEFINE_GETTER (AppModelChoice *, AppModelController, app_model_controller, asked)
MCP_DEFINE_GETTER (AppModelSetup *, AppModelController, app_model_controller, setup)

GListModel *
app_model_controller_get_servers (AppModelController *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), NULL);
  return G_LIST_MODEL (self->servers);
}

/* As their servers say. Returns: (transfer full) */
static AppModelTools *
create_plain_tools (AppModelController *self)
{
  const McpModelDialect *dialect = mcp_model_dialect_get (0);
  g_autoptr (GPtrArray) sessions = app_model_servers_dup_used (self->servers);

  if (get_bench (self) != NULL)
    dialect = app_model_conversation_get_provider (get_bench (self))->dialect;
  return app_model_tools_new (sessions, dialect, NULL);
}

GListModel *
app_model_controller_create_names (AppModelController *self, const AppClientNaming *naming)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), NULL);
  g_return_val_if_fail (naming != NULL, NULL);

  g_autoptr (AppModelTools) tools = create_plain_tools (self);
  return app_model_tools_create_names (tools, naming);
}

AppOverlayList *
app_model_controller_create_overlays (AppModelController *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), NULL);

  g_autoptr (AppModelTools) tools = create_plain_tools (self);
  AppOverlayList *list = app_overlay_list_new (tools);
  g_object_bind_property (self->setup, "overlays", list, "text",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  return list;
}

AppModelProviders *
app_model_controller_get_providers (AppModelController *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), NULL);
  return app_model_choice_get_providers (self->asked);
}

MCP_DEFINE_GETTER (AppKeptConversations *, AppModelController, app_model_controller, conversations)

const char *
app_model_controller_get_conversation (AppModelController *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (self), NULL);
  return self->conversation != NULL && self->kept
             ? app_kept_conversation_get_id (self->conversation)
             : NULL;
}
