/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-provider.h"

#include <glib/gi18n.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-cli-sign-in.h"
#include "app-error.h"

AppModelProviders *
app_cli_provider_read_list (AppCli *cli, GError **error)
{
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autoptr (AppModelProviders) list = app_model_providers_new (NULL, vault);

  if (cli->invocation->keeping.secrets_in_file)
    app_model_providers_allow_fallback (list, TRUE);
  app_model_providers_load_async (list, NULL, app_cli_done, cli);
  return app_model_providers_finish (list, app_cli_await (cli), error) ? g_steal_pointer (&list)
                                                                       : NULL;
}

/* Choosing */

AppModelWords
app_cli_provider_get_words (const AppCliInvocation *invocation)
{
  const AppCliModel *model = &invocation->model;

  return (AppModelWords){ invocation->command, model->base_url, model->switches, model->script_file,
                          model->key_variable };
}

/* What the command line says goes before the keyring. */
gboolean
app_cli_provider_find_key (AppCli *cli, AppCliProvider *self, GError **error)
{
  const AppCliModel *model = &cli->invocation->model;
  GError            *failed = NULL;

  if (self->provider->script != NULL)
    return TRUE;
  if (model->key_fd != 0)
    {
      self->key = app_cli_sign_in_read_descriptor ("--key-fd", model->key_fd, error);
      return self->key != NULL;
    }
  if (self->entry != NULL && model->key_variable == NULL)
    {
      app_model_providers_lookup_key_async (self->list, self->provider->id, NULL, app_cli_done,
                                            cli);
      self->key = app_model_providers_lookup_key_finish (self->list, app_cli_await (cli), &failed);
    }
  if (failed == NULL)
    return self->key != NULL ||
           app_model_target_read_variable (self, model->key_variable, error);
  g_propagate_error (error, failed);
  return FALSE;
}

/* @text: (nullable): names both in one; else the next two do */
static AppCliStatus
choose (AppCli         *cli,
        const char     *text,
        const char     *provider,
        const char     *name,
        AppCliProvider *self,
        GError        **error)
{
  g_autoptr (AppModelProviders) list = app_cli_provider_read_list (cli, error);
  AppModelWords words = app_cli_provider_get_words (cli->invocation);
  gboolean      chosen = FALSE;

  *self = (AppCliProvider){ NULL };
  if (list != NULL && text != NULL)
    chosen = app_model_target_choose_text (self, list, &words, text, error);
  else if (list != NULL)
    chosen = app_model_target_choose (self, list, &words, provider, name, error);
  return chosen && app_cli_provider_find_key (cli, self, error) ? APP_CLI_DONE : APP_CLI_REFUSED;
}

AppCliStatus
app_cli_provider_choose (AppCli         *cli,
                         const char     *provider,
                         const char     *name,
                         AppCliProvider *self,
                         GError        **error)
{
  return choose (cli, NULL, provider, name, self, error);
}

AppCliStatus
app_cli_provider_choose_text (AppCli *cli, const char *text, AppCliProvider *self, GError **error)
{
  const char *provider = cli->invocation->model.provider;

  return choose (cli, provider == NULL ? text : NULL, provider, text, self, error);
}

AppCliStatus
app_cli_provider_fail (const AppCliInvocation *invocation,
                       McpModelFailure        *failure,
                       const GError           *error)
{
  const char *advice = NULL;
  g_autoptr (GError) explained = app_model_check_create_error (failure, error, &advice);

  g_autofree char *later = NULL;

  if (failure != NULL && failure->wait > 0)
    /* Translators: a sentence, or nothing; then a number of seconds */
    later = g_strdup_printf (_ ("%s The provider asks to wait %.0f seconds."),
                             advice != NULL ? advice : "", failure->wait / 1000.0);
  return app_cli_fail_input (invocation, explained, later != NULL ? g_strchug (later) : advice,
                             NULL);
}

/* Consent */

AppCliStatus
app_cli_provider_agree (AppCli *cli, AppCliProvider *self, AppSession *session, GError **error)
{
  const char      *id = store_profile_get_id (app_session_get_profile (session));
  gboolean         is_kept = id != NULL && *id != '\0';
  g_autofree char *name = app_cli_line (app_session_get_name (session));
  g_autofree char *question = NULL;

  if (app_model_target_has_consent (self, session))
    return APP_CLI_DONE;
  /* Translators: the name of a server, then an address */
  question = g_strdup_printf (_ ("What the tools of “%s” return will be sent to %s. Agree?"), name,
                              self->provider->base);
  if (!cli->invocation->yes && !app_cli_input_ask (question))
    {
      app_error_advise (error, APP_ERROR_REFUSED,
                        is_kept ? _ ("Agree at a terminal, or with --yes. It is asked once.")
                                : _ ("Agree at a terminal, or with --yes."),
                        /* Translators: an address, then the name of a server */
                        _ ("Nobody has agreed yet that %s is told what the tools of “%s” return."),
                        self->provider->base, name);
      return APP_CLI_REFUSED;
    }
  if (!is_kept)
    return APP_CLI_DONE;
  app_model_providers_agree_async (self->list, app_model_entry_get_id (self->entry), id, NULL,
                                   app_cli_done, cli);
  return app_model_providers_finish (self->list, app_cli_await (cli), error) ? APP_CLI_DONE
                                                                             : APP_CLI_REFUSED;
}
