/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-card.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-model-block.h"
#include "app-text-signs.h"
#include "app-visible-text.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* Bytes that are looked through at once. A MiB takes some 10 ms, five times that where somebody
 * means it to; a conversation that is opened has many results. */
#define LOOKED_AT_ONCE 16384u
/* Of a value that was changed. */
#define VALUE_CHARACTERS 200u

struct _AppModelCard
{
  GObject parent_instance;

  AppModelCardState state;
  char             *state_text;
  char             *name;
  char             *server; /* (nullable) */
  char             *given;
  char             *sent;         /* (nullable) */
  char             *changes;      /* (nullable) */
  char             *reason;       /* (nullable) */
  char             *told;         /* (nullable) */
  char             *told_summary; /* (nullable) */
  char             *warning;      /* (nullable) */
  GCancellable     *looking;      /* (nullable): while a worker does */
  AppModelCall     *made;         /* (nullable) */
  AppCall          *call;         /* (nullable) */
  GPtrArray        *images;       /* (nullable) (element-type GBytes) */
  gint64            duration;     /* µs; -1 */
};

enum {
  PROP_0,
  PROP_STATE,
  PROP_STATE_TEXT,
  PROP_NAME,
  PROP_SERVER,
  PROP_GIVEN,
  PROP_SENT,
  PROP_CHANGES,
  PROP_REASON,
  PROP_TOLD,
  PROP_TOLD_SUMMARY,
  PROP_WARNING,
  PROP_CALL,
  PROP_DURATION,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       answered_signal;

G_DEFINE_ENUM_TYPE (AppModelCardState,
                    app_model_card_state,
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CARD_WRITING, "writing"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CARD_WAITING, "waiting"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CARD_ASKING, "asking"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CARD_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CARD_DONE, "done"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CARD_FAILED, "failed"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CARD_DECLINED, "declined"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CARD_STOPPED, "stopped"),
                    G_DEFINE_ENUM_VALUE (APP_MODEL_CARD_MISSING, "missing"))

G_DEFINE_FINAL_TYPE (AppModelCard, app_model_card, G_TYPE_OBJECT)

static void
leave_call (AppModelCard *self)
{
  if (self->made != NULL)
    g_signal_handlers_disconnect_by_data (self->made, self);
  g_clear_object (&self->made);
}

MCP_DEFINE_FINALIZE (AppModelCard, app_model_card)
{
  leave_call (self);
  g_free (self->state_text);
  g_free (self->name);
  g_free (self->server);
  g_free (self->given);
  g_free (self->sent);
  g_free (self->changes);
  g_free (self->reason);
  g_free (self->told);
  g_free (self->told_summary);
  g_free (self->warning);
  g_clear_object (&self->looking);
  g_clear_object (&self->call);
  g_clear_pointer (&self->images, g_ptr_array_unref);
}

static char *
create_state_text (AppModelCard *self)
{
  static const char *const texts[] = {
    [APP_MODEL_CARD_WRITING] = N_ ("Writing arguments"),
    [APP_MODEL_CARD_WAITING] = N_ ("Waiting for earlier calls"),
    [APP_MODEL_CARD_ASKING] = N_ ("Approval required"),
    [APP_MODEL_CARD_RUNNING] = N_ ("Running"),
    [APP_MODEL_CARD_DONE] = N_ ("Finished"),
    [APP_MODEL_CARD_FAILED] = N_ ("Failed"),
    [APP_MODEL_CARD_DECLINED] = N_ ("Declined. Not called"),
    [APP_MODEL_CARD_STOPPED] = N_ ("Stopped"),
    [APP_MODEL_CARD_MISSING] = N_ ("Not called"),
  };
  g_autofree char *duration = app_visible_text_duration (self->duration);

  if (self->duration >= 0 && self->state == APP_MODEL_CARD_DONE)
    /* Translators: of a call; %s is a time: “12 ms” */
    return g_strdup_printf (_ ("Finished in %s"), duration);
  if (self->duration >= 0 && self->state == APP_MODEL_CARD_FAILED)
    /* Translators: of a call; %s is a time: “12 ms” */
    return g_strdup_printf (_ ("Failed in %s"), duration);
  return g_strdup (_ (texts[self->state]));
}

static void
show_state_text (AppModelCard *self)
{
  mcp_property_take_text (self, &self->state_text, create_state_text (self),
                          properties[PROP_STATE_TEXT]);
}

