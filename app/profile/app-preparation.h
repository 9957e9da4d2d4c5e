/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPreparation: a profile with everything that it only refers to: secrets from the vault, the
 * program as a shell would find it, headers with the credentials among them, the options of the
 * network, and variables of the environment where the profile came from another application. What
 * was fetched is known to the redactor before anything else happens with it. Immutable; reference
 * counted.
 */

#pragma once

#include "app-redactor.h"
#include "mcp-http-options.h"
#include "store-profile.h"
#include "store-secret-vault.h"

typedef struct _AppPreparation AppPreparation;

AppPreparation *app_preparation_ref (AppPreparation *self);
void            app_preparation_unref (AppPreparation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppPreparation, app_preparation_unref)

/**
 * All arguments are held until the end.
 * finish returns: (transfer full) (nullable): %NULL with MCP_ERROR (no such program, no command, no
 * URL, options that cannot be), APP_ERROR_SECRET, or APP_ERROR_UNCONFIRMED: nothing is taken from
 * the environment for what was never confirmed
 */
void            app_preparation_run_async (StoreProfile       *profile,
                                           StoreSecretVault   *vault,
                                           AppRedactor        *redactor,
                                           GCancellable       *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer            user_data);
AppPreparation *app_preparation_run_finish (GAsyncResult *result, GError **error);

/** Returns: (transfer none): a copy of the profile: the person may edit it meanwhile */
StoreProfile *app_preparation_get_profile (AppPreparation *self);
/** Returns: (transfer none): that knows what was fetched */
AppRedactor *app_preparation_get_redactor (AppPreparation *self);
/** Returns: (transfer none): "Name: value", Authorization included; never %NULL */
const char *const *app_preparation_get_headers (AppPreparation *self);
/** Returns: (transfer none): never %NULL; its socket path is that of an http+unix address */
McpHttpOptions *app_preparation_get_options (AppPreparation *self);
/** Returns: (transfer none) (nullable): the URL of HTTP requests; of an http+unix address the one
 * that goes through the socket; %NULL for a program */
const char *app_preparation_get_url (AppPreparation *self);
/** What the vault has of the profile's secrets. Returns: (transfer none) (nullable) (element-type
 * utf8 utf8): reference → secret; %NULL where the profile refers to none */
GHashTable *app_preparation_get_secrets (AppPreparation *self);
/** Returns: (transfer none) (nullable): the program's path; %NULL for servers on the network */
const char *app_preparation_get_program (AppPreparation *self);
/** Returns: (transfer none): "NAME=VALUE"; never %NULL */
const char *const *app_preparation_get_environment (AppPreparation *self);
/** What an imported or pasted profile refers to and our environment does not have: names of
 * variables, and IDs of what another application would ask for. They stay as they are.
 * Returns: (transfer none) (element-type utf8): never %NULL */
GPtrArray *app_preparation_get_missing (AppPreparation *self);
/** The profile's program takes over this process, its streams and our environment among others; it
 * only comes back with an error. */
void app_preparation_become (AppPreparation *self, GError **error);
