/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Everything below mcp_supervisor_start() runs in the fork of a process that may have threads: only
 * async-signal-safe functions, no memory from the heap, no GLib. */

#include "mcp-supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <linux/close_range.h>

/* For a server whose owner went away, which ended its stdin too: how long it may take to end by
 * itself before SIGTERM, ms. */
#define ORPHAN_EXIT_GRACE 300
/* And between SIGTERM and SIGKILL, ms. */
#define ORPHAN_TERMINATE_GRACE 1000
/* While killing: how often those that appeared meanwhile are looked for, ms. */
#define KILL_INTERVAL 20
/* A process that survives SIGKILL this long, ms, sleeps in the kernel; nothing more can be done. */
#define KILL_PATIENCE 5000
/* Blocks of memory from this size on are given back. */
#define LARGE_MAPPING (1024 * 1024)
/* What a server's pid reads until it was waited for. */
#define NO_DEADLINE G_MAXINT64

typedef struct
{
  int      control; /* -1 when the owner is gone */
  int      signals;
  pid_t    server; /* also its session and group */
  gboolean exited; /* it is kept as a zombie, so that the number of its group stays taken */
  gboolean reaped; /* no longer */
  gboolean killing;
  gint64   terminate_at; /* ms, CLOCK_MONOTONIC */
  gint64   kill_at;
  gint64   give_up_at;
} Supervisor;

static gint64
now_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void
report_failure (int report, McpSupervisorStep step, int error_number)
{
  McpSupervisorFailure failure = { (gint32)step, error_number };
  ssize_t              written;

  do
    written = write (report, &failure, sizeof failure);
  while (written < 0 && errno == EINTR);
}

