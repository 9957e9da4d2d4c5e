/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One table of a TOML text changes, and no other byte. */

#include "store-tests.h"
#include "store-error.h"
#include "store-toml-editor.h"
#include "store-toml.h"

#include <string.h>

#define PATH(...) ((const char *const[]){ "mcp_servers", __VA_ARGS__, NULL })

static StoreTomlEditor *
open_text (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  StoreTomlEditor *editor = store_toml_editor_new (bytes, &error);

  g_assert_no_error (error);
  return editor;
}

/* @json: (nullable): %NULL removes. Returns: (nullable): NULL where it cannot be edited */
static char *
edit (const char *text, const char *name, const char *json)
{
  g_autoptr (StoreTomlEditor) editor = open_text (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) after = json != NULL
                                 ? store_toml_editor_set (editor, PATH (name), json, &error)
                                 : store_toml_editor_remove (editor, PATH (name), &error);

  if (after == NULL)
    {
      g_assert_true (g_error_matches (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NOT_EDITABLE) ||
                     g_error_matches (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NOT_FOUND));
      return NULL;
    }
  return g_strndup (g_bytes_get_data (after, NULL), g_bytes_get_size (after));
}

static void
assert_edit (const char *text, const char *name, const char *json, const char *expected)
{
  g_autofree char *after = edit (text, name, json);

  g_assert_cmpstr (after, ==, expected);
}

static void
test_add (void)
{
  assert_edit ("", "a", "{\"command\":\"x\",\"args\":[\"1\",\"\\u007f\"],\"env\":{\"K L\":\"v\"}}",
               "[mcp_servers.a]\ncommand = \"x\"\nargs = [\"1\", \"\\u007F\"]\n"
               "env = { \"K L\" = \"v\" }\n");
  assert_edit ("model = 'o' # mine\n", "a b", "{\"url\":\"u\"}",
               "model = 'o' # mine\n\n[mcp_servers.\"a b\"]\nurl = \"u\"\n");
  /* One that begins with a table is no list of tables. */
  assert_edit ("", "a", "{\"env\":{\"K\":\"v\"},\"command\":\"x\"}",
               "[mcp_servers.a]\nenv = { K = \"v\" }\ncommand = \"x\"\n");
  /* A text without a line end at its end has none afterwards either. */
  assert_edit ("model = 'o'", "a", "{\"url\":\"u\"}",
               "model = 'o'\n\n[mcp_servers.a]\nurl = \"u\"");
  assert_edit ("x = 1\r\n", "a", "{\"url\":\"u\"}",
               "x = 1\r\n\r\n[mcp_servers.a]\r\nurl = \"u\"\r\n");
  /* Behind its siblings; what is said above the next table stays there. */
  assert_edit ("[mcp_servers.b]\nurl = \"b\"\n# of b\n\n# of t\n[t]\nx = 1\n", "a", "{\"url\":\"u\"}",
               "[mcp_servers.b]\nurl = \"b\"\n# of b\n\n[mcp_servers.a]\nurl = \"u\"\n\n"
               "# of t\n[t]\nx = 1\n");
}

static void
test_change (void)
{
  static const char text[] = "# first\n[mcp_servers.a] # here\n"
                             "command = 'x' # why\n"
                             "args = [\n  'one', # 1\n  'two',\n]\n"
                             "enabled = true\n\n"
                             "[mcp_servers.a.env]\nA = '1' # a\nB = '2'\n\n"
                             "# neighbour\n[mcp_servers.b]\nurl = 'b'\n";

  /* Equal: not one byte. */
  assert_edit (text, "a",
               "{\"enabled\":true,\"command\":\"x\",\"args\":[\"one\",\"two\"],"
               "\"env\":{\"A\":\"1\",\"B\":\"2\"}}",
               text);
  /* A value, a key more in the inner table, a key less. */
  assert_edit (text, "a",
               "{\"command\":\"y\",\"args\":[\"one\",\"two\"],"
               "\"env\":{\"A\":\"1\",\"B\":\"2\",\"C\":\"3\"}}",
               "# first\n[mcp_servers.a] # here\n"
               "command = \"y\" # why\n"
               "args = [\n  'one', # 1\n  'two',\n]\n\n"
               "[mcp_servers.a.env]\nA = '1' # a\nB = '2'\nC = \"3\"\n\n"
               "# neighbour\n[mcp_servers.b]\nurl = 'b'\n");
  /* The inner table goes, a key comes. */
  assert_edit (text, "a",
               "{\"command\":\"x\",\"args\":[\"one\",\"two\"],\"enabled\":true,\"cwd\":\"/\"}",
               "# first\n[mcp_servers.a] # here\n"
               "command = 'x' # why\n"
               "args = [\n  'one', # 1\n  'two',\n]\n"
               "enabled = true\ncwd = \"/\"\n\n"
               "# neighbour\n[mcp_servers.b]\nurl = 'b'\n");
}

