/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The ways in which objects can be read: which fit, and what they show. */

#include "app-tests.h"
#include "app-hex.h"
#include "app-object-content.h"
#include "app-view-kind.h"

#include <string.h>

static StoreObject *
create_json (const char *json)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);

  return store_object_new_json (mcp_json_document_get_root (document), NULL, NULL);
}

static void
assert_kinds (StoreObject *object, AppViewKind kinds, AppViewKind first)
{
  AppViewKind found_first;

  g_assert_cmpuint (app_view_kind_find (object, FALSE, &found_first), ==, kinds);
  g_assert_cmpuint (found_first, ==, first);
  g_clear_object (&object);
}

static void
test_kinds (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("a\nb", 3);
  g_autoptr (GBytes) xml = g_bytes_new_static ("<a><b/></a>", 11);

  assert_kinds (NULL, APP_VIEW_NONE, APP_VIEW_NONE);
  assert_kinds (create_json ("{\"a\":1}"), APP_VIEW_TREE | APP_VIEW_YAML | APP_VIEW_RAW,
                APP_VIEW_TREE);
  assert_kinds (create_json ("1"), APP_VIEW_TREE | APP_VIEW_RAW, APP_VIEW_TREE);
  assert_kinds (create_json ("\"a\""), APP_VIEW_TEXT | APP_VIEW_TREE | APP_VIEW_RAW,
                APP_VIEW_TEXT);
  assert_kinds (create_json ("[{\"a\":1},{\"a\":2}]"),
                APP_VIEW_TABLE | APP_VIEW_TREE | APP_VIEW_YAML | APP_VIEW_RAW, APP_VIEW_TABLE);
  assert_kinds (create_json ("{\"n\":2,\"rows\":[{\"a\":1},{\"a\":2}]}"),
                APP_VIEW_TABLE | APP_VIEW_TREE | APP_VIEW_YAML | APP_VIEW_RAW, APP_VIEW_TABLE);
  /* The rows are the lesser part of it. */
  assert_kinds (create_json ("{\"text\":\"More than all of the rows are\",\"rows\":[{\"a\":1},{\"a\":2}]}"),
                APP_VIEW_TABLE | APP_VIEW_TREE | APP_VIEW_YAML | APP_VIEW_RAW, APP_VIEW_TREE);
  assert_kinds (create_json ("{\"columns\":[\"a\"],\"rows\":[[1],[2]]}"),
                APP_VIEW_TABLE | APP_VIEW_TREE | APP_VIEW_YAML | APP_VIEW_RAW, APP_VIEW_TABLE);
  assert_kinds (store_object_new_text (bytes, NULL, NULL), APP_VIEW_TEXT, APP_VIEW_TEXT);
  assert_kinds (store_object_new_text (xml, NULL, NULL), APP_VIEW_MARKUP | APP_VIEW_TEXT,
                APP_VIEW_MARKUP);
  assert_kinds (store_object_new_blob (bytes, NULL, NULL), APP_VIEW_HEX | APP_VIEW_RAW,
                APP_VIEW_HEX);
}

/* What was a result, or a part of one, is read as one again. */
static const struct
{
  const char *json;
  const char *titles; /* of its blocks; NULL where it is no content */
} contents[] = {
  { "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"image\",\"data\":\"aGVsbG8=\","
    "\"mimeType\":\"image/png\"}]}",
    "Text,Image · PNG" },
  { "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"c\"}}]}",
    "Resource · a:b" },
  { "{\"content\":[{\"type\":\"text\",\"text\":\"a\"}],\"structuredContent\":{\"a\":1}}",
    "Text,Structured content" },
  { "{\"contents\":[{\"uri\":\"a:b\",\"blob\":\"aGVsbG8=\"}]}", "Resource · a:b" },
  { "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"a\"}}]}", "Text" },
  { "{\"type\":\"image\",\"data\":\"aGVsbG8=\",\"mimeType\":\"image/png\"}", "Image · PNG" },
  { "{\"type\":\"audio\",\"data\":\"aGVsbG8=\",\"mimeType\":\"audio/wav\"}", "Audio · WAV" },
  { "{\"uri\":\"a:b\",\"blob\":\"aGVsbG8=\",\"mimeType\":\"image/png\"}", "Resource · a:b" },
  { "{\"name\":\"x\",\"data\":\"aGVsbG8=\",\"mimeType\":\"image/jpeg\"}", "Image · JPEG" },
  { "{\"blob\":\"aGVsbG8=\",\"mimeType\":\"audio/mpeg\"}", "Audio · MPEG" },
  { "\"@obj_001 → dict (length: 2)\\n\\n{'a': 1, 'b': 2}\"", "Text" },
  { "{\"content\":[]}", NULL },
  { "{\"content\":\"a\"}", NULL },
  { "{\"content\":[{\"type\":\"news\",\"text\":\"a\"}]}", NULL },
  { "{\"content\":[{\"title\":\"a\"}]}", NULL },
  { "{\"contents\":[{\"uri\":\"a:b\"}]}", NULL },
  { "{\"messages\":[{\"role\":\"boss\",\"content\":{\"type\":\"text\",\"text\":\"a\"}}]}", NULL },
  { "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}", NULL },
  { "{\"type\":\"image\",\"url\":\"a\"}", NULL },
  { "{\"data\":\"no Base64: it has blanks\",\"mimeType\":\"image/png\"}", NULL },
  { "{\"data\":\"aGVsbG8=\",\"mimeType\":\"text/plain\"}", NULL },
  { "{\"data\":[1],\"mimeType\":\"image/png\"}", NULL },
  { "[{\"type\":\"text\",\"text\":\"a\"}]", NULL },
  { "\"@alice wrote this\"", NULL },
  { "1", NULL },
};

