/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How fast something goes on, whatever a server tells of it. */

#include "app-tests.h"
#include "app-progress.h"

#include <math.h>

#define SECOND G_USEC_PER_SEC

static void
test_pace (void)
{
  g_autoptr (AppProgress) progress = app_progress_new ();

  g_assert_cmpfloat (app_progress_get_rate (progress, SECOND), ==, -1);
  app_progress_report (progress, SECOND, 0, 100, NULL);
  g_assert_cmpfloat (app_progress_get_rate (progress, 2 * SECOND), ==, -1);
  for (guint i = 1; i <= 4; i++)
    app_progress_report (progress, (1 + i) * SECOND, i * 10, 100, NULL);
  g_assert_cmpfloat_with_epsilon (app_progress_get_rate (progress, 5 * SECOND), 10, 0.001);
  g_assert_cmpint (app_progress_get_remaining (progress, 5 * SECOND), ==, 6 * SECOND);
  /* Ten times as fast from here on: the old pace is forgotten. */
  for (guint i = 1; i <= 10; i++)
    app_progress_report (progress, (5 + i) * SECOND, 40 + i * 100, 5000, NULL);
  g_assert_cmpfloat_with_epsilon (app_progress_get_rate (progress, 15 * SECOND), 100, 0.001);
  /* It stands still: slower and slower, then nothing can be said. */
  g_assert_cmpfloat (app_progress_get_rate (progress, 17 * SECOND), <, 90);
  g_assert_cmpfloat (app_progress_get_rate (progress, 30 * SECOND), ==, -1);
  g_assert_cmpint (app_progress_get_remaining (progress, 30 * SECOND), ==, -1);
}

static void
test_odd (void)
{
  g_autoptr (AppProgress) progress = app_progress_new ();

  /* Without a total there is a pace and no end. */
  app_progress_report (progress, 0, 1, -1, NULL);
  app_progress_report (progress, SECOND, 3, -1, NULL);
  g_assert_cmpfloat_with_epsilon (app_progress_get_rate (progress, SECOND), 2, 0.001);
  g_assert_cmpint (app_progress_get_remaining (progress, SECOND), ==, -1);
  /* Backwards starts over. */
  app_progress_report (progress, 2 * SECOND, 1, 10, NULL);
  g_assert_cmpfloat (app_progress_get_rate (progress, 2 * SECOND), ==, -1);
  app_progress_report (progress, 3 * SECOND, 4, 10, NULL);
  g_assert_cmpfloat_with_epsilon (app_progress_get_rate (progress, 3 * SECOND), 3, 0.001);
  /* Beyond its total, and what is no number. */
  app_progress_report (progress, 4 * SECOND, 12, 10, NULL);
  g_assert_cmpint (app_progress_get_remaining (progress, 4 * SECOND), ==, -1);
  app_progress_report (progress, 4 * SECOND, NAN, INFINITY, NULL);
  app_progress_report (progress, 5 * SECOND, 1e308, 1.7e308, NULL);
  g_assert_cmpfloat (app_progress_get_rate (progress, 5 * SECOND), >, 0);
  app_progress_report (progress, 6 * SECOND, 0, 1e308, NULL);
  app_progress_report (progress, 7 * SECOND, 1e-300, 1e308, NULL);
  g_assert_cmpint (app_progress_get_remaining (progress, 7 * SECOND), ==, -1);
}

/* A flood fits the same room, and is the same pace. */
static void
test_flood (void)
{
  g_autoptr (AppProgress) progress = app_progress_new ();

  for (gint64 i = 0; i < 100000; i++)
    app_progress_report (progress, i * 100, (double)i, 200000, NULL);
  g_assert_cmpfloat_with_epsilon (app_progress_get_rate (progress, 99999 * 100), 10000, 200);
}

void
add_progress_tests (void)
{
  g_test_add_func ("/app/progress/pace", test_pace);
  g_test_add_func ("/app/progress/odd", test_odd);
  g_test_add_func ("/app/progress/flood", test_flood);
}
