/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-doctor-private.h"

#include <glib/gi18n-lib.h>

#include "app-problem.h"
#include "mcp-array-list.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"

enum {
  PROP_SUMMARY = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (AppDoctor,
                               app_doctor,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppDoctor, steps, APP_TYPE_DOCTOR_STEP))

static void
destroy_source (gpointer source)
{
  g_source_destroy (source);
  g_source_unref (source);
}

MCP_DEFINE_FINALIZE (AppDoctor, app_doctor)
{
  g_object_unref (self->profile);
  g_object_unref (self->vault);
  g_object_unref (self->settings);
  g_object_unref (self->redactor);
  g_ptr_array_unref (self->steps);
  g_array_unref (self->rungs);
  g_free (self->summary);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->preparation, app_preparation_unref);
  g_clear_pointer (&self->uri, g_uri_unref);
  g_free (self->proxy);
  g_clear_error (&self->failure);
  g_clear_object (&self->certificate);
  g_free (self->tls_words);
  g_clear_pointer (&self->http.post, mcp_http_probe_response_free);
  g_clear_pointer (&self->http.get, mcp_http_probe_response_free);
  g_free (self->http.issuer);
  g_clear_object (&self->opening.client);
  g_clear_error (&self->opening.failure);
  g_string_free (self->opening.words, TRUE);
}

MCP_DEFINE_CLASS (AppDoctor, app_doctor)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_SUMMARY] = { "summary", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppDoctor, summary) },
  };

  object_class->finalize = app_doctor_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_doctor_init (AppDoctor *self)
{
  self->steps = g_ptr_array_new_with_free_func (g_object_unref);
  self->rungs = g_array_new (FALSE, FALSE, sizeof (AppDoctorRung));
  self->redactor = app_redactor_new ();
  self->opening.words = g_string_new (NULL);
}

/* The ladder */

static void
add_rung (AppDoctor *self, const char *id, const char *name, AppDoctorRung rung)
{
  g_ptr_array_add (self->steps, app_doctor_step_new (id, name));
  g_array_append_val (self->rungs, rung);
}

static void
add_program (AppDoctor *self)
{
  add_rung (self, "program", _ ("Program"), app_doctor_find_program);
  add_rung (self, "start", _ ("Start"), app_doctor_start_program);
  add_rung (self, "alive", _ ("Process"), app_doctor_watch_program);
}

static void
add_network (AppDoctor *self)
{
  add_rung (self, "dns", _ ("DNS"), app_doctor_look_up_host);
  add_rung (self, "tcp", _ ("TCP connection"), app_doctor_connect);
  add_rung (self, "tls", _ ("TLS"), app_doctor_check_tls);
}

static void
add_http (AppDoctor *self)
{
  add_rung (self, "post", _ ("HTTP POST"), app_doctor_post);
  add_rung (self, "get", _ ("SSE stream (GET)"), app_doctor_get);
  add_rung (self, "metadata", _ ("Authorization metadata"), app_doctor_read_metadata);
  add_rung (self, "authorization", _ ("Authentication"), app_doctor_check_authorization);
}

static void
build_ladder (AppDoctor *self)
{
  add_rung (self, "target", _ ("Address"), app_doctor_check_target);
  switch (store_profile_get_endpoint (self->profile)->transport)
    {
    case STORE_TRANSPORT_STDIO:
      add_program (self);
      break;
    case STORE_TRANSPORT_WEBSOCKET:
      add_network (self);
      break;
    case STORE_TRANSPORT_UNIX:
      add_rung (self, "socket", _ ("Socket"), app_doctor_check_socket);
      break;
    case STORE_TRANSPORT_TCP:
      add_rung (self, "dns", _ ("DNS"), app_doctor_look_up_host);
      add_rung (self, "tcp", _ ("TCP connection"), app_doctor_check_socket);
      break;
    case STORE_TRANSPORT_HTTP_UNIX:
      add_rung (self, "socket", _ ("Socket"), app_doctor_check_socket);
      add_http (self);
      break;
    case STORE_TRANSPORT_HTTP:
    case STORE_TRANSPORT_SSE:
    case STORE_TRANSPORT_AUTO:
    default:
      add_network (self);
      add_http (self);
    }
  add_rung (self, "session", _ ("MCP handshake"), app_doctor_open_session);
  add_rung (self, "tools", _ ("Tools"), app_doctor_list_tools);
}

