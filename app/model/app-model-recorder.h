/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelRecorder: what went over the wire for a conversation, for the Raw view: the last of it,
 * with what is secret masked. A plain struct. Main thread only.
 */

#pragma once

#include "app-model-mask.h"
#include "app-model-exchange.h"
#include "mcp-model-exchange.h"

/* Of one conversation: the oldest go. */
#define APP_MODEL_RECORDER_MAX 200u
#define APP_MODEL_RECORDER_BYTES (32u * 1024u * 1024u)

typedef struct _AppModelRecorder AppModelRecorder;

/** Returns: (transfer full) */
AppModelRecorder *app_model_recorder_new (void);
void              app_model_recorder_free (AppModelRecorder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelRecorder, app_model_recorder_free)

/** Returns: (transfer none): of AppModelExchange */
GListModel *app_model_recorder_get_model (AppModelRecorder *self);
/** @turn: that came of it. @mask: knows what is secret */
void app_model_recorder_add (AppModelRecorder *self,
                             guint             turn,
                             McpModelExchange *exchange,
                             AppModelMask     *mask);
void app_model_recorder_clear (AppModelRecorder *self);
