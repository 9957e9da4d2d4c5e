/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The window and the command line write the same bytes: each case is done once by the controllers
 * as the window drives them, and once by spyglass-cli, from the same files. */

#include "app-isolated-tests.h"
#include "client-fixture.h"
#include "folders-fixture.h"
#include "workspace-fixture.h"

#include "app-import-list.h"
#include "app-profile-draft.h"
#include "app-template-import.h"

#include <glib/gstdio.h>
#include <string.h>

#define SECRET "sk-0123456789abcdef"

/* What the last run of the command line said. */
static char *said;

static void
run_cli (const char *const *words)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) command = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_strv_builder_add (builder, g_getenv ("SPYGLASS_CLI"));
  g_strv_builder_addv (builder, (const char **)words);
  command = g_strv_builder_end (builder);
  process = g_subprocess_newv ((const char *const *)command,
                               G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                               &error);
  g_assert_no_error (error);
  g_clear_pointer (&said, g_free);
  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &said, &error);
  g_assert_no_error (error);
  if (!g_subprocess_get_successful (process))
    g_error ("spyglass-cli %s %s: %s", words[0], words[1], said);
}

#define run(...) run_cli ((const char *const[]){ __VA_ARGS__, NULL })

static char *
dup_home_path (const char *path)
{
  return g_build_filename (g_get_home_dir (), path, NULL);
}

/* @text: (nullable): %NULL for no file */
static void
set_file (const char *path, const char *text)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  if (text == NULL)
    g_remove (path);
  else
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Returns: (transfer full): "" where there is no file */
static char *
read_file (const char *path)
{
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : g_strdup ("(no file)");
}

/* That of the command line, whose secrets are in a file. */
static AppWorkspace *
open_book (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_config_dir (), "spyglass", NULL);
  AppWorkspace    *workspace = workspace_fixture_open (folder, NULL);

  store_secret_vault_set_fallback (app_workspace_get_vault (workspace),
                                   STORE_VAULT_FALLBACK_FILE);
  return workspace;
}

/* Writing */

static void
settle (AppClientChange *change)
{
  client_fixture_wait (client_fixture_is_settled (change));
}

typedef struct
{
  const char  *title;
  const char  *client;
  const char  *path;   /* in the home folder */
  const char  *before; /* (nullable) */
  const char  *server; /* of the book */
  AppChangeAim aim;
  int          mode; /* of secrets */
} Case;

/* What the words of the command line are for that. */
static void
change_by_words (const Case *self)
{
  static const char *const aims[] = {
    [APP_CHANGE_TO_WRITE] = "write",
    [APP_CHANGE_TO_REMOVE] = "remove",
    [APP_CHANGE_TO_ENABLE] = "enable",
    [APP_CHANGE_TO_DISABLE] = "disable",
  };
  static const char *const modes[] = {
    [STORE_SECRETS_AS_INPUTS] = "input",
    [STORE_SECRETS_WRAPPED] = "keyring",
    [APP_SECRETS_PLAIN] = "plain",
  };

  if (self->aim != APP_CHANGE_TO_WRITE)
    run ("config", aims[self->aim], self->client, "--name", self->server, "--yes");
  else if (self->mode == STORE_SECRETS_AS_VARIABLES)
    run ("config", "write", self->client, "--server", self->server, "--yes");
  else
    run ("config", "write", self->client, "--server", self->server, "--secrets",
         modes[self->mode], "--yes");
}

/* As the page of one application does it. @undone: (out) (transfer full): the file after Undo
 * Returns: (transfer full): the file after Write */
