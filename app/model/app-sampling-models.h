/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSamplingModels: the models that can be asked in a person's place: the one of each provider
 * that the person added, and the scripted model that comes with this program. Nothing is read
 * before it is needed. Main thread only.
 *
 * A model is named by the id of its provider's entry, the scripted one by APP_MODEL_SCRIPT_ID.
 *
 * Signal
 *   changed: which there are
 */

#pragma once

#include "app-model-providers.h"
#include "app-price-list.h"
#include "app-sampling-model.h"
#include "app-workspace.h"

#define APP_TYPE_SAMPLING_MODELS (app_sampling_models_get_type ())
G_DECLARE_FINAL_TYPE (AppSamplingModels, app_sampling_models, APP, SAMPLING_MODELS, GObject)

/** @workspace: not held. Returns: (transfer full) */
AppSamplingModels *app_sampling_models_new (AppWorkspace *workspace);
/** Ends what it started; nothing comes of what was begun. */
void app_sampling_models_close (AppSamplingModels *self);

/** Returns: (transfer none): as far as they are read */
AppModelProviders *app_sampling_models_get_providers (AppSamplingModels *self);
/** Whether the person added any that can be asked. */
gboolean app_sampling_models_has_provider (AppSamplingModels *self);
/** Returns: (transfer full): ids, the scripted model at the end */
GStrv app_sampling_models_dup_ids (AppSamplingModels *self);
/** Returns: (transfer none): who is asked where nobody says: the first whose name has a
 * hint of the server's in it, else the person's own, else the first; the scripted one only where
 * there is no other */
const char *app_sampling_models_choose (AppSamplingModels *self, McpSamplingRequest *request);
/** Returns: (transfer full): "gpt-6 · OpenAI", "Scripted Model"; "" for an id that is none */
char *app_sampling_models_dup_title (AppSamplingModels *self, const char *id);
/** Returns: (transfer full): what a button says: "Let gpt-6 Draft" */
char *app_sampling_models_dup_label (AppSamplingModels *self, const char *id);
/** Returns: (transfer full) (nullable): what has to be agreed to before this model is told what the
 * server says; %NULL where nothing has */
char *
app_sampling_models_dup_consent (AppSamplingModels *self, const char *id, AppSession *session);
/** Ends with app_model_providers_finish(). */
void app_sampling_models_agree_async (AppSamplingModels  *self,
                                      const char         *id,
                                      AppSession         *session,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);

/** Reads which there are where nobody did yet; "changed" tells. */
void app_sampling_models_look (AppSamplingModels *self);
/** Reads which there are, and what they cost. */
void     app_sampling_models_load_async (AppSamplingModels  *self,
                                         GCancellable       *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
gboolean app_sampling_models_load_finish (AppSamplingModels *self,
                                          GAsyncResult      *result,
                                          GError           **error);
/** Makes one of them ready, with its key. */
void app_sampling_models_open_async (AppSamplingModels  *self,
                                     const char         *id,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
/** Returns: (transfer full) (nullable): %NULL with an error */
AppSamplingModel *
app_sampling_models_open_finish (AppSamplingModels *self, GAsyncResult *result, GError **error);

/** Whether it is known what it costs; the scripted one costs nothing. */
gboolean app_sampling_models_is_priced (AppSamplingModels *self, const char *id);
/** What @turn cost. */
AppCost
app_sampling_models_get_cost (AppSamplingModels *self, const char *id, McpModelTurn *turn);
