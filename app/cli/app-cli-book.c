/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-book.h"

void
app_cli_book_take_back (AppCli *cli, StoreProfile *profile)
{
  StoreProfileList *book = app_workspace_get_book (cli->workspace);

  if (profile == NULL || store_profile_list_find (book, store_profile_get_id (profile)) == NULL)
    return;
  store_profile_list_remove_async (book, store_profile_get_id (profile), NULL, app_cli_done, cli);
  store_profile_list_remove_finish (book, app_cli_await (cli), NULL);
}

void
app_cli_book_prepare (AppCli *cli)
{
  if (cli->invocation->keeping.secrets_in_file)
    store_secret_vault_set_fallback (app_workspace_get_vault (cli->workspace),
                                     STORE_VAULT_FALLBACK_FILE);
}

StoreProfile *
app_cli_book_save (AppCli *cli, AppProfileDraft *draft, GError **error)
{
  g_autoptr (AppProfileDraft) held = draft;
  gboolean is_new = app_profile_draft_is_new (draft);

  app_cli_book_prepare (cli);
  app_profile_draft_save_async (draft, NULL, app_cli_done, cli);
  StoreProfile *saved = app_profile_draft_save_finish (draft, app_cli_await (cli), error);
  if (saved == NULL && is_new && !app_profile_draft_is_new (draft))
    app_cli_book_take_back (cli, app_profile_draft_get_profile (draft));
  return saved;
}
