/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-python-literal.h"

#include <math.h>
#include <string.h>

#include "mcp-json-writer.h"

typedef struct
{
  const char *at;
  GString    *json;
  guint       depth;
} Reader;

static gboolean read_value (Reader *self);

static void
skip_space (Reader *self)
{
  self->at += strspn (self->at, " \t\r\n\f");
}

/* Strings */

/* The character of an escape of @n_digits hexadecimal digits; -1 where they are not there. */
static gint64
read_hex (const char *text, gsize left, guint n_digits)
{
  gint64 value = 0;

  if (left < n_digits)
    return -1;
  for (guint i = 0; i < n_digits; i++)
    {
      int digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0)
        return -1;
      value = value * 16 + digit;
    }
  return value;
}

static gsize
append_coded (GString *out, const char *escape, gsize left)
{
  guint  n_digits = escape[1] == 'x' ? 2 : escape[1] == 'u' ? 4
                                                            : 8;
  gint64 code = read_hex (escape + 2, left - 2, n_digits);

  if (code < 0)
    {
      g_string_append_len (out, escape, 2);
      return 2;
    }
  g_string_append_unichar (out, g_unichar_validate ((gunichar)code) ? (gunichar)code : 0xfffd);
  return 2 + n_digits;
}

static gsize
append_octal (GString *out, const char *escape, gsize left)
{
  gunichar code = 0;
  gsize    length = 1;

  for (; length < MIN (left, 4) && escape[length] >= '0' && escape[length] <= '7'; length++)
    code = code * 8 + (gunichar)(escape[length] - '0');
  g_string_append_unichar (out, code);
  return length;
}

/* @escape stands on a backslash with something behind it. Returns: its length */
static gsize
append_escape (GString *out, const char *escape, gsize left)
{
  static const char letters[] = "abfnrtv\\'\"";
  static const char meanings[] = "\a\b\f\n\r\t\v\\'\"";
  const char       *found = escape[1] != '\0' ? strchr (letters, escape[1]) : NULL;

  if (found != NULL)
    {
      g_string_append_c (out, meanings[found - letters]);
      return 2;
    }
  switch (escape[1])
    {
    case '\n':
      return 2;
    case 'x':
    case 'u':
    case 'U':
      return append_coded (out, escape, left);
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
      return append_octal (out, escape, left);
    default:
      g_string_append_c (out, '\\');
      return 1;
    }
}

/* Appends what stands between a literal's quotes, its escapes undone; an escape that means nothing
 * stays as it is, and half a character becomes U+FFFD. */
static void
append_string (GString *out, const char *body, gsize length)
{
  gsize at = 0;

  while (at < length)
    {
      gsize plain = 0;

      while (at + plain < length && (body[at + plain] != '\\' || at + plain + 1 == length))
        plain++;
      g_string_append_len (out, body + at, (gssize)plain);
      at += plain;
      if (at < length)
        at += append_escape (out, body + at, length - at);
    }
}

/* One literal in its quotes, a prefix before it. */
static gboolean
read_string (Reader *self, GString *out)
{
  gboolean raw = FALSE;

  if (*self->at == 'r' || *self->at == 'R' || *self->at == 'u' || *self->at == 'U')
    raw = g_ascii_tolower (*self->at++) == 'r';
  char quote = *self->at;
  if (quote != '\'' && quote != '"')
    return FALSE;
  gboolean    triple = self->at[1] == quote && self->at[2] == quote;
  gsize       quotes = triple ? 3 : 1;
  const char *start = self->at += quotes;
  for (; *self->at != '\0'; self->at++)
    {
      if (*self->at == '\\' && self->at[1] != '\0')
        self->at++;
      else if (*self->at == '\n' && !triple)
        return FALSE;
      else if (*self->at == quote && (!triple || (self->at[1] == quote && self->at[2] == quote)))
        break;
    }
  if (*self->at == '\0')
    return FALSE;
  if (raw)
    g_string_append_len (out, start, self->at - start);
  else
    append_string (out, start, (gsize)(self->at - start));
  self->at += quotes;
  return TRUE;
}

