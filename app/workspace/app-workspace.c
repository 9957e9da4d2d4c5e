/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-workspace.h"

#include <glib/gi18n-lib.h>

#include "app-approvals.h"
#include "app-argument-memory.h"
#include "app-auth-debugger.h"
#include "app-authorization.h"
#include "app-call-references.h"
#include "app-catalogue.h"
#include "app-change-list.h"
#include "app-completer.h"
#include "app-connection.h"
#include "app-console.h"
#include "app-drafts.h"
#include "app-icons.h"
#include "app-inbox.h"
#include "app-linter.h"
#include "app-object-cache.h"
#include "app-past-calls.h"
#include "app-reconnector.h"
#include "app-recorder.h"
#include "app-required-page.h"
#include "app-rerunner.h"
#include "app-server-logging.h"
#include "app-server-objects.h"
#include "app-session-memory.h"
#include "app-session-presets.h"
#include "app-storage.h"
#include "app-subscription-list.h"
#include "app-task-list.h"
#include "app-tool-names.h"
#include "app-watcher.h"
#include "spyglass-config.h"
#include "mcp-array-list.h"
#include "mcp-object.h"
#include "mcp-property.h"

#define DEMO_PROGRAM "spyglass-demo"
/* What is recorded within it is written together. */
#define RECORDING_DELAY_MS 500

/* The features of a session, in the order in which they are asked: an argument is resolved before
 * what is set for the server is put beside it, and what is listed is there before it is looked at.
 */
static const struct
{
  GType (*get_type) (void);
  gboolean only_window; /* the command line does without it */
} features[] = {
  { app_console_get_type, FALSE },
  { app_connection_get_type, FALSE },
  { app_reconnector_get_type, TRUE },
  { app_watcher_get_type, TRUE },
  { app_server_logging_get_type, FALSE },
  { app_change_list_get_type, FALSE },
  { app_catalogue_get_type, FALSE },
  { app_approvals_get_type, FALSE },
  { app_tool_names_get_type, FALSE },
  { app_icons_get_type, TRUE },
  { app_subscription_list_get_type, FALSE },
  { app_server_objects_get_type, FALSE },
  { app_call_references_get_type, FALSE },
  { app_session_presets_get_type, FALSE },
  { app_completions_get_type, TRUE },
  { app_drafts_get_type, TRUE },
  { app_rerunner_get_type, TRUE },
  { app_argument_memory_get_type, TRUE },
  { app_task_list_get_type, FALSE },
  { app_required_pages_get_type, TRUE },
  { app_session_memory_get_type, TRUE },
  { app_linter_get_type, TRUE },
  { app_auth_debugger_get_type, FALSE },
};

struct _AppWorkspace
{
  GObject parent_instance;

  AppSettings      *settings;
  StoreProfileList *book;
  StoreSecretVault *vault;
  StoreSignInList  *sign_ins;
  AppLog           *log;
  AppObjects       *objects;      /* (nullable): of the window */
  AppRecorder      *recorder;     /* (nullable): of the window */
  AppObjectCache   *object_cache; /* (nullable): of the window */
  AppStorage       *storage;      /* (nullable): of the window */
  AppPastCalls     *past;         /* (nullable): of the window */
  AppInbox         *inbox;
  GPtrArray        *sessions; /* in the book's order */
  gboolean          of_commands;
  gboolean          is_private;
  GPtrArray        *others; /* of AppSession, not or no longer in the book; weakly held */
};

enum {
  PROP_PRIVATE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (AppWorkspace,
                               app_workspace,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppWorkspace, sessions, APP_TYPE_SESSION))

static void
forget_other (gpointer data, GObject *session)
{
  AppWorkspace *self = data;

  g_ptr_array_remove_fast (self->others, session);
}

