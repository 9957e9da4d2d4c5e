/* SPDX-License-Identifier: GPL-3.0-or-later */

/* References as they are written and kept beside a text, and what previews tell of an object. */

#include "app-form-references.h"
#include "app-tests.h"
#include "app-form.h"
#include "app-reference-marks.h"
#include "app-server-object.h"
#include "store-explorer.h"

#include <string.h>

static void
test_parse (void)
{
  static const struct
  {
    const char *text;
    const char *mode; /* NULL: no reference */
    const char *id;
    const char *path;
  } cases[] = {
    { "@obj_001", "server", "obj_001", "" },
    { "@obj_001.a.b[0]", "server", "obj_001", "a.b[0]" },
    { "@obj_001.", "server", "obj_001", "" },
    { "@obj_001[0]", "server", "obj_001[0]", "" },
    { "@obj_001.[0]", "server", "obj_001", "[0]" },
    { "@@x", "server", "@x", "" },
    { "@alice smith", "server", "alice smith", "" },
    { "@", NULL, NULL, NULL },
    { "obj_001", NULL, NULL, NULL },
    { "", NULL, NULL, NULL },
    { "object:memory/obj_001", "object:memory/obj_001", "obj_001", "" },
    { "object:memory/obj_001.a[0]", "object:memory/obj_001", "obj_001", "a[0]" },
    { "object:memory/obj_001[\"a.b\"].c", "object:memory/obj_001", "obj_001", "[\"a.b\"].c" },
    { "object:memory/", NULL, NULL, NULL },
    { "object:memory/.a", NULL, NULL, NULL },
    { "object:/obj_001", NULL, NULL, NULL },
    { "object:obj_001", NULL, NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AppReference) reference = app_reference_parse (cases[i].text);
      g_autofree char *mode = NULL;

      g_test_message ("%s", cases[i].text);
      g_assert_true ((reference == NULL) == (cases[i].mode == NULL));
      if (reference == NULL)
        continue;
      mode = app_reference_dup_mode (reference);
      g_assert_cmpstr (mode, ==, cases[i].mode);
      g_assert_cmpstr (reference->id, ==, cases[i].id);
      g_assert_cmpstr (reference->path, ==, cases[i].path);
      g_assert_cmpstr (reference->text, ==, cases[i].text);
    }
}

static void
test_build (void)
{
  g_autoptr (AppReference) server = app_reference_new_server ("obj_1", "[0].a");
  g_autoptr (AppReference) whole = app_reference_new_server ("obj_1", NULL);
  g_autoptr (AppReference) ours = app_reference_new_object ("memory", "obj_1", "[0].a");
  g_autoptr (AppReference) member = app_reference_new_object ("memory", "obj_1", "a");
  g_autoptr (AppReference) again = app_reference_parse ("object:memory/obj_1.a");

  g_assert_cmpstr (server->text, ==, "@obj_1.[0].a");
  g_assert_cmpstr (whole->text, ==, "@obj_1");
  g_assert_cmpstr (ours->text, ==, "object:memory/obj_1[0].a");
  g_assert_cmpstr (member->text, ==, "object:memory/obj_1.a");
  g_assert_true (app_reference_equal (member, again));
  g_assert_false (app_reference_equal (member, NULL));
  g_assert_true (app_reference_equal (NULL, NULL));
}

/* Marks */

static AppReferenceMarks *
add_mark (AppReferenceMarks *marks, const char *pointer, const char *text)
{
  g_autoptr (AppReferenceMarks) before = marks;
  g_autoptr (AppReference) reference = app_reference_parse (text);

  return app_reference_marks_set (before, pointer, reference);
}

static char *
dup_marks (AppReferenceMarks *marks)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  app_reference_marks_write (marks, writer);
  return mcp_json_writer_finish_text (writer);
}

static void
assert_marks (AppReferenceMarks *marks, const char *json)
{
  g_autofree char *text = dup_marks (marks);

  g_assert_cmpstr (text, ==, json);
}

