/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a server is handed on by: links that others' documentation shows byte for byte, commands that
 * a shell reads as meant, files within their rules, and no secret anywhere. */

#include "app-tests.h"
#include "test-data.h"

#include "app-client-note.h"
#include "app-share.h"
#include "mcp-json-writer.h"
#include "mcp-tool.h"
#include "store-client-entry.h"
#include "store-error.h"

#include <string.h>

#define SECRET "sk-very-secret"

static StoreProfile *
new_program (const char *command, const char *const *arguments)
{
  StoreProfile *profile = store_profile_new ("deepset");

  g_object_set (profile, "command", command, "arguments", arguments, NULL);
  return profile;
}

static StoreProfile *
new_deepset (void)
{
  return new_program ("uvx", (const char *const[]){ "deepset-mcp", NULL });
}

/* A program whose secrets are in every place where one can be. */
static StoreProfile *
new_secretive (void)
{
  static const char *const arguments[] = { "deepset-mcp@1.2.0", "--api-key", SECRET "-argument",
                                           "--token=" SECRET "-word", "--also=" SECRET "-env",
                                           "Authorization: Bearer " SECRET "-header",
                                           "it's \"a b\"", NULL };
  StoreProfile            *profile = new_program ("uvx", arguments);
  g_autoptr (StoreVariables) environment = store_variables_new ();

  store_variables_set (environment, "DEEPSET_API_KEY", SECRET "-env");
  store_variables_set_secret (environment, "KEPT", "deepset/env/KEPT");
  store_variables_set (environment, "DATABASE", "postgres://me:" SECRET "-password@db/x");
  store_variables_set (environment, "WORKSPACE", "it's mine");
  g_object_set (profile, "environment", environment, NULL);
  return profile;
}

static StoreProfile *
new_remote (const char *url)
{
  StoreProfile *profile = store_profile_new ("example");
  g_autoptr (StoreVariables) headers = store_variables_new ();
  g_autoptr (StoreVariables) credentials = store_variables_new ();

  store_variables_set (headers, "X-Tenant", "a b");
  store_variables_set (credentials, "token", SECRET "-bearer");
  g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", url, "headers", headers,
                "authorization", STORE_AUTHORIZATION_BEARER, "credentials", credentials, NULL);
  return profile;
}

static char *
dup_text (StoreProfile *profile, const char *id, const AppShareOptions *options, GListStore *notes)
{
  const AppShareKind *kind = app_share_find_kind (id);
  g_autoptr (GListStore) ignored = g_list_store_new (APP_TYPE_CLIENT_NOTE);
  g_autoptr (GError) error = NULL;
  char *text;

  g_assert_nonnull (kind);
  text = app_share_dup_text (kind, profile, options, notes != NULL ? notes : ignored, &error);
  g_assert_no_error (error);
  return text;
}

static void
assert_refused (StoreProfile *profile, const char *id, StoreError code)
{
  g_autoptr (GListStore) notes = g_list_store_new (APP_TYPE_CLIENT_NOTE);
  g_autoptr (GError) error = NULL;

  g_assert_null (app_share_dup_text (app_share_find_kind (id), profile, NULL, notes, &error));
  g_assert_error (error, STORE_ERROR, (int)code);
}

static void
test_kinds (void)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  AppShareGroup last = APP_SHARE_APPLICATIONS;

  for (const AppShareKind *const *kinds = app_share_get_kinds (); *kinds != NULL; kinds++)
    {
      g_assert_true (g_hash_table_add (ids, (gpointer)(*kinds)->id));
      g_assert_true (app_share_find_kind ((*kinds)->id) == *kinds);
      g_assert_cmpint ((*kinds)->group, >=, last);
      g_assert_nonnull ((*kinds)->title);
      g_assert_nonnull ((*kinds)->description);
      g_assert_nonnull ((*kinds)->file_name);
      last = (*kinds)->group;
    }
  g_assert_null (app_share_find_kind ("none"));
}

