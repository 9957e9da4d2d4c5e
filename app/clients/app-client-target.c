/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-target.h"

#include "app-client-file.h"
#include "app-client-note.h"
#include "app-client-problem.h"
#include "mcp-object.h"
#include "app-error.h"
#include "mcp-property.h"
#include "store-client-import.h"
#include "store-client-lint.h"
#include "store-client-plan.h"
#include "store-client-reader.h"
#include "store-client-switch.h"
#include "store-client-text.h"
#include "store-file-watch.h"
#include "store-file.h"

#include <glib/gi18n-lib.h>

/* Applications write their files in several steps. */
#define SETTLE_MS 200
/* Nobody reads more about one file. */
#define MAX_FAULTS 50

/* What is in the file. */
typedef struct
{
  AppClientState    state;
  GPtrArray        *entries; /* (nullable): of StoreProfile */
  GHashTable       *invalid; /* an entry's name → why it is no server */
  GPtrArray        *faults;  /* of AppClientNote */
  StoreClientPlace *place;   /* the file that a new entry goes to */
  GByteArray       *text;    /* of all files */
  GError           *error;   /* (nullable) */
  char             *path;    /* (nullable): of the file that it is about, */
  GBytes           *wrong;   /* (nullable): and what that says */
} Answer;

/* One of the files. */
typedef struct
{
  StoreClientPlace *place;
  GBytes           *text;
} Look;

struct _AppClientTarget
{
  GObject parent_instance;

  char             *home;
  StoreClientPlace *place;
  gboolean          is_other;

  AppClientState state;
  AppProblem    *problem;
  Answer        *seen;  /* (nullable): once it was looked at */
  gboolean       again; /* it changed while it was looked at */
  GCancellable  *looking;
  GPtrArray     *watches; /* (nullable): of StoreFileWatch */
};

enum {
  PROP_STATE = 1,
  PROP_PROBLEM,
  PROP_LOADING,
  N_PROPS
};

enum {
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

MCP_DEFINE_ZEROED_TYPE (AppClientTarget, app_client_target, G_TYPE_OBJECT)

/* Looking, in a worker, which reads of the target only what it was made with */

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->entries, g_ptr_array_unref);
  g_clear_pointer (&answer->invalid, g_hash_table_unref);
  g_clear_pointer (&answer->faults, g_ptr_array_unref);
  g_clear_pointer (&answer->place, store_client_place_unref);
  g_byte_array_unref (answer->text);
  g_clear_error (&answer->error);
  g_free (answer->path);
  g_clear_pointer (&answer->wrong, g_bytes_unref);
  g_free (answer);
}

static AppClientState
look_without_file (AppClientTarget *self, StoreClientPlace *place)
{
  g_autoptr (StoreClientHome) home = store_client_home_new (self->home);
  const char *project = store_client_place_get_project (place);

  /* A person wants it there. */
  if (self->is_other)
    return APP_CLIENT_READY;
  if (project != NULL && !g_file_test (project, G_FILE_TEST_IS_DIR))
    return APP_CLIENT_ABSENT;
  return store_client_format_is_installed (store_client_place_get_format (place), home)
             ? APP_CLIENT_READY
             : APP_CLIENT_ABSENT;
}

static void
add_fault (Answer *answer, const char *text)
{
  if (answer->faults->len < MAX_FAULTS)
    g_ptr_array_add (answer->faults, app_client_note_new (STORE_NOTE_ATTENTION, text));
}

/* Why the entry called @name is none. Returns: (transfer full) */
static char *
dup_reason (StoreClientImport *import, const char *name)
{
  GPtrArray *notes = import != NULL ? store_client_import_get_notes (import) : NULL;

  for (guint i = 0; notes != NULL && i < notes->len; i++)
    {
      const StoreNote *note = g_ptr_array_index (notes, i);

      if (g_strcmp0 (note->field, name) == 0)
        return g_strdup (note->text);
    }
  return g_strdup_printf (_ ("“%s” cannot be read as a server."), name);
}

static gboolean
has_entry (GPtrArray *entries, const char *name)
{
  for (guint i = 0; i < entries->len; i++)
    if (g_str_equal (store_profile_get_name (entries->pdata[i]), name))
      return TRUE;
  return FALSE;
}

