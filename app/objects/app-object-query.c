/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-object-query.h"

#include "app-object-name.h"

static const char *const orders[] = {
  [APP_OBJECT_ORDER_NEWEST] = "newest",
  [APP_OBJECT_ORDER_OLDEST] = "oldest",
  [APP_OBJECT_ORDER_NAME] = "name",
  [APP_OBJECT_ORDER_LARGEST] = "largest",
  [APP_OBJECT_ORDER_SERVER] = "server",
  [APP_OBJECT_ORDER_EXPIRY] = "expiry",
};

AppObjectOrder
app_object_order_parse (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    if (g_strcmp0 (orders[i], word) == 0)
      return i;
  return APP_OBJECT_ORDER_NEWEST;
}

static int
compare_numbers (gint64 a, gint64 b)
{
  return a < b ? -1 : a > b;
}

/* @a, @b: (nullable): what has none comes last */
static int
compare_words (const char *a, const char *b)
{
  if (a == NULL || b == NULL)
    return (a == NULL) - (b == NULL);
  return g_utf8_collate (a, b);
}

/* Numbers in names count as such: "Result 9" comes before "Result 10". */
static int
compare_names (const StoreObjectFacts *a, const StoreObjectFacts *b)
{
  g_autofree char *first = app_object_name_dup_for_facts (a);
  g_autofree char *second = app_object_name_dup_for_facts (b);
  g_autofree char *first_key = g_utf8_collate_key_for_filename (first, -1);
  g_autofree char *second_key = g_utf8_collate_key_for_filename (second, -1);

  return g_strcmp0 (first_key, second_key);
}

int
app_object_order_compare (AppObjectOrder          order,
                          const StoreObjectFacts *a,
                          const StoreObjectFacts *b)
{
  int found = 0;

  g_return_val_if_fail (a != NULL && b != NULL, 0);

  if (a->pinned != b->pinned)
    return a->pinned ? -1 : 1;
  switch (order)
    {
    case APP_OBJECT_ORDER_NAME:
      found = compare_names (a, b);
      break;
    case APP_OBJECT_ORDER_LARGEST:
      found = compare_numbers ((gint64)b->size, (gint64)a->size);
      break;
    case APP_OBJECT_ORDER_SERVER:
      found = compare_words (a->server, b->server);
      break;
    case APP_OBJECT_ORDER_EXPIRY:
      found = compare_numbers (a->expires == 0 ? G_MAXINT64 : a->expires,
                               b->expires == 0 ? G_MAXINT64 : b->expires);
      break;
    case APP_OBJECT_ORDER_OLDEST:
      found = compare_numbers (a->time, b->time);
      break;
    case APP_OBJECT_ORDER_NEWEST:
    default:
      break;
    }
  return found != 0 ? found : compare_numbers (b->time, a->time);
}

gboolean
app_object_is_kept (const StoreObjectFacts *facts)
{
  g_return_val_if_fail (facts != NULL, FALSE);
  return facts->pinned || facts->name != NULL || facts->tool == NULL;
}

gboolean
app_object_matches (const StoreObjectFacts *facts, const char *words)
{
  g_return_val_if_fail (facts != NULL, FALSE);

  if (words == NULL || words[0] == '\0')
    return TRUE;

  g_autofree char *folded = g_utf8_casefold (words, -1);
  g_auto (GStrv) each = g_strsplit (folded, " ", -1);
  g_autofree char *name = app_object_name_dup_for_facts (facts);
  g_autofree char *type = app_object_name_dup_type_for_facts (facts);
  g_autofree char *whole =
      g_strjoin ("\n", name, facts->id, type, facts->store != NULL ? facts->store : "",
                 facts->server != NULL ? facts->server : "",
                 facts->tool != NULL ? facts->tool : "", NULL);
  g_autofree char *valid = g_utf8_make_valid (whole, -1);
  g_autofree char *text = g_utf8_casefold (valid, -1);

  for (guint i = 0; each[i] != NULL; i++)
    if (g_strstr_len (text, -1, each[i]) == NULL)
      return FALSE;
  return TRUE;
}
