/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers of other applications coming into the book. */

#include "app-isolated-tests.h"
#include "app-import-list.h"
#include "app-profile-draft.h"
#include "folders-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#define PATIENCE_SECONDS 20

#define wait_for(condition)                                                           \
  G_STMT_START                                                                        \
  {                                                                                   \
    gint64 deadline_ = g_get_monotonic_time () + PATIENCE_SECONDS * G_USEC_PER_SEC;   \
    while (!(condition))                                                              \
      {                                                                               \
        if (g_get_monotonic_time () > deadline_)                                      \
          g_error ("%s:%d: waited too long for: %s", __FILE__, __LINE__, #condition); \
        if (!g_main_context_iteration (NULL, FALSE))                                  \
          g_usleep (2000);                                                            \
      }                                                                               \
  }                                                                                   \
  G_STMT_END

typedef struct
{
  StoreProfileList *book;
  StoreSecretVault *vault;
  AppWorkspace     *workspace;
  AppImportList    *list;
} Fixture;

static void
set_up (Fixture *fixture)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "spyglass", "servers.yaml", NULL);
  g_autofree char *secrets = g_build_filename (g_get_user_data_dir (), "secrets.json", NULL);
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (GError) error = NULL;

  fixture->book = store_profile_list_new (path);
  fixture->vault = store_secret_vault_new (secrets);
  store_profile_list_load (fixture->book, &error);
  g_assert_no_error (error);
  fixture->workspace = app_workspace_new (settings, fixture->book, fixture->vault, NULL);
  fixture->list = app_import_list_new (fixture->workspace);
}

static void
tear_down (Fixture *fixture)
{
  g_assert_finalize_object (fixture->list);
  g_assert_finalize_object (fixture->workspace);
  g_object_unref (fixture->book);
  g_object_unref (fixture->vault);
}

static void
write_home (const char *path, const char *text)
{
  g_autofree char *file = g_build_filename (g_get_home_dir (), path, NULL);
  g_autofree char *folder = g_path_get_dirname (file);

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (file, text, -1, NULL));
}

static void
on_found (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  app_import_list_find_finish (APP_IMPORT_LIST (object), result, &error);
  g_assert_no_error (error);
  *(gboolean *)data = TRUE;
}

static void
find (Fixture *fixture)
{
  gboolean found = FALSE;

  app_import_list_find_async (fixture->list, g_get_home_dir (), NULL, on_found, &found);
  wait_for (found);
}

static AppImportItem *
get (Fixture *fixture, guint index)
{
  g_autoptr (AppImportItem) item = g_list_model_get_item (G_LIST_MODEL (fixture->list), index);

  g_assert_nonnull (item);
  return item; /* the list keeps it */
}

static gboolean
is_selected (Fixture *fixture, guint index)
{
  gboolean selected;

  g_object_get (get (fixture, index), "selected", &selected, NULL);
  return selected;
}

typedef struct
{
  gboolean ended;
  guint    added;
  GError  *error;
} Running;

static void
on_run (GObject *object, GAsyncResult *result, gpointer data)
{
  Running *running = data;

  running->added = app_import_list_run_finish (APP_IMPORT_LIST (object), result, &running->error);
  running->ended = TRUE;
}

static guint
run (Fixture *fixture, GError **error)
{
  Running running = { 0 };

  app_import_list_run_async (fixture->list, NULL, on_run, &running);
  wait_for (running.ended);
  if (running.error != NULL)
    g_propagate_error (error, running.error);
  return running.added;
}

static char *
read_book (Fixture *fixture)
{
  char *text = NULL;

  g_assert_true (
      g_file_get_contents (store_profile_list_get_path (fixture->book), &text, NULL, NULL));
  return text;
}

