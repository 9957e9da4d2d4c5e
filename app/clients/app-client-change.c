/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-change.h"

#include "app-client-planner.h"
#include "app-client-problem.h"
#include "app-client-running.h"
#include "app-client-trial.h"
#include "app-program-finder.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "store-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_STATIC_ASSERT (APP_SECRETS_PLAIN == (int)STORE_SECRETS_WRAPPED + 1);

struct _AppClientChange
{
  GObject parent_instance;

  AppClientTarget  *target;
  StoreSecretVault *vault; /* nullable */

  AppClientWish wish;    /* its secrets and its program once they were looked for */
  gboolean      decided; /* by the caller: what is in the file changes nothing */
  gboolean      named;   /* by the person: the file's name for it counts no more */
  gboolean      full_path_chosen;
  gboolean      looked_for_program; /* whether or not it was found */
  GCancellable *looking;

  AppChangeStage      stage;
  gboolean            failed;  /* writing did: the problem stays until it was read */
  AppClientOutcome   *outcome; /* (nullable) */
  AppProblem         *problem;
  GError             *error; /* (nullable): of the problem */
  char               *backup;
  AppClientRunning    running;
  GCancellable       *trying;
  char               *trial_text;
  gboolean            trial_ok;
  GListStore         *lines;
  GListStore         *notes;
  AppClientChangeInfo info; /* as it was read the last time */
};

enum {
  PROP_AIM = 1,
  PROP_ENTRY_NAME,
  PROP_SECRET_MODE,
  PROP_FULL_PATH,
  PROP_PROBLEM,
  PROP_TRIAL_TEXT,
  PROP_STAGE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppClientChange, app_client_change, G_TYPE_OBJECT)

/* @error: (transfer full) (nullable): why it is that stage; @text: (nullable): of the file */
static void
set_stage (AppClientChange *self, AppChangeStage stage, GError *error, GBytes *text)
{
  const char *path = app_client_target_get_path (self->target);

  g_clear_object (&self->problem);
  g_clear_error (&self->error);
  self->error = error;
  self->problem = error != NULL ? app_client_problem_new (error, path, text) : NULL;
  self->stage = stage;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STAGE]);
}

/* Returns: (transfer none) (nullable) */
static StoreClientPlan *
get_plan (AppClientChange *self)
{
  return self->outcome != NULL ? self->outcome->plan : NULL;
}

const char *
app_client_change_get_path (AppClientChange *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);

  StoreClientPlan *plan = get_plan (self);
  return plan != NULL ? store_client_plan_get_path (plan)
                      : app_client_target_get_path (self->target);
}

static void
fill (GListStore *store, GPtrArray *items)
{
  g_list_store_splice (store, 0, g_list_model_get_n_items (G_LIST_MODEL (store)),
                       items != NULL ? items->pdata : NULL, items != NULL ? items->len : 0);
}

/* Working it out: secrets, then the program, then the plan */

static void look_on (AppClientChange *self);

/* What a person must do comes first, then what is lost. */
static int
compare_notes (gconstpointer a, gconstpointer b)
{
  StoreNoteKind one = app_client_note_get_kind (*(AppClientNote *const *)a);
  StoreNoteKind two = app_client_note_get_kind (*(AppClientNote *const *)b);

  return (one < two) - (one > two);
}

/* Another spelling of what the file says already is no change that a person wants. */
static gboolean
is_up_to_date (AppClientChange *self)
{
  return !self->decided && !self->named && !self->full_path_chosen &&
         self->wish.aim == APP_CHANGE_TO_WRITE &&
         self->wish.secret_mode == STORE_SECRETS_AS_VARIABLES &&
         app_client_target_find (self->target, self->wish.profile, NULL) ==
             APP_CLIENT_PRESENCE_EQUAL;
}

/* Why the application cannot use what is there for the server. */
static void
add_fault (AppClientChange *self, GPtrArray *notes)
{
  if (self->wish.aim != APP_CHANGE_TO_WRITE ||
      app_client_target_find (self->target, self->wish.profile, NULL) !=
          APP_CLIENT_PRESENCE_INVALID)
    return;
  g_autofree char *fault = app_client_target_dup_fault (self->target, self->wish.profile);
  if (fault != NULL)
    g_ptr_array_insert (notes, 0, app_client_note_new (STORE_NOTE_ATTENTION, fault));
}

