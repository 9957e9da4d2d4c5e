/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-plan.h"

#include <glib/gi18n.h>

#include "app-case-controller.h"
#include "app-case-draft.h"
#include "app-error.h"
#include "app-model-consent.h"
#include "app-visible-text.h"
#include "mcp-object.h"
#include "mcp-model-dialect.h"
#include "mcp-property.h"
#include "store-file.h"

#define NAME_CHARACTERS 80
/* Of an answer, for what it costs. */
#define ANSWER_TOKENS 150
/* Of cases and of what is compared: each is shown with all of its runs. */
#define MAX_LINES 1000u

struct _AppCasePlan
{
  GObject parent_instance;

  AppModelController *bench;
  guint               turn;
  GPtrArray          *records; /* McpModelTurn: the conversation */
  AppCaseSetup       *setup;
  GListStore         *models;
  GListStore         *lines;
  AppCaseFile        *file;       /* (nullable) */
  AppPriceList       *prices;     /* (nullable) */
  guint               estimating; /* idle */

  /* Of a run */
  AppCaseController *run; /* (nullable): once its cases were read */
  AppCaseTerms       terms;
  GPtrArray         *asked; /* AppModelChoice */
  GCancellable      *stop;  /* (nullable): while it runs */
  guint              n_ran;
  guint              n_runs;
  gboolean           has_begun; /* there is a report */
  gboolean           has_failed;

  AppCaseState state;
  char        *status;
  char        *estimate;
  char        *reason;
  double       progress;
  char        *file_title; /* (nullable) */
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

G_DEFINE_FINAL_TYPE (AppCasePlan, app_case_plan, G_TYPE_OBJECT)

/* What is shown */

static void
notify (AppCasePlan *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* @text: (transfer full) (nullable) */
static void
take_text (AppCasePlan *self, char **field, char *text, guint property)
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
set_state (AppCasePlan *self, AppCaseState state)
{
  if (self->state == state)
    return;
  self->state = state;
  notify (self, PROP_STATE);
}

/* @error: (transfer full) */
static void
take_error (AppCasePlan *self, GError *error)
{
  g_autoptr (AppProblem) problem = app_problem_new_for_error (error);

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, problem_signal, 0, problem);
  g_error_free (error);
}

static const AppCaseChoices *
get_choices (AppCasePlan *self)
{
  return app_case_setup_get_choices (self->setup);
}

/* What is asked, and with which tools */

static const char *
get_system (AppCasePlan *self)
{
  return app_model_setup_get_system (app_model_controller_get_setup (self->bench));
}

/* Returns: (transfer full): a file of cases, as long as there is a prompt */
static GBytes *
create_cases (AppCasePlan *self)
{
  if (self->file != NULL)
    return g_bytes_ref (self->file->text);
  return app_case_draft_write (self->records, self->turn, get_system (self), get_choices (self));
}

/* Returns: (transfer container) (element-type AppSession): those that are used */
static GPtrArray *
dup_sessions (AppCasePlan *self)
{
  GListModel *servers = app_model_controller_get_servers (self->bench);
  GPtrArray  *sessions = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++)
    {
      g_autoptr (AppModelServer) server = g_list_model_get_item (servers, i);

      if (app_model_server_is_used (server))
        g_ptr_array_add (sessions, g_object_ref (app_model_server_get_session (server)));
    }
  return sessions;
}

/* As they are told to whoever is asked now. */
static AppModelTools *
create_tools (AppCasePlan *self)
{
  McpModelClient *client =
      app_model_choice_get_client (app_model_controller_get_asked (self->bench));
  g_autoptr (GPtrArray) sessions = dup_sessions (self);
  AppModelOptions options;

  app_model_options_init (&options);
  app_model_setup_apply (app_model_controller_get_setup (self->bench), &options, NULL);
  AppModelTools *tools = app_model_tools_new (sessions,
                                              client != NULL
                                                  ? mcp_model_client_get_provider (client)->dialect
                                                  : mcp_model_dialect_find ("openai-chat"),
                                              &options);
  app_model_options_clear (&options);
  return tools;
}

char **
app_case_plan_dup_tools (AppCasePlan *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_return_val_if_fail (APP_IS_CASE_PLAN (self), NULL);

  g_autoptr (AppModelTools) tools = create_tools (self);
  GListModel *list = G_LIST_MODEL (app_model_tools_get_export (tools));
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (list, i);

      g_strv_builder_add (builder, app_exported_tool_get_model_name (tool));
    }
  return g_strv_builder_end (builder);
}

