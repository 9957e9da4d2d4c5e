/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-time.h"

#include <dlfcn.h>
#include <time.h>

static gint64 skipped; /* µs */

/* In the place of the C library's: GLib asks it for the time. */
__attribute__ ((visibility ("default"))) int
clock_gettime (clockid_t clock, struct timespec *now)
{
  static int (*ask) (clockid_t, struct timespec *);
  gint64 nanoseconds;
  int    result;

  if (ask == NULL)
    ask = (int (*) (clockid_t, struct timespec *))dlsym (RTLD_NEXT, "clock_gettime");
  result = ask (clock, now);
  if (result == 0 && clock == CLOCK_MONOTONIC && skipped > 0)
    {
      nanoseconds = now->tv_nsec + skipped % G_USEC_PER_SEC * 1000;
      now->tv_sec += skipped / G_USEC_PER_SEC + nanoseconds / 1000000000;
      now->tv_nsec = nanoseconds % 1000000000;
    }
  return result;
}

void
test_time_stand_still (guint ms)
{
  skipped += ms * G_GINT64_CONSTANT (1000);
}

static int
skip (GPollFD *fds, guint n_fds, int timeout)
{
  int n_ready = g_poll (fds, n_fds, 0);

  if (n_ready != 0 || timeout == 0)
    return n_ready;
  if (timeout < 0)
    g_error ("Nothing is left that could happen");
  test_time_stand_still ((guint)timeout);
  return 0;
}

void
test_time_begin_skipping (void)
{
  g_main_context_set_poll_func (NULL, skip);
}

void
test_time_end_skipping (void)
{
  g_main_context_set_poll_func (NULL, NULL);
}

static void
on_over (gpointer over)
{
  *(gboolean *)over = TRUE;
}

void
test_time_skip (guint ms)
{
  gboolean over = FALSE;

  g_timeout_add_once (ms, on_over, &over);
  test_time_skip_until (over);
}
