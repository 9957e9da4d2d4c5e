/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-markup.h"

#include <string.h>

#define INDENT 2
/* What says whether it is markup, and whether it is HTML. */
#define SAMPLE_BYTES 2048u
/* Tokens between two looks at whether it was cancelled. */
#define CANCEL_STRIDE 4096u

/* Tokens */

typedef enum {
  TOKEN_TEXT,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_OTHER, /* an empty element, a comment, an instruction, a declaration */
} Token;

typedef struct
{
  const char *at;
  const char *end;
  gboolean    html;
  char        raw[8]; /* the HTML element whose text is no markup, or "" */
} Reader;

static gboolean
begins (const char *at, const char *end, const char *with)
{
  gsize length = strlen (with);

  return (gsize)(end - at) >= length && g_ascii_strncasecmp (at, with, length) == 0;
}

/* Returns: behind @what, or @end */
static const char *
find_behind (const char *at, const char *end, const char *what)
{
  const char *found = memmem (at, (gsize)(end - at), what, strlen (what));

  return found != NULL ? found + strlen (what) : end;
}

static gboolean
is_name_start (const char *at, const char *end)
{
  return at < end && (g_ascii_isalpha (*at) || *at == '_' || *at == ':' || (guchar)*at >= 0x80);
}

static const char *
find_name_end (const char *at, const char *end)
{
  while (at < end && !g_ascii_isspace (*at) && strchr ("/>=<\"'", *at) == NULL)
    at++;
  return at;
}

/* A tag or declaration ends with a > that is in no quotes and no brackets. */
static const char *
find_tag_end (const char *at, const char *end)
{
  gboolean brackets = FALSE;

  for (; at < end; at++)
    {
      if (*at == '"' || *at == '\'')
        {
          const char *close = memchr (at + 1, *at, (gsize)(end - at - 1));

          if (close == NULL)
            return end;
          at = close;
        }
      else if (*at == '[' || *at == ']')
        brackets = *at == '[';
      else if (*at == '>' && !brackets)
        return at + 1;
    }
  return end;
}

/* HTML Standard, 13.1.2: elements without an end. */
static gboolean
is_void (const char *name, gsize length)
{
  static const char *const names[] = { "area", "base", "br", "col", "embed", "hr", "img",
                                       "input", "link", "meta", "param", "source", "track", "wbr" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == length && g_ascii_strncasecmp (names[i], name, length) == 0)
      return TRUE;
  return FALSE;
}

static Token
read_tag (Reader *self)
{
  const char *name = self->at + 1;
  const char *name_end = find_name_end (name, self->end);

  self->at = find_tag_end (name, self->end);
  if (self->at[-1] == '>' && self->at[-2] == '/')
    return TOKEN_OTHER;
  if (self->html && is_void (name, (gsize)(name_end - name)))
    return TOKEN_OTHER;
  if (self->html && (begins (name, name_end, "script") || begins (name, name_end, "style")))
    g_strlcpy (self->raw, name, MIN (sizeof self->raw, (gsize)(name_end - name) + 1));
  return TOKEN_OPEN;
}

static Token
read_raw (Reader *self)
{
  gsize length = strlen (self->raw);

  while (self->at < self->end)
    {
      const char *close = memmem (self->at, (gsize)(self->end - self->at), "</", 2);

      self->at = close != NULL ? close : self->end;
      if (close == NULL || ((gsize)(self->end - close) >= length + 2 &&
                            g_ascii_strncasecmp (close + 2, self->raw, length) == 0))
        break;
      self->at += 2;
    }
  self->raw[0] = '\0';
  return TOKEN_TEXT;
}

/* Goes over one token; there is one. */
static Token
read_token (Reader *self)
{
  const char *at = self->at;
  const char *end = self->end;

  if (self->raw[0] != '\0')
    return read_raw (self);
  if (begins (at, end, "<!--"))
    self->at = find_behind (at + 4, end, "-->");
  else if (begins (at, end, "<?"))
    self->at = find_behind (at + 2, end, "?>");
  else if (begins (at, end, "<![CDATA["))
    {
      self->at = find_behind (at, end, "]]>");
      return TOKEN_TEXT;
    }
  else if (begins (at, end, "<!"))
    self->at = find_tag_end (at + 2, end);
  else if (begins (at, end, "</"))
    {
      self->at = find_behind (at, end, ">");
      return TOKEN_CLOSE;
    }
  else if (*at == '<' && is_name_start (at + 1, end))
    return read_tag (self);
  else
    {
      do
        at = memchr (at + 1, '<', (gsize)(end - at - 1));
      while (at != NULL && (at + 1 == end || (!is_name_start (at + 1, end) &&
                                              strchr ("/!?", at[1]) == NULL)));
      self->at = at != NULL ? at : end;
      return TOKEN_TEXT;
    }
  return TOKEN_OTHER;
}

/* Laying out */

typedef struct
{
  GString *text;
  guint    depth;
  gboolean open; /* the last line is an element's beginning, with its text or without */
  gboolean told; /* and has a text */
} Layout;

static void
start_line (Layout *self)
{
  guint indent = INDENT * MIN (self->depth, APP_MARKUP_MAX_INDENTED);

  if (self->text->len > 0)
    g_string_append_c (self->text, '\n');
  for (guint i = 0; i < indent; i++)
    g_string_append_c (self->text, ' ');
}

static void
add_text (Layout *self, const char *start, const char *end)
{
  while (start < end && g_ascii_isspace (*start))
    start++;
  while (end > start && g_ascii_isspace (end[-1]))
    end--;
  if (start == end)
    return;
  if (!self->open || self->told || memchr (start, '\n', (gsize)(end - start)) != NULL)
    {
      start_line (self);
      self->open = FALSE;
    }
  self->told = TRUE;
  g_string_append_len (self->text, start, end - start);
}

