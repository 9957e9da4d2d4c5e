/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The file of providers: what a person wrote stays, however it is edited beside them. */

#include "store-tests.h"
#include "mcp-json-writer.h"
#include "store-model-file.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *self)
{
  self->folder = g_dir_make_tmp ("spyglass-models-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "models.json", NULL);
}

static void
tear_down (Fixture *self)
{
  g_autofree char *lock = g_build_filename (self->folder, ".models.json.lock", NULL);

  g_unlink (self->path);
  g_unlink (lock);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
}

/* @way: names with "/" between them */
static void
set (Fixture *self, const char *way, const char *json)
{
  g_auto (GStrv) members = g_strsplit (way, "/", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document =
      store_model_file_set (self->path, (const char *const *)members, json, &error);

  g_assert_no_error (error);
  g_assert_nonnull (document);
}

static void
assert_file (Fixture *self, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = store_model_file_read (self->path, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = mcp_json_value_print_compact (mcp_json_document_get_root (document));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_set (void)
{
  Fixture     fixture;
  struct stat facts;

  set_up (&fixture);
  assert_file (&fixture, "{}");
  set (&fixture, "providers/a/model", "\"m\"");
  assert_file (&fixture, "{\"providers\":{\"a\":{\"model\":\"m\"}},\"version\":1}");
  set (&fixture, "providers/a/model", "\"n\"");
  set (&fixture, "providers/b", "{\"x\":1.10}");
  set (&fixture, "default", "\"b\"");
  assert_file (&fixture, "{\"providers\":{\"a\":{\"model\":\"n\"},\"b\":{\"x\":1.10}},\"version\":1,"
                         "\"default\":\"b\"}");
  set (&fixture, "providers/a", NULL);
  set (&fixture, "default", NULL);
  set (&fixture, "nothing/at/all", NULL);
  assert_file (&fixture, "{\"providers\":{\"b\":{\"x\":1.10}},\"version\":1}");
  g_assert_cmpint (g_stat (fixture.path, &facts), ==, 0);
  g_assert_cmpint (facts.st_mode & 0777, ==, 0600);
  tear_down (&fixture);
}

/* Numbers, strings, order and what we do not know. */
static void
test_kept (void)
{
  Fixture fixture;

  set_up (&fixture);
  g_assert_true (g_file_set_contents (fixture.path,
                                      "{\"z\":[1e2,\"\\u00e9\"],\n\"version\":1,"
                                      "\"providers\":{\"a\":{\"n\":0.10,\"model\":1}},\"y\":{}}",
                                      -1, NULL));
  set (&fixture, "providers/a/model", "\"m\"");
  assert_file (&fixture, "{\"z\":[1e2,\"\\u00e9\"],\"version\":1,\"providers\":{\"a\":{\"n\":0.10,"
                         "\"model\":\"m\"}},\"y\":{}}");
  /* What is no object on the way gives place to one. */
  set (&fixture, "providers/a/model/deep", "true");
  assert_file (&fixture, "{\"z\":[1e2,\"\\u00e9\"],\"version\":1,\"providers\":{\"a\":{\"n\":0.10,"
                         "\"model\":{\"deep\":true}}},\"y\":{}}");
  tear_down (&fixture);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    StoreError  code;
  } files[] = {
    { "{", STORE_ERROR_SYNTAX },
    { "[]", STORE_ERROR_SYNTAX },
    { "{\"version\":2}", STORE_ERROR_NEWER },
  };
  static const char *const members[] = { "default", NULL };
  Fixture                  fixture;

  set_up (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      g_assert_true (g_file_set_contents (fixture.path, files[i].text, -1, NULL));
      g_assert_null (store_model_file_read (fixture.path, &error));
      g_assert_error (error, STORE_ERROR, (int)files[i].code);
      g_clear_error (&error);
      g_assert_null (store_model_file_set (fixture.path, members, "1", &error));
      g_assert_error (error, STORE_ERROR, (int)files[i].code);
      g_assert_true (g_file_get_contents (fixture.path, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, files[i].text);
    }
  tear_down (&fixture);
}

#define N_WRITERS 4
#define N_EDITS 10

typedef struct
{
  Fixture *fixture;
  int      number;
} Writer;

static gpointer
edit_many (gpointer data)
{
  Writer *writer = data;

  for (int i = 0; i < N_EDITS; i++)
    {
      g_autofree char *way = g_strdup_printf ("providers/p%d-%d/model", writer->number, i);

      set (writer->fixture, way, "\"m\"");
    }
  return NULL;
}

static void
test_together (void)
{
  Fixture  fixture;
  Writer   writers[N_WRITERS];
  GThread *threads[N_WRITERS];
  g_autoptr (McpJsonDocument) document = NULL;

  set_up (&fixture);
  for (int i = 0; i < N_WRITERS; i++)
    {
      writers[i] = (Writer){ &fixture, i };
      threads[i] = g_thread_new ("writer", edit_many, &writers[i]);
    }
  for (int i = 0; i < N_WRITERS; i++)
    g_thread_join (threads[i]);
  document = store_model_file_read (fixture.path, NULL);
  g_assert_cmpuint (mcp_json_value_get_n_items (mcp_json_value_get_member (
                        mcp_json_document_get_root (document), "providers")),
                    ==, N_WRITERS * N_EDITS);
  tear_down (&fixture);
}

void
add_model_file_tests (void)
{
  g_test_add_func ("/model-file/set", test_set);
  g_test_add_func ("/model-file/kept", test_kept);
  g_test_add_func ("/model-file/refused", test_refused);
  g_test_add_func ("/model-file/together", test_together);
}
