/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which of the resources that are watched change, as the server tells it. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>

#include "app-cli-print.h"
#include "mcp-subscription.h"
#include "mcp-json-writer.h"

typedef struct
{
  AppCli          *cli;
  McpSubscription *subscription;
  guint            n_findings; /* that were printed */
} Subscribe;

/* A server may tell of a part of what is watched. */
static gboolean
is_watched (Subscribe *self, const char *uri)
{
  for (guint i = 0; self->cli->invocation->arguments[i] != NULL; i++)
    if (g_str_has_prefix (uri, self->cli->invocation->arguments[i]))
      return TRUE;
  return FALSE;
}

static void
on_updated (McpSubscription *subscription, const char *uri, Subscribe *self)
{
  const AppCliInvocation *invocation = self->cli->invocation;

  if (!is_watched (self, uri))
    {
      app_cli_note (invocation, _ ("The server reports a change of %s, which was not subscribed "
                                   "to.\n"),
                    uri);
      return;
    }
  if (invocation->output.as_json)
    {
      g_autofree char *quoted = mcp_json_quote (uri, -1);

      app_cli_print ("{\"uri\":%s}\n", quoted);
    }
  else
    {
      g_autofree char *line = app_cli_line (uri);

      app_cli_print ("%s\n", line);
    }
  app_cli_flush (self->cli);
}

/* It did not say no: it said nothing any more. */
static gboolean
is_loss (const GError *error)
{
  return app_failure_of (error) == APP_FAILURE_PROCESS_EXITED ||
         app_failure_of (error) == APP_FAILURE_SESSION_EXPIRED ||
         app_failure_of (error) == APP_FAILURE_CONNECTION_LOST ||
         app_failure_of (error) == APP_FAILURE_TIMED_OUT;
}

/* The server said no to one of them: nothing will be told of it. */
static void
on_resource_state (McpResourceSubscription *resource, GParamSpec *pspec, Subscribe *self)
{
  const McpResourceSubscriptionInfo *info = mcp_resource_subscription_get_info (resource);
  g_autofree char                   *line = app_cli_line (info->uri);

  if (info->state == MCP_RESOURCE_SUBSCRIPTION_REFUSED && is_loss (info->error))
    app_cli_end_watch (self->cli, g_error_copy (info->error));
  else if (info->state == MCP_RESOURCE_SUBSCRIPTION_REFUSED)
    app_cli_end_watch (self->cli,
                       app_failure_new (APP_FAILURE_INVALID_MESSAGE,
                                        _ ("The server refused the subscription to %s: %s"), line,
                                        info->error != NULL ? info->error->message
                                                            : _ ("it gave no reason")));
  else if (info->state == MCP_RESOURCE_SUBSCRIPTION_ACTIVE)
    app_cli_note (self->cli->invocation, _ ("Subscribed to %s\n"), line);
}

/* What is off in how the server agreed: a thing that nobody asked for, say. */
static void
on_findings (McpSubscription *subscription, GParamSpec *pspec, Subscribe *self)
{
  GPtrArray *findings = mcp_subscription_get_findings (subscription);

  for (; findings != NULL && self->n_findings < findings->len; self->n_findings++)
    app_cli_note (self->cli->invocation, "%s",
                  mcp_finding_get_text (findings->pdata[self->n_findings]));
}

/* A stream that will not come back has nothing more to tell. */
static void
on_stream_state (McpSubscription *subscription, GParamSpec *pspec, Subscribe *self)
{
  const GError        *error = mcp_subscription_get_error (subscription);
  McpSubscriptionState state = mcp_subscription_get_state (subscription);

  if (state == MCP_SUBSCRIPTION_ENDED)
    app_cli_end_watch (self->cli,
                       app_failure_new (APP_FAILURE_CONNECTION_LOST, "%s",
                                        _ ("The server ended its stream of notifications.")));
  else if (state == MCP_SUBSCRIPTION_REFUSED)
    app_cli_end_watch (self->cli,
                       error != NULL
                           ? g_error_copy (error)
                           : app_failure_new (APP_FAILURE_NOT_OFFERED, "%s",
                                              _ ("The server sends no notifications.")));
}

static gboolean
add_resources (Subscribe *self, GError **error)
{
  for (guint i = 0; self->cli->invocation->arguments[i] != NULL; i++)
    {
      McpResourceSubscription *resource =
          mcp_subscription_add (self->subscription, self->cli->invocation->arguments[i], error);

      if (resource == NULL)
        return FALSE;
      g_signal_connect (resource, "notify::state", G_CALLBACK (on_resource_state), self);
      on_resource_state (resource, NULL, self);
    }
  return TRUE;
}

AppCliStatus
app_cli_subscribe (AppCli *cli, GError **error)
{
  g_autoptr (McpClient) client = NULL;
  Subscribe self = { cli };
  gboolean  ended;

  if (!g_set_object (&client, app_cli_get_client (cli, error)))
    return APP_CLI_UNREACHABLE;
  self.subscription = mcp_client_get_feature (client, MCP_TYPE_SUBSCRIPTION);
  GListModel *resources = mcp_subscription_get_resources (self.subscription);
  g_signal_connect (self.subscription, "resource-updated", G_CALLBACK (on_updated), &self);
  g_signal_connect (self.subscription, "notify::n-findings", G_CALLBACK (on_findings), &self);
  g_signal_connect (self.subscription, "notify::state", G_CALLBACK (on_stream_state), &self);
  mcp_subscription_set_follows_lists (self.subscription, TRUE);
  mcp_subscription_set_listening (self.subscription, TRUE);
  ended = add_resources (&self, error) && app_cli_watch (cli, cli->invocation->request.wait, error);
  g_signal_handlers_disconnect_by_data (self.subscription, &self);
  for (guint i = 0; i < g_list_model_get_n_items (resources); i++)
    {
      g_autoptr (GObject) resource = g_list_model_get_item (resources, i);

      g_signal_handlers_disconnect_by_data (resource, &self);
    }
  return ended ? APP_CLI_DONE : APP_CLI_UNREACHABLE;
}
