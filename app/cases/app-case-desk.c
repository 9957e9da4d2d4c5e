/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-desk.h"

#include <glib/gi18n.h>

#include "app-bench-servers.h"
#include "app-case-draft.h"
#include "app-case-import.h"
#include "app-case-runner.h"
#include "app-case-variants.h"
#include "app-error.h"
#include "app-visible-text.h"
#include "mcp-property.h"
#include "store-file.h"

#define NAME_CHARACTERS 80
/* Of an answer, for what it costs. */
#define ANSWER_TOKENS 150
/* Of cases and of what is compared: each is shown with all of its runs. */
#define MAX_LINES 1000u

/* A file of cases, as a worker read it. */
typedef struct
{
  AppCaseSuite *suite;
  GBytes       *text; /* as one of our own */
} Loaded;

struct _AppCaseDesk
{
  GObject parent_instance;

  AppBenchDesk *bench;
  guint         turn;
  GPtrArray    *records; /* McpModelTurn: the conversation */
  AppCaseSetup *setup;
  GListStore   *models;
  GListStore   *lines;
  Loaded       *file;       /* (nullable) */
  GPtrArray    *prices;     /* (nullable) (element-type AppPriceBook) */
  guint         estimating; /* idle */

  /* Of a run */
  Loaded        *run;      /* (nullable): what is asked */
  AppCaseRunner *runner;   /* (nullable) */
  GPtrArray     *asked;    /* AppBenchAsked */
  GPtrArray     *names;    /* utf8, of the variants */
  GPtrArray     *sessions; /* (nullable): those that the person agreed to have used */
  GCancellable  *stop;     /* (nullable): while it runs */
  guint          n_ran;
  guint          n_runs;
  gboolean       has_failed;

  AppCaseDeskState state;
  char            *status;
  char            *estimate;
  char            *reason;
  double           progress;
  char            *file_title; /* (nullable) */
};

enum {
  PROP_0,
  PROP_STATE,
  PROP_STATUS,
  PROP_ESTIMATE,
  PROP_REASON,
  PROP_PROGRESS,
  PROP_FILE_TITLE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       problem_signal;

GType
app_case_desk_state_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { APP_CASE_DESK_PLANNING, "APP_CASE_DESK_PLANNING", "planning" },
    { APP_CASE_DESK_RUNNING, "APP_CASE_DESK_RUNNING", "running" },
    { APP_CASE_DESK_ENDED, "APP_CASE_DESK_ENDED", "ended" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("AppCaseDeskState", values));
  return type;
}

G_DEFINE_FINAL_TYPE (AppCaseDesk, app_case_desk, G_TYPE_OBJECT)

static void
loaded_free (gpointer data)
{
  Loaded *self = data;

  g_clear_pointer (&self->suite, app_case_suite_free);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_free (self);
}

/* @text: (transfer full). Returns: (transfer full) (nullable) */
static Loaded *
loaded_new (GBytes *text, GError **error)
{
  Loaded *self = g_new0 (Loaded, 1);

  self->text = text;
  self->suite = app_case_suite_parse (text, error);
  if (self->suite == NULL)
    g_clear_pointer (&self, loaded_free);
  return self;
}

/* What is shown */

static void
notify (AppCaseDesk *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* @text: (transfer full) (nullable) */
static void
take_text (AppCaseDesk *self, char **field, char *text, guint property)
{
  if (g_strcmp0 (*field, text) == 0)
    {
      g_free (text);
      return;
    }
  g_free (*field);
  *field = text;
  notify (self, property);
}

static void
set_state (AppCaseDesk *self, AppCaseDeskState state)
{
  if (self->state == state)
    return;
  self->state = state;
  notify (self, PROP_STATE);
}

/* @error: (transfer full) */
static void
take_error (AppCaseDesk *self, GError *error)
{
  g_autoptr (AppProblem) problem = app_problem_new_for_error (error);

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, problem_signal, 0, problem);
  g_error_free (error);
}

static const AppCaseChoices *
get_choices (AppCaseDesk *self)
{
  return app_case_setup_get_choices (self->setup);
}

/* What is asked, and with which tools */

static const char *
get_system (AppCaseDesk *self)
{
  return app_bench_setup_get_system (app_bench_desk_get_setup (self->bench));
}