MCP_DEFINE_DISPOSE (AppWorkspace, app_workspace)
{
  if (self->book != NULL)
    g_signal_handlers_disconnect_by_data (self->book, self);
  for (guint i = 0; i < self->others->len; i++)
    g_object_weak_unref (self->others->pdata[i], forget_other, self);
  g_ptr_array_set_size (self->others, 0);
  g_ptr_array_set_size (self->sessions, 0);
  g_clear_object (&self->inbox);
  if (self->recorder != NULL)
    app_recorder_end (self->recorder);
  g_clear_object (&self->recorder);
  g_clear_object (&self->storage);
  g_clear_object (&self->past);
  g_clear_object (&self->object_cache);
  g_clear_object (&self->objects);
  g_clear_object (&self->log);
  g_clear_object (&self->sign_ins);
  g_clear_object (&self->vault);
  g_clear_object (&self->book);
  g_clear_object (&self->settings);
}

MCP_DEFINE_FINALIZE (AppWorkspace, app_workspace)
{
  g_ptr_array_unref (self->sessions);
  g_ptr_array_unref (self->others);
}

static void
pass_privacy_on (gpointer session, gpointer self)
{
  StoreProfileList *kept = APP_WORKSPACE (self)->is_private ? NULL : APP_WORKSPACE (self)->book;

  app_approvals_keep_sent (app_session_get_feature (session, APP_TYPE_APPROVALS), kept);
  app_connection_remember_in (app_session_get_feature (session, APP_TYPE_CONNECTION), kept);
  app_tool_names_remember_in (app_session_get_feature (session, APP_TYPE_TOOL_NAMES), kept);
}

static void
set_private (AppWorkspace *self, gboolean is_private)
{
  self->is_private = !!is_private;
  g_ptr_array_foreach (self->sessions, pass_privacy_on, self);
  g_ptr_array_foreach (self->others, pass_privacy_on, self);
  if (self->recorder != NULL)
    g_object_set (self->recorder, "private", self->is_private, NULL);
  if (self->object_cache != NULL)
    app_object_cache_set_private (self->object_cache, self->is_private);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PRIVATE]);
}

MCP_DEFINE_CLASS (AppWorkspace, app_workspace)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_PRIVATE] = { "private", G_TYPE_BOOLEAN,
                       .offset = G_STRUCT_OFFSET (AppWorkspace, is_private),
                       .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_private) },
  };

  object_class->dispose = app_workspace_dispose;
  object_class->finalize = app_workspace_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_workspace_init (AppWorkspace *self)
{
  self->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  self->others = g_ptr_array_new ();
}

/* @book: (nullable) */
static AppSession *
create_session (AppWorkspace *self, StoreProfile *profile, StoreProfileList *book)
{
  AppSession *session = app_session_new (profile, self->settings, self->vault, book);
  g_autoptr (AppAuthorization) authorization = app_authorization_new (self->sign_ins);

  app_session_add_feature (session, APP_SESSION_FEATURE (authorization));
  app_session_add_feature (session, APP_SESSION_FEATURE (self->log));
  app_session_add_feature (session, APP_SESSION_FEATURE (self->inbox));
  if (self->object_cache != NULL)
    app_session_add_feature (session, APP_SESSION_FEATURE (self->object_cache));
  if (self->recorder != NULL)
    app_session_add_feature (session, APP_SESSION_FEATURE (self->recorder));
  if (self->past != NULL)
    app_session_add_feature (session, APP_SESSION_FEATURE (self->past));
  for (guint i = 0; i < G_N_ELEMENTS (features); i++)
    {
      if (self->of_commands && features[i].only_window)
        continue;
      g_autoptr (AppSessionFeature) feature = g_object_new (features[i].get_type (), NULL);
      app_session_add_feature (session, feature);
    }
  pass_privacy_on (session, self);
  return session;
}

static void
add_other (AppWorkspace *self, AppSession *session)
{
  g_object_weak_ref (G_OBJECT (session), forget_other, self);
  g_ptr_array_add (self->others, session);
}

/* A session whose profile is gone ends in good order; until then, closing waits for it. */
static void
retire (AppWorkspace *self, AppSession *session)
{
  add_other (self, session);
  app_session_disconnect_async (session, NULL, NULL, NULL);
}