static gboolean
begins_string (const char *at)
{
  return *at == '\'' || *at == '"' ||
         (*at != '\0' && strchr ("rRuU", *at) != NULL && (at[1] == '\'' || at[1] == '"'));
}

/* Literals that stand beside each other are one. */
static GString *
read_strings (Reader *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  do
    {
      if (!read_string (self, text))
        return NULL;
      skip_space (self);
    }
  while (begins_string (self->at));
  return g_steal_pointer (&text);
}

/* Numbers */

/* Digits without the underscores that may stand between them. Returns: NULL where one does not */
static char *
dup_digits (const char *text, gsize length)
{
  g_autoptr (GString) digits = g_string_sized_new (length);

  for (gsize i = 0; i < length; i++)
    {
      if (text[i] != '_')
        g_string_append_c (digits, text[i]);
      else if (i == 0 || i + 1 == length || !g_ascii_isalnum (text[i - 1]) ||
               !g_ascii_isalnum (text[i + 1]))
        return NULL;
    }
  return g_string_free (g_steal_pointer (&digits), FALSE);
}

char *
store_python_literal_read_integer (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const char      *at = stripped;
  gboolean         negative = *at == '-';
  at += *at == '-' || *at == '+';
  g_autofree char *digits = dup_digits (at, strlen (at));
  if (digits == NULL || digits[0] == '\0' || digits[strspn (digits, "0123456789")] != '\0')
    return NULL;
  at = digits + strspn (digits, "0");
  if (*at == '\0')
    return g_strdup ("0");
  return g_strconcat (negative ? "-" : "", at, NULL);
}

gboolean
store_python_literal_read_float (const char *text, double *value)
{
  char *end;

  g_return_val_if_fail (text != NULL && value != NULL, FALSE);

  g_autofree char *stripped = g_strstrip (g_strdup (text));
  /* C reads hexadecimal numbers and "nan(…)", Python does not. */
  if (strpbrk (stripped, "xXpP(") != NULL)
    return FALSE;
  g_autofree char *digits = dup_digits (stripped, strlen (stripped));
  if (digits == NULL || digits[0] == '\0')
    return FALSE;
  *value = g_ascii_strtod (digits, &end);
  return *end == '\0';
}

/* 0x1f, 0o17, 0b11, up to 64 bits. */
static gboolean
read_based (Reader *self, const char *digits, const char *sign)
{
  guint   base = digits[1] == 'x' ? 16 : digits[1] == 'o' ? 8
                                                          : 2;
  guint64 value;

  if (!g_ascii_string_to_unsigned (digits + 2, base, 0, G_MAXUINT64, &value, NULL))
    return FALSE;
  g_string_append_printf (self->json, "%s%" G_GUINT64_FORMAT, value > 0 ? sign : "", value);
  return TRUE;
}

static void
append_double (GString *json, double value)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_double (writer, value);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  g_string_append (json, text);
}

static char *
dup_number (Reader *self)
{
  const char *start = self->at;

  while (g_ascii_isalnum (*self->at) || *self->at == '_' || *self->at == '.' ||
         ((*self->at == '-' || *self->at == '+') && self->at > start &&
          g_ascii_tolower (self->at[-1]) == 'e' && !g_str_has_prefix (start, "0x")))
    self->at++;
  g_autofree char *written = g_strndup (start, (gsize)(self->at - start));
  return dup_digits (written, strlen (written));
}

static gboolean
read_number (Reader *self)
{
  const char *sign = *self->at == '-' ? "-" : "";
  double      value;

  self->at += *self->at == '-' || *self->at == '+';
  skip_space (self);
  g_autofree char *digits = dup_number (self);
  if (digits == NULL || (!g_ascii_isdigit (digits[0]) && digits[0] != '.'))
    return FALSE;
  if (digits[0] == '0' && digits[1] != '\0' && strchr ("xob", digits[1]) != NULL)
    return read_based (self, digits, sign);
  g_autofree char *text = g_strconcat (sign, digits, NULL);
  g_autofree char *integer = store_python_literal_read_integer (text);
  if (integer != NULL)
    g_string_append (self->json, integer);
  else if (store_python_literal_read_float (text, &value) && isfinite (value))
    append_double (self->json, value);
  else
    return FALSE;
  return TRUE;
}

