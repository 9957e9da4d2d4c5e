/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-provider-draft.h"

#include "app-model-check.h"
#include "app-model-offer.h"
#include "app-visible-text.h"
#include "mcp-async.h"
#include "mcp-json-document.h"
#include "mcp-model-catalogue.h"
#include "mcp-model-dialect.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "store-error.h"

#include <glib/gi18n-lib.h>

#define MAX_NAME 80

struct _AppProviderDraft
{
  GObject parent_instance;

  AppModelProviders *providers;
  McpModelProvider  *origin; /* the template, or what is kept: what nobody edits here */
  gboolean           is_new;
  char              *title;
  char              *base;
  char              *model;
  char              *context; /* a number */
  char              *key;
  GListModel        *models;
  gboolean           busy;
};

enum {
  PROP_0,
  PROP_TITLE,
  PROP_BASE,
  PROP_MODEL,
  PROP_CONTEXT,
  PROP_KEY,
  PROP_MODELS,
  PROP_BUSY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppProviderDraft, app_provider_draft, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppProviderDraft, app_provider_draft)
{
  g_clear_object (&self->providers);
  g_clear_pointer (&self->origin, mcp_model_provider_unref);
  g_free (self->title);
  g_free (self->base);
  g_free (self->model);
  g_free (self->context);
  store_secret_free (self->key);
  g_clear_object (&self->models);
}

static void
set_key (AppProviderDraft *self, const char *key)
{
  store_secret_free (self->key);
  self->key = g_strdup (key);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KEY]);
}

#define FIELD(name, field)                                                    \
  {                                                                           \
    name, G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppProviderDraft, field), \
                         .flags = G_PARAM_WRITABLE                            \
  }

MCP_DEFINE_CLASS (AppProviderDraft, app_provider_draft)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_TITLE] = FIELD ("title", title),
    [PROP_BASE] = FIELD ("base", base),
    [PROP_MODEL] = FIELD ("model", model),
    [PROP_CONTEXT] = FIELD ("context", context),
    [PROP_KEY] = { "key", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppProviderDraft, key),
                   .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_key) },
    [PROP_MODELS] = { "models", G_TYPE_LIST_MODEL,
                      .offset = G_STRUCT_OFFSET (AppProviderDraft, models) },
    [PROP_BUSY] = { "busy", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (AppProviderDraft, busy) },
  };

  object_class->finalize = app_provider_draft_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_provider_draft_init (AppProviderDraft *self)
{
  self->model = g_strdup ("");
  self->key = g_strdup ("");
  self->models = app_model_offer_list_new (NULL);
}

static void
set_busy (AppProviderDraft *self, gboolean busy)
{
  if (self->busy == busy)
    return;
  self->busy = busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void
take_models (AppProviderDraft *self, GPtrArray *models)
{
  g_object_unref (self->models);
  self->models = app_model_offer_list_new (models);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODELS]);
}

char *
app_provider_draft_dup_template (guint index)
{
  g_autoptr (McpModelProvider) provider = mcp_model_provider_new_template (index);

  return provider != NULL ? g_strdup (provider->title) : NULL;
}

/* @origin: (transfer full) */
static AppProviderDraft *
create (AppModelProviders *providers, McpModelProvider *origin)
{
  AppProviderDraft *self = g_object_new (APP_TYPE_PROVIDER_DRAFT, NULL);

  self->providers = g_object_ref (providers);
  self->origin = origin;
  self->title = g_strdup (origin->title);
  self->base = g_strdup (origin->base);
  self->context = origin->context > 0
                      ? g_strdup_printf ("%" G_GINT64_FORMAT, origin->context)
                      : g_strdup ("");
  return self;
}

AppProviderDraft *
app_provider_draft_new (AppModelProviders *providers, guint index)
{
  McpModelProvider *origin = mcp_model_provider_new_template (index);

  g_return_val_if_fail (APP_IS_MODEL_PROVIDERS (providers), NULL);
  g_return_val_if_fail (origin != NULL, NULL);

  AppProviderDraft *self = create (providers, origin);
  self->is_new = TRUE;
  return self;
}

