/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-stdio-transport.h"

#include "mcp-limits.h"
#include "mcp-line-framer.h"
#include "mcp-object.h"
#include "mcp-process.h"
#include "mcp-stderr-tap.h"

/* When nothing is left of a server whose end we asked for, its last words are in the pipes. */
#define LAST_WORDS_GRACE 200
/* What a process that the kernel does not let go of may keep us waiting for. */
#define KILL_GRACE 3000
/* Between the end of the server and the question who is left of its group: it tells the same
 * turn. */
#define LEFT_BEHIND_GRACE 20

/* How far down the ladder closing has come. */
typedef enum {
  STEP_NONE,
  STEP_STDIN_CLOSED, /* waiting for it to end by itself */
  STEP_TERMINATED,   /* after SIGTERM */
  STEP_KILLED,       /* after SIGKILL */
  STEP_LAST_WORDS,   /* nothing is left of it but what it wrote */
} Step;

struct _McpStdioTransport
{
  McpByteTransport parent_instance;

  char  *command;
  char **arguments;
  char **environment;
  char  *working_directory;

  McpProcess   *process;     /* (nullable) */
  char         *description; /* of its command */
  McpStderrTap *errors;      /* (nullable) */
  Step          step;
  gboolean      output_ended;
  gboolean      errors_ended;
  gboolean      exited;
  int           exit_status; /* or -signal */
};

G_DEFINE_FINAL_TYPE (McpStdioTransport, mcp_stdio_transport, MCP_TYPE_BYTE_TRANSPORT)

/* Records */

static void
emit_process_record (McpStdioTransport *self, McpRecordKind kind)
{
  g_autoptr (McpRecord) record = mcp_record_new (kind);

  record->pid = mcp_process_get_pid (self->process);
  record->note = g_strdup (self->description);
  if (kind == MCP_RECORD_PROCESS_EXITED)
    record->status = self->exit_status;
  mcp_transport_emit_record (MCP_TRANSPORT (self), record);
}

static void
mcp_stdio_transport_record_end (McpByteTransport *base, const GError *error)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (base);

  if (self->exited)
    emit_process_record (self, MCP_RECORD_PROCESS_EXITED);
}

/* Errors */

static GError *
new_exit_error (McpStdioTransport *self)
{
  GError *error;

  if (self->process != NULL && mcp_process_lost_supervisor (self->process))
    error = mcp_error_new (MCP_ERROR_PROCESS_EXITED,
                           "Spyglass lost the process that watches over the server, and ended the "
                           "server with it");
  else if (self->exit_status < 0)
    error = mcp_error_new (MCP_ERROR_PROCESS_EXITED, "The server was ended by signal %d (%s)",
                           -self->exit_status, g_strsignal (-self->exit_status));
  else if (self->exit_status == 0)
    error = mcp_error_new (MCP_ERROR_PROCESS_EXITED, "The server ended by itself");
  else
    error = mcp_error_new (MCP_ERROR_PROCESS_EXITED, "The server ended with exit status %d",
                           self->exit_status);
  McpErrorDetails *details = mcp_error_get_details (error);
  details->exit_status = self->exit_status >= 0 ? self->exit_status : -1;
  details->signal = self->exit_status < 0 ? -self->exit_status : 0;
  if (self->errors != NULL)
    details->evidence = mcp_stderr_tap_dup_tail (self->errors);
  return error;
}

static GError *
mcp_stdio_transport_explain_loss (McpByteTransport *base)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (base);
  GError            *error;

  if (self->exited)
    return new_exit_error (self);
  error = mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                         self->output_ended ? "The server closed its standard output and runs on"
                                            : "The server closed its standard input and runs on");
  mcp_error_get_details (error)->kind = MCP_ERROR_KIND_HALF_CLOSED;
  if (self->errors != NULL)
    mcp_error_get_details (error)->evidence = mcp_stderr_tap_dup_tail (self->errors);
  return error;
}

/* Ends */

