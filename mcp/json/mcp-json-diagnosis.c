/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-reader.h"

#include "mcp-json-encoding.h"
#include "mcp-json-scan.h"

typedef struct
{
  McpJsonDiagnosis *diagnosis;
  const guchar     *text;
  const guchar     *end;
  GString          *open; /* the bracket of every container around */
} Walk;

/* What people write who do not have JSON in mind. */
typedef struct
{
  const char *text;
  const char *reason;
} Mistake;

static const Mistake comments[] = {
  { "//", "JSON has no comments" },
  { "/*", "JSON has no comments" },
  { "#", "JSON has no comments" },
};

static const Mistake values[] = {
  { "'", "a string needs double quotes" },
  { "NaN", "JSON has no NaN" },
  { "Infinity", "JSON has no Infinity" },
  { "-Infinity", "JSON has no Infinity" },
  { "+", "a number must not begin with '+'" },
  { ".", "a number must not begin with '.'" },
  { "True", "expected 'true'" },
  { "False", "expected 'false'" },
  { "None", "expected 'null'" },
  { "undefined", "JSON has no undefined" },
};

/* Returns: %NULL, as every function below does that found it */
static const guchar *
found (Walk *self, McpJsonError code, const guchar *place, const char *reason)
{
  self->diagnosis->code = code;
  self->diagnosis->offset = (gsize)(place - self->text);
  self->diagnosis->reason = reason;
  return NULL;
}

static const guchar *
found_syntax (Walk *self, const guchar *place, const char *reason)
{
  return found (self, MCP_JSON_ERROR_SYNTAX, place, reason);
}

static const Mistake *
find_mistake (Walk *self, const guchar *p, const Mistake *mistakes, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gsize length = strlen (mistakes[i].text);

      if ((gsize)(self->end - p) >= length && memcmp (p, mistakes[i].text, length) == 0)
        return &mistakes[i];
    }
  return NULL;
}

static gboolean
is_in_object (Walk *self)
{
  return self->open->len > 0 && self->open->str[self->open->len - 1] == '{';
}

static const guchar *
found_end (Walk *self)
{
  if (self->open->len == 0)
    return found_syntax (self, self->end, "there is no value");
  if (is_in_object (self))
    return found_syntax (self, self->end, "the text ends inside an object");
  return found_syntax (self, self->end, "the text ends inside an array");
}

/* What is at @p is not what is expected. */
static const guchar *
found_other (Walk *self, const guchar *p, const char *expected)
{
  if (p == self->end)
    return found_end (self);
  if (mcp_json_scan_utf8 (p, self->end) == 0)
    return found (self, MCP_JSON_ERROR_ENCODING, p, "these bytes are not UTF-8");
  const Mistake *mistake = find_mistake (self, p, comments, G_N_ELEMENTS (comments));
  return found_syntax (self, p, mistake != NULL ? mistake->reason : expected);
}

static const guchar *
found_other_than_value (Walk *self, const guchar *p, const char *expected)
{
  const Mistake *mistake = find_mistake (self, p, values, G_N_ELEMENTS (values));

  if (mistake != NULL)
    return found_syntax (self, p, mistake->reason);
  return found_other (self, p, expected);
}