/* Takes over @outcome. */
static void
take_over (AppClientChange *self, AppClientOutcome *outcome)
{
  g_autoptr (GPtrArray) lines = NULL;
  StoreClientPlan *plan = outcome->plan;
  gboolean         up_to_date = is_up_to_date (self);

  g_clear_pointer (&self->outcome, app_client_outcome_free);
  self->outcome = outcome;
  if (!self->decided)
    {
      g_ptr_array_sort (outcome->notes, compare_notes);
      add_fault (self, outcome->notes);
    }
  fill (self->notes, outcome->notes);
  if (outcome->secrets != NULL && !up_to_date)
    lines = app_diff_line_new_all (store_client_plan_get_diff (plan), APP_CLIENT_CHANGE_MAX_LINES,
                                   app_client_secrets_get_redactor (outcome->secrets));
  fill (self->lines, lines);
  if (outcome->error != NULL)
    set_stage (self, APP_CHANGE_REFUSED, g_steal_pointer (&outcome->error), outcome->text);
  else
    set_stage (self,
               up_to_date || plan == NULL ||
                       store_client_plan_get_kind (plan) == STORE_PLAN_UNCHANGED
                   ? APP_CHANGE_UNCHANGED
                   : APP_CHANGE_NEEDED,
               NULL, NULL);
}

static void
on_planned (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppClientChange) self = data;
  AppClientOutcome *outcome = app_client_planner_run_finish (result, NULL);

  if (outcome == NULL)
    return; /* another one is under way */
  g_clear_object (&self->looking);
  take_over (self, outcome);
}

static gboolean
writes_plain (AppClientChange *self)
{
  return (self->wish.aim == APP_CHANGE_TO_WRITE || self->wish.aim == APP_CHANGE_TO_COPY) &&
         self->wish.secret_mode == APP_SECRETS_PLAIN;
}

static void
plan (AppClientChange *self)
{
  AppClientWish wish = self->wish;

  if (!self->decided && !app_client_change_offers (self, wish.secret_mode))
    wish.secret_mode = STORE_SECRETS_AS_VARIABLES;
  app_client_planner_run_async (&wish, self->looking, on_planned, g_object_ref (self));
}

static void
on_program (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppClientChange) self = data;
  g_autoptr (GError) error = NULL;
  AppProgram *program = app_program_find_finish (result, &error);

  if (program == NULL)
    return;
  g_free (self->wish.program);
  self->wish.program = g_strdup (program->program);
  self->looked_for_program = TRUE;
  app_program_free (program);
  look_on (self);
}

static void
on_secrets (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppClientChange) self = data;
  g_autoptr (GError) error = NULL;
  GHashTable *secrets =
      store_secret_vault_lookup_many_finish (STORE_SECRET_VAULT (object), result, &error);

  if (secrets == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    set_stage (self, APP_CHANGE_REFUSED, g_steal_pointer (&error), NULL);
  if (secrets == NULL)
    return;
  g_clear_pointer (&self->wish.secrets, g_hash_table_unref);
  self->wish.secrets = secrets;
  look_on (self);
}

/* What the entry would start by its name. Returns: (transfer none) (nullable) */
static const char *
get_program (AppClientChange *self)
{
  const StoreClientFormat *format = app_client_target_get_format (self->target);
  StoreTransport           transport = store_profile_get_endpoint (self->wish.profile)->transport;
  const char              *command = store_profile_get_endpoint (self->wish.profile)->command;

  if (transport == STORE_TRANSPORT_STDIO)
    return command != NULL && strchr (command, '/') == NULL ? command : NULL;
  return format->bridge && !(format->transports & STORE_CLIENT_TAKES_HTTP) ? "npx" : NULL;
}

static void
look_on (AppClientChange *self)
{
  if (writes_plain (self) && self->wish.secrets == NULL && self->vault != NULL)
    {
      g_auto (GStrv) references = store_profile_dup_secret_references (self->wish.profile);

      store_secret_vault_lookup_many_async (self->vault, (const char *const *)references,
                                            self->looking, on_secrets, g_object_ref (self));
    }
  else if (!self->decided && self->wish.full_path && self->wish.aim == APP_CHANGE_TO_WRITE &&
           !self->looked_for_program && get_program (self) != NULL)
    app_program_find_async (get_program (self),
                            store_variables_lookup (store_profile_get_endpoint (self->wish.profile)
                                                        ->environment,
                                                    "PATH"),
                            self->looking, on_program, g_object_ref (self));
  else
    plan (self);
}