static char *
change_by_hand (const Case *self, const char *path, char **undone)
{
  AppWorkspace    *workspace = open_book ();
  AppClientTarget *target =
      app_client_target_new (store_client_format_find (self->client), NULL, NULL);
  StoreProfile *profile =
      store_profile_list_find_by_name (app_workspace_get_book (workspace), self->server);
  AppClientChange *change;
  char            *written;

  g_assert_cmpstr (app_client_target_get_path (target), ==, path);
  client_fixture_look (target);
  change = app_client_change_new (target, profile, app_workspace_get_vault (workspace));
  settle (change);
  app_client_change_set_aim (change, self->aim);
  app_client_change_set_secret_mode (change, self->mode);
  settle (change);
  app_client_change_apply (change);
  settle (change);
  written = read_file (path);
  app_client_change_undo (change);
  settle (change);
  *undone = read_file (path);
  client_fixture_end (change);
  workspace_fixture_release (target);
  workspace_fixture_close (workspace);
  return written;
}

static void
test_changes (void)
{
  static const char filled[] = "{\n  // mine\n  \"servers\": {\n    \"secret\": {\n      "
                               "\"command\": \"old\",\n      \"env\": {\"API_KEY\": \"" SECRET
                               "-theirs\"}\n    },\n    \"other\": {\"command\": \"x\"}\n  }\n}\n";
  static const char two[] = "{\"theme\": 1.10,\n \"mcpServers\": {\n  \"plain\": {\"command\": "
                            "\"old\"},\n  \"other\": {\"command\": \"x\"}\n }\n}\n";
  static const char off[] = "{\"mcpServers\": {\"plain\": {\"command\": \"old\", \"disabled\": "
                            "true}}}\n";
  static const char toml[] = "# mine\nmodel = \"m\"\n\n[mcp_servers.plain]\ncommand = \"old\"\n";
  static const char yaml[] = "# mine\nextensions:\n  plain:\n    type: stdio\n    cmd: old\n"
                             "    enabled: true\n";

#define CURSOR "cursor", ".cursor/mcp.json"
#define CODE "vscode", ".config/Code/User/mcp.json"
#define CLINE "cline-cli", ".cline/data/settings/cline_mcp_settings.json"
#define CODEX "codex", ".codex/config.toml"
#define GOOSE "goose", ".config/goose/config.yaml"
  static const Case cases[] = {
    { "create", CURSOR, NULL, "plain", APP_CHANGE_TO_WRITE, STORE_SECRETS_AS_VARIABLES },
    { "add", CURSOR, "{\"mcpServers\": {}}", "plain", APP_CHANGE_TO_WRITE },
    { "add a remote one", CURSOR, two, "remote", APP_CHANGE_TO_WRITE },
    { "replace", CURSOR, two, "plain", APP_CHANGE_TO_WRITE },
    { "variables", CURSOR, two, "secret", APP_CHANGE_TO_WRITE, STORE_SECRETS_AS_VARIABLES },
    { "plain", CURSOR, two, "secret", APP_CHANGE_TO_WRITE, APP_SECRETS_PLAIN },
    { "wrapped", CURSOR, two, "secret", APP_CHANGE_TO_WRITE, STORE_SECRETS_WRAPPED },
    { "inputs", CODE, "{}", "secret", APP_CHANGE_TO_WRITE, STORE_SECRETS_AS_INPUTS },
    { "kept", CODE, filled, "secret", APP_CHANGE_TO_WRITE, STORE_SECRETS_AS_VARIABLES },
    { "replace in TOML", CODEX, toml, "plain", APP_CHANGE_TO_WRITE },
    { "add to TOML", CODEX, toml, "remote", APP_CHANGE_TO_WRITE },
    { "replace in YAML", GOOSE, yaml, "plain", APP_CHANGE_TO_WRITE },
    { "add to YAML", GOOSE, yaml, "secret", APP_CHANGE_TO_WRITE },
    { "remove", CURSOR, two, "plain", APP_CHANGE_TO_REMOVE },
    { "remove from TOML", CODEX, toml, "plain", APP_CHANGE_TO_REMOVE },
    { "remove from YAML", GOOSE, yaml, "plain", APP_CHANGE_TO_REMOVE },
    { "switch off", CLINE, two, "plain", APP_CHANGE_TO_DISABLE },
    { "switch on", CLINE, off, "plain", APP_CHANGE_TO_ENABLE },
    { "switch off in YAML", GOOSE, yaml, "plain", APP_CHANGE_TO_DISABLE },
    { "park", CURSOR, two, "plain", APP_CHANGE_TO_DISABLE },
  };

  run ("servers", "add", "plain", "--env", "MODE=1", "--yes", "--", "/bin/true", "--x");
  run ("servers", "add", "remote", "--yes", "--url", "https://example.com/mcp", "--header",
       "X-Mode: 1");
  run ("servers", "add", "secret", "--env", "API_KEY=" SECRET, "--secret", "API_KEY",
       "--secrets-in-file", "--yes", "--", "/bin/true");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = dup_home_path (cases[i].path);
      g_autofree char *written = NULL;
      g_autofree char *undone = NULL;
      g_autofree char *written_by_words = NULL;
      g_autofree char *undone_by_words = NULL;
      g_autofree char *before = g_strdup (cases[i].before != NULL ? cases[i].before : "(no file)");

      g_test_message ("%s", cases[i].title);
      set_file (path, cases[i].before);
      written = change_by_hand (&cases[i], path, &undone);
      set_file (path, cases[i].before);
      change_by_words (&cases[i]);
      written_by_words = read_file (path);
      run ("config", "undo", "--yes");
      undone_by_words = read_file (path);
      g_assert_cmpstr (written_by_words, ==, written);
      g_assert_cmpstr (written, !=, before);
      g_assert_cmpstr (undone_by_words, ==, undone);
      g_assert_cmpstr (undone, ==, before);
      if (g_str_equal (cases[i].title, "kept"))
        g_assert_nonnull (strstr (written, SECRET "-theirs"));
    }
}

