/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-connection.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "app-console-line.h"
#include "app-target.h"

/* How long a person waits for a server that is slow to say goodbye. */
#define GOODBYE_MS 250

struct _AppCliConnection
{
  const AppCliInvocation *invocation;
  AppWorkspace           *workspace;
  AppSession             *session; /* (nullable) */
  GAsyncResult           *result;
};

void
app_cli_connection_done (GObject *source, GAsyncResult *result, gpointer connection)
{
  AppCliConnection *self = connection;

  g_set_object (&self->result, result);
}

GAsyncResult *
app_cli_connection_wait (AppCliConnection *self)
{
  while (self->result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return g_steal_pointer (&self->result);
}

/* Seconds as typed; a 0 is "no deadline". */
static void
set_deadline (AppSettings *settings, const char *property, double seconds)
{
  if (seconds >= 0)
    g_object_set (settings, property, (guint)MIN (seconds * 1000, G_MAXUINT), NULL);
}

static AppSettings *
read_settings (const AppCliInvocation *invocation)
{
  AppSettings *settings = app_settings_new ();

  set_deadline (settings, "connect-timeout", invocation->connect_timeout);
  set_deadline (settings, "request-timeout", invocation->timeout);
  set_deadline (settings, "total-timeout", invocation->total_timeout);
  /* Who types the command has decided; only a rule that says "never" stands against it. */
  g_object_set (settings, "approval", "auto", NULL);
  return settings;
}

static gboolean
looks_like_url (const char *text)
{
  return strstr (text, "://") != NULL;
}

AppCliConnection *
app_cli_connection_new (const AppCliInvocation *invocation, gboolean with_book, GError **error)
{
  g_autoptr (AppCliConnection) self = g_new0 (AppCliConnection, 1);
  g_autoptr (AppSettings) settings = read_settings (invocation);
  g_autoptr (StoreProfileBook) book = store_profile_book_new (NULL);
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);

  if (invocation->server != NULL && !looks_like_url (invocation->server))
    with_book = TRUE;
  if (with_book && !store_profile_book_load (book, error))
    return NULL;
  self->invocation = invocation;
  self->workspace = app_workspace_new (settings, book, vault);
  return g_steal_pointer (&self);
}

static gboolean
on_goodbye_too_slow (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

/* A program is left to its supervisor, which ends it; a server on the network is told that its
 * session is over, if it takes that quickly. */
static void
say_goodbye (AppCliConnection *self)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  guint timeout;

  if (app_session_get_state (self->session) != APP_SESSION_READY ||
      store_profile_get_transport (app_session_get_profile (self->session)) == STORE_TRANSPORT_STDIO)
    return;
  fflush (stdout);
  timeout = g_timeout_add_full (G_PRIORITY_DEFAULT, GOODBYE_MS, on_goodbye_too_slow,
                                g_object_ref (cancellable), g_object_unref);
  app_session_disconnect_async (self->session, cancellable, app_cli_connection_done, self);
  result = app_cli_connection_wait (self);
  if (!g_cancellable_is_cancelled (cancellable))
    g_source_remove (timeout);
  app_session_disconnect_finish (self->session, result, NULL);
}

void
app_cli_connection_free (AppCliConnection *self)
{
  if (self == NULL)
    return;
  if (self->session != NULL)
    say_goodbye (self);
  g_clear_object (&self->result);
  g_clear_object (&self->session);
  g_clear_object (&self->workspace);
  g_free (self);
}

AppWorkspace *
app_cli_connection_get_workspace (AppCliConnection *self)
{
  return self->workspace;
}

static gboolean
add_variables (StoreVariables *variables, char **pairs, char separator, GError **error)
{
  for (guint i = 0; pairs != NULL && pairs[i] != NULL; i++)
    {
      const char      *split = strchr (pairs[i], separator);
      g_autofree char *name = NULL;

      if (split == NULL || split == pairs[i])
        {
          g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                       /* Translators: %s is what was typed, %c is = or : */
                       _ ("“%s” has no name before “%c”."), pairs[i], separator);
          return FALSE;
        }
      name = g_strstrip (g_strndup (pairs[i], split - pairs[i]));
      for (split++; separator == ':' && *split == ' '; split++)
        ;
      store_variables_set (variables, name, split);
    }
  return TRUE;
}