static void
test_marks (void)
{
  static const char text[] =
      "{ \"a\": \"@o.x\", \"b\": [\"@alice\", \"object:memory/obj_001.k\"], \"c~/d\": \"@o\" }";
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  g_autoptr (AppReferenceMarks) marks = app_reference_marks_new ();
  g_autoptr (AppReferenceMarks) kept = NULL;
  g_autoptr (AppReferenceMarks) read = NULL;
  g_autoptr (McpJsonDocument) written = NULL;
  g_autofree char *json = NULL;

  marks = add_mark (marks, "/a", "@o.x");
  marks = add_mark (marks, "/b/1", "object:memory/obj_001.k");
  marks = add_mark (marks, "/c~0~1d", "@o");
  /* What is not there, or is another text, is no reference. */
  marks = add_mark (marks, "/b/0", "@bob");
  marks = add_mark (marks, "/e", "@o");
  kept = app_reference_marks_prune (marks, root);
  assert_marks (kept, "{\"/a\":\"server\",\"/b/1\":\"object:memory/obj_001\","
                      "\"/c~0~1d\":\"server\"}");
  g_assert_null (app_reference_marks_get (kept, "/b/0"));
  g_assert_nonnull (app_reference_marks_get (kept, "/a"));

  json = dup_marks (kept);
  written = mcp_json_document_parse_text (json, -1, NULL);
  read = app_reference_marks_read (mcp_json_document_get_root (written), root);
  assert_marks (read, json);
  g_assert_cmpstr (app_reference_marks_get (read, "/b/1")->text, ==,
                   "object:memory/obj_001.k");
}

/* What was kept beside a text counts only where the text says the same. */
static void
test_marks_of_another_text (void)
{
  static const char marks[] = "{\"/a\":\"server\",\"/b\":\"server\",\"/c\":\"object:memory/obj_2\","
                              "\"/d\":3,\"e\":\"server\",\"/f\":\"object:memory/obj_1\"}";
  static const char text[] = "{\"a\":\"@x\",\"b\":\"plain\",\"c\":\"object:memory/obj_1\","
                             "\"d\":\"@x\",\"e\":\"@x\",\"f\":\"object:memory/obj_1.p\"}";
  g_autoptr (McpJsonDocument) kept = mcp_json_document_parse_text (marks, -1, NULL);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  g_autoptr (AppReferenceMarks) read = app_reference_marks_read (
      mcp_json_document_get_root (kept), mcp_json_document_get_root (document));
  g_autoptr (AppReferenceMarks) none = app_reference_marks_read (
      MCP_JSON_NO_VALUE, mcp_json_document_get_root (document));

  assert_marks (read, "{\"/a\":\"server\",\"/f\":\"object:memory/obj_1\"}");
  assert_marks (none, "{}");
}

static void
test_moves (void)
{
  g_autoptr (AppReferenceMarks) marks = app_reference_marks_new ();
  static const struct
  {
    guint       from;
    guint       to;
    const char *json;
  } cases[] = {
    { 0, 2, "{\"/l/0/k\":\"server\",\"/l/2\":\"server\",\"/l2/0\":\"server\"}" },
    { 1, 0, "{\"/l/0/k\":\"server\",\"/l/1\":\"server\",\"/l2/0\":\"server\"}" },
    { 0, G_MAXUINT, "{\"/l/0/k\":\"server\",\"/l2/0\":\"server\"}" },
    { G_MAXUINT, 0, "{\"/l/1\":\"server\",\"/l/2/k\":\"server\",\"/l2/0\":\"server\"}" },
    { G_MAXUINT, 1, "{\"/l/0\":\"server\",\"/l/2/k\":\"server\",\"/l2/0\":\"server\"}" },
    { 7, 8, "{\"/l/0\":\"server\",\"/l/1/k\":\"server\",\"/l2/0\":\"server\"}" },
  };
  g_autoptr (AppReferenceMarks) renamed = NULL;

  marks = add_mark (marks, "/l/0", "@a");
  marks = add_mark (marks, "/l/1/k", "@b");
  marks = add_mark (marks, "/l2/0", "@c");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AppReferenceMarks) moved =
          app_reference_marks_move_item (marks, "/l", cases[i].from, cases[i].to);

      assert_marks (moved, cases[i].json);
    }
  renamed = app_reference_marks_rename (marks, "/l", "/n");
  assert_marks (renamed, "{\"/l2/0\":\"server\",\"/n/0\":\"server\",\"/n/1/k\":\"server\"}");
}

