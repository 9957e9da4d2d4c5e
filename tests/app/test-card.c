/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts of object-store servers: which are recognised, what was cut in them, and the calls that open
 * it. The fixtures are outputs of the servers' own explorer. */

#include "app-tests.h"
#include "app-card-marker.h"
#include "mcp-json-value.h"
#include "store-path.h"
#include "test-data.h"

#include <string.h>

#define BOTH (APP_CARD_TOOL_GET | APP_CARD_TOOL_SLICE)

/* The places where a card's preview is cut, as the reader tells them. */
static GArray *
read_places (AppObjectCard *card, guint64 start, gboolean *understood)
{
  const char *body = app_object_card_get_body (card);
  const char *type = app_object_card_get_type_name (card);

  *understood = TRUE;
  if (strcmp (type, "dict") != 0 && strcmp (type, "list") != 0)
    return g_array_new (FALSE, FALSE, sizeof (AppCardPlace));
  g_autoptr (AppCardPreview) preview =
      app_card_preview_new (body, strlen (body), app_object_card_get_path (card), start);

  *understood = preview->understood;
  return g_steal_pointer (&preview->places);
}

static guint
count_places (AppObjectCard *card)
{
  gboolean understood;
  g_autoptr (GArray) places = read_places (card, 0, &understood);

  return places->len;
}

static gboolean
is_understood (AppObjectCard *card)
{
  gboolean understood;
  g_autoptr (GArray) places = read_places (card, 0, &understood);

  return understood;
}

static AppCardMarker *
new_marker (AppObjectCard *card, const AppCardPlace *place)
{
  return app_card_marker_new (app_object_card_get_object_id (card), place);
}

/* Returns: (transfer none): until the next call */
static AppCardMarker *
get_marker (AppObjectCard *card, guint position)
{
  static AppCardMarker *held;
  gboolean              understood;
  g_autoptr (GArray) places = read_places (card, 0, &understood);

  g_assert_cmpuint (position, <, places->len);
  g_clear_object (&held);
  held = new_marker (card, &g_array_index (places, AppCardPlace, position));
  return held;
}

static void
assert_path (AppObjectCard *card, guint64 start, guint position, const char *path)
{
  gboolean understood;
  g_autoptr (GArray) places = read_places (card, start, &understood);

  g_assert_cmpuint (position, <, places->len);
  g_assert_cmpstr (g_array_index (places, AppCardPlace, position).path, ==, path);
}

static void
assert_call (AppCardMarker *marker, AppCardTools tools, const char *tool, const char *arguments)
{
  g_autofree char *text = NULL;

  g_assert_cmpstr (app_card_marker_get_call (marker, tools, &text), ==, tool);
  g_assert_cmpstr (text, ==, arguments);
}

static void
test_headers (void)
{
  static const struct
  {
    const char *text;
    const char *id;
    const char *path;
    const char *type;
    gint64      length;
  } cases[] = {
    { "@obj_001 → dict (length: 42)\n\n{}", "obj_001", "", "dict", 42 },
    { "@obj_001.a.b[0] → float\n\n0.5", "obj_001", "a.b[0]", "float", -1 },
    { "@obj_001.[0] → str (length: 5)\n\nfirst", "obj_001", "[0]", "str", 5 },
    { "@obj_001.. → dict (length: 1)\n\n{\n    'a': 1\n}", "obj_001", "", "dict", 1 },
    { "@obj_001.[] → list (length: 0)\n\n[]", "obj_001", "", "list", 0 },
    { "@obj_1.[\"a b\"] → NoneType\n\nNone", "obj_1", "[\"a b\"]", "NoneType", -1 },
    { "@obj_3f2b8c1e-7d44-4a5b-9c0e-1a2b3c4d5e6f → str (length: 0)\n\n",
      "obj_3f2b8c1e-7d44-4a5b-9c0e-1a2b3c4d5e6f",
      "",
      "str",
      0 },
  };
  static const char *const others[] = {
    "",
    "@",
    "@alice says hello\n\nhi",
    "@obj_001 → dict (length: 42)",
    "@obj_001 → dict (length: 42)\n{}",
    " @obj_001 → dict\n\n{}",
    "obj_001 → dict\n\n{}",
    "@obj_001 -> dict\n\n{}",
    "@obj_001 → dict (length: x)\n\n{}",
    "@ → dict\n\n{}",
    "@obj_001 → 5\n\n5",
    "\n\n@obj_001 → dict\n\n{}",
    "@\xff → dict\n\n{}",
    "String slice [0:5] of length :\n\nHello",
    "List slice [0:5]\n\n[]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AppObjectCard) card = app_object_card_new_for_text (cases[i].text, -1);

      g_assert_true (app_object_card_detect (cases[i].text, -1));
      g_assert_nonnull (card);
      g_assert_cmpstr (app_object_card_get_object_id (card), ==, cases[i].id);
      g_assert_cmpstr (app_object_card_get_path (card), ==, cases[i].path);
      g_assert_cmpstr (app_object_card_get_type_name (card), ==, cases[i].type);
      g_assert_cmpint (app_object_card_get_length (card), ==, cases[i].length);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_assert_false (app_object_card_detect (others[i], -1));
      g_assert_null (app_object_card_new_for_text (others[i], -1));
    }
}