/* One of its three ends is gone; the others say why, given a moment. */
static void
on_something_ended (McpStdioTransport *self, McpByteState state)
{
  McpByteTransport *base = MCP_BYTE_TRANSPORT (self);
  gboolean          all = self->output_ended && self->errors_ended;

  if (state == MCP_BYTES_CLOSING && self->step == STEP_LAST_WORDS && all)
    mcp_byte_transport_finish (base, NULL);
  else if (state < MCP_BYTES_CLOSING && self->exited && all)
    mcp_byte_transport_finish (base, new_exit_error (self));
  else if (state == MCP_BYTES_OPEN)
    mcp_byte_transport_lose (base, NULL, MCP_STDIO_DRAIN_GRACE);
}

static void
mcp_stdio_transport_ended (McpByteTransport *base, McpByteState state)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (base);

  self->output_ended = TRUE;
  on_something_ended (self, state);
}

static void
on_errors_ended (McpStderrTap *tap, gpointer data)
{
  g_autoptr (McpStdioTransport) self = g_object_ref (data);

  self->errors_ended = TRUE;
  if (self->exited || self->step == STEP_LAST_WORDS)
    on_something_ended (self, mcp_byte_transport_get_state (MCP_BYTE_TRANSPORT (self)));
}

static void
mcp_stdio_transport_broken (McpByteTransport *base)
{
  mcp_byte_transport_lose (base, NULL, MCP_STDIO_DRAIN_GRACE);
}

/* Closing */

static void
mcp_stdio_transport_close (McpByteTransport *base, gboolean lost)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (base);

  self->step = STEP_STDIN_CLOSED;
  mcp_stream_writer_finish (mcp_byte_transport_get_writer (base));
  mcp_byte_transport_close_in (
      base, self->exited ? LEFT_BEHIND_GRACE
                         : mcp_transport_get_limits (MCP_TRANSPORT (base))->close_timeout);
}

static void
mcp_stdio_transport_close_faster (McpByteTransport *base, gboolean at_once)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (base);
  guint              grace = mcp_transport_get_limits (MCP_TRANSPORT (base))->terminate_timeout;

  if (self->step >= STEP_KILLED)
    {
      if (!at_once)
        mcp_byte_transport_finish (base, NULL);
    }
  else if (at_once || self->step == STEP_TERMINATED)
    {
      self->step = STEP_KILLED;
      mcp_process_kill (self->process);
      mcp_byte_transport_close_in (base, KILL_GRACE);
    }
  else
    {
      self->step = STEP_TERMINATED;
      mcp_process_terminate (self->process);
      mcp_byte_transport_close_in (base, self->exited ? MIN (grace, MCP_STDIO_EXIT_GRACE) : grace);
    }
}

static void
mcp_stdio_transport_disconnect (McpByteTransport *base)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (base);

  g_clear_pointer (&self->errors, mcp_stderr_tap_free);
  if (self->process != NULL)
    g_signal_handlers_disconnect_by_data (self->process, self);
  g_clear_object (&self->process); /* whatever still runs is ended by its supervisor */
  g_clear_pointer (&self->description, g_free);
}

/* The process */

static void
on_process_exited (McpProcess *process, int status, gpointer data)
{
  g_autoptr (McpStdioTransport) self = g_object_ref (data);
  McpByteTransport *base = MCP_BYTE_TRANSPORT (self);
  McpByteState      state = mcp_byte_transport_get_state (base);

  self->exited = TRUE;
  self->exit_status = status;
  if (state == MCP_BYTES_CLOSING && self->step == STEP_STDIN_CLOSED)
    mcp_byte_transport_close_in (base, LEFT_BEHIND_GRACE);
  else if (state < MCP_BYTES_CLOSING)
    on_something_ended (self, MCP_BYTES_OPEN);
}

static void
on_process_gone (McpProcess *process, gpointer data)
{
  g_autoptr (McpStdioTransport) self = g_object_ref (data);
  McpByteTransport *base = MCP_BYTE_TRANSPORT (self);

  if (mcp_byte_transport_get_state (base) != MCP_BYTES_CLOSING)
    return;
  self->step = STEP_LAST_WORDS;
  mcp_byte_transport_close_in (base, LAST_WORDS_GRACE);
  if (mcp_byte_transport_is_held (base))
    mcp_byte_transport_finish (base, NULL);
  else
    on_something_ended (self, MCP_BYTES_CLOSING);
}

