/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-sampling-models.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-model-script.h"
#include "app-error.h"
#include "app-model-consent.h"
#include "app-visible-text.h"
#include "mcp-object.h"

#define NAME_CHARACTERS 60u
/* Tokens of the scripted model a second: as fast as one reads. */
#define SPEED 60u

struct _AppSamplingModels
{
  GObject parent_instance;

  AppModelProviders *providers;
  McpModelProvider  *script;
  AppPriceList      *prices; /* (nullable): once they are read */
  GCancellable      *closed;
  gboolean           is_looked_at;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (AppSamplingModels, app_sampling_models, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppSamplingModels, app_sampling_models)
{
  g_clear_object (&self->providers);
  mcp_model_provider_unref (self->script);
  g_clear_object (&self->closed);
  g_clear_pointer (&self->prices, app_price_list_unref);
}

static void
app_sampling_models_class_init (AppSamplingModelsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_sampling_models_finalize;
  changed_signal = mcp_signal_new (klass, "changed", 0);
}

static void
app_sampling_models_init (AppSamplingModels *self)
{
  self->closed = g_cancellable_new ();
  self->script = app_model_script_new_provider (SPEED);
}

static void
tell (AppSamplingModels *self)
{
  g_signal_emit (self, changed_signal, 0);
}

AppSamplingModels *
app_sampling_models_new (AppWorkspace *workspace)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  AppSamplingModels *self = g_object_new (APP_TYPE_SAMPLING_MODELS, NULL);
  self->providers = app_model_providers_new (NULL, app_workspace_get_vault (workspace));
  mcp_signal_connect (self->providers, "items-changed", tell, self);
  return self;
}

void
app_sampling_models_close (AppSamplingModels *self)
{
  g_return_if_fail (APP_IS_SAMPLING_MODELS (self));

  g_cancellable_cancel (self->closed);
  app_model_providers_set_watching (self->providers, FALSE);
}

MCP_DEFINE_GETTER (AppModelProviders *, AppSamplingModels, app_sampling_models, providers)

/* Which there are */

static gboolean
is_script (const char *id)
{
  return g_strcmp0 (id, APP_MODEL_SCRIPT_ID) == 0;
}

/* One without a model has nobody who could be asked. */
static gboolean
can_be_asked (AppModelEntry *entry)
{
  return app_model_entry_get_provider (entry) != NULL && app_model_entry_get_model (entry) != NULL;
}

/* Returns: (transfer full) (element-type AppModelEntry) */
static GPtrArray *
list_entries (AppSamplingModels *self)
{
  GListModel *list = G_LIST_MODEL (self->providers);
  GPtrArray  *entries = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppModelEntry) entry = g_list_model_get_item (list, i);

      if (can_be_asked (entry))
        g_ptr_array_add (entries, g_steal_pointer (&entry));
    }
  return entries;
}

gboolean
app_sampling_models_has_provider (AppSamplingModels *self)
{
  g_return_val_if_fail (APP_IS_SAMPLING_MODELS (self), FALSE);

  g_autoptr (GPtrArray) entries = list_entries (self);
  return entries->len > 0;
}

GStrv
app_sampling_models_dup_ids (AppSamplingModels *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_return_val_if_fail (APP_IS_SAMPLING_MODELS (self), NULL);

  g_autoptr (GPtrArray) entries = list_entries (self);
  for (guint i = 0; i < entries->len; i++)
    g_strv_builder_add (builder, app_model_entry_get_id (entries->pdata[i]));
  g_strv_builder_add (builder, APP_MODEL_SCRIPT_ID);
  return g_strv_builder_end (builder);
}

static AppModelEntry *
find_hinted (GPtrArray *entries, McpSamplingRequest *request)
{
  for (guint i = 0; request->model_hints != NULL && request->model_hints[i] != NULL; i++)
    for (guint k = 0; k < entries->len; k++)
      {
        g_autofree char *hint = g_utf8_casefold (request->model_hints[i], -1);
        g_autofree char *name =
            g_utf8_casefold (app_model_entry_get_model (entries->pdata[k]), -1);

        if (*hint != '\0' && strstr (name, hint) != NULL)
          return entries->pdata[k];
      }
  return NULL;
}

const char *
app_sampling_models_choose (AppSamplingModels *self, McpSamplingRequest *request)
{
  g_return_val_if_fail (APP_IS_SAMPLING_MODELS (self), NULL);
  g_return_val_if_fail (request != NULL, NULL);

  g_autoptr (GPtrArray) entries = list_entries (self);
  AppModelEntry *chosen = find_hinted (entries, request);
  if (chosen == NULL)
    chosen = app_model_providers_get_default (self->providers);
  if ((chosen == NULL || !can_be_asked (chosen)) && entries->len > 0)
    chosen = entries->pdata[0];
  /* The list holds it. */
  if (chosen != NULL && can_be_asked (chosen))
    return app_model_entry_get_id (chosen);
  return APP_MODEL_SCRIPT_ID;
}

static char *
dup_model (AppModelEntry *entry)
{
  return app_visible_text_line (app_model_entry_get_model (entry), NAME_CHARACTERS);
}

char *
app_sampling_models_dup_title (AppSamplingModels *self, const char *id)
{
  g_autofree char *title = NULL;

  g_return_val_if_fail (APP_IS_SAMPLING_MODELS (self), NULL);

  if (is_script (id))
    return g_strdup (_ ("Scripted Model"));
  AppModelEntry *entry = app_model_providers_find (self->providers, id);
  if (entry == NULL || !can_be_asked (entry))
    return g_strdup ("");
  g_autofree char *model = dup_model (entry);
  title = app_visible_text_line (app_model_entry_get_provider (entry)->title, NAME_CHARACTERS);
  return g_strdup_printf ("%s · %s", model, title);
}

