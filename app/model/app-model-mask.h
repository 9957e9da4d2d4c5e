/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelMask: keeps what is secret from models: the secrets of all the sessions of a bench, and
 * the key of the provider itself. Counts what it masked. Main thread only.
 */

#pragma once

#include "app-session.h"
#include "mcp-model-turn.h"

typedef struct
{
  GPtrArray   *sessions; /* (element-type AppSession) */
  AppRedactor *own;      /* of what belongs to no session */
  guint        n_masked; /* secrets that were masked so far */
} AppModelMask;

/** @sessions: held, and read each time. Returns: (transfer full) */
AppModelMask *app_model_mask_new (GPtrArray *sessions);
void          app_model_mask_free (AppModelMask *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelMask, app_model_mask_free)

/** Returns: (transfer full) */
char *app_model_mask_text (AppModelMask *self, const char *text);
/** A turn without anything secret. Where the provider's own JSON has some in it, it is left out:
 * with a mask in it, it is not what the provider said. Returns: (transfer full) */
McpModelTurn *app_model_mask_turn (AppModelMask *self, McpModelTurn *turn);
/** Whether a text that a model wrote has a mask in it: it stands for what the model cannot know. */
gboolean app_model_mask_is_in (const char *text);