AppProviderDraft *
app_provider_draft_new_for_entry (AppModelProviders *providers, AppModelEntry *entry)
{
  AppProviderDraft *self;

  g_return_val_if_fail (APP_IS_MODEL_PROVIDERS (providers), NULL);
  g_return_val_if_fail (app_model_entry_get_provider (entry) != NULL, NULL);

  self = create (providers, mcp_model_provider_ref (app_model_entry_get_provider (entry)));
  if (app_model_entry_get_model (entry) != NULL)
    g_object_set (self, "model", app_model_entry_get_model (entry), NULL);
  return self;
}

/* Looking around */

static gboolean
is_listed (AppModelProviders *providers, const char *base)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (providers));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppModelEntry) entry = g_list_model_get_item (G_LIST_MODEL (providers), i);
      McpModelProvider *provider = app_model_entry_get_provider (entry);

      if (provider != NULL && g_str_equal (provider->base, base))
        return TRUE;
    }
  return FALSE;
}

static void
on_searched (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppModelProviders *providers = g_task_get_source_object (task);
  GError            *error = NULL;
  g_autoptr (GPtrArray) found = app_model_search_finish (result, &error);

  if (found == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  GPtrArray *drafts = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < found->len; i++)
    {
      const AppModelFound *each = found->pdata[i];

      if (is_listed (providers, each->provider->base))
        continue;
      AppProviderDraft *draft = create (providers, mcp_model_provider_ref (each->provider));
      draft->is_new = TRUE;
      take_models (draft, each->models);
      g_ptr_array_add (drafts, draft);
    }
  g_task_return_pointer (task, drafts, (GDestroyNotify)g_ptr_array_unref);
}

void
app_provider_draft_search_async (AppModelProviders  *providers,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_return_if_fail (APP_IS_MODEL_PROVIDERS (providers));
  app_model_search_async (cancellable, on_searched,
                          g_task_new (providers, cancellable, callback, user_data));
}

MCP_DEFINE_FINISH_POINTER (app_provider_draft_search_finish, AppModelProviders, GPtrArray)

/* What is written */

const char *
app_provider_draft_get_id (AppProviderDraft *self)
{
  g_return_val_if_fail (APP_IS_PROVIDER_DRAFT (self), NULL);
  return self->is_new ? NULL : self->origin->id;
}

MCP_DEFINE_GETTER (const char *, AppProviderDraft, app_provider_draft, title)
MCP_DEFINE_GETTER (const char *, AppProviderDraft, app_provider_draft, base)

gboolean
app_provider_draft_has_key (AppProviderDraft *self)
{
  g_return_val_if_fail (APP_IS_PROVIDER_DRAFT (self), FALSE);
  return self->origin->key_place != MCP_MODEL_KEY_NONE;
}

const char *
app_provider_draft_get_variable (AppProviderDraft *self)
{
  g_return_val_if_fail (APP_IS_PROVIDER_DRAFT (self), NULL);

  const char *value = self->origin->variable != NULL ? g_getenv (self->origin->variable) : NULL;
  return value != NULL && *value != '\0' ? self->origin->variable : NULL;
}

MCP_DEFINE_GETTER (GListModel *, AppProviderDraft, app_provider_draft, models)

/* Returns: (transfer full) (nullable): without what is typed around it by accident; %NULL for
 * nothing */
static char *
dup_typed (const char *text)
{
  char *typed = g_strstrip (g_strdup (text != NULL ? text : ""));

  if (*typed == '\0')
    g_clear_pointer (&typed, g_free);
  return typed;
}

