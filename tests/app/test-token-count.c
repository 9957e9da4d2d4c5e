/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What texts and objects would cost a model. */

#include "app-tests.h"
#include "app-token-count.h"
#include "app-token-estimate.h"

#include <string.h>

static void
test_estimate (void)
{
  g_assert_cmpuint (app_token_estimate_length (NULL, 0), ==, 0);
  g_assert_cmpuint (app_token_estimate_text ("abcd"), ==, 1);
  g_assert_cmpuint (app_token_estimate_text ("abcde"), ==, 2);
  g_assert_cmpuint (app_token_estimate_text ("éééé"), ==, 1);
  g_assert_cmpuint (app_token_estimate_text ("日本語abcd"), ==, 4);
  g_assert_cmpuint (app_token_estimate_length ("a\0bc", 4), ==, 1);
  /* Neither half a character nor what is none is read beyond its end. */
  g_assert_cmpuint (app_token_estimate_length ("\xe6\x97", 2), ==, 1);
  g_assert_cmpuint (app_token_estimate_length ("\xff\xff\xff\xff\xff", 5), ==, 2);
}

static void
assert_string (const char *json, guint tokens)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);

  g_assert_cmpuint (app_token_estimate_string (mcp_json_document_get_root (document)), ==, tokens);
}

/* As if it were decoded. */
static void
test_string (void)
{
  assert_string ("\"\"", 0);
  assert_string ("1", 0);
  assert_string ("\"a\\n\\\"b\"", 1);
  assert_string ("\"\\\\\\\\\\\\\\\\x\"", 2);
  assert_string ("\"\\u00e9\\u00e9\\u00e9\\u00e9\"", 1);
  assert_string ("\"\\u65e5\\u672c\"", 2);
  assert_string ("\"\\ud83d\\ude00\"", 1);
}

static char *
dup_words (AppTokenCount *count)
{
  char *words;

  g_object_get (count, "words", &words, NULL);
  return words;
}

static void
assert_words (AppTokenCount *count, StoreObject *object, const char *expected)
{
  app_token_count_set_object (count, object);
  for (;;)
    {
      g_autofree char *words = dup_words (count);

      if (g_str_equal (words, expected))
        break;
      g_assert_cmpstr (words, ==, "");
      g_main_context_iteration (NULL, TRUE);
    }
  g_clear_object (&object);
}

static StoreObject *
create_json (const char *json)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);

  return store_object_new_json (mcp_json_document_get_root (document), NULL, NULL);
}

static void
test_objects (void)
{
  g_autoptr (AppTokenCount) count = app_token_count_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static ("12345678", 8);
  g_autofree char *many = g_strnfill (2000000, 'x');
  g_autofree char *json = g_strdup_printf ("\"%s\"", many);

  assert_words (count, NULL, "");
  assert_words (count, create_json ("{\"a\":1}"), "≈ 2 tokens");
  assert_words (count, create_json ("\"a\\u00e9\\u00e9b\""), "≈ 1 token");
  assert_words (count, create_json (json), "≈ 500000 tokens");
  g_autofree char *image = g_strdup_printf (
      "[{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":%s},{\"resource\":{\"blob\":%s}}]",
      json, json);
  assert_words (count, create_json (image), "≈ 18 tokens");
  assert_words (count, store_object_new_text (bytes, NULL, NULL), "≈ 2 tokens");
  assert_words (count, store_object_new_blob (bytes, NULL, NULL), "");
  /* What another object would have cost is not said of this one. */
  g_autoptr (StoreObject) large = create_json (json);
  app_token_count_set_object (count, large);
  assert_words (count, create_json ("1"), "≈ 1 token");
  while (g_main_context_iteration (NULL, FALSE))
    ;
  assert_words (count, create_json ("1"), "≈ 1 token");
}

void
add_token_count_tests (void)
{
  g_test_add_func ("/token-count/estimate", test_estimate);
  g_test_add_func ("/token-count/string", test_string);
  g_test_add_func ("/token-count/objects", test_objects);
}