static const guchar *
walk_space (Walk *self, const guchar *p)
{
  while (p < self->end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'))
    p++;
  return p;
}

static const guchar *
walk_escape (Walk *self, const guchar *p)
{
  guint length = mcp_json_scan_escape (p, self->end);

  if (length != 0)
    return p + length;
  if (self->end - p < 2)
    return found_syntax (self, self->end, "the text ends inside a string");
  if (p[1] != 'u')
    return found_syntax (self, p, "unknown escape in a string");
  for (p += 2; p < self->end && g_ascii_isxdigit (*p);)
    p++;
  return found_syntax (self, p, "expected four hexadecimal digits after '\\u'");
}

static const guchar *
walk_string (Walk *self, const guchar *p)
{
  guint         flags = 0;
  const guchar *closing = mcp_json_scan_string (p + 1, self->end, FALSE, &flags);

  if (closing != NULL)
    return closing + 1;
  p++;
  while (p < self->end && *p != '"')
    {
      guint length = mcp_json_scan_utf8 (p, self->end);

      if (length == 0)
        return found (self, MCP_JSON_ERROR_ENCODING, p, "these bytes are not UTF-8");
      if (*p < 0x20)
        return found_syntax (self, p, "a control character in a string must be escaped");
      if (*p != '\\')
        p += length;
      else if ((p = walk_escape (self, p)) == NULL)
        return NULL;
    }
  return p < self->end ? p + 1 : found_syntax (self, p, "the text ends inside a string");
}

static const guchar *
walk_number (Walk *self, const guchar *p)
{
  const char   *expected = "expected a digit after '-'";
  gboolean      is_fraction;
  const guchar *end = mcp_json_scan_number (p, self->end, &is_fraction);

  if (end != NULL)
    return end;
  if (*p == '-')
    p++;
  const guchar *digits = p;
  p = mcp_json_scan_digits (p, self->end);
  if (p - digits > 1 && *digits == '0')
    return found_syntax (self, digits, "a number must not begin with 0");
  if (p > digits)
    {
      expected = "expected a digit in the exponent";
      if (*p == '.')
        {
          digits = p + 1;
          p = mcp_json_scan_digits (digits, self->end);
          if (p == digits)
            expected = "expected a digit after the decimal point";
        }
      if (p > digits)
        {
          p++;
          if (p < self->end && (*p == '+' || *p == '-'))
            p++;
        }
    }
  return found_syntax (self, p, expected);
}

/* Returns: behind the scalar, or behind the bracket of a container, which is then open */
static const guchar *
walk_value (Walk *self, const guchar *p, guint max_depth, const char *expected)
{
  static const char *const literals[] = { "true", "false", "null" };

  if (p == self->end)
    return found_other (self, p, expected);
  if (*p == '"')
    return walk_string (self, p);
  if (g_ascii_isdigit (*p) ||
      (*p == '-' && find_mistake (self, p, values, G_N_ELEMENTS (values)) == NULL))
    return walk_number (self, p);
  if (*p == '[' || *p == '{')
    {
      if (self->open->len == max_depth)
        return found (self, MCP_JSON_ERROR_TOO_DEEP, p, "arrays and objects are nested too deeply");
      g_string_append_c (self->open, (char)*p);
      return p + 1;
    }
  for (guint i = 0; i < G_N_ELEMENTS (literals); i++)
    {
      gsize length = strlen (literals[i]);

      if (*p != literals[i][0])
        continue;
      if ((gsize)(self->end - p) >= length && memcmp (p, literals[i], length) == 0)
        return p + length;
      return found_syntax (self, p, "expected 'true', 'false' or 'null'");
    }
  return found_other_than_value (self, p, expected);
}

/* Returns: at the member's value */
static const guchar *
walk_name (Walk *self, const guchar *p, const char *expected)
{
  if (p == self->end || *p != '"')
    return found_other_than_value (self, p, expected);
  p = walk_string (self, p);
  if (p == NULL)
    return NULL;
  p = walk_space (self, p);
  if (p == self->end || *p != ':')
    return found_other (self, p, "expected ':' after a member name");
  return walk_space (self, p + 1);
}

/* Behind a value, or behind the bracket that opened a container. Closes what ends here.
 * Returns: at the next value, at the end of the text when everything is closed, or %NULL */
static const guchar *
walk_on (Walk *self, const guchar *p, gboolean is_first)
{
  while (self->open->len > 0)
    {
      gboolean    is_object = is_in_object (self);
      const char *expected = is_object ? "expected ',' or '}' after an object member"
                                       : "expected ',' or ']' after an array element";

      p = walk_space (self, p);
      if (p < self->end && *p == (is_object ? '}' : ']'))
        {
          g_string_truncate (self->open, self->open->len - 1);
          is_first = FALSE;
          p++;
          continue;
        }
      if (!is_first && (p == self->end || *p != ','))
        return found_other (self, p, expected);
      if (!is_first)
        p = walk_space (self, p + 1);
      if (!is_object)
        return p;
      return walk_name (self, p,
                        is_first ? "expected a member name in double quotes or '}'"
                                 : "expected a member name in double quotes after ','");
    }
  p = walk_space (self, p);
  return p == self->end ? p : found_other (self, p, "the text goes on after the value");
}

static const guchar *
walk (Walk *self, const guchar *p, guint max_depth)
{
  const char *expected = "expected a value";

  do
    {
      p = walk_value (self, walk_space (self, p), max_depth, expected);
      if (p == NULL)
        return NULL;
      gboolean is_first = p[-1] == '[' || p[-1] == '{';
      p = walk_on (self, p, is_first);
      if (p == NULL)
        return NULL;
      if (self->open->len > 0)
        expected = is_in_object (self) ? "expected a value after ':'"
                   : is_first          ? "expected a value or ']'"
                                       : "expected a value after ','";
    }
  while (self->open->len > 0);
  return p;
}

gboolean
mcp_json_diagnosis_find (McpJsonDiagnosis *self, const char *text, gsize size, guint max_depth)
{
  const guchar *p = (const guchar *)text;
  Walk          state = { self, p, p + size, NULL };
  const char   *encoding = mcp_json_encoding_guess (p, size);

  if (encoding != NULL)
    {
      found (&state, MCP_JSON_ERROR_ENCODING, p,
             encoding[4] == '1' ? "the text is UTF-16, JSON is UTF-8"
                                : "the text is UTF-32, JSON is UTF-8");
      return TRUE;
    }
  state.open = g_string_new (NULL);
  if (size >= 3 && memcmp (p, "\xef\xbb\xbf", 3) == 0)
    p += 3;
  gboolean is_wrong = walk (&state, p, max_depth) == NULL;
  g_string_free (state.open, TRUE);
  return is_wrong;
}
