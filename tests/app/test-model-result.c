/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model is told of a tool's result. */

#include "app-model-material.h"
#include "app-model-result.h"
#include "app-tests.h"

#include <string.h>

/* A red pixel */
#define PNG                                                                                      \
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJg" \
  "gg=="

/* The result as @result_format gives it. */
static AppModelResult *
tell (const char *json, const AppModelResultFormat *result_format)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, &error);
  g_autoptr (McpResult) result = NULL;

  g_assert_no_error (error);
  result = mcp_result_new_for_value (MCP_RESULT_CALL, mcp_json_document_get_root (document));
  return app_model_result_new (result, result_format);
}

/* Nothing is kept as an object. */
static AppModelResult *
read_result (const char *json, AppModelFormatter formatter, guint characters)
{
  g_autoptr (AppModelResultFormat) result_format = app_model_result_format_new ();

  result_format->formatter = formatter;
  result_format->characters = characters;
  result_format->target = 0;
  return tell (json, result_format);
}

static void
check_text (const char *json, const char *expected)
{
  g_autoptr (AppModelResult) result = read_result (json, APP_MODEL_RAW, 100000);

  g_assert_cmpstr (result->text, ==, expected);
  g_assert_cmpuint (result->hidden, ==, 0);
  g_assert_cmpuint (result->size, ==, strlen (json));
}

static void
test_texts (void)
{
  check_text ("{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]}",
              "a\nb");
  check_text ("{\"content\":[]}", "[The tool returned no content.]");
  check_text ("{\"content\":[{\"type\":\"text\",\"text\":\"\"}]}", "[The tool returned no content.]");
}

static void
test_error (void)
{
  g_autoptr (AppModelResult) result = read_result (
      "{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}", APP_MODEL_RAW, 10);

  g_assert_true (result->is_error);
  g_assert_cmpstr (result->text, ==, "no");
}

/* Nothing goes out twice, however servers repeat it; and nothing is lost. */
static void
test_structured (void)
{
  static const struct
  {
    const char *json;
    const char *expected;
  } cases[] = {
    { "{\"content\":[{\"type\":\"text\",\"text\":\"{ \\\"a\\\": 1 }\"}],\"structuredContent\":"
      "{\"a\":1.0}}",
      "{ \"a\": 1 }" },
    { "{\"content\":[],\"structuredContent\":{ \"a\": 1 }}", "{\"a\":1}" },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"One a.\"}],\"structuredContent\":{\"a\":1}}",
      "One a.\n{\"a\":1}" },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"7\"}],\"structuredContent\":{\"result\":7}}", "7" },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"structuredContent\":{\"result\":\"x\"}}",
      "x" },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"n\\\":1}\"},{\"type\":\"text\",\"text\":\"b\"}],"
      "\"structuredContent\":{\"result\":[{\"n\":1},\"b\"]}}",
      "{\"n\":1}\nb" },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"c\"}],"
      "\"structuredContent\":{\"result\":[\"a\",\"b\"]}}",
      "a\nc\n{\"result\":[\"a\",\"b\"]}" },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"structuredContent\":{\"result\":\"x\","
      "\"more\":1}}",
      "x\n{\"result\":\"x\",\"more\":1}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check_text (cases[i].json, cases[i].expected);
}

static void
test_audience (void)
{
  g_autoptr (AppModelResult) result = read_result (
      "{\"content\":[{\"type\":\"text\",\"text\":\"seen\",\"annotations\":{\"audience\":"
      "[\"user\",\"assistant\"]}},{\"type\":\"text\",\"text\":\"hidden\",\"annotations\":"
      "{\"audience\":[\"user\"]}}]}",
      APP_MODEL_RAW, 100);
  g_autoptr (AppModelResult) none =
      read_result ("{\"content\":[{\"type\":\"text\",\"text\":\"hidden\",\"annotations\":"
                   "{\"audience\":[\"user\"]}}]}",
                   APP_MODEL_RAW, 100);

  g_assert_cmpstr (result->text, ==, "seen");
  g_assert_cmpuint (result->withheld, ==, 1);
  g_assert_null (strstr (none->text, "hidden"));
  g_assert_nonnull (strstr (none->text, "for them alone"));
}

static void
test_resources (void)
{
  check_text ("{\"content\":[{\"type\":\"resource_link\",\"uri\":\"file:///a\",\"name\":\"A\","
              "\"mimeType\":\"text/plain\",\"description\":\"first\"}]}",
              "[resource link] A <file:///a> (text/plain): first");
  check_text ("{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\","
              "\"mimeType\":\"text/plain\",\"text\":\"inside\"}}]}",
              "[resource] <file:///a> (text/plain)\ninside");
  check_text ("{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\","
              "\"blob\":\"AAAA\"}}]}",
              "[resource] <file:///a>\n[data, 3 bytes: not sent]");
  check_text ("{\"content\":[{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"AAAA\"}]}",
              "[audio audio/wav, 3 bytes: not sent]");
  check_text ("{\"content\":[{\"type\":\"new\", \"x\":1}]}", "{\"type\":\"new\",\"x\":1}");
}

