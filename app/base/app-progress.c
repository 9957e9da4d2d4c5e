/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-progress.h"

#include <math.h>
#include <string.h>

#define CLOSE_US (APP_PROGRESS_WINDOW_MS * G_GINT64_CONSTANT (1000) / APP_PROGRESS_MAX_SAMPLES)

typedef struct
{
  gint64 time;
  double value;
} Sample;

struct _AppProgress
{
  Sample samples[APP_PROGRESS_MAX_SAMPLES + 1];
  guint  n;
  Sample last;
  double total;
  char  *message; /* (nullable) */
};

AppProgress *
app_progress_new (void)
{
  AppProgress *self = g_new0 (AppProgress, 1);

  self->last.value = -1;
  self->total = -1;
  return self;
}

void
app_progress_free (AppProgress *self)
{
  g_free (self->message);
  g_free (self);
}

/* One that is older than the window stays: it is where the window begins. */
static void
forget_old (AppProgress *self, gint64 now)
{
  const gint64 begin = now - APP_PROGRESS_WINDOW_MS * G_GINT64_CONSTANT (1000);
  guint        old = 0;

  while (old + 1 < self->n && self->samples[old + 1].time <= begin)
    old++;
  if (old == 0 && self->n > APP_PROGRESS_MAX_SAMPLES)
    old = 1;
  self->n -= old;
  memmove (self->samples, self->samples + old, self->n * sizeof *self->samples);
}

void
app_progress_take (AppProgress *self, gint64 time, double value, double total)
{
  g_return_if_fail (self != NULL);

  self->total = isfinite (total) ? total : -1;
  if (!isfinite (value))
    return;
  if (self->n > 0 && value < self->last.value)
    self->n = 0;
  self->last = (Sample){ time, value };
  if (self->n == 0 || time - self->samples[self->n - 1].time >= CLOSE_US)
    self->samples[self->n++] = self->last;
  forget_old (self, time);
}

double
app_progress_get_rate (AppProgress *self, gint64 now)
{
  gint64 span;
  double rate;

  g_return_val_if_fail (self != NULL, -1);

  if (self->n == 0 ||
      now - self->last.time > APP_PROGRESS_WINDOW_MS * G_GINT64_CONSTANT (1000))
    return -1;
  forget_old (self, now);
  span = now - self->samples[0].time;
  if (span < APP_PROGRESS_LEAST_MS * G_GINT64_CONSTANT (1000) ||
      self->last.time == self->samples[0].time)
    return -1;
  rate = (self->last.value - self->samples[0].value) / ((double)span / G_USEC_PER_SEC);
  return isfinite (rate) && rate > 0 ? rate : -1;
}

gint64
app_progress_get_remaining (AppProgress *self, gint64 now)
{
  double rate;
  double seconds;

  g_return_val_if_fail (self != NULL, -1);

  rate = app_progress_get_rate (self, now);
  if (rate <= 0 || self->total <= self->last.value)
    return -1;
  /* What has passed since the last report counts too. */
  seconds = (self->total - self->last.value) / rate -
            (double)(now - self->last.time) / G_USEC_PER_SEC;
  if (!isfinite (seconds) || seconds > APP_PROGRESS_MAX_REMAINING_S)
    return -1;
  return (gint64)(MAX (0.0, seconds) * G_USEC_PER_SEC);
}

double
app_progress_get_value (AppProgress *self)
{
  g_return_val_if_fail (self != NULL, -1);
  return self->last.value;
}

double
app_progress_get_total (AppProgress *self)
{
  g_return_val_if_fail (self != NULL, -1);
  return self->total;
}

void
app_progress_set_message (AppProgress *self, const char *message)
{
  g_return_if_fail (self != NULL);

  g_free (self->message);
  self->message = g_strdup (message);
}

const char *
app_progress_get_message (AppProgress *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->message;
}
