/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-sampler.h"

#include <glib/gi18n-lib.h>

#include "app-inbox.h"
#include "mcp-object.h"

struct _AppSampler
{
  GObject parent_instance;

  AppInboxPolicy    *person;
  AppSamplingModels *models;
  GHashTable        *drafts;  /* AppInboxItem → AppSamplingDraft: those that wait */
  GPtrArray         *queued;  /* of AppSamplingDraft: by a rule, not begun */
  GPtrArray         *running; /* of AppSamplingDraft: by a rule */
};

static void policy_init (AppInboxPolicyInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppSampler,
                               app_sampler,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_INBOX_POLICY, policy_init))

MCP_DEFINE_DISPOSE (AppSampler, app_sampler)
{
  GHashTableIter iter;
  gpointer       item;
  gpointer       draft;

  app_sampler_close (self);
  g_hash_table_iter_init (&iter, self->drafts);
  while (g_hash_table_iter_next (&iter, &item, &draft))
    {
      g_signal_handlers_disconnect_by_data (item, self);
      g_signal_handlers_disconnect_by_data (draft, self);
      app_sampling_draft_stop (draft);
      g_hash_table_iter_remove (&iter);
    }
  g_ptr_array_set_size (self->queued, 0);
  g_ptr_array_set_size (self->running, 0);
}

MCP_DEFINE_FINALIZE (AppSampler, app_sampler)
{
  g_clear_object (&self->person);
  g_clear_object (&self->models);
  g_hash_table_unref (self->drafts);
  g_ptr_array_unref (self->queued);
  g_ptr_array_unref (self->running);
}

static void
app_sampler_class_init (AppSamplerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_sampler_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_sampler_finalize;
}

static void
app_sampler_init (AppSampler *self)
{
  self->person = app_inbox_policy_new_person ();
  self->drafts = g_hash_table_new_full (NULL, NULL, g_object_unref, g_object_unref);
  self->queued = g_ptr_array_new_with_free_func (g_object_unref);
  self->running = g_ptr_array_new_with_free_func (g_object_unref);
}

AppSampler *
app_sampler_new (AppWorkspace *workspace)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  AppSampler *self = g_object_new (APP_TYPE_SAMPLER, NULL);
  self->models = app_sampling_models_new (workspace);
  return self;
}

AppSampler *
app_sampler_find (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  AppInbox       *inbox = app_session_get_feature (session, APP_TYPE_INBOX);
  AppInboxPolicy *policy = inbox != NULL ? app_inbox_get_policy (inbox) : NULL;
  return APP_IS_SAMPLER (policy) ? APP_SAMPLER (policy) : NULL;
}

void
app_sampler_close (AppSampler *self)
{
  g_return_if_fail (APP_IS_SAMPLER (self));

  if (self->models != NULL)
    app_sampling_models_close (self->models);
}

MCP_DEFINE_GETTER (AppSamplingModels *, AppSampler, app_sampler, models)

/* By a rule */

static AppCall *
get_call (AppSamplingDraft *draft)
{
  return app_inbox_item_get_call (app_sampling_draft_get_item (draft));
}

/* Returns: (transfer none) (nullable): the item holds it weakly, the workspace or a call for
 * good */
static AppSession *
get_session (AppSamplingDraft *draft)
{
  g_autoptr (AppSession) session =
      app_inbox_item_dup_session (app_sampling_draft_get_item (draft));

  return session;
}

static gboolean
is_busy (AppSampler *self, AppSession *session)
{
  for (guint i = 0; i < self->running->len; i++)
    if (get_session (self->running->pdata[i]) == session)
      return TRUE;
  return FALSE;
}

static gboolean
has_call (GPtrArray *drafts, AppCall *call)
{
  for (guint i = 0; i < drafts->len; i++)
    if (get_call (drafts->pdata[i]) == call)
      return TRUE;
  return FALSE;
}

/* What a call's result asks for comes together, and is no second level. */
static gboolean
is_second_level (AppSampler *self, AppSamplingDraft *draft)
{
  AppCall *call = get_call (draft);

  return call != NULL && app_inbox_item_is_sent (app_sampling_draft_get_item (draft)) &&
         (has_call (self->queued, call) || has_call (self->running, call));
}

static void
begin (AppSampler *self, AppSamplingDraft *draft, AppSession *session)
{
  AppSamplingRule *rule = app_sampling_rule_get (session);
  const char      *model = app_sampling_draft_get_model (draft);
  g_autoptr (GError) error = NULL;

  if (app_sampling_rule_get_mode (rule) == APP_SAMPLING_MODE_ASK)
    return;
  if (!app_sampling_rule_admit (rule, app_sampling_models_is_priced (self->models, model), &error))
    {
      app_sampling_draft_set_reason (draft, error->message);
      return;
    }
  g_ptr_array_add (self->running, g_object_ref (draft));
  app_sampling_draft_begin_within (draft, app_sampling_rule_get_requests_left (rule),
                                   app_sampling_rule_get_tokens_left (rule));
}

