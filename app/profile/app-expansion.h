/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The variables of our environment that a profile from another application takes: `${NAME}` and
 * `${NAME:-text}`, which that application would have replaced in its own file. What a person typed
 * is meant as it is: callers look at the profile's origin. Functions without state.
 */

#pragma once

#include "app-redactor.h"
#include "store-profile.h"

/** Replaces the variables of @profile. @missing: (element-type utf8): gets the names of those that
 * are not set; they stay as they are */
void app_expansion_apply (StoreProfile *profile, GPtrArray *missing);
/** Makes known the values that are secret by the name of their variable or by where they are put.
 * @profile: as it is before its variables are replaced */
void app_expansion_add_secrets (StoreProfile *profile, AppRedactor *redactor);
/** What a person confirms: a line for each variable, with its part and who gets it. Nothing of the
 * environment is read. Returns: (transfer full) (nullable): %NULL where there is none */
char *app_expansion_dup_list (StoreProfile *profile);
