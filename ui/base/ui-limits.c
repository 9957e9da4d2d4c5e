/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-limits.h"
#include "ui-settings.h"

typedef struct
{
  const char *key;
  const char *property;
  guint64     factor; /* from the key's unit to the property's */
} Limit;

static const Limit limits[] = {
  { "connect-timeout", "connect-timeout", 1000 },
  { "request-timeout", "request-timeout", 1000 },
  { "total-timeout", "total-timeout", 1000 },
  { "max-message-mib", "message-limit", 1024 * 1024 },
  { "max-items", "view-items", 1 },
  { "max-depth", "view-depth", 1 },
  { "max-string-length", "view-characters", 1 },
};

static gboolean
to_property (GValue *value, GVariant *variant, gpointer data)
{
  const Limit *limit = data;
  guint64      number = (guint64)g_variant_get_int32 (variant) * limit->factor;

  if (G_VALUE_HOLDS_UINT64 (value))
    g_value_set_uint64 (value, number);
  else
    g_value_set_uint (value, (guint)MIN (number, G_MAXUINT));
  return TRUE;
}

AppTreeLimits
ui_limits_of_session (AppSession *session)
{
  if (session != NULL)
    return app_settings_get_tree_limits (app_session_get_settings (session));
  return (AppTreeLimits){ APP_DEFAULT_VIEW_ITEMS, APP_DEFAULT_VIEW_CHARACTERS,
                          APP_DEFAULT_VIEW_DEPTH };
}

void
ui_limits_bind (AppSettings *settings)
{
  g_return_if_fail (APP_IS_SETTINGS (settings));

  GSettings *source = ui_settings_get ();
  if (source == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    g_settings_bind_with_mapping (source, limits[i].key, settings, limits[i].property,
                                  G_SETTINGS_BIND_GET, to_property, NULL, (gpointer)&limits[i],
                                  NULL);
  g_settings_bind (source, "approval", settings, "approval", G_SETTINGS_BIND_GET);
  g_settings_bind (source, "reconnect", settings, "reconnect", G_SETTINGS_BIND_GET);
  g_settings_bind (source, "icons-from-other-hosts", settings, "icons-from-other-hosts",
                   G_SETTINGS_BIND_GET);
  g_settings_bind (source, "references-everywhere", settings, "references-everywhere",
                   G_SETTINGS_BIND_GET);
}