char *
app_case_plan_dup_description (AppCasePlan *self)
{
  const AppModelTool *tool;

  g_return_val_if_fail (APP_IS_CASE_PLAN (self), NULL);

  const char *name = get_choices (self)->tool;
  g_autoptr (AppModelTools) tools = create_tools (self);
  tool = name != NULL ? app_model_tools_find (tools, name) : NULL;
  return tool != NULL
             ? g_strdup (mcp_definition_get_description (MCP_DEFINITION (tool->tool)))
             : NULL;
}

char *
app_case_plan_dup_approved (AppCasePlan *self)
{
  g_return_val_if_fail (APP_IS_CASE_PLAN (self), NULL);

  g_autoptr (AppModelTools) tools = create_tools (self);
  g_autoptr (AppApprovedTools) approved = app_model_tools_create_approved (tools, NULL);
  return app_approved_tools_get_n_items (approved) > 0 ? app_approved_tools_dup_text (approved)
                                                       : NULL;
}

/* The estimate */

/* Returns: (transfer container) (element-type AppCaseModel): those that are chosen */
static GPtrArray *
list_chosen (AppCasePlan *self)
{
  GPtrArray *chosen = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->models)); i++)
    {
      g_autoptr (AppCaseModel) model = g_list_model_get_item (G_LIST_MODEL (self->models), i);

      if (app_case_model_is_chosen (model))
        g_ptr_array_add (chosen, g_steal_pointer (&model));
    }
  return chosen;
}

static guint
count_models (AppCasePlan *self)
{
  g_autoptr (GPtrArray) chosen = list_chosen (self);

  return chosen->len;
}

static guint
get_rounds (AppCasePlan *self)
{
  guint rounds = APP_MODEL_ROUNDS;

  g_object_get (app_model_controller_get_setup (self->bench), "rounds", &rounds, NULL);
  return rounds;
}

/* Tokens of a request: of the tools, and of what was said before. */
static gint64
estimate_tokens (AppCasePlan *self)
{
  g_autoptr (AppModelTools) tools = create_tools (self);
  g_autoptr (GPtrArray) turns = g_ptr_array_new ();

  for (guint i = 0; self->file == NULL && i < MIN (self->turn, self->records->len); i++)
    g_ptr_array_add (turns, self->records->pdata[i]);
  g_autoptr (AppModelUsage) meter = app_model_usage_new (get_system (self), tools, turns, 0);
  return meter->total;
}

/* What so many requests to all models that are chosen cost. */
static void
add_price (AppCasePlan *self, guint64 requests, gint64 tokens, AppCost *cost)
{
  g_autoptr (GPtrArray) chosen = list_chosen (self);

  for (guint i = 0; i < chosen->len; i++)
    {
      AppCaseModel *model = chosen->pdata[i];
      g_autoptr (McpModelTurn) turn = mcp_model_turn_new (MCP_MODEL_ASSISTANT);

      if (app_case_model_get_entry (model) == NULL)
        continue;
      turn->asked = g_strdup (app_case_model_get_name (model));
      turn->model = g_strdup (app_case_model_get_name (model));
      turn->usage.input = tokens * (gint64)requests;
      turn->usage.output = ANSWER_TOKENS * (gint64)requests;
      app_price_list_add_turn (self->prices, app_case_model_get_entry (model), turn, cost);
    }
}

/* Returns: (transfer full): "30 requests, about 45,000 tokens, 0.12 USD" */
static char *
create_estimate (AppCasePlan *self, const AppCaseSuite *suite)
{
  guint           n_variants = app_case_variants_count (&self->terms);
  guint           n_models = count_models (self);
  AppCaseEstimate one =
      app_case_suite_estimate (suite, get_choices (self)->repeat, get_rounds (self));
  gint64   tokens = estimate_tokens (self);
  guint64  about = one.about * n_variants;
  AppCost  cost = APP_COST_NONE;
  GString *text = g_string_new (NULL);

  /* Translators: numbers of requests and of tokens */
  g_string_append_printf (text, _ ("About %'.0f requests and %'.0f tokens"),
                          (double)(about * n_models), (double)tokens * about * n_models);
  if (one.most > one.about)
    /* Translators: a number of requests */
    g_string_append_printf (text, _ (", %'.0f requests at most"),
                            (double)(one.most * n_variants * n_models));
  if (self->prices != NULL)
    add_price (self, about, tokens, &cost);
  if (app_cost_is_known (&cost))
    g_string_append_printf (text, ", %.4f %s", cost.amount, cost.currency);
  return g_string_free (text, FALSE);
}

