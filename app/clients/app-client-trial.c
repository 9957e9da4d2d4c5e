/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-trial.h"

#include "app-client-launch.h"
#include "app-connector.h"
#include "app-error.h"
#include "app-expansion.h"
#include "mcp-object.h"
#include "mcp-pager.h"
#include "mcp-stdio-transport.h"

#include "spyglass-config.h"

#include <glib/gi18n-lib.h>

/* What a person reads of what a program printed. */
#define MAX_LINES 20
#define MAX_LINE_BYTES 2000
/* For a server that does not end by itself. */
#define GRACE_MS 1000

typedef struct
{
  AppClientTrialResult *result;
  AppClientLaunch      *launch;
  AppRedactor          *redactor;
  McpClient            *client;
  GCancellable         *cancellable; /* ours: also for the time limit */
  GCancellable         *caller;      /* (nullable) */
  GQueue               *lines;       /* of standard error */
  gulong                cancelled;
  guint                 timer;
  guint                 timeout;
  gboolean              timed_out;
} Trial;

void
app_client_trial_result_free (AppClientTrialResult *self)
{
  if (self == NULL)
    return;
  g_free (self->server_name);
  g_free (self->server_version);
  g_free (self->longest_tool);
  g_free (self->output);
  g_ptr_array_unref (self->missing);
  g_clear_object (&self->problem);
  g_free (self);
}

static void
trial_free (Trial *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  if (self->client != NULL)
    g_signal_handlers_disconnect_by_data (mcp_client_get_tap (self->client), self);
  if (self->caller != NULL)
    g_cancellable_disconnect (self->caller, self->cancelled);
  g_clear_object (&self->caller);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->client);
  g_clear_object (&self->redactor);
  app_client_launch_free (self->launch);
  app_client_trial_result_free (self->result);
  g_queue_free_full (self->lines, g_free);
  g_free (self);
}

char *
app_client_trial_dup_command (const StoreClientFormat     *format,
                              const char                  *json,
                              const AppClientTrialOptions *options,
                              gboolean                     expanded)
{
  g_autoptr (AppClientLaunch) launch =
      app_client_launch_new (format, options->name, json, options->project, expanded, NULL);

  return launch != NULL ? app_client_launch_dup_text (launch) : NULL;
}

/* What came of it */

static char *
dup_output (Trial *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (GList *line = self->lines->head; line != NULL; line = line->next)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", (const char *)line->data);
  return text->len > 0 ? app_redactor_redact_text (self->redactor, text->str) : NULL;
}

static void
on_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Trial *self = g_task_get_task_data (task);

  mcp_client_close_finish (MCP_CLIENT (source), result, NULL);
  if (self->caller != NULL && g_cancellable_is_cancelled (self->caller))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", _ ("Interrupted."));
      return;
    }
  self->result->output = dup_output (self);
  g_task_return_pointer (task, g_steal_pointer (&self->result),
                         (GDestroyNotify)app_client_trial_result_free);
}

/* @task: (transfer full) */
static void
end (GTask *task)
{
  Trial *self = g_task_get_task_data (task);

  g_clear_handle_id (&self->timer, g_source_remove);
  if (self->client != NULL)
    {
      mcp_client_close_async (self->client, self->caller, on_closed, task);
      return;
    }
  g_task_return_pointer (task, g_steal_pointer (&self->result),
                         (GDestroyNotify)app_client_trial_result_free);
  g_object_unref (task);
}

/* @task: (transfer full) */
static void
fail (GTask *task, const GError *error)
{
  Trial *self = g_task_get_task_data (task);
  g_autoptr (GError) late = NULL;

  if (self->timed_out)
    {
      late = mcp_error_new (MCP_ERROR_TIMED_OUT,
                            /* Translators: a number of seconds */
                            ngettext ("The server did not answer within %u second.",
                                      "The server did not answer within %u seconds.",
                                      self->timeout / 1000),
                            self->timeout / 1000);
      error = late;
    }
  self->result->problem = app_problem_new_redacted (error, self->redactor);
  end (task);
}

static void
count_tools (AppClientTrialResult *result, McpListing *listing)
{
  glong longest = -1;

  result->n_tools = listing->definitions->len;
  for (guint i = 0; i < listing->definitions->len; i++)
    {
      const char *name = mcp_definition_get_key (listing->definitions->pdata[i]);

      if (g_utf8_strlen (name, -1) <= longest)
        continue;
      longest = g_utf8_strlen (name, -1);
      g_free (result->longest_tool);
      result->longest_tool = g_strdup (name);
    }
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Trial *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpListing) listing =
      mcp_client_list_finish (MCP_CLIENT (source), result, &error);

  if (listing == NULL)
    {
      fail (task, error);
      return;
    }
  count_tools (self->result, listing);
  self->result->ok = TRUE;
  end (task);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask     *task = user_data;
  Trial     *self = g_task_get_task_data (task);
  McpClient *client = MCP_CLIENT (source);
  g_autoptr (GError) error = NULL;

  if (!mcp_client_open_finish (client, result, &error))
    {
      fail (task, error);
      return;
    }
  McpServerInfo *server = mcp_client_get_server_info (client);
  self->result->server_name = g_strdup (mcp_server_info_get_display_name (server));
  self->result->server_version = g_strdup (mcp_server_info_get_version (server));
  if (mcp_client_offers (client, MCP_DEFINITION_TOOL))
    {
      mcp_client_list_async (client, MCP_DEFINITION_TOOL, NULL, NULL, NULL, self->cancellable,
                             on_listed, task);
      return;
    }
  self->result->ok = TRUE;
  end (task);
}