/* A slip of the pen is why many an entry has neither a command nor a URL. */
static void
add_guess (Answer *answer, const Look *look, const char *key, McpJsonValue entry)
{
  const char *reason = g_hash_table_lookup (answer->invalid, key);

  for (McpJsonWalk each = mcp_json_walk (entry); reason != NULL && mcp_json_walk_next (&each);)
    {
      g_autofree char *name = mcp_json_value_dup_string (each.name, NULL);
      const char      *meant =
          name != NULL
                   ? store_client_format_guess (store_client_place_get_format (look->place), name)
                   : NULL;

      if (meant == NULL)
        continue;
      /* Translators: what is wrong, and two names of members */
      reason = g_strdup_printf (_ ("%s Did you mean “%s” instead of “%s”?"), reason, meant, name);
      g_hash_table_replace (answer->invalid, g_strdup (key), (char *)reason);
      break;
    }
}

/* What stands where servers stand, and is none. */
static void
find_invalid (Answer *answer, const Look *look, StoreClientImport *import)
{
  g_autoptr (StoreClientText) text =
      store_client_text_new (look->text, store_client_place_get_format (look->place), NULL);

  if (text == NULL)
    return;
  McpJsonValue value = store_client_text_get (text, store_client_place_get_root (look->place));
  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
    {
      char *key = mcp_json_value_exists (each.name)
                      ? mcp_json_value_dup_string (each.name, NULL)
                      : mcp_json_value_dup_member_string (each.value, "name");

      if (key == NULL || store_client_reader_is_inner (each.value) ||
          store_client_place_is_way (look->place, key) ||
          has_entry (answer->entries, key) ||
          g_hash_table_contains (answer->invalid, key))
        {
          if (key != NULL)
            add_guess (answer, look, key, each.value);
          g_free (key);
          continue;
        }
      char *reason = dup_reason (import, key);
      add_fault (answer, reason);
      g_hash_table_replace (answer->invalid, key, reason);
      add_guess (answer, look, key, each.value);
    }
}

/* What the application itself would stumble over. */
static void
check (Answer *answer, const Look *look)
{
  g_autoptr (GPtrArray) findings = store_client_lint (look->text, look->place, NULL);

  for (guint i = 0; i < findings->len; i++)
    {
      const StoreLintFinding *finding = g_ptr_array_index (findings, i);
      g_autofree char        *text = NULL;

      if (finding->severity == STORE_LINT_ADVICE)
        continue;
      /* Translators: where something stands in a file, and what is wrong with it */
      text = finding->line > 0 ? g_strdup_printf (_ ("Line %u, column %u: %s"), finding->line,
                                                  finding->column, finding->text)
                               : g_strdup (finding->text);
      add_fault (answer, text);
      if (finding->severity == STORE_LINT_ERROR && finding->entry != NULL &&
          !g_hash_table_contains (answer->invalid, finding->entry))
        g_hash_table_insert (answer->invalid, g_strdup (finding->entry), g_strdup (text));
    }
}

/* Those that are switched off by having been taken out of the file. */
static void
add_parked (Answer *answer, StoreClientPlace *place)
{
  g_autoptr (GPtrArray) parked = app_client_file_read_parked (place);

  for (guint i = 0; i < parked->len; i++)
    {
      const AppClientEntry *entry = parked->pdata[i];

      if (entry->profile != NULL && !has_entry (answer->entries, entry->name))
        g_ptr_array_add (answer->entries, g_object_ref (entry->profile));
    }
}

/* Reads the servers; that there are none is no error, and one with a namesake that wins does not
 * count. */
static void
read_entries (Answer *answer, const Look *look)
{
  g_autoptr (StoreClientImport) import =
      store_client_import_new_from_place (look->text, look->place, NULL);
  GPtrArray *profiles = import != NULL ? store_client_import_get_profiles (import) : NULL;

  for (guint i = 0; profiles != NULL && i < profiles->len; i++)
    if (!has_entry (answer->entries, store_profile_get_name (profiles->pdata[i])))
      g_ptr_array_add (answer->entries, g_object_ref (profiles->pdata[i]));
  check (answer, look);
  if (import != NULL)
    find_invalid (answer, look, import);
  add_parked (answer, look->place);
}

/* Takes over @error. */
static void
note_broken (Answer *answer, const char *path, GError *error)
{
  answer->state = APP_CLIENT_BROKEN;
  add_fault (answer, error->message);
  if (answer->error != NULL)
    {
      g_error_free (error);
      return;
    }
  answer->error = error;
  answer->path = g_strdup (path);
  /* For the line that the error names. */
  g_autoptr (StoreFile) file = store_file_read (path, STORE_CLIENT_MAX_BYTES, NULL);
  if (file != NULL)
    answer->wrong = g_bytes_ref (store_file_get_bytes (file));
}

