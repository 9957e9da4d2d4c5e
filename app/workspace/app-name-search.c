/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-name-search.h"

#include "app-match.h"
#include "app-tool-names.h"

#include <string.h>

/* Of all servers: a search is over before the next letter is typed. */
#define MAX_NAMES 20000u
/* Nobody types more. */
#define MAX_TERMS 16u

typedef struct
{
  guint score;
  guint order;
  char *result;
} Hit;

typedef struct
{
  AppMatch          *match;
  const char *const *within; /* (nullable) */
  GArray            *hits;
  guint              n_names;
} Search;

static void
clear_hit (gpointer hit)
{
  g_free (((Hit *)hit)->result);
}

static int
compare_hits (gconstpointer a, gconstpointer b)
{
  const Hit *first = a, *second = b;

  if (first->score != second->score)
    return first->score > second->score ? -1 : 1;
  return first->order < second->order ? -1 : 1;
}

/* @tool: "" for the server itself */
static void
look_at (Search *self, StoreProfile *profile, const char *tool)
{
  const char *server = store_profile_get_name (profile);
  const char *name = *tool != '\0' ? tool : server;
  const char *of = *tool != '\0' ? server : NULL;
  guint       score = self->n_names++ < MAX_NAMES
                          ? app_match_get_score (self->match, &name, 1, of)
                          : 0;

  if (score == 0)
    return;
  g_autofree char *result = g_strconcat (tool, "\t", store_profile_get_id (profile), NULL);
  if (self->within != NULL && !g_strv_contains (self->within, result))
    return;
  Hit hit = { score, self->hits->len, g_steal_pointer (&result) };
  g_array_append_val (self->hits, hit);
}

GStrv
app_name_search_find (StoreProfileList  *book,
                      const char *const *terms,
                      const char *const *within)
{
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();
  g_autoptr (GString) query = g_string_new (NULL);
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (Hit));
  GListModel *profiles = G_LIST_MODEL (book);

  g_return_val_if_fail (STORE_IS_PROFILE_LIST (book), NULL);

  g_array_set_clear_func (hits, clear_hit);
  for (guint i = 0; terms[i] != NULL && i < MAX_TERMS; i++)
    g_string_append_printf (query, " %s", terms[i]);
  g_autoptr (AppMatch) match = app_match_new (query->str);
  Search search = { match, within, hits, 0 };

  for (guint i = 0; i < g_list_model_get_n_items (profiles) && !app_match_is_empty (match); i++)
    {
      g_autoptr (StoreProfile) profile = g_list_model_get_item (profiles, i);
      g_auto (GStrv) tools = app_tool_names_read (store_profile_get_id (profile));

      look_at (&search, profile, "");
      for (guint k = 0; tools[k] != NULL && search.n_names < MAX_NAMES; k++)
        if (*tools[k] != '\0')
          look_at (&search, profile, tools[k]);
    }
  g_array_sort (hits, compare_hits);
  for (guint i = 0; i < MIN (hits->len, APP_NAME_SEARCH_MAX); i++)
    g_strv_builder_add (found, g_array_index (hits, Hit, i).result);
  return g_strv_builder_end (found);
}

StoreProfile *
app_name_search_resolve (StoreProfileList *book, const char *result, char **tool)
{
  const char *tab = strchr (result, '\t');

  *tool = g_strndup (result, tab != NULL ? (gsize)(tab - result) : 0);
  return store_profile_list_find (book, tab != NULL ? tab + 1 : result);
}
