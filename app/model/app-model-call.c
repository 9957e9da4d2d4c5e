/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-call.h"

#include <string.h>

#include "app-approvals.h"
#include "app-model-repair.h"
#include "app-task-list.h"
#include "mcp-async.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "mcp-schema.h"

/* More of them help no model. */
#define MAX_PROBLEMS 5u
/* Where servers say how much of a result a model should get. */
#define SIZE_HINT "anthropic/maxResultSizeChars"

/* Of an AppCall: the one that made it. */
#define MADE_BY_DATA "app-model-call"

#define NO_SERVER "No server has this tool."

struct _AppModelCall
{
  GObject parent_instance;

  McpModelBlock      *block;
  AppModelTools      *tools;
  const AppModelTool *tool; /* (nullable): in @tools */
  AppModelCallState   state;
  AppCall            *call;     /* (nullable) */
  AppModelResult     *result;   /* (nullable) */
  AppModelResult     *replayed; /* (nullable): what it ends with */
  const char         *reason;   /* (nullable): static */

  gint64     tokens;    /* of other requests to models that it led to */
  AppCost    cost;      /* of those */
  char      *arguments; /* (nullable): an object */
  GPtrArray *changes;   /* AppModelChange */
  char      *cache_key; /* (nullable): where its result is to be kept */
  gboolean   is_cached;

  /* While it runs */
  AppModelContext      context;
  AppModelResultFormat result_format; /* what is in it belongs to the options */
  GTask               *task;
  gulong               cancelled;
};

enum {
  PROP_0,
  PROP_STATE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ENUM_TYPE (AppModelCallState,
                    app_model_call_state,
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CALL_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CALL_ASKING, "asking"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CALL_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CALL_DONE, "done"))

G_DEFINE_FINAL_TYPE (AppModelCall, app_model_call, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppModelCall, app_model_call)
{
  if (self->call != NULL)
    g_object_set_data (G_OBJECT (self->call), MADE_BY_DATA, NULL);
  g_clear_object (&self->call);
  g_clear_pointer (&self->result, app_model_result_free);
  g_clear_pointer (&self->replayed, app_model_result_free);
  g_clear_pointer (&self->block, mcp_model_block_unref);
  g_clear_pointer (&self->tools, app_model_tools_unref);
  g_ptr_array_unref (self->changes);
  g_free (self->arguments);
  g_free (self->cache_key);
}

MCP_DEFINE_CLASS (AppModelCall, app_model_call)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = { "state", APP_TYPE_MODEL_CALL_STATE, G_CALLBACK (app_model_call_get_state) },
  };

  object_class->finalize = app_model_call_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_model_call_init (AppModelCall *self)
{
  self->changes = g_ptr_array_new_with_free_func ((GDestroyNotify)app_model_change_free);
  self->cost = APP_COST_NONE;
}

AppModelCall *
app_model_call_new (McpModelBlock *call, AppModelTools *tools)
{
  g_return_val_if_fail (call != NULL && tools != NULL, NULL);

  AppModelCall *self = g_object_new (APP_TYPE_MODEL_CALL, NULL);
  self->block = mcp_model_block_ref (call);
  self->tools = app_model_tools_ref (tools);
  self->tool = app_model_tools_find (tools, mcp_model_block_get_name (call));
  return self;
}

static void
set_state (AppModelCall *self, AppModelCallState state)
{
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* The end */

/* @result: (transfer full) */
static void
finish (AppModelCall *self, AppModelResult *result)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  if (self->result != NULL)
    {
      app_model_result_free (result);
      return;
    }
  if (self->context.mask != NULL)
    app_model_result_take_text (result, app_model_mask_text (self->context.mask, result->text));
  if (self->cache_key != NULL && !self->is_cached)
    app_model_cache_add (self->context.cache, self->cache_key, result);
  self->result = result;
  if (task != NULL)
    g_clear_signal_handler (&self->cancelled, g_task_get_cancellable (task));
  self->context = (AppModelContext){ 0 };
  set_state (self, APP_MODEL_CALL_DONE);
  if (task != NULL)
    g_task_return_boolean (task, TRUE);
}

