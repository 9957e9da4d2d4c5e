/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers read from what other applications write. */

#include "store-tests.h"
#include "store-client-import.h"
#include "store-client-plan.h"
#include "store-error.h"
#include "store-toml.h"

#include "mcp-json-value.h"
#include "test-data.h"

#include <glib/gstdio.h>
#include <string.h>

static StoreClientImport *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  StoreClientImport *import = store_client_import_new_from_text (text, -1, &error);

  g_assert_no_error (error);
  return import;
}

static StoreProfile *
read_one (const char *text)
{
  g_autoptr (StoreClientImport) import = read_text (text);
  GPtrArray *profiles = store_client_import_get_profiles (import);

  g_assert_cmpuint (profiles->len, ==, 1);
  return g_object_ref (g_ptr_array_index (profiles, 0));
}

static void
assert_summary (const char *text, const char *name, const char *summary)
{
  g_autoptr (StoreProfile) profile = read_one (text);
  g_autofree char *got = store_profile_dup_summary (profile);

  g_assert_cmpstr (store_profile_get_name (profile), ==, name);
  g_assert_cmpstr (got, ==, summary);
  g_assert_cmpint (store_profile_get_decisions (profile)->origin, ==, STORE_ORIGIN_PASTED);
}

static void
test_shapes (void)
{
  static const char *const shapes[] = {
    "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"-y\", 5]}}}",
    "{\"servers\": {\"a\": {\"type\": \"stdio\", \"command\": \"x\", \"args\": [\"-y\", \"5\"]}}, "
    "\"inputs\": []}",
    "{\"context_servers\": {\"a\": {\"command\": \"x\", \"args\": [\"-y\", \"5\"]}}}",
    "{\"mcp\": {\"a\": {\"type\": \"local\", \"command\": [\"x\", \"-y\", \"5\"]}}}",
    "{\"mcp\": {\"servers\": {\"a\": {\"command\": [\"x\", \"-y\", \"5\"]}}}}",
    "{\"a\": {\"command\": \"x\", \"args\": [\"-y\", \"5\"]}}",
    "\"a\": {\"command\": \"x\", \"args\": [\"-y\", \"5\"]}",
    "\"a\": {\"command\": \"x\", \"args\": [\"-y\", \"5\"]},",
    "{\"name\": \"a\", \"command\": \"x\", \"args\": [\"-y\", \"5\"]}",
    "[{\"name\": \"a\", \"command\": \"x\", \"args\": [\"-y\", \"5\"]}]",
    "{\"mcpServers\": [{\"name\": \"a\", \"command\": \"x\", \"args\": [\"-y\", \"5\"]}]}",
    "// from the web\n{\"a\": {\"command\": \"x\", /* yes */ \"args\": [\"-y\", \"5\",],},}",
    "```json\n{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"-y\", \"5\"]}}}\n```\n",
    "\357\273\277{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"-y\", \"5\"]}}}",
    "# Codex\nmodel = \"x\"\n\n[mcp_servers.a]\ncommand = \"x\"\nargs = [ \"-y\", # yes\n 5, ]\n",
    "[mcp_servers]\na = { command = 'x', args = [\"-y\", \"\\u0035\"] }\n",
    "{\"context_servers\": {\"a\": {\"command\": {\"path\": \"x\", \"args\": [\"-y\", \"5\"]}}}}",
    "{\"projects\": {\"/p\": {\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"-y\", 5]}}}}}",
    "{\"mcpServers\": {\"a\": {\"transport\": {\"type\": \"stdio\", \"command\": \"x\", \"args\": "
    "[\"-y\", \"5\"]}}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    assert_summary (shapes[i], "a", "x -y 5");
}

static void
test_lines (void)
{
  g_autoptr (StoreProfile) profile =
      read_one ("$ env TOKEN='a b' LOG=1 npx -y @modelcontextprotocol/server-everything@2026.8.31 "
                "\\\n  stdio");

  g_assert_cmpstr (store_profile_get_endpoint (profile)->command, ==, "npx");
  g_assert_cmpstr (store_profile_get_name (profile), ==, "server-everything");
  g_assert_cmpstr (store_profile_get_endpoint (profile)->arguments[2], ==, "stdio");
  g_assert_cmpstr (
      store_variables_lookup (store_profile_get_endpoint (profile)->environment, "TOKEN"), ==,
      "a b");
  assert_summary ("https://example.com/mcp", "example.com", "https://example.com/mcp");
  assert_summary ("/opt/my server/run", "run", "/opt/my server/run");
  assert_summary ("uvx deepset-mcp", "deepset-mcp", "uvx deepset-mcp");
}

static void
test_transports (void)
{
  static const struct
  {
    const char    *text;
    StoreTransport transport;
  } cases[] = {
    { "{\"url\": \"https://x/mcp\"}", STORE_TRANSPORT_AUTO },
    { "{\"url\": \"https://x/sse\"}", STORE_TRANSPORT_SSE },
    { "{\"url\": \"https://x/sse\", \"type\": \"http\"}", STORE_TRANSPORT_HTTP },
    { "{\"url\": \"https://x\", \"type\": \"sse\"}", STORE_TRANSPORT_SSE },
    { "{\"url\": \"https://x\", \"type\": \"streamableHttp\"}", STORE_TRANSPORT_HTTP },
    { "{\"url\": \"https://x\", \"transport\": \"sse\"}", STORE_TRANSPORT_SSE },
    { "{\"url\": \"wss://x\"}", STORE_TRANSPORT_WEBSOCKET },
    { "{\"httpUrl\": \"https://x\"}", STORE_TRANSPORT_AUTO },
    { "{\"serverUrl\": \"https://x\"}", STORE_TRANSPORT_AUTO },
    { "{\"url\": \"https://x\", \"command\": \"\", \"args\": [], \"type\": \"http\"}",
      STORE_TRANSPORT_HTTP },
    { "https://x/sse", STORE_TRANSPORT_SSE },
    { "https://x/mcp", STORE_TRANSPORT_AUTO },
    { "WSS://x/mcp", STORE_TRANSPORT_WEBSOCKET },
    { "unix:/run/user/1000/mcp.sock", STORE_TRANSPORT_UNIX },
    { "tcp:localhost:9000", STORE_TRANSPORT_TCP },
    { "tcp://[::1]:9000", STORE_TRANSPORT_TCP },
    { "http+unix://%2Frun%2Fmcp.sock/mcp", STORE_TRANSPORT_HTTP_UNIX },
    { "{\"url\": \"unix:/run/mcp.sock\"}", STORE_TRANSPORT_UNIX },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StoreProfile) profile = read_one (cases[i].text);

      g_assert_cmpint (store_profile_get_endpoint (profile)->transport, ==, cases[i].transport);
      g_assert_nonnull (store_profile_get_endpoint (profile)->url);
    }
}

