/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-choice.h"

#include <glib/gi18n.h>

#include "app-error.h"
#include "app-visible-text.h"
#include "mcp-object.h"

#define NAME_CHARACTERS 100u
/* Tokens of the scripted model a second: as fast as one reads, so that a person sees them come. */
#define SPEED 60u

struct _AppModelChoice
{
  GObject parent_instance;

  AppWorkspace      *workspace;
  AppModelProviders *providers;
  GCancellable      *cancellable;
  AppModelEntry     *entry;   /* (nullable) */
  char              *model;   /* (nullable) */
  char              *key;     /* (nullable) */
  McpModelClient    *client;  /* (nullable) */
  AppSession        *session; /* (nullable): the demo server's */
  gboolean           is_own;  /* @session is in no workspace */
  gboolean           is_beside;
  gboolean           is_script;
  gboolean           is_starting;
  guint              number; /* of the choice: what comes of one before does not count */
};

enum {
  CHANGED,
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AppModelChoice, app_model_choice, G_TYPE_OBJECT)

/* What comes of something that was begun for a choice. */
typedef struct
{
  AppModelChoice *self;
  guint           number;
} PendingRequest;

static PendingRequest *
pending_request_new (AppModelChoice *self)
{
  PendingRequest *pending_request = g_new (PendingRequest, 1);

  *pending_request = (PendingRequest){ g_object_ref (self), self->number };
  return pending_request;
}

/* Returns: whether it still counts */
static gboolean
pending_request_end (PendingRequest *pending_request)
{
  gboolean counts = pending_request->number == pending_request->self->number &&
                    !g_cancellable_is_cancelled (pending_request->self->cancellable);

  g_object_unref (pending_request->self);
  g_free (pending_request);
  return counts;
}

MCP_DEFINE_FINALIZE (AppModelChoice, app_model_choice)
{
  g_clear_object (&self->client);
  g_clear_object (&self->entry);
  g_clear_object (&self->session);
  g_clear_pointer (&self->key, store_secret_free);
  g_free (self->model);
  g_object_unref (self->providers);
  g_object_unref (self->cancellable);
  g_object_unref (self->workspace);
}

static void
app_model_choice_class_init (AppModelChoiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_model_choice_finalize;
  signals[CHANGED] = mcp_signal_new (klass, "changed", 0);
  signals[FAILED] = mcp_signal_new (klass, "failed", 1, G_TYPE_ERROR);
}

static void
app_model_choice_init (AppModelChoice *self)
{
  self->cancellable = g_cancellable_new ();
}

static void
tell (AppModelChoice *self)
{
  if (!g_cancellable_is_cancelled (self->cancellable))
    g_signal_emit (self, signals[CHANGED], 0);
}

/* @error: (transfer full) */
static void
fail (AppModelChoice *self, GError *error)
{
  if (!g_cancellable_is_cancelled (self->cancellable) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, signals[FAILED], 0, error);
  g_error_free (error);
}

static void
set_provider (AppModelChoice *self, McpModelProvider *provider)
{
  g_clear_object (&self->client);
  if (provider != NULL)
    self->client = mcp_model_client_new (provider, NULL);
  self->is_starting = FALSE;
  tell (self);
}

/* Begins another choice. */
static void
begin (AppModelChoice *self, AppModelEntry *entry, const char *model, gboolean is_script)
{
  g_autofree char *name = g_strdup (model);

  self->number++;
  g_clear_object (&self->client);
  g_set_object (&self->entry, entry);
  g_free (self->model);
  self->model = g_steal_pointer (&name);
  g_clear_pointer (&self->key, store_secret_free);
  self->is_script = is_script;
  self->is_starting = TRUE;
}

/* A provider of the list */

static void
on_key (GObject *source, GAsyncResult *result, gpointer user_data)
{
  PendingRequest *pending_request = user_data;
  g_autoptr (AppModelChoice) self = g_object_ref (pending_request->self);
  g_autoptr (GError) error = NULL;
  char *key = app_model_providers_lookup_key_finish (self->providers, result, &error);

  if (!pending_request_end (pending_request))
    {
      store_secret_free (key);
      return;
    }
  self->key = key;
  if (error != NULL)
    fail (self, g_steal_pointer (&error));
  set_provider (self, app_model_entry_get_provider (self->entry));
}

