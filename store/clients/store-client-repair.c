/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-repair.h"

#include "store-client-text.h"

#include <string.h>

typedef struct
{
  const char *at;
  const char *end;
  GString    *out;
  gboolean    keeps_comments;
  gboolean    keeps_commas;
} Repair;

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static gboolean
starts (const Repair *self, const char *at, const char *text)
{
  return (gsize)(self->end - at) >= strlen (text) && memcmp (at, text, strlen (text)) == 0;
}

/* Returns: the byte behind the comment that begins at @at; @at where none does */
static const char *
skip_comment (const Repair *self, const char *at)
{
  const char *end;

  if (starts (self, at, "//"))
    {
      end = memchr (at, '\n', self->end - at);
      return end != NULL ? end : self->end;
    }
  if (!starts (self, at, "/*"))
    return at;
  for (end = at + 2; !starts (self, end, "*/"); end++)
    if (end >= self->end)
      return at; /* it has no end: this is no comment that could be taken away */
  return end + 2;
}

/* Whether nothing but white space and comments lies between @at and a closing bracket. */
static gboolean
is_trailing (const Repair *self, const char *at)
{
  while (at < self->end)
    {
      const char *behind = skip_comment (self, at);

      if (behind == at && !is_space (*at))
        return *at == '}' || *at == ']';
      at = behind > at ? behind : at + 1;
    }
  return FALSE;
}

static void
copy_string (Repair *self)
{
  const char *start = self->at++;

  while (self->at < self->end && *self->at != '"')
    self->at += *self->at == '\\' && self->at + 1 < self->end ? 2 : 1;
  if (self->at < self->end)
    self->at++;
  g_string_append_len (self->out, start, self->at - start);
}

/* A comment that has a line for itself goes with that line. */
static void
drop_comment (Repair *self, const char *behind)
{
  gsize line = self->out->len;

  while (line > 0 && (self->out->str[line - 1] == ' ' || self->out->str[line - 1] == '\t'))
    line--;
  if ((line == 0 || self->out->str[line - 1] == '\n') && behind < self->end &&
      (*behind == '\n' || starts (self, behind, "\r\n")))
    behind += *behind == '\n' ? 1 : 2;
  if ((line == 0 || self->out->str[line - 1] == '\n') || behind >= self->end || *behind == '\n')
    g_string_truncate (self->out, line);
  self->at = behind;
}

static void
copy (Repair *self)
{
  while (self->at < self->end)
    {
      const char *behind = skip_comment (self, self->at);

      if (behind > self->at && !self->keeps_comments)
        drop_comment (self, behind);
      else if (behind > self->at)
        {
          g_string_append_len (self->out, self->at, behind - self->at);
          self->at = behind;
        }
      else if (*self->at == '"')
        copy_string (self);
      else if (*self->at == ',' && !self->keeps_commas && is_trailing (self, self->at + 1))
        self->at++;
      else
        g_string_append_c (self->out, *self->at++);
    }
}

GBytes *
store_client_repair_text (GBytes *text, const StoreClientFormat *format)
{
  gsize       size;
  const char *data = g_bytes_get_data (text, &size);
  gboolean    lenient = format->syntax == MCP_JSON_SYNTAX_COMMENTS;
  Repair      repair = { .keeps_comments = lenient,
                         .keeps_commas = lenient && !format->rules.no_trailing_commas };

  if (format->language != STORE_CLIENT_JSON || data == NULL || size > STORE_CLIENT_MAX_BYTES)
    return NULL;
  repair.at = data;
  repair.end = data + size;
  if (format->rules.breaks_on_mark && starts (&repair, data, "\357\273\277"))
    repair.at += 3;
  repair.out = g_string_sized_new (size);
  copy (&repair);
  g_autoptr (GBytes) result = g_string_free_to_bytes (repair.out);
  if (g_bytes_equal (result, text))
    return NULL;
  g_autoptr (StoreClientText) read = store_client_text_new (result, format, NULL);
  return read != NULL ? g_steal_pointer (&result) : NULL;
}