/* It stays the command that it is until somebody asks for the URL; what that drops is told. */
static StoreProfile *
read_bridged (const char *text, const char *dropped)
{
  g_autoptr (StoreClientImport) import = read_text (text);
  StoreProfile *profile = g_ptr_array_index (store_client_import_get_profiles (import), 0);
  gboolean      found = FALSE;

  g_assert_cmpint (store_profile_get_endpoint (profile)->transport, ==, STORE_TRANSPORT_STDIO);
  g_assert_nonnull (store_profile_get_endpoint (profile)->command);
  store_client_import_unwrap (import);
  for (guint i = 0; i < store_client_import_get_notes (import)->len; i++)
    {
      const StoreNote *note = store_client_import_get_notes (import)->pdata[i];

      found = found || (strstr (note->text, "mcp-remote") != NULL &&
                        (dropped == NULL || strstr (note->text, dropped) != NULL));
    }
  g_assert_true (found == (dropped != NULL));
  return g_object_ref (profile);
}

static void
test_bridge (void)
{
  static const char *const bridges[] = {
    "{\"b\": {\"command\": \"npx\", \"args\": [\"-y\", \"mcp-remote\", \"https://x/mcp\", "
    "\"--header\", "
    "\"Authorization:${AUTH}\", \"--header\", \"X-A: b\"], \"env\": {\"AUTH\": \"Bearer t\"}}}",
    "{\"b\": {\"command\": \"cmd\", \"args\": [\"/c\", \"npx\", \"mcp-remote@0.15.1\", "
    "\"https://x/mcp\", \"--header\", "
    "\"Authorization: Bearer t\", \"--allow-http\", \"--header\", \"X-A:b\"]}}",
    "AUTH='Bearer t' mcp-remote https://x/mcp --header 'Authorization:${AUTH}' --header X-A:b",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bridges); i++)
    {
      g_autoptr (StoreProfile) profile = read_bridged (bridges[i], i == 1 ? "0.15.1" : NULL);
      const StoreVariables *headers = store_profile_get_endpoint (profile)->headers;

      g_assert_cmpint (store_profile_get_endpoint (profile)->transport, ==, STORE_TRANSPORT_AUTO);
      g_assert_cmpstr (store_profile_get_endpoint (profile)->url, ==, "https://x/mcp");
      g_assert_null (store_profile_get_endpoint (profile)->command);
      g_assert_cmpstr (store_variables_lookup (headers, "Authorization"), ==, "Bearer t");
      g_assert_cmpstr (store_variables_lookup (headers, "X-A"), ==, "b");
      g_assert_cmpuint (
          store_variables_get_n_items (store_profile_get_endpoint (profile)->environment), ==, 0);
    }
}

