/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-completer.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "mcp-object.h"
#include "mcp-property.h"
#include "app-visible-text.h"
#include "mcp-client-completion.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"

/* What a note repeats of a server's words. */
#define REASON_CHARACTERS 200

struct _AppCompleter
{
  GObject parent_instance;

  GWeakRef            session;
  McpCompletionTarget target;
  char               *name;

  AppCompleterState state;
  AppField         *field; /* (nullable) */
  guint             pause;
  GCancellable     *asking;     /* (nullable) */
  McpResult        *completion; /* (nullable) */
  char             *note;
};

typedef struct
{
  AppCompleter *completer;
  char         *key;
} Question;

enum {
  PROP_0,
  PROP_STATE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ENUM_TYPE (AppCompleterState,
                    app_completer_state,
                    G_DEFINE_ENUM_VALUE (APP_COMPLETER_QUIET, "quiet"),
                    G_DEFINE_ENUM_VALUE (APP_COMPLETER_ASKING, "asking"),
                    G_DEFINE_ENUM_VALUE (APP_COMPLETER_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (APP_COMPLETER_FAILED, "failed"))

G_DEFINE_FINAL_TYPE (AppCompleter, app_completer, G_TYPE_OBJECT)

/* What is kept ends with the client: another one may speak with another server. */

struct _AppCompletions
{
  GObject parent_instance;

  GHashTable *by_question; /* JSON text → McpResult */
  GQueue      order;       /* of the table's keys, borrowed */
};

APP_DEFINE_SESSION_FEATURE (AppCompletions, app_completions)
MCP_DEFINE_CLASS_INIT (AppCompletions, app_completions)

MCP_DEFINE_FINALIZE (AppCompletions, app_completions)
{
  g_queue_clear (&self->order);
  g_hash_table_unref (self->by_question);
}

static void
app_completions_init (AppCompletions *self)
{
  self->by_question = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                             (GDestroyNotify)mcp_result_unref);
  g_queue_init (&self->order);
}

static void
app_completions_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppCompletions *self = APP_COMPLETIONS (feature);

  g_queue_clear (&self->order);
  g_hash_table_remove_all (self->by_question);
}

static void
app_completions_feature_init (AppSessionFeatureInterface *iface)
{
  iface->opening = app_completions_opening;
}

/* Returns: (transfer none) (nullable) */
static AppCompletions *
get_kept (AppCompleter *self, McpClient *client)
{
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);

  return session != NULL && app_session_get_client (session) == client
             ? app_session_get_feature (session, APP_TYPE_COMPLETIONS)
             : NULL;
}

static void
keep (AppCompletions *self, const char *key, McpResult *completion)
{
  if (self == NULL || g_hash_table_contains (self->by_question, key))
    return;
  if (self->order.length >= APP_COMPLETER_MAX_KEPT)
    g_hash_table_remove (self->by_question, g_queue_pop_head (&self->order));
  char *owned = g_strdup (key);
  g_hash_table_insert (self->by_question, owned, mcp_result_ref (completion));
  g_queue_push_tail (&self->order, owned);
}

static void
set_state (AppCompleter *self, AppCompleterState state)
{
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
forget_answer (AppCompleter *self)
{
  g_clear_pointer (&self->completion, mcp_result_unref);
  g_clear_pointer (&self->note, g_free);
}

static void
let_go (AppCompleter *self)
{
  g_clear_handle_id (&self->pause, g_source_remove);
  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
}

MCP_DEFINE_DISPOSE (AppCompleter, app_completer)
{
  let_go (self);
  forget_answer (self);
  g_clear_object (&self->field);
}

MCP_DEFINE_FINALIZE (AppCompleter, app_completer)
{
  g_weak_ref_clear (&self->session);
  g_free (self->name);
}

MCP_DEFINE_CLASS (AppCompleter, app_completer)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = { "state", APP_TYPE_COMPLETER_STATE,
                     .offset = G_STRUCT_OFFSET (AppCompleter, state) },
  };

  object_class->dispose = app_completer_dispose;
  object_class->finalize = app_completer_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_completer_init (AppCompleter *self)
{
  g_weak_ref_init (&self->session, NULL);
}

AppCompleter *
app_completer_new (AppSession *session, McpDefinition *definition)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  g_return_val_if_fail (MCP_IS_DEFINITION (definition), NULL);

  McpDefinitionKind kind = mcp_definition_get_kind (definition);
  if (kind != MCP_DEFINITION_PROMPT && kind != MCP_DEFINITION_RESOURCE_TEMPLATE)
    return NULL;
  AppCompleter *self = g_object_new (APP_TYPE_COMPLETER, NULL);
  g_weak_ref_set (&self->session, session);
  self->target = kind == MCP_DEFINITION_PROMPT ? MCP_COMPLETE_PROMPT : MCP_COMPLETE_RESOURCE;
  self->name = g_strdup (mcp_definition_get_key (definition));
  return self;
}

