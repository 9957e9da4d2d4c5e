/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-splitter.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-visible-text.h"

/* Spaces before a fence that is no part of an item; more of them is code by itself. */
#define MAX_INDENT 3u

struct _AppModelSplitter
{
  AppModelRowFunc func;
  gpointer        user_data;
  gboolean        is_plain;

  AppModelBlockKind kind;      /* of what is open */
  GString          *rows;      /* its whole lines */
  GString          *line;      /* what came of the line behind them */
  gboolean          continued; /* the line began before what was cut off */
  gboolean          in_item;   /* it began as an item of a list */
  gboolean          in_gap;    /* an item, and an empty line behind it */
  gsize             cut;       /* bytes that are not kept */

  char  fence;        /* '`' or '~', in code */
  guint fence_length; /* how many of them */
  guint fence_indent; /* spaces before it */
  char *language;     /* (nullable) */
};

AppModelSplitter *
app_model_splitter_new (gboolean is_plain, AppModelRowFunc func, gpointer user_data)
{
  AppModelSplitter *self = g_new0 (AppModelSplitter, 1);

  self->func = func;
  self->user_data = user_data;
  self->is_plain = is_plain;
  self->kind = APP_MODEL_BLOCK_PARAGRAPH;
  self->rows = g_string_new (NULL);
  self->line = g_string_new (NULL);
  return self;
}

void
app_model_splitter_free (AppModelSplitter *self)
{
  g_string_free (self->rows, TRUE);
  g_string_free (self->line, TRUE);
  g_free (self->language);
  g_free (self);
}

/* Closing */

static void
append_cut (AppModelSplitter *self, GString *text)
{
  if (self->cut == 0)
    return;
  g_autofree char *size = app_visible_text_size (self->cut);
  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append_c (text, '\n');
  /* Translators: the size of what is left out */
  g_string_append_printf (text, _ ("… %s more"), size);
}

static void
begin_paragraph (AppModelSplitter *self)
{
  g_string_truncate (self->rows, 0);
  g_clear_pointer (&self->language, g_free);
  self->kind = APP_MODEL_BLOCK_PARAGRAPH;
  self->in_item = FALSE;
  self->in_gap = FALSE;
  self->cut = 0;
}

/* What has come of whole lines is a row. */
static void
close_rows (AppModelSplitter *self)
{
  append_cut (self, self->rows);
  if (self->rows->len > 0 && self->rows->str[self->rows->len - 1] == '\n')
    g_string_truncate (self->rows, self->rows->len - 1);
  if (self->rows->len > 0 || self->kind == APP_MODEL_BLOCK_CODE)
    self->func (self->kind, self->language, self->rows->str, self->user_data);
  begin_paragraph (self);
}

/* Reading a line */

static guint
count_indent (const char *line)
{
  guint n = 0;

  for (; *line == ' ' || *line == '\t'; line++)
    n += *line == '\t' ? 4 : 1;
  return n;
}

static gboolean
is_blank (const char *line)
{
  return line[strspn (line, " \t\r")] == '\0';
}

static gboolean
is_heading (const char *line)
{
  gsize n = strspn (line, "#");

  return n >= 1 && n <= 6 && (line[n] == ' ' || line[n] == '\t' || line[n] == '\0');
}

static gboolean
is_item (const char *line)
{
  const char *at = line + strspn (line, " ");
  gsize       digits = strspn (at, "0123456789");

  if (digits > 0 && digits < 10 && (at[digits] == '.' || at[digits] == ')'))
    at += digits + 1;
  else if (*at == '-' || *at == '*' || *at == '+')
    at++;
  else
    return FALSE;
  return *at == ' ' || *at == '\t';
}

/* Returns: how many marks a fence begins with; 0 where the line is none */
static guint
count_fence (const char *line)
{
  const char *at = line + strspn (line, " \t");
  guint       n = 0;

  if (*at != '`' && *at != '~')
    return 0;
  while (at[n] == *at)
    n++;
  /* A span of code on one line begins like a fence. */
  return n < 3 || (*at == '`' && strchr (at + n, '`') != NULL) ? 0 : n;
}

static gboolean
is_fence (AppModelSplitter *self, const char *line)
{
  return count_fence (line) > 0 && (self->in_item || count_indent (line) <= MAX_INDENT);
}

static gboolean
is_fence_end (AppModelSplitter *self, const char *line)
{
  const char *at = line + strspn (line, " \t");
  guint       n = count_fence (line);

  return n >= self->fence_length && *at == self->fence && is_blank (at + n);
}