/* Values that name each other do not grow. */
static void
test_bridge_growth (void)
{
  g_autoptr (GString) text = g_string_new ("{\"command\": \"npx\", \"args\": [\"mcp-remote\", "
                                           "\"https://x\", \"--header\", \"A:${V0}\"], \"env\": {");
  g_autoptr (StoreProfile) profile = NULL;

  for (int i = 0; i < 64; i++)
    g_string_append_printf (text, "\"V%d\": \"${V%d}${V%d}\", ", i, i + 1, i + 1);
  g_string_append (text, "\"V64\": \"x\"}}");
  profile = read_bridged (text->str, "the variable V64");
  g_assert_cmpstr (store_variables_lookup (store_profile_get_endpoint (profile)->headers, "A"), ==,
                   "${V1}${V1}");
}

static void
test_bridge_drops (void)
{
  g_autoptr (StoreProfile) profile = read_bridged (
      "{\"b\": {\"command\": \"npx\", \"args\": [\"-y\", \"mcp-remote@0.1.5\", "
      "\"https://x/v1/sse\", \"9696\", \"--debug\", \"--header\", \"A:${A}\"], \"env\": {\"A\": "
      "\"1\", \"NODE_EXTRA_CA_CERTS\": \"/ca\"}}}",
      "Left out: the port 9696, the option --debug, its version 0.1.5, the variable "
      "NODE_EXTRA_CA_CERTS.");

  g_assert_cmpint (store_profile_get_endpoint (profile)->transport, ==, STORE_TRANSPORT_SSE);
}

static void
test_details (void)
{
  g_autoptr (StoreClientImport) import = read_text (
      "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"cwd\": \"/srv\", \"disabled\": true, "
      "\"env\": {\"N\": 5, "
      "\"B\": true, \"S\": \"${input:key}\", \"L\": []}, \"autoApprove\": [\"t\"], \"timeout\": "
      "60}, "
      "\"broken\": {\"cmd\": 1}, \"none\": null, \"a\": {\"command\": \"y\"}}}");
  GPtrArray    *profiles = store_client_import_get_profiles (import);
  StoreProfile *first = g_ptr_array_index (profiles, 0);

  g_assert_cmpuint (profiles->len, ==, 2);
  g_assert_cmpstr (store_profile_get_endpoint (first)->working_directory, ==, "/srv");
  g_assert_false (store_profile_get_decisions (first)->enabled);
  g_assert_cmpstr (store_variables_lookup (store_profile_get_endpoint (first)->environment, "N"),
                   ==, "5");
  g_assert_cmpstr (store_variables_lookup (store_profile_get_endpoint (first)->environment, "B"),
                   ==, "true");
  g_assert_cmpstr (store_variables_lookup (store_profile_get_endpoint (first)->environment, "S"),
                   ==, "${input:key}");
  g_assert_true (store_profile_needs_confirmation (first));
  g_assert_cmpuint (store_client_import_get_notes (import)->len, >=, 5);
}

