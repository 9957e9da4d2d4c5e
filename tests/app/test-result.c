/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Results as blocks, what is decoded of them and when, and calls as text to paste. */

#include "app-tests.h"
#include "app-object-name.h"
#include "app-block-file.h"
#include "app-result.h"
#include "app-snippet.h"
#include "app-text-lines.h"
#include "mcp-json-writer.h"
#include "test-clock.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static AppResult *
make (AppResultKind kind, const char *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, &error);

  g_assert_no_error (error);
  return app_result_new (kind, mcp_json_document_get_root (document));
}

static AppBlock *
get (AppResult *result, guint position)
{
  g_autoptr (AppBlock) block = g_list_model_get_item (G_LIST_MODEL (result), position);

  g_assert_nonnull (block);
  return block;
}

/* The first block that is a card. */
static AppBlock *
find_card (AppResult *result)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (result)); i++)
    {
      g_autoptr (AppBlock) block = g_list_model_get_item (G_LIST_MODEL (result), i);

      if (app_block_get_card (block) != NULL)
        return block;
    }
  return NULL;
}

static void
finished (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **)user_data = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  gint64 deadline = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;

  while (*result == NULL && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (*result);
  return *result;
}

static GBytes *
load_text (AppBlock *block, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_block_load_text_async (block, NULL, finished, &result);
  return app_block_load_text_finish (block, wait_for (&result), error);
}

static GBytes *
load_data (AppBlock *block, gsize max_bytes, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_block_load_data_async (block, max_bytes, NULL, finished, &result);
  return app_block_load_data_finish (block, wait_for (&result), error);
}

static GFile *
write_file (const char *kind, const char *data, gsize length, const char *type, GError **error)
{
  g_autofree char *base64 = g_base64_encode ((const guchar *)data, length);
  g_autofree char *json =
      g_strdup_printf ("{\"type\":\"%s\",\"data\":\"%s\",\"mimeType\":\"%s\"}", kind, base64, type);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (AppBlock) block =
      app_block_new_content (mcp_json_document_get_root (document), NULL);
  g_autoptr (GAsyncResult) result = NULL;

  app_block_file_write_async (block, NULL, finished, &result);
  return app_block_file_write_finish (block, wait_for (&result), error);
}

static void
assert_file (const char *kind, const char *data, gsize length, const char *type, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = write_file (kind, data, length, type, &error);
  g_autofree char *base = file != NULL ? g_file_get_basename (file) : NULL;

  if (name == NULL)
    {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpstr (base, ==, name);
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *content = NULL;
  gsize            written;
  GStatBuf         status;
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  g_assert_true (g_file_get_contents (path, &content, &written, NULL));
  g_assert_cmpmem (content, written, data, length);
  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static char *
make_folder (int process, const char *name)
{
  g_autofree char *base = process > 0 ? g_strdup_printf ("spyglass-%d-abcdef", process)
                                      : g_strdup ("spyglass-backup");
  char            *folder = g_build_filename (g_get_user_runtime_dir (), base, NULL);
  g_autofree char *file = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "x", -1, NULL));
  return folder;
}

/* What was opened elsewhere goes once its program has ended; nothing else does. */
static void
test_file_sweep (void)
{
  const pid_t ended = fork ();
  const struct
  {
    int         process;
    const char *name;
    gboolean    stays;
  } cases[] = { { ended, "result.png", FALSE },
                { ended, "theirs", TRUE },
                { (int)getpid (), "result.png", TRUE },
                { 0, "result.png", TRUE } };

  if (ended == 0)
    _exit (0);
  g_assert_cmpint (waitpid (ended, NULL, 0), ==, ended);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *folder = make_folder (cases[i].process, cases[i].name);
      g_autofree char *file = g_build_filename (folder, cases[i].name, NULL);
      g_autoptr (GAsyncResult) result = NULL;

      app_block_file_sweep_async (finished, &result);
      wait_for (&result);
      g_assert_cmpint (g_file_test (file, G_FILE_TEST_EXISTS), ==, cases[i].stays);
      g_assert_cmpint (g_file_test (folder, G_FILE_TEST_EXISTS), ==, cases[i].stays);
      g_unlink (file);
      g_rmdir (folder);
    }
}