static void
begin_next (AppSampler *self)
{
  for (guint i = 0; i < self->queued->len;)
    {
      g_autoptr (AppSamplingDraft) draft = g_object_ref (self->queued->pdata[i]);
      AppSession *session = get_session (draft);

      if (session != NULL && is_busy (self, session))
        {
          i++;
          continue;
        }
      g_ptr_array_remove_index (self->queued, i);
      if (session != NULL && app_inbox_item_is_waiting (app_sampling_draft_get_item (draft)))
        begin (self, draft, session);
    }
}

/* What the person has saved as their own reply stays: this one is not theirs. */
static void
reply (AppSamplingDraft *draft)
{
  AppInboxItem    *item = app_sampling_draft_get_item (draft);
  g_autofree char *result = app_sampling_reply_dup_result (app_inbox_item_get_reply (item));
  g_autoptr (GError) error = NULL;

  if (!app_inbox_item_accept_json (item, result, &error))
    app_sampling_draft_set_reason (draft, error->message);
}

static void
on_ended (AppSampler *self, gboolean drafted, AppSamplingDraft *draft)
{
  AppSession      *session = get_session (draft);
  AppSamplingRule *rule = session != NULL ? app_sampling_rule_get (session) : NULL;
  g_autoptr (AppSamplingDraft) alive = g_object_ref (draft);
  guint   requests;
  AppCost cost;
  gint64  tokens = app_sampling_draft_get_spent (draft, &requests, &cost);

  if (!g_ptr_array_remove (self->running, draft))
    return;
  if (rule != NULL && requests > 0)
    app_sampling_rule_spend (rule, requests, tokens, &cost);
  /* The person may have turned it off meanwhile. */
  if (drafted && rule != NULL && app_sampling_rule_get_mode (rule) == APP_SAMPLING_MODE_REPLY)
    reply (draft);
  begin_next (self);
}

/* Books of prices are read before anything is held to them. */
static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppSampler) self = user_data;

  app_sampling_models_load_finish (APP_SAMPLING_MODELS (source), result, NULL);
  begin_next (self);
}

static void
receive (AppInboxPolicy *policy, AppInboxItem *item)
{
  AppSampler *self = APP_SAMPLER (policy);
  g_autoptr (AppSession) session = app_inbox_item_dup_session (item);

  if (app_inbox_item_get_kind (item) != APP_INBOX_SAMPLING || session == NULL ||
      app_sampling_rule_get_mode (app_sampling_rule_get (session)) == APP_SAMPLING_MODE_ASK)
    return;
  AppSamplingDraft *draft = app_sampler_get_draft (self, item);
  if (is_second_level (self, draft))
    {
      app_sampling_draft_set_reason (
          draft, _ ("The server asks again before the model has replied to its first request in "
                    "this call. A request inside a request gets no model without you."));
      return;
    }
  g_ptr_array_add (self->queued, g_object_ref (draft));
  app_sampling_models_load_async (self->models, NULL, on_loaded, g_object_ref (self));
}

static McpClientCapabilityFlags
get_capabilities (AppInboxPolicy *policy, AppSession *session)
{
  AppInboxPolicy *person = APP_SAMPLER (policy)->person;

  return APP_INBOX_POLICY_GET_IFACE (person)->get_capabilities (person, session);
}

static void
policy_init (AppInboxPolicyInterface *iface)
{
  iface->get_capabilities = get_capabilities;
  iface->receive = receive;
}

/* Drafts */

static void
on_waiting (AppSampler *self, GParamSpec *pspec, AppInboxItem *item)
{
  AppSamplingDraft *draft = g_hash_table_lookup (self->drafts, item);

  if (app_inbox_item_is_waiting (item) || draft == NULL)
    return;
  g_signal_handlers_disconnect_by_data (item, self);
  g_ptr_array_remove (self->queued, draft);
  g_hash_table_remove (self->drafts, item);
}

AppSamplingDraft *
app_sampler_get_draft (AppSampler *self, AppInboxItem *item)
{
  g_return_val_if_fail (APP_IS_SAMPLER (self), NULL);
  g_return_val_if_fail (app_inbox_item_get_kind (item) == APP_INBOX_SAMPLING, NULL);

  AppSamplingDraft *draft = g_hash_table_lookup (self->drafts, item);
  if (draft != NULL)
    return draft;
  draft = app_sampling_draft_new (item, self->models);
  mcp_signal_connect (draft, "ended", on_ended, self);
  mcp_signal_connect (item, "notify::waiting", on_waiting, self);
  g_hash_table_insert (self->drafts, g_object_ref (item), draft);
  return draft;
}