/* What an entry of it is called before the file, or a person, has another name for it. */
static const char *
get_own_name (StoreProfile *profile)
{
  const char *id = store_profile_get_id (profile);

  return *id != '\0' ? id : store_profile_get_name (profile);
}

/* What the file says goes before what we would say, until the person decides. */
static void
follow_target (AppClientChange *self)
{
  const StoreClientFormat *format = app_client_target_get_format (self->target);
  StoreProfile            *found;
  const char              *name = get_own_name (self->wish.profile);
  gboolean                 full_path = format->rules.needs_absolute_path;

  app_client_target_find (self->target, self->wish.profile, &found);
  if (found != NULL)
    {
      const char *command = store_profile_get_endpoint (found)->command;

      name = store_profile_get_name (found);
      if (command != NULL && app_client_presence_reaches_same (self->wish.profile, found))
        full_path = g_path_is_absolute (command);
    }
  if (!self->full_path_chosen && full_path != self->wish.full_path)
    {
      self->wish.full_path = full_path;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FULL_PATH]);
    }
  if (!self->named && g_strcmp0 (self->wish.name, name) != 0)
    {
      g_free (self->wish.name);
      self->wish.name = g_strdup (name);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ENTRY_NAME]);
    }
}

void
app_client_change_refresh (AppClientChange *self)
{
  g_return_if_fail (APP_IS_CLIENT_CHANGE (self));

  if (self->stage == APP_CHANGE_WRITING)
    return;
  self->failed = FALSE;
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  if (g_strcmp0 (self->wish.name, "") == 0)
    {
      set_stage (self, self->decided ? APP_CHANGE_REFUSED : APP_CHANGE_INCOMPLETE,
                 self->decided ? g_error_new_literal (STORE_ERROR, STORE_ERROR_INVALID,
                                                      _ ("The entry needs a name."))
                               : NULL,
                 NULL);
      return;
    }
  /* What was decided is the same change, whichever entry or change is the last one by now. */
  g_clear_pointer (&self->wish.renewed, store_client_plan_unref);
  if (self->decided && get_plan (self) != NULL)
    self->wish.renewed = store_client_plan_ref (get_plan (self));
  self->looking = g_cancellable_new ();
  set_stage (self, APP_CHANGE_LOOKING, NULL, NULL);
  look_on (self);
}

static void
on_target_changed (AppClientChange *self)
{
  if (self->decided || self->stage == APP_CHANGE_WRITING || self->stage == APP_CHANGE_WRITTEN ||
      self->failed)
    return;
  follow_target (self);
  app_client_change_refresh (self);
}

/* Writing */

static void
on_running (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppClientChange) self = data;

  self->running = app_client_running_find_finish (result, NULL);
  set_stage (self, APP_CHANGE_WRITTEN, NULL, NULL);
}

static void
on_applied (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppClientChange) self = data;
  GError *error = NULL;

  g_clear_pointer (&self->backup, g_free);
  self->failed = !store_client_plan_apply_finish (result, &self->backup, &error);
  app_client_target_refresh (self->target);
  if (self->failed)
    set_stage (self, APP_CHANGE_REFUSED, error, NULL);
  else
    app_client_running_find_async (app_client_target_get_format (self->target), NULL, on_running,
                                   g_object_ref (self));
}

void
app_client_change_apply (AppClientChange *self)
{
  g_return_if_fail (APP_IS_CLIENT_CHANGE (self));

  if (self->stage != APP_CHANGE_NEEDED)
    return;
  set_stage (self, APP_CHANGE_WRITING, NULL, NULL);
  /* Nothing stops it half-way: what was begun is told. */
  store_client_plan_apply_async (get_plan (self), NULL, on_applied, g_object_ref (self));
}