static void
test_remove (void)
{
  static const char text[] = "x = 1\n\n[mcp_servers.a]\nurl = 'a'\n# inside\ncwd = '/'\n\n"
                             "[mcp_servers.a.env]\nA = '1'\n\n# of t\n[t]\ny = 2\n";

  assert_edit (text, "a", NULL, "x = 1\n\n# of t\n[t]\ny = 2\n");
  assert_edit (text, "b", NULL, NULL);
}

/* Keys may stand dotted, quoted, inline, or in the parent's table. */
static void
test_spellings (void)
{
  assert_edit ("mcp_servers.a.url = 'x' # c\nmodel = 1\n", "a", "{\"url\":\"y\",\"enabled\":true}",
               "mcp_servers.a.url = \"y\" # c\nmcp_servers.a.enabled = true\nmodel = 1\n");
  assert_edit ("[mcp_servers]\n\"a\" = { url = 'x' } # c\n", "a", "{\"url\":\"y\"}",
               "[mcp_servers]\n\"a\" = { url = \"y\" } # c\n");
  assert_edit ("[mcp_servers]\na.url = 'x'\nb.url = 'z'\n", "a", "{\"url\":\"x\",\"n\":1}",
               "[mcp_servers]\na.url = 'x'\na.n = 1\nb.url = 'z'\n");
  assert_edit ("[mcp_servers]\na.url = 'x'\nb.url = 'z'\n", "a", NULL,
               "[mcp_servers]\nb.url = 'z'\n");
  assert_edit ("[ mcp_servers . 'a' ]\nurl='x'\n", "a", "{\"url\":\"y\"}",
               "[ mcp_servers . 'a' ]\nurl=\"y\"\n");
  assert_edit ("[mcp_servers.a.env]\nA = '1'\n", "a", "{\"env\":{\"A\":\"1\"},\"command\":\"c\"}",
               "[mcp_servers.a]\ncommand = \"c\"\n\n[mcp_servers.a.env]\nA = '1'\n");
  assert_edit ("x = 1\n\n[mcp_servers.a.env]\nA = '1'\n", "a",
               "{\"env\":{\"A\":\"1\"},\"command\":\"c\",\"args\":[\"x\"]}",
               "x = 1\n\n[mcp_servers.a]\ncommand = \"c\"\nargs = [\"x\"]\n\n"
               "[mcp_servers.a.env]\nA = '1'\n");
  /* Not ours to take apart. */
  assert_edit ("mcp_servers = { a = { url = 'x' } }\n", "a", "{\"url\":\"y\"}", NULL);
  assert_edit ("[[mcp_servers]]\nname = 'a'\n", "a", "{\"url\":\"y\"}", NULL);
  assert_edit ("[[mcp_servers.a]]\nurl = 'x'\n", "a", "{\"url\":\"y\"}", NULL);
  assert_edit ("[[mcp_servers.a]]\n", "a", "{}", NULL);
  assert_edit ("[mcp_servers.a]\nurl = 'x'\n[[mcp_servers.a.env]]\nA = '1'\n", "a",
               "{\"url\":\"x\",\"env\":{\"A\":\"1\"}}",
               "[mcp_servers.a]\nurl = 'x'\nenv = { A = \"1\" }\n");
}

static void
test_bad (void)
{
  static const char *const texts[] = { "[mcp_servers.a\n", "a = \n", "a = 'x\n", "a = 1\na = 2\n",
                                       "[a]\nb = 1\n[a]\nc = 2\n",
                                       "[a]\nb = 1 c = 2\n", "\xff = 1\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (texts[i], strlen (texts[i]));
      g_autoptr (GError) error = NULL;

      g_assert_null (store_toml_editor_new (bytes, &error));
      g_assert_nonnull (error);
    }
}

/* Made up */