static char *
put_in (const char *pointer, AppReference *reference, gpointer user_data, GError **error)
{
  if (reference->kind == APP_REFERENCE_SERVER)
    return NULL;
  if (strcmp (reference->id, "gone") == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "gone");
      return NULL;
    }
  return g_strdup ("{ \"n\" : 1.10,\"big\":123456789012345678901234567890 }");
}

/* Everything around a value that is put in stays, byte for byte. */
static void
test_replace (void)
{
  static const char text[] = "{ \"b\" : [ \"object:memory/o\" ,1e2, \"\\u0041\" ],\n "
                             "\"a\":\"object:memory/o.k\", \"s\":\"@o\" }";
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  g_autoptr (AppReferenceMarks) marks = app_reference_marks_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *json = NULL;
  g_autofree char *none = NULL;

  marks = add_mark (marks, "/a", "object:memory/o.k");
  marks = add_mark (marks, "/b/0", "object:memory/o");
  marks = add_mark (marks, "/s", "@o");
  json = app_reference_marks_replace (marks, root, put_in, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (json, ==,
                   "{ \"b\" : [ { \"n\" : 1.10,\"big\":123456789012345678901234567890 } ,1e2, "
                   "\"\\u0041\" ],\n \"a\":{ \"n\" : 1.10,\"big\":123456789012345678901234567890 },"
                   " \"s\":\"@o\" }");
  marks = add_mark (marks, "/a", "object:memory/gone");
  none = app_reference_marks_replace (marks, root, put_in, NULL, &error);
  g_assert_no_error (error); /* the text there is another one, so that it is no reference */
  g_assert_nonnull (strstr (none, "\"object:memory/o.k\""));
}

/* A form */

static AppForm *
create_form (const char *schema)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (schema, -1, NULL);

  return app_form_new (mcp_json_document_get_root (document), APP_FORM_DEFAULT, NULL);
}

#define SCHEMA                                                                                \
  "{\"type\":\"object\",\"properties\":{\"config\":{\"type\":\"object\"},\"name\":{\"type\":" \
  "\"string\"},\"list\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}"

static AppReference *
get_reference (AppForm *form, const char *pointer)
{
  return app_form_references_get (app_form_find_field (form, pointer));
}

static void
set_reference (AppForm *form, const char *pointer, const char *text)
{
  g_autoptr (AppReference) reference = app_reference_parse (text);

  app_form_references_set (app_form_find_field (form, pointer), reference);
}

static void
count (guint *n)
{
  ++*n;
}

/* Text that begins with "@" is text until a person says otherwise, and again. */
static void
test_mode (void)
{
  g_autoptr (AppForm) form = create_form (SCHEMA);
  AppField        *name = app_form_find_field (form, "/name");
  guint            n_notified = 0;
  g_autofree char *json = NULL;

  g_signal_connect_swapped (name, "notify::reference", G_CALLBACK (count), &n_notified);
  app_field_set_text (name, "@alice");
  g_assert_null (app_form_references_get (name));
  app_form_set_json (form, "{\"name\":\"object:memory/obj_001\"}");
  g_assert_null (app_form_references_get (name));
  g_assert_cmpuint (n_notified, ==, 0);

  set_reference (form, "/name", "@alice");
  g_assert_nonnull (app_form_references_get (name));
  g_assert_cmpuint (n_notified, ==, 1);
  json = app_form_dup_arguments (form);
  g_assert_cmpstr (json, ==, "{\"name\":\"@alice\"}");
}

