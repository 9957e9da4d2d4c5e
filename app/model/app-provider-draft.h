/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppProviderDraft: a provider of language models that a person is adding or editing: a copy that
 * nobody else sees, the key that was typed, and what the provider answers when it is tried. Saving
 * puts the key into the vault and the rest into the list. Main thread only.
 *
 * Properties (all notify; texts are never %NULL)
 *   title, base, model (string, writable): as they are typed: what it is called, its URL, and what
 *     is asked where no model is named
 *   context (string, writable): tokens that go into a request: a number, or "" where it is not
 *     known
 *   key (string, writable): "" leaves the one that is kept
 *   models (GListModel of AppModelOffer): what the provider offered when it was asked last, empty
 *     before
 *   busy (boolean): it is being asked, or saved
 */

#pragma once

#include "app-model-providers.h"
#include "app-problem.h"

#define APP_TYPE_PROVIDER_DRAFT (app_provider_draft_get_type ())
G_DECLARE_FINAL_TYPE (AppProviderDraft, app_provider_draft, APP, PROVIDER_DRAFT, GObject)

/** Returns: (transfer full) (nullable): what a new entry can begin as, for a person: "OpenAI";
 * %NULL behind the last. @index: from 0 */
char *app_provider_draft_dup_template (guint index);

/** @index: of the template. Returns: (transfer full) */
AppProviderDraft *app_provider_draft_new (AppModelProviders *providers, guint index);
/** @entry: one that says what it should. Returns: (transfer full) */
AppProviderDraft *app_provider_draft_new_for_entry (AppModelProviders *providers,
                                                    AppModelEntry     *entry);

/** Looks for servers of models on this machine, which nobody else hears of. Cancelling it is its
 * only failure. */
void app_provider_draft_search_async (AppModelProviders  *providers,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
/** Returns: (transfer full) (nullable) (element-type AppProviderDraft): one for each, with its
 * models; those that are in the list are left out */
GPtrArray *app_provider_draft_search_finish (AppModelProviders *providers,
                                             GAsyncResult      *result,
                                             GError           **error);

/** Returns: (transfer none) (nullable): the entry's id; %NULL before a new one is saved */
const char *app_provider_draft_get_id (AppProviderDraft *self);
/** Returns: (transfer none) */
const char *app_provider_draft_get_title (AppProviderDraft *self);
/** Returns: (transfer none) */
const char *app_provider_draft_get_base (AppProviderDraft *self);
/** Whether it may want a key. */
gboolean app_provider_draft_has_key (AppProviderDraft *self);
/** Returns: (transfer none) (nullable): the variable that people keep this provider's key in, where
 * this program was started with it */
const char *app_provider_draft_get_variable (AppProviderDraft *self);
/** Returns: (transfer none): for models; of AppModelOffer */
GListModel *app_provider_draft_get_models (AppProviderDraft *self);

/** Whether it can be saved as it is. @error: INVALID_TARGET: the address is none */
gboolean app_provider_draft_check (AppProviderDraft *self, GError **error);

/** Asks which models there are; they are what models has then. */
void app_provider_draft_list_async (AppProviderDraft   *self,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
/** The same, and has the model say a word. */
void app_provider_draft_try_async (AppProviderDraft   *self,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
/** For both.
 * @problem: (out) (transfer full) (nullable): why not; none where it was cancelled
 * Returns: (transfer full) (nullable): one translated line: what came of it */
char *app_provider_draft_try_finish (AppProviderDraft *self,
                                     GAsyncResult     *result,
                                     AppProblem      **problem);

/** Errors: as app_provider_draft_check(); STORE_ERROR_NO_KEYRING, see
 * app_model_providers_allow_fallback(); those of the vault and the list */
void     app_provider_draft_save_async (AppProviderDraft   *self,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
gboolean app_provider_draft_save_finish (AppProviderDraft *self,
                                         GAsyncResult     *result,
                                         GError          **error);
/** Whether @error says that the key cannot be kept because no keyring runs. */
gboolean app_provider_draft_is_keyring_error (const GError *error);
