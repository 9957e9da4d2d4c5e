/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-command-text.h"

#include "app-error.h"
#include "app-expansion.h"
#include "app-redactor.h"
#include "store-secret-signs.h"

#include <glib/gi18n-lib.h>

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

      if (value == NULL)
        value = _ ("(a secret from the keyring)");
      else if (store_secret_signs_is_named (name, value))
        value = APP_REDACTOR_MASK;
      g_string_append_printf (text, "\n%s=%s", name, value);
    }
}

char *
app_command_text_for_profile (StoreProfile *profile)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  gboolean             runs = endpoint->transport == STORE_TRANSPORT_STDIO;
  g_autofree char     *summary = NULL;
  g_autofree char     *taken = NULL;
  g_autoptr (GString) text = NULL;
  g_autoptr (AppRedactor) redactor = NULL;

  g_return_val_if_fail (STORE_IS_PROFILE (profile), NULL);

  summary = store_profile_dup_summary (profile);
  text = g_string_new (summary);
  if (runs && endpoint->working_directory != NULL)
    /* Translators: %s is a folder; stands below the command that runs in it */
    g_string_append_printf (text, _ ("\n\nin %s"), endpoint->working_directory);
  if (runs)
    append_environment (text, endpoint->environment);
  if (store_profile_get_decisions (profile)->origin != STORE_ORIGIN_TYPED)
    taken = app_expansion_dup_list (profile);
  if (taken != NULL)
    g_string_append_printf (text, "\n\n%s", taken);
  redactor = app_redactor_new ();
  app_redactor_add_profile (redactor, profile);
  return app_redactor_redact_text (redactor, text->str);
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