/* What it comes to. Returns: (transfer full) (nullable) */
static McpModelProvider *
dup_provider (AppProviderDraft *self, GError **error)
{
  g_autofree char *title = dup_typed (self->title);
  g_autofree char *base = dup_typed (self->base);
  g_autofree char *id =
      self->is_new ? app_model_providers_dup_free_id (self->providers, self->origin->id)
                   : g_strdup (self->origin->id);
  g_autoptr (McpModelProvider) provider =
      mcp_model_provider_new (id, self->origin->dialect, base != NULL ? base : "");

  g_free (provider->title);
  provider->title = g_strdup (title != NULL ? title : self->origin->title);
  provider->key_place = self->origin->key_place;
  g_strfreev (provider->headers);
  provider->headers = g_strdupv (self->origin->headers);
  provider->switches = self->origin->switches;
  provider->context = MAX (g_ascii_strtoll (self->context, NULL, 10), 0);
  provider->max_tokens = self->origin->max_tokens;
  provider->variable = g_strdup (self->origin->variable);
  /* The file's own reader says what is wrong with it. */
  g_autofree char *json = mcp_model_provider_to_json (provider);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, error);
  return document != NULL
             ? mcp_model_provider_new_from_json (mcp_json_document_get_root (document), error)
             : NULL;
}

gboolean
app_provider_draft_check (AppProviderDraft *self, GError **error)
{
  g_return_val_if_fail (APP_IS_PROVIDER_DRAFT (self), FALSE);

  g_autoptr (McpModelProvider) provider = dup_provider (self, error);
  return provider != NULL;
}

/* Trying it */

typedef struct
{
  McpModelProvider *provider;
  gboolean          ask;
  AppProblem       *problem; /* (nullable) */
} Trial;

static void
trial_free (gpointer data)
{
  Trial *trial = data;

  mcp_model_provider_unref (trial->provider);
  g_clear_object (&trial->problem);
  g_free (trial);
}

/* @line: (transfer full) (nullable): %NULL with @error */
static void
end_trial (GTask *task, char *line, McpModelFailure *failure, GError *error)
{
  g_autoptr (McpModelFailure) owned_failure = failure;
  g_autoptr (GError) owned_error = error;
  Trial *trial = g_task_get_task_data (task);

  set_busy (g_task_get_source_object (task), FALSE);
  if (line == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    trial->problem = app_model_check_create_problem (failure, error);
  g_task_return_pointer (task, line, g_free);
}

static char *
dup_count (GPtrArray *models)
{
  guint n = models != NULL ? models->len : 0;

  return n > 0 ? g_strdup_printf (ngettext ("It offers %u model.", "It offers %u models.", n), n)
               : g_strdup (_ ("It offers no models."));
}

static void
on_checked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  McpModelFailure *failure = NULL;
  GError          *error = NULL;
  g_autoptr (AppModelCheck) check = app_model_check_finish (result, &failure, &error);
  char *line = NULL;

  if (check != NULL)
    {
      g_autofree char *model = app_visible_text_line (check->model, MAX_NAME);
      g_autofree char *elapsed = app_visible_text_duration (check->elapsed);

      take_models (g_task_get_source_object (task), check->models);
      /* Translators: of a language model: its name, and how long it took */
      line = g_strdup_printf (_ ("It works: %s answered in %s."), model, elapsed);
    }
  end_trial (task, line, failure, error);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  McpModelFailure *failure = NULL;
  GError          *error = NULL;
  g_autoptr (GPtrArray) models = mcp_model_catalogue_list_finish (MCP_MODEL_CATALOGUE (source),
                                                                  result, &failure, &error);

  if (models != NULL)
    take_models (g_task_get_source_object (task), models);
  end_trial (task, models != NULL ? dup_count (models) : NULL, failure, error);
}

static void
go_on (GTask *task, const char *key)
{
  AppProviderDraft *self = g_task_get_source_object (task);
  GCancellable     *cancellable = g_task_get_cancellable (task);
  Trial            *trial = g_task_get_task_data (task);

  if (trial->ask)
    {
      g_autofree char *model = dup_typed (self->model);

      app_model_check_async (trial->provider, key, model,
                             cancellable, on_checked, g_object_ref (task));
      return;
    }
  g_autoptr (McpModelCatalogue) catalogue = mcp_model_catalogue_new (trial->provider, NULL);
  mcp_model_catalogue_list_async (catalogue, key, cancellable, on_listed, g_object_ref (task));
}

static void
on_key_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  char   *key =
      app_model_providers_lookup_key_finish (APP_MODEL_PROVIDERS (source), result, &error);

  if (error != NULL)
    end_trial (task, NULL, NULL, error);
  else
    go_on (task, key);
  store_secret_free (key);
}

