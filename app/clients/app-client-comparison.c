/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-comparison.h"

#include "app-client-secrets.h"
#include "app-diff-line.h"
#include "store-client-entry.h"

/* Returns: (transfer full): what is not one that the application takes is nothing */
static GBytes *
dup_text (AppClientTarget *target, StoreProfile *profile)
{
  StoreClientEntryOptions options = {
    .name = store_profile_get_name (profile),
    .platform = store_platform_get (),
    .hides_plain_secrets = TRUE,
  };
  g_autoptr (StoreClientEntry) entry =
      store_client_entry_new (store_client_place_get_format (app_client_target_get_place (target)),
                              profile, &options, NULL);
  g_autofree char *text = entry != NULL ? store_client_entry_dup_snippet (entry) : g_strdup ("");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (StoreVariables) names = store_variables_new ();
  GString *masked = g_string_new (NULL);

  app_client_secrets_add_names (names, profile);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = app_client_secrets_mask_line (lines[i], names);

      g_string_append_printf (masked, "%s%s", i > 0 ? "\n" : "", line);
    }
  return g_string_free_to_bytes (masked);
}

GListModel *
app_client_comparison_list (AppClientTarget *target, StoreProfile *theirs, StoreProfile *ours)
{
  GListStore *list = g_list_store_new (APP_TYPE_DIFF_LINE);
  g_autoptr (GBytes) before = dup_text (target, theirs);
  g_autoptr (GBytes) after = dup_text (target, ours);
  StoreTextDiff *diff = store_text_diff_new (before, after, (StoreDiffLimits){ .context = 100 });
  g_autoptr (GPtrArray) lines = app_diff_line_new_all (diff, 2000, NULL);

  g_list_store_splice (list, 0, 0, lines->pdata, lines->len);
  store_text_diff_free (diff);
  return G_LIST_MODEL (list);
}
