/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which of the resources that are watched change, as the server tells it. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>

#include "app-cli-print.h"
#include "app-cli-watch.h"
#include "app-session-private.h"
#include "mcp-client-subscription.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"

typedef struct
{
  const AppCliInvocation *invocation;
  AppCliWatch            *watch;
  McpSubscription        *subscription;
  guint                   n_findings; /* that were printed */
} Subscribe;

/* A server may tell of a part of what is watched. */
static gboolean
is_watched (Subscribe *self, const char *uri)
{
  for (guint i = 0; self->invocation->arguments[i] != NULL; i++)
    if (g_str_has_prefix (uri, self->invocation->arguments[i]))
      return TRUE;
  return FALSE;
}

static void
on_updated (McpSubscription *subscription, const char *uri, Subscribe *self)
{
  g_autofree char *line = app_cli_line (uri);
  g_autoptr (McpJsonWriter) writer = NULL;
  g_autofree char *text = NULL;

  if (!is_watched (self, uri))
    {
      if (!self->invocation->quiet)
        fprintf (stderr, _ ("The server tells of %s, for which nobody asked.\n"), line);
      return;
    }
  if (self->invocation->json || self->invocation->compact)
    {
      writer = mcp_json_writer_new ();
      mcp_json_writer_begin_object (writer);
      mcp_json_writer_member_string (writer, "uri", uri);
      mcp_json_writer_end_object (writer);
      text = mcp_json_writer_finish_text (writer);
    }
  app_cli_print ("%s\n", text != NULL ? text : line);
  fflush (stdout);
}

/* It did not say no: it said nothing any more. */
static gboolean
is_loss (const GError *error)
{
  return g_error_matches (error, MCP_ERROR, MCP_ERROR_PROCESS_EXITED) ||
         g_error_matches (error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST) ||
         g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
}

/* The server said no to one of them: nothing will be told of it. */
static void
on_resource_state (McpResourceSubscription *resource, GParamSpec *pspec, Subscribe *self)
{
  const GError    *error = mcp_resource_subscription_get_error (resource);
  g_autofree char *line = app_cli_line (mcp_resource_subscription_get_uri (resource));

  if (mcp_resource_subscription_get_state (resource) == MCP_RESOURCE_SUBSCRIPTION_REFUSED &&
      is_loss (error))
    app_cli_watch_end (self->watch, g_error_copy (error));
  else if (mcp_resource_subscription_get_state (resource) == MCP_RESOURCE_SUBSCRIPTION_REFUSED)
    app_cli_watch_end (self->watch,
                       mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                      _ ("The server does not tell of changes of %s: %s"), line,
                                      error != NULL ? error->message : _ ("it gave no reason")));
  else if (mcp_resource_subscription_get_state (resource) == MCP_RESOURCE_SUBSCRIPTION_ACTIVE &&
           !self->invocation->quiet)
    fprintf (stderr, _ ("Watching %s\n"), line);
}

/* What is off in how the server agreed: a thing that nobody asked for, say. */
static void
on_findings (McpSubscription *subscription, GParamSpec *pspec, Subscribe *self)
{
  GPtrArray *findings = mcp_subscription_get_findings (subscription);

  for (; findings != NULL && self->n_findings < findings->len; self->n_findings++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, self->n_findings);
      g_autofree char  *line = app_cli_line (mcp_finding_get_text (finding));

      if (!self->invocation->quiet)
        fprintf (stderr, "%s\n", line);
    }
}

/* A stream that will not come back has nothing more to tell. */
static void
on_stream_state (McpSubscription *subscription, GParamSpec *pspec, Subscribe *self)
{
  const GError        *error = mcp_subscription_get_error (subscription);
  McpSubscriptionState state = mcp_subscription_get_state (subscription);

  if (state == MCP_SUBSCRIPTION_ENDED)
    app_cli_watch_end (self->watch,
                       mcp_error_new (MCP_ERROR_CONNECTION_LOST, "%s",
                                      _ ("The server ended its stream of notifications.")));
  else if (state == MCP_SUBSCRIPTION_REFUSED)
    app_cli_watch_end (self->watch,
                       error != NULL
                           ? g_error_copy (error)
                           : mcp_error_new (MCP_ERROR_NOT_OFFERED, "%s",
                                            _ ("The server tells nothing by itself.")));
}

static gboolean
add_resources (Subscribe *self, GError **error)
{
  for (guint i = 0; self->invocation->arguments[i] != NULL; i++)
    {
      McpResourceSubscription *resource =
          mcp_subscription_add (self->subscription, self->invocation->arguments[i], error);

      if (resource == NULL)
        return FALSE;
      g_signal_connect (resource, "notify::state", G_CALLBACK (on_resource_state), self);
      on_resource_state (resource, NULL, self);
    }
  return TRUE;
}

static AppCliStatus
watch_resources (const AppCliInvocation *invocation,
                 AppCliConnection       *connection,
                 AppSession             *session)
{
  g_autoptr (McpClient) client = g_object_ref (app_session_get_client (session));
  g_autoptr (AppCliWatch) watch = app_cli_watch_new (connection, session);
  g_autoptr (GError) error = NULL;
  Subscribe   self = { invocation, watch, mcp_client_get_subscription (client), 0 };
  GListModel *resources = mcp_subscription_get_resources (self.subscription);
  gboolean    ended;

  g_signal_connect (self.subscription, "resource-updated", G_CALLBACK (on_updated), &self);
  g_signal_connect (self.subscription, "notify::n-findings", G_CALLBACK (on_findings), &self);
  g_signal_connect (self.subscription, "notify::state", G_CALLBACK (on_stream_state), &self);
  mcp_client_set_listening (client, TRUE);
  ended = add_resources (&self, &error) && app_cli_watch_run (watch, invocation->wait, &error);
  g_signal_handlers_disconnect_by_data (self.subscription, &self);
  for (guint i = 0; i < g_list_model_get_n_items (resources); i++)
    {
      g_autoptr (GObject) resource = g_list_model_get_item (resources, i);

      g_signal_handlers_disconnect_by_data (resource, &self);
    }
  return ended ? APP_CLI_DONE : app_cli_connection_fail (connection, invocation, error);
}

AppCliStatus
app_cli_subscribe (const AppCliInvocation *invocation)
{
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  AppSession *session;

  if (invocation->arguments[0] == NULL)
    return app_cli_fail_usage (invocation, _ ("“subscribe” takes the URIs of resources."));
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  if (session == NULL)
    return app_cli_connection_fail (connection, invocation, error);
  return watch_resources (invocation, connection, session);
}
