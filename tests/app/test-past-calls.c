/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was called before the program was started again stands in the draft again. */

#include "app-tests.h"
#include "app-call-history.h"
#include "app-catalogue.h"
#include "app-drafts.h"
#include "app-object-cache.h"
#include "app-past-calls.h"
#include "app-recorder.h"
#include "workspace-fixture.h"
#include "find-session.h"

#include <string.h>

typedef struct
{
  char         *folder;
  AppObjects   *objects;
  AppWorkspace *workspace;
  AppSession   *session;
} Fixture;

static void
open_all (Fixture *self)
{
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autofree char *path = workspace_fixture_dup_book_path (self->folder);
  g_autoptr (StoreProfileList) book = store_profile_list_new (path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_object_set (settings, "approval", "auto", NULL);
  store_profile_list_load (book, &error);
  g_assert_no_error (error);
  self->objects = app_objects_new (self->folder, NULL, &error);
  g_assert_no_error (error);
  self->workspace = app_workspace_new (settings, book, vault, self->objects);
  self->session = find_session (self->workspace, "shop");
  app_session_connect_async (self->session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  g_assert_true (app_session_connect_finish (self->session, result, &error));
  WAIT_UNTIL (!app_catalogue_is_loading (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE)));
}

static void
close_all (Fixture *self)
{
  workspace_fixture_close (g_steal_pointer (&self->workspace));
  app_objects_close (self->objects);
  g_clear_object (&self->objects);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *path = NULL;
  g_autofree char *servers =
      g_strdup_printf ("servers:\n  shop: {command: %s}\n", g_getenv ("SPYGLASS_DEMO"));

  self->folder = workspace_fixture_make_folder ();
  path = workspace_fixture_dup_book_path (self->folder);
  g_assert_true (g_file_set_contents (path, servers, -1, NULL));
  open_all (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  close_all (self);
  workspace_fixture_remove_folder (self->folder);
}

static AppDraft *
open_draft (Fixture *self, const char *tool)
{
  AppCatalogue *catalogue = app_session_get_feature (self->session, APP_TYPE_CATALOGUE);
  McpTool      *found = app_catalogue_find_tool (catalogue, tool);

  g_assert_nonnull (found);
  return app_drafts_open (app_session_get_feature (self->session, APP_TYPE_DRAFTS),
                          MCP_DEFINITION (found));
}

static gboolean
has_ended (AppDraft *draft)
{
  AppCallState state = app_call_get_state (app_draft_get_call (draft));

  return state == APP_CALL_DONE || state == APP_CALL_FAILED;
}

/* Until it was kept as well. */
static void
call (AppDraft *draft, const char *arguments)
{
  app_form_set_json (app_draft_get_form (draft), arguments);
  app_draft_send (draft);
  WAIT_UNTIL (has_ended (draft));
  if (app_call_get_object (app_draft_get_call (draft)) != NULL)
    WAIT_UNTIL (store_object_get_id (app_call_get_object (app_draft_get_call (draft))) != NULL);
}

static AppCall *
get_past (AppDraft *draft, guint position)
{
  g_autoptr (AppCall) found =
      g_list_model_get_item (G_LIST_MODEL (app_draft_get_history (draft)), position);

  return found;
}

static guint
count (AppDraft *draft)
{
  return g_list_model_get_n_items (G_LIST_MODEL (app_draft_get_history (draft)));
}

static void
test_restart (Fixture *self, gconstpointer data)
{
  AppDraft        *draft = open_draft (self, "show_text");
  g_autofree char *id = NULL;
  AppCall         *last;

  call (draft, "{\"text\":\"one\"}");
  call (draft, "{\"text\":\"two\"}");
  call (draft, "{\"text\":\"three\"}");
  id = g_strdup (store_object_get_id (app_call_get_object (app_draft_get_call (draft))));
  close_all (self);

  open_all (self);
  draft = open_draft (self, "show_text");
  WAIT_UNTIL (app_draft_get_call (draft) != NULL);
  g_assert_cmpuint (count (draft), ==, 3);
  last = app_draft_get_call (draft);
  g_assert_true (last == get_past (draft, 2));
  g_assert_cmpint (app_call_get_state (last), ==, APP_CALL_DONE);
  g_assert_cmpint (app_call_get_past_time (last), >, app_call_get_past_time (get_past (draft, 1)));
  g_assert_cmpint (app_call_get_elapsed (last), >, 0);
  g_assert_nonnull (strstr (app_call_get_arguments (last), "three"));
  g_assert_nonnull (app_call_get_blocks (last));
  /* The same object, and no further one. */
  g_assert_cmpstr (store_object_get_id (app_call_get_object (last)), ==, id);
  g_assert_cmpuint (app_object_cache_get_n (app_workspace_get_object_cache (self->workspace)), ==, 3);
  g_assert_false (app_draft_is_busy (draft));

  /* What is called now comes behind. */
  call (draft, "{\"text\":\"four\"}");
  g_assert_cmpuint (count (draft), ==, 4);
  g_assert_cmpint (app_call_get_past_time (get_past (draft, 3)), ==, 0);
}

/* What a prompt, a resource and a task return is kept as what a tool returns is. */
static void
test_kept (Fixture *self, gconstpointer data)
{
  static const struct
  {
    AppCallKind kind;
    const char *target;
    const char *arguments;
    gboolean    as_task;
    const char *part;
  } calls[] = {
    { APP_CALL_PROMPT, "describe_product", "{\"id\":\"kettle-2\"}", FALSE, "messages" },
    { APP_CALL_READ, "product://guide", NULL, FALSE, "# Buying guide" },
    { APP_CALL_TOOL, "bake_bread", "{\"seconds\":0.1}", TRUE, "A loaf of bread." },
  };
  AppObjectCache *object_cache = app_workspace_get_object_cache (self->workspace);

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autoptr (AppCall) made =
          app_session_new_call (self->session, calls[i].kind, calls[i].target, calls[i].arguments);

      app_call_get_options (made)->as_task = calls[i].as_task;
      app_call_run_async (made, NULL, NULL, NULL);
      WAIT_UNTIL (app_call_get_state (made) >= APP_CALL_DONE);
      g_assert_cmpint (app_call_get_state (made), ==, APP_CALL_DONE);
      WAIT_UNTIL (app_object_cache_get_n (object_cache) == i + 1);
      StoreObject *object = app_call_get_object (made);
      g_assert_nonnull (app_object_cache_find (object_cache, "sqlite", store_object_get_id (object)));
      g_assert_cmpstr (store_object_get_server (object), ==, "shop");
      g_assert_cmpstr (store_object_get_tool (object), ==, calls[i].target);
      g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
      gsize       length = 0;
      const char *text = g_bytes_get_data (bytes, &length);
      g_assert_nonnull (g_strstr_len (text, (gssize)length, calls[i].part));
    }
}

void
add_past_calls_tests (void)
{
  g_test_add ("/past-calls/kept", Fixture, NULL, set_up, test_kept, tear_down);
  g_test_add ("/past-calls/restart", Fixture, NULL, set_up, test_restart, tear_down);
}
