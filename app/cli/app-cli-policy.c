/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-policy.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "app-cli-answers.h"
#include "app-cli-print.h"
#include "app-cli-question.h"
#include "app-session-private.h"

struct _AppCliPolicy
{
  GObject parent_instance;

  const AppCliInvocation *invocation;
  AppCliAnswers          *answers; /* (nullable) */
  GQueue                  waiting; /* of AppInboxItem, for the person */
  guint                   ask;
};

static void policy_init (AppInboxPolicyInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppCliPolicy,
                               app_cli_policy,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_INBOX_POLICY, policy_init))

static void
app_cli_policy_dispose (GObject *object)
{
  AppCliPolicy *self = APP_CLI_POLICY (object);

  g_clear_handle_id (&self->ask, g_source_remove);
  g_queue_clear_full (&self->waiting, g_object_unref);
  g_clear_pointer (&self->answers, app_cli_answers_free);
  G_OBJECT_CLASS (app_cli_policy_parent_class)->dispose (object);
}

static void
app_cli_policy_class_init (AppCliPolicyClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_cli_policy_dispose;
}

static void
app_cli_policy_init (AppCliPolicy *self)
{
  g_queue_init (&self->waiting);
}

AppCliPolicy *
app_cli_policy_new (const AppCliInvocation *invocation, GError **error)
{
  g_autoptr (AppCliAnswers) answers = NULL;
  AppCliPolicy *self;

  if (invocation->answer != NULL)
    {
      answers = app_cli_answers_read (invocation->answer, error);
      if (answers == NULL)
        return NULL;
    }
  self = g_object_new (APP_TYPE_CLI_POLICY, NULL);
  self->invocation = invocation;
  self->answers = g_steal_pointer (&answers);
  return self;
}

/* To say no is an answer, too: servers show and do all they can. */
static McpClientCapabilityFlags
get_capabilities (AppInboxPolicy *policy, AppSession *session)
{
  AppCliPolicy            *self = APP_CLI_POLICY (policy);
  McpClientCapabilityFlags flags =
      MCP_CLIENT_ELICITATION_FORM | MCP_CLIENT_ELICITATION_URL | MCP_CLIENT_SAMPLING;

  if (self->answers != NULL)
    flags |= app_cli_answers_get_capabilities (self->answers);
  return flags;
}

/* One line; what servers wrote in it is made visible. */
static void
tell (AppCliPolicy *self, const char *title, const char *what)
{
  g_autofree char *line = app_cli_line (title);
  g_autofree char *rest = app_cli_line (what);

  if (!self->invocation->quiet)
    fprintf (stderr, "· %s: %s\n", line, rest);
}

/* The main loop goes on while the person types: the server may take its question back. */
static gboolean
on_ask (gpointer data)
{
  g_autoptr (AppCliPolicy) self = g_object_ref (data);
  AppInboxItem *item;

  while ((item = g_queue_pop_head (&self->waiting)) != NULL)
    {
      if (app_inbox_item_is_waiting (item))
        app_cli_question_ask (item);
      g_object_unref (item);
    }
  self->ask = 0;
  return G_SOURCE_REMOVE;
}

static void
receive (AppInboxPolicy *policy, AppInboxItem *item)
{
  AppCliPolicy *self = APP_CLI_POLICY (policy);
  const char   *title = app_inbox_item_get_title (item);
  McpJsonValue  answer = MCP_JSON_NO_VALUE;
  g_autoptr (GError) error = NULL;

  if (self->answers != NULL)
    answer = app_cli_answers_take (self->answers, item);
  if (mcp_json_value_exists (answer))
    {
      if (app_cli_answers_give (answer, item, &error))
        tell (self, title, _ ("answered as the file says."));
      else
        {
          tell (self, title, error->message);
          app_inbox_item_decline (item);
        }
      return;
    }
  if (app_cli_can_ask ())
    {
      g_queue_push_tail (&self->waiting, g_object_ref (item));
      if (self->ask == 0)
        self->ask = g_idle_add (on_ask, self);
      return;
    }
  tell (self, title, _ ("declined: no answer in a file (--answer), no terminal to ask at."));
  app_inbox_item_decline (item);
}

static void
policy_init (AppInboxPolicyInterface *iface)
{
  iface->get_capabilities = get_capabilities;
  iface->receive = receive;
}

static void
on_refused (McpClient *client, McpInputRequest *request, AppCliPolicy *self)
{
  GPtrArray  *findings = mcp_input_request_get_findings (request);
  const char *method = mcp_input_request_get_method (request);

  tell (self, method,
        findings != NULL && findings->len > 0
            ? mcp_finding_get_text (g_ptr_array_index (findings, findings->len - 1))
            : _ ("refused, since nobody is there to answer."));
}

void
app_cli_policy_watch (AppCliPolicy *self, AppSession *session)
{
  McpClient *client = app_session_get_client (session);

  g_return_if_fail (APP_IS_CLI_POLICY (self));

  if (client != NULL)
    g_signal_connect_object (client, "input-refused", G_CALLBACK (on_refused), self, 0);
}