static void
test_bad (void)
{
  static const struct
  {
    const char *text;
    StoreError  code;
  } cases[] = {
    { "", STORE_ERROR_INVALID },
    { "  \n", STORE_ERROR_INVALID },
    { "{", STORE_ERROR_SYNTAX },
    { "{}", STORE_ERROR_INVALID },
    { "[1, 2]", STORE_ERROR_INVALID },
    { "{\"a\": 1}", STORE_ERROR_INVALID },
    { "{\"mcpServers\": {}}", STORE_ERROR_INVALID },
    { "{\"mcpServers\": {\"a\": {\"x\": 1}}}", STORE_ERROR_INVALID },
    { "npx 'unclosed", STORE_ERROR_INVALID },
    { "A=b", STORE_ERROR_INVALID },
    { "\377", STORE_ERROR_INVALID },
    { "[mcp_servers.a\n", STORE_ERROR_SYNTAX },
    { "[mcp_servers.a]\ncommand = \"x\ny\"", STORE_ERROR_SYNTAX },
    { "[a]\nb = [[[", STORE_ERROR_SYNTAX },
    { "[a]\nb = 1\nb = 2", STORE_ERROR_SYNTAX },
    { "[a]\nb = 1\n[a.b]", STORE_ERROR_SYNTAX },
    { "[a]\nb = \"\\q\"", STORE_ERROR_SYNTAX },
    { "[a]\nb = \"x\" 2\n", STORE_ERROR_SYNTAX },
    { "[a]\n", STORE_ERROR_INVALID },
  };
  g_autofree char *brackets = g_strnfill (200 * 1024, '[');

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (store_client_import_new_from_text (cases[i].text, -1, &error));
      g_assert_error (error, STORE_ERROR, (int)cases[i].code);
    }
  g_assert_null (store_client_import_new_from_text (brackets, -1, NULL));
  for (gsize i = 0; i < strlen (brackets); i++)
    brackets[i] = "{/*/"[i % 4];
  g_assert_null (store_client_import_new_from_text (brackets, -1, NULL));
}

/* What TOML has and JSON has not */
static void
test_toml (void)
{
  static const char toml[] =
      "\357\273\277a.\"b c\".d = 0x1F\r\n"
      "when = 1979-05-27 07:32:00 # a date\n"
      "big = +1_000\nf = 1.5e3\nyes = true\n"
      "text = \"\"\"\none \\\n   two\"\"\"\"\nraw = '''\\n'''\n"
      "[[list]]\nn = 1\n[list.sub]\nx = {}\n[[list]]\nn = { p.q = [ ], r = 'a' }\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) json = store_toml_to_json (toml, &error);

  g_assert_no_error (error);
  g_autofree char *text = g_strndup (g_bytes_get_data (json, NULL), g_bytes_get_size (json));
  g_assert_cmpstr (text, ==,
                   "{\"a\":{\"b c\":{\"d\":\"0x1F\"}},\"when\":\"1979-05-27 07:32:00\","
                   "\"big\":1000,\"f\":1.5e3,\"yes\":true,\"text\":\"one two\\\"\","
                   "\"raw\":\"\\\\n\",\"list\":[{\"n\":1,\"sub\":{\"x\":{}}},"
                   "{\"n\":{\"p\":{\"q\":[]},\"r\":\"a\"}}]}");
}

static void
test_projects (void)
{
  g_autoptr (StoreClientImport) import = read_text (
      "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}, \"projects\": {\"/p\": {\"mcpServers\": "
      "{\"b\": {\"command\": \"x\"}, \"c\": {\"url\": \"https://x\"}}, \"history\": []}, "
      "\"q\": {\"mcpServers\": {\"d\": {\"command\": \"x\"}}}, \"/r\": {}}}");
  GPtrArray *profiles = store_client_import_get_profiles (import);

  g_assert_cmpuint (profiles->len, ==, 4);
  g_assert_null (store_profile_get_endpoint (profiles->pdata[0])->working_directory);
  g_assert_cmpstr (store_profile_get_endpoint (profiles->pdata[1])->working_directory, ==, "/p");
  g_assert_null (store_profile_get_endpoint (profiles->pdata[2])->working_directory);
  g_assert_null (store_profile_get_endpoint (profiles->pdata[3])->working_directory);
}