/* Read as it would be read for writing: with the same rules and the same refusals. */
static void
look_at (Answer *answer, StoreClientPlace *place)
{
  GError *error = NULL;
  g_autoptr (StoreClientPlan) plan = store_client_plan_new_look (place, &error);
  Look  look = { .place = place };
  gsize size;

  if (plan == NULL)
    {
      note_broken (answer, store_client_place_get_path (place), error);
      return;
    }
  look.text = store_client_plan_get_before (plan);
  g_byte_array_append (answer->text, g_bytes_get_data (look.text, &size),
                       (guint)g_bytes_get_size (look.text));
  read_entries (answer, &look);
}

static void
run_look (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  StoreClientPlace *place = data;
  Answer           *answer = g_new0 (Answer, 1);
  g_autoptr (GPtrArray) places = store_client_place_list (place);

  answer->entries = g_ptr_array_new_with_free_func (g_object_unref);
  answer->invalid = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  answer->faults = g_ptr_array_new_with_free_func (g_object_unref);
  answer->text = g_byte_array_new ();
  answer->place = store_client_place_find (place, NULL);
  answer->state = APP_CLIENT_PRESENT;
  for (guint i = 0; i < places->len; i++)
    if (g_file_test (store_client_place_get_path (places->pdata[i]), G_FILE_TEST_EXISTS))
      look_at (answer, places->pdata[i]);
    else
      answer->state = look_without_file (source, place);
  g_task_return_pointer (task, answer, answer_free);
}

static gboolean
has_same_entries (const Answer *old, const Answer *answer)
{
  guint n = old->entries != NULL ? old->entries->len : 0;

  if (n != (answer->entries != NULL ? answer->entries->len : 0))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!store_profile_equal (old->entries->pdata[i], answer->entries->pdata[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_news (const Answer *old, const Answer *answer)
{
  return old == NULL || old->state != answer->state || !has_same_entries (old, answer) ||
         g_strcmp0 (old->error != NULL ? old->error->message : NULL,
                    answer->error != NULL ? answer->error->message : NULL) != 0 ||
         old->text->len != answer->text->len ||
         (old->text->len > 0 &&
          memcmp (old->text->data, answer->text->data, old->text->len) != 0);
}

/* Takes over @answer. */
static void
take_over (AppClientTarget *self, Answer *answer)
{
  if (!is_news (self->seen, answer))
    {
      answer_free (answer);
      return;
    }
  g_clear_pointer (&self->seen, answer_free);
  g_clear_object (&self->problem);
  self->seen = answer;
  self->state = answer->state;
  if (answer->error != NULL)
    self->problem = app_client_problem_new (answer->error, answer->path, answer->wrong);
  store_client_place_unref (self->place);
  self->place = store_client_place_ref (answer->place);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_looked (GObject *object, GAsyncResult *result, gpointer data)
{
  AppClientTarget *self = APP_CLIENT_TARGET (object);
  Answer          *answer = g_task_propagate_pointer (G_TASK (result), NULL);

  if (answer == NULL)
    return; /* it ended meanwhile */
  g_clear_object (&self->looking);
  take_over (self, answer);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
  if (self->again)
    {
      self->again = FALSE;
      app_client_target_refresh (self);
    }
}

void
app_client_target_refresh (AppClientTarget *self)
{
  g_return_if_fail (APP_IS_CLIENT_TARGET (self));

  if (self->looking != NULL)
    {
      self->again = TRUE;
      return;
    }
  self->looking = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->looking, on_looked, NULL);
  g_task_set_source_tag (task, app_client_target_refresh);
  g_task_set_task_data (task, store_client_place_ref (self->place),
                        (GDestroyNotify)store_client_place_unref);
  g_task_run_in_thread (task, run_look);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

static void
on_file_changed (gpointer data)
{
  app_client_target_refresh (data);
}

static void
add_watch (AppClientTarget *self, const char *path)
{
  g_ptr_array_add (self->watches, store_file_watch_new (path, SETTLE_MS, on_file_changed, self));
}

void
app_client_target_watch (AppClientTarget *self)
{
  const char *const *paths;

  g_return_if_fail (APP_IS_CLIENT_TARGET (self));

  g_autofree char *other = store_client_switch_dup_file (self->place);
  paths = store_client_place_get_paths (self->place);

  if (self->watches != NULL)
    return;
  self->watches = g_ptr_array_new_with_free_func ((GDestroyNotify)store_file_watch_free);
  for (; paths != NULL && *paths != NULL; paths++)
    add_watch (self, *paths);
  if (self->watches->len == 0)
    add_watch (self, app_client_target_get_path (self));
  if (other != NULL)
    add_watch (self, other);
}

/* The object */

static gboolean
read_loading (AppClientTarget *self)
{
  return self->looking != NULL;
}

MCP_DEFINE_DISPOSE (AppClientTarget, app_client_target)
{
  g_clear_pointer (&self->watches, g_ptr_array_unref);
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
}

MCP_DEFINE_FINALIZE (AppClientTarget, app_client_target)
{
  g_free (self->home);
  g_clear_pointer (&self->place, store_client_place_unref);
  g_clear_object (&self->problem);
  g_clear_pointer (&self->seen, answer_free);
}

MCP_DEFINE_CLASS (AppClientTarget, app_client_target)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = { "state", G_TYPE_INT, .offset = G_STRUCT_OFFSET (AppClientTarget, state) },
    [PROP_PROBLEM] = { "problem", APP_TYPE_PROBLEM,
                       .offset = G_STRUCT_OFFSET (AppClientTarget, problem) },
    [PROP_LOADING] = { "loading", G_TYPE_BOOLEAN, G_CALLBACK (read_loading) },
  };

  object_class->dispose = app_client_target_dispose;
  object_class->finalize = app_client_target_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);

  signals[CHANGED] = mcp_signal_new (klass, "changed", 0);
}

/* Its own files lie where the table says. */
static gboolean
find_other (StoreClientPlace *place, const char *home)
{
  g_auto (GStrv) paths = NULL;

  if (store_client_place_get_project (place) != NULL)
    return FALSE;
  g_autoptr (StoreClientHome) folder = store_client_home_new (home);
  paths = store_client_format_dup_paths (store_client_place_get_format (place), STORE_CLIENT_USER,
                                         folder, NULL);
  return !g_strv_contains ((const char *const *)paths, store_client_place_get_path (place));
}

AppClientTarget *
app_client_target_new_for_place (StoreClientPlace *place, const char *home)
{
  g_return_val_if_fail (place != NULL, NULL);

  AppClientTarget *self = g_object_new (APP_TYPE_CLIENT_TARGET, NULL);
  self->home = g_strdup (home);
  self->place = store_client_place_ref (place);
  self->is_other = find_other (place, home);
  return self;
}

AppClientTarget *
app_client_target_new_for_scope (const StoreClientFormat *format,
                                 StoreClientScope         scope,
                                 const char              *home,
                                 const char              *project,
                                 GError                 **error)
{
  g_autoptr (StoreClientHome) folder = store_client_home_new (home);

  g_return_val_if_fail (format != NULL, NULL);

  g_autoptr (StoreClientPlace) place = store_client_place_new (format, scope, folder, project);
  if (place != NULL)
    return app_client_target_new_for_place (place, home);
  g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
               /* Translators: %s is an application */
               scope == STORE_CLIENT_USER
                   ? _ ("%s has a file in a project's folder only: name it with --project.")
               : scope == STORE_CLIENT_PROJECT ? _ ("%s has no file in a project's folder.")
                                               : _ ("%s has no servers for one project in its "
                                                    "own file."),
               format->name);
  return NULL;
}

