/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is typed into a filter or a palette: which texts it means, which most, and where. */

#include "app-tests.h"
#include "app-match.h"
#include "test-clock.h"

static guint
score (const char *query, const char *name, const char *title, const char *text)
{
  g_autoptr (AppMatch) match = app_match_new (query);
  const char *names[] = { name, title };

  return app_match_get_score (match, names, G_N_ELEMENTS (names), text);
}

/* Each row is meant less than the one before by the same query; the last one not at all. */
static void
test_order (void)
{
  static const struct
  {
    const char *name;
    const char *title;
    const char *text;
  } rows[] = {
    { "echo", NULL, NULL },
    { "say", "Echo", NULL },
    { "echo_back", NULL, NULL },
    { "say", "Echo it back", NULL },
    { "say_echo", NULL, NULL },
    { "sayEcho", "Say again", NULL },
    { "say", "Say Écho", NULL },
    { "reechoes", NULL, NULL },
    { "say", "Reechoes", NULL },
    { "end_character_ordering", NULL, NULL },
    { "each_other", NULL, NULL },
    { "say", NULL, "Says it again, an echo of it." },
    { "say", NULL, "It reechoes." },
    { "say", "Say it", "It says nothing." },
  };
  guint before = G_MAXUINT;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint now = score ("echo", rows[i].name, rows[i].title, rows[i].text);

      g_test_message ("%s, %s: %u", rows[i].name, rows[i].title, now);
      if (i == 5)
        g_assert_cmpuint (now, ==, before); /* another spelling of the same */
      else
        g_assert_cmpuint (now, <, before);
      before = now;
    }
  g_assert_cmpuint (before, ==, 0);
}

static void
test_words (void)
{
  g_assert_cmpuint (score ("", "anything", NULL, NULL), ==, 1);
  g_assert_cmpuint (score ("  ", "anything", NULL, NULL), ==, 1);
  g_assert_cmpuint (score (NULL, NULL, NULL, NULL), ==, 1);
  g_assert_cmpuint (score ("x", NULL, NULL, NULL), ==, 0);
  /* Separators are alike, and words come in any order. */
  g_assert_cmpuint (score ("get object", "get_object", NULL, NULL), ==,
                    score ("GET_OBJECT", "get-object", NULL, NULL));
  g_assert_cmpuint (score ("object get", "get_object", NULL, NULL), >, 0);
  g_assert_cmpuint (score ("get object", "get_object", NULL, NULL), >,
                    score ("get object", "get_the_object", NULL, NULL));
  g_assert_cmpuint (score ("get pencil", "get_object", NULL, NULL), ==, 0);
  g_assert_cmpuint (score ("get pencil", "get_object", NULL, "Not a pencil."), >, 0);
  /* Whatever a person types stands for itself. */
  g_assert_cmpuint (score ("*", "echo", NULL, NULL), ==, 0);
  g_assert_cmpuint (score ("\xff", "echo", NULL, NULL), ==, 0);
  g_assert_cmpuint (score ("echo", "\xff\xfe", NULL, "\xff"), ==, 0);
}

static void
test_letters (void)
{
  g_assert_cmpuint (score ("lp", "list_pipelines", NULL, NULL), >, 0);
  g_assert_cmpuint (score ("lipipe", "list_pipelines", NULL, NULL), >, 0);
  g_assert_cmpuint (score ("lp", "listPipelines", NULL, NULL), >, 0);
  g_assert_cmpuint (score ("lstpl", "list_pipelines", NULL, NULL), >, 0);
  g_assert_cmpuint (score ("lp", "list_pipelines", NULL, NULL), >,
                    score ("lstpl", "list_pipelines", NULL, NULL));
  /* Two letters that are anywhere, and letters within words, mean nothing. */
  g_assert_cmpuint (score ("ls", "list_pipelines", NULL, NULL), ==, 0);
  g_assert_cmpuint (score ("stpl", "list_pipelines", NULL, NULL), ==, 0);
  g_assert_cmpuint (score ("lpx", "list_pipelines", NULL, NULL), ==, 0);
}

/* A name that has everything except the last letter, many times. */
static void
test_effort (void)
{
  g_autofree char *name = g_strnfill (100000, 'a');
  g_autofree char *words = g_strnfill (512, 'a');
  g_autofree char *query = g_strnfill (255, 'a');
  gint64           start = test_clock_get_computed ();

  for (guint i = 1; i < 512; i += 2)
    words[i] = '_';
  query[254] = 'b';
  g_assert_cmpuint (score (query, name, words, name), ==, 0);
  /* It would take hours, where each beginning were tried. */
  g_assert_cmpint (test_clock_get_computed () - start, <, 20 * G_USEC_PER_SEC);
}

/* Ten thousand entries, as a list scores them for each key. */
static void
test_many (void)
{
  static const struct
  {
    const char *query;
    guint       found;
  } rows[] = {
    { "g", 10000 },
    { "known", 10000 },
    { "nowhere", 0 },
    { "number everything", 10000 },
    { "9999", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (AppMatch) match = app_match_new (rows[i].query);
      guint found = 0;

      for (guint k = 0; k < 10000; k++)
        {
          g_autofree char *name = g_strdup_printf ("service_get_issue_%u", k);
          const char      *names[] = { name, name, name };

          found += app_match_get_score (match, names, G_N_ELEMENTS (names),
                                        "Number of everything that is known of it, who made it "
                                        "and when, and what belongs to it.") > 0;
        }
      g_test_message ("%s: %u", rows[i].query, found);
      g_assert_cmpuint (found, ==, rows[i].found);
    }
}

/* Descriptions that are not ASCII are searched by another way, to the same end. */
static void
test_texts (void)
{
  static const char *const texts[][2] = {
    { "Says an echo.", "Says an écho." },
    { "echo", "Écho" },
    { "reechoes it", "réechoes it" },
    { "An Echo2", "Añ Echo2" },
    { "of the pipeLine", "of thé pipeLine" },
    { "nothing", "nöthing" },
  };
  static const char *const queries[] = { "echo", "line", "e", "an echo", "nothing", "xyz" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (queries); j++)
      g_assert_cmpuint (score (queries[j], "say", NULL, texts[i][0]), ==,
                        score (queries[j], "say", NULL, texts[i][1]));
}

static void
assert_ranges (const char *query, const char *name, const char *expected)
{
  g_autoptr (AppMatch) match = app_match_new (query);
  g_autoptr (GArray) ranges = app_match_find_ranges (match, name);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < ranges->len; i++)
    {
      AppMatchRange *range = &g_array_index (ranges, AppMatchRange, i);

      g_string_append_printf (text, "[%.*s]", (int)(range->end - range->start),
                              name + range->start);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_ranges (void)
{
  assert_ranges ("", "list_pipelines", "");
  assert_ranges ("pipe", "list_pipelines", "[pipe]");
  assert_ranges ("lp", "list_pipelines", "[l][p]");
  assert_ranges ("list pipe", "list_pipelines", "[list_pipe]");
  assert_ranges ("pipe list", "list_pipelines", "[list][pipe]");
  assert_ranges ("alesund", "Station Ålesund", "[Ålesund]");
  assert_ranges ("nothing", "list_pipelines", "");
}

void
add_match_tests (void)
{
  g_test_add_func ("/match/order", test_order);
  g_test_add_func ("/match/words", test_words);
  g_test_add_func ("/match/letters", test_letters);
  g_test_add_func ("/match/effort", test_effort);
  g_test_add_func ("/match/many", test_many);
  g_test_add_func ("/match/texts", test_texts);
  g_test_add_func ("/match/ranges", test_ranges);
}
