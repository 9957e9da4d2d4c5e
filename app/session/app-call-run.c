/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Running a call: approval, sending, progress, the answer, the end. */

#include "app-call-private.h"
#include "app-findings.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app-approval.h"
#include "app-presets.h"
#include "app-references.h"
#include "app-session-private.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"

/* Often enough for a clock that shows tenths. */
#define TICK_MS 100
/* Results up to this size are read at once; a worker's turn would cost more. */
#define RESULT_IN_PLACE (256u * 1024u)

static void
stop_clock (AppCall *self)
{
  if (self->tick == 0)
    return;
  g_clear_handle_id (&self->tick, g_source_remove);
  self->elapsed = g_get_monotonic_time () - self->started_ticks;
  g_object_notify (G_OBJECT (self), "elapsed");
}

static void
set_problem (AppCall *self, AppProblem *problem)
{
  g_clear_object (&self->problem);
  self->problem = problem;
  g_object_notify (G_OBJECT (self), "problem");
}

/* The secrets of its session are masked, as long as there is one. */
static AppProblem *
explain (AppCall *self, const GError *error)
{
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);

  return session != NULL ? app_session_explain (session, error)
                         : app_problem_new_for_error (error);
}

/* Ends the call; what is awaited ends with it. */
void
app_call_finish (AppCall *self, AppCallState state, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  stop_clock (self);
  if (error != NULL && state == APP_CALL_FAILED)
    set_problem (self, explain (self, error));
  app_call_set_state (self, state);
  if (task == NULL) /* nobody ran it: it is only known by its task */
    g_clear_error (&error);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
fail (AppCall *self, AppError code, const char *message)
{
  app_call_finish (self, APP_CALL_FAILED, g_error_new_literal (APP_ERROR, code, message));
}

static gboolean
on_tick (gpointer user_data)
{
  g_object_notify (G_OBJECT (user_data), "elapsed");
  return G_SOURCE_CONTINUE;
}

/* A call that has become a task goes on. */
void
app_call_start_clock (AppCall *self)
{
  if (self->tick != 0)
    return;
  self->started_ticks = g_get_monotonic_time ();
  self->tick = g_timeout_add (TICK_MS, on_tick, self);
}

static void
on_progress (const McpProgress *report, gpointer user_data)
{
  AppCall *self = user_data;

  self->progress = isnan (report->progress) ? -1 : report->progress;
  self->progress_total = isnan (report->total) ? -1 : report->total;
  app_progress_take (self->pace, g_get_monotonic_time (), report->progress, report->total);
  g_free (self->progress_message);
  self->progress_message = g_strdup (report->message);
  g_object_notify (G_OBJECT (self), "progress");
  g_object_notify (G_OBJECT (self), "progress-total");
  g_object_notify (G_OBJECT (self), "progress-message");
}

/* What to do about a JSON-RPC error. */
static const char *
advise (gint64 code)
{
  switch (code)
    {
    case MCP_RPC_MISSING_CAPABILITY:
      return _ ("The call needs something that this client did not offer; the evidence names it.");
    case MCP_RPC_URL_ELICITATION_REQUIRED:
      return _ ("The server wants pages to be visited first. Open those that you trust, then try "
                "again.");
    case MCP_RPC_METHOD_NOT_FOUND:
      return _ ("The server does not know this; ask it again for what it offers.");
    case MCP_RPC_INTERNAL_ERROR:
      return _ ("Something failed inside the server; what it logs may say more.");
    default:
      return _ ("Check the arguments against the schema.");
    }
}

void
app_call_explain_refusal (AppCall *self, AppSession *session, McpJsonValue error)
{
  g_autofree char *what = NULL;
  g_autofree char *raw = mcp_json_value_print_pretty (error, 2);
  g_autofree char *evidence = session != NULL ? app_session_redact (session, raw) : g_strdup (raw);
  g_autofree char *text = mcp_json_value_get_kind (error) == MCP_JSON_STRING
                              ? mcp_json_value_dup_string (error, NULL)
                              : mcp_json_value_dup_member_string (error, "message");

  gint64 code = mcp_json_value_get_member_int64 (error, "code", 0);

  /* Translators: %s is the server's error message, %d its JSON-RPC error code */
  what = g_strdup_printf (_ ("The server refused: %s (%d)"),
                          text != NULL && *text != '\0' ? text : _ ("it gave no reason"),
                          (int)code);
  if (code == MCP_RPC_URL_ELICITATION_REQUIRED)
    app_call_take_pages (self, session, error);
  set_problem (self, app_problem_new (APP_CULPRIT_SERVER, what, advise (code), evidence));
}

/* What a worker needs to read a result, and what it made of it. */
typedef struct
{
  AppResultKind  kind;
  McpResult     *answer;
  char          *server; /* (nullable): %NULL where no object is wanted */
  char          *target;
  McpDefinition *definition; /* (nullable): of the tool or resource; immutable, as the answer is */
  GPtrArray     *findings;
  AppResult     *blocks;
  StoreObject   *object;
} Reading;

static void
reading_free (Reading *self)
{
  mcp_result_unref (self->answer);
  g_free (self->server);
  g_free (self->target);
  g_clear_object (&self->definition);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_object (&self->blocks);
  g_clear_object (&self->object);
  g_free (self);
}

static void
read_result (Reading *self)
{
  self->findings = app_findings_of_result (self->answer, self->definition);
  self->blocks = app_result_new (self->kind, self->answer->slot.value);
  if (self->server == NULL)
    return;
  self->object = app_result_create_object (self->blocks, self->server, self->target);
  /* Counting takes its time, and the object keeps what came of it. */
  if (self->object != NULL)
    store_object_get_length (self->object);
}

static void
read_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  read_result (data);
  g_task_return_boolean (task, TRUE);
}

