/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-call.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-call-walk.h"
#include "app-findings.h"
#include "app-secret-arguments.h"
#include "app-session.h"
#include "mcp-error.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* Often enough for a clock that shows tenths. */
#define TICK_MS 100
/* Results up to this size are read at once; a worker's turn would cost more. */
#define RESULT_IN_PLACE (256u * 1024u)

struct _AppCall
{
  GObject parent_instance;

  GWeakRef          session;
  AppCaller         caller;
  AppCallKind       kind;
  AppCallState      state;
  char             *target;
  GBytes           *arguments; /* (nullable): as they were typed, with a NUL behind them */
  McpJsonDocument  *sent;      /* (nullable): the same */
  GBytes           *meta;      /* (nullable): the same */
  McpRequestOptions options;
  McpRequest       *request;         /* (nullable): once it goes out */
  const char       *approval_reason; /* (nullable): why approval is asked for */
  AppProgress      *progress;
  gint64            started;   /* µs, monotonic */
  gint64            elapsed;   /* µs */
  gint64            past_time; /* µs since the epoch; 0: it is of this run */
  gint64            time;      /* µs since the epoch */
  gint64            record;    /* id in the history; 0: not recorded */
  guint             tick;
  AppProblem       *problem;
  McpResult        *response;
  McpJsonSlot       error; /* of JSON-RPC */
  AppResult        *blocks;
  StoreObject      *object;
  GPtrArray        *questions;
  GCancellable     *cancellable;
  GTask            *task; /* while it runs or waits for approval */
};

enum {
  PROP_0,
  PROP_STATE,
  PROP_PROGRESS,
  PROP_ELAPSED,
  PROP_OBJECT,
  PROP_QUESTION,
  N_PROPS
};

enum {
  APPROVED,
  CANCELLING,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

G_DEFINE_ENUM_TYPE (AppCallState,
                    app_call_state,
                    G_DEFINE_ENUM_VALUE (APP_CALL_PREPARED, "prepared"),
                    G_DEFINE_ENUM_VALUE (APP_CALL_NEEDS_APPROVAL, "needs-approval"),
                    G_DEFINE_ENUM_VALUE (APP_CALL_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (APP_CALL_CANCELLING, "cancelling"),
                    G_DEFINE_ENUM_VALUE (APP_CALL_DONE, "done"),
                    G_DEFINE_ENUM_VALUE (APP_CALL_FAILED, "failed"),
                    G_DEFINE_ENUM_VALUE (APP_CALL_CANCELLED, "cancelled"),
                    G_DEFINE_ENUM_VALUE (APP_CALL_DECLINED, "declined"))

G_DEFINE_FINAL_TYPE (AppCall, app_call, G_TYPE_OBJECT)

MCP_DEFINE_DISPOSE (AppCall, app_call)
{
  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_object (&self->problem);
  g_clear_pointer (&self->response, mcp_result_unref);
  g_clear_object (&self->blocks);
  g_clear_object (&self->object);
  g_clear_object (&self->cancellable);
  g_ptr_array_set_size (self->questions, 0);
}

MCP_DEFINE_FINALIZE (AppCall, app_call)
{
  g_weak_ref_clear (&self->session);
  mcp_json_slot_clear (&self->error);
  g_free (self->target);
  g_clear_pointer (&self->arguments, g_bytes_unref);
  g_clear_pointer (&self->sent, mcp_json_document_unref);
  g_clear_pointer (&self->meta, g_bytes_unref);
  g_clear_pointer (&self->request, mcp_request_unref);
  app_progress_free (self->progress);
  g_ptr_array_unref (self->questions);
}

static double
get_progress_value (AppCall *self)
{
  return self->progress->last.value;
}

MCP_DEFINE_CLASS (AppCall, app_call)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = { "state", APP_TYPE_CALL_STATE, G_CALLBACK (app_call_get_state) },
    [PROP_PROGRESS] = { "progress", G_TYPE_DOUBLE, G_CALLBACK (get_progress_value) },
    [PROP_ELAPSED] = { "elapsed", G_TYPE_INT64, G_CALLBACK (app_call_get_elapsed) },
    [PROP_OBJECT] = { "object", STORE_TYPE_OBJECT, G_CALLBACK (app_call_get_object) },
    [PROP_QUESTION] = { "question", G_TYPE_OBJECT, G_CALLBACK (app_call_get_question) },
  };

