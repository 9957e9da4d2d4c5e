/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-sampling-model.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"
#include "app-sampling-translation.h"
#include "app-token-classes.h"
#include "mcp-async.h"
#include "mcp-error.h"
#include "mcp-object.h"

struct _AppSamplingModel
{
  GObject parent_instance;

  McpModelClient *client;
  char           *model;
  char           *key;          /* (nullable) */
  guint           max_requests; /* 0 for any number, as the next one */
  gint64          max_tokens;
  guint           n_requests;
  gint64          tokens;
  McpModelTurn   *turn;    /* (nullable): the last one */
  char           *context; /* (nullable) */
};

/* One draft. */
typedef struct
{
  AppInboxItem           *item;
  GPtrArray              *sessions;
  AppModelMask           *mask;
  AppSamplingTranslation *translation;
  GString                *text;     /* as it comes */
  gsize                   size;     /* of the request's body */
  McpModelFailure        *failure;  /* (nullable) */
  gboolean                is_plain; /* without the parameters that models may refuse */
} Draft;

MCP_DEFINE_OBJECT (AppSamplingModel, app_sampling_model)

MCP_DEFINE_FINALIZE (AppSamplingModel, app_sampling_model)
{
  g_clear_object (&self->client);
  g_free (self->model);
  g_free (self->context);
  g_clear_pointer (&self->turn, mcp_model_turn_unref);
  if (self->key != NULL)
    explicit_bzero (self->key, strlen (self->key));
  g_free (self->key);
}

AppSamplingModel *
app_sampling_model_new (McpModelClient *client, const char *model, const char *key)
{
  g_return_val_if_fail (MCP_IS_MODEL_CLIENT (client), NULL);
  g_return_val_if_fail (model != NULL, NULL);

  AppSamplingModel *self = g_object_new (APP_TYPE_SAMPLING_MODEL, NULL);
  self->client = g_object_ref (client);
  self->model = g_strdup (model);
  self->key = g_strdup (key);
  return self;
}

void
app_sampling_model_set_budget (AppSamplingModel *self, guint requests, gint64 tokens)
{
  g_return_if_fail (APP_IS_SAMPLING_MODEL (self));

  self->max_requests = requests > 0 ? self->n_requests + requests : 0;
  self->max_tokens = tokens > 0 ? mcp_model_usage_sum (self->tokens, tokens) : 0;
}

MCP_DEFINE_GETTER (gint64, AppSamplingModel, app_sampling_model, tokens)
MCP_DEFINE_GETTER (guint, AppSamplingModel, app_sampling_model, n_requests)
MCP_DEFINE_GETTER (McpModelTurn *, AppSamplingModel, app_sampling_model, turn)

void
app_sampling_model_set_context (AppSamplingModel *self, const char *context)
{
  g_return_if_fail (APP_IS_SAMPLING_MODEL (self));

  g_free (self->context);
  self->context = g_strdup (context);
}

static void
draft_free (gpointer data)
{
  Draft *draft = data;

  g_object_unref (draft->item);
  app_sampling_translation_free (draft->translation);
  app_model_mask_free (draft->mask);
  g_ptr_array_unref (draft->sessions);
  g_string_free (draft->text, TRUE);
  g_clear_pointer (&draft->failure, mcp_model_failure_unref);
  g_free (draft);
}

/* What comes */

static void
on_event (const McpModelEvent *event, gpointer user_data)
{
  Draft *draft = g_task_get_task_data (user_data);

  if (event->kind == MCP_MODEL_EVENT_RESTARTED)
    g_string_truncate (draft->text, 0);
  else if (event->kind == MCP_MODEL_EVENT_TEXT && event->block_kind == MCP_MODEL_TEXT)
    g_string_append_len (draft->text, event->text, (gssize)event->length);
  else
    return;
  if (app_inbox_item_is_waiting (draft->item))
    app_sampling_reply_set_text (app_inbox_item_get_reply (draft->item), draft->text->str);
}

static void
on_exchange (McpModelExchange *exchange, gpointer user_data)
{
  Draft *draft = g_task_get_task_data (user_data);

  draft->size = exchange->body != NULL ? g_bytes_get_size (exchange->body) : 0;
}

static void
count (AppSamplingModel *self, Draft *draft, McpModelTurn *turn)
{
  gint64 input = turn->usage.input >= 0 ? turn->usage.input : (gint64)draft->size / 4;
  gint64 output = turn->usage.output;

  if (output < 0)
    {
      g_autofree char *text = mcp_model_turn_dup_text (turn, MCP_MODEL_TEXT);

      output = app_token_classes_count (text, -1);
    }
  self->tokens = mcp_model_usage_sum (self->tokens, mcp_model_usage_sum (input, output));
}

static void
fill_reply (Draft *draft, McpModelTurn *turn)
{
  AppSamplingReply *reply = app_inbox_item_get_reply (draft->item);
  g_autofree char  *text = NULL;
  g_autofree char  *json =
      app_sampling_translation_write_result (draft->translation, turn, &text);

  app_sampling_reply_set_model (reply, turn->model != NULL ? turn->model : turn->asked);
  /* What a draft before this one left does not count. */
  app_sampling_reply_set_json (reply, text == NULL ? json : NULL);
  if (text != NULL)
    app_sampling_reply_set_text (reply, text);
  app_sampling_reply_set_as_json (reply, text == NULL);
}

static void ask (GTask *task);

/* Models that think take no temperature, and some no stop sequences: what a server merely wishes is
 * not worth failing for. */
static gboolean
can_be_plainer (Draft *draft)
{
  return !draft->is_plain && draft->translation->parameters != NULL && draft->failure != NULL &&
         draft->failure->fault == MCP_MODEL_FAULT_PARAMETER;
}