/* What is written twice is the same the second time, and nothing is made of it. */
static void
test_unchanged (void)
{
  static const Case self = { "unchanged", CURSOR, NULL, "plain", APP_CHANGE_TO_WRITE };
  g_autofree char  *path = dup_home_path (self.path);
  g_autofree char  *first = NULL;
  g_autofree char  *by_words = NULL;
  g_autofree char  *by_hand = NULL;
  g_autofree char  *undone = NULL;

  run ("servers", "add", "plain", "--yes", "--", "/bin/true", "--x");
  change_by_words (&self);
  first = read_file (path);
  change_by_words (&self);
  by_words = read_file (path);
  by_hand = change_by_hand (&self, path, &undone);
  g_assert_cmpstr (by_words, ==, first);
  g_assert_cmpstr (by_hand, ==, first);
  g_assert_cmpstr (undone, ==, first);
}

/* Importing */

/* Returns: (transfer full): what is in the book; it is empty again */
static char *
take_book (void)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "spyglass", "servers.yaml", NULL);
  char *text = read_file (path);

  g_remove (path);
  return text;
}

static char *
import_by_hand (void)
{
  AppWorkspace  *workspace = open_book ();
  AppImportList *list = app_import_list_new (workspace);
  g_autoptr (GAsyncResult) found = NULL;
  g_autoptr (GAsyncResult) added = NULL;
  g_autoptr (GError) error = NULL;

  app_import_list_find_async (list, NULL, NULL, workspace_fixture_take_result, &found);
  WAIT_UNTIL (found != NULL);
  g_assert_true (app_import_list_find_finish (list, found, &error));
  /* Of several files none is chosen before a person says so. */
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (AppImportItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      g_object_set (item, "selected", TRUE, NULL);
    }
  app_import_list_run_async (list, NULL, workspace_fixture_take_result, &added);
  WAIT_UNTIL (added != NULL);
  g_assert_cmpuint (app_import_list_run_finish (list, added, &error), ==, 4);
  g_assert_no_error (error);
  g_clear_object (&found);
  g_clear_object (&added);
  workspace_fixture_release (list);
  workspace_fixture_close (workspace);
  return take_book ();
}