/* As the applications' own documentation has them. */
static void
test_links (void)
{
  static const char *const ids[][2] = {
    { "cursor", "cursor-link" },
    { "cursor-web", "cursor-web-link" },
    { "lmstudio", "lmstudio-link" },
    { "lmstudio-web", "lmstudio-web-link" },
    { "vscode", "vscode-link" },
    { "vscode-insiders", "vscode-insiders-link" },
    { "vscode-web", "vscode-web-link" },
    { "vscode-cli", "vscode-command" },
    { "visual-studio", "visual-studio-link" },
    { "raycast", "raycast-link" },
  };
  g_autoptr (McpJsonDocument) document = test_data_load ("client-configs/deeplinks.json");
  McpJsonValue root = mcp_json_document_get_root (document);
  g_autoptr (StoreProfile) profile = new_deepset ();

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *expected =
          mcp_json_value_dup_string (mcp_json_value_get_member (root, ids[i][0]), NULL);
      g_autofree char *text = dup_text (profile, ids[i][1], NULL, NULL);

      g_assert_cmpstr (text, ==, expected);
    }
}

/* The value of a parameter, decoded. */
static char *
dup_parameter (const char *link, const char *name)
{
  g_autofree char *begin = g_strdup_printf ("%s=", name);
  g_auto (GStrv) parts = g_strsplit (strchr (link, '?') + 1, "&", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (g_str_has_prefix (parts[i], begin))
      return g_uri_unescape_string (parts[i] + strlen (begin), NULL);
  return NULL;
}

static McpJsonDocument *
unpack (const char *link, gboolean base64)
{
  g_autofree char   *config = dup_parameter (link, "config");
  gsize              length = 0;
  g_autofree guchar *decoded = base64 ? g_base64_decode (config, &length) : NULL;
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document = mcp_json_document_parse_text (
      base64 ? (const char *)decoded : config, base64 ? (gssize)length : -1, &error);

  g_assert_no_error (error);
  return document;
}

static void
assert_member (McpJsonValue object, const char *first, const char *second, const char *expected)
{
  McpJsonValue     value = mcp_json_value_get_member (object, first);
  g_autofree char *text = NULL;

  if (second != NULL)
    value = mcp_json_value_get_member (value, second);
  g_assert_true (mcp_json_value_exists (value));
  text = mcp_json_value_dup_string (value, NULL);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_read_back (void)
{
  g_autoptr (StoreProfile) profile = new_secretive ();
  g_autoptr (StoreProfile) remote = new_remote ("https://example.com/mcp?key=a%20b");
  g_autofree char *cursor = dup_text (profile, "cursor-link", NULL, NULL);
  g_autofree char *studio = dup_text (profile, "lmstudio-web-link", NULL, NULL);
  g_autofree char *code = dup_text (remote, "vscode-insiders-web-link", NULL, NULL);
  g_autofree char *inputs = dup_parameter (code, "inputs");
  g_autofree char *quality = dup_parameter (code, "quality");
  g_autoptr (McpJsonDocument) cursor_object = unpack (cursor, TRUE);
  g_autoptr (McpJsonDocument) studio_object = unpack (studio, TRUE);
  g_autoptr (McpJsonDocument) code_object = unpack (code, FALSE);

  assert_member (mcp_json_document_get_root (cursor_object), "env", "WORKSPACE", "it's mine");
  assert_member (mcp_json_document_get_root (cursor_object), "env", "DEEPSET_API_KEY",
                 "${env:DEEPSET_API_KEY}");
  assert_member (mcp_json_document_get_root (studio_object), "env", "KEPT", "YOUR_KEPT");
  assert_member (mcp_json_document_get_root (studio_object), "command", NULL, "uvx");
  assert_member (mcp_json_document_get_root (code_object), "type", NULL, "http");
  assert_member (mcp_json_document_get_root (code_object), "url", NULL,
                 "https://example.com/mcp?key=YOUR_KEY");
  assert_member (mcp_json_document_get_root (code_object), "headers", "X-Tenant", "a b");
  assert_member (mcp_json_document_get_root (code_object), "headers", "Authorization",
                 "Bearer ${input:example-token}");
  g_assert_cmpstr (quality, ==, "insiders");
  g_assert_cmpstr (inputs, ==,
                   "[{\"type\":\"promptString\",\"id\":\"example-token\",\"description\":"
                   "\"Authorization\",\"password\":true}]");
}

static void
test_goose (void)
{
  g_autoptr (StoreProfile) profile = new_deepset ();
  g_autoptr (StoreProfile) remote = new_remote ("https://example.com/mcp");
  g_autoptr (StoreProfile) other = new_program ("/bin/x", (const char *const[]){ NULL });
  g_autofree char *text = dup_text (profile, "goose-link", NULL, NULL);
  g_autofree char *remote_text = dup_text (remote, "goose-link", NULL, NULL);

  g_assert_cmpstr (text, ==,
                   "goose://extension?cmd=uvx&arg=deepset-mcp&id=deepset&name=deepset"
                   "&description=deepset");
  g_assert_cmpstr (remote_text, ==,
                   "goose://extension?url=https%3A%2F%2Fexample.com%2Fmcp&type=streamable_http"
                   "&id=example&name=example&description=example&header=X-Tenant%3Da%20b"
                   "&header=Authorization%3DBearer%20YOUR_EXAMPLE_TOKEN");
  assert_refused (other, "goose-link", STORE_ERROR_UNSUPPORTED);
}

/* No kind shows any of the secrets, packed or not; all of them name what stands for them. */
static void
test_secrets (void)
{
  g_autoptr (StoreProfile) program = new_secretive ();
  g_autoptr (StoreProfile) remote =
      new_remote ("https://me:" SECRET "-url@example.com/mcp?token=" SECRET "-query");
  StoreProfile *profiles[] = { program, remote };

  for (guint i = 0; i < G_N_ELEMENTS (profiles); i++)
    for (const AppShareKind *const *kinds = app_share_get_kinds (); *kinds != NULL; kinds++)
      {
        g_autoptr (GListStore) notes = g_list_store_new (APP_TYPE_CLIENT_NOTE);
        g_autofree char *text =
            app_share_dup_text (*kinds, profiles[i], NULL, notes, NULL);
        g_autoptr (McpJsonDocument) packed = NULL;
        g_autofree char *unpacked = NULL;

        if (text == NULL)
          continue;
        if (g_str_has_prefix ((*kinds)->id, "cursor-") || g_str_has_prefix ((*kinds)->id, "lmst"))
          packed = (*kinds)->is_link ? unpack (text, TRUE) : NULL;
        if (packed != NULL)
          unpacked = mcp_json_value_print_compact (mcp_json_document_get_root (packed));
        g_assert_null (strstr (unpacked != NULL ? unpacked : text, SECRET));
        g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (notes)), >, 0);
        for (guint j = 0; j < g_list_model_get_n_items (G_LIST_MODEL (notes)); j++)
          {
            g_autoptr (AppClientNote) note = g_list_model_get_item (G_LIST_MODEL (notes), j);

            g_assert_null (strstr (app_client_note_get_text (note), SECRET));
          }
      }
}