AppClientTarget *
app_client_target_new (const StoreClientFormat *format, const char *home, const char *project)
{
  return app_client_target_new_for_scope (
      format, project != NULL ? STORE_CLIENT_PROJECT : STORE_CLIENT_USER, home, project, NULL);
}

MCP_DEFINE_GETTER (StoreClientPlace *, AppClientTarget, app_client_target, place)

const StoreClientFormat *
app_client_target_get_format (AppClientTarget *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), NULL);
  return store_client_place_get_format (self->place);
}

char *
app_client_target_dup_title (AppClientTarget *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), NULL);

  if (app_client_target_is_other (self))
    return g_path_get_basename (app_client_target_get_path (self));
  if (store_client_place_get_project (self->place) == NULL)
    return g_strdup (store_client_place_get_format (self->place)->name);
  g_autofree char *folder = g_path_get_basename (store_client_place_get_project (self->place));
  if (store_client_place_get_scope (self->place) == STORE_CLIENT_LOCAL)
    /* Translators: an application and the folder of a project, for what the application keeps to
     * the user alone: "Claude Code (local) in my-app" */
    return g_strdup_printf (_ ("%s (local) in %s"),
                            store_client_place_get_format (self->place)->name, folder);
  /* Translators: an application and the folder of a project: "Cursor in my-app" */
  return g_strdup_printf (_ ("%s in %s"), store_client_place_get_format (self->place)->name,
                          folder);
}

const char *
app_client_target_get_icon_name (AppClientTarget *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), NULL);
  return store_client_place_get_format (self->place)->icon_name;
}