static char *
make_table (GRand *rand)
{
  GString *json = g_string_new ("{\"command\":\"c\"");

  if (g_rand_boolean (rand))
    g_string_append_printf (json, ",\"args\":[\"%d\",\"a\\\"b\\\\\"]", g_rand_int_range (rand, 0, 9));
  if (g_rand_boolean (rand))
    g_string_append_printf (json, ",\"timeout\":%d.5", g_rand_int_range (rand, 0, 9));
  if (g_rand_boolean (rand))
    g_string_append_printf (json, ",\"env\":{\"A.%d\":\"ü\\n\",\"B\":\"\"}",
                            g_rand_int_range (rand, 0, 3));
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

static char *
make_text (GRand *rand)
{
  static const char *const pieces[] = {
    "# a remark\n", "\n", "[other]\nx = [1, # one\n 2]\n", "[mcp_servers.n0]\nurl = 'u' # r\n",
    "[mcp_servers.n1]\ncommand = \"c\"\nargs = [ '1' ]\n\n[mcp_servers.n1.env]\nB = \"\"\n# end\n",
    "[mcp_servers.\"n 2\"]\nenv = { A = 'x', B = '' }\ntimeout = 1.5\n", "[[list]]\ny = '''\n[a]\n'''\n",
    "[third] # t\nd.e = 2020-01-01\n"
  };
  GString *text = g_string_new ("top = 1\n");
  guint    used = 0;

  for (guint i = 0; i < 6; i++)
    {
      guint piece = (guint)g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces));

      if (piece > 1 && (used & 1u << piece) != 0)
        continue;
      used |= 1u << piece;
      g_string_append (text, pieces[piece]);
    }
  if (g_rand_boolean (rand))
    g_string_truncate (text, text->len - 1);
  return g_string_free (text, FALSE);
}

/* Whether every line of @before that is not of the table called @name is in @after, in order. */
static gboolean
keeps_others (const char *before, const char *after, const char *name)
{
  g_auto (GStrv) lines = g_strsplit (before, "\n", -1);
  g_autofree char *header = g_strdup_printf ("[mcp_servers.%s", name);
  gboolean         own = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *found;

      if (*lines[i] == '[')
        own = g_str_has_prefix (lines[i], header);
      if (own || *lines[i] == '\0')
        continue;
      found = strstr (after, lines[i]);
      if (found == NULL)
        return FALSE;
      after = found + strlen (lines[i]);
    }
  return TRUE;
}

static void
assert_same_lines (const char *a, const char *b)
{
  g_autoptr (GRegex) empty = g_regex_new ("\n+", 0, 0, NULL);
  g_autofree char *one = g_regex_replace_literal (empty, a, -1, 0, "\n", 0, NULL);
  g_autofree char *other = g_regex_replace_literal (empty, b, -1, 0, "\n", 0, NULL);

  g_assert_cmpstr (g_strchomp (one), ==, g_strchomp (other));
}

static void
test_made_up (void)
{
  static const char *const names[] = { "n0", "n1", "\"n 2\"", "new" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);

  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *text = make_text (rand);
      g_autofree char *json = make_table (rand);
      const char      *quoted = names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))];
      const char      *name = *quoted == '"' ? "n 2" : quoted;
      g_autofree char *after = edit (text, name, json);
      g_autoptr (StoreTomlEditor) before = open_text (text);
      g_autofree char *again = NULL, *removed = NULL;

      g_test_message ("%u: %s\n%s", i, json, text);
      g_assert_nonnull (after);
      g_assert_true (keeps_others (text, after, quoted));
      again = edit (after, name, json);
      g_assert_cmpstr (again, ==, after);
      removed = edit (after, name, NULL);
      g_assert_nonnull (removed);
      g_assert_true (keeps_others (text, removed, quoted));
      /* What was added and taken away leaves nothing but an empty line. */
      if (!mcp_json_value_exists (store_toml_editor_get (before, PATH (name))))
        assert_same_lines (removed, text);
    }
}

void
add_toml_editor_tests (void)
{
  g_test_add_func ("/toml-editor/add", test_add);
  g_test_add_func ("/toml-editor/change", test_change);
  g_test_add_func ("/toml-editor/remove", test_remove);
  g_test_add_func ("/toml-editor/spellings", test_spellings);
  g_test_add_func ("/toml-editor/bad", test_bad);
  g_test_add_func ("/toml-editor/made-up", test_made_up);
}
