/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What an entry brings into another application's file goes with it: over the layouts that people's
 * files have, each application, and the ways to add and remove. */

#include "store-tests.h"
#include "store-client-plan.h"
#include "test-data.h"

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

#define MARK "\357\273\277"

/* What another program changes of its own, between an addition and a removal. */
#define THEIRS "light-theme"
#define THEIRS_LATER "dark-theme"

typedef struct
{
  char    *text;     /* (nullable): there is no file */
  gboolean is_vague; /* a text that has lost its blanks, which only a backup knows */
} Shape;

typedef struct
{
  StoreProfile *profiles[2];
  char         *folder;
  char         *path;
  guint         n_shapes;
  guint         n_runs;
  guint         n_skipped;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "new one", "other.2" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (StoreVariables) environment = store_variables_new ();

      store_variables_set (environment, "LOG", "a \"b\" # c");
      store_variables_set_secret (environment, i == 0 ? "KEY" : "TOKEN", "x/env/KEY");
      fixture->profiles[i] = store_profile_new (names[i]);
      g_object_set (fixture->profiles[i], "id", names[i], "command", "/usr/bin/run", "arguments",
                    (const char *const[]){ "-y", "x y", NULL }, "environment", environment, NULL);
    }
  fixture->folder = g_dir_make_tmp ("spyglass-add-remove-XXXXXX", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_data_remove_folder (fixture->folder);
  g_object_unref (fixture->profiles[0]);
  g_object_unref (fixture->profiles[1]);
  g_free (fixture->folder);
  g_free (fixture->path);
}

/* Shapes */

static void
shape_free (Shape *shape)
{
  g_free (shape->text);
  g_free (shape);
}

/* @text: with line feeds; what is between braces of one line stays as it is */
static void
add_shape (GPtrArray *shapes, const char *text, gboolean is_vague)
{
  Shape *shape = g_new0 (Shape, 1);

  shape->text = g_strdup (text);
  shape->is_vague = is_vague;
  g_ptr_array_add (shapes, shape);
}

static char *
replace (const char *text, const char *from, const char *to)
{
  GString *result = g_string_new (text);

  g_string_replace (result, from, to, 0);
  return g_string_free (result, FALSE);
}

/* The text as it is, and with other ends, line ends, indentations, and a mark. */
static void
add_variants (GPtrArray *shapes, const char *text, gboolean is_vague, gboolean has_tabs)
{
  static const char *const ends[] = { "", "\n", "\n\n" };
  const char *const        indents[] = { "  ", "    ", has_tabs ? "\t" : "   " };
  gboolean                 is_indented = strstr (text, "\n  ") != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ends) * 2 * (is_indented ? 3 : 1); i++)
    {
      g_autofree char *indented = replace (text, "  ", indents[i / 6]);
      g_autofree char *ended = g_strconcat (indented, ends[i % 3], NULL);
      g_autofree char *whole = i / 3 % 2 == 1 ? replace (ended, "\n", "\r\n") : g_strdup (ended);
      g_autofree char *marked = g_strconcat (MARK, whole, NULL);

      add_shape (shapes, whole, is_vague);
      if (i % 3 == 1)
        add_shape (shapes, marked, is_vague);
    }
}

/* @map: to the text between the braces of the map of servers, or %NULL for no map */
static char *
dup_json (const StoreClientFormat *format, const char *map, gboolean one_line, gboolean closed)
{
  GString         *text = g_string_new (map != NULL ? map : "");
  const char      *comma = closed ? "," : "";
  g_autofree char *inner = NULL;

  for (guint n = map != NULL ? g_strv_length ((char **)format->root) : 0; n > 0; n--)
    {
      g_autofree char *old = g_string_free (text, FALSE);
      g_autofree char *lines = one_line ? g_strdup (old) : replace (old, "\n", "\n  ");

      text = g_string_new (NULL);
      g_string_append_printf (text, "\"%s\": %s", format->root[n - 1],
                              lines);
      if (n > 1)
        {
          g_autofree char *member = g_string_free (text, FALSE);

          text = g_string_new (NULL);
          g_string_append_printf (text, one_line ? "{ %s }" : "{\n  %s\n}", member);
        }
    }
  inner = g_string_free (text, FALSE);
  if (one_line)
    return map != NULL ? g_strdup_printf ("{ \"theme\": \"" THEIRS "\", %s }", inner)
                       : g_strdup ("{ \"theme\": \"" THEIRS "\" }");
  return map != NULL ? g_strdup_printf ("{\n  \"theme\": \"" THEIRS "\",\n  %s%s\n}", inner, comma)
                     : g_strdup_printf ("{\n  \"theme\": \"" THEIRS "\"%s\n}", comma);
}