static AppSession *
take_session (GPtrArray *sessions, StoreProfile *profile)
{
  for (guint i = 0; i < sessions->len; i++)
    if (app_session_get_profile (sessions->pdata[i]) == profile)
      return g_ptr_array_steal_index (sessions, i);
  return NULL;
}

/* The book removes and adds an item where it moves one; the session must not notice. */
static void
on_book_changed (GListModel *book, guint position, guint removed, guint added, AppWorkspace *self)
{
  guint n = g_list_model_get_n_items (book);
  guint before = self->sessions->len;

  g_assert (APP_IS_WORKSPACE (self));

  g_autoptr (GPtrArray) old = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < removed; i++)
    g_ptr_array_add (old, g_object_ref (self->sessions->pdata[position + i]));
  if (removed > 0)
    g_ptr_array_remove_range (self->sessions, position, removed);
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (StoreProfile) profile = g_list_model_get_item (book, position + i);
      AppSession *session = take_session (old, profile);

      if (session == NULL)
        session = create_session (self, profile, self->book);
      g_ptr_array_insert (self->sessions, position + i, session);
    }
  g_assert (self->sessions->len == n && before - removed + added == n);
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
  for (guint i = 0; i < old->len; i++)
    retire (self, old->pdata[i]);
}

/* @objects: (nullable). @of_commands: without what a window has */
static AppWorkspace *
create (AppSettings      *settings,
        StoreProfileList *book,
        StoreSecretVault *vault,
        AppObjects       *objects,
        gboolean          of_commands)
{
  AppWorkspace    *self = g_object_new (APP_TYPE_WORKSPACE, NULL);
  guint            n = g_list_model_get_n_items (G_LIST_MODEL (book));
  g_autofree char *folder = g_path_get_dirname (store_profile_list_get_path (book));

  self->of_commands = of_commands;
  if (!of_commands)
    {
      self->object_cache = app_object_cache_new (objects);
      self->storage = app_storage_new (self->object_cache, objects, vault);
    }
  if (objects != NULL)
    {
      self->objects = g_object_ref (objects);
      self->recorder = app_recorder_new (objects, RECORDING_DELAY_MS);
    }
  if (objects != NULL && self->object_cache != NULL)
    self->past = app_past_calls_new (objects, self->object_cache);
  self->settings = g_object_ref (settings);
  self->book = g_object_ref (book);
  self->vault = g_object_ref (vault);
  self->sign_ins = store_sign_in_list_new (NULL);
  store_sign_in_list_set_watching (self->sign_ins, !of_commands);
  self->log = app_log_new (settings);
  self->inbox = app_inbox_new (folder);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (StoreProfile) profile = g_list_model_get_item (G_LIST_MODEL (book), i);

      g_ptr_array_add (self->sessions, create_session (self, profile, self->book));
    }
  g_signal_connect (book, "items-changed", G_CALLBACK (on_book_changed), self);
  return self;
}

AppWorkspace *
app_workspace_new (AppSettings      *settings,
                   StoreProfileList *book,
                   StoreSecretVault *vault,
                   AppObjects       *objects)
{
  return create (settings, book, vault, objects, FALSE);
}

AppWorkspace *
app_workspace_new_for_commands (AppSettings      *settings,
                                StoreProfileList *book,
                                StoreSecretVault *vault)
{
  return create (settings, book, vault, NULL, TRUE);
}

MCP_DEFINE_GETTER (AppSettings *, AppWorkspace, app_workspace, settings)
MCP_DEFINE_GETTER (StoreProfileList *, AppWorkspace, app_workspace, book)
MCP_DEFINE_GETTER (StoreSecretVault *, AppWorkspace, app_workspace, vault)
MCP_DEFINE_GETTER (StoreSignInList *, AppWorkspace, app_workspace, sign_ins)
MCP_DEFINE_GETTER (AppLog *, AppWorkspace, app_workspace, log)
MCP_DEFINE_GETTER (AppObjectCache *, AppWorkspace, app_workspace, object_cache)
MCP_DEFINE_GETTER (AppObjects *, AppWorkspace, app_workspace, objects)
MCP_DEFINE_GETTER (AppStorage *, AppWorkspace, app_workspace, storage)
MCP_DEFINE_GETTER (AppRecorder *, AppWorkspace, app_workspace, recorder)
MCP_DEFINE_GETTER (AppInbox *, AppWorkspace, app_workspace, inbox)

