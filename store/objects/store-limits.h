/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The limits of this floor's views and of what is kept in memory, each with its reason. Keeping
 * never truncates a value; showing always does.
 */

#pragma once

/* What a window shows at first: the limits of the object-store servers, so that both look alike. */
#define STORE_WINDOW_ITEMS 25u
#define STORE_WINDOW_DEPTH 4u
#define STORE_WINDOW_CHARACTERS 300u
/* A whole window as text; what is longer is no window. */
#define STORE_WINDOW_BYTES (256u * 1024u)
/* One line: a text view with highlighting is quadratic in the length of a line. */
#define STORE_WINDOW_LINE 4096u
/* Characters are counted up to here; what is hidden behind a longer string is told in bytes, so
 * that a window costs what it shows and not what it hides. */
#define STORE_WINDOW_COUNTED (256u * 1024u)

/* Objects kept in memory before the oldest go: a long session stays within a machine's means, and
 * the newest is kept whatever its size. */
#define STORE_MEMORY_OBJECTS 1000u
#define STORE_MEMORY_BYTES (1024ull * 1024ull * 1024ull)

/* Seconds that an object lives in memory and in Redis: what the object-store servers have. */
#define STORE_TTL 600
