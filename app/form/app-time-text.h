/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A date, a time or both as text, in parts that can be changed one by one: what is not changed,
 * such as a fraction of a second or the spelling of an offset, stays as it was typed.
 *
 * Source: RFC 3339 §5.6. Reading is more lenient: a space for the T, no offset, no seconds.
 */

#pragma once

#include <glib.h>

typedef struct
{
  gboolean has_date;
  int      year; /* 1 to 9999 */
  int      month;
  int      day;
  gboolean has_time;
  int      hour;
  int      minute;
  int      second;       /* -1: not written */
  char     fraction[24]; /* with its point; "" for none */
  char     offset[8];    /* "Z", "+02:00"; "" for none */
} AppTimeText;

/** Returns: whether @text is such a text, whole; else @self is empty */
gboolean app_time_text_parse (AppTimeText *self, const char *text);
/** Puts in what @moment says: @date, @time, with the offset of its time zone where @offset. */
void app_time_text_set_moment (AppTimeText *self,
                               GDateTime   *moment,
                               gboolean     date,
                               gboolean     time,
                               gboolean     offset);
/** Returns: (transfer full) */
char *app_time_text_print (const AppTimeText *self);

/** A time zone's offset at @moment as RFC 3339 writes it. Returns: (transfer full) */
char *app_time_text_dup_offset (GDateTime *moment);

/* Durations: ISO 8601, P1Y2M3DT4H5M6S or P3W */
enum {
  APP_DURATION_YEARS,
  APP_DURATION_MONTHS,
  APP_DURATION_WEEKS,
  APP_DURATION_DAYS,
  APP_DURATION_HOURS,
  APP_DURATION_MINUTES,
  APP_DURATION_SECONDS,
  APP_DURATION_N_PARTS,
};

typedef struct
{
  guint parts[APP_DURATION_N_PARTS];
} AppDurationText;

/** Returns: whether @text is a duration of whole numbers; else @self is empty */
gboolean app_duration_text_parse (AppDurationText *self, const char *text);
/** Weeks stand alone in RFC 3339: beside other parts they are written as days.
 * Returns: (transfer full) */
char *app_duration_text_print (const AppDurationText *self);
