/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One member of a YAML text changes, and no other byte. */

#include "store-tests.h"
#include "store-error.h"
#include "store-yaml-member-editor.h"

#include "mcp-json-writer.h"

#include <string.h>

#define PATH(...) ((const char *const[]){ "extensions", __VA_ARGS__, NULL })

static StoreYamlMemberEditor *
open_text (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  StoreYamlMemberEditor *editor = store_yaml_member_editor_new (bytes, &error);

  g_assert_no_error (error);
  return editor;
}

/* @json: (nullable): %NULL removes. Returns: (nullable): NULL where it cannot be edited */
static char *
edit (const char *text, const char *name, const char *json)
{
  g_autoptr (StoreYamlMemberEditor) editor = open_text (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) after =
      json != NULL ? store_yaml_member_editor_set (editor, PATH (name), json, &error)
                   : store_yaml_member_editor_remove (editor, PATH (name), &error);

  if (after == NULL)
    {
      g_assert_cmpint (error->domain, ==, MCP_JSON_ERROR);
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

/* What is added and taken away again leaves nothing. */
static void
assert_added (const char *text, const char *json, const char *expected)
{
  g_autofree char *after = edit (text, "a", json);
  g_autofree char *back = NULL;

  g_assert_cmpstr (after, ==, expected);
  back = edit (after, "a", NULL);
  g_assert_cmpstr (back, ==, text);
}

#define SERVER                                                          \
  "{\"enabled\":true,\"cmd\":\"uvx\",\"args\":[\"-y\",\"1\",\"@s/p\"]," \
  "\"envs\":{\"A\":\"b\"},\"timeout\":300,\"tools\":[],\"none\":null}"

static void
test_add (void)
{
  assert_added ("# mine\nGOOSE: x # y\nextensions:\n  b:\n    cmd: z\n  # after b\n\n# of c\nc: 1\n",
                SERVER,
                "# mine\nGOOSE: x # y\nextensions:\n  b:\n    cmd: z\n  # after b\n"
                "  a:\n    enabled: true\n    cmd: uvx\n    args:\n      - -y\n      - \"1\"\n"
                "      - \"@s/p\"\n    envs:\n      A: b\n    timeout: 300\n    tools: []\n"
                "    none: null\n\n# of c\nc: 1\n");
  /* The file's own indentation, lists beside their key, its line ends. */
  assert_added ("extensions:\r\n    b:\r\n        args:\r\n        - x\r\n", SERVER,
                "extensions:\r\n    b:\r\n        args:\r\n        - x\r\n"
                "    a:\r\n        enabled: true\r\n        cmd: uvx\r\n        args:\r\n"
                "        - -y\r\n        - \"1\"\r\n        - \"@s/p\"\r\n        envs:\r\n"
                "            A: b\r\n        timeout: 300\r\n        tools: []\r\n"
                "        none: null\r\n");
  /* Nothing there yet */
  assert_edit ("", "a", "{\"x\":1}", "extensions:\n  a:\n    x: 1\n");
  assert_edit ("# only this\n", "a", "{\"x\":1}", "# only this\nextensions:\n  a:\n    x: 1\n");
  assert_edit ("c: 1", "a", "{\"x\":1}", "c: 1\nextensions:\n  a:\n    x: 1");
  assert_edit ("extensions:\nc: 1\n", "a", "{\"x\":1}", "extensions:\n  a:\n    x: 1\nc: 1\n");
  assert_edit ("extensions: # none\nc: 1\n", "a", "{}", "extensions: # none\n  a: {}\nc: 1\n");
  assert_edit ("extensions: ~\n", "a", "{\"x\":1}", "extensions:\n  a:\n    x: 1\n");
  assert_added ("extensions: {} # none\nc: 1\n", "{\"x\":1}",
                "extensions: # none\n  a:\n    x: 1\nc: 1\n");
  /* No line break at the end, a mark at the beginning, another document, a text in lines */
  assert_added ("extensions:\n  b: 1", "{\"x\":1}", "extensions:\n  b: 1\n  a:\n    x: 1");
  assert_added ("\357\273\277extensions:\n  b: 1\n", "{\"x\":1}",
                "\357\273\277extensions:\n  b: 1\n  a:\n    x: 1\n");
  assert_added ("---\nextensions:\n  b: 1\n---\nextensions: 2\n", "{\"x\":1}",
                "---\nextensions:\n  b: 1\n  a:\n    x: 1\n---\nextensions: 2\n");
  assert_added ("extensions:\n  b: |\n    one\n\n    two\n\n\nc: 1\n", "{\"x\":1}",
                "extensions:\n  b: |\n    one\n\n    two\n  a:\n    x: 1\n\n\nc: 1\n");
  /* Objects in a list: the members stand below each other. */
  assert_added ("extensions:\n  b: 1\n",
                "{\"l\":[{\"p\":1,\"q\":{\"r\":2},\"s\":[{\"t\":3,\"u\":4}]},{}]}",
                "extensions:\n  b: 1\n  a:\n    l:\n      - p: 1\n        q:\n          r: 2\n"
                "        s:\n          - t: 3\n            u: 4\n      - {}\n");
  /* Not ASCII before it: places count bytes. */
  assert_added ("ü: \"äöü😀\"\nextensions:\n  é: ß # 😀\n# 😀\nc: 1\n", "{\"x\":\"😀\"}",
                "ü: \"äöü😀\"\nextensions:\n  é: ß # 😀\n  a:\n    x: \"😀\"\n# 😀\nc: 1\n");
}

static void
test_brackets (void)
{
  assert_added ("extensions: {b: {x: 1}} # c\n", "{\"x\":[\"p\",\"2\"]}",
                "extensions: {b: {x: 1}, a: {x: [p, \"2\"]}} # c\n");
  assert_added ("{\n  \"extensions\": {\n    \"b\": 1 # c\n  }\n}\n", "{\"x\":\"y\"}",
                "{\n  \"extensions\": {\n    \"b\": 1,\n    \"a\": {\"x\": \"y\"} # c\n  }\n}\n");
  assert_added ("extensions: {b: 1,}\n", "{}", "extensions: {b: 1, a: {},}\n");
  assert_edit ("extensions: {a: {x: 1, y: 2, z: [1, 2, 3]}, b: 1}\n", "a",
               "{\"y\":2,\"z\":[1,4],\"w\":\"t\"}",
               "extensions: {a: {y: 2, z: [1, 4], w: t}, b: 1}\n");
  assert_edit ("extensions: {a: {x: 1}, b: 1}\n", "a", NULL, "extensions: {b: 1}\n");
  assert_edit ("extensions: {b: 1, # of b\n  a: 2}\n", "a", NULL,
               "extensions: {b: 1, # of b\n  }\n");
}

static void
test_change (void)
{
  static const char text[] = "extensions:\n"
                             "  # above\n"
                             "  a: # here\n"
                             "    cmd: 'x' # why\n"
                             "    args: # words\n"
                             "      - one # 1\n"
                             "      - \"two\"\n"
                             "    timeout: 1.50\n"
                             "    envs: {A: '1', B: \"2\"}\n"
                             "    # inside\n"
                             "  # neighbour\n"
                             "  b: {}\n";

  /* Equal: not one byte. */
  assert_edit (text, "a",
               "{\"timeout\":1.5,\"cmd\":\"x\",\"args\":[\"one\",\"two\"],"
               "\"envs\":{\"A\":\"1\",\"B\":\"2\"}}",
               text);
  assert_edit (text, "a",
               "{\"timeout\":1.5,\"cmd\":\"it's\",\"args\":[\"one\",\"2\",\"two\"],"
               "\"envs\":{\"A\":\"3\",\"B\":\"2\",\"C\":\"c\"}}",
               "extensions:\n  # above\n  a: # here\n    cmd: 'it''s' # why\n    args: # words\n"
               "      - one # 1\n      - \"2\"\n      - \"two\"\n"
               "    timeout: 1.50\n    envs: {A: '3', B: \"2\", C: c}\n    # inside\n"
               "  # neighbour\n  b: {}\n");
  /* Kinds change. */
  assert_edit (text, "a", "{\"cmd\":[\"x\",\"w\"],\"args\":\"one\",\"timeout\":{\"r\":1},\"envs\":{}}",
               "extensions:\n  # above\n  a: # here\n    cmd: # why\n      - x\n      - w\n"
               "    args: one # words\n    timeout:\n      r: 1\n    envs: {}\n    # inside\n"
               "  # neighbour\n  b: {}\n");
  assert_edit (text, "a", NULL, "extensions:\n  # above\n  # neighbour\n  b: {}\n");
  assert_edit (text, "c", NULL, NULL);
  /* The last goes, and an anchor and a tag stay. */
  assert_edit ("extensions: &e !!map # c\n  a: 1\nx: *e\n", "a", NULL, NULL);
  assert_edit ("extensions: &e !!map # c\n  a: 1\nx: 2\n", "a", NULL,
               "extensions: &e !!map {} # c\nx: 2\n");
  assert_edit ("extensions:\n  a:\n    t: |\n      one\n      two\n\n  b: 1\n", "a",
               "{\"t\":\"s\"}", "extensions:\n  a:\n    t: s\n\n  b: 1\n");
  /* A file that says null in any spelling has a value and no names. */
  assert_edit ("NULL", "a", "{}", NULL);
  assert_edit ("Null\n", "a", "{}", NULL);
  assert_edit ("extensions: NULL\n", "a", "{\"x\":2}", "extensions:\n  a:\n    x: 2\n");
  assert_edit ("extensions:\n  \"a\" : {x: 1}\n", "a", "{\"x\":2}",
               "extensions:\n  \"a\" : {x: 2}\n");
}

static void
test_shared (void)
{
  static const char text[] = "base: &base\n  x: 1\n  w: 2\nextensions:\n  a:\n    <<: *base\n"
                             "    z: 3\n  b: *base\n  c: &c {x: 1}\nd: *c\n";
  g_autoptr (StoreYamlMemberEditor) editor = open_text (text);
  g_autofree char *json =
      mcp_json_value_print_compact (store_yaml_member_editor_get (editor, PATH ("a")));

  g_assert_cmpstr (json, ==, "{\"z\":3,\"x\":1,\"w\":2}");
  assert_edit (text, "a", "{\"x\":1,\"w\":2,\"z\":3}", text);
  assert_edit (text, "a", "{\"x\":1,\"w\":5,\"z\":4}",
               "base: &base\n  x: 1\n  w: 2\nextensions:\n  a:\n    <<: *base\n"
               "    z: 4\n    w: 5\n  b: *base\n  c: &c {x: 1}\nd: *c\n");
  /* What comes from elsewhere is not taken away here, nor changed there. */
  assert_edit (text, "a", "{\"x\":1,\"z\":3}", NULL);
  assert_edit (text, "b", "{\"x\":2}", NULL);
  assert_edit (text, "c", "{\"x\":2}", NULL);
  assert_edit (text, "c", NULL, NULL);
  assert_edit ("base: &base\n  a: {x: 1}\nextensions:\n  <<: *base\n", "a", "{\"x\":2}", NULL);
  assert_edit ("base: &base\n  a: {x: 1}\nextensions:\n  <<: *base\n", "a", NULL, NULL);
  assert_edit ("base: &base\n  a: {x: 1}\nextensions: *base\n", "b", "{\"x\":2}", NULL);
  assert_edit ("extensions:\n  a: 1\n  a: 2\n", "a", "{\"x\":2}", NULL);
  assert_edit ("extensions: text\n", "a", "{\"x\":2}", NULL);
  assert_edit ("- list\n", "a", "{\"x\":2}", NULL);
  assert_edit ("---\n...\n", "a", "{\"x\":2}", NULL);
}

/* What a reader of today's YAML sees in it */
static void
test_get (void)
{
  g_autoptr (StoreYamlMemberEditor) editor =
      open_text ("extensions:\n  a: {t: true, T: True, y: yes, n: ~, N: null, e: , i: 12, f: 1.10,"
                 " h: 0x1F, s: '12', g: !!str 12, v: 1.2.3, z: 007}\n");
  g_autofree char *json =
      mcp_json_value_print_compact (store_yaml_member_editor_get (editor, PATH ("a")));

  g_assert_cmpstr (json, ==,
                   "{\"t\":true,\"T\":true,\"y\":\"yes\",\"n\":null,\"N\":null,\"e\":null,\"i\":12,"
                   "\"f\":1.10,\"h\":\"0x1F\",\"s\":\"12\",\"g\":\"12\",\"v\":\"1.2.3\","
                   "\"z\":\"007\"}");
}

static void
test_bad (void)
{
  static const struct
  {
    const char *text;
    gsize       length;
    const char *says;
  } texts[] = {
    { "extensions:\n\ta: 1\n", 18, "a tab" },
    { "a: [\n", 5, "line" },
    { "a: \xe4\n", 5, "not UTF-8" },
    { "\xff\xfe"
      "a\0:\0",
      6, "UTF-16" },
    { "\xfe\xff\0a\0:", 6, "UTF-16" },
    { "a: *b\n", 6, "stands for nothing" },
    { "? [a]\n: b\n", 10, "a key that is not a text" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (texts[i].text, texts[i].length);
      g_autoptr (GError) error = NULL;

      g_assert_null (store_yaml_member_editor_new (bytes, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, texts[i].says) == NULL)
        g_error ("“%s” does not say “%s”", error->message, texts[i].says);
    }
}

void
add_yaml_member_tests (void)
{
  g_test_add_func ("/yaml-member/add", test_add);
  g_test_add_func ("/yaml-member/brackets", test_brackets);
  g_test_add_func ("/yaml-member/change", test_change);
  g_test_add_func ("/yaml-member/shared", test_shared);
  g_test_add_func ("/yaml-member/get", test_get);
  g_test_add_func ("/yaml-member/bad", test_bad);
}
