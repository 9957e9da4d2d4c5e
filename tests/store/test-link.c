/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Links and commands by which applications take a server in. */

#include "store-tests.h"
#include "store-client-link.h"
#include "store-error.h"

#include "mcp-json-value.h"

#include <string.h>

/* Name, then the summary */
static void
assert_profile (StoreProfile *profile, const char *name, const char *summary)
{
  g_autofree char *got = store_profile_dup_summary (profile);

  g_assert_cmpstr (store_profile_get_name (profile), ==, name);
  g_assert_cmpstr (got, ==, summary);
  g_assert_true (store_profile_get_decisions (profile)->origin == STORE_ORIGIN_PASTED);
}

static StoreProfile *
read_link (const char *link)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  StoreProfile *profile;

  g_assert_true (store_client_link_is_one (link));
  profile = store_client_link_read (link, notes, &error);
  g_assert_no_error (error);
  return profile;
}

static StoreProfile *
read_command (const char *line)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  StoreProfile *profile;

  g_assert_true (store_client_command_is_one (line));
  profile = store_client_command_read (line, notes, &error);
  g_assert_no_error (error);
  return profile;
}

#define BASE64 "eyJjb21tYW5kIjoidXZ4IiwiYXJncyI6WyJkZWVwc2V0LW1jcCJdfQ"
#define JSON "%7B%22name%22%3A%22deepset%22%2C%22command%22%3A%22uvx%22%2C%22args%22%3A%5B%22deepset-mcp%22%5D%7D"

static void
test_links (void)
{
  static const char *const all[] = {
    "cursor://anysphere.cursor-deeplink/mcp/install?name=deepset&config=" BASE64 "%3D%3D",
    "cursor://anysphere.cursor-deeplink/mcp/install?config=" BASE64 "==&name=deepset",
    "https://cursor.com/en/install-mcp?name=deepset&config=" BASE64 "%3D%3D",
    "lmstudio://add_mcp?name=deepset&config=" BASE64 "%3D%3D",
    "https://lmstudio.ai/install-mcp?name=deepset&config=" BASE64 "%3D%3D",
    "vscode:mcp/install?" JSON,
    "vscode-insiders:mcp/install?" JSON,
    "vsweb+mcp:/install?" JSON,
    "raycast://mcp/install?" JSON,
    "https://vscode.dev/redirect/mcp/install?name=deepset&config=" JSON,
    "goose://extension?cmd=uvx&arg=deepset-mcp&id=x&name=deepset",
    "spyglass:add?name=deepset&config=" JSON,
    "spyglass:add?name=deepset&config=" BASE64 "%3D%3D",
    "SPYGLASS:Add?config=" JSON "#top",
    "spyglass://add?name=deepset&config=" JSON,
    "spyglass:///add?name=deepset&config=" JSON,
    "spyglass://add/?name=deepset&config=" JSON,
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (StoreProfile) profile = read_link (all[i]);

      assert_profile (profile, "deepset", "uvx deepset-mcp");
    }
  g_autoptr (StoreProfile) remote =
      read_link ("goose://extension?url=https%3A%2F%2Fa.example%2Fmcp&name=A%20b");
  assert_profile (remote, "A b", "https://a.example/mcp");
}

static void
test_bad_links (void)
{
  static const char *const all[] = {
    "cursor://anysphere.cursor-deeplink/mcp/install?name=x",
    "cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=%%%",
    "cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=bm8ganNvbg==",
    "vscode:mcp/install?%7B%7D",
    "vscode:mcp/install?%00",
    "vscode:mcp/install?%7B%22url%22%3A%22javascript%3Aalert(1)%22%7D",
    "goose://extension?id=x",
    "https://example.com/",
    "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);

      g_assert_null (store_client_link_read (all[i], notes, &error));
      g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
    }
  g_assert_false (store_client_link_is_one ("https://cursor.com.evil.example/install-mcp?config="));
}

static void
test_commands (void)
{
  static const struct
  {
    const char *line;
    const char *name;
    const char *summary;
  } cases[] = {
    { "claude mcp add files -- npx -y @a/files /tmp -e X=1", "files",
      "npx -y @a/files /tmp -e X=1" },
    { "$ claude mcp add files -s user -e A=1 --env B=2 -- npx files", "files", "npx files" },
    { "claude mcp add --transport http linear https://mcp.linear.app/mcp", "linear",
      "https://mcp.linear.app/mcp" },
    { "claude mcp add-json x '{\"command\": \"uvx\", \"args\": [\"y\"]}' --scope user", "x",
      "uvx y" },
    { "codex mcp add files --env A=1 -- npx -y files", "files", "npx -y files" },
    { "codex mcp add remote --url https://a.example/mcp --bearer-token-env-var TOK", "remote",
      "https://a.example/mcp" },
    { "gemini mcp add -s user -t http r https://a.example/mcp --header 'X: y'", "r",
      "https://a.example/mcp" },
    { "gemini mcp add files npx -y files --port 5", "files", "npx -y files --port 5" },
    { "code --add-mcp '{\"name\": \"d\", \"type\": \"stdio\", \"command\": \"uvx\", \"args\": "
      "[\"d\"]}'",
      "d", "uvx d" },
    { "claude mcp add files \\\n  -- npx files", "files", "npx files" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StoreProfile) profile = read_command (cases[i].line);

      assert_profile (profile, cases[i].name, cases[i].summary);
    }
  g_autoptr (StoreProfile) variables = read_command (cases[1].line);
  g_assert_cmpstr (
      store_variables_lookup (store_profile_get_endpoint (variables)->environment, "B"), ==, "2");
  g_autoptr (StoreProfile) token = read_command (cases[5].line);
  g_assert_cmpstr (
      store_variables_lookup (store_profile_get_endpoint (token)->headers, "Authorization"), ==,
      "Bearer ${TOK}");
  g_autoptr (StoreProfile) header = read_command (cases[6].line);
  g_assert_cmpstr (store_variables_lookup (store_profile_get_endpoint (header)->headers, "X"), ==,
                   "y");
}

static void
test_bad_commands (void)
{
  static const char *const all[] = {
    "claude mcp add",
    "claude mcp add x",
    "claude mcp add --what x y",
    "claude mcp add x -e",
    "claude mcp add-json x",
    "claude mcp add-json x '{}'",
    "code --add-mcp",
    "code --add-mcp '[]'",
    "npx files",
    "claude mcp list",
    "claude 'mcp",
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);

      g_assert_null (store_client_command_read (all[i], notes, &error));
      g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
    }
}

/* What the applications themselves show */
static void
test_example (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("SPYGLASS_SHARED_DATA"), "client-configs", "deeplinks.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue each;
  McpJsonIter  iter;
  guint        n = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_skip ("no examples here");
      return;
    }
  document = mcp_json_document_parse_text (text, -1, NULL);
  mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
  while (mcp_json_iter_next (&iter, NULL, &each))
    {
      g_autofree char *link = mcp_json_value_dup_string (each, NULL);
      g_autoptr (StoreProfile) profile =
          g_str_has_prefix (link, "code ") ? read_command (link) : read_link (link);

      assert_profile (profile, "deepset", "uvx deepset-mcp");
      n++;
    }
  g_assert_cmpuint (n, ==, 10);
}

void
add_link_tests (void)
{
  g_test_add_func ("/link/links", test_links);
  g_test_add_func ("/link/bad-links", test_bad_links);
  g_test_add_func ("/link/commands", test_commands);
  g_test_add_func ("/link/bad-commands", test_bad_commands);
  g_test_add_func ("/link/example", test_example);
}
