/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-sampling-draft.h"

#include <glib/gi18n-lib.h>

#include "app-model-call.h"
#include "app-model-meter.h"
#include "app-model-check.h"
#include "app-visible-text.h"
#include "mcp-object.h"
#include "mcp-property.h"

#define NAME_CHARACTERS 60u

struct _AppSamplingDraft
{
  GObject parent_instance;

  AppInboxItem      *item;
  AppSamplingModels *models;
  AppSession        *session;     /* (nullable): the item's, as long as it writes */
  AppCall           *call;        /* (nullable): the same */
  char              *chosen;      /* (nullable): by the person */
  GCancellable      *cancellable; /* (nullable): while it writes */
  AppSamplingModel  *asked;       /* (nullable): the last one */
  char              *asked_id;    /* (nullable): the same */

  char       *status;
  char       *notes;
  AppProblem *problem;
  char       *consent;
  char       *reason;
  gboolean    with_context;
  guint       max_requests;
  gint64      max_tokens;
  guint       requests;
  gint64      tokens;
  AppCost     cost;
};

enum {
  PROP_0,
  PROP_MODEL,
  PROP_LABEL,
  PROP_WRITING,
  PROP_STATUS,
  PROP_NOTES,
  PROP_PROBLEM,
  PROP_CONSENT_TEXT,
  PROP_REASON,
  PROP_WITH_CONTEXT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       ended_signal;

G_DEFINE_FINAL_TYPE (AppSamplingDraft, app_sampling_draft, G_TYPE_OBJECT)

static void
notify (AppSamplingDraft *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* @text: (transfer full) (nullable) */
static void
take (AppSamplingDraft *self, char **place, char *text, guint property)
{
  mcp_property_take_text (self, place, text, properties[property]);
}

static void
set_problem (AppSamplingDraft *self, AppProblem *problem)
{
  if (g_set_object (&self->problem, problem))
    notify (self, PROP_PROBLEM);
}

/* Who is asked */

const char *
app_sampling_draft_get_model (AppSamplingDraft *self)
{
  g_return_val_if_fail (APP_IS_SAMPLING_DRAFT (self), NULL);

  if (self->chosen != NULL)
    return self->chosen;
  return app_sampling_models_choose (self->models, app_inbox_item_get_sampling (self->item));
}

static void
set_model (AppSamplingDraft *self, const char *model)
{
  if (g_strcmp0 (self->chosen, model) == 0)
    return;
  g_free (self->chosen);
  self->chosen = g_strdup (model);
  take (self, &self->consent, NULL, PROP_CONSENT_TEXT);
  notify (self, PROP_MODEL);
  notify (self, PROP_LABEL);
}

/* What the person reads names an address: to agree to another one is not what they are asked. */
static void
check_consent (AppSamplingDraft *self)
{
  g_autoptr (AppSession) session = app_inbox_item_dup_session (self->item);
  const char      *model = app_sampling_draft_get_model (self);
  g_autofree char *text = NULL;

  if (self->consent == NULL)
    return;
  if (session != NULL && model != NULL)
    text = app_sampling_models_dup_consent (self->models, model, session);
  if (g_strcmp0 (self->consent, text) != 0)
    take (self, &self->consent, NULL, PROP_CONSENT_TEXT);
}

static void
on_models_changed (AppSamplingDraft *self)
{
  if (self->chosen != NULL)
    {
      g_autofree char *title = app_sampling_models_dup_title (self->models, self->chosen);

      if (*title == '\0')
        g_clear_pointer (&self->chosen, g_free);
    }
  check_consent (self);
  notify (self, PROP_MODEL);
  notify (self, PROP_LABEL);
}

/* Its properties */

static char *
dup_label (AppSamplingDraft *self)
{
  return app_sampling_models_dup_label (self->models, app_sampling_draft_get_model (self));
}

static gboolean
is_writing (AppSamplingDraft *self)
{
  return self->cancellable != NULL;
}

static void
set_with_context (AppSamplingDraft *self, gboolean with_context)
{
  self->with_context = with_context;
  notify (self, PROP_WITH_CONTEXT);
}

MCP_DEFINE_FINALIZE (AppSamplingDraft, app_sampling_draft)
{
  g_object_unref (self->item);
  g_object_unref (self->models);
  g_clear_object (&self->session);
  g_clear_object (&self->call);
  g_clear_object (&self->asked);
  g_clear_object (&self->problem);
  g_free (self->chosen);
  g_free (self->asked_id);
  g_free (self->status);
  g_free (self->notes);
  g_free (self->consent);
  g_free (self->reason);
}

MCP_DEFINE_CLASS (AppSamplingDraft, app_sampling_draft)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_MODEL] = { "model", G_TYPE_STRING, G_CALLBACK (app_sampling_draft_get_model),
                     .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_model) },
    [PROP_LABEL] = { "label", G_TYPE_STRING, G_CALLBACK (dup_label), .is_made = TRUE },
    [PROP_WRITING] = { "writing", G_TYPE_BOOLEAN, G_CALLBACK (is_writing) },
    [PROP_STATUS] = { "status", G_TYPE_STRING,
                      .offset = G_STRUCT_OFFSET (AppSamplingDraft, status) },
    [PROP_NOTES] = { "notes", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppSamplingDraft, notes) },
    [PROP_PROBLEM] = { "problem", APP_TYPE_PROBLEM,
                       .offset = G_STRUCT_OFFSET (AppSamplingDraft, problem) },
    [PROP_CONSENT_TEXT] = { "consent-text", G_TYPE_STRING,
                            .offset = G_STRUCT_OFFSET (AppSamplingDraft, consent) },
    [PROP_REASON] = { "reason", G_TYPE_STRING,
                      .offset = G_STRUCT_OFFSET (AppSamplingDraft, reason) },
    [PROP_WITH_CONTEXT] = { "with-context", G_TYPE_BOOLEAN,
                            .offset = G_STRUCT_OFFSET (AppSamplingDraft, with_context),
                            .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_with_context) },
  };

  object_class->finalize = app_sampling_draft_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  ended_signal = mcp_signal_new (klass, "ended", 1, G_TYPE_BOOLEAN);
}