/* On the way */

static void
on_entry (McpTap *tap, McpTapEntry *entry, gpointer user_data)
{
  Trial      *self = user_data;
  gsize       size;
  const char *text;

  if (entry->record->kind != MCP_RECORD_STDERR || entry->record->text == NULL)
    return;
  text = g_bytes_get_data (entry->record->text, &size);
  g_queue_push_tail (self->lines, g_utf8_make_valid (text, (gssize)MIN (size, MAX_LINE_BYTES)));
  if (self->lines->length > MAX_LINES)
    g_free (g_queue_pop_head (self->lines));
}

static void
open_client (GTask *task, McpClient *client)
{
  Trial *self = g_task_get_task_data (task);

  self->client = g_object_ref (client);
  g_signal_connect (mcp_client_get_tap (client), "entry", G_CALLBACK (on_entry), self);
  mcp_client_open_async (client, self->cancellable, on_opened, task);
}

static void
on_prepared (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpClient) client = app_connector_prepare_finish (result, &error);

  if (client != NULL)
    open_client (task, client);
  else
    fail (task, error);
}

/* Nothing but what the application does: no shell is asked where the program might be. */
static McpClient *
create_client (Trial *self)
{
  AppClientLaunch *launch = self->launch;
  g_autoptr (McpTransport) transport =
      mcp_stdio_transport_new (launch->command, (const char *const *)launch->arguments);
  McpTransportLimits *limits = mcp_transport_get_limits (transport);

  limits->close_timeout = GRACE_MS;
  limits->terminate_timeout = GRACE_MS;
  mcp_stdio_transport_set_surroundings (MCP_STDIO_TRANSPORT (transport),
                                        (const char *const *)launch->environment,
                                        launch->directory);
  McpClient *client = mcp_client_new (transport);
  mcp_client_set_implementation (client, "spyglass", "Spyglass", SPYGLASS_VERSION);
  mcp_client_get_options (client)->era = MCP_ERA_CHOICE_AUTO;
  return client;
}

static void
begin (GTask *task)
{
  Trial *self = g_task_get_task_data (task);

  if (self->launch->command != NULL)
    {
      g_autoptr (McpClient) client = create_client (self);

      open_client (task, client);
    }
  else
    {
      g_autoptr (AppSettings) settings = app_settings_new ();
      g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);

      app_connector_prepare_async (self->launch->profile, vault, settings, self->redactor,
                                   self->cancellable, on_prepared, task);
    }
}

static gboolean
on_time_up (gpointer user_data)
{
  Trial *self = user_data;

  self->timer = 0;
  self->timed_out = TRUE;
  g_cancellable_cancel (self->cancellable);
  return G_SOURCE_REMOVE;
}

static void
on_cancelled (GCancellable *caller, gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

static Trial *
create_trial (AppClientLaunch *launch, GCancellable *cancellable, guint timeout)
{
  Trial *self = g_new0 (Trial, 1);

  self->launch = launch;
  self->redactor = app_redactor_new ();
  self->cancellable = g_cancellable_new ();
  self->lines = g_queue_new ();
  self->timeout = timeout > 0 ? timeout : APP_CLIENT_TRIAL_TIMEOUT_MS;
  self->timer = g_timeout_add (self->timeout, on_time_up, self);
  self->result = g_new0 (AppClientTrialResult, 1);
  self->result->missing = g_ptr_array_ref (launch->missing);
  if (cancellable == NULL)
    return self;
  self->caller = g_object_ref (cancellable);
  self->cancelled = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled),
                                           g_object_ref (self->cancellable), g_object_unref);
  return self;
}

void
app_client_trial_run_async (const StoreClientFormat     *format,
                            const char                  *json,
                            const AppClientTrialOptions *options,
                            GCancellable                *cancellable,
                            GAsyncReadyCallback          callback,
                            gpointer                     user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (AppClientLaunch) plain =
      app_client_launch_new (format, options->name, json, options->project, FALSE, NULL);
  g_autoptr (AppClientLaunch) launch = NULL;
  GError *error = NULL;

  g_task_set_source_tag (task, app_client_trial_run_async);
  g_task_set_check_cancellable (task, FALSE);
  launch = app_client_launch_new (format, options->name, json, options->project, TRUE, &error);
  if (launch == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if ((launch->command != NULL || plain->taken != NULL) && options->unconfirmed &&
      !options->shown)
    {
      g_task_return_new_error (
          task, APP_ERROR, APP_ERROR_UNCONFIRMED,
          /* Translators: %s is the name of a server */
          _ ("“%s” came from elsewhere and was never confirmed. Use --yes to use it once."),
          options->name);
      return;
    }
  Trial *self = create_trial (g_steal_pointer (&launch), cancellable, options->timeout);
  app_expansion_add_secrets (plain->profile, self->redactor);
  g_task_set_task_data (task, self, (GDestroyNotify)trial_free);
  begin (g_object_ref (task));
}

MCP_DEFINE_FINISH_ALONE (app_client_trial_run_finish, AppClientTrialResult)
