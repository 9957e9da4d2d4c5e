/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelServers: a list of AppModelServer: the servers whose tools a model may be given, which
 * are all sessions of a workspace that are connected, as they come and go. One that comes is used,
 * unless the person switched it off or has to agree first. Main thread only.
 *
 * Property (notifies)
 *   consent-text (string, nullable): what a person is asked before anything of a server goes to the
 *     provider: "What the tools of “files” return will be sent to https://api.openai.com/v1.";
 *     app_model_servers_agree() answers
 *
 * Signals
 *   changed: what is used, or its tools
 *   failed (GError): the consent was not kept
 */

#pragma once

#include "app-model-attachments.h"
#include "app-model-server.h"
#include "app-model-providers.h"
#include "app-workspace.h"

#define APP_TYPE_MODEL_SERVERS (app_model_servers_get_type ())
G_DECLARE_FINAL_TYPE (AppModelServers, app_model_servers, APP, MODEL_SERVERS, GObject)

/** All are held. @attachments: what is added to a message, of which a provider is told as well
 * Returns: (transfer full) */
AppModelServers *app_model_servers_new (AppWorkspace        *workspace,
                                        AppModelProviders   *providers,
                                        AppModelAttachments *attachments);
/** Ends it: nothing is followed or asked any more. */
void app_model_servers_close (AppModelServers *self);
/** Follows one that is in no workspace as well. @session: held */
void app_model_servers_add (AppModelServers *self, AppSession *session);
/** Who is told what their tools return. @entry: (nullable): somebody who needs no consent */
void app_model_servers_set_entry (AppModelServers *self, AppModelEntry *entry);
/** Whether the provider may be told what was added to a message. Of each server of which it may not
 * consent is asked for, whether its tools are used or not; who declined is asked again.
 * @missing: (out) (optional) (transfer none): one that is not connected, so that nobody is asked */
gboolean app_model_servers_check (AppModelServers *self, AppSession **missing);
/** The answer to the question. @agreed: kept for good, and its tools are used then; else it is not
 * asked again before it is wanted, and what was added of it goes */
void app_model_servers_agree (AppModelServers *self, gboolean agreed);
/** Returns: (transfer container) (element-type AppSession): those that are used */
GPtrArray *app_model_servers_dup_used (AppModelServers *self);
