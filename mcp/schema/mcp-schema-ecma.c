/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-ecma.h"

#include <string.h>

/* Groups inside each other; GRegex has a limit of its own that is higher. */
#define MAX_GROUP_DEPTH 200u
/* What a property's name has at most. */
#define MAX_PROPERTY 64u

#define DIGITS "0-9"
#define WORDS "0-9A-Z_a-z"
#define SPACES                                                                                  \
  "\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}" \
  "\\x{3000}\\x{feff}"
#define BOUNDARY \
  "(?:(?<=[" WORDS "])(?![" WORDS "])|(?<![" WORDS "])(?=[" WORDS "]))"
#define NO_BOUNDARY \
  "(?:(?<=[" WORDS "])(?=[" WORDS "])|(?<![" WORDS "])(?![" WORDS "]))"
#define NO_DIGITS "\\x{0}-\\x{2f}\\x{3a}-\\x{10ffff}"
#define NO_WORDS "\\x{0}-\\x{2f}\\x{3a}-\\x{40}\\x{5b}-\\x{5e}\\x{60}\\x{7b}-\\x{10ffff}"
#define NO_SPACES                                                                                  \
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-"       \
  "\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}" \
  "-\\x{10ffff}"

typedef struct
{
  const char *p;
  const char *end;
  GString    *out;
  const char *reason;
  guint       n_groups; /* that capture, in the whole pattern */
  gboolean    has_names;
} Translator;

/* One thing in a class, or an escape: a character or a set. */
typedef struct
{
  gboolean    is_set;
  gunichar    character;
  const char *set;                        /* ranges, static */
  char        property[MAX_PROPERTY + 8]; /* or \p{…} */
} Atom;

static gboolean
fail (Translator *self, const char *reason)
{
  if (self->reason == NULL)
    self->reason = reason;
  return FALSE;
}

static gboolean
read_hex (Translator *self, guint n, gunichar *c)
{
  *c = 0;
  if (self->end - self->p < (gssize)n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (!g_ascii_isxdigit (self->p[i]))
        return FALSE;
      *c = *c << 4 | (gunichar)g_ascii_xdigit_value (self->p[i]);
    }
  self->p += n;
  return TRUE;
}

/* Behind "\u". */
static gboolean
read_unicode (Translator *self, gunichar *c)
{
  gunichar low;

  if (self->p < self->end && *self->p == '{')
    {
      guint n = 0;

      *c = 0;
      for (self->p++; self->p < self->end && g_ascii_isxdigit (*self->p) && n < 8; self->p++, n++)
        *c = *c << 4 | (gunichar)g_ascii_xdigit_value (*self->p);
      if (n == 0 || self->p == self->end || *self->p != '}' || *c > 0x10ffff)
        return fail (self, "\\u{…} is not a character");
      self->p++;
      return TRUE;
    }
  if (!read_hex (self, 4, c))
    return fail (self, "\\u needs four hexadecimal digits");
  if (*c >= 0xd800 && *c <= 0xdbff && self->end - self->p >= 6 && self->p[0] == '\\' &&
      self->p[1] == 'u')
    {
      const char *before = self->p;

      self->p += 2;
      if (read_hex (self, 4, &low) && low >= 0xdc00 && low <= 0xdfff)
        *c = 0x10000 + ((*c - 0xd800) << 10) + (low - 0xdc00);
      else
        self->p = before;
    }
  return TRUE;
}