/* Returns: (transfer full): a file of cases, as long as there is a prompt */
static GBytes *
create_cases (AppCaseDesk *self)
{
  if (self->file != NULL)
    return g_bytes_ref (self->file->text);
  return app_case_draft_write (self->records, self->turn, get_system (self), get_choices (self));
}

/* Returns: (transfer container) (element-type AppBenchServer): those that are used */
static GPtrArray *
dup_servers (AppCaseDesk *self)
{
  GListModel *servers = app_bench_desk_get_servers (self->bench);
  GPtrArray  *used = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++)
    {
      g_autoptr (AppBenchServer) server = g_list_model_get_item (servers, i);

      if (app_bench_server_is_used (server))
        g_ptr_array_add (used, g_steal_pointer (&server));
    }
  return used;
}

/* Returns: (transfer container) (element-type AppSession) */
static GPtrArray *
dup_sessions (AppCaseDesk *self)
{
  g_autoptr (GPtrArray) servers = dup_servers (self);
  GPtrArray *sessions = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < servers->len; i++)
    g_ptr_array_add (sessions, g_object_ref (app_bench_server_get_session (servers->pdata[i])));
  return sessions;
}

static AppBenchTools *
create_tools (AppCaseDesk *self)
{
  g_autoptr (GPtrArray) sessions = dup_sessions (self);

  return app_case_variants_create_tools (self->bench, sessions);
}

char **
app_case_desk_dup_tools (AppCaseDesk *self)
{
  g_autoptr (AppBenchTools) tools = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  GListModel *list;

  g_return_val_if_fail (APP_IS_CASE_DESK (self), NULL);

  tools = create_tools (self);
  list = G_LIST_MODEL (app_bench_tools_get_export (tools));
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (list, i);

      g_strv_builder_add (builder, app_exported_tool_get_model_name (tool));
    }
  return g_strv_builder_end (builder);
}

char *
app_case_desk_dup_description (AppCaseDesk *self)
{
  g_autoptr (AppBenchTools) tools = NULL;
  const AppBenchTool *tool;
  const char         *name;

  g_return_val_if_fail (APP_IS_CASE_DESK (self), NULL);

  name = get_choices (self)->tool;
  tools = create_tools (self);
  tool = name != NULL ? app_bench_tools_find (tools, name) : NULL;
  return tool != NULL
             ? g_strdup (mcp_definition_get_description (MCP_DEFINITION (tool->tool)))
             : NULL;
}

char *
app_case_desk_dup_approved (AppCaseDesk *self)
{
  g_autoptr (AppBenchTools) tools = NULL;
  g_autoptr (AppApprovedTools) approved = NULL;

  g_return_val_if_fail (APP_IS_CASE_DESK (self), NULL);

  tools = create_tools (self);
  approved = app_bench_tools_create_approved (tools, NULL);
  return app_approved_tools_get_n_items (approved) > 0 ? app_approved_tools_dup_text (approved)
                                                       : NULL;
}

/* The estimate */

static guint
count_models (AppCaseDesk *self)
{
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->models)); i++)
    {
      g_autoptr (AppCaseModel) model = g_list_model_get_item (G_LIST_MODEL (self->models), i);

      n += app_case_model_is_chosen (model);
    }
  return n;
}

static guint
get_rounds (AppCaseDesk *self)
{
  guint rounds = APP_BENCH_ROUNDS;

  g_object_get (app_bench_desk_get_setup (self->bench), "rounds", &rounds, NULL);
  return rounds;
}

/* A file says itself how often its cases are asked, unless the person does. */
static guint
get_repeat (AppCaseDesk *self)
{
  return get_choices (self)->repeat;
}

/* Tokens of a request: of the tools, and of what was said before. */
static gint64
estimate_tokens (AppCaseDesk *self)
{
  g_autoptr (AppBenchTools) tools = create_tools (self);
  g_autoptr (GPtrArray) turns = g_ptr_array_new ();
  g_autoptr (AppBenchMeter) meter = NULL;

  for (guint i = 0; self->file == NULL && i < MIN (self->turn, self->records->len); i++)
    g_ptr_array_add (turns, self->records->pdata[i]);
  meter = app_bench_meter_new (get_system (self), tools, turns, 0);
  return meter->total;
}

