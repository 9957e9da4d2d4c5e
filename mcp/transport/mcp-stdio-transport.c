/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-stdio-transport.h"

#include "mcp-limits.h"
#include "mcp-stdio-connection.h"

struct _McpStdioTransport
{
  McpTransport parent_instance;

  char   *command;
  char  **arguments;
  char  **environment;
  char   *working_directory;
  guint64 message_limit;
  guint   exit_grace;
  guint   terminate_grace;

  gboolean            held;
  McpStdioConnection *connection;
  GTask              *opening;
  GPtrArray          *closing;        /* of GTask */
  GPtrArray          *cancel_sources; /* of GSource: of whoever opens or closes */
};

enum {
  PROP_0,
  PROP_COMMAND,
  PROP_ARGUMENTS,
  PROP_ENVIRONMENT,
  PROP_WORKING_DIRECTORY,
  PROP_MESSAGE_LIMIT,
  PROP_EXIT_GRACE,
  PROP_TERMINATE_GRACE,
  PROP_PID,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (McpStdioTransport, mcp_stdio_transport, MCP_TYPE_TRANSPORT)

static void
destroy_source (gpointer source)
{
  g_source_destroy (source);
  g_source_unref (source);
}

/* Calls @function on the main loop when @cancellable is cancelled, until the sources are
 * cleared. */
static void
watch_cancellable (McpStdioTransport     *self,
                   GCancellable          *cancellable,
                   GCancellableSourceFunc function)
{
  GSource *source;

  if (cancellable == NULL)
    return;
  source = g_cancellable_source_new (cancellable);
  g_source_set_callback (source, G_SOURCE_FUNC (function), self, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  g_ptr_array_add (self->cancel_sources, source);
}

static GError *
new_cancelled_error (void)
{
  return mcp_error_new (MCP_ERROR_CANCELLED, "Starting the server was cancelled");
}

/* Opening */

/* @error: (nullable) (transfer full) */
static void
end_opening (McpStdioTransport *self, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->opening);

  g_ptr_array_set_size (self->cancel_sources, 0);
  if (error == NULL)
    {
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PID]);
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_clear_object (&self->connection);
  g_task_return_error (task, error);
}

static void
on_opened (McpStdioConnection *connection, gpointer data)
{
  end_opening (data, NULL);
}

static void
on_failed (McpStdioConnection *connection, const GError *error, gpointer data)
{
  end_opening (data, g_error_copy (error));
}

static void
on_closed (McpStdioConnection *connection, const GError *error, gpointer data)
{
  g_autoptr (McpStdioTransport) self = g_object_ref (data);
  g_autoptr (GPtrArray) closing = g_steal_pointer (&self->closing);

  g_ptr_array_set_size (self->cancel_sources, 0);
  g_clear_object (&self->connection);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PID]);
  mcp_transport_emit_closed (MCP_TRANSPORT (self), error);
  for (guint i = 0; closing != NULL && i < closing->len; i++)
    g_task_return_boolean (closing->pdata[i], TRUE);
}

static gboolean
abort_opening (GCancellable *cancellable, gpointer data)
{
  McpStdioTransport *self = data;

  mcp_stdio_connection_kill (self->connection);
  end_opening (self, new_cancelled_error ());
  return G_SOURCE_REMOVE;
}

