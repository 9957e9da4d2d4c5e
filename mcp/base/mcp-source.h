/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Sources of the main loop that an object holds for a while.
 */

#pragma once

#include <glib.h>

/** Destroys @source and lets go of it, if there is one. */
static inline void
mcp_source_clear (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

/** Returns: (transfer full): calls @function in so many ms, on the thread-default main context */
static inline GSource *
mcp_source_new_timeout (guint milliseconds, GSourceFunc function, gpointer user_data)
{
  GSource *source = g_timeout_source_new (milliseconds);

  g_source_set_callback (source, function, user_data, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  return source;
}