static void
fail (AppModelCall *self, const char *text)
{
  finish (self, app_model_result_new_failure (text));
}

static void
fail_take (AppModelCall *self, char *text)
{
  fail (self, text);
  g_free (text);
}

void
app_model_call_refuse (AppModelCall *self, const char *text)
{
  g_return_if_fail (APP_IS_MODEL_CALL (self));
  g_return_if_fail (self->state == APP_MODEL_CALL_READY);

  fail (self, text);
}

void
app_model_call_replay (AppModelCall *self, const char *text, gboolean is_error)
{
  g_return_if_fail (APP_IS_MODEL_CALL (self));
  g_return_if_fail (self->state == APP_MODEL_CALL_READY);

  g_clear_pointer (&self->replayed, app_model_result_free);
  self->replayed =
      is_error ? app_model_result_new_failure (text) : app_model_result_new_text (text);
}

/* What came of the call */

/* A tool's own word for how long its results may be goes before what is usual, also where that is
 * less: then they are kept. */
static void
choose_result_format (AppModelCall *self)
{
  const char  *key = mcp_definition_get_key (MCP_DEFINITION (self->tool->tool));
  McpJsonValue meta =
      mcp_json_value_get_member (mcp_definition_get_value (MCP_DEFINITION (self->tool->tool)),
                                 "_meta");
  gint64 hint = mcp_json_value_get_member_int64 (meta, SIZE_HINT, 0);

  self->result_format = *app_model_options_find_result_format (
      self->context.options, mcp_model_block_get_name (self->block), key);
  if (hint <= 0)
    return;
  self->result_format.characters = (guint)MIN (hint, APP_MODEL_RESULT_MAX_CHARACTERS);
  if (self->result_format.target > 0)
    self->result_format.target = G_MAXINT64;
}

/* A result on its way into an object */
typedef struct
{
  AppModelCall   *call;
  AppModelResult *result;
} Keeping;

static void
on_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Keeping *keeping = user_data;
  g_autoptr (AppModelCall) self = keeping->call;
  AppModelObjects *objects = self->context.objects;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = app_model_objects_keep_finish (objects, result, &error);
  g_autofree char *preview = NULL;
  guint64          hidden;

  if (id != NULL)
    {
      preview = app_model_objects_dup_preview (objects, id, &self->result_format, &hidden);
      app_model_result_set_object (keeping->result, id, preview, hidden);
    }
  else
    g_warning ("A result could not be kept: %s", error->message);
  finish (self, keeping->result);
  g_free (keeping);
}

/* Secrets are masked before anything is cut: of half of one nobody knows that it is one. Where JSON
 * does not survive that, the text is masked at the end. */
static McpResult *
read_result (AppModelCall *self)
{
  McpJsonValue     value = app_call_get_result (self->call);
  g_autofree char *text = mcp_json_value_dup_text (value);
  g_autofree char *masked =
      text != NULL ? app_model_mask_text (self->context.mask, text) : NULL;
  g_autoptr (McpJsonDocument) document = NULL;

  if (text != NULL && !g_str_equal (text, masked))
    document = mcp_json_document_parse_text (masked, -1, NULL);
  return mcp_result_new_for_value (
      MCP_RESULT_CALL, document != NULL ? mcp_json_document_get_root (document) : value);
}

static void
take_result (AppModelCall *self)
{
  g_autoptr (McpResult) read = read_result (self);
  AppModelResult *result = app_model_result_new (read, &self->result_format);

  if (!mcp_json_value_exists (result->value.value))
    {
      finish (self, result);
      return;
    }
  Keeping *keeping = g_new0 (Keeping, 1);
  *keeping = (Keeping){ g_object_ref (self), result };
  app_model_objects_keep_async (self->context.objects, self->tool->session, result->value.value,
                                mcp_definition_get_key (MCP_DEFINITION (self->tool->tool)),
                                self->context.mask, on_kept, keeping);
}