AppDoctor *
app_doctor_new (StoreProfile *profile, StoreSecretVault *vault, AppSettings *settings)
{
  AppDoctor *self = g_object_new (APP_TYPE_DOCTOR, NULL);

  self->profile = store_profile_copy (profile);
  self->vault = g_object_ref (vault);
  self->settings = g_object_ref (settings);
  app_redactor_add_profile (self->redactor, self->profile);
  build_ladder (self);
  return self;
}

/* Up the ladder */

AppDoctorStep *
app_doctor_get_current (AppDoctor *self)
{
  return self->steps->pdata[self->current];
}

static void
let_go_of_step (AppDoctor *self)
{
  g_clear_pointer (&self->deadline, destroy_source);
  g_clear_pointer (&self->opening.patience, destroy_source);
  g_clear_object (&self->cancellable);
}

static gboolean
on_deadline (gpointer data)
{
  AppDoctor *self = data;

  self->late = TRUE;
  g_cancellable_cancel (self->cancellable);
  return G_SOURCE_CONTINUE;
}

/* In ms. */
static guint
get_step_deadline (AppDoctor *self)
{
  const StoreConversation *wanted = store_profile_get_conversation (self->profile);
  guint                    connect = wanted->connect_timeout;
  guint                    request = wanted->request_timeout;

  if (connect == 0)
    connect = app_settings_get_connect_timeout (self->settings);
  if (request == 0)
    request = app_settings_get_request_timeout (self->settings);
  guint shorter = MIN (connect != 0 ? connect : G_MAXUINT, request != 0 ? request : G_MAXUINT);
  return MIN (shorter, APP_DOCTOR_STEP_DEADLINE);
}

static void
skip_the_rest (AppDoctor *self)
{
  for (self->current++; self->current < self->steps->len; self->current++)
    app_doctor_step_end (app_doctor_get_current (self), APP_DOCTOR_SKIPPED, NULL, NULL, NULL);
}

static gboolean
begin_step (gpointer data)
{
  AppDoctor *self = data;

  if (self->stopped || self->current >= self->steps->len)
    {
      if (self->stopped)
        {
          self->current--;
          skip_the_rest (self);
        }
      app_doctor_close_session (self);
      return G_SOURCE_REMOVE;
    }
  self->late = FALSE;
  self->cancellable = g_cancellable_new ();
  self->deadline = g_timeout_source_new (get_step_deadline (self));
  g_source_set_callback (self->deadline, on_deadline, self, NULL);
  g_source_attach (self->deadline, g_main_context_get_thread_default ());
  app_doctor_step_begin (app_doctor_get_current (self));
  g_array_index (self->rungs, AppDoctorRung, self->current) (self);
  return G_SOURCE_REMOVE;
}

/* In a turn of its own, so that steps that end at once do not pile up on the stack. */
static void
begin_step_soon (AppDoctor *self)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_callback (source, begin_step, g_object_ref (self), g_object_unref);
  g_source_attach (source, g_main_context_get_thread_default ());
}

static void
end_quietly (AppDoctor     *self,
             AppDoctorState state,
             const char    *found,
             const char    *evidence,
             const char    *advice)
{
  g_autofree char *safe_found = app_redactor_redact_text (self->redactor, found);
  g_autofree char *safe_evidence = app_redactor_redact_text (self->redactor, evidence);
  g_autofree char *safe_advice = app_redactor_redact_text (self->redactor, advice);

  if (safe_evidence != NULL)
    g_strchomp (safe_evidence);
  let_go_of_step (self);
  app_doctor_step_end (app_doctor_get_current (self), state, safe_found, safe_evidence,
                       safe_advice);
}

void
app_doctor_end_step (AppDoctor     *self,
                     AppDoctorState state,
                     const char    *found,
                     const char    *evidence,
                     const char    *advice)
{
  end_quietly (self, state, found, evidence, advice);
  self->current++;
  begin_step_soon (self);
}

void
app_doctor_skip_step (AppDoctor *self, const char *found)
{
  app_doctor_end_step (self, APP_DOCTOR_SKIPPED, found, NULL, NULL);
}