  object_class->dispose = app_call_dispose;
  object_class->finalize = app_call_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  signals[APPROVED] = mcp_signal_new (klass, "approved", 1, G_TYPE_BOOLEAN);
  signals[CANCELLING] =
      g_signal_new ("cancelling", APP_TYPE_CALL, G_SIGNAL_RUN_LAST, 0,
                    g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 0);
}

static void
app_call_init (AppCall *self)
{
  self->options = (McpRequestOptions)MCP_REQUEST_OPTIONS_DEFAULT;
  self->options.refresh = TRUE; /* a person asks, and wants to see the server answer */
  self->progress = app_progress_new ();
  self->questions = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
  g_weak_ref_init (&self->session, NULL);
}

/* The NUL behind the text is not counted, and is there for whoever reads it as a string.
 * @text: (transfer full) (nullable) */
static GBytes *
take_text (char *text)
{
  return text != NULL ? g_bytes_new_take (text, strlen (text)) : NULL;
}

AppCall *
app_call_new (AppSession *session, AppCallKind kind, const char *target, const char *arguments)
{
  AppCall *self = g_object_new (APP_TYPE_CALL, NULL);

  g_weak_ref_set (&self->session, session);
  self->kind = kind;
  self->target = g_strdup (target);
  self->arguments = take_text (g_strdup (arguments));
  self->time = g_get_real_time ();
  return self;
}

static void
set_state (AppCall *self, AppCallState state)
{
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* The features of its session, while that lives */

/* Returns: (transfer full) (element-type AppSessionFeature): none where the session is gone. As
 * many as there are, whatever becomes of the session meanwhile */
static GPtrArray *
dup_features (AppSession *session)
{
  GPtrArray *features = g_ptr_array_new_with_free_func (g_object_unref);
  GPtrArray *own = session != NULL ? app_session_get_features (session) : NULL;

  for (guint i = 0; own != NULL && i < own->len; i++)
    g_ptr_array_add (features, g_object_ref (own->pdata[i]));
  return features;
}

static AppAdmission
ask_features (AppCall *self, AppSession *session)
{
  GPtrArray   *features = app_session_get_features (session);
  AppAdmission strictest = APP_ADMIT_ALLOW;

  for (guint i = 0; i < features->len; i++)
    {
      AppSessionFeatureInterface *iface = APP_SESSION_FEATURE_GET_IFACE (features->pdata[i]);
      const char                 *reason = NULL;

      if (iface->admit == NULL)
        continue;
      AppAdmission admission = iface->admit (features->pdata[i], session, self, &reason);
      if (admission <= strictest)
        continue;
      strictest = admission;
      self->approval_reason = reason;
    }
  return strictest;
}

/* Returns: (transfer full) (nullable) */
static McpDefinition *
dup_definition (AppCall *self, AppSession *session)
{
  GPtrArray *features = session != NULL ? app_session_get_features (session) : NULL;

  for (guint i = 0; features != NULL && i < features->len; i++)
    {
      AppSessionFeatureInterface *iface = APP_SESSION_FEATURE_GET_IFACE (features->pdata[i]);
      McpDefinition              *found = NULL;

      if (iface->find_definition != NULL)
        found = iface->find_definition (features->pdata[i], session, self);
      if (found != NULL)
        return g_object_ref (found);
    }
  return NULL;
}

/* What the server asks */

void
app_call_add_question (AppCall *self, GObject *question)
{
  g_return_if_fail (APP_IS_CALL (self));

  g_ptr_array_add (self->questions, g_object_ref (question));
  if (self->questions->len == 1)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_QUESTION]);
}

void
app_call_remove_question (AppCall *self, GObject *question)
{
  guint position;

  g_return_if_fail (APP_IS_CALL (self));

  if (!g_ptr_array_find (self->questions, question, &position))
    return;
  g_ptr_array_remove_index (self->questions, position);
  if (position == 0)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_QUESTION]);
}

gpointer
app_call_get_question (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->questions->len > 0 ? self->questions->pdata[0] : NULL;
}

/* The end */

static void
stop_clock (AppCall *self)
{
  if (self->tick == 0)
    return;
  g_clear_handle_id (&self->tick, g_source_remove);
  self->elapsed = g_get_monotonic_time () - self->started;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ELAPSED]);
}

