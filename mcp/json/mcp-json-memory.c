/* SPDX-License-Identifier: GPL-3.0-or-later */

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "mcp-json-memory.h"

/* Asked of the system where that can be: asking malloc would change where it puts what comes next.
 * Of so much nothing is taken until somebody writes into it. */
static gboolean
try (gsize size)
{
#ifdef __linux__
  gpointer room = mmap (NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  return room != MAP_FAILED && munmap (room, size) == 0;
#else
  g_autofree gpointer room = g_try_malloc (size);

  return room != NULL;
#endif
}

gboolean
mcp_json_memory_has_room (guint64 size)
{
  return size < MCP_JSON_MEMORY_ASK_FROM ||
         (size <= G_MAXSIZE / MCP_JSON_MEMORY_TIMES && try ((gsize)size * MCP_JSON_MEMORY_TIMES));
}
