/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppProgress: how fast something goes on, from what is told of it: over the last seconds, so that
 * an old pace does not count. Times are monotonic µs. What goes backwards starts over.
 */

#pragma once

#include <glib.h>

/* The seconds that count. */
#define APP_PROGRESS_WINDOW_MS 5000
/* Less says nothing of a pace. */
#define APP_PROGRESS_LEAST_MS 500
/* Reports that are kept; those that come closer together are one. */
#define APP_PROGRESS_MAX_SAMPLES 64
/* Nobody waits longer than that for a call, and a longer guess is none. */
#define APP_PROGRESS_MAX_REMAINING_S (100 * 3600)

typedef struct
{
  gint64 time;
  double value; /* -1 where it is not known */
} AppProgressReport;

typedef struct
{
  AppProgressReport last;
  double            total;   /* -1 where it is not known */
  char             *message; /* (nullable): plain text */
  GArray           *samples; /* private: the reports of the last seconds, a part of them */
} AppProgress;

/** Returns: (transfer full) */
AppProgress *app_progress_new (void);
void         app_progress_free (AppProgress *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppProgress, app_progress_free)

/** @value, @total: not finite where not known. @message: (nullable) */
void app_progress_report (
    AppProgress *self, gint64 time, double value, double total, const char *message);
/** Per second. Returns: -1 where it cannot be said (yet) */
double app_progress_get_rate (AppProgress *self, gint64 now);
/** µs until the total is reached at this pace. Returns: -1 where it cannot be said */
gint64 app_progress_get_remaining (AppProgress *self, gint64 now);
