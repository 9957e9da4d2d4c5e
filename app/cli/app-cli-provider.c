/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-provider.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-model-script.h"
#include "app-cli-sign-in.h"
#include "mcp-error.h"
#include "mcp-model-dialect.h"
#include "mcp-model-script.h"
#include "mcp-uri.h"

/* What --provider calls the model that is a script */
#define SCRIPTED "scripted"

void
app_cli_provider_clear (AppCliProvider *self)
{
  g_clear_pointer (&self->provider, mcp_model_provider_unref);
  g_clear_pointer (&self->model, g_free);
  g_clear_pointer (&self->key, store_secret_free);
  g_clear_object (&self->list);
  g_clear_object (&self->entry);
}

AppModelProviders *
app_cli_provider_read_list (AppCli *cli, GError **error)
{
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autoptr (AppModelProviders) list = NULL;

  if (cli->invocation->keeping.secrets_in_file)
    store_secret_vault_set_fallback (vault, STORE_VAULT_FALLBACK_FILE);
  list = app_model_providers_new (NULL, vault);
  app_model_providers_load_async (list, NULL, app_cli_done, cli);
  if (!app_model_providers_finish (list, app_cli_await (cli), error))
    return NULL;
  return g_steal_pointer (&list);
}

/* Kinds */

/* Returns: (transfer full) (nullable): the template called so, or the first of that dialect */
static McpModelProvider *
find_template (const char *kind)
{
  const McpModelDialect *dialect = mcp_model_dialect_find (kind);
  g_autoptr (McpModelProvider) found = NULL;

  for (guint i = 0;; i++)
    {
      g_autoptr (McpModelProvider) provider = mcp_model_provider_new_template (i);

      if (provider == NULL)
        return g_steal_pointer (&found);
      if (g_str_equal (provider->id, kind))
        return g_steal_pointer (&provider);
      if (found == NULL && dialect != NULL && provider->dialect == dialect)
        found = g_steal_pointer (&provider);
    }
}

static gboolean
find_kind (const char *kind)
{
  g_autoptr (McpModelProvider) provider = find_template (kind);

  return provider != NULL;
}

char *
app_cli_provider_dup_kinds (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; mcp_model_dialect_get (i) != NULL; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", mcp_model_dialect_get (i)->id);
  for (guint i = 0;; i++)
    {
      g_autoptr (McpModelProvider) provider = mcp_model_provider_new_template (i);

      if (provider == NULL)
        return g_string_free (text, FALSE);
      if (mcp_model_dialect_find (provider->id) == NULL && *provider->base != '\0')
        g_string_append_printf (text, ", %s", provider->id);
    }
}

/* What holds for the vendor itself need not hold for whoever speaks its language elsewhere, and the
 * vendor's key is not sent there unasked. */
static McpModelProvider *
create_elsewhere (const AppCliModel *model, const char *kind, McpModelProvider *template)
{
  const McpModelDialect *dialect = mcp_model_dialect_find (kind);
  McpModelProvider      *provider;

  provider =
      mcp_model_provider_new (kind, dialect != NULL ? dialect : template->dialect, model->base_url);
  if (dialect == NULL)
    {
      provider->switches = template->switches;
      provider->key_place = template->key_place;
    }
  return provider;
}

McpModelProvider *
app_cli_provider_create (const AppCliModel *model, const char *kind, const char *id)
{
  g_autoptr (McpModelProvider) template = find_template (kind);
  McpModelProvider *provider;

  if (template == NULL)
    return NULL;
  provider = model->base_url != NULL ? create_elsewhere (model, kind, template)
                                     : g_steal_pointer (&template);
  if (model->key_variable != NULL || model->base_url != NULL)
    {
      g_free (provider->variable);
      provider->variable = g_strdup (model->key_variable);
    }
  g_free (provider->id);
  provider->id = g_strdup (id);
  return provider;
}

gboolean
app_cli_provider_is_usable (McpModelProvider *provider, gboolean *is_local)
{
  g_autoptr (GUri) uri = g_uri_parse (provider->base, G_URI_FLAGS_NONE, NULL);

  if (is_local != NULL)
    *is_local = uri != NULL && mcp_uri_is_loopback (uri);
  return uri != NULL && g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0' &&
         (g_str_equal (g_uri_get_scheme (uri), "http") ||
          g_str_equal (g_uri_get_scheme (uri), "https"));
}

AppCliStatus
app_cli_provider_set_switches (const AppCliInvocation *invocation, McpModelProvider *provider)
{
  const char *words = invocation->model.switches;
  g_autoptr (GError) error = NULL;

  if (words == NULL || mcp_model_provider_add_switches (provider, words, &error))
    return APP_CLI_DONE;
  return app_cli_fail_usage (invocation, "--switch: %s", error->message);
}

