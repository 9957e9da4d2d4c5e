/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreSecretVault: where secret values live. The keyring (the Secret Service, by libsecret) is the
 * place; where none runs the vault says so, and keeps secrets elsewhere only after the person
 * allowed it: in memory until the program ends, or in a file that only the user may read.
 *
 * A secret is known by its reference, "server/field" (store_profile_dup_secret_reference()).
 * Items have the schema io.github.spyglass_mcp.Spyglass.Secret with the attributes server (up to
 * the first slash) and field (the rest).
 * A lookup asks the keyring, then what this process keeps in memory, then the fallback file where
 * one exists. Main thread only; nothing here blocks, and an unlock prompt may keep an operation
 * waiting until the person answers or @cancellable fires.
 */

#pragma once

#include <gio/gio.h>

typedef enum {
  STORE_VAULT_UNKNOWN,     /* nothing was stored yet: a lookup alone cannot tell */
  STORE_VAULT_AVAILABLE,   /* the keyring keeps what it is given */
  STORE_VAULT_UNAVAILABLE, /* see "reason" */
} StoreVaultState;

typedef enum {
  STORE_VAULT_FALLBACK_NONE,   /* without a keyring, storing fails: STORE_ERROR_NO_KEYRING */
  STORE_VAULT_FALLBACK_MEMORY, /* until the program ends */
  STORE_VAULT_FALLBACK_FILE,   /* unencrypted, mode 0600 */
} StoreVaultFallback;

/** Where a secret was put. */
typedef enum {
  STORE_VAULT_PLACE_KEYRING,
  STORE_VAULT_PLACE_MEMORY,
  STORE_VAULT_PLACE_FILE,
} StoreVaultPlace;

#define STORE_TYPE_SECRET_VAULT (store_secret_vault_get_type ())
G_DECLARE_FINAL_TYPE (StoreSecretVault, store_secret_vault, STORE, SECRET_VAULT, GObject)

/** @fallback_path: (nullable): %NULL for $XDG_DATA_HOME/spyglass/secrets.json */
StoreSecretVault *store_secret_vault_new (const char *fallback_path);

StoreVaultState store_secret_vault_get_state (StoreSecretVault *self);
/** For a person, while unavailable. Returns: (transfer none) (nullable) */
const char *store_secret_vault_get_reason (StoreSecretVault *self);
/** What the person allowed; NONE at first. */
StoreVaultFallback store_secret_vault_get_fallback (StoreSecretVault *self);
void               store_secret_vault_set_fallback (StoreSecretVault  *self,
                                                    StoreVaultFallback allowed);

/** Finds out whether a keyring works by storing a value and taking it away again. The answer is the
 * state; finish fails only when cancelled. */
void     store_secret_vault_probe_async (StoreSecretVault   *self,
                                         GCancellable       *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
gboolean store_secret_vault_probe_finish (StoreSecretVault *self,
                                          GAsyncResult     *result,
                                          GError          **error);
/** The same for whoever cannot do without a keyring: that there is none is
 * %STORE_ERROR_NO_KEYRING. */
gboolean store_secret_vault_require_finish (StoreSecretVault *self,
                                            GAsyncResult     *result,
                                            GError          **error);

/** Looks several up at once. finish returns: (transfer full) (element-type utf8 utf8): reference →
 * secret, of those that any place has; secrets are wiped when the table goes. Fails only when
 * cancelled. */
void        store_secret_vault_lookup_many_async (StoreSecretVault   *self,
                                                  const char *const  *references,
                                                  GCancellable       *cancellable,
                                                  GAsyncReadyCallback callback,
                                                  gpointer            user_data);
GHashTable *store_secret_vault_lookup_many_finish (StoreSecretVault *self,
                                                   GAsyncResult     *result,
                                                   GError          **error);

/** @label: what the keyring's own program shows, e.g. "API_KEY of Everything"
 * @place: (out) (optional): where it went */
void     store_secret_vault_store_async (StoreSecretVault   *self,
                                         const char         *reference,
                                         const char         *label,
                                         const char         *secret,
                                         GCancellable       *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
gboolean store_secret_vault_store_finish (StoreSecretVault *self,
                                          GAsyncResult     *result,
                                          StoreVaultPlace  *place,
                                          GError          **error);

/** Takes the secret away from every place. Having had none is no error. */
void     store_secret_vault_clear_async (StoreSecretVault   *self,
                                         const char         *reference,
                                         GCancellable       *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
gboolean store_secret_vault_clear_finish (StoreSecretVault *self,
                                          GAsyncResult     *result,
                                          GError          **error);

/** Wipes and frees. @secret: (nullable) */
void store_secret_free (char *secret);