/* Ends the call; what is awaited ends with it. @error: (nullable) (transfer full) */
static void
finish (AppCall *self, AppCallState state, GError *error)
{
  g_autoptr (AppCall) alive = g_object_ref (self);
  g_autoptr (GTask) task = g_steal_pointer (&self->task);
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
  g_autoptr (GPtrArray) features = dup_features (self->past_time == 0 ? session : NULL);

  stop_clock (self);
  /* The secrets of its session are masked, as long as there is one. */
  if (error != NULL && state == APP_CALL_FAILED)
    self->problem = app_problem_new_redacted (
        error, session != NULL ? app_session_get_redactor (session) : NULL);
  self->state = state;
  for (guint i = 0; i < features->len; i++)
    {
      AppSessionFeatureInterface *iface = APP_SESSION_FEATURE_GET_IFACE (features->pdata[i]);

      if (iface->ended != NULL)
        iface->ended (features->pdata[i], session, self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  if (task == NULL) /* nobody ran it */
    g_clear_error (&error);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

void
app_call_fail (AppCall *self, GError *error)
{
  gboolean cancelled = g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED);

  g_return_if_fail (APP_IS_CALL (self));
  finish (self, cancelled ? APP_CALL_CANCELLED : APP_CALL_FAILED, error);
}

/* What to do about a JSON-RPC error, and whose fault it is where that can be known; the first row
 * that fits. */

#define ANY (-1)
#define LISTED(kind) kind, TRUE

static const struct
{
  gint64      code; /* 0 for any */
  int         kind; /* AppCallKind, or ANY */
  gboolean    listed;
  AppCulprit  culprit;
  const char *window;
  const char *terminal; /* (nullable): where that has other words */
} refusals[] = {
  { MCP_RPC_MISSING_CAPABILITY, ANY, FALSE, APP_CULPRIT_NOBODY,
    N_ ("The call needs something that this client did not offer; the evidence names it.") },
  { MCP_RPC_URL_ELICITATION_REQUIRED, ANY, FALSE, APP_CULPRIT_NOBODY,
    N_ ("The server wants web pages to be visited first. Open those that you trust, then try "
        "again.") },
  { MCP_RPC_PARSE_ERROR, ANY, FALSE, APP_CULPRIT_NOBODY,
    N_ ("The server could not read the request. The log shows what was sent."),
    N_ ("The server could not read the request; --trace shows what was sent.") },
  { MCP_RPC_INVALID_REQUEST, ANY, FALSE, APP_CULPRIT_NOBODY,
    N_ ("The server finds the request invalid. The log shows what was sent."),
    N_ ("The server finds the request invalid; --trace shows what was sent.") },
  { MCP_RPC_METHOD_NOT_FOUND, LISTED (ANY), APP_CULPRIT_SERVER,
    N_ ("The server lists this, but does not know the method that asks for it. Report it to the "
        "server's author.") },
  { MCP_RPC_METHOD_NOT_FOUND, ANY, FALSE, APP_CULPRIT_NOBODY,
    N_ ("The server does not know this method; list again what it offers.") },
  { MCP_RPC_INTERNAL_ERROR, ANY, FALSE, APP_CULPRIT_SERVER,
    N_ ("Something failed inside the server. Its own log may say more.") },
  { MCP_RPC_INVALID_PARAMS, LISTED (APP_CALL_TOOL), APP_CULPRIT_NOBODY,
    N_ ("The server lists this tool, so it seems not to accept the arguments. Compare them with "
        "its message and the schema."),
    N_ ("The server lists this tool, so it seems not to accept the arguments. Compare them with "
        "its message, and with what “spyglass-cli tools TOOL” shows.") },
  { MCP_RPC_INVALID_PARAMS, LISTED (APP_CALL_PROMPT), APP_CULPRIT_NOBODY,
    N_ ("The server lists this prompt, so it seems not to accept the arguments. Compare them with "
        "its message.") },
  { MCP_RPC_INVALID_PARAMS, APP_CALL_TOOL, FALSE, APP_CULPRIT_NOBODY,
    N_ ("Check the tool's name, and its arguments against the schema."),
    N_ ("Check the tool's name and its arguments; “spyglass-cli tools” lists them.") },
  { MCP_RPC_INVALID_PARAMS, APP_CALL_PROMPT, FALSE, APP_CULPRIT_NOBODY,
    N_ ("Check the prompt's name and its arguments."),
    N_ ("Check the prompt's name and its arguments; “spyglass-cli prompts” lists them.") },
  { MCP_RPC_INVALID_PARAMS, APP_CALL_READ, FALSE, APP_CULPRIT_NOBODY, N_ ("Check the URI."),
    N_ ("Check the URI; “spyglass-cli resources” lists what there is.") },
  { MCP_RPC_RESOURCE_NOT_FOUND, APP_CALL_READ, FALSE, APP_CULPRIT_NOBODY, N_ ("Check the URI."),
    N_ ("Check the URI; “spyglass-cli resources” lists what there is.") },
  /* A code of the server's own: only its words say what it means. */
  { 0, ANY, FALSE, APP_CULPRIT_NOBODY,
    N_ ("Only the server's message says what this means; its own log may say more.") },
};

/* Returns: (transfer full): @text: (nullable): of the server */
static AppProblem *
create_refusal (
    AppCall *self, gint64 code, const char *what, const char *text, const char *evidence)
{
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
  g_autoptr (McpDefinition) definition = dup_definition (self, session);
  AppCulprit  culprit = APP_CULPRIT_NOBODY;
  const char *told = code != MCP_RPC_MISSING_CAPABILITY && code != MCP_RPC_URL_ELICITATION_REQUIRED
                         ? app_advice_find (text, &culprit)
                         : NULL;

  for (gsize i = 0; told == NULL; i++)
    if ((refusals[i].code == 0 || refusals[i].code == code) &&
        (refusals[i].kind == ANY || refusals[i].kind == (int)self->kind) &&
        (!refusals[i].listed || definition != NULL))
      {
        culprit = refusals[i].culprit;
        told = _ (refusals[i].terminal != NULL
                      ? app_advice_pick (refusals[i].window, refusals[i].terminal)
                      : refusals[i].window);
      }
  return app_problem_new (culprit, what, told, evidence);
}

/* Whether JSON-RPC itself or MCP gives @code its meaning, so that it says more than HTTP does. */
static gboolean
is_standard_code (gint64 code)
{
  return (code >= -32768 && code < -32099) || code == MCP_RPC_MISSING_CAPABILITY ||
         code == MCP_RPC_URL_ELICITATION_REQUIRED;
}

/* The same by the status of HTTP that a JSON-RPC error came with. Returns: (transfer full) */
static AppProblem *
create_refusal_by_status (guint status, const char *what, const char *evidence)
{
  g_autoptr (GError) error = mcp_error_new (MCP_ERROR_HTTP_STATUS, "%u", status);
  McpErrorDetails *details = mcp_error_get_details (error);
  AppAdvice        advice;

  details->http_status = status;
  details->answered = TRUE;
  app_advice_choose (&advice, error);
  AppProblem *problem = app_problem_new (advice.culprit, what, advice.text, evidence);
  app_advice_clear (&advice);
  return problem;
}

static void
refuse (AppCall *self, McpJsonValue error, guint status)
{
  g_autoptr (AppSession) session = NULL;
  g_autofree char *evidence = NULL;
  g_autofree char *text = NULL;

  session = g_weak_ref_get (&self->session);
  g_autofree char *raw = mcp_json_value_print_pretty (error, 2);
  evidence = session != NULL ? app_redactor_redact_text (app_session_get_redactor (session), raw)
                             : g_strdup (raw);
  g_autofree char *raw_text = mcp_json_value_get_kind (error) == MCP_JSON_STRING
                                  ? mcp_json_value_dup_string (error, NULL)
                                  : mcp_json_value_dup_member_string (error, "message");
  text = session != NULL ? app_redactor_redact_text (app_session_get_redactor (session), raw_text)
                         : g_strdup (raw_text);
  gint64 code = mcp_json_value_get_member_int64 (error, "code", 0);
  if (text == NULL || *text == '\0')
    {
      g_free (text);
      text = g_strdup (_ ("it gave no reason"));
    }
  g_autofree char *codes = mcp_response_describe_codes (error, status);
  /* Translators: the server's error message, and its codes of JSON-RPC and HTTP in parentheses */
  g_autofree char *what = g_strdup_printf (_ ("The server refused: %s%s"), text, codes);
  mcp_json_slot_set (&self->error, error);
  self->problem = status >= 400 && !is_standard_code (code)
                      ? create_refusal_by_status (status, what, evidence)
                      : create_refusal (self, code, what, raw_text, evidence);
  finish (self, APP_CALL_FAILED, NULL);
}

void
app_call_refuse (AppCall *self, McpJsonValue error)
{
  g_return_if_fail (APP_IS_CALL (self));
  refuse (self, error, 0);
}

/* The result */

/* What a worker needs to read a result, and what it made of it. */
typedef struct
{
  AppResultKind  kind;
  McpResult     *response;
  char          *server; /* (nullable): %NULL where no object is wanted */
  char          *target;
  McpDefinition *definition; /* (nullable): immutable, as the response is */
  AppResult     *blocks;
  StoreObject   *object;
} Reading;

static void
reading_free (Reading *self)
{
  mcp_result_unref (self->response);
  g_free (self->server);
  g_free (self->target);
  g_clear_object (&self->definition);
  g_clear_object (&self->blocks);
  g_clear_object (&self->object);
  g_free (self);
}

static void
read_result (Reading *self)
{
  self->blocks = app_result_new (self->kind, self->response->slot.value);
  app_result_take_findings (self->blocks,
                            app_findings_of_result (self->response, self->definition));
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
  self->blocks = g_object_ref (reading->blocks);
  self->object = reading->object != NULL ? g_object_ref (reading->object) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OBJECT]);
  finish (self, APP_CALL_DONE, NULL);
}