static gboolean
is_loss (const GError *error)
{
  static const McpError codes[] = { MCP_ERROR_PROCESS_EXITED, MCP_ERROR_CONNECTION_FAILED,
                                    MCP_ERROR_CONNECTION_LOST, MCP_ERROR_NOT_CONNECTED };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, MCP_ERROR, (int)codes[i]))
      return TRUE;
  return g_error_matches (error, APP_ERROR, APP_ERROR_NOT_CONNECTED);
}

static void
fail_with (AppModelCall *self, const GError *error)
{
  McpJsonValue response = app_call_get_error (self->call);

  if (mcp_json_value_exists (response))
    {
      g_autofree char *message = mcp_json_value_dup_member_string (response, "message");

      fail_take (self,
                 g_strdup_printf ("The server responded with an error: %s (code %" G_GINT64_FORMAT
                                  ").",
                                  message != NULL ? message : "it gave no reason",
                                  mcp_json_value_get_member_int64 (response, "code", 0)));
    }
  else if (is_loss (error))
    fail_take (self, g_strdup_printf ("The server “%s” is not connected.", self->tool->server));
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    fail_take (self, g_strdup_printf ("Timed out: %s", error->message));
  else if (g_error_matches (error, APP_ERROR, APP_ERROR_REFUSED))
    fail (self, APP_MODEL_CALL_NOT_ALLOWED);
  else
    fail_take (self, g_strdup_printf ("The call failed: %s",
                                      error != NULL ? error->message : "for an unknown reason"));
}

static void
on_called (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelCall) self = user_data;
  g_autoptr (GError) error = NULL;

  app_call_run_finish (APP_CALL (source), result, &error);
  switch (app_call_get_state (self->call))
    {
    case APP_CALL_DONE:
      take_result (self);
      break;
    case APP_CALL_CANCELLED:
      fail (self, APP_MODEL_CALL_CANCELLED);
      break;
    case APP_CALL_DECLINED:
      fail (self, self->task != NULL && g_cancellable_is_cancelled (g_task_get_cancellable (
                                            self->task))
                      ? APP_MODEL_CALL_CANCELLED
                      : APP_MODEL_CALL_NOT_ALLOWED);
      break;
    default:
      fail_with (self, error);
    }
}

/* Sending */

static void
send_call (AppModelCall *self)
{
  AppTaskList *tasks = app_session_get_feature (self->tool->session, APP_TYPE_TASK_LIST);
  const char  *name = mcp_definition_get_key (MCP_DEFINITION (self->tool->tool));

  self->call = app_session_new_call (self->tool->session, APP_CALL_TOOL, name, self->arguments);
  app_call_set_caller (self->call, APP_CALLER_MODEL);
  g_object_set_data (G_OBJECT (self->call), MADE_BY_DATA, self);
  /* A tool that runs as a task alone runs as one. */
  app_call_get_options (self->call)->as_task =
      tasks != NULL &&
      app_task_list_get_choice (tasks, self->tool->tool) == APP_TASK_CHOICE_REQUIRED;
  set_state (self, APP_MODEL_CALL_RUNNING);
  app_call_run_async (self->call, g_task_get_cancellable (self->task), on_called,
                      g_object_ref (self));
  if (app_call_get_state (self->call) != APP_CALL_NEEDS_APPROVAL)
    return;
  self->reason = app_call_get_approval_reason (self->call);
  set_state (self, APP_MODEL_CALL_ASKING);
}

void
app_model_call_answer (AppModelCall *self, gboolean agreed, gboolean always)
{
  g_return_if_fail (APP_IS_MODEL_CALL (self));

  if (self->state != APP_MODEL_CALL_ASKING || self->task == NULL)
    return;
  if (!agreed)
    app_call_cancel (self->call);
  else
    {
      set_state (self, APP_MODEL_CALL_RUNNING);
      app_call_approve (self->call, always);
    }
}

gboolean
app_model_call_charge (AppCall *call, gint64 tokens, const AppCost *cost)
{
  g_return_val_if_fail (APP_IS_CALL (call), FALSE);

  AppModelCall *self = g_object_get_data (G_OBJECT (call), MADE_BY_DATA);
  if (self == NULL)
    return FALSE;
  self->tokens = mcp_model_usage_sum (self->tokens, tokens);
  app_cost_add (&self->cost, cost);
  return TRUE;
}

