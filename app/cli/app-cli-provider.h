/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliProvider: which model the command line means, and what it takes to ask it: one of the
 * providers that the person added, with its key from the keyring, or a kind of API with a key from
 * the environment.
 */

#pragma once

#include "app-cli.h"
#include "app-model-providers.h"
#include "mcp-model-failure.h"

G_BEGIN_DECLS

typedef struct
{
  McpModelProvider  *provider;
  char              *model; /* (nullable) */
  char              *key;   /* (nullable) */
  AppModelProviders *list;  /* those that were added */
  AppModelEntry     *entry; /* (nullable): where it is one of them */
} AppCliProvider;

/** The list of providers, read. Returns: (transfer full) (nullable) */
AppModelProviders *app_cli_provider_read_list (AppCli *cli, GError **error);
/** A kind of API or of server as the command line describes it; it is called @id.
 * @kind: of --provider. Returns: (transfer full) (nullable): %NULL where there is no such kind */
McpModelProvider *
app_cli_provider_create (const AppCliModel *model, const char *kind, const char *id);
/** Turns on what --switch names; all that is wrong there has been told. */
AppCliStatus
app_cli_provider_set_switches (const AppCliInvocation *invocation, McpModelProvider *provider);
/** What --provider may be beside what is in the list. Returns: (transfer full) */
char *app_cli_provider_dup_kinds (void);
/** Whether models are asked there over HTTP. @is_local: (out) (optional): on this machine */
gboolean app_cli_provider_is_usable (McpModelProvider *provider, gboolean *is_local);
/** The key that an environment variable or a file descriptor of the command line has.
 * @key: (out) (transfer full) (nullable): %NULL where none is named */
AppCliStatus app_cli_provider_read_key (const AppCliInvocation *invocation,
                                        const char             *variable,
                                        char                  **key,
                                        GError                **error);
/** @provider: (nullable): what the command line, or what was kept, says; the default else
 * @name: (nullable): of the model; %NULL: the provider's own, which has to be there; "": that, or
 * none. Returns: APP_CLI_DONE; else the status to exit with, and it was said why, or @error has
 * it */
AppCliStatus app_cli_provider_choose (AppCli         *cli,
                                      const char     *provider,
                                      const char     *name,
                                      AppCliProvider *self,
                                      GError        **error);
/** The same for one text: a provider of the list, “PROVIDER/NAME”, “KIND:NAME@URL”, or a model of
 * the provider that the command line names, or of the default one. */
AppCliStatus app_cli_provider_choose_text (AppCli         *cli,
                                           const char     *text,
                                           AppCliProvider *self,
                                           GError        **error);
/** Asking it failed: prints why, and what to do. @failure: (nullable): what it says itself
 * Returns: the status to exit with */
AppCliStatus app_cli_provider_fail (const AppCliInvocation *invocation,
                                    McpModelFailure        *failure,
                                    const GError           *error);
/** Whether nobody need be asked before it is told what the server of a session returns.
 * @session: (nullable) */
gboolean app_cli_provider_has_consent (AppCliProvider *self, AppSession *session);
/** Makes sure that the person agrees that what the server of a session returns goes there. */
AppCliStatus app_cli_provider_agree (AppCli         *cli,
                                     AppCliProvider *self,
                                     AppSession     *session,
                                     GError        **error);
void         app_cli_provider_clear (AppCliProvider *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AppCliProvider, app_cli_provider_clear)

G_END_DECLS
