/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-number.h"

#include "mcp-schema.h"

#include <string.h>

/* A number is its digits, without zeros at either end, as an integer times ten to the power of
 * "power"; "digits" leaves out the decimal point, which "at" jumps over. */
typedef struct
{
  gboolean    negative;
  const char *first;
  const char *last; /* behind the digits; equal to first where the number is zero */
  gsize       n_digits;
  gint64      power;
} Decimal;

/* Exponents beyond this are all alike; no text is long enough to bring one back. */
#define POWER_BOUND (G_GINT64_CONSTANT (1) << 50)
/* Work on digits for one division; beyond, the answer is "maybe". Enough for 10^5 digits by 50. */
#define MAX_DIVISION_WORK 20000000u
/* Digits of a divisor that fit into 63 bits. */
#define SHORT_DIGITS 18

static void
decimal_read (Decimal *self, McpJsonValue value)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (value, &length);
  const char *end = text + length;
  const char *mantissa_end = text;
  gint64      exponent = 0;

  self->negative = *text == '-';
  text += self->negative;
  mantissa_end = text;
  while (mantissa_end < end && (*mantissa_end | 0x20) != 'e')
    mantissa_end++;
  if (mantissa_end < end)
    {
      const char *p = mantissa_end + 1;
      gboolean    negative = *p == '-';

      if (*p == '-' || *p == '+')
        p++;
      for (; p < end; p++)
        exponent = MIN (exponent * 10 + (*p - '0'), POWER_BOUND);
      if (negative)
        exponent = -exponent;
    }
  const char *point = memchr (text, '.', (gsize)(mantissa_end - text));
  self->power = exponent - (point != NULL ? mantissa_end - point - 1 : 0);

  self->first = text;
  self->last = mantissa_end;
  while (self->first < self->last && (*self->first == '0' || *self->first == '.'))
    self->first++;
  while (self->last > self->first && (self->last[-1] == '0' || self->last[-1] == '.'))
    {
      if (self->last[-1] == '0')
        self->power++;
      self->last--;
    }
  self->n_digits = (gsize)(self->last - self->first);
  if (point != NULL && point >= self->first && point < self->last)
    self->n_digits--;
  if (self->n_digits == 0)
    {
      self->negative = FALSE;
      self->power = 0;
    }
}

/* Returns: the digit at *p, which moves on; 0 behind the end */
static int
next_digit (const Decimal *self, const char **p)
{
  if (*p < self->last && **p == '.')
    (*p)++;
  return *p < self->last ? *(*p)++ - '0' : 0;
}

static int
compare_magnitudes (const Decimal *a, const Decimal *b)
{
  gint64      top_a = a->power + (gint64)a->n_digits;
  gint64      top_b = b->power + (gint64)b->n_digits;
  gsize       n = MAX (a->n_digits, b->n_digits);
  const char *p = a->first;
  const char *q = b->first;

  if (a->n_digits == 0 || b->n_digits == 0)
    return (a->n_digits > 0) - (b->n_digits > 0);
  if (top_a != top_b)
    return top_a < top_b ? -1 : 1;
  for (gsize i = 0; i < n; i++)
    {
      int difference = next_digit (a, &p) - next_digit (b, &q);

      if (difference != 0)
        return difference;
    }
  return 0;
}

/* A plain integer of up to 18 digits. */
static gboolean
read_small (McpJsonValue value, gint64 *number)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (value, &length);
  gboolean    negative = *text == '-';
  gint64      sum = 0;

  if (length > SHORT_DIGITS)
    return FALSE;
  for (gsize i = negative; i < length; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return FALSE;
      sum = sum * 10 + (text[i] - '0');
    }
  *number = negative ? -sum : sum;
  return TRUE;
}

int
mcp_schema_number_compare (McpJsonValue a, McpJsonValue b)
{
  gint64  small_a, small_b;
  Decimal one, two;

  if (read_small (a, &small_a) && read_small (b, &small_b))
    return (small_a > small_b) - (small_a < small_b);
  decimal_read (&one, a);
  decimal_read (&two, b);
  if (one.negative != two.negative)
    return one.negative ? -1 : 1;
  return one.negative ? compare_magnitudes (&two, &one) : compare_magnitudes (&one, &two);
}

gboolean
mcp_schema_number_is_integer (McpJsonValue self)
{
  gint64  small;
  Decimal decimal;

  if (read_small (self, &small))
    return TRUE;
  decimal_read (&decimal, self);
  return decimal.power >= 0;
}