gint64
app_model_call_get_charged (AppModelCall *self, AppCost *cost)
{
  g_return_val_if_fail (APP_IS_MODEL_CALL (self), 0);

  app_cost_add (cost, &self->cost);
  return self->tokens;
}

/* What the model wrote */

/* @text: (transfer full) */
static McpJsonValue
set_arguments (AppModelCall *self, char *text, McpJsonDocument **document)
{
  g_free (self->arguments);
  self->arguments = text;
  g_clear_pointer (document, mcp_json_document_unref);
  *document = mcp_json_document_parse_text (text, -1, NULL);
  return mcp_json_document_get_root (*document);
}

/* Returns: (nullable): %NULL where it is no JSON: the call has ended */
static McpJsonDocument *
parse_arguments (AppModelCall *self)
{
  const char  *text = mcp_model_block_get_text (self->block);
  McpJsonPlace place = { 0 };

  if (text[strspn (text, " \t\r\n")] == '\0')
    text = "{}";
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  McpJsonDocument *document = mcp_json_document_parse (bytes, NULL, &place, NULL);
  if (document == NULL)
    fail_take (self,
               g_strdup_printf ("The arguments are not valid JSON: %s at line %u, column %u "
                                "(byte %" G_GSIZE_FORMAT ").",
                                place.reason != NULL ? place.reason : "they end early",
                                place.line, place.column, place.offset));
  return document;
}

/* Returns: %FALSE where it is no object: the call has ended */
static gboolean
read_arguments (AppModelCall *self, McpJsonDocument **document)
{
  *document = parse_arguments (self);
  if (*document == NULL)
    return FALSE;
  McpJsonKind kind = mcp_json_value_get_kind (mcp_json_document_get_root (*document));
  if (kind == MCP_JSON_STRING && self->context.options->repairs)
    kind = mcp_json_value_get_kind (
        set_arguments (self,
                       app_model_repair (mcp_json_document_get_root (*document), MCP_JSON_NO_VALUE,
                                         self->changes),
                       document));
  if (kind == MCP_JSON_NULL)
    kind = mcp_json_value_get_kind (set_arguments (self, g_strdup ("{}"), document));
  if (kind != MCP_JSON_OBJECT)
    {
      fail_take (self, g_strdup_printf ("The arguments must be a JSON object, not of type %s.",
                                        mcp_json_kind_get_name (kind)));
      return FALSE;
    }
  /* From here on they are the server's. */
  McpJsonValue value = mcp_json_document_get_root (*document);
  char        *text = app_export_names_dup_arguments (self->tool->names, value, TRUE);
  if (self->tool->names != NULL)
    g_ptr_array_add (self->changes, app_model_change_new (APP_MODEL_RENAMED, "", value, text));
  set_arguments (self, text, document);
  return TRUE;
}

/* What stands for a secret was never told, and is not put back; nor is it in an object. */
static gboolean
check_masks (AppModelCall *self)
{
  if (!app_model_mask_is_in (self->arguments))
    return TRUE;
  fail (self, "The arguments have “" APP_REDACTOR_MASK
              "” in them, which stands for a secret that is not told and is not put back.");
  return FALSE;
}

/* Puts in what the model means: objects in the places of their names, and what an overlay says.
 * Returns: %FALSE where that cannot be: the call has ended */
static gboolean
complete_arguments (AppModelCall *self, McpJsonDocument **document)
{
  McpJsonValue value = mcp_json_document_get_root (*document);
  g_autoptr (GError) error = NULL;
  char *text;

  if (self->tool->local == APP_MODEL_NOT_LOCAL)
    {
      text = app_model_objects_resolve (self->context.objects, value, self->tool->tool,
                                        self->changes, &error);
      if (text == NULL)
        {
          fail (self, error->message);
          return FALSE;
        }
      value = set_arguments (self, text, document);
    }
  if (self->context.options->repairs)
    value = set_arguments (
        self,
        app_model_repair (value, mcp_tool_get_input_schema (self->tool->tool), self->changes),
        document);
  if (mcp_json_value_exists (self->tool->overlay))
    set_arguments (
        self, app_tool_overlay_fill (self->tool->overlay, self->tool->tool, value, self->changes),
        document);
  return check_masks (self);
}