/* What another program opens is what its data say, and never what that program would run. */
static void
test_file (void)
{
  static const char wave[] = "RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0";
  static const char pixel[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
  static const char page[] = "<!DOCTYPE html><html><script>a()</script></html>";
  static const char entry[] = "[Desktop Entry]\nType=Application\nExec=rm\n";
  static const char script[] = "#!/bin/sh\nrm\n";
  static const char drawing[] = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>";
  static const char unknown[] = "\x01\x02\x03\x04\xff\xfe\x80";

  assert_file ("audio", wave, sizeof wave, "audio/../../x.desktop", "result.wav");
  assert_file ("audio", wave, sizeof wave, "application/x-sh", "result.wav");
  assert_file ("image", pixel, sizeof pixel, "image/jpeg", "result.png");
  assert_file ("image", page, strlen (page), "image/png", NULL);
  assert_file ("audio", entry, strlen (entry), "audio/wav", NULL);
  assert_file ("audio", script, strlen (script), "audio/wav", NULL);
  assert_file ("image", drawing, strlen (drawing), "image/svg+xml", NULL);
  assert_file ("image", drawing, strlen (drawing), "image/png", NULL);
  assert_file ("audio", unknown, sizeof unknown, "audio/mpeg", "result.mp3");
  assert_file ("audio", unknown, sizeof unknown, "application/x-desktop", NULL);
}

static AppTreeNode *
load_tree (AppBlock *block, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_block_load_tree_async (block, NULL, NULL, finished, &result);
  return app_block_load_tree_finish (block, wait_for (&result), error);
}

static void
test_blocks (void)
{
  static const struct
  {
    AppBlockKind kind;
    const char  *title;
    guint64      size;
  } cases[] = {
    { APP_BLOCK_TEXT, "Text", 6 },
    { APP_BLOCK_IMAGE, "Image · SVG", 3 },
    { APP_BLOCK_AUDIO, "Audio · WAV", 3 },
    { APP_BLOCK_RESOURCE_TEXT, "Resource · demo://a", 2 },
    { APP_BLOCK_RESOURCE_BLOB, "Resource · demo://b⟨U+202E⟩", 1 },
    { APP_BLOCK_RESOURCE_LINK, "Link · Name", 0 },
    { APP_BLOCK_UNKNOWN, "Unknown block “hologram”", 0 },
    { APP_BLOCK_UNKNOWN, "Unknown block", 0 },
    { APP_BLOCK_STRUCTURED, "Structured content", 7 },
  };
  g_autoptr (AppResult) result = make (
      APP_RESULT_CALL,
      "{\"content\":["
      "{\"type\":\"text\",\"text\":\"<b>\\u00e9\\n\",\"annotations\":{\"audience\":[\"user\","
      "\"assistant\"],\"priority\":0.50}},"
      "{\"type\":\"image\",\"data\":\"AAEC\",\"mimeType\":\"image/svg+xml\"},"
      "{\"type\":\"audio\",\"data\":\"AAEC\",\"mimeType\":\"audio/wav; codecs=1\"},"
      "{\"type\":\"resource\",\"resource\":{\"uri\":\"demo://a\",\"text\":\"hi\",\"mimeType\":"
      "\"text/plain\"}},"
      "{\"type\":\"resource\",\"resource\":{\"uri\":\"demo://b\xe2\x80\xae\",\"blob\":\"AA==\"}},"
      "{\"type\":\"resource_link\",\"uri\":\"demo://c\",\"name\":\"Name\",\"description\":\"D\"},"
      "{\"type\":\"hologram\",\"x\":1},"
      "{}],"
      "\"structuredContent\":{\"a\":1},\"isError\":true}");
  g_autofree char *annotations = app_block_dup_annotations (get (result, 0));

  g_assert_true (app_result_is_error (result));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (result)), ==, G_N_ELEMENTS (cases));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AppBlock *block = get (result, i);

      g_assert_cmpint (app_block_get_kind (block), ==, cases[i].kind);
      g_assert_cmpstr (app_block_get_title (block), ==, cases[i].title);
      if (cases[i].size > 0)
        g_assert_cmpuint (app_block_get_size (block), ==, cases[i].size);
    }
  g_assert_cmpstr (app_block_get_uri (get (result, 5)), ==, "demo://c");
  g_assert_cmpstr (app_block_get_description (get (result, 5)), ==, "D");
  g_assert_cmpstr (annotations, ==, "audience: user assistant · priority: 0.50");
  g_assert_cmpint (mcp_json_value_get_kind (app_result_get_structured (result)),
                   ==,
                   MCP_JSON_OBJECT);
}

