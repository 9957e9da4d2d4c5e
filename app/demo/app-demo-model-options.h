/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The options of the language model that spyglass-demo served until 0.2.0: they are known, so that
 * it can be said where that model went.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Adds them to @group: each of them is an error. */
void app_demo_model_options_add (GOptionGroup *group);

G_END_DECLS
