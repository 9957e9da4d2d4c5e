/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-consent.h"

#include <glib/gi18n-lib.h>

#include "app-visible-text.h"

#define NAME_CHARACTERS 60u

const char *
app_model_consent_get_server (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  const char *id = store_profile_get_id (app_session_get_profile (session));
  return id != NULL && *id != '\0' ? id : app_session_get_name (session);
}

char *
app_model_consent_dup_text (AppModelEntry *entry, AppSession *session, gboolean is_sampling)
{
  g_return_val_if_fail (APP_IS_MODEL_ENTRY (entry), NULL);
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  McpModelProvider *provider = app_model_entry_get_provider (entry);
  if (provider == NULL)
    return NULL;
  g_autofree char *name = app_visible_text_line (app_session_get_name (session), NAME_CHARACTERS);
  if (is_sampling)
    /* Translators: the name of a server, then an address */
    return g_strdup_printf (_ ("What “%s” asks the model, and what its tools return, will be sent "
                               "to %s."),
                            name, provider->base);
  /* Translators: the name of a server, then an address */
  return g_strdup_printf (_ ("What the tools of “%s” return will be sent to %s."), name,
                          provider->base);
}
