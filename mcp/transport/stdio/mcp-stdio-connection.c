/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-stdio-connection.h"

#include "mcp-limits.h"
#include "mcp-line-inlet.h"
#include "mcp-process.h"
#include "mcp-stderr-tap.h"
#include "mcp-stream-writer.h"

/* When nothing is left of a server whose end we asked for, its last words are in the pipes. */
#define LAST_WORDS_GRACE 200
/* What a process that the kernel does not let go of may keep us waiting for. */
#define KILL_GRACE 3000
/* Between the end of the server and the question who is left of its group: it tells the same
 * turn. */
#define LEFT_BEHIND_GRACE 20

typedef enum {
  STATE_NEW,
  STATE_OPENING,
  STATE_OPEN,
  STATE_STDIN_CLOSED, /* closing: waiting for it to end by itself */
  STATE_TERMINATED,   /* after SIGTERM */
  STATE_KILLED,       /* after SIGKILL */
  STATE_LAST_WORDS,   /* nothing is left of it but what it wrote */
  STATE_CLOSED,
} State;

struct _McpStdioConnection
{
  GObject parent_instance;

  McpTransport *transport; /* borrowed */
  gsize         message_limit;
  guint         terminate_grace;

  State            state;
  gboolean         held;
  char            *description;
  McpProcess      *process;
  McpLineInlet    *output;
  McpStderrTap    *errors;
  McpStreamWriter *writer;
  gboolean         output_ended;
  gboolean         errors_ended;
  gboolean         exited;
  int              exit_status; /* or -signal */
  GSource         *timer;
};

enum {
  OPENED,
  FAILED,
  CLOSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpStdioConnection, mcp_stdio_connection, G_TYPE_OBJECT)

static void finish (McpStdioConnection *self, const GError *error);
static void on_timer (McpStdioConnection *self);

static gboolean
on_timeout (gpointer data)
{
  g_autoptr (McpStdioConnection) self = g_object_ref (data);

  g_clear_pointer (&self->timer, g_source_unref);
  on_timer (self);
  return G_SOURCE_REMOVE;
}

static void
stop_timer (McpStdioConnection *self)
{
  if (self->timer == NULL)
    return;
  g_source_destroy (self->timer);
  g_clear_pointer (&self->timer, g_source_unref);
}