static void
keep_result (AppCall *self, Reading *reading)
{
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);

  self->findings = g_steal_pointer (&reading->findings);
  self->blocks = g_object_ref (reading->blocks);
  if (session != NULL && reading->object != NULL)
    {
      self->object = g_object_ref (reading->object);
      store_object_store_add (app_session_get_objects (session), self->object);
    }
  g_object_notify (G_OBJECT (self), "result");
  g_object_notify (G_OBJECT (self), "object");
  app_call_finish (self, APP_CALL_DONE, NULL);
}

static void
on_result_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  keep_result (APP_CALL (source), g_task_get_task_data (G_TASK (result)));
}

static void
read_later (AppCall *self, Reading *reading)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, on_result_read, NULL);

  g_task_set_source_tag (task, read_later);
  g_task_set_task_data (task, reading, (GDestroyNotify)reading_free);
  g_task_run_in_thread (task, read_in_worker);
}

/* What the server said of it. @session: (nullable). Returns: (transfer full) (nullable) */
static McpDefinition *
dup_definition (AppCall *self, AppSession *session)
{
  McpDefinition *found = NULL;

  if (session != NULL && self->kind == APP_CALL_TOOL)
    found = (McpDefinition *)app_session_find_tool (session, self->target);
  else if (session != NULL && self->kind == APP_CALL_READ)
    found = mcp_definition_list_find (session->lists[MCP_DEFINITION_RESOURCE], self->target);
  return found != NULL ? g_object_ref (found) : NULL;
}

/* Counting the characters of 100 MB takes longer than a frame. */
void
app_call_take_result (AppCall *self, AppSession *session)
{
  static const AppResultKind kinds[] = { APP_RESULT_CALL, APP_RESULT_READ, APP_RESULT_PROMPT };
  Reading                   *reading = g_new0 (Reading, 1);

  reading->kind = kinds[self->kind];
  reading->answer = mcp_result_ref (self->answer);
  reading->server = session != NULL ? g_strdup (app_session_get_name (session)) : NULL;
  reading->target = g_strdup (self->target);
  reading->definition = dup_definition (self, session);
  if (self->result_size > RESULT_IN_PLACE)
    {
      read_later (self, reading);
      return;
    }
  read_result (reading);
  keep_result (self, reading);
  reading_free (reading);
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppCall) self = user_data;
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
  McpClient *client = MCP_CLIENT (source);
  GError    *error = NULL;

  self->answer = mcp_client_call_finish (client, result, &error);
  if (self->answer == NULL)
    {
      gboolean ours = g_cancellable_is_cancelled (self->cancellable);

      if (session != NULL)
        app_session_take_error (session, error);
      app_call_finish (self, ours ? APP_CALL_CANCELLED : APP_CALL_FAILED, error);
      return;
    }
  if (self->answer->answer != NULL)
    self->result_size = mcp_answer_get_size (self->answer->answer);
  g_object_notify (G_OBJECT (self), "result-size");
  if (mcp_result_is_rpc_error (self->answer))
    {
      McpMessage *message = mcp_answer_get_message (self->answer->answer);

      app_call_explain_refusal (self, session, mcp_message_get_error (message));
      app_call_finish (self, APP_CALL_FAILED, NULL);
      return;
    }
  if (self->kind == APP_CALL_TOOL &&
      app_call_become_task (self, session, self->answer))
    return;
  app_call_take_result (self, session);
}

