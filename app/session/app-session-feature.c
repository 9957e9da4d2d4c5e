/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-session-feature.h"

#include "app-session.h"

G_DEFINE_INTERFACE (AppSessionFeature, app_session_feature, G_TYPE_OBJECT)

static void
app_session_feature_default_init (AppSessionFeatureInterface *iface)
{
}

void
app_session_feature_notify_listed (AppSession *session, McpDefinitionKind kind)
{
  GPtrArray *features = app_session_get_features (session);

  for (guint i = 0; i < features->len; i++)
    {
      AppSessionFeatureInterface *iface = APP_SESSION_FEATURE_GET_IFACE (features->pdata[i]);

      if (iface->listed != NULL)
        iface->listed (features->pdata[i], session, kind);
    }
}