/* Keys */

static AppCliStatus
fail_key (const AppCliInvocation *invocation, const char *variable)
{
  g_autoptr (GError) error = NULL;

  g_set_error (&error, APP_ERROR, APP_ERROR_SECRET,
               /* Translators: %s is the name of an environment variable */
               _ ("There is no key for the provider: the environment variable “%s” is not set."),
               variable);
  return app_cli_fail_input (invocation, error,
                             _ ("Set it, or name another one with --key-variable."), NULL);
}

AppCliStatus
app_cli_provider_read_key (const AppCliInvocation *invocation,
                           const char             *variable,
                           char                  **key,
                           GError                **error)
{
  const char *text;

  if (invocation->model.key_fd != 0)
    {
      *key = app_cli_sign_in_read_descriptor ("--key-fd", invocation->model.key_fd, error);
      return *key != NULL ? APP_CLI_DONE : APP_CLI_USAGE;
    }
  if (variable == NULL)
    return APP_CLI_DONE;
  text = g_getenv (variable);
  if (text == NULL || *text == '\0')
    return fail_key (invocation, variable);
  *key = g_strdup (text);
  return APP_CLI_DONE;
}

/* What the command line says goes before the keyring; a model on this machine may want none. */
static AppCliStatus
find_entry_key (AppCli *cli, AppCliProvider *self, GError **error)
{
  const AppCliModel *model = &cli->invocation->model;
  g_autoptr (GError) failed = NULL;
  const char *variable = self->provider->variable;

  if (model->key_fd != 0 || model->key_variable != NULL)
    return app_cli_provider_read_key (cli->invocation, model->key_variable, &self->key, error);
  if (self->provider->key_place == MCP_MODEL_KEY_NONE)
    return APP_CLI_DONE;
  app_model_providers_lookup_key_async (self->list, self->provider->id, NULL, app_cli_done, cli);
  self->key = app_model_providers_lookup_key_finish (self->list, app_cli_await (cli), &failed);
  if (failed != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failed));
      return APP_CLI_REFUSED;
    }
  if (self->key == NULL && variable != NULL && !app_model_entry_is_local (self->entry))
    return app_cli_provider_read_key (cli->invocation, variable, &self->key, error);
  return APP_CLI_DONE;
}

/* Choosing */

static AppCliStatus
fail_base (const AppCliInvocation *invocation, McpModelProvider *provider)
{
  return app_cli_fail_usage (invocation,
                             /* Translators: the name of a command, then what was typed */
                             _ ("“%s” takes a --base-url that begins with http: or https:, not "
                                "“%s”."),
                             invocation->command, provider->base);
}

static AppCliStatus
fail_model (const AppCliInvocation *invocation)
{
  return app_cli_fail_usage (invocation, _ ("“%s” takes a --model, by its name."),
                             invocation->command);
}

static AppCliStatus
choose_entry (AppCli         *cli,
              AppModelEntry  *entry,
              const char     *name,
              AppCliProvider *self,
              GError        **error)
{
  const GError *broken = app_model_entry_get_error (entry);

  if (cli->invocation->model.switches != NULL)
    return app_cli_fail_usage (
        cli->invocation, "%s",
        _ ("--switch goes with a kind of provider; those from the list have their own."));
  if (cli->invocation->model.base_url != NULL)
    return app_cli_fail_usage (
        cli->invocation, "%s",
        _ ("--base-url goes with a kind of provider, not with one from the list."));
  if (broken != NULL)
    {
      g_autoptr (GError) told = g_error_new (APP_ERROR, APP_ERROR_INVALID_INPUT, "%s: %s",
                                             app_model_entry_get_id (entry), broken->message);

      return app_cli_fail_input (cli->invocation, told,
                                 _ ("Correct it in the file “models.json”."), NULL);
    }
  self->entry = g_object_ref (entry);
  self->provider = mcp_model_provider_ref (app_model_entry_get_provider (entry));
  if (name == NULL || *name == '\0')
    self->model = g_strdup (app_model_entry_get_model (entry));
  else
    self->model = g_strdup (name);
  if (name == NULL && (self->model == NULL || *self->model == '\0'))
    return fail_model (cli->invocation);
  if (!app_cli_provider_is_usable (self->provider, NULL))
    return fail_base (cli->invocation, self->provider);
  return find_entry_key (cli, self, error);
}

