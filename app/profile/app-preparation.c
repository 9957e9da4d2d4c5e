/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preparation.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "app-command-text.h"
#include "app-error.h"
#include "app-expansion.h"
#include "app-program-finder.h"
#include "mcp-command.h"
#include "mcp-error.h"
#include "mcp-http-address.h"
#include "mcp-object.h"
#include "mcp-socket-address.h"

struct _AppPreparation
{
  gatomicrefcount   ref_count;
  StoreProfile     *profile;
  StoreSecretVault *vault;
  AppRedactor      *redactor;
  GHashTable       *secrets; /* (nullable): reference → value */
  GPtrArray        *headers;
  GPtrArray        *environment;
  GPtrArray        *missing; /* variables that are not set */
  McpHttpOptions   *options;
  char             *url;
  char             *program;
};

AppPreparation *
app_preparation_ref (AppPreparation *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
app_preparation_unref (AppPreparation *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_object_unref (self->profile);
  g_object_unref (self->vault);
  g_object_unref (self->redactor);
  g_clear_pointer (&self->secrets, g_hash_table_unref);
  g_clear_pointer (&self->headers, g_ptr_array_unref);
  g_clear_pointer (&self->environment, g_ptr_array_unref);
  g_ptr_array_unref (self->missing);
  mcp_http_options_unref (self->options);
  g_free (self->url);
  g_free (self->program);
  g_free (self);
}

/* Secrets */

/* The text of one variable, fetched if it is a secret. */
static const char *
resolve (AppPreparation *self, const StoreVariables *variables, guint index, GError **error)
{
  const char *reference = store_variables_get_secret (variables, index);
  const char *value;

  if (reference == NULL)
    {
      value = store_variables_get_value (variables, index);
      return value != NULL ? value : "";
    }
  value = self->secrets != NULL ? g_hash_table_lookup (self->secrets, reference) : NULL;
  if (value == NULL)
    {
      const char *reason = store_secret_vault_get_reason (self->vault);

      g_set_error (error, APP_ERROR, APP_ERROR_SECRET,
                   /* Translators: %s is the name of a variable, then why (may be empty) */
                   _ ("The secret “%s” is not in the keyring. %s"),
                   store_variables_get_name (variables, index), reason != NULL ? reason : "");
      return NULL;
    }
  app_redactor_add_secret (self->redactor, value);
  /* A password in it is known alone as well. */
  app_redactor_add_url (self->redactor, value);
  return value;
}

/* "NAME=VALUE" or "Name: value" for each variable. Returns NULL with the error set. */
static GPtrArray *
resolve_all (AppPreparation       *self,
             const StoreVariables *variables,
             const char           *separator,
             GError              **error)
{
  g_autoptr (GPtrArray) out = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *value = resolve (self, variables, i, error);

      if (value == NULL)
        return NULL;
      g_ptr_array_add (out, g_strconcat (store_variables_get_name (variables, i), separator, value,
                                         NULL));
    }
  return g_steal_pointer (&out);
}

static const char *
resolve_credential (AppPreparation *self, const char *name, GError **error)
{
  const StoreVariables *credentials = store_profile_get_endpoint (self->profile)->credentials;
  guint                 index;

  if (!store_variables_find (credentials, name, &index))
    {
      g_set_error (error, APP_ERROR, APP_ERROR_SECRET,
                   /* Translators: %s is "token", "user" or "password" */
                   _ ("No %s was given for the authorization."), name);
      return NULL;
    }
  const char *value = resolve (self, credentials, index, error);
  if (value != NULL && !g_str_equal (name, "user"))
    app_redactor_add_secret (self->redactor, value);
  return value;
}

static gboolean
add_authorization (AppPreparation *self, GPtrArray *headers, GError **error)
{
  g_autofree char *basic = NULL;
  const char      *user;
  const char      *secret;

  switch (store_profile_get_endpoint (self->profile)->authorization)
    {
    case STORE_AUTHORIZATION_BEARER:
      secret = resolve_credential (self, "token", error);
      if (secret == NULL)
        return FALSE;
      g_ptr_array_add (headers, g_strconcat ("Authorization: Bearer ", secret, NULL));
      return TRUE;
    case STORE_AUTHORIZATION_BASIC:
      user = resolve_credential (self, "user", error);
      secret = user != NULL ? resolve_credential (self, "password", error) : NULL;
      if (secret == NULL)
        return FALSE;
      basic = mcp_http_basic_authorization (user, secret);
      app_redactor_add_secret (self->redactor, basic);
      g_ptr_array_add (headers, g_strconcat ("Authorization: ", basic, NULL));
      return TRUE;
    case STORE_AUTHORIZATION_NONE:
    default:
      return TRUE;
    }
}

