/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The parts of bench-model.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What each reader takes in a second. */
void bench_model_readers (void);

G_END_DECLS
