/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-json-mask.h"

#include <string.h>

static gsize
find_string_end (const char *text, gsize length, gsize at)
{
  for (at++; at < length && text[at] != '"'; at++)
    if (text[at] == '\\')
      at++;
  return MIN (at + 1, length);
}

/* The end of the comment at @at; @at itself where none begins or it does not end.
 * @unended: (inout): one was found that does not end, so that no later one does either */
static gsize
find_comment_end (const char *text, gsize length, gsize at, gboolean *unended)
{
  const char *end;

  if (at + 1 >= length || text[at] != '/')
    return at;
  if (text[at + 1] == '/')
    {
      for (gsize i = at; i < length; i++)
        if (text[i] == '\n' || text[i] == '\r')
          return i;
      return length;
    }
  if (text[at + 1] != '*' || *unended)
    return at;
  end = memmem (text + at + 2, length - at - 2, "*/", 2);
  *unended = end == NULL;
  return end != NULL ? (gsize)(end + 2 - text) : at;
}

static void
blank (char *text, gsize start, gsize end)
{
  for (gsize i = start; i < end; i++)
    if (text[i] != '\n' && text[i] != '\r')
      text[i] = ' ';
}

StoreJsonMask *
store_json_mask_new (GBytes *source)
{
  StoreJsonMask *self = g_new0 (StoreJsonMask, 1);
  gsize          length, comma = 0;
  const char    *original = g_bytes_get_data (source, &length);
  char          *text = g_memdup2 (original, length);
  gboolean       unended = FALSE;
  gboolean       pending = FALSE; /* nothing but blanks came after the comma */
  gboolean       value = FALSE;   /* a value came before, which a trailing comma needs */

  self->comments = g_array_new (FALSE, FALSE, sizeof (StoreJsonComment));
  self->commas = g_array_new (FALSE, FALSE, sizeof (gsize));
  for (gsize at = 0; at < length;)
    {
      gsize end = find_comment_end (text, length, at, &unended);

      if (end > at)
        {
          StoreJsonComment comment = { at, end };

          g_array_append_val (self->comments, comment);
          blank (text, at, end);
          at = end;
          continue;
        }
      if (strchr (" \t\r\n", text[at]) != NULL)
        {
          at++;
          continue;
        }
      if ((text[at] == ']' || text[at] == '}') && pending)
        {
          g_array_append_val (self->commas, comma);
          text[comma] = ' ';
        }
      pending = text[at] == ',' && value;
      comma = at;
      value = strchr ("[{,:", text[at]) == NULL;
      at = text[at] == '"' ? find_string_end (text, length, at) : at + 1;
    }
  self->bytes = g_bytes_new_take (text, length);
  return self;
}

void
store_json_mask_free (StoreJsonMask *self)
{
  g_bytes_unref (self->bytes);
  g_array_unref (self->comments);
  g_array_unref (self->commas);
  g_free (self);
}

gboolean
store_json_mask_find_comma (StoreJsonMask *self, gsize start, gsize end, gsize *comma)
{
  for (guint i = 0; i < self->commas->len; i++)
    {
      gsize at = g_array_index (self->commas, gsize, i);

      if (at >= start && at < end)
        {
          *comma = at;
          return TRUE;
        }
    }
  return FALSE;
}

gsize
store_json_mask_skip_comment (StoreJsonMask *self, gsize offset)
{
  for (guint i = 0; i < self->comments->len; i++)
    {
      const StoreJsonComment *comment = &g_array_index (self->comments, StoreJsonComment, i);

      if (comment->start < offset && offset < comment->end)
        return comment->end;
    }
  return offset;
}

gboolean
store_json_mask_ends_in_line_comment (StoreJsonMask *self, GBytes *text, gsize offset)
{
  const char *data = g_bytes_get_data (text, NULL);

  for (guint i = 0; i < self->comments->len; i++)
    {
      const StoreJsonComment *comment = &g_array_index (self->comments, StoreJsonComment, i);

      /* Blanks at the comment's end belong to it too. */
      if (comment->start < offset && offset <= comment->end && data[comment->start + 1] == '/')
        return TRUE;
    }
  return FALSE;
}
