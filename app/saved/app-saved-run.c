/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-saved-run.h"

#include <glib/gi18n-lib.h>

#include "app-approvals.h"
#include "app-draft.h"
#include "app-placeholders.h"
#include "app-server-objects.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

struct _AppSavedRun
{
  GObject parent_instance;

  AppPlaceholders *placeholders;
  GHashTable      *asked; /* set of keys of make_key() */

  AppCall *call; /* (nullable): the last one */

  AppSavedRunAsk ask; /* (nullable) */
  gpointer       ask_data;
};

/* A call on its way. */
typedef struct
{
  const AppSavedCall *saved;
  char               *target; /* as it is sent, and so are the arguments */
  char               *arguments;
  AppSession         *session;
  AppDraft           *draft;
  const char         *reason; /* (nullable): why it was not sent */
} Running;

G_DEFINE_FINAL_TYPE (AppSavedRun, app_saved_run, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppSavedRun, app_saved_run)

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
  g_free (running->target);
  g_free (running->arguments);
  g_object_unref (running->session);
  g_clear_object (&running->draft);
  g_free (running);
}

MCP_DEFINE_FINALIZE (AppSavedRun, app_saved_run)
{
  app_placeholders_free (self->placeholders);
  g_hash_table_unref (self->asked);
  g_clear_object (&self->call);
}

