/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-scopes.h"

#define N_SCOPES 3

const char *
app_client_scope_get_word (StoreClientScope scope)
{
  static const char *const words[N_SCOPES] = { "user", "project", "local" };

  g_return_val_if_fail (scope < N_SCOPES, NULL);
  return words[scope];
}

static void
reading_free (gpointer data)
{
  AppClientReading *self = data;

  store_client_place_unref (self->place);
  g_ptr_array_unref (self->entries);
  g_clear_error (&self->error);
  g_free (self);
}

/* The higher one wins; two that are equal may both be used. */
static guint
rank (StoreClientPlace *place)
{
  StoreClientScope  scope = store_client_place_get_scope (place);
  StoreClientWinner winner = store_client_place_get_format (place)->places.winner;

  if (scope == STORE_CLIENT_LOCAL)
    return 2;
  return winner == (scope == STORE_CLIENT_PROJECT ? STORE_WINNER_PROJECT : STORE_WINNER_USER);
}

gboolean
app_client_scopes_wins (StoreClientPlace *winner, StoreClientPlace *place)
{
  return rank (winner) > rank (place);
}

static const AppClientEntry *
find_entry (GPtrArray *entries, const char *name)
{
  for (guint i = 0; i < entries->len; i++)
    if (g_str_equal (((AppClientEntry *)entries->pdata[i])->name, name))
      return entries->pdata[i];
  return NULL;
}

/* Of two files of one scope, the one that was read first wins. */
static void
mark (GPtrArray *readings, AppClientReading *reading)
{
  for (guint i = 0; i < reading->entries->len; i++)
    {
      AppClientEntry *entry = reading->entries->pdata[i];

      for (guint j = 0; j < readings->len && entry->winner == NULL; j++)
        {
          AppClientReading *before = readings->pdata[j];

          if ((store_client_place_get_scope (before->place) ==
                   store_client_place_get_scope (reading->place) ||
               app_client_scopes_wins (before->place, reading->place)) &&
              find_entry (before->entries, entry->name) != NULL)
            entry->winner = store_client_place_ref (before->place);
        }
    }
}

/* A second map of the same file goes with the first. */
static void
add_place (GPtrArray *readings, StoreClientPlace *place)
{
  AppClientReading *last = readings->len > 0 ? readings->pdata[readings->len - 1] : NULL;
  AppClientReading *self = g_new0 (AppClientReading, 1);

  self->place = store_client_place_ref (place);
  self->entries = app_client_file_read_place (place, &self->error);
  mark (readings, self);
  if (last == NULL ||
      store_client_place_get_scope (last->place) != store_client_place_get_scope (place) ||
      !g_str_equal (store_client_place_get_path (last->place),
                    store_client_place_get_path (place)))
    {
      g_ptr_array_add (readings, self);
      return;
    }
  g_ptr_array_extend_and_steal (last->entries, g_ptr_array_ref (self->entries));
  self->entries = g_ptr_array_new ();
  reading_free (self);
}

static void
add_scope (GPtrArray               *readings,
           const StoreClientFormat *format,
           StoreClientScope         scope,
           const StoreClientHome   *home,
           const char              *project)
{
  g_autoptr (StoreClientPlace) place = store_client_place_new (format, scope, home, project);
  g_autoptr (GPtrArray) places = place != NULL ? store_client_place_list (place) : NULL;

  for (guint i = 0; places != NULL && i < places->len; i++)
    if (g_file_test (store_client_place_get_path (places->pdata[i]), G_FILE_TEST_EXISTS))
      add_place (readings, places->pdata[i]);
}

static void
forget_empty (GPtrArray *readings)
{
  for (guint i = readings->len; i > 0; i--)
    if (((AppClientReading *)readings->pdata[i - 1])->entries->len == 0)
      g_ptr_array_remove_index (readings, i - 1);
}

GPtrArray *
app_client_scopes_read (const StoreClientFormat *format,
                        const char              *home,
                        const char              *project,
                        const StoreClientScope  *scope)
{
  const StoreClientScope orders[][N_SCOPES] = {
    { STORE_CLIENT_LOCAL, STORE_CLIENT_PROJECT, STORE_CLIENT_USER },
    { STORE_CLIENT_LOCAL, STORE_CLIENT_USER, STORE_CLIENT_PROJECT },
  };
  const StoreClientScope *order = orders[format->places.winner == STORE_WINNER_USER];
  g_autoptr (StoreClientHome) folder = store_client_home_new (home);
  GPtrArray *readings = g_ptr_array_new_with_free_func (reading_free);

  for (guint i = 0; i < N_SCOPES; i++)
    if (scope == NULL || *scope == order[i])
      {
        add_scope (readings, format, order[i], folder, project);
        /* It is a part of the user's file, which is there in any case. */
        if (scope == NULL && order[i] == STORE_CLIENT_LOCAL)
          forget_empty (readings);
      }
  return readings;
}