/* @name: (nullable) */
static AppCliStatus
choose_script (AppCli *cli, const AppCliModel *model, const char *name, AppCliProvider *self)
{
  g_autoptr (GError) error = NULL;

  if (model->base_url != NULL)
    return app_cli_fail_usage (cli->invocation, "%s",
                               _ ("--base-url goes with a kind of provider, not with a script."));
  self->provider = model->script_file != NULL
                       ? app_model_script_read_provider (model->script_file, &error)
                       : app_model_script_new_provider (0);
  if (self->provider == NULL)
    return app_cli_fail_input (cli->invocation, error, NULL, NULL);
  self->model = g_strdup (name != NULL && *name != '\0'
                              ? name
                              : mcp_model_script_get_model (self->provider->script));
  return app_cli_provider_set_switches (cli->invocation, self->provider);
}

static gboolean
is_script (const char *kind)
{
  return g_strcmp0 (kind, SCRIPTED) == 0 || g_strcmp0 (kind, APP_MODEL_SCRIPT_ID) == 0;
}

static AppCliStatus
fail_script (const AppCliInvocation *invocation)
{
  return app_cli_fail_usage (invocation, "%s", _ ("--script goes with --provider scripted."));
}

/* A model on this machine wants no key, unless one is named. */
static AppCliStatus
choose_kind (AppCli            *cli,
             const AppCliModel *model,
             const char        *kind,
             const char        *name,
             AppCliProvider    *self,
             GError           **error)
{
  AppCliStatus status;
  gboolean     is_local;

  self->provider = kind != NULL ? app_cli_provider_create (model, kind, kind) : NULL;
  if (self->provider == NULL)
    {
      g_autofree char *kinds = app_cli_provider_dup_kinds ();

      return app_cli_fail_usage (cli->invocation,
                                 _ ("“%s” takes a --provider, one of “models” or one of %s, or "
                                    "“scripted”."),
                                 cli->invocation->command, kinds);
    }
  if (name == NULL)
    return fail_model (cli->invocation);
  self->model = g_strdup (name);
  status = app_cli_provider_set_switches (cli->invocation, self->provider);
  if (status != APP_CLI_DONE)
    return status;
  if (!app_cli_provider_is_usable (self->provider, &is_local))
    return fail_base (cli->invocation, self->provider);
  return app_cli_provider_read_key (
      cli->invocation, model->key_variable != NULL || !is_local ? self->provider->variable : NULL,
      &self->key, error);
}

AppCliStatus
app_cli_provider_choose (AppCli         *cli,
                         const char     *provider,
                         const char     *name,
                         AppCliProvider *self,
                         GError        **error)
{
  const AppCliModel *model = &cli->invocation->model;
  AppModelEntry     *entry;

  *self = (AppCliProvider){ NULL };
  self->list = app_cli_provider_read_list (cli, error);
  if (self->list == NULL)
    return APP_CLI_REFUSED;
  entry = provider != NULL ? app_model_providers_find (self->list, provider)
                           : app_model_providers_get_default (self->list);
  /* One of the list may be called the same: it has no script. */
  if (is_script (provider) && (entry == NULL || model->script_file != NULL))
    return choose_script (cli, model, name, self);
  if (model->script_file != NULL)
    return fail_script (cli->invocation);
  return entry != NULL ? choose_entry (cli, entry, name, self, error)
                       : choose_kind (cli, model, provider, name, self, error);
}

/* “KIND:NAME@URL”; without the last, where that kind usually is. */
static AppCliStatus
choose_address (AppCli         *cli,
                const char     *text,
                const char     *colon,
                AppCliProvider *self,
                GError        **error)
{
  const char      *at = strstr (colon, "@http");
  g_autofree char *kind = g_strndup (text, (gsize)(colon - text));
  g_autofree char *name =
      at != NULL ? g_strndup (colon + 1, (gsize)(at - colon - 1)) : g_strdup (colon + 1);
  AppCliModel model = cli->invocation->model;

  if (at != NULL)
    model.base_url = (char *)at + 1;
  return is_script (kind) ? choose_script (cli, &model, name, self)
                          : choose_kind (cli, &model, kind, name, self, error);
}