static void
app_saved_run_init (AppSavedRun *self)
{
  self->placeholders = app_placeholders_new ();
  self->asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

AppSavedRun *
app_saved_run_new (AppSavedRunAsk ask, gpointer user_data)
{
  AppSavedRun *self = g_object_new (APP_TYPE_SAVED_RUN, NULL);

  self->ask = ask;
  self->ask_data = user_data;
  return self;
}

/* Returns: (transfer full): as they are saved */
static char *
dup_arguments (const AppSavedCall *call)
{
  return mcp_json_value_exists (call->arguments) ? mcp_json_value_print_compact (call->arguments)
                                                 : g_strdup ("{}");
}

/* What the consent to @call holds for. The reason belongs to it: what a tool says of itself may
 * change while the calls run. So do its arguments, where a person is asked about more than the
 * tool: those that earlier results fill in were not seen. */
static char *
make_key (AppSession         *session,
          const AppSavedCall *call,
          const char         *arguments,
          const AppApproval  *asks)
{
  return g_strdup_printf ("%p %u %p %s\n%s\n%s", (void *)session, asks->reach,
                          asks->reach == APP_REACHES_CALL ? (const void *)call : NULL, call->target,
                          asks->reason, asks->reach != APP_REACHES_TOOL ? arguments : "");
}

static AppApproval
decide (AppSession *session, const AppSavedCall *call, const char *arguments)
{
  return app_approvals_decide (app_session_get_feature (session, APP_TYPE_APPROVALS),
                               APP_CALLER_COLLECTION, call->target, arguments);
}

char *
app_saved_run_dup_text (AppSession *session, const AppSavedCall *call, const char *arguments)
{
  g_autofree char *saved = dup_arguments (call);
  g_autofree char *masked =
      app_approvals_dup_masked (app_session_get_feature (session, APP_TYPE_APPROVALS), call->target,
                                arguments != NULL ? arguments : saved);

  return g_strjoin (" ", call->target, masked, NULL);
}

AppApproval
app_saved_run_ask (AppSavedRun *self, AppSession *session, const AppSavedCall *call)
{
  AppApproval      approval = { .admission = APP_ADMIT_REFUSE };
  g_autofree char *arguments = NULL;

  g_return_val_if_fail (APP_IS_SAVED_RUN (self), approval);
  g_return_val_if_fail (APP_IS_SESSION (session), approval);

  if (call->kind != APP_CALL_TOOL)
    return (AppApproval){ .admission = APP_ADMIT_ALLOW };
  /* As they are sent; with placeholders, as they are saved. */
  arguments = app_placeholders_fill (self->placeholders, call->arguments, NULL);
  if (arguments == NULL)
    arguments = dup_arguments (call);
  approval = decide (session, call, arguments);
  /* Its changes are looked at where it is called by hand. */
  if (approval.is_changed)
    approval.admission = APP_ADMIT_REFUSE;
  /* A call that is looked at by itself is shown when it is due, with what is sent then. */
  if (approval.admission == APP_ADMIT_ASK && self->ask == NULL &&
      approval.reach != APP_REACHES_TOOL)
    approval = (AppApproval){ .admission = APP_ADMIT_ALLOW };
  if (approval.admission == APP_ADMIT_ASK &&
      !g_hash_table_add (self->asked, make_key (session, call, arguments, &approval)))
    approval = (AppApproval){ .admission = APP_ADMIT_ALLOW };
  return approval;
}

static gboolean
has_agreed (AppSavedRun *self, Running *running, const char *arguments)
{
  AppApproval      asks = decide (running->session, running->saved, arguments);
  g_autofree char *key = make_key (running->session, running->saved, arguments, &asks);

  return g_hash_table_contains (self->asked, key);
}

/* The person was asked before; what an earlier result put in is seen only now. */
static void
answer (AppSavedRun *self, Running *running, AppCall *call)
{
  const char      *reason = app_call_get_approval_reason (call);
  g_autofree char *saved = dup_arguments (running->saved);

  if (has_agreed (self, running, running->arguments) ||
      (self->ask != NULL && has_agreed (self, running, saved) &&
       self->ask (running->saved, running->arguments, reason, self->ask_data)))
    {
      app_call_approve (call, FALSE);
      return;
    }
  /* Where there is a window, its card asks. */
  if (self->ask == NULL)
    return;
  running->reason = reason;
  app_call_cancel (call);
}

char *
app_saved_run_check (const AppSavedCall *saved, AppCall *call)
{
  g_auto (McpJsonSlot) slot = { MCP_JSON_NO_VALUE };
  AppOutcome outcome = { MCP_JSON_NO_VALUE, app_call_is_error (call), app_call_get_elapsed (call) };

  if (app_call_get_object (call) != NULL)
    store_object_read (app_call_get_object (call), &slot);
  outcome.value = slot.value;
  return app_saved_call_check (saved, &outcome);
}

static void
keep_result (AppSavedRun *self, const AppSavedCall *saved, AppCall *call)
{
  g_auto (McpJsonSlot) slot = { MCP_JSON_NO_VALUE };
  g_autofree char *object = app_server_objects_dup_reference (app_call_get_blocks (call));

  if (app_call_is_error (call))
    return;
  if (app_call_get_object (call) != NULL)
    store_object_read (app_call_get_object (call), &slot);
  app_placeholders_set (self->placeholders, saved->name, slot.value, object);
}

static void
on_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppSavedRun     *self = g_task_get_source_object (task);
  Running         *running = g_task_get_task_data (task);
  AppCall         *call = APP_CALL (source);
  AppSavedOutcome *outcome = g_new0 (AppSavedOutcome, 1);
  g_autofree char *failure = NULL;

  app_call_run_finish (call, result, NULL);
  outcome->duration = app_call_get_elapsed (call);
  AppProblem *problem = app_call_get_problem (call);
  if (running->reason != NULL)
    /* Translators: %s is a sentence with the reason */
    failure = g_strdup_printf (_ ("%s It was not called."), running->reason);
  else if (problem != NULL)
    {
      outcome->error = app_problem_get_error (problem) != NULL
                           ? g_error_copy (app_problem_get_error (problem))
                           : NULL;
      failure = g_strdup (app_problem_get_what (problem));
    }
  else if (app_call_get_state (call) != APP_CALL_DONE)
    failure = g_strdup (app_call_get_state_name (call));
  else if (app_result_get_fault (app_call_get_blocks (call)) != NULL)
    failure = g_strdup (app_result_get_fault (app_call_get_blocks (call)));
  else
    {
      keep_result (self, running->saved, call);
      failure = app_saved_run_check (running->saved, call);
    }
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
  g_autofree char *target =
      call->kind == APP_CALL_READ && arguments != NULL
          ? app_placeholders_fill_text (self->placeholders, call->target, &error)
          : g_strdup (call->target);
  Running *running = g_new0 (Running, 1);

  g_clear_object (&self->call);
  running->saved = call;
  running->target = g_steal_pointer (&target);
  running->arguments = g_steal_pointer (&arguments);
  running->session = g_object_ref (session);
  g_task_set_task_data (task, running, (GDestroyNotify)running_free);
  if (error != NULL)
    {
      AppSavedOutcome *outcome = g_new0 (AppSavedOutcome, 1);

      outcome->failure = g_strdup (error->message);
      g_task_return_pointer (task, outcome, (GDestroyNotify)app_saved_outcome_free);
      return;
    }
  running->draft =
      app_draft_new_for_target (session, call->kind, running->target, running->arguments);
  AppCall *sent = app_draft_prepare (running->draft);
  g_set_object (&self->call, sent);
  app_call_set_caller (sent, APP_CALLER_COLLECTION);
  app_call_run_async (sent, cancellable, on_ended, g_object_ref (task));
  if (app_call_get_state (sent) == APP_CALL_NEEDS_APPROVAL)
    answer (self, running, sent);
}

MCP_DEFINE_GETTER (AppCall *, AppSavedRun, app_saved_run, call)

AppSavedOutcome *
app_saved_run_call_finish (AppSavedRun *self, GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
