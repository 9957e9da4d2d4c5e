/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where what other applications' files were before is kept, and what is said of a change once another
 * program had the file. */

#include "store-tests.h"
#include "store-client-backup.h"
#include "store-client-plan.h"
#include "store-client-undo.h"
#include "store-error.h"
#include "test-data.h"

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>
#include <sys/stat.h>
#include <unistd.h>

#define BEFORE "{\"a\": 1.10, \"mcpServers\": {\"other\": {\"command\": \"b\"}}}"

typedef struct
{
  char               *folder;
  char               *path;
  char               *state;
  StoreClientJournal *journal;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("spyglass-client-backup-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "config.json", NULL);
  fixture->state = g_build_filename (g_get_user_state_dir (), "spyglass", NULL);
  if (g_file_test (fixture->state, G_FILE_TEST_IS_DIR))
    test_data_remove_folder (fixture->state);
  fixture->journal = store_client_journal_new (NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_data_remove_folder (fixture->folder);
  store_client_journal_unref (fixture->journal);
  g_free (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->state);
}

/* An hour ago: what was just touched may not be whole yet. */
static void
put (const char *path, const char *text)
{
  const time_t     then = time (NULL) - 3600;
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_cmpint (g_utime (path, &(struct utimbuf){ then, then }), ==, 0);
}

static void
assert_file (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  g_assert_cmpstr (text, ==, expected);
}

static StoreClientPlan *
add (StoreClientPlace *place, const char *name, const char *command, GError **error)
{
  g_autoptr (StoreProfile) profile = store_profile_new (name);
  g_autoptr (StoreClientEntry) entry = NULL;

  g_object_set (profile, "id", name, "command", command, NULL);
  entry = store_client_entry_new (store_client_place_get_format (place), profile, NULL, error);
  return entry != NULL ? store_client_plan_new_add (place, entry, error) : NULL;
}

/* @plan: (transfer full). Returns: the path of the backup */
static char *
apply (StoreClientPlan *plan, GError *error)
{
  GError *problem = NULL;
  char   *backup = NULL;

  g_assert_no_error (error);
  g_assert_true (store_client_plan_apply (plan, &backup, &problem));
  g_assert_no_error (problem);
  store_client_plan_unref (plan);
  return backup;
}

/* The whole text of what a plan says. Returns: (transfer full) */
static char *
dup_notes (StoreClientPlan *plan)
{
  GPtrArray *notes = store_client_plan_get_notes (plan);
  GString   *text = g_string_new (NULL);

  for (guint i = 0; i < notes->len; i++)
    g_string_append_printf (text, "%s\n", ((StoreNote *)notes->pdata[i])->text);
  return g_string_free (text, FALSE);
}

/* Where backups are */

/* Nothing but the file itself is in the project, and what is kept is private, and leads back. */
static void
assert_apart (Fixture *fixture, const char *path, const char *backup)
{
  g_autofree char *root = g_build_filename (fixture->state, "backups", NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *original = store_client_backup_dup_path (backup);
  g_autofree char *parent = g_path_get_dirname (backup);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) list = store_client_backup_list (path);
  GStatBuf status;

  g_assert_true (g_str_has_prefix (backup, root));
  g_assert_cmpstr (original, ==, path);
  g_assert_nonnull (g_dir_read_name (dir));
  g_assert_null (g_dir_read_name (dir));
  g_assert_cmpint (g_stat (backup, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
  for (; strlen (parent) >= strlen (root);)
    {
      char *next = g_path_get_dirname (parent);

      g_assert_cmpint (g_stat (parent, &status), ==, 0);
      g_assert_cmpuint (status.st_mode & 0777, ==, 0700);
      g_free (parent);
      parent = next;
    }
  g_assert_cmpuint (list->len, >, 0);
  g_assert_cmpstr (((StoreClientBackup *)list->pdata[0])->path, ==, backup);
}

/* Whichever way the file was found: by its scope, by its name, or in the list of changes. */
static void
test_project (Fixture *fixture, gconstpointer data)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  g_autoptr (StoreClientHome) home = store_client_home_new (NULL);
  guint n = 0;

  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *project = g_build_filename (fixture->folder, formats[i]->id, NULL);
      g_autoptr (StoreClientPlace) place =
          store_client_place_new (formats[i], STORE_CLIENT_PROJECT, home, project);
      g_autoptr (StoreClientPlace) named = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *made = NULL;
      g_autofree char *first = NULL;
      g_autofree char *second = NULL;
      g_autofree char *undone = NULL;
      g_autofree char *restored = NULL;
      g_autofree char *last = NULL;
      const char      *path;

      if (place == NULL)
        continue;
      n++;
      path = store_client_place_get_path (place);
      named = store_client_place_new_for_file (formats[i], path, NULL);
      made = apply (add (place, "one", "x", &error), error);
      g_assert_null (made);
      first = apply (add (place, "two", "x", &error), error);
      assert_apart (fixture, path, first);
      second = apply (add (named, "three", "x", &error), error);
      assert_apart (fixture, path, second);
      undone = apply (store_client_plan_new_undo (fixture->journal, 0, &error), error);
      assert_apart (fixture, path, undone);
      restored = apply (store_client_plan_new_restore (named, first, &error), error);
      assert_apart (fixture, path, restored);
      last = apply (store_client_plan_new_undo (fixture->journal, 0, &error), error);
      assert_apart (fixture, path, last);
    }
  g_test_message ("%u applications have files in projects", n);
  g_assert_cmpuint (n, >, 5);
}

/* The user's own are where they were, in any home. */
static void
test_user (Fixture *fixture, gconstpointer data)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  g_autoptr (StoreClientHome) home = store_client_home_new (fixture->folder);

  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autoptr (StoreClientPlace) place =
          store_client_place_new (formats[i], STORE_CLIENT_USER, home, NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *made = NULL;
      g_autofree char *backup = NULL;

      if (place == NULL)
        continue;
      made = apply (add (place, "one", "x", &error), error);
      backup = apply (add (place, "two", "x", &error), error);
      g_assert_true (g_str_has_prefix (backup, store_client_place_get_path (place)));
      g_free (backup);
      backup = apply (store_client_plan_new_undo (fixture->journal, 0, &error), error);
      g_assert_nonnull (backup);
    }
}

/* Those that lie in the project from before are listed, restored, and go as they are too many. */
static void
test_older (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, ".vscode", "mcp.json", NULL);
  g_autofree char *apart = g_build_filename (fixture->state, "backups", path, NULL);
  g_autofree char *older = NULL;
  g_autofree char *written = NULL;
  g_autoptr (StoreClientPlace) place = store_client_place_new_for_file (
      store_client_format_find ("vscode"), path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = NULL;

  put (path, "{\"servers\": {}}");
  for (guint i = 0; i < STORE_CLIENT_MAX_BACKUPS; i++)
    {
      g_autofree char *backup = g_strdup_printf ("%s.2026-01-%02uT00-00-00.bak",
                                                 i % 2 == 0 ? path : apart, i + 1);
      g_autofree char *text = g_strdup_printf ("{\"servers\": {\"n%u\": {}}}", i);
      g_autofree char *original = store_client_backup_dup_path (backup);

      g_assert_cmpstr (original, ==, path);
      put (backup, text);
    }
  older = g_strdup_printf ("%s.2026-01-09T00-00-00.bak", path);
  list = store_client_backup_list (path);
  g_assert_cmpuint (list->len, ==, STORE_CLIENT_MAX_BACKUPS);
  g_assert_cmpstr (((StoreClientBackup *)list->pdata[1])->path, ==, older);
  written = apply (store_client_plan_new_restore (place, older, &error), error);
  assert_file (path, "{\"servers\": {\"n8\": {}}}");
  g_assert_true (g_str_has_prefix (written, apart));
  g_ptr_array_unref (list);
  list = store_client_backup_list (path);
  g_assert_cmpuint (list->len, ==, STORE_CLIENT_MAX_BACKUPS);
  g_assert_cmpstr (((StoreClientBackup *)list->pdata[0])->path, ==, written);
  /* The oldest of all went, which was in the project. */
  g_assert_nonnull (strstr (((StoreClientBackup *)list->pdata[9])->path, "2026-01-02"));
}

/* A folder for state that cannot be used: nothing is written, and nothing of the project is left
 * lying about. */
static void
test_no_state (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, ".mcp.json", NULL);
  g_autofree char *backups = g_build_filename (fixture->state, "backups", NULL);
  g_autoptr (StoreClientPlace) place = store_client_place_new_for_file (
      store_client_format_find ("claude-code"), path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (GDir) dir = NULL;

  put (path, BEFORE);
  put (backups, "a file");
  plan = add (place, "new", "x", &error);
  g_assert_no_error (error);
  g_assert_false (store_client_plan_apply (plan, NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_WRITABLE);
  g_assert_nonnull (strstr (error->message, "nothing was changed"));
  assert_file (path, BEFORE);
  dir = g_dir_open (fixture->folder, 0, NULL);
  g_assert_cmpstr (g_dir_read_name (dir), ==, ".mcp.json");
  g_assert_null (g_dir_read_name (dir));
  g_unlink (backups);
}

/* Names of one file */

static void
test_names (Fixture *fixture, gconstpointer data)
{
  g_autofree char *other = g_build_filename (fixture->folder, "other.json", NULL);
  g_autoptr (StoreClientPlace) place = store_client_place_new_for_file (
      store_client_format_find ("cursor"), fixture->path, NULL);
  g_autoptr (GError) error = NULL;
  StoreClientPlan *plan;
  g_autofree char *notes = NULL;
  g_autofree char *later = NULL;
  g_autofree char *backup = NULL;

  put (fixture->path, BEFORE);
  g_assert_cmpint (link (fixture->path, other), ==, 0);
  plan = add (place, "new", "x", &error);
  g_assert_no_error (error);
  notes = dup_notes (plan);
  g_assert_nonnull (strstr (notes, "one of 2 names"));
  backup = apply (plan, error);
  assert_file (other, BEFORE);
  /* The names are two files by now. */
  plan = store_client_plan_new_undo (fixture->journal, 0, &error);
  g_assert_no_error (error);
  later = dup_notes (plan);
  g_assert_null (strstr (later, "names"));
  g_free (backup);
  backup = apply (plan, error);
  assert_file (fixture->path, BEFORE);
}

/* What is said of a change */

typedef struct
{
  const char      *name;
  const char      *now; /* (nullable): what another program made of the file; NULL: took it away */
  StoreClientSince since;
  const char      *said; /* in the notes of taking it back */
  const char      *back; /* (nullable): what that makes of the file; NULL: nothing is to be done */
} Row;

#define MAP(text) "{\"mcpServers\": {" text "}}"
#define NEW "\"new\": {\"command\": \"c\"}"
#define OLD "\"old\": {\"command\": \"b\"}"
#define OLD_AS_READ "\"old\": {\"command\":\"b\"}"
#define THEIRS "\"new\": {\"command\": \"theirs\"}"
#define LOST "and that is lost"
#define NOTHING "there is nothing to take back"

static const Row added[] = {
  { "new", MAP ("\"q\": {}, " NEW), STORE_SINCE_ENTRY_AS_LEFT, "becomes what it was",
    MAP ("\"q\": {}") },
  { "new", MAP (THEIRS), STORE_SINCE_ENTRY_CHANGED, LOST, MAP ("") },
  { "new", MAP ("\"q\": {}"), STORE_SINCE_ENTRY_GONE, NOTHING, NULL },
  { "new", MAP (OLD), STORE_SINCE_ENTRY_GONE, "already what it was before", NULL },
  { "new", NULL, STORE_SINCE_FILE_GONE, "is gone", NULL },
};

static const Row removed[] = {
  { "old", MAP ("\"q\": {}"), STORE_SINCE_ENTRY_AS_LEFT, "becomes what it was",
    MAP ("\"q\": {}, " OLD_AS_READ) },
  { "old", MAP (OLD ", \"q\": {}"), STORE_SINCE_ENTRY_BACK, NOTHING, NULL },
  { "old", MAP ("\"old\": {}"), STORE_SINCE_ENTRY_BACK, "in the file again", MAP (OLD_AS_READ) },
};

static const Row replaced[] = {
  { "old", MAP ("\"q\": {}"), STORE_SINCE_ENTRY_GONE, "comes back as it was",
    MAP ("\"q\": {}, " OLD_AS_READ) },
  { "old", MAP (OLD ", \"q\": {}"), STORE_SINCE_ENTRY_CHANGED, "already what it was", NULL },
  { "old", MAP ("\"old\": {}"), STORE_SINCE_ENTRY_CHANGED, LOST, MAP (OLD_AS_READ) },
};

/* The file that a link leads to changes, too; what is gone is not lost. */
static void
check_row (Fixture *fixture, const Row *row)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientRecord) record = store_client_journal_find (fixture->journal, 0, &error);
  g_autoptr (StoreFile) file = NULL;
  g_autoptr (StoreClientSight) sight = NULL;
  StoreClientSince since;
  StoreClientPlan *plan;
  g_autofree char *notes = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (record->name, ==, row->name);
  g_unlink (fixture->path);
  if (row->now != NULL)
    put (fixture->path, row->now);
  file = store_file_read (fixture->path, STORE_CLIENT_MAX_BYTES, &error);
  g_assert_no_error (error);
  sight = store_client_sight_new (file, store_client_format_find (record->client));
  since = store_client_sight_get_since (sight, record);
  g_assert_cmpstr (store_client_undo_get_word (since), ==, store_client_undo_get_word (row->since));
  g_assert_true (store_client_undo_is_possible (record, since));
  plan = store_client_plan_new_undo (fixture->journal, 0, &error);
  g_assert_no_error (error);
  notes = dup_notes (plan);
  g_test_message ("%s: %s", row->now, notes);
  g_assert_nonnull (strstr (notes, row->said));
  g_assert_true ((strstr (notes, "lost") != NULL) ==
                 (store_client_plan_get_kind (plan) != STORE_PLAN_UNCHANGED && row->now != NULL &&
                  (row->since == STORE_SINCE_ENTRY_CHANGED ||
                   row->since == STORE_SINCE_ENTRY_BACK)));
  g_assert_true ((store_client_plan_get_kind (plan) == STORE_PLAN_UNCHANGED) ==
                 (row->back == NULL));
  g_free (apply (plan, error));
  assert_file (fixture->path, row->back != NULL ? row->back : row->now);
}

