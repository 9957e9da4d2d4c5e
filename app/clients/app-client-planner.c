/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-planner.h"

#include "app-client-note.h"
#include "app-client-sharing.h"
#include "app-command-text.h"
#include "mcp-object.h"
#include "store-file.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

/* Working out, in a worker, what another application's file would become. A secret that stands in
 * the file already stays there when the entry is replaced: taking it away would break what
 * works. */

void
app_client_wish_clear (AppClientWish *self)
{
  g_clear_pointer (&self->place, store_client_place_unref);
  g_clear_pointer (&self->home, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->secrets, g_hash_table_unref);
  g_clear_pointer (&self->program, g_free);
  g_clear_pointer (&self->wrapper, g_free);
  g_clear_pointer (&self->backup, g_free);
  g_clear_pointer (&self->renewed, store_client_plan_unref);
}

static void
free_wish (gpointer data)
{
  app_client_wish_clear (data);
  g_free (data);
}

/* For a worker: a copy of the profile that no one changes. Returns: (transfer full) */
static AppClientWish *
copy_wish (const AppClientWish *self)
{
  AppClientWish *copy = g_new (AppClientWish, 1);

  *copy = *self;
  store_client_place_ref (copy->place);
  copy->home = g_strdup (self->home);
  copy->name = g_strdup (self->name);
  copy->profile = self->profile != NULL ? store_profile_copy (self->profile) : NULL;
  copy->secrets = self->secrets != NULL ? g_hash_table_ref (self->secrets) : NULL;
  copy->program = g_strdup (self->program);
  copy->wrapper = g_strdup (self->wrapper);
  copy->backup = g_strdup (self->backup);
  copy->renewed = self->renewed != NULL ? store_client_plan_ref (self->renewed) : NULL;
  return copy;
}

void
app_client_outcome_free (AppClientOutcome *self)
{
  g_clear_pointer (&self->plan, store_client_plan_unref);
  g_clear_pointer (&self->secrets, app_client_secrets_free);
  g_free (self->snippet);
  g_free (self->json);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_error (&self->error);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_free (self);
}

/* Planning */

static void
add_note (AppClientOutcome *outcome, StoreNoteKind kind, const char *text)
{
  g_ptr_array_add (outcome->notes, app_client_note_new (kind, text));
}

static void
add_notes (AppClientOutcome *outcome, GPtrArray *notes, GHashTable *kept)
{
  for (guint i = 0; i < notes->len; i++)
    {
      const StoreNote *note = g_ptr_array_index (notes, i);

      if (kept != NULL && note->field != NULL && g_hash_table_contains (kept, note->field))
        {
          g_autofree char *text = app_client_secrets_dup_kept_text (note->field);

          add_note (outcome, STORE_NOTE_INFORMATION, text);
        }
      else
        add_note (outcome, note->kind, note->text);
    }
}

/* Where a desktop session looks for programs, whatever a shell adds. */
#define COMMON_PATH "/usr/local/bin:/usr/bin:/bin"

/* Scripts start their interpreter by its name: npx, where it lies outside of the common folders,
 * needs a PATH that leads to the node beside it; its own full path does not help.
 * Returns: (transfer full) (nullable) */
static char *
make_path_variable (const AppClientWish *wish)
{
  static const char *const common[] = { "/usr/local/bin", "/usr/bin", "/bin", NULL };
  char                     start[2] = { 0 };
  FILE                    *file;

  if (!wish->full_path || wish->program == NULL)
    return NULL;
  g_autofree char *folder = g_path_get_dirname (wish->program);
  if (g_strv_contains (common, folder) || (file = g_fopen (wish->program, "rbe")) == NULL)
    return NULL;
  if (fread (start, 1, sizeof start, file) != sizeof start)
    start[0] = '\0';
  fclose (file);
  return memcmp (start, "#!", sizeof start) == 0 ? g_strconcat (folder, ":" COMMON_PATH, NULL)
                                                 : NULL;
}

static void
note_path (const AppClientWish *wish, AppClientOutcome *outcome)
{
  g_autofree char *name = g_path_get_basename (wish->program);
  g_autofree char *text =
      /* Translators: the first %s is a program, the second an application */
      g_strdup_printf (_ ("“%s” is a script in a folder of its own. A PATH with that folder is "
                          "written too, so that %s can start it."),
                       name, store_client_place_get_format (wish->place)->name);

  add_note (outcome, STORE_NOTE_INFORMATION, text);
}

/* Secrets that were wished for, and that no place has. */
static void
note_missing (const AppClientWish *wish, const StoreVariables *variables, AppClientOutcome *outcome)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char      *reference = store_variables_get_secret (variables, i);
      g_autofree char *text = NULL;

      if (reference == NULL || g_hash_table_contains (wish->secrets, reference))
        continue;
      /* Translators: %s is the name of a variable, for example API_KEY */
      text = g_strdup_printf (_ ("The keyring did not give the value of “%s”. Unlock it, or "
                                 "enter the value again in the server's settings."),
                              store_variables_get_name (variables, i));
      add_note (outcome, STORE_NOTE_ATTENTION, text);
    }
}