static gboolean
apply_options (const AppCliInvocation *invocation, StoreProfile *profile, GError **error)
{
  g_autoptr (StoreVariables) environment =
      store_variables_copy (store_profile_get_environment (profile));
  g_autoptr (StoreVariables) headers = store_variables_copy (store_profile_get_headers (profile));
  g_autoptr (StoreVariables) credentials = store_variables_new ();

  if (!add_variables (environment, invocation->env, '=', error) ||
      !add_variables (headers, invocation->header, ':', error))
    return FALSE;
  store_profile_set_environment (profile, environment);
  store_profile_set_headers (profile, headers);
  if (invocation->cwd != NULL)
    store_profile_set_working_directory (profile, invocation->cwd);
  if (invocation->bearer != NULL)
    {
      store_variables_set (credentials, "token", invocation->bearer);
      store_profile_set_authorization (profile, STORE_AUTHORIZATION_BEARER);
      store_profile_set_credentials (profile, credentials);
    }
  else if (invocation->basic != NULL)
    {
      const char      *colon = strchr (invocation->basic, ':');
      g_autofree char *user = colon != NULL ? g_strndup (invocation->basic, colon - invocation->basic)
                                            : g_strdup (invocation->basic);

      store_variables_set (credentials, "user", user);
      store_variables_set (credentials, "password", colon != NULL ? colon + 1 : "");
      store_profile_set_authorization (profile, STORE_AUTHORIZATION_BASIC);
      store_profile_set_credentials (profile, credentials);
    }
  return TRUE;
}

static StoreProfile *
profile_for_program (char **program)
{
  g_autofree char *name = g_path_get_basename (program[0]);
  StoreProfile    *profile = store_profile_new (name);

  store_profile_set_command (profile, program[0]);
  store_profile_set_arguments (profile, (const char *const *)program + 1);
  return profile;
}

static StoreProfile *
profile_for_url (const char *url)
{
  StoreProfile *profile = store_profile_new (url);

  store_profile_set_transport (profile, STORE_TRANSPORT_HTTP);
  store_profile_set_url (profile, url);
  return profile;
}

StoreProfile *
app_cli_connection_dup_profile (AppCliConnection *self, GError **error)
{
  const AppCliInvocation *invocation = self->invocation;
  StoreProfileBook       *book = app_workspace_get_book (self->workspace);
  g_autoptr (StoreProfile) profile = NULL;
  StoreProfile *found;

  if (invocation->program != NULL)
    profile = profile_for_program (invocation->program);
  else if (invocation->server == NULL)
    {
      g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                   _ ("No server was named: use --server NAME-OR-URL, or -- PROGRAM ARG…"));
      return NULL;
    }
  else if (looks_like_url (invocation->server))
    profile = profile_for_url (invocation->server);
  else
    {
      found = store_profile_book_find_by_name (book, invocation->server);
      if (found == NULL)
        {
          g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                       /* Translators: %s is what was typed, then a file's path */
                       _ ("There is no server called “%s” in %s."), invocation->server,
                       store_profile_book_get_path (book));
          return NULL;
        }
      profile = store_profile_copy (found);
    }
  if (!apply_options (invocation, profile, error))
    return NULL;
  return g_steal_pointer (&profile);
}

gboolean
app_cli_connection_apply (AppCliConnection *self, StoreProfile *profile, GError **error)
{
  return apply_options (self->invocation, profile, error);
}

StoreProfile *
app_cli_connection_dup_new (AppCliConnection *self, const char *name, GError **error)
{
  const AppCliInvocation *invocation = self->invocation;
  g_autoptr (StoreProfile) profile = invocation->program != NULL
                                         ? profile_for_program (invocation->program)
                                         : profile_for_url (invocation->url);

  store_profile_set_name (profile, name);
  if (!apply_options (invocation, profile, error))
    return NULL;
  return g_steal_pointer (&profile);
}

static void
on_console (GListModel *console, guint position, guint removed, guint added, gpointer user_data)
{
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (AppConsoleLine) line = g_list_model_get_item (console, position + i);

      if (!app_console_line_get_ours (line))
        fprintf (stderr, "%s\n", app_console_line_get_text (line));
    }
}

AppSession *
app_cli_connection_open (AppCliConnection *self, GError **error)
{
  g_autoptr (StoreProfile) profile = app_cli_connection_dup_profile (self, error);
  g_autoptr (GAsyncResult) result = NULL;

  if (profile == NULL)
    return NULL;
  self->session = app_workspace_new_session (self->workspace, profile);
  /* One command, one list: nothing is asked that nobody wants to know. */
  app_session_set_auto_list (self->session, FALSE);
  if (self->invocation->show_stderr)
    g_signal_connect (app_session_get_console (self->session), "items-changed",
                      G_CALLBACK (on_console), NULL);
  app_session_connect_async (self->session, NULL, app_cli_connection_done, self);
  result = app_cli_connection_wait (self);
  if (!app_session_connect_finish (self->session, result, error))
    return NULL;
  return self->session;
}

GHashTable *
app_cli_connection_dup_secrets (AppCliConnection *self, StoreProfile *profile, GError **error)
{
  StoreSecretVault *vault = app_workspace_get_vault (self->workspace);
  g_auto (GStrv) references = store_profile_dup_secret_references (profile);
  g_autoptr (GAsyncResult) result = NULL;

  store_secret_vault_lookup_many_async (vault, (const char *const *)references, NULL,
                                        app_cli_connection_done, self);
  result = app_cli_connection_wait (self);
  return store_secret_vault_lookup_many_finish (vault, result, error);
}
