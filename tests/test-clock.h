/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TestClock: what this thread has computed. Where a test holds that something is no long work, this
 * says so on a busy machine too; the time of day does not.
 */

#pragma once

#include <glib.h>
#include <time.h>

static inline gint64
test_clock_read (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/** Returns: microseconds */
static inline gint64
test_clock_get_computed (void)
{
  return test_clock_read (CLOCK_THREAD_CPUTIME_ID);
}

/** Of all threads. Returns: microseconds */
static inline gint64
test_clock_get_computed_by_all (void)
{
  return test_clock_read (CLOCK_PROCESS_CPUTIME_ID);
}
