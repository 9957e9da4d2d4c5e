/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-line-edit.h"

#include <string.h>

/* Steps of the search, about a second of them. */
#define MAX_WORK (G_GINT64_CONSTANT (1) << 28)
/* Lines between two looks at the cancellable. */
#define CHECK_LINES 1024

/* Where a text stands between what both begin and end with. */
typedef struct
{
  const char *text;
  gsize       size;
  gsize       from;
  gsize       to;
  guint       n;      /* lines in there */
  guint32    *starts; /* n + 1 of them, from @from */
  guint32    *ids;    /* the same for the same lines */
} Side;

typedef struct
{
  Side          a;
  Side          b;
  gboolean      any_line_end;
  GCancellable *cancellable;
  gint64        work; /* that is left */
  gboolean      coarse;
  guint         n_ids;
  GArray       *edits;
  StoreLineEdit last; /* not yet among the edits */
} Search;

/* What comes of it */

static void
add_equal (Search *self, guint n)
{
  if (n > 0 && (self->last.removed > 0 || self->last.added > 0))
    {
      g_array_append_val (self->edits, self->last);
      self->last = (StoreLineEdit){ 0 };
    }
  self->last.equal += n;
}

static void
add_changed (Search *self, guint removed, guint added)
{
  self->last.removed += removed;
  self->last.added += added;
}

static void
add_replaced (Search *self, guint removed, guint added)
{
  self->coarse |= removed > 0 && added > 0;
  add_changed (self, removed, added);
}

static gboolean
is_stopped (Search *self)
{
  return self->work <= 0 || g_cancellable_is_cancelled (self->cancellable);
}

/* Lines */

gsize
store_line_edit_find_end (const char *text, gsize size, gsize from)
{
  const char *end = from < size ? memchr (text + from, '\n', size - from) : NULL;

  return end != NULL ? (gsize)(end + 1 - text) : size;
}

static gsize
find_start (const Side *side, gsize to)
{
  gsize       before = to - 1 - side->from;
  const char *end = before > 0 ? memrchr (side->text + side->from, '\n', before) : NULL;

  return end != NULL ? (gsize)(end + 1 - side->text) : side->from;
}

/* What counts of a line. */
typedef struct
{
  const char *text;
  gsize       length; /* without the line end */
  gboolean    ended;
} Line;

static Line
get_line (const Search *self, const Side *side, gsize from, gsize to)
{
  Line line = { side->text + from, to - from, to > from && side->text[to - 1] == '\n' };

  line.length -= line.ended ? 1 : 0;
  if (self->any_line_end && line.ended && line.length > 0 && line.text[line.length - 1] == '\r')
    line.length--;
  return line;
}

static gboolean
same (Line a, Line b)
{
  return a.length == b.length && a.ended == b.ended && memcmp (a.text, b.text, a.length) == 0;
}

/* Goes over the lines that both begin with. */
static guint
skip_head (Search *self)
{
  Side *a = &self->a, *b = &self->b;
  guint n = 0;

  while (a->from < a->to && b->from < b->to)
    {
      gsize a_end = store_line_edit_find_end (a->text, a->to, a->from);
      gsize b_end = store_line_edit_find_end (b->text, b->to, b->from);

      if (!same (get_line (self, a, a->from, a_end), get_line (self, b, b->from, b_end)) ||
          (n % CHECK_LINES == 0 && is_stopped (self)))
        break;
      a->from = a_end;
      b->from = b_end;
      n++;
    }
  return n;
}

static guint
skip_tail (Search *self)
{
  Side *a = &self->a, *b = &self->b;
  guint n = 0;

  while (a->from < a->to && b->from < b->to)
    {
      gsize a_start = find_start (a, a->to);
      gsize b_start = find_start (b, b->to);

      if (!same (get_line (self, a, a_start, a->to), get_line (self, b, b_start, b->to)) ||
          (n % CHECK_LINES == 0 && is_stopped (self)))
        break;
      a->to = a_start;
      b->to = b_start;
      n++;
    }
  return n;
}