static void
on_result_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  keep_result (APP_CALL (source), g_task_get_task_data (G_TASK (result)));
}

static void
set_response (AppCall *self, McpResult *response)
{
  mcp_result_ref (response);
  g_clear_pointer (&self->response, mcp_result_unref);
  self->response = response;
}

/* Counting the characters of 100 MB takes longer than a frame. */
void
app_call_respond (AppCall *self, McpResult *result)
{
  static const AppResultKind kinds[] = { APP_RESULT_CALL, APP_RESULT_READ, APP_RESULT_PROMPT };
  g_autoptr (AppSession) session = NULL;

  g_return_if_fail (APP_IS_CALL (self));

  session = g_weak_ref_get (&self->session);
  set_response (self, result);
  Reading *reading = g_new0 (Reading, 1);
  reading->kind = kinds[self->kind];
  reading->response = mcp_result_ref (result);
  reading->server = session != NULL ? g_strdup (app_session_get_name (session)) : NULL;
  reading->target = g_strdup (self->target);
  reading->definition = dup_definition (self, session);
  if (app_call_get_result_size (self) <= RESULT_IN_PLACE)
    {
      read_result (reading);
      keep_result (self, reading);
      reading_free (reading);
      return;
    }
  g_autoptr (GTask) task = g_task_new (self, NULL, on_result_read, NULL);
  g_task_set_source_tag (task, app_call_respond);
  g_task_set_task_data (task, reading, (GDestroyNotify)reading_free);
  g_task_run_in_thread (task, read_in_worker);
}

