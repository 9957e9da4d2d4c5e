/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelServers: the servers whose tools a model may be given: all sessions of a workspace that
 * are connected, as they come and go. One that comes is used, unless the person switched it off or
 * somebody has to agree first. A plain struct. Main thread only.
 */

#pragma once

#include "app-model-attachments.h"
#include "app-model-server.h"
#include "app-model-providers.h"
#include "app-workspace.h"

G_BEGIN_DECLS

typedef struct _AppModelServers AppModelServers;

/** Who is told of what changes; each is called with @user_data. */
typedef struct
{
  void (*changed) (gpointer user_data);                        /* what is used, and its tools */
  void (*wanted) (AppModelServer *server, gpointer user_data); /* it needs consent */
  gpointer user_data;
} AppModelServersWatch;

/** @workspace: held. @watch: copied. Returns: (transfer full) */
AppModelServers      *
app_model_servers_new (AppWorkspace *workspace, const AppModelServersWatch *watch);
void app_model_servers_free (AppModelServers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelServers, app_model_servers_free)

/** Returns: (transfer none): of AppModelServer */
GListModel *app_model_servers_get_model (AppModelServers *self);
/** Follows one that is in no workspace as well. @session: held */
void app_model_servers_add (AppModelServers *self, AppSession *session);
/** Who is told what their tools return. @entry: (nullable): somebody who needs no consent */
void app_model_servers_set_entry (AppModelServers *self, AppModelEntry *entry);
/** Returns: (transfer none) (nullable): the first one that needs consent and was not declined */
AppModelServer *app_model_servers_find_asking (AppModelServers *self);
/** Whether the provider may be told what was added to a message. Of each server of which it may not
 * consent is asked for, whether its tools are used or not; who declined is asked again.
 * @missing: (out) (optional) (transfer none): one that is not connected, so that nobody is asked */
gboolean app_model_servers_check (AppModelServers     *self,
                                  AppModelAttachments *attachments,
                                  AppSession         **missing);
/** The person does not agree: it is not asked again before it is wanted. */
void app_model_servers_decline (AppModelServers *self, AppModelServer *server);
/** Returns: (transfer container) (element-type AppSession): those that are used */
GPtrArray *app_model_servers_dup_used (AppModelServers *self);
/** By what consent is kept. Returns: (transfer none) */
const char *app_model_servers_get_id (AppModelServer *server);

G_END_DECLS
