/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelTarget: the model that a person's words mean, and what it takes to ask it: one of the
 * providers that they added, with its key from the vault; a kind of API, with a key from the
 * environment; or a script. Words that mean none are APP_ERROR_USAGE.
 */

#pragma once

#include "app-model-providers.h"
#include "app-session.h"
#include "mcp-model-dialect.h"

/** What was typed beside the names of a provider and a model; all but the first are nullable. */
typedef struct
{
  const char *command; /* that asks, for errors */
  const char *base_url;
  const char *switches;
  const char *script;       /* the path of one */
  const char *key_variable; /* of the environment */
} AppModelWords;

typedef struct
{
  McpModelProvider  *provider;
  char              *model; /* (nullable) */
  char              *key;   /* (nullable) */
  AppModelProviders *list;  /* those that were added */
  AppModelEntry     *entry; /* (nullable): where it is one of them */
} AppModelTarget;

/** A kind of API or of server as the words describe it; it is called @id. Returns: (transfer full)
 * (nullable): %NULL with APP_ERROR_USAGE where a switch is none, without where the kind is none */
McpModelProvider *app_model_target_create_provider (const AppModelWords *words,
                                                    const char          *kind,
                                                    const char          *id,
                                                    GError             **error);
/** Returns: (transfer full): all kinds, separated by commas */
char *app_model_target_dup_kinds (void);
/** Whether models are asked there over HTTP. @is_local: (out) (optional): on this machine */
gboolean app_model_target_is_usable (McpModelProvider *provider, gboolean *is_local);

/** Chooses one, without its key. @self: empty. @list: read already
 * @provider: (nullable): %NULL for the default one
 * @name: (nullable): of the model; %NULL: the provider's own, which has to be there; "": that, or
 * none */
gboolean app_model_target_choose (AppModelTarget      *self,
                                  AppModelProviders   *list,
                                  const AppModelWords *words,
                                  const char          *provider,
                                  const char          *name,
                                  GError             **error);
/** The same for one text: a provider of the list, “PROVIDER/NAME”, “KIND:NAME@URL”, or a model of
 * the default provider. */
gboolean app_model_target_choose_text (AppModelTarget      *self,
                                       AppModelProviders   *list,
                                       const AppModelWords *words,
                                       const char          *text,
                                       GError             **error);
/** Takes the key that the environment has; a model on this machine needs none unless it is named.
 * @variable: (nullable): a named one. Returns: %FALSE with APP_ERROR_SECRET where there is none */
gboolean
     app_model_target_read_variable (AppModelTarget *self, const char *variable, GError **error);
void app_model_target_clear (AppModelTarget *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AppModelTarget, app_model_target_clear)

/** Whether no one has to agree before it is told what the server of a session returns.
 * @session: (nullable) */
gboolean app_model_target_has_consent (AppModelTarget *self, AppSession *session);
