/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-number-step.h"

#include <string.h>

/* A smaller range than this wants smaller steps than 1. */
#define SMALL_RANGE 2.0

/* digits × 10^-scale; the most significant digit first. */
typedef struct
{
  gboolean negative;
  GString *digits;
  guint    scale;
} Decimal;

static void
decimal_clear (Decimal *self)
{
  if (self->digits != NULL)
    g_string_free (self->digits, TRUE);
  self->digits = NULL;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Decimal, decimal_clear)

static void
add_zeros (GString *digits, guint n)
{
  while (n-- > 0)
    g_string_append_c (digits, '0');
}

/* The number 1.2e3 is 1200, 12e-1 is 1.2. */
static gboolean
apply_exponent (Decimal *self, const char *text)
{
  gint64 exponent;

  if (!g_ascii_string_to_signed (text[0] == '+' ? text + 1 : text, 10,
                                 -(gint64)APP_NUMBER_STEP_MAX_DIGITS, APP_NUMBER_STEP_MAX_DIGITS,
                                 &exponent, NULL))
    return FALSE;
  if (exponent < 0)
    self->scale += (guint)-exponent;
  else if ((guint)exponent <= self->scale)
    self->scale -= (guint)exponent;
  else
    {
      add_zeros (self->digits, (guint)exponent - self->scale);
      self->scale = 0;
    }
  return TRUE;
}

/* Leniently: what a person types on the way to a number counts too, such as "+1." or ".5". */
static gboolean
decimal_parse (Decimal *self, const char *text)
{
  gboolean point = FALSE;

  self->digits = g_string_new (NULL);
  self->scale = 0;
  self->negative = text[0] == '-';
  if (text[0] == '-' || text[0] == '+')
    text++;
  for (; g_ascii_isdigit (*text) || (*text == '.' && !point); text++)
    {
      if (*text == '.')
        point = TRUE;
      else
        {
          g_string_append_c (self->digits, *text);
          self->scale += point ? 1 : 0;
        }
      if (self->digits->len > APP_NUMBER_STEP_MAX_DIGITS)
        return FALSE;
    }
  if (self->digits->len == 0)
    return FALSE;
  if (*text == 'e' || *text == 'E')
    return apply_exponent (self, text + 1) && self->digits->len <= APP_NUMBER_STEP_MAX_DIGITS &&
           self->scale <= APP_NUMBER_STEP_MAX_DIGITS;
  return *text == '\0';
}

static gboolean
decimal_parse_member (Decimal *self, McpJsonValue schema, const char *name)
{
  McpJsonValue value = mcp_json_value_get_member (schema, name);

  if (mcp_json_value_get_kind (value) != MCP_JSON_NUMBER)
    return FALSE;
  g_autofree char *text = mcp_json_value_dup_text (value);
  if (decimal_parse (self, text))
    return TRUE;
  decimal_clear (self);
  return FALSE;
}

/* The same number of digits before and after the point, and one more for a carry. */
static void
align (Decimal *a, Decimal *b)
{
  guint scale = MAX (a->scale, b->scale);

  add_zeros (a->digits, scale - a->scale);
  add_zeros (b->digits, scale - b->scale);
  a->scale = b->scale = scale;
  gsize length = MAX (a->digits->len, b->digits->len) + 1;
  for (guint i = 0; i < 2; i++)
    {
      GString         *digits = i == 0 ? a->digits : b->digits;
      g_autofree char *zeros = g_strnfill (length - digits->len, '0');
      g_string_prepend (digits, zeros);
    }
}

/* a ± b of aligned digits, where a ≥ b for the difference. */
static void
combine (GString *a, const GString *b, gboolean subtract)
{
  int carry = 0;

  for (gsize i = a->len; i-- > 0;)
    {
      int digit = a->str[i] - '0' + (subtract ? -(b->str[i] - '0') : b->str[i] - '0') + carry;

      carry = digit < 0 ? -1 : digit / 10;
      a->str[i] = (char)('0' + (digit + 10) % 10);
    }
}