static void
set_duration (AppModelCard *self, gint64 duration)
{
  self->duration = duration;
  show_state_text (self);
}

#define FIELD(name, field)                                                \
  {                                                                       \
    name, G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppModelCard, field), \
                         .flags = G_PARAM_WRITABLE                        \
  }

MCP_DEFINE_CLASS (AppModelCard, app_model_card)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = { "state", APP_TYPE_MODEL_CARD_STATE, G_CALLBACK (app_model_card_get_state) },
    [PROP_STATE_TEXT] = { "state-text", G_TYPE_STRING, G_CALLBACK (app_model_card_get_state_text) },
    [PROP_NAME] = { "name", G_TYPE_STRING, G_CALLBACK (app_model_card_get_name) },
    [PROP_SERVER] = FIELD ("server", server),
    [PROP_GIVEN] = { "given", G_TYPE_STRING, G_CALLBACK (app_model_card_get_given) },
    [PROP_SENT] = FIELD ("sent", sent),
    [PROP_CHANGES] = FIELD ("changes", changes),
    [PROP_REASON] = FIELD ("reason", reason),
    [PROP_TOLD] = { "told", G_TYPE_STRING, G_CALLBACK (app_model_card_get_told) },
    [PROP_TOLD_SUMMARY] = { "told-summary", G_TYPE_STRING,
                            .offset = G_STRUCT_OFFSET (AppModelCard, told_summary) },
    [PROP_WARNING] = { "warning", G_TYPE_STRING, G_CALLBACK (app_model_card_get_warning) },
    [PROP_CALL] = { "call", APP_TYPE_CALL, G_CALLBACK (app_model_card_get_call) },
    [PROP_DURATION] = { "duration", G_TYPE_INT64, .flags = G_PARAM_WRITABLE,
                        .set = G_CALLBACK (set_duration) },
  };

  object_class->finalize = app_model_card_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  answered_signal = mcp_signal_new (klass, "answered", 2, G_TYPE_BOOLEAN, G_TYPE_BOOLEAN);
}

static void
app_model_card_init (AppModelCard *self)
{
  self->duration = -1;
  self->state_text = g_strdup (_ ("Writing arguments"));
}

AppModelCard *
app_model_card_new (const char *name, const char *given)
{
  AppModelCard *self = g_object_new (APP_TYPE_MODEL_CARD, NULL);

  self->name = g_strdup (name != NULL ? name : "");
  self->given = g_strdup (given != NULL ? given : "");
  return self;
}

/* Its state */

void
app_model_card_set_state (AppModelCard *self, AppModelCardState state)
{
  g_return_if_fail (APP_IS_MODEL_CARD (self));

  if (self->state == state)
    return;
  self->state = state;
  show_state_text (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
app_model_card_answer (AppModelCard *self, gboolean agreed, gboolean always)
{
  g_return_if_fail (APP_IS_MODEL_CARD (self));

  if (self->state != APP_MODEL_CARD_ASKING)
    return;
  g_object_ref (self);
  g_signal_emit (self, answered_signal, 0, agreed, agreed && always);
  if (self->made != NULL)
    app_model_call_answer (self->made, agreed, agreed && always);
  g_object_unref (self);
}

/* What it shows */

void
app_model_card_set_name (AppModelCard *self, const char *name)
{
  g_return_if_fail (APP_IS_MODEL_CARD (self));

  mcp_property_take_text (self, &self->name, g_strdup (name != NULL ? name : ""),
                          properties[PROP_NAME]);
}

void
app_model_card_set_given (AppModelCard *self, const char *given)
{
  g_return_if_fail (APP_IS_MODEL_CARD (self));

  mcp_property_take_text (self, &self->given, g_strdup (given), properties[PROP_GIVEN]);
}

/* Of all of it, also of what is cut off here. Returns: (transfer full) (nullable) */
static char *
create_warning (const char *told)
{
  g_autoptr (GPtrArray) signs = app_text_signs_find (told, APP_TEXT_DATA);

  if (signs == NULL)
    return NULL;
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < signs->len; i++)
    {
      g_autofree char *line = app_text_sign_write_line (signs->pdata[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", line);
    }
  return g_string_free (text, FALSE);
}

static void
look_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, create_warning (data), g_free);
}

/* @user_data: (transfer full): it is no source of the task, whose end may be in the worker */
static void
on_looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelCard) self = user_data;
  g_autoptr (GError) error = NULL;
  char *warning = g_task_propagate_pointer (G_TASK (result), &error);

  /* Else it is told something else by now. */
  if (error == NULL)
    mcp_property_take_text (self, &self->warning, warning, properties[PROP_WARNING]);
}

