/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was written to other applications' files, taking it back, and switching entries off. */

#include "store-tests.h"
#include "store-client-backup.h"
#include "store-client-plan.h"
#include "store-error.h"
#include "test-data.h"

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  char               *folder;
  char               *path;
  StoreClientJournal *journal;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *journal = g_build_filename (g_get_user_state_dir (), "spyglass", "clients",
                                               "journal.json", NULL);

  g_unlink (journal);
  fixture->folder = g_dir_make_tmp ("spyglass-client-journal-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "config.json", NULL);
  fixture->journal = store_client_journal_new (NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_data_remove_folder (fixture->folder);
  store_client_journal_unref (fixture->journal);
  g_free (fixture->folder);
  g_free (fixture->path);
}

/* An hour ago: what was just touched may not be whole yet. @length: of @text, -1 for all of it */
static void
put_bytes (Fixture *fixture, const char *text, gssize length)
{
  const time_t then = time (NULL) - 3600;

  g_assert_true (g_file_set_contents (fixture->path, text, length, NULL));
  g_assert_cmpint (g_utime (fixture->path, &(struct utimbuf){ then, then }), ==, 0);
}

static void
put (Fixture *fixture, const char *text)
{
  put_bytes (fixture, text, -1);
}

/* @expected: (nullable): of no file */
static void
assert_path (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_file (Fixture *fixture, const char *expected)
{
  assert_path (fixture->path, expected);
}

static StoreClientPlace *
place_of (Fixture *fixture, const char *client)
{
  return store_client_place_new_for_file (store_client_format_find (client), fixture->path, NULL);
}

/* @plan: (transfer full). Returns: the path of the backup */
static char *
do_it (StoreClientPlan *plan, GError *error)
{
  GError *problem = NULL;
  char   *backup = NULL;

  g_assert_no_error (error);
  g_assert_nonnull (plan);
  g_assert_true (store_client_plan_apply (plan, &backup, &problem));
  g_assert_no_error (problem);
  store_client_plan_unref (plan);
  return backup;
}

#define DO(call)                                        \
  G_STMT_START                                          \
  {                                                     \
    GError          *problem_ = NULL;                   \
    StoreClientPlan *plan_ = call;                      \
    char            *backup_ = do_it (plan_, problem_); \
                                                        \
    g_free (backup_);                                   \
  }                                                     \
  G_STMT_END

static StoreClientPlan *
add (Fixture *fixture, const char *client, const char *name, const char *command, GError **error)
{
  g_autoptr (StoreClientPlace) place = place_of (fixture, client);
  g_autoptr (StoreProfile) profile = store_profile_new (name);
  g_autoptr (StoreClientEntry) entry = NULL;

  g_object_set (profile, "id", name, "command", command, NULL);
  entry = store_client_entry_new (store_client_place_get_format (place), profile, NULL, error);
  return entry != NULL ? store_client_plan_new_add (place, entry, error) : NULL;
}

static StoreClientPlan *
toggle (Fixture    *fixture,
        const char *client,
        const char *name,
        gboolean    enabled,
        GError    **error)
{
  g_autoptr (StoreClientPlace) place = place_of (fixture, client);

  return store_client_plan_new_switch (place, name, enabled, error);
}

#define ADD_ENTRY(client, name, command) DO (add (fixture, client, name, command, &problem_))
#define SWITCH(client, name, enabled) DO (toggle (fixture, client, name, enabled, &problem_))
#define UNDO(id) DO (store_client_plan_new_undo (fixture->journal, id, &problem_))

static gboolean
file_has (Fixture *fixture, const char *part)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  return strstr (text, part) != NULL;
}

#define BEFORE "{\n  \"a\": 1.10,\n  \"mcpServers\": {\n    \"other\": {\"command\": \"b\"}\n  }\n}\n"

/* Undo */

static void
test_exact (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char   *journal = g_build_filename (g_get_user_state_dir (), "spyglass", "clients",
                                                 "journal.json", NULL);
  StoreClientRecord *record;
  GStatBuf           status;

  put (fixture, "\357\273\277" BEFORE);
  ADD_ENTRY ("claude-desktop", "new", "c");
  g_assert_true (file_has (fixture, "\"new\""));
  g_assert_false (file_has (fixture, "\357\273\277"));
  UNDO (0);
  assert_file (fixture, "\357\273\277" BEFORE);
  /* Taking back is a change as well. */
  UNDO (2);
  g_assert_true (file_has (fixture, "\"new\""));
  UNDO (0);
  assert_file (fixture, "\357\273\277" BEFORE);
  records = store_client_journal_list (fixture->journal, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (records->len, ==, 4);
  record = records->pdata[3];
  g_assert_cmpint (record->id, ==, 1);
  g_assert_cmpint (record->action, ==, STORE_RECORD_ADD);
  g_assert_cmpstr (record->name, ==, "new");
  g_assert_cmpstr (record->client, ==, "claude-desktop");
  g_assert_true (record->undone);
  record = records->pdata[0];
  g_assert_cmpint (record->action, ==, STORE_RECORD_UNDO);
  g_assert_cmpint (record->undoes, ==, 1);
  g_assert_null (store_client_plan_new_undo (fixture->journal, 0, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
  g_assert_cmpint (g_stat (journal, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
}

static void
test_created (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  ADD_ENTRY ("cursor", "new", "c");
  plan = store_client_plan_new_undo (fixture->journal, 0, &error);
  g_assert_no_error (error);
  g_assert_true (store_client_plan_is_removal (plan));
  g_assert_true (store_client_plan_apply (plan, NULL, &error));
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  UNDO (2);
  g_assert_true (file_has (fixture, "\"new\""));
  /* Somebody uses the file by now: it stays. */
  put (fixture, "{\"mcpServers\": {\"theirs\": {}, \"new\": {\"command\": \"c\"}}}");
  UNDO (1);
  assert_file (fixture, "{\"mcpServers\": {\"theirs\": {}}}");
}

static void
test_changed_since (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  put (fixture, BEFORE);
  ADD_ENTRY ("cursor", "other", "mine");
  put (fixture, "{\"z\": 0, \"mcpServers\": {\"other\": {\"command\": \"theirs\"}, \"more\": {}}}");
  plan = store_client_plan_new_undo (fixture->journal, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (store_client_plan_get_notes (plan)->len, ==, 2);
  g_assert_true (store_client_plan_apply (plan, NULL, &error));
  assert_file (fixture,
               "{\"z\": 0, \"mcpServers\": {\"other\": {\"command\":\"b\"}, \"more\": {}}}");
  /* Nothing is left to take back. */
  put (fixture, "{\"mcpServers\": {}}");
  ADD_ENTRY ("cursor", "gone", "x");
  put (fixture, "{\"mcpServers\": {\"q\": {}}}");
  g_clear_pointer (&plan, store_client_plan_unref);
  plan = store_client_plan_new_undo (fixture->journal, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpint (store_client_plan_get_kind (plan), ==, STORE_PLAN_UNCHANGED);
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreClientPlace) place = place_of (fixture, "cursor");
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *backup = NULL;
  g_autofree char *broken = NULL;

  put (fixture, BEFORE);
  backup = do_it (add (fixture, "cursor", "new", "c", &error), error);
  /* A file that is broken can be given back. */
  put (fixture, "{ broken");
  g_assert_null (store_client_plan_new_undo (fixture->journal, 0, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_SYNTAX);
  g_clear_error (&error);
  broken = do_it (store_client_plan_new_restore (place, backup, &error), error);
  assert_file (fixture, BEFORE);
  /* The whole file was another one: only as long as nobody changed it. */
  put (fixture, "{}");
  g_assert_null (store_client_plan_new_undo (fixture->journal, 0, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  put (fixture, BEFORE);
  UNDO (0);
  assert_file (fixture, "{ broken");
  g_unlink (backup);
  g_assert_null (store_client_plan_new_undo (fixture->journal, 1, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, backup));
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (backup, "another", -1, NULL));
  g_assert_null (store_client_plan_new_undo (fixture->journal, 1, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (store_client_plan_new_undo (fixture->journal, 99, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
}

/* Links: what was written, what leads where now, and what may be taken back. */

typedef enum {
  PLAIN,
  LINK,
  SWAPPED, /* leads to another file */
  GONE,    /* another file, in the place of the link */
  DANGLING,
  LOOP,
  N_STATES,
} LinkState;

typedef enum {
  WITH_REAL,
  OLDER,         /* the backup lies beside what was written */
  OLDER_CREATED, /* nothing says what was written */
  N_RECORDS,
} RecordKind;

typedef enum {
  TAKEN_BACK, /* to the byte */
  ENTRY_BACK, /* the entry alone */
  UNCHANGED,
  MOVED,
  FAILED,
} Outcome;

#define CHANGED "{\"z\": 1, \"mcpServers\": {\"new\": {\"command\": \"c\"}}}"
#define CHANGED_BACK "{\"z\": 1, \"mcpServers\": {}}"
/* There was no map of servers before. */
#define CHANGED_BACK_TO_NONE "{\"z\": 1}"
#define OTHERS "{\"mcpServers\": {\"new\": {\"command\": \"theirs\"}}}"

static char *
link_path (Fixture *fixture, const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

/* An hour ago, as put(). It takes the place of a link. */
static void
put_at (Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = link_path (fixture, name);
  const time_t     then = time (NULL) - 3600;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_cmpint (g_utime (path, &(struct utimbuf){ then, then }), ==, 0);
}

static void
lead (Fixture *fixture, const char *name)
{
  g_unlink (fixture->path);
  g_assert_cmpint (symlink (name, fixture->path), ==, 0);
}

/* As versions did that did not look where a link leads. */
static void
forget_real (void)
{
  g_autofree char *journal = g_build_filename (g_get_user_state_dir (), "spyglass", "clients",
                                               "journal.json", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GString) kept = g_string_new (NULL);

  g_assert_true (g_file_get_contents (journal, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"real\""));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], "\"real\"") == NULL)
      g_string_append_printf (kept, "%s\n", lines[i]);
  g_assert_true (g_file_set_contents (journal, kept->str, -1, NULL));
}

static Outcome
expect (LinkState state, gboolean restores, RecordKind kind, gboolean changed)
{
  switch (state)
    {
    case PLAIN:
      return changed && !restores ? ENTRY_BACK : TAKEN_BACK;
    case LINK:
      if (changed && kind == OLDER_CREATED)
        return MOVED;
      return changed && !restores ? ENTRY_BACK : TAKEN_BACK;
    case GONE:
      /* Without a link, and with nothing that speaks of one, it is the file. */
      return kind == OLDER_CREATED ? ENTRY_BACK : MOVED;
    case SWAPPED:
      return MOVED;
    case DANGLING:
      if (restores || kind != OLDER_CREATED)
        return restores ? TAKEN_BACK : UNCHANGED;
      return TAKEN_BACK;
    case LOOP:
    default:
      return FAILED;
    }
}

static void
prepare (Fixture *fixture, LinkState state, RecordKind kind, gboolean changed)
{
  g_autofree char *one = link_path (fixture, "one.json");
  const char      *real = state == PLAIN ? "config.json" : "one.json";

  g_unlink (fixture->path);
  g_unlink (one);
  put_at (fixture, "two.json", OTHERS);
  if (state != PLAIN)
    lead (fixture, "one.json");
  if (kind != OLDER_CREATED)
    put_at (fixture, real, BEFORE);
  ADD_ENTRY ("cursor", "new", "c");
  if (kind != WITH_REAL)
    forget_real ();
  if (changed)
    put_at (fixture, real, CHANGED);
  if (state == SWAPPED)
    lead (fixture, "two.json");
  else if (state == GONE)
    put_at (fixture, "config.json", OTHERS);
  else if (state == DANGLING)
    g_unlink (one);
  else if (state == LOOP)
    lead (fixture, "config.json");
}

static char *
read_at (Fixture *fixture, const char *name)
{
  g_autofree char *path = link_path (fixture, name);
  char            *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
check_link (
    Fixture *fixture, LinkState state, gboolean restores, RecordKind kind, gboolean changed)
{
  Outcome outcome = expect (state, restores, kind, changed);
  g_autoptr (StoreClientPlace) place = place_of (fixture, "cursor");
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *one = NULL;
  g_autofree char *one_after = NULL;
  g_autofree char *two_after = NULL;
  const char      *expected = NULL;

  prepare (fixture, state, kind, changed);
  one = read_at (fixture, "one.json");
  records = store_client_journal_list (fixture->journal, &error);
  g_assert_no_error (error);
  if (restores)
    plan = store_client_plan_new_restore (place, ((StoreClientRecord *)records->pdata[0])->backup,
                                          &error);
  else
    plan = store_client_plan_new_undo (fixture->journal, 0, &error);
  if (outcome == MOVED || outcome == FAILED)
    g_assert_error (error, STORE_ERROR,
                    (outcome == MOVED ? STORE_ERROR_MOVED : STORE_ERROR_FAILED));
  else
    g_assert_no_error (error);
  if (plan != NULL)
    {
      g_assert_true (store_client_plan_apply (plan, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpint (store_client_plan_get_kind (plan) == STORE_PLAN_UNCHANGED, ==,
                       outcome == UNCHANGED || (state == DANGLING && !restores));
    }
  two_after = read_at (fixture, "two.json");
  g_assert_cmpstr (two_after, ==, OTHERS);
  one_after = read_at (fixture, "one.json");
  if (outcome == MOVED || outcome == FAILED)
    g_assert_cmpstr (one_after, ==, one);
  if (state == GONE)
    assert_file (fixture, outcome == MOVED        ? OTHERS
                          : kind == OLDER_CREATED ? "{}"
                                                  : "{\"mcpServers\": {}}");
  else if (outcome == TAKEN_BACK)
    expected = kind == OLDER_CREATED ? NULL : BEFORE;
  else if (outcome == ENTRY_BACK)
    expected = kind == OLDER_CREATED ? CHANGED_BACK_TO_NONE : CHANGED_BACK;
  if (state != GONE && (outcome == TAKEN_BACK || outcome == ENTRY_BACK))
    assert_file (fixture, expected);
  g_assert_cmpint (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK), ==,
                   state != PLAIN && state != GONE);
  if (state == LINK && outcome != MOVED)
    g_assert_nonnull (strstr (
        ((StoreNote *)store_client_plan_get_notes (plan)->pdata
             [store_client_plan_get_notes (plan)->len - 1])
            ->text,
        "one.json"));
}

static void
test_links (Fixture *fixture, gconstpointer data)
{
  for (guint state = 0; state < N_STATES; state++)
    for (guint kind = 0; kind < N_RECORDS; kind++)
      for (guint i = 0; i < 4; i++)
        {
          g_test_message ("state %u, record %u, %s, %s", state, kind,
                          i < 2 ? "undo" : "restore", i % 2 == 1 ? "changed" : "not changed");
          if (i < 2 || kind != OLDER_CREATED)
            check_link (fixture, state, i >= 2, kind, i % 2 == 1);
        }
}

/* Nothing says what was written, but the file says the same. A folder may be the link, too. */
static void
test_links_alike (Fixture *fixture, gconstpointer data)
{
  g_autofree char *one = link_path (fixture, "one.json");
  g_autofree char *two = link_path (fixture, "two.json");
  g_autofree char *first = link_path (fixture, "first");
  g_autofree char *second = link_path (fixture, "second");
  g_autofree char *inside = link_path (fixture, "second/mcp.json");
  g_autofree char *folder = link_path (fixture, "folder");
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  prepare (fixture, LINK, OLDER_CREATED, FALSE);
  g_assert_cmpint (g_rename (one, two), ==, 0);
  lead (fixture, "two.json");
  UNDO (0);
  g_assert_false (g_file_test (two, G_FILE_TEST_EXISTS));

  g_assert_cmpint (g_mkdir (first, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (second, 0700), ==, 0);
  g_assert_cmpint (symlink ("first", folder), ==, 0);
  g_free (fixture->path);
  fixture->path = link_path (fixture, "folder/mcp.json");
  ADD_ENTRY ("cursor", "new", "c");
  g_unlink (folder);
  g_assert_cmpint (symlink ("second", folder), ==, 0);
  put_at (fixture, "second/mcp.json", OTHERS);
  g_assert_null (store_client_plan_new_undo (fixture->journal, 0, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_MOVED);
  g_unlink (inside);
  g_unlink (folder);
  g_assert_cmpint (symlink ("first", folder), ==, 0);
  UNDO (0);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

static void
test_bounded (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "journal", NULL);
  g_autoptr (StoreClientJournal) journal = store_client_journal_new (path);
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < STORE_CLIENT_MAX_RECORDS + 5; i++)
    {
      g_autoptr (StoreClientRecord) record = store_client_record_new ();

      record->client = g_strdup ("cursor");
      record->path = g_strdup ("/x");
      record->root = g_strsplit ("mcpServers", "/", -1);
      g_assert_true (store_client_journal_add (journal, record, NULL, &error));
    }
  records = store_client_journal_list (journal, &error);
  g_assert_cmpuint (records->len, ==, STORE_CLIENT_MAX_RECORDS);
  g_assert_cmpint (((StoreClientRecord *)records->pdata[0])->id, ==, STORE_CLIENT_MAX_RECORDS + 5);
  g_assert_true (g_file_set_contents (path, "{\"version\": 2}", -1, NULL));
  g_assert_null (store_client_journal_list (journal, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NEWER);
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (path, "[", -1, NULL));
  g_assert_null (store_client_journal_list (journal, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_SYNTAX);
  g_clear_error (&error);
  /* What is no record is passed over, and none leads to itself. */
  g_assert_true (g_file_set_contents (
      path,
      "{\"changes\": [3, {}, {\"id\": 7, \"client\": \"cursor\", \"path\": \"/x\", \"root\": [\"m\"],"
      " \"action\": \"undo\", \"undoes\": 7, \"edits\": [1, {\"path\": 2}]}], \"parked\": [null]}",
      -1, NULL));
  g_ptr_array_unref (records);
  records = store_client_journal_list (journal, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (records->len, ==, 1);
  g_assert_cmpint (((StoreClientRecord *)records->pdata[0])->undoes, ==, 0);
}

/* Switches */

static void
test_switch_member (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  put (fixture, "{\"mcpServers\": {\"a\": {\"command\": \"b\"}}}");
  SWITCH ("cline", "a", FALSE);
  assert_file (fixture, "{\"mcpServers\": {\"a\": {\"command\": \"b\", \"disabled\": true}}}");
  plan = toggle (fixture, "cline", "a", FALSE, &error);
  g_assert_cmpint (store_client_plan_get_kind (plan), ==, STORE_PLAN_UNCHANGED);
  SWITCH ("cline", "a", TRUE);
  assert_file (fixture, "{\"mcpServers\": {\"a\": {\"command\": \"b\", \"disabled\": false}}}");
  UNDO (1);
  assert_file (fixture, "{\"mcpServers\": {\"a\": {\"command\": \"b\"}}}");
  put (fixture, "{\"mcpServers\": {\"a\": {\"command\": \"b\", \"anythingllm\": {\"x\": 1}}}}");
  SWITCH ("anythingllm", "a", FALSE);
  assert_file (fixture, "{\"mcpServers\": {\"a\": {\"command\": \"b\", \"anythingllm\": "
                        "{\"x\": 1, \"autoStart\": false}}}}");
  g_assert_null (toggle (fixture, "cline", "absent", FALSE, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
}

/* Each application: off and on again says so, and undone the file is as it was, to the byte: that of
 * the entries, or another one that has the switch. */
static void
test_switch_each (Fixture *fixture, gconstpointer data)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();

  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autoptr (StoreClientPlan) plan = NULL;
      g_autofree char *before = NULL;
      g_autofree char *off = NULL;

      g_unlink (fixture->path);
      ADD_ENTRY (formats[i]->id, "a", "b");
      plan = toggle (fixture, formats[i]->id, "a", FALSE, NULL);
      g_file_get_contents (store_client_plan_get_path (plan), &before, NULL, NULL);
      SWITCH (formats[i]->id, "a", FALSE);
      g_assert_true (g_file_get_contents (store_client_plan_get_path (plan), &off, NULL, NULL));
      g_assert_cmpstr (off, !=, before);
      SWITCH (formats[i]->id, "a", TRUE);
      UNDO (0);
      assert_path (store_client_plan_get_path (plan), off);
      UNDO (0);
      assert_path (store_client_plan_get_path (plan), before);
    }
}

static void
test_switch_list (Fixture *fixture, gconstpointer data)
{
  put (fixture, "{\"mcpServers\": {\"a\": {\"command\": \"b\"}}, \"mcp\": {\"excluded\": [ \"z\" ]}}");
  SWITCH ("gemini-cli", "a", FALSE);
  assert_file (fixture, "{\"mcpServers\": {\"a\": {\"command\": \"b\"}}, \"mcp\": {\"excluded\": "
                        "[ \"z\",\"a\" ]}}");
  SWITCH ("gemini-cli", "a", TRUE);
  assert_file (fixture, "{\"mcpServers\": {\"a\": {\"command\": \"b\"}}, \"mcp\": {\"excluded\": "
                        "[ \"z\" ]}}");
  put (fixture, "{\"mcpServers\": {\"a\": {\"command\": \"b\"}}}");
  SWITCH ("gemini-cli", "a", FALSE);
  g_assert_true (file_has (fixture, "\"excluded\""));
  put (fixture, "{\"new\": 1, \"mcpServers\": {\"a\": {\"command\": \"b\"}}, \"mcp\": "
                "{\"excluded\": [\"a\", \"q\"]}}");
  UNDO (0);
  assert_file (fixture, "{\"new\": 1, \"mcpServers\": {\"a\": {\"command\": \"b\"}}, \"mcp\": "
                        "{\"excluded\": [\"q\"]}}");
}

static void
test_park (Fixture *fixture, gconstpointer data)
{
  static const char before[] = "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"b\", \"x\": 1.10},\n"
                               "    \"z\": {\"command\": \"z\"}\n  }\n}\n";
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  put (fixture, before);
  SWITCH ("claude-desktop", "a", FALSE);
  g_assert_false (file_has (fixture, "\"a\""));
  plan = toggle (fixture, "claude-desktop", "a", FALSE, &error);
  g_assert_no_error (error);
  g_assert_cmpint (store_client_plan_get_kind (plan), ==, STORE_PLAN_UNCHANGED);
  SWITCH ("claude-desktop", "a", TRUE);
  assert_file (fixture, before);

  /* Into a file that became another. */
  SWITCH ("claude-desktop", "a", FALSE);
  put (fixture, "{\"mcpServers\": {}}");
  SWITCH ("claude-desktop", "a", TRUE);
  g_assert_true (file_has (fixture, "1.10"));
  /* It is nowhere else any more. */
  put (fixture, "{\"mcpServers\": {}}");
  g_assert_null (toggle (fixture, "claude-desktop", "a", TRUE, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);

  /* Both ways back. */
  put (fixture, before);
  SWITCH ("claude-desktop", "a", FALSE);
  UNDO (0);
  assert_file (fixture, before);
  SWITCH ("claude-desktop", "a", FALSE);
  SWITCH ("claude-desktop", "a", TRUE);
  UNDO (0);
  g_assert_false (file_has (fixture, "\"a\""));
  SWITCH ("claude-desktop", "a", TRUE);
  assert_file (fixture, before);
}

/* What applications ask for */

static void
test_inputs (Fixture *fixture, gconstpointer data)
{
  const StoreClientFormat *vscode = store_client_format_find ("vscode");
  g_autoptr (StoreClientPlace) place = place_of (fixture, "vscode");
  g_autoptr (StoreProfile) profile = store_profile_new ("a");
  g_autoptr (StoreVariables) environment = store_variables_new ();
  g_autoptr (StoreClientEntry) entry = NULL;
  g_autoptr (GError) error = NULL;
  StoreClientEntryOptions options = { .secret_mode = STORE_SECRETS_AS_INPUTS };

  store_variables_set_secret (environment, "API_KEY", "a/env/API_KEY");
  g_object_set (profile, "id", "a", "command", "b", "environment", environment, NULL);
  entry = store_client_entry_new (vscode, profile, &options, &error);
  g_assert_no_error (error);
  g_assert_nonnull (store_client_entry_get_inputs (entry));
  put (fixture, "{\n  // mine\n  \"inputs\": [\n    {\"id\": \"q\"}, // last\n  ],\n  \"servers\": "
                "{}\n}\n");
  DO (store_client_plan_new_add (place, entry, &problem_));
  g_assert_true (file_has (fixture, "{\"id\": \"q\"}, // last\n"));
  g_assert_true (file_has (fixture, "// mine"));
  g_assert_true (file_has (fixture, "${input:"));
  g_assert_true (file_has (fixture, "promptString"));
  {
    g_autoptr (StoreClientPlan) again = store_client_plan_new_add (place, entry, &error);

    g_assert_no_error (error);
    g_assert_cmpint (store_client_plan_get_kind (again), ==, STORE_PLAN_UNCHANGED);
  }
  /* With another byte elsewhere only ours goes. */
  {
    g_autofree char *text = NULL;
    g_autofree char *changed = NULL;

    g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
    changed = g_strconcat (text, "\n", NULL);
    put (fixture, changed);
  }
  UNDO (0);
  g_assert_true (file_has (fixture, "{\"id\": \"q\"}, // last\n"));
  g_assert_false (file_has (fixture, "promptString"));
  g_assert_false (file_has (fixture, "API_KEY"));
  put (fixture, "{\"servers\": {}}");
  DO (store_client_plan_new_add (place, entry, &problem_));
  g_assert_true (file_has (fixture, "\"inputs\""));
}

/* A server that is reached in another way has no use for what the old one needed. */
static void
test_other_kind (Fixture *fixture, gconstpointer data)
{
  put (fixture, "{\"mcpServers\": {\"a\": {\"httpUrl\": \"https://x\", \"oauth\": {\"clientId\": "
                "\"i\"}, \"trust\": true}}}");
  ADD_ENTRY ("gemini-cli", "a", "run");
  g_assert_false (file_has (fixture, "oauth"));
  g_assert_false (file_has (fixture, "https://x"));
  g_assert_true (file_has (fixture, "trust"));
}

/* Backups */

static void
test_backups (Fixture *fixture, gconstpointer data)
{
  static const char *const others[] = { "config.json.bak", "config.json.2020-01-01T00-00-00.bak2",
                                        "config.json.2020-01-01T00-00-0.bak",
                                        "config.json.2020-01-01T00-00-00-01.bak",
                                        "xconfig.json.2020-01-01T00-00-00.bak",
                                        "config.json.x.2020-01-01T00-00-00.bak" };
  g_autofree char         *old =
      g_build_filename (fixture->folder, "config.json.2020-01-01T00-00-00.bak", NULL);
  g_autofree char *original = NULL;
  g_autoptr (GPtrArray) backups = NULL;

  g_assert_true (g_file_set_contents (old, "{}", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, others[i], NULL);

      g_assert_true (g_file_set_contents (path, "{}", -1, NULL));
    }
  put (fixture, BEFORE);
  g_chmod (fixture->path, 0644);
  for (guint i = 0; i < STORE_CLIENT_MAX_BACKUPS + 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("n%u", i);

      ADD_ENTRY ("cursor", name, "c");
    }
  backups = store_client_backup_list (fixture->path);
  g_assert_cmpuint (backups->len, ==, STORE_CLIENT_MAX_BACKUPS);
  g_assert_false (g_file_test (old, G_FILE_TEST_EXISTS));
  for (guint i = 0; i < backups->len; i++)
    {
      const StoreClientBackup *backup = backups->pdata[i];
      GStatBuf                 status;

      g_assert_cmpint (g_stat (backup->path, &status), ==, 0);
      g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
      g_assert_cmpint (status.st_size, ==, backup->size);
      if (i > 0)
        g_assert_cmpint (backup->size, <, ((StoreClientBackup *)backups->pdata[i - 1])->size);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, others[i], NULL);

      g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
    }
  original = store_client_backup_dup_path (((StoreClientBackup *)backups->pdata[0])->path);
  g_assert_cmpstr (original, ==, fixture->path);
}

/* Whatever the clock says, the backup that was just made is the newest one, and can be gone back to. */
static void
test_backup_clock (Fixture *fixture, gconstpointer data)
{
  static const char *const newest[] = { "2999-12-30T23-59-58", "2999-12-30T23-59-59-998",
                                        "2999-12-31T23-59-59-999" };
  g_autofree char         *expected = NULL;

  put (fixture, BEFORE);
  for (guint i = 0; i < STORE_CLIENT_MAX_BACKUPS; i++)
    {
      g_autofree char *path =
          g_strdup_printf ("%s.2999-12-%02uT00-00-00.bak", fixture->path, 10 + i);

      g_assert_true (g_file_set_contents (path, "{}", -1, NULL));
    }
  for (guint i = 0; i < G_N_ELEMENTS (newest) + 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("n%u", i);
      g_autofree char *ahead =
          i < G_N_ELEMENTS (newest)
              ? g_strdup_printf ("%s.%s.bak", fixture->path, newest[i])
              : NULL;
      g_autofree char *content = NULL;
      g_autoptr (GPtrArray) backups = NULL;

      if (ahead != NULL)
        g_assert_true (g_file_set_contents (ahead, "{}", -1, NULL));
      g_clear_pointer (&expected, g_free);
      g_assert_true (g_file_get_contents (fixture->path, &expected, NULL, NULL));
      ADD_ENTRY ("cursor", name, "c");
      backups = store_client_backup_list (fixture->path);
      g_assert_cmpuint (backups->len, ==, STORE_CLIENT_MAX_BACKUPS);
      g_assert_true (g_file_get_contents (((StoreClientBackup *)backups->pdata[0])->path, &content,
                                          NULL, NULL));
      g_assert_cmpstr (content, ==, expected);
    }
}

/* The same change once more */

static void
test_renew (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (StoreClientPlan) renewed = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records = NULL;

  put (fixture, "{\"mcpServers\": {}}");
  plan = add (fixture, "cursor", "a", "c", &error);
  put (fixture, "{\"mcpServers\": {}, \"theirs\": 1}");
  g_assert_false (store_client_plan_apply (plan, NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_CHANGED);
  g_clear_error (&error);
  records = store_client_journal_list (fixture->journal, &error);
  g_assert_cmpuint (records->len, ==, 0);
  renewed = store_client_plan_renew (plan, &error);
  g_assert_no_error (error);
  g_assert_true (store_client_plan_apply (renewed, NULL, &error));
  g_assert_true (file_has (fixture, "theirs"));
  g_assert_true (file_has (fixture, "\"a\""));
}

/* What cannot be written stays as it is. */
static void
assert_refused (Fixture *fixture, const char *text, gsize length, StoreError code, const char *says)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *now = NULL;
  gsize            size;

  put_bytes (fixture, text, (gssize)length);
  g_assert_null (add (fixture, "vscode", "a", "b", &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, STORE_ERROR, (int)code);
  g_assert_nonnull (strstr (error->message, says));
  g_assert_true (g_file_get_contents (fixture->path, &now, &size, NULL));
  g_assert_cmpmem (now, size, text, length);
}

static void
test_hostile (Fixture *fixture, gconstpointer data)
{
  static const char utf16[] = "\377\376{\0\"\0a\0\"\0:\0"
                              "1\0}\0";
  g_autofree char  *link = g_build_filename (fixture->folder, "other.json", NULL);
  g_autoptr (GError) error = NULL;

  assert_refused (fixture, utf16, sizeof utf16 - 1, STORE_ERROR_SYNTAX, "UTF-16");
  assert_refused (fixture, "{\n \"a\": \"\351\"}", 11, STORE_ERROR_SYNTAX, "line 2, column 8");
  assert_refused (fixture, "{\"a\": }", 7, STORE_ERROR_SYNTAX, "line 1, column 7");
  assert_refused (fixture, "[]", 2, STORE_ERROR_INVALID, fixture->path);
  assert_refused (fixture, "{\"servers\": 1}", 14, STORE_ERROR_INVALID, "number");
  assert_refused (fixture, "{\"servers\": {\"a\": {}, \"a\": {}}}", 31, STORE_ERROR_DUPLICATE, "a");
  /* Links: a circle, one that leads nowhere, and a chain. */
  g_unlink (fixture->path);
  g_assert_cmpint (symlink ("other.json", fixture->path), ==, 0);
  g_assert_cmpint (symlink ("config.json", link), ==, 0);
  g_assert_null (add (fixture, "vscode", "a", "b", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_unlink (link);
  g_assert_cmpint (symlink ("third.json", link), ==, 0);
  ADD_ENTRY ("vscode", "a", "b");
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (file_has (fixture, "\"a\""));
  UNDO (0);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

#define ADD(name, function) \
  g_test_add ("/client-journal/" name, Fixture, NULL, set_up, function, tear_down)

void
add_client_journal_tests (void)
{
  test_data_use_own_state ();
  ADD ("undo/exact", test_exact);
  ADD ("undo/created", test_created);
  ADD ("undo/changed-since", test_changed_since);
  ADD ("undo/refused", test_refused);
  ADD ("undo/links", test_links);
  ADD ("undo/links-alike", test_links_alike);
  ADD ("bounded", test_bounded);
  ADD ("switch/member", test_switch_member);
  ADD ("switch/each", test_switch_each);
  ADD ("switch/list", test_switch_list);
  ADD ("switch/park", test_park);
  ADD ("inputs", test_inputs);
  ADD ("other-kind", test_other_kind);
  ADD ("backups", test_backups);
  ADD ("backup-clock", test_backup_clock);
  ADD ("renew", test_renew);
  ADD ("hostile", test_hostile);
}
