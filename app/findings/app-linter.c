/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-linter.h"

#include "app-session-private.h"
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

G_DEFINE_FINAL_TYPE (AppLinter, app_linter, G_TYPE_OBJECT)

/* What a worker needs; definitions are immutable. */
typedef struct
{
  GPtrArray *definitions;
  char      *instructions;
  char      *server;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_ptr_array_unref (job->definitions);
  g_free (job->instructions);
  g_free (job->server);
  g_free (job);
}

static void
look (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  g_task_return_pointer (task, app_lint_new (job->definitions, job->instructions, job->server),
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

static GPtrArray *
collect (AppSession *session)
{
  GPtrArray *definitions = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint kind = APP_LIST_TOOLS; kind <= APP_LIST_PROMPTS; kind++)
    {
      GListModel *list = app_session_get_list (session, (AppListKind)kind);

      for (guint i = 0; i < g_list_model_get_n_items (list); i++)
        g_ptr_array_add (definitions, g_list_model_get_item (list, i));
    }
  return definitions;
}

static gboolean
is_loading (AppSession *session)
{
  gboolean loading;

  g_object_get (session, "loading", &loading, NULL);
  return loading;
}

static void
update (AppLinter *self)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  if (!self->stale || self->running || self->settling != 0 || self->session == NULL ||
      is_loading (self->session))
    return;
  job = g_new0 (Job, 1);
  job->definitions = collect (self->session);
  job->instructions = g_strdup (app_session_get_instructions (self->session));
  job->server = g_strdup (app_session_get_name (self->session));
  if (job->definitions->len > APP_LINTER_MAX_UNASKED && !self->asked)
    {
      job_free (job);
      return;
    }
  self->stale = FALSE;
  self->running = TRUE;
  task = g_task_new (self, NULL, on_looked, NULL);
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

static void
app_linter_dispose (GObject *object)
{
  AppLinter *self = APP_LINTER (object);

  g_clear_handle_id (&self->settling, g_source_remove);
  g_clear_weak_pointer (&self->session);
  g_clear_object (&self->lint);
  G_OBJECT_CLASS (app_linter_parent_class)->dispose (object);
}

static void
app_linter_class_init (AppLinterClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_LINT] = { "lint", APP_TYPE_LINT, .offset = G_STRUCT_OFFSET (AppLinter, lint) },
  };

  object_class->dispose = app_linter_dispose;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_linter_init (AppLinter *self)
{
}

static AppLinter *
app_linter_new (AppSession *session)
{
  AppLinter *self = g_object_new (APP_TYPE_LINTER, NULL);

  g_set_weak_pointer (&self->session, session);
  for (guint kind = APP_LIST_TOOLS; kind <= APP_LIST_PROMPTS; kind++)
    g_signal_connect_object (app_session_get_list (session, (AppListKind)kind), "items-changed",
                             G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::instructions", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::loading", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  on_changed (self);
  return self;
}

AppLinter *
app_linter_of (AppSession *session)
{
  static GQuark quark;
  AppLinter    *self;

  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  if (quark == 0)
    quark = g_quark_from_static_string ("app-linter");
  self = g_object_get_qdata (G_OBJECT (session), quark);
  if (self == NULL)
    {
      self = app_linter_new (session);
      g_object_set_qdata_full (G_OBJECT (session), quark, self, g_object_unref);
    }
  return self;
}

AppLint *
app_linter_get_lint (AppLinter *self)
{
  g_return_val_if_fail (APP_IS_LINTER (self), NULL);
  return self->lint;
}

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

  McpClient     *client = app_session_get_client (session);
  McpServerInfo *info = client != NULL ? mcp_client_get_server_info (client) : NULL;

  if (info == NULL)
    return NULL;
  mcp_finding_add_all (&findings, mcp_server_info_get_findings (info), NULL);
  mcp_finding_add_all (&findings, session->icon_findings, NULL);
  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    {
      McpListing *listing = mcp_definition_list_get_listing (session->lists[i]);

      if (listing != NULL)
        mcp_finding_add_all (&findings, mcp_listing_get_findings (listing), NULL);
    }
  return findings;
}