/* The network */

/* "~/" as a shell has it. Returns: (transfer full) (nullable) */
static char *
expand_home (const char *path)
{
  if (path != NULL && g_str_has_prefix (path, "~/"))
    return g_build_filename (g_get_home_dir (), path + 2, NULL);
  return g_strdup (path);
}

static gboolean
set_options (AppPreparation *self, GError **error)
{
  const char      *proxy = store_profile_get_network (self->profile)->proxy;
  const char      *fingerprint = store_profile_get_network (self->profile)->accept_certificate;
  g_autofree char *ca_file = expand_home (store_profile_get_network (self->profile)->ca_file);
  g_autofree char *certificate =
      expand_home (store_profile_get_network (self->profile)->client_certificate);
  g_autofree char *key = expand_home (store_profile_get_network (self->profile)->client_key);

  app_redactor_add_url (self->redactor, proxy);
  mcp_http_options_set_ca_file (self->options, ca_file);
  mcp_http_options_set_client_certificate (self->options, certificate, key);
  return mcp_http_options_set_proxy (self->options, proxy, error) &&
         mcp_http_options_set_accepted_certificate (self->options, fingerprint, error);
}

static gboolean
set_url (AppPreparation *self, GError **error)
{
  const char      *url = store_profile_get_endpoint (self->profile)->url;
  g_autofree char *path = NULL;

  if (url == NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET, "%s",
                                               _ ("There is no URL to connect to.")));
      return FALSE;
    }
  if (self->missing->len > 0 && strstr (url, "${") != NULL)
    {
      g_propagate_error (
          error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                /* Translators: %s is the name of a variable */
                                _ ("The URL contains the variable %s, which is not set."),
                                (const char *)self->missing->pdata[0]));
      return FALSE;
    }
  /* What variables made of it is no longer what was checked before. */
  if (!store_profile_validate (self->profile, error))
    return FALSE;
  if (store_profile_get_endpoint (self->profile)->transport != STORE_TRANSPORT_HTTP_UNIX)
    {
      self->url = g_strdup (url);
      return TRUE;
    }
  if (!mcp_socket_address_parse_http (url, &path, &self->url, error))
    return FALSE;
  mcp_http_options_set_socket_path (self->options, path);
  return TRUE;
}

static gboolean
prepare_network (AppPreparation *self, GError **error)
{
  const StoreVariables *headers = store_profile_get_endpoint (self->profile)->headers;

  self->headers = resolve_all (self, headers, ": ", error);
  if (self->headers == NULL || !add_authorization (self, self->headers, error) ||
      !set_options (self, error) || !set_url (self, error))
    return FALSE;
  g_ptr_array_add (self->headers, NULL);
  return TRUE;
}

/* The program */

static gboolean
prepare_program (AppPreparation *self, AppProgram *program, GError **error)
{
  const StoreVariables *environment = store_profile_get_endpoint (self->profile)->environment;

  if (program->program == NULL)
    {
      g_propagate_error (
          error, mcp_error_new (MCP_ERROR_COMMAND_NOT_FOUND, "%s", program->explanation));
      return FALSE;
    }
  self->environment = resolve_all (self, environment, "=", error);
  if (self->environment == NULL)
    return FALSE;
  if (program->path != NULL && !store_variables_find (environment, "PATH", NULL))
    g_ptr_array_add (self->environment, g_strconcat ("PATH=", program->path, NULL));
  g_ptr_array_add (self->environment, NULL);
  self->program = g_strdup (program->program);
  return TRUE;
}

static void
return_prepared (GTask *task)
{
  g_task_return_pointer (task, app_preparation_ref (g_task_get_task_data (task)),
                         (GDestroyNotify)app_preparation_unref);
}

static void
on_program_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppPreparation *self = g_task_get_task_data (task);
  GError         *error = NULL;

  g_autoptr (AppProgram) program = app_program_find_finish (result, &error);
  if (program == NULL || !prepare_program (self, program, &error))
    g_task_return_error (task, error);
  else
    return_prepared (task);
}

/* Both */

static void
prepare (GTask *task)
{
  AppPreparation       *self = g_task_get_task_data (task);
  const char           *command = store_profile_get_endpoint (self->profile)->command;
  const StoreVariables *environment = store_profile_get_endpoint (self->profile)->environment;
  GError               *error = NULL;

  if (store_profile_get_endpoint (self->profile)->transport != STORE_TRANSPORT_STDIO)
    {
      if (prepare_network (self, &error))
        return_prepared (task);
      else
        g_task_return_error (task, error);
    }
  else if (command == NULL || command[0] == '\0')
    g_task_return_error (task, mcp_error_new (MCP_ERROR_INVALID_TARGET, "%s",
                                              _ ("There is no command to run.")));
  else
    app_program_find_async (command, store_variables_lookup (environment, "PATH"),
                            g_task_get_cancellable (task), on_program_found, g_object_ref (task));
}

