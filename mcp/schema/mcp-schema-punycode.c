/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-punycode.h"

#include <string.h>

#define BASE 36u
#define INITIAL_BIAS 72u
#define INITIAL_CHARACTER 0x80u

static guint
adapt (guint delta, guint n_points, gboolean first)
{
  guint k = 0;

  delta = first ? delta / 700 : delta / 2;
  delta += delta / n_points;
  for (; delta > 455; k += 36)
    delta /= 35;
  return k + 36 * delta / (delta + 38);
}

static guint
get_threshold (guint k, guint bias)
{
  return k <= bias ? 1 : k >= bias + 26 ? 26
                                        : k - bias;
}

/* RFC 3492, section 6.2 */
guint
mcp_schema_punycode_decode (const char *text, gsize length, gunichar *label)
{
  const char *end = text + length;
  const char *delimiter = NULL;
  const char *p = text;
  gunichar    c = INITIAL_CHARACTER;
  guint       bias = INITIAL_BIAS;
  guint       i = 0;
  guint       n = 0;

  for (const char *q = text; q < end; q++)
    if (*q == '-')
      delimiter = q;
  if (delimiter != NULL)
    {
      for (; p < delimiter && n < MCP_SCHEMA_LABEL_CHARACTERS; p++)
        label[n++] = (gunichar)g_ascii_tolower (*p);
      p = delimiter + 1;
    }
  while (p < end)
    {
      guint old = i;
      guint weight = 1;

      for (guint k = BASE;; k += BASE)
        {
          guint t = get_threshold (k, bias);
          guint digit;

          if (p == end)
            return 0;
          digit =
              g_ascii_isdigit (*p) ? (guint)(*p - '0' + 26) : (guint)(g_ascii_tolower (*p) - 'a');
          p++;
          if (digit > 35 || digit > (G_MAXINT - i) / weight)
            return 0;
          i += digit * weight;
          if (digit < t)
            break;
          if (weight > G_MAXINT / (BASE - t))
            return 0;
          weight *= BASE - t;
        }
      bias = adapt (i - old, n + 1, old == 0);
      c += i / (n + 1);
      i %= n + 1;
      if (c > 0x10ffff || n >= MCP_SCHEMA_LABEL_CHARACTERS || !g_unichar_validate (c))
        return 0;
      memmove (label + i + 1, label + i, (n - i) * sizeof *label);
      label[i++] = c;
      n++;
    }
  return n;
}

static void
append_number (GString *out, guint number, guint bias)
{
  for (guint k = BASE;; k += BASE)
    {
      guint t = get_threshold (k, bias);
      guint digit = number < t ? number : t + (number - t) % (BASE - t);

      g_string_append_c (out, (char)(digit < 26 ? 'a' + digit : '0' + digit - 26));
      if (number < t)
        return;
      number = (number - t) / (BASE - t);
    }
}

/* RFC 3492, section 6.3 */
char *
mcp_schema_punycode_encode (const gunichar *label, guint n)
{
  GString *out = g_string_new (NULL);
  gunichar next = INITIAL_CHARACTER;
  guint    bias = INITIAL_BIAS;
  guint    delta = 0;
  guint    n_basic, n_done;

  for (guint i = 0; i < n; i++)
    if (label[i] < INITIAL_CHARACTER)
      g_string_append_c (out, (char)label[i]);
  n_basic = n_done = (guint)out->len;
  if (n_basic > 0)
    g_string_append_c (out, '-');
  while (n_done < n)
    {
      gunichar least = 0x110000;

      for (guint i = 0; i < n; i++)
        if (label[i] >= next && label[i] < least)
          least = label[i];
      /* At most 63 characters: 63 × 0x110000 is far from the end of an int. */
      delta += (least - next) * (n_done + 1);
      next = least;
      for (guint i = 0; i < n; i++)
        {
          delta += label[i] < next;
          if (label[i] != next)
            continue;
          append_number (out, delta, bias);
          bias = adapt (delta, n_done + 1, n_done == n_basic);
          delta = 0;
          n_done++;
        }
      delta++;
      next++;
    }
  return g_string_free (out, FALSE);
}
