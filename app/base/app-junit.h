/* SPDX-License-Identifier: GPL-3.0-or-later */

/** AppJunit: JUnit's XML, as CI systems read it. What others wrote is on one line in it, and has no
 * sign that XML may not have. */

#pragma once

#include <glib.h>

typedef struct _AppJunit AppJunit;

typedef enum {
  APP_JUNIT_PASSED,
  APP_JUNIT_FAILURE, /* it is not what it should be */
  APP_JUNIT_ERROR,   /* it could not be found out */
  APP_JUNIT_SKIPPED,
  APP_JUNIT_N_OUTCOMES,
} AppJunitOutcome;

/** @title: (nullable): of all suites. Returns: (transfer full) */
AppJunit *app_junit_new (const char *title);
void      app_junit_free (AppJunit *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppJunit, app_junit_free)

/** What is added from here on belongs to the suite. */
void app_junit_begin_suite (AppJunit *self, const char *name);
/** @message: (nullable): why it has not passed. @lines: (nullable): more, a line each
 * @duration: µs; below 0 where it is not known */
void app_junit_add (AppJunit       *self,
                    const char     *group,
                    const char     *name,
                    AppJunitOutcome outcome,
                    const char     *message,
                    const char     *lines,
                    gint64          duration);
/** Returns: (transfer full): the text */
char *app_junit_finish (AppJunit *self);
