/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-reader.h"
#include "mcp-json-scan.h"

/* No container is open. */
#define NO_NODE G_MAXUINT32

typedef struct
{
  const guchar *text;
  const guchar *end;
  guint         max_depth;

  McpJsonNode *nodes;
  guint32      n_nodes;
  guint32      capacity;

  McpJsonError  code;
  const guchar *place;
  const char   *reason;
} Reader;

gboolean
mcp_json_reader_is_vectorized (void)
{
  return MCP_JSON_VECTOR;
}

static gboolean G_GNUC_NO_INLINE
reader_fail (Reader *self, McpJsonError code, const guchar *place, const char *reason)
{
  self->code = code;
  self->place = place;
  self->reason = reason;
  return FALSE;
}

/* A text of n bytes has at most n / 2 + 1 values and names. */
static gboolean G_GNUC_NO_INLINE
reader_grow (Reader *self, const guchar *p)
{
  gsize        most = (gsize)(self->end - self->text) / 2 + 2;
  gsize        capacity = MIN ((gsize)self->capacity + self->capacity / 2 + 16, most);
  McpJsonNode *nodes = g_try_realloc_n (self->nodes, capacity, sizeof *nodes);

  if (nodes == NULL)
    return reader_fail (self, MCP_JSON_ERROR_TOO_LARGE, p, "there is not enough memory to read it");
  self->nodes = nodes;
  self->capacity = (guint32)capacity;
  return TRUE;
}

static inline gboolean
reader_push (Reader *self, const guchar *start, const guchar *end, McpJsonKind kind, guint flags)
{
  McpJsonNode *node;

  if (G_UNLIKELY (self->n_nodes == self->capacity) && !reader_grow (self, start))
    return FALSE;
  node = &self->nodes[self->n_nodes++];
  node->start_and_kind = (guint32)(start - self->text) << MCP_JSON_KIND_BITS | kind;
  node->end_and_flags = (guint32)(end - self->text) << MCP_JSON_FLAG_BITS | flags;
  node->next = self->n_nodes;
  node->n_items = 0;
  return TRUE;
}

static inline const guchar *
skip_space (const guchar *p, const guchar *end)
{
  while (p < end && *p <= ' ')
    {
      if (*p == ' ')
        {
          p++;
          if (p < end && *p == ' ')
            p = mcp_json_scan_spaces (p, end);
        }
      else if (*p == '\n' || *p == '\r' || *p == '\t')
        p++;
      else
        break;
    }
  return p;
}

static gboolean
reader_fail_utf8 (Reader *self, const guchar *p)
{
  return reader_fail (self, MCP_JSON_ERROR_ENCODING, p, "these bytes are not UTF-8");
}

/* Behind the backslash at @p. */
static inline const guchar *
read_escape (Reader *self, const guchar *p)
{
  if (self->end - p < 2)
    {
      reader_fail (self, MCP_JSON_ERROR_SYNTAX, self->end, "the text ends inside a string");
      return NULL;
    }
  switch (p[1])
    {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
      return p + 2;

    case 'u':
      for (guint i = 2; i < 6; i++)
        if (p + i >= self->end || !g_ascii_isxdigit (p[i]))
          {
            reader_fail (self, MCP_JSON_ERROR_SYNTAX, MIN (p + i, self->end),
                         "expected four hexadecimal digits after '\\u'");
            return NULL;
          }
      return p + 6;

    default:
      reader_fail (self, MCP_JSON_ERROR_SYNTAX, p, "unknown escape in a string");
      return NULL;
    }
}

