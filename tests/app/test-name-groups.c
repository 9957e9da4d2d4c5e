/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names in groups: by a prefix, by a noun behind a verb, and not at all where it is of no use. */

#include "app-tests.h"
#include "app-name-groups.h"
#include "test-clock.h"

/* @expected: titles and numbers of names, in the order of the groups */
static void
assert_groups (const char *names, const char *expected)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);
  guint    n = g_strv_length (list);
  GString *text = g_string_new (NULL);
  guint    place = 0;

  g_autoptr (AppNameGroups) groups = app_name_groups_new ((const char *const *)list, n);
  for (guint i = 0; i < app_name_groups_get_n_groups (groups); i++)
    {
      guint before = 0;

      g_string_append_printf (text, "%s%s %u", i > 0 ? ", " : "",
                              app_name_groups_get_title (groups, i),
                              app_name_groups_get_size (groups, i));
      for (guint k = 0; k < app_name_groups_get_size (groups, i); k++, place++)
        {
          guint at = app_name_groups_get_nth (groups, place);

          g_assert_cmpuint (app_name_groups_get_group (groups, at), ==, i);
          g_assert_true (k == 0 || at > before);
          before = at;
        }
    }
  for (; place < n; place++)
    g_assert_cmpuint (app_name_groups_get_nth (groups, place), ==, place);
  g_assert_cmpstr (text->str, ==, expected);
  g_string_free (text, TRUE);
}

static void
test_prefixes (void)
{
  assert_groups ("github_create_issue slack_post github_list_issues slack_list browser_click "
                 "github_search browser_type clock",
                 "Github 3, Slack 2, Browser 2, Other 1");
  assert_groups ("a.x a.y a.z b/x b:y b-z c_x c_y", "A 3, B 3, C 2");
  assert_groups ("kvGet kvPut kvDelete r2Get r2Put DNSGet DNSPut DNSList", "Kv 3, R2 2, DNS 3");
}

static void
test_nouns (void)
{
  assert_groups ("list_pipelines get_pipeline create_index delete_index getPipelineLogs "
                 "search_indexes run_all_pipelines create_or_update_pipeline",
                 "Pipeline 5, Index 3");
  /* A word that all have in front says nothing, also before a verb. */
  assert_groups ("hub_get_user hub_get_file hub_list_users hub_list_files hub_add_user "
                 "hub_add_file hub_get_pull_request hub_list_pull_requests",
                 "User 3, File 3, Pull request 2");
  /* Plurals that are spelled alike stay as they are; adjectives do not part what belongs
   * together. */
  assert_groups ("add_news get_news read_file write_file read_text_file list_entities "
                 "get_entity list_classes",
                 "News 2, File 3, Entity 2, Other 1");
  /* Verbs that are nouns here: the name begins with what it is about. */
  assert_groups ("issue_list issue_create issue_update repo_list repo_create repo_get user_list "
                 "user_get",
                 "Issue 3, Repo 3, User 2");
}

static void
test_uris (void)
{
  assert_groups ("file:///home/me/a.txt file:///home/me/b.txt file:///home/you/c.txt "
                 "file:///home/you/d.txt file:///home/me/e.txt file:///home/me/get_x.txt "
                 "file:///home/you/list_x.txt file:///home/you/f.txt",
                 "Me 4, You 4");
}

static void
test_useless (void)
{
  assert_groups ("a_x a_y b_x b_y", "");                     /* too few */
  assert_groups ("a_p a_q a_r a_s a_t a_u a_v a_w a_x", ""); /* one prefix, and nothing else */
  assert_groups ("echo add fail wait sum log ping a_x a_y", "");
  assert_groups ("k_a l_b m_c n_d o_e p_f q_g r_h", ""); /* groups of one */
  assert_groups ("one_a one_b c d e f g h two_i two_j", "");
  assert_groups ("______ :// . / - _ : \xff\xff _\xff a", "");
  assert_groups ("x x x x y y y y", "X 4, Y 4");
}

/* Ten thousand names with as many nouns: each is looked at once. */
static void
test_many (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gint64 start = test_clock_get_computed ();

  for (guint i = 0; i < 10000; i++)
    g_ptr_array_add (names, g_strdup_printf ("get_thing%u_of_all", i / 2));
  g_autoptr (AppNameGroups) groups =
      app_name_groups_new ((const char *const *)names->pdata, names->len);
  g_assert_cmpuint (app_name_groups_get_n_groups (groups), ==, 5000);
  g_assert_cmpint (test_clock_get_computed () - start, <, G_USEC_PER_SEC);
}

void
add_name_groups_tests (void)
{
  g_test_add_func ("/name-groups/prefixes", test_prefixes);
  g_test_add_func ("/name-groups/nouns", test_nouns);
  g_test_add_func ("/name-groups/uris", test_uris);
  g_test_add_func ("/name-groups/useless", test_useless);
  g_test_add_func ("/name-groups/many", test_many);
}