/* What was typed, with the values of objects of ours put in.
 * Returns: (transfer full) (nullable): %NULL without arguments, or with @error */
static char *
dup_resolved (AppCall *self, AppSession *session, GError **error)
{
  g_autoptr (McpJsonDocument) document = NULL;

  if (self->marks == NULL || self->arguments == NULL)
    return g_strdup (self->arguments);
  document = mcp_json_document_parse_text (self->arguments, -1, NULL);
  if (document == NULL)
    return g_strdup (self->arguments);
  return app_references_resolve_marks (session, self->marks, mcp_json_document_get_root (document),
                                       error);
}

/* What goes over the wire: what was typed, values of objects, and the pre-configured inputs. Text
 * that is no JSON stays as it is; sending says what is wrong with it.
 * Returns: FALSE where an object is not there, and the call has failed */
static gboolean
prepare_arguments (AppCall *self, AppSession *session)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (AppPresets) presets = NULL;
  g_autofree char *resolved = NULL;
  GError          *error = NULL;

  g_clear_pointer (&self->sent_arguments, g_free);
  resolved = dup_resolved (self, session, &error);
  if (error != NULL)
    {
      app_call_finish (self, APP_CALL_FAILED, error);
      return FALSE;
    }
  self->sent_arguments = g_strdup (resolved);
  if (self->kind == APP_CALL_TOOL)
    presets = app_session_create_presets (session, self->target);
  if (presets == NULL)
    return TRUE;
  if (resolved != NULL)
    {
      document = mcp_json_document_parse_text (resolved, -1, NULL);
      if (document == NULL)
        return TRUE;
    }
  g_free (self->sent_arguments);
  self->sent_arguments =
      app_presets_inject (presets,
                          document != NULL ? mcp_json_document_get_root (document)
                                           : MCP_JSON_NO_VALUE,
                          NULL);
  return TRUE;
}

/* Returns: (transfer full) (nullable): the request, or NULL with @error */
static McpRequest *
make_request (AppCall *self, GError **error)
{
  static const char *const methods[] = { "tools/call", "resources/read", "prompts/get" };
  g_autoptr (McpRequest) request = mcp_request_new (methods[self->kind]);
  McpRequestOptions *options = mcp_request_get_options (request);
  g_autoptr (GBytes) arguments = NULL;
  g_autoptr (GBytes) meta = NULL;

  options->refresh = TRUE; /* a person asks, and wants to see the server answer */
  options->progress = on_progress;
  options->progress_data = self;
  options->as_task = self->as_task;
  options->task_ttl_ms = self->task_ttl_ms;
  mcp_request_set_string (request, self->kind == APP_CALL_READ ? "uri" : "name", self->target);
  if (self->sent_arguments != NULL && self->kind != APP_CALL_READ)
    {
      arguments = g_bytes_new_with_free_func (self->sent_arguments, strlen (self->sent_arguments),
                                              g_object_unref, g_object_ref (self));
      if (!mcp_request_set_arguments (request, arguments, error))
        return NULL;
    }
  if (self->meta != NULL)
    {
      meta = g_bytes_new (self->meta, strlen (self->meta));
      if (!mcp_request_add_meta (request, meta, error))
        return NULL;
    }
  return g_steal_pointer (&request);
}

static void
send_prepared (AppCall *self, AppSession *session)
{
  McpClient *client = app_session_get_client (session);
  g_autoptr (McpRequest) request = NULL;
  GError *error = NULL;

  if (client == NULL)
    {
      fail (self, APP_ERROR_NOT_CONNECTED, _ ("The server is not connected."));
      return;
    }
  if (!prepare_arguments (self, session))
    return;
  app_call_start_clock (self);
  app_call_set_state (self, APP_CALL_RUNNING);
  request = make_request (self, &error);
  if (request != NULL)
    mcp_client_call_async (client, request, self->cancellable, on_answered, g_object_ref (self));
  else
    app_call_finish (self, APP_CALL_FAILED, error);
}

static void
on_secrets (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppCall) self = user_data;
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
  GError *error = NULL;

  if (!app_preset_secrets_load_finish (APP_PRESET_SECRETS (source), result, &error))
    app_call_finish (self, APP_CALL_CANCELLED, error);
  else if (session == NULL)
    fail (self, APP_ERROR_NOT_CONNECTED, _ ("The server is not connected."));
  else
    send_prepared (self, session);
}