static void
start_timer (McpStdioConnection *self, guint milliseconds)
{
  stop_timer (self);
  self->timer = g_timeout_source_new (milliseconds);
  g_source_set_callback (self->timer, on_timeout, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

/* Records */

static void
emit_process_record (McpStdioConnection *self, McpRecordKind kind)
{
  g_autoptr (McpRecord) record = mcp_record_new (kind);

  record->pid = mcp_process_get_pid (self->process);
  record->note = g_strdup (self->description);
  if (kind == MCP_RECORD_PROCESS_EXITED)
    record->status = self->exit_status;
  mcp_transport_emit_record (self->transport, record);
}

/* Errors */

static GError *
new_exit_error (McpStdioConnection *self)
{
  McpErrorDetails *details;
  GError          *error;

  if (self->exit_status < 0)
    error = mcp_error_new (MCP_ERROR_PROCESS_EXITED, "The server was ended by signal %d (%s)",
                           -self->exit_status, g_strsignal (-self->exit_status));
  else if (self->exit_status == 0)
    error = mcp_error_new (MCP_ERROR_PROCESS_EXITED, "The server ended by itself");
  else
    error = mcp_error_new (MCP_ERROR_PROCESS_EXITED, "The server ended with exit status %d",
                           self->exit_status);
  details = mcp_error_get_details (error);
  details->exit_status = self->exit_status >= 0 ? self->exit_status : -1;
  details->signal = self->exit_status < 0 ? -self->exit_status : 0;
  if (self->errors != NULL)
    details->evidence = mcp_stderr_tap_dup_tail (self->errors);
  return error;
}

static GError *
new_lost_error (McpStdioConnection *self)
{
  GError *error;

  if (self->exited)
    return new_exit_error (self);
  error = mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                         self->output_ended ? "The server closed its standard output and runs on"
                                            : "The server closed its standard input and runs on");
  if (self->errors != NULL)
    mcp_error_get_details (error)->evidence = mcp_stderr_tap_dup_tail (self->errors);
  return error;
}

/* Ends */

/* One of its three ends is gone; the others say why, given a moment. */
static void
on_something_ended (McpStdioConnection *self)
{
  gboolean all = self->output_ended && self->errors_ended;

  if (self->state == STATE_LAST_WORDS)
    {
      if (all)
        finish (self, NULL);
    }
  else if (self->state == STATE_OPEN)
    {
      if (self->exited && all)
        {
          g_autoptr (GError) error = new_exit_error (self);
          finish (self, error);
        }
      else if (self->timer == NULL)
        {
          start_timer (self, MCP_STDIO_DRAIN_GRACE);
        }
    }
}

static void
on_output_ended (gpointer data)
{
  g_autoptr (McpStdioConnection) self = g_object_ref (data);

  self->output_ended = TRUE;
  on_something_ended (self);
}

static void
on_errors_ended (McpStderrTap *tap, gpointer data)
{
  g_autoptr (McpStdioConnection) self = g_object_ref (data);

  self->errors_ended = TRUE;
  if (self->exited || self->state == STATE_LAST_WORDS)
    on_something_ended (self);
}

static void
on_writer_broken (McpStreamWriter *writer, gpointer data)
{
  on_something_ended (data);
}

/* The process */

static void
escalate (McpStdioConnection *self, State state)
{
  self->state = state;
  if (state == STATE_TERMINATED)
    {
      mcp_process_terminate (self->process);
      start_timer (self, self->exited ? MIN (self->terminate_grace, MCP_STDIO_EXIT_GRACE)
                                      : self->terminate_grace);
    }
  else
    {
      mcp_process_kill (self->process);
      start_timer (self, KILL_GRACE);
    }
}

static void
on_timer (McpStdioConnection *self)
{
  g_autoptr (GError) error = NULL;

  switch (self->state)
    {
    case STATE_OPEN:
      if (self->held) /* what it wrote last is still to be read */
        {
          start_timer (self, MCP_STDIO_DRAIN_GRACE);
          break;
        }
      error = new_lost_error (self);
      finish (self, error);
      break;
    case STATE_STDIN_CLOSED:
      escalate (self, STATE_TERMINATED);
      break;
    case STATE_TERMINATED:
      escalate (self, STATE_KILLED);
      break;
    case STATE_KILLED:
    case STATE_LAST_WORDS:
      finish (self, NULL);
      break;
    case STATE_NEW:
    case STATE_OPENING:
    case STATE_CLOSED:
    default:
      break;
    }
}

static void
on_process_exited (McpProcess *process, int status, gpointer data)
{
  g_autoptr (McpStdioConnection) self = g_object_ref (data);

  self->exited = TRUE;
  self->exit_status = status;
  if (self->state == STATE_OPEN)
    {
      stop_timer (self);
      on_something_ended (self);
    }
  else if (self->state == STATE_STDIN_CLOSED)
    {
      start_timer (self, LEFT_BEHIND_GRACE);
    }
}

static void
on_process_gone (McpProcess *process, gpointer data)
{
  g_autoptr (McpStdioConnection) self = g_object_ref (data);

  if (self->state < STATE_STDIN_CLOSED)
    return;
  self->state = STATE_LAST_WORDS;
  start_timer (self, LAST_WORDS_GRACE);
  if (self->held)
    finish (self, NULL);
  else
    on_something_ended (self);
}

static void
let_go (McpStdioConnection *self)
{
  if (self->timer != NULL)
    stop_timer (self);
  g_clear_pointer (&self->output, mcp_line_inlet_stop);
  g_clear_pointer (&self->errors, mcp_stderr_tap_free);
  if (self->process != NULL)
    g_signal_handlers_disconnect_by_data (self->process, self);
  g_clear_object (&self->process); /* whatever still runs is ended by its supervisor */
  self->state = STATE_CLOSED;
}

/* It is over: by itself with @error, or because it was closed. */
static void
finish (McpStdioConnection *self, const GError *error)
{
  g_autoptr (McpStdioConnection) alive = g_object_ref (self);
  g_autoptr (GError) closed = NULL;

  if (self->exited)
    emit_process_record (self, MCP_RECORD_PROCESS_EXITED);
  let_go (self);
  if (error == NULL)
    closed = mcp_error_new (MCP_ERROR_NOT_CONNECTED, "The connection was closed");
  mcp_stream_writer_stop (g_steal_pointer (&self->writer), error != NULL ? error : closed);
  g_signal_emit (self, signals[CLOSED], 0, error);
}

static void
on_process_started (McpProcess *process, gpointer data)
{
  g_autoptr (McpStdioConnection) self = g_object_ref (data);

  self->state = STATE_OPEN;
  self->output = mcp_line_inlet_new (self->transport, mcp_process_take_output (process),
                                     self->message_limit, on_output_ended, self);
  mcp_line_inlet_hold (self->output, self->held);
  self->errors = mcp_stderr_tap_new (mcp_process_take_error (process), self->transport,
                                     on_errors_ended, self);
  self->writer = mcp_stream_writer_new (mcp_process_take_input (process), on_writer_broken, self);
  emit_process_record (self, MCP_RECORD_PROCESS_STARTED);
  g_signal_emit (self, signals[OPENED], 0);
}

static void
on_process_failed (McpProcess *process, const GError *error, gpointer data)
{
  g_autoptr (McpStdioConnection) self = g_object_ref (data);

  let_go (self);
  g_signal_emit (self, signals[FAILED], 0, error);
}

static void
mcp_stdio_connection_dispose (GObject *object)
{
  McpStdioConnection *self = MCP_STDIO_CONNECTION (object);

  let_go (self);
  if (self->writer != NULL)
    {
      g_autoptr (GError) closed = mcp_error_new (MCP_ERROR_NOT_CONNECTED,
                                                 "The connection was closed");
      mcp_stream_writer_stop (g_steal_pointer (&self->writer), closed);
    }
  g_clear_pointer (&self->description, g_free);

  G_OBJECT_CLASS (mcp_stdio_connection_parent_class)->dispose (object);
}

static void
mcp_stdio_connection_class_init (McpStdioConnectionClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mcp_stdio_connection_dispose;

  signals[OPENED] = g_signal_new ("opened", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_ERROR);
  signals[CLOSED] = g_signal_new ("closed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
mcp_stdio_connection_init (McpStdioConnection *self)
{
}

McpStdioConnection *
mcp_stdio_connection_new (McpTransport *transport, gsize message_limit)
{
  McpStdioConnection *self = g_object_new (MCP_TYPE_STDIO_CONNECTION, NULL);

  self->transport = transport;
  self->message_limit = message_limit;
  return self;
}

gboolean
mcp_stdio_connection_start (McpStdioConnection *self, McpCommand *command, GError **error)
{
  g_return_val_if_fail (self->state == STATE_NEW, FALSE);

  self->description = mcp_command_describe (command);
  self->process = mcp_process_new ();
  g_signal_connect (self->process, "started", G_CALLBACK (on_process_started), self);
  g_signal_connect (self->process, "failed", G_CALLBACK (on_process_failed), self);
  g_signal_connect (self->process, "exited", G_CALLBACK (on_process_exited), self);
  g_signal_connect (self->process, "gone", G_CALLBACK (on_process_gone), self);
  self->state = STATE_OPENING;
  return mcp_process_start (self->process, command, error);
}

gboolean
mcp_stdio_connection_write (McpStdioConnection *self, GBytes *message)
{
  gsize written;

  g_return_val_if_fail (self->writer != NULL, FALSE);

  if (mcp_stream_writer_write (self->writer, message, &written))
    return TRUE;
  if (written > 0) /* it is on its way: the rest follows when the server reads */
    mcp_stream_writer_send (self->writer, message, written, NULL);
  return written > 0;
}

void
mcp_stdio_connection_send (McpStdioConnection *self, GBytes *message, GTask *task)
{
  g_return_if_fail (self->writer != NULL);

  mcp_stream_writer_send (self->writer, message, 0, task);
}

void
mcp_stdio_connection_hold (McpStdioConnection *self, gboolean hold)
{
  self->held = hold;
  if (self->output != NULL)
    mcp_line_inlet_hold (self->output, hold);
}

void
mcp_stdio_connection_close (McpStdioConnection *self, guint exit_grace, guint terminate_grace)
{
  if (self->state != STATE_OPEN)
    return;
  self->state = STATE_STDIN_CLOSED;
  self->terminate_grace = terminate_grace;
  mcp_stream_writer_finish (self->writer);
  start_timer (self, self->exited ? LEFT_BEHIND_GRACE : exit_grace);
}

void
mcp_stdio_connection_kill (McpStdioConnection *self)
{
  if (self->state == STATE_OPENING)
    {
      mcp_process_kill (self->process);
      let_go (self);
    }
  else if (self->state > STATE_OPENING && self->state < STATE_KILLED)
    {
      escalate (self, STATE_KILLED);
    }
}

gboolean
mcp_stdio_connection_is_open (McpStdioConnection *self)
{
  return self->state == STATE_OPEN;
}

int
mcp_stdio_connection_get_pid (McpStdioConnection *self)
{
  return self->process != NULL && !self->exited ? mcp_process_get_pid (self->process) : 0;
}