static void
test_mode_in_json (void)
{
  g_autoptr (AppForm) form = create_form (SCHEMA);

  set_reference (form, "/config", "@o.a");
  set_reference (form, "/name", "object:memory/obj_001");
  /* Another layout, other members, another order. */
  app_form_format_json (form);
  app_form_set_json (form,
                     "{\"more\":[1], \"name\":\"object:memory/obj_001\",\"config\":\"@o.a\"}");
  g_assert_nonnull (get_reference (form, "/config"));
  g_assert_nonnull (get_reference (form, "/name"));
  /* While the text does not parse, nothing is decided. */
  app_form_set_json (form, "{\"name\":\"object:memory/obj_001\",\"config\":\"@o.a\"");
  g_assert_nonnull (get_reference (form, "/config"));
  app_form_set_json (form, "{\"name\":\"object:memory/obj_001\",\"config\":\"@o.b\"}");
  g_assert_null (get_reference (form, "/config"));
  g_assert_nonnull (get_reference (form, "/name"));
  /* What is written again later is text. */
  app_form_set_json (form, "{\"name\":\"object:memory/obj_001\",\"config\":\"@o.a\"}");
  g_assert_null (get_reference (form, "/config"));
}

static void
test_undo (void)
{
  g_autoptr (AppForm) form = create_form (SCHEMA);
  AppField *name = app_form_find_field (form, "/name");

  app_field_set_text (name, "plain");
  set_reference (form, "/name", "@o.a");
  app_field_set_lexeme (name, "\"other\"");
  g_assert_null (app_form_references_get (name));
  app_form_undo (form);
  g_assert_cmpstr (app_form_references_get (name)->text, ==, "@o.a");
  app_form_undo (form);
  g_assert_null (app_form_references_get (name));
  g_assert_cmpstr (app_field_get_text (name), ==, "plain");
  app_form_redo (form);
  g_assert_nonnull (app_form_references_get (name));
}

static void
test_items (void)
{
  g_autoptr (AppForm) form = create_form (SCHEMA);
  AppField *list = app_form_find_field (form, "/list");
  g_autoptr (AppField) first = NULL;

  app_form_set_json (form, "{\"list\":[\"@o\",\"@o\",\"x\"]}");
  set_reference (form, "/list/0", "@o");
  app_field_move (app_form_find_field (form, "/list/0"), 2);
  g_assert_null (get_reference (form, "/list/0"));
  g_assert_nonnull (get_reference (form, "/list/2"));
  app_field_clear (app_form_find_field (form, "/list/0"));
  g_assert_null (get_reference (form, "/list/0"));
  g_assert_nonnull (get_reference (form, "/list/1"));
  app_field_duplicate (app_form_find_field (form, "/list/0"));
  g_assert_nonnull (get_reference (form, "/list/2"));
  app_field_clear (app_form_find_field (form, "/list/2"));
  first = g_list_model_get_item (app_field_get_children (list), 0);
  g_assert_cmpuint (app_reference_marks_get_n (app_form_references_get_marks (form)), ==, 0);
}

/* What an elicitation gets: values that the specification has, or the person says so. */
static void
test_answer (void)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (
      "{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"},\"many\":{\"type\":"
      "\"array\",\"items\":{\"type\":\"string\"}},\"deep\":{\"type\":\"object\"}},\"required\":"
      "[\"ok\"]}",
      -1, NULL);
  McpJsonValue schema = mcp_json_document_get_root (document);
  g_autoptr (AppForm) answer = app_form_new (schema, APP_FORM_PREFILL | APP_FORM_ANSWER, NULL);
  g_autoptr (AppForm) call = app_form_new (schema, APP_FORM_DEFAULT, NULL);

  g_assert_true (app_form_is_answer (answer));
  g_assert_false (app_form_is_answer (call));
  /* A required boolean is no answer until it was chosen. */
  g_assert_cmpint (app_field_get_state (app_form_find_field (answer, "/ok"))->presence, ==,
                   APP_PRESENCE_ABSENT);
  g_assert_cmpuint (app_form_get_n_problems (answer), ==, 1);
  app_form_set_json (answer, "{\"ok\":false,\"many\":[\"a\"]}");
  g_assert_cmpuint (app_form_get_n_problems (answer), ==, 0);
  app_form_set_json (answer, "{\"ok\":false,\"deep\":{\"a\":1}}");
  app_form_set_json (call, "{\"ok\":false,\"deep\":{\"a\":1}}");
  g_assert_cmpuint (app_form_get_n_problems (answer), ==, 1);
  g_assert_nonnull (app_field_get_error (app_form_find_field (answer, "/deep")));
  g_assert_cmpuint (app_form_get_n_problems (call), ==, 0);
}