/* @error: (transfer full) (nullable): by default, that it is another file now */
static void
fail_undo (AppClientChange *self, GError *error)
{
  if (error == NULL)
    error = g_error_new (STORE_ERROR, STORE_ERROR_CHANGED,
                         _ ("“%s” has changed since it was written; it was left as it is."),
                         app_client_change_get_path (self));
  app_client_target_refresh (self->target);
  set_stage (self, APP_CHANGE_WRITTEN, error, NULL);
}

static void
on_undone (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppClientChange) self = data;
  GError *error = NULL;

  if (!store_client_plan_apply_finish (result, NULL, &error))
    {
      fail_undo (self, error);
      return;
    }
  app_client_target_refresh (self->target);
  self->stage = APP_CHANGE_LOOKING;
  app_client_change_refresh (self);
}

static void
on_undo_planned (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppClientChange) self = data;
  g_autoptr (AppClientOutcome) outcome = app_client_planner_run_finish (result, NULL);

  if (outcome->plan == NULL ||
      store_client_plan_get_kind (outcome->plan) == STORE_PLAN_UNCHANGED)
    fail_undo (self, g_steal_pointer (&outcome->error));
  else
    store_client_plan_apply_async (outcome->plan, NULL, on_undone, g_object_ref (self));
}

void
app_client_change_undo (AppClientChange *self)
{
  AppClientWish wish;

  g_return_if_fail (APP_IS_CLIENT_CHANGE (self));

  if (self->stage != APP_CHANGE_WRITTEN)
    return;
  wish = self->wish;
  wish.aim = APP_CHANGE_TO_UNDO;
  wish.record = store_client_plan_get_record (get_plan (self));
  wish.renewed = NULL;
  /* 0 would be the last change of all. */
  if (wish.record == 0)
    {
      fail_undo (self, NULL);
      return;
    }
  set_stage (self, APP_CHANGE_WRITING, NULL, NULL);
  app_client_planner_run_async (&wish, NULL, on_undo_planned, g_object_ref (self));
}

char *
app_client_change_dup_next (AppClientChange *self, const char *separator)
{
  g_autofree char *running = NULL;

  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);

  const StoreClientFormat *format = app_client_target_get_format (self->target);
  running = app_client_running_dup_text (format, self->running);
  if (self->running != APP_CLIENT_RUNNING_YES || format->restart == NULL)
    return g_steal_pointer (&running);
  return g_strconcat (running, separator, _ (format->restart), NULL);
}

char *
app_client_change_dup_outcome (AppClientChange *self)
{
  static const char *const words[] = {
    [APP_CHANGE_TO_WRITE] = N_ ("Saved."),
    [APP_CHANGE_TO_REMOVE] = N_ ("Removed."),
    [APP_CHANGE_TO_ENABLE] = N_ ("Enabled."),
    [APP_CHANGE_TO_DISABLE] = N_ ("Disabled."),
    [APP_CHANGE_TO_REPAIR] = N_ ("File fixed."),
    [APP_CHANGE_TO_RESTORE] = N_ ("File restored."),
    [APP_CHANGE_TO_UNDO] = N_ ("Change undone."),
  };

  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);

  g_autofree char *next = app_client_change_dup_next (self, " ");
  return g_strstrip (g_strconcat (_ (words[self->wish.aim]), " ", next, NULL));
}

/* Trying */

static void
set_trial (AppClientChange *self, char *text, gboolean ok)
{
  g_free (self->trial_text);
  self->trial_text = text;
  self->trial_ok = ok;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TRIAL_TEXT]);
}

/* Returns: (transfer full) */
static char *
dup_trial (const AppClientTrialResult *result)
{
  if (!result->ok)
    return g_strdup_printf ("%s %s", app_problem_get_what (result->problem),
                            app_problem_get_advice (result->problem) != NULL
                                ? app_problem_get_advice (result->problem)
                                : "");
  /* Translators: a server as it calls itself, its version, a number */
  return g_strdup_printf (ngettext ("%s %s responded with %u tool.",
                                    "%s %s responded with %u tools.", result->n_tools),
                          result->server_name != NULL ? result->server_name : _ ("The server"),
                          result->server_version != NULL ? result->server_version : "",
                          result->n_tools);
}

static void
on_tried (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppClientChange) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppClientTrialResult) trial = app_client_trial_run_finish (result, &error);

  g_clear_object (&self->trying);
  if (trial != NULL)
    set_trial (self, dup_trial (trial), trial->ok);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    set_trial (self, NULL, FALSE);
  else
    set_trial (self, g_strdup (error->message), FALSE);
}