static void
app_sampling_draft_init (AppSamplingDraft *self)
{
  self->status = g_strdup ("");
  self->notes = g_strdup ("");
  self->cost = APP_COST_NONE;
}

/* The end */

/* @status: (transfer full). @problem: (nullable) */
static void
end (AppSamplingDraft *self, char *status, AppProblem *problem)
{
  g_clear_object (&self->cancellable);
  g_clear_object (&self->session);
  g_clear_object (&self->call);
  take (self, &self->status, status, PROP_STATUS);
  set_problem (self, problem);
  notify (self, PROP_WRITING);
  g_signal_emit (self, ended_signal, 0, problem == NULL && self->asked != NULL);
}

static gboolean
is_stopped (AppSamplingDraft *self)
{
  return g_cancellable_is_cancelled (self->cancellable);
}

/* @failure: (nullable) */
static void
end_failed (AppSamplingDraft *self, const McpModelFailure *failure, const GError *error)
{
  g_autoptr (AppProblem) problem = NULL;

  if (!is_stopped (self))
    problem = app_model_check_create_problem (failure, error);
  g_clear_object (&self->asked);
  end (self, is_stopped (self) ? g_strdup (_ ("Stopped. Partial response kept.")) : g_strdup (""),
       problem);
}

/* Returns: (transfer full) */
static char *
describe (AppSamplingDraft *self)
{
  AppSamplingReply *reply = app_inbox_item_get_reply (self->item);
  g_autofree char  *model =
      app_visible_text_line (app_sampling_reply_get_model (reply), NAME_CHARACTERS);
  g_autofree char *cost = app_model_meter_create_cost (&self->cost);
  g_autofree char *tokens = g_strdup_printf (
      ngettext ("%'lld token", "%'lld tokens", (gulong)self->tokens), (long long)self->tokens);

  if (*cost != '\0')
    /* Translators: the name of a model, “214 tokens”, “0.0031 USD” */
    return g_strdup_printf (_ ("Draft by %s · %s · %s"), model, tokens, cost);
  /* Translators: the name of a model, “214 tokens” */
  return g_strdup_printf (_ ("Draft by %s · %s"), model, tokens);
}

