/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "changing-fixture.h"

#include "ui-fixture.h"
#include "app-catalogue.h"

#include <glib/gstdio.h>

void
changing_fixture_write (ChangingFixture *self, const char *text)
{
  g_autofree char *list = g_strdup_printf ("[%s]", text);

  g_assert_true (g_file_set_contents (self->tools, list, -1, NULL));
}

AppSession *
changing_fixture_add (ChangingFixture *self, const char *name)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "servers", "changing-server.py", NULL);
  g_autoptr (StoreProfile) profile = store_profile_new (name);
  const char *arguments[] = { script, self->tools, NULL };
  AppSession *session;

  g_object_set (profile, "command", "python3", "arguments", arguments, NULL);
  session = ui_fixture_add (self->workspace, profile);
  ui_fixture_connect (session);
  return session;
}

void
changing_fixture_set_up (ChangingFixture *self, const char *text)
{
  g_autofree char *folder = g_dir_make_tmp ("spyglass-ui-changing-XXXXXX", NULL);

  self->tools = g_build_filename (folder, "tools.json", NULL);
  changing_fixture_write (self, text);
  self->workspace = ui_fixture_new_workspace ();
  self->session = changing_fixture_add (self, "changing");
}

void
changing_fixture_tear_down (ChangingFixture *self, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (self->tools);

  ui_fixture_close (self->workspace);
  g_unlink (self->tools);
  g_rmdir (folder);
  g_free (self->tools);
}

void
changing_fixture_on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_set_object ((GAsyncResult **)data, result);
}

void
changing_fixture_refresh (ChangingFixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_catalogue_load_async (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                            MCP_DEFINITION_TOOL, FALSE, NULL, changing_fixture_on_done, &result);
  ui_fixture_wait (result != NULL);
}