static void
fail_quietly (AppDoctor *self, const GError *error)
{
  g_autoptr (GError) late = NULL;

  if (self->stopped)
    {
      end_quietly (self, APP_DOCTOR_SKIPPED, NULL, NULL, NULL);
      return;
    }
  if (self->late && g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    {
      late = mcp_error_new (MCP_ERROR_TIMED_OUT, _ ("No response within %.3g s."),
                            get_step_deadline (self) / 1000.0);
      error = late;
    }
  g_autoptr (AppProblem) problem = app_problem_new_redacted (error, self->redactor);
  g_clear_error (&self->failure);
  self->failure = g_error_copy (app_problem_get_error (problem));
  end_quietly (self, APP_DOCTOR_FAILED, app_problem_get_what (problem),
               app_problem_get_evidence (problem), app_problem_get_advice (problem));
}

void
app_doctor_fail_step (AppDoctor *self, const GError *error)
{
  fail_quietly (self, error);
  self->current++;
  begin_step_soon (self);
}

void
app_doctor_fail_for_good (AppDoctor *self, const GError *error)
{
  fail_quietly (self, error);
  skip_the_rest (self);
  begin_step_soon (self);
}

/* The run */

static AppDoctorStep *
find_step (AppDoctor *self, const char *id)
{
  for (guint i = 0; i < self->steps->len; i++)
    if (g_str_equal (app_doctor_step_get_id (self->steps->pdata[i]), id))
      return self->steps->pdata[i];
  return NULL;
}

static void
make_summary (AppDoctor *self)
{
  AppDoctorStep *end = app_doctor_get_end (self);
  AppDoctorStep *session = find_step (self, "session");

  if (self->stopped)
    self->summary = g_strdup (_ ("Stopped before the cause was found."));
  else if (end == NULL)
    /* Translators: %s is what was found out, such as "2025-11-25, Everything 1.0" */
    self->summary = g_strdup_printf (app_doctor_step_get_evidence (session) == NULL
                                         ? _ ("Everything works: %s")
                                         : _ ("It works, with remarks: %s"),
                                     app_doctor_step_get_found (session));
  else
    /* Translators: the name of a step, then what was found there */
    self->summary = g_strdup_printf (_ ("Failed at: %s. %s"), app_doctor_step_get_name (end),
                                     app_doctor_step_get_found (end));
}

/* What went wrong first, though only the handshake showed that it mattered, is what failed. */
static void
blame_first_cause (AppDoctor *self)
{
  AppDoctorStep *end = app_doctor_get_end (self);

  if (end != NULL && app_doctor_step_get_state (end) == APP_DOCTOR_WARNED)
    app_doctor_step_blame (end);
}

void
app_doctor_end_run (AppDoctor *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  if (self->outer != NULL)
    g_cancellable_disconnect (self->outer, self->outer_handler);
  g_clear_object (&self->outer);
  blame_first_cause (self);
  make_summary (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
  if (self->stopped)
    g_task_return_error (task, mcp_error_new (MCP_ERROR_CANCELLED, "%s", self->summary));
  else
    g_task_return_boolean (task, TRUE);
}

static void
on_stopped (GCancellable *outer, AppDoctor *self)
{
  self->stopped = TRUE;
  g_cancellable_cancel (self->cancellable);
}

void
app_doctor_run_async (AppDoctor          *self,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data)
{
  g_return_if_fail (APP_IS_DOCTOR (self));
  g_return_if_fail (self->task == NULL && self->summary == NULL);

  self->task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (self->task, app_doctor_run_async);
  if (cancellable != NULL)
    {
      self->outer = g_object_ref (cancellable);
      self->outer_handler =
          g_cancellable_connect (cancellable, G_CALLBACK (on_stopped), self, NULL);
    }
  begin_step_soon (self);
}

MCP_DEFINE_FINISH (app_doctor_run_finish, AppDoctor)

MCP_DEFINE_GETTER (const char *, AppDoctor, app_doctor, summary)

/* The last rung decides: a failure before it that did not keep it from passing is none. Where the
 * session failed and the message before it went wrong already, that says more. */
AppDoctorStep *
app_doctor_get_end (AppDoctor *self)
{
  g_return_val_if_fail (APP_IS_DOCTOR (self), NULL);

  AppDoctorStep *last = self->steps->pdata[self->steps->len - 1];
  if (app_doctor_step_get_state (last) == APP_DOCTOR_PASSED)
    return NULL;
  AppDoctorStep *post = find_step (self, "post");
  if (post != NULL && app_doctor_step_get_state (post) == APP_DOCTOR_WARNED &&
      app_doctor_step_get_state (find_step (self, "session")) == APP_DOCTOR_FAILED)
    return post;
  for (guint i = 0; i < self->steps->len; i++)
    if (app_doctor_step_get_state (self->steps->pdata[i]) == APP_DOCTOR_FAILED)
      return self->steps->pdata[i];
  return NULL;
}

const GError *
app_doctor_get_error (AppDoctor *self)
{
  g_return_val_if_fail (APP_IS_DOCTOR (self), NULL);
  return app_doctor_get_end (self) != NULL ? self->failure : NULL;
}

/* All that was found out, as text */

static const char *
mark_of (AppDoctorState state)
{
  switch (state)
    {
    case APP_DOCTOR_PASSED:
      return "✓";
    case APP_DOCTOR_WARNED:
      return "!";
    case APP_DOCTOR_FAILED:
      return "✗";
    case APP_DOCTOR_RUNNING:
      return "…";
    case APP_DOCTOR_WAITING:
    case APP_DOCTOR_SKIPPED:
    default:
      return "·";
    }
}

static void
append_indented (GString *text, const char *lines)
{
  g_auto (GStrv) parts = g_strsplit (lines, "\n", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    g_string_append_printf (text, "    %s\n", parts[i]);
}

static void
append_step (GString *text, AppDoctorStep *step)
{
  AppDoctorState state = app_doctor_step_get_state (step);

  g_string_append_printf (text, "%s %s: %s", mark_of (state), app_doctor_step_get_name (step),
                          app_doctor_step_get_state_words (step));
  if (app_doctor_step_get_duration (step) >= 1000 && state != APP_DOCTOR_SKIPPED)
    g_string_append_printf (text, " (%'.0f ms)", app_doctor_step_get_duration (step) / 1000.0);
  g_string_append_c (text, '\n');
  if (app_doctor_step_get_found (step) != NULL)
    g_string_append_printf (text, "  %s\n", app_doctor_step_get_found (step));
  if (app_doctor_step_get_evidence (step) != NULL)
    append_indented (text, app_doctor_step_get_evidence (step));
  if (app_doctor_step_get_advice (step) != NULL)
    g_string_append_printf (text, "  → %s\n", app_doctor_step_get_advice (step));
}

char *
app_doctor_dup_step_text (AppDoctorStep *step)
{
  GString *text = g_string_new (NULL);

  append_step (text, step);
  return g_string_free (text, FALSE);
}

char *
app_doctor_dup_text (AppDoctor *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (APP_IS_DOCTOR (self), NULL);

  for (guint i = 0; i < self->steps->len; i++)
    append_step (text, self->steps->pdata[i]);
  if (self->summary != NULL)
    g_string_append_printf (text, "\n%s\n", self->summary);
  return g_string_free (text, FALSE);
}

char *
app_doctor_dup_json (AppDoctor *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  g_return_val_if_fail (APP_IS_DOCTOR (self), NULL);

  AppDoctorStep *end = app_doctor_get_end (self);
  mcp_json_writer_add (writer, "{'steps': [");
  for (guint i = 0; i < self->steps->len; i++)
    {
      AppDoctorStep *step = self->steps->pdata[i];

      mcp_json_writer_add (
          writer,
          "{'id': %s, 'name': %s, 'state': %s, 'microseconds': %x, 'found': ?%s, 'evidence': ?%s, "
          "'advice': ?%s}",
          app_doctor_step_get_id (step), app_doctor_step_get_name (step),
          app_doctor_state_to_text (app_doctor_step_get_state (step)),
          app_doctor_step_get_duration (step), app_doctor_step_get_found (step),
          app_doctor_step_get_evidence (step), app_doctor_step_get_advice (step));
    }
  mcp_json_writer_add (writer, "], 'endsAt': ?%s, 'summary': ?%s}",
                       end != NULL ? app_doctor_step_get_id (end) : NULL, self->summary);
  return mcp_json_writer_finish_text (writer);
}