static guint
count_lines (const Side *side)
{
  guint n = 0;

  for (gsize at = side->from; at < side->to; n++)
    at = store_line_edit_find_end (side->text, side->to, at);
  return n;
}

static void
find_starts (Side *side)
{
  guint i = 0;

  side->starts = g_new (guint32, (gsize)side->n + 1);
  side->ids = g_new (guint32, (gsize)side->n + 1);
  for (gsize at = side->from; at < side->to; i++)
    {
      side->starts[i] = (guint32)(at - side->from);
      at = store_line_edit_find_end (side->text, side->to, at);
    }
  side->starts[i] = (guint32)(side->to - side->from);
}

/* FNV-1a */
static guint32
hash (const char *text, gsize length)
{
  guint32 value = 2166136261u;

  for (gsize i = 0; i < length; i++)
    value = (value ^ (guint8)text[i]) * 16777619u;
  return value;
}

/* What has an id: the line that had it first. */
typedef struct
{
  guint32  mask;
  guint32 *slots;  /* id + 1 */
  guint32 *hashes; /* by id */
  guint32 *lines;  /* by id: in a, or behind those of a in b */
} Names;

static Line
get_line_at (const Search *self, const Side *side, guint i)
{
  return get_line (self, side, side->from + side->starts[i], side->from + side->starts[i + 1]);
}

static gboolean
has_name (Search *self, const Names *names, guint32 id, guint32 value, Line line)
{
  guint32 other = names->lines[id];

  self->work--;
  if (names->hashes[id] != value)
    return FALSE;
  self->work -= (gint64)line.length / 16;
  return same (line, other < self->a.n ? get_line_at (self, &self->a, other)
                                       : get_line_at (self, &self->b, other - self->a.n));
}

static void
name_lines (Search *self, Names *names, Side *side, guint first)
{
  for (guint i = 0; i < side->n && (i % CHECK_LINES != 0 || !is_stopped (self)); i++)
    {
      Line    line = get_line_at (self, side, i);
      guint32 value = hash (line.text, line.length) + (line.ended ? 1 : 0);
      guint32 slot = value & names->mask;

      while (names->slots[slot] != 0 && self->work > 0 &&
             !has_name (self, names, names->slots[slot] - 1, value, line))
        slot = (slot + 1) & names->mask;
      if (names->slots[slot] == 0)
        {
          names->hashes[self->n_ids] = value;
          names->lines[self->n_ids] = first + i;
          names->slots[slot] = ++self->n_ids;
        }
      side->ids[i] = names->slots[slot] - 1;
    }
}

/* Gives every line a number, so that lines are compared once. */
static void
name_all (Search *self)
{
  guint   n = self->a.n + self->b.n;
  guint32 size = 16;

  while (size < 2 * n)
    size *= 2;
  g_autofree guint32 *slots = g_new0 (guint32, size);
  g_autofree guint32 *hashes = g_new (guint32, n + 1);
  g_autofree guint32 *lines = g_new (guint32, n + 1);
  Names               names = { size - 1, slots, hashes, lines };

  find_starts (&self->a);
  find_starts (&self->b);
  name_lines (self, &names, &self->a, 0);
  name_lines (self, &names, &self->b, self->a.n);
}

/* The shortest way */

typedef enum {
  STEP_EQUAL,
  STEP_REMOVED,
  STEP_ADDED,
} Step;

static void
add_step (GByteArray *steps, Step step)
{
  guint8 byte = (guint8)step;

  g_byte_array_append (steps, &byte, 1);
}