static const char *
find_reason (AppCasePlan *self)
{
  const AppCaseChoices *choices = get_choices (self);

  if (self->file == NULL && (choices->prompt == NULL || *choices->prompt == '\0'))
    return _ ("Enter a question.");
  if (count_models (self) == 0)
    return _ ("Choose a model.");
  if (count_models (self) > APP_CASE_PLAN_MAX_MODELS)
    return _ ("Choose three models at most.");
  return app_model_setup_get_problem (app_model_controller_get_setup (self->bench));
}

static gboolean
on_estimate (gpointer user_data)
{
  AppCasePlan *self = user_data;
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
on_changed (AppCasePlan *self)
{
  const char *reason = find_reason (self);

  take_text (self, &self->reason, g_strdup (reason != NULL ? reason : ""), PROP_REASON);
  if (self->estimating == 0)
    self->estimating = g_idle_add (on_estimate, self);
}

/* Prices */

static void
read_prices (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, app_price_list_read (NULL, NULL),
                         (GDestroyNotify)app_price_list_unref);
}

static void
read_prices_async (AppCasePlan *self, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, g_object_ref (self));

  g_task_set_source_tag (task, read_prices_async);
  g_task_run_in_thread (task, read_prices);
}

static void
take_prices (AppCasePlan *self, GAsyncResult *result)
{
  g_clear_pointer (&self->prices, app_price_list_unref);
  self->prices = g_task_propagate_pointer (G_TASK (result), NULL);
}

static void
on_first_prices (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppCasePlan) self = user_data;

  take_prices (self, result);
  on_changed (self);
}

/* A file */

static GBytes *
read_bytes (const char *path, GError **error)
{
  g_autoptr (StoreFile) file = store_file_read (path, APP_CASE_SUITE_MAX_BYTES, error);

  return file != NULL ? g_bytes_ref (store_file_get_bytes (file)) : NULL;
}

static void
read_cases (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError      *error = NULL;
  AppCaseFile *file = app_case_file_read (data, NULL, read_bytes, &error);

  if (file != NULL)
    g_task_return_pointer (task, file, (GDestroyNotify)app_case_file_unref);
  else
    g_task_return_error (task, error);
}

static void
on_cases (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppCasePlan) self = user_data;
  g_autofree char *name = g_path_get_basename (g_task_get_task_data (G_TASK (result)));
  GError          *error = NULL;
  AppCaseFile     *file = g_task_propagate_pointer (G_TASK (result), &error);

  if (file == NULL)
    {
      take_error (self, error);
      return;
    }
  g_clear_pointer (&self->file, app_case_file_unref);
  self->file = file;
  take_text (self, &self->file_title,
             app_visible_text_line (file->suite->title != NULL ? file->suite->title : name,
                                    NAME_CHARACTERS),
             PROP_FILE_TITLE);
  g_object_set (self->setup, "repeat", 0u, NULL);
  on_changed (self);
}

void
app_case_plan_open (AppCasePlan *self, GFile *file)
{
  g_return_if_fail (APP_IS_CASE_PLAN (self));
  g_return_if_fail (G_IS_FILE (file));

  char *path = g_file_get_path (file);
  if (path == NULL)
    {
      take_error (self, g_error_new_literal (APP_ERROR, APP_ERROR_INVALID_INPUT,
                                             _ ("The file is not on this computer.")));
      return;
    }
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_cases, g_object_ref (self));
  g_task_set_source_tag (task, app_case_plan_open);
  g_task_set_task_data (task, path, g_free);
  g_task_run_in_thread (task, read_cases);
}

/* Running */

static void
forget_asked (AppCasePlan *self)
{
  for (guint i = 0; i < self->asked->len; i++)
    {
      g_signal_handlers_disconnect_by_data (self->asked->pdata[i], self);
      app_model_choice_close (self->asked->pdata[i]);
    }
  g_ptr_array_set_size (self->asked, 0);
}