AppCliStatus
app_cli_provider_choose_text (AppCli *cli, const char *text, AppCliProvider *self, GError **error)
{
  const char      *provider = cli->invocation->model.provider;
  const char      *colon = strchr (text, ':');
  const char      *slash = strchr (text, '/');
  g_autofree char *kind = colon != NULL ? g_strndup (text, (gsize)(colon - text)) : NULL;
  g_autofree char *id = slash != NULL ? g_strndup (text, (gsize)(slash - text)) : NULL;
  AppModelEntry   *entry;

  if (provider != NULL)
    return app_cli_provider_choose (cli, provider, text, self, error);
  *self = (AppCliProvider){ NULL };
  self->list = app_cli_provider_read_list (cli, error);
  if (self->list == NULL)
    return APP_CLI_REFUSED;
  if (cli->invocation->model.script_file != NULL)
    return is_script (kind) ? choose_address (cli, text, colon, self, error)
                            : fail_script (cli->invocation);
  entry = app_model_providers_find (self->list, text);
  if (entry != NULL)
    return choose_entry (cli, entry, NULL, self, error);
  entry = id != NULL ? app_model_providers_find (self->list, id) : NULL;
  if (entry != NULL)
    return choose_entry (cli, entry, slash + 1, self, error);
  if (kind != NULL && (find_kind (kind) || is_script (kind)))
    return choose_address (cli, text, colon, self, error);
  entry = app_model_providers_get_default (self->list);
  return entry != NULL
             ? choose_entry (cli, entry, text, self, error)
             : choose_kind (cli, &cli->invocation->model, NULL, text, self, error);
}

AppCliStatus
app_cli_provider_fail (const AppCliInvocation *invocation,
                       McpModelFailure        *failure,
                       const GError           *error)
{
  static const int codes[] = {
    [MCP_MODEL_FAULT_KEY] = MCP_ERROR_AUTHORIZATION_REQUIRED,
    [MCP_MODEL_FAULT_QUOTA] = MCP_ERROR_HTTP_STATUS,
    [MCP_MODEL_FAULT_RATE] = MCP_ERROR_HTTP_STATUS,
    [MCP_MODEL_FAULT_SERVER] = MCP_ERROR_HTTP_STATUS,
    [MCP_MODEL_FAULT_OTHER] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_CONTEXT] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_PARAMETER] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_TOOLS] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_MODEL] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_REQUEST] = MCP_ERROR_RESPONSE,
  };
  g_autoptr (GError) told = NULL;

  if (failure == NULL)
    return app_cli_fail_input (
        invocation, error,
        g_error_matches (error, MCP_ERROR, MCP_ERROR_CONNECTION_FAILED)
            ? _ ("Check that something listens there, and --base-url.")
            : NULL,
        NULL);
  told = mcp_error_new (codes[failure->fault], "%s", error->message);
  return app_cli_fail_input (invocation, told, failure->advice, NULL);
}

/* Consent */

/* What consent is kept under. A server that is not kept has a name that any other may have, too.
 * Returns: (transfer none) (nullable) */
static const char *
find_id (AppSession *session)
{
  const char *id = store_profile_get_id (app_session_get_profile (session));

  return id != NULL && *id != '\0' ? id : NULL;
}

/* A kind of provider is named for this one run: whoever does so has said where it goes. */
gboolean
app_cli_provider_has_consent (AppCliProvider *self, AppSession *session)
{
  const char *id = session != NULL ? find_id (session) : NULL;

  if (self->entry == NULL || app_model_entry_is_local (self->entry))
    return TRUE;
  return id != NULL && app_model_entry_has_consent (self->entry, id);
}

AppCliStatus
app_cli_provider_agree (AppCli *cli, AppCliProvider *self, AppSession *session, GError **error)
{
  const char      *id = find_id (session);
  g_autofree char *name = app_cli_line (app_session_get_name (session));
  g_autofree char *question = NULL;
  g_autoptr (GError) refused = NULL;

  if (app_cli_provider_has_consent (self, session))
    return APP_CLI_DONE;
  /* Translators: the name of a server, then an address */
  question = g_strdup_printf (_ ("What the tools of “%s” return will be sent to %s. Agree?"), name,
                              self->provider->base);
  if (!cli->invocation->yes && !app_cli_input_ask (question))
    {
      g_set_error (&refused, APP_ERROR, APP_ERROR_REFUSED,
                   /* Translators: an address, then the name of a server */
                   _ ("Nobody has agreed yet that %s is told what the tools of “%s” return."),
                   self->provider->base, name);
      return app_cli_fail_input (cli->invocation, refused,
                                 id != NULL
                                     ? _ ("Agree at a terminal, or with --yes. It is asked once.")
                                     : _ ("Agree at a terminal, or with --yes."),
                                 NULL);
    }
  if (id == NULL)
    return APP_CLI_DONE;
  app_model_providers_agree_async (self->list, app_model_entry_get_id (self->entry), id, NULL,
                                   app_cli_done, cli);
  return app_model_providers_finish (self->list, app_cli_await (cli), error) ? APP_CLI_DONE
                                                                             : APP_CLI_REFUSED;
}