gboolean
mcp_schema_number_is_positive (McpJsonValue self)
{
  Decimal decimal;

  decimal_read (&decimal, self);
  return !decimal.negative && decimal.n_digits > 0;
}

guint32
mcp_schema_number_hash (McpJsonValue self)
{
  guint32 hash = 5381;
  Decimal decimal;

  decimal_read (&decimal, self);
  const char *p = decimal.first;
  for (gsize i = 0; i < decimal.n_digits; i++)
    hash = hash * 33 + (guint32)next_digit (&decimal, &p);
  return hash * 33 + (guint32)decimal.power * 2 + decimal.negative;
}

/* 10^exponent mod divisor, times start */
static guint64
multiply_by_power (guint64 start, gint64 exponent, guint64 divisor)
{
  unsigned __int128 result = start % divisor;
  unsigned __int128 factor = 10 % divisor;

  for (; exponent > 0; exponent >>= 1)
    {
      if (exponent & 1)
        result = result * factor % divisor;
      factor = factor * factor % divisor;
    }
  return (guint64)result;
}

static gboolean
is_multiple_short (const Decimal *a, const Decimal *b)
{
  const char *p = a->first;
  const char *q = b->first;
  guint64     divisor = 0;
  guint64     rest = 0;

  for (gsize i = 0; i < b->n_digits; i++)
    divisor = divisor * 10 + (guint64)next_digit (b, &q);
  for (gsize i = 0; i < a->n_digits; i++)
    rest = (guint64)(((unsigned __int128)rest * 10 + (unsigned)next_digit (a, &p)) % divisor);
  return multiply_by_power (rest, a->power - b->power, divisor) == 0;
}

/* @rest holds one digit more than @divisor; both start with the most significant one.
 * rest = (rest × 10 + digit) mod divisor */
static void
shift_in (guint8 *rest, const guint8 *divisor, gsize n, int digit)
{
  memmove (rest, rest + 1, n);
  rest[n] = (guint8)digit;
  while (rest[0] > 0 || memcmp (rest + 1, divisor, n) >= 0)
    {
      int borrow = 0;

      for (gsize i = n; i > 0; i--)
        {
          int difference = rest[i] - divisor[i - 1] - borrow;

          borrow = difference < 0;
          rest[i] = (guint8)(difference + (borrow ? 10 : 0));
        }
      rest[0] = (guint8)(rest[0] - borrow);
    }
}

/* As on paper, digit by digit. */
static gboolean
is_multiple_long (const Decimal *a, const Decimal *b)
{
  gsize              n = b->n_digits;
  gsize              n_zeros = (gsize)(a->power - b->power);
  g_autofree guint8 *divisor = g_malloc (n);
  g_autofree guint8 *rest = g_malloc0 (n + 1);
  const char        *p = a->first;
  const char        *q = b->first;

  for (gsize i = 0; i < n; i++)
    divisor[i] = (guint8)next_digit (b, &q);
  for (gsize i = 0; i < a->n_digits + n_zeros; i++)
    shift_in (rest, divisor, n, i < a->n_digits ? next_digit (a, &p) : 0);
  for (gsize i = 0; i <= n; i++)
    if (rest[i] != 0)
      return FALSE;
  return TRUE;
}

McpSchemaTruth
mcp_schema_number_is_multiple (McpJsonValue self, McpJsonValue divisor)
{
  gint64  small, small_divisor, shift;
  Decimal a, b;

  if (read_small (self, &small) && read_small (divisor, &small_divisor) && small_divisor != 0)
    return mcp_schema_truth_from (small % small_divisor == 0);
  decimal_read (&a, self);
  decimal_read (&b, divisor);
  if (a.n_digits == 0)
    return MCP_SCHEMA_YES;
  if (b.n_digits == 0)
    return MCP_SCHEMA_NO;
  shift = a.power - b.power;
  /* The digits of a do not end in a zero: it has fewer powers of ten than the divisor. */
  if (shift < 0)
    return MCP_SCHEMA_NO;
  if (b.n_digits <= SHORT_DIGITS)
    {
      if (shift >= POWER_BOUND / 2)
        return MCP_SCHEMA_MAYBE;
      return mcp_schema_truth_from (is_multiple_short (&a, &b));
    }
  if (shift > MAX_DIVISION_WORK ||
      (guint64)(a.n_digits + (gsize)shift) * b.n_digits > MAX_DIVISION_WORK)
    return MCP_SCHEMA_MAYBE;
  return mcp_schema_truth_from (is_multiple_long (&a, &b));
}