/* @status: (transfer full) */
static void
end (AppCasePlan *self, char *status)
{
  gboolean has_report = self->has_begun;

  forget_asked (self);
  g_clear_object (&self->stop);
  take_text (self, &self->status, status, PROP_STATUS);
  set_state (self, has_report ? APP_CASE_ENDED : APP_CASE_PLANNING);
}

static AppCaseLine *
get_line (AppCasePlan *self, guint variant, guint index)
{
  g_autoptr (AppCaseLine) line =
      g_list_model_get_item (G_LIST_MODEL (self->lines),
                             index * app_case_controller_count_variants (self->run) + variant);

  return line;
}

static void
update_lines (AppCasePlan *self, guint index)
{
  for (guint i = 0; i < app_case_controller_count_variants (self->run); i++)
    app_case_line_update (get_line (self, i, index), app_case_controller_get_report (self->run), i,
                          index);
}

static void
show_progress (AppCasePlan *self)
{
  self->progress = self->n_runs > 0 ? MIN ((double)self->n_ran / self->n_runs, 1) : 0;
  notify (self, PROP_PROGRESS);
  /* Translators: two numbers: runs that were made, and all of them */
  take_text (self, &self->status,
             g_strdup_printf (_ ("%'u of %'u runs made"), self->n_ran, self->n_runs), PROP_STATUS);
}

static void
on_ran (guint                 variant,
        guint                 index,
        const AppCaseRecord  *record,
        AppModelConversation *bench,
        gpointer              user_data)
{
  AppCasePlan *self = user_data;
  AppCaseLine *line = get_line (self, variant, index);
  guint        number = g_list_model_get_n_items (app_case_line_get_runs (line)) + 1;

  self->n_ran++;
  app_case_line_take_run (line, app_case_run_new (number, record,
                                                  app_model_conversation_get_turns (bench)));
  update_lines (self, index);
  show_progress (self);
}

static void
on_failed (guint variant, McpModelFailure *failure, const GError *error, gpointer user_data)
{
  AppCasePlan *self = user_data;

  if (!self->has_failed && error != NULL)
    take_error (self, g_error_copy (error));
  self->has_failed = TRUE;
}

static void
on_run_ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  static const char *const texts[] = {
    [APP_CASE_RUNS_ENDED] = N_ ("Finished"),
    [APP_CASE_RUNS_STOPPED] = N_ ("Stopped. Finished runs are kept."),
    [APP_CASE_RUNS_SPENT] =
        N_ ("The spending limit was reached; not all runs were made."),
  };
  g_autoptr (AppCasePlan) self = user_data;
  AppCaseRunsEnd ended = app_case_controller_run_finish (result);

  self->progress = 1;
  notify (self, PROP_PROGRESS);
  end (self, g_strdup (self->has_failed && ended == APP_CASE_RUNS_ENDED
                           ? _ ("A request to a model failed; not all runs were made.")
                           : _ (texts[ended])));
}

static void
create_lines (AppCasePlan *self)
{
  AppCaseReport *report = app_case_controller_get_report (self->run);
  GPtrArray     *cases = app_case_controller_get_file (self->run)->suite->cases;
  guint          n_variants = app_case_controller_count_variants (self->run);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < cases->len; i++)
    {
      const AppCase   *item = cases->pdata[i];
      g_autofree char *title =
          app_visible_text_line (item->title != NULL ? item->title : item->id, NAME_CHARACTERS);

      for (guint j = 0; j < n_variants; j++)
        g_ptr_array_add (lines, app_case_line_new (app_case_report_get_name (report, j),
                                                   cases->len > 1 ? title : ""));
      self->n_runs += n_variants * app_case_report_count_runs (report, i);
    }
  g_list_store_splice (self->lines, 0, g_list_model_get_n_items (G_LIST_MODEL (self->lines)),
                       lines->pdata, lines->len);
}

/* Once all of them can be asked. */
static void
start (AppCasePlan *self)
{
  GError *error = NULL;

  for (guint i = 0; i < self->asked->len; i++)
    {
      g_autofree char *title = app_model_choice_dup_title (self->asked->pdata[i]);

      if (!app_case_controller_add_model (self->run, i, title, &error))
        {
          take_error (self, error);
          end (self, g_strdup (""));
          return;
        }
    }
  self->has_begun = TRUE;
  create_lines (self);
  show_progress (self);
  app_case_controller_run_async (self->run, self->stop, on_run_ended, g_object_ref (self));
}

/* Whoever is asked */