/* Behind "\p" or "\P". */
static gboolean
read_property (Translator *self, gboolean negated, Atom *atom)
{
  char        name[MAX_PROPERTY];
  const char *close = memchr (self->p, '}', (gsize)(self->end - self->p));
  const char *value = name;
  const char *prefix = "";

  if (self->p == self->end || *self->p != '{' || close == NULL ||
      (gsize)(close - self->p) > sizeof name)
    return fail (self, "\\p needs the name of a property in braces");
  gsize length = (gsize)(close - self->p - 1);
  memcpy (name, self->p + 1, length);
  name[length] = '\0';
  if (length == 0 || strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_=") != length)
    return fail (self, "\\p has no property of this name");
  self->p = close + 1;

  if (strchr (name, '=') != NULL)
    {
      value = strchr (name, '=') + 1;
      if (g_str_has_prefix (name, "Script=") || g_str_has_prefix (name, "sc="))
        prefix = "sc:";
      else if (g_str_has_prefix (name, "Script_Extensions=") || g_str_has_prefix (name, "scx="))
        prefix = "scx:";
      else if (!g_str_has_prefix (name, "General_Category=") && !g_str_has_prefix (name, "gc="))
        return fail (self, "\\p has no property of this name");
    }
  const char *category = *prefix == '\0' ? mcp_schema_ecma_find_category (value) : NULL;
  if (value != name && *prefix == '\0' && category == NULL)
    return fail (self, "\\p has no category of this name");
  atom->is_set = TRUE;
  if (g_str_equal (name, "Assigned"))
    {
      category = "Cn";
      negated = !negated;
    }
  g_snprintf (atom->property, sizeof atom->property, "\\%c{%s%s}", negated ? 'P' : 'p', prefix,
              category != NULL ? category : value);
  return TRUE;
}

static gboolean
read_class_escape (char c, Atom *atom)
{
  static const struct
  {
    char        letter;
    const char *set;
  } sets[] = {
    { 'd', DIGITS },
    { 'D', NO_DIGITS },
    { 'w', WORDS },
    { 'W', NO_WORDS },
    { 's', SPACES },
    { 'S', NO_SPACES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (sets[i].letter == c)
      {
        atom->is_set = TRUE;
        atom->set = sets[i].set;
        return TRUE;
      }
  return FALSE;
}

/* What stands for one character or a set; the backslash is behind us. */
static gboolean
read_escape (Translator *self, gboolean in_class, Atom *atom)
{
  static const char controls[] = "t\tn\nv\vf\fr\r";

  memset (atom, 0, sizeof *atom);
  if (self->p == self->end)
    return fail (self, "it ends with a backslash");
  gunichar c = g_utf8_get_char (self->p);
  self->p = g_utf8_next_char (self->p);
  if (c < 0x80 && read_class_escape ((char)c, atom))
    return TRUE;
  for (guint i = 0; controls[i] != '\0'; i += 2)
    if ((gunichar)controls[i] == c)
      {
        atom->character = (gunichar)controls[i + 1];
        return TRUE;
      }
  switch (c)
    {
    case 'p':
    case 'P':
      return read_property (self, c == 'P', atom);
    case 'u':
      return read_unicode (self, &atom->character);
    case 'x':
      return read_hex (self, 2, &atom->character) ||
             fail (self, "\\x needs two hexadecimal digits");
    case 'c':
      if (self->p == self->end || !g_ascii_isalpha (*self->p))
        return fail (self, "\\c needs a letter");
      atom->character = (gunichar)*self->p++ & 0x1f;
      return TRUE;
    case '0':
      if (self->p < self->end && g_ascii_isdigit (*self->p))
        return fail (self, "octal escapes are not allowed");
      atom->character = 0;
      return TRUE;
    case 'b':
      if (in_class)
        {
          atom->character = '\b';
          return TRUE;
        }
      break;
    default:
      break;
    }
  if (c < 0x80 && g_ascii_isalnum ((char)c))
    return fail (self, "it has an escape that ECMA-262 does not know");
  atom->character = c;
  return TRUE;
}

static void
append_character (GString *out, gunichar c)
{
  if (c < 0x80 && g_ascii_isalnum ((char)c))
    g_string_append_c (out, (char)c);
  else if (c >= 0xd800 && c <= 0xdfff)
    g_string_append (out, "\\x{fffd}"); /* how half a character reads */
  else
    g_string_append_printf (out, "\\x{%x}", c);
}

static void
append_set (GString *out, const Atom *atom)
{
  if (atom->set != NULL)
    g_string_append (out, atom->set);
  else if (g_str_equal (atom->property, "\\p{ASCII}"))
    g_string_append (out, "\\x{0}-\\x{7f}");
  else if (g_str_equal (atom->property, "\\P{ASCII}"))
    g_string_append (out, "\\x{80}-\\x{10ffff}");
  else
    g_string_append (out, atom->property);
}

static gboolean
read_class_atom (Translator *self, Atom *atom)
{
  memset (atom, 0, sizeof *atom);
  if (*self->p == '\\')
    {
      self->p++;
      return read_escape (self, TRUE, atom);
    }
  atom->character = g_utf8_get_char (self->p);
  self->p = g_utf8_next_char (self->p);
  return TRUE;
}

/* Behind "[". */
static gboolean
translate_class (Translator *self)
{
  gboolean negated = self->p < self->end && *self->p == '^';

  self->p += negated;
  g_string_append (self->out, negated ? "[^" : "[");
  gsize start = self->out->len;
  while (self->p < self->end && *self->p != ']')
    {
      Atom from, to;

      if (!read_class_atom (self, &from))
        return FALSE;
      if (from.is_set)
        {
          append_set (self->out, &from);
          continue;
        }
      append_character (self->out, from.character);
      if (self->end - self->p < 2 || self->p[0] != '-' || self->p[1] == ']')
        continue;
      self->p++;
      if (!read_class_atom (self, &to))
        return FALSE;
      if (to.is_set)
        {
          /* Not a range then, as without the flag u. */
          append_character (self->out, '-');
          append_set (self->out, &to);
          continue;
        }
      if (to.character < from.character)
        return fail (self, "a range in a class is out of order");
      g_string_append_c (self->out, '-');
      append_character (self->out, to.character);
    }
  if (self->p == self->end)
    return fail (self, "a class is not closed");
  self->p++;
  if (self->out->len == start)
    {
      g_string_truncate (self->out, start - (negated ? 2 : 1));
      g_string_append (self->out, negated ? "[\\x{0}-\\x{10ffff}]" : "(?!)");
      return TRUE;
    }
  g_string_append_c (self->out, ']');
  return TRUE;
}

/* Behind "(". */
static gboolean
translate_group (Translator *self)
{
  static const char *const known[] = { "?:", "?=", "?!", "?<=", "?<!" };

  g_string_append_c (self->out, '(');
  if (self->p == self->end)
    return fail (self, "a parenthesis is not closed");
  if (*self->p == '*')
    return fail (self, "there is nothing to repeat");
  if (*self->p != '?')
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      gsize length = strlen (known[i]);

      if ((gsize)(self->end - self->p) >= length && strncmp (self->p, known[i], length) == 0)
        {
          g_string_append (self->out, known[i]);
          self->p += length;
          return TRUE;
        }
    }
  if (self->end - self->p > 2 && self->p[1] == '<' &&
      (g_ascii_isalpha (self->p[2]) || self->p[2] == '_' || (self->p[2] & 0x80) != 0))
    {
      const char *close = memchr (self->p, '>', (gsize)(self->end - self->p));

      if (close != NULL)
        {
          g_string_append_len (self->out, self->p, close + 1 - self->p);
          self->p = close + 1;
          return TRUE;
        }
    }
  return fail (self, "it has a kind of group that ECMA-262 does not know");
}

/* Behind the backslash, outside of a class. */
static gboolean
translate_escape (Translator *self)
{
  char c = self->p < self->end ? *self->p : '\0';
  Atom atom;

  if (c == 'b' || c == 'B')
    {
      self->p++;
      g_string_append (self->out, c == 'b' ? BOUNDARY : NO_BOUNDARY);
      return TRUE;
    }
  if (c >= '1' && c <= '9')
    {
      guint n = 0;

      while (self->p < self->end && g_ascii_isdigit (*self->p) && n < 10000)
        n = n * 10 + (guint)(*self->p++ - '0');
      if (n > self->n_groups)
        return fail (self, "it refers to a group that is not there");
      /* A group that took no part matches the empty text (ECMA-262, 22.2.2.9); PCRE's fails. */
      g_string_append_printf (self->out, "(?(%u)\\g{%u})", n, n);
      return TRUE;
    }
  if (c == 'k' && self->has_names)
    {
      const char *close = memchr (self->p, '>', (gsize)(self->end - self->p));

      if (close == NULL || self->p[1] != '<')
        return fail (self, "\\k needs the name of a group");
      g_string_append_printf (self->out, "(?(<%.*s>)\\k<%.*s>)", (int)(close - self->p - 2),
                              self->p + 2, (int)(close - self->p - 2), self->p + 2);
      self->p = close + 1;
      return TRUE;
    }
  if (!read_escape (self, FALSE, &atom))
    return FALSE;
  if (!atom.is_set)
    {
      append_character (self->out, atom.character);
      return TRUE;
    }
  g_string_append_c (self->out, '[');
  append_set (self->out, &atom);
  g_string_append_c (self->out, ']');
  return TRUE;
}

/* At "{". Returns: bytes of "{n}", "{n,}" or "{n,m}"; 0 where it is none */
static gsize
measure_braces (const Translator *self)
{
  const char *p = self->p + 1;
  const char *start = p;

  while (p < self->end && g_ascii_isdigit (*p))
    p++;
  if (p == start)
    return 0;
  if (p < self->end && *p == ',')
    for (p++; p < self->end && g_ascii_isdigit (*p);)
      p++;
  return p < self->end && *p == '}' ? (gsize)(p + 1 - self->p) : 0;
}

/* At a quantifier. */
static gboolean
translate_quantifier (Translator *self, gboolean quantifiable)
{
  gsize length = *self->p == '{' ? measure_braces (self) : 1;

  if (length == 0)
    {
      append_character (self->out, '{');
      self->p++;
      return TRUE;
    }
  if (!quantifiable)
    return fail (self, "there is nothing to repeat");
  g_string_append_len (self->out, self->p, (gssize)length);
  self->p += length;
  if (self->p < self->end && *self->p == '?')
    g_string_append_c (self->out, *self->p++);
  if (self->p < self->end && (strchr ("*+?", *self->p) != NULL ||
                              (*self->p == '{' && measure_braces (self) > 0)))
    return fail (self, "there is nothing to repeat");
  return TRUE;
}

static void
count_groups (Translator *self)
{
  gboolean in_class = FALSE;

  for (const char *p = self->p; p < self->end; p++)
    {
      if (*p == '\\' && p + 1 < self->end)
        p++;
      else if (*p == '[')
        in_class = TRUE;
      else if (*p == ']')
        in_class = FALSE;
      else if (*p == '(' && !in_class)
        {
          gboolean special = p + 1 < self->end && p[1] == '?';
          gboolean named =
              special && self->end - p > 3 && p[2] == '<' && p[3] != '=' && p[3] != '!';

          self->n_groups += !special || named;
          self->has_names |= named;
        }
    }
}

static gboolean
translate (Translator *self)
{
  gboolean quantifiable = FALSE;
  guint    depth = 0;

  while (self->p < self->end)
    {
      gboolean done = TRUE;
      gboolean atom = TRUE;

      switch (*self->p)
        {
        case '\\':
          self->p++;
          done = translate_escape (self);
          break;
        case '[':
          self->p++;
          done = translate_class (self);
          break;
        case '(':
          self->p++;
          atom = FALSE;
          if (++depth > MAX_GROUP_DEPTH)
            return fail (self, "its groups nest too deeply");
          done = translate_group (self);
          break;
        case ')':
          if (depth-- == 0)
            return fail (self, "a parenthesis is not opened");
          g_string_append_c (self->out, *self->p++);
          break;
        case '.':
          g_string_append (self->out, "[^\\x{a}\\x{d}\\x{2028}\\x{2029}]");
          self->p++;
          break;
        case '^':
          g_string_append (self->out, "\\A");
          self->p++;
          atom = FALSE;
          break;
        case '$':
          g_string_append (self->out, "\\z");
          self->p++;
          atom = FALSE;
          break;
        case '|':
          g_string_append_c (self->out, *self->p++);
          atom = FALSE;
          break;
        case '*':
        case '+':
        case '?':
        case '{':
          atom = *self->p == '{' && measure_braces (self) == 0;
          done = translate_quantifier (self, quantifiable);
          break;
        default:
          append_character (self->out, g_utf8_get_char (self->p));
          self->p = g_utf8_next_char (self->p);
          break;
        }
      if (!done)
        return FALSE;
      quantifiable = atom;
    }
  return depth == 0 || fail (self, "a parenthesis is not closed");
}

char *
mcp_schema_ecma_translate (const char *pattern, gsize length, const char **reason)
{
  Translator self = { pattern, pattern + length, g_string_sized_new (length * 2), NULL, 0, FALSE };

  count_groups (&self);
  if (translate (&self))
    return g_string_free (self.out, FALSE);
  g_string_free (self.out, TRUE);
  if (reason != NULL)
    *reason = self.reason;
  return NULL;
}
