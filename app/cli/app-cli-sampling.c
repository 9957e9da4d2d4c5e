/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-sampling.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-visible-text.h"

struct _AppCliSampling
{
  const AppCliInvocation *invocation;
  AppCliProvider          provider;
  AppSamplingModel       *model;
  GCancellable           *ended;
};

/* One question. */
typedef struct
{
  AppCliSampling *self;
  AppInboxItem   *item;
} Question;

AppCliSampling *
app_cli_sampling_new (AppCli *cli, AppCliStatus *status, GError **error)
{
  const char      *typed = cli->invocation->request.sampling_model;
  const char      *slash = strchr (typed, '/');
  g_autofree char *entry = slash != NULL ? g_strndup (typed, (gsize)(slash - typed))
                                         : g_strdup (typed);
  g_autoptr (AppCliSampling) self = g_new0 (AppCliSampling, 1);

  self->invocation = cli->invocation;
  self->ended = g_cancellable_new ();
  *status = app_cli_provider_choose (cli, entry,
                                     slash != NULL && slash[1] != '\0' ? slash + 1 : NULL,
                                     &self->provider, error);
  if (*status != APP_CLI_DONE)
    return NULL;
  g_autoptr (McpModelClient) client = mcp_model_client_new (self->provider.provider, NULL);
  self->model = app_sampling_model_new (client, self->provider.model, self->provider.key);
  app_sampling_model_set_budget (self->model, APP_SAMPLING_REQUESTS, APP_SAMPLING_TOKENS);
  return g_steal_pointer (&self);
}

void
app_cli_sampling_free (AppCliSampling *self)
{
  if (self == NULL)
    return;
  g_cancellable_cancel (self->ended);
  g_object_unref (self->ended);
  g_clear_object (&self->model);
  app_model_target_clear (&self->provider);
  g_free (self);
}

static void
decline (AppCliSampling *self, AppInboxItem *item, const char *why)
{
  app_cli_note (self->invocation, "· %s: %s", app_inbox_item_get_title (item), why);
  app_inbox_item_decline (item);
}

/* Whoever is there sees what is sent in a model's name. */
static gboolean
is_agreed (AppCliSampling *self, AppInboxItem *item)
{
  AppSamplingReply *reply = app_inbox_item_get_reply (item);
  g_autofree char  *shown = NULL;

  if (self->invocation->yes || !app_cli_input_can_ask ())
    return TRUE;
  g_autofree char *result = app_sampling_reply_dup_result (reply);
  shown = app_visible_text_block (
      app_sampling_reply_is_as_json (reply) ? result : app_sampling_reply_get_text (reply), 0);
  /* Translators: who asks for what, then the name of a model and what it says */
  g_autofree char *question = g_strdup_printf (_ ("%s\n%s says: %s\nSend this to the server?"),
                                               app_inbox_item_get_title (item),
                                               app_sampling_reply_get_model (reply), shown);
  return app_cli_input_ask (question);
}

static void
send_reply (AppCliSampling *self, AppInboxItem *item, GPtrArray *left_out)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < left_out->len; i++)
    app_cli_note (self->invocation, "· %s", (const char *)left_out->pdata[i]);
  if (!is_agreed (self, item))
    decline (self, item, _ ("declined."));
  else if (!app_inbox_item_accept (item, FALSE, &error))
    decline (self, item, error->message);
  else
    app_cli_note (self->invocation,
                  /* Translators: who asks for what, then the name of a model */
                  _ ("· %s: answered by %s."), app_inbox_item_get_title (item),
                  app_sampling_reply_get_model (app_inbox_item_get_reply (item)));
}

static void
on_drafted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Question *question = user_data;
  g_autoptr (GPtrArray) left_out = NULL;
  g_autoptr (GError) error = NULL;
  gboolean drafted = app_sampling_model_draft_finish (APP_SAMPLING_MODEL (source), result, NULL,
                                                      &left_out, &error);

  /* The program ends, or the server has taken its question back. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))) ||
      !app_inbox_item_is_waiting (question->item))
    ;
  else if (drafted)
    send_reply (question->self, question->item, left_out);
  else
    decline (question->self, question->item, error->message);
  g_object_unref (question->item);
  g_free (question);
}

static gboolean
has_consent (AppCliSampling *self, AppInboxItem *item)
{
  g_autoptr (AppSession) session = app_inbox_item_dup_session (item);

  return self->invocation->yes || app_model_target_has_consent (&self->provider, session);
}

void
app_cli_sampling_receive (AppCliSampling *self, AppInboxItem *item)
{
  if (!has_consent (self, item))
    {
      decline (self, item, _ ("declined: nobody has agreed yet that this provider is told what "
                              "the server says. Use --yes, or ask it with “chat” first."));
      return;
    }
  Question *question = g_new0 (Question, 1);
  question->self = self;
  question->item = g_object_ref (item);
  app_sampling_model_draft_async (self->model, item, self->ended, on_drafted, question);
}