/* @p is at the opening quote. Returns: behind the closing one, %NULL on failure */
static inline const guchar *
read_string (Reader *self, const guchar *p)
{
  const guchar *start = p++;
  const guchar *end = self->end;
  guint         flags = 0;

  for (;;)
    {
      p = mcp_json_scan_plain (p, end);
      if (G_UNLIKELY (p == end))
        {
          reader_fail (self, MCP_JSON_ERROR_SYNTAX, p, "the text ends inside a string");
          return NULL;
        }
      if (G_LIKELY (*p == '"'))
        break;
      if (*p == '\\')
        {
          flags |= MCP_JSON_FLAG_ESCAPED;
          p = read_escape (self, p);
          if (p == NULL)
            return NULL;
        }
      else if (*p >= 0x80)
        {
          flags |= MCP_JSON_FLAG_NON_ASCII;
          do
            {
              guint length = mcp_json_scan_utf8 (p, end);

              if (length == 0)
                {
                  reader_fail_utf8 (self, p);
                  return NULL;
                }
              p += length;
            }
          while (p < end && *p >= 0x80);
        }
      else
        {
          reader_fail (self, MCP_JSON_ERROR_SYNTAX, p,
                       "a control character in a string must be escaped");
          return NULL;
        }
    }
  p++;
  return reader_push (self, start, p, MCP_JSON_STRING, flags) ? p : NULL;
}

/* Returns: behind the number at @p, %NULL on failure */
static inline const guchar *
read_number (Reader *self, const guchar *p)
{
  const guchar *start = p;
  const guchar *end = self->end;
  const guchar *digits;
  guint         flags = 0;

  if (*p == '-')
    p++;
  digits = p;
  p = mcp_json_scan_digits (p, end);
  if (G_UNLIKELY (p == digits))
    {
      reader_fail (self, MCP_JSON_ERROR_SYNTAX, p, "expected a digit after '-'");
      return NULL;
    }
  if (G_UNLIKELY (*digits == '0' && p - digits > 1))
    {
      reader_fail (self, MCP_JSON_ERROR_SYNTAX, digits, "a number must not begin with 0");
      return NULL;
    }
  if (p < end && *p == '.')
    {
      flags = MCP_JSON_FLAG_FRACTION;
      digits = ++p;
      p = mcp_json_scan_digits (p, end);
      if (G_UNLIKELY (p == digits))
        {
          reader_fail (self, MCP_JSON_ERROR_SYNTAX, p, "expected a digit after the decimal point");
          return NULL;
        }
    }
  if (p < end && (*p | 0x20) == 'e')
    {
      flags = MCP_JSON_FLAG_FRACTION;
      p++;
      if (p < end && (*p == '+' || *p == '-'))
        p++;
      digits = p;
      p = mcp_json_scan_digits (p, end);
      if (G_UNLIKELY (p == digits))
        {
          reader_fail (self, MCP_JSON_ERROR_SYNTAX, p, "expected a digit in the exponent");
          return NULL;
        }
    }
  return reader_push (self, start, p, MCP_JSON_NUMBER, flags) ? p : NULL;
}

typedef struct
{
  const char *text;
  const char *reason;
} Mistake;

/* What people write who do not have JSON in mind. */
static const Mistake comments[] = {
  { "//", "JSON has no comments" },
  { "/*", "JSON has no comments" },
  { "#", "JSON has no comments" },
};

static const Mistake mistaken_values[] = {
  { "'", "a string needs double quotes" },
  { "NaN", "JSON has no NaN" },
  { "Infinity", "JSON has no Infinity" },
  { "+", "a number must not begin with '+'" },
  { ".", "a number must not begin with '.'" },
  { "True", "expected 'true'" },
  { "False", "expected 'false'" },
  { "None", "expected 'null'" },
  { "undefined", "JSON has no undefined" },
};

static gboolean
begins_with (Reader *self, const guchar *p, const char *text)
{
  gsize length = strlen (text);

  return (gsize)(self->end - p) >= length && memcmp (p, text, length) == 0;
}