/* What stands for a secret says which one it is, and leaves the rest. */
static void
test_placeholders (void)
{
  static const char *const rows[][2] = {
    { "--token=" SECRET, "--token=YOUR_TOKEN" },
    { "Authorization: Bearer " SECRET, "Authorization: Bearer YOUR_AUTHORIZATION" },
    { "X-Api-Key: " SECRET, "X-Api-Key: YOUR_X_API_KEY" },
    { "postgres://me:" SECRET "@db/x", "postgres://me:YOUR_SECRET@db/x" },
    { "https://h/?a=1&token=" SECRET "&b=2", "https://h/?a=1&token=YOUR_TOKEN&b=2" },
    { "--token=${TOKEN}", "--token=${TOKEN}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *const arguments[] = { rows[i][0], NULL };
      g_autoptr (StoreProfile) profile = new_program ("uvx", arguments);
      g_autofree char *link = dup_text (profile, "cursor-link", NULL, NULL);
      g_autoptr (McpJsonDocument) object = unpack (link, TRUE);
      McpJsonValue     args = mcp_json_value_get_member (mcp_json_document_get_root (object), "args");
      g_autofree char *word = mcp_json_value_dup_string (mcp_json_value_get_item (args, 0), NULL);

      g_assert_cmpstr (word, ==, rows[i][1]);
    }
}

static void
assert_words (const char *command, const char *const *expected)
{
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;

  g_shell_parse_argv (command, NULL, &words, &error);
  g_assert_no_error (error);
  g_assert_cmpstrv (words, expected);
}

static void
test_commands (void)
{
  static const char *const arguments[] = { "-y", "a 'b' \"c\" $d `e` \\", "", NULL };
  g_autoptr (StoreProfile) profile = new_program ("npx", arguments);
  g_autoptr (StoreProfile) remote = new_remote ("https://example.com/mcp");
  g_autoptr (StoreVariables) environment = store_variables_new ();
  g_autofree char *claude = NULL;
  g_autofree char *codex = NULL;
  g_autofree char *gemini = NULL;
  g_autofree char *claude_remote = dup_text (remote, "claude-code-command", NULL, NULL);
  g_autofree char *codex_remote = dup_text (remote, "codex-command", NULL, NULL);

  store_variables_set (environment, "API_KEY", SECRET);
  g_object_set (profile, "environment", environment, NULL);
  claude = dup_text (profile, "claude-code-command", NULL, NULL);
  codex = dup_text (profile, "codex-command", NULL, NULL);
  gemini = dup_text (profile, "gemini-cli-command", NULL, NULL);
  assert_words (claude, (const char *const[]){ "claude", "mcp", "add", "--env",
                                               "API_KEY=${API_KEY}", "--transport", "stdio",
                                               "--scope", "user", "deepset", "--", "npx",
                                               arguments[0], arguments[1], "", NULL });
  assert_words (codex, (const char *const[]){ "codex", "mcp", "add", "deepset", "--env",
                                              "API_KEY=$API_KEY", "--", "npx", arguments[0],
                                              arguments[1], "", NULL });
  assert_words (gemini, (const char *const[]){ "gemini", "mcp", "add", "--env",
                                               "API_KEY=$API_KEY", "--transport", "stdio",
                                               "--scope", "user", "deepset", "npx", "--",
                                               arguments[0], arguments[1], "", NULL });
  assert_words (claude_remote,
                (const char *const[]){ "claude", "mcp", "add", "--header", "X-Tenant: a b",
                                       "--header", "Authorization: Bearer ${EXAMPLE_TOKEN}",
                                       "--transport", "http", "--scope", "user", "example",
                                       "https://example.com/mcp", NULL });
  assert_words (codex_remote,
                (const char *const[]){ "codex", "mcp", "add", "example", "--url",
                                       "https://example.com/mcp", "--bearer-token-env-var",
                                       "EXAMPLE_TOKEN", NULL });
}

static void
test_command_names (void)
{
  static const char *const names[] = { "--help", "a b", "a;b", "é" };
  g_autoptr (StoreProfile) profile = new_deepset ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_object_set (profile, "name", names[i], NULL);
      assert_refused (profile, "claude-code-command", STORE_ERROR_INVALID);
      assert_refused (profile, "codex-command", STORE_ERROR_INVALID);
      assert_refused (profile, "gemini-cli-command", STORE_ERROR_INVALID);
    }
}