static void
give_up (AppCasePlan *self)
{
  end (self, g_strdup (_ ("A model could not be asked.")));
}

static void
on_asked_failed (AppCasePlan *self, const GError *error)
{
  if (self->has_begun)
    return;
  take_error (self, g_error_copy (error));
  give_up (self);
}

/* Once each of them can be asked. */
static void
on_asked_changed (AppCasePlan *self)
{
  if (self->has_begun || self->stop == NULL)
    return;
  for (guint i = 0; i < self->asked->len; i++)
    if (app_model_choice_is_starting (self->asked->pdata[i]))
      return;
  for (guint i = 0; i < self->asked->len; i++)
    if (app_model_choice_get_client (self->asked->pdata[i]) == NULL)
      {
        give_up (self);
        return;
      }
  start (self);
}

/* The person agrees to that on the playground. @entry: (nullable): of the model @title */
static gboolean
check_consent (AppModelEntry *entry, const char *title, AppSession *session, GError **error)
{
  g_autofree char *name = app_visible_text_line (app_session_get_name (session), NAME_CHARACTERS);

  if (entry == NULL || app_model_entry_has_consent (entry, app_model_consent_get_server (session)))
    return TRUE;
  g_set_error (error, APP_ERROR, APP_ERROR_REFUSED,
               /* Translators: names of a server and of a model */
               _ ("You have not agreed that what “%s” returns is sent to %s. Choose that "
                  "model on the bench and agree there, or switch the server off."),
               name, title);
  return FALSE;
}

/* Before the key of the model is read. */
static gboolean
check_model (AppCasePlan *self, AppCaseModel *model, GError **error)
{
  const char    *id = app_case_model_get_entry (model);
  GPtrArray     *sessions = self->terms.sessions;
  AppModelEntry *entry =
      id != NULL ? app_model_providers_find (app_model_controller_get_providers (self->bench), id)
                 : NULL;

  for (guint i = 0; i < sessions->len; i++)
    if (!check_consent (entry, app_case_model_get_title (model), sessions->pdata[i], error))
      return FALSE;
  return TRUE;
}

static void
ask (AppCasePlan *self, AppCaseModel *model)
{
  g_autoptr (AppModelChoice) asked =
      app_model_choice_new_beside (app_model_controller_get_asked (self->bench));
  GError *error = NULL;

  if (!check_model (self, model, &error))
    {
      take_error (self, error);
      end (self, g_strdup (""));
      return;
    }
  g_ptr_array_add (self->asked, g_object_ref (asked));
  /* It may fail at once, and then all of it ends. */
  g_signal_connect_swapped (asked, "failed", G_CALLBACK (on_asked_failed), self);
  if (app_case_model_get_entry (model) != NULL)
    app_model_choice_choose (asked, app_case_model_get_entry (model),
                             app_case_model_get_name (model), FALSE);
  else
    app_model_choice_use_script (asked);
  if (self->stop != NULL)
    g_signal_connect_swapped (asked, "changed", G_CALLBACK (on_asked_changed), self);
}

static void
on_prices (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppCasePlan) self = user_data;

  take_prices (self, result);
  if (g_cancellable_is_cancelled (self->stop))
    {
      end (self, g_strdup (""));
      return;
    }
  g_clear_pointer (&self->terms.sessions, g_ptr_array_unref);
  self->terms.sessions = dup_sessions (self);
  g_autoptr (GPtrArray) chosen = list_chosen (self);
  for (guint i = 0; self->stop != NULL && i < chosen->len; i++)
    ask (self, chosen->pdata[i]);
  on_asked_changed (self);
}

/* For the controller. @model: of @asked */

static gboolean
agree (guint model, AppSession *session, gpointer user_data, GError **error)
{
  AppCasePlan     *self = user_data;
  AppModelChoice  *asked = self->asked->pdata[model];
  g_autofree char *title = app_model_choice_dup_title (asked);

  return check_consent (app_model_choice_get_entry (asked), title, session, error);
}