static void
take_spent (AppSamplingDraft *self)
{
  self->requests = app_sampling_model_get_n_requests (self->asked);
  self->tokens = app_sampling_model_get_tokens (self->asked);
  self->cost = app_sampling_models_get_cost (self->models, self->asked_id,
                                             app_sampling_model_get_turn (self->asked));
  /* A model's call that led to the question has it on its account. */
  if (self->call != NULL)
    app_model_call_charge (self->call, self->tokens, &self->cost);
}

static void
on_drafted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppSamplingDraft) self = user_data;
  g_autoptr (McpModelFailure) failure = NULL;
  g_autoptr (GPtrArray) left_out = NULL;
  g_autoptr (GError) error = NULL;
  gboolean drafted = app_sampling_model_draft_finish (APP_SAMPLING_MODEL (source), result, &failure,
                                                      &left_out, &error);

  take_spent (self);
  g_ptr_array_add (left_out, NULL);
  take (self, &self->notes, g_strjoinv ("\n", (GStrv)left_out->pdata), PROP_NOTES);
  if (drafted)
    end (self, describe (self), NULL);
  else
    end_failed (self, failure, error);
}

/* Asking */

/* What the server wishes the model to know of it: its instructions, and the call. */
static char *
dup_context (AppSamplingDraft *self)
{
  McpServerInfo   *server = app_session_get_server (self->session);
  g_autofree char *name = app_visible_text_line (app_session_get_name (self->session), 0);
  const char      *instructions = server != NULL ? mcp_server_info_get_instructions (server) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "This is asked by the server “%s”.", name);
  if (self->call != NULL)
    g_string_append_printf (text, " It carries out the call %s with the arguments %s.",
                            app_call_get_target (self->call), app_call_get_arguments (self->call));
  if (instructions != NULL && *instructions != '\0')
    g_string_append_printf (text, " It says of itself:\n%s", instructions);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppSamplingDraft) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *context = NULL;

  self->asked = app_sampling_models_open_finish (self->models, result, &error);
  if (self->asked == NULL || is_stopped (self))
    {
      end_failed (self, NULL, error);
      return;
    }
  /* A key may be asked for long: the provider may have another address by now. */
  take (self, &self->consent,
        app_sampling_models_dup_consent (self->models, self->asked_id, self->session),
        PROP_CONSENT_TEXT);
  if (self->consent != NULL)
    {
      g_clear_object (&self->asked);
      end (self, g_strdup (""), NULL);
      return;
    }
  if (self->max_requests > 0 || self->max_tokens > 0)
    app_sampling_model_set_budget (self->asked, self->max_requests, self->max_tokens);
  if (self->with_context && app_sampling_draft_wants_context (self))
    context = dup_context (self);
  app_sampling_model_set_context (self->asked, context);
  app_sampling_reply_set_as_json (app_inbox_item_get_reply (self->item), FALSE);
  app_sampling_model_draft_async (self->asked, self->item, self->cancellable, on_drafted,
                                  g_object_ref (self));
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppSamplingDraft) self = user_data;
  g_autoptr (GError) error = NULL;
  char *consent = NULL;

  if (!app_sampling_models_load_finish (self->models, result, &error) || is_stopped (self))
    {
      end_failed (self, NULL, error);
      return;
    }
  const char *model = app_sampling_draft_get_model (self);
  if (model != NULL)
    consent = app_sampling_models_dup_consent (self->models, model, self->session);
  take (self, &self->consent, consent, PROP_CONSENT_TEXT);
  if (self->consent != NULL)
    end (self, g_strdup (""), NULL);
  else
    {
      g_free (self->asked_id);
      self->asked_id = g_strdup (model);
      app_sampling_models_open_async (self->models, model, self->cancellable, on_opened,
                                      g_object_ref (self));
    }
}