/* The example files of every application that shares the shape. */

static void
assert_example (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientImport) import = store_client_import_new_from_file (path, NULL, &error);
  GPtrArray *profiles;
  gboolean   remote = strstr (name, "-http") != NULL;

  g_assert_no_error (error);
  /* Some reach it through mcp-remote. */
  store_client_import_unwrap (import);
  profiles = store_client_import_get_profiles (import);
  g_assert_cmpuint (profiles->len, >=, 1);
  for (guint i = 0; i < profiles->len; i++)
    {
      StoreProfile *profile = g_ptr_array_index (profiles, i);

      g_test_message ("%s: %s", name, store_profile_get_name (profile));
      g_assert_true (store_profile_validate (profile, &error));
      g_assert_cmpint (store_profile_get_decisions (profile)->origin, ==, STORE_ORIGIN_IMPORTED);
      if (g_str_has_prefix (name, "agent-plugins"))
        continue;
      if (remote)
        {
          g_assert_cmpint (store_profile_get_endpoint (profile)->transport, !=,
                           STORE_TRANSPORT_STDIO);
          g_assert_cmpstr (store_profile_get_endpoint (profile)->url, ==,
                           "https://mcp.example.com/mcp");
          g_assert_true (store_variables_find (store_profile_get_endpoint (profile)->headers,
                                               "Authorization", NULL));
        }
      else
        {
          g_assert_cmpstr (store_profile_get_endpoint (profile)->arguments[0], ==, "deepset-mcp");
          g_assert_cmpuint (
              store_variables_get_n_items (store_profile_get_endpoint (profile)->environment), ==,
              2);
        }
    }
}

static void
test_examples (void)
{
  static const char *const others[] = { "ai-catalog.json", "deeplinks.json", "mcpb-manifest.json",
                                        "registry-server.json",
                                        "server-card.json", NULL };
  g_autofree char         *folder = test_data_get_path ("client-configs");
  GDir                    *dir;
  const char              *name;
  guint                    count = 0;

  dir = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json") && !g_strv_contains (others, name))
      {
        assert_example (folder, name);
        count++;
      }
  g_dir_close (dir);
  g_assert_cmpuint (count, >=, 50);
}

/* Read, written again for the same application, equal. */
static void
assert_round_trip (const char *folder, const char *name, const char *id)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  const StoreClientFormat *format = store_client_format_find (id);
  g_autoptr (StoreClientImport) import = store_client_import_new_from_file (path, format, &error);
  StoreProfile           *profile = g_ptr_array_index (store_client_import_get_profiles (import), 0);
  StoreClientEntryOptions options = { .name = store_profile_get_name (profile) };
  g_autoptr (StoreClientEntry) entry = store_client_entry_new (format, profile, &options, &error);
  g_autoptr (StoreClientPlace) place = NULL;
  g_autoptr (StoreClientPlan) plan = NULL;

  g_assert_no_error (error);
  place = store_client_place_new_for_file (format, path, NULL);
  plan = store_client_plan_new_add (place, entry, &error);
  g_assert_no_error (error);
  if (store_client_plan_get_kind (plan) != STORE_PLAN_UNCHANGED)
    g_error ("%s: %s", name,
             store_text_diff_print (store_client_plan_get_diff (plan), "read", "written"));
}

