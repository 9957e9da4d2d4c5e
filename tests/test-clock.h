/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TestClock: what this thread has computed. Where a test holds that something is no long work, this
 * says so on a busy machine too; the time of day does not.
 */

#pragma once

#include <glib.h>
#include <time.h>

/** Returns: microseconds */
static inline gint64
test_clock_get_computed (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}