/* What cannot be said is the server's to say.
 * Returns: (transfer full) (nullable): what does not fit the schema that the model was told */
static char *
dup_misfits (AppModelCall *self, McpJsonValue arguments)
{
  McpJsonValue value = mcp_tool_get_input_schema (self->tool->tool);
  g_autoptr (McpSchemaReport) report = NULL;

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return NULL;
  g_autoptr (McpSchema) schema = mcp_schema_new (value);
  report = mcp_schema_validate (schema, arguments, MCP_SCHEMA_PLAIN, NULL);
  if (report->outcome != MCP_SCHEMA_INVALID)
    return NULL;
  g_autoptr (GString) text = g_string_new ("The arguments do not match the tool's input schema:");
  for (guint i = 0; i < MIN (report->errors->len, MAX_PROBLEMS); i++)
    {
      const McpSchemaError *error = report->errors->pdata[i];

      g_string_append_printf (text, "\n%s: %s",
                              *error->instance_pointer != '\0' ? error->instance_pointer : "/",
                              error->text);
    }
  if (report->errors->len > MAX_PROBLEMS)
    g_string_append_printf (text, "\n… %u more", report->errors->len - MAX_PROBLEMS);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
fail_unknown (AppModelCall *self)
{
  g_autofree char *what =
      g_strconcat ("Unknown MCP tool: ", mcp_model_block_get_name (self->block), NULL);

  fail_take (self, mcp_json_build ("{'error': %s}", what));
}

static void
call_local (AppModelCall *self, McpJsonValue arguments)
{
  g_autofree char *text = NULL;
  gboolean         came = app_model_objects_call (self->context.objects, self->tool->local,
                                                  arguments, &self->result_format, &text);

  finish (self, came ? app_model_result_new_text (text) : app_model_result_new_failure (text));
}

/* Returns: whether the call has ended with the result of the same one before */
static gboolean
find_in_cache (AppModelCall *self, McpJsonValue arguments)
{
  AppModelCaching caching = self->context.options->caching;

  if (caching == APP_MODEL_NO_CACHE ||
      (caching == APP_MODEL_CACHE_READ_ONLY && !app_model_call_is_read_only (self)))
    return FALSE;
  self->cache_key =
      app_model_cache_dup_key (self->tool->session,
                               mcp_definition_get_key (MCP_DEFINITION (self->tool->tool)),
                               arguments);
  AppModelResult *result = app_model_cache_find (self->context.cache, self->cache_key);
  if (result == NULL)
    return FALSE;
  self->is_cached = TRUE;
  finish (self, result);
  return TRUE;
}

static void
begin (AppModelCall *self)
{
  g_autoptr (McpJsonDocument) document = NULL;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (self->task)))
    {
      fail (self, APP_MODEL_CALL_CANCELLED);
      return;
    }
  if (self->replayed != NULL)
    {
      finish (self, g_steal_pointer (&self->replayed));
      return;
    }
  if (self->tool == NULL)
    {
      fail_unknown (self);
      return;
    }
  choose_result_format (self);
  if (!read_arguments (self, &document) || !check_masks (self) ||
      !complete_arguments (self, &document))
    return;
  McpJsonValue arguments = mcp_json_document_get_root (document);
  char        *misfits = dup_misfits (self, arguments);
  if (misfits != NULL)
    fail_take (self, misfits);
  else if (self->tool->local != APP_MODEL_NOT_LOCAL)
    call_local (self, arguments);
  else if (self->tool->session == NULL)
    fail (self, NO_SERVER);
  else if (!find_in_cache (self, arguments))
    send_call (self);
}