static void
decimal_add (Decimal *self, Decimal *other)
{
  align (self, other);
  if (self->negative == other->negative)
    combine (self->digits, other->digits, FALSE);
  else if (strcmp (self->digits->str, other->digits->str) >= 0)
    combine (self->digits, other->digits, TRUE);
  else
    {
      g_autofree char *mine = g_strdup (self->digits->str);
      g_string_assign (self->digits, other->digits->str);
      g_autoptr (GString) subtrahend = g_string_new (mine);
      combine (self->digits, subtrahend, TRUE);
      self->negative = other->negative;
    }
}

static gboolean
is_zero (const Decimal *self)
{
  return strspn (self->digits->str, "0") == self->digits->len;
}

static int
decimal_compare (Decimal *a, Decimal *b)
{
  align (a, b);
  gboolean a_negative = a->negative && !is_zero (a);
  gboolean b_negative = b->negative && !is_zero (b);
  if (a_negative != b_negative)
    return a_negative ? -1 : 1;
  int order = strcmp (a->digits->str, b->digits->str);
  return a_negative ? -order : order;
}

static char *
decimal_print (const Decimal *self)
{
  gsize       n_whole = self->digits->len - MIN (self->scale, self->digits->len);
  gsize       n_missing = self->scale > self->digits->len ? self->scale - self->digits->len : 0;
  const char *whole = self->digits->str;
  g_autoptr (GString) text = g_string_new (self->negative && !is_zero (self) ? "-" : "");

  while (n_whole > 1 && *whole == '0')
    {
      whole++;
      n_whole--;
    }
  g_string_append_len (text, n_whole > 0 ? whole : "0", n_whole > 0 ? (gssize)n_whole : 1);
  if (self->scale > 0)
    {
      g_string_append_c (text, '.');
      add_zeros (text, (guint)n_missing);
      g_string_append (text, self->digits->str + self->digits->len -
                                 (self->scale - n_missing));
      while (text->str[text->len - 1] == '0')
        g_string_truncate (text, text->len - 1);
      if (text->str[text->len - 1] == '.')
        g_string_truncate (text, text->len - 1);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
read_step (Decimal *step, McpJsonValue schema, gboolean integer)
{
  double minimum = mcp_json_value_get_double (mcp_json_value_get_member (schema, "minimum"), -1e9);
  double maximum = mcp_json_value_get_double (mcp_json_value_get_member (schema, "maximum"), 1e9);

  if (decimal_parse_member (step, schema, "multipleOf") && !is_zero (step))
    return;
  decimal_clear (step);
  decimal_parse (step, !integer && maximum - minimum <= SMALL_RANGE ? "0.1" : "1");
}

/* Where nothing was typed yet: 0, or the limit that keeps 0 out. */
static char *
dup_beginning (Decimal *minimum, Decimal *maximum)
{
  g_auto (Decimal) zero = { 0 };

  decimal_parse (&zero, "0");
  if (minimum->digits != NULL && decimal_compare (minimum, &zero) > 0)
    return decimal_print (minimum);
  if (maximum->digits != NULL && decimal_compare (maximum, &zero) < 0)
    return decimal_print (maximum);
  return g_strdup ("0");
}

char *
app_number_step (const char *text, McpJsonValue schema, gboolean integer, int steps)
{
  g_auto (Decimal) number = { 0 };
  g_auto (Decimal) step = { 0 };
  g_auto (Decimal) minimum = { 0 };
  g_auto (Decimal) maximum = { 0 };
  Decimal *limit = steps > 0 ? &maximum : &minimum;

  g_return_val_if_fail (text != NULL, NULL);

  decimal_parse_member (&minimum, schema, "minimum");
  decimal_parse_member (&maximum, schema, "maximum");
  if (text[0] == '\0')
    return dup_beginning (&minimum, &maximum);
  if (steps == 0 || !decimal_parse (&number, text))
    return NULL;
  read_step (&step, schema, integer);
  step.negative = steps < 0;
  /* Steps are few: keys that are held, pages of ten. */
  for (int i = 0; i < MIN (ABS (steps), 100); i++)
    decimal_add (&number, &step);
  if (limit->digits == NULL)
    return decimal_print (&number);

  int order = decimal_compare (&number, limit);
  if ((steps > 0 && order <= 0) || (steps < 0 && order >= 0))
    return decimal_print (&number);
  g_auto (Decimal) typed = { 0 };
  decimal_parse (&typed, text);
  return decimal_compare (&typed, limit) == 0 ? NULL : decimal_print (limit);
}