static void
on_process_started (McpProcess *process, gpointer data)
{
  g_autoptr (McpStdioTransport) self = g_object_ref (data);
  McpTransport *transport = MCP_TRANSPORT (self);
  McpByteEnds   ends = {
      .input = mcp_process_take_output (process),
      .output = mcp_process_take_input (process),
      .framer = mcp_line_framer_new (mcp_transport_get_limits (transport)->message_limit),
  };

  self->errors = mcp_stderr_tap_new (mcp_process_take_error (process), transport, on_errors_ended,
                                     self);
  emit_process_record (self, MCP_RECORD_PROCESS_STARTED);
  mcp_byte_transport_connected (MCP_BYTE_TRANSPORT (self), &ends);
}

static void
on_process_failed (McpProcess *process, const GError *error, gpointer data)
{
  mcp_byte_transport_fail (data, g_error_copy (error));
}

/* Opening */

static gboolean
mcp_stdio_transport_connect (McpByteTransport *base, GCancellable *cancellable, GError **error)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (base);
  McpCommand        *command = mcp_command_new (self->command, (const char *const *)self->arguments,
                                                (const char *const *)self->environment,
                                                self->working_directory, error);

  if (command == NULL)
    return FALSE;
  self->step = STEP_NONE;
  self->output_ended = self->errors_ended = self->exited = FALSE;
  self->description = mcp_command_describe (command);
  self->process = mcp_process_new ();
  g_signal_connect (self->process, "started", G_CALLBACK (on_process_started), self);
  g_signal_connect (self->process, "failed", G_CALLBACK (on_process_failed), self);
  g_signal_connect (self->process, "exited", G_CALLBACK (on_process_exited), self);
  g_signal_connect (self->process, "gone", G_CALLBACK (on_process_gone), self);
  if (mcp_process_start (self->process, command, error))
    return TRUE;
  mcp_stdio_transport_disconnect (base);
  return FALSE;
}

static void
mcp_stdio_transport_abort (McpByteTransport *base)
{
  mcp_process_kill (MCP_STDIO_TRANSPORT (base)->process);
  mcp_byte_transport_fail (base, NULL);
}

/* The object */

MCP_DEFINE_FINALIZE (McpStdioTransport, mcp_stdio_transport)
{
  g_free (self->command);
  g_strfreev (self->arguments);
  g_strfreev (self->environment);
  g_free (self->working_directory);
}

static void
mcp_stdio_transport_class_init (McpStdioTransportClass *klass)
{
  McpByteTransportClass *byte_class = MCP_BYTE_TRANSPORT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mcp_stdio_transport_finalize;
  byte_class->text_open = "The server was started already";
  byte_class->text_cancelled = "Starting the server was cancelled";
  byte_class->text_closed = "The server is not running";
  byte_class->sends_fail_alike = TRUE;
  byte_class->connect = mcp_stdio_transport_connect;
  byte_class->abort = mcp_stdio_transport_abort;
  byte_class->ended = mcp_stdio_transport_ended;
  byte_class->broken = mcp_stdio_transport_broken;
  byte_class->explain_loss = mcp_stdio_transport_explain_loss;
  byte_class->close = mcp_stdio_transport_close;
  byte_class->close_faster = mcp_stdio_transport_close_faster;
  byte_class->record_end = mcp_stdio_transport_record_end;
  byte_class->disconnect = mcp_stdio_transport_disconnect;
}

static void
mcp_stdio_transport_init (McpStdioTransport *self)
{
  McpTransportLimits *limits = mcp_transport_get_limits (MCP_TRANSPORT (self));

  limits->close_timeout = MCP_STDIO_EXIT_GRACE;
  limits->terminate_timeout = MCP_STDIO_TERMINATE_GRACE;
}

McpTransport *
mcp_stdio_transport_new (const char *command, const char *const *arguments)
{
  McpStdioTransport *self = g_object_new (MCP_TYPE_STDIO_TRANSPORT, NULL);

  self->command = g_strdup (command);
  self->arguments = g_strdupv ((char **)arguments);
  return MCP_TRANSPORT (self);
}

void
mcp_stdio_transport_set_surroundings (McpStdioTransport *self,
                                      const char *const *environment,
                                      const char        *working_directory)
{
  g_return_if_fail (MCP_IS_STDIO_TRANSPORT (self));

  g_strfreev (self->environment);
  self->environment = g_strdupv ((char **)environment);
  g_free (self->working_directory);
  self->working_directory = g_strdup (working_directory);
}
