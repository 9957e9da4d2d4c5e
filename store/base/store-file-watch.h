/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreFileWatch: calls back when a file may have changed, appeared or gone, once after things have
 * settled, in the thread-default main context of its making. A symbolic link is watched at both
 * ends. What is new is for the caller to read and compare.
 */

#pragma once

#include <gio/gio.h>

typedef struct _StoreFileWatch StoreFileWatch;

typedef void (*StoreFileWatchFunc) (gpointer data);

/** @settle: milliseconds of quiet before the call */
StoreFileWatch *store_file_watch_new (const char        *path,
                                      guint              settle,
                                      StoreFileWatchFunc changed,
                                      gpointer           data);
/** No call comes after it. */
void store_file_watch_free (StoreFileWatch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreFileWatch, store_file_watch_free)
