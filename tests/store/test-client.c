/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Entries for other applications, and their files. */

#include "store-tests.h"
#include "store-client-plan.h"
#include "store-error.h"
#include "test-data.h"

#include "mcp-json-value.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

typedef struct
{
  char         *folder;
  char         *path;
  StoreProfile *profile;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("spyglass-client-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "config.json", NULL);
  fixture->profile = store_profile_new ("everything");
  g_object_set (fixture->profile, "id", "everything", "command", "/usr/bin/run", "arguments",
                (const char *const[]){ "-y", NULL }, NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_data_remove_folder (fixture->folder);
  g_object_unref (fixture->profile);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static const StoreClientFormat *
claude (void)
{
  return store_client_format_find ("claude-desktop");
}

static const StoreClientFormat *
cursor (void)
{
  return store_client_format_find ("cursor");
}

static StoreClientEntry *
make_entry (const StoreClientFormat       *format,
            StoreProfile                  *profile,
            const StoreClientEntryOptions *options)
{
  g_autoptr (GError) error = NULL;
  StoreClientEntry *entry = store_client_entry_new (format, profile, options, &error);

  g_assert_no_error (error);
  return entry;
}

static gboolean
has_note (GPtrArray *notes, StoreNoteKind kind, const char *field)
{
  for (guint i = 0; i < notes->len; i++)
    {
      StoreNote *note = g_ptr_array_index (notes, i);

      if (note->kind == kind && g_strcmp0 (note->field, field) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_note_about (GPtrArray *notes, const char *part)
{
  for (guint i = 0; i < notes->len; i++)
    if (strstr (((StoreNote *)g_ptr_array_index (notes, i))->text, part) != NULL)
      return TRUE;
  return FALSE;
}

/* Entries */

static void
assert_entry (const StoreClientFormat       *format,
              StoreProfile                  *profile,
              const StoreClientEntryOptions *options,
              const char                    *expected)
{
  g_autoptr (StoreClientEntry) entry = make_entry (format, profile, options);

  g_assert_cmpstr (store_client_entry_get_json (entry), ==, expected);
}

static void
test_entry_stdio (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreVariables) environment = store_variables_new ();
  g_autoptr (GHashTable) secrets = g_hash_table_new (g_str_hash, g_str_equal);
  StoreClientEntryOptions options = { .secrets = secrets };
  g_autoptr (StoreClientEntry) entry = NULL;
  g_autofree char *snippet = NULL;

  assert_entry (claude (), fixture->profile, NULL,
                "{\"command\":\"/usr/bin/run\",\"args\":[\"-y\"]}");
  assert_entry (cursor (), fixture->profile, NULL,
                "{\"type\":\"stdio\",\"command\":\"/usr/bin/run\",\"args\":[\"-y\"]}");

  store_variables_set (environment, "LOG", "a \"b\"");
  store_variables_set_secret (environment, "API_KEY", "everything/env/API_KEY");
  g_object_set (fixture->profile, "environment", environment, "arguments", NULL, NULL);
  assert_entry (cursor (), fixture->profile, NULL,
                "{\"type\":\"stdio\",\"command\":\"/usr/bin/run\",\"env\":{\"LOG\":\"a \\\"b\\\"\","
                "\"API_KEY\":\"${env:API_KEY}\"}}");
  assert_entry (
      claude (), fixture->profile, NULL,
      "{\"command\":\"/usr/bin/run\",\"env\":{\"LOG\":\"a \\\"b\\\"\",\"API_KEY\":\"\"}}");
  g_hash_table_insert (secrets, (gpointer) "everything/env/API_KEY", (gpointer) "s3cret");
  entry = make_entry (claude (), fixture->profile, &options);
  g_assert_true (
      has_note (store_client_entry_get_notes (entry), STORE_NOTE_ATTENTION, "env/API_KEY"));
  snippet = store_client_entry_dup_snippet (entry);
  g_assert_cmpstr (
      snippet, ==,
      "{\n  \"mcpServers\": {\n    \"everything\": {\n      \"command\": \"/usr/bin/run\",\n"
      "      \"env\": {\n        \"LOG\": \"a \\\"b\\\"\",\n        \"API_KEY\": \"s3cret\"\n"
      "      }\n    }\n  }\n}");
}

static void
test_entry_remote (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreProfile) remote = store_profile_new ("My Remote");
  g_autoptr (StoreVariables) headers = store_variables_new ();
  g_autoptr (StoreVariables) credentials = store_variables_new ();
  g_autoptr (GHashTable) secrets = g_hash_table_new (g_str_hash, g_str_equal);
  StoreClientEntryOptions options = { .name = "remote", .secrets = secrets };
  g_autoptr (StoreClientEntry) entry = NULL;
  g_autoptr (GError) error = NULL;

  g_object_set (remote, "transport", STORE_TRANSPORT_HTTP, "url", "https://mcp.example.com/mcp",
                NULL);
  assert_entry (cursor (), remote, NULL, "{\"url\":\"https://mcp.example.com/mcp\"}");
  assert_entry (
      claude (), remote, NULL,
      "{\"command\":\"npx\",\"args\":[\"-y\",\"mcp-remote\",\"https://mcp.example.com/mcp\"]}");

  store_variables_set (headers, "X-Api-Key", "k");
  store_variables_set_secret (credentials, "token", "r/t");
  g_object_set (remote, "headers", headers, "authorization", STORE_AUTHORIZATION_BEARER,
                "credentials", credentials, NULL);
  assert_entry (cursor (), remote, &options,
                "{\"url\":\"https://mcp.example.com/mcp\",\"headers\":{\"X-Api-Key\":\"k\","
                "\"Authorization\":\"Bearer ${env:REMOTE_TOKEN}\"}}");
  g_hash_table_insert (secrets, (gpointer) "r/t", (gpointer) "tok");
  entry = make_entry (claude (), remote, &options);
  g_assert_cmpstr (
      store_client_entry_get_json (entry), ==,
      "{\"command\":\"npx\",\"args\":[\"-y\",\"mcp-remote\",\"https://mcp.example.com/mcp\","
      "\"--header\",\"X-Api-Key:${X_API_KEY_HEADER}\",\"--header\","
      "\"Authorization:${AUTH_HEADER}\"],"
      "\"env\":{\"X_API_KEY_HEADER\":\"k\",\"AUTH_HEADER\":\"Bearer tok\"}}");

  g_object_set (remote, "headers", NULL, "authorization", STORE_AUTHORIZATION_BASIC, NULL);
  store_variables_set (credentials, "user", "Aladdin");
  store_variables_set_secret (credentials, "password", "r/p");
  g_object_set (remote, "credentials", credentials, NULL);
  g_hash_table_insert (secrets, (gpointer) "r/p", (gpointer) "open sesame");
  assert_entry (cursor (), remote, &options,
                "{\"url\":\"https://mcp.example.com/mcp\",\"headers\":{\"Authorization\":"
                "\"Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\"}}");

  g_object_set (remote, "authorization", STORE_AUTHORIZATION_NONE, "url", "http://example.com/sse",
                "transport", STORE_TRANSPORT_SSE, NULL);
  assert_entry (claude (), remote, NULL,
                "{\"command\":\"npx\",\"args\":[\"-y\",\"mcp-remote\",\"http://example.com/sse\","
                "\"--transport\",\"sse-only\",\"--allow-http\"]}");
  g_object_set (remote, "transport", STORE_TRANSPORT_WEBSOCKET, "url", "wss://example.com", NULL);
  g_assert_null (store_client_entry_new (cursor (), remote, NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED);
}

static void
test_entry_notes (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreVariables) presets = store_variables_new ();
  g_autoptr (StoreClientEntry) entry = NULL;
  g_autofree char        *name = g_strnfill (70, 'x');
  StoreClientEntryOptions options = { .name = name };
  GPtrArray              *notes;

  store_variables_set (presets, "a", "1");
  g_object_set (fixture->profile, "presets", presets, "working-directory", "/srv",
                "request-timeout", 1, "approval", STORE_APPROVAL_NEVER, "command", "npx", NULL);
  entry = make_entry (cursor (), fixture->profile, &options);
  notes = store_client_entry_get_notes (entry);
  g_assert_true (has_note (notes, STORE_NOTE_LOSS, "working-directory"));
  g_assert_true (has_note (notes, STORE_NOTE_LOSS, "deadlines"));
  g_assert_true (has_note (notes, STORE_NOTE_LOSS, "approval"));
  g_assert_true (has_note (notes, STORE_NOTE_LOSS, "presets"));
  g_assert_true (has_note (notes, STORE_NOTE_ATTENTION, "name"));
  g_assert_true (has_note (notes, STORE_NOTE_INFORMATION, "command"));
}

static void
test_entry_command (Fixture *fixture, gconstpointer data)
{
  g_autofree char        *program = g_build_filename (fixture->folder, "uvx", NULL);
  g_autofree char        *expected = g_strdup_printf ("{\"command\":\"%s\"}", program);
  g_autofree char        *path = g_strconcat ("/nowhere:", fixture->folder, NULL);
  StoreClientEntryOptions options = { .absolute_command = TRUE, .search_path = path };
  g_autoptr (StoreClientEntry) entry = NULL;

  g_assert_true (g_file_set_contents (program, "#!/bin/sh\n", -1, NULL));
  g_chmod (program, 0755);
  g_object_set (fixture->profile, "arguments", NULL, "command", "uvx", NULL);
  assert_entry (claude (), fixture->profile, &options, expected);
  g_object_set (fixture->profile, "command", "missing", NULL);
  entry = make_entry (claude (), fixture->profile, &options);
  g_assert_true (has_note (store_client_entry_get_notes (entry), STORE_NOTE_ATTENTION, "command"));
  g_object_set (fixture->profile, "command", "./bin/x", "working-directory", "/srv", NULL);
  assert_entry (claude (), fixture->profile, NULL, "{\"command\":\"/srv/bin/x\"}");
}

/* Files */

/* An hour ago: what was just touched may not be whole yet. */
static void
put (Fixture *fixture, const char *text)
{
  static time_t age = 3600;
  const time_t  then = time (NULL) - age--;

  g_assert_true (g_file_set_contents (fixture->path, text, -1, NULL));
  g_assert_cmpint (g_utime (fixture->path, &(struct utimbuf){ then, then }), ==, 0);
}

static void
assert_file (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static StoreClientPlan *
plan_entry (Fixture *fixture, StoreClientEntry *entry, GError **error)
{
  g_autoptr (StoreClientPlace) place = store_client_place_new_for_file (
      store_client_entry_get_format (entry), fixture->path, NULL);

  return store_client_plan_new_add (place, entry, error);
}

static StoreClientPlan *
plan_remove (Fixture *fixture, const char *name, GError **error)
{
  g_autoptr (StoreClientPlace) place =
      store_client_place_new_for_file (claude (), fixture->path, NULL);

  return store_client_plan_new_remove (place, name, error);
}

static StoreClientPlan *
plan_add (Fixture *fixture, GError **error)
{
  g_autoptr (StoreClientEntry) entry = make_entry (claude (), fixture->profile, NULL);

  return plan_entry (fixture, entry, error);
}

static guint
count_files (Fixture *fixture)
{
  GDir *dir = g_dir_open (fixture->folder, 0, NULL);
  guint count = 0;

  while (g_dir_read_name (dir) != NULL)
    count++;
  g_dir_close (dir);
  return count;
}

#define BEFORE "{\n  \"preferences\": {\"x\": 1.10},\n  \"mcpServers\": {\n    \"other\": {\n" \
               "      \"command\": \"a\"\n    }\n  }\n}\n"
#define ADDED "{\n  \"preferences\": {\"x\": 1.10},\n  \"mcpServers\": {\n    \"other\": {\n" \
              "      \"command\": \"a\"\n    },\n    \"everything\": {\n"                     \
              "      \"command\": \"/usr/bin/run\",\n      \"args\": [\n        \"-y\"\n"     \
              "      ]\n    }\n  }\n}\n"

static void
test_plan_life (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientPlan) add = NULL;
  g_autoptr (StoreClientPlan) same = NULL;
  g_autoptr (StoreClientPlan) change = NULL;
  g_autoptr (StoreClientPlan) away = NULL;
  g_autofree char *backup = NULL;
  g_autofree char *second = NULL;
  struct stat      status;

  put (fixture, BEFORE);
  g_chmod (fixture->path, 0640);
  add = plan_add (fixture, &error);
  g_assert_no_error (error);
  g_assert_cmpint (store_client_plan_get_kind (add), ==, STORE_PLAN_ADD);
  g_assert_cmpuint (store_text_diff_get_n_removed (store_client_plan_get_diff (add)), ==, 0);
  assert_file (fixture->path, BEFORE);
  g_assert_true (store_client_plan_apply (add, &backup, &error));
  assert_file (fixture->path, ADDED);
  assert_file (backup, BEFORE);
  g_assert_true (g_str_has_prefix (backup, fixture->path));
  g_assert_true (g_str_has_suffix (backup, ".bak"));
  g_assert_cmpint (g_stat (fixture->path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0640);
  g_assert_cmpuint (count_files (fixture), ==, 2);

  same = plan_add (fixture, &error);
  g_assert_cmpint (store_client_plan_get_kind (same), ==, STORE_PLAN_UNCHANGED);
  g_assert_true (store_client_plan_apply (same, &second, &error));
  g_assert_null (second);

  g_object_set (fixture->profile, "command", "/usr/bin/walk", NULL);
  change = plan_add (fixture, &error);
  g_assert_cmpint (store_client_plan_get_kind (change), ==, STORE_PLAN_REPLACE);
  g_assert_true (store_client_plan_apply (change, &second, &error));
  g_assert_cmpstr (second, !=, backup);

  away = plan_remove (fixture, "everything", &error);
  g_assert_cmpint (store_client_plan_get_kind (away), ==, STORE_PLAN_REMOVE);
  g_assert_true (store_client_plan_apply (away, NULL, &error));
  assert_file (fixture->path, BEFORE);
  /* Backups of the same second do not overwrite each other. */
  g_assert_cmpuint (count_files (fixture), ==, 4);
  g_clear_pointer (&away, store_client_plan_unref);
  away = plan_remove (fixture, "everything", &error);
  g_assert_null (away);
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
}

static void
test_plan_create (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autofree char *backup = NULL;
  struct stat      status;

  g_free (fixture->path);
  fixture->path = g_build_filename (fixture->folder, "Claude", "claude_desktop_config.json", NULL);
  plan = plan_add (fixture, &error);
  g_assert_no_error (error);
  g_assert_cmpint (store_client_plan_get_kind (plan), ==, STORE_PLAN_CREATE);
  g_assert_cmpuint (store_client_plan_get_notes (plan)->len, ==, 1);
  g_assert_true (store_client_plan_apply (plan, &backup, &error));
  g_assert_null (backup);
  assert_file (
      fixture->path,
      "{\n  \"mcpServers\": {\n    \"everything\": {\n      \"command\": \"/usr/bin/run\",\n"
      "      \"args\": [\n        \"-y\"\n      ]\n    }\n  }\n}\n");
  g_assert_cmpint (g_stat (fixture->path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
}

static void
assert_refused (Fixture *fixture, const char *text, StoreError code)
{
  g_autoptr (GError) error = NULL;

  if (text != NULL)
    put (fixture, text);
  g_assert_null (plan_add (fixture, &error));
  g_assert_error (error, STORE_ERROR, (int)code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, fixture->path));
  if (text != NULL)
    assert_file (fixture->path, text);
}

static void
test_plan_refuses (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  assert_refused (fixture, "{\"mcpServers\": {", STORE_ERROR_SYNTAX);
  assert_refused (fixture, "{\n  // note\n  \"mcpServers\": {}\n}", STORE_ERROR_SYNTAX);
  assert_refused (fixture, "{\"mcpServers\": {},}", STORE_ERROR_SYNTAX);
  assert_refused (fixture, "mcpServers: {}", STORE_ERROR_SYNTAX);
  assert_refused (fixture, "{\"a\": \"\377\"}", STORE_ERROR_SYNTAX);
  assert_refused (fixture, "[]", STORE_ERROR_INVALID);
  assert_refused (fixture, "{\"mcpServers\": []}", STORE_ERROR_INVALID);
  assert_refused (fixture, "{\"mcpServers\": {}, \"mcpServers\": {\"a\": {}}}",
                  STORE_ERROR_DUPLICATE);
  put (fixture, BEFORE);
  g_chmod (fixture->path, 0444);
  assert_refused (fixture, NULL, STORE_ERROR_NOT_WRITABLE);
  g_unlink (fixture->path);
  g_mkdir (fixture->path, 0700);
  assert_refused (fixture, NULL, STORE_ERROR_IS_DIRECTORY);
  g_rmdir (fixture->path);
  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
  assert_refused (fixture, NULL, STORE_ERROR_IS_DIRECTORY);
  g_unlink (fixture->path);
  /* A file where a folder should be. */
  put (fixture, "x");
  {
    g_autofree char *below = g_build_filename (fixture->path, "x.json", NULL);

    g_free (fixture->path);
    fixture->path = g_steal_pointer (&below);
    g_assert_null (plan_add (fixture, &error));
    g_assert_nonnull (error);
  }
}

static void
test_plan_empty_and_mark (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientPlan) empty = NULL;
  g_autoptr (StoreClientPlan) marked = NULL;
  g_autofree char *diff = NULL;
  gsize            size;
  const char      *text;

  put (fixture, "");
  empty = plan_add (fixture, &error);
  g_assert_no_error (error);
  g_assert_cmpint (store_client_plan_get_kind (empty), ==, STORE_PLAN_ADD);
  put (fixture, "\357\273\277" BEFORE);
  marked = plan_add (fixture, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (store_client_plan_get_notes (marked)->len, ==, 1);
  text = g_bytes_get_data (store_client_plan_get_after (marked), &size);
  /* Claude Desktop loses a file with a mark. */
  g_assert_cmpmem (text, size, ADDED, strlen (ADDED));
  diff = store_text_diff_print (store_client_plan_get_diff (marked), "a", "b");
  g_assert_nonnull (strstr (diff, "\n+"));
}

static void
test_plan_changed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (StoreClientPlan) created = NULL;

  put (fixture, BEFORE);
  plan = plan_add (fixture, &error);
  put (fixture, "{}");
  g_assert_false (store_client_plan_apply (plan, NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_CHANGED);
  g_clear_error (&error);
  assert_file (fixture->path, "{}");
  /* The same bytes in another file are another file: somebody wrote it. */
  put (fixture, BEFORE);
  g_assert_false (store_client_plan_apply (plan, NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_CHANGED);
  g_clear_error (&error);
  g_assert_cmpuint (count_files (fixture), ==, 1);
  g_unlink (fixture->path);
  created = plan_add (fixture, &error);
  put (fixture, "{}");
  g_assert_false (store_client_plan_apply (created, NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_CHANGED);
}

static void
test_plan_link (Fixture *fixture, gconstpointer data)
{
  g_autofree char *target = g_build_filename (fixture->folder, "dotfiles", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autofree char *backup = NULL;

  g_assert_true (g_file_set_contents (target, BEFORE, -1, NULL));
  g_assert_cmpint (symlink ("dotfiles", fixture->path), ==, 0);
  plan = plan_add (fixture, &error);
  g_assert_true (store_client_plan_apply (plan, &backup, &error));
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
  assert_file (target, ADDED);
  g_assert_true (g_str_has_prefix (backup, target));
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_plan_async (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreClientEntry) entry = make_entry (claude (), fixture->profile, NULL);
  g_autoptr (GAsyncResult) applied = NULL;
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (StoreClientPlan) removal = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *backup = NULL;

  put (fixture, BEFORE);
  plan = plan_entry (fixture, entry, &error);
  g_assert_no_error (error);
  store_client_plan_apply_async (plan, NULL, on_done, &applied);
  wait_for (&applied);
  g_assert_true (store_client_plan_apply_finish (applied, &backup, &error));
  assert_file (fixture->path, ADDED);
  g_assert_nonnull (backup);
  removal = plan_remove (fixture, "everything", &error);
  g_assert_cmpint (store_client_plan_get_kind (removal), ==, STORE_PLAN_REMOVE);
}

/* Each application has its own unit and its own name for what is left out. */
static void
test_behaviour (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *client;
    const char *member;
    const char *other;
  } cases[] = {
    { "cline", "\"timeout\":2", "disabled" },
    { "gemini-cli", "\"timeout\":1500", "\"excludeTools\":[\"a\",\"b\"]" },
    { "codex", "\"tool_timeout_sec\":2", "\"disabled_tools\":[\"a\",\"b\"]" },
    { "junie", NULL, "disabledTools" },
    { "kiro", "\"timeout\":1500", "\"disabledTools\":[\"a\",\"b\"]" },
  };

  g_object_set (fixture->profile, "request-timeout", 1500, "disabled-tools",
                (const char *const[]){ "a", "b", NULL }, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const StoreClientFormat *format = store_client_format_find (cases[i].client);
      g_autoptr (StoreClientEntry) entry = make_entry (format, fixture->profile, NULL);
      const char *json = store_client_entry_get_json (entry);
      GPtrArray  *notes = store_client_entry_get_notes (entry);
      gboolean    carries_tools = g_str_has_suffix (cases[i].other, "]");

      g_assert_true (cases[i].member == NULL || strstr (json, cases[i].member) != NULL);
      g_assert_true ((strstr (json, cases[i].other) != NULL) == carries_tools);
      g_assert_true (has_note (notes, STORE_NOTE_LOSS, "deadlines") == (cases[i].member == NULL));
      g_assert_true (has_note (notes, STORE_NOTE_LOSS, "disabled-tools") == !carries_tools);
    }
}

static char *
dup_after (StoreClientPlan *plan)
{
  gsize       size;
  const char *text = g_bytes_get_data (store_client_plan_get_after (plan), &size);

  return g_strndup (text, size);
}

/* What a new entry gets besides is not forced on one that is there. */
static void
test_defaults (Fixture *fixture, gconstpointer data)
{
  const StoreClientFormat *copilot = store_client_format_find ("copilot-cli");
  const StoreClientFormat *jan = store_client_format_find ("jan");
  g_autoptr (StoreClientEntry) entry = make_entry (copilot, fixture->profile, NULL);
  g_autoptr (StoreClientEntry) remote = NULL;
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (StoreClientPlan) moved = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (strstr (store_client_entry_get_json (entry), "\"tools\":[\"*\"]"));
  put (fixture, "{\"mcpServers\": {\"everything\": {\"command\": \"old\", \"tools\": [\"one\"]}}}");
  plan = plan_entry (fixture, entry, &error);
  g_assert_no_error (error);
  g_autofree char *after = dup_after (plan);
  g_assert_nonnull (strstr (after, "/usr/bin/run"));
  g_assert_nonnull (strstr (after, "\"one\""));
  g_assert_null (strstr (after, "\"*\""));

  /* But a command is: the server is remote now. */
  g_object_set (fixture->profile, "transport", STORE_TRANSPORT_HTTP, "url", "https://x", NULL);
  remote = make_entry (jan, fixture->profile, NULL);
  put (fixture, "{\"mcpServers\": {\"everything\": {\"command\": \"old\", \"active\": false}}}");
  moved = plan_entry (fixture, remote, &error);
  g_assert_no_error (error);
  g_autofree char *then = dup_after (moved);
  g_assert_null (strstr (then, "old"));
  g_assert_nonnull (strstr (then, "false"));
}

typedef struct
{
  int         fd;
  const char *rest;
} Filler;

static gpointer
fill (gpointer data)
{
  Filler *filler = data;

  g_usleep (300 * 1000);
  g_assert_cmpint (write (filler->fd, filler->rest, strlen (filler->rest)), ==,
                   (gssize)strlen (filler->rest));
  close (filler->fd);
  return NULL;
}

/* Another program empties its file and fills it again, in whatever language it writes: nothing of it
 * is lost, and the entry gets in. */
static void
test_filled_late (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *client;
    const char *text;
    gsize       begun; /* bytes that are there at first, half of a value */
  } files[] = {
    { "cursor", "{\"mcpServers\": {\"b\": {\"command\": \"c\"}}, \"mine\": [1, 2]}\n", 30 },
    { "codex", "mine = [\n 1,\n 2 ]\n[mcp_servers.b]\ncommand = \"c\"\n", 12 },
    { "goose", "extensions:\n  b: {cmd: c}\nmine: [1,\n  2]\n", 35 },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (files); i++)
    {
      const char *text = files[i / 2].text;
      gsize       begun = i % 2 == 0 ? 0 : files[i / 2].begun;
      Filler      filler = { open (fixture->path, O_CREAT | O_WRONLY | O_TRUNC, 0600), text + begun };
      g_autoptr (StoreClientPlace) place = store_client_place_new_for_file (
          store_client_format_find (files[i / 2].client), fixture->path, NULL);
      g_autoptr (StoreClientEntry) entry = store_client_entry_new (
          store_client_place_get_format (place), fixture->profile, NULL, NULL);
      g_autoptr (StoreClientPlan) plan = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *after = NULL;
      GThread         *thread;

      g_assert_cmpint (write (filler.fd, text, begun), ==, (gssize)begun);
      thread = g_thread_new ("fill", fill, &filler);
      plan = store_client_plan_new_add (place, entry, &error);
      g_thread_join (thread);
      g_assert_no_error (error);
      g_assert_true (store_client_plan_apply (plan, NULL, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (fixture->path, &after, NULL, NULL));
      g_assert_nonnull (strstr (after, "mine"));
      g_assert_nonnull (strstr (after, "everything"));
    }
  /* One that stays empty is one. */
  put (fixture, " \n");
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientPlan) plan = plan_add (fixture, &error);
  g_assert_true (store_client_plan_apply (plan, NULL, &error));
}

static void
test_places (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreClientHome) home = store_client_home_new (fixture->folder);
  g_autofree char *desktop =
      store_client_format_dup_path (claude (), STORE_CLIENT_USER, home, NULL);
  g_autofree char *user = store_client_format_dup_path (cursor (), STORE_CLIENT_USER, home, NULL);
  g_autofree char *project =
      store_client_format_dup_path (cursor (), STORE_CLIENT_PROJECT, home, "/p");
  g_autofree char *folder = g_path_get_dirname (user);

  g_assert_true (g_str_has_suffix (desktop, "/.config/Claude/claude_desktop_config.json"));
  g_assert_true (g_str_has_suffix (user, "/.cursor/mcp.json"));
  g_assert_cmpstr (project, ==, "/p/.cursor/mcp.json");
  g_assert_null (store_client_format_dup_path (claude (), STORE_CLIENT_PROJECT, home, "/p"));
  g_assert_null (store_client_format_dup_path (cursor (), STORE_CLIENT_PROJECT, home, NULL));
  g_assert_false (store_client_format_is_installed (cursor (), home));
  g_mkdir (folder, 0700);
  g_assert_true (store_client_format_is_installed (cursor (), home));
  for (guint i = 0; store_client_format_get_all ()[i] != NULL; i++)
    {
      const StoreClientFormat *format = store_client_format_get_all ()[i];

      g_assert_true (store_client_format_find (format->id) == format);
      g_assert_nonnull (format->root[0]);
      g_assert_nonnull (format->restart);
    }
}

/* What cmd.exe would act on is refused for every application that starts the program through it, or
 * reaches the URL by such a program; elsewhere it is written as it is. */
static void
test_windows_shell (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *text;
    gboolean    is_safe;
  } words[] = {
    { "https://x.example/mcp?a=1&calc.exe", FALSE },
    { "https://x.example/mcp?a=1", TRUE },
    { "https://x.example/%C3%A9t%C3%A9%20%2F", TRUE },
    { "https://x.example/%PATH%", FALSE },
    { "https://x.example/a|b", FALSE },
    { "https://x.example/a^b", FALSE },
    { "https://x.example/a>b", FALSE },
    { "https://x.example/a\"b", FALSE },
    { "https://x.example/a b", TRUE },
    { "https://x.example/a\nb", FALSE },
  };
  guint n_refused = 0;

  for (guint i = 0; store_client_format_get_all ()[i] != NULL; i++)
    for (guint k = 0; k < G_N_ELEMENTS (words) * 2; k++)
      {
        const StoreClientFormat *format = store_client_format_get_all ()[i];
        const char              *word = words[k / 2].text;
        gboolean                 remote = k % 2 == 1;
        const char *const        arguments[] = { "-y", "x", word, NULL };
        StoreClientEntryOptions  options = { .platform = STORE_PLATFORM_WINDOWS };
        g_autoptr (StoreProfile) profile = store_profile_new ("p");
        g_autoptr (StoreClientEntry) entry = NULL;
        g_autoptr (GError) error = NULL;

        if (remote)
          g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", word, NULL);
        else
          g_object_set (profile, "command", "npx", "arguments", arguments, NULL);
        entry = store_client_entry_new (format, profile, &options, &error);
        if (entry == NULL && strstr (error->message, "cmd.exe") != NULL)
          {
            g_assert_false (words[k / 2].is_safe);
            g_assert_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED);
            n_refused++;
          }
        else if (entry != NULL && strstr (store_client_entry_get_json (entry), "\"cmd\"") != NULL)
          g_assert_true (words[k / 2].is_safe);
      }
  g_test_message ("%u entries refused", n_refused);
  /* Every application that starts npx, with each of the six words */
  g_assert_cmpuint (n_refused, >, 20 * 6);
}

/* Wherever it stands, and in what is there already. */
static void
test_shell_values (Fixture *fixture, gconstpointer data)
{
  static const char *const texts[] = { "$(touch /tmp/x)", "a`id`" };

  for (guint i = 0; i < G_N_ELEMENTS (texts) * 3; i++)
    {
      const char              *text = texts[i % 2];
      const char *const        arguments[] = { i / 2 == 0 ? text : "x", NULL };
      const StoreClientFormat *crush = store_client_format_find ("crush");
      g_autoptr (StoreProfile) profile = store_profile_new ("p");
      g_autoptr (StoreVariables) variables = store_variables_new ();
      g_autoptr (StoreClientEntry) entry = NULL;
      g_autoptr (StoreClientEntry) other = NULL;
      const char *field = i / 2 == 0 ? "args" : i / 2 == 1 ? "env"
                                                           : "headers";

      store_variables_set (variables, "K", i / 2 > 0 ? text : "x");
      if (i / 2 < 2)
        g_object_set (profile, "command", "npx", "arguments", arguments, "environment", variables,
                      NULL);
      else
        g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", "https://x.example",
                      "headers", variables, NULL);
      entry = make_entry (crush, profile, NULL);
      g_test_message ("%s %s: %s", field, text, store_client_entry_get_json (entry));
      g_assert_true (has_note_about (store_client_entry_get_notes (entry), "as a command"));
      other = make_entry (cursor (), profile, NULL);
      g_assert_false (has_note_about (store_client_entry_get_notes (other), "as a command"));
    }
}

/* Goose replaces in headers only what env_keys names: a plain variable, and one for a secret. */
static void
test_names_of_variables (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (StoreProfile) profile = store_profile_new ("gh");
      g_autoptr (StoreVariables) headers = store_variables_new ();
      g_autoptr (StoreVariables) credentials = store_variables_new ();
      g_autoptr (StoreClientEntry) entry = NULL;

      g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", "https://x.example", NULL);
      if (i == 0)
        store_variables_set (headers, "X-Key", "${GH_TOKEN}");
      else
        store_variables_set_secret (credentials, "token", "gh/authorization/token");
      g_object_set (profile, "headers", headers, "credentials", credentials, "authorization",
                    i == 0 ? STORE_AUTHORIZATION_NONE : STORE_AUTHORIZATION_BEARER, NULL);
      entry = make_entry (store_client_format_find ("goose"), profile, NULL);
      g_assert_nonnull (
          strstr (store_client_entry_get_json (entry), "\"env_keys\":[\"GH_TOKEN\"]"));
    }
}

#define ADD(name, function) \
  g_test_add ("/client/" name, Fixture, NULL, set_up, function, tear_down)

void
add_client_tests (void)
{
  ADD ("filled-late", test_filled_late);
  ADD ("entry/stdio", test_entry_stdio);
  ADD ("entry/remote", test_entry_remote);
  ADD ("entry/notes", test_entry_notes);
  ADD ("entry/command", test_entry_command);
  ADD ("entry/behaviour", test_behaviour);
  ADD ("entry/defaults", test_defaults);
  ADD ("entry/windows-shell", test_windows_shell);
  ADD ("entry/shell-values", test_shell_values);
  ADD ("entry/names-of-variables", test_names_of_variables);
  ADD ("plan/life", test_plan_life);
  ADD ("plan/create", test_plan_create);
  ADD ("plan/refuses", test_plan_refuses);
  ADD ("plan/empty-and-mark", test_plan_empty_and_mark);
  ADD ("plan/changed", test_plan_changed);
  ADD ("plan/link", test_plan_link);
  ADD ("plan/async", test_plan_async);
  ADD ("places", test_places);
}
