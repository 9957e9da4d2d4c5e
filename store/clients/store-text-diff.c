/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-text-diff.h"

#include <string.h>

/* A line with its end, borrowed from the text. */
typedef struct
{
  const char *start;
  gsize       length;
} Line;

struct _StoreTextDiff
{
  GPtrArray *hunks;
  guint      n_added;
  guint      n_removed;
};

typedef struct
{
  GArray *before; /* of Line */
  GArray *after;
  GArray *steps; /* of StoreDiffKind, from the beginning to the end */
} Comparison;

static void
line_free (StoreDiffLine *line)
{
  g_free (line->text);
  g_free (line);
}

static void
hunk_free (StoreDiffHunk *hunk)
{
  g_ptr_array_unref (hunk->lines);
  g_free (hunk);
}

static GArray *
split (GBytes *bytes)
{
  GArray     *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  gsize       left;
  const char *at = g_bytes_get_data (bytes, &left);

  while (left > 0)
    {
      const char *end = memchr (at, '\n', left);
      Line        line = { at, end != NULL ? (gsize)(end + 1 - at) : left };

      g_array_append_val (lines, line);
      at += line.length;
      left -= line.length;
    }
  return lines;
}

static gboolean
same (Comparison *comparison, guint i, guint j)
{
  const Line *a = &g_array_index (comparison->before, Line, i);
  const Line *b = &g_array_index (comparison->after, Line, j);

  return a->length == b->length && memcmp (a->start, b->start, a->length) == 0;
}

static void
add_steps (Comparison *comparison, StoreDiffKind kind, guint count)
{
  for (guint i = 0; i < count; i++)
    g_array_append_val (comparison->steps, kind);
}

/* Walks the furthest reaching paths back and notes the steps, last first. */
static void
trace_back (GPtrArray *traces, int d, int n, int m, GArray *reversed)
{
  int x = n, y = m;

  for (; d >= 0; d--)
    {
      const int    *v = (const int *)g_ptr_array_index (traces, d) + d + 1;
      int           k = x - y;
      gboolean      down = k == -d || (k != d && v[k - 1] < v[k + 1]);
      int           previous_x = d == 0 ? 0 : v[down ? k + 1 : k - 1];
      int           previous_y = d == 0 ? 0 : previous_x - (down ? k + 1 : k - 1);
      StoreDiffKind kind = STORE_DIFF_CONTEXT;

      while (x > previous_x && y > previous_y)
        {
          g_array_append_val (reversed, kind);
          x--;
          y--;
        }
      if (d == 0)
        break;
      kind = down ? STORE_DIFF_ADDED : STORE_DIFF_REMOVED;
      g_array_append_val (reversed, kind);
      x = previous_x;
      y = previous_y;
    }
}

/* The shortest edit of @n lines into @m lines, both from line @from. Returns: %FALSE beyond the
 * limit */
static gboolean
find_path (Comparison *comparison, guint from, int n, int m)
{
  int             limit = MIN (n + m, STORE_TEXT_DIFF_MAX_EDITS);
  g_autofree int *storage = g_new0 (int, 2 * (gsize)limit + 3);
  int            *v = storage + limit + 1;
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) reversed = g_array_new (FALSE, FALSE, sizeof (StoreDiffKind));

  for (int d = 0; d <= limit; d++)
    {
      /* What the round before left, k from -d-1 to d+1. */
      g_ptr_array_add (traces, g_memdup2 (v - d - 1, (2 * (gsize)d + 3) * sizeof (int)));
      for (int k = -d; k <= d; k += 2)
        {
          int x = k == -d || (k != d && v[k - 1] < v[k + 1]) ? v[k + 1] : v[k - 1] + 1;
          int y = x - k;

          while (x < n && y < m && same (comparison, from + x, from + y))
            {
              x++;
              y++;
            }
          v[k] = x;
          if (x < n || y < m)
            continue;
          trace_back (traces, d, n, m, reversed);
          for (guint i = reversed->len; i > 0; i--)
            add_steps (comparison, g_array_index (reversed, StoreDiffKind, i - 1), 1);
          return TRUE;
        }
    }
  return FALSE;
}

static void
compare (Comparison *comparison)
{
  guint n = comparison->before->len, m = comparison->after->len;
  guint head = 0, tail = 0;

  while (head < MIN (n, m) && same (comparison, head, head))
    head++;
  while (tail < MIN (n, m) - head && same (comparison, n - 1 - tail, m - 1 - tail))
    tail++;
  add_steps (comparison, STORE_DIFF_CONTEXT, head);
  if (!find_path (comparison, head, n - head - tail, m - head - tail))
    {
      add_steps (comparison, STORE_DIFF_REMOVED, n - head - tail);
      add_steps (comparison, STORE_DIFF_ADDED, m - head - tail);
    }
  add_steps (comparison, STORE_DIFF_CONTEXT, tail);
}

static StoreDiffLine *
make_line (StoreDiffKind kind, const Line *source, guint old_line, guint new_line)
{
  StoreDiffLine *line = g_new0 (StoreDiffLine, 1);
  gsize          length = source->length;

  line->ended = length > 0 && source->start[length - 1] == '\n';
  length -= line->ended ? 1 : 0;
  if (line->ended && length > 0 && source->start[length - 1] == '\r')
    length--;
  line->kind = kind;
  line->text = g_utf8_make_valid (source->start, length);
  line->old_line = kind == STORE_DIFF_ADDED ? 0 : old_line;
  line->new_line = kind == STORE_DIFF_REMOVED ? 0 : new_line;
  return line;
}

