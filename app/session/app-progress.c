/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-progress.h"

#include <math.h>

#define CLOSE_US (APP_PROGRESS_WINDOW_MS * G_GINT64_CONSTANT (1000) / APP_PROGRESS_MAX_SAMPLES)

AppProgress *
app_progress_new (void)
{
  AppProgress *self = g_new0 (AppProgress, 1);

  self->last.value = -1;
  self->total = -1;
  self->samples = g_array_new (FALSE, FALSE, sizeof (AppProgressReport));
  return self;
}

void
app_progress_free (AppProgress *self)
{
  g_array_unref (self->samples);
  g_free (self->message);
  g_free (self);
}

static AppProgressReport
get_sample (AppProgress *self, guint index)
{
  return g_array_index (self->samples, AppProgressReport, index);
}

/* One that is older than the window stays: it is where the window begins. */
static void
forget_old (AppProgress *self, gint64 now)
{
  const gint64 begin = now - APP_PROGRESS_WINDOW_MS * G_GINT64_CONSTANT (1000);
  guint        old = 0;

  while (old + 1 < self->samples->len && get_sample (self, old + 1).time <= begin)
    old++;
  if (old == 0 && self->samples->len > APP_PROGRESS_MAX_SAMPLES)
    old = 1;
  g_array_remove_range (self->samples, 0, old);
}

void
app_progress_report (
    AppProgress *self, gint64 time, double value, double total, const char *message)
{
  g_return_if_fail (self != NULL);

  g_free (self->message);
  self->message = g_strdup (message);
  self->total = isfinite (total) ? total : -1;
  if (!isfinite (value))
    return;
  if (self->samples->len > 0 && value < self->last.value)
    g_array_set_size (self->samples, 0);
  self->last = (AppProgressReport){ time, value };
  if (self->samples->len == 0 ||
      time - get_sample (self, self->samples->len - 1).time >= CLOSE_US)
    g_array_append_val (self->samples, self->last);
  forget_old (self, time);
}

double
app_progress_get_rate (AppProgress *self, gint64 now)
{
  g_return_val_if_fail (self != NULL, -1);

  if (self->samples->len == 0 ||
      now - self->last.time > APP_PROGRESS_WINDOW_MS * G_GINT64_CONSTANT (1000))
    return -1;
  forget_old (self, now);
  gint64 span = now - get_sample (self, 0).time;
  if (span < APP_PROGRESS_LEAST_MS * G_GINT64_CONSTANT (1000) ||
      self->last.time == get_sample (self, 0).time)
    return -1;
  double rate = (self->last.value - get_sample (self, 0).value) / ((double)span / G_USEC_PER_SEC);
  return isfinite (rate) && rate > 0 ? rate : -1;
}

gint64
app_progress_get_remaining (AppProgress *self, gint64 now)
{
  g_return_val_if_fail (self != NULL, -1);

  double rate = app_progress_get_rate (self, now);
  if (rate <= 0 || self->total <= self->last.value)
    return -1;
  /* What has passed since the last report counts too. */
  double seconds = (self->total - self->last.value) / rate -
                   (double)(now - self->last.time) / G_USEC_PER_SEC;
  if (!isfinite (seconds) || seconds > APP_PROGRESS_MAX_REMAINING_S)
    return -1;
  return (gint64)(MAX (0.0, seconds) * G_USEC_PER_SEC);
}
