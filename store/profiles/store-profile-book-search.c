/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Questions to the book's list. */

#include "store-profile-book.h"

#include "store-profile-writer.h"

static guint
count_items (StoreProfileBook *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self));
}

/* The book holds its items; borrowed. */
static StoreProfile *
peek (StoreProfileBook *self, guint index)
{
  g_autoptr (StoreProfile) item = g_list_model_get_item (G_LIST_MODEL (self), index);

  return item;
}

StoreProfile *
store_profile_book_find (StoreProfileBook *self, const char *id)
{
  g_return_val_if_fail (STORE_IS_PROFILE_BOOK (self) && id != NULL, NULL);

  for (guint i = 0; i < count_items (self); i++)
    if (g_str_equal (store_profile_get_id (peek (self, i)), id))
      return peek (self, i);
  return NULL;
}

StoreProfile *
store_profile_book_find_by_name (StoreProfileBook *self, const char *name)
{
  StoreProfile    *found = store_profile_book_find (self, name);
  g_autofree char *folded = g_utf8_casefold (name, -1);
  guint            count = 0;

  for (guint i = 0; found == NULL && i < count_items (self); i++)
    if (g_str_equal (store_profile_get_name (peek (self, i)), name))
      found = peek (self, i);
  if (found != NULL)
    return found;
  for (guint i = 0; i < count_items (self); i++)
    {
      StoreProfile    *item = peek (self, i);
      g_autofree char *item_name = g_utf8_casefold (store_profile_get_name (item), -1);
      g_autofree char *item_id = g_utf8_casefold (store_profile_get_id (item), -1);

      if (g_str_equal (item_name, folded) || g_str_equal (item_id, folded))
        {
          found = item;
          count++;
        }
    }
  return count == 1 ? found : NULL;
}

gboolean
store_profile_book_uses_secret (StoreProfileBook *self, const char *reference, StoreProfile *except)
{
  g_return_val_if_fail (STORE_IS_PROFILE_BOOK (self) && reference != NULL, FALSE);

  for (guint i = 0; i < count_items (self); i++)
    {
      StoreProfile *item = peek (self, i);
      g_auto (GStrv) references = NULL;

      if (except != NULL &&
          g_str_equal (store_profile_get_id (item), store_profile_get_id (except)))
        continue;
      references = store_profile_dup_secret_references (item);
      if (g_strv_contains ((const char *const *)references, reference))
        return TRUE;
    }
  return FALSE;
}

char *
store_profile_book_make_id (StoreProfileBook *self, const char *name)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_val_if_fail (STORE_IS_PROFILE_BOOK (self) && name != NULL, NULL);

  for (guint i = 0; i < count_items (self); i++)
    g_hash_table_add (taken, (gpointer)store_profile_get_id (peek (self, i)));
  return store_profile_writer_choose_id (taken, NULL, name);
}

StoreProfile *
store_profile_book_prepare_duplicate (StoreProfileBook *self, StoreProfile *profile)
{
  StoreProfile *copy;

  g_return_val_if_fail (STORE_IS_PROFILE_BOOK (self) && STORE_IS_PROFILE (profile), NULL);

  copy = store_profile_copy (profile);
  for (guint i = 2;; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s (%u)", store_profile_get_name (profile), i);

      if (store_profile_book_find_by_name (self, name) == NULL)
        {
          store_profile_set_name (copy, name);
          break;
        }
    }
  store_profile_set_id (copy, NULL);
  return copy;
}