static void
look (AppModelCard *self, const char *told)
{
  gboolean at_once = told == NULL || strlen (told) <= LOOKED_AT_ONCE;

  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  mcp_property_take_text (self, &self->warning, at_once ? create_warning (told) : NULL,
                          properties[PROP_WARNING]);
  if (at_once)
    return;
  self->looking = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (NULL, self->looking, on_looked, g_object_ref (self));
  g_task_set_source_tag (task, look);
  g_task_set_task_data (task, g_strdup (told), g_free);
  g_task_run_in_thread (task, look_in_thread);
}

void
app_model_card_set_told (AppModelCard *self, const char *told, const char *summary)
{
  g_return_if_fail (APP_IS_MODEL_CARD (self));

  mcp_property_take_text (self, &self->told,
                          told != NULL ? app_model_block_cut_text (told, strlen (told)) : NULL,
                          properties[PROP_TOLD]);
  mcp_property_take_text (self, &self->told_summary, g_strdup (summary),
                          properties[PROP_TOLD_SUMMARY]);
  look (self, told);
}

/* What a person decided is no failure; a conversation that was kept has only the words for it. */
void
app_model_card_end (AppModelCard *self, gboolean is_error)
{
  const char *told;

  g_return_if_fail (APP_IS_MODEL_CARD (self));

  told = self->told != NULL ? self->told : "";
  app_model_card_set_state (
      self, !is_error                                            ? APP_MODEL_CARD_DONE
            : g_str_equal (told, APP_MODEL_CALL_NOT_ALLOWED)     ? APP_MODEL_CARD_DECLINED
            : g_str_equal (told, APP_MODEL_CALL_CANCELLED)       ? APP_MODEL_CARD_STOPPED
            : g_str_has_prefix (told, APP_MODEL_CALL_NOT_CALLED) ? APP_MODEL_CARD_MISSING
                                                                 : APP_MODEL_CARD_FAILED);
}

void
app_model_card_add_image (AppModelCard *self, GBytes *data)
{
  g_return_if_fail (APP_IS_MODEL_CARD (self));

  if (self->images == NULL)
    self->images = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  g_ptr_array_add (self->images, g_bytes_ref (data));
}

/* What comes of the call that a model makes */

static const char *
find_change_reason (AppModelChangeKind kind)
{
  static const char *const reasons[] = {
    [APP_MODEL_REFERENCE] = N_ ("the object was put in"),
    [APP_MODEL_DEFAULT] = N_ ("a default of yours was put in"),
    [APP_MODEL_UNQUOTED] = N_ ("it stood in quotes"),
    [APP_MODEL_PARSED] = N_ ("it stood in quotes"),
    [APP_MODEL_WRAPPED] = N_ ("a list was made of it"),
    [APP_MODEL_UNWRAPPED] = N_ ("it was taken out of a list"),
    [APP_MODEL_DROPPED] = N_ ("there is no such argument"),
    [APP_MODEL_NULL_DROPPED] = N_ ("null was left out"),
    [APP_MODEL_RENAMED] = N_ ("the server has other names of arguments"),
  };

  return _ (reasons[kind]);
}

/* Returns: (transfer full) (nullable): a line for each change */
static char *
create_changes (AppModelCall *call)
{
  GPtrArray *changes = app_model_call_get_changes (call);

  if (changes->len == 0)
    return NULL;
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < changes->len; i++)
    {
      const AppModelChange *change = changes->pdata[i];
      g_autofree char      *pointer = app_visible_text_line (change->pointer, VALUE_CHARACTERS);
      g_autofree char      *before = app_visible_text_line (change->before, VALUE_CHARACTERS);
      g_autofree char      *after = app_visible_text_line (change->after, VALUE_CHARACTERS);

      g_string_append_printf (text, "%s%s: %s → %s (%s)", i > 0 ? "\n" : "",
                              *pointer != '\0' ? pointer : "/", *before != '\0' ? before : "–",
                              *after != '\0' ? after : "–", find_change_reason (change->kind));
    }
  return g_string_free (text, FALSE);
}

