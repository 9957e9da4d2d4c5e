/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-number.h"

#include <math.h>
#include <string.h>

/* A number is its digits without zeros at either end, as an integer, times ten to the power of
 * "shift" plus the exponent as written. */
typedef struct
{
  gboolean    negative;
  const char *first; /* of the digits; a decimal point may be among them */
  const char *last;  /* behind the digits; equal to first where the number is zero */
  gint64      shift;
  gboolean    exponent_negative;
  const char *exponent; /* its digits */
  gsize       exponent_length;
} Decimal;

/* Beyond this no shift, which is bounded by the size of a text, brings an exponent back. */
#define EXPONENT_BOUND (G_GINT64_CONSTANT (1) << 40)

/* What a double holds: every integer up to 2^53, any 15 digits, no 18. */
#define MAX_EXACT_INTEGER (G_GINT64_CONSTANT (1) << 53)
#define DIGITS_ALWAYS_KEPT 15
#define DIGITS_EVER_KEPT 17

static void
decimal_read (Decimal *self, const char *text, gsize length)
{
  const char *end = text + length;
  const char *mantissa_end, *point;

  memset (self, 0, sizeof *self);
  if (*text == '-')
    {
      self->negative = TRUE;
      text++;
    }
  for (mantissa_end = text; mantissa_end < end; mantissa_end++)
    if ((*mantissa_end | 0x20) == 'e')
      break;
  if (mantissa_end < end)
    {
      const char *p = mantissa_end + 1;

      if (*p == '-' || *p == '+')
        self->exponent_negative = *p++ == '-';
      while (p < end && *p == '0')
        p++;
      self->exponent = p;
      self->exponent_length = (gsize)(end - p);
    }

  point = memchr (text, '.', (gsize)(mantissa_end - text));
  gsize n_fraction = point != NULL ? (gsize)(mantissa_end - point - 1) : 0;
  self->shift = -(gint64)n_fraction;

  self->first = text;
  self->last = mantissa_end;
  while (self->first < self->last && (*self->first == '0' || *self->first == '.'))
    self->first++;
  while (self->last > self->first && (self->last[-1] == '0' || self->last[-1] == '.'))
    {
      if (self->last[-1] == '0')
        self->shift++;
      self->last--;
    }
}

static gboolean
decimal_is_zero (const Decimal *self)
{
  return self->first == self->last;
}

/* The whole power of ten of @a less that of @b, or ±EXPONENT_BOUND where it is beyond. Digit by
 * digit from the most significant: exponents have any length. @b is nullable. */
static gint64
subtract_exponents (const Decimal *a, const Decimal *b)
{
  gsize  length_b = b != NULL ? b->exponent_length : 0;
  gsize  n = MAX (a->exponent_length, length_b);
  gint64 difference = 0;

  for (gsize i = n; i > 0; i--)
    {
      int digit_a = i <= a->exponent_length ? a->exponent[a->exponent_length - i] - '0' : 0;
      int digit_b = i <= length_b ? b->exponent[length_b - i] - '0' : 0;

      difference = difference * 10 + (a->exponent_negative ? -digit_a : digit_a) -
                   (b != NULL && b->exponent_negative ? -digit_b : digit_b);
      if (difference >= EXPONENT_BOUND || difference <= -EXPONENT_BOUND)
        return difference > 0 ? EXPONENT_BOUND : -EXPONENT_BOUND;
    }
  return difference + a->shift - (b != NULL ? b->shift : 0);
}

static gboolean
digits_equal (const Decimal *a, const Decimal *b)
{
  const char *p = a->first;
  const char *q = b->first;

  for (;;)
    {
      if (p < a->last && *p == '.')
        p++;
      if (q < b->last && *q == '.')
        q++;
      if (p == a->last || q == b->last)
        return p == a->last && q == b->last;
      if (*p++ != *q++)
        return FALSE;
    }
}

gboolean
mcp_json_number_equal (const char *a, gsize length_a, const char *b, gsize length_b)
{
  Decimal one, two;

  if (length_a == length_b && memcmp (a, b, length_a) == 0)
    return TRUE;
  decimal_read (&one, a, length_a);
  decimal_read (&two, b, length_b);
  if (decimal_is_zero (&one) || decimal_is_zero (&two))
    return decimal_is_zero (&one) && decimal_is_zero (&two);
  return one.negative == two.negative && subtract_exponents (&one, &two) == 0 &&
         digits_equal (&one, &two);
}

gboolean
mcp_json_number_to_int64 (const char *text, gsize length, gint64 *value)
{
  guint64 magnitude = 0;
  Decimal self;

  decimal_read (&self, text, length);
  if (decimal_is_zero (&self))
    {
      *value = 0;
      return TRUE;
    }
  gint64 power = subtract_exponents (&self, NULL);
  if (power < 0 || power > 18)
    return FALSE;
  guint64 limit = self.negative ? (guint64)G_MAXINT64 + 1 : (guint64)G_MAXINT64;
  for (const char *p = self.first; p < self.last || power > 0;)
    {
      guint digit = 0;

      if (p < self.last)
        {
          char c = *p++;

          if (c == '.')
            continue;
          digit = (guint)(c - '0');
        }
      else
        power--;
      if (magnitude > (limit - digit) / 10)
        return FALSE;
      magnitude = magnitude * 10 + digit;
    }
  /* Negated while unsigned: the most negative integer has no positive counterpart. */
  *value = (gint64)(self.negative ? 0 - magnitude : magnitude);
  return TRUE;
}

double
mcp_json_number_to_double (const char *text, gsize length)
{
  char buffer[128];

  if (length < sizeof buffer)
    {
      memcpy (buffer, text, length);
      buffer[length] = '\0';
      return g_ascii_strtod (buffer, NULL);
    }
  g_autofree char *copy = g_strndup (text, length);
  return g_ascii_strtod (copy, NULL);
}

gboolean
mcp_json_number_is_inexact (const char *text, gsize length)
{
  char    buffer[G_ASCII_DTOSTR_BUF_SIZE];
  char    format[8];
  gint64  integer;
  Decimal self;
  gsize   n_digits = 0;

  decimal_read (&self, text, length);
  if (decimal_is_zero (&self))
    return FALSE;
  for (const char *p = self.first; p < self.last && n_digits <= DIGITS_EVER_KEPT; p++)
    if (*p != '.')
      n_digits++;
  gint64 power = subtract_exponents (&self, NULL);

  if (n_digits > DIGITS_EVER_KEPT)
    return TRUE;
  /* Written as an integer, it is read as one, into 64 bits here and a double there. */
  if (self.exponent == NULL && power >= 0)
    return !mcp_json_number_to_int64 (text, length, &integer) || integer > MAX_EXACT_INTEGER ||
           integer < -MAX_EXACT_INTEGER;
  if (n_digits <= DIGITS_ALWAYS_KEPT && power > -300 && power < 290)
    return FALSE;
  double number = mcp_json_number_to_double (text, length);
  if (isinf (number) || number == 0)
    return TRUE;
  g_snprintf (format, sizeof format, "%%.%de", (int)n_digits - 1);
  g_ascii_formatd (buffer, sizeof buffer, format, number);
  return !mcp_json_number_equal (text, length, buffer, strlen (buffer));
}