static gboolean
can_try (AppClientChange *self)
{
  return self->outcome != NULL && self->outcome->json != NULL &&
         self->wish.aim == APP_CHANGE_TO_WRITE;
}

void
app_client_change_try (AppClientChange *self)
{
  AppClientTrialOptions options = { 0 };

  g_return_if_fail (APP_IS_CLIENT_CHANGE (self));

  if (self->trying != NULL || !can_try (self))
    return;
  options.name = self->wish.name;
  options.project = app_client_target_get_project (self->target);
  options.unconfirmed = store_profile_needs_confirmation (self->wish.profile);
  options.shown = TRUE;
  self->trying = g_cancellable_new ();
  set_trial (self, g_strdup (_ ("Starting the server…")), FALSE);
  app_client_trial_run_async (app_client_target_get_format (self->target), self->outcome->json,
                              &options, self->trying, on_tried, g_object_ref (self));
}

void
app_client_change_stop_trying (AppClientChange *self)
{
  g_return_if_fail (APP_IS_CLIENT_CHANGE (self));

  g_cancellable_cancel (self->trying);
}

/* The object */

static void
set_wish (AppClientChange *self, gboolean *field, gboolean value, guint property)
{
  value = !!value;
  if (*field == value)
    return;
  *field = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
  app_client_change_refresh (self);
}

static void
set_entry_name (AppClientChange *self, const char *name)
{
  if (g_strcmp0 (self->wish.name, name != NULL ? name : "") == 0)
    return;
  self->named = TRUE;
  g_free (self->wish.name);
  self->wish.name = g_strdup (name != NULL ? name : "");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ENTRY_NAME]);
  app_client_change_refresh (self);
}

static void
set_full_path (AppClientChange *self, gboolean full_path)
{
  self->full_path_chosen = TRUE;
  set_wish (self, &self->wish.full_path, full_path, PROP_FULL_PATH);
}

MCP_DEFINE_DISPOSE (AppClientChange, app_client_change)
{
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  g_cancellable_cancel (self->trying);
  g_clear_object (&self->trying);
}

MCP_DEFINE_FINALIZE (AppClientChange, app_client_change)
{
  g_clear_object (&self->target);
  g_clear_object (&self->vault);
  app_client_wish_clear (&self->wish);
  g_clear_object (&self->problem);
  g_clear_error (&self->error);
  g_clear_pointer (&self->outcome, app_client_outcome_free);
  g_free (self->trial_text);
  g_free (self->backup);
  g_object_unref (self->lines);
  g_object_unref (self->notes);
}

MCP_DEFINE_CLASS (AppClientChange, app_client_change)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_AIM] = { "aim", G_TYPE_INT,
                   .offset = G_STRUCT_OFFSET (AppClientChange, wish.aim),
                   .flags = G_PARAM_WRITABLE,
                   .set = G_CALLBACK (app_client_change_set_aim) },
    [PROP_ENTRY_NAME] = { "entry-name", G_TYPE_STRING,
                          .offset = G_STRUCT_OFFSET (AppClientChange, wish.name),
                          .flags = G_PARAM_WRITABLE,
                          .set = G_CALLBACK (set_entry_name) },
    [PROP_SECRET_MODE] = { "secret-mode", G_TYPE_INT,
                           .offset = G_STRUCT_OFFSET (AppClientChange, wish.secret_mode),
                           .flags = G_PARAM_WRITABLE,
                           .set = G_CALLBACK (app_client_change_set_secret_mode) },
    [PROP_FULL_PATH] = { "full-path", G_TYPE_BOOLEAN,
                         .offset = G_STRUCT_OFFSET (AppClientChange, wish.full_path),
                         .flags = G_PARAM_WRITABLE,
                         .set = G_CALLBACK (set_full_path) },
    [PROP_PROBLEM] = { "problem", APP_TYPE_PROBLEM,
                       .offset = G_STRUCT_OFFSET (AppClientChange, problem) },
    [PROP_TRIAL_TEXT] = { "trial-text", G_TYPE_STRING,
                          .offset = G_STRUCT_OFFSET (AppClientChange, trial_text) },
    [PROP_STAGE] = { "stage", G_TYPE_INT, .offset = G_STRUCT_OFFSET (AppClientChange, stage) },
  };

  object_class->dispose = app_client_change_dispose;
  object_class->finalize = app_client_change_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_client_change_init (AppClientChange *self)
{
  self->lines = g_list_store_new (APP_TYPE_DIFF_LINE);
  self->notes = g_list_store_new (APP_TYPE_CLIENT_NOTE);
}