/* What so many requests to all models that are chosen cost. */
static void
add_price (AppCaseDesk *self, guint64 requests, gint64 tokens, AppCost *cost)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->models)); i++)
    {
      g_autoptr (AppCaseModel) model = g_list_model_get_item (G_LIST_MODEL (self->models), i);
      g_autoptr (McpModelTurn) turn = mcp_model_turn_new (MCP_MODEL_ASSISTANT);

      if (!app_case_model_is_chosen (model) || app_case_model_get_entry (model) == NULL)
        continue;
      turn->asked = g_strdup (app_case_model_get_name (model));
      turn->model = g_strdup (app_case_model_get_name (model));
      turn->usage.input = tokens * (gint64)requests;
      turn->usage.output = ANSWER_TOKENS * (gint64)requests;
      app_price_book_add_turn (self->prices->pdata[0], app_case_model_get_entry (model), turn,
                               cost);
    }
}

/* Returns: (transfer full): "30 requests, about 45,000 tokens, 0.12 USD" */
static char *
create_estimate (AppCaseDesk *self, const AppCaseSuite *suite)
{
  guint           n_variants = app_case_variants_count (get_choices (self));
  guint           n_models = count_models (self);
  AppCaseEstimate one = app_case_suite_estimate (suite, get_repeat (self), get_rounds (self));
  gint64          tokens = estimate_tokens (self);
  guint64         about = one.about * n_variants;
  AppCost         cost = APP_COST_NONE;
  GString        *text = g_string_new (NULL);

  /* Translators: numbers of requests and of tokens */
  g_string_append_printf (text, _ ("About %'.0f requests and %'.0f tokens"),
                          (double)(about * n_models), (double)tokens * about * n_models);
  if (one.most > one.about)
    /* Translators: a number of requests */
    g_string_append_printf (text, _ (", %'.0f requests at most"),
                            (double)(one.most * n_variants * n_models));
  if (self->prices != NULL && self->prices->len > 0)
    add_price (self, about, tokens, &cost);
  if (app_cost_is_known (&cost))
    g_string_append_printf (text, ", %.4f %s", cost.amount, cost.currency);
  return g_string_free (text, FALSE);
}

static const char *
find_reason (AppCaseDesk *self)
{
  const AppCaseChoices *choices = get_choices (self);

  if (self->file == NULL && (choices->prompt == NULL || *choices->prompt == '\0'))
    return _ ("Write what is asked.");
  if (count_models (self) == 0)
    return _ ("Choose a model.");
  if (count_models (self) > APP_CASE_DESK_MAX_MODELS)
    return _ ("Choose three models at most.");
  return app_bench_setup_get_problem (app_bench_desk_get_setup (self->bench));
}

static gboolean
on_estimate (gpointer user_data)
{
  AppCaseDesk *self = user_data;
  g_autoptr (GBytes) text = self->file == NULL ? create_cases (self) : NULL;
  g_autoptr (AppCaseSuite) written = text != NULL ? app_case_suite_parse (text, NULL) : NULL;
  const AppCaseSuite *suite = self->file != NULL ? self->file->suite : written;

  self->estimating = 0;
  take_text (self, &self->estimate,
             suite != NULL && count_models (self) > 0 ? create_estimate (self, suite)
                                                      : g_strdup (""),
             PROP_ESTIMATE);
  return G_SOURCE_REMOVE;
}

static void
on_changed (AppCaseDesk *self)
{
  const char *reason = find_reason (self);

  take_text (self, &self->reason, g_strdup (reason != NULL ? reason : ""), PROP_REASON);
  if (self->estimating == 0)
    self->estimating = g_idle_add (on_estimate, self);
}

/* Prices: one book for each variant, which a bench keeps for itself */

static void
read_prices (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GPtrArray *books = g_ptr_array_new_with_free_func ((GDestroyNotify)app_price_book_free);

  for (guint i = 0; i < GPOINTER_TO_UINT (data); i++)
    {
      AppPriceBook *book = app_price_book_read (NULL, NULL);

      if (book != NULL)
        g_ptr_array_add (books, book);
    }
  g_task_return_pointer (task, books, (GDestroyNotify)g_ptr_array_unref);
}

static void
read_prices_async (AppCaseDesk *self, guint n, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, g_object_ref (self));

  g_task_set_source_tag (task, read_prices_async);
  g_task_set_task_data (task, GUINT_TO_POINTER (n), NULL);
  g_task_run_in_thread (task, read_prices);
}