static void
test_markers (void)
{
  g_autoptr (AppObjectCard) card = app_object_card_new_for_text (
      "@obj_007.base → dict (length: 5)\n\n"
      "{\n"
      "    'rows': [\n"
      "            {\n"
      "                'id': 0,\n"
      "                'txt': 'abcde'+25\n"
      "            },\n"
      "            ... +2\n"
      "        ],\n"
      "    'deep': {...},\n"
      "    'not-reachable': [...],\n"
      "    'a.b': {\n"
      "            'k': [...],\n"
      "            ... +7\n"
      "        },\n"
      "    'n': 4\n"
      "}",
      -1);

  g_assert_true (is_understood (card));
  g_assert_cmpuint (count_places (card), ==, 6);
  assert_call (get_marker (card, 0),
               BOTH,
               "get_slice_from_object_store",
               "{\"object_id\":\"@obj_007\",\"start\":0,\"end\":30,\"path\":\"base.rows[0].txt\"}");
  assert_call (get_marker (card, 0),
               APP_CARD_TOOL_GET,
               "get_from_object_store",
               "{\"object_id\":\"@obj_007\",\"path\":\"base.rows[0].txt\"}");
  assert_call (get_marker (card, 1),
               BOTH,
               "get_slice_from_object_store",
               "{\"object_id\":\"@obj_007\",\"start\":1,\"end\":3,\"path\":\"base.rows\"}");
  assert_call (get_marker (card, 1), APP_CARD_TOOL_GET, NULL, NULL);
  g_assert_cmpstr (app_card_marker_get_label (get_marker (card, 1)), ==, "… 2 more");
  assert_call (get_marker (card, 2),
               BOTH,
               "get_from_object_store",
               "{\"object_id\":\"@obj_007\",\"path\":\"base.deep\"}");
  assert_call (get_marker (card, 2), APP_CARD_TOOL_SLICE, NULL, NULL);
  assert_path (card, 0, 3, NULL);
  assert_call (get_marker (card, 3), BOTH, NULL, NULL);
  assert_path (card, 0, 4, "base['a.b'].k");
  assert_path (card, 0, 5, "base['a.b']");
  assert_call (get_marker (card, 5),
               BOTH,
               "get_from_object_store",
               "{\"object_id\":\"@obj_007\",\"path\":\"base['a.b']\"}");
  assert_call (get_marker (card, 5), APP_CARD_TOOL_NONE, NULL, NULL);
}

static void
test_slices (void)
{
  g_autoptr (AppObjectCard) list = app_object_card_new_for_answer (
      "List slice [25:27] (showing 2 of 40 items):\n\n['aaaaaaaa'+12, {'x': [...]}]",
      -1,
      "obj_001",
      "docs",
      25);
  g_autoptr (AppObjectCard) alone =
      app_object_card_new_for_text ("List slice [0:1] (showing 1 of 1 items):\n\n[[[[[...]]]]]",
                                    -1);
  g_autoptr (AppObjectCard) string =
      app_object_card_new_for_text ("String slice [-6:13] of length 6:\n\nWor\n'!", -1);

  g_assert_cmpint (app_object_card_get_kind (list), ==, APP_CARD_LIST_SLICE);
  g_assert_cmpint (app_object_card_get_length (list), ==, 40);
  assert_path (list, 25, 0, "docs[25]");
  assert_path (list, 25, 1, "docs[26].x");
  /* A slice does not say of which object it is. */
  g_assert_cmpuint (count_places (alone), ==, 1);
  assert_call (get_marker (alone, 0), BOTH, NULL, NULL);
  g_assert_cmpint (app_object_card_get_kind (string), ==, APP_CARD_STRING_SLICE);
  g_assert_cmpstr (app_object_card_get_body (string), ==, "Wor\n'!");
}