static gboolean
writes_plain (const AppClientWish *wish)
{
  return wish->secret_mode == APP_SECRETS_PLAIN;
}

/* What an entry is made of. */
typedef struct
{
  const AppClientWish *wish;
  GHashTable          *secrets;
  const char          *path_variable;
} Ingredients;

/* Implements: AppClientEntryMaker */
static StoreClientEntry *
make_entry_for (const StoreClientFormat *format, gconstpointer data, GError **error)
{
  const Ingredients      *from = data;
  const AppClientWish    *wish = from->wish;
  const char             *program = wish->program;
  g_autofree char        *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  StoreClientEntryOptions options = {
    .name = wish->name,
    .secrets = from->secrets,
    .secret_mode = writes_plain (wish) ? STORE_SECRETS_AS_VARIABLES : wish->secret_mode,
    .wrapper = wish->wrapper,
    .platform = wish->platform,
    .hides_plain_secrets = wish->hides_plain_secrets,
    .absolute_command = wish->full_path,
    .search_path = folder,
    .path_variable = from->path_variable,
  };

  return store_client_entry_new (format, wish->profile, &options, error);
}

/* @notes: (nullable): gets who else reads the file, where it is to be written
 * Returns: (transfer full) (nullable) */
static StoreClientEntry *
make_entry (const Ingredients *from, GPtrArray *notes, GError **error)
{
  const AppClientWish *wish = from->wish;
  g_autoptr (StoreClientEntry) entry =
      make_entry_for (store_client_place_get_format (wish->place), from, error);

  if (entry != NULL && wish->aim == APP_CHANGE_TO_WRITE &&
      !app_client_sharing_adapt (&entry, wish->place, wish->home, make_entry_for, from, notes,
                                 error))
    return NULL;
  return g_steal_pointer (&entry);
}

static GHashTable *
copy_secrets (GHashTable *secrets)
{
  GHashTable *copy =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)store_secret_free);
  GHashTableIter iter;
  gpointer       key, value;

  if (secrets == NULL)
    return copy;
  g_hash_table_iter_init (&iter, secrets);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_hash_table_insert (copy, g_strdup (key), g_strdup (value));
  return copy;
}

static void
plan_add (const AppClientWish *wish, AppClientOutcome *outcome)
{
  g_autoptr (GHashTable) secrets = copy_secrets (writes_plain (wish) ? wish->secrets : NULL);
  g_autoptr (GHashTable) kept = NULL;
  g_autofree char *path_variable = make_path_variable (wish);
  Ingredients      from = { wish, secrets, path_variable };

  if (!app_command_text_check_confirmed (wish->profile, &outcome->error))
    return;
  if (path_variable != NULL)
    note_path (wish, outcome);
  g_autoptr (StoreClientEntry) entry = make_entry (&from, outcome->notes, &outcome->error);
  if (entry == NULL)
    return;
  if (writes_plain (wish) && wish->secrets != NULL)
    {
      note_missing (wish, store_profile_get_endpoint (wish->profile)->environment, outcome);
      note_missing (wish, store_profile_get_endpoint (wish->profile)->headers, outcome);
      note_missing (wish, store_profile_get_endpoint (wish->profile)->credentials, outcome);
    }
  outcome->snippet = store_client_entry_dup_snippet (entry);
  outcome->json = g_strdup (store_client_entry_get_json (entry));
  if (wish->aim == APP_CHANGE_TO_COPY)
    {
      add_notes (outcome, store_client_entry_get_notes (entry), NULL);
      return;
    }
  outcome->plan = store_client_plan_new_add (wish->place, entry, &outcome->error);
  if (outcome->plan != NULL && !wish->insists && wish->secret_mode != STORE_SECRETS_WRAPPED)
    kept = app_client_secrets_keep (outcome->plan, wish->profile, wish->name, secrets);
  if (kept != NULL)
    {
      store_client_plan_unref (outcome->plan);
      store_client_entry_unref (entry);
      outcome->plan = NULL;
      entry = make_entry (&from, NULL, &outcome->error);
      if (entry == NULL)
        return;
      outcome->plan = store_client_plan_new_add (wish->place, entry, &outcome->error);
    }
  add_notes (outcome, store_client_entry_get_notes (entry), kept);
}

/* An entry that was taken out to be switched off is kept for the file that it was in, which need
 * not be the one that gets new entries. */
static StoreClientPlan *
plan_switch (const AppClientWish *wish, GError **error)
{
  gboolean         enabled = wish->aim == APP_CHANGE_TO_ENABLE;
  StoreClientPlan *plan = store_client_plan_new_switch (wish->place, wish->name, enabled, error);
  g_autoptr (GPtrArray) places = plan == NULL ? store_client_place_list (wish->place) : NULL;

  for (guint i = 0; plan == NULL && i < places->len; i++)
    plan = store_client_plan_new_switch (places->pdata[i], wish->name, enabled, NULL);
  if (plan != NULL)
    g_clear_error (error);
  return plan;
}