/* Qwen Code tells HTTP from HTTP+SSE by what the address is called; with both, HTTP is used. */
static void
test_own_urls (void)
{
  static const struct
  {
    const char    *entry;
    const char    *url;
    StoreTransport transport;
  } cases[] = {
    { "{\"httpUrl\": \"https://x/a\"}", "https://x/a", STORE_TRANSPORT_HTTP },
    { "{\"url\": \"https://x/b\"}", "https://x/b", STORE_TRANSPORT_SSE },
    { "{\"url\": \"https://x/b\", \"httpUrl\": \"https://x/sse\"}", "https://x/sse",
      STORE_TRANSPORT_HTTP },
  };
  const StoreClientFormat *format = store_client_format_find ("qwen-code");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJsonDocument) document =
          mcp_json_document_parse_text (cases[i].entry, -1, NULL);
      g_autoptr (GPtrArray) notes =
          g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
      g_autoptr (StoreProfile) profile = store_client_reader_read (
          format, "x", mcp_json_document_get_root (document), notes);
      g_autoptr (StoreClientEntry) entry = store_client_entry_new (format, profile, NULL, NULL);
      g_autofree char *expected =
          g_strdup_printf ("{\"%s\":\"%s\"}",
                           cases[i].transport == STORE_TRANSPORT_SSE ? "url" : "httpUrl",
                           cases[i].url);

      g_assert_cmpstr (store_profile_get_endpoint (profile)->url, ==, cases[i].url);
      g_assert_cmpint (store_profile_get_endpoint (profile)->transport, ==, cases[i].transport);
      g_assert_cmpstr (store_client_entry_get_json (entry), ==, expected);
    }
}

/* A minute is a minute, in whichever unit it stands there. */
static void
test_timeouts (void)
{
  static const struct
  {
    const char *client;
    const char *example;
    guint       timeout;
  } cases[] = {
    { "cline", "cline-stdio.json", 60000 },
    { "gemini-cli", "gemini-cli-stdio.json", 600000 },
    { "codex", "codex-stdio.toml", 60000 },
  };
  g_autofree char *folder = test_data_get_path ("client-configs");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (folder, cases[i].example, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (StoreClientImport) import = store_client_import_new_from_file (
          path, store_client_format_find (cases[i].client), &error);

      g_assert_no_error (error);
      g_assert_cmpuint (store_profile_get_conversation (
                            g_ptr_array_index (store_client_import_get_profiles (import), 0))
                            ->request_timeout,
                        ==, cases[i].timeout);
    }
}

/* Every application that can be written has an example of either kind. */
static void
test_round_trips (void)
{
  g_autofree char                *folder = test_data_get_path ("client-configs");
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  static const char *const        extensions[] = { "json", "toml", "yaml" };
  guint                           count = 0;

  for (guint i = 0; formats[i] != NULL; i++)
    {
      /* They are Visual Studio Code under another name. */
      const char *id = formats[i]->id;
      const char *like = g_str_has_prefix (id, "vscod") ? "vscode" : id;

      for (guint j = 0; j < 2; j++)
        {
          g_autofree char *name = g_strdup_printf ("%s-%s.%s", like, j == 0 ? "stdio" : "http",
                                                   extensions[formats[i]->language]);

          assert_round_trip (folder, name, id);
          count++;
        }
    }
  g_assert_cmpuint (count, >=, 64);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(GPtrArray **)data = store_client_import_find_finish (result, &error);
  g_assert_no_error (error);
}