static void
begin_trial (AppProviderDraft *self, gboolean ask, GTask *started)
{
  g_autoptr (GTask) task = started;
  char   *key = dup_typed (self->key);
  Trial  *trial = g_new0 (Trial, 1);
  GError *error = NULL;

  trial->ask = ask;
  trial->provider = dup_provider (self, &error);
  if (trial->provider == NULL)
    trial->provider = mcp_model_provider_ref (self->origin);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, trial, trial_free);
  set_busy (self, TRUE);
  if (error != NULL)
    end_trial (task, NULL, NULL, error);
  else if (key != NULL || self->is_new)
    go_on (task, key);
  else
    app_model_providers_lookup_key_async (self->providers, self->origin->id,
                                          g_task_get_cancellable (task), on_key_found,
                                          g_object_ref (task));
  store_secret_free (key);
}

void
app_provider_draft_list_async (AppProviderDraft   *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_return_if_fail (APP_IS_PROVIDER_DRAFT (self));
  begin_trial (self, FALSE, g_task_new (self, cancellable, callback, user_data));
}

void
app_provider_draft_try_async (AppProviderDraft   *self,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_return_if_fail (APP_IS_PROVIDER_DRAFT (self));
  begin_trial (self, TRUE, g_task_new (self, cancellable, callback, user_data));
}

char *
app_provider_draft_try_finish (AppProviderDraft *self, GAsyncResult *result, AppProblem **problem)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  Trial *trial = g_task_get_task_data (G_TASK (result));
  *problem = g_steal_pointer (&trial->problem);
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

/* Saving: the key first, since an entry without the one that was given would be half of one. */

static void
on_saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppProviderDraft *self = g_task_get_source_object (task);
  GError           *error = NULL;

  app_model_providers_finish (APP_MODEL_PROVIDERS (source), result, &error);
  set_busy (self, FALSE);
  mcp_async_return (task, error);
}

static void
on_put (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppProviderDraft  *self = g_task_get_source_object (task);
  AppModelProviders *providers = APP_MODEL_PROVIDERS (source);
  McpModelProvider  *provider = g_task_get_task_data (task);
  g_autofree char   *model = dup_typed (self->model);
  GError            *error = NULL;

  if (!app_model_providers_finish (providers, result, &error))
    {
      set_busy (self, FALSE);
      g_task_return_error (task, error);
      return;
    }
  mcp_model_provider_unref (self->origin);
  self->origin = mcp_model_provider_ref (provider);
  self->is_new = FALSE;
  /* What was written down last is what one is about to ask. */
  app_model_providers_set_default_async (providers, provider->id, model,
                                         g_task_get_cancellable (task), on_saved,
                                         g_object_ref (task));
}

static void
put (GTask *task)
{
  AppProviderDraft *self = g_task_get_source_object (task);

  app_model_providers_put_async (self->providers, g_task_get_task_data (task),
                                 g_task_get_cancellable (task), on_put, g_object_ref (task));
}

static void
on_key_stored (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (app_model_providers_store_key_finish (APP_MODEL_PROVIDERS (source), result, NULL, &error))
    put (task);
  else
    {
      set_busy (g_task_get_source_object (task), FALSE);
      g_task_return_error (task, error);
    }
}

void
app_provider_draft_save_async (AppProviderDraft   *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  char   *key;
  GError *error = NULL;

  g_return_if_fail (APP_IS_PROVIDER_DRAFT (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  McpModelProvider *provider = dup_provider (self, &error);
  if (provider == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_set_task_data (task, provider, (GDestroyNotify)mcp_model_provider_unref);
  set_busy (self, TRUE);
  key = dup_typed (self->key);
  if (key != NULL)
    app_model_providers_store_key_async (self->providers, provider->id, key, cancellable,
                                         on_key_stored, g_object_ref (task));
  else
    put (task);
  store_secret_free (key);
}

MCP_DEFINE_FINISH (app_provider_draft_save_finish, AppProviderDraft)

gboolean
app_provider_draft_is_keyring_error (const GError *error)
{
  return g_error_matches (error, STORE_ERROR, STORE_ERROR_NO_KEYRING);
}