/* Walks the furthest reaching paths back and notes the steps, last first. */
static void
trace_back (GPtrArray *traces, int d, int n, int m, GByteArray *reversed)
{
  int x = n, y = m;

  for (; d >= 0; d--)
    {
      const int *v = (const int *)g_ptr_array_index (traces, d) + d + 1;
      int        k = x - y;
      gboolean   down = k == -d || (k != d && v[k - 1] < v[k + 1]);
      int        previous_x = d == 0 ? 0 : v[down ? k + 1 : k - 1];
      int        previous_y = d == 0 ? 0 : previous_x - (down ? k + 1 : k - 1);

      while (x > previous_x && y > previous_y)
        {
          add_step (reversed, STEP_EQUAL);
          x--;
          y--;
        }
      if (d == 0)
        break;
      add_step (reversed, down ? STEP_ADDED : STEP_REMOVED);
      x = previous_x;
      y = previous_y;
    }
}

static void
add_path (Search *self, GPtrArray *traces, int d, int n, int m)
{
  g_autoptr (GByteArray) reversed = g_byte_array_new ();

  trace_back (traces, d, n, m, reversed);
  for (guint i = reversed->len; i-- > 0;)
    if (reversed->data[i] == STEP_EQUAL)
      add_equal (self, 1);
    else
      add_changed (self, reversed->data[i] == STEP_REMOVED, reversed->data[i] == STEP_ADDED);
}

/* From @n lines of a to @m lines of b. Returns: %FALSE beyond the limits */
static gboolean
find_path (Search *self, guint a_from, int n, guint b_from, int m)
{
  const guint32  *a = self->a.ids + a_from, *b = self->b.ids + b_from;
  int             limit = MIN (n + m, STORE_LINE_EDIT_MAX_EDITS);
  g_autofree int *storage = g_new0 (int, 2 * (gsize)limit + 3);
  int            *v = storage + limit + 1;
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func (g_free);

  for (int d = 0; d <= limit && !is_stopped (self); d++)
    {
      /* What the round before left, k from -d-1 to d+1. */
      g_ptr_array_add (traces, g_memdup2 (v - d - 1, (2 * (gsize)d + 3) * sizeof (int)));
      for (int k = -d; k <= d; k += 2)
        {
          int x = k == -d || (k != d && v[k - 1] < v[k + 1]) ? v[k + 1] : v[k - 1] + 1;
          int y = x - k;
          int from = x;

          while (x < n && y < m && a[x] == b[y])
            {
              x++;
              y++;
            }
          v[k] = x;
          self->work -= x - from + 1;
          if (x < n || y < m)
            continue;
          add_path (self, traces, d, n, m);
          return TRUE;
        }
    }
  return FALSE;
}

/* Lines that each text has once, in the same order in both */

typedef struct
{
  guint a;
  guint b;
  guint previous; /* + 1, among all; 0 for the first of a chain */
} Anchor;

#define OFTEN G_MAXUINT32

/* Where each id stands + 1; OFTEN where it does so twice. Returns: (transfer full) */
static guint32 *
find_places (Search *self, const Side *side)
{
  guint32 *places = g_new0 (guint32, (gsize)self->n_ids + 1);

  for (guint i = 0; i < side->n; i++)
    places[side->ids[i]] = places[side->ids[i]] == 0 ? i + 1 : OFTEN;
  return places;
}

/* Appends @anchor to the longest chain that it can follow. @ends: for each length the anchor that
 * such a chain ends with, the one with the lowest b */
static void
chain (GArray *anchors, GArray *ends, Anchor anchor)
{
  guint low = 0, high = ends->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      guint end = g_array_index (ends, guint, middle);

      if (g_array_index (anchors, Anchor, end).b < anchor.b)
        low = middle + 1;
      else
        high = middle;
    }
  anchor.previous = low > 0 ? g_array_index (ends, guint, low - 1) + 1 : 0;
  g_array_append_val (anchors, anchor);
  if (low == ends->len)
    g_array_set_size (ends, low + 1);
  g_array_index (ends, guint, low) = anchors->len - 1;
}