static void
append_result_format (GString *text, const AppModelResult *result)
{
  if (result->tokens < result->whole_tokens)
    /* Translators: numbers of tokens */
    g_string_append_printf (text, _ ("≈ %'lld of ≈ %'lld tokens"), (long long)result->tokens,
                            (long long)result->whole_tokens);
  else
    g_string_append_printf (
        text, ngettext ("≈ %'lld token", "≈ %'lld tokens", (gulong)result->tokens),
        (long long)result->tokens);
  if (result->object != NULL)
    {
      g_string_append (text, " · ");
      /* Translators: %s is the id of an object */
      g_string_append_printf (text, _ ("kept whole as @%s"), result->object);
    }
  else if (result->hidden > 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text,
                              ngettext ("%'llu character left out", "%'llu characters left out",
                                        (gulong)result->hidden),
                              (unsigned long long)result->hidden);
    }
}

static char *
create_told_summary (AppModelCall *call)
{
  AppModelResult *result = app_model_call_get_result (call);
  GString        *text = g_string_new (NULL);

  append_result_format (text, result);
  if (result->withheld > 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text,
                              ngettext ("%u part is for you alone", "%u parts are for you alone",
                                        result->withheld),
                              result->withheld);
    }
  if (app_model_call_is_cached (call))
    g_string_append_printf (text, " · %s", _ ("the same call was made before"));
  return g_string_free (text, FALSE);
}

static void
show_result (AppModelCard *self, AppModelCall *call)
{
  AppModelResult  *result = app_model_call_get_result (call);
  AppCall         *sent = app_model_call_get_call (call);
  g_autofree char *summary = create_told_summary (call);

  for (guint i = 0; result->images != NULL && i < result->images->len; i++)
    app_model_card_add_image (self, mcp_model_block_get_data (result->images->pdata[i]));
  app_model_card_set_told (self, result->text, summary);
  set_duration (self, sent != NULL ? app_call_get_elapsed (sent) : -1);
}

static void
on_call_state (AppModelCard *self)
{
  static const AppModelCardState states[] = {
    [APP_MODEL_CALL_READY] = APP_MODEL_CARD_WAITING,
    [APP_MODEL_CALL_ASKING] = APP_MODEL_CARD_ASKING,
    [APP_MODEL_CALL_RUNNING] = APP_MODEL_CARD_RUNNING,
  };
  AppModelCall     *call = self->made;
  AppModelCallState state = app_model_call_get_state (call);
  g_autofree char  *changes = create_changes (call);

  if (state != APP_MODEL_CALL_READY)
    g_object_set (self, "sent", changes != NULL ? app_model_call_get_arguments (call) : NULL,
                  "changes", changes, NULL);
  if (g_set_object (&self->call, app_model_call_get_call (call)))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CALL]);
  g_object_set (self, "reason",
                state == APP_MODEL_CALL_ASKING ? app_model_call_get_reason (call) : NULL, NULL);
  if (state == APP_MODEL_CALL_DONE)
    {
      show_result (self, call);
      app_model_card_end (self, app_model_call_get_result (call)->is_error);
    }
  else
    app_model_card_set_state (self, states[state]);
}

void
app_model_card_follow (AppModelCard *self, AppModelCall *call)
{
  const AppModelTool *tool = app_model_call_get_tool (call);

  g_return_if_fail (APP_IS_MODEL_CARD (self));

  leave_call (self);
  self->made = g_object_ref (call);
  if (tool != NULL && tool->session != NULL)
    g_object_set (self, "server", tool->server, NULL);
  g_signal_connect_swapped (call, "notify::state", G_CALLBACK (on_call_state), self);
  on_call_state (self);
}

MCP_DEFINE_GETTER (AppModelCardState, AppModelCard, app_model_card, state)

MCP_DEFINE_GETTER (const char *, AppModelCard, app_model_card, state_text)
MCP_DEFINE_GETTER (const char *, AppModelCard, app_model_card, name)
MCP_DEFINE_GETTER (const char *, AppModelCard, app_model_card, given)
MCP_DEFINE_GETTER (const char *, AppModelCard, app_model_card, sent)
MCP_DEFINE_GETTER (const char *, AppModelCard, app_model_card, told)
MCP_DEFINE_GETTER (const char *, AppModelCard, app_model_card, warning)
MCP_DEFINE_GETTER (AppCall *, AppModelCard, app_model_card, call)
MCP_DEFINE_GETTER (GPtrArray *, AppModelCard, app_model_card, images)
