/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-secrets.h"

#include "store-client-import.h"

static void
add_file (AppRedactor *redactor, GBytes *bytes)
{
  gsize       length;
  const char *text = g_bytes_get_data (bytes, &length);
  g_autoptr (StoreClientImport) found =
      length > 0 ? store_client_import_new_from_text (text, (gssize)length, NULL) : NULL;
  GPtrArray *profiles = found != NULL ? store_client_import_get_profiles (found) : NULL;

  for (guint i = 0; profiles != NULL && i < profiles->len; i++)
    app_redactor_add_profile (redactor, profiles->pdata[i]);
}

AppRedactor *
app_client_secrets_find (StoreClientPlan *plan)
{
  AppRedactor *redactor = app_redactor_new ();

  add_file (redactor, store_client_plan_get_before (plan));
  add_file (redactor, store_client_plan_get_after (plan));
  return redactor;
}