static void
test_images (void)
{
  g_autoptr (AppModelResult) result =
      read_result ("{\"content\":[{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"" PNG
                   "\"},{\"type\":\"image\",\"mimeType\":\"image/tiff\",\"data\":\"AAAA\"},"
                   "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"?\"}]}",
                   APP_MODEL_RAW, 1000);
  g_auto (GStrv) lines = g_strsplit (result->text, "\n", -1);
  McpModelBlock *image;

  g_assert_nonnull (result->images);
  g_assert_cmpuint (result->images->len, ==, 1);
  image = result->images->pdata[0];
  g_assert_cmpstr (mcp_model_block_get_mime_type (image), ==, "image/png");
  g_assert_cmpmem (g_bytes_get_data (mcp_model_block_get_data (image), NULL), 4, "\x89PNG", 4);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_true (g_str_has_prefix (lines[0], "[image image/png, "));
  g_assert_true (g_str_has_suffix (lines[0], "bytes]"));
  g_assert_true (g_str_has_suffix (lines[1], "unsupported format, omitted]"));
  g_assert_true (g_str_has_suffix (lines[2], "not Base64, not sent]"));
}

/* Characters are counted, not bytes, and what is hidden is told exactly. */
static void
test_cap (void)
{
  g_autoptr (AppModelResult) cut =
      read_result ("{\"content\":[{\"type\":\"text\",\"text\":\"äöüäöü\"},{\"type\":\"text\","
                   "\"text\":\"\\u00e9\\u00e9\\u00e9\"}]}",
                   APP_MODEL_RAW, 8);
  g_autoptr (AppModelResult) whole =
      read_result ("{\"content\":[{\"type\":\"text\",\"text\":\"äöüäöü\"}]}", APP_MODEL_RAW, 6);
  g_autofree char *many = g_strnfill (300000, 'x');
  g_autofree char *json =
      g_strdup_printf ("{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}],\"structuredContent\":"
                       "{\"text\":\"%s\"}}",
                       many, many);
  g_autoptr (AppModelResult) large = read_result (json, APP_MODEL_RAW, 1000);

  g_assert_cmpstr (cut->text, ==, "äöüäöü\né… [truncated, 2 more characters]");
  g_assert_cmpuint (cut->hidden, ==, 2);
  g_assert_cmpstr (whole->text, ==, "äöüäöü");
  g_assert_cmpuint (whole->hidden, ==, 0);
  g_assert_cmpuint (strlen (large->text), <, 1100);
  g_assert_cmpuint (large->hidden, ==, 300000 - 1000 + 300000 + strlen ("{\"text\":\"\"}"));
}

static void
test_formatters (void)
{
  const char *json = "{\"content\":[{\"type\":\"text\",\"text\":\"{ \\\"a\\\" : [ 1.50, 2 ] }\"},"
                     "{\"type\":\"text\",\"text\":\"{ not JSON\"}]}";
  g_autoptr (AppModelResult) raw = read_result (json, APP_MODEL_RAW, 100);
  g_autoptr (AppModelResult) compact = read_result (json, APP_MODEL_COMPACT, 100);

  g_assert_cmpstr (raw->text, ==, "{ \"a\" : [ 1.50, 2 ] }\n{ not JSON");
  g_assert_cmpstr (compact->text, ==, "{\"a\":[1.50,2]}\n{ not JSON");
  g_assert_cmpint (raw->formatter, ==, APP_MODEL_RAW);
  g_assert_cmpint (compact->formatter, ==, APP_MODEL_COMPACT);
}

/* What a resource has: images that vendors take, and no half of a word, which may be a secret. */
static void
test_material (void)
{
  g_autofree char *text = g_strnfill (APP_MODEL_MATERIAL_CHARACTERS - 5, 'a');
  g_autofree char *json = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (McpResult) result = NULL;
  g_autoptr (GPtrArray) turns = NULL;
  McpModelTurn *turn;

  text[APP_MODEL_MATERIAL_CHARACTERS - 10] = ' ';
  json = g_strdup_printf ("{\"contents\":[{\"uri\":\"x:a\",\"mimeType\":\"image/svg+xml\",\"blob\":"
                          "\"AAAA\"},{\"uri\":\"x:b\",\"mimeType\":\"image/png\",\"blob\":\"" PNG
                          "\"},{\"uri\":\"x:c\",\"text\":\"%sSECRET-SECRET\"}]}",
                          text);
  document = mcp_json_document_parse_text (json, -1, NULL);
  result = mcp_result_new_for_value (MCP_RESULT_RESOURCE, mcp_json_document_get_root (document));
  turns = app_model_material_read (result, "x:", NULL);
  g_assert_cmpuint (turns->len, ==, 1);
  turn = turns->pdata[0];
  g_assert_cmpuint (turn->blocks->len, ==, 3);
  g_assert_cmpstr (mcp_model_block_get_text (turn->blocks->pdata[0]), ==,
                   "[Resource x:a: image/svg+xml, 3 bytes, not shown]");
  g_assert_cmpint (mcp_model_block_get_kind (turn->blocks->pdata[1]), ==, MCP_MODEL_IMAGE);
  g_assert_null (strstr (mcp_model_block_get_text (turn->blocks->pdata[2]), "SEC"));
  g_assert_true (g_str_has_suffix (mcp_model_block_get_text (turn->blocks->pdata[2]),
                                   "aa\n[18 more characters are not shown]"));
}

void
add_model_result_tests (void)
{
  g_test_add_func ("/bench-result/texts", test_texts);
  g_test_add_func ("/bench-result/error", test_error);
  g_test_add_func ("/bench-result/structured", test_structured);
  g_test_add_func ("/bench-result/audience", test_audience);
  g_test_add_func ("/bench-result/resources", test_resources);
  g_test_add_func ("/bench-result/images", test_images);
  g_test_add_func ("/bench-result/cap", test_cap);
  g_test_add_func ("/bench-result/formatters", test_formatters);
  g_test_add_func ("/bench-result/material", test_material);
}
