/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-command-text.h"

#include "app-error.h"
#include "app-expansion.h"
#include "app-redactor.h"
#include "store-secret-signs.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Each part is masked by its own signs alone: a value that is masked wherever it turns up could
 * hide what runs. */

/* Returns: (transfer full) (nullable): the words of a command, which says of some that they are
 * secrets */
static GStrv
dup_words (const char *const *words)
{
  g_autoptr (GStrvBuilder) masked = g_strv_builder_new ();

  if (words == NULL)
    return NULL;
  for (guint i = 0; words[i] != NULL; i++)
    {
      const char       *before = i > 0 ? words[i - 1] : "";
      gboolean          is_named = before[0] == '-' && strchr (before, '=') == NULL;
      const char *const pair[] = { is_named ? before : words[i], is_named ? words[i] : NULL, NULL };
      g_autoptr (AppRedactor) redactor = app_redactor_new ();

      app_redactor_add_arguments (redactor, pair);
      g_autofree char *word = app_redactor_redact_text (redactor, words[i]);
      g_strv_builder_add (masked, word);
    }
  return g_strv_builder_end (masked);
}

static char *
dup_summary (StoreProfile *profile)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  g_autoptr (StoreProfile) masked = store_profile_copy (profile);
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  g_auto (GStrv) arguments = dup_words ((const char *const *)endpoint->arguments);

  g_object_set (masked, "arguments", arguments, NULL);
  g_autofree char *summary = store_profile_dup_summary (masked);
  if (endpoint->transport == STORE_TRANSPORT_STDIO)
    return g_steal_pointer (&summary);
  app_redactor_add_private_url (redactor, endpoint->url);
  return app_redactor_redact_text (redactor, summary);
}

static void
append_environment (GString *text, const StoreVariables *environment)
{
  guint n = store_variables_get_n_items (environment);

  if (n > 0)
    /* Translators: stands between a command and the variables of its environment */
    g_string_append (text, _ ("\n\nwith"));
  for (guint i = 0; i < n; i++)
    {
      const char *name = store_variables_get_name (environment, i);
      const char *value = store_variables_get_value (environment, i);
      g_autoptr (AppRedactor) redactor = app_redactor_new ();

      if (value == NULL)
        value = _ ("(a secret from the keyring)");
      else if (store_secret_signs_is_named (name, value))
        value = APP_REDACTOR_MASK;
      else
        {
          app_redactor_add_named (redactor, name, value);
          app_redactor_add_url (redactor, value);
        }
      g_autofree char *masked = app_redactor_redact_text (redactor, value);
      g_string_append_printf (text, "\n%s=%s", name, masked);
    }
}

char *
app_command_text_for_profile (StoreProfile *profile)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  gboolean             runs = endpoint->transport == STORE_TRANSPORT_STDIO;
  g_autofree char     *taken = NULL;

  g_return_val_if_fail (STORE_IS_PROFILE (profile), NULL);

  g_autofree char *summary = dup_summary (profile);
  GString         *text = g_string_new (summary);
  if (runs && endpoint->working_directory != NULL)
    /* Translators: %s is a folder; stands below the command that runs in it */
    g_string_append_printf (text, _ ("\n\nin %s"), endpoint->working_directory);
  if (runs)
    append_environment (text, endpoint->environment);
  if (store_profile_get_decisions (profile)->origin != STORE_ORIGIN_TYPED)
    taken = app_expansion_dup_list (profile);
  if (taken != NULL)
    g_string_append_printf (text, "\n\n%s", taken);
  return g_string_free (text, FALSE);
}

gboolean
app_command_text_check_confirmed (StoreProfile *profile, GError **error)
{
  g_return_val_if_fail (STORE_IS_PROFILE (profile), FALSE);

  if (!store_profile_needs_confirmation (profile))
    return TRUE;
  g_set_error_literal (error, APP_ERROR, APP_ERROR_UNCONFIRMED,
                       store_profile_get_endpoint (profile)->transport == STORE_TRANSPORT_STDIO
                           ? _ ("This command came from elsewhere and was never confirmed.")
                           : _ ("This server came from elsewhere, and what it takes from the "
                                "environment was never confirmed."));
  return FALSE;
}
