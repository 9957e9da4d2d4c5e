/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-target.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"
#include "app-model-script.h"
#include "mcp-model-script.h"
#include "mcp-uri.h"

/* What a person calls the model that is a script. */
#define SCRIPTED "scripted"

void
app_model_target_clear (AppModelTarget *self)
{
  g_clear_pointer (&self->provider, mcp_model_provider_unref);
  g_clear_pointer (&self->model, g_free);
  g_clear_pointer (&self->key, store_secret_free);
  g_clear_object (&self->list);
  g_clear_object (&self->entry);
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
is_script (const char *kind)
{
  return g_strcmp0 (kind, SCRIPTED) == 0 || g_strcmp0 (kind, APP_MODEL_SCRIPT_ID) == 0;
}

static gboolean
is_kind (const char *kind)
{
  g_autoptr (McpModelProvider) provider = find_template (kind);

  return provider != NULL || is_script (kind);
}

char *
app_model_target_dup_kinds (void)
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
create_elsewhere (const char *base, const char *kind, McpModelProvider *template)
{
  const McpModelDialect *dialect = mcp_model_dialect_find (kind);
  McpModelProvider      *provider =
      mcp_model_provider_new (kind, dialect != NULL ? dialect : template->dialect, base);

  if (dialect == NULL)
    {
      provider->switches = template->switches;
      provider->key_place = template->key_place;
    }
  return provider;
}

static gboolean
add_switches (McpModelProvider *provider, const char *switches, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  return switches == NULL || mcp_model_provider_add_switches (provider, switches, &wrong) ||
         app_error_advise (error, APP_ERROR_USAGE, NULL, "--switch: %s", wrong->message);
}

McpModelProvider *
app_model_target_create_provider (const AppModelWords *words,
                                  const char          *kind,
                                  const char          *id,
                                  GError             **error)
{
  g_autoptr (McpModelProvider) template = find_template (kind);
  g_autoptr (McpModelProvider) provider = NULL;

  if (template == NULL)
    return NULL;
  provider = words->base_url != NULL ? create_elsewhere (words->base_url, kind, template)
                                     : g_steal_pointer (&template);
  if (words->key_variable != NULL || words->base_url != NULL)
    {
      g_free (provider->variable);
      provider->variable = g_strdup (words->key_variable);
    }
  g_free (provider->id);
  provider->id = g_strdup (id);
  return add_switches (provider, words->switches, error) ? g_steal_pointer (&provider) : NULL;
}

gboolean
app_model_target_is_usable (McpModelProvider *provider, gboolean *is_local)
{
  g_autoptr (GUri) uri = g_uri_parse (provider->base, G_URI_FLAGS_NONE, NULL);

  if (is_local != NULL)
    *is_local = uri != NULL && mcp_uri_is_loopback (uri);
  return uri != NULL && g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0' &&
         (g_str_equal (g_uri_get_scheme (uri), "http") ||
          g_str_equal (g_uri_get_scheme (uri), "https"));
}

/* Choosing */

static gboolean
check_base (AppModelTarget *self, const AppModelWords *words, GError **error)
{
  return app_model_target_is_usable (self->provider, NULL) ||
         app_error_advise (error, APP_ERROR_USAGE, NULL,
                           /* Translators: the name of a command, then what was typed */
                           _ ("“%s” takes a --base-url that begins with http: or https:, not "
                              "“%s”."),
                           words->command, self->provider->base);
}

static gboolean
fail_model (const AppModelWords *words, GError **error)
{
  return app_error_advise (error, APP_ERROR_USAGE, NULL,
                           _ ("“%s” takes a --model, by its name."), words->command);
}

/* @name: as of app_model_target_choose() */
static gboolean
choose_entry (AppModelTarget      *self,
              const AppModelWords *words,
              AppModelEntry       *entry,
              const char          *name,
              GError             **error)
{
  const GError *broken = app_model_entry_get_error (entry);
  const char   *model = name != NULL && *name != '\0' ? name : app_model_entry_get_model (entry);

  if (words->switches != NULL)
    return app_error_advise (
        error, APP_ERROR_USAGE, NULL, "%s",
        _ ("--switch goes with a kind of provider; those from the list have their own."));
  if (words->base_url != NULL)
    return app_error_advise (
        error, APP_ERROR_USAGE, NULL, "%s",
        _ ("--base-url goes with a kind of provider, not with one from the list."));
  if (broken != NULL)
    return app_error_advise (error, APP_ERROR_INVALID_INPUT,
                             _ ("Correct it in the file “models.json”."), "%s: %s",
                             app_model_entry_get_id (entry), broken->message);
  self->entry = g_object_ref (entry);
  self->provider = mcp_model_provider_ref (app_model_entry_get_provider (entry));
  self->model = g_strdup (model);
  if (name == NULL && (model == NULL || *model == '\0'))
    return fail_model (words, error);
  return check_base (self, words, error);
}

/* @name: (nullable) */
static gboolean
choose_script (AppModelTarget *self, const AppModelWords *words, const char *name, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (words->base_url != NULL)
    return app_error_advise (
        error, APP_ERROR_USAGE, NULL, "%s",
        _ ("--base-url goes with a kind of provider, not with a script."));
  self->provider = words->script != NULL ? app_model_script_read_provider (words->script, error)
                                         : app_model_script_new_provider (0);
  if (self->provider == NULL)
    return FALSE;
  self->model = g_strdup (name != NULL && *name != '\0'
                              ? name
                              : mcp_model_script_get_model (self->provider->script));
  return add_switches (self->provider, words->switches, error);
}

static gboolean
choose_kind (AppModelTarget      *self,
             const AppModelWords *words,
             const char          *kind,
             const char          *name,
             GError             **error)
{
  g_autofree char *kinds = NULL;

  if (kind == NULL || !is_kind (kind))
    {
      kinds = app_model_target_dup_kinds ();
      return app_error_advise (error, APP_ERROR_USAGE, NULL,
                               _ ("“%s” takes a --provider, one of “models” or one of %s, or "
                                  "“scripted”."),
                               words->command, kinds);
    }
  if (name == NULL)
    return fail_model (words, error);
  self->model = g_strdup (name);
  self->provider = app_model_target_create_provider (words, kind, kind, error);
  return self->provider != NULL && check_base (self, words, error);
}

static gboolean
fail_script (GError **error)
{
  return app_error_advise (error, APP_ERROR_USAGE, NULL, "%s",
                           _ ("--script goes with --provider scripted."));
}

gboolean
app_model_target_choose (AppModelTarget      *self,
                         AppModelProviders   *list,
                         const AppModelWords *words,
                         const char          *provider,
                         const char          *name,
                         GError             **error)
{
  AppModelEntry *entry = provider != NULL ? app_model_providers_find (list, provider)
                                          : app_model_providers_get_default (list);

  g_set_object (&self->list, list);
  /* One of the list may be called the same: it has no script. */
  if (is_script (provider) && (entry == NULL || words->script != NULL))
    return choose_script (self, words, name, error);
  if (words->script != NULL)
    return fail_script (error);
  return entry != NULL ? choose_entry (self, words, entry, name, error)
                       : choose_kind (self, words, provider, name, error);
}

/* “KIND:NAME@URL”; without the last, where that kind usually is. */
static gboolean
choose_address (AppModelTarget *self, const AppModelWords *words, const char *text, GError **error)
{
  const char      *colon = strchr (text, ':');
  const char      *at = strstr (colon, "@http");
  g_autofree char *kind = g_strndup (text, (gsize)(colon - text));
  g_autofree char *name =
      at != NULL ? g_strndup (colon + 1, (gsize)(at - colon - 1)) : g_strdup (colon + 1);
  AppModelWords more = *words;

  if (at != NULL)
    more.base_url = at + 1;
  return is_script (kind) ? choose_script (self, &more, name, error)
                          : choose_kind (self, &more, kind, name, error);
}

gboolean
app_model_target_choose_text (AppModelTarget      *self,
                              AppModelProviders   *list,
                              const AppModelWords *words,
                              const char          *text,
                              GError             **error)
{
  const char      *colon = strchr (text, ':');
  const char      *slash = strchr (text, '/');
  g_autofree char *kind = colon != NULL ? g_strndup (text, (gsize)(colon - text)) : NULL;
  g_autofree char *id = slash != NULL ? g_strndup (text, (gsize)(slash - text)) : NULL;
  AppModelEntry   *entry = app_model_providers_find (list, text);
  AppModelEntry   *before_slash = app_model_providers_find (list, id);

  g_set_object (&self->list, list);
  if (words->script != NULL)
    return is_script (kind) ? choose_address (self, words, text, error) : fail_script (error);
  if (entry != NULL)
    return choose_entry (self, words, entry, NULL, error);
  if (before_slash != NULL)
    return choose_entry (self, words, before_slash, slash + 1, error);
  if (kind != NULL && is_kind (kind))
    return choose_address (self, words, text, error);
  return app_model_target_choose (self, list, words, NULL, text, error);
}

/* Its key */

gboolean
app_model_target_read_variable (AppModelTarget *self, const char *variable, GError **error)
{
  gboolean is_local;

  app_model_target_is_usable (self->provider, &is_local);
  if (variable == NULL && !is_local && self->provider->key_place != MCP_MODEL_KEY_NONE)
    variable = self->provider->variable;
  if (variable == NULL)
    return TRUE;
  const char *text = g_getenv (variable);
  if (text == NULL || *text == '\0')
    return app_error_advise (error, APP_ERROR_SECRET,
                             _ ("Set it, or name another one with --key-variable."),
                             /* Translators: %s is the name of an environment variable */
                             _ ("There is no key for the provider: the environment variable “%s” "
                                "is not set."),
                             variable);
  self->key = g_strdup (text);
  return TRUE;
}

/* Consent */

/* A kind of provider is named for this one run: whoever does so has said where it goes. A server
 * that is not kept has a name that any other may have, too: no consent is kept under it. */
gboolean
app_model_target_has_consent (AppModelTarget *self, AppSession *session)
{
  const char *id =
      session != NULL ? store_profile_get_id (app_session_get_profile (session)) : NULL;

  if (self->entry == NULL || app_model_entry_is_local (self->entry))
    return TRUE;
  return id != NULL && *id != '\0' && app_model_entry_has_consent (self->entry, id);
}
