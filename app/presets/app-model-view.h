/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a model sees of a tool beside what its server has: the schema without what is set in
 * advance, and the arguments before it is put in. Texts are laid out for reading, secrets are
 * masked.
 */

#pragma once

#include "app-form.h"
#include "app-presets.h"

/* Lines of a difference that are shown; more are counted. */
#define APP_MODEL_VIEW_MAX_LINES 2000u

typedef enum {
  APP_MODEL_VIEW_SCHEMA,
  APP_MODEL_VIEW_ARGUMENTS,
} AppModelSubject;

/** As the model sees it. Returns: (transfer full): JSON text */
char *app_model_view_dup_seen (AppPresets *presets, AppForm *form, AppModelSubject subject);
/** As the server has it, or as it is sent. Returns: (transfer full): JSON text */
char *app_model_view_dup_sent (AppPresets *presets, AppForm *form, AppModelSubject subject);
/** From the one to the other. Returns: (transfer full): of AppDiffLine; empty where they are the
 * same */
GListModel *
app_model_view_create_difference (AppPresets *presets, AppForm *form, AppModelSubject subject);
