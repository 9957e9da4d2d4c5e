/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-text-diff.h"

#include "mcp-object.h"
#include "store-line-edit.h"

struct _StoreTextDiff
{
  GBytes    *before;
  GBytes    *after;
  GPtrArray *hunks;
  guint      n_added;
  guint      n_removed;
  guint      n_left;
  guint      n_behind;
  gboolean   coarse;
};

/* Where one of the texts is read. */
typedef struct
{
  const char *text;
  gsize       size;
  gsize       at;
  guint       line; /* from 1 */
} Place;

typedef struct
{
  StoreTextDiff  *self;
  StoreDiffLimits limits;
  Place           old;
  Place new;
  guint          n_lines; /* of all hunks */
  StoreDiffHunk *hunk;    /* (nullable): the last one, while it is open */
} Listing;

static void
hunk_free (StoreDiffHunk *hunk)
{
  g_array_unref (hunk->lines);
  g_free (hunk);
}

static void
read_line (Place *place, StoreDiffLine *line)
{
  gsize end = store_line_edit_find_end (place->text, place->size, place->at);

  line->text = place->text + place->at;
  line->length = end - place->at;
  line->ended = line->length > 0 && place->text[end - 1] == '\n';
  line->length -= line->ended ? 1 : 0;
  line->carriage_return = line->ended && line->length > 0 && line->text[line->length - 1] == '\r';
  line->length -= line->carriage_return ? 1 : 0;
  place->at = end;
  place->line++;
}

static void
skip (Place *place, guint n)
{
  for (guint i = 0; i < n; i++)
    place->at = store_line_edit_find_end (place->text, place->size, place->at);
  place->line += n;
}

static void
add_line (Listing *listing, StoreDiffKind kind)
{
  StoreDiffHunk *hunk = listing->hunk;
  StoreDiffLine  line = { .kind = kind };
  gboolean       is_old = kind != STORE_DIFF_ADDED, is_new = kind != STORE_DIFF_REMOVED;

  line.old_line = is_old ? listing->old.line : 0;
  line.new_line = is_new ? listing->new.line : 0;
  if (is_new)
    read_line (&listing->new, &line);
  if (is_old)
    read_line (&listing->old, &line);
  g_array_append_val (hunk->lines, line);
  hunk->old_count += is_old;
  hunk->new_count += is_new;
  listing->n_lines++;
}

/* Beyond the limit lines are counted. */
static void
add_lines (Listing *listing, StoreDiffKind kind, guint n)
{
  guint max = listing->limits.max_lines;
  guint room = max == 0 ? n : MIN (n, max - listing->n_lines);

  for (guint i = 0; i < room; i++)
    add_line (listing, kind);
  listing->self->n_left += n - room;
}

static void
close_hunk (Listing *listing)
{
  StoreDiffHunk *hunk = listing->hunk;

  if (hunk == NULL)
    return;
  /* As diff counts: where nothing is, the line before. */
  hunk->old_start -= hunk->old_count == 0;
  hunk->new_start -= hunk->new_count == 0;
  listing->hunk = NULL;
}

static void
open_hunk (Listing *listing)
{
  StoreDiffHunk *hunk = g_new0 (StoreDiffHunk, 1);

  hunk->lines = g_array_new (FALSE, FALSE, sizeof (StoreDiffLine));
  hunk->old_start = listing->old.line;
  hunk->new_start = listing->new.line;
  g_ptr_array_add (listing->self->hunks, hunk);
  listing->hunk = hunk;
}

static gboolean
is_full (Listing *listing)
{
  return listing->limits.max_lines > 0 && listing->n_lines >= listing->limits.max_lines;
}

static void
add_edit (Listing *listing, const StoreLineEdit *edit)
{
  guint context = listing->limits.context;
  guint equal = edit->equal;
  guint changed = edit->removed + edit->added;
  /* What follows the change before, as far as it does not lead to the next one. */
  guint behind = listing->hunk != NULL || is_full (listing) ? MIN (equal, context) : 0;
  guint lead = changed == 0 ? 0 : MIN (equal - behind, context);
  guint folded = equal - behind - lead;

  add_lines (listing, STORE_DIFF_CONTEXT, behind);
  if (folded > 0)
    close_hunk (listing);
  if (is_full (listing))
    {
      listing->self->n_left += lead + changed;
      return;
    }
  listing->self->n_behind = changed == 0 ? folded : 0;
  if (changed == 0)
    return;
  skip (&listing->old, folded);
  skip (&listing->new, folded);
  if (listing->hunk == NULL)
    open_hunk (listing);
  add_lines (listing, STORE_DIFF_CONTEXT, lead);
  add_lines (listing, STORE_DIFF_REMOVED, edit->removed);
  add_lines (listing, STORE_DIFF_ADDED, edit->added);
}

StoreTextDiff *
store_text_diff_new (GBytes *before, GBytes *after, StoreDiffLimits limits)
{
  g_return_val_if_fail (before != NULL && after != NULL, NULL);

  StoreTextDiff *self = g_new0 (StoreTextDiff, 1);
  Listing        listing = { .self = self, .limits = limits };
  g_autoptr (GArray) edits = store_line_edit_find (before, after, limits.any_line_end,
                                                   &self->coarse, limits.cancellable);

  self->before = g_bytes_ref (before);
  self->after = g_bytes_ref (after);
  self->hunks = g_ptr_array_new_with_free_func ((GDestroyNotify)hunk_free);
  listing.old.line = listing.new.line = 1;
  listing.old.text = g_bytes_get_data (before, &listing.old.size);
  listing.new.text = g_bytes_get_data (after, &listing.new.size);
  for (guint i = 0; i < edits->len; i++)
    {
      const StoreLineEdit *edit = &g_array_index (edits, StoreLineEdit, i);

      self->n_removed += edit->removed;
      self->n_added += edit->added;
      add_edit (&listing, edit);
    }
  close_hunk (&listing);
  return self;
}

void
store_text_diff_free (StoreTextDiff *self)
{
  g_ptr_array_unref (self->hunks);
  g_bytes_unref (self->before);
  g_bytes_unref (self->after);
  g_free (self);
}

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, StoreTextDiff, store_text_diff, hunks)
MCP_DEFINE_PLAIN_GETTER (guint, StoreTextDiff, store_text_diff, n_added)
MCP_DEFINE_PLAIN_GETTER (guint, StoreTextDiff, store_text_diff, n_removed)
MCP_DEFINE_PLAIN_GETTER (guint, StoreTextDiff, store_text_diff, n_left)
MCP_DEFINE_PLAIN_GETTER (guint, StoreTextDiff, store_text_diff, n_behind)

MCP_DEFINE_READER (gboolean, store_text_diff_is_coarse, StoreTextDiff, self != NULL, coarse)

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
          const StoreDiffLine *line = &g_array_index (hunk->lines, StoreDiffLine, j);
          g_autofree char     *valid = g_utf8_make_valid (line->text, (gssize)line->length);

          g_string_append_c (text, " -+"[line->kind]);
          g_string_append (text, valid);
          g_string_append (text, line->ended ? "\n" : "\n\\ No newline at end of file\n");
        }
    }
  return g_string_free (text, FALSE);
}