/* @profile: (nullable) */
static AppSession *
find_session (AppWorkspace *self, StoreProfile *profile)
{
  for (guint i = 0; profile != NULL && i < self->sessions->len; i++)
    if (app_session_get_profile (self->sessions->pdata[i]) == profile)
      return self->sessions->pdata[i];
  return NULL;
}

AppSession *
app_workspace_find_id (AppWorkspace *self, const char *id)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (self), NULL);
  return find_session (self, store_profile_list_find (self->book, id));
}

AppSession *
app_workspace_new_session (AppWorkspace *self, StoreProfile *profile)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (STORE_IS_PROFILE (profile), NULL);

  AppSession *session = create_session (self, profile, NULL);
  add_other (self, session);
  return session;
}

/* Beside this program (installed, or in the build folder), else where it was to be installed. */
static char *
find_demo (void)
{
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = own != NULL ? g_path_get_dirname (own) : NULL;
  const char      *below[] = { DEMO_PROGRAM, "../app/demo/" DEMO_PROGRAM, "../demo/" DEMO_PROGRAM,
                               "../../app/demo/" DEMO_PROGRAM };

  for (guint i = 0; folder != NULL && i < G_N_ELEMENTS (below); i++)
    {
      g_autofree char *file = g_build_filename (folder, below[i], NULL);

      if (g_file_test (file, G_FILE_TEST_IS_EXECUTABLE))
        return g_canonicalize_filename (file, NULL);
    }
  g_autofree char *installed = g_build_filename (SPYGLASS_BIN_DIR, DEMO_PROGRAM, NULL);
  if (g_file_test (installed, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&installed);
  return g_find_program_in_path (DEMO_PROGRAM);
}

StoreProfile *
app_workspace_dup_demo_profile (AppWorkspace *self)
{
  g_autofree char *program = find_demo ();

  g_return_val_if_fail (APP_IS_WORKSPACE (self), NULL);

  if (program == NULL)
    return NULL;
  StoreProfile *profile = store_profile_new (_ ("Demo"));
  g_object_set (profile, "command", program, NULL);
  return profile;
}

static void
on_session_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  guint *left = g_task_get_task_data (task);

  app_session_disconnect_finish (APP_SESSION (source), result, NULL);
  if (--*left == 0)
    g_task_return_boolean (task, TRUE);
}

void
app_workspace_close_async (AppWorkspace       *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  guint *left = g_new0 (guint, 1);

  g_return_if_fail (APP_IS_WORKSPACE (self));

  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, app_workspace_close_async);
  g_task_set_task_data (task, left, g_free);
  g_autoptr (GPtrArray) sessions = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->sessions->len; i++)
    g_ptr_array_add (sessions, g_object_ref (self->sessions->pdata[i]));
  for (guint i = 0; i < self->others->len; i++)
    g_ptr_array_add (sessions, g_object_ref (self->others->pdata[i]));
  *left = sessions->len;
  if (sessions->len == 0)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  for (guint i = 0; i < sessions->len; i++)
    {
      AppDrafts         *drafts = app_session_get_feature (sessions->pdata[i], APP_TYPE_DRAFTS);
      AppArgumentMemory *memory =
          app_session_get_feature (sessions->pdata[i], APP_TYPE_ARGUMENT_MEMORY);

      if (drafts != NULL)
        app_drafts_flush (drafts);
      if (memory != NULL)
        app_argument_memory_flush (memory);
    }
  for (guint i = 0; i < sessions->len; i++)
    app_session_disconnect_async (sessions->pdata[i], cancellable, on_session_closed,
                                  g_object_ref (task));
}

MCP_DEFINE_FINISH (app_workspace_close_finish, AppWorkspace)