/* Says what is wrong at @p, where @expected is not. @ended is the reason at the end of the text. */
static gboolean
reader_fail_expected (Reader *self, const guchar *p, const char *expected, const char *ended)
{
  if (p >= self->end)
    return reader_fail (self, MCP_JSON_ERROR_SYNTAX, self->end, ended);
  if (mcp_json_scan_utf8 (p, self->end) == 0)
    return reader_fail_utf8 (self, p);
  for (guint i = 0; i < G_N_ELEMENTS (comments); i++)
    if (begins_with (self, p, comments[i].text))
      return reader_fail (self, MCP_JSON_ERROR_SYNTAX, p, comments[i].reason);
  return reader_fail (self, MCP_JSON_ERROR_SYNTAX, p, expected);
}

static gboolean
reader_fail_value (Reader *self, const guchar *p, const char *expected, const char *ended)
{
  for (guint i = 0; i < G_N_ELEMENTS (mistaken_values); i++)
    if (begins_with (self, p, mistaken_values[i].text))
      return reader_fail (self, MCP_JSON_ERROR_SYNTAX, p, mistaken_values[i].reason);
  return reader_fail_expected (self, p, expected, ended);
}

static inline const guchar *
read_literal (Reader *self, const guchar *p, const char *literal, gsize length, McpJsonKind kind)
{
  if ((gsize)(self->end - p) < length || memcmp (p, literal, length) != 0)
    {
      reader_fail (self, MCP_JSON_ERROR_SYNTAX, p, "expected 'true', 'false' or 'null'");
      return NULL;
    }
  return reader_push (self, p, p + length, kind, 0) ? p + length : NULL;
}

/* The member's name and colon at @p. Returns: at its value, %NULL on failure */
static inline const guchar *
read_name (Reader *self, const guchar *p, const char *expected)
{
  if (G_UNLIKELY (p >= self->end || *p != '"'))
    {
      reader_fail_value (self, p, expected,
                         "the text ends inside an object");
      return NULL;
    }
  p = read_string (self, p);
  if (p == NULL)
    return NULL;
  p = skip_space (p, self->end);
  if (G_UNLIKELY (p >= self->end || *p != ':'))
    {
      reader_fail_expected (self, p, "expected ':' after a member name",
                            "the text ends inside an object");
      return NULL;
    }
  return skip_space (p + 1, self->end);
}

static const guchar *
reader_run (Reader *self, const guchar *p)
{
  const guchar *end = self->end;
  guint32       open = NO_NODE; /* the innermost open container */
  guint32       n_items = 0;    /* of it, so far */
  guint         depth = 0;
  gboolean      in_object = FALSE;
  const char   *expected = "expected a value";

value:
  if (G_UNLIKELY (p >= end))
    goto no_value;
  switch (*p)
    {
    case '"':
      p = read_string (self, p);
      break;

    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
      p = read_number (self, p);
      break;

    case 't':
      p = read_literal (self, p, "true", 4, MCP_JSON_BOOLEAN);
      break;

    case 'f':
      p = read_literal (self, p, "false", 5, MCP_JSON_BOOLEAN);
      break;

    case 'n':
      p = read_literal (self, p, "null", 4, MCP_JSON_NULL);
      break;

    case '[':
    case '{':
      if (G_UNLIKELY (depth == self->max_depth))
        {
          reader_fail (self, MCP_JSON_ERROR_TOO_DEEP, p, "arrays and objects are nested too deeply");
          return NULL;
        }
      depth++;
      if (open != NO_NODE)
        self->nodes[open].n_items = n_items;
      in_object = *p == '{';
      if (!reader_push (self, p, p, in_object ? MCP_JSON_OBJECT : MCP_JSON_ARRAY, 0))
        return NULL;
      self->nodes[self->n_nodes - 1].next = open;
      open = self->n_nodes - 1;
      n_items = 0;
      p = skip_space (p + 1, end);
      if (p < end && *p == (in_object ? '}' : ']'))
        goto close;
      if (in_object)
        {
          p = read_name (self, p, "expected a member name in double quotes or '}'");
          if (p == NULL)
            return NULL;
          expected = "expected a value after ':'";
        }
      else
        expected = "expected a value or ']'";
      goto value;

    default:
      goto no_value;
    }
  if (G_UNLIKELY (p == NULL))
    return NULL;

next:
  if (open == NO_NODE)
    return p;
  n_items++;
  p = skip_space (p, end);
  if (in_object)
    {
      if (p < end && *p == ',')
        {
          p = skip_space (p + 1, end);
          p = read_name (self, p, "expected a member name in double quotes after ','");
          if (p == NULL)
            return NULL;
          expected = "expected a value after ':'";
          goto value;
        }
      if (G_UNLIKELY (p >= end || *p != '}'))
        {
          reader_fail_expected (self, p, "expected ',' or '}' after an object member",
                                "the text ends inside an object");
          return NULL;
        }
    }
  else
    {
      if (p < end && *p == ',')
        {
          p = skip_space (p + 1, end);
          expected = "expected a value after ','";
          goto value;
        }
      if (G_UNLIKELY (p >= end || *p != ']'))
        {
          reader_fail_expected (self, p, "expected ',' or ']' after an array element",
                                "the text ends inside an array");
          return NULL;
        }
    }

close:
  p++;
  {
    McpJsonNode *node = &self->nodes[open];

    node->n_items = n_items;
    node->end_and_flags = (guint32)(p - self->text) << MCP_JSON_FLAG_BITS;
    open = node->next;
    node->next = self->n_nodes;
  }
  depth--;
  if (open != NO_NODE)
    {
      n_items = self->nodes[open].n_items;
      in_object = mcp_json_node_get_kind (&self->nodes[open]) == MCP_JSON_OBJECT;
    }
  goto next;

no_value:
  reader_fail_value (self, p, expected,
                     open == NO_NODE ? "there is no value"
                     : in_object     ? "the text ends inside an object"
                                     : "the text ends inside an array");
  return NULL;
}

