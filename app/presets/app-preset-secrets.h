/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPresetSecrets: the texts of the secrets among one server's pre-configured inputs and pinned
 * arguments. They are fetched from the vault when a call needs them, held while the session lives,
 * and known to its redactor. What is typed holds at once; the vault is given it when the person
 * pauses.
 *
 * Property (notifies): problem (string, nullable): why the vault did not keep what was set, for a
 * person.
 */

#pragma once

#include "app-redactor.h"
#include "store-secret-vault.h"

/* A person who types does not want each letter kept. */
#define APP_PRESET_SECRETS_PAUSE_MS 600

#define APP_TYPE_PRESET_SECRETS (app_preset_secrets_get_type ())
G_DECLARE_FINAL_TYPE (AppPresetSecrets, app_preset_secrets, APP, PRESET_SECRETS, GObject)

/** All are held. Returns: (transfer full) */
AppPresetSecrets *app_preset_secrets_new (StoreSecretVault *vault, AppRedactor *redactor);

/** Returns: (transfer none) (nullable): the text; %NULL where it was not fetched or is not there */
const char *app_preset_secrets_lookup (AppPresetSecrets *self, const char *reference);
/** Whether everything that @profile refers to was looked for. */
gboolean app_preset_secrets_is_loaded (AppPresetSecrets *self, StoreProfile *profile);
/** Looks for what was not looked for yet. What is not there is no error: it is not set. */
void     app_preset_secrets_load_async (AppPresetSecrets   *self,
                                        StoreProfile       *profile,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
gboolean app_preset_secrets_load_finish (AppPresetSecrets *self,
                                         GAsyncResult     *result,
                                         GError          **error);

/** @label: what the keyring's own program shows. @text: (nullable): %NULL takes it away */
void app_preset_secrets_set (AppPresetSecrets *self,
                             const char       *reference,
                             const char       *label,
                             const char       *text);
/** Returns: (transfer none) (nullable) */
const char *app_preset_secrets_get_problem (AppPresetSecrets *self);
