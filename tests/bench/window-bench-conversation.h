/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A long conversation with a model: opening it, an answer that streams behind it, what memory it
 * takes, and closing it.
 */

#pragma once

#include <glib.h>

/** @id: of a kept conversation that ends with the paragraph "The end of it."; the model that the
 * person chose answers "Go on"
 * @short_id: of a short one with rows of the same kinds: what it loads stays */
void window_bench_conversation_run (const char *id, const char *short_id);

/** The same answer beside it, in a text view to which what came is added once a frame: the least
 * that showing it takes. @pieces: how many, of @text, in so many a second */
void window_bench_conversation_run_plain (const char *text, guint pieces, guint per_second);