/* A text in UTF-16 begins with its byte order mark, or with an ASCII character beside a NUL. */
static gboolean
is_utf16 (const guchar *text, gsize size)
{
  if (size < 2)
    return FALSE;
  return (text[0] == 0xff && text[1] == 0xfe) || (text[0] == 0xfe && text[1] == 0xff) ||
         (text[0] == 0 && text[1] != 0) || (text[0] != 0 && text[1] == 0);
}

gboolean
mcp_json_reader_read (const char *text, gsize size, guint max_depth, McpJsonReading *reading)
{
  Reader        self = { .text = (const guchar *)text, .max_depth = max_depth };
  const guchar *p = self.text;

  g_assert (size <= MCP_JSON_MAX_BYTES);

  self.end = self.text + size;
  /* What is not touched costs no memory, what is too much is given back below. */
  self.capacity = (guint32)(size / 8 + 4);
  self.nodes = g_try_malloc_n (self.capacity, sizeof *self.nodes);
  if (self.nodes == NULL)
    {
      self.capacity = 0;
      reader_fail (&self, MCP_JSON_ERROR_TOO_LARGE, p, "there is not enough memory to read it");
      goto failed;
    }

  if (is_utf16 (self.text, size))
    {
      reader_fail (&self, MCP_JSON_ERROR_ENCODING, p, "the text is UTF-16, JSON is UTF-8");
      goto failed;
    }
  if (size >= 3 && memcmp (p, "\xef\xbb\xbf", 3) == 0)
    p += 3;

  p = reader_run (&self, skip_space (p, self.end));
  if (p == NULL)
    goto failed;
  p = skip_space (p, self.end);
  if (p != self.end)
    {
      reader_fail_expected (&self, p, "the text goes on after the value", NULL);
      goto failed;
    }

  reading->nodes = g_realloc_n (self.nodes, self.n_nodes, sizeof *self.nodes);
  reading->n_nodes = self.n_nodes;
  return TRUE;

failed:
  g_free (self.nodes);
  reading->nodes = NULL;
  reading->n_nodes = 0;
  reading->code = self.code;
  reading->offset = (gsize)(self.place - self.text);
  reading->reason = self.reason;
  return FALSE;
}
