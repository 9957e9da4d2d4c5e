/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "window-fixture.h"

static void
connect_server (WindowFixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  self->session = g_list_model_get_item (G_LIST_MODEL (self->workspace), 0);
  if (self->session == NULL)
    return;
  app_session_connect_async (self->session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  app_session_connect_finish (self->session, result, &error);
  g_assert_no_error (error);
}

static gboolean
has_tools (WindowFixture *self)
{
  g_autoptr (AppModelServer) server =
      g_list_model_get_item (app_model_controller_get_servers (self->controller), 0);

  return server != NULL && app_model_server_get_n_tools (server) > 0;
}

static gboolean
has_model (WindowFixture *self)
{
  AppModelProviders *providers = app_model_controller_get_providers (self->controller);

  return app_model_providers_get_default (providers) != NULL;
}

void
window_fixture_open (WindowFixture *self)
{
  g_autofree char *folder = g_build_filename (g_get_user_config_dir (), "spyglass", NULL);
  g_autofree char *models = g_build_filename (folder, "models.json", NULL);

  self->workspace = workspace_fixture_open (folder, NULL);
  store_secret_vault_set_fallback (app_workspace_get_vault (self->workspace),
                                   STORE_VAULT_FALLBACK_MEMORY);
  connect_server (self);
  self->controller = app_model_controller_new (self->workspace);
  if (g_file_test (models, G_FILE_TEST_EXISTS))
    WAIT_UNTIL (has_model (self) &&
                app_model_controller_get_state (self->controller) == APP_MODEL_STATE_READY);
  WAIT_UNTIL (self->session == NULL || has_tools (self));
}

void
window_fixture_close (WindowFixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  workspace_fixture_release (self->controller);
  if (self->session != NULL)
    {
      app_session_disconnect_async (self->session, NULL, workspace_fixture_take_result, &result);
      WAIT_UNTIL (result != NULL);
      g_object_unref (self->session);
    }
  workspace_fixture_close (self->workspace);
}
