/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-markdown.h"

#include <string.h>

/* How much of a text is looked at. */
#define SAMPLE_BYTES (16u * 1024u)
/* What several signs have to weigh; a sign that other texts have too weighs little. */
#define ENOUGH 3u

typedef struct
{
  guint n_lines;
  guint n_members; /* "name: value", as YAML has it */
  guint n_fences;
  guint n_headings;
  guint n_items;
  guint n_rules; /* of tables */
  guint n_links;
  guint n_strong;
} Signs;

static gboolean
is_heading (const char *line)
{
  gsize n = strspn (line, "#");

  return n >= 1 && n <= 6 && line[n] == ' ' && line[n + 1] != '\0';
}

static gboolean
is_item (const char *line)
{
  const char *text = line + strspn (line, " ");
  gsize       n = strspn (text, "0123456789");

  if (n > 0)
    return n < 4 && text[n] == '.' && text[n + 1] == ' ';
  return (text[0] == '-' || text[0] == '*' || text[0] == '+') && text[1] == ' ';
}

static gboolean
is_rule_of_table (const char *line)
{
  return strchr (line, '|') != NULL && strstr (line, "--") != NULL &&
         strspn (line, "|-: ") == strlen (line);
}

static gboolean
is_member (const char *line)
{
  const char *text = line + strspn (line, " -");
  gsize       n = strcspn (text, ": \t");

  return n > 0 && text[n] == ':' && (text[n + 1] == ' ' || text[n + 1] == '\0');
}

/* "**word**", not "**kwargs" */
static gboolean
has_strong (const char *line)
{
  const char *start = strstr (line, "**");

  if (start == NULL || start[2] == '\0' || start[2] == ' ' || start[2] == '*')
    return FALSE;
  const char *close = strstr (start + 3, "**");
  return close != NULL && close[-1] != ' ';
}

static gboolean
has_link (const char *line)
{
  const char *middle = strstr (line, "](");

  return middle != NULL && memchr (line, '[', (gsize)(middle - line)) != NULL &&
         strchr (middle, ')') != NULL;
}

static void
look_at (Signs *self, const char *before, const char *line, const char *behind)
{
  self->n_lines += line[0] != '\0';
  self->n_members += is_member (line);
  self->n_fences += g_str_has_prefix (line, "```");
  /* A comment of a program seldom stands alone. */
  self->n_headings += is_heading (line) && before[0] == '\0' && behind[0] == '\0';
  self->n_items += is_item (line) && (is_item (before) || is_item (behind));
  self->n_rules += is_rule_of_table (line) && strchr (before, '|') != NULL;
  self->n_links += has_link (line);
  self->n_strong += has_strong (line);
}

gboolean
app_markdown_is_likely (const char *text, gsize length)
{
  g_autofree char *sample = g_strndup (text, MIN (length, SAMPLE_BYTES));
  Signs            signs = { 0 };

  g_strdelimit (sample, "\r", ' ');
  g_auto (GStrv) lines = g_strsplit (sample, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    g_strchomp (*line);
  for (guint i = 0; lines[i] != NULL; i++)
    look_at (&signs, i > 0 ? lines[i - 1] : "", lines[i],
             lines[i + 1] != NULL ? lines[i + 1] : "");
  if (signs.n_members * 3 > signs.n_lines)
    return FALSE;
  return 2 * (signs.n_fences > 1) + 2 * (signs.n_rules > 0) + 2 * (signs.n_links > 0) +
             (signs.n_headings > 0) + (signs.n_headings > 1) + (signs.n_items > 0) +
             (signs.n_strong > 0) >=
         ENOUGH;
}