static guint
count_columns (const char *line)
{
  const char *at = line + strspn (line, " \t|");
  guint       n = 1;

  for (; *at != '\0'; at++)
    if (*at == '\\' && at[1] != '\0')
      at++;
    else if (*at == '|' && !is_blank (at + 1))
      n++;
  return n;
}

/* The line under a table's head. */
static gboolean
is_rule (const char *line)
{
  return strspn (line, " \t|:-\r") == strlen (line) && strchr (line, '-') != NULL &&
         strchr (line, '|') != NULL;
}

/* Adding to it */

static void
add_line (AppModelSplitter *self, const char *line)
{
  gsize length = strlen (line);
  gsize limit = self->kind == APP_MODEL_BLOCK_PARAGRAPH ? G_MAXSIZE : APP_MODEL_BLOCK_BYTES;

  if (self->cut > 0 || self->rows->len + length > limit)
    {
      self->cut += length + 1;
      return;
    }
  g_string_append_len (self->rows, line, (gssize)length);
  g_string_append_c (self->rows, '\n');
}

static void
begin_code (AppModelSplitter *self, const char *line)
{
  const char *at = line + strspn (line, " \t");

  close_rows (self);
  self->kind = APP_MODEL_BLOCK_CODE;
  self->fence = *at;
  self->fence_length = count_fence (line);
  self->fence_indent = count_indent (line);
  g_autofree char *word = g_strdup (at + self->fence_length);
  g_strstrip (word);
  word[strcspn (word, " \t{,")] = '\0';
  if (*word != '\0')
    self->language = g_steal_pointer (&word);
}

static void
read_code (AppModelSplitter *self, const char *line)
{
  if (is_fence_end (self, line))
    {
      close_rows (self);
      return;
    }
  for (guint i = 0; i < self->fence_indent && *line == ' '; i++)
    line++;
  add_line (self, line);
}

/* The last line of what is open is the head of a table. */
static void
begin_table (AppModelSplitter *self, const char *rule)
{
  char *end = self->rows->str + self->rows->len - 1;

  *end = '\0';
  char *head = strrchr (self->rows->str, '\n');
  head = g_strdup (head != NULL ? head + 1 : self->rows->str);
  g_string_truncate (self->rows, self->rows->len - 1 - strlen (head));
  close_rows (self);
  self->kind = APP_MODEL_BLOCK_TABLE;
  add_line (self, head);
  add_line (self, rule);
  g_free (head);
}

static gboolean
is_table_rule (AppModelSplitter *self, const char *line)
{
  g_autofree char *rows = NULL;

  if (self->kind != APP_MODEL_BLOCK_PARAGRAPH || self->rows->len == 0 || !is_rule (line))
    return FALSE;
  rows = g_strndup (self->rows->str, self->rows->len - 1);
  const char *head = strrchr (rows, '\n');
  head = head != NULL ? head + 1 : rows;
  return strchr (head, '|') != NULL && count_columns (head) == count_columns (line);
}

static void
read_text (AppModelSplitter *self, const char *line)
{
  if (is_blank (line))
    {
      if (self->in_item)
        self->in_gap = TRUE;
      else
        close_rows (self);
      return;
    }
  if (self->in_gap && count_indent (line) < 2)
    close_rows (self);
  if (is_fence (self, line))
    {
      begin_code (self, line);
      return;
    }
  if (is_table_rule (self, line))
    {
      begin_table (self, line);
      return;
    }
  if (is_heading (line))
    {
      close_rows (self);
      add_line (self, line);
      close_rows (self);
      return;
    }
  if (self->in_gap)
    g_string_append_c (self->rows, '\n');
  self->in_gap = FALSE;
  if (self->rows->len == 0)
    self->in_item = is_item (line);
  add_line (self, line);
}

static void
end_line (AppModelSplitter *self)
{
  g_autofree char *line = g_strdup (self->line->str);
  gsize            length = self->line->len;

  g_string_truncate (self->line, 0);
  if (length > 0 && line[length - 1] == '\r')
    line[length - 1] = '\0';
  if (self->is_plain)
    add_line (self, line);
  else if (self->kind == APP_MODEL_BLOCK_CODE)
    read_code (self, line);
  else if (self->continued && !is_blank (line))
    add_line (self, line);
  else
    read_text (self, line);
  self->continued = FALSE;
}

/* Rows that are too long */