/* Returns: (transfer full) (element-type Anchor): in order */
static GArray *
find_anchors (Search *self)
{
  g_autofree guint32 *in_a = find_places (self, &self->a);
  g_autofree guint32 *in_b = find_places (self, &self->b);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Anchor));
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *longest = g_array_new (FALSE, FALSE, sizeof (Anchor));

  for (guint i = 0; i < self->a.n; i++)
    {
      guint32 id = self->a.ids[i];

      if (in_a[id] != OFTEN && in_b[id] != OFTEN && in_b[id] != 0)
        chain (all, ends, (Anchor){ i, in_b[id] - 1, 0 });
    }
  g_array_set_size (longest, ends->len);
  guint next = ends->len > 0 ? g_array_index (ends, guint, ends->len - 1) + 1 : 0;
  for (guint i = ends->len; i-- > 0;)
    {
      g_array_index (longest, Anchor, i) = g_array_index (all, Anchor, next - 1);
      next = g_array_index (all, Anchor, next - 1).previous;
    }
  return longest;
}

/* Between two anchors. */
static void
add_gap (Search *self, guint a, guint a_end, guint b, guint b_end)
{
  if (a == a_end || b == b_end)
    add_changed (self, a_end - a, b_end - b);
  else if (!find_path (self, a, (int)(a_end - a), b, (int)(b_end - b)))
    add_replaced (self, a_end - a, b_end - b);
}

static void
add_anchored (Search *self)
{
  g_autoptr (GArray) anchors = find_anchors (self);
  guint a = 0, b = 0;

  for (guint i = 0; i < anchors->len; i++)
    {
      const Anchor *anchor = &g_array_index (anchors, Anchor, i);

      add_gap (self, a, anchor->a, b, anchor->b);
      add_equal (self, 1);
      a = anchor->a + 1;
      b = anchor->b + 1;
    }
  /* Without anchors it was tried. */
  if (anchors->len > 0)
    add_gap (self, a, self->a.n, b, self->b.n);
  else
    add_replaced (self, self->a.n, self->b.n);
}

static gboolean
can_be_named (Search *self)
{
  const Side *a = &self->a, *b = &self->b;

  return a->n <= STORE_LINE_EDIT_MAX_LINES && b->n <= STORE_LINE_EDIT_MAX_LINES &&
         a->to - a->from < G_MAXUINT32 && b->to - b->from < G_MAXUINT32;
}

static void
search (Search *self)
{
  self->a.n = count_lines (&self->a);
  self->b.n = count_lines (&self->b);
  if (self->a.n == 0 || self->b.n == 0)
    {
      add_changed (self, self->a.n, self->b.n);
      return;
    }
  if (can_be_named (self))
    name_all (self);
  if (!can_be_named (self) || is_stopped (self))
    add_replaced (self, self->a.n, self->b.n);
  else if (!find_path (self, 0, (int)self->a.n, 0, (int)self->b.n))
    add_anchored (self);
}

GArray *
store_line_edit_find (GBytes       *before,
                      GBytes       *after,
                      gboolean      any_line_end,
                      gboolean     *coarse,
                      GCancellable *cancellable)
{
  g_return_val_if_fail (before != NULL && after != NULL, NULL);

  Search self = { .any_line_end = any_line_end, .cancellable = cancellable, .work = MAX_WORK };

  self.edits = g_array_new (FALSE, FALSE, sizeof (StoreLineEdit));
  self.a.text = g_bytes_get_data (before, &self.a.size);
  self.b.text = g_bytes_get_data (after, &self.b.size);
  self.a.to = self.a.size;
  self.b.to = self.b.size;
  add_equal (&self, skip_head (&self));
  guint tail = skip_tail (&self);
  search (&self);
  add_equal (&self, tail);
  if (self.last.equal > 0 || self.last.removed > 0 || self.last.added > 0)
    g_array_append_val (self.edits, self.last);
  g_free (self.a.starts);
  g_free (self.a.ids);
  g_free (self.b.starts);
  g_free (self.b.ids);
  *coarse = self.coarse;
  return self.edits;
}
