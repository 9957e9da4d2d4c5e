/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-linter.h"

#include <glib/gi18n-lib.h>

#include "app-catalogue.h"
#include "app-icons.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppLinter
{
  GObject parent_instance;

  AppSession *session; /* weak */
  AppLint    *lint;    /* (nullable) */
  gboolean    asked;
  gboolean    running; /* a worker is at it */
  gboolean    stale;   /* the lists are not those that were looked at last */
  guint       settling;
};

enum {
  PROP_LINT = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

APP_DEFINE_SESSION_FEATURE (AppLinter, app_linter)
MCP_DEFINE_INIT (AppLinter, app_linter)

/* What a worker needs; definitions are immutable. */
typedef struct
{
  GPtrArray *definitions;
  GPtrArray *lists;
  char      *instructions;
  char      *server;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_ptr_array_unref (job->definitions);
  g_ptr_array_unref (job->lists);
  g_free (job->instructions);
  g_free (job->server);
  g_free (job);
}

static void
look (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  g_task_return_pointer (
      task, app_lint_new (job->definitions, job->lists, job->instructions, job->server),
      g_object_unref);
}

static void update (AppLinter *self);

static void
on_looked (GObject *object, GAsyncResult *result, gpointer data)
{
  AppLinter *self = APP_LINTER (object);

  g_clear_object (&self->lint);
  self->lint = g_task_propagate_pointer (G_TASK (result), NULL);
  self->running = FALSE;
  update (self);
  g_object_notify_by_pspec (object, properties[PROP_LINT]);
}

static AppCatalogue *
get_catalogue (AppSession *session)
{
  return app_session_get_feature (session, APP_TYPE_CATALOGUE);
}

static GPtrArray *
collect (AppSession *session)
{
  GPtrArray *definitions = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint kind = 0; kind < MCP_N_DEFINITION_KINDS; kind++)
    {
      GListModel *list = app_catalogue_get_list (get_catalogue (session), kind);

      for (guint i = 0; i < g_list_model_get_n_items (list); i++)
        g_ptr_array_add (definitions, g_list_model_get_item (list, i));
    }
  return definitions;
}

/* @error: (nullable): %NULL where the server does not know the method. Templates share their
 * capability with resources; a server may have none of them. */
static AppLintFinding *
report_error (McpDefinitionKind kind, const GError *error)
{
  const char      *method = mcp_definition_kind_get_list_method (kind);
  g_autofree char *text = NULL;

  if (error != NULL)
    {
      /* Translators: a method, then why it failed */
      text = g_strdup_printf (_ ("%s failed: %s"), method, error->message);
      return app_lint_finding_new (APP_LINT_LIST_FAILED, MCP_FINDING_ERROR, NULL, NULL, text);
    }
  /* Translators: a capability such as "resources", then a method */
  text = g_strdup_printf (_ ("The server declares “%s”, but does not know %s."),
                          mcp_definition_kind_get_capability (kind), method);
  return app_lint_finding_new (APP_LINT_LIST_UNKNOWN,
                               kind == MCP_DEFINITION_RESOURCE_TEMPLATE ? MCP_FINDING_NOTE
                                                                        : MCP_FINDING_WARNING,
                               NULL, NULL, text);
}

GPtrArray *
app_linter_find_in_lists (AppSession *session)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint kind = 0; kind < MCP_N_DEFINITION_KINDS; kind++)
    {
      AppCatalogue *catalogue = get_catalogue (session);
      AppProblem   *problem = app_catalogue_get_problem (catalogue, kind);
      const GError *error = problem != NULL ? app_problem_get_error (problem) : NULL;
      McpListing   *listing = app_catalogue_get_listing (catalogue, kind);
      GPtrArray    *findings = listing != NULL ? listing->findings : NULL;

      if (!app_catalogue_offers (catalogue, kind))
        continue;
      if (error != NULL || app_catalogue_is_unknown (catalogue, kind))
        g_ptr_array_add (found, report_error (kind, error));
      for (guint i = 0; error == NULL && findings != NULL && i < findings->len; i++)
        g_ptr_array_add (
            found,
            mcp_listing_failed_by (findings->pdata[i])
                ? app_lint_finding_new (APP_LINT_LIST_FAILED, MCP_FINDING_ERROR, NULL, NULL,
                                        mcp_finding_get_text (findings->pdata[i]))
                : app_lint_finding_new_read (findings->pdata[i], NULL));
    }
  return found;
}

