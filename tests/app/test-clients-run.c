/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was written works: the entry is started as the other application would start it, with an
 * environment of its own, and answers. */

#include "app-isolated-tests.h"
#include "client-fixture.h"
#include "folders-fixture.h"

#include "mcp-json-document.h"

#include <string.h>

#define INITIALIZE                                                                         \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"                   \
  "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"x\"," \
  "\"version\":\"1\"}}}\n"

/* Returns: (transfer full): the entry called @name in what Claude Desktop reads */
static McpJsonValue
get_entry (McpJsonDocument *document, const char *name)
{
  McpJsonValue root = mcp_json_document_get_root (document);

  return mcp_json_value_get_member (mcp_json_value_get_member (root, "mcpServers"), name);
}

static GStrv
make_command (McpJsonValue entry)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *command = mcp_json_value_dup_member_string (entry, "command");
  McpJsonValue     value;
  McpJsonIter      iter;

  g_strv_builder_add (builder, command);
  mcp_json_iter_init (&iter, mcp_json_value_get_member (entry, "args"));
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *word = mcp_json_value_dup_string (value, NULL);
      g_strv_builder_add (builder, word);
    }
  return g_strv_builder_end (builder);
}

/* As little as a desktop gives, and what the entry says. */
static GStrv
make_environment (McpJsonValue entry, const char *home)
{
  GStrv        environment = g_new0 (char *, 1);
  McpJsonValue name, value;
  McpJsonIter  iter;

  environment = g_environ_setenv (environment, "HOME", home, TRUE);
  environment = g_environ_setenv (environment, "PATH", "/usr/bin:/bin", TRUE);
  mcp_json_iter_init (&iter, mcp_json_value_get_member (entry, "env"));
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autofree char *text = mcp_json_value_dup_string (value, NULL);
      environment = g_environ_setenv (environment, key, text, TRUE);
    }
  return environment;
}

static void
assert_answers (McpJsonValue entry, const char *home)
{
  g_auto (GStrv) command = make_command (entry);
  g_auto (GStrv) environment = make_environment (entry, home);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
      G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;

  g_subprocess_launcher_set_environ (launcher, environment);
  g_subprocess_launcher_set_cwd (launcher, home);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *)command, &error);
  g_assert_no_error (error);
  /* The end of its input ends a server. */
  g_subprocess_communicate_utf8 (process, INITIALIZE, NULL, &output, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (output, "\"protocolVersion\""));
}

static void
write_and_run (const char *client, StoreProfile *profile)
{
  ClientFixture fixture;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *text = NULL;

  client_fixture_set_up (&fixture, client);
  store_profile_assign (fixture.profile, profile);
  g_object_set (fixture.profile, "id", "written", NULL);
  AppClientChange *change = client_fixture_plan (&fixture);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_NEEDED);
  app_client_change_apply (change);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_WRITTEN);
  client_fixture_wait (!client_fixture_is_loading (fixture.target));

  text = client_fixture_read_path (fixture.path);
  document = mcp_json_document_parse_text (text, -1, NULL);
  g_assert_nonnull (document);
  assert_answers (get_entry (document, "written"), fixture.home);
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

static void
test_demo (void)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("demo");

  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), NULL);
  write_and_run ("claude-desktop", profile);
  write_and_run ("cursor", profile);
}

/* A script whose interpreter lies beside it, where only a shell looks. */
static void
test_beside (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spyglass-beside-XXXXXX", NULL);
  g_autofree char *script = g_build_filename (folder, "spyglass-test-script", NULL);
  g_autofree char *interpreter = g_build_filename (folder, "spyglass-test-interpreter", NULL);
  g_autofree char *path = g_strconcat (folder, ":", g_getenv ("PATH"), NULL);
  g_autofree char *before = g_strdup (g_getenv ("PATH"));
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\nexec '%s'\n", g_getenv ("SPYGLASS_DEMO"));
  g_autoptr (StoreProfile) profile = store_profile_new ("script");

  g_assert_true (g_file_set_contents_full (script, "#!/usr/bin/env spyglass-test-interpreter\n", -1,
                                           G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  g_assert_true (g_file_set_contents_full (interpreter, text, -1, G_FILE_SET_CONTENTS_NONE, 0700,
                                           NULL));
  g_setenv ("PATH", path, TRUE);
  g_object_set (profile, "command", "spyglass-test-script", NULL);
  write_and_run ("claude-desktop", profile);
  write_and_run ("cursor", profile);
  g_setenv ("PATH", before, TRUE);
  client_fixture_remove_tree (folder);
}

/* A real one, under a name that only this environment's PATH finds. */
static void
test_npm (void)
{
  const char      *tools = g_getenv ("SPYGLASS_TOOLS");
  g_autofree char *program = g_build_filename (tools != NULL ? tools : "", "node_modules", ".bin",
                                               "mcp-server-everything", NULL);
  g_autoptr (StoreProfile) profile = store_profile_new ("everything");
  const char *const arguments[] = { "stdio", NULL };

  if (!g_file_test (program, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("server-everything is not installed; ./dev setup does it");
      return;
    }
  g_object_set (profile, "command", "mcp-server-everything", "arguments", arguments, NULL);
  write_and_run ("claude-desktop", profile);
}

void
add_clients_run_tests (void)
{
  folders_fixture_add ("/clients/run/demo", test_demo);
  folders_fixture_add ("/clients/run/beside", test_beside);
  folders_fixture_add ("/clients/run/npm", test_npm);
}