/* The program for the terminal: beside this one where both are installed, else on the search path.
 * Returns: (transfer full) (nullable) */
static char *
find_wrapper (void)
{
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = own != NULL ? g_path_get_dirname (own) : NULL;
  g_autofree char *beside =
      folder != NULL ? g_build_filename (folder, "spyglass-cli", NULL) : NULL;

  if (own != NULL && g_str_has_prefix (own + strlen (folder) + 1, "spyglass-cli"))
    return g_steal_pointer (&own);
  if (beside != NULL && g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&beside);
  return g_find_program_in_path ("spyglass-cli");
}

static AppClientChange *
create (AppClientTarget *target, StoreProfile *profile, StoreSecretVault *vault)
{
  AppClientChange *self = g_object_new (APP_TYPE_CLIENT_CHANGE, NULL);

  self->target = g_object_ref (target);
  self->vault = vault != NULL ? g_object_ref (vault) : NULL;
  self->wish.place = store_client_place_ref (app_client_target_get_place (target));
  self->wish.home = g_strdup (app_client_target_get_home (target));
  self->wish.profile = profile != NULL ? g_object_ref (profile) : NULL;
  self->wish.platform = store_platform_get ();
  self->wish.wrapper = find_wrapper ();
  mcp_signal_connect (target, "changed", on_target_changed, self);
  return self;
}

AppClientChange *
app_client_change_new (AppClientTarget *target, StoreProfile *profile, StoreSecretVault *vault)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (target), NULL);
  g_return_val_if_fail (STORE_IS_PROFILE (profile), NULL);
  g_return_val_if_fail (vault == NULL || STORE_IS_SECRET_VAULT (vault), NULL);

  AppClientChange *self = create (target, profile, vault);
  follow_target (self);
  app_client_change_refresh (self);
  return self;
}

AppClientChange *
app_client_change_new_decided (AppClientTarget              *target,
                               StoreProfile                 *profile,
                               StoreSecretVault             *vault,
                               const AppClientChangeOptions *options)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (target), NULL);
  g_return_val_if_fail (profile == NULL || STORE_IS_PROFILE (profile), NULL);

  AppClientChange *self = create (target, profile, vault);
  self->decided = TRUE;
  self->wish.aim = options->aim;
  self->wish.name =
      g_strdup (options->name != NULL || profile == NULL ? options->name : get_own_name (profile));
  self->wish.secret_mode = options->secret_mode;
  self->wish.insists = options->insists;
  self->wish.hides_plain_secrets = options->hides_plain_secrets;
  self->wish.full_path = options->full_path;
  self->wish.platform = options->platform;
  self->wish.record = options->record;
  self->wish.backup = g_strdup (options->backup);
  app_client_change_refresh (self);
  return self;
}

/* The wish */

void
app_client_change_set_aim (AppClientChange *self, AppChangeAim aim)
{
  g_return_if_fail (APP_IS_CLIENT_CHANGE (self));

  if (self->wish.aim == (int)aim)
    return;
  self->wish.aim = aim;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_AIM]);
  app_client_change_refresh (self);
}

void
app_client_change_set_secret_mode (AppClientChange *self, int mode)
{
  g_return_if_fail (APP_IS_CLIENT_CHANGE (self));
  g_return_if_fail (mode >= 0 && mode < APP_N_SECRET_MODES);

  if (self->wish.secret_mode == mode)
    return;
  self->wish.secret_mode = mode;
  /* Asked for again each time: the keyring may have been locked. */
  g_clear_pointer (&self->wish.secrets, g_hash_table_unref);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SECRET_MODE]);
  app_client_change_refresh (self);
}

