/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "inbox-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-inbox-policy.h"
#include "app-catalogue.h"
#include "find-session.h"

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_set_object ((GAsyncResult **)data, result);
}

void
inbox_fixture_prepare (InboxFixture *self, const char *profile)
{
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autoptr (AppInboxPolicy) person = app_inbox_policy_new_person ();
  g_autoptr (StoreProfileList) book = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = g_strdup_printf ("servers:\n  one: %s\n", profile);

  self->folder = g_dir_make_tmp ("spyglass-inbox-XXXXXX", NULL);
  path = g_build_filename (self->folder, "servers.yaml", NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  book = store_profile_list_new (path);
  g_assert_true (store_profile_list_load (book, NULL));
  g_object_set (settings, "approval", "auto", NULL);
  self->workspace = app_workspace_new (settings, book, vault, NULL);
  self->inbox = app_workspace_get_inbox (self->workspace);
  app_inbox_set_policy (self->inbox, person);
  self->session = find_session (self->workspace, "one");
}

void
inbox_fixture_set_up (InboxFixture *self, gconstpointer era)
{
  g_autofree char *profile =
      g_strdup_printf ("{command: '%s', era: %s}", g_getenv ("SPYGLASS_DEMO"),
                       era != NULL ? (const char *)era : "legacy");

  inbox_fixture_prepare (self, profile);
}

void
inbox_fixture_set_up_everything (InboxFixture *self, gconstpointer data)
{
  g_autofree char *program = g_find_program_in_path ("mcp-server-everything");

  if (program == NULL)
    {
      g_test_skip ("mcp-server-everything is not installed; ./dev setup installs it");
      return;
    }
  inbox_fixture_prepare (self, "{command: mcp-server-everything, args: [stdio], era: legacy}");
}

static void
remove_below (const char *folder, const char *sub)
{
  g_autofree char *path = g_build_filename (folder, sub, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }
  g_rmdir (path);
}

void
inbox_fixture_disconnect (InboxFixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_session_disconnect_async (self->session, NULL, on_done, &result);
  WAIT_UNTIL (result != NULL);
}

void
inbox_fixture_tear_down (InboxFixture *self, gconstpointer data)
{
  if (self->workspace == NULL)
    return;
  workspace_fixture_close (self->workspace);
  remove_below (self->folder, "memory");
  remove_below (self->folder, ".");
  g_rmdir (self->folder);
  g_free (self->folder);
}

void
inbox_fixture_connect (InboxFixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean loading = TRUE;

  app_session_connect_async (self->session, NULL, on_done, &result);
  WAIT_UNTIL (result != NULL);
  app_session_connect_finish (self->session, result, &error);
  g_assert_no_error (error);
  while (loading)
    {
      g_main_context_iteration (NULL, TRUE);
      loading = app_catalogue_is_loading (app_session_get_feature (self->session, APP_TYPE_CATALOGUE));
    }
}

/* Returns: (transfer full) */
AppCall *
inbox_fixture_call (InboxFixture *self, const char *tool, const char *arguments)
{
  AppCall *made = app_session_new_call (self->session, APP_CALL_TOOL, tool, arguments);

  app_call_run_async (made, NULL, NULL, NULL);
  return made;
}

/* Returns: (transfer full) */
AppCall *
inbox_fixture_call_as_task (InboxFixture *self, const char *tool, const char *arguments)
{
  AppCall *made = app_session_new_call (self->session, APP_CALL_TOOL, tool, arguments);

  app_call_get_options (made)->as_task = TRUE;
  app_call_run_async (made, NULL, NULL, NULL);
  return made;
}

void
inbox_fixture_wait_for_call (AppCall *made)
{
  WAIT_UNTIL (app_call_get_state (made) > APP_CALL_CANCELLING);
}

void
inbox_fixture_assert_result_has (AppCall *made, const char *part)
{
  g_autofree char *text = NULL;

  inbox_fixture_wait_for_call (made);
  text = mcp_json_value_dup_text (app_call_get_result (made));
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in %s", part, text);
}

AppInboxItem *
inbox_fixture_wait_for_item (InboxFixture *self)
{
  WAIT_UNTIL (app_inbox_count (self->inbox, self->session) > 0);
  return app_inbox_find_first (self->inbox, self->session, NULL, NULL);
}

void
inbox_fixture_type (AppInboxItem *item, const char *pointer, const char *text)
{
  app_field_set_text (app_form_find_field (app_inbox_item_get_form (item), pointer), text);
}