static void
test_find (void)
{
  Fixture          fixture;
  g_autofree char *applications = NULL;
  g_autofree char *summary = NULL;
  g_autofree char *remark = NULL;
  g_autofree char *known = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture);
  find (&fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 0);
  applications = app_import_list_dup_applications (fixture.list);
  g_assert_null (applications);

  write_home (".config/Claude/claude_desktop_config.json",
              "{\"mcpServers\":{\"files\":{\"command\":\"npx\",\"args\":[\"-y\",\"fs\",\"/a b\"]},"
              "\"<b>odd</b>\":{\"command\":\"odd\"}}}");
  write_home (".cursor/mcp.json",
              "{\"mcpServers\":{\"same\":{\"command\":\"npx\",\"args\":[\"-y\",\"fs\",\"/a b\"]},"
              "\"remote\":{\"url\":\"https://example.com/mcp\"}}}");
  find (&fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 4);
  applications = app_import_list_dup_applications (fixture.list);
  g_assert_cmpstr (applications, ==, "Claude Desktop, Cursor");
  summary = app_import_item_dup_summary (get (&fixture, 0));
  g_assert_cmpstr (summary, ==, "npx -y fs '/a b'");
  g_assert_cmpstr (app_import_item_get_info (get (&fixture, 0))->application, ==, "Claude Desktop");
  g_assert_cmpstr (app_import_item_get_info (get (&fixture, 1))->name, ==, "<b>odd</b>");
  /* Of several applications none is chosen; all of one are, but for what is here already. */
  g_assert_cmpuint (app_import_list_get_n_selected (fixture.list), ==, 0);
  const char *path = app_import_item_get_info (get (&fixture, 2))->path;
  app_import_list_select (fixture.list, path, TRUE);
  guint selected;
  g_assert_cmpuint (app_import_list_count (fixture.list, path, &selected), ==, 2);
  g_assert_cmpuint (selected, ==, 2);
  g_assert_cmpuint (app_import_list_get_n_selected (fixture.list), ==, 2);
  app_import_list_select (fixture.list, path, FALSE);
  g_assert_cmpuint (app_import_list_get_n_selected (fixture.list), ==, 0);
  g_object_set (get (&fixture, 0), "selected", TRUE, NULL);
  g_object_set (get (&fixture, 3), "selected", TRUE, NULL);
  remark = app_import_item_dup_remark (get (&fixture, 2));
  g_assert_nonnull (strstr (remark, "Claude Desktop"));

  g_assert_cmpuint (run (&fixture, &error), ==, 2);
  g_assert_no_error (error);
  g_assert_true (app_import_item_get_info (get (&fixture, 0))->done);
  StoreProfile *profile = store_profile_list_find_by_name (fixture.book, "files");
  g_assert_cmpint (store_profile_get_decisions (profile)->origin, ==, STORE_ORIGIN_IMPORTED);
  g_assert_cmpstr (store_profile_get_decisions (profile)->source, ==, "Claude Desktop");
  g_assert_true (store_profile_needs_confirmation (profile));
  g_assert_null (store_profile_list_find_by_name (fixture.book, "<b>odd</b>"));
  /* What is done is done once. */
  g_assert_cmpuint (run (&fixture, &error), ==, 0);
  g_assert_no_error (error);
  tear_down (&fixture);

  /* Another day: they are known. */
  set_up (&fixture);
  find (&fixture);
  known = app_import_item_dup_remark (get (&fixture, 0));
  g_assert_cmpstr (known, ==, "Already here as “files”");
  app_import_list_select (fixture.list, app_import_item_get_info (get (&fixture, 0))->path, TRUE);
  g_assert_cmpuint (app_import_list_get_n_selected (fixture.list), ==, 1);
  g_assert_false (is_selected (&fixture, 0));
  tear_down (&fixture);
}

static void
test_broken (void)
{
  Fixture fixture;

  set_up (&fixture);
  write_home (".cursor/mcp.json", "{\"mcpServers\": oops");
  find (&fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 0);
  GListModel *notes = app_import_list_get_empty (fixture.list);
  g_assert_cmpuint (g_list_model_get_n_items (notes), ==, 1);
  g_autoptr (AppClientNote) note = g_list_model_get_item (notes, 0);
  g_assert_nonnull (strstr (app_client_note_get_text (note), "mcp.json"));
  tear_down (&fixture);
}

