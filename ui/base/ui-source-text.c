/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-source-text.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* Steps back from the middle of a character; bytes that are no UTF-8 are left to the next step. */
static gsize
whole_characters (const char *text, gsize length, gsize limit)
{
  if (limit >= length)
    return length;
  gsize end = limit;
  while (end > 0 && limit - end < 4 && ((guchar)text[end] & 0xc0) == 0x80)
    end--;
  return end > 0 ? end : limit;
}

/* A NUL would end the text for every view: it gets a picture of its own. */
static void
append_visible (GString *out, const char *text, gsize length)
{
  const char *end = text + length;

  while (text < end)
    {
      const char      *nul = memchr (text, '\0', (gsize)(end - text));
      gsize            part = nul != NULL ? (gsize)(nul - text) : (gsize)(end - text);
      g_autofree char *valid = g_utf8_make_valid (text, (gssize)part);
      g_autofree char *visible = app_visible_text_block (valid, 0);

      g_string_append (out, visible);
      if (nul != NULL)
        g_string_append (out, "\xe2\x90\x80");
      text += part + (nul != NULL ? 1 : 0);
    }
}

UiSourceText *
ui_source_text_new (const char *text, gsize length, gsize max_bytes, gsize max_line)
{
  UiSourceText *self = g_new0 (UiSourceText, 1);
  GString      *out = g_string_sized_new (MIN (length, max_bytes) + 1);
  gsize         at = 0;

  gsize end = whole_characters (text, length, max_bytes);
  while (at < end)
    {
      const char *newline = memchr (text + at, '\n', end - at);
      gsize       line_end = newline != NULL ? (gsize)(newline - text) : end;
      gsize       line = line_end - at;
      gsize       shown = whole_characters (text + at, line, max_line);

      append_visible (out, text + at, shown);
      if (shown < line)
        {
          self->cut_lines++;
          self->cut_bytes += line - shown;
          g_autofree char *missing = app_visible_text_size (line - shown);
          /* Translators: stands at the end of a line that was cut; %s is a size */
          g_string_append_printf (out, _ (" … %s more"), missing);
        }
      at = line_end;
      if (newline != NULL)
        {
          g_string_append_c (out, '\n');
          at++;
        }
    }
  self->shown_bytes = end;
  self->hidden_bytes = length - end;
  self->text = g_string_free (out, FALSE);
  return self;
}

void
ui_source_text_free (UiSourceText *self)
{
  g_free (self->text);
  g_free (self);
}