static void
close_between (unsigned int first, unsigned int last)
{
  struct rlimit limit;
  unsigned int  end = 65536;

  if (first > last || close_range (first, last, 0) == 0)
    return;
  if (getrlimit (RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < end)
    end = (unsigned int)limit.rlim_cur;
  for (unsigned int fd = first; fd <= last && fd < end; fd++)
    close ((int)fd);
}

static void
close_all_but (int fd)
{
  if (fd > 0)
    close_between (0, (unsigned int)fd - 1);
  close_between ((unsigned int)fd + 1, ~0u);
}

static void
close_on_exec_from (unsigned int first)
{
  struct rlimit limit;
  unsigned int  end = 65536;

  if (close_range (first, ~0u, CLOSE_RANGE_CLOEXEC) == 0)
    return;
  if (getrlimit (RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < end)
    end = (unsigned int)limit.rlim_cur;
  for (unsigned int fd = first; fd < end; fd++)
    fcntl ((int)fd, F_SETFD, FD_CLOEXEC);
}

static void
reset_signal_handlers (void)
{
  struct sigaction action;

  memset (&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; number++)
    sigaction (number, &action, NULL);
}

static void __attribute__ ((noreturn))
become_server (const McpSupervisorPlan *plan, pid_t supervisor)
{
  sigset_t none;

  setsid ();
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != supervisor)
    _exit (127);

  if (plan->directory != NULL && chdir (plan->directory) != 0)
    {
      report_failure (plan->report, MCP_SUPERVISOR_DIRECTORY, errno);
      _exit (127);
    }
  if (dup2 (plan->input, 0) < 0 || dup2 (plan->output, 1) < 0 || dup2 (plan->error, 2) < 0)
    {
      report_failure (plan->report, MCP_SUPERVISOR_FORK, errno);
      _exit (127);
    }
  close_on_exec_from (3);

  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  execve (plan->program, plan->arguments, plan->environment);
  if (errno == ENOEXEC)
    execve ("/bin/sh", plan->shell_arguments, plan->environment);
  report_failure (plan->report, MCP_SUPERVISOR_EXECUTE, errno);
  _exit (127);
}

#ifndef __SANITIZE_ADDRESS__

static const char *
read_hex (const char *text, guintptr *value)
{
  for (*value = 0; *text != '\0'; text++)
    {
      if (*text >= '0' && *text <= '9')
        *value = *value * 16 + (guintptr)(*text - '0');
      else if (*text >= 'a' && *text <= 'f')
        *value = *value * 16 + (guintptr)(*text - 'a' + 10);
      else
        break;
    }
  return text;
}

/* @line: of /proc/self/maps, "from-to rwxp offset device inode path" */
static void
forget_mapping (const char *line, guintptr stack, guintptr thread)
{
  guintptr from, to, offset;

  line = read_hex (line, &from);
  if (*line != '-')
    return;
  line = read_hex (line + 1, &to);
  if (strncmp (line, " rw-p ", 6) != 0 || to - from < LARGE_MAPPING)
    return;
  read_hex (line + 6, &offset);
  if (offset != 0 || strstr (line, " 00:00 0 ") == NULL || strchr (line, '/') != NULL)
    return;
  if ((from <= stack && stack < to) || (from <= thread && thread < to))
    return;
  madvise ((void *)from, to - from, MADV_DONTNEED);
}

#endif

/* The fork shares our memory until one of us writes to it; then the old content would live on here
 * as long as the server does, 512 MiB of a message that was freed long ago if need be. Nothing of
 * it is used here: what is needed is on the stack. (This file is compiled so that no function is
 * looked up late, which would need the linker's data.) */
static void
forget_memory (void)
{
#ifndef __SANITIZE_ADDRESS__
  char        buffer[4096];
  size_t      filled = 0;
  ssize_t     count;
  const char *preloaded = getenv ("LD_PRELOAD");
  int         fd = open ("/proc/self/maps", O_RDONLY | O_CLOEXEC);

  if (fd < 0)
    return;
  /* Valgrind runs us, and some of these mappings are its own. */
  if (preloaded != NULL && strstr (preloaded, "vgpreload") != NULL)
    {
      close (fd);
      return;
    }
  while ((count = read (fd, buffer + filled, sizeof buffer - 1 - filled)) > 0)
    {
      char *line = buffer;
      char *end;

      filled += (size_t)count;
      buffer[filled] = '\0';
      while ((end = strchr (line, '\n')) != NULL)
        {
          *end = '\0';
          forget_mapping (line, (guintptr)buffer, (guintptr)&errno);
          line = end + 1;
        }
      filled -= (size_t)(line - buffer);
      memmove (buffer, line, filled);
      if (filled == sizeof buffer - 1)
        filled = 0; /* a path that long is a file's */
    }
  close (fd);
#endif
}

static void
say (Supervisor *self, McpSupervisorEvent event, int value)
{
  McpSupervisorMessage message = { (gint32)event, value };

  if (self->control >= 0)
    send (self->control, &message, sizeof message, MSG_NOSIGNAL);
}

typedef void (*ChildFunc) (Supervisor *self, pid_t child, int signal);

/* Returns: how many children there are, the server included; -1 when the kernel does not tell */
static int
for_each_child (Supervisor *self, ChildFunc function, int signal)
{
  char    buffer[1024];
  ssize_t count;
  pid_t   child = 0;
  int     children = 0;
  int     fd = open ("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);

  if (fd < 0)
    return -1;
  while ((count = read (fd, buffer, sizeof buffer)) > 0)
    for (ssize_t i = 0; i < count; i++)
      {
        if (buffer[i] >= '0' && buffer[i] <= '9')
          {
            child = child * 10 + (buffer[i] - '0');
          }
        else if (child > 0)
          {
            children++;
            if (child != self->server)
              function (self, child, signal);
            child = 0;
          }
      }
  close (fd);
  return children;
}

static void
signal_child (Supervisor *self, pid_t child, int signal)
{
  pid_t group = getpgid (child);

  /* All groups below here were made below here: the server has a session of its own. */
  if (group > 1 && (group != self->server || self->reaped))
    kill (-group, signal);
}

static void
signal_all (Supervisor *self, int signal)
{
  if (!self->reaped)
    kill (-self->server, signal);
  for_each_child (self, signal_child, signal);
}

static void
begin_killing (Supervisor *self)
{
  if (!self->killing)
    self->give_up_at = now_ms () + KILL_PATIENCE;
  self->killing = TRUE;
  signal_all (self, SIGKILL);
}

static void
reap_child (Supervisor *self, pid_t child, int signal)
{
  waitpid (child, NULL, WNOHANG);
}

/* Waits for whoever ended. Ends this process when nobody is left. */
static void
reap (Supervisor *self)
{
  siginfo_t info;
  int       children = for_each_child (self, reap_child, 0);

  if (!self->exited)
    {
      info.si_pid = 0;
      if (waitid (P_PID, (id_t)self->server, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
          info.si_pid != self->server)
        return;
      self->exited = TRUE;
      say (self, MCP_SUPERVISOR_EXITED,
           info.si_code == CLD_EXITED ? info.si_status : -info.si_status);
      children = for_each_child (self, reap_child, 0);
    }
  if (children > 1)
    return;
  /* As far as could be seen, the server was the last. What waiting says is certain. */
  if (!self->reaped)
    waitpid (self->server, NULL, WNOHANG);
  self->reaped = TRUE;
  if (waitpid (-1, NULL, WNOHANG) < 0 && errno == ECHILD)
    {
      say (self, MCP_SUPERVISOR_GONE, 0);
      _exit (0);
    }
}

static void
listen_to_owner (Supervisor *self)
{
  char    order;
  ssize_t count = recv (self->control, &order, 1, MSG_DONTWAIT);

  if (count == 1)
    {
      if (order == MCP_SUPERVISOR_KILL)
        begin_killing (self);
      else
        signal_all (self, SIGTERM);
    }
  else if (count == 0 || (errno != EAGAIN && errno != EINTR))
    {
      self->control = -1;
      self->terminate_at = now_ms () + ORPHAN_EXIT_GRACE;
      self->kill_at = self->terminate_at + ORPHAN_TERMINATE_GRACE;
    }
}

static int
get_poll_timeout (Supervisor *self)
{
  if (self->killing)
    return KILL_INTERVAL;
  gint64 left = MIN (self->terminate_at, self->kill_at);
  if (left == NO_DEADLINE)
    return -1;
  left -= now_ms ();
  return left > 0 ? (int)left : 0;
}

static void __attribute__ ((noreturn))
watch (Supervisor *self)
{
  struct signalfd_siginfo ignored;
  struct pollfd           fds[2];

  while (TRUE)
    {
      fds[0] = (struct pollfd){ .fd = self->control, .events = POLLIN };
      fds[1] = (struct pollfd){ .fd = self->signals, .events = POLLIN };
      poll (fds, 2, get_poll_timeout (self));

      while (read (self->signals, &ignored, sizeof ignored) > 0)
        ;
      if (self->control >= 0 && fds[0].revents != 0)
        listen_to_owner (self);
      reap (self);
      if (!self->killing && now_ms () >= self->terminate_at)
        {
          self->terminate_at = NO_DEADLINE;
          signal_all (self, SIGTERM);
        }
      if (self->killing || now_ms () >= self->kill_at)
        begin_killing (self);
      if (self->killing && now_ms () >= self->give_up_at)
        _exit (1);
    }
}

static void __attribute__ ((noreturn))
supervise (const McpSupervisorPlan *plan)
{
  Supervisor self = { .control = plan->control,
                      .terminate_at = NO_DEADLINE,
                      .kill_at = NO_DEADLINE };
  pid_t      own = getpid ();
  sigset_t   child_signal;

  setsid ();
  prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  prctl (PR_SET_NAME, "spyglass-keeper");
  reset_signal_handlers ();

  self.server = _Fork ();
  if (self.server == 0)
    become_server (plan, own);
  if (self.server < 0)
    {
      report_failure (plan->report, MCP_SUPERVISOR_FORK, errno);
      _exit (1);
    }
  say (&self, MCP_SUPERVISOR_STARTED, self.server);

  close_all_but (self.control);
  if (chdir ("/") != 0)
    _exit (1);
  forget_memory ();

  /* All signals stay blocked: only our owner ends us. */
  sigemptyset (&child_signal);
  sigaddset (&child_signal, SIGCHLD);
  self.signals = signalfd (-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
  watch (&self);
}

pid_t
mcp_supervisor_start (const McpSupervisorPlan *plan)
{
  sigset_t all;
  sigset_t before;

  /* A handler of ours must not run in the fork, where it would write to what we still share. */
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  pid_t pid = _Fork ();
  if (pid == 0)
    supervise (plan);
  int error_number = errno;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  errno = error_number;
  return pid;
}
