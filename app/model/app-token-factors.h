/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTokenFactors: by how much the estimate of tokens is off, for each provider and model: fitted
 * by least squares from the last requests that the provider told the tokens of. Numbers and names
 * of models alone; nothing of what was said. Main thread only.
 */

#pragma once

#include <gio/gio.h>

/* Requests of one model that count, the last ones. */
#define APP_TOKEN_FACTORS_REQUESTS 50u
/* Models that are remembered; those that were used longest ago go. */
#define APP_TOKEN_FACTORS_MODELS 200u
/* Vendors' tokens are that much apart at most; beyond it something else is counted. */
#define APP_TOKEN_FACTORS_MIN 0.25
#define APP_TOKEN_FACTORS_MAX 4.0

typedef struct _AppTokenFactors AppTokenFactors;

/** Returns: (transfer full): without any */
AppTokenFactors *app_token_factors_new (void);
void             app_token_factors_free (AppTokenFactors *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppTokenFactors, app_token_factors_free)

/** What was estimated of a request, and what it was. What is not above 0 counts for nothing. */
void app_token_factors_add (AppTokenFactors *self,
                            const char      *provider,
                            const char      *model,
                            gint64           estimate,
                            gint64           real);
/** @n: (out) (optional): from how many requests. Returns: 1 where there are none */
double app_token_factors_get (AppTokenFactors *self,
                              const char      *provider,
                              const char      *model,
                              guint           *n);

/** Reads a file of them, which blocks; one that is missing, or is none, is as good as empty.
 * @path: (nullable): %NULL for the person's own. Returns: (transfer full) */
AppTokenFactors *app_token_factors_read (const char *path);
/** Writes it. @path: (nullable): as above */
gboolean app_token_factors_write (AppTokenFactors *self, const char *path, GError **error);