static void
add_json_shapes (const StoreClientFormat *format, GPtrArray *shapes)
{
  static const struct
  {
    const char *map;
    gboolean    is_vague, has_comments;
  } maps[] = {
    { NULL, FALSE, FALSE },
    { "{}", FALSE, FALSE },
    { "{ }", TRUE, FALSE },
    { "{\n}", TRUE, FALSE },
    { "{\n  \"mine\": { \"command\": \"x\", \"n\": 1.10 }\n}", FALSE, FALSE },
    { "{\n  \"mine\": {\"command\":\"x\"},\n  \"two\": {\n    \"command\": \"y\"\n  }\n}", FALSE, FALSE },
    { "{\"mine\":{\"command\":\"x\"}}", FALSE, FALSE },
    { "{ \"mine\": { \"command\": \"x\" }, \"two\": { \"command\": \"y\" } }", FALSE, FALSE },
    { "{\n  // of mine\n  \"mine\": { \"command\": \"x\", }, // said\n}", FALSE, TRUE },
    { "{\n  \"mine\": { \"command\": \"x\" } /* last */\n}", FALSE, TRUE },
    { "{\n  \"mine\": { \"command\": \"x\" }\n  // \"off\": { \"command\": \"y\" },\n}", FALSE, TRUE },
    { "{\n  // nothing yet\n}", FALSE, TRUE },
  };
  static const char *const whole[] = { "", "{}", "{ }", "{\n}", "\n" };
  gboolean                 comments = format->syntax == MCP_JSON_SYNTAX_COMMENTS;

  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    {
      g_autofree char *lines = dup_json (format, maps[i].map, FALSE, FALSE);
      g_autofree char *closed = dup_json (format, maps[i].map, FALSE, TRUE);

      if (maps[i].has_comments && !comments)
        continue;
      add_variants (shapes, lines, maps[i].is_vague, TRUE);
      if (comments && !format->rules.no_trailing_commas)
        add_variants (shapes, closed, maps[i].is_vague, TRUE);
      if (maps[i].map == NULL || strchr (maps[i].map, '\n') == NULL)
        {
          g_autofree char *line = dup_json (format, maps[i].map, TRUE, FALSE);
          g_autofree char *tight = replace (line, " ", "");

          add_variants (shapes, line, maps[i].is_vague, FALSE);
          add_variants (shapes, tight, maps[i].is_vague, FALSE);
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    add_variants (shapes, whole[i], TRUE, FALSE);
}

static void
add_toml_shapes (const StoreClientFormat *format, GPtrArray *shapes)
{
  static const char *const texts[] = {
    "model = \"" THEIRS "\"",
    "# only said",
    "model = \"" THEIRS "\"\n\n[projects.\"/w\"]\ntrust = 1",
    "model = \"" THEIRS "\"\n[projects.\"/w\"]\ntrust = 1\n[tui]\nx = 2",
    "model = \"" THEIRS "\"\n\n[mcp_servers.mine] # of mine\ncommand = 'x'",
    "model = \"" THEIRS "\"\n\n[mcp_servers.mine]\ncommand = 'x'\n\n# of t\n[tui]\nx = 2",
    "model = \"" THEIRS "\"\n[mcp_servers.mine]\ncommand = 'x'\n[mcp_servers.mine.env]\nA = '1'\n[tui]\nx = 2",
    "model = \"" THEIRS "\"\n\n[mcp_servers.mine]\ncommand = 'x'\n\n\n# alone\n\n[tui]\nx = 2",
    "model = \"" THEIRS "\"\n\n[mcp_servers]\n\n[tui]\nx = 2",
    "model = \"" THEIRS "\"\n\n[mcp_servers.mine]\nargs = [\n  \"a\", # one\n]\n# last",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    /* A list of entries is no table of them. */
    if (!format->members.in_list || strstr (texts[i], "mcp_servers") == NULL)
      add_variants (shapes, texts[i], FALSE, TRUE);
  add_variants (shapes, "", TRUE, FALSE);
}

static void
add_yaml_shapes (const StoreClientFormat *format, GPtrArray *shapes)
{
  static const struct
  {
    const char *text; /* %s: the root */
    gboolean    is_vague;
  } texts[] = {
    { "theme: " THEIRS, FALSE },
    { "theme: " THEIRS " # said\n\nlist:\n  - a", FALSE },
    { "theme: " THEIRS "\n%s:", TRUE },
    { "theme: " THEIRS "\n%s: {}", FALSE },
    { "theme: " THEIRS "\n%s: # said", TRUE },
    { "theme: " THEIRS "\n%s:\n\nlast: 1", TRUE },
    { "theme: " THEIRS "\n%s: {}\nlast: 1", FALSE },
    { "theme: " THEIRS "\n%s:\n  mine: # of mine\n    command: 'x'", FALSE },
    { "theme: " THEIRS "\n%s:\n  mine:\n    command: x\n\n# of last\nlast: 1", FALSE },
    { "theme: " THEIRS "\n\n%s:\n\n  mine:\n    command: x\n    args: [a, \"b\"]\n\nlast: 1", FALSE },
    { "theme: " THEIRS "\n%s: {mine: {command: x}}\nlast: 1", FALSE },
    { "theme: " THEIRS "\n%s:\n  mine:\n    text: |\n      two\n      lines\n  # alone", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = replace (texts[i].text, "%s", format->root[0]);

      add_variants (shapes, text, texts[i].is_vague, FALSE);
    }
  add_variants (shapes, "# only said", TRUE, FALSE);
  add_variants (shapes, "", TRUE, FALSE);
}

/* The examples of the application itself. */
static void
add_examples (const StoreClientFormat *format, GPtrArray *shapes)
{
  static const char *const kinds[] = { "stdio", "http" };
  static const char *const ends[] = { "json", "toml", "yaml" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *name = g_strdup_printf ("client-configs/%s-%s.%s", format->id, kinds[i],
                                               ends[format->language]);
      g_autofree char *path = test_data_get_path (name);
      g_autofree char *text = NULL;

      if (!g_file_get_contents (path, &text, NULL, NULL))
        continue;
      g_strchomp (text);
      add_variants (shapes, text, FALSE, format->language == STORE_CLIENT_JSON);
    }
}

static GPtrArray *
list_shapes (const StoreClientFormat *format)
{
  GPtrArray *shapes = g_ptr_array_new_with_free_func ((GDestroyNotify)shape_free);

  if (format->language == STORE_CLIENT_JSON)
    add_json_shapes (format, shapes);
  else if (format->language == STORE_CLIENT_TOML)
    add_toml_shapes (format, shapes);
  else
    add_yaml_shapes (format, shapes);
  add_examples (format, shapes);
  add_shape (shapes, NULL, TRUE);
  return shapes;
}

/* Runs */

static void
put (Fixture *fixture, const char *text)
{
  const time_t then = time (NULL) - 3600;

  if (text == NULL)
    {
      g_unlink (fixture->path);
      return;
    }
  g_assert_true (g_file_set_contents_full (fixture->path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL));
  g_assert_cmpint (g_utime (fixture->path, &(struct utimbuf){ then, then }), ==, 0);
}

static char *
get (Fixture *fixture)
{
  char *text = NULL;

  g_file_get_contents (fixture->path, &text, NULL, NULL);
  return text;
}

/* Returns: whether the application can have it so */
static gboolean
change (Fixture *fixture, const StoreClientFormat *format, guint which, gboolean adds)
{
  g_autoptr (StoreClientPlace) place =
      store_client_place_new_for_file (format, fixture->path, NULL);
  StoreClientEntryOptions options = { .secret_mode = STORE_SECRETS_AS_INPUTS };
  g_autoptr (StoreClientEntry) entry =
      store_client_entry_new (format, fixture->profiles[which], &options, NULL);
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  if (entry == NULL)
    return FALSE;
  plan = adds ? store_client_plan_new_add (place, entry, &error)
              : store_client_plan_new_remove (place, store_client_entry_get_name (entry), &error);
  if (plan == NULL)
    g_test_message ("%s", error->message);
  if (plan == NULL)
    return FALSE;
  store_client_plan_apply (plan, NULL, &error);
  g_assert_no_error (error);
  return TRUE;
}

static void
change_theirs (Fixture *fixture)
{
  g_autofree char *text = get (fixture);
  g_autofree char *later = replace (text, THEIRS, THEIRS_LATER);

  put (fixture, later);
}

typedef enum {
  ALONE,
  FIRST_FIRST,
  LAST_FIRST,
  WITH_THEIRS, /* another program changes the file in between */
  N_WAYS,
} Way;

static gboolean
run (Fixture *fixture, const StoreClientFormat *format, const char *text, Way way)
{
  put (fixture, text);
  if (!change (fixture, format, 0, TRUE))
    return FALSE;
  if (way == FIRST_FIRST || way == LAST_FIRST)
    g_assert_true (change (fixture, format, 1, TRUE));
  if (way == WITH_THEIRS)
    change_theirs (fixture);
  if (way == LAST_FIRST)
    g_assert_true (change (fixture, format, 1, FALSE));
  g_assert_true (change (fixture, format, 0, FALSE));
  if (way == FIRST_FIRST)
    g_assert_true (change (fixture, format, 1, FALSE));
  return TRUE;
}

static guint
check (Fixture *fixture, const StoreClientFormat *format, const Shape *shape, Way way)
{
  gboolean         marked = shape->text != NULL && g_str_has_prefix (shape->text, MARK);
  g_autofree char *expected = NULL;
  g_autofree char *got = NULL;

  if (way == WITH_THEIRS && (shape->is_vague || strstr (shape->text, THEIRS) == NULL))
    return 0;
  if (!run (fixture, format, shape->text, way))
    {
      fixture->n_skipped++;
      return 0;
    }
  fixture->n_runs++;
  got = get (fixture);
  expected = way == WITH_THEIRS ? replace (shape->text, THEIRS, THEIRS_LATER)
                                : g_strdup (shape->text);
  /* What makes the application lose its file does not come back. */
  if (marked && format->rules.breaks_on_mark)
    memmove (expected, expected + strlen (MARK), strlen (expected) - strlen (MARK) + 1);
  if (g_strcmp0 (got, expected) == 0)
    return 0;
  {
    g_autofree char *was = expected != NULL ? g_strescape (expected, NULL) : NULL;
    g_autofree char *is = got != NULL ? g_strescape (got, NULL) : NULL;

    g_test_message ("%s way %d:\n  was %s\n  is  %s", format->id, way, was, is);
  }
  return 1;
}

/* Each application in files, where every step waits for the disk: those shapes whose turn it is, more
 * of them in the long tier. The texts are tried in all. */
static void
test_files (Fixture *fixture, gconstpointer data)
{
  const StoreClientFormat *format = data;
  g_autoptr (GPtrArray) shapes = list_shapes (format);
  guint step = g_test_slow () ? 17 : 307;
  guint n_wrong = 0, n = 0;

  for (guint i = g_str_hash (format->id) % step; i < shapes->len; i += step)
    for (Way way = 0; way < N_WAYS; way++)
      {
        g_autofree char *folder = g_strdup_printf ("%s/%u-%u", fixture->folder, i, way);

        g_mkdir_with_parents (folder, 0700);
        g_free (fixture->path);
        fixture->path = g_build_filename (folder, "config", NULL);
        n += way == ALONE;
        n_wrong += check (fixture, format, shapes->pdata[i], way);
      }
  g_test_message ("%s: %u of %u shapes, %u runs, %u refused, %u wrong", format->id, n, shapes->len,
                  fixture->n_runs, fixture->n_skipped, n_wrong);
  g_assert_cmpuint (n_wrong, ==, 0);
}

/* The same of texts, without a backup that knows what was. */

/* @which: of the entries. @empty: (nullable): the text in which the map of servers was not */
static GBytes *
step (const StoreClientFormat *format, GBytes *text, StoreClientEntry *entry, gboolean adds, GBytes *empty)
{
  g_autoptr (StoreClientPlace) place = store_client_place_new_for_file (format, "/none", NULL);
  g_autoptr (GPtrArray) edits = store_client_edits_new ();
  g_auto (GStrv) path =
      store_client_place_dup_entry_path (place, store_client_entry_get_name (entry));
  g_autoptr (GError) error = NULL;
  GBytes *after;

  store_client_edits_add (edits, STORE_EDIT_MEMBER, (const char *const *)path,
                          adds ? g_strdup (store_client_entry_get_json (entry)) : NULL);
  if (empty != NULL)
    {
      g_autoptr (StoreClientText) before = store_client_text_new (empty, format, NULL);

      store_client_edits_add_empty (edits, before, store_client_place_get_root (place));
    }
  after = store_client_edits_apply (edits, text, format, &error);
  g_assert_no_error (error);
  return after;
}

/* Whether the lines of @before are in @after, in order; but for commas, which may come before a
 * comment, and for the line of the map itself. */
static gboolean
keeps_lines (const StoreClientFormat *format, const char *before, GBytes *after)
{
  const char      *map = format->root[g_strv_length ((char **)format->root) - 1];
  g_autofree char *text = g_strndup (g_bytes_get_data (after, NULL), g_bytes_get_size (after));
  g_auto (GStrv) lines = g_strsplit_set (before, "\r\n", -1);
  const char *at = text;

  for (guint i = 0; lines[i + 1] != NULL; i++)
    {
      const char *line = g_str_has_prefix (lines[i], MARK) ? lines[i] + strlen (MARK) : lines[i];
      gsize       length = strlen (line);

      if (strstr (line, map) != NULL || strstr (line, "} /") != NULL)
        continue;
      while (length > 0 && strchr (", {}", line[length - 1]) != NULL)
        length--;
      at = memmem (at, strlen (at), line, length);
      if (at == NULL)
        return FALSE;
      at += length;
    }
  return TRUE;
}

static gboolean
check_text (const StoreClientFormat *format, const char *text, StoreClientEntry *const entries[2], Way way)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GBytes) before = store_client_text_dup_unmarked (bytes);
  g_autoptr (GBytes) after = step (format, before, entries[0], TRUE, NULL);
  guint n = way == ALONE ? 1 : 2;

  g_assert_true (keeps_lines (format, text, after));

  if (n == 2)
    {
      g_autoptr (GBytes) first = g_steal_pointer (&after);

      after = step (format, first, entries[1], TRUE, NULL);
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GBytes) last = g_steal_pointer (&after);

      after = step (format, last, entries[way == LAST_FIRST ? 1 - i : i], FALSE, i + 1 == n ? before : NULL);
    }
  if (g_bytes_equal (before, after))
    return TRUE;
  {
    g_autofree char *now = g_strndup (g_bytes_get_data (after, NULL), g_bytes_get_size (after));
    g_autofree char *is = g_strescape (now, NULL);
    g_autofree char *was = g_strescape (text, NULL);

    g_test_message ("%s way %d:\n  was %s\n  is  %s", format->id, way, was, is);
  }
  return FALSE;
}

static void
test_texts (Fixture *fixture, gconstpointer data)
{
  const StoreClientFormat *format = data;
  g_autoptr (GPtrArray) shapes = list_shapes (format);
  StoreClientEntry *entries[2];
  guint             n_wrong = 0, n_vague = 0;

  for (guint i = 0; i < 2; i++)
    entries[i] = store_client_entry_new (format, fixture->profiles[i], NULL, NULL);
  for (guint i = 0; entries[0] != NULL && i < shapes->len; i++)
    {
      const Shape *shape = shapes->pdata[i];

      n_vague += shape->is_vague;
      for (Way way = 0; !shape->is_vague && way < WITH_THEIRS; way++)
        n_wrong += !check_text (format, shape->text, entries, way);
    }
  g_test_message ("%s: %u shapes, %u of them vague, %u wrong", format->id, shapes->len, n_vague, n_wrong);
  g_assert_cmpuint (n_wrong, ==, 0);
  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&entries[i], store_client_entry_unref);
}