static void
refuse (AppCardMarker *marker, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AppCardMarker) rest = NULL;

  g_assert_null (app_card_marker_read (marker, text, &rest, &error));
  g_assert_nonnull (error);
  g_assert_null (rest);
}

static void
take (AppCardMarker *marker, const char *text, const char *rest_label)
{
  g_autoptr (AppCardMarker) rest = NULL;
  g_autoptr (AppObjectCard) card = app_card_marker_read (marker, text, &rest, NULL);

  g_assert_nonnull (card);
  g_assert_cmpstr (rest != NULL ? app_card_marker_get_label (rest) : NULL, ==, rest_label);
}

static void
test_opening (void)
{
  g_autoptr (AppObjectCard) card = app_object_card_new_for_text (
      "@obj_001 → list (length: 300)\n\n[\n    'a',\n    ... +299\n]",
      -1);
  AppCardMarker *marker = get_marker (card, 0);

  assert_call (marker,
               BOTH,
               "get_slice_from_object_store",
               "{\"object_id\":\"@obj_001\",\"start\":1,\"end\":101,\"path\":\"\"}");
  take (marker,
        "List slice [1:101] (showing 100 of 300 items):\n\n[\n    {'x': {...}},\n    'b'\n]",
        "… 199 more");
  refuse (marker, "Error executing tool: not found or expired.");
}

/* Another object, another place, another kind, more than was asked for: none of it is shown. */
static void
test_something_else (void)
{
  g_autoptr (AppObjectCard) card = app_object_card_new_for_text (
      "@obj_001 → dict (length: 2)\n\n{\n    'a': {...},\n    'l': ['x', ... +9]\n}", -1);
  AppCardMarker *value = get_marker (card, 0);
  AppCardMarker *slice;

  assert_call (value, BOTH, "get_from_object_store", "{\"object_id\":\"@obj_001\",\"path\":\"a\"}");
  refuse (value, "@obj_002.a → dict (length: 1)\n\n{'b': 1}");
  refuse (value, "@obj_001 → dict (length: 1)\n\n{'b': 1}");
  refuse (value, "@obj_001.b → dict (length: 1)\n\n{'b': 1}");
  refuse (value, "List slice [0:1] (showing 1 of 1 items):\n\n[1]");
  refuse (value, "Object of type dict does not support slicing");
  refuse (value, "");
  take (value, "@obj_001.a → dict (length: 1)\n\n{'b': 1}", NULL);

  slice = get_marker (card, 1);
  assert_call (slice, BOTH, "get_slice_from_object_store",
               "{\"object_id\":\"@obj_001\",\"start\":1,\"end\":10,\"path\":\"l\"}");
  refuse (slice, "List slice [0:10] (showing 10 of 10 items):\n\n[1]");
  refuse (slice, "List slice [1:100] (showing 99 of 100 items):\n\n[1]");
  refuse (slice, "List slice [1:10] (showing 90 of 100 items):\n\n[1]");
  refuse (slice, "@obj_001.l → list (length: 10)\n\n['x', ... +9]");
  take (slice, "List slice [1:10] (showing 9 of 10 items):\n\n['y', 'z']", NULL);
}

/* The value that a marker's path leads to in the fixture's object. */
static McpJsonValue
resolve (McpJsonValue object, const char *path)
{
  g_autoptr (StorePath) parsed = store_path_parse (path, NULL);

  g_assert_nonnull (parsed);
  return store_path_resolve (parsed, object);
}

