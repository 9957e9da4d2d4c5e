/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelAttachment: a prompt or a resource of a server that goes into a conversation with the
 * next thing that a person says, from the moment it was chosen: it is asked for, and what came is
 * turned into turns without anything secret. Main thread only.
 *
 * Property (notifies)
 *   summary (string): how it stands, translated: "Waiting for the server", "3.2 kB · ≈ 812 tokens",
 *     why there is nothing
 */

#pragma once

#include "app-session.h"

typedef enum {
  APP_MODEL_ATTACHMENT_WAITING, /* for the server */
  APP_MODEL_ATTACHMENT_READY,
  APP_MODEL_ATTACHMENT_PARTIAL, /* ready; some of it the model is not told: the summary says so */
  APP_MODEL_ATTACHMENT_FAILED,
} AppModelAttachmentState;

#define APP_TYPE_MODEL_ATTACHMENT (app_model_attachment_get_type ())
G_DECLARE_FINAL_TYPE (AppModelAttachment, app_model_attachment, APP, MODEL_ATTACHMENT, GObject)

/** @call: of a prompt or a resource, of this session: it is run where it was not. @name: what a
 * person calls it. Returns: (transfer full) */
AppModelAttachment *
app_model_attachment_new (AppSession *session, AppCall *call, const char *name);

/** Stops waiting for the server. */
void app_model_attachment_cancel (AppModelAttachment *self);
/** Returns: (transfer none): as the server wrote it */
const char *app_model_attachment_get_name (AppModelAttachment *self);
/** Returns: (transfer none) */
AppSession *app_model_attachment_get_session (AppModelAttachment *self);
/** Returns: (transfer none) */
const char             *app_model_attachment_get_server (AppModelAttachment *self);
AppModelAttachmentState app_model_attachment_get_state (AppModelAttachment *self);
/** Returns: (transfer none) */
const char *app_model_attachment_get_summary (AppModelAttachment *self);
/** What it takes of a model's context, estimated; 0 before it is ready. */
gint64 app_model_attachment_get_tokens (AppModelAttachment *self);
/** Returns: (transfer none) (nullable): the first image in it */
GBytes *app_model_attachment_get_image (AppModelAttachment *self);
/** Returns: (transfer none) (element-type McpModelTurn): none before it is ready */
GPtrArray *app_model_attachment_get_turns (AppModelAttachment *self);