/* What is asked for on behalf of another entry stays, and so do its questions. */
static void
test_shared_inputs (Fixture *fixture, gconstpointer data)
{
  const StoreClientFormat *format = store_client_format_find ("vscode");
  g_autofree char         *id = NULL;
  g_autofree char         *text = NULL;
  g_autofree char         *own = NULL;
  g_autofree char         *with = NULL;
  g_autofree char         *after = NULL;
  const char              *start;

  fixture->path = g_build_filename (fixture->folder, "mcp.json", NULL);
  put (fixture, "{\n  \"servers\": {}\n}\n");
  g_assert_true (change (fixture, format, 0, TRUE));
  text = get (fixture);
  start = strstr (text, "${input:");
  g_assert_nonnull (start);
  id = g_strndup (start, (gsize)(strchr (start, '}') - start) + 1);
  own = g_strdup_printf ("\"servers\": {\n    \"theirs\": { \"command\": \"%s\" },", id);
  with = replace (text, "\"servers\": {", own);
  put (fixture, with);
  g_assert_true (change (fixture, format, 0, FALSE));
  after = get (fixture);
  g_assert_nonnull (strstr (after, "promptString"));
  g_assert_null (strstr (after, "/usr/bin/run"));
}

/* An entry that is switched off by being kept elsewhere leaves an empty map, which is not there for
 * good. */
