/* SPDX-License-Identifier: GPL-3.0-or-later */

/** A conversation with a model to be looked at: every kind of row, and a call in every state. */

#pragma once

#include <gtk/gtk.h>

/** Returns: (transfer floating) */
GtkWidget *show_bench_create (void);