static void
on_first_prices (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppCaseDesk) self = user_data;

  self->prices = g_task_propagate_pointer (G_TASK (result), NULL);
  on_changed (self);
}

/* A file */

static void
read_cases (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (StoreFile) file = NULL;
  g_autoptr (GBytes) text = NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  GError       *error = NULL;
  AppCaseFormat format;
  Loaded       *loaded = NULL;

  file = store_file_read (data, APP_CASE_SUITE_MAX_BYTES, &error);
  if (file != NULL)
    {
      text = g_bytes_ref (store_file_get_bytes (file));
      format = app_case_import_find_format (text);
      if (format != APP_CASE_OWN)
        {
          GBytes *imported = app_case_import (format, text, NULL, notes, &error);

          g_bytes_unref (text);
          text = imported;
        }
    }
  if (text != NULL)
    loaded = loaded_new (g_steal_pointer (&text), &error);
  if (loaded != NULL)
    g_task_return_pointer (task, loaded, loaded_free);
  else
    g_task_return_error (task, error);
}

static void
on_cases (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppCaseDesk) self = user_data;
  g_autofree char *name = g_path_get_basename (g_task_get_task_data (G_TASK (result)));
  GError          *error = NULL;
  Loaded          *loaded = g_task_propagate_pointer (G_TASK (result), &error);

  if (loaded == NULL)
    {
      take_error (self, error);
      return;
    }
  g_clear_pointer (&self->file, loaded_free);
  self->file = loaded;
  take_text (self, &self->file_title,
             app_visible_text_line (loaded->suite->title != NULL ? loaded->suite->title : name,
                                    NAME_CHARACTERS),
             PROP_FILE_TITLE);
  g_object_set (self->setup, "repeat", 0u, NULL);
  on_changed (self);
}

void
app_case_desk_open (AppCaseDesk *self, GFile *file)
{
  g_autoptr (GTask) task = NULL;
  char *path;

  g_return_if_fail (APP_IS_CASE_DESK (self));
  g_return_if_fail (G_IS_FILE (file));

  path = g_file_get_path (file);
  if (path == NULL)
    {
      take_error (self, g_error_new_literal (APP_ERROR, APP_ERROR_INVALID_INPUT,
                                             _ ("The file is not on this computer.")));
      return;
    }
  task = g_task_new (NULL, NULL, on_cases, g_object_ref (self));
  g_task_set_source_tag (task, app_case_desk_open);
  g_task_set_task_data (task, path, g_free);
  g_task_run_in_thread (task, read_cases);
}

/* Running */

static void
forget_asked (AppCaseDesk *self)
{
  for (guint i = 0; i < self->asked->len; i++)
    {
      g_signal_handlers_disconnect_by_data (self->asked->pdata[i], self);
      app_bench_asked_close (self->asked->pdata[i]);
    }
  g_ptr_array_set_size (self->asked, 0);
}

/* @status: (transfer full) */
static void
end (AppCaseDesk *self, char *status)
{
  gboolean has_report = self->runner != NULL;

  forget_asked (self);
  g_clear_object (&self->stop);
  take_text (self, &self->status, status, PROP_STATUS);
  set_state (self, has_report ? APP_CASE_DESK_ENDED : APP_CASE_DESK_PLANNING);
}

static AppCaseLine *
get_line (AppCaseDesk *self, guint variant, guint index)
{
  g_autoptr (AppCaseLine) line = g_list_model_get_item (
      G_LIST_MODEL (self->lines), index * self->names->len + variant);

  return line;
}

static void
update_lines (AppCaseDesk *self, guint index)
{
  for (guint i = 0; i < self->names->len; i++)
    app_case_line_update (get_line (self, i, index), app_case_runner_get_report (self->runner), i,
                          index);
}

static void
show_progress (AppCaseDesk *self)
{
  self->progress = self->n_runs > 0 ? MIN ((double)self->n_ran / self->n_runs, 1) : 0;
  notify (self, PROP_PROGRESS);
  /* Translators: two numbers: runs that were made, and all of them */
  take_text (self, &self->status,
             g_strdup_printf (_ ("%u of %u runs made"), self->n_ran, self->n_runs), PROP_STATUS);
}