static void
put (const char *home, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (home, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
test_find (void)
{
  g_autofree char *home = g_dir_make_tmp ("spyglass-home-XXXXXX", NULL);
  g_autofree char *project = g_build_filename (home, "project", NULL);
  g_autoptr (GPtrArray) found = NULL;
  g_autofree char   *command = g_strdup_printf ("rm -rf %s", home);
  StoreClientImport *import;

  put (home, ".config/Claude/claude_desktop_config.json",
       "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}");
  put (home, ".cursor/mcp.json", "{\"mcpServers\": {");
  put (home, "project/.cursor/mcp.json",
       "{\"mcpServers\": {\"b\": {\"url\": \"https://x\"}, \"c\": {\"command\": \"y\"}}}");
  put (home, ".codex/config.toml", "[mcp_servers.d]\nurl = \"https://x\"\n");
  put (home, ".config/zed/settings.json", "{\"terminal\": {\"command\": \"sh\"}}");
  store_client_import_find_async (home, project, NULL, on_found, &found);
  while (found == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (found->len, ==, 5);
  import = g_ptr_array_index (found, 0);
  g_assert_cmpstr (store_client_import_get_format (import)->id, ==, "claude-desktop");
  g_assert_true (
      g_str_has_suffix (store_client_import_get_path (import), "claude_desktop_config.json"));
  g_assert_cmpuint (store_client_import_get_profiles (import)->len, ==, 1);
  import = g_ptr_array_index (found, 1);
  g_assert_cmpuint (store_client_import_get_profiles (import)->len, ==, 0);
  g_assert_error (store_client_import_get_error (import), STORE_ERROR, STORE_ERROR_SYNTAX);
  import = g_ptr_array_index (found, 2);
  g_assert_cmpuint (store_client_import_get_profiles (import)->len, ==, 2);
  /* Settings without servers: a command in them is not one. */
  import = g_ptr_array_index (found, 3);
  g_assert_cmpstr (store_client_import_get_format (import)->id, ==, "zed");
  g_assert_no_error (store_client_import_get_error (import));
  g_assert_cmpuint (store_client_import_get_profiles (import)->len, ==, 0);
  import = g_ptr_array_index (found, 4);
  g_assert_cmpstr (store_client_import_get_format (import)->id, ==, "codex");
  g_assert_cmpuint (store_client_import_get_profiles (import)->len, ==, 1);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
}

/* Goose, LibreChat and Continue */
static void
test_yaml (void)
{
  static const char *const texts[] = {
    "extensions:\n  s: {type: streamable_http, uri: \"https://h/mcp\", headers: {A: b}}\n"
    "  memory:\n    type: builtin\n",
    "---\n# mine\nmcpServers:\n  s:\n    type: streamable-http\n    url: https://h/mcp\n"
    "    headers:\n      A: b\n",
    "name: x\nmcpServers:\n  - name: s\n    type: streamable-http\n    url: https://h/mcp\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (StoreClientImport) import =
          store_client_import_new_from_text (texts[i], -1, &error);
      StoreProfile *profile;

      g_assert_no_error (error);
      g_assert_cmpuint (store_client_import_get_profiles (import)->len, ==, 1);
      profile = g_ptr_array_index (store_client_import_get_profiles (import), 0);
      g_assert_cmpstr (store_profile_get_name (profile), ==, "s");
      g_assert_cmpstr (store_profile_get_endpoint (profile)->url, ==, "https://h/mcp");
      g_assert_cmpuint (store_client_import_get_notes (import)->len, ==, i == 0 ? 1 : 0);
    }
}

/* At the limit, beside it, and far beyond; what is left out is told in one note. */
static void
test_many (void)
{
  static const guint counts[] = { 999, 1000, 1001, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (GString) text = g_string_new ("{\"mcpServers\": {");
      g_autofree char *beyond = g_strdup_printf ("%u more servers", counts[i] - 1000);
      guint            told = 0;

      for (guint n = 0; n < counts[i]; n++)
        g_string_append_printf (text, "%s\"s%u\": {\"command\": \"x\"}", n > 0 ? "," : "", n);
      g_string_append (text, "}}");
      g_autoptr (StoreClientImport) import = read_text (text->str);
      g_assert_cmpuint (store_client_import_get_profiles (import)->len, ==,
                        MIN (counts[i], 1000));
      for (guint n = 0; n < store_client_import_get_notes (import)->len; n++)
        {
          const StoreNote *note = store_client_import_get_notes (import)->pdata[n];

          told += g_str_has_prefix (note->text, beyond);
        }
      g_assert_cmpuint (told, ==, counts[i] > 1000);
    }
}

void
add_import_tests (void)
{
  g_test_add_func ("/import/shapes", test_shapes);
  g_test_add_func ("/import/lines", test_lines);
  g_test_add_func ("/import/transports", test_transports);
  g_test_add_func ("/import/bridge", test_bridge);
  g_test_add_func ("/import/bridge-growth", test_bridge_growth);
  g_test_add_func ("/import/bridge-drops", test_bridge_drops);
  g_test_add_func ("/import/details", test_details);
  g_test_add_func ("/import/bad", test_bad);
  g_test_add_func ("/import/toml", test_toml);
  g_test_add_func ("/import/timeouts", test_timeouts);
  g_test_add_func ("/import/own-urls", test_own_urls);
  g_test_add_func ("/import/projects", test_projects);
  g_test_add_func ("/import/examples", test_examples);
  g_test_add_func ("/import/round-trips", test_round_trips);
  g_test_add_func ("/import/find", test_find);
  g_test_add_func ("/import/yaml", test_yaml);
  g_test_add_func ("/import/many", test_many);
}