/* What previews tell */

static void
show (AppServerObject *object, McpJsonValue value, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = store_explorer_explore (value, object->id, path,
                                                  NULL, &error);
  g_autoptr (AppObjectCard) card = NULL;

  g_assert_no_error (error);
  card = app_object_card_new_for_text (text, -1);
  app_server_object_take_card (object, card);
}

static void
assert_place (AppServerObject *object, const char *path, AppServerPlace place, const char *type)
{
  g_auto (AppServerView) view = { 0 };

  app_server_object_look (object, path, &view);
  g_test_message ("%s: %d %s", path, view.place, view.type_name);
  g_assert_cmpint (view.place, ==, place);
  if (place == APP_SERVER_PLACE_FOUND)
    g_assert_cmpstr (view.type_name, ==, type);
}

#define OBJECT                                                                            \
  "{\"name\":\"prod\",\"n\":7,\"f\":1.5,\"on\":true,\"none\":null,\"_x\":1,\"a b\":2,"    \
  "\"k.d\":{\"in\":1},\"list\":[{\"id\":\"p1\"},{\"id\":\"p2\"}],\"deep\":{\"a\":{\"b\":" \
  "{\"c\":{\"d\":5}}}}}"

static void
test_previews (void)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (OBJECT, -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  g_autoptr (AppServerObject) object = app_server_object_new ("obj_001", "tool", 0);
  g_autoptr (GPtrArray) children = NULL;
  g_autoptr (GPtrArray) items = NULL;
  g_auto (AppServerView) view = { 0 };

  assert_place (object, "name", APP_SERVER_PLACE_UNKNOWN, NULL);
  show (object, root, "");
  assert_place (object, "", APP_SERVER_PLACE_FOUND, "dict");
  assert_place (object, ".", APP_SERVER_PLACE_FOUND, "dict");
  assert_place (object, "name", APP_SERVER_PLACE_FOUND, "str");
  assert_place (object, "['name']", APP_SERVER_PLACE_FOUND, "str");
  assert_place (object, "n", APP_SERVER_PLACE_FOUND, "int");
  assert_place (object, "f", APP_SERVER_PLACE_FOUND, "float");
  assert_place (object, "on", APP_SERVER_PLACE_FOUND, "bool");
  assert_place (object, "none", APP_SERVER_PLACE_FOUND, "NoneType");
  assert_place (object, "['k.d'].in", APP_SERVER_PLACE_FOUND, "int");
  assert_place (object, "list.1", APP_SERVER_PLACE_FOUND, "dict");
  assert_place (object, "list[1].id", APP_SERVER_PLACE_FOUND, "str");
  assert_place (object, "list[2]", APP_SERVER_PLACE_NOWHERE, NULL);
  assert_place (object, "list[0].nope", APP_SERVER_PLACE_NOWHERE, NULL);
  assert_place (object, "name.first", APP_SERVER_PLACE_NOWHERE, NULL);
  assert_place (object, "_x", APP_SERVER_PLACE_FORBIDDEN, NULL);
  assert_place (object, "a b", APP_SERVER_PLACE_FORBIDDEN, NULL);
  assert_place (object, "list[-1]", APP_SERVER_PLACE_FORBIDDEN, NULL);
  /* What is folded may have anything. */
  assert_place (object, "deep.a.b.c", APP_SERVER_PLACE_FOUND, "dict");
  assert_place (object, "deep.a.b.c.d", APP_SERVER_PLACE_UNKNOWN, NULL);
  assert_place (object, "nope", APP_SERVER_PLACE_NOWHERE, NULL);

  children = app_server_object_list_children (object, "", 100);
  g_assert_cmpuint (children->len, ==, 8);
  g_assert_cmpstr (g_ptr_array_index (children, 0), ==, "name");
  g_assert_cmpstr (g_ptr_array_index (children, 5), ==, "['k.d']");
  items = app_server_object_list_children (object, "list", 100);
  g_assert_cmpuint (items->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (items, 1), ==, "list[1]");
  app_server_object_look (object, "list[0]", &view);
  g_assert_cmpstr (view.text, ==, "{\n    'id': 'p1'\n}");
  g_assert_true (view.whole);
  g_assert_cmpint (view.length, ==, 1);

  /* A part that was asked for completes the picture. */
  show (object, root, "deep.a.b.c");
  assert_place (object, "deep.a.b.c.d", APP_SERVER_PLACE_FOUND, "int");
  assert_place (object, "deep.a.b.c.e", APP_SERVER_PLACE_NOWHERE, NULL);
}