/* The rules of the schema of 2025-12-11. */
static McpJsonDocument *
check_package (StoreProfile *profile)
{
  g_autofree char *text = dup_text (profile, "server-json", NULL, NULL);
  McpJsonDocument *document = mcp_json_document_parse_text (text, -1, NULL);
  McpJsonValue     root = mcp_json_document_get_root (document);
  g_autofree char *name = mcp_json_value_dup_string (mcp_json_value_get_member (root, "name"), NULL);
  g_autofree char *description =
      mcp_json_value_dup_string (mcp_json_value_get_member (root, "description"), NULL);

  assert_member (root, "$schema", NULL,
                 "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json");
  g_assert_true (g_regex_match_simple ("^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", name, 0, 0));
  g_assert_cmpuint (strlen (name), <=, 200);
  g_assert_cmpint (g_utf8_strlen (description, -1), <=, 100);
  g_assert_true (mcp_json_value_exists (mcp_json_value_get_member (root, "version")));
  g_assert_true (mcp_json_value_exists (mcp_json_value_get_member (root, "packages")) !=
                 mcp_json_value_exists (mcp_json_value_get_member (root, "remotes")));
  return document;
}

static void
assert_package (const char        *command,
                const char *const *arguments,
                const char        *registry,
                const char        *identifier,
                const char        *version,
                const char        *runtime)
{
  g_autoptr (StoreProfile) profile = new_program (command, arguments);
  g_autoptr (McpJsonDocument) document = check_package (profile);
  McpJsonValue package = mcp_json_value_get_item (
      mcp_json_value_get_member (mcp_json_document_get_root (document), "packages"), 0);

  assert_member (package, "registryType", NULL, registry);
  assert_member (package, "identifier", NULL, identifier);
  assert_member (package, "runtimeHint", NULL, runtime);
  assert_member (package, "transport", "type", "stdio");
  if (version != NULL)
    assert_member (package, "version", NULL, version);
  else
    g_assert_false (mcp_json_value_exists (mcp_json_value_get_member (package, "version")));
}

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void
test_package (void)
{
  g_autoptr (StoreProfile) script = new_program ("node", WORDS ("server.js"));
  g_autoptr (StoreProfile) remote = new_remote ("https://example.com/mcp");
  g_autoptr (McpJsonDocument) document = check_package (remote);
  McpJsonValue first = mcp_json_value_get_item (
      mcp_json_value_get_member (mcp_json_document_get_root (document), "remotes"), 0);

  assert_member (first, "type", NULL, "streamable-http");
  assert_package ("npx", WORDS ("-y", "@scope/name@1.2.3", "--flag", "x"), "npm", "@scope/name",
                  "1.2.3", "npx");
  assert_package ("npx", WORDS ("name@latest"), "npm", "name", NULL, "npx");
  assert_package ("uvx", WORDS ("--python", "3.12", "deepset-mcp==1.0"), "pypi", "deepset-mcp",
                  "1.0", "uvx");
  assert_package ("/usr/bin/uvx", WORDS ("--from", "pkg[x]==2.0", "run"), "pypi", "pkg", "2.0",
                  "uvx");
  assert_package ("dnx", WORDS ("Some.Package@1.0.0", "--yes", "--", "a"), "nuget",
                  "Some.Package", "1.0.0", "dnx");
  assert_package ("docker", WORDS ("run", "-i", "--rm", "-e", "TOKEN", "ghcr.io/a/b:1.0"), "oci",
                  "ghcr.io/a/b:1.0", NULL, "docker");
  assert_package ("docker", WORDS ("run", "mcp/fetch"), "oci", "docker.io/mcp/fetch", NULL,
                  "docker");
  assert_refused (script, "server-json", STORE_ERROR_UNSUPPORTED);
}