/* Whether a change is within @context steps after @index; how far such a chain reaches. */
static guint
find_end (GArray *steps, guint index, guint context)
{
  guint end = index;

  for (guint i = index; i < steps->len && i <= end + 2 * context; i++)
    if (g_array_index (steps, StoreDiffKind, i) != STORE_DIFF_CONTEXT)
      end = i + 1;
  return end;
}

static void
add_hunk (StoreTextDiff *self,
          Comparison    *comparison,
          guint          from,
          guint          to,
          guint          old_line,
          guint          new_line)
{
  StoreDiffHunk *hunk = g_new0 (StoreDiffHunk, 1);

  hunk->lines = g_ptr_array_new_with_free_func ((GDestroyNotify)line_free);
  hunk->old_start = old_line;
  hunk->new_start = new_line;
  for (guint i = from; i < to; i++)
    {
      StoreDiffKind kind = g_array_index (comparison->steps, StoreDiffKind, i);
      const Line   *line = kind == STORE_DIFF_ADDED
                               ? &g_array_index (comparison->after, Line, new_line - 1)
                               : &g_array_index (comparison->before, Line, old_line - 1);

      g_ptr_array_add (hunk->lines, make_line (kind, line, old_line, new_line));
      old_line += kind != STORE_DIFF_ADDED;
      new_line += kind != STORE_DIFF_REMOVED;
      self->n_added += kind == STORE_DIFF_ADDED;
      self->n_removed += kind == STORE_DIFF_REMOVED;
    }
  hunk->old_count = old_line - hunk->old_start;
  hunk->new_count = new_line - hunk->new_start;
  /* As diff counts: where nothing is, the line before. */
  hunk->old_start -= hunk->old_count == 0;
  hunk->new_start -= hunk->new_count == 0;
  g_ptr_array_add (self->hunks, hunk);
}

StoreTextDiff *
store_text_diff_new (GBytes *before, GBytes *after, guint context)
{
  StoreTextDiff *self = g_new0 (StoreTextDiff, 1);
  g_autoptr (GArray) old_lines = split (before);
  g_autoptr (GArray) new_lines = split (after);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (StoreDiffKind));
  Comparison comparison = { old_lines, new_lines, steps };
  guint      old_line = 1, new_line = 1;

  self->hunks = g_ptr_array_new_with_free_func ((GDestroyNotify)hunk_free);
  compare (&comparison);
  for (guint i = 0; i < steps->len;)
    {
      guint first = i, end;

      while (first < steps->len &&
             g_array_index (steps, StoreDiffKind, first) == STORE_DIFF_CONTEXT)
        first++;
      if (first == steps->len)
        break;
      old_line += first - i;
      new_line += first - i;
      end = find_end (steps, first, context);
      {
        guint lead = MIN (context, first - i);
        guint stop = MIN (end + context, steps->len);

        add_hunk (self, &comparison, first - lead, stop, old_line - lead, new_line - lead);
        for (guint j = first; j < stop; j++)
          {
            old_line += g_array_index (steps, StoreDiffKind, j) != STORE_DIFF_ADDED;
            new_line += g_array_index (steps, StoreDiffKind, j) != STORE_DIFF_REMOVED;
          }
        i = stop;
      }
    }
  return self;
}

void
store_text_diff_free (StoreTextDiff *self)
{
  g_ptr_array_unref (self->hunks);
  g_free (self);
}

GPtrArray *
store_text_diff_get_hunks (StoreTextDiff *self)
{
  return self->hunks;
}

guint
store_text_diff_get_n_added (StoreTextDiff *self)
{
  return self->n_added;
}

guint
store_text_diff_get_n_removed (StoreTextDiff *self)
{
  return self->n_removed;
}

static void
print_range (GString *target, char sign, guint start, guint count)
{
  g_string_append_printf (target, " %c%u", sign, start);
  if (count != 1)
    g_string_append_printf (target, ",%u", count);
}

char *
store_text_diff_print (StoreTextDiff *self, const char *before_name, const char *after_name)
{
  GString *text = g_string_new (NULL);

  if (self->hunks->len > 0)
    g_string_append_printf (text, "--- %s\n+++ %s\n", before_name, after_name);
  for (guint i = 0; i < self->hunks->len; i++)
    {
      StoreDiffHunk *hunk = g_ptr_array_index (self->hunks, i);

      g_string_append (text, "@@");
      print_range (text, '-', hunk->old_start, hunk->old_count);
      print_range (text, '+', hunk->new_start, hunk->new_count);
      g_string_append (text, " @@\n");
      for (guint j = 0; j < hunk->lines->len; j++)
        {
          StoreDiffLine *line = g_ptr_array_index (hunk->lines, j);

          g_string_append_c (text, " -+"[line->kind]);
          g_string_append (text, line->text);
          g_string_append (text, line->ended ? "\n" : "\n\\ No newline at end of file\n");
        }
    }
  return g_string_free (text, FALSE);
}