/* A type of the server's own is told, and not kept beyond that. */
static void
test_own_type (void)
{
  g_autoptr (AppServerObject) object = app_server_object_new ("obj_001", "tool", 0);
  g_autoptr (AppObjectCard) card =
      app_object_card_new_for_text ("@obj_001 → own.Strange (length: 3)\n\n<Strange>", -1);

  app_server_object_take_card (object, card);
  assert_place (object, "", APP_SERVER_PLACE_FOUND, "own.Strange");
  assert_place (object, "", APP_SERVER_PLACE_FOUND, "own.Strange");
  g_assert_cmpuint (g_quark_try_string ("own.Strange"), ==, 0);
}

/* A preview whose words were cut is not taken for more than it shows. */
static void
test_cut_previews (void)
{
  g_autoptr (GString) json = g_string_new ("{\"list\":[");
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (AppServerObject) object = app_server_object_new ("obj_001", NULL, 0);
  g_autofree char *word = g_strnfill (200, 'x');
  g_auto (AppServerView) view = { 0 };

  for (guint i = 0; i < 60; i++)
    g_string_append_printf (json, "%s%u", i > 0 ? "," : "", i);
  g_string_append_printf (json, "],\"word\":\"%s\",\"last\":1}", word);
  document = mcp_json_document_parse_text (json->str, -1, NULL);
  show (object, mcp_json_document_get_root (document), "");
  assert_place (object, "list[24]", APP_SERVER_PLACE_FOUND, "int");
  assert_place (object, "list[25]", APP_SERVER_PLACE_UNKNOWN, NULL);
  assert_place (object, "list[99]", APP_SERVER_PLACE_UNKNOWN, NULL);
  app_server_object_look (object, "word", &view);
  g_assert_false (view.place == APP_SERVER_PLACE_FOUND && view.whole);
}

/* A text and a number are a whole preview each. */
static void
test_scalar_previews (void)
{
  g_autoptr (McpJsonDocument) text = mcp_json_document_parse_text ("\"{'a': 1}\"", -1, NULL);
  g_autoptr (AppServerObject) object = app_server_object_new ("obj_001", NULL, 0);
  g_auto (AppServerView) view = { 0 };

  show (object, mcp_json_document_get_root (text), "");
  app_server_object_look (object, "", &view);
  g_assert_cmpint (view.place, ==, APP_SERVER_PLACE_FOUND);
  g_assert_cmpstr (view.type_name, ==, "str");
  g_assert_cmpstr (view.text, ==, "{'a': 1}");
  g_assert_true (view.whole);
  assert_place (object, "a", APP_SERVER_PLACE_NOWHERE, NULL);
}

void
add_reference_tests (void)
{
  g_test_add_func ("/reference/parse", test_parse);
  g_test_add_func ("/reference/build", test_build);
  g_test_add_func ("/reference/marks", test_marks);
  g_test_add_func ("/reference/marks/of-another-text", test_marks_of_another_text);
  g_test_add_func ("/reference/marks/moves", test_moves);
  g_test_add_func ("/reference/marks/replace", test_replace);
  g_test_add_func ("/reference/form/mode", test_mode);
  g_test_add_func ("/reference/form/json", test_mode_in_json);
  g_test_add_func ("/reference/form/undo", test_undo);
  g_test_add_func ("/reference/form/items", test_items);
  g_test_add_func ("/reference/form/answer", test_answer);
  g_test_add_func ("/reference/previews", test_previews);
  g_test_add_func ("/reference/previews/own-type", test_own_type);
  g_test_add_func ("/reference/previews/cut", test_cut_previews);
  g_test_add_func ("/reference/previews/scalar", test_scalar_previews);
}
