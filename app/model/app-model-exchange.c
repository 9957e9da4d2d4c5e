/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-exchange.h"

#include "mcp-object.h"

struct _AppModelExchange
{
  GObject parent_instance;

  guint turn;
  char *title;
  char *summary;
  char *request;
  char *response;
  char *curl;
};

MCP_DEFINE_OBJECT (AppModelExchange, app_model_exchange)

MCP_DEFINE_FINALIZE (AppModelExchange, app_model_exchange)
{
  g_free (self->title);
  g_free (self->summary);
  g_free (self->request);
  g_free (self->response);
  g_free (self->curl);
}

AppModelExchange *
app_model_exchange_new_take (guint       turn,
                             const char *title,
                             const char *summary,
                             char       *request,
                             char       *response,
                             char       *curl)
{
  AppModelExchange *self = g_object_new (APP_TYPE_MODEL_EXCHANGE, NULL);

  self->turn = turn;
  self->title = g_strdup (title);
  self->summary = g_strdup (summary);
  self->request = request;
  self->response = response;
  self->curl = curl;
  return self;
}

MCP_DEFINE_GETTER (guint, AppModelExchange, app_model_exchange, turn)
MCP_DEFINE_GETTER (const char *, AppModelExchange, app_model_exchange, title)
MCP_DEFINE_GETTER (const char *, AppModelExchange, app_model_exchange, summary)
MCP_DEFINE_GETTER (const char *, AppModelExchange, app_model_exchange, request)
MCP_DEFINE_GETTER (const char *, AppModelExchange, app_model_exchange, response)
MCP_DEFINE_GETTER (const char *, AppModelExchange, app_model_exchange, curl)