gboolean
app_client_change_offers (AppClientChange *self, int mode)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), FALSE);

  const StoreClientFormat *format = app_client_target_get_format (self->target);
  switch (mode)
    {
    case STORE_SECRETS_AS_INPUTS:
      return (format->variables & STORE_VARIABLE_INPUT) != 0;
    case STORE_SECRETS_WRAPPED:
      return self->wish.profile != NULL && self->wish.wrapper != NULL &&
             *store_profile_get_id (self->wish.profile) != '\0' &&
             (format->transports & STORE_CLIENT_TAKES_STDIO) != 0;
    default:
      return TRUE;
    }
}

const AppSecretMode *
app_secret_mode_get (int mode)
{
  static const AppSecretMode modes[APP_N_SECRET_MODES] = {
    [STORE_SECRETS_AS_VARIABLES] = { "variable", .name = N_ ("Environment variable"),
                                     .text = N_ ("Set it for the application before it starts. "
                                                 "Empty where an application has no variables.") },
    [STORE_SECRETS_AS_INPUTS] = { "input", .name = N_ ("Ask in the application"),
                                  .text = N_ ("The application asks when it starts the server, "
                                              "and keeps the answer.") },
    [STORE_SECRETS_WRAPPED] = { "keyring", .name = N_ ("Keyring, through spyglass-cli"),
                                .text = N_ ("The application starts spyglass-cli, which takes the "
                                            "secrets from the keyring.") },
    [APP_SECRETS_PLAIN] = { "plain", .name = N_ ("Plain text"),
                            .text = N_ ("Readable by your programs and anyone with the file.") },
  };

  g_return_val_if_fail (mode >= 0 && mode < APP_N_SECRET_MODES, NULL);

  return &modes[mode];
}

void
app_client_change_find_plain (StoreProfile *profile, gboolean *in_url, gboolean *in_arguments)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  g_autofree char *arguments =
      endpoint->arguments != NULL ? g_strjoinv ("\n", (char **)endpoint->arguments) : NULL;

  app_redactor_add_arguments (redactor, endpoint->arguments);
  app_redactor_add_url (redactor, endpoint->url);
  g_autofree char *masked_url = app_redactor_redact_text (redactor, endpoint->url);
  g_autofree char *masked_arguments = app_redactor_redact_text (redactor, arguments);
  *in_url = g_strcmp0 (masked_url, endpoint->url) != 0;
  *in_arguments = g_strcmp0 (masked_arguments, arguments) != 0;
}

GStrv
app_client_change_dup_secret_names (AppClientChange *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const StoreVariables *lists[3];

  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);

  if (self->wish.profile == NULL)
    return g_strv_builder_end (builder);
  lists[0] = store_profile_get_endpoint (self->wish.profile)->environment;
  lists[1] = store_profile_get_endpoint (self->wish.profile)->headers;
  lists[2] = store_profile_get_endpoint (self->wish.profile)->credentials;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < store_variables_get_n_items (lists[i]); j++)
      if (store_variables_get_secret (lists[i], j) != NULL)
        g_strv_builder_add (builder, store_variables_get_name (lists[i], j));
  return g_strv_builder_end (builder);
}

/* What comes of it, in numbers and sentences. */

MCP_DEFINE_GETTER (AppChangeStage, AppClientChange, app_client_change, stage)

static const char *
get_summary (AppClientChange *self)
{
  if (get_plan (self) == NULL)
    return "";
  if (self->stage == APP_CHANGE_UNCHANGED && self->wish.aim == APP_CHANGE_TO_WRITE)
    return _ ("The file is up to date.");
  switch (store_client_plan_get_kind (get_plan (self)))
    {
    case STORE_PLAN_CREATE:
      return _ ("Creates the file.");
    case STORE_PLAN_ADD:
      return _ ("Adds one entry. Nothing else changes; a backup is kept.");
    case STORE_PLAN_REPLACE:
      return _ ("Replaces this entry. Nothing else changes; a backup is kept.");
    case STORE_PLAN_REMOVE:
      return _ ("Removes the entry. Nothing else changes; a backup is kept.");
    case STORE_PLAN_SWITCH:
      return self->wish.aim == APP_CHANGE_TO_ENABLE
                 ? _ ("Enables the server. Nothing else changes; a backup is kept.")
                 : _ ("Disables the server. Nothing else changes; a backup is kept.");
    case STORE_PLAN_RESTORE:
      if (self->wish.aim == APP_CHANGE_TO_UNDO)
        return _ ("Undoes the change. Nothing else changes; a backup is kept.");
      return _ ("Removes what the application cannot read; a backup is kept.");
    case STORE_PLAN_UNCHANGED:
    default:
      if (self->wish.aim == APP_CHANGE_TO_UNDO)
        return _ ("Nothing to undo.");
      return self->wish.aim == APP_CHANGE_TO_REMOVE ? _ ("The file has no entry with this name.")
                                                    : _ ("The file is up to date.");
    }
}