static void
on_ran (guint                variant,
        guint                index,
        const AppCaseRecord *record,
        AppBench            *bench,
        gpointer             user_data)
{
  AppCaseDesk *self = user_data;
  AppCaseLine *line = get_line (self, variant, index);
  guint        number = g_list_model_get_n_items (app_case_line_get_runs (line)) + 1;

  self->n_ran++;
  app_case_line_take_run (line, app_case_run_new (number, record, app_bench_get_turns (bench)));
  update_lines (self, index);
  show_progress (self);
}

static void
on_failed (guint variant, McpModelFailure *failure, const GError *error, gpointer user_data)
{
  AppCaseDesk *self = user_data;

  if (!self->has_failed && error != NULL)
    take_error (self, g_error_copy (error));
  self->has_failed = TRUE;
}

static void
on_run_ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  static const char *const texts[] = {
    [APP_CASE_RUNS_ENDED] = N_ ("Finished"),
    [APP_CASE_RUNS_STOPPED] = N_ ("Stopped. What came until then stays."),
    [APP_CASE_RUNS_SPENT] =
        N_ ("The limit of what may be spent was reached: not all runs were made."),
  };
  g_autoptr (AppCaseDesk) self = user_data;
  AppCaseRunsEnd ended = app_case_runner_run_finish (result);

  self->progress = 1;
  notify (self, PROP_PROGRESS);
  end (self, g_strdup (self->has_failed && ended == APP_CASE_RUNS_ENDED
                           ? _ ("A model could not be asked: not all runs were made.")
                           : _ (texts[ended])));
}

static void
create_lines (AppCaseDesk *self)
{
  const AppCaseSuite *suite = self->run->suite;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < suite->cases->len; i++)
    {
      const AppCase   *item = suite->cases->pdata[i];
      g_autofree char *title =
          app_visible_text_line (item->title != NULL ? item->title : item->id, NAME_CHARACTERS);

      for (guint j = 0; j < self->names->len; j++)
        g_ptr_array_add (lines, app_case_line_new (self->names->pdata[j],
                                                   suite->cases->len > 1 ? title : ""));
      self->n_runs += self->names->len * app_case_report_count_runs (
                                             app_case_runner_get_report (self->runner), i);
    }
  g_list_store_splice (self->lines, 0, g_list_model_get_n_items (G_LIST_MODEL (self->lines)),
                       lines->pdata, lines->len);
}

static void
create_runner (AppCaseDesk *self)
{
  const AppCaseChoices *choices = get_choices (self);
  const AppCaseWatch    watch = { .ran = on_ran, .failed = on_failed, .user_data = self };
  AppCaseRules          rules = {
             .repeat = self->file != NULL ? choices->repeat : 0,
             .allow_tools = choices->allow_tools,
  };
  guint64 max_tokens = 0;

  /* The limits of a conversation are those of all that is measured. */
  g_object_get (app_bench_desk_get_setup (self->bench), "max-cost", &rules.max_cost, "max-tokens",
                &max_tokens, NULL);
  rules.max_tokens = (gint64)MIN (max_tokens, (guint64)G_MAXINT64);
  self->runner = app_case_runner_new (self->run->suite, &rules, &watch);
}

static void
start (AppCaseDesk *self)
{
  GError *error = NULL;

  create_runner (self);
  for (guint i = 0; i < self->asked->len; i++)
    if (!app_case_variants_add (self->runner, self->bench, self->asked->pdata[i], self->sessions,
                                get_choices (self), self->prices, self->names, &error))
      {
        g_clear_pointer (&self->runner, app_case_runner_free);
        take_error (self, error);
        end (self, g_strdup (""));
        return;
      }
  create_lines (self);
  show_progress (self);
  app_case_runner_run_async (self->runner, self->stop, on_run_ended, g_object_ref (self));
}

/* Whoever is asked */

static void
give_up (AppCaseDesk *self)
{
  end (self, g_strdup (_ ("A model could not be asked.")));
}

static void
on_asked_failed (AppCaseDesk *self, const GError *error)
{
  if (self->runner != NULL)
    return;
  take_error (self, g_error_copy (error));
  give_up (self);
}