static void
test_import (void)
{
  g_autofree char *cursor = dup_home_path (".cursor/mcp.json");
  g_autofree char *codex = dup_home_path (".codex/config.toml");
  g_autofree char *by_hand = NULL;
  g_autofree char *by_words = NULL;

  set_file (cursor, "{\"mcpServers\": {\"a\": {\"command\": \"/bin/true\", \"args\": [\"-x\"],"
                    "\"env\": {\"API_KEY\": \"" SECRET "\", \"MODE\": \"1\"}},"
                    "\"b\": {\"url\": \"https://example.com/mcp\", \"headers\":"
                    "{\"Authorization\": \"Bearer " SECRET "\"}},"
                    "\"c\": {\"url\": \"https://${HOST}/mcp\", \"disabled\": true}}}");
  set_file (codex, "[mcp_servers.t]\ncommand = \"/bin/true\"\nstartup_timeout_sec = 7\n");
  by_hand = import_by_hand ();
  run ("servers", "import", "--secrets-in-file");
  by_words = take_book ();
  g_assert_cmpstr (by_words, ==, by_hand);
  g_assert_nonnull (strstr (by_hand, "secret: a/env/API_KEY"));
  g_assert_null (strstr (by_hand, SECRET));
}

static char *
fill_in_by_hand (const char *path)
{
  AppWorkspace *workspace = open_book ();
  g_autoptr (AppTemplateImport) import = NULL;
  g_autoptr (AppTemplateForm) form = NULL;
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GAsyncResult) added = NULL;
  g_autoptr (StoreProfile) saved = NULL;
  g_autoptr (GError) error = NULL;

  app_template_import_open_async (path, NULL, workspace_fixture_take_result, &opened);
  WAIT_UNTIL (opened != NULL);
  import = app_template_import_open_finish (opened, &error);
  g_assert_no_error (error);
  form = app_template_import_dup_form (import, 0);
  g_assert_true (app_template_form_add_value (form, "API_KEY", SECRET, &error));
  app_template_import_run_async (import, form, workspace, NULL, workspace_fixture_take_result,
                                 &added);
  WAIT_UNTIL (added != NULL);
  saved = app_template_import_run_finish (import, added, &error);
  g_assert_no_error (error);
  g_clear_object (&added);
  g_clear_object (&form);
  g_clear_object (&saved);
  workspace_fixture_release (g_steal_pointer (&import));
  workspace_fixture_close (workspace);
  return take_book ();
}

static void
test_description (void)
{
  g_autofree char *path = dup_home_path ("server.json");
  g_autofree char *by_hand = NULL;
  g_autofree char *by_words = NULL;

  set_file (path, "{\"$schema\": \"https://static.modelcontextprotocol.io/schemas/2025-09-29/"
                  "server.schema.json\", \"name\": \"io.example/files\", \"description\": \"d\","
                  "\"version\": \"1.0.0\", \"packages\": [{\"registryType\": \"npm\","
                  "\"identifier\": \"@x/y\", \"version\": \"1.0.0\", \"transport\": {\"type\":"
                  "\"stdio\"}, \"environmentVariables\": [{\"name\": \"API_KEY\", \"isRequired\":"
                  "true, \"isSecret\": true}, {\"name\": \"MODE\", \"default\": \"a\"}]}]}");
  by_hand = fill_in_by_hand (path);
  run ("servers", "import", path, "--input", "API_KEY=" SECRET, "--secrets-in-file");
  by_words = take_book ();
  g_assert_cmpstr (by_words, ==, by_hand);
  g_assert_nonnull (strstr (by_hand, "MODE: a"));
  g_assert_null (strstr (by_hand, SECRET));
}

void
add_faces_tests (void)
{
  /* What runs a server for an application is the program that is tested. */
  g_autofree char *folder = g_path_get_dirname (g_getenv ("SPYGLASS_CLI"));
  g_autofree char *path = g_strconcat (folder, ":", g_getenv ("PATH"), NULL);

  g_setenv ("PATH", path, TRUE);
  folders_fixture_add ("/faces/changes", test_changes);
  folders_fixture_add ("/faces/unchanged", test_unchanged);
  folders_fixture_add ("/faces/import", test_import);
  folders_fixture_add ("/faces/description", test_description);
}
