/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-server.h"

#include "mcp-object.h"
#include "mcp-property.h"

struct _AppModelServer
{
  GObject parent_instance;

  AppSession *session;
  gboolean    used;
  gboolean    needs_consent;
  guint       n_tools;
};

enum {
  PROP_0,
  PROP_NAME,
  PROP_USED,
  PROP_NEEDS_CONSENT,
  PROP_N_TOOLS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       wanted_signal;

MCP_DEFINE_ZEROED_TYPE (AppModelServer, app_model_server, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppModelServer, app_model_server)
{
  g_clear_object (&self->session);
}

MCP_DEFINE_CLASS (AppModelServer, app_model_server)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_NAME] = { "name", G_TYPE_STRING, G_CALLBACK (app_model_server_get_name) },
    [PROP_USED] = { "used", G_TYPE_BOOLEAN, G_CALLBACK (app_model_server_is_used),
                    .flags = G_PARAM_WRITABLE | G_PARAM_EXPLICIT_NOTIFY,
                    .set = G_CALLBACK (app_model_server_set_used) },
    [PROP_NEEDS_CONSENT] = { "needs-consent", G_TYPE_BOOLEAN,
                             G_CALLBACK (app_model_server_needs_consent) },
    [PROP_N_TOOLS] = { "n-tools", G_TYPE_UINT, G_CALLBACK (app_model_server_get_n_tools) },
  };

  object_class->finalize = app_model_server_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  wanted_signal = mcp_signal_new (klass, "wanted", 0);
}

AppModelServer *
app_model_server_new (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  AppModelServer *self = g_object_new (APP_TYPE_MODEL_SERVER, NULL);
  self->session = g_object_ref (session);
  return self;
}

MCP_DEFINE_GETTER (AppSession *, AppModelServer, app_model_server, session)

const char *
app_model_server_get_name (AppModelServer *self)
{
  g_return_val_if_fail (APP_IS_MODEL_SERVER (self), NULL);
  return app_session_get_name (self->session);
}

MCP_DEFINE_READER (
    gboolean, app_model_server_is_used, AppModelServer, APP_IS_MODEL_SERVER (self), used)

void
app_model_server_set_used (AppModelServer *self, gboolean used)
{
  g_return_if_fail (APP_IS_MODEL_SERVER (self));

  if (used && self->needs_consent)
    {
      /* The switch of whoever asks goes back. */
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_USED]);
      g_signal_emit (self, wanted_signal, 0);
      return;
    }
  if (self->used == used)
    return;
  self->used = used;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_USED]);
}

MCP_DEFINE_FLAG (AppModelServer, app_model_server, needs_consent)

void
app_model_server_set_needs_consent (AppModelServer *self, gboolean needs_consent)
{
  g_return_if_fail (APP_IS_MODEL_SERVER (self));

  if (self->needs_consent == needs_consent)
    return;
  if (needs_consent)
    app_model_server_set_used (self, FALSE);
  self->needs_consent = needs_consent;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NEEDS_CONSENT]);
}

MCP_DEFINE_GETTER (guint, AppModelServer, app_model_server, n_tools)

void
app_model_server_set_n_tools (AppModelServer *self, guint n_tools)
{
  g_return_if_fail (APP_IS_MODEL_SERVER (self));

  if (self->n_tools == n_tools)
    return;
  self->n_tools = n_tools;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_TOOLS]);
}