static void
test_read_and_prompt (void)
{
  g_autoptr (AppResult) read = make (APP_RESULT_READ,
                                     "{\"contents\":[{\"uri\":\"a:b\",\"text\":\"[1,2]\"},{\"uri\":"
                                     "\"a:c\",\"blob\":\"AAEC\",\"mimeType\":\"image/gif\"}]}");
  g_autoptr (AppResult) prompt = make (
      APP_RESULT_PROMPT,
      "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"q\"}},{\"role\":"
      "\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"a\"}}]}");

  g_assert_cmpint (app_block_get_kind (get (read, 0)), ==, APP_BLOCK_RESOURCE_TEXT);
  g_assert_true (app_block_looks_like_json (get (read, 0)));
  g_assert_cmpint (app_block_get_kind (get (read, 1)), ==, APP_BLOCK_RESOURCE_BLOB);
  g_assert_cmpstr (app_block_get_role (get (prompt, 0)), ==, "user");
  g_assert_cmpstr (app_block_get_role (get (prompt, 1)), ==, "assistant");
}

/* Whatever came is shown, as it is. */
static void
test_odd_results (void)
{
  static const char *const results[] = {
    "{}",
    "null",
    "5",
    "[]",
    "\"text\"",
    "{\"content\":5}",
    "{\"content\":null}",
    "{\"contents\":{}}",
    "{\"messages\":\"x\"}",
    "{\"structuredContent\":null}",
    "{\"content\":[5,null,\"text\",[],{\"type\":\"text\"},{\"type\":\"image\",\"data\":5},{\"type\":"
    "5},{\"type\":\"resource\"},{\"type\":\"resource\",\"resource\":{}},{\"type\":\"resource_link\"}]}",
    "{\"contents\":[5,{},{\"uri\":5,\"text\":7}]}",
    "{\"messages\":[5,{},{\"role\":5,\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    for (guint kind = APP_RESULT_CALL; kind <= APP_RESULT_PROMPT; kind++)
      {
        g_autoptr (AppResult) result = make ((AppResultKind)kind, results[i]);
        g_autoptr (StoreObject) object = app_result_create_object (result, NULL, NULL);

        g_test_message ("%s", results[i]);
        g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (result)), >, 0);
        for (guint b = 0; b < g_list_model_get_n_items (G_LIST_MODEL (result)); b++)
          {
            AppBlock        *block = get (result, b);
            g_autofree char *text = app_block_dup_text (block, 100, NULL);
            g_autofree char *annotations = app_block_dup_annotations (block);
            g_autoptr (AppTreeNode) tree = load_tree (block, NULL);

            g_assert_nonnull (app_block_get_title (block));
            if (app_block_get_kind (block) == APP_BLOCK_UNKNOWN)
              g_assert_nonnull (tree);
          }
        find_card (result);
        app_result_text_repeats_structured (result);
      }
}

static void
test_many_blocks (void)
{
  for (guint n = APP_RESULT_MAX_BLOCKS - 1; n <= APP_RESULT_MAX_BLOCKS + 1; n++)
    {
      g_autoptr (GString) json = g_string_new ("{\"content\":[");
      g_autoptr (AppResult) result = NULL;
      g_autoptr (AppResult) whole = NULL;

      for (guint i = 0; i < n; i++)
        g_string_append_printf (json, "%s{\"type\":\"text\",\"text\":\"x\"}", i ? "," : "");
      g_string_append (json, "]}");
      result = make (APP_RESULT_CALL, json->str);
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (result)),
                        ==,
                        MIN (n, APP_RESULT_MAX_BLOCKS));
      whole = app_result_new_whole (APP_RESULT_CALL, app_result_get_value (result));
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (whole)), ==, n);
      if (n >= APP_RESULT_MAX_BLOCKS)
        g_assert_cmpint (app_block_get_kind (get (result, APP_RESULT_MAX_BLOCKS - 1)),
                         ==,
                         APP_BLOCK_UNKNOWN);
    }
}