static void
test_since (Fixture *fixture, gconstpointer data)
{
  const StoreClientFormat *format = store_client_format_find ("claude-desktop");
  g_autoptr (StoreClientPlace) place =
      store_client_place_new_for_file (format, fixture->path, NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (added); i++)
    {
      put (fixture->path, MAP (OLD));
      g_free (apply (add (place, "new", "c", &error), error));
      check_row (fixture, &added[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (removed); i++)
    {
      put (fixture->path, MAP (OLD));
      g_free (apply (store_client_plan_new_remove (place, "old", &error), error));
      check_row (fixture, &removed[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (replaced); i++)
    {
      put (fixture->path, MAP (OLD));
      g_free (apply (add (place, "old", "mine", &error), error));
      check_row (fixture, &replaced[i]);
    }
}

/* What is no file in the place of one ends each way in at once, in words. */
static void
test_no_file (Fixture *fixture, gconstpointer data)
{
  enum {
    FIFO,
    FOLDER,
    DEVICE,
    N_KINDS
  };
  enum {
    AT_FILE,
    AT_BACKUP,
    AT_JOURNAL,
    N_PLACES
  };
  const char *journal = store_client_journal_get_path (fixture->journal);
  g_autoptr (StoreClientPlace) place = store_client_place_new_for_file (
      store_client_format_find ("cursor"), fixture->path, NULL);

  for (guint i = 0; i < N_KINDS * N_PLACES; i++)
    {
      guint kind = i % N_KINDS, at = i / N_KINDS;
      int   code = at == AT_BACKUP ? STORE_ERROR_NOT_FOUND : STORE_ERROR_IS_DIRECTORY;
      g_autoptr (GError) error = NULL;
      g_autoptr (StoreClientPlan) plan = NULL;
      g_autoptr (StoreClientPlan) undo = NULL;
      g_autofree char *backup = NULL;
      const char      *path;

      put (fixture->path, BEFORE);
      backup = apply (add (place, "new", "x", &error), error);
      path = at == AT_FILE ? fixture->path : at == AT_BACKUP ? backup
                                                             : journal;
      g_assert_cmpint (g_unlink (path), ==, 0);
      if (kind == FIFO)
        g_assert_cmpint (mkfifo (path, 0600), ==, 0);
      else if (kind == FOLDER)
        g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
      else
        g_assert_cmpint (symlink ("/dev/zero", path), ==, 0);
      undo = store_client_plan_new_undo (fixture->journal, 0, &error);
      g_assert_null (undo);
      g_assert_error (error, STORE_ERROR, code);
      g_assert_nonnull (strstr (error->message, path));
      g_clear_error (&error);
      plan = add (place, "more", "x", &error);
      if (at == AT_FILE)
        g_assert_error (error, STORE_ERROR, STORE_ERROR_IS_DIRECTORY);
      else
        g_assert_no_error (error);
      if (at == AT_JOURNAL)
        {
          g_autofree char *notes = dup_notes (plan);

          g_assert_nonnull (strstr (notes, journal));
        }
      if (plan != NULL)
        g_assert_true (store_client_plan_apply (plan, NULL, &error));
      if (kind == FOLDER)
        g_rmdir (path);
      g_unlink (path);
    }
}

#define ADD(name, function) \
  g_test_add ("/client-backup/" name, Fixture, NULL, set_up, function, tear_down)

void
add_client_backup_tests (void)
{
  test_data_use_own_state ();
  ADD ("project", test_project);
  ADD ("user", test_user);
  ADD ("older", test_older);
  ADD ("no-state", test_no_state);
  ADD ("names", test_names);
  ADD ("since", test_since);
  ADD ("no-file", test_no_file);
}
