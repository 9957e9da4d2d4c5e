/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-timeline.h"

/* A pause is shown as this part of the time in which something ran, and no shorter than this. */
#define PAUSE_PART 10
#define LEAST_PAUSE 1000

typedef struct
{
  gint64 begun;
  gint64 ended;
  gint64 place; /* on the axis, of its beginning */
} Busy;

struct _UiLogTimeline
{
  GArray  *busy; /* in order, apart from each other, once they are placed */
  gint64   length;
  gboolean placed;
};

UiLogTimeline *
ui_log_timeline_new (void)
{
  UiLogTimeline *self = g_new0 (UiLogTimeline, 1);

  self->busy = g_array_new (FALSE, FALSE, sizeof (Busy));
  return self;
}

void
ui_log_timeline_free (UiLogTimeline *self)
{
  g_array_unref (self->busy);
  g_free (self);
}

void
ui_log_timeline_add (UiLogTimeline *self, gint64 begun, gint64 ended)
{
  const Busy busy = { begun, MAX (begun, ended), 0 };

  g_array_append_val (self->busy, busy);
  self->placed = FALSE;
}

static int
compare_begun (gconstpointer a, gconstpointer b)
{
  gint64 begun_a = ((const Busy *)a)->begun;
  gint64 begun_b = ((const Busy *)b)->begun;

  return begun_a < begun_b ? -1 : begun_a > begun_b;
}

/* Returns: how long something ran */
static gint64
merge (GArray *busy)
{
  guint  n = 0;
  gint64 sum = 0;

  g_array_sort (busy, compare_begun);
  for (guint i = 0; i < busy->len; i++)
    {
      const Busy next = g_array_index (busy, Busy, i);
      Busy      *last = n > 0 ? &g_array_index (busy, Busy, n - 1) : NULL;

      if (last != NULL && next.begun <= last->ended)
        last->ended = MAX (last->ended, next.ended);
      else
        g_array_index (busy, Busy, n++) = next;
    }
  g_array_set_size (busy, n);
  for (guint i = 0; i < n; i++)
    sum += g_array_index (busy, Busy, i).ended - g_array_index (busy, Busy, i).begun;
  return sum;
}

static void
place_all (UiLogTimeline *self)
{
  gint64 longest = MAX (merge (self->busy) / PAUSE_PART, LEAST_PAUSE);
  gint64 place = 0;

  for (guint i = 0; i < self->busy->len; i++)
    {
      Busy *busy = &g_array_index (self->busy, Busy, i);

      if (i > 0)
        place += MIN (busy->begun - busy[-1].ended, longest);
      busy->place = place;
      place += busy->ended - busy->begun;
    }
  self->length = place;
  self->placed = TRUE;
}

double
ui_log_timeline_place (UiLogTimeline *self, gint64 time)
{
  gint64 place = 0;

  if (!self->placed)
    place_all (self);
  if (self->length == 0)
    return 0;
  for (guint i = 0; i < self->busy->len; i++)
    {
      const Busy *busy = &g_array_index (self->busy, Busy, i);
      if (time < busy->begun)
        break;
      place = busy->place + MIN (time, busy->ended) - busy->begun;
    }
  return (double)place / (double)self->length;
}

gint64
ui_log_timeline_get_length (UiLogTimeline *self)
{
  if (!self->placed)
    place_all (self);
  return self->length;
}

gboolean
ui_log_timeline_equal (UiLogTimeline *self, UiLogTimeline *other)
{
  if (ui_log_timeline_get_length (self) != ui_log_timeline_get_length (other) ||
      self->busy->len != other->busy->len)
    return FALSE;
  for (guint i = 0; i < self->busy->len; i++)
    {
      const Busy *a = &g_array_index (self->busy, Busy, i);
      const Busy *b = &g_array_index (other->busy, Busy, i);
      if (a->begun != b->begun || a->ended != b->ended)
        return FALSE;
    }
  return TRUE;
}