static gboolean
start (McpStdioTransport *self, GError **error)
{
  McpCommand *command = mcp_command_new (self->command, (const char *const *)self->arguments,
                                         (const char *const *)self->environment,
                                         self->working_directory, error);

  if (command == NULL)
    return FALSE;
  self->connection = mcp_stdio_connection_new (MCP_TRANSPORT (self), self->message_limit);
  mcp_stdio_connection_hold (self->connection, self->held);
  g_signal_connect (self->connection, "opened", G_CALLBACK (on_opened), self);
  g_signal_connect (self->connection, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect (self->connection, "closed", G_CALLBACK (on_closed), self);
  if (mcp_stdio_connection_start (self->connection, command, error))
    return TRUE;
  g_clear_object (&self->connection);
  return FALSE;
}

static void
mcp_stdio_transport_open_async (McpTransport       *transport,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GError *error = NULL;

  g_task_set_source_tag (task, mcp_stdio_transport_open_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->connection != NULL)
    error = mcp_error_new (MCP_ERROR_INVALID_TARGET, "The server was started already");
  else if (g_cancellable_is_cancelled (cancellable))
    error = new_cancelled_error ();
  else
    start (self, &error);

  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->opening = g_steal_pointer (&task);
  watch_cancellable (self, cancellable, abort_opening);
}

/* Sending */

static gboolean
mcp_stdio_transport_send_now (McpTransport *transport, GBytes *message)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

  return self->connection != NULL && mcp_stdio_connection_is_open (self->connection) &&
         mcp_stdio_connection_write (self->connection, message);
}

static void
mcp_stdio_transport_send_async (McpTransport       *transport,
                                GBytes             *message,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, mcp_stdio_transport_send_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->connection == NULL || !mcp_stdio_connection_is_open (self->connection))
    g_task_return_error (task,
                         mcp_error_new (MCP_ERROR_NOT_CONNECTED, "The server is not running"));
  else if (g_cancellable_is_cancelled (cancellable))
    g_task_return_error (task, mcp_error_new (MCP_ERROR_CANCELLED, "The message was taken back"));
  else
    mcp_stdio_connection_send (self->connection, message, g_steal_pointer (&task));
}

/* Closing */

static gboolean
kill_now (GCancellable *cancellable, gpointer data)
{
  McpStdioTransport *self = data;

  mcp_stdio_connection_kill (self->connection);
  return G_SOURCE_REMOVE;
}

static void
mcp_stdio_transport_close_async (McpTransport       *transport,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, mcp_stdio_transport_close_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->opening != NULL)
    abort_opening (NULL, self);
  if (self->connection == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (self->closing == NULL)
    self->closing = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (self->closing, g_steal_pointer (&task));
  mcp_stdio_connection_close (self->connection, self->exit_grace, self->terminate_grace);
  watch_cancellable (self, cancellable, kill_now);
}

static gboolean
finish_task (McpTransport *transport, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, transport), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
mcp_stdio_transport_hold (McpTransport *transport, gboolean hold)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

  self->held = hold;
  if (self->connection != NULL)
    mcp_stdio_connection_hold (self->connection, hold);
}

/* The object */

static void
mcp_stdio_transport_dispose (GObject *object)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (object);

  if (self->connection != NULL)
    g_signal_handlers_disconnect_by_data (self->connection, self);
  g_clear_object (&self->connection);
  g_ptr_array_set_size (self->cancel_sources, 0);

  G_OBJECT_CLASS (mcp_stdio_transport_parent_class)->dispose (object);
}

static void
mcp_stdio_transport_finalize (GObject *object)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (object);

  g_free (self->command);
  g_strfreev (self->arguments);
  g_strfreev (self->environment);
  g_free (self->working_directory);
  g_ptr_array_unref (self->cancel_sources);

  G_OBJECT_CLASS (mcp_stdio_transport_parent_class)->finalize (object);
}

