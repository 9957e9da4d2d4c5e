/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-process.h"

#include "mcp-object.h"
#include "mcp-supervisor.h"
#include "mcp-source.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

/* A pipe that holds a large reply at once spares both sides many turns; beyond the usual limit the
 * kernel says no, which is fine. */
#define PIPE_CAPACITY (256 * 1024)

struct _McpProcess
{
  GObject parent_instance;

  McpCommand *command; /* until it runs */
  int         input;
  int         output;
  int         error;
  int         control;
  int         report;
  GSource    *control_source;
  GSource    *report_source;
  int         pid;
  gboolean    exited;
  gboolean    lost_supervisor;
};

enum {
  STARTED,
  FAILED,
  EXITED,
  GONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpProcess, mcp_process, G_TYPE_OBJECT)

static void
clear_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

MCP_DEFINE_DISPOSE (McpProcess, mcp_process)
{
  mcp_source_clear (&self->control_source);
  mcp_source_clear (&self->report_source);
  clear_fd (&self->input);
  clear_fd (&self->output);
  clear_fd (&self->error);
  clear_fd (&self->report);
  clear_fd (&self->control); /* which the supervisor notices */
  g_clear_pointer (&self->command, mcp_command_free);
}

static void
mcp_process_class_init (McpProcessClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mcp_process_dispose;

  signals[STARTED] = mcp_signal_new (klass, "started", 0);
  signals[FAILED] = mcp_signal_new (klass, "failed", 1, G_TYPE_ERROR);
  signals[EXITED] = mcp_signal_new (klass, "exited", 1, G_TYPE_INT);
  signals[GONE] = mcp_signal_new (klass, "gone", 0);
}

static void
mcp_process_init (McpProcess *self)
{
  self->input = self->output = self->error = self->control = self->report = -1;
}

McpProcess *
mcp_process_new (void)
{
  return g_object_new (MCP_TYPE_PROCESS, NULL);
}

