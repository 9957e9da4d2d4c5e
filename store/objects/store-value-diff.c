/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-value-diff.h"

#include "mcp-object.h"
#include "store-path.h"

/* Containers inside each other that are looked into; a deeper one is told as a whole. */
#define MAX_DEPTH 200
/* Pairs of items that are compared to find those that moved; beyond it items are compared by their
 * place. */
#define MAX_PAIRS 250000
/* And bytes that are read for that, which takes a second: few items may be long. */
#define MAX_PAIR_BYTES (256u << 20)

struct _StoreValueDiff
{
  McpJsonSlot   before;
  McpJsonSlot   after;
  GCancellable *cancellable; /* (nullable): borrowed, while it is made */
  GPtrArray    *all;
  guint         max;
  gboolean      has_more;
};

static void
difference_free (gpointer data)
{
  g_free (((StoreValueDifference *)data)->path);
  g_free (data);
}

static void
add (StoreValueDiff  *self,
     StoreValueChange change,
     GString         *path,
     McpJsonValue     before,
     McpJsonValue     after)
{
  if (self->max != 0 && self->all->len >= self->max)
    {
      self->has_more = TRUE;
      return;
    }
  StoreValueDifference *difference = g_new (StoreValueDifference, 1);
  *difference = (StoreValueDifference){ change, g_strdup (path->str), before, after };
  g_ptr_array_add (self->all, difference);
}

static void
compare (
    StoreValueDiff *self, GString *path, McpJsonValue before, McpJsonValue after, guint depth);

/* Arrays */

static GArray *
list_items (McpJsonValue array)
{
  GArray *items = g_array_sized_new (FALSE, FALSE, sizeof (McpJsonValue),
                                     mcp_json_value_get_n_items (array));

  for (McpJsonWalk item = mcp_json_walk (array); mcp_json_walk_next (&item);)
    g_array_append_val (items, item.value);
  return items;
}

static McpJsonValue
item_at (GArray *items, guint i)
{
  return g_array_index (items, McpJsonValue, i);
}

/* Items that differ between others that are the same: one for one, the rest is new or gone. */
static void
compare_stretch (StoreValueDiff *self,
                 GString        *path,
                 GArray         *before,
                 guint           from,
                 guint           to,
                 GArray         *after,
                 guint           after_from,
                 guint           after_to,
                 guint           depth)
{
  gsize length = path->len;

  while (!self->has_more && (from < to || after_from < after_to))
    {
      gboolean is_old = from < to, is_new = after_from < after_to;

      store_path_append_index (path, is_old ? from : after_from);
      if (is_old && is_new)
        compare (self, path, item_at (before, from), item_at (after, after_from), depth + 1);
      else if (is_old)
        add (self, STORE_VALUE_REMOVED, path, item_at (before, from), MCP_JSON_NO_VALUE);
      else
        add (self, STORE_VALUE_ADDED, path, MCP_JSON_NO_VALUE, item_at (after, after_from));
      g_string_truncate (path, length);
      from += is_old;
      after_from += is_new;
    }
}

/* The text of @n items. */
static guint64
count_bytes (GArray *items, guint first, guint n)
{
  McpJsonValue last = item_at (items, first + n - 1);

  return mcp_json_value_get_start (last) + mcp_json_value_get_length (last) -
         mcp_json_value_get_start (item_at (items, first));
}

/* Each pair reads as much as the smaller of the two has. */
static gboolean
can_be_paired (GArray *before, GArray *after, guint start, guint n, guint m)
{
  return n > 0 && m > 0 && (guint64)n * m <= MAX_PAIRS &&
         MIN (m * count_bytes (before, start, n), n * count_bytes (after, start, m)) <=
             MAX_PAIR_BYTES;
}

static gboolean
is_stopped (StoreValueDiff *self)
{
  self->has_more |= g_cancellable_is_cancelled (self->cancellable);
  return self->has_more;
}