static void
test_content (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      g_autoptr (StoreObject) object = create_json (contents[i].json);
      g_autoptr (AppResult) result = app_object_content_new (object);
      g_autoptr (GString) titles = g_string_new ("");
      AppViewKind first;
      gboolean    offered = (app_view_kind_find (object, FALSE, &first) & APP_VIEW_CONTENT) != 0;

      for (guint n = 0; result != NULL && n < g_list_model_get_n_items (G_LIST_MODEL (result)); n++)
        {
          g_autoptr (AppBlock) block = g_list_model_get_item (G_LIST_MODEL (result), n);

          g_string_append_printf (titles, "%s%s", n > 0 ? "," : "", app_block_get_title (block));
        }
      g_assert_cmpstr (result != NULL ? titles->str : NULL, ==, contents[i].titles);
      g_assert_true (offered == (contents[i].titles != NULL));
      g_assert_true ((first == APP_VIEW_CONTENT) == offered);
      /* Within content it is not offered again. */
      g_assert_false (app_view_kind_find (object, TRUE, &first) & APP_VIEW_CONTENT);
    }
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  gboolean complete;

  *(GBytes **)data = app_view_kind_load_text_finish (result, &complete, NULL);
  g_assert_true (complete);
}

static void
assert_text (StoreObject *object, AppViewKind kind, const char *expected, gsize length)
{
  g_autoptr (GBytes) text = NULL;

  app_view_kind_load_text_async (object, kind, 100, NULL, on_loaded, &text);
  while (text == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpmem (g_bytes_get_data (text, NULL), g_bytes_get_size (text), expected, length);
}

static void
test_text (void)
{
  g_autoptr (StoreObject) string = create_json ("\"a\\nb\\u0000\\u00e9\"");
  g_autoptr (StoreObject) markup = create_json ("\"<a><b/></a>\"");
  g_autoptr (StoreObject) list = create_json ("[1.10, 2]");
  g_autofree char *many = g_strnfill (1000000, 'x');
  g_autofree char *json = g_strdup_printf ("\"%s\"", many);
  g_autoptr (StoreObject) large = create_json (json);

  assert_text (string, APP_VIEW_TEXT, "a\nb\0é", 6);
  assert_text (string, APP_VIEW_RAW, "\"a\\nb\\u0000\\u00e9\"", 18);
  assert_text (markup, APP_VIEW_MARKUP, "<a>\n  <b/>\n</a>\n", 16);
  assert_text (markup, APP_VIEW_TEXT, "<a><b/></a>", 11);
  assert_text (list, APP_VIEW_RAW, "[1.10, 2]", 9);
  assert_text (list, APP_VIEW_YAML, "- 1.10\n- 2\n", 11);
  assert_text (large, APP_VIEW_TEXT, many, 1000000);
}

static char *
dup_row (GListModel *rows, guint position)
{
  g_autoptr (AppHexRow) row = g_list_model_get_item (rows, position);

  return g_strdup (app_hex_row_get_text (row));
}

/* 300 MB cost no more than the rows that are asked for. */
static void
test_hex (void)
{
  const gsize size = 300u * 1024u * 1024u + 3u;
  guint8     *data = g_malloc0 (size);

  memcpy (data, "\x7f\x45\x4c\x46 ~\x80", 7);
  memcpy (data + size - 3, "end", 3);
  g_autoptr (GBytes) bytes = g_bytes_new_take (data, size);
  g_autoptr (AppHex) hex = app_hex_new (bytes, 16);
  g_autoptr (AppHex) narrow = app_hex_new (bytes, 8);
  guint            n_rows = g_list_model_get_n_items (G_LIST_MODEL (hex));
  g_autofree char *first = dup_row (G_LIST_MODEL (hex), 0);
  g_autofree char *last = dup_row (G_LIST_MODEL (hex), n_rows - 1);
  g_autofree char *narrow_first = dup_row (G_LIST_MODEL (narrow), 0);
  g_autoptr (GString) copy = g_string_new (NULL);

  g_assert_cmpuint (n_rows, ==, size / 16 + 1);
  g_assert_cmpstr (first, ==,
                   "00000000  7f 45 4c 46  20 7e 80 00  00 00 00 00  00 00 00 00  .ELF ~..........");
  g_assert_cmpstr (last, ==, "12c00000  65 6e 64                                            end");
  g_assert_cmpstr (narrow_first, ==, "00000000  7f 45 4c 46  20 7e 80 00  .ELF ~..");
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (hex), n_rows));
  app_hex_append_rows (narrow, g_list_model_get_n_items (G_LIST_MODEL (narrow)) - 1, 5, copy);
  g_assert_cmpstr (copy->str, ==, "12c00000  65 6e 64                  end\n");
}

void
add_view_kind_tests (void)
{
  g_test_add_func ("/view-kind/kinds", test_kinds);
  g_test_add_func ("/view-kind/content", test_content);
  g_test_add_func ("/view-kind/text", test_text);
  g_test_add_func ("/view-kind/hex", test_hex);
}
