/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Pre-configured inputs as a form, so that they are filled in like any other argument.
 */

#pragma once

#include "app-form.h"
#include "app-presets.h"

G_BEGIN_DECLS

/** A form for the inputs themselves: a member for each that is not pinned, in the order of the
 * list, named by its key path. It begins with what is set; it does not follow.
 * Returns: (transfer full) */
AppForm *app_presets_create_form (AppPresets *self);

G_END_DECLS
