/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-time-text.h"

#include <string.h>

/* A longer count is not a time that somebody waits for. */
#define MAX_PART 1000000u

static gboolean
take_number (const char **at, guint n_digits, int *number)
{
  *number = 0;
  for (guint i = 0; i < n_digits; i++, (*at)++)
    {
      if (!g_ascii_isdigit (**at))
        return FALSE;
      *number = *number * 10 + (**at - '0');
    }
  return TRUE;
}

static gboolean
take_char (const char **at, char wanted)
{
  if (**at != wanted)
    return FALSE;
  (*at)++;
  return TRUE;
}

static int
count_days (int year, int month)
{
  if (month < 1 || month > 12 || year < 1 || year > 9999)
    return 0;
  return g_date_get_days_in_month (month, (GDateYear)year);
}

static gboolean
take_date (AppTimeText *self, const char **at)
{
  if (!take_number (at, 4, &self->year) || !take_char (at, '-') ||
      !take_number (at, 2, &self->month) || !take_char (at, '-') ||
      !take_number (at, 2, &self->day))
    return FALSE;
  self->has_date = TRUE;
  return self->day >= 1 && self->day <= count_days (self->year, self->month);
}

static gboolean
take_offset (AppTimeText *self, const char **at)
{
  const char *begin = *at;
  int         hours, minutes;

  if (*begin == '\0')
    return TRUE;
  if (*begin == 'Z' || *begin == 'z')
    (*at)++;
  else
    {
      if (*begin != '+' && *begin != '-')
        return FALSE;
      (*at)++;
      if (!take_number (at, 2, &hours) || !take_char (at, ':') || !take_number (at, 2, &minutes) ||
          hours > 23 || minutes > 59)
        return FALSE;
    }
  memcpy (self->offset, begin, (gsize)(*at - begin));
  return TRUE;
}

static gboolean
take_time (AppTimeText *self, const char **at)
{
  self->second = -1;
  if (!take_number (at, 2, &self->hour) || !take_char (at, ':') ||
      !take_number (at, 2, &self->minute) || self->hour > 23 || self->minute > 59)
    return FALSE;
  self->has_time = TRUE;
  if (take_char (at, ':'))
    {
      if (!take_number (at, 2, &self->second) || self->second > 60)
        return FALSE;
      if (**at == '.')
        {
          gsize length = 1 + strspn (*at + 1, "0123456789");
          if (length == 1 || length >= sizeof self->fraction)
            return FALSE;
          memcpy (self->fraction, *at, length);
          *at += length;
        }
    }
  return take_offset (self, at);
}

static gboolean
take_all (AppTimeText *self, const char *at)
{
  if (at[0] != '\0' && at[1] != '\0' && at[2] == ':')
    return take_time (self, &at) && *at == '\0';
  if (!take_date (self, &at))
    return FALSE;
  if (*at == '\0')
    return TRUE;
  if (*at != 'T' && *at != 't' && *at != ' ')
    return FALSE;
  at++;
  return take_time (self, &at) && *at == '\0';
}

gboolean
app_time_text_parse (AppTimeText *self, const char *text)
{
  memset (self, 0, sizeof *self);
  if (text == NULL || !take_all (self, text))
    {
      memset (self, 0, sizeof *self);
      return FALSE;
    }
  return TRUE;
}

char *
app_time_text_dup_offset (GDateTime *moment)
{
  int minutes = (int)(g_date_time_get_utc_offset (moment) / G_TIME_SPAN_MINUTE);

  if (minutes == 0)
    return g_strdup ("Z");
  return g_strdup_printf ("%c%02d:%02d", minutes < 0 ? '-' : '+', ABS (minutes) / 60,
                          ABS (minutes) % 60);
}

void
app_time_text_set_moment (
    AppTimeText *self, GDateTime *moment, gboolean date, gboolean time, gboolean offset)
{
  if (date)
    {
      self->has_date = TRUE;
      g_date_time_get_ymd (moment, &self->year, &self->month, &self->day);
    }
  if (time)
    {
      self->has_time = TRUE;
      self->hour = g_date_time_get_hour (moment);
      self->minute = g_date_time_get_minute (moment);
      self->second = g_date_time_get_second (moment);
      self->fraction[0] = '\0';
    }
  if (offset)
    {
      g_autofree char *text = app_time_text_dup_offset (moment);
      g_strlcpy (self->offset, text, sizeof self->offset);
    }
}

char *
app_time_text_print (const AppTimeText *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->has_date)
    g_string_append_printf (text, "%04d-%02d-%02d", self->year, self->month, self->day);
  if (self->has_date && self->has_time)
    g_string_append_c (text, 'T');
  if (self->has_time)
    {
      g_string_append_printf (text, "%02d:%02d", self->hour, self->minute);
      if (self->second >= 0)
        g_string_append_printf (text, ":%02d%s", self->second, self->fraction);
      g_string_append (text, self->offset);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
take_parts (AppDurationText *self, const char *at)
{
  static const char letters[] = "YMWDHMS";
  guint             next = APP_DURATION_YEARS;
  guint             end = APP_DURATION_HOURS; /* what is counted behind a T does not stand before */

  if (!take_char (&at, 'P') || *at == '\0')
    return FALSE;
  while (*at != '\0')
    {
      guint64 number = 0;

      if (*at == 'T' && end == APP_DURATION_HOURS)
        {
          next = APP_DURATION_HOURS;
          end = APP_DURATION_N_PARTS;
          at++;
        }
      if (!g_ascii_isdigit (*at))
        return FALSE;
      for (; g_ascii_isdigit (*at); at++)
        if ((number = number * 10 + (guint)(*at - '0')) > MAX_PART)
          return FALSE;
      while (next < end && letters[next] != *at)
        next++;
      if (next >= end)
        return FALSE;
      self->parts[next++] = (guint)number;
      at++;
    }
  return TRUE;
}

gboolean
app_duration_text_parse (AppDurationText *self, const char *text)
{
  memset (self, 0, sizeof *self);
  if (text == NULL || !take_parts (self, text))
    {
      memset (self, 0, sizeof *self);
      return FALSE;
    }
  return TRUE;
}

char *
app_duration_text_print (const AppDurationText *self)
{
  static const char letters[] = "YMWDHMS";
  g_autoptr (GString) text = g_string_new ("P");
  AppDurationText parts = *self;
  gboolean        others = FALSE;

  for (guint i = 0; i < APP_DURATION_N_PARTS; i++)
    others |= i != APP_DURATION_WEEKS && parts.parts[i] > 0;
  if (others)
    {
      parts.parts[APP_DURATION_DAYS] += 7 * parts.parts[APP_DURATION_WEEKS];
      parts.parts[APP_DURATION_WEEKS] = 0;
    }
  for (guint i = 0; i < APP_DURATION_N_PARTS; i++)
    {
      if (i == APP_DURATION_HOURS &&
          (parts.parts[i] > 0 || parts.parts[i + 1] > 0 || parts.parts[i + 2] > 0))
        g_string_append_c (text, 'T');
      if (parts.parts[i] > 0)
        g_string_append_printf (text, "%u%c", parts.parts[i], letters[i]);
    }
  if (text->len == 1)
    g_string_append (text, "T0S");
  return g_string_free (g_steal_pointer (&text), FALSE);
}