static void
order (McpProcess *self, char what)
{
  ssize_t sent;

  if (self->control < 0)
    return;
  do
    sent = send (self->control, &what, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
}

void
mcp_process_terminate (McpProcess *self)
{
  order (self, MCP_SUPERVISOR_TERMINATE);
}

void
mcp_process_kill (McpProcess *self)
{
  order (self, MCP_SUPERVISOR_KILL);
}

/* The supervisor went away. Where it was killed, so was the server, but not the rest of its group,
 * whose number nobody else can have got in the meantime. */
static void
on_supervisor_gone (McpProcess *self, gboolean in_order)
{
  mcp_source_clear (&self->control_source);
  clear_fd (&self->control);
  if (!in_order && self->pid > 0)
    kill (-self->pid, SIGKILL);
  if (!self->exited)
    {
      self->exited = TRUE;
      self->lost_supervisor = !in_order;
      g_signal_emit (self, signals[EXITED], 0, -SIGKILL);
    }
  g_signal_emit (self, signals[GONE], 0);
}

static gboolean
on_control (int fd, GIOCondition condition, gpointer data)
{
  g_autoptr (McpProcess) self = g_object_ref (data);
  McpSupervisorMessage message;
  ssize_t              count;

  while (self->control_source != NULL)
    {
      count = recv (fd, &message, sizeof message, MSG_DONTWAIT);
      if (count < 0 && errno == EINTR)
        continue;
      if (count < 0 && errno == EAGAIN)
        return G_SOURCE_CONTINUE;
      if (count != sizeof message || message.event == MCP_SUPERVISOR_GONE)
        {
          on_supervisor_gone (self, count == sizeof message);
          return G_SOURCE_REMOVE;
        }
      if (message.event == MCP_SUPERVISOR_STARTED)
        {
          self->pid = message.value;
        }
      else if (message.event == MCP_SUPERVISOR_EXITED && !self->exited)
        {
          self->exited = TRUE;
          g_signal_emit (self, signals[EXITED], 0, (int)message.value);
        }
    }
  return G_SOURCE_REMOVE;
}

static GSource *
watch_fd (McpProcess *self, int fd, GUnixFDSourceFunc function, const char *name)
{
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();
  GSource *source = g_unix_fd_source_new (fd, G_IO_IN | G_IO_HUP | G_IO_ERR);

  g_source_set_callback (source, G_SOURCE_FUNC (function), self, NULL);
  g_source_set_static_name (source, name);
  g_source_attach (source, context);
  return source;
}

/* The report is empty when the program was executed: its end of the pipe was closed by that. */
static gboolean
on_report (int fd, GIOCondition condition, gpointer data)
{
  g_autoptr (McpProcess) self = g_object_ref (data);
  McpSupervisorFailure failure;
  McpSupervisorMessage message;
  ssize_t              count = read (fd, &failure, sizeof failure);

  if (count < 0 && (errno == EINTR || errno == EAGAIN))
    return G_SOURCE_CONTINUE;
  mcp_source_clear (&self->report_source);
  clear_fd (&self->report);

  if (count == sizeof failure)
    {
      g_autoptr (GError) error =
          mcp_command_explain (self->command, failure.step == MCP_SUPERVISOR_DIRECTORY,
                               failure.error_number);

      mcp_source_clear (&self->control_source);
      clear_fd (&self->control);
      g_signal_emit (self, signals[FAILED], 0, error);
      return G_SOURCE_REMOVE;
    }

  self->control_source = watch_fd (self, self->control, on_control, "process control");
  /* The pid was said before the program could be executed. */
  if (recv (self->control, &message, sizeof message, MSG_PEEK | MSG_DONTWAIT) == sizeof message &&
      message.event == MCP_SUPERVISOR_STARTED)
    self->pid = message.value;
  g_signal_emit (self, signals[STARTED], 0);
  return G_SOURCE_REMOVE;
}

/* Descriptors 0 to 2 are what the server's ends become; a process that runs without some of them
 * gets such numbers for others. */
static gboolean
lift (int *fd)
{
  if (*fd > 2)
    return TRUE;
  int lifted = fcntl (*fd, F_DUPFD_CLOEXEC, 3);
  clear_fd (fd);
  *fd = lifted;
  return lifted >= 0;
}

static gboolean
open_pipe (int *read_end, int *write_end)
{
  int ends[2];

  if (!g_unix_open_pipe (ends, FD_CLOEXEC, NULL))
    return FALSE;
  *read_end = ends[0];
  *write_end = ends[1];
  return lift (read_end) && lift (write_end);
}

static gboolean
open_all (McpProcess *self, McpSupervisorPlan *plan)
{
  int ends[2];

  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return FALSE;
  self->control = ends[0];
  plan->control = ends[1];
  return lift (&self->control) && lift (&plan->control) &&
         open_pipe (&plan->input, &self->input) && open_pipe (&self->output, &plan->output) &&
         open_pipe (&self->error, &plan->error) && open_pipe (&self->report, &plan->report);
}

static void
on_supervisor_ended (GPid pid, int status, gpointer data)
{
}

gboolean
mcp_process_start (McpProcess *self, McpCommand *command, GError **error)
{
  McpSupervisorPlan plan = {
    .program = command->program,
    .arguments = command->arguments,
    .shell_arguments = command->shell_arguments,
    .environment = command->environment,
    .directory = command->directory,
    .input = -1,
    .output = -1,
    .error = -1,
    .report = -1,
    .control = -1,
  };
  pid_t supervisor = -1;

  g_return_val_if_fail (self->command == NULL, FALSE);

  self->command = command;
  if (open_all (self, &plan))
    supervisor = mcp_supervisor_start (&plan);
  if (supervisor < 0)
    g_propagate_error (error, mcp_error_new (MCP_ERROR_COMMAND_NOT_EXECUTABLE,
                                             "No process can be started: %s", g_strerror (errno)));
  clear_fd (&plan.input);
  clear_fd (&plan.output);
  clear_fd (&plan.error);
  clear_fd (&plan.report);
  clear_fd (&plan.control);
  if (supervisor < 0)
    return FALSE;

  /* Only so that it does not stay a zombie: what it has to say comes by the control socket. */
  g_autoptr (GSource) watch = g_child_watch_source_new (supervisor);
  g_source_set_callback (watch, G_SOURCE_FUNC (on_supervisor_ended), NULL, NULL);
  g_source_attach (watch, g_main_context_get_thread_default ());

  g_unix_set_fd_nonblocking (self->input, TRUE, NULL);
  g_unix_set_fd_nonblocking (self->output, TRUE, NULL);
  g_unix_set_fd_nonblocking (self->error, TRUE, NULL);
  g_unix_set_fd_nonblocking (self->report, TRUE, NULL);
  fcntl (self->output, F_SETPIPE_SZ, PIPE_CAPACITY);

  self->report_source = watch_fd (self, self->report, on_report, "process start");
  return TRUE;
}

static int
take (int *fd)
{
  int taken = *fd;

  *fd = -1;
  return taken;
}

int
mcp_process_take_input (McpProcess *self)
{
  return take (&self->input);
}

int
mcp_process_take_output (McpProcess *self)
{
  return take (&self->output);
}

int
mcp_process_take_error (McpProcess *self)
{
  return take (&self->error);
}

MCP_DEFINE_PLAIN_GETTER (int, McpProcess, mcp_process, pid)
MCP_DEFINE_PLAIN_FLAG (McpProcess, mcp_process, lost_supervisor)