static void
test_switched (Fixture *fixture, gconstpointer data)
{
  const StoreClientFormat *format = store_client_format_find ("cursor");
  static const char        text[] = "{ \"theme\": 1 }";

  fixture->path = g_build_filename (fixture->folder, "mcp.json", NULL);
  put (fixture, text);
  g_assert_true (change (fixture, format, 0, TRUE));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (StoreClientPlace) place =
          store_client_place_new_for_file (format, fixture->path, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (StoreClientPlan) plan =
          store_client_plan_new_switch (place, store_profile_get_name (fixture->profiles[0]), i == 1, &error);

      g_assert_no_error (error);
      g_assert_true (store_client_plan_apply (plan, NULL, &error));
    }
  g_assert_true (change (fixture, format, 0, FALSE));
  {
    g_autofree char *after = get (fixture);

    g_assert_cmpstr (after, ==, text);
  }
}

/* Each level that was made goes, whatever its name; what a person said in it stays. */
static void
test_levels (void)
{
  static const char *const path[] = { "projects", "/w/p", "mcpServers", "a", NULL };
  static const char *const root[] = { "projects", "/w/p", "mcpServers", NULL };
  static const struct
  {
    const char *text, *expected;
  } rows[] = {
    { "{ \"x\": 1, \"projects\": { \"/w/p\": { \"mcpServers\": { \"a\": {} } } } }", "{ \"x\": 1 }" },
    { "{\n  \"projects\": {\n    // mine\n    \"/w/p\": { \"mcpServers\": { \"a\": {} } }\n  }\n}\n",
      "{\n  \"projects\": {\n    // mine\n  }\n}\n" },
    { "{ \"projects\": { \"/w/q\": {}, \"/w/p\": { \"mcpServers\": { \"a\": {} } } } }",
      "{ \"projects\": { \"/w/q\": {} } }" },
  };
  const StoreClientFormat *format = store_client_format_find ("vscode");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) edits = store_client_edits_new ();
      g_autoptr (GBytes) none = g_bytes_new_static ("{}", 2);
      g_autoptr (GBytes) text = g_bytes_new_static (rows[i].text, strlen (rows[i].text));
      g_autoptr (StoreClientText) before = store_client_text_new (none, format, NULL);
      g_autoptr (GBytes) after = NULL;
      g_autofree char *got = NULL;

      store_client_edits_add (edits, STORE_EDIT_MEMBER, path, NULL);
      store_client_edits_add_empty (edits, before, root);
      after = store_client_edits_apply (edits, text, format, NULL);
      got = g_strndup (g_bytes_get_data (after, NULL), g_bytes_get_size (after));
      g_assert_cmpstr (got, ==, rows[i].expected);
    }
}

void
add_add_remove_tests (void)
{
  test_data_use_own_state ();
  g_test_add ("/add-remove/shared-inputs", Fixture, NULL, set_up, test_shared_inputs, tear_down);
  g_test_add ("/add-remove/switched", Fixture, NULL, set_up, test_switched, tear_down);
  g_test_add_func ("/add-remove/levels", test_levels);
  for (const StoreClientFormat *const *all = store_client_format_get_all (); *all != NULL; all++)
    {
      g_autofree char *files = g_strconcat ("/add-remove/files/", (*all)->id, NULL);
      g_autofree char *texts = g_strconcat ("/add-remove/texts/", (*all)->id, NULL);

      g_test_add (files, Fixture, *all, set_up, test_files, tear_down);
      g_test_add (texts, Fixture, *all, set_up, test_texts, tear_down);
    }
}
