/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What only a desk does with its items, and what the files of this class share.
 */

#pragma once

#include "app-inbox-item.h"
#include "mcp-input-request.h"

G_BEGIN_DECLS

struct _AppInboxItem
{
  GObject parent_instance;

  AppInboxKind      kind;
  GWeakRef          session;
  GWeakRef          call;
  McpInputRequest  *request;
  AppFolderList    *folders;
  StoreMemory      *answers;
  AppForm          *form;
  AppSamplingReply *reply;
  char             *server;
  char             *target; /* (nullable) */
  char             *title;
  gboolean          opened;
  gboolean          dismissed;
};

/** @request: waiting. @target: (nullable). @call: (nullable): held weakly.
 * @folders, @answers: the server's. Returns: (transfer full) */
AppInboxItem *app_inbox_item_new (AppSession      *session,
                                  McpInputRequest *request,
                                  const char      *target,
                                  AppCall         *call,
                                  AppFolderList   *folders,
                                  StoreMemory     *answers);

G_END_DECLS