static void
update (AppLinter *self)
{
  if (!self->stale || self->running || self->settling != 0 || self->session == NULL ||
      app_catalogue_is_loading (get_catalogue (self->session)))
    return;
  McpServerInfo *server = app_session_get_server (self->session);
  Job           *job = g_new0 (Job, 1);
  job->definitions = collect (self->session);
  job->lists = app_linter_find_in_lists (self->session);
  job->instructions = server != NULL ? g_strdup (mcp_server_info_get_instructions (server)) : NULL;
  job->server = g_strdup (app_session_get_name (self->session));
  if (job->definitions->len > APP_LINTER_MAX_UNASKED && !self->asked)
    {
      job_free (job);
      return;
    }
  self->stale = FALSE;
  self->running = TRUE;
  g_autoptr (GTask) task = g_task_new (self, NULL, on_looked, NULL);
  g_task_set_source_tag (task, update);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, look);
}

static gboolean
on_settled (gpointer data)
{
  AppLinter *self = data;

  self->settling = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (AppLinter *self)
{
  self->stale = TRUE;
  g_clear_handle_id (&self->settling, g_source_remove);
  self->settling = g_timeout_add (APP_LINTER_SETTLE_MS, on_settled, self);
}

MCP_DEFINE_DISPOSE (AppLinter, app_linter)
{
  g_clear_handle_id (&self->settling, g_source_remove);
  g_clear_weak_pointer (&self->session);
  g_clear_object (&self->lint);
}

MCP_DEFINE_CLASS (AppLinter, app_linter)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_LINT] = { "lint", APP_TYPE_LINT, .offset = G_STRUCT_OFFSET (AppLinter, lint) },
  };

  object_class->dispose = app_linter_dispose;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_linter_attach (AppSessionFeature *feature, AppSession *session)
{
  AppLinter    *self = APP_LINTER (feature);
  AppCatalogue *catalogue = get_catalogue (session);

  g_set_weak_pointer (&self->session, session);
  for (guint kind = 0; kind < MCP_N_DEFINITION_KINDS; kind++)
    mcp_signal_connect (app_catalogue_get_list (catalogue, kind), "items-changed", on_changed,
                        self);
  /* A list that fails has the same items as before. */
  for (guint kind = 0; kind < MCP_N_DEFINITION_KINDS; kind++)
    mcp_signal_connect (app_catalogue_get_list (catalogue, kind), "reloaded", on_changed, self);
  mcp_signal_connect (session, "notify::server", on_changed, self);
  mcp_signal_connect (catalogue, "notify::loading", update, self);
}

static void
app_linter_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_linter_attach;
}

MCP_DEFINE_GETTER (AppLint *, AppLinter, app_linter, lint)

void
app_linter_ask (AppLinter *self)
{
  g_return_if_fail (APP_IS_LINTER (self));

  self->asked = TRUE;
  update (self);
}

GPtrArray *
app_findings_of_server (AppSession *session)
{
  GPtrArray *findings = NULL;

  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  AppIcons      *icons = app_session_get_feature (session, APP_TYPE_ICONS);
  McpServerInfo *server = app_session_get_server (session);
  if (server == NULL || app_session_get_client (session) == NULL)
    return NULL;
  mcp_finding_add_all (&findings, mcp_server_info_get_findings (server), NULL);
  if (icons != NULL)
    mcp_finding_add_all (&findings, app_icons_get_findings (icons), NULL);
  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    {
      McpListing *listing = app_catalogue_get_listing (get_catalogue (session), i);

      if (listing != NULL)
        mcp_finding_add_all (&findings, listing->findings, NULL);
    }
  return findings;
}