/* Once each of them can be asked. */
static void
on_asked_changed (AppCaseDesk *self)
{
  if (self->runner != NULL || self->stop == NULL)
    return;
  for (guint i = 0; i < self->asked->len; i++)
    if (app_bench_asked_is_starting (self->asked->pdata[i]))
      return;
  for (guint i = 0; i < self->asked->len; i++)
    if (app_bench_asked_get_client (self->asked->pdata[i]) == NULL)
      {
        give_up (self);
        return;
      }
  start (self);
}

/* What servers return goes to whoever is asked: the person agrees to that on the bench. */
static gboolean
check_consent (AppCaseDesk *self, AppCaseModel *model, GError **error)
{
  AppModelEntry *entry = app_model_providers_find (app_bench_desk_get_providers (self->bench),
                                                   app_case_model_get_entry (model));
  g_autoptr (GPtrArray) servers = dup_servers (self);

  for (guint i = 0; entry != NULL && i < servers->len; i++)
    if (!app_model_entry_has_consent (entry, app_bench_servers_get_id (servers->pdata[i])))
      {
        g_autofree char *name = app_visible_text_line (
            app_bench_server_get_name (servers->pdata[i]), NAME_CHARACTERS);

        g_set_error (error, APP_ERROR, APP_ERROR_REFUSED,
                     /* Translators: names of a server and of a model */
                     _ ("You have not agreed that what “%s” returns is sent to %s. Choose that "
                        "model on the bench and agree there, or switch the server off."),
                     name, app_case_model_get_title (model));
        return FALSE;
      }
  return TRUE;
}

static gboolean
add_asked (AppCaseDesk *self, AppCaseModel *model, GError **error)
{
  AppBenchAsked *asked;

  if (app_case_model_get_entry (model) != NULL && !check_consent (self, model, error))
    return FALSE;
  asked = app_bench_asked_new_beside (app_bench_desk_get_asked (self->bench));
  g_ptr_array_add (self->asked, asked);
  if (app_case_model_get_entry (model) != NULL)
    app_bench_asked_choose (asked, app_case_model_get_entry (model),
                            app_case_model_get_name (model), FALSE);
  else
    app_bench_asked_use_script (asked);
  return TRUE;
}

static void
on_prices (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppCaseDesk) self = user_data;
  GError *error = NULL;

  g_clear_pointer (&self->prices, g_ptr_array_unref);
  self->prices = g_task_propagate_pointer (G_TASK (result), NULL);
  if (g_cancellable_is_cancelled (self->stop))
    {
      end (self, g_strdup (""));
      return;
    }
  g_clear_pointer (&self->sessions, g_ptr_array_unref);
  self->sessions = dup_sessions (self);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->models)); i++)
    {
      g_autoptr (AppCaseModel) model = g_list_model_get_item (G_LIST_MODEL (self->models), i);

      if (app_case_model_is_chosen (model) && !add_asked (self, model, &error))
        {
          take_error (self, error);
          end (self, g_strdup (""));
          return;
        }
    }
  for (guint i = 0; i < self->asked->len; i++)
    {
      g_signal_connect_swapped (self->asked->pdata[i], "changed", G_CALLBACK (on_asked_changed),
                                self);
      g_signal_connect_swapped (self->asked->pdata[i], "failed", G_CALLBACK (on_asked_failed),
                                self);
    }
  on_asked_changed (self);
}

/* Returns: (transfer full) (nullable): what is asked */
static Loaded *
create_run (AppCaseDesk *self, guint n_variants, GError **error)
{
  Loaded *run = loaded_new (create_cases (self), error);

  if (run == NULL || run->suite->cases->len <= MAX_LINES / n_variants)
    return run;
  loaded_free (run);
  g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       _ ("There are too many cases to show here. Measure them with "
                          "“spyglass-cli bench”."));
  return NULL;
}

void
app_case_desk_run (AppCaseDesk *self)
{
  GError *error = NULL;
  guint   n_variants;

  g_return_if_fail (APP_IS_CASE_DESK (self));

  if (self->state == APP_CASE_DESK_RUNNING || find_reason (self) != NULL)
    return;
  g_clear_pointer (&self->runner, app_case_runner_free);
  g_list_store_remove_all (self->lines);
  g_ptr_array_set_size (self->names, 0);
  g_clear_pointer (&self->run, loaded_free);
  n_variants = count_models (self) * app_case_variants_count (get_choices (self));
  self->run = create_run (self, n_variants, &error);
  if (self->run == NULL)
    {
      take_error (self, error);
      return;
    }
  self->n_ran = 0;
  self->n_runs = 0;
  self->has_failed = FALSE;
  self->progress = 0;
  self->stop = g_cancellable_new ();
  take_text (self, &self->status, g_strdup (_ ("Getting ready")), PROP_STATUS);
  set_state (self, APP_CASE_DESK_RUNNING);
  /* One more is left for the estimate. */
  read_prices_async (self, n_variants + 1, on_prices);
}