static void
make_plain (Draft *draft)
{
  AppSamplingTranslation *translation = draft->translation;

  draft->is_plain = TRUE;
  g_clear_pointer (&translation->parameters, mcp_json_document_unref);
  g_clear_pointer (&draft->failure, mcp_model_failure_unref);
  g_strfreev (translation->sequences);
  translation->sequences = g_strdupv (translation->request->stop_sequences);
  g_ptr_array_add (translation->left_out,
                   g_strdup (_ ("The model refuses the temperature or the texts that are to end "
                                "its answer: it was asked without them.")));
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppSamplingModel *self = g_task_get_source_object (task);
  Draft            *draft = g_task_get_task_data (task);
  g_autoptr (McpModelTurn) turn = NULL;
  GError  *error = NULL;
  gboolean ended = mcp_model_client_send_finish (MCP_MODEL_CLIENT (source), result, &turn,
                                                 &draft->failure, &error);

  if (turn != NULL)
    {
      if (turn->asked == NULL)
        turn->asked = g_strdup (self->model);
      count (self, draft, turn);
      g_clear_pointer (&self->turn, mcp_model_turn_unref);
      self->turn = mcp_model_turn_ref (turn);
    }
  if (ended && turn != NULL)
    {
      if (app_inbox_item_is_waiting (draft->item))
        fill_reply (draft, turn);
      g_task_return_boolean (task, TRUE);
    }
  else if (can_be_plainer (draft))
    {
      g_clear_error (&error);
      make_plain (draft);
      ask (task);
    }
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_error (
        task, mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "%s", _ ("The model said nothing.")));
}

static gboolean
is_spent (AppSamplingModel *self)
{
  return (self->max_requests > 0 && self->n_requests >= self->max_requests) ||
         (self->max_tokens > 0 && self->tokens >= self->max_tokens);
}

/* A server may wish for more than is left, or name no number. */
static gint64
choose_max_tokens (AppSamplingModel *self, gint64 wished)
{
  gint64 usual = mcp_model_client_get_provider (self->client)->max_tokens;
  gint64 left = self->max_tokens - self->tokens;

  if (self->max_tokens <= 0)
    return wished;
  if (wished <= 0)
    wished = usual;
  return wished > 0 ? MIN (wished, left) : left;
}

static void
ask (GTask *task)
{
  AppSamplingModel       *self = g_task_get_source_object (task);
  Draft                  *draft = g_task_get_task_data (task);
  AppSamplingTranslation *translation = draft->translation;
  const McpModelWatch     watch = { on_event, NULL, on_exchange, task };
  McpModelRequest         request = {
            .provider = mcp_model_client_get_provider (self->client),
            .model = self->model,
            .system = translation->system,
            .turns = translation->turns,
            .tools = translation->tools,
            .choice = translation->tools != NULL ? translation->choice : MCP_MODEL_CHOICE_AUTO,
            .parallel = -1,
            .max_tokens = choose_max_tokens (self, translation->max_tokens),
  };

  if (is_spent (self))
    {
      g_task_return_new_error (task, APP_ERROR, APP_ERROR_REFUSED, "%s",
                               _ ("What the model may spend on servers' questions is spent."));
      return;
    }
  if (translation->parameters != NULL)
    request.parameters = mcp_json_document_get_root (translation->parameters);
  self->n_requests++;
  g_string_truncate (draft->text, 0);
  mcp_model_client_send_async (self->client, &request, self->key, &watch,
                               g_task_get_cancellable (task), on_answered, g_object_ref (task));
}

static void
add_context (AppSamplingModel *self, Draft *draft)
{
  AppSamplingTranslation *translation = draft->translation;
  char                   *system;

  if (self->context == NULL)
    return;
  g_autofree char *masked = app_model_mask_text (draft->mask, self->context);
  system = translation->system != NULL ? g_strconcat (translation->system, "\n\n", masked, NULL)
                                       : g_steal_pointer (&masked);
  g_free (translation->system);
  translation->system = system;
}

void
app_sampling_model_draft_async (AppSamplingModel   *self,
                                AppInboxItem       *item,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (APP_IS_SAMPLING_MODEL (self));
  g_return_if_fail (app_inbox_item_get_kind (item) == APP_INBOX_SAMPLING);

  task = mcp_async_begin (self, app_sampling_model_draft_async, cancellable, callback, user_data);
  Draft *draft = g_new0 (Draft, 1);
  draft->item = g_object_ref (item);
  draft->text = g_string_new (NULL);
  draft->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  AppSession *session = app_inbox_item_dup_session (item);
  if (session != NULL)
    g_ptr_array_add (draft->sessions, session);
  draft->mask = app_model_mask_new (draft->sessions);
  if (self->key != NULL)
    app_redactor_add_secret (draft->mask->own, self->key);
  draft->translation = app_sampling_translation_new (
      app_inbox_item_get_sampling (item), mcp_model_client_get_provider (self->client)->dialect,
      draft->mask);
  add_context (self, draft);
  g_task_set_task_data (task, draft, draft_free);
  if (draft->translation->turns->len > 0)
    ask (task);
  else
    g_task_return_new_error (task, APP_ERROR, APP_ERROR_INVALID_INPUT, "%s",
                             _ ("The server's request has no message for a model."));
}

gboolean
app_sampling_model_draft_finish (AppSamplingModel *self,
                                 GAsyncResult     *result,
                                 McpModelFailure **failure,
                                 GPtrArray       **left_out,
                                 GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  Draft *draft = g_task_get_task_data (G_TASK (result));
  if (failure != NULL)
    *failure = g_steal_pointer (&draft->failure);
  if (left_out != NULL)
    *left_out = g_ptr_array_ref (draft->translation->left_out);
  return g_task_propagate_boolean (G_TASK (result), error);
}