const char *
app_client_target_get_path (AppClientTarget *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), NULL);
  return store_client_place_get_path (self->place);
}

MCP_DEFINE_GETTER (const char *, AppClientTarget, app_client_target, home)

gboolean
app_client_target_has_file (AppClientTarget *self)
{
  g_autoptr (StoreClientPlace) place = NULL;

  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), FALSE);

  place = store_client_place_find (self->place, NULL);
  return g_file_test (store_client_place_get_path (place), G_FILE_TEST_EXISTS);
}

MCP_DEFINE_FLAG (AppClientTarget, app_client_target, is_other)

const char *
app_client_target_get_project (AppClientTarget *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), NULL);
  return store_client_place_get_project (self->place);
}

MCP_DEFINE_GETTER (AppClientState, AppClientTarget, app_client_target, state)

const char *
app_client_target_get_state_name (AppClientTarget *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), NULL);

  switch (self->state)
    {
    case APP_CLIENT_ABSENT:
      return store_client_place_get_project (self->place) != NULL ? _ ("Folder not found")
                                                                  : _ ("Not found");
    case APP_CLIENT_READY:
      return _ ("No file yet");
    case APP_CLIENT_PRESENT:
      return _ ("Configured");
    case APP_CLIENT_BROKEN:
      return _ ("Invalid file");
    case APP_CLIENT_UNKNOWN:
    default:
      return _ ("Checking…");
    }
}

/* @found: (nullable): what is there for it. Returns: (transfer none) (nullable) */
static const char *
find_reason (AppClientTarget *self, StoreProfile *profile, StoreProfile *found)
{
  const char *names[] = { store_profile_get_id (profile), store_profile_get_name (profile) };
  const char *reason = NULL;

  if (self->seen == NULL)
    return NULL;
  if (found != NULL)
    return g_hash_table_lookup (self->seen->invalid, store_profile_get_name (found));
  for (guint i = 0; reason == NULL && i < G_N_ELEMENTS (names); i++)
    reason = g_hash_table_lookup (self->seen->invalid, names[i]);
  return reason;
}

AppClientPresence
app_client_target_find (AppClientTarget *self, StoreProfile *profile, StoreProfile **found)
{
  AppClientPresence presence;
  StoreProfile     *entry;

  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), APP_CLIENT_PRESENCE_ABSENT);
  g_return_val_if_fail (STORE_IS_PROFILE (profile), APP_CLIENT_PRESENCE_ABSENT);

  presence = app_client_presence_find (app_client_target_get_entries (self), profile, &entry);
  if (found != NULL)
    *found = entry;
  if (self->state == APP_CLIENT_BROKEN || find_reason (self, profile, entry) != NULL)
    return APP_CLIENT_PRESENCE_INVALID;
  return presence;
}

gboolean
app_client_target_has_errors (AppClientTarget *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), FALSE);
  return self->state == APP_CLIENT_BROKEN ||
         (self->seen != NULL && g_hash_table_size (self->seen->invalid) > 0);
}

GPtrArray *
app_client_target_get_faults (AppClientTarget *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), NULL);
  return self->seen != NULL ? self->seen->faults : NULL;
}

char *
app_client_target_dup_fault (AppClientTarget *self, StoreProfile *profile)
{
  StoreProfile *entry;

  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), NULL);

  if (self->problem != NULL)
    return g_strdup (app_problem_get_what (self->problem));
  app_client_presence_find (app_client_target_get_entries (self), profile, &entry);
  return g_strdup (find_reason (self, profile, entry));
}

gboolean
app_client_target_has_server (AppClientTarget *self, const char *name)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), FALSE);
  return self->seen != NULL && has_entry (self->seen->entries, name);
}

GPtrArray *
app_client_target_get_entries (AppClientTarget *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (self), NULL);
  return self->seen != NULL ? self->seen->entries : NULL;
}

const char *
app_presence_get_name (AppClientPresence presence)
{
  switch (presence)
    {
    case APP_CLIENT_PRESENCE_EQUAL:
      return C_ ("server in an application", "Up to date");
    case APP_CLIENT_PRESENCE_DIFFERENT:
      return C_ ("server in an application", "Different");
    case APP_CLIENT_PRESENCE_DISABLED:
      return C_ ("server in an application", "Disabled");
    case APP_CLIENT_PRESENCE_INVALID:
      return C_ ("server in an application", "Invalid");
    case APP_CLIENT_PRESENCE_ABSENT:
    default:
      return C_ ("server in an application", "Absent");
    }
}