/* Returns: (transfer full) (nullable): %NULL where there is nobody to ask */
static McpClient *
dup_client (AppCompleter *self)
{
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
  McpClient *client = session != NULL ? app_session_get_client (session) : NULL;

  if (client == NULL || !mcp_client_offers_completion (client))
    return NULL;
  return g_object_ref (client);
}

gboolean
app_completer_is_offered (AppCompleter *self)
{
  g_return_val_if_fail (APP_IS_COMPLETER (self), FALSE);

  g_autoptr (McpClient) client = dup_client (self);
  return client != NULL;
}

/* An item of a list, or a value of a map, belongs to the argument that it is in. */
static AppField *
find_argument (AppField *field)
{
  AppField *parent = app_field_get_place (field)->parent;

  while (parent != NULL && app_field_get_place (parent)->parent != NULL)
    {
      field = parent;
      parent = app_field_get_place (field)->parent;
    }
  return parent != NULL ? field : NULL;
}

gboolean
app_completer_knows_field (AppField *field)
{
  g_return_val_if_fail (APP_IS_FIELD (field), FALSE);

  return (app_field_get_info (field)->kind == APP_FIELD_STRING ||
          app_field_get_info (field)->kind == APP_FIELD_TEXT) &&
         !app_field_get_info (field)->secret && find_argument (field) != NULL;
}

/* Returns: (transfer full) (nullable): JSON text; %NULL where no other argument has a text */
static char *
dup_context (AppField *argument)
{
  GListModel *siblings = app_field_get_children (app_field_get_place (argument)->parent);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gboolean any = FALSE;

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < g_list_model_get_n_items (siblings); i++)
    {
      g_autoptr (AppField) sibling = g_list_model_get_item (siblings, i);
      McpJsonValue value = app_field_get_value (sibling);

      if (sibling == argument || mcp_json_value_get_kind (value) != MCP_JSON_STRING ||
          app_field_get_info (sibling)->secret || app_field_get_text (sibling)[0] == '\0')
        continue;
      mcp_json_writer_member_value (writer, app_field_get_place (sibling)->key, value);
      any = TRUE;
    }
  mcp_json_writer_end_object (writer);
  return any ? mcp_json_writer_finish_text (writer) : NULL;
}

static char *
dup_key (AppCompleter *self, AppField *argument, const char *value, const char *context)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  mcp_json_writer_int64 (writer, self->target);
  mcp_json_writer_string (writer, self->name);
  mcp_json_writer_string (writer, app_field_get_place (argument)->key);
  mcp_json_writer_string (writer, value);
  if (context != NULL)
    mcp_json_writer_raw (writer, context, -1);
  mcp_json_writer_end_array (writer);
  return mcp_json_writer_finish_text (writer);
}

static char *
dup_count (McpResult *completion)
{
  guint  n = completion->n_values;
  gint64 total = completion->total;

  if (n == 0)
    return NULL;
  if (total > (gint64)n)
    /* Translators: how many of the server's suggestions are shown, and how many it has */
    return g_strdup_printf (_ ("%'u of %'" PRId64), n, total);
  if (completion->has_more)
    return g_strdup_printf (_ ("The first %'u suggestions"), n);
  return g_strdup_printf (ngettext ("%'u suggestion", "%'u suggestions", n), n);
}

static void
take_completion (AppCompleter *self, McpResult *completion)
{
  McpResult *held = mcp_result_ref (completion);

  forget_answer (self);
  self->completion = held;
  self->note = dup_count (completion);
  set_state (self, APP_COMPLETER_READY);
}

static void
take_failure (AppCompleter *self, const char *reason)
{
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
  g_autofree char *masked =
      session != NULL ? app_redactor_redact_text (app_session_get_redactor (session), reason)
                      : NULL;
  g_autofree char *line = app_visible_text_line (masked, REASON_CHARACTERS);

  forget_answer (self);
  self->note = g_strdup_printf (_ ("No suggestions: %s"), line);
  set_state (self, APP_COMPLETER_FAILED);
}

static void
question_free (Question *question)
{
  g_object_unref (question->completer);
  g_free (question->key);
  g_free (question);
}

