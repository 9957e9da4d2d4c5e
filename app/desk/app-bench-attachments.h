/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchAttachments: what goes into a conversation with the next thing that a person says, in the
 * order in which it was added. Main thread only.
 *
 * Signal
 *   changed: what there is, or how something of it stands
 */

#pragma once

#include "app-bench-attachment.h"

G_BEGIN_DECLS

/* At once; a person looks through them before they are sent. */
#define APP_BENCH_ATTACHMENTS_MAX 20u

#define APP_TYPE_BENCH_ATTACHMENTS (app_bench_attachments_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchAttachments, app_bench_attachments, APP, BENCH_ATTACHMENTS, GObject)

/** Returns: (transfer full): nothing */
AppBenchAttachments *app_bench_attachments_new (void);

/** Returns: (transfer none): of AppBenchAttachment */
GListModel *app_bench_attachments_get_list (AppBenchAttachments *self);
/** Whether all that there is can be sent; so can nothing. */
gboolean app_bench_attachments_is_ready (AppBenchAttachments *self);
/** Whether a model can be asked with this alone: its last turn is the person's. */
gboolean app_bench_attachments_is_enough (AppBenchAttachments *self);

/** What all of them take of a model's context, estimated. */
gint64 app_bench_attachments_get_tokens (AppBenchAttachments *self);

/** See app_bench_attachment_new(). Beyond APP_BENCH_ATTACHMENTS_MAX nothing is added. */
void app_bench_attachments_add (AppBenchAttachments *self,
                                AppSession          *session,
                                AppCall             *call,
                                const char          *name);
/** The same with what a session has asked for already, or is to ask for now.
 * @is_prompt: else a resource, whose URI is @target. @arguments: (nullable): JSON text of an
 * object */
void app_bench_attachments_add_target (AppBenchAttachments *self,
                                       AppSession          *session,
                                       gboolean             is_prompt,
                                       const char          *target,
                                       const char          *arguments);
void app_bench_attachments_remove (AppBenchAttachments *self, AppBenchAttachment *attachment);
/** All that came from a session. */
void app_bench_attachments_remove_of (AppBenchAttachments *self, AppSession *session);
/** Returns: (transfer full) (element-type McpModelTurn): of all of them; nothing is left */
GPtrArray *app_bench_attachments_take_turns (AppBenchAttachments *self);

G_END_DECLS