static void
add_token (Layout *self, Token token, const char *start, const char *end)
{
  if (token == TOKEN_TEXT)
    {
      add_text (self, start, end);
      return;
    }
  if (token == TOKEN_CLOSE && self->depth > 0)
    self->depth--;
  if (token != TOKEN_CLOSE || !self->open)
    start_line (self);
  g_string_append_len (self->text, start, end - start);
  if (token == TOKEN_OPEN)
    self->depth++;
  self->open = token == TOKEN_OPEN;
  self->told = FALSE;
}

static gboolean
is_html (const char *text, const char *end)
{
  for (; text < end; text++)
    if (*text == '<' && (begins (text, end, "<html") || begins (text, end, "<!doctype html")))
      return TRUE;
  return FALSE;
}

static void
cut (GString *text, gsize max_bytes)
{
  gsize length = MIN (text->len, max_bytes);

  while (length > 0 && length < text->len && ((guchar)text->str[length] & 0xc0) == 0x80)
    length--;
  g_string_truncate (text, length);
}

GBytes *
app_markup_lay_out (GBytes       *text,
                    gsize         max_bytes,
                    GCancellable *cancellable,
                    gboolean     *complete)
{
  gsize       length;
  const char *start = g_bytes_get_data (text, &length);
  Reader      reader = { .at = start, .end = start + length };
  Layout      layout = { .text = g_string_new (NULL) };

  reader.html = is_html (start, start + MIN (length, SAMPLE_BYTES));
  *complete = TRUE;
  for (guint i = 1; reader.at < reader.end && *complete; i++)
    {
      const char *at = reader.at;
      Token       token = read_token (&reader);
      gsize       left = max_bytes - MIN (layout.text->len, max_bytes);

      /* Of a large token no more is copied than is kept. */
      gboolean    whole = (gsize)(reader.at - at) <= left;
      const char *end = whole ? reader.at : at + left;
      while (!whole && end > at && ((guchar)*end & 0xc0) == 0x80)
        end--;
      add_token (&layout, token, at, end);
      *complete = whole && layout.text->len <= max_bytes &&
                  (i % CANCEL_STRIDE != 0 || !g_cancellable_is_cancelled (cancellable));
    }
  if (!*complete)
    cut (layout.text, max_bytes);
  else if (layout.text->len > 0)
    g_string_append_c (layout.text, '\n');
  return g_string_free_to_bytes (layout.text);
}

gboolean
app_markup_is_likely (const char *text, gsize length)
{
  const char *end = text + MIN (length, SAMPLE_BYTES);
  const char *last = text + length;

  if (begins (text, end, "\xef\xbb\xbf"))
    text += 3;
  while (text < end && g_ascii_isspace (*text))
    text++;
  if (begins (text, end, "<?xml") || begins (text, end, "<!doctype"))
    return TRUE;
  if (text == end || *text != '<' || !is_name_start (text + 1, end))
    return FALSE;
  /* Prose may begin with a tag, too; it seldom ends with one. */
  while (length < SAMPLE_BYTES && last > text && g_ascii_isspace (last[-1]))
    last--;
  if (length < SAMPLE_BYTES && last[-1] != '>')
    return FALSE;
  const char *tag_end = find_tag_end (text + 1, end);
  return tag_end[-1] == '>' && (tag_end[-2] == '/' || find_behind (text, end, "</") < end);
}

/* Its parts */

static void
add_span (GArray *spans, AppMarkupStyle style, const char *row, const char *start, const char *end)
{
  AppMarkupSpan span = { style, (gsize)(start - row), (gsize)(end - row) };

  if (end > start)
    g_array_append_val (spans, span);
}

/* @at: behind the name. Returns: behind the tag */
static const char *
add_attributes (GArray *spans, const char *row, const char *at, const char *end)
{
  while (at < end && *at != '>' && *at != '<')
    {
      const char *start = at;

      if (*at == '"' || *at == '\'')
        {
          at = memchr (at + 1, *start, (gsize)(end - at - 1));
          at = at != NULL ? at + 1 : end;
          add_span (spans, APP_MARKUP_VALUE, row, start, at);
        }
      else if (is_name_start (at, end))
        {
          at = find_name_end (at, end);
          add_span (spans, APP_MARKUP_ATTRIBUTE, row, start, at);
        }
      else
        at++;
    }
  if (at < end && *at == '>')
    {
      const char *close = at > row && at[-1] == '/' ? at - 1 : at;

      add_span (spans, APP_MARKUP_TAG, row, close, ++at);
    }
  return at;
}

void
app_markup_find_spans (const char *row, gsize length, GArray *spans)
{
  const char *end = row + length;
  const char *at = row;

  while (at < end && (at = memchr (at, '<', (gsize)(end - at))) != NULL)
    {
      const char *start = at;
      const char *name = at + (begins (at, end, "</") ? 2 : 1);

      if (begins (at, end, "<!--"))
        at = find_behind (at + 4, end, "-->");
      else if (begins (at, end, "<!") || begins (at, end, "<?"))
        at = find_behind (at, end, ">");
      else if (is_name_start (name, end))
        {
          at = find_name_end (name, end);
          add_span (spans, APP_MARKUP_TAG, row, start, at);
          at = add_attributes (spans, row, at, end);
          continue;
        }
      else
        {
          at++;
          continue;
        }
      add_span (spans, APP_MARKUP_REMARK, row, start, at);
    }
}
