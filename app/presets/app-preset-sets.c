/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset-sets.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"

/* Of the name of a set. */
#define MAX_NAME 40

static gboolean
is_default (const char *set)
{
  return g_str_equal (set, APP_PRESET_SETS_DEFAULT);
}

const char *
app_preset_sets_get_current (StoreProfile *profile)
{
  const char *set = store_profile_get_decisions (profile)->preset_set;

  return set != NULL && *set != '\0' ? set : APP_PRESET_SETS_DEFAULT;
}

GStrv
app_preset_sets_list (StoreProfile *profile)
{
  const StoreVariables *all = store_profile_get_decisions (profile)->preset_sets;
  const char           *current = app_preset_sets_get_current (profile);
  g_autoptr (GPtrArray) names = g_ptr_array_new_null_terminated (4, g_free, TRUE);

  g_ptr_array_add (names, g_strdup (APP_PRESET_SETS_DEFAULT));
  for (guint i = 0; i < store_variables_get_n_items (all); i++)
    {
      const char      *name = store_variables_get_name (all, i);
      g_autofree char *set = g_strndup (name, strcspn (name, "/"));

      if (!g_strv_contains ((const char *const *)names->pdata, set))
        g_ptr_array_add (names, g_steal_pointer (&set));
    }
  if (!g_strv_contains ((const char *const *)names->pdata, current))
    g_ptr_array_add (names, g_strdup (current));
  return (GStrv)g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

char *
app_preset_sets_dup_name (const char *set, const char *path, const char **section)
{
  *section = is_default (set) ? "presets" : "preset-sets";
  return is_default (set) ? g_strdup (path) : g_strconcat (set, "/", path, NULL);
}

/* Copies the value of @from at @index. */
static void
put (StoreVariables *to, const char *name, const StoreVariables *from, guint index)
{
  if (store_variables_get_secret (from, index) != NULL)
    store_variables_set_secret (to, name, store_variables_get_secret (from, index));
  else
    store_variables_set (to, name, store_variables_get_value (from, index));
}

StoreVariables *
app_preset_sets_dup_values (StoreProfile *profile, const char *set)
{
  const StoreDecisions *decisions = store_profile_get_decisions (profile);

  if (set == NULL)
    set = app_preset_sets_get_current (profile);
  if (is_default (set))
    return store_variables_copy (decisions->presets);
  StoreVariables  *values = store_variables_new ();
  g_autofree char *prefix = g_strconcat (set, "/", NULL);
  for (guint i = 0; i < store_variables_get_n_items (decisions->preset_sets); i++)
    {
      const char *name = store_variables_get_name (decisions->preset_sets, i);

      if (g_str_has_prefix (name, prefix))
        put (values, name + strlen (prefix), decisions->preset_sets, i);
    }
  return values;
}

void
app_preset_sets_set_values (StoreProfile *profile, const char *set, const StoreVariables *values)
{
  const StoreVariables *all = store_profile_get_decisions (profile)->preset_sets;
  g_autoptr (StoreVariables) changed = store_variables_new ();
  g_autofree char *prefix = g_strconcat (set, "/", NULL);

  if (is_default (set))
    {
      g_object_set (profile, "presets", values, NULL);
      return;
    }
  for (guint i = 0; i < store_variables_get_n_items (all); i++)
    if (!g_str_has_prefix (store_variables_get_name (all, i), prefix))
      put (changed, store_variables_get_name (all, i), all, i);
  for (guint i = 0; i < store_variables_get_n_items (values); i++)
    {
      g_autofree char *name = g_strconcat (prefix, store_variables_get_name (values, i), NULL);

      put (changed, name, values, i);
    }
  g_object_set (profile, "preset-sets", changed, NULL);
}

gboolean
app_preset_sets_check_name (const char *set, GError **error)
{
  if (g_regex_match_simple ("^[\\p{L}\\p{N}_][\\p{L}\\p{N}_. -]*$", set, G_REGEX_DOLLAR_ENDONLY,
                            0) &&
      g_utf8_strlen (set, -1) <= MAX_NAME)
    return TRUE;
  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
               /* Translators: %s is what was typed */
               _ ("“%.100s” cannot be the name of a set. Use letters, digits, “_”, “.” and “-”."),
               set);
  return FALSE;
}

gboolean
app_preset_sets_use (StoreProfile *profile, const char *set, gboolean creates, GError **error)
{
  g_auto (GStrv) known = app_preset_sets_list (profile);
  g_autofree char *names = g_strjoinv (", ", known);

  if (!creates && !g_strv_contains ((const char *const *)known, set))
    {
      g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                   /* Translators: the name of a server, what was typed, and names of sets */
                   _ ("“%s” has no set “%.100s” of preset values. It has: %s."),
                   store_profile_get_name (profile), set, names);
      return FALSE;
    }
  if (!app_preset_sets_check_name (set, error))
    return FALSE;
  g_object_set (profile, "preset-set", is_default (set) ? NULL : set, NULL);
  return TRUE;
}