static void
refuse_with (AppCall *self, McpResult *response)
{
  set_response (self, response);
  refuse (self, mcp_message_get_error (mcp_response_get_message (response->response)),
          mcp_response_get_http_status (response->response));
}

void
app_call_recall (AppCall *self, McpResult *response, gint64 time, gint64 elapsed)
{
  g_return_if_fail (APP_IS_CALL (self));
  g_return_if_fail (response != NULL && response->response != NULL);

  self->past_time = time;
  self->time = time;
  self->elapsed = elapsed;
  if (mcp_result_is_rpc_error (response))
    refuse_with (self, response);
  else
    app_call_respond (self, response);
}

static gboolean
goes_on_elsewhere (AppCall *self, AppSession *session, McpResult *result)
{
  g_autoptr (GPtrArray) features = dup_features (session);

  for (guint i = 0; i < features->len; i++)
    {
      AppSessionFeatureInterface *iface = APP_SESSION_FEATURE_GET_IFACE (features->pdata[i]);

      if (iface->responded != NULL &&
          iface->responded (features->pdata[i], session, self, result))
        return TRUE;
    }
  return FALSE;
}

static void
on_responded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppCall) self = user_data;
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
  GError *error = NULL;
  g_autoptr (McpResult) response =
      mcp_client_call_finish (MCP_CLIENT (source), result, &error);

  if (response == NULL)
    {
      gboolean ours = g_cancellable_is_cancelled (self->cancellable);

      if (session != NULL)
        app_session_report_error (session, error);
      finish (self, ours ? APP_CALL_CANCELLED : APP_CALL_FAILED, error);
    }
  else if (mcp_result_is_rpc_error (response))
    refuse_with (self, response);
  else if (!goes_on_elsewhere (self, session, response))
    app_call_respond (self, response);
}

/* Sending */