static void
test_load (void)
{
  g_autoptr (AppResult) result = make (
      APP_RESULT_CALL,
      "{\"content\":[{\"type\":\"text\",\"text\":\" {\\\"a\\\": [1.10]}\"},"
      "{\"type\":\"text\",\"text\":\"{oops\"},"
      "{\"type\":\"image\",\"data\":\"AAEC\",\"mimeType\":\"image/svg+xml\"},"
      "{\"type\":\"image\",\"data\":\"not base64!\",\"mimeType\":\"image/png\"}]}");
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) text = load_text (get (result, 0), &error);
  g_autoptr (AppTreeNode) tree = load_tree (get (result, 0), &error);
  g_autoptr (GBytes) data = load_data (get (result, 2), 3, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (g_bytes_get_data (text, NULL), ==, " {\"a\": [1.10]}");
  g_assert_cmpstr (app_tree_item_get_preview (APP_TREE_ITEM (tree)), ==, "{\"a\": […]}");
  g_assert_cmpmem (g_bytes_get_data (data, NULL), g_bytes_get_size (data), "\0\1\2", 3);

  g_assert_true (app_block_looks_like_json (get (result, 1)));
  g_assert_null (load_tree (get (result, 1), &error));
  g_assert_true (error->domain == MCP_JSON_ERROR);
  g_clear_error (&error);
  g_assert_null (load_data (get (result, 2), 2, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_clear_error (&error);
  g_assert_null (load_data (get (result, 3), 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_clear_error (&error);
  g_assert_null (load_text (get (result, 2), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (load_data (get (result, 0), 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
check_object (const char *json, const char *expected, const char *type_name)
{
  g_autoptr (AppResult) result = make (APP_RESULT_CALL, json);
  g_autoptr (StoreObject) object = app_result_create_object (result, "demo", "tool");
  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);

  g_assert_cmpmem (g_bytes_get_data (bytes, NULL),
                   g_bytes_get_size (bytes),
                   expected,
                   strlen (expected));
  g_assert_cmpstr (store_object_get_type_name (object), ==, type_name);
  g_assert_cmpstr (store_object_get_server (object), ==, "demo");
  g_assert_cmpstr (store_object_get_tool (object), ==, "tool");
}

static void
test_objects (void)
{
  check_object ("{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\":1}\"}],\"structuredContent\":"
                "{ \"a\":1 }}",
                "{ \"a\":1 }",
                "dict");
  check_object ("{\"content\":[{\"type\":\"text\",\"text\":\"[1.10, -0]\"}]}", "[1.10, -0]", "list");
  check_object ("{\"content\":[{\"type\":\"text\",\"text\":\"[1.10, -\"}]}", "\"[1.10, -\"", "str");
  check_object ("{\"content\":[{\"type\":\"text\",\"text\":\"5\"}]}", "\"5\"", "str");
  check_object ("{\"content\":[]}", "{\"content\":[]}", "dict");
  check_object ("{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]}",
                "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]}",
                "dict");
  {
    g_autoptr (AppResult) same = make (APP_RESULT_CALL,
                                       "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\":1.0}\""
                                       "}],\"structuredContent\":{\"a\":1}}");
    g_autoptr (AppResult) other = make (APP_RESULT_CALL,
                                        "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\":2}\"}"
                                        "],\"structuredContent\":{\"a\":1}}");

    g_assert_true (app_result_text_repeats_structured (same));
    g_assert_false (app_result_text_repeats_structured (other));
  }
}

static void
test_card (void)
{
  g_autoptr (AppResult) result = make (
      APP_RESULT_CALL,
      "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"},{\"type\":\"text\",\"text\":\"@obj_001 → "
      "dict (length: 1)\\n\\n{\\n    'a': {...}\\n}\"}]}");
  AppBlock *block = find_card (result);

  g_assert_true (block == get (result, 1));
  g_assert_cmpstr (app_object_card_get_object_id (app_block_get_card (block)), ==, "obj_001");
  g_assert_null (app_block_get_card (get (result, 0)));
}

typedef struct
{
  gint64 last;
  gint64 worst;
} Pulse;

static gboolean
beat (gpointer user_data)
{
  Pulse *pulse = user_data;
  gint64 now = test_clock_get_computed ();

  pulse->worst = MAX (pulse->worst, now - pulse->last);
  pulse->last = now;
  return G_SOURCE_CONTINUE;
}

/* 100 MB of JSON in a text block: nothing that the window does with it stops the main loop. */
static void
test_large (void)
{
  g_autoptr (GString) inside = g_string_sized_new (110 * 1000 * 1000);
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (AppResult) result = NULL;
  g_autoptr (GBytes) text = NULL;
  g_autoptr (AppTreeNode) tree = NULL;
  g_autoptr (GListModel) rows = NULL;
  g_autoptr (StoreObject) object = NULL;
  g_autoptr (GAsyncResult) indexed = NULL;
  g_autoptr (AppTextLines) lines = NULL;
  Pulse  pulse = { 0 };
  guint  source;
  gint64 start;

  g_string_append (inside, "{\"content\":[{\"type\":\"text\",\"text\":\"[");
  for (guint i = 0; inside->len < 100 * 1000 * 1000; i++)
    g_string_append_printf (inside, "%s{\\\"id\\\":%u,\\\"v\\\":1.10}", i ? ",\\n" : "", i);
  g_string_append (inside, "]\"}]}");
  {
    g_autoptr (GBytes) bytes = g_string_free_to_bytes (g_steal_pointer (&inside));

    document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  }
  g_assert_nonnull (document);

  start = test_clock_get_computed ();
  result = app_result_new (APP_RESULT_CALL, mcp_json_document_get_root (document));
  g_test_message ("blocks after %" G_GINT64_FORMAT " µs", test_clock_get_computed () - start);
  g_assert_cmpint (test_clock_get_computed () - start, <, 200000);
  /* What it says as JSON is read once, in the worker that reads the result. */
  object = app_result_create_object (result, NULL, NULL);
  g_assert_cmpint (store_object_get_kind (object), ==, STORE_OBJECT_JSON);
  g_assert_cmpstr (store_object_get_type_name (object), ==, "list");
  g_assert_null (find_card (result));

  pulse.last = test_clock_get_computed ();
  source = g_timeout_add (1, beat, &pulse);
  text = load_text (get (result, 0), NULL);
  tree = load_tree (get (result, 0), NULL);
  app_text_lines_new_async (text, NULL, finished, &indexed);
  lines = app_text_lines_new_finish (wait_for (&indexed), NULL);
  rows = app_tree_item_create_children (APP_TREE_ITEM (tree));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 26);
  {
    g_autoptr (AppTreeNode) more = g_list_model_get_item (rows, 25);

    app_tree_item_reveal (APP_TREE_ITEM (more));
  }
  g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
  g_test_message ("longest pause %" G_GINT64_FORMAT " µs, %u rows, %u lines",
                  pulse.worst,
                  g_list_model_get_n_items (rows),
                  app_text_lines_get_n_lines (lines));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 29);
  g_assert_cmpint (pulse.worst, <, 500000);
}

static void
test_json_rpc (void)
{
  AppSnippetSource source = { .method = "tools/call", .name = "e\"cho", .arguments = "{ \"n\": 1.10 }" };
  AppSnippetSource read = { .method = "resources/read", .name = "a://b", .id = 7 };
  g_autofree char *call = app_snippet_json_rpc (&source);
  g_autofree char *other = app_snippet_json_rpc (&read);

  g_assert_cmpstr (call,
                   ==,
                   "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
                   "\"e\\\"cho\",\"arguments\":{\"n\":1.10}}}");
  g_assert_cmpstr (other,
                   ==,
                   "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"resources/read\",\"params\":{\"uri\":"
                   "\"a://b\"}}");
}

static void
test_curl (void)
{
  static const char *const headers[] = { "Authorization: Bearer s3cret", "X-Plain: it's",
                                         "Content-Type: text/evil", "broken", NULL };
  AppSnippetSource         source = { .method = "tools/call",
                                      .name = "it's",
                                      .arguments = "{\"q\":\"$(rm -rf ~) `x` 'y'\"}",
                                      .url = "https://example.com/mcp?a=1&b='2'",
                                      .headers = headers,
                                      .protocol_version = "2025-11-25",
                                      .session_id = "sess1" };
  g_autofree char         *masked = app_snippet_curl (&source, FALSE);
  g_autofree char         *whole = app_snippet_curl (&source, TRUE);
  g_auto (GStrv) words = NULL;
  int              n_words = 0;
  g_autofree char *expected = app_snippet_json_rpc (&source);
  g_autofree char *one_line = NULL;
  g_auto (GStrv) parts = g_strsplit (masked, " \\\n", -1);

  g_assert_null (strstr (masked, "s3cret"));
  g_assert_null (strstr (masked, "sess1"));
  g_assert_nonnull (strstr (whole, "Bearer s3cret"));
  g_assert_nonnull (strstr (whole, "Mcp-Session-Id: sess1"));
  g_assert_null (strstr (whole, "text/evil"));

  /* A shell reads back what was meant. */
  one_line = g_strjoinv (" ", parts);
  g_assert_true (g_shell_parse_argv (one_line, &n_words, &words, NULL));
  g_assert_cmpstr (words[0], ==, "curl");
  g_assert_cmpstr (words[n_words - 1], ==, expected);
  g_assert_true (g_strv_contains ((const char *const *)words, source.url));
  g_assert_true (g_strv_contains ((const char *const *)words, "X-Plain: it's"));
  source.url = NULL;
  g_assert_null (app_snippet_curl (&source, FALSE));
}

static void
test_cli (void)
{
  static const char *const command[] = { "npx", "-y", "@scope/server", "a b", "", NULL };
  AppSnippetSource         source = { .method = "tools/call",
                                      .name = "echo",
                                      .arguments = "{\"message\":\"it's $HOME\"}",
                                      .command = command };
  g_autofree char         *plain = app_snippet_cli (&source);
  g_autofree char         *profile = NULL;
  g_autofree char         *read = NULL;

  g_assert_cmpstr (plain,
                   ==,
                   "spyglass-cli call echo --args '{\"message\":\"it'\\''s $HOME\"}' -- npx -y "
                   "@scope/server 'a b' ''");
  source.profile = "my server";
  source.arguments = "{}";
  profile = app_snippet_cli (&source);
  g_assert_cmpstr (profile, ==, "spyglass-cli call echo --server 'my server'");
  source.method = "resources/read";
  source.name = "demo://a?b";
  read = app_snippet_cli (&source);
  g_assert_cmpstr (read, ==, "spyglass-cli read 'demo://a?b' --server 'my server'");
}

/* Credentials are also where people put them: in URLs and among a program's options. */
static void
test_masks (void)
{
  static const char *const command[] = { "npx", "thing", "--token=s3cret1", "--api-key", "s3cret2",
                                         NULL };
  AppSnippetSource         source = { .method = "tools/call",
                                      .name = "echo",
                                      .url = "https://u:s3cret3@example.com/?api_key=s3cret4" };
  g_autofree char         *curl = app_snippet_curl (&source, FALSE);
  g_autofree char         *whole = app_snippet_curl (&source, TRUE);
  g_autofree char         *url = app_snippet_cli (&source);
  g_autofree char         *program = NULL;

  g_assert_null (strstr (curl, "s3cret"));
  g_assert_nonnull (strstr (whole, source.url));
  g_assert_null (strstr (url, "s3cret"));
  source.url = NULL;
  source.command = command;
  program = app_snippet_cli (&source);
  g_assert_null (strstr (program, "s3cret"));
  g_assert_nonnull (strstr (program, "-- npx thing "));
}

/* What a result is called: its tool and arguments, in one line that does not get long. */
static void
test_name (void)
{
  static const struct
  {
    const char *arguments;
    const char *name;
  } cases[] = {
    { NULL, "t" },
    { "{}", "t" },
    { "[1]", "t" },
    { "no JSON", "t" },
    { "{\"rows\":400}", "t · rows 400" },
    { "{\"n\":1.10}", "t · n 1.10" },
    { "{\"q\":\"head phones\",\"limit\":5}", "t · q head phones, limit 5" },
    { "{\"q\":\"\"}", "t · q" },
    { "{\"ok\":true,\"no\":null}", "t · ok true, no null" },
    { "{\"a\":{},\"b\":{\"c\":1},\"d\":[],\"e\":[1]}", "t · a {}, b {…}, d [], e […]" },
    { "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6}", "t · a 1, b 2, c 3, d 4, …" },
    { "{\"q\":\"one\\ntwo\"}", "t · q one↵two" },
    { "{\"q\":\"0123456789012345678901234567890123456789\"}",
      "t · q 01234567890123456789012345678901…" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = app_object_name_dup_for_call ("t", cases[i].arguments);

      g_assert_cmpstr (name, ==, cases[i].name);
    }
}

void
add_result_tests (void)
{
  g_test_add_func ("/result/blocks", test_blocks);
  g_test_add_func ("/result/read-and-prompt", test_read_and_prompt);
  g_test_add_func ("/result/odd-results", test_odd_results);
  g_test_add_func ("/result/many-blocks", test_many_blocks);
  g_test_add_func ("/result/load", test_load);
  g_test_add_func ("/result/file", test_file);
  g_test_add_func ("/result/file-sweep", test_file_sweep);
  g_test_add_func ("/result/objects", test_objects);
  g_test_add_func ("/result/card", test_card);
  g_test_add_func ("/result/large", test_large);
  g_test_add_func ("/result/snippet/json-rpc", test_json_rpc);
  g_test_add_func ("/result/snippet/curl", test_curl);
  g_test_add_func ("/result/snippet/cli", test_cli);
  g_test_add_func ("/result/name", test_name);
  g_test_add_func ("/result/snippet/masks", test_masks);
}
