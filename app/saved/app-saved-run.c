/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-saved-run.h"

#include "app-catalogue.h"
#include "app-draft.h"
#include "app-placeholders.h"
#include "mcp-tool.h"

struct _AppSavedRun
{
  GObject parent_instance;

  AppPlaceholders *placeholders;
};

/* A call on its way. */
typedef struct
{
  const AppSavedCall *saved;
  AppSession         *session;
  AppDraft           *draft;
  gint64              started;
} Running;

G_DEFINE_FINAL_TYPE (AppSavedRun, app_saved_run, G_TYPE_OBJECT)

void
app_saved_outcome_free (AppSavedOutcome *self)
{
  g_free (self->failure);
  g_clear_error (&self->error);
  g_free (self);
}

static void
running_free (Running *running)
{
  g_object_unref (running->session);
  g_clear_object (&running->draft);
  g_free (running);
}

static void
app_saved_run_finalize (GObject *object)
{
  app_placeholders_free (APP_SAVED_RUN (object)->placeholders);
  G_OBJECT_CLASS (app_saved_run_parent_class)->finalize (object);
}

static void
app_saved_run_class_init (AppSavedRunClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_saved_run_finalize;
}

static void
app_saved_run_init (AppSavedRun *self)
{
  self->placeholders = app_placeholders_new ();
}

AppSavedRun *
app_saved_run_new (void)
{
  return g_object_new (APP_TYPE_SAVED_RUN, NULL);
}

gboolean
app_saved_run_asks (AppSession *session, const AppSavedCall *call)
{
  McpTool *tool;

  g_return_val_if_fail (APP_IS_SESSION (session), FALSE);

  tool = app_catalogue_find_tool (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                  call->tool);
  return (tool == NULL || mcp_tool_may_destroy (tool)) &&
         store_profile_get_approval_for_tool (app_session_get_profile (session), call->tool) ==
             STORE_APPROVAL_ASK;
}

/* Returns: (transfer full) (nullable): why it is not what was expected */
static char *
check (AppSavedRun *self, const AppSavedCall *saved, AppCall *call, gint64 duration)
{
  g_auto (McpJsonSlot) slot = { MCP_JSON_NO_VALUE };
  AppOutcome outcome = { MCP_JSON_NO_VALUE, app_call_is_error (call), duration };

  if (app_call_get_object (call) != NULL)
    store_object_read (app_call_get_object (call), &slot);
  outcome.value = slot.value;
  if (!outcome.is_error)
    app_placeholders_set (self->placeholders, saved->name, outcome.value);
  return app_saved_call_check (saved, &outcome);
}

static void
on_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppSavedRun     *self = g_task_get_source_object (task);
  Running         *running = g_task_get_task_data (task);
  AppCall         *call = APP_CALL (source);
  AppProblem      *problem;
  AppSavedOutcome *outcome = g_new0 (AppSavedOutcome, 1);
  g_autofree char *failure = NULL;

  app_call_run_finish (call, result, NULL);
  outcome->duration = g_get_monotonic_time () - running->started;
  problem = app_call_get_problem (call);
  if (problem != NULL)
    {
      outcome->error = app_problem_get_error (problem) != NULL
                           ? g_error_copy (app_problem_get_error (problem))
                           : NULL;
      failure = g_strdup (app_problem_get_what (problem));
    }
  else if (app_call_get_state (call) != APP_CALL_DONE)
    failure = g_strdup (app_call_get_state_name (call));
  else
    failure = check (self, running->saved, call, outcome->duration);
  if (failure != NULL)
    outcome->failure =
        app_redactor_redact_text (app_session_get_redactor (running->session), failure);
  g_task_return_pointer (task, outcome, (GDestroyNotify)app_saved_outcome_free);
}

void
app_saved_run_call_async (AppSavedRun        *self,
                          AppSession         *session,
                          const AppSavedCall *call,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data)
{
  g_return_if_fail (APP_IS_SAVED_RUN (self));
  g_return_if_fail (APP_IS_SESSION (session));

  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  g_autoptr (GError) error = NULL;
  g_autofree char *arguments =
      app_placeholders_fill (self->placeholders, call->arguments, &error);
  Running *running = g_new0 (Running, 1);
  AppCall *sent;

  running->saved = call;
  running->session = g_object_ref (session);
  running->started = g_get_monotonic_time ();
  g_task_set_task_data (task, running, (GDestroyNotify)running_free);
  if (arguments == NULL)
    {
      AppSavedOutcome *outcome = g_new0 (AppSavedOutcome, 1);

      outcome->failure = g_strdup (error->message);
      g_task_return_pointer (task, outcome, (GDestroyNotify)app_saved_outcome_free);
      return;
    }
  running->draft = app_draft_new_for_target (session, APP_CALL_TOOL, call->tool, arguments);
  sent = app_draft_prepare (running->draft);
  app_call_run_async (sent, cancellable, on_ended, g_object_ref (task));
  if (app_call_get_state (sent) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (sent, FALSE);
}

AppSavedOutcome *
app_saved_run_call_finish (AppSavedRun *self, GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
