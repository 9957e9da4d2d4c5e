/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-visible-text.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/* Pictures of the C0 controls begin here (U+2400), DEL has its own. */
#define CONTROL_PICTURES 0x2400
#define PICTURE_OF_DELETE 0x2421

typedef struct
{
  gunichar first;
  gunichar last;
} Range;

/* Unicode's bidirectional controls, the characters that nobody sees, those that can smuggle text
 * (tags, variation selectors of the supplement), and controls that some terminals obey (C1). Emoji
 * need U+FE0F, which is left alone. In order. */
static const Range invisible[] = {
  { 0x0080, 0x009F },
  { 0x00AD, 0x00AD },
  { 0x034F, 0x034F },
  { 0x061C, 0x061C },
  { 0x115F, 0x1160 },
  { 0x17B4, 0x17B5 },
  { 0x180B, 0x180F },
  { 0x200B, 0x200F },
  { 0x2028, 0x202E },
  { 0x2060, 0x206F },
  { 0x2800, 0x2800 },
  { 0x3164, 0x3164 },
  { 0xFEFF, 0xFEFF },
  { 0xFFA0, 0xFFA0 },
  { 0xFFF0, 0xFFFB },
  { 0x1D173, 0x1D17A },
  { 0xE0000, 0xE0FFF },
};

static gboolean
is_invisible (gunichar c)
{
  for (guint i = 0; i < G_N_ELEMENTS (invisible) && c >= invisible[i].first; i++)
    if (c <= invisible[i].last)
      return TRUE;
  return FALSE;
}

static void
append_visible (GString *out, gunichar c, gboolean keep_lines)
{
  if (c == '\n' || c == '\t')
    {
      if (keep_lines)
        g_string_append_unichar (out, c);
      else
        g_string_append (out, c == '\n' ? "↵" : "⇥");
    }
  else if (c < 0x20)
    g_string_append_unichar (out, CONTROL_PICTURES + c);
  else if (c == 0x7F)
    g_string_append_unichar (out, PICTURE_OF_DELETE);
  else if (is_invisible (c))
    g_string_append_printf (out, "⟨U+%04X⟩", c);
  else
    g_string_append_unichar (out, c);
}

static char *
make_visible (const char *text, guint max_characters, gboolean keep_lines)
{
  const char *p = text;
  guint       n = 0;

  if (text == NULL)
    return g_strdup ("");

  const char *end = text + strlen (text);
  g_autoptr (GString) out = g_string_sized_new (MIN ((gsize)(end - text), 4096));
  while (p < end)
    {
      gunichar c = g_utf8_get_char_validated (p, end - p);

      if (max_characters > 0 && n == max_characters)
        {
          g_string_append (out, "…");
          break;
        }
      if (c == (gunichar)-1 || c == (gunichar)-2)
        {
          g_string_append (out, "\357\277\275");
          p++;
        }
      else
        {
          /* Half of a line end; alone it would go back to the beginning of the line. */
          if (c != '\r' || !keep_lines || p + 1 == end || p[1] != '\n')
            append_visible (out, c, keep_lines);
          p = g_utf8_next_char (p);
        }
      n++;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
app_visible_text_line (const char *text, guint max_characters)
{
  return make_visible (text, max_characters, FALSE);
}

char *
app_visible_text_summary (const char *text, guint max_characters)
{
  if (text == NULL)
    return g_strdup ("");

  /* White space may make the text longer than what is shown, but never without end. */
  g_autoptr (GString) joined = g_string_new (NULL);
  gsize    limit = max_characters > 0 ? (gsize)max_characters * 8 : G_MAXSIZE;
  gboolean space = FALSE;
  for (const char *p = text; *p != '\0' && joined->len < limit; p++)
    {
      if (g_ascii_isspace (*p))
        {
          space = joined->len > 0;
          continue;
        }
      if (space)
        g_string_append_c (joined, ' ');
      space = FALSE;
      g_string_append_c (joined, *p);
    }
  return app_visible_text_line (joined->str, max_characters);
}

char *
app_visible_text_block (const char *text, guint max_characters)
{
  return make_visible (text, max_characters, TRUE);
}

char *
app_visible_text_json (const char *json, gsize length)
{
  g_autoptr (GString) out = g_string_sized_new (length);
  const char *end = json + length;

  for (const char *p = json; p < end;)
    {
      gunichar    c = g_utf8_get_char_validated (p, end - p);
      const char *next = (gint32)c < 0 ? p + 1 : g_utf8_next_char (p);

      if ((gint32)c < 0)
        g_string_append (out, "\357\277\275");
      else if (c > 0xFFFF && is_invisible (c))
        g_string_append_printf (out, "\\u%04x\\u%04x", 0xD800 + ((c - 0x10000) >> 10),
                                0xDC00 + ((c - 0x10000) & 0x3FF));
      else if ((c < 0x20 && strchr ("\t\n\r", (int)c) == NULL) || c == 0 || c == 0x7F ||
               is_invisible (c))
        g_string_append_printf (out, "\\u%04x", c);
      else if (c != '\r')
        g_string_append_len (out, p, next - p);
      p = next;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
app_visible_text_path (const char *path, guint max_characters)
{
  const char      *home = g_get_home_dir ();
  gsize            length = strlen (home);
  g_autofree char *text = NULL;

  if (path != NULL && g_str_has_prefix (path, home) && path[length] == '/')
    text = g_strconcat ("~", path + length, NULL);
  return app_visible_text_line (text != NULL ? text : path, max_characters);
}

char *
app_visible_text_duration (gint64 microseconds)
{
  if (microseconds < 0)
    return g_strdup ("");
  if (microseconds < 10000)
    /* Translators: a duration in milliseconds, one digit behind the point */
    return g_strdup_printf (_ ("%.1f ms"), microseconds / 1000.0);
  if (microseconds < G_USEC_PER_SEC)
    /* Translators: a duration in whole milliseconds */
    return g_strdup_printf (_ ("%d ms"), (int)(microseconds / 1000));
  if (microseconds < 60 * G_USEC_PER_SEC)
    /* Translators: a duration in seconds, one digit behind the point */
    return g_strdup_printf (_ ("%.1f s"), microseconds / (double)G_USEC_PER_SEC);
  /* Translators: a duration in minutes and seconds */
  return g_strdup_printf (_ ("%d min %d s"), (int)(microseconds / G_USEC_PER_SEC / 60),
                          (int)(microseconds / G_USEC_PER_SEC % 60));
}

char *
app_visible_text_seconds (gint64 seconds)
{
  if (seconds >= 60)
    return app_visible_text_duration (seconds * G_USEC_PER_SEC);
  /* Translators: a duration in whole seconds */
  return g_strdup_printf (_ ("%d s"), (int)MAX (0, seconds));
}

char *
app_visible_text_size (guint64 bytes)
{
  return g_format_size (bytes);
}

char *
app_visible_text_time (gint64 time, gint64 now)
{
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_local (time / G_USEC_PER_SEC);
  g_autoptr (GDateTime) today = g_date_time_new_from_unix_local (now / G_USEC_PER_SEC);

  if (then == NULL || today == NULL)
    return g_strdup ("?");
  if (g_date_time_get_year (then) == g_date_time_get_year (today) &&
      g_date_time_get_day_of_year (then) == g_date_time_get_day_of_year (today))
    return g_date_time_format (then, "%T");
  /* Translators: the date and the time of something that happened on another day */
  return g_date_time_format (then, _ ("%e %b %Y, %H:%M"));
}
