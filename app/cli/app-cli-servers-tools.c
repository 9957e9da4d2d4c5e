/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which tools of a server models are told of. */

#include "app-cli-servers.h"

#include <glib/gi18n.h>

#include "app-cli-print.h"

/* Returns: (transfer full): @disabled without the tools that are named, or with them at its end */
static GStrv
change_names (const char *const *disabled, char **tools, gboolean enabled)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; disabled[i] != NULL; i++)
    if (!enabled || !g_strv_contains ((const char *const *)tools, disabled[i]))
      {
        g_strv_builder_add (builder, disabled[i]);
        g_hash_table_add (seen, (char *)disabled[i]);
      }
  for (guint i = 0; !enabled && tools[i] != NULL; i++)
    if (g_hash_table_add (seen, tools[i]))
      g_strv_builder_add (builder, tools[i]);
  return g_strv_builder_end (builder);
}

AppCliStatus
app_cli_servers_set_tools (const AppCliInvocation *invocation,
                           AppCliConnection       *connection,
                           StoreProfile           *profile,
                           gboolean                enabled)
{
  char **tools = invocation->arguments + 2;
  g_autoptr (AppProfileDraft) draft = NULL;
  g_autoptr (StoreProfile) saved = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = NULL;

  if (tools[0] == NULL)
    /* Translators: %s is "enable" or "disable" */
    return app_cli_fail_usage (invocation, _ ("“servers %s NAME” takes the names of tools."),
                               invocation->arguments[0]);
  draft = app_profile_draft_new (app_cli_connection_get_workspace (connection), profile);
  names = change_names (store_profile_get_disabled_tools (profile), tools, enabled);
  store_profile_set_disabled_tools (app_profile_draft_get_profile (draft),
                                    (const char *const *)names);
  saved = app_cli_servers_save (invocation, connection, g_steal_pointer (&draft), &error);
  return saved != NULL ? APP_CLI_DONE : app_cli_fail (invocation, error);
}
