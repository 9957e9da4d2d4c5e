/* SPDX-License-Identifier: GPL-3.0-or-later */

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#define HAS_MAPPINGS 1
#else
#define HAS_MAPPINGS 0
#endif

#include "mcp-json-index.h"

/* From here on an index has a mapping of its own, so that the heap is not cut into pieces. */
#define MAPPING_MIN_BYTES (4u * 1024u * 1024u)
/* From here on huge pages are asked for: touching small ones for the first time costs more than
 * writing into them. */
#define HUGE_PAGES_MIN_BYTES (32u * 1024u * 1024u)

#if HAS_MAPPINGS
static gboolean
reserve_mapping (McpJsonIndex *self, gsize size)
{
  int   flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *memory = mmap (NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);

  if (memory == MAP_FAILED)
    return FALSE;
  if (size >= HUGE_PAGES_MIN_BYTES)
    madvise (memory, size, MADV_HUGEPAGE);
  self->nodes = memory;
  self->mapped = size;
  return TRUE;
}
#endif

gboolean
mcp_json_index_reserve (McpJsonIndex *self, gsize n_nodes)
{
  gsize size = n_nodes * sizeof (McpJsonNode);

  self->n_nodes = 0;
  self->mapped = 0;
#if HAS_MAPPINGS
  if (size >= MAPPING_MIN_BYTES && reserve_mapping (self, size))
    return TRUE;
#endif
  self->nodes = g_try_malloc (size);
  return self->nodes != NULL;
}

void
mcp_json_index_trim (McpJsonIndex *self, guint32 n_nodes)
{
  gsize size = n_nodes * sizeof (McpJsonNode);

  self->n_nodes = n_nodes;
#if HAS_MAPPINGS
  if (self->mapped > 0)
    {
      gsize page = (gsize)sysconf (_SC_PAGESIZE);
      gsize kept = (size + page - 1) / page * page;

      if (kept < self->mapped && munmap ((char *)self->nodes + kept, self->mapped - kept) == 0)
        self->mapped = kept;
      return;
    }
#endif
  self->nodes = g_realloc (self->nodes, size);
}

void
mcp_json_index_clear (McpJsonIndex *self)
{
#if HAS_MAPPINGS
  if (self->mapped > 0)
    munmap (self->nodes, self->mapped);
  else
#endif
    g_free (self->nodes);
  self->nodes = NULL;
  self->mapped = 0;
}