char *
app_sampling_models_dup_label (AppSamplingModels *self, const char *id)
{
  g_return_val_if_fail (APP_IS_SAMPLING_MODELS (self), NULL);

  AppModelEntry *entry = app_model_providers_find (self->providers, id);
  if (entry == NULL || !can_be_asked (entry))
    return g_strdup (_ ("Draft with Scripted Model"));
  g_autofree char *model = dup_model (entry);
  /* Translators: a button; %s is the name of a language model, which then writes a response */
  return g_strdup_printf (_ ("Draft with %s"), model);
}

/* Consent */

char *
app_sampling_models_dup_consent (AppSamplingModels *self, const char *id, AppSession *session)
{
  g_return_val_if_fail (APP_IS_SAMPLING_MODELS (self), NULL);
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  AppModelEntry *entry = app_model_providers_find (self->providers, id);
  if (entry == NULL ||
      app_model_entry_has_consent (entry, app_model_consent_get_server (session)))
    return NULL;
  return app_model_consent_dup_text (entry, session, TRUE);
}

void
app_sampling_models_agree_async (AppSamplingModels  *self,
                                 const char         *id,
                                 AppSession         *session,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_return_if_fail (APP_IS_SAMPLING_MODELS (self));
  g_return_if_fail (APP_IS_SESSION (session));

  app_model_providers_agree_async (self->providers, id, app_model_consent_get_server (session),
                                   cancellable, callback, user_data);
}

/* Reading */

static void
read_prices (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  AppPriceList *prices = app_price_list_read (NULL, &error);

  if (prices == NULL)
    g_warning ("Prices of models: %s", error->message);
  g_task_return_pointer (task, prices, (GDestroyNotify)app_price_list_unref);
}

static void
on_prices (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppSamplingModels *self = g_task_get_source_object (task);

  g_clear_pointer (&self->prices, app_price_list_unref);
  self->prices = g_task_propagate_pointer (G_TASK (result), NULL);
  tell (self);
  g_task_return_boolean (task, TRUE);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppSamplingModels *self = g_task_get_source_object (task);
  GError            *error = NULL;

  if (!app_model_providers_finish (self->providers, result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (!g_cancellable_is_cancelled (self->closed))
    app_model_providers_set_watching (self->providers, TRUE);
  /* A worker may be the last to hold its task: the models are not its to let go. */
  g_autoptr (GTask) reading = g_task_new (NULL, NULL, on_prices, g_steal_pointer (&task));
  g_task_run_in_thread (reading, read_prices);
}

void
app_sampling_models_load_async (AppSamplingModels  *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_return_if_fail (APP_IS_SAMPLING_MODELS (self));

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_sampling_models_load_async);
  self->is_looked_at = TRUE;
  app_model_providers_load_async (self->providers, cancellable, on_loaded, task);
}

void
app_sampling_models_look (AppSamplingModels *self)
{
  g_return_if_fail (APP_IS_SAMPLING_MODELS (self));

  if (!self->is_looked_at)
    app_sampling_models_load_async (self, self->closed, NULL, NULL);
}

MCP_DEFINE_FINISH (app_sampling_models_load_finish, AppSamplingModels)

/* Making one ready */

/* @key: (nullable) */
static void
end_open (GTask *task, McpModelProvider *provider, const char *model, const char *key)
{
  g_autoptr (McpModelClient) client = mcp_model_client_new (provider, NULL);

  g_task_return_pointer (task, app_sampling_model_new (client, model, key), g_object_unref);
}

static void
on_key (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppModelEntry     *entry = g_task_get_task_data (task);
  AppModelProviders *providers = APP_MODEL_PROVIDERS (source);
  GError            *error = NULL;
  char              *key = app_model_providers_lookup_key_finish (providers, result, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    end_open (task, app_model_entry_get_provider (entry), app_model_entry_get_model (entry), key);
  store_secret_free (key);
}

void
app_sampling_models_open_async (AppSamplingModels  *self,
                                const char         *id,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_return_if_fail (APP_IS_SAMPLING_MODELS (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_sampling_models_open_async);
  AppModelEntry *entry = app_model_providers_find (self->providers, id);
  if (is_script (id))
    end_open (task, self->script, APP_MODEL_SCRIPT_MODEL, NULL);
  else if (entry != NULL && can_be_asked (entry))
    {
      g_task_set_task_data (task, g_object_ref (entry), g_object_unref);
      app_model_providers_lookup_key_async (self->providers, id, cancellable, on_key,
                                            g_object_ref (task));
    }
  else
    g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_FOUND, "%s",
                             _ ("There is no model that could draft. Add a provider in Model "
                                "Providers, and choose its model."));
}

MCP_DEFINE_FINISH_POINTER (app_sampling_models_open_finish, AppSamplingModels, AppSamplingModel)

/* Money */

gboolean
app_sampling_models_is_priced (AppSamplingModels *self, const char *id)
{
  g_return_val_if_fail (APP_IS_SAMPLING_MODELS (self), FALSE);

  if (is_script (id))
    return TRUE;
  AppModelEntry *entry = app_model_providers_find (self->providers, id);
  return entry != NULL && self->prices != NULL && can_be_asked (entry) &&
         app_price_list_has (self->prices, id, app_model_entry_get_model (entry));
}

AppCost
app_sampling_models_get_cost (AppSamplingModels *self, const char *id, McpModelTurn *turn)
{
  AppCost cost = APP_COST_NONE;

  g_return_val_if_fail (APP_IS_SAMPLING_MODELS (self), cost);

  if (turn != NULL && !is_script (id))
    app_price_list_add_turn (self->prices, id, turn, &cost);
  return cost;
}
