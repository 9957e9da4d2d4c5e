/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-user.h"

AppWorkspace *
app_user_open_workspace (AppSettings *settings, AppProblem **problem)
{
  g_return_val_if_fail (APP_IS_SETTINGS (settings), NULL);

  g_autoptr (StoreProfileList) book = store_profile_list_new (NULL);
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autoptr (GError) error = NULL;

  if (problem != NULL)
    *problem = NULL;
  if (!store_profile_list_load (book, &error) && problem != NULL)
    *problem = app_problem_new_for_error (error);
  store_profile_list_set_watching (book, TRUE);

  g_autoptr (AppObjects) objects = app_objects_new (NULL, NULL, NULL);

  return app_workspace_new (settings, book, vault, objects);
}
