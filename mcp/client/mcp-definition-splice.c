/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-definition-splice.h"

/* More pieces than this are cheaper for views as one splice. */
#define MAX_SPLICES 64

/** Entries of the old list that go, and of the fresh one that come in their place. Applied in
 * order, each begins at @fresh_start. */
typedef struct
{
  guint old_start;
  guint old_length;
  guint fresh_start;
  guint fresh_length;
} Splice;

/** For each of @fresh, the position of the entry that it equals, or -1; equal entries take that
 * entry's place in @fresh, so that it keeps its identity. */
static int *
match_entries (GPtrArray *old, GPtrArray *fresh)
{
  g_autoptr (GHashTable) by_key = g_hash_table_new (g_str_hash, g_str_equal);
  int *matches = g_new (int, MAX (fresh->len, 1));

  for (guint i = old->len; i > 0; i--)
    g_hash_table_insert (by_key, (gpointer)mcp_definition_get_key (old->pdata[i - 1]),
                         GUINT_TO_POINTER (i));

  for (guint i = 0; i < fresh->len; i++)
    {
      const char *key = mcp_definition_get_key (fresh->pdata[i]);
      guint       place = GPOINTER_TO_UINT (g_hash_table_lookup (by_key, key));

      matches[i] = -1;
      if (place == 0 || !mcp_definition_equal (old->pdata[place - 1], fresh->pdata[i]))
        continue;
      matches[i] = (int)place - 1;
      g_hash_table_remove (by_key, key);
      g_set_object ((GObject **)&fresh->pdata[i], old->pdata[place - 1]);
    }
  return matches;
}

/** Keeps in @matches the longest run that is in order, so that the fewest entries move. */
static void
keep_longest_run (int *matches, guint n)
{
  g_autofree guint *tails = g_new (guint, n + 1); /* by length - 1: where the best run ends */
  g_autofree int   *before = g_new (int, n + 1);
  guint             length = 0;

  for (guint i = 0; i < n; i++)
    {
      guint low = 0, high = length;

      if (matches[i] < 0)
        continue;
      while (low < high)
        {
          guint middle = (low + high) / 2;

          if (matches[tails[middle]] < matches[i])
            low = middle + 1;
          else
            high = middle;
        }
      before[i] = low > 0 ? (int)tails[low - 1] : -1;
      tails[low] = i;
      length = MAX (length, low + 1);
    }

  int at = length > 0 ? (int)tails[length - 1] : -1;
  for (guint i = n; i > 0; i--)
    {
      if (at == (int)i - 1)
        at = before[i - 1];
      else
        matches[i - 1] = -1;
    }
}

static GArray *
find_splices (const int *matches, guint n_old, guint n_fresh)
{
  GArray *splices = g_array_new (FALSE, FALSE, sizeof (Splice));
  guint   old = 0, fresh = 0;

  for (guint i = 0; i <= n_fresh; i++)
    {
      guint place = n_old;

      if (i < n_fresh && matches[i] < 0)
        continue;
      if (i < n_fresh)
        place = (guint)matches[i];
      Splice splice = (Splice){ old, place - old, fresh, i - fresh };
      if (splice.old_length > 0 || splice.fresh_length > 0)
        g_array_append_val (splices, splice);
      old = place + 1;
      fresh = i + 1;
    }

  if (splices->len > MAX_SPLICES)
    {
      Splice *first = &g_array_index (splices, Splice, 0);
      Splice *last = &g_array_index (splices, Splice, splices->len - 1);

      first->old_length = last->old_start + last->old_length - first->old_start;
      first->fresh_length = last->fresh_start + last->fresh_length - first->fresh_start;
      g_array_set_size (splices, 1);
    }
  return splices;
}

void
mcp_definition_splice (GPtrArray     *items,
                       GPtrArray     *definitions,
                       McpSplicedFunc spliced,
                       gpointer       data)
{
  g_autoptr (GPtrArray) fresh = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < definitions->len; i++)
    g_ptr_array_add (fresh, g_object_ref (definitions->pdata[i]));
  g_autofree int *matches = match_entries (items, fresh);
  keep_longest_run (matches, fresh->len);
  g_autoptr (GArray) splices = find_splices (matches, items->len, fresh->len);
  for (guint i = 0; i < splices->len; i++)
    {
      const Splice *splice = &g_array_index (splices, Splice, i);
      guint         at = splice->fresh_start; /* all before it is already as in @fresh */

      if (splice->old_length > 0)
        g_ptr_array_remove_range (items, at, splice->old_length);
      for (guint j = at; j < at + splice->fresh_length; j++)
        g_ptr_array_insert (items, (int)j, g_object_ref (fresh->pdata[j]));
      spliced (data, at, splice->old_length, splice->fresh_length);
    }
}