static gboolean
on_tick (gpointer user_data)
{
  g_object_notify_by_pspec (G_OBJECT (user_data), properties[PROP_ELAPSED]);
  return G_SOURCE_CONTINUE;
}

/* A call that goes on elsewhere goes on with its clock. */
void
app_call_go_on (AppCall *self)
{
  g_return_if_fail (APP_IS_CALL (self));

  if (self->tick == 0)
    {
      self->started = g_get_monotonic_time ();
      self->tick = g_timeout_add (TICK_MS, on_tick, self);
    }
  set_state (self, APP_CALL_RUNNING);
}

void
app_call_report (AppCall *self, double value, double total, const char *message)
{
  g_return_if_fail (APP_IS_CALL (self));

  app_progress_report (self->progress, g_get_monotonic_time (), value, total, message);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROGRESS]);
}

static void
on_progress (const McpProgress *report, gpointer user_data)
{
  app_call_report (user_data, report->progress, report->total, report->message);
}

/* Before the log sees them. Passwords are not typed into arguments of this size. */
static void
hide_secrets (AppCall *self, AppSession *session)
{
  if (self->sent == NULL ||
      g_bytes_get_size (mcp_json_document_get_bytes (self->sent)) > RESULT_IN_PLACE)
    return;
  g_autoptr (McpDefinition) definition = dup_definition (self, session);
  app_secret_arguments_add (app_session_get_redactor (session),
                            mcp_json_document_get_root (self->sent),
                            MCP_IS_TOOL (definition)
                                ? mcp_tool_get_input_schema (MCP_TOOL (definition))
                                : MCP_JSON_NO_VALUE);
}

static McpJsonDocument *
parse_arguments (GBytes *text, GError **error)
{
  g_autoptr (GError) reason = NULL;
  McpJsonDocument *document = mcp_json_document_parse (text, NULL, NULL, &reason);

  if (document == NULL)
    g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                             "The arguments are not JSON: %s", reason->message));
  return document;
}

gboolean
app_call_request_take_arguments (AppCallRequest *self, char *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
  McpJsonDocument *document = parse_arguments (bytes, error);

  if (document == NULL)
    return FALSE;
  g_clear_pointer (&self->arguments, mcp_json_document_unref);
  self->arguments = document;
  return TRUE;
}

/* What goes over the wire. Returns: %FALSE where a feature cannot prepare it: the call has
 * failed */
static gboolean
prepare (AppCall *self, AppSession *session)
{
  GPtrArray     *features = app_session_get_features (session);
  AppCallRequest request = { NULL, self->options };
  GError        *error = NULL;

  /* The one place in which what was typed is parsed. */
  if (self->arguments != NULL)
    request.arguments = parse_arguments (self->arguments, &error);
  for (guint i = 0; i < features->len && error == NULL; i++)
    {
      AppSessionFeatureInterface *iface = APP_SESSION_FEATURE_GET_IFACE (features->pdata[i]);

      if (iface->prepare != NULL)
        iface->prepare (features->pdata[i], session, self, &request, &error);
    }
  g_clear_pointer (&self->sent, mcp_json_document_unref);
  self->sent = request.arguments;
  self->options = request.options;
  hide_secrets (self, session);
  if (error != NULL)
    finish (self, APP_CALL_FAILED, error);
  return error == NULL;
}

/* Returns: (transfer full) (nullable): the request, or %NULL with @error */
static McpRequest *
make_request (AppCall *self, AppSession *session, GError **error)
{
  static const char *const methods[] = { "tools/call", "resources/read", "prompts/get" };
  g_autoptr (McpDefinition) definition = dup_definition (self, session);
  g_autoptr (McpRequest) request = mcp_request_new (methods[self->kind]);
  McpRequestOptions *options = mcp_request_get_options (request);

  *options = self->options;
  options->progress = on_progress;
  options->progress_data = self;
  options->repeatable = MCP_IS_TOOL (definition) && mcp_tool_may_repeat (MCP_TOOL (definition));
  mcp_request_set_string (request, self->kind == APP_CALL_READ ? "uri" : "name", self->target);
  if (self->sent != NULL && self->kind != APP_CALL_READ)
    mcp_request_set_value (request, "arguments", mcp_json_document_get_root (self->sent));
  if (self->meta != NULL && !mcp_request_add_meta (request, self->meta, error))
    return NULL;
  return g_steal_pointer (&request);
}

