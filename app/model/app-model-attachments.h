/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelAttachments: what goes into a conversation with the next thing that a person says, in the
 * order in which it was added. Main thread only.
 *
 * Signal
 *   changed: what there is, or how something of it stands
 */

#pragma once

#include "app-model-attachment.h"

/* At once; a person looks through them before they are sent. */
#define APP_MODEL_ATTACHMENTS_MAX 20u

#define APP_TYPE_MODEL_ATTACHMENTS (app_model_attachments_get_type ())
G_DECLARE_FINAL_TYPE (AppModelAttachments, app_model_attachments, APP, MODEL_ATTACHMENTS, GObject)

/** Returns: (transfer full): nothing */
AppModelAttachments *app_model_attachments_new (void);

/** Returns: (transfer none): of AppModelAttachment */
GListModel *app_model_attachments_get_list (AppModelAttachments *self);
/** Whether all that there is can be sent; so can nothing. */
gboolean app_model_attachments_is_ready (AppModelAttachments *self);
/** Whether a model can be asked with this alone: its last turn is the person's. */
gboolean app_model_attachments_is_enough (AppModelAttachments *self);

/** What all of them take of a model's context, estimated. */
gint64 app_model_attachments_get_tokens (AppModelAttachments *self);

/** See app_model_attachment_new(). Beyond APP_MODEL_ATTACHMENTS_MAX nothing is added. */
void app_model_attachments_add (AppModelAttachments *self,
                                AppSession          *session,
                                AppCall             *call,
                                const char          *name);
/** The same with what a session has asked for already, or is to ask for now.
 * @is_prompt: else a resource, whose URI is @target. @arguments: (nullable): JSON text of an
 * object */
void app_model_attachments_add_target (AppModelAttachments *self,
                                       AppSession          *session,
                                       gboolean             is_prompt,
                                       const char          *target,
                                       const char          *arguments);
void app_model_attachments_remove (AppModelAttachments *self, AppModelAttachment *attachment);
/** All that came from a session. */
void app_model_attachments_remove_of (AppModelAttachments *self, AppSession *session);
/** Returns: (transfer full) (element-type McpModelTurn): of all of them; nothing is left */
GPtrArray *app_model_attachments_take_turns (AppModelAttachments *self);
