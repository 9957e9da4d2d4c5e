/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One label of a host name, in ASCII and beyond. Source: RFC 5890 to 5893 (IDNA 2008), RFC 3492.
 * The classes of characters are derived from Unicode's properties, as RFC 5892 does. */

#include "mcp-schema-format-rules.h"

#include <string.h>

/* Characters of a label. */
#define MAX_LABEL 63u

/* Punycode: what stands behind "xn--". GLib's g_hostname_to_ascii() does not serve: it follows IDNA
 * 2003, which maps ß, ς and joiners to other characters, where JSON Schema refers to IDNA 2008. */
#define BASE 36u
#define INITIAL_BIAS 72u
#define INITIAL_CHARACTER 0x80u

typedef enum {
  IDN_DISALLOWED,
  IDN_VALID,
  IDN_CONTEXT, /* by a rule of its own */
} IdnClass;

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

/* @label: room for MAX_LABEL + 1. Returns: characters; 0 where it is no Punycode.
 * RFC 3492, section 6.2 */
static guint
punycode_decode (const char *text, gsize length, gunichar *label)
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
      for (; p < delimiter && n < MAX_LABEL; p++)
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
      if (c > 0x10ffff || n >= MAX_LABEL || !g_unichar_validate (c))
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
static char *
punycode_encode (const gunichar *label, guint n)
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

/* RFC 5892, section 2.6 */
static gboolean
find_exception (gunichar c, IdnClass *found)
{
  static const struct
  {
    gunichar character;
    IdnClass idn;
  } exceptions[] = {
    { 0xdf, IDN_VALID },
    { 0x3c2, IDN_VALID },
    { 0x6fd, IDN_VALID },
    { 0x6fe, IDN_VALID },
    { 0xf0b, IDN_VALID },
    { 0x3007, IDN_VALID },
    { 0xb7, IDN_CONTEXT },
    { 0x375, IDN_CONTEXT },
    { 0x5f3, IDN_CONTEXT },
    { 0x5f4, IDN_CONTEXT },
    { 0x30fb, IDN_CONTEXT },
    { 0x640, IDN_DISALLOWED },
    { 0x7fa, IDN_DISALLOWED },
    { 0x302e, IDN_DISALLOWED },
    { 0x302f, IDN_DISALLOWED },
    { 0x3031, IDN_DISALLOWED },
    { 0x3032, IDN_DISALLOWED },
    { 0x3033, IDN_DISALLOWED },
    { 0x3034, IDN_DISALLOWED },
    { 0x3035, IDN_DISALLOWED },
    { 0x303b, IDN_DISALLOWED },
    { 0x200c, IDN_CONTEXT },
    { 0x200d, IDN_CONTEXT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (exceptions); i++)
    if (exceptions[i].character == c)
      {
        *found = exceptions[i].idn;
        return TRUE;
      }
  if ((c >= 0x660 && c <= 0x669) || (c >= 0x6f0 && c <= 0x6f9))
    {
      *found = IDN_CONTEXT;
      return TRUE;
    }
  return FALSE;
}

/* RFC 5892, section 2.2: changed by folding and normalizing */
static gboolean
is_unstable (gunichar c)
{
  char text[8];

  text[g_unichar_to_utf8 (c, text)] = '\0';
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_NFKC);
  g_autofree char *folded = g_utf8_casefold (normal, -1);
  g_autofree char *again = g_utf8_normalize (folded, -1, G_NORMALIZE_NFKC);
  return again == NULL || strcmp (text, again) != 0;
}

/* RFC 5892, section 3 */
static IdnClass
classify (gunichar c)
{
  IdnClass found;

  if (find_exception (c, &found))
    return found;
  if (c < 0x80)
    return g_ascii_islower ((char)c) || g_ascii_isdigit ((char)c) || c == '-' ? IDN_VALID
                                                                              : IDN_DISALLOWED;
  if (is_unstable (c) || (c >= 0x1100 && c <= 0x11ff) || (c >= 0xa960 && c <= 0xa97c) ||
      (c >= 0xd7b0 && c <= 0xd7fb))
    return IDN_DISALLOWED;
  switch (g_unichar_type (c))
    {
    case G_UNICODE_LOWERCASE_LETTER:
    case G_UNICODE_UPPERCASE_LETTER:
    case G_UNICODE_OTHER_LETTER:
    case G_UNICODE_DECIMAL_NUMBER:
    case G_UNICODE_MODIFIER_LETTER:
    case G_UNICODE_NON_SPACING_MARK:
    case G_UNICODE_SPACING_MARK:
      return IDN_VALID;
    default:
      return IDN_DISALLOWED;
    }
}