static void
send_prepared (AppCall *self, AppSession *session)
{
  McpClient *client = app_session_get_client (session);
  GError    *error = NULL;

  if (client == NULL)
    {
      finish (self, APP_CALL_FAILED, app_session_make_error (session));
      return;
    }
  if (!prepare (self, session))
    return;
  app_call_go_on (self);
  g_clear_pointer (&self->request, mcp_request_unref);
  self->request = make_request (self, session, &error);
  if (self->request != NULL)
    mcp_client_call_async (client, self->request, self->cancellable, on_responded,
                           g_object_ref (self));
  else
    finish (self, APP_CALL_FAILED, error);
}

static void fetch_from (AppCall *self, AppSession *session, guint position);

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppCall) self = user_data;
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
  AppSessionFeature *feature = APP_SESSION_FEATURE (source);
  GError            *error = NULL;
  guint              position = 0;

  if (!APP_SESSION_FEATURE_GET_IFACE (feature)->fetch_finish (feature, result, &error))
    finish (self, APP_CALL_CANCELLED, error);
  else if (session == NULL)
    finish (self, APP_CALL_FAILED, app_session_make_error (session));
  else if (g_ptr_array_find (app_session_get_features (session), feature, &position))
    fetch_from (self, session, position + 1);
}

/* Asks the features from @position on, then sends. */
static void
fetch_from (AppCall *self, AppSession *session, guint position)
{
  GPtrArray *features = app_session_get_features (session);

  for (guint i = position; i < features->len; i++)
    {
      AppSessionFeatureInterface *iface = APP_SESSION_FEATURE_GET_IFACE (features->pdata[i]);

      if (iface->fetch_async == NULL)
        continue;
      g_object_ref (self);
      if (iface->fetch_async (features->pdata[i], session, self, self->cancellable, on_fetched,
                              self))
        {
          if (self->state != APP_CALL_RUNNING)
            app_call_go_on (self);
          return;
        }
      g_object_unref (self);
    }
  send_prepared (self, session);
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

  g_return_if_fail (APP_IS_CALL (self));
  g_return_if_fail (self->state == APP_CALL_PREPARED);

  /* The call's own state says that it was cancelled, and when; the task waits for it. */
  self->task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (self->task, app_call_run_async);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_outer_cancelled), self, 0);
  if (g_cancellable_is_cancelled (cancellable))
    {
      finish (self, APP_CALL_CANCELLED,
              mcp_error_new (MCP_ERROR_CANCELLED, "%s", _ ("The call was cancelled.")));
      return;
    }
  session = g_weak_ref_get (&self->session);
  if (session == NULL || app_session_get_client (session) == NULL)
    {
      finish (self, APP_CALL_FAILED, app_session_make_error (session));
      return;
    }
  switch (ask_features (self, session))
    {
    case APP_ADMIT_REFUSE:
      finish (self, APP_CALL_FAILED,
              g_error_new_literal (APP_ERROR, APP_ERROR_REFUSED, self->approval_reason));
      break;
    case APP_ADMIT_ASK:
      if (prepare (self, session))
        set_state (self, APP_CALL_NEEDS_APPROVAL);
      break;
    case APP_ADMIT_ALLOW:
    default:
      fetch_from (self, session, 0);
    }
}

MCP_DEFINE_FINISH (app_call_run_finish, AppCall)

void
app_call_approve (AppCall *self, gboolean always)
{
  g_autoptr (AppSession) session = NULL;

  g_return_if_fail (APP_IS_CALL (self));

  if (self->state != APP_CALL_NEEDS_APPROVAL)
    return;
  session = g_weak_ref_get (&self->session);
  if (session == NULL)
    {
      finish (self, APP_CALL_FAILED, app_session_make_error (session));
      return;
    }
  g_signal_emit (self, signals[APPROVED], 0, always);
  fetch_from (self, session, 0);
}

void
app_call_cancel (AppCall *self)
{
  gboolean handled = FALSE;

  g_return_if_fail (APP_IS_CALL (self));

  if (self->state == APP_CALL_NEEDS_APPROVAL)
    finish (self, APP_CALL_DECLINED,
            g_error_new_literal (APP_ERROR, APP_ERROR_REFUSED, _ ("The call was declined.")));
  if (self->state != APP_CALL_RUNNING)
    return;
  set_state (self, APP_CALL_CANCELLING);
  g_signal_emit (self, signals[CANCELLING], 0, &handled);
  if (!handled)
    g_cancellable_cancel (self->cancellable);
}

/* What is known of it */

