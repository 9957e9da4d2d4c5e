/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list that follows another one in batches: it ends up the same, its changes are few, and what
 * it says between them holds. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-batch-list.h"

typedef struct
{
  GListStore  *source;
  UiBatchList *list;
  GPtrArray   *mirror; /* what somebody knows who only listens */
  guint        changes;
  guint        next;
} Fixture;

static void
on_changed (GListModel *list, guint position, guint removed, guint added, gpointer data)
{
  Fixture *fixture = data;

  fixture->changes++;
  g_assert_cmpuint (position + removed, <=, fixture->mirror->len);
  if (removed > 0)
    g_ptr_array_remove_range (fixture->mirror, position, removed);
  for (guint i = 0; i < added; i++)
    g_ptr_array_insert (fixture->mirror, position + i, g_list_model_get_item (list, position + i));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, fixture->mirror->len);
}

static void
append (Fixture *fixture, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", fixture->next++);
      g_autoptr (GtkStringObject) item = gtk_string_object_new (text);
      g_list_store_append (fixture->source, item);
    }
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->source = g_list_store_new (GTK_TYPE_STRING_OBJECT);
  fixture->mirror = g_ptr_array_new_with_free_func (g_object_unref);
  append (fixture, 10);
  fixture->list = ui_batch_list_new (G_LIST_MODEL (fixture->source));
  g_signal_connect (fixture->list, "items-changed", G_CALLBACK (on_changed), fixture);
  for (guint i = 0; i < 10; i++)
    g_ptr_array_add (fixture->mirror, g_list_model_get_item (G_LIST_MODEL (fixture->list), i));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_assert_finalize_object (fixture->list);
  g_ptr_array_unref (fixture->mirror);
  g_assert_finalize_object (fixture->source);
}

static void
assert_same (Fixture *fixture)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->source));

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->list)), ==, n);
  g_assert_cmpuint (fixture->mirror->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (fixture->source), i);
      g_autoptr (GObject) shown = g_list_model_get_item (G_LIST_MODEL (fixture->list), i);
      g_assert_true (item == shown);
      g_assert_true (item == fixture->mirror->pdata[i]);
    }
}

static void
test_flood (Fixture *fixture, gconstpointer data)
{
  /* As the log does: one more at the end, now and then a part less at the beginning. */
  for (guint i = 0; i < 100; i++)
    {
      append (fixture, 50);
      g_list_store_splice (fixture->source, 0, 40, NULL, 0);
    }
  g_assert_cmpuint (fixture->changes, ==, 0);
  ui_fixture_wait (fixture->changes > 0);
  assert_same (fixture);
  g_assert_cmpuint (fixture->changes, <=, 2);

  fixture->changes = 0;
  append (fixture, 5);
  g_list_store_splice (fixture->source, 0, 3, NULL, 0);
  append (fixture, 5);
  ui_fixture_wait (fixture->changes > 0);
  assert_same (fixture);
  g_assert_cmpuint (fixture->changes, ==, 2);
}

static void
test_trickle (Fixture *fixture, gconstpointer data)
{
  for (guint i = 1; i <= 3; i++)
    {
      gint64 start = g_get_monotonic_time ();
      append (fixture, 1);
      ui_fixture_wait (fixture->changes == i);
      g_test_message ("shown after %d µs", (int)(g_get_monotonic_time () - start));
      assert_same (fixture);
    }
}

/* Every kind of change, in every place, between changes that wait. */
static void
test_any (Fixture *fixture, gconstpointer data)
{
  GRand *random = g_rand_new_with_seed (20261120);

  for (guint round = 0; round < 3000; round++)
    {
      guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->source));
      guint position = n > 0 ? (guint)g_rand_int_range (random, 0, (int)n) : 0;
      guint removed = (guint)g_rand_int_range (random, 0, (int)(n - position) + 1);
      g_autoptr (GtkStringObject) item = gtk_string_object_new ("new");

      switch (g_rand_int_range (random, 0, 5))
        {
        case 0:
          append (fixture, (guint)g_rand_int_range (random, 1, 20));
          break;
        case 1:
          g_list_store_splice (fixture->source, 0, MIN (removed, n), NULL, 0);
          break;
        case 2:
          g_list_store_splice (fixture->source, position, MIN (removed, 3), (gpointer *)&item, 1);
          break;
        case 3:
          g_list_store_insert (fixture->source, position, item);
          break;
        default:
          ui_batch_list_flush (fixture->list);
          assert_same (fixture);
        }
    }
  ui_batch_list_flush (fixture->list);
  assert_same (fixture);
  g_rand_free (random);
}

static void
test_unwatched (Fixture *fixture, gconstpointer data)
{
  UiBatchList *other = ui_batch_list_new (G_LIST_MODEL (fixture->source));

  ui_batch_list_set_watched (fixture->list, FALSE);
  append (fixture, 100);
  /* Another one, which is watched, has all of them by then. */
  ui_fixture_wait (g_list_model_get_n_items (G_LIST_MODEL (other)) == 110);
  g_assert_finalize_object (other);
  g_assert_cmpuint (fixture->changes, ==, 0);

  /* All that was shown is gone from the source: it is not kept any longer. */
  gpointer first = fixture->mirror->pdata[0];
  g_object_add_weak_pointer (first, &first);
  g_list_store_splice (fixture->source, 0, 50, NULL, 0);
  g_assert_cmpuint (fixture->changes, ==, 1);
  g_assert_null (first);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->list)), ==, 0);

  ui_batch_list_set_watched (fixture->list, TRUE);
  g_assert_cmpuint (fixture->changes, ==, 2);
  assert_same (fixture);
}

#define ADD(name, function) \
  g_test_add ("/ui/batch/" name, Fixture, NULL, set_up, function, tear_down)

void
add_batch_tests (void)
{
  ADD ("flood", test_flood);
  ADD ("trickle", test_trickle);
  ADD ("any", test_any);
  ADD ("unwatched", test_unwatched);
}