/* What the marker says is what the object has. */
static void
check_place (AppObjectCard *card, const AppCardPlace *place, McpJsonValue object)
{
  g_autoptr (AppCardMarker) marker = new_marker (card, place);
  g_autofree char *arguments = NULL;
  const char      *tool = app_card_marker_get_call (marker, BOTH, &arguments);
  McpJsonValue     value;

  if (tool == NULL)
    return;
  value = resolve (object, place->path);
  g_assert_true (mcp_json_value_exists (value));
  if (strcmp (tool, "get_slice_from_object_store") == 0)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (arguments, -1, NULL);
      gint64 start =
          mcp_json_value_get_member_int64 (mcp_json_document_get_root (document), "start", -1);
      gint64 length = place->kind == APP_MARKER_ITEMS
                          ? mcp_json_value_get_n_items (value)
                          : (gint64)mcp_json_value_count_characters (value);

      /* A text comes from its beginning. */
      g_assert_cmpint (start, ==, place->kind == APP_MARKER_ITEMS ? (gint64)place->shown : 0);
      g_assert_cmpint ((gint64)(place->shown + place->hidden), ==, length);
    }
  else if (place->kind == APP_MARKER_CUT)
    g_assert_cmpint (mcp_json_value_get_kind (value), ==, MCP_JSON_STRING);
  else
    g_assert_true (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT ||
                   mcp_json_value_get_kind (value) == MCP_JSON_ARRAY);
}

static guint
count_text (const char *text, const char *mark)
{
  guint count = 0;

  for (; (text = strstr (text, mark)) != NULL; text++)
    count++;
  return count;
}

static void
test_fixtures (void)
{
  g_autoptr (McpJsonDocument) document = test_data_load ("seed-fixtures/rich_explorer.json");
  McpJsonValue fixture;
  McpJsonIter  iter;
  guint        n_cards = 0;
  guint        n_others = 0;
  guint        n_markers = 0;

  mcp_json_iter_init (&iter,
                      mcp_json_value_get_member (mcp_json_document_get_root (document),
                                                 "fixtures"));
  while (mcp_json_iter_next (&iter, NULL, &fixture))
    {
      g_autofree char *text = mcp_json_value_dup_member_string (fixture, "expected_text");
      g_autofree char *about = mcp_json_value_dup_member_string (fixture, "description");
      g_autofree char *operation = mcp_json_value_dup_member_string (fixture, "operation");
      g_autofree char *path = mcp_json_value_dup_member_string (fixture, "path");
      McpJsonValue     object = mcp_json_value_get_member (fixture, "object");
      McpJsonValue     arguments = mcp_json_value_get_member (fixture, "args");
      gboolean         error = mcp_json_value_get_member_boolean (fixture, "is_error", FALSE);
      gint64           start = mcp_json_value_get_member_int64 (arguments, "start", 0);
      gboolean         expected;
      g_autoptr (AppObjectCard) card = NULL;
      g_autoptr (GArray) places = NULL;
      gboolean understood;

      g_test_message ("%s", about);
      card = app_object_card_new_for_answer (text, -1, "obj_001", path, (guint64)MAX (start, 0));
      expected = !error && (strcmp (operation, "explore") == 0 ||
                            (strcmp (operation, "slice") == 0 && strstr (text, "slice [") != NULL));
      g_assert_cmpint (card != NULL, ==, expected);
      g_assert_cmpint (app_object_card_detect (text, -1), ==, expected);
      if (card == NULL)
        {
          n_others++;
          continue;
        }
      n_cards++;
      g_assert_true (is_understood (card));
      if (strcmp (app_object_card_get_type_name (card), "str") != 0)
        g_assert_cmpuint (count_places (card),
                          >=,
                          count_text (text, "... +") + count_text (text, "{...}") +
                              count_text (text, "[...]") + count_text (text, "…\n"));
      places = read_places (card, (guint64)MAX (start, 0), &understood);
      for (guint i = 0; i < places->len; i++)
        {
          check_place (card, &g_array_index (places, AppCardPlace, i), object);
          n_markers++;
        }
    }
  g_test_message ("%u cards with %u cut places, %u other texts", n_cards, n_markers, n_others);
  g_assert_cmpuint (n_cards, >, 60);
  g_assert_cmpuint (n_markers, >, 20);
}

