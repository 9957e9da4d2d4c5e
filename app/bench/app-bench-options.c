/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-bench-options.h"

#include <string.h>

#define SHUFFLED "shuffled"

void
app_bench_options_init (AppBenchOptions *self)
{
  g_autoptr (AppBenchTelling) telling = app_bench_telling_new ();

  *self = (AppBenchOptions){ 0 };
  self->rounds = APP_BENCH_ROUNDS;
  self->parallel = -1;
  self->seed = g_random_int ();
  self->telling = *telling;
  self->tellings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify)app_bench_telling_free);
  self->factors = app_token_factors_new ();
}

void
app_bench_options_clear (AppBenchOptions *self)
{
  g_clear_pointer (&self->choice_name, g_free);
  g_clear_pointer (&self->parameters, mcp_json_document_unref);
  g_clear_pointer (&self->approved, app_approved_tools_unref);
  g_clear_pointer (&self->overlays, app_tool_overlays_unref);
  g_clear_pointer (&self->allow, g_strfreev);
  g_clear_pointer (&self->deny, g_strfreev);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  g_clear_pointer (&self->telling.expression, g_free);
  g_clear_pointer (&self->tellings, g_hash_table_unref);
  g_clear_pointer (&self->prices, app_price_book_unref);
  g_clear_pointer (&self->factors, app_token_factors_free);
}

void
app_bench_options_take_telling (AppBenchOptions *self, const char *name, AppBenchTelling *telling)
{
  g_hash_table_insert (self->tellings, g_strdup (name), telling);
}

void
app_bench_options_take_usual_telling (AppBenchOptions *self, AppBenchTelling *telling)
{
  g_free (self->telling.expression);
  self->telling = *telling;
  telling->expression = NULL;
  app_bench_telling_free (telling);
}

const AppBenchTelling *
app_bench_options_find_telling (const AppBenchOptions *self, const char *told, const char *name)
{
  const AppBenchTelling *telling = g_hash_table_lookup (self->tellings, told);

  if (telling == NULL)
    telling = g_hash_table_lookup (self->tellings, name);
  return telling != NULL ? telling : &self->telling;
}

static gboolean
is_any_of (char **patterns, const char *full, const char *name)
{
  for (guint i = 0; patterns[i] != NULL; i++)
    if (g_pattern_match_simple (patterns[i], full) || g_pattern_match_simple (patterns[i], name))
      return TRUE;
  return FALSE;
}

gboolean
app_bench_options_takes_tool (const AppBenchOptions *self, const char *server, const char *name)
{
  g_autofree char *full = g_strconcat (server, "__", name, NULL);

  return (self->allow == NULL || is_any_of (self->allow, full, name)) &&
         (self->deny == NULL || !is_any_of (self->deny, full, name));
}

gboolean
app_bench_options_set_order (AppBenchOptions *self, const char *text)
{
  guint64 seed;

  if (g_str_has_prefix (text, SHUFFLED ":"))
    {
      if (!g_ascii_string_to_unsigned (text + strlen (SHUFFLED ":"), 10, 0, G_MAXUINT32, &seed,
                                       NULL))
        return FALSE;
      self->seed = (guint32)seed;
      self->order = APP_BENCH_SHUFFLED;
      return TRUE;
    }
  if (g_str_equal (text, SHUFFLED))
    self->order = APP_BENCH_SHUFFLED;
  else if (g_str_equal (text, "server"))
    self->order = APP_BENCH_SERVERS_ORDER;
  else if (g_str_equal (text, "sorted"))
    self->order = APP_BENCH_SORTED;
  else
    return FALSE;
  return TRUE;
}
