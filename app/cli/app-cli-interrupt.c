/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-interrupt.h"

#include <errno.h>
#include <glib-unix.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* How long what was cancelled may take to say so, ms. */
#define PATIENCE 200
/* How long a program that was told to end takes at most, whatever hangs, µs. */
#define LAST_MOMENT 2500000

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

/* The handlers may use nothing else. */
static volatile sig_atomic_t received;
static volatile sig_atomic_t wake_fd = -1;
static volatile sig_atomic_t limit_status;
static const char *volatile limit_message; /* (nullable) */

static struct
{
  int           fd; /* the reading end */
  guint         source;
  guint         timer;
  gboolean      active;
  gboolean      overdue;
  GCancellable *cancellable;
} state = { .fd = -1 };

static void
on_alarm (int number)
{
  const char *message = limit_message;

  if (received != 0)
    _exit (128 + received);
  if (message != NULL && write (STDERR_FILENO, message, strlen (message)) < 0)
    _exit (limit_status);
  _exit (limit_status);
}

/* @after: µs; 0: never */
static void
set_alarm (glong after)
{
  const struct itimerval timer = { .it_value = { after / G_USEC_PER_SEC, after % G_USEC_PER_SEC } };
  struct sigaction       action = { .sa_handler = on_alarm };

  sigemptyset (&action.sa_mask);
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &timer, NULL);
}

/* GLib's own signal sources need a thread, which most commands would start for nothing. */
static void
on_signal (int number)
{
  int before = errno;

  if (received != 0)
    _exit (128 + number);
  received = number;
  set_alarm (LAST_MOMENT);
  ssize_t written = write (wake_fd, "", 1);
  (void)written;
  errno = before;
}

static gboolean
on_overdue (gpointer data)
{
  state.timer = 0;
  state.overdue = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
on_wake (int fd, GIOCondition condition, gpointer data)
{
  state.source = 0;
  state.timer = g_timeout_add (PATIENCE, on_overdue, NULL);
  g_cancellable_cancel (app_cli_interrupt_get_cancellable ());
  return G_SOURCE_REMOVE;
}

static void
set_handlers (void (*handler) (int number))
{
  struct sigaction action = { .sa_handler = handler };
  struct sigaction before;

  /* Without SA_RESTART: a question on the terminal ends, too. */
  sigemptyset (&action.sa_mask);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    if (sigaction (signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction (signals[i], &action, NULL);
}

void
app_cli_interrupt_begin (void)
{
  int fds[2];

  if (state.active || !g_unix_open_pipe (fds, FD_CLOEXEC, NULL))
    return;
  state.active = TRUE;
  state.fd = fds[0];
  wake_fd = fds[1];
  g_unix_set_fd_nonblocking (fds[1], TRUE, NULL);
  state.source = g_unix_fd_add (fds[0], G_IO_IN, on_wake, NULL);
  set_handlers (on_signal);
}

void
app_cli_interrupt_end (void)
{
  int fd = wake_fd;

  if (!state.active)
    return;
  set_handlers (SIG_DFL);
  state.active = FALSE;
  wake_fd = -1;
  close (fd);
  close (state.fd);
  g_clear_handle_id (&state.source, g_source_remove);
  g_clear_handle_id (&state.timer, g_source_remove);
  g_clear_object (&state.cancellable);
}

GCancellable *
app_cli_interrupt_get_cancellable (void)
{
  if (state.cancellable == NULL)
    state.cancellable = g_cancellable_new ();
  return state.cancellable;
}

int
app_cli_interrupt_get_signal (void)
{
  return received;
}

gboolean
app_cli_interrupt_await_input (int fd)
{
  struct pollfd fds[2] = { { .fd = fd, .events = POLLIN }, { .fd = state.fd, .events = POLLIN } };

  /* A signal just before this would not end a read; its byte in the pipe does. */
  while (poll (fds, G_N_ELEMENTS (fds), -1) < 0 && errno == EINTR)
    if (received != 0)
      return FALSE;
  return fds[1].revents == 0;
}

gboolean
app_cli_interrupt_is_overdue (void)
{
  return state.overdue;
}

void
app_cli_interrupt_limit (guint seconds, int status, const char *message)
{
  set_alarm (0);
  limit_status = status;
  limit_message = message;
  /* A signal's own limit is shorter, and may come meanwhile. */
  if (received == 0)
    set_alarm ((glong)seconds * G_USEC_PER_SEC);
  if (received != 0)
    set_alarm (LAST_MOMENT);
}
