/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-call-binding.h"

#include <glib/gi18n.h>

#include "app-visible-text.h"

/* Of a value that was changed. */
#define VALUE_CHARACTERS 200u
/* Of a card: the one that it has. */
#define BINDING_DATA "app-model-call-binding"

typedef struct
{
  AppModelCard *card; /* lives longer */
  AppModelCall *call;
} Binding;

static void
on_answered (AppModelCard *card, gboolean agreed, gboolean always, gpointer user_data)
{
  Binding *self = g_object_get_data (G_OBJECT (card), BINDING_DATA);

  app_model_call_answer (self->call, agreed, always);
}

/* What is shown */

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
  };

  return _ (reasons[kind]);
}

/* Returns: (transfer full) (nullable): a line for each change */
static char *
create_changes (AppModelCall *call)
{
  GPtrArray *changes = app_model_call_get_changes (call);
  GString   *text;

  if (changes->len == 0)
    return NULL;
  text = g_string_new (NULL);
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
show_result (Binding *self)
{
  AppModelResult  *result = app_model_call_get_result (self->call);
  AppCall         *sent = app_model_call_get_call (self->call);
  g_autofree char *summary = create_told_summary (self->call);

  for (guint i = 0; result->images != NULL && i < result->images->len; i++)
    app_model_card_add_image (self->card, mcp_model_block_get_data (result->images->pdata[i]));
  app_model_card_set_told (self->card, result->text, summary);
  app_model_card_set_duration (self->card, sent != NULL ? app_call_get_elapsed (sent) : -1);
}

static void
on_state (AppModelCall *call, GParamSpec *pspec, Binding *self)
{
  static const AppModelCardState states[] = {
    [APP_MODEL_CALL_READY] = APP_MODEL_CARD_WAITING,
    [APP_MODEL_CALL_ASKING] = APP_MODEL_CARD_ASKING,
    [APP_MODEL_CALL_RUNNING] = APP_MODEL_CARD_RUNNING,
    [APP_MODEL_CALL_DONE] = APP_MODEL_CARD_DONE,
  };
  AppModelCallState state = app_model_call_get_state (call);
  g_autofree char  *changes = create_changes (call);

  if (state != APP_MODEL_CALL_READY)
    app_model_card_set_sent (
        self->card, changes != NULL ? app_model_call_get_arguments (call) : NULL, changes);
  app_model_card_set_call (self->card, app_model_call_get_call (call));
  app_model_card_set_reason (
      self->card, state == APP_MODEL_CALL_ASKING ? app_model_call_get_reason (call) : NULL);
  if (state == APP_MODEL_CALL_DONE)
    show_result (self);
  app_model_card_set_state (self->card, state == APP_MODEL_CALL_DONE &&
                                                app_model_call_get_result (call)->is_error
                                            ? APP_MODEL_CARD_FAILED
                                            : states[state]);
}

static void
binding_free (gpointer data)
{
  Binding *self = data;

  g_signal_handlers_disconnect_by_data (self->call, self);
  g_object_unref (self->call);
  g_free (self);
}

void
app_model_call_binding_connect (AppModelCard *card, AppModelCall *call)
{
  Binding            *self = g_new0 (Binding, 1);
  const AppModelTool *tool = app_model_call_get_tool (call);

  self->card = card;
  self->call = g_object_ref (call);
  if (tool != NULL && tool->session != NULL)
    app_model_card_set_server (card, tool->server);
  g_signal_connect (call, "notify::state", G_CALLBACK (on_state), self);
  if (g_object_get_data (G_OBJECT (card), BINDING_DATA) == NULL)
    g_signal_connect (card, "answered", G_CALLBACK (on_answered), NULL);
  g_object_set_data_full (G_OBJECT (card), BINDING_DATA, self, binding_free);
  on_state (call, NULL, self);
}