/* What was found is said of every file that there is. */
static void
test_findings (void)
{
  static const struct
  {
    const char *file;
    const char *text;
    const char *note;
  } cases[] = {
    { ".cursor/mcp.json", "", "Cursor (~/.cursor/mcp.json): The file is empty." },
    { ".cursor/mcp.json", "// later\n", "Cursor (~/.cursor/mcp.json): The file is empty." },
    { ".cursor/mcp.json", "{\"mcpServers\": {}}",
      "Cursor (~/.cursor/mcp.json): No servers." },
    { ".cursor/mcp.json", "{\"mcpServers\": {\"a\": {}}}",
      "Cursor (~/.cursor/mcp.json): No readable servers." },
    { ".cursor/mcp.json", "{}", "Cursor (~/.cursor/mcp.json): No servers." },
    { ".cursor/mcp.json", "a:\n  b: c\n",
      "Cursor (~/.cursor/mcp.json): line 1, column 1: expected a value. Fix the file at this place "
      "with a text editor; it was not changed." },
    { ".codex/config.toml", "[mcp_servers.a\n",
      "Codex (~/.codex/config.toml): line 1, column 15: TOML: “]” is expected. Fix the file at this "
      "place with a text editor; it was not changed." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Fixture          fixture;
      g_autofree char *path = g_build_filename (g_get_home_dir (), cases[i].file, NULL);

      set_up (&fixture);
      write_home (cases[i].file, cases[i].text);
      find (&fixture);
      GListModel *notes = app_import_list_get_empty (fixture.list);
      g_assert_cmpuint (g_list_model_get_n_items (notes), >=, 1);
      g_autoptr (AppClientNote) note = g_list_model_get_item (notes, 0);
      g_assert_cmpstr (app_client_note_get_text (note), ==, cases[i].note);
      tear_down (&fixture);
      g_assert_cmpint (g_unlink (path), ==, 0);
    }
}

static void
test_text (void)
{
  StoreProfile *pasted;
  Fixture       fixture;
  g_autoptr (GError) error = NULL;

  set_up (&fixture);
  g_assert_cmpuint (app_import_list_add_text (fixture.list, "{\"mcpServers\": {", &error), ==, 0);
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_cmpuint (app_import_list_add_text (fixture.list, "npx -y server", &error), ==, 1);
  g_assert_no_error (error);
  g_assert_cmpuint (app_import_list_add_text (fixture.list, "npx -y server", &error), ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 1);
  g_assert_cmpuint (run (&fixture, &error), ==, 1);
  g_assert_no_error (error);
  pasted = store_profile_list_find_by_name (fixture.book, app_import_item_get_info (get (&fixture, 0))->name);
  g_assert_cmpint (store_profile_get_decisions (pasted)->origin, ==, STORE_ORIGIN_PASTED);
  tear_down (&fixture);
}

/* Without a keyring nothing is added before the person said where secrets may go. */
static void
test_secrets (void)
{
  Fixture fixture;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppProfileDraft) draft = NULL;

  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere", TRUE);
  set_up (&fixture);
  g_assert_cmpuint (app_import_list_add_text (
                        fixture.list,
                        "{\"mcpServers\":{\"a\":{\"command\":\"x\",\"env\":{\"LEVEL\":\"1\","
                        "\"API_KEY\":\"s3cret\",\"LAST\":\"2\"}}}}",
                        &error),
                    ==, 1);
  g_auto (GStrv) names = app_import_list_dup_secret_names (fixture.list);
  g_assert_cmpstr (names[0], ==, "API_KEY");
  g_assert_null (names[1]);
  g_assert_cmpuint (run (&fixture, &error), ==, 0);
  g_assert_true (app_profile_draft_is_keyring_error (error));
  g_clear_error (&error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.book)), ==, 0);

  draft = app_profile_draft_new (fixture.workspace, NULL);
  app_profile_draft_allow_fallback (draft, FALSE);
  g_clear_object (&draft);
  g_assert_cmpuint (run (&fixture, &error), ==, 1);
  g_assert_no_error (error);
  g_autofree char *text = read_book (&fixture);
  g_assert_null (strstr (text, "s3cret"));
  StoreProfile         *profile = store_profile_list_find_by_name (fixture.book, "a");
  const StoreVariables *environment = store_profile_get_endpoint (profile)->environment;
  g_assert_cmpstr (store_variables_get_name (environment, 1), ==, "API_KEY");
  g_assert_nonnull (store_variables_get_secret (environment, 1));
  tear_down (&fixture);
}

static void
test_names (void)
{
  Fixture fixture;
  g_autoptr (GError) error = NULL;

  set_up (&fixture);
  app_import_list_add_text (fixture.list, "{\"mcpServers\":{\"a\":{\"command\":\"x\"}}}", &error);
  g_assert_cmpuint (run (&fixture, &error), ==, 1);
  app_import_list_add_text (fixture.list, "{\"mcpServers\":{\"a\":{\"command\":\"y\"}}}", &error);
  g_assert_cmpuint (run (&fixture, &error), ==, 1);
  g_assert_no_error (error);
  g_assert_nonnull (store_profile_list_find_by_name (fixture.book, "a"));
  g_assert_nonnull (store_profile_list_find_by_name (fixture.book, "a 2"));
  tear_down (&fixture);
}

/* One server of one file is wished for. */
static void
test_choose (void)
{
  Fixture          fixture;
  g_autofree char *path = g_build_filename (g_get_home_dir (), ".cursor", "mcp.json", NULL);

  write_home (".config/Claude/claude_desktop_config.json",
              "{\"mcpServers\":{\"a\":{\"command\":\"x\"},\"b\":{\"command\":\"y\"}}}");
  write_home (".cursor/mcp.json",
              "{\"mcpServers\":{\"a\":{\"command\":\"x\"},\"c\":{\"command\":\"z\"}}}");
  set_up (&fixture);
  app_import_list_choose (fixture.list, "a", path);
  find (&fixture);
  g_assert_cmpuint (app_import_list_get_n_selected (fixture.list), ==, 1);
  g_assert_true (is_selected (&fixture, 2));
  /* Read once more, it is the same one. */
  find (&fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 4);
  app_import_list_choose (fixture.list, "c", path);
  g_assert_cmpuint (app_import_list_get_n_selected (fixture.list), ==, 1);
  g_assert_true (is_selected (&fixture, 3));
  tear_down (&fixture);
}

void
add_import_tests (void)
{
  folders_fixture_add ("/import/find", test_find);
  folders_fixture_add ("/import/choose", test_choose);
  folders_fixture_add ("/import/broken", test_broken);
  folders_fixture_add ("/import/findings", test_findings);
  folders_fixture_add ("/import/text", test_text);
  folders_fixture_add ("/import/secrets", test_secrets);
  folders_fixture_add ("/import/names", test_names);
}
