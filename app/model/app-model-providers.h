/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelProviders: the providers of language models that the person added, a GListModel of
 * AppModelEntry in the file's order; none at first, so that nothing is sent to anybody. Their keys
 * are in the vault, under model:ENTRY/api-key, and in no file of ours. Main thread only; the file
 * is read and written in a worker.
 *
 * What servers return goes to the provider. A person agrees to that once for each provider and
 * server; a provider on this machine needs no consent. Where a provider moves to another address,
 * what was said of the old one does not count.
 *
 * AppModelEntry: one provider; immutable.
 */

#pragma once

#include "mcp-model-provider.h"
#include "store-secret-vault.h"

#define APP_TYPE_MODEL_ENTRY (app_model_entry_get_type ())
G_DECLARE_FINAL_TYPE (AppModelEntry, app_model_entry, APP, MODEL_ENTRY, GObject)

/** Returns: (transfer none): what it is called in commands */
const char *app_model_entry_get_id (AppModelEntry *self);
/** Returns: (transfer none) (nullable): %NULL where the file does not say what it should */
McpModelProvider *app_model_entry_get_provider (AppModelEntry *self);
/** Returns: (transfer none) (nullable): why there is no provider */
const GError *app_model_entry_get_error (AppModelEntry *self);
/** Returns: (transfer none) (nullable): the model that is asked where none is named */
const char *app_model_entry_get_model (AppModelEntry *self);
/** Whether it is on this machine. */
gboolean app_model_entry_is_local (AppModelEntry *self);
/** @server: the id of its profile, else its name. Whether what it returns may go there */
gboolean app_model_entry_has_consent (AppModelEntry *self, const char *server);

#define APP_TYPE_MODEL_PROVIDERS (app_model_providers_get_type ())
G_DECLARE_FINAL_TYPE (AppModelProviders, app_model_providers, APP, MODEL_PROVIDERS, GObject)

/** @path: (nullable): %NULL for the usual file. @vault: held. Nothing is read yet.
 * Returns: (transfer full) */
AppModelProviders *app_model_providers_new (const char *path, StoreSecretVault *vault);
/** Whether it follows changes from outside; %FALSE at first. */
void app_model_providers_set_watching (AppModelProviders *self, gboolean watching);

/** Allows keys to be kept where no keyring runs: until the program ends, or in a file that only the
 * user may read. */
void app_model_providers_allow_fallback (AppModelProviders *self, gboolean in_file);

/** Returns: (transfer none) (nullable) */
AppModelEntry *app_model_providers_find (AppModelProviders *self, const char *id);
/** Returns: (transfer none) (nullable): the one that is asked where none is named */
AppModelEntry *app_model_providers_get_default (AppModelProviders *self);
/** Whether a person chose the scripted model last, which has no entry. */
gboolean app_model_providers_is_script_chosen (AppModelProviders *self);
/** Returns: (transfer full): @id, or "@id-2" and so on while another entry has it */
char *app_model_providers_dup_free_id (AppModelProviders *self, const char *id);

/* Each of these ends with app_model_providers_finish(), and has read the file. */

void app_model_providers_load_async (AppModelProviders  *self,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
/** Adds it, or takes the place of the one of its id; its model and consent stay.
 * Errors: APP_ERROR_INVALID_INPUT: an id is made of letters, digits, "-", "_" and "." */
void app_model_providers_put_async (AppModelProviders  *self,
                                    McpModelProvider   *provider,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
/** Removes it and its key. APP_ERROR_NOT_FOUND */
void app_model_providers_remove_async (AppModelProviders  *self,
                                       const char         *id,
                                       GCancellable       *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer            user_data);
/** The model and the provider that are asked where none is named.
 * @id: APP_ERROR_NOT_FOUND; APP_MODEL_SCRIPT_ID leaves it what it is for commands, which name the
 * scripted model. @model: (nullable): %NULL leaves it */
void app_model_providers_set_default_async (AppModelProviders  *self,
                                            const char         *id,
                                            const char         *model,
                                            GCancellable       *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer            user_data);
/** Keeps that what @server returns may go to the provider. */
void app_model_providers_agree_async (AppModelProviders  *self,
                                      const char         *id,
                                      const char         *server,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
/** Errors: those of store-model-file.h, those of the vault, and as said above */
gboolean
app_model_providers_finish (AppModelProviders *self, GAsyncResult *result, GError **error);

/** @key: kept in the vault. Errors: those of the vault, and APP_ERROR_INVALID_INPUT where @id is
 * none;
 * @place: see it */
void     app_model_providers_store_key_async (AppModelProviders  *self,
                                              const char         *id,
                                              const char         *key,
                                              GCancellable       *cancellable,
                                              GAsyncReadyCallback callback,
                                              gpointer            user_data);
gboolean app_model_providers_store_key_finish (AppModelProviders *self,
                                               GAsyncResult      *result,
                                               StoreVaultPlace   *place,
                                               GError           **error);
void     app_model_providers_lookup_key_async (AppModelProviders  *self,
                                               const char         *id,
                                               GCancellable       *cancellable,
                                               GAsyncReadyCallback callback,
                                               gpointer            user_data);
/** Returns: (transfer full) (nullable): for store_secret_free(); %NULL without an error where there
 * is none */
char *app_model_providers_lookup_key_finish (AppModelProviders *self,
                                             GAsyncResult      *result,
                                             GError           **error);