static void
ask_entry (AppModelChoice *self, AppModelEntry *entry, const char *model)
{
  McpModelProvider *provider = app_model_entry_get_provider (entry);

  begin (self, entry, model, FALSE);
  tell (self);
  if (provider == NULL)
    {
      self->is_starting = FALSE;
      tell (self);
      fail (self, g_error_copy (app_model_entry_get_error (entry)));
      return;
    }
  if (provider->key_place == MCP_MODEL_KEY_NONE)
    set_provider (self, provider);
  else
    app_model_providers_lookup_key_async (self->providers, app_model_entry_get_id (entry),
                                          self->cancellable, on_key, pending_request_new (self));
}

static void
on_remembered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelChoice) self = user_data;
  GError *error = NULL;

  if (!app_model_providers_finish (self->providers, result, &error))
    fail (self, error);
}

void
app_model_choice_choose (AppModelChoice *self,
                         const char     *entry,
                         const char     *model,
                         gboolean        remember)
{
  gboolean is_script = g_strcmp0 (entry, APP_MODEL_SCRIPT_ID) == 0;

  g_return_if_fail (APP_IS_MODEL_CHOICE (self));
  g_return_if_fail (entry != NULL && model != NULL);

  AppModelEntry *found = app_model_providers_find (self->providers, entry);
  if (is_script)
    app_model_choice_use_script (self);
  else if (found != NULL)
    ask_entry (self, found, model);
  else
    {
      fail (self, g_error_new (APP_ERROR, APP_ERROR_NOT_FOUND,
                               /* Translators: %s is what a provider is called in the list */
                               _ ("There is no provider “%s” in the list."), entry));
      return;
    }
  if (remember)
    app_model_providers_set_default_async (self->providers, entry, model, self->cancellable,
                                           on_remembered, g_object_ref (self));
}

/* An entry that was changed is another one. */
static void
on_providers_changed (AppModelChoice *self)
{
  if (self->entry == NULL)
    return;
  g_autoptr (AppModelEntry) before = g_object_ref (self->entry);
  AppModelEntry *now = app_model_providers_find (self->providers, app_model_entry_get_id (before));
  if (now == before)
    return;
  if (now != NULL)
    {
      g_autofree char *model = g_strdup (self->model);

      ask_entry (self, now, model);
      return;
    }
  begin (self, NULL, NULL, FALSE);
  set_provider (self, NULL);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelChoice) self = user_data;
  GError *error = NULL;

  if (!app_model_providers_finish (self->providers, result, &error))
    {
      fail (self, error);
      return;
    }
  app_model_providers_set_watching (self->providers, TRUE);
  AppModelEntry *entry = app_model_providers_get_default (self->providers);
  /* Somebody may have been chosen meanwhile. */
  if (self->number != 0)
    return;
  if (app_model_providers_is_script_chosen (self->providers))
    app_model_choice_use_script (self);
  else if (entry != NULL && app_model_entry_get_model (entry) != NULL)
    ask_entry (self, entry, app_model_entry_get_model (entry));
}

/* The scripted model */

static void
on_connected (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelChoice) self = user_data;
  GError *error = NULL;

  if (!app_session_connect_finish (APP_SESSION (source), result, &error))
    fail (self, error);
}

/* Returns: (transfer none) (nullable): the session that runs the same command already */
static AppSession *
find_session (AppModelChoice *self, StoreProfile *profile)
{
  const char *command = store_profile_get_endpoint (profile)->command;
  GListModel *list = G_LIST_MODEL (self->workspace);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (list, i);
      const StoreEndpoint *endpoint =
          store_profile_get_endpoint (app_session_get_profile (session));

      if (g_strcmp0 (endpoint->command, command) == 0 && endpoint->arguments[0] == NULL)
        return session;
    }
  return NULL;
}

