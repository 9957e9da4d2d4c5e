/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is set once for all tools of a server. */

#include "app-cli-servers.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-cli-print.h"
#include "mcp-json-writer.h"

static void
print_all (const StoreVariables *variables)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char      *value = store_variables_get_value (variables, i);
      g_autofree char *name = app_cli_line (store_variables_get_name (variables, i));
      g_autofree char *text = app_cli_line (value != NULL ? value : _ ("(in the keyring)"));

      app_cli_print ("%s=%s\n", name, text);
    }
}

/* "PATH=VALUE" sets, "PATH" takes away. A value is JSON; what is none is a text. */
static void
change (const AppCliInvocation *invocation,
        AppProfileDraft        *draft,
        const char             *section,
        StoreVariables         *variables,
        const char             *word)
{
  const char      *split = strchr (word, '=');
  g_autofree char *path = split != NULL ? g_strndup (word, split - word) : g_strdup (word);
  g_autofree char *quoted = NULL;
  g_autoptr (McpJsonDocument) document = NULL;

  if (split == NULL)
    {
      store_variables_remove (variables, path);
      return;
    }
  if (invocation->secret != NULL &&
      g_strv_contains ((const char *const *)invocation->secret, path))
    {
      app_profile_draft_set_secret (draft, section, path, split + 1);
      return;
    }
  document = mcp_json_document_parse_text (split + 1, -1, NULL);
  if (document == NULL)
    quoted = mcp_json_quote (split + 1, -1);
  store_variables_set (variables, path, quoted != NULL ? quoted : split + 1);
}

AppCliStatus
app_cli_servers_set_inputs (const AppCliInvocation *invocation,
                            AppCliConnection       *connection,
                            StoreProfile           *profile,
                            gboolean                pins)
{
  const char *section =
      pins ? APP_PROFILE_SECTION_PINNED_ARGUMENTS : APP_PROFILE_SECTION_PRESETS;
  const StoreVariables *present = pins ? store_profile_get_pinned_arguments (profile)
                                       : store_profile_get_presets (profile);
  char                **words = invocation->arguments + 2;
  g_autoptr (StoreVariables) variables = store_variables_copy (present);
  g_autoptr (AppProfileDraft) draft = NULL;
  g_autoptr (StoreProfile) saved = NULL;
  g_autoptr (GError) error = NULL;

  if (words[0] == NULL)
    {
      print_all (present);
      return APP_CLI_DONE;
    }
  draft = app_profile_draft_new (app_cli_connection_get_workspace (connection), profile);
  for (guint i = 0; words[i] != NULL; i++)
    change (invocation, draft, section, variables, words[i]);
  if (pins)
    store_profile_set_pinned_arguments (app_profile_draft_get_profile (draft), variables);
  else
    store_profile_set_presets (app_profile_draft_get_profile (draft), variables);
  saved = app_cli_servers_save (invocation, connection, g_steal_pointer (&draft), &error);
  return saved != NULL ? APP_CLI_DONE : app_cli_fail (invocation, error);
}