/* Odd commands end in an error or in a text, and nowhere else. */
static void
test_odd_packages (void)
{
  static const char *const commands[] = { "npx", "uvx", "dnx", "docker", "uv" };
  static const char *const words[][4] = {
    { NULL },
    { "-y", NULL },
    { "--", NULL },
    { "run", NULL },
    { "", NULL },
    { "@", NULL },
    { "tool", "run", NULL },
    { "--from", NULL },
    { "run", "-e", NULL },
    { "-p", "x", NULL },
    { "=", "-=", "--=", NULL },
    { "-", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    for (guint j = 0; j < G_N_ELEMENTS (words); j++)
      {
        g_autoptr (StoreProfile) profile = new_program (commands[i], words[j]);
        g_autoptr (GListStore) notes = g_list_store_new (APP_TYPE_CLIENT_NOTE);
        g_autoptr (GError) error = NULL;
        g_autofree char *text = app_share_dup_text (app_share_find_kind ("server-json"), profile,
                                                    NULL, notes, &error);

        g_assert_true ((text == NULL) == (error != NULL));
      }
}

static void
test_haystack (void)
{
  StoreProfile    *profiles[] = { new_secretive (), new_remote ("https://example.com/mcp"),
                                  new_deepset () };
  g_autofree char *python = g_find_program_in_path ("python3");

  if (python == NULL)
    g_test_skip ("python3 is not installed");
  for (guint i = 0; i < G_N_ELEMENTS (profiles); i++)
    {
      g_autofree char *text = dup_text (profiles[i], "haystack", NULL, NULL);
      const char      *words[] = { python, "-c", "import ast, sys; ast.parse(sys.argv[1])", text, NULL };
      g_autoptr (GError) error = NULL;
      int status = -1;

      if (python != NULL)
        {
          g_spawn_sync (NULL, (char **)words, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                        &status, &error);
          g_assert_no_error (error);
          g_assert_true (g_spawn_check_wait_status (status, &error));
        }
      g_assert_nonnull (strstr (text, "toolset = MCPToolset("));
      g_assert_true ((strstr (text, "Secret.from_env_var(") != NULL) == (i < 2));
      g_object_unref (profiles[i]);
    }
}

static McpTool *
new_tool (const char *json)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);

  return MCP_TOOL (mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document)));
}