/* What the script calls is of the demo server. */
static void
ensure_session (AppModelChoice *self, StoreProfile *profile)
{
  if (self->session == NULL)
    {
      AppSession *found = find_session (self, profile);

      self->is_own = found == NULL;
      self->session = found != NULL ? g_object_ref (found)
                                    : app_workspace_new_session (self->workspace, profile);
    }
  AppSessionState state = app_session_get_state (self->session);
  if (state == APP_SESSION_IDLE || state == APP_SESSION_FAILED || state == APP_SESSION_LOST)
    app_session_connect_async (self->session, self->cancellable, on_connected,
                               g_object_ref (self));
}

void
app_model_choice_use_script (AppModelChoice *self)
{
  g_return_if_fail (APP_IS_MODEL_CHOICE (self));

  begin (self, NULL, APP_MODEL_SCRIPT_MODEL, TRUE);
  /* Where that server is not installed, the model has no tools and still answers. */
  g_autoptr (StoreProfile) profile = app_workspace_dup_demo_profile (self->workspace);
  if (profile != NULL && !self->is_beside)
    ensure_session (self, profile);
  g_autoptr (McpModelProvider) provider = app_model_script_new_provider (SPEED);
  set_provider (self, provider);
}

/* Its life */

AppModelChoice *
app_model_choice_new (AppWorkspace *workspace)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  AppModelChoice *self = g_object_new (APP_TYPE_MODEL_CHOICE, NULL);
  self->workspace = g_object_ref (workspace);
  self->providers = app_model_providers_new (NULL, app_workspace_get_vault (workspace));
  mcp_signal_connect (self->providers, "items-changed", on_providers_changed, self);
  app_model_providers_load_async (self->providers, self->cancellable, on_loaded,
                                  g_object_ref (self));
  return self;
}

AppModelChoice *
app_model_choice_new_beside (AppModelChoice *other)
{
  g_return_val_if_fail (APP_IS_MODEL_CHOICE (other), NULL);

  AppModelChoice *self = g_object_new (APP_TYPE_MODEL_CHOICE, NULL);
  self->is_beside = TRUE;
  self->workspace = g_object_ref (other->workspace);
  self->providers = g_object_ref (other->providers);
  return self;
}

void
app_model_choice_close (AppModelChoice *self)
{
  g_return_if_fail (APP_IS_MODEL_CHOICE (self));

  g_cancellable_cancel (self->cancellable);
  if (!self->is_beside)
    app_model_providers_set_watching (self->providers, FALSE);
  if (self->session != NULL && self->is_own)
    app_session_disconnect_async (self->session, NULL, NULL, NULL);
  g_clear_object (&self->session);
}

MCP_DEFINE_GETTER (AppModelProviders *, AppModelChoice, app_model_choice, providers)
MCP_DEFINE_GETTER (AppModelEntry *, AppModelChoice, app_model_choice, entry)
MCP_DEFINE_GETTER (McpModelClient *, AppModelChoice, app_model_choice, client)
MCP_DEFINE_GETTER (const char *, AppModelChoice, app_model_choice, model)
MCP_DEFINE_GETTER (const char *, AppModelChoice, app_model_choice, key)
MCP_DEFINE_FLAG (AppModelChoice, app_model_choice, is_script)
MCP_DEFINE_FLAG (AppModelChoice, app_model_choice, is_starting)
MCP_DEFINE_GETTER (AppSession *, AppModelChoice, app_model_choice, session)

char *
app_model_choice_dup_title (AppModelChoice *self)
{
  g_autofree char *model = NULL;
  g_autofree char *title = NULL;

  g_return_val_if_fail (APP_IS_MODEL_CHOICE (self), NULL);

  if (self->is_script)
    return g_strdup (_ ("Scripted model"));
  if (self->entry == NULL)
    return g_strdup ("");
  McpModelProvider *provider = app_model_entry_get_provider (self->entry);
  model = app_visible_text_line (self->model, NAME_CHARACTERS);
  title = app_visible_text_line (provider != NULL && provider->title != NULL
                                     ? provider->title
                                     : app_model_entry_get_id (self->entry),
                                 NAME_CHARACTERS);
  return g_strdup_printf ("%s · %s", model, title);
}
