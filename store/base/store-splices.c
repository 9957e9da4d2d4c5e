/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-splices.h"

static void
splice_clear (StoreSplice *splice)
{
  g_free (splice->text);
}

GArray *
store_splices_new (void)
{
  GArray *splices = g_array_new (FALSE, FALSE, sizeof (StoreSplice));

  g_array_set_clear_func (splices, (GDestroyNotify)splice_clear);
  return splices;
}

void
store_splices_add (GArray *splices, gsize start, gsize end, char *text)
{
  StoreSplice new = { start, end, text };

  g_array_append_val (splices, new);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const StoreSplice *one = a, *other = b;

  return (one->start > other->start) - (one->start < other->start);
}

GString *
store_splices_apply (GArray *splices, const char *text, gsize length)
{
  GString *out = g_string_new (NULL);
  gsize    at = 0;

  g_array_sort (splices, compare);
  for (guint i = 0; i < splices->len; i++)
    {
      const StoreSplice *next = &g_array_index (splices, StoreSplice, i);

      if (next->start > at)
        g_string_append_len (out, text + at, (gssize)(next->start - at));
      if (next->text != NULL)
        g_string_append (out, next->text);
      at = MAX (at, next->end);
    }
  if (at < length)
    g_string_append_len (out, text + at, (gssize)(length - at));
  return out;
}
