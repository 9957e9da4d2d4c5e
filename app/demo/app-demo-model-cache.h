/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoModelCache: requests that the scripted model was asked, so that it can say of a later one
 * why a cache would not have helped, as Anthropic's API does. It holds the last ones.
 */

#pragma once

#include "app-demo-model-ask.h"

G_BEGIN_DECLS

typedef struct _AppDemoModelCache AppDemoModelCache;

AppDemoModelCache *app_demo_model_cache_new (void);
void               app_demo_model_cache_free (AppDemoModelCache *self);

/** Keeps a request, where it asks for that. @id: of its response
 * Returns: (transfer none) (nullable): how it differs from the one that it names, in Anthropic's
 * words; %NULL where it goes on from there */
const char *
app_demo_model_cache_compare (AppDemoModelCache *self, const AppDemoModelAsk *ask, const char *id);

G_END_DECLS
