/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchServers: the servers whose tools a model may be given: all sessions of a workspace that
 * are connected, as they come and go. One that comes is used, unless the person switched it off or
 * somebody has to agree first. A plain struct. Main thread only.
 */

#pragma once

#include "app-bench-attachments.h"
#include "app-bench-server.h"
#include "app-model-providers.h"
#include "app-workspace.h"

G_BEGIN_DECLS

typedef struct _AppBenchServers AppBenchServers;

/** Who is told of what changes; each is called with @user_data. */
typedef struct
{
  void (*changed) (gpointer user_data);                        /* what is used, and its tools */
  void (*wanted) (AppBenchServer *server, gpointer user_data); /* it needs consent */
  gpointer user_data;
} AppBenchServersWatch;

/** @workspace: held. @watch: copied. Returns: (transfer full) */
AppBenchServers      *
app_bench_servers_new (AppWorkspace *workspace, const AppBenchServersWatch *watch);
void app_bench_servers_free (AppBenchServers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppBenchServers, app_bench_servers_free)

/** Returns: (transfer none): of AppBenchServer */
GListModel *app_bench_servers_get_model (AppBenchServers *self);
/** Follows one that is in no workspace as well. @session: held */
void app_bench_servers_add (AppBenchServers *self, AppSession *session);
/** Who is told what their tools return. @entry: (nullable): somebody who needs no consent */
void app_bench_servers_set_entry (AppBenchServers *self, AppModelEntry *entry);
/** Returns: (transfer none) (nullable): the first one that needs consent and was not declined */
AppBenchServer *app_bench_servers_find_asking (AppBenchServers *self);
/** Whether the provider may be told what was added to a message. Of each server of which it may not
 * consent is asked for, whether its tools are used or not; who declined is asked again.
 * @missing: (out) (optional) (transfer none): one that is not connected, so that nobody is asked */
gboolean app_bench_servers_check (AppBenchServers     *self,
                                  AppBenchAttachments *attachments,
                                  AppSession         **missing);
/** The person does not agree: it is not asked again before it is wanted. */
void app_bench_servers_decline (AppBenchServers *self, AppBenchServer *server);
/** Returns: (transfer container) (element-type AppSession): those that are used */
GPtrArray *app_bench_servers_dup_used (AppBenchServers *self);
/** By what consent is kept. Returns: (transfer none) */
const char *app_bench_servers_get_id (AppBenchServer *server);

G_END_DECLS
