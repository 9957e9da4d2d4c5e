/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Editing the book's text, without files: everything else stays byte for byte. */

#include "store-tests.h"
#include "book-fixture.h"
#include "store-error.h"
#include "store-profile-writer.h"

#include <string.h>

static GBytes *
text_bytes (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static char *
bytes_text (GBytes *bytes)
{
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Applies one change to a profile and expects exactly these lines to differ. */
static void
assert_edit (
    const char *text, StoreProfile *base, StoreProfile *changed, const char *from, const char *to)
{
  g_autoptr (GBytes) before = text_bytes (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) after = store_profile_writer_replace (before, base, changed, &error);
  g_autofree char *got = NULL;
  g_autoptr (GString) expected = g_string_new (text);

  g_assert_no_error (error);
  g_assert_cmpuint (g_string_replace (expected, from, to, 1), ==, 1);
  got = bytes_text (after);
  g_assert_cmpstr (got, ==, expected->str);
}

static void
test_edit_keeps_the_rest (void)
{
  g_autoptr (StoreProfile) base = book_fixture_read_one (book_fixture_text, "everything");
  g_autoptr (StoreProfile) profile = store_profile_copy (base);
  g_autoptr (StoreVariables) environment =
      store_variables_copy (store_profile_get_endpoint (base)->environment);

  g_object_set (profile, "command", "node", NULL);
  assert_edit (book_fixture_text, base, profile, "command: npx   #", "command: node   #");

  store_profile_assign (profile, base);
  store_variables_set (environment, "LOG", "yes");
  g_object_set (profile, "environment", environment, NULL);
  assert_edit (book_fixture_text, base, profile, "LOG: debug ", "LOG: \"yes\" ");

  store_variables_set (environment, "LOG", "debug");
  store_variables_set (environment, "NEW", "a: b # c");
  g_object_set (profile, "environment", environment, NULL);
  assert_edit (book_fixture_text, base, profile, "everything/env/API_KEY}\n",
               "everything/env/API_KEY}\n      NEW: \"a: b # c\"\n");

  store_variables_remove (environment, "NEW");
  store_variables_remove (environment, "LOG");
  g_object_set (profile, "environment", environment, NULL);
  assert_edit (book_fixture_text, base, profile, "      LOG: debug   # noisy\n", "");

  store_profile_assign (profile, base);
  g_object_set (profile, "environment", NULL, NULL);
  assert_edit (
      book_fixture_text, base, profile,
      "    env:\n      LOG: debug   # noisy\n      API_KEY: {secret: everything/env/API_KEY}\n",
      "");

  store_profile_assign (profile, base);
  g_object_set (profile, "pinned", TRUE, NULL);
  assert_edit (book_fixture_text, base, profile, "    # a last word\n", "    # a last word\n    pinned: true\n");
}

static void
test_edit_lists (void)
{
  g_autoptr (StoreProfile) base = book_fixture_read_one (book_fixture_text, "files");
  g_autoptr (StoreProfile) profile = store_profile_copy (base);

  g_object_set (profile, "arguments", (const char *const[]){ "files", "--root", "/home", NULL },
                NULL);
  assert_edit (book_fixture_text, base, profile, "- /srv\n", "- /home\n");
  g_object_set (profile, "arguments",
                (const char *const[]){ "files", "-v", "--root", "/srv", NULL }, NULL);
  assert_edit (book_fixture_text, base, profile, "      - --root", "      - -v\n      - --root");
  g_object_set (profile, "arguments", (const char *const[]){ "files", "--root", NULL }, NULL);
  assert_edit (book_fixture_text, base, profile, "      - /srv\n", "");
  g_object_set (profile, "arguments",
                (const char *const[]){ "files", "--root", "/srv", "no", NULL }, NULL);
  assert_edit (book_fixture_text, base, profile, "      - /srv\n", "      - /srv\n      - \"no\"\n");
  g_object_set (profile, "arguments", NULL, NULL);
  assert_edit (book_fixture_text, base, profile,
               "    args:\n      - files    # one\n      - --root   # two\n      - /srv\n", "");
}

static void
test_edit_brackets (void)
{
  g_autoptr (StoreProfile) base = book_fixture_read_one (book_fixture_text, "remote");
  g_autoptr (StoreProfile) profile = store_profile_copy (base);
  g_autoptr (StoreVariables) headers =
      store_variables_copy (store_profile_get_endpoint (base)->headers);

  g_object_set (profile, "approval", STORE_APPROVAL_DEFAULT, NULL);
  assert_edit (book_fixture_text, base, profile, "approval: auto, ", "");
  store_profile_assign (profile, base);
  g_object_set (profile, "headers", NULL, NULL);
  assert_edit (book_fixture_text, base, profile, ", headers: {X-A: b}", "");
  store_variables_set (headers, "X-C", "d, e");
  g_object_set (profile, "headers", headers, NULL);
  assert_edit (book_fixture_text, base, profile, "X-A: b}", "X-A: b, X-C: \"d, e\"}");
  store_profile_assign (profile, base);
  g_object_set (profile, "request-timeout", 500, NULL);
  assert_edit (book_fixture_text, base, profile, "X-A: b}}", "X-A: b}, deadlines: {request: 500}}");
}

static void
assert_add (const char *text, const char *id, const char *expected)
{
  g_autoptr (GBytes) before = text_bytes (text);
  g_autoptr (StoreProfile) profile = store_profile_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) after = NULL;
  g_autofree char *got = NULL;

  g_object_set (profile, "id", id, "command", "run", NULL);
  after = store_profile_writer_add (before, profile, &error);
  g_assert_no_error (error);
  got = bytes_text (after);
  g_assert_cmpstr (got, ==, expected);
}

static void
test_add (void)
{
  assert_add ("", "a", "# Spyglass servers; edit freely\nservers:\n  a:\n    command: run\n");
  assert_add ("# only\n", "a", "# only\nservers:\n  a:\n    command: run\n");
  assert_add ("# only", "a", "# only\nservers:\n  a:\n    command: run\n");
  assert_add ("---\n", "a", "---\nservers:\n  a:\n    command: run\n");
  assert_add ("servers:\n", "a", "servers:\n  a:\n    command: run\n");
  assert_add ("servers:   # none\nx: 1\n", "a",
              "servers:   # none\n  a:\n    command: run\nx: 1\n");
  assert_add ("servers: {}  # none", "a", "servers:   # none\n  a:\n    command: run\n");
  assert_add ("servers: ~\n", "a", "servers: \n  a:\n    command: run\n");
  assert_add ("x: 1\n", "a", "x: 1\nservers:\n  a:\n    command: run\n");
  assert_add ("servers:\n    b:\n        command: c", "a",
              "servers:\n    b:\n        command: c\n    a:\n        command: run\n");
  assert_add ("servers:\r\n  b:\r\n    command: c\r\n", "a",
              "servers:\r\n  b:\r\n    command: c\r\n  a:\r\n    command: run\r\n");
  assert_add ("servers:\n  b:\n    command: c\n    # inner\n\n# outer\n", "a",
              "servers:\n  b:\n    command: c\n    # inner\n  a:\n    command: run\n\n# outer\n");
  assert_add ("{\"servers\": {\"b\": {\"command\": \"c\"}}}", "a",
              "{\"servers\": {\"b\": {\"command\": \"c\"}, a: {command: run}}}");
  assert_add ("{}", "a", "{servers: {a: {command: run}}}");
  assert_add ("servers:\n  b:\n    command: |\n      c\n\n", "a",
              "servers:\n  b:\n    command: |\n      c\n\n  a:\n    command: run\n");
  assert_add ("\357\273\277servers:\n  b: {command: \"\303\244\"}\n", "a",
              "\357\273\277servers:\n  b: {command: \"\303\244\"}\n  a:\n    command: run\n");
}

static void
assert_remove (const char *text, const char *id, const char *expected)
{
  g_autoptr (GBytes) before = text_bytes (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) after = store_profile_writer_remove (before, id, &error);
  g_autofree char *got = NULL;

  g_assert_no_error (error);
  got = bytes_text (after);
  g_assert_cmpstr (got, ==, expected);
}

static void
test_remove (void)
{
  assert_remove ("servers:\n  a:\n    command: x\n    # in it\n  # of b\n  b: {command: y}\n", "a",
                 "servers:\n  # of b\n  b: {command: y}\n");
  assert_remove ("servers:\n  a: {command: x}\n", "a", "servers:\n");
  assert_remove ("servers: {a: {command: x}, b: {command: y}}\n", "a",
                 "servers: {b: {command: y}}\n");
  assert_remove ("servers: {a: {command: x}, b: {command: y}}\n", "b",
                 "servers: {a: {command: x}}\n");
  assert_remove ("servers: {a: {command: x},}\n", "a", "servers: {}\n");
}

static void
assert_refused (GBytes *got, GError *error, StoreError code)
{
  g_assert_null (got);
  g_assert_error (error, STORE_ERROR, (int)code);
}

static const char shared[] = "common: &common\n"
                             "  A: b\n"
                             "servers:\n"
                             "  one: &one\n"
                             "    command: x\n"
                             "    env: *common\n"
                             "  two: *one\n"
                             "  three:\n"
                             "    <<: *one\n"
                             "    args: &args [a]\n"
                             "  four: {command: z, args: *args}\n";

static void
test_aliases (void)
{
  g_autoptr (StoreProfile) one = book_fixture_read_one (shared, "one");
  g_autoptr (StoreProfile) two = book_fixture_read_one (shared, "two");
  g_autoptr (StoreProfile) three = book_fixture_read_one (shared, "three");
  g_autoptr (StoreProfile) changed = store_profile_copy (one);
  g_autoptr (GBytes) bytes = text_bytes (shared);
  g_autoptr (StoreVariables) environment = store_variables_new ();
  GBytes *got;
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (store_profile_get_endpoint (two)->command, ==, "x");
  g_assert_cmpstr (store_profile_get_endpoint (three)->command, ==, "x");
  g_assert_cmpstr (store_variables_lookup (store_profile_get_endpoint (three)->environment, "A"),
                   ==, "b");

  /* The entry gets an environment of its own. */
  store_variables_set (environment, "A", "b");
  store_variables_set (environment, "C", "d");
  g_object_set (changed, "environment", environment, NULL);
  assert_edit (shared, one, changed, "    env: *common\n", "    env:\n      A: b\n      C: d\n");

  /* The whole entry is somebody else's. */
  store_profile_assign (changed, two);
  g_object_set (changed, "command", "y", NULL);
  got = store_profile_writer_replace (bytes, two, changed, &error);
  assert_refused (got, error, STORE_ERROR_UNSUPPORTED);
  g_clear_error (&error);

  /* Overriding what is merged works; taking it away does not. */
  store_profile_assign (changed, three);
  g_object_set (changed, "command", "node", NULL);
  assert_edit (shared, three, changed, "&args [a]\n", "&args [a]\n    command: node\n");
  g_object_set (changed, "command", "x", "environment", NULL, NULL);
  got = store_profile_writer_replace (bytes, three, changed, &error);
  assert_refused (got, error, STORE_ERROR_UNSUPPORTED);
  g_clear_error (&error);

  /* Others hang on it. */
  got = store_profile_writer_remove (bytes, "one", &error);
  assert_refused (got, error, STORE_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  store_profile_assign (changed, three);
  g_object_set (changed, "arguments", (const char *const[]){ "b", NULL }, NULL);
  got = store_profile_writer_replace (bytes, three, changed, &error);
  assert_refused (got, error, STORE_ERROR_UNSUPPORTED);
}

static void
test_merge_of_edits (void)
{
  g_autoptr (StoreProfile) base = book_fixture_read_one (book_fixture_text, "everything");
  g_autoptr (StoreProfile) profile = store_profile_copy (base);
  g_autoptr (GString) outside = g_string_new (book_fixture_text);
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *got = NULL;

  /* Others changed the arguments while a person changed the command. */
  g_string_replace (outside, "[-y, ", "[-q, ", 1);
  g_object_set (profile, "command", "node", NULL);
  before = g_bytes_new (outside->str, outside->len);
  after = store_profile_writer_replace (before, base, profile, &error);
  g_assert_no_error (error);
  got = bytes_text (after);
  g_assert_nonnull (strstr (got, "command: node "));
  g_assert_nonnull (strstr (got, "[-q, "));
}

/* A profile with whatever a person may type. */
static char *
random_text (GRand *rand)
{
  static const char *const pieces[] = { "a",
                                        "b",
                                        " ",
                                        ":",
                                        "#",
                                        "\"",
                                        "'",
                                        "\n",
                                        "-",
                                        "{",
                                        "}",
                                        "[",
                                        "]",
                                        ",",
                                        "yes",
                                        "1",
                                        "e3",
                                        "\303\244",
                                        "\xf0\x9f\x98\x80",
                                        "\\",
                                        "\t",
                                        "&",
                                        "*",
                                        "|",
                                        "!",
                                        "%",
                                        "@",
                                        "`",
                                        "\342\200\250",
                                        "\r",
                                        "=",
                                        "$",
                                        "~",
                                        "null",
                                        "/",
                                        "." };
  GString                 *text = g_string_new (NULL);

  for (int i = g_rand_int_range (rand, 0, 8); i > 0; i--)
    g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
  return g_string_free (text, FALSE);
}

static void
randomize (StoreProfile *profile, GRand *rand)
{
  g_autoptr (StoreVariables) environment = store_variables_new ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) arguments = NULL;
  g_autofree char *name = random_text (rand);
  g_autofree char *folder = random_text (rand);

  for (int i = g_rand_int_range (rand, 0, 4); i > 0; i--)
    {
      g_autofree char *text = random_text (rand);

      g_strv_builder_add (builder, text);
    }
  for (int i = g_rand_int_range (rand, 0, 4); i > 0; i--)
    {
      g_autofree char *key = g_strdup_printf ("K%d", g_rand_int_range (rand, 0, 6));
      g_autofree char *text = random_text (rand);

      if (g_rand_boolean (rand) && *text != '\0')
        store_variables_set_secret (environment, key, text);
      else
        store_variables_set (environment, key, text);
    }
  arguments = g_strv_builder_end (builder);
  g_object_set (profile, "command", "run me", "name", name, "working-directory", folder,
                "arguments", arguments, "environment", environment, "pinned", g_rand_boolean (rand),
                "approval", g_rand_int_range (rand, 0, 3), "request-timeout",
                g_rand_int_range (rand, 0, 3), NULL);
}

/* The lines of a text that a person wrote: none may vanish unless its own entry or key changed. */
static void
test_property (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20261120);
  g_autoptr (GBytes) bytes = text_bytes (book_fixture_text);
  g_autoptr (GPtrArray) profiles = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint round = 0; round < 600; round++)
    {
      int   action = profiles->len > 6 ? 2 : profiles->len == 0 ? 0
                                                                : g_rand_int_range (rand, 0, 3);
      guint index = profiles->len > 0 ? (guint)g_rand_int_range (rand, 0, profiles->len) : 0;
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;
      GBytes          *after;

      if (action == 0)
        {
          StoreProfile    *profile = store_profile_new (NULL);
          g_autofree char *id = g_strdup_printf ("id: %u", round);

          randomize (profile, rand);
          g_object_set (profile, "id", id, NULL);
          after = store_profile_writer_add (bytes, profile, &error);
          g_ptr_array_add (profiles, profile);
        }
      else if (action == 1)
        {
          StoreProfile *profile = g_ptr_array_index (profiles, index);
          g_autoptr (StoreProfile) base = store_profile_copy (profile);

          randomize (profile, rand);
          after = store_profile_writer_replace (bytes, base, profile, &error);
        }
      else
        {
          StoreProfile *profile = g_ptr_array_index (profiles, index);

          after = store_profile_writer_remove (bytes, store_profile_get_id (profile), &error);
          g_ptr_array_remove_index (profiles, index);
        }
      g_assert_no_error (error);
      g_bytes_unref (bytes);
      bytes = after;
      text = bytes_text (bytes);
      for (guint i = 0; i < profiles->len; i++)
        {
          StoreProfile *profile = g_ptr_array_index (profiles, i);
          g_autoptr (StoreProfile) read = book_fixture_read_one (text, store_profile_get_id (profile));

          g_assert_true (store_profile_equal (profile, read));
        }
      /* The hand-written part is untouched, byte for byte. */
      g_assert_true (
          g_str_has_prefix (text, "# my servers\nservers:\n\n  # the reference server\n"));
      g_assert_nonnull (strstr (text, "    color: blue    # not ours\n"));
      g_assert_nonnull (strstr (
          text, "      - --root   # two\n      - /srv\n    extra: {deep: [1, 2, {three: 4}]}\n"));
      g_assert_true (g_str_has_suffix (text, "other: kept\n"));
    }
}

void
add_yaml_edit_tests (void)
{
  g_test_add_func ("/yaml/edit", test_edit_keeps_the_rest);
  g_test_add_func ("/yaml/edit-lists", test_edit_lists);
  g_test_add_func ("/yaml/edit-brackets", test_edit_brackets);
  g_test_add_func ("/yaml/add", test_add);
  g_test_add_func ("/yaml/remove", test_remove);
  g_test_add_func ("/yaml/aliases", test_aliases);
  g_test_add_func ("/yaml/merge-of-edits", test_merge_of_edits);
  g_test_add_func ("/yaml/property", test_property);
}