void
app_case_desk_stop (AppCaseDesk *self)
{
  g_return_if_fail (APP_IS_CASE_DESK (self));

  if (self->stop == NULL)
    return;
  g_cancellable_cancel (self->stop);
  if (self->runner == NULL && self->asked->len > 0)
    end (self, g_strdup (""));
}

void
app_case_desk_plan (AppCaseDesk *self)
{
  g_return_if_fail (APP_IS_CASE_DESK (self));

  if (self->state == APP_CASE_DESK_ENDED)
    set_state (self, APP_CASE_DESK_PLANNING);
}

/* What comes of it */

char *
app_case_desk_dup_report (AppCaseDesk *self)
{
  g_return_val_if_fail (APP_IS_CASE_DESK (self), NULL);
  return self->runner != NULL
             ? app_case_report_write_text (app_case_runner_get_report (self->runner))
             : NULL;
}

char *
app_case_desk_dup_junit (AppCaseDesk *self)
{
  g_return_val_if_fail (APP_IS_CASE_DESK (self), NULL);
  return self->runner != NULL
             ? app_case_report_write_junit (app_case_runner_get_report (self->runner))
             : NULL;
}

GBytes *
app_case_desk_dup_cases (AppCaseDesk *self)
{
  g_return_val_if_fail (APP_IS_CASE_DESK (self), NULL);
  return create_cases (self);
}

/* Its life */

static void
app_case_desk_dispose (GObject *object)
{
  AppCaseDesk *self = APP_CASE_DESK (object);

  g_clear_handle_id (&self->estimating, g_source_remove);
  if (self->asked != NULL)
    forget_asked (self);
  if (self->bench != NULL)
    g_signal_handlers_disconnect_by_data (app_bench_desk_get_setup (self->bench), self);
  g_clear_pointer (&self->runner, app_case_runner_free);
  g_clear_object (&self->bench);
  G_OBJECT_CLASS (app_case_desk_parent_class)->dispose (object);
}

static void
app_case_desk_finalize (GObject *object)
{
  AppCaseDesk *self = APP_CASE_DESK (object);

  g_clear_pointer (&self->run, loaded_free);
  g_clear_pointer (&self->file, loaded_free);
  g_clear_pointer (&self->prices, g_ptr_array_unref);
  g_clear_pointer (&self->sessions, g_ptr_array_unref);
  g_clear_pointer (&self->records, g_ptr_array_unref);
  g_ptr_array_unref (self->asked);
  g_ptr_array_unref (self->names);
  g_object_unref (self->setup);
  g_object_unref (self->models);
  g_object_unref (self->lines);
  g_clear_object (&self->stop);
  g_free (self->status);
  g_free (self->estimate);
  g_free (self->reason);
  g_free (self->file_title);
  G_OBJECT_CLASS (app_case_desk_parent_class)->finalize (object);
}

#define FIELD(name, type, field)                               \
  {                                                            \
    name, type, .offset = G_STRUCT_OFFSET (AppCaseDesk, field) \
  }

static void
app_case_desk_class_init (AppCaseDeskClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = { "state", APP_TYPE_CASE_DESK_STATE, G_CALLBACK (app_case_desk_get_state) },
    [PROP_STATUS] = FIELD ("status", G_TYPE_STRING, status),
    [PROP_ESTIMATE] = FIELD ("estimate", G_TYPE_STRING, estimate),
    [PROP_REASON] = FIELD ("reason", G_TYPE_STRING, reason),
    [PROP_PROGRESS] = FIELD ("progress", G_TYPE_DOUBLE, progress),
    [PROP_FILE_TITLE] = FIELD ("file-title", G_TYPE_STRING, file_title),
  };

  object_class->dispose = app_case_desk_dispose;
  object_class->finalize = app_case_desk_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  problem_signal = g_signal_new ("problem", APP_TYPE_CASE_DESK, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, APP_TYPE_PROBLEM);
}