/* Containers */

/* Goes over the comma behind an entry. Returns: whether another entry, or the end, follows */
static gboolean
read_comma (Reader *self, char close, gboolean *comma)
{
  skip_space (self);
  *comma = *self->at == ',';
  self->at += *comma;
  skip_space (self);
  return *comma || *self->at == close;
}

/* "(1)" is a number in brackets, "(1,)" a tuple. */
static gboolean
read_list (Reader *self, char close)
{
  gsize    start = self->json->len;
  gboolean comma = FALSE;
  guint    count = 0;

  self->at++;
  skip_space (self);
  g_string_append_c (self->json, '[');
  while (*self->at != close)
    {
      if (count++ > 0)
        g_string_append_c (self->json, ',');
      if (!read_value (self) || !read_comma (self, close, &comma))
        return FALSE;
    }
  self->at++;
  if (close == ')' && count == 1 && !comma)
    g_string_erase (self->json, (gssize)start, 1);
  else
    g_string_append_c (self->json, ']');
  return TRUE;
}

static void
append_quoted (GString *json, const GString *text)
{
  g_autofree char *quoted = mcp_json_quote (text->str, (gssize)text->len);

  g_string_append (json, quoted);
}

static gboolean
read_member (Reader *self)
{
  g_autoptr (GString) key = begins_string (self->at) ? read_strings (self) : NULL;

  if (key == NULL || *self->at != ':')
    return FALSE;
  self->at++;
  append_quoted (self->json, key);
  g_string_append_c (self->json, ':');
  return read_value (self);
}

static gboolean
read_dict (Reader *self)
{
  gboolean comma = FALSE;
  guint    count = 0;

  self->at++;
  skip_space (self);
  g_string_append_c (self->json, '{');
  while (*self->at != '}')
    {
      if (count++ > 0)
        g_string_append_c (self->json, ',');
      if (!read_member (self) || !read_comma (self, '}', &comma))
        return FALSE;
    }
  self->at++;
  g_string_append_c (self->json, '}');
  return TRUE;
}

static gboolean
read_word (Reader *self, const char *word, const char *json)
{
  gsize length = strlen (word);

  if (!g_str_has_prefix (self->at, word) || g_ascii_isalnum (self->at[length]))
    return FALSE;
  self->at += length;
  g_string_append (self->json, json);
  return TRUE;
}

static gboolean
read_container (Reader *self)
{
  gboolean right;

  if (self->depth >= STORE_PYTHON_LITERAL_MAX_DEPTH)
    return FALSE;
  self->depth++;
  if (*self->at == '{')
    right = read_dict (self);
  else
    right = read_list (self, *self->at == '[' ? ']' : ')');
  self->depth--;
  return right;
}

static gboolean
read_value (Reader *self)
{
  skip_space (self);
  if (*self->at == '{' || *self->at == '[' || *self->at == '(')
    return read_container (self);
  if (begins_string (self->at))
    {
      g_autoptr (GString) text = read_strings (self);

      if (text != NULL)
        append_quoted (self->json, text);
      return text != NULL;
    }
  return read_word (self, "True", "true") || read_word (self, "False", "false") ||
         read_word (self, "None", "null") || read_number (self);
}

char *
store_python_literal_read (const char *text, GError **error)
{
  g_autoptr (GString) json = g_string_new (NULL);
  Reader reader = { .at = text, .json = json };

  g_return_val_if_fail (text != NULL, NULL);

  if (read_value (&reader))
    {
      skip_space (&reader);
      if (*reader.at == '\0')
        return g_string_free (g_steal_pointer (&json), FALSE);
    }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "This is not a Python literal");
  return NULL;
}
