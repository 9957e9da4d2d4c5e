/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Time that goes by without being waited for: when nothing is left to do until a timer is due, the
 * clock of the main loop is put forward to it. For what happens in the main thread alone; what
 * another thread or process does takes no time of this clock.
 */

#pragma once

#include <glib.h>

void test_time_begin_skipping (void);
void test_time_end_skipping (void);
/** Runs the main loop until @ms have gone by. */
void test_time_skip (guint ms);
/** The clock goes on by @ms while the main loop stands still. */
void test_time_stand_still (guint ms);

/** Runs the main loop until @condition. */
#define test_time_skip_until(condition)      \
  G_STMT_START                               \
  {                                          \
    test_time_begin_skipping ();             \
    while (!(condition))                     \
      g_main_context_iteration (NULL, TRUE); \
    test_time_end_skipping ();               \
  }                                          \
  G_STMT_END