static AppModelConversation *
create_bench (guint model, gpointer user_data, GError **error)
{
  AppCasePlan    *self = user_data;
  AppModelChoice *asked = self->asked->pdata[model];
  AppModelSetup  *setup = app_model_controller_get_setup (self->bench);
  const char     *system = get_system (self);
  g_autoptr (AppModelConversation) bench =
      app_model_conversation_new (app_model_choice_get_client (asked),
                                  app_model_choice_get_model (asked),
                                  app_model_choice_get_key (asked));

  if (!app_model_setup_apply (setup, app_model_conversation_get_options (bench), error))
    return NULL;
  app_model_conversation_set_system (bench, *system != '\0' ? system : NULL);
  if (self->prices != NULL)
    app_model_conversation_get_options (bench)->prices = app_price_list_ref (self->prices);
  return g_steal_pointer (&bench);
}

static const AppCaseFace face = {
  .create_bench = create_bench,
  .agree = agree,
  .ran = on_ran,
  .failed = on_failed,
};

/* Returns: %FALSE where nothing can be run */
static gboolean
create_run (AppCasePlan *self, GError **error)
{
  g_autoptr (GBytes) text = create_cases (self);
  g_autoptr (AppCaseFile) file = app_case_file_new (text, error);
  guint n_variants = count_models (self) * app_case_variants_count (&self->terms);

  if (file == NULL)
    return FALSE;
  if (file->suite->cases->len > MAX_LINES / n_variants)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("There are too many cases to show here. Measure them with "
                              "“spyglass-cli cases”."));
      return FALSE;
    }
  self->run = app_case_controller_new (file, &self->terms, &face, self);
  return TRUE;
}

void
app_case_plan_run (AppCasePlan *self)
{
  GError *error = NULL;
  guint64 max_tokens = 0;

  g_return_if_fail (APP_IS_CASE_PLAN (self));

  if (self->state == APP_CASE_RUNNING || find_reason (self) != NULL)
    return;
  g_clear_pointer (&self->run, app_case_controller_free);
  g_list_store_remove_all (self->lines);
  self->has_begun = FALSE;
  /* What was written for this has its runs in it. */
  self->terms.repeat = self->file != NULL ? get_choices (self)->repeat : 0;
  /* The limits of a conversation are those of all that is measured. */
  g_object_get (app_model_controller_get_setup (self->bench), "max-cost", &self->terms.max_cost,
                "max-tokens", &max_tokens, NULL);
  self->terms.max_tokens = (gint64)MIN (max_tokens, (guint64)G_MAXINT64);
  if (!create_run (self, &error))
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
  set_state (self, APP_CASE_RUNNING);
  read_prices_async (self, on_prices);
}

void
app_case_plan_stop (AppCasePlan *self)
{
  g_return_if_fail (APP_IS_CASE_PLAN (self));

  if (self->stop == NULL)
    return;
  g_cancellable_cancel (self->stop);
  if (!self->has_begun && self->asked->len > 0)
    end (self, g_strdup (""));
}

void
app_case_plan_change (AppCasePlan *self)
{
  g_return_if_fail (APP_IS_CASE_PLAN (self));

  if (self->state == APP_CASE_ENDED)
    set_state (self, APP_CASE_PLANNING);
}

/* What comes of it */

AppCaseReport *
app_case_plan_get_report (AppCasePlan *self)
{
  g_return_val_if_fail (APP_IS_CASE_PLAN (self), NULL);
  return self->has_begun ? app_case_controller_get_report (self->run) : NULL;
}

GBytes *
app_case_plan_dup_cases (AppCasePlan *self)
{
  g_return_val_if_fail (APP_IS_CASE_PLAN (self), NULL);
  return create_cases (self);
}

/* Its life */

MCP_DEFINE_DISPOSE (AppCasePlan, app_case_plan)
{
  g_clear_handle_id (&self->estimating, g_source_remove);
  if (self->asked != NULL)
    forget_asked (self);
  if (self->bench != NULL)
    g_signal_handlers_disconnect_by_data (app_model_controller_get_setup (self->bench), self);
  g_clear_pointer (&self->run, app_case_controller_free);
  g_clear_object (&self->bench);
}

MCP_DEFINE_FINALIZE (AppCasePlan, app_case_plan)
{
  g_clear_pointer (&self->file, app_case_file_unref);
  g_clear_pointer (&self->prices, app_price_list_unref);
  g_clear_pointer (&self->terms.sessions, g_ptr_array_unref);
  g_clear_pointer (&self->records, g_ptr_array_unref);
  g_ptr_array_unref (self->asked);
  g_clear_object (&self->setup);
  g_object_unref (self->models);
  g_object_unref (self->lines);
  g_clear_object (&self->stop);
  g_free (self->status);
  g_free (self->estimate);
  g_free (self->reason);
  g_free (self->file_title);
}