/* A call that was sent hears of it by itself. */
static gboolean
on_idle_cancelled (gpointer user_data)
{
  AppModelCall *self = user_data;

  if (self->call == NULL && self->task != NULL)
    fail (self, APP_MODEL_CALL_CANCELLED);
  return G_SOURCE_REMOVE;
}

static void
on_cancelled (GCancellable *cancellable, gpointer user_data)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, on_idle_cancelled, g_object_ref (user_data), g_object_unref);
}

void
app_model_call_run_async (AppModelCall          *self,
                          const AppModelContext *context,
                          GCancellable          *cancellable,
                          GAsyncReadyCallback    callback,
                          gpointer               user_data)
{
  g_autoptr (AppModelCall) alive = g_object_ref (self);

  g_return_if_fail (APP_IS_MODEL_CALL (self));
  g_return_if_fail (self->task == NULL);

  /* It ends with a result in any case. */
  self->task = mcp_async_begin (self, app_model_call_run_async, cancellable, callback, user_data);
  if (self->state == APP_MODEL_CALL_DONE)
    {
      g_autoptr (GTask) task = g_steal_pointer (&self->task);

      g_task_return_boolean (task, TRUE);
      return;
    }
  self->context = *context;
  begin (self);
  if (self->task != NULL && cancellable != NULL)
    self->cancelled =
        g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_cancelled), self, 0);
}

void
app_model_call_run_finish (AppModelCall *self, GAsyncResult *result)
{
  g_return_if_fail (g_task_is_valid (result, self));
  g_task_propagate_boolean (G_TASK (result), NULL);
}

/* What is known of it */

MCP_DEFINE_GETTER (McpModelBlock *, AppModelCall, app_model_call, block)
MCP_DEFINE_GETTER (const AppModelTool *, AppModelCall, app_model_call, tool)
MCP_DEFINE_GETTER (AppModelCallState, AppModelCall, app_model_call, state)
MCP_DEFINE_GETTER (AppCall *, AppModelCall, app_model_call, call)

const char *
app_model_call_get_arguments (AppModelCall *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CALL (self), NULL);
  return self->arguments != NULL ? self->arguments : mcp_model_block_get_text (self->block);
}

MCP_DEFINE_GETTER (GPtrArray *, AppModelCall, app_model_call, changes)
MCP_DEFINE_FLAG (AppModelCall, app_model_call, is_cached)
MCP_DEFINE_GETTER (AppModelResult *, AppModelCall, app_model_call, result)

McpModelBlock *
app_model_call_dup_result_block (AppModelCall *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CALL (self), NULL);
  g_return_val_if_fail (self->result != NULL, NULL);

  return mcp_model_block_new_result (mcp_model_block_get_id (self->block),
                                     mcp_model_block_get_name (self->block), self->result->text,
                                     self->result->is_error, self->result->images);
}

gboolean
app_model_call_is_read_only (AppModelCall *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CALL (self), FALSE);

  /* Where there is no tool, nothing happens. */
  return self->tool == NULL || self->tool->local != APP_MODEL_NOT_LOCAL ||
         mcp_tool_get_hint (self->tool->tool, MCP_TOOL_HINT_READ_ONLY);
}

/* Whether the server changed the tool after the person approved it. */
static gboolean
is_outdated (AppModelCall *self)
{
  g_autoptr (AppChangeNotice) notice = NULL;

  if (self->tool == NULL || self->tool->local != APP_MODEL_NOT_LOCAL)
    return FALSE;
  AppApprovals *approvals = app_session_get_feature (self->tool->session, APP_TYPE_APPROVALS);
  if (approvals != NULL)
    notice = app_approvals_create_notice (
        approvals, mcp_definition_get_key (MCP_DEFINITION (self->tool->tool)));
  return notice != NULL;
}

AppAdmission
app_model_call_settle (AppModelCall *self, const AppApprovalPerson *person)
{
  g_return_val_if_fail (APP_IS_MODEL_CALL (self), APP_ADMIT_REFUSE);
  return app_approval_settle (APP_CALLER_MODEL, is_outdated (self),
                              person);
}

MCP_DEFINE_GETTER (const char *, AppModelCall, app_model_call, reason)
