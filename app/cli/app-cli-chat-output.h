/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliChatOutput: what is printed of a conversation with a model while it goes on. For a person
 * the model's words on standard output, and calls beside them on standard error; with --json one
 * line for each event on standard output, and the whole conversation as the last one.
 */

#pragma once

#include "app-model-conversation.h"
#include "app-cli-invocation.h"

typedef struct
{
  const AppCliInvocation *invocation;
  AppModelConversation   *bench;   /* (unowned) */
  gboolean                in_line; /* the last line of text has not ended */
} AppCliChatOutput;

/** Prints what comes from now on. @self: lives until it leaves */
void app_cli_chat_output_follow (AppCliChatOutput       *self,
                                 const AppCliInvocation *invocation,
                                 AppModelConversation   *bench);
/** Prints nothing more of what comes; what was is still to be told. */
void app_cli_chat_output_leave (AppCliChatOutput *self);
/** A run has ended. @failure, @error: (nullable) */
void app_cli_chat_output_end_run (AppCliChatOutput *self,
                                  AppModelEnd       end,
                                  McpModelFailure  *failure,
                                  const GError     *error);
/** With --json the whole conversation. */
void app_cli_chat_output_end (AppCliChatOutput *self, McpModelProvider *provider, AppModelEnd end);