/* Of Arabic script: letters that join only to the one before. The rest join to both sides. */
static gboolean
joins_right_only (gunichar c)
{
  static const gunichar letters[] = { 0x622, 0x623, 0x624, 0x625, 0x627, 0x629, 0x62f, 0x630,
                                      0x631, 0x632, 0x648, 0x671, 0x672, 0x673, 0x675, 0x676,
                                      0x677, 0x6c0, 0x6d2, 0x6d3, 0x6d5 };

  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    if (letters[i] == c)
      return TRUE;
  return (c >= 0x688 && c <= 0x699) || (c >= 0x6c3 && c <= 0x6cb);
}

static gboolean
joins (gunichar c, gboolean to_next)
{
  GUnicodeScript script = g_unichar_get_script (c);

  if (g_unichar_type (c) != G_UNICODE_OTHER_LETTER || c == 0x621 || c == 0x674)
    return FALSE;
  if (script != G_UNICODE_SCRIPT_ARABIC && script != G_UNICODE_SCRIPT_SYRIAC &&
      script != G_UNICODE_SCRIPT_MONGOLIAN && script != G_UNICODE_SCRIPT_NKO)
    return FALSE;
  return !to_next || !joins_right_only (c);
}

static gboolean
has_virama_before (const gunichar *label, guint i)
{
  return i > 0 && g_unichar_combining_class (label[i - 1]) == 9;
}

static gboolean
has_any (const gunichar *label, guint n, gunichar from, gunichar to)
{
  for (guint i = 0; i < n; i++)
    if (label[i] >= from && label[i] <= to)
      return TRUE;
  return FALSE;
}

static gboolean
has_kana_or_han (const gunichar *label, guint n)
{
  for (guint i = 0; i < n; i++)
    switch (g_unichar_get_script (label[i]))
      {
      case G_UNICODE_SCRIPT_HIRAGANA:
      case G_UNICODE_SCRIPT_KATAKANA:
      case G_UNICODE_SCRIPT_HAN:
        return TRUE;
      default:
        break;
      }
  return FALSE;
}

/* RFC 5892, appendix A */
static gboolean
fits_context (const gunichar *label, guint n, guint i)
{
  switch (label[i])
    {
    case 0x200c:
      return has_virama_before (label, i) ||
             (i > 0 && i + 1 < n && joins (label[i - 1], TRUE) && joins (label[i + 1], FALSE));
    case 0x200d:
      return has_virama_before (label, i);
    case 0xb7:
      return i > 0 && i + 1 < n && label[i - 1] == 'l' && label[i + 1] == 'l';
    case 0x375:
      return i + 1 < n && g_unichar_get_script (label[i + 1]) == G_UNICODE_SCRIPT_GREEK;
    case 0x5f3:
    case 0x5f4:
      return i > 0 && g_unichar_get_script (label[i - 1]) == G_UNICODE_SCRIPT_HEBREW;
    case 0x30fb:
      return has_kana_or_han (label, n);
    default:
      break;
    }
  if (label[i] >= 0x660 && label[i] <= 0x669)
    return !has_any (label, n, 0x6f0, 0x6f9);
  return !has_any (label, n, 0x660, 0x669);
}

typedef enum {
  BIDI_LEFT,
  BIDI_RIGHT,
  BIDI_NUMBER, /* European */
  BIDI_ARABIC_NUMBER,
  BIDI_MARK,
  BIDI_NEUTRAL,
} BidiClass;

static BidiClass
get_bidi (gunichar c)
{
  if (c >= 0x660 && c <= 0x669)
    return BIDI_ARABIC_NUMBER;
  if (g_ascii_isdigit ((char)MIN (c, 0x7f)) || (c >= 0x6f0 && c <= 0x6f9))
    return BIDI_NUMBER;
  switch (g_unichar_type (c))
    {
    case G_UNICODE_NON_SPACING_MARK:
    case G_UNICODE_ENCLOSING_MARK:
      return BIDI_MARK;
    case G_UNICODE_LOWERCASE_LETTER:
    case G_UNICODE_UPPERCASE_LETTER:
    case G_UNICODE_OTHER_LETTER:
    case G_UNICODE_MODIFIER_LETTER:
    case G_UNICODE_SPACING_MARK:
    case G_UNICODE_DECIMAL_NUMBER:
      return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) ||
                     (c >= 0xfe70 && c <= 0xfeff) || (c >= 0x10800 && c <= 0x10fff) ||
                     (c >= 0x1e800 && c <= 0x1efff)
                 ? BIDI_RIGHT
                 : BIDI_LEFT;
    default:
      return BIDI_NEUTRAL;
    }
}

