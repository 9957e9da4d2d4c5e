/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-exchange.h"

#include "mcp-object.h"

struct _McpAuthExchange
{
  GObject parent_instance;

  char           *method;
  char           *url;
  char          **headers;
  GBytes         *body;     /* (nullable) */
  McpHttpFetched *response; /* (nullable) */
  GError         *error;    /* (nullable) */
};

MCP_DEFINE_OBJECT (McpAuthExchange, mcp_auth_exchange)

MCP_DEFINE_FINALIZE (McpAuthExchange, mcp_auth_exchange)
{
  g_free (self->method);
  g_free (self->url);
  g_strfreev (self->headers);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_clear_pointer (&self->response, mcp_http_fetched_unref);
  g_clear_error (&self->error);
}

McpAuthExchange *
mcp_auth_exchange_new (const McpHttpFetchRequest *request,
                       McpHttpFetched            *fetched,
                       const GError              *error)
{
  McpAuthExchange *self = g_object_new (MCP_TYPE_AUTH_EXCHANGE, NULL);
  static char     *none[] = { NULL };

  self->method = g_strdup (request->method);
  self->url = g_strdup (request->url);
  self->headers = g_strdupv (request->headers != NULL ? (char **)request->headers : none);
  self->body = request->body != NULL ? g_bytes_ref (request->body) : NULL;
  self->response = fetched != NULL ? mcp_http_fetched_ref (fetched) : NULL;
  self->error = error != NULL ? g_error_copy (error) : NULL;
  return self;
}

MCP_DEFINE_GETTER (const char *, McpAuthExchange, mcp_auth_exchange, method)
MCP_DEFINE_GETTER (const char *, McpAuthExchange, mcp_auth_exchange, url)

const char *const *
mcp_auth_exchange_get_request_headers (McpAuthExchange *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_EXCHANGE (self), NULL);
  return (const char *const *)self->headers;
}

GBytes *
mcp_auth_exchange_get_request_body (McpAuthExchange *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_EXCHANGE (self), NULL);
  return self->body;
}

MCP_DEFINE_GETTER (McpHttpFetched *, McpAuthExchange, mcp_auth_exchange, response)

guint
mcp_auth_exchange_get_status (McpAuthExchange *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_EXCHANGE (self), 0);
  return self->response != NULL ? mcp_http_fetched_get_status (self->response) : 0;
}

MCP_DEFINE_GETTER (const GError *, McpAuthExchange, mcp_auth_exchange, error)

char *
mcp_auth_exchange_dup_outcome (McpAuthExchange *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_EXCHANGE (self), NULL);

  if (self->response == NULL)
    return g_strdup_printf ("no response: %s", self->error != NULL ? self->error->message : "");
  const char *type = mcp_http_fetched_get_content_type (self->response);
  return g_strdup_printf ("%u %s%s%s", mcp_http_fetched_get_status (self->response),
                          mcp_http_fetched_get_reason (self->response), type != NULL ? ", " : "",
                          type != NULL ? type : "");
}
