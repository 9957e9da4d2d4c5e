/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Dates, times and durations. Source: RFC 3339, sections 5.6 and 5.7, and appendix A. */

#include "mcp-schema-format-rules.h"

#include <string.h>

/* Reads @n digits. */
static gboolean
read_digits (const char **p, const char *end, guint n, guint *number)
{
  *number = 0;
  for (; n > 0; n--, (*p)++)
    {
      if (*p == end || !g_ascii_isdigit (**p))
        return FALSE;
      *number = *number * 10 + (guint)(**p - '0');
    }
  return TRUE;
}

static gboolean
read_character (const char **p, const char *end, const char *allowed)
{
  if (*p == end || **p == '\0' || strchr (allowed, **p) == NULL)
    return FALSE;
  (*p)++;
  return TRUE;
}

static gboolean
read_date (const char **p, const char *end)
{
  static const guint8 days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
  guint               year, month, day;

  if (!read_digits (p, end, 4, &year) || !read_character (p, end, "-") ||
      !read_digits (p, end, 2, &month) || !read_character (p, end, "-") ||
      !read_digits (p, end, 2, &day))
    return FALSE;
  gboolean leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month >= 1 && month <= 12 && day >= 1 &&
         day <= days[month - 1] + (guint)(month == 2 && leap);
}

static gboolean
read_zone (const char **p, const char *end, int *minutes)
{
  guint hour, minute;

  *minutes = 0;
  if (read_character (p, end, "Zz"))
    return TRUE;
  if (*p == end)
    return FALSE;
  int sign = **p == '-' ? -1 : 1;
  if (!read_character (p, end, "+-") || !read_digits (p, end, 2, &hour) ||
      !read_character (p, end, ":") || !read_digits (p, end, 2, &minute))
    return FALSE;
  *minutes = sign * (int)(hour * 60 + minute);
  return hour <= 23 && minute <= 59;
}

static gboolean
read_time (const char **p, const char *end)
{
  guint hour, minute, second, fraction;
  int   zone;

  if (!read_digits (p, end, 2, &hour) || !read_character (p, end, ":") ||
      !read_digits (p, end, 2, &minute) || !read_character (p, end, ":") ||
      !read_digits (p, end, 2, &second))
    return FALSE;
  if (*p < end && **p == '.')
    {
      (*p)++;
      if (!read_digits (p, end, 1, &fraction))
        return FALSE;
      while (*p < end && g_ascii_isdigit (**p))
        (*p)++;
    }
  if (!read_zone (p, end, &zone) || hour > 23 || minute > 59 || second > 60)
    return FALSE;
  /* A leap second is the last one of a day in UTC. */
  if (second == 60)
    return (((int)(hour * 60 + minute) - zone) % 1440 + 1440) % 1440 == 1439;
  return TRUE;
}

gboolean
mcp_schema_format_is_date (const char *text, gsize length)
{
  const char *p = text;

  return read_date (&p, text + length) && p == text + length;
}

gboolean
mcp_schema_format_is_time (const char *text, gsize length)
{
  const char *p = text;

  return read_time (&p, text + length) && p == text + length;
}

gboolean
mcp_schema_format_is_date_time (const char *text, gsize length)
{
  const char *p = text;
  const char *end = text + length;

  return read_date (&p, end) && read_character (&p, end, "Tt") && read_time (&p, end) && p == end;
}

/* Numbers with units, in the order of @units, without a gap. Returns: how many; -1 where there is
 * something else */
static int
read_units (const char **p, const char *end, const char *units)
{
  const char *last = NULL;
  int         n = 0;

  while (*p < end && g_ascii_isdigit (**p))
    {
      while (*p < end && g_ascii_isdigit (**p))
        (*p)++;
      if (*p == end || **p == '\0')
        return -1;
      const char *unit = strchr (units, **p);
      if (unit == NULL || (last != NULL && unit != last + 1))
        return -1;
      last = unit;
      (*p)++;
      n++;
    }
  return n;
}

gboolean
mcp_schema_format_is_duration (const char *text, gsize length)
{
  const char *p = text;
  const char *end = text + length;
  int         n_days, n_times = 0;

  if (!read_character (&p, end, "P"))
    return FALSE;
  if (length > 2 && text[length - 1] == 'W')
    return read_units (&p, end, "W") == 1 && p == end;
  n_days = read_units (&p, end, "YMD");
  if (p < end && *p == 'T')
    {
      p++;
      n_times = read_units (&p, end, "HMS");
      if (n_times < 1)
        return FALSE;
    }
  return n_days >= 0 && n_days + n_times > 0 && p == end;
}
