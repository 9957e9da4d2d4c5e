/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-object.h"

guint
mcp_signal_new (gpointer klass, const char *name, guint n_types, ...)
{
  va_list types;
  guint   id;

  va_start (types, n_types);
  id = g_signal_new_valist (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, NULL, NULL, NULL,
                            NULL, G_TYPE_NONE, n_types, types);
  va_end (types);
  return id;
}