static void
app_case_desk_init (AppCaseDesk *self)
{
  self->setup = app_case_setup_new ();
  self->models = g_list_store_new (APP_TYPE_CASE_MODEL);
  self->lines = g_list_store_new (APP_TYPE_CASE_LINE);
  self->asked = g_ptr_array_new_with_free_func (g_object_unref);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->status = g_strdup ("");
  self->estimate = g_strdup ("");
  self->reason = g_strdup ("");
}

/* @title: (transfer full) */
static void
add_model (AppCaseDesk *self, const char *entry, const char *name, char *title, gboolean chosen)
{
  g_autofree char *owned = title;
  g_autoptr (AppCaseModel) model = app_case_model_new (entry, name, owned);

  app_case_model_set_chosen (model, chosen);
  g_signal_connect_object (model, "notify::chosen", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_list_store_append (self->models, model);
}

/* Whoever is asked on the bench comes first, then the others of the list, and the scripted
 * model. */
static void
add_models (AppCaseDesk *self)
{
  AppBenchAsked *asked = app_bench_desk_get_asked (self->bench);
  AppModelEntry *now = app_bench_asked_get_entry (asked);
  GListModel    *list = G_LIST_MODEL (app_bench_desk_get_providers (self->bench));
  const char    *name = app_bench_asked_get_model (asked);

  if (now != NULL)
    add_model (self, app_model_entry_get_id (now), name, app_bench_asked_dup_title (asked), TRUE);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppModelEntry) entry = g_list_model_get_item (list, i);
      McpModelProvider *provider = app_model_entry_get_provider (entry);
      const char       *usual = app_model_entry_get_model (entry);

      if (provider == NULL || usual == NULL || (entry == now && g_strcmp0 (usual, name) == 0))
        continue;
      add_model (self, app_model_entry_get_id (entry), usual,
                 g_strdup_printf ("%s · %s", usual,
                                  provider->title != NULL ? provider->title
                                                          : app_model_entry_get_id (entry)),
                 FALSE);
    }
  add_model (self, NULL, APP_BENCH_SCRIPT_MODEL, g_strdup (_ ("Scripted model")),
             app_bench_asked_is_script (asked));
}

static void
take_turn (AppCaseDesk *self)
{
  g_autofree char *prompt = app_bench_desk_dup_said (self->bench, self->turn);
  const char      *tool = app_case_draft_find_tool (self->records, self->turn);

  g_object_set (self->setup, "prompt", prompt, "tool", tool, NULL);
}

AppCaseDesk *
app_case_desk_new (AppBenchDesk *bench, guint turn)
{
  AppCaseDesk *self;

  g_return_val_if_fail (APP_IS_BENCH_DESK (bench), NULL);

  self = g_object_new (APP_TYPE_CASE_DESK, NULL);
  self->bench = g_object_ref (bench);
  self->records = app_bench_desk_dup_records (bench);
  self->turn = MIN (turn, self->records->len);
  add_models (self);
  if (self->turn < self->records->len)
    take_turn (self);
  g_signal_connect_object (self->setup, "notify", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (app_bench_desk_get_setup (bench), "notify", G_CALLBACK (on_changed),
                           self, G_CONNECT_SWAPPED);
  read_prices_async (self, 1, on_first_prices);
  on_changed (self);
  return self;
}

AppCaseSetup *
app_case_desk_get_setup (AppCaseDesk *self)
{
  g_return_val_if_fail (APP_IS_CASE_DESK (self), NULL);
  return self->setup;
}

GListModel *
app_case_desk_get_models (AppCaseDesk *self)
{
  g_return_val_if_fail (APP_IS_CASE_DESK (self), NULL);
  return G_LIST_MODEL (self->models);
}

GListModel *
app_case_desk_get_lines (AppCaseDesk *self)
{
  g_return_val_if_fail (APP_IS_CASE_DESK (self), NULL);
  return G_LIST_MODEL (self->lines);
}

AppCaseDeskState
app_case_desk_get_state (AppCaseDesk *self)
{
  g_return_val_if_fail (APP_IS_CASE_DESK (self), APP_CASE_DESK_PLANNING);
  return self->state;
}