/* However a preview is cut or mangled: no crash, and no more places than marks. */
static void
test_mangled (void)
{
  const char *text = "@obj_001 → dict (length: 2)\n\n"
                     "{\n"
                     "    'a': [\n"
                     "            {\n"
                     "                'b': \n"
                     "        'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\n"
                     "            },\n"
                     "            ... +2\n"
                     "        ],\n"
                     "    'k\\'\"': {...}\n"
                     "}";
  gsize       length = strlen (text);

  for (gsize cut = 0; cut <= length; cut++)
    {
      g_autoptr (AppObjectCard) card = app_object_card_new_for_text (text, (gssize)cut);

      g_assert_cmpint (card != NULL, ==, cut > strlen ("@obj_001 → dict (length: 2)\n"));
    }
  for (gsize at = 0; at < length; at++)
    for (const char *c = "'\"{}[],:+.\n\\ \xe2"; *c != '\0'; c++)
      {
        g_autofree char *mangled = g_strdup (text);
        g_autoptr (AppObjectCard) card = NULL;

        mangled[at] = *c;
        card = app_object_card_new_for_text (mangled, -1);
        if (card != NULL)
          g_assert_cmpuint (count_places (card), <, 10);
      }
}

static void
test_deep_and_large (void)
{
  g_autoptr (GString) text = g_string_new ("@obj_001 → list (length: 1)\n\n");
  g_autoptr (AppObjectCard) deep = NULL;
  g_autoptr (AppObjectCard) wide = NULL;
  g_autoptr (AppCardPreview) paths = NULL;
  const char *body;
  gsize       bytes = 0;

  for (guint i = 0; i < 100000; i++)
    g_string_append (text, "[\n");
  deep = app_object_card_new_for_text (text->str, -1);
  g_assert_nonnull (deep);
  g_assert_false (is_understood (deep));

  /* Each of many places has a path of a thousand steps: not all of them are kept. */
  g_string_assign (text, "@obj_001 → list (length: 1)\n\n");
  for (guint i = 0; i < 1000; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < 50000; i++)
    g_string_append (text, "[...], ");
  for (guint i = 0; i < 1000; i++)
    g_string_append_c (text, ']');
  wide = app_object_card_new_for_text (text->str, -1);
  body = app_object_card_get_body (wide);
  paths = app_card_preview_new (body, strlen (body), "", 0);
  g_assert_true (paths->understood);
  g_assert_cmpuint (paths->places->len, ==, 50000);
  for (guint i = 0; i < paths->places->len; i++)
    bytes += g_array_index (paths->places, AppCardPlace, i).path != NULL
                 ? strlen (g_array_index (paths->places, AppCardPlace, i).path)
                 : 0;
  g_assert_cmpuint (bytes, <, 20 * 1024 * 1024);

  /* More values than are taken apart. */
  g_string_assign (text, "@obj_001 → list (length: 1)\n\n[");
  for (guint i = 0; i < 300000; i++)
    g_string_append (text, "1, ");
  g_string_append (text, "1]");
  g_clear_object (&wide);
  wide = app_object_card_new_for_text (text->str, -1);
  g_assert_false (is_understood (wide));
}

/* The rule of the servers, part by part. */
static void
test_admitted_paths (void)
{
  static const char *const good[] = {
    "",
    ".",
    "[]",
    "a",
    "a.0.b",
    "a[0].b",
    "a['k']",
    "[\"a\"][\"b\"]",
    "[0]",
    "user_info['dot.key']",
  };
  static const struct
  {
    const char *path;
    const char *part;
  } bad[] = {
    { "_a", "_a" },
    { "a.b-c", "b-c" },
    { "a['x y']", "x y" },
    { "a[-1]", "-1" },
    { "a.*", "*" },
    { "\xc3\xa4", "\xc3\xa4" },
    { "a.@b", "@b" },
    { "9a", "9a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (app_card_preview_is_path (good[i], NULL));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *part = NULL;

      g_assert_false (app_card_preview_is_path (bad[i].path, &part));
      g_assert_cmpstr (part, ==, bad[i].part);
    }
}

void
add_card_tests (void)
{
  g_test_add_func ("/card/headers", test_headers);
  g_test_add_func ("/card/markers", test_markers);
  g_test_add_func ("/card/slices", test_slices);
  g_test_add_func ("/card/opening", test_opening);
  g_test_add_func ("/card/something-else", test_something_else);
  g_test_add_func ("/card/fixtures", test_fixtures);
  g_test_add_func ("/card/mangled", test_mangled);
  g_test_add_func ("/card/admitted-paths", test_admitted_paths);
  g_test_add_func ("/card/deep-and-large", test_deep_and_large);
}
