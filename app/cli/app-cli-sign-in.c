/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-sign-in.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "app-cli-option.h"
#include "app-cli-print.h"

/* Bytes of a secret: a key, or a token with everything in it. */
#define MAX_SECRET 65536

gboolean
app_cli_sign_in_is_secret (const char *name)
{
  gboolean is_secret;

  return app_auth_settings_has (name, &is_secret) && is_secret;
}

/* Settings */

static gboolean
set_text (StoreProfile *profile, const char *text, GError **error)
{
  const char      *split = strchr (text, '=');
  g_autofree char *name = split != NULL ? g_strndup (text, split - text) : g_strdup (text);
  g_autofree char *known = NULL;
  g_auto (GStrv) names = NULL;
  gboolean is_secret;
  gboolean is_known = app_auth_settings_has (name, &is_secret);

  if (is_known && is_secret)
    return app_cli_refuse (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           /* Translators: %s is the name of a setting, such as client-secret */
                           _ ("“%s” is a secret, and others see the command line: give it in the "
                              "environment or by a file descriptor. Example: --client-secret-env "
                              "MY_SECRET"),
                           name);
  if (split == NULL || !is_known)
    {
      names = app_auth_settings_dup_names ();
      known = g_strjoinv (", ", names);
      return app_cli_refuse (
          error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
          /* Translators: %s is what was typed, then names */
          _ ("“%s” is not a setting and its value. Example: --set client-id=abc. There "
             "are %s."),
          text, known);
    }
  app_auth_settings_put (profile, name, split + 1);
  return TRUE;
}

/* Secrets */

char *
app_cli_sign_in_read_descriptor (const char *option, int fd, GError **error)
{
  g_autofree char *text = g_malloc0 (MAX_SECRET + 1);
  gsize            length = 0;
  gssize           n = 0;

  while (length < MAX_SECRET)
    {
      n = read (fd, text + length, MAX_SECRET - length);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      length += (gsize)n;
    }
  if (n < 0 || length == 0 || length == MAX_SECRET || memchr (text, '\0', length) != NULL)
    {
      int number = errno;

      explicit_bzero (text, length);
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   /* Translators: %s is an option, a number, then a system error or "no text" */
                   _ ("%s: nothing can be read from the file descriptor %d: %s"), option, fd,
                   n < 0 ? g_strerror (number) : _ ("no text, or too much"));
      return NULL;
    }
  return g_strdup (g_strchomp (text));
}

static char *
read_variable (const char *option, const char *variable, GError **error)
{
  const char *text = g_getenv (variable);

  if (text != NULL && *text != '\0')
    return g_strdup (text);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               /* Translators: %s is an option, then the name of an environment variable */
               _ ("%s: there is no environment variable “%s”."), option, variable);
  return NULL;
}

typedef struct
{
  StoreProfile *profile;
  GError      **error;
} Secrets;

/* The option behind the one for a variable is the one for a descriptor, which goes before it. */
static gboolean
is_overruled (const AppCliOption *option, gpointer member)
{
  const AppCliOption *next = option + 1;

  return g_strcmp0 (next->setting, option->setting) == 0 &&
         app_cli_option_is_given (next, (char *)member + next->member - option->member);
}

/* From the environment or a descriptor, as the option says. @secrets: Secrets */
static gboolean
set_secret (const AppCliOption *option, gpointer member, gpointer secrets)
{
  Secrets         *self = secrets;
  g_autofree char *name = g_strconcat ("--", option->name, NULL);

  if (option->setting == NULL || !app_cli_option_is_given (option, member) ||
      is_overruled (option, member))
    return TRUE;
  g_autofree char *text = option->kind == G_OPTION_ARG_INT
                              ? app_cli_sign_in_read_descriptor (name, *(int *)member, self->error)
                              : read_variable (name, *(char **)member, self->error);
  if (text == NULL)
    return FALSE;
  app_auth_settings_put (self->profile, option->setting, text);
  explicit_bzero (text, strlen (text));
  return TRUE;
}

gboolean
app_cli_sign_in_apply (const AppCliInvocation *invocation, StoreProfile *profile, GError **error)
{
  const AppCliSignIn *given = &invocation->sign_in;
  Secrets             secrets = { profile, error };

  for (guint i = 0; given->set != NULL && given->set[i] != NULL; i++)
    if (!set_text (profile, given->set[i], error))
      return FALSE;
  if (given->scopes != NULL)
    app_auth_settings_put (profile, "scopes", given->scopes);
  return app_cli_option_visit (invocation, set_secret, &secrets) == NULL;
}