static void
mcp_stdio_transport_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (object);

  switch (id)
    {
    case PROP_COMMAND:
      g_value_set_string (value, self->command);
      break;
    case PROP_ARGUMENTS:
      g_value_set_boxed (value, self->arguments);
      break;
    case PROP_ENVIRONMENT:
      g_value_set_boxed (value, self->environment);
      break;
    case PROP_WORKING_DIRECTORY:
      g_value_set_string (value, self->working_directory);
      break;
    case PROP_MESSAGE_LIMIT:
      g_value_set_uint64 (value, self->message_limit);
      break;
    case PROP_EXIT_GRACE:
      g_value_set_uint (value, self->exit_grace);
      break;
    case PROP_TERMINATE_GRACE:
      g_value_set_uint (value, self->terminate_grace);
      break;
    case PROP_PID:
      g_value_set_int (value, self->connection != NULL
                                  ? mcp_stdio_connection_get_pid (self->connection)
                                  : 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_stdio_transport_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (object);

  switch (id)
    {
    case PROP_COMMAND:
      g_free (self->command);
      self->command = g_value_dup_string (value);
      break;
    case PROP_ARGUMENTS:
      g_strfreev (self->arguments);
      self->arguments = g_value_dup_boxed (value);
      break;
    case PROP_ENVIRONMENT:
      g_strfreev (self->environment);
      self->environment = g_value_dup_boxed (value);
      break;
    case PROP_WORKING_DIRECTORY:
      g_free (self->working_directory);
      self->working_directory = g_value_dup_string (value);
      break;
    case PROP_MESSAGE_LIMIT:
      self->message_limit = g_value_get_uint64 (value);
      break;
    case PROP_EXIT_GRACE:
      self->exit_grace = g_value_get_uint (value);
      break;
    case PROP_TERMINATE_GRACE:
      self->terminate_grace = g_value_get_uint (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  g_object_notify_by_pspec (object, pspec);
}

static void
mcp_stdio_transport_class_init (McpStdioTransportClass *klass)
{
  GObjectClass      *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);
  const GParamFlags  read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags  write = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = mcp_stdio_transport_dispose;
  object_class->finalize = mcp_stdio_transport_finalize;
  object_class->get_property = mcp_stdio_transport_get_property;
  object_class->set_property = mcp_stdio_transport_set_property;
  transport_class->open_async = mcp_stdio_transport_open_async;
  transport_class->open_finish = finish_task;
  transport_class->send_now = mcp_stdio_transport_send_now;
  transport_class->send_async = mcp_stdio_transport_send_async;
  transport_class->send_finish = finish_task;
  transport_class->close_async = mcp_stdio_transport_close_async;
  transport_class->close_finish = finish_task;
  transport_class->hold = mcp_stdio_transport_hold;

  properties[PROP_COMMAND] = g_param_spec_string ("command", NULL, NULL, NULL, write);
  properties[PROP_ARGUMENTS] = g_param_spec_boxed ("arguments", NULL, NULL, G_TYPE_STRV, write);
  properties[PROP_ENVIRONMENT] = g_param_spec_boxed ("environment", NULL, NULL, G_TYPE_STRV, write);
  properties[PROP_WORKING_DIRECTORY] = g_param_spec_string ("working-directory", NULL, NULL, NULL,
                                                            write);
  properties[PROP_MESSAGE_LIMIT] = g_param_spec_uint64 (
      "message-limit", NULL, NULL, 1, MCP_MESSAGE_LIMIT, MCP_MESSAGE_LIMIT, write);
  properties[PROP_EXIT_GRACE] = g_param_spec_uint ("exit-grace", NULL, NULL, 0, G_MAXUINT,
                                                   MCP_STDIO_EXIT_GRACE, write);
  properties[PROP_TERMINATE_GRACE] = g_param_spec_uint ("terminate-grace", NULL, NULL, 0, G_MAXUINT,
                                                        MCP_STDIO_TERMINATE_GRACE, write);
  properties[PROP_PID] = g_param_spec_int ("pid", NULL, NULL, 0, G_MAXINT, 0, read);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_stdio_transport_init (McpStdioTransport *self)
{
  self->message_limit = MCP_MESSAGE_LIMIT;
  self->exit_grace = MCP_STDIO_EXIT_GRACE;
  self->terminate_grace = MCP_STDIO_TERMINATE_GRACE;
  self->cancel_sources = g_ptr_array_new_with_free_func (destroy_source);
}

McpTransport *
mcp_stdio_transport_new (const char *command, const char *const *arguments)
{
  return g_object_new (MCP_TYPE_STDIO_TRANSPORT, "command", command, "arguments", arguments, NULL);
}