#define FIELD(name, type, field)                               \
  {                                                            \
    name, type, .offset = G_STRUCT_OFFSET (AppCasePlan, field) \
  }

MCP_DEFINE_CLASS (AppCasePlan, app_case_plan)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = FIELD ("state", G_TYPE_UINT, state),
    [PROP_STATUS] = FIELD ("status", G_TYPE_STRING, status),
    [PROP_ESTIMATE] = FIELD ("estimate", G_TYPE_STRING, estimate),
    [PROP_REASON] = FIELD ("reason", G_TYPE_STRING, reason),
    [PROP_PROGRESS] = FIELD ("progress", G_TYPE_DOUBLE, progress),
    [PROP_FILE_TITLE] = FIELD ("file-title", G_TYPE_STRING, file_title),
  };

  object_class->dispose = app_case_plan_dispose;
  object_class->finalize = app_case_plan_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  problem_signal = mcp_signal_new (klass, "problem", 1, APP_TYPE_PROBLEM);
}

static void
app_case_plan_init (AppCasePlan *self)
{
  self->models = g_list_store_new (APP_TYPE_CASE_MODEL);
  self->lines = g_list_store_new (APP_TYPE_CASE_LINE);
  self->asked = g_ptr_array_new_with_free_func (g_object_unref);
  self->status = g_strdup ("");
  self->estimate = g_strdup ("");
  self->reason = g_strdup ("");
}

/* @title: (transfer full) */
static void
add_model (AppCasePlan *self, const char *entry, const char *name, char *title, gboolean chosen)
{
  g_autofree char *owned = title;
  g_autoptr (AppCaseModel) model = app_case_model_new (entry, name, owned, chosen);

  mcp_signal_connect (model, "notify::chosen", on_changed, self);
  g_list_store_append (self->models, model);
}

/* Whoever is asked on the bench comes first, then the others of the list, and the scripted
 * model. */
static void
add_models (AppCasePlan *self)
{
  AppModelChoice *asked = app_model_controller_get_asked (self->bench);
  AppModelEntry  *now = app_model_choice_get_entry (asked);
  GListModel     *list = G_LIST_MODEL (app_model_controller_get_providers (self->bench));
  const char     *name = app_model_choice_get_model (asked);

  if (now != NULL)
    add_model (self, app_model_entry_get_id (now), name, app_model_choice_dup_title (asked), TRUE);
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
  add_model (self, NULL, APP_MODEL_SCRIPT_MODEL, g_strdup (_ ("Scripted model")),
             app_model_choice_is_script (asked));
}

static void
take_turn (AppCasePlan *self)
{
  g_autofree char *prompt = app_model_controller_dup_said (self->bench, self->turn);
  const char      *tool = app_case_draft_find_tool (self->records, self->turn);

  g_object_set (self->setup, "prompt", prompt, "tool", tool, NULL);
}

AppCasePlan *
app_case_plan_new (AppModelController *bench, guint turn, AppCaseSetup *setup)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (bench), NULL);
  g_return_val_if_fail (APP_IS_CASE_SETUP (setup), NULL);

  AppCasePlan *self = g_object_new (APP_TYPE_CASE_PLAN, NULL);
  self->bench = g_object_ref (bench);
  self->setup = g_object_ref (setup);
  self->terms.choices = app_case_setup_get_choices (self->setup);
  self->records = app_model_controller_dup_records (bench);
  self->turn = MIN (turn, self->records->len);
  add_models (self);
  if (self->turn < self->records->len)
    take_turn (self);
  mcp_signal_connect (self->setup, "notify", on_changed, self);
  mcp_signal_connect (app_model_controller_get_setup (bench), "notify", on_changed, self);
  read_prices_async (self, on_first_prices);
  on_changed (self);
  return self;
}

GListModel *
app_case_plan_get_models (AppCasePlan *self)
{
  g_return_val_if_fail (APP_IS_CASE_PLAN (self), NULL);
  return G_LIST_MODEL (self->models);
}

GListModel *
app_case_plan_get_lines (AppCasePlan *self)
{
  g_return_val_if_fail (APP_IS_CASE_PLAN (self), NULL);
  return G_LIST_MODEL (self->lines);
}

MCP_DEFINE_GETTER (AppCaseState, AppCasePlan, app_case_plan, state)