/* Secrets among what is put in may have to be fetched first. */
static void
send_now (AppCall *self, AppSession *session)
{
  AppPresetSecrets *secrets = app_session_get_preset_secrets (session);
  StoreProfile     *profile = app_session_get_profile (session);

  if (self->kind != APP_CALL_TOOL || app_preset_secrets_is_loaded (secrets, profile))
    {
      send_prepared (self, session);
      return;
    }
  app_call_start_clock (self);
  app_call_set_state (self, APP_CALL_RUNNING);
  app_preset_secrets_load_async (secrets, profile, self->cancellable, on_secrets,
                                 g_object_ref (self));
}

static void
on_outer_cancelled (GCancellable *outer, AppCall *self)
{
  app_call_cancel (self);
}

void
app_call_run_async (AppCall            *self,
                    GCancellable       *cancellable,
                    GAsyncReadyCallback callback,
                    gpointer            user_data)
{
  g_autoptr (AppSession) session = NULL;
  AppApproval approval = APP_APPROVAL_AUTO;

  g_return_if_fail (APP_IS_CALL (self));
  g_return_if_fail (self->state == APP_CALL_PREPARED);

  /* The call's own state says that it was cancelled, and when; the task waits for it. */
  self->task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (self->task, app_call_run_async);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_outer_cancelled), self, 0);
  if (g_cancellable_is_cancelled (cancellable))
    {
      app_call_finish (self, APP_CALL_CANCELLED,
                       mcp_error_new (MCP_ERROR_CANCELLED, "%s", _ ("The call was cancelled.")));
      return;
    }

  session = g_weak_ref_get (&self->session);
  if (session == NULL || app_session_get_client (session) == NULL)
    {
      fail (self, APP_ERROR_NOT_CONNECTED, _ ("The server is not connected."));
      return;
    }
  if (self->kind == APP_CALL_TOOL)
    approval = app_session_decide (session, self->target, &self->approval_reason);
  if (approval == APP_APPROVAL_NEVER)
    fail (self, APP_ERROR_REFUSED, self->approval_reason);
  else if (approval == APP_APPROVAL_ASK)
    {
      if (prepare_arguments (self, session))
        app_call_set_state (self, APP_CALL_NEEDS_APPROVAL);
    }
  else
    send_now (self, session);
}

gboolean
app_call_run_finish (AppCall *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

void
app_call_approve (AppCall *self, gboolean remember)
{
  g_autoptr (AppSession) session = NULL;

  g_return_if_fail (APP_IS_CALL (self));

  if (self->state != APP_CALL_NEEDS_APPROVAL)
    return;
  session = g_weak_ref_get (&self->session);
  if (session == NULL)
    {
      fail (self, APP_ERROR_NOT_CONNECTED, _ ("The server is not connected."));
      return;
    }
  if (remember)
    app_session_remember_approval (session, self->target);
  app_session_keep_approved (session, self->target);
  send_now (self, session);
}

AppChangeNotice *
app_call_create_change_notice (AppCall *self)
{
  g_autoptr (AppSession) session = NULL;

  g_return_val_if_fail (APP_IS_CALL (self), NULL);

  session = g_weak_ref_get (&self->session);
  return session != NULL && self->kind == APP_CALL_TOOL
             ? app_session_create_tool_notice (session, self->target)
             : NULL;
}

void
app_call_lose (AppCall *self)
{
  if (self->state == APP_CALL_NEEDS_APPROVAL)
    fail (self, APP_ERROR_NOT_CONNECTED, _ ("The server is not connected any more."));
}

void
app_call_decline (AppCall *self)
{
  g_return_if_fail (APP_IS_CALL (self));

  if (self->state == APP_CALL_NEEDS_APPROVAL)
    app_call_finish (self, APP_CALL_DECLINED,
                     g_error_new_literal (APP_ERROR, APP_ERROR_REFUSED,
                                          _ ("The call was not allowed.")));
}

void
app_call_cancel (AppCall *self)
{
  g_return_if_fail (APP_IS_CALL (self));

  if (self->state == APP_CALL_NEEDS_APPROVAL)
    app_call_decline (self);
  else if (self->state == APP_CALL_RUNNING && self->followed != NULL)
    app_call_cancel_task (self);
  else if (self->state == APP_CALL_RUNNING)
    {
      app_call_set_state (self, APP_CALL_CANCELLING);
      g_cancellable_cancel (self->cancellable);
    }
}
