/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpClientFeature: something that a client does beside asking and being answered: tasks,
 * subscriptions, what servers ask of the person, the log, the cache of results. A class implements
 * this and is given to a client by mcp_client_add_feature(); the client walks its features and
 * knows none of them by name. What a feature has to remember it keeps itself. All hooks are
 * optional.
 *
 * Source: the shape is that of libsoup's SoupSessionFeature.
 */

#pragma once

#include "mcp-inbound-request.h"
#include "mcp-request.h"
#include "mcp-response.h"

#include <gio/gio.h>

typedef struct _McpClient McpClient;

#define MCP_TYPE_CLIENT_FEATURE (mcp_client_feature_get_type ())
G_DECLARE_INTERFACE (McpClientFeature, mcp_client_feature, MCP, CLIENT_FEATURE, GObject)

struct _McpClientFeatureInterface
{
  GTypeInterface parent_interface;

  /* It was given to a client, or is taken from it. */
  void (*attach) (McpClientFeature *self, McpClient *client);
  void (*detach) (McpClientFeature *self, McpClient *client);
  /* The client has become ready; it is not ready any more. */
  void (*opened) (McpClientFeature *self, McpClient *client);
  void (*closed) (McpClientFeature *self, McpClient *client);
  /* A notification of the server's. */
  void (*notified) (McpClientFeature *self, McpClient *client, McpMessage *message);
  /* A request of the server's for what we declared, up to 2025-11-25. The feature that was given
   * last is asked first. Returns: whether it was or will be answered */
  gboolean (*asked) (McpClientFeature *self, McpClient *client, McpInboundRequest *request);
  /* A request of ours, before it is written for the first time: what the feature adds to it.
   * Returns: FALSE with @error where it cannot be sent */
  gboolean (*prepare) (McpClientFeature *self,
                       McpClient        *client,
                       McpRequest       *request,
                       GError          **error);
  /* Returns: (transfer full) (nullable): a response for which the server need not be asked */
  McpResponse *(*recall) (McpClientFeature *self, McpClient *client, McpRequest *request);
  /* A response to a request of ours. @task: the request, as a whole; whoever returns TRUE keeps it
   * and ends it by mcp_client_repeat() or an error. */
  gboolean (*responded) (McpClientFeature *self,
                         McpClient        *client,
                         McpRequest       *request,
                         McpResponse      *response,
                         GTask            *task);
  /* What the server said before to @method (nullable: to anything) may be out of date. */
  void (*forget) (McpClientFeature *self, const char *method);
};

/** Adds a feature, in the place of one of the same type. Once the client is ready the feature is at
 * work at once. */
void mcp_client_add_feature (McpClient *self, McpClientFeature *feature);
/** Returns: (transfer none) (nullable): the feature of this type */
gpointer mcp_client_get_feature (McpClient *self, GType type);

/* What a feature does with its client */

/** Where it has kept a request in its hook "responded": sends it again as it is now. */
void mcp_client_repeat (McpClient *self, GTask *task);
/** Writes something into the log that its reader should know. */
void mcp_client_note (McpClient *self, const char *text);
/** Entries of a list came. @definitions: (element-type McpDefinition): those from @first on are
 * new */
void mcp_client_learn (McpClient *self, GPtrArray *definitions, guint first);
/** From 2026-07-28 on servers say how long what they list or let read may be used again; within
 * that time it is not asked for again, until they say that it changed. This is for a person who
 * wants to see it again, and for a change of authorization: what is private to one is not for
 * another. @method: (nullable): such as "tools/list"; %NULL for all */
void mcp_client_forget_cached (McpClient *self, const char *method);
