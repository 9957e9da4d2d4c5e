/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a person agrees to before anything of a server goes to a provider of models: under which
 * name that is kept, and in which words it is asked, wherever it is asked.
 */

#pragma once

#include "app-model-providers.h"
#include "app-session.h"

/** Returns: (transfer none): the id of its profile, else its name */
const char *app_model_consent_get_server (AppSession *session);
/** @is_sampling: the server asks a model; the one consent is for both. Returns: (transfer full)
 * (nullable): the question, translated; %NULL where there is no provider */
char *
app_model_consent_dup_text (AppModelEntry *entry, AppSession *session, gboolean is_sampling);
