/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reading the book's text, without files. */

#include "store-tests.h"
#include "book-fixture.h"
#include "store-error.h"
#include "store-profile-reader.h"
#include "store-profile-writer.h"
#include "store-yaml-text.h"
#include "store-yaml-tree.h"

#include <string.h>

static GBytes *
text_bytes (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static void
test_read (void)
{
  g_autoptr (StoreProfile) everything = book_fixture_read_one (book_fixture_text, "everything");
  g_autoptr (StoreProfile) remote = book_fixture_read_one (book_fixture_text, "remote");
  const StoreVariables *environment = store_profile_get_endpoint (everything)->environment;

  g_assert_cmpstr (store_profile_get_endpoint (everything)->command, ==, "npx");
  g_assert_cmpstr (store_profile_get_endpoint (everything)->arguments[1], ==,
                   "@modelcontextprotocol/server-everything");
  g_assert_cmpstr (store_variables_lookup (environment, "LOG"), ==, "debug");
  g_assert_cmpstr (store_variables_get_secret (environment, 1), ==, "everything/env/API_KEY");
  g_assert_null (store_variables_get_value (environment, 1));
  g_assert_cmpint (store_profile_get_endpoint (remote)->transport, ==, STORE_TRANSPORT_AUTO);
  g_assert_cmpint (store_profile_get_decisions (remote)->approval, ==, STORE_APPROVAL_AUTO);
  g_assert_cmpstr (store_profile_get_name (remote), ==, "remote");
}

static void
test_read_all_keys (void)
{
  g_autoptr (StoreProfile) profile = book_fixture_read_one (
      "servers:\n  a:\n    name: 'A: b'\n    transport: sse\n    url: http://x/y\n"
      "    cwd: /srv\n    deadlines: {connect: 1, request: 2, total: 3, "
      "tools: {slow: 4, none: 0, odd: soon}}\n"
      "    authorization: {type: basic, user: me, password: {secret: a/authorization/password}}\n"
      "    tools: {delete_all: never}\n    presets: {n: 1.10, s: word, q: \"42\", l: [1, a, {b: "
      "null}]}\n"
      "    pinned: yes\n    enabled: off\n    origin: pasted\n    confirmed: sha256:00\n",
      "a");
  const StoreVariables *presets = store_profile_get_decisions (profile)->presets;

  g_assert_cmpstr (store_profile_get_name (profile), ==, "A: b");
  g_assert_cmpint (store_profile_get_endpoint (profile)->transport, ==, STORE_TRANSPORT_SSE);
  g_assert_cmpuint (store_profile_get_conversation (profile)->connect_timeout, ==, 1);
  g_assert_cmpuint (store_profile_get_conversation (profile)->total_timeout, ==, 3);
  g_assert_cmpuint (store_profile_get_tool_timeout (profile, "slow"), ==, 4);
  g_assert_cmpuint (store_profile_get_tool_timeout (profile, "none"), ==, 0);
  g_assert_cmpuint (store_profile_get_tool_timeout (profile, "odd"), ==, 0);
  g_assert_cmpuint (store_profile_get_tool_timeout (profile, NULL), ==, 0);
  g_assert_cmpint (store_profile_get_endpoint (profile)->authorization, ==,
                   STORE_AUTHORIZATION_BASIC);
  g_assert_cmpstr (
      store_variables_lookup (store_profile_get_endpoint (profile)->credentials, "user"), ==, "me");
  g_assert_cmpint (store_profile_get_tool_approval (profile, "delete_all"), ==,
                   STORE_APPROVAL_NEVER);
  g_assert_cmpint (store_profile_get_tool_approval (profile, "x"), ==, STORE_APPROVAL_DEFAULT);
  g_assert_cmpstr (store_variables_lookup (presets, "n"), ==, "1.10");
  g_assert_cmpstr (store_variables_lookup (presets, "s"), ==, "\"word\"");
  g_assert_cmpstr (store_variables_lookup (presets, "q"), ==, "\"42\"");
  g_assert_cmpstr (store_variables_lookup (presets, "l"), ==, "[1,\"a\",{\"b\":null}]");
  g_assert_true (store_profile_get_decisions (profile)->pinned);
  g_assert_false (store_profile_get_decisions (profile)->enabled);
  g_assert_cmpint (store_profile_get_decisions (profile)->origin, ==, STORE_ORIGIN_PASTED);
}

static void
test_duplicates (void)
{
  static const char text[] =
      "servers:\n  a: {command: x}\n  b: {name: N, command: x}\n  a: {command: y}\n"
      "  c: {name: N, command: z}\n";
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (GPtrArray) profiles = book_fixture_read (text, &findings);
  g_autoptr (GBytes) bytes = text_bytes (text);
  g_autoptr (GError) error = NULL;
  StoreProfileFinding *finding;

  g_assert_cmpuint (profiles->len, ==, 3);
  g_assert_cmpuint (findings->len, ==, 2);
  finding = g_ptr_array_index (findings, 0);
  g_assert_cmpuint (finding->line, ==, 4);
  g_assert_cmpuint (finding->column, ==, 3);
  g_assert_cmpstr (finding->id, ==, "a");
  g_assert_null (store_profile_writer_remove (bytes, "a", &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_DUPLICATE);
}

static void
test_findings (void)
{
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (GPtrArray) profiles = book_fixture_read (
      "servers:\n  a: 5\n  b: {command: [x], args: y, env: [z], pinned: maybe, approval: no way,\n"
      "      deadlines: {connect: soon}, origin: moon}\n  c: {url: 'ftp://x'}\n  [d]: {command: "
      "x}\n"
      "  e: {command: x}\n---\nmore: true\n",
      &findings);

  g_assert_cmpuint (profiles->len, ==, 3);
  g_assert_cmpuint (findings->len, >=, 10);
}

static void
assert_broken (const char *text, guint line, guint column)
{
  g_autoptr (GBytes) bytes = text_bytes (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreYamlTree) tree = store_yaml_tree_new (bytes, &error);
  g_autoptr (GPtrArray) findings =
      g_ptr_array_new_with_free_func ((GDestroyNotify)store_profile_finding_free);
  g_autoptr (GPtrArray) profiles =
      tree != NULL ? store_profile_reader_read (tree, findings, &error) : NULL;
  guint got_line = 0, got_column = 0;

  g_assert_null (profiles);
  g_assert_error (error, STORE_ERROR, STORE_ERROR_SYNTAX);
  g_assert_true (store_error_get_place (error, &got_line, &got_column));
  g_assert_cmpuint (got_line, ==, line);
  if (column > 0)
    g_assert_cmpuint (got_column, ==, column);
}

static void
test_broken (void)
{
  g_autofree char *brackets = g_strnfill (200 * 1024, '[');
  g_autoptr (GString) laughs = g_string_new ("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");

  assert_broken ("servers:\n  a: {command: x\n  b: y\n", 3, 0);
  assert_broken ("servers:\n\tb: y\n", 2, 1);
  assert_broken ("- a\n", 1, 1);
  assert_broken ("servers: [a]\n", 1, 10);
  assert_broken ("servers:\n  \"\303\244\": \377\n", 2, 8);
  assert_broken ("servers:\n  a: *nothing\n", 2, 6);
  assert_broken ("servers: &s\n  a: *s\n", 2, 6);
  assert_broken (brackets, 1, 0);
  for (int i = 1; i < 12; i++)
    g_string_append_printf (laughs,
                            "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n", i,
                            i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
  {
    g_autoptr (GBytes) bytes = text_bytes (laughs->str);
    g_autoptr (GError) error = NULL;

    g_assert_null (store_yaml_tree_new (bytes, &error));
    g_assert_error (error, STORE_ERROR, STORE_ERROR_SYNTAX);
  }
}

static void
test_texts (void)
{
  static const char *const texts[] = { "",
                                       " ",
                                       "a",
                                       " a",
                                       "a ",
                                       "a: b",
                                       "a #b",
                                       "#a",
                                       "yes",
                                       "No",
                                       "null",
                                       "~",
                                       "1",
                                       "1e3",
                                       "0x1F",
                                       "1_000",
                                       "-1",
                                       "-y",
                                       "--flag",
                                       "---",
                                       "-",
                                       "- a",
                                       "?",
                                       "? a",
                                       ":",
                                       "a:",
                                       ":a",
                                       "[a",
                                       "a]",
                                       "{a}",
                                       "a,b",
                                       "&a",
                                       "*a",
                                       "!a",
                                       "|",
                                       ">",
                                       "%a",
                                       "@a",
                                       "`a",
                                       "\"a\"",
                                       "'a'",
                                       "a'b",
                                       "\\",
                                       "a\nb",
                                       "a\r\nb",
                                       "\ta",
                                       "\303\244",
                                       "\342\200\250",
                                       "\302\205",
                                       "\357\273\277",
                                       "\xf0\x9f\x98\x80",
                                       "\342\200\256x",
                                       "\x7f",
                                       "\x01",
                                       "2026-11-20",
                                       "12:30:45",
                                       ".5",
                                       ".inf",
                                       "..",
                                       ".",
                                       "<<",
                                       "=",
                                       "https://example.com/a?b=c&d=#e",
                                       "~/x",
                                       "${env:X}",
                                       "$X",
                                       "a  b",
                                       "on",
                                       "+1",
                                       "C:\\x",
                                       "a:b",
                                       "a::b",
                                       "/srv/x y",
                                       "0o17",
                                       "0b1",
                                       "1.2.3",
                                       "e5",
                                       "(x)",
                                       "x)",
                                       "^",
                                       "a/b@c",
                                       "a?",
                                       "true",
                                       "\357\277\277" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint flow = 0; flow < 2; flow++)
      {
        g_autoptr (GString) yaml = g_string_new (flow ? "[k, " : "k: ");
        g_autoptr (StoreYamlTree) tree = NULL;
        g_autoptr (GBytes) bytes = NULL;
        g_autoptr (GError) error = NULL;
        g_autofree char *json = NULL;
        StoreYamlNode   *node;

        store_yaml_append_text (yaml, texts[i], strlen (texts[i]));
        g_string_append (yaml, flow ? "]\n" : "\n");
        bytes = g_bytes_new (yaml->str, yaml->len);
        tree = store_yaml_tree_new (bytes, &error);
        g_assert_no_error (error);
        node = flow ? g_ptr_array_index (tree->root->children, 1)
                    : store_yaml_node_lookup (tree->root, "k");
        if (!store_yaml_node_is_text (node, texts[i]))
          g_error ("%s came back as %s", yaml->str, node->text);
        /* and as a text, not as a number or null */
        json = store_yaml_node_dup_json (node, 1024 * 1024);
        g_assert_cmpint (json[0], ==, '"');
      }
}

static void
test_ids (void)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
  const struct
  {
    const char *wanted, *name, *id;
  } cases[] = { { NULL, "My Server!", "my-server" },
                { NULL, "", "server" },
                { "x y", "N", "x y" },
                { "a", "a", "a-2" },
                { NULL, "\303\204rger", "arger" },
                { NULL, "\xe4\xbd\xa0", "server" } };

  g_hash_table_add (taken, (gpointer) "a");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *id = store_profile_writer_choose_id (taken, cases[i].wanted, cases[i].name);

      g_assert_cmpstr (id, ==, cases[i].id);
    }
}

void
add_yaml_tests (void)
{
  g_test_add_func ("/yaml/read", test_read);
  g_test_add_func ("/yaml/read-all-keys", test_read_all_keys);
  g_test_add_func ("/yaml/duplicates", test_duplicates);
  g_test_add_func ("/yaml/findings", test_findings);
  g_test_add_func ("/yaml/broken", test_broken);
  g_test_add_func ("/yaml/texts", test_texts);
  g_test_add_func ("/yaml/ids", test_ids);
}
