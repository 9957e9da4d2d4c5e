/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-connector.h"

#include <glib/gi18n-lib.h>

#include "app-program-finder.h"
#include "app-session.h"
#include "mcp-error.h"
#include "mcp-http-address.h"
#include "mcp-http-transport.h"
#include "mcp-stdio-transport.h"

typedef struct
{
  StoreProfile     *profile; /* a copy: the person may edit it meanwhile */
  StoreSecretVault *vault;
  AppSettings      *settings;
  AppRedactor      *redactor;
  GHashTable       *secrets; /* (nullable): reference → value */
} Preparation;

static void
preparation_free (Preparation *self)
{
  g_clear_object (&self->profile);
  g_clear_object (&self->vault);
  g_clear_object (&self->settings);
  g_clear_object (&self->redactor);
  g_clear_pointer (&self->secrets, g_hash_table_unref);
  g_free (self);
}

/* The text of one variable, fetched if it is a secret. */
static const char *
resolve (Preparation *self, const StoreVariables *variables, guint index, GError **error)
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
  return value;
}

/* "NAME=VALUE" or "Name: value" for each variable. Returns NULL with the error set. */
static GPtrArray *
resolve_all (Preparation          *self,
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
resolve_credential (Preparation *self, const char *name, GError **error)
{
  const StoreVariables *credentials = store_profile_get_credentials (self->profile);
  const char           *value;
  guint                 index;

  if (!store_variables_find (credentials, name, &index))
    {
      g_set_error (error, APP_ERROR, APP_ERROR_SECRET,
                   /* Translators: %s is "token", "user" or "password" */
                   _ ("No %s was given for the authorization."), name);
      return NULL;
    }
  value = resolve (self, credentials, index, error);
  if (value != NULL && !g_str_equal (name, "user"))
    app_redactor_add_secret (self->redactor, value);
  return value;
}

static gboolean
add_authorization (Preparation *self, GPtrArray *headers, GError **error)
{
  g_autofree char *basic = NULL;
  const char      *user;
  const char      *secret;

  switch (store_profile_get_authorization (self->profile))
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

static guint
choose (guint of_profile, guint of_settings)
{
  return of_profile != 0 ? of_profile : of_settings;
}

static void
return_http (GTask *task)
{
  Preparation *self = g_task_get_task_data (task);
  g_autoptr (McpTransport) transport = NULL;
  g_autoptr (GPtrArray) headers = NULL;
  g_autoptr (GError) error = NULL;
  guint timeout;

  headers = resolve_all (self, store_profile_get_headers (self->profile), ": ", &error);
  if (headers == NULL || !add_authorization (self, headers, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  g_ptr_array_add (headers, NULL);
  timeout = choose (store_profile_get_connect_timeout (self->profile),
                    app_settings_get_connect_timeout (self->settings));
  transport = mcp_http_transport_new (store_profile_get_url (self->profile));
  g_object_set (transport,
                "message-limit", app_settings_get_message_limit (self->settings),
                "connect-timeout", timeout,
                NULL);
  if (!mcp_http_carrier_set_headers (MCP_HTTP_CARRIER (transport),
                                     (const char *const *)headers->pdata, &error))
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_pointer (task, g_steal_pointer (&transport), g_object_unref);
}

static void
on_program_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Preparation *self = g_task_get_task_data (task);
  g_autoptr (AppProgram) program = NULL;
  g_autoptr (GPtrArray) environment = NULL;
  g_autoptr (McpTransport) transport = NULL;
  g_autoptr (GError) error = NULL;

  program = app_program_find_finish (result, &error);
  if (program == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (program->program == NULL)
    {
      error = mcp_error_new (MCP_ERROR_COMMAND_NOT_FOUND, "%s", program->explanation);
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  environment = resolve_all (self, store_profile_get_environment (self->profile), "=", &error);
  if (environment == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (program->path != NULL &&
      !store_variables_find (store_profile_get_environment (self->profile), "PATH", NULL))
    g_ptr_array_add (environment, g_strconcat ("PATH=", program->path, NULL));
  g_ptr_array_add (environment, NULL);

  transport = mcp_stdio_transport_new (program->program,
                                       store_profile_get_arguments (self->profile));
  g_object_set (transport,
                "environment", environment->pdata,
                "working-directory", store_profile_get_working_directory (self->profile),
                "message-limit", app_settings_get_message_limit (self->settings),
                "exit-grace", app_settings_get_close_grace (self->settings),
                "terminate-grace", app_settings_get_close_grace (self->settings),
                NULL);
  g_task_return_pointer (task, g_steal_pointer (&transport), g_object_unref);
}

static void
build (GTask *task)
{
  Preparation          *self = g_task_get_task_data (task);
  const char           *command = store_profile_get_command (self->profile);
  const StoreVariables *environment;
  GError               *error;

  switch (store_profile_get_transport (self->profile))
    {
    case STORE_TRANSPORT_HTTP:
    case STORE_TRANSPORT_AUTO:
      if (store_profile_get_url (self->profile) != NULL)
        {
          return_http (task);
          return;
        }
      error = mcp_error_new (MCP_ERROR_INVALID_TARGET, "%s", _ ("There is no URL to connect to."));
      break;
    case STORE_TRANSPORT_STDIO:
      if (command != NULL && command[0] != '\0')
        {
          environment = store_profile_get_environment (self->profile);
          app_program_find_async (command, store_variables_lookup (environment, "PATH"),
                                  g_task_get_cancellable (task), on_program_found,
                                  g_object_ref (task));
          return;
        }
      error = mcp_error_new (MCP_ERROR_INVALID_TARGET, "%s", _ ("There is no command to run."));
      break;
    case STORE_TRANSPORT_SSE:
    case STORE_TRANSPORT_WEBSOCKET:
    case STORE_TRANSPORT_UNIX:
    case STORE_TRANSPORT_TCP:
    case STORE_TRANSPORT_HTTP_UNIX:
    default:
      error = mcp_error_new (MCP_ERROR_INVALID_TARGET,
                             /* Translators: %s is a transport's name, such as "websocket" */
                             _ ("Spyglass cannot speak over “%s” yet."),
                             store_transport_to_text (store_profile_get_transport (self->profile)));
    }
  g_task_return_error (task, error);
}

static void
on_secrets_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Preparation *self = g_task_get_task_data (task);
  GError      *error = NULL;

  self->secrets = store_secret_vault_lookup_many_finish (STORE_SECRET_VAULT (source), result,
                                                         &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    build (task);
}

void
app_connector_prepare_async (StoreProfile       *profile,
                             StoreSecretVault   *vault,
                             AppSettings        *settings,
                             AppRedactor        *redactor,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  Preparation *self;
  g_auto (GStrv) references = NULL;

  g_return_if_fail (STORE_IS_PROFILE (profile));

  task = g_task_new (NULL, cancellable, callback, user_data);
  self = g_new0 (Preparation, 1);
  g_task_set_source_tag (task, app_connector_prepare_async);
  self->profile = store_profile_copy (profile);
  self->vault = g_object_ref (vault);
  self->settings = g_object_ref (settings);
  self->redactor = g_object_ref (redactor);
  g_task_set_task_data (task, self, (GDestroyNotify)preparation_free);

  app_redactor_add_profile (self->redactor, self->profile);
  references = store_profile_dup_secret_references (self->profile);
  if (references == NULL || references[0] == NULL)
    build (task);
  else
    store_secret_vault_lookup_many_async (vault, (const char *const *)references, cancellable,
                                          on_secrets_found, g_steal_pointer (&task));
}

McpTransport *
app_connector_prepare_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