void
app_call_set_caller (AppCall *self, AppCaller caller)
{
  g_return_if_fail (APP_IS_CALL (self));
  self->caller = caller;
}

MCP_DEFINE_GETTER (AppCaller, AppCall, app_call, caller)
MCP_DEFINE_GETTER (AppCallKind, AppCall, app_call, kind)
MCP_DEFINE_GETTER (AppCallState, AppCall, app_call, state)

const char *
app_call_get_state_name (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);

  switch (self->state)
    {
    case APP_CALL_NEEDS_APPROVAL:
      return C_ ("call", "Approval required");
    case APP_CALL_RUNNING:
      return self->questions->len > 0 ? C_ ("call", "Waiting for you") : C_ ("call", "Running");
    case APP_CALL_CANCELLING:
      return C_ ("call", "Cancelling");
    case APP_CALL_DONE:
      if (app_call_is_error (self))
        return C_ ("call", "Tool error");
      return app_call_is_good (self) ? C_ ("call", "OK") : C_ ("call", "No valid result");
    case APP_CALL_FAILED:
      return C_ ("call", "Failed");
    case APP_CALL_CANCELLED:
      return C_ ("call", "Cancelled");
    case APP_CALL_DECLINED:
      return C_ ("call", "Declined");
    case APP_CALL_PREPARED:
    default:
      return C_ ("call", "Not sent");
    }
}

gboolean
app_call_is_running (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), FALSE);
  return self->state == APP_CALL_RUNNING || self->state == APP_CALL_CANCELLING;
}

guint64
app_call_get_sequence (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), 0);
  return self->request != NULL ? mcp_request_get_sequence (self->request) : 0;
}

MCP_DEFINE_GETTER (const char *, AppCall, app_call, target)

static const char *
get_text (GBytes *bytes)
{
  return bytes != NULL ? g_bytes_get_data (bytes, NULL) : NULL;
}

const char *
app_call_get_arguments (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return get_text (self->arguments);
}

const char *
app_call_get_sent_arguments (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return get_text (self->sent != NULL ? mcp_json_document_get_bytes (self->sent) : NULL);
}

void
app_call_set_meta (AppCall *self, const char *meta)
{
  g_return_if_fail (APP_IS_CALL (self));

  g_clear_pointer (&self->meta, g_bytes_unref);
  self->meta = take_text (g_strdup (meta));
}

const char *
app_call_get_meta (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return get_text (self->meta);
}

McpRequestOptions *
app_call_get_options (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return &self->options;
}

AppSession *
app_call_dup_session (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return g_weak_ref_get (&self->session);
}

gint64
app_call_get_elapsed (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), 0);
  return self->tick != 0 ? g_get_monotonic_time () - self->started : self->elapsed;
}

MCP_DEFINE_GETTER (gint64, AppCall, app_call, past_time)
MCP_DEFINE_GETTER (gint64, AppCall, app_call, time)
MCP_DEFINE_GETTER (gint64, AppCall, app_call, record)

void
app_call_set_record (AppCall *self, gint64 id)
{
  g_return_if_fail (APP_IS_CALL (self));
  self->record = id;
}

MCP_DEFINE_GETTER (AppProgress *, AppCall, app_call, progress)
MCP_DEFINE_GETTER (AppProblem *, AppCall, app_call, problem)

McpJsonValue
app_call_get_result (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), MCP_JSON_NO_VALUE);
  return self->response != NULL ? self->response->slot.value : MCP_JSON_NO_VALUE;
}

McpJsonValue
app_call_get_error (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), MCP_JSON_NO_VALUE);
  return self->error.value;
}

gboolean
app_call_is_error (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), FALSE);
  return self->blocks != NULL && app_result_is_error (self->blocks);
}

gboolean
app_call_is_good (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), FALSE);
  return self->state == APP_CALL_DONE && !app_call_is_error (self) &&
         (self->blocks == NULL || app_result_get_fault (self->blocks) == NULL);
}

MCP_DEFINE_GETTER (AppResult *, AppCall, app_call, blocks)
MCP_DEFINE_GETTER (StoreObject *, AppCall, app_call, object)

/* The whole message where there is one: a task's result is part of another. */
guint64
app_call_get_result_size (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), 0);

  if (self->response == NULL)
    return 0;
  return self->response->response != NULL
             ? mcp_response_get_size (self->response->response)
             : mcp_json_value_get_length (self->response->slot.value);
}

MCP_DEFINE_GETTER (const char *, AppCall, app_call, approval_reason)