static gboolean
is_right_to_left (const gunichar *label, guint n)
{
  for (guint i = 0; i < n; i++)
    if (get_bidi (label[i]) == BIDI_RIGHT || get_bidi (label[i]) == BIDI_ARABIC_NUMBER)
      return TRUE;
  return FALSE;
}

/* RFC 5893, section 2: for every label of a name that has one from right to left */
static gboolean
fits_bidi (const gunichar *label, guint n)
{
  gboolean right = get_bidi (label[0]) == BIDI_RIGHT;
  gboolean has_number = FALSE;
  gboolean has_arabic = FALSE;
  guint    last = n;

  if (!right && get_bidi (label[0]) != BIDI_LEFT)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      BidiClass bidi = get_bidi (label[i]);

      if (bidi == (right ? BIDI_LEFT : BIDI_RIGHT) || (!right && bidi == BIDI_ARABIC_NUMBER))
        return FALSE;
      has_number |= bidi == BIDI_NUMBER;
      has_arabic |= bidi == BIDI_ARABIC_NUMBER;
    }
  while (last > 0 && get_bidi (label[last - 1]) == BIDI_MARK)
    last--;
  if (last == 0 || get_bidi (label[last - 1]) == BIDI_NEUTRAL)
    return FALSE;
  return !(has_number && has_arabic);
}

/* A label in its own characters: RFC 5891, section 4.2.3 */
static gboolean
is_unicode_label (const gunichar *label, guint n)
{
  if (n == 0 || label[0] == '-' || label[n - 1] == '-' ||
      (n >= 4 && label[2] == '-' && label[3] == '-'))
    return FALSE;
  switch (g_unichar_type (label[0]))
    {
    case G_UNICODE_NON_SPACING_MARK:
    case G_UNICODE_SPACING_MARK:
    case G_UNICODE_ENCLOSING_MARK:
      return FALSE;
    default:
      break;
    }
  for (guint i = 0; i < n; i++)
    {
      IdnClass class = classify (label[i]);

      if (class == IDN_DISALLOWED || (class == IDN_CONTEXT && !fits_context (label, n, i)))
        return FALSE;
    }
  return TRUE;
}

static void
describe (McpSchemaLabel *self, const gunichar *label, guint n, gsize ascii_length)
{
  self->ascii_length = ascii_length;
  self->is_right_to_left = is_right_to_left (label, n);
  self->fits_bidi = fits_bidi (label, n);
}

/* Letters, digits and hyphens; of a label that begins with "xn--", what it stands for too. */
static gboolean
read_ascii_label (McpSchemaLabel *self, const char *text, gsize length)
{
  gunichar label[MAX_LABEL + 1];
  guint    n = 0;
  gboolean beyond = FALSE;

  if (length == 0 || length > MAX_LABEL || text[0] == '-' || text[length - 1] == '-')
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '-')
      return FALSE;
  if (length < 4 || text[2] != '-' || text[3] != '-')
    {
      for (gsize i = 0; i < length; i++)
        label[n++] = (gunichar)g_ascii_tolower (text[i]);
      describe (self, label, n, length);
      return TRUE;
    }
  if (g_ascii_strncasecmp (text, "xn", 2) != 0)
    return FALSE;
  n = punycode_decode (text + 4, length - 4, label);
  for (guint i = 0; i < n; i++)
    beyond |= label[i] >= 0x80;
  if (!beyond || !is_unicode_label (label, n))
    return FALSE;
  describe (self, label, n, length);
  /* There is one way to write it. */
  g_autofree char *again = punycode_encode (label, n);
  return strlen (again) == length - 4 && g_ascii_strncasecmp (again, text + 4, length - 4) == 0;
}

gboolean
mcp_schema_format_read_label (McpSchemaLabel *self,
                              const char     *text,
                              gsize           length,
                              gboolean        international)
{
  gunichar    label[MAX_LABEL + 1];
  const char *end = text + length;
  gboolean    ascii = TRUE;
  guint       n = 0;

  for (gsize i = 0; i < length; i++)
    ascii &= (guchar)text[i] < 0x80;
  if (ascii || !international)
    return read_ascii_label (self, text, length);
  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (n >= MAX_LABEL)
        return FALSE;
      /* Capitals are mapped before a name is looked up (RFC 5895). */
      label[n++] = c < 0x80 ? (gunichar)g_ascii_tolower ((char)c) : c;
    }
  if (!is_unicode_label (label, n))
    return FALSE;
  g_autofree char *encoded = punycode_encode (label, n);
  describe (self, label, n, strlen (encoded) + strlen ("xn--"));
  return self->ascii_length <= MAX_LABEL;
}