/* What is between equal beginnings and ends: the longest common subsequence stays. */
static void
compare_middle (StoreValueDiff *self,
                GString        *path,
                GArray         *before,
                GArray         *after,
                guint           start,
                guint           end,
                guint           depth)
{
  guint n = before->len - end - start, m = after->len - end - start;
  guint i = 0, k = 0, from = 0, after_from = 0;

  if (!can_be_paired (before, after, start, n, m))
    {
      compare_stretch (self, path, before, start, before->len - end, after, start,
                       after->len - end, depth);
      return;
    }
  g_autofree guint8  *equal = g_new0 (guint8, (gsize)n * m);
  g_autofree guint32 *length = g_new0 (guint32, (gsize)(n + 1) * (m + 1));

  for (i = n; i-- > 0;)
    for (k = m; k-- > 0 && !is_stopped (self);)
      {
        gboolean same =
            mcp_json_value_equal (item_at (before, start + i), item_at (after, start + k));

        equal[(gsize)i * m + k] = (guint8)same;
        length[(gsize)i * (m + 1) + k] =
            same ? length[(gsize)(i + 1) * (m + 1) + k + 1] + 1
                 : MAX (length[(gsize)(i + 1) * (m + 1) + k], length[(gsize)i * (m + 1) + k + 1]);
      }
  for (i = 0, k = 0; i < n && k < m;)
    {
      if (equal[(gsize)i * m + k])
        {
          compare_stretch (self, path, before, start + from, start + i, after, start + after_from,
                           start + k, depth);
          from = ++i;
          after_from = ++k;
        }
      else if (length[(gsize)(i + 1) * (m + 1) + k] >= length[(gsize)i * (m + 1) + k + 1])
        i++;
      else
        k++;
    }
  compare_stretch (self, path, before, start + from, start + n, after, start + after_from,
                   start + m, depth);
}

static void
compare_arrays (
    StoreValueDiff *self, GString *path, McpJsonValue before, McpJsonValue after, guint depth)
{
  g_autoptr (GArray) old = list_items (before);
  g_autoptr (GArray) new = list_items (after);
  guint shorter = MIN (old->len, new->len);
  guint start = 0, end = 0;

  while (start < shorter && mcp_json_value_equal (item_at (old, start), item_at (new, start)))
    start++;
  while (end < shorter - start && mcp_json_value_equal (item_at (old, old->len - 1 - end),
                                                        item_at (new, new->len - 1 - end)))
    end++;
  compare_middle (self, path, old, new, start, end, depth);
}

/* Objects */

/* Visits each member of @object once, where it has a name twice the last one. */
static void
compare_members (StoreValueDiff *self,
                 GString        *path,
                 McpJsonValue    object,
                 McpJsonValue    other,
                 gboolean        is_before,
                 guint           depth)
{
  g_autoptr (GHashTable) seen =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  gsize length = path->len;

  for (McpJsonWalk each = mcp_json_walk (object); !self->has_more && mcp_json_walk_next (&each);)
    {
      gsize        size;
      char        *text = mcp_json_value_dup_string (each.name, &size);
      McpJsonValue mine = store_path_find_member (object, text, size);
      McpJsonValue others = store_path_find_member (other, text, size);

      if (!g_hash_table_add (seen, g_bytes_new_take (text, size)))
        continue;
      store_path_append_key (path, text, size);
      if (!mcp_json_value_exists (others))
        add (self, is_before ? STORE_VALUE_REMOVED : STORE_VALUE_ADDED, path,
             is_before ? mine : MCP_JSON_NO_VALUE, is_before ? MCP_JSON_NO_VALUE : mine);
      else if (is_before)
        compare (self, path, mine, others, depth + 1);
      g_string_truncate (path, length);
    }
}

static void
compare (StoreValueDiff *self, GString *path, McpJsonValue before, McpJsonValue after, guint depth)
{
  McpJsonKind kind = mcp_json_value_get_kind (before);

  if (is_stopped (self) || mcp_json_value_equal (before, after))
    return;
  if (kind != mcp_json_value_get_kind (after) || kind < MCP_JSON_ARRAY || depth > MAX_DEPTH)
    add (self, STORE_VALUE_CHANGED, path, before, after);
  else if (kind == MCP_JSON_ARRAY)
    compare_arrays (self, path, before, after, depth);
  else
    {
      compare_members (self, path, before, after, TRUE, depth);
      compare_members (self, path, after, before, FALSE, depth);
    }
}

StoreValueDiff *
store_value_diff_new (McpJsonValue  before,
                      McpJsonValue  after,
                      guint         max,
                      GCancellable *cancellable)
{
  g_return_val_if_fail (mcp_json_value_exists (before) && mcp_json_value_exists (after), NULL);

  StoreValueDiff *self = g_new0 (StoreValueDiff, 1);
  g_autoptr (GString) path = g_string_new (NULL);

  mcp_json_slot_set (&self->before, before);
  mcp_json_slot_set (&self->after, after);
  self->all = g_ptr_array_new_with_free_func (difference_free);
  self->max = max;
  self->cancellable = cancellable;
  compare (self, path, before, after, 0);
  self->cancellable = NULL;
  return self;
}

void
store_value_diff_free (StoreValueDiff *self)
{
  mcp_json_slot_clear (&self->before);
  mcp_json_slot_clear (&self->after);
  g_ptr_array_unref (self->all);
  g_free (self);
}

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, StoreValueDiff, store_value_diff, all)

MCP_DEFINE_PLAIN_FLAG (StoreValueDiff, store_value_diff, has_more)