/* Returns: where a long line is cut: behind a sentence, a word, or a character */
static gsize
find_cut (const char *line, gsize length)
{
  const char *limit = line + MIN (length, (gsize)APP_MODEL_BLOCK_PARAGRAPH_BYTES);

  for (const char *at = limit; at > line + APP_MODEL_BLOCK_PARAGRAPH_BYTES / 2; at--)
    if (at[-1] == ' ' && strchr (".!?:;", at[-2]) != NULL)
      return (gsize)(at - line);
  for (const char *at = limit; at > line + APP_MODEL_BLOCK_PARAGRAPH_BYTES / 4; at--)
    if (at[-1] == ' ')
      return (gsize)(at - line);
  while (((guchar)*limit & 0xc0) == 0x80)
    limit--;
  return (gsize)(limit - line);
}

static void
cut_paragraph (AppModelSplitter *self)
{
  gboolean in_item = self->in_item;

  if (self->rows->len > 0)
    {
      close_rows (self);
      /* The lines of an item stay its lines. */
      self->in_item = in_item;
      return;
    }
  gsize            at = find_cut (self->line->str, self->line->len);
  g_autofree char *rest = g_strdup (self->line->str + at);
  g_string_truncate (self->line, at);
  g_string_append (self->rows, g_strchomp (self->line->str));
  close_rows (self);
  g_string_assign (self->line, rest);
  self->continued = TRUE;
}

/* As many bytes as may come before something has to be cut. */
static gsize
count_room (AppModelSplitter *self)
{
  gsize limit = self->kind == APP_MODEL_BLOCK_PARAGRAPH ? APP_MODEL_BLOCK_PARAGRAPH_BYTES
                                                        : 2 * APP_MODEL_BLOCK_BYTES;
  gsize used = self->line->len;

  if (self->kind == APP_MODEL_BLOCK_PARAGRAPH)
    used += self->rows->len;
  return used > limit ? 0 : limit + 1 - used;
}

/* A line of code that is too long is not kept whole. */
static void
cut_line (AppModelSplitter *self)
{
  const char *line = self->line->str;
  gsize       kept = APP_MODEL_BLOCK_BYTES;

  while (((guchar)line[kept] & 0xc0) == 0x80)
    kept--;
  if (self->cut == 0 && self->rows->len + kept <= APP_MODEL_BLOCK_BYTES)
    g_string_append_len (self->rows, line, (gssize)kept);
  else
    kept = 0;
  self->cut += self->line->len - kept;
  g_string_truncate (self->line, 0);
}

static void
make_room (AppModelSplitter *self)
{
  if (self->kind == APP_MODEL_BLOCK_PARAGRAPH)
    cut_paragraph (self);
  else
    cut_line (self);
}

/* The first character of a line tells whether an item goes on behind an empty line. */
static void
begin_line (AppModelSplitter *self, char first)
{
  if (self->in_gap && first != ' ' && first != '\t' && first != '\n' && first != '\r')
    close_rows (self);
}

void
app_model_splitter_push (AppModelSplitter *self, const char *text, gsize length)
{
  const char *end = text + length;

  while (text < end)
    {
      const char *line_end = memchr (text, '\n', (gsize)(end - text));
      gsize       n = (gsize)((line_end != NULL ? line_end : end) - text);

      if (self->line->len == 0)
        begin_line (self, *text);
      n = MIN (n, count_room (self));
      g_string_append_len (self->line, text, (gssize)n);
      text += n;
      while (count_room (self) == 0)
        make_room (self);
      if (text == line_end)
        {
          text++;
          end_line (self);
        }
    }
}

void
app_model_splitter_finish (AppModelSplitter *self)
{
  if (self->line->len > 0)
    end_line (self);
  close_rows (self);
}

char *
app_model_splitter_dup_open (AppModelSplitter  *self,
                             AppModelBlockKind *kind,
                             const char       **language)
{
  gsize length = MIN (self->line->len, (gsize)APP_MODEL_BLOCK_BYTES);

  while (((guchar)self->line->str[length] & 0xc0) == 0x80)
    length--;
  *kind = self->kind;
  *language = self->language;
  if (self->rows->len == 0 && self->line->len == 0 && self->kind == APP_MODEL_BLOCK_PARAGRAPH)
    return NULL;
  GString *text = g_string_new_len (self->rows->str, (gssize)self->rows->len);
  if (self->in_gap && self->line->len > 0)
    g_string_append_c (text, '\n');
  g_string_append_len (text, self->line->str, (gssize)length);
  append_cut (self, text);
  if (text->len > 0 && text->str[text->len - 1] == '\n')
    g_string_truncate (text, text->len - 1);
  return g_string_free (text, FALSE);
}