/* What the application uses once the entry is gone. */
static void
note_namesake (const AppClientWish *wish, AppClientOutcome *outcome)
{
  g_autoptr (GPtrArray) places = store_client_place_list (wish->place);
  guint n = 0;

  for (guint i = 0; i < places->len && n < 2; i++)
    if (store_client_place_has_entry (places->pdata[i], wish->name) && n++ == 1)
      {
        g_autofree char *text =
            /* Translators: the name of a server, the path of a file, an application */
            g_strdup_printf (_ ("“%s” is in %s, too; %s will use that one."), wish->name,
                             store_client_place_get_path (places->pdata[i]),
                             store_client_place_get_format (wish->place)->name);

        add_note (outcome, STORE_NOTE_ATTENTION, text);
      }
}

static void
note_shadow (const AppClientWish *wish, AppClientOutcome *outcome)
{
  g_autofree char *shadow = store_client_place_find_shadow (wish->place);
  g_autofree char *text = NULL;

  if (shadow == NULL)
    return;
  /* Translators: the path of a file, then an application */
  text = g_strdup_printf (_ ("%s takes precedence in %s, and Spyglass does not read it. Look there "
                             "for a server of this name."),
                          shadow, store_client_place_get_format (wish->place)->name);
  add_note (outcome, STORE_NOTE_ATTENTION, text);
}

static void
plan_aim (const AppClientWish *wish, AppClientOutcome *outcome)
{
  g_autoptr (StoreClientJournal) journal = NULL;

  switch (wish->aim)
    {
    case APP_CHANGE_TO_REMOVE:
      outcome->plan = store_client_plan_new_remove (wish->place, wish->name, &outcome->error);
      note_namesake (wish, outcome);
      break;
    case APP_CHANGE_TO_ENABLE:
    case APP_CHANGE_TO_DISABLE:
      outcome->plan = plan_switch (wish, &outcome->error);
      break;
    case APP_CHANGE_TO_REPAIR:
      outcome->plan = store_client_plan_new_repair (wish->place, &outcome->error);
      break;
    case APP_CHANGE_TO_RESTORE:
      outcome->plan = store_client_plan_new_restore (wish->place, wish->backup, &outcome->error);
      break;
    case APP_CHANGE_TO_UNDO:
      journal = store_client_journal_new (NULL);
      outcome->plan = store_client_plan_new_undo (journal, wish->record, &outcome->error);
      break;
    case APP_CHANGE_TO_WRITE:
    case APP_CHANGE_TO_COPY:
    default:
      plan_add (wish, outcome);
    }
}

static gboolean
can_repair (const AppClientWish *wish)
{
  g_autoptr (StoreClientPlan) plan = store_client_plan_new_repair (wish->place, NULL);

  return plan != NULL && store_client_plan_get_kind (plan) != STORE_PLAN_UNCHANGED;
}

/* Of several files that the application reads, the one that has the entry, or gets it. */
static void
find_place (AppClientWish *wish)
{
  StoreClientPlace *place = wish->place;

  if (wish->aim == APP_CHANGE_TO_REPAIR || wish->aim == APP_CHANGE_TO_RESTORE ||
      wish->aim == APP_CHANGE_TO_UNDO || wish->aim == APP_CHANGE_TO_COPY)
    return;
  wish->place = store_client_place_find (place, wish->name);
  store_client_place_unref (place);
}

static void
run_plan (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  AppClientWish    *wish = data;
  AppClientOutcome *outcome = g_new0 (AppClientOutcome, 1);

  outcome->notes = g_ptr_array_new_with_free_func (g_object_unref);
  find_place (wish);
  if (wish->aim != APP_CHANGE_TO_COPY)
    note_shadow (wish, outcome);
  if (wish->renewed != NULL)
    outcome->plan = store_client_plan_renew (wish->renewed, &outcome->error);
  else
    plan_aim (wish, outcome);
  if (outcome->plan != NULL)
    {
      add_notes (outcome, store_client_plan_get_notes (outcome->plan), NULL);
      if (store_client_plan_get_kind (outcome->plan) != STORE_PLAN_UNCHANGED)
        outcome->secrets = app_client_secrets_find (outcome->plan);
    }
  else if (outcome->error != NULL)
    {
      g_autoptr (StoreFile) file =
          store_file_read (store_client_place_get_path (wish->place), STORE_CLIENT_MAX_BYTES, NULL);

      if (file != NULL && store_file_exists (file))
        outcome->text = g_bytes_ref (store_file_get_bytes (file));
      outcome->can_repair = can_repair (wish);
    }
  g_task_return_pointer (task, outcome, (GDestroyNotify)app_client_outcome_free);
}

void
app_client_planner_run_async (const AppClientWish *wish,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, app_client_planner_run_async);
  g_task_set_task_data (task, copy_wish (wish), free_wish);
  g_task_run_in_thread (task, run_plan);
}

MCP_DEFINE_FINISH_ALONE (app_client_planner_run_finish, AppClientOutcome)