static void
test_tools (void)
{
  g_autoptr (StoreProfile) remote = new_remote ("https://search.example:9200/_plugins/_ml/mcp");
  g_autoptr (GListStore) tools = g_list_store_new (MCP_TYPE_TOOL);
  g_autoptr (McpTool) tool = new_tool ("{\"name\": \"ListIndexTool\", \"description\": \"it's\", "
                                       "\"inputSchema\": {\"type\": \"object\", \"x\": 1.10}}");
  AppShareOptions  options = { .tools = G_LIST_MODEL (tools) };
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;

  assert_refused (remote, "opensearch-tools", STORE_ERROR_UNSUPPORTED);
  g_list_store_append (tools, tool);
  text = dup_text (remote, "opensearch-tools", &options, NULL);
  g_assert_nonnull (strstr (text, "https://search.example:9200/_plugins/_ml/mcp/tools/_register"));
  g_assert_nonnull (strstr (text, "/_update"));
  g_assert_nonnull (strstr (text, "/_list"));
  g_assert_nonnull (strstr (text, "/_remove"));
  g_assert_nonnull (strstr (text, "1.10"));
  g_shell_parse_argv (text, NULL, &words, &error);
  g_assert_no_error (error);
  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_equal (words[i], "--data-raw"))
      {
        g_autoptr (McpJsonDocument) body = mcp_json_document_parse_text (words[i + 1], -1, &error);

        g_assert_no_error (error);
      }
}

static void
test_guide (void)
{
  g_autoptr (StoreProfile) profile = new_secretive ();
  AppShareOptions  options = { .name = "a-<b>", .clients = WORDS ("cursor", "codex", "none") };
  g_autofree char *text = dup_text (profile, "install-guide", &options, NULL);

  g_assert_true (g_str_has_prefix (text, "## How to Install a-\\<b\\>\n"));
  g_assert_nonnull (strstr (text, "(https://cursor.com/en/install-mcp?name=a-%3Cb%3E&config="));
  g_assert_nonnull (strstr (text, "- `DEEPSET_API_KEY`\n"));
  g_assert_nonnull (strstr (text, "<summary>Cursor</summary>"));
  g_assert_nonnull (strstr (text, "```toml\n[mcp_servers."));
  g_assert_null (strstr (text, "<summary>Zed</summary>"));
}

static void
test_notes (void)
{
  g_autoptr (StoreProfile) profile = new_secretive ();
  g_autoptr (StoreProfile) script = new_program ("node", WORDS ("server.js"));
  g_autoptr (GListStore) notes = g_list_store_new (APP_TYPE_CLIENT_NOTE);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = app_share_dup_text (app_share_find_kind ("cursor"), profile,
                                              NULL, notes, &error);

  g_assert_no_error (error);
  g_assert_nonnull (text);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (notes)), >, 0);
  g_assert_null (app_share_dup_text (app_share_find_kind ("server-json"), script, NULL,
                                     notes, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (notes)), ==, 0);
}

void
add_share_tests (void)
{
  g_test_add_func ("/share/kinds", test_kinds);
  g_test_add_func ("/share/links", test_links);
  g_test_add_func ("/share/read-back", test_read_back);
  g_test_add_func ("/share/goose", test_goose);
  g_test_add_func ("/share/secrets", test_secrets);
  g_test_add_func ("/share/placeholders", test_placeholders);
  g_test_add_func ("/share/commands", test_commands);
  g_test_add_func ("/share/command-names", test_command_names);
  g_test_add_func ("/share/package", test_package);
  g_test_add_func ("/share/odd-packages", test_odd_packages);
  g_test_add_func ("/share/haystack", test_haystack);
  g_test_add_func ("/share/tools", test_tools);
  g_test_add_func ("/share/guide", test_guide);
  g_test_add_func ("/share/notes", test_notes);
}