static void
on_secrets_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppPreparation *self = g_task_get_task_data (task);
  GError         *error = NULL;

  self->secrets =
      store_secret_vault_lookup_many_finish (STORE_SECRET_VAULT (source), result, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    prepare (task);
}

void
app_preparation_run_async (StoreProfile       *profile,
                           StoreSecretVault   *vault,
                           AppRedactor        *redactor,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  GError *error = NULL;

  g_return_if_fail (STORE_IS_PROFILE (profile));

  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_preparation_run_async);
  if (!app_command_text_check_confirmed (profile, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  AppPreparation *self = g_new0 (AppPreparation, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->profile = store_profile_copy (profile);
  self->vault = g_object_ref (vault);
  self->redactor = g_object_ref (redactor);
  self->options = mcp_http_options_new ();
  self->missing = g_ptr_array_new_with_free_func (g_free);
  g_task_set_task_data (task, self, (GDestroyNotify)app_preparation_unref);

  if (store_profile_get_decisions (profile)->origin == STORE_ORIGIN_TYPED)
    app_redactor_add_profile (self->redactor, self->profile);
  else
    {
      app_expansion_add_secrets (self->profile, self->redactor);
      app_expansion_apply (self->profile, self->missing);
    }
  g_auto (GStrv) references = store_profile_dup_secret_references (self->profile);
  if (references == NULL || references[0] == NULL)
    prepare (task);
  else
    store_secret_vault_lookup_many_async (vault, (const char *const *)references, cancellable,
                                          on_secrets_found, g_steal_pointer (&task));
}

MCP_DEFINE_FINISH_ALONE (app_preparation_run_finish, AppPreparation)

MCP_DEFINE_PLAIN_GETTER (StoreProfile *, AppPreparation, app_preparation, profile)

static const char *const *
list_of (GPtrArray *array)
{
  static const char *const none[] = { NULL };

  return array != NULL ? (const char *const *)array->pdata : none;
}

MCP_DEFINE_PLAIN_GETTER (AppRedactor *, AppPreparation, app_preparation, redactor)

const char *const *
app_preparation_get_headers (AppPreparation *self)
{
  return list_of (self->headers);
}

MCP_DEFINE_PLAIN_GETTER (McpHttpOptions *, AppPreparation, app_preparation, options)
MCP_DEFINE_PLAIN_GETTER (const char *, AppPreparation, app_preparation, url)
MCP_DEFINE_PLAIN_GETTER (GHashTable *, AppPreparation, app_preparation, secrets)
MCP_DEFINE_PLAIN_GETTER (const char *, AppPreparation, app_preparation, program)

const char *const *
app_preparation_get_environment (AppPreparation *self)
{
  return list_of (self->environment);
}

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, AppPreparation, app_preparation, missing)

/* Everything of ours, and what the profile says. @more: NAME=VALUE.
 * Returns: (transfer full) */
static char **
merge_environment (const char *const *more)
{
  char **environment = g_get_environ ();

  for (; *more != NULL; more++)
    {
      const char      *equals = strchr (*more, '=');
      g_autofree char *name = g_strndup (*more, (gsize)(equals - *more));

      environment = g_environ_setenv (environment, name, equals + 1, TRUE);
    }
  return environment;
}

void
app_preparation_become (AppPreparation *self, GError **error)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (self->profile);
  const char *const   *more = app_preparation_get_environment (self);
  g_autoptr (McpCommand) command = mcp_command_new (self->program, endpoint->arguments, more,
                                                    endpoint->working_directory, error);

  if (command == NULL)
    return;
  g_auto (GStrv) environment = merge_environment (more);
  if (command->directory != NULL && chdir (command->directory) != 0)
    {
      g_propagate_error (error, mcp_command_explain (command, TRUE, errno));
      return;
    }
  /* The only signal that this program ignores: it would stay so. */
  signal (SIGPIPE, SIG_DFL);
  execve (command->program, command->arguments, environment);
  /* A script that does not name its interpreter: a shell would run it. */
  if (errno == ENOEXEC)
    execve (command->shell_arguments[0], command->shell_arguments, environment);
  g_propagate_error (error, mcp_command_explain (command, FALSE, errno));
  signal (SIGPIPE, SIG_IGN);
}