static void
on_completed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Question     *question = user_data;
  AppCompleter *self = question->completer;
  McpClient    *client = MCP_CLIENT (source);
  GCancellable *asked = g_task_get_cancellable (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (McpResult) completion = mcp_client_complete_finish (client, result, &error);
  gboolean refused = completion != NULL && mcp_result_is_rpc_error (completion);

  if (completion != NULL && !refused)
    keep (get_kept (self, client), question->key, completion);
  /* Something else was typed meanwhile. */
  if (self->asking == NULL || asked != self->asking)
    {
      question_free (question);
      return;
    }
  g_clear_object (&self->asking);
  if (refused)
    {
      McpResponse *response = completion->response;
      const char  *text = mcp_message_get_error_message (mcp_response_get_message (response));

      take_failure (self, text != NULL ? text : _ ("the server gave no reason"));
    }
  else if (completion != NULL)
    take_completion (self, completion);
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_NOT_OFFERED))
    app_completer_stop (self);
  else
    take_failure (self, error->message);
  question_free (question);
}

static gboolean
on_pause (gpointer data)
{
  AppCompleter *self = data;
  AppField     *argument = find_argument (self->field);
  const char   *value = app_field_get_text (self->field);
  g_autoptr (McpClient) client = dup_client (self);
  g_autoptr (GBytes) bytes = NULL;

  self->pause = 0;
  if (client == NULL || argument == NULL)
    {
      app_completer_stop (self);
      return G_SOURCE_REMOVE;
    }
  g_autofree char *context = dup_context (argument);
  g_autofree char *key = dup_key (self, argument, value, context);
  AppCompletions  *kept = get_kept (self, client);
  McpResult       *known = kept != NULL ? g_hash_table_lookup (kept->by_question, key) : NULL;
  if (known != NULL)
    {
      take_completion (self, known);
      return G_SOURCE_REMOVE;
    }
  if (context != NULL)
    bytes = g_bytes_new (context, strlen (context));
  Question *question = g_new0 (Question, 1);
  question->completer = g_object_ref (self);
  question->key = g_steal_pointer (&key);
  self->asking = g_cancellable_new ();
  mcp_client_complete_async (client, self->target, self->name, app_field_get_place (argument)->key,
                             value, bytes, self->asking, on_completed, question);
  return G_SOURCE_REMOVE;
}

void
app_completer_ask (AppCompleter *self, AppField *field)
{
  g_return_if_fail (APP_IS_COMPLETER (self));
  g_return_if_fail (APP_IS_FIELD (field));

  let_go (self);
  /* What was proposed for one field is nothing for another. */
  if (g_set_object (&self->field, field))
    forget_answer (self);
  if (!app_completer_knows_field (field) || !app_completer_is_offered (self) ||
      strlen (app_field_get_text (field)) > APP_COMPLETER_MAX_VALUE)
    {
      app_completer_stop (self);
      return;
    }
  self->pause = g_timeout_add (APP_COMPLETER_PAUSE_MS, on_pause, self);
  set_state (self, APP_COMPLETER_ASKING);
}

void
app_completer_stop (AppCompleter *self)
{
  g_return_if_fail (APP_IS_COMPLETER (self));

  let_go (self);
  forget_answer (self);
  set_state (self, APP_COMPLETER_QUIET);
}

MCP_DEFINE_GETTER (AppCompleterState, AppCompleter, app_completer, state)
MCP_DEFINE_GETTER (AppField *, AppCompleter, app_completer, field)

const char *const *
app_completer_get_values (AppCompleter *self)
{
  static const char *const none[] = { NULL };

  g_return_val_if_fail (APP_IS_COMPLETER (self), none);
  return self->completion != NULL ? (const char *const *)self->completion->values : none;
}

MCP_DEFINE_GETTER (const char *, AppCompleter, app_completer, note)

void
app_completions_ask_async (McpClient          *client,
                           const char         *name,
                           const char         *argument,
                           const char         *value,
                           const char         *others,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  /* A prompt's name has no reason to look like an address. */
  McpCompletionTarget target = strstr (name, "://") != NULL || strchr (name, '{') != NULL
                                   ? MCP_COMPLETE_RESOURCE
                                   : MCP_COMPLETE_PROMPT;
  g_autoptr (GBytes) context = others != NULL ? g_bytes_new (others, strlen (others)) : NULL;

  mcp_client_complete_async (client, target, name, argument, value, context, NULL, callback,
                             user_data);
}

McpResult *
app_completions_ask_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (GObject) client = g_async_result_get_source_object (result);
  g_autoptr (McpResult) completion =
      mcp_client_complete_finish (MCP_CLIENT (client), result, error);

  if (completion == NULL || !mcp_result_is_rpc_error (completion))
    return g_steal_pointer (&completion);
  g_propagate_error (error, mcp_response_make_error (completion->response));
  return NULL;
}
