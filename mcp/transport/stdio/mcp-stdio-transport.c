/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-stdio-transport.h"

#include "mcp-limits.h"
#include "mcp-stdio-connection.h"

#define BASE(self) MCP_BYTE_TRANSPORT (self)

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

  McpStdioConnection *connection;
  GTask              *opening;
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

G_DEFINE_FINAL_TYPE (McpStdioTransport, mcp_stdio_transport, MCP_TYPE_BYTE_TRANSPORT)

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

  mcp_byte_transport_unwatch (BASE (self));
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

  mcp_byte_transport_unwatch (BASE (self));
  g_clear_object (&self->connection);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PID]);
  mcp_byte_transport_end (BASE (self), error);
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
  mcp_stdio_connection_hold (self->connection, mcp_byte_transport_is_held (BASE (self)));
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
  g_autoptr (GTask) task = mcp_byte_transport_begin_task (
      BASE (transport), mcp_stdio_transport_open_async, cancellable, callback, user_data);
  GError *error = NULL;

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
  mcp_byte_transport_watch (BASE (self), cancellable, abort_opening);
}

/* Sending */

static gboolean
mcp_stdio_transport_send_now (McpTransport *transport, GBytes *message)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

  return self->connection != NULL && mcp_stdio_connection_is_open (self->connection) &&
         mcp_stdio_connection_write (self->connection, message);
}

static gboolean
mcp_stdio_transport_is_open (McpByteTransport *transport)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

  return self->connection != NULL && mcp_stdio_connection_is_open (self->connection);
}

static void
mcp_stdio_transport_write (McpByteTransport *transport, GBytes *message, GTask *task)
{
  mcp_stdio_connection_send (MCP_STDIO_TRANSPORT (transport)->connection, message, task);
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
  g_autoptr (GTask) task = mcp_byte_transport_begin_task (
      BASE (self), mcp_stdio_transport_close_async, cancellable, callback, user_data);

  if (self->opening != NULL)
    abort_opening (NULL, self);
  if (self->connection == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  mcp_byte_transport_await_end (BASE (self), g_steal_pointer (&task));
  mcp_stdio_connection_close (self->connection, self->exit_grace, self->terminate_grace);
  mcp_byte_transport_watch (BASE (self), cancellable, kill_now);
}

static void
mcp_stdio_transport_hold_stream (McpByteTransport *transport, gboolean hold)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

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
  mcp_byte_transport_unwatch (BASE (self));

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
  GObjectClass          *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass     *transport_class = MCP_TRANSPORT_CLASS (klass);
  McpByteTransportClass *byte_class = MCP_BYTE_TRANSPORT_CLASS (klass);
  const GParamFlags      read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags      write =
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = mcp_stdio_transport_dispose;
  object_class->finalize = mcp_stdio_transport_finalize;
  object_class->get_property = mcp_stdio_transport_get_property;
  object_class->set_property = mcp_stdio_transport_set_property;
  transport_class->open_async = mcp_stdio_transport_open_async;
  transport_class->send_now = mcp_stdio_transport_send_now;
  transport_class->close_async = mcp_stdio_transport_close_async;
  byte_class->is_open = mcp_stdio_transport_is_open;
  byte_class->write = mcp_stdio_transport_write;
  byte_class->hold_stream = mcp_stdio_transport_hold_stream;
  byte_class->closed_text = "The server is not running";

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
}

McpTransport *
mcp_stdio_transport_new (const char *command, const char *const *arguments)
{
  return g_object_new (MCP_TYPE_STDIO_TRANSPORT, "command", command, "arguments", arguments, NULL);
}