void
app_sampling_draft_begin_within (AppSamplingDraft *self, guint requests, gint64 tokens)
{
  g_return_if_fail (APP_IS_SAMPLING_DRAFT (self));

  AppSession *session = app_inbox_item_dup_session (self->item);
  if (self->cancellable != NULL || session == NULL || !app_inbox_item_is_waiting (self->item))
    {
      g_clear_object (&session);
      return;
    }
  self->session = session;
  g_set_object (&self->call, app_inbox_item_get_call (self->item));
  self->cancellable = g_cancellable_new ();
  self->max_requests = requests;
  self->max_tokens = tokens;
  self->requests = 0;
  self->tokens = 0;
  self->cost = APP_COST_NONE;
  g_clear_object (&self->asked);
  set_problem (self, NULL);
  take (self, &self->consent, NULL, PROP_CONSENT_TEXT);
  take (self, &self->notes, g_strdup (""), PROP_NOTES);
  take (self, &self->status, g_strdup (_ ("Drafting…")), PROP_STATUS);
  notify (self, PROP_WRITING);
  app_sampling_models_load_async (self->models, self->cancellable, on_loaded, g_object_ref (self));
}

void
app_sampling_draft_begin (AppSamplingDraft *self)
{
  app_sampling_draft_begin_within (self, 0, 0);
}

void
app_sampling_draft_stop (AppSamplingDraft *self)
{
  g_return_if_fail (APP_IS_SAMPLING_DRAFT (self));

  g_cancellable_cancel (self->cancellable);
}

/* Consent */

static void
on_agreed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppSamplingDraft) self = user_data;
  g_autoptr (GError) error = NULL;

  if (app_model_providers_finish (APP_MODEL_PROVIDERS (source), result, &error))
    app_sampling_draft_begin (self);
  else
    {
      g_autoptr (AppProblem) problem = app_problem_new_for_error (error);

      set_problem (self, problem);
    }
}

void
app_sampling_draft_agree (AppSamplingDraft *self, gboolean agreed)
{
  g_return_if_fail (APP_IS_SAMPLING_DRAFT (self));

  g_autoptr (AppSession) session = app_inbox_item_dup_session (self->item);
  if (self->consent == NULL)
    return;
  take (self, &self->consent, NULL, PROP_CONSENT_TEXT);
  if (agreed && session != NULL)
    app_sampling_models_agree_async (self->models, app_sampling_draft_get_model (self), session,
                                     NULL, on_agreed, g_object_ref (self));
}

/* The rest */

static void
on_waiting (AppSamplingDraft *self)
{
  if (!app_inbox_item_is_waiting (self->item))
    app_sampling_draft_stop (self);
}

AppSamplingDraft *
app_sampling_draft_new (AppInboxItem *item, AppSamplingModels *models)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (item), NULL);
  g_return_val_if_fail (app_inbox_item_get_kind (item) == APP_INBOX_SAMPLING, NULL);
  g_return_val_if_fail (APP_IS_SAMPLING_MODELS (models), NULL);

  AppSamplingDraft *self = g_object_new (APP_TYPE_SAMPLING_DRAFT, NULL);
  self->item = g_object_ref (item);
  self->models = g_object_ref (models);
  mcp_signal_connect (item, "notify::waiting", on_waiting, self);
  mcp_signal_connect (models, "changed", on_models_changed, self);
  app_sampling_models_look (models);
  return self;
}

MCP_DEFINE_GETTER (AppInboxItem *, AppSamplingDraft, app_sampling_draft, item)
MCP_DEFINE_GETTER (AppSamplingModels *, AppSamplingDraft, app_sampling_draft, models)

gboolean
app_sampling_draft_is_writing (AppSamplingDraft *self)
{
  g_return_val_if_fail (APP_IS_SAMPLING_DRAFT (self), FALSE);
  return self->cancellable != NULL;
}

gboolean
app_sampling_draft_wants_context (AppSamplingDraft *self)
{
  g_return_val_if_fail (APP_IS_SAMPLING_DRAFT (self), FALSE);

  const char *wish = app_inbox_item_get_sampling (self->item)->include_context;
  return wish != NULL && *wish != '\0' && !g_str_equal (wish, "none");
}

void
app_sampling_draft_set_reason (AppSamplingDraft *self, const char *reason)
{
  g_return_if_fail (APP_IS_SAMPLING_DRAFT (self));
  take (self, &self->reason, g_strdup (reason), PROP_REASON);
}

gint64
app_sampling_draft_get_spent (AppSamplingDraft *self, guint *requests, AppCost *cost)
{
  g_return_val_if_fail (APP_IS_SAMPLING_DRAFT (self), 0);

  *requests = self->requests;
  *cost = self->cost;
  return self->tokens;
}