static const char *
get_reason (AppClientChange *self)
{
  switch (self->stage)
    {
    case APP_CHANGE_LOOKING:
      return _ ("Reading the file…");
    case APP_CHANGE_INCOMPLETE:
      return _ ("The entry needs a name.");
    case APP_CHANGE_UNCHANGED:
      return self->wish.aim == APP_CHANGE_TO_REMOVE ? _ ("Nothing to remove.")
                                                    : _ ("Nothing to change.");
    case APP_CHANGE_REFUSED:
      return _ ("Nothing can be written.");
    case APP_CHANGE_WRITING:
      return _ ("Writing…");
    case APP_CHANGE_WRITTEN:
    case APP_CHANGE_NEEDED:
    default:
      return NULL;
    }
}

char *
app_client_change_dup_diff (AppClientChange *self, gboolean with_secrets)
{
  g_autofree char *diff = NULL;

  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);

  if (self->outcome == NULL || self->outcome->secrets == NULL)
    return NULL;
  const char *path = app_client_change_get_path (self);
  diff = store_text_diff_print (store_client_plan_get_diff (get_plan (self)), path, path);
  return with_secrets ? g_steal_pointer (&diff)
                      : app_client_secrets_mask (self->outcome->secrets, diff);
}

static gboolean
can_remove (AppClientChange *self)
{
  if (get_plan (self) == NULL)
    return FALSE;
  switch (store_client_plan_get_kind (get_plan (self)))
    {
    case STORE_PLAN_REPLACE:
    case STORE_PLAN_REMOVE:
    case STORE_PLAN_SWITCH:
      return TRUE;
    case STORE_PLAN_UNCHANGED:
      return self->wish.aim != APP_CHANGE_TO_REMOVE;
    case STORE_PLAN_CREATE:
    case STORE_PLAN_ADD:
    case STORE_PLAN_RESTORE:
    default:
      /* What was switched off may be kept outside of the file. */
      return self->wish.profile != NULL &&
             app_client_target_find (self->target, self->wish.profile, NULL) ==
                 APP_CLIENT_PRESENCE_DISABLED;
    }
}

const AppClientChangeInfo *
app_client_change_get_info (AppClientChange *self)
{
  AppClientChangeInfo *info;

  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);

  StoreClientPlan *plan = get_plan (self);
  info = &self->info;
  *info = (AppClientChangeInfo){
    .target = self->target,
    .profile = self->wish.profile,
    .aim = self->wish.aim,
    .entry_name = self->wish.name,
    .secret_mode = self->wish.secret_mode,
    .has_full_path = self->wish.profile != NULL && get_program (self) != NULL,
    .problem = self->problem,
    .error = self->error,
    .can_retry = g_error_matches (self->error, STORE_ERROR, STORE_ERROR_CHANGED),
    .summary = get_summary (self),
    .reason = get_reason (self),
    .lines = G_LIST_MODEL (self->lines),
    .notes = G_LIST_MODEL (self->notes),
    .can_remove = can_remove (self),
    .backup = self->backup,
    .can_try = can_try (self),
    .is_trying = self->trying != NULL,
    .trial_text = self->trial_text,
    .trial_ok = self->trial_ok,
  };
  if (plan != NULL && self->stage != APP_CHANGE_UNCHANGED)
    {
      info->n_added = store_text_diff_get_n_added (store_client_plan_get_diff (plan));
      info->n_removed = store_text_diff_get_n_removed (store_client_plan_get_diff (plan));
      info->removes_file = store_client_plan_is_removal (plan);
    }
  if (self->outcome != NULL)
    {
      info->can_repair = self->outcome->can_repair;
      info->snippet = self->outcome->snippet;
      info->json = self->outcome->json;
    }
  return info;
}
