/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-reader.h"
#include "mcp-json-scan.h"

/* No container is open. */
#define NO_NODE G_MAXUINT32

typedef struct
{
  const guchar *text;
  const guchar *last; /* the bracket that must close the root */
  McpJsonNode  *nodes;
  guint32       n_nodes;
  guint         max_depth;
} Reader;

static gboolean
is_space (guchar c)
{
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* The bracket at "last" stops it. */
static G_ALWAYS_INLINE inline const guchar *
skip_space (const Reader *self, const guchar *p)
{
  if (G_LIKELY (*p > ' '))
    return p;
  /* Most often there is one space, or an indented line. */
  if (*p == ' ' && p[1] > ' ')
    return p + 1;
  while (is_space (*p))
    p = *p == ' ' ? mcp_json_scan_spaces (p, self->last) : p + 1;
  return p;
}

static G_ALWAYS_INLINE inline void
push (Reader *self, const guchar *start, const guchar *end, McpJsonKind kind, guint flags)
{
  McpJsonNode *node = &self->nodes[self->n_nodes++];

  node->start_and_kind = (guint32)(start - self->text) << MCP_JSON_KIND_BITS | kind;
  node->end_and_flags = (guint32)(end - self->text) << MCP_JSON_FLAG_BITS | flags;
}

/* Each of these returns where it stopped, behind what it read, or NULL. */

static G_ALWAYS_INLINE inline const guchar *
read_string (Reader *self, const guchar *p, gboolean is_short)
{
  guint         flags = 0;
  const guchar *closing = mcp_json_scan_string (p + 1, self->last, is_short, &flags);

  if (G_UNLIKELY (closing == NULL))
    return NULL;
  push (self, p, closing + 1, MCP_JSON_STRING, flags);
  return closing + 1;
}

static G_ALWAYS_INLINE inline const guchar *
read_number (Reader *self, const guchar *p)
{
  gboolean      is_fraction;
  const guchar *end = mcp_json_scan_number (p, self->last, &is_fraction);

  if (G_UNLIKELY (end == NULL))
    return NULL;
  push (self, p, end, MCP_JSON_NUMBER, is_fraction ? MCP_JSON_FLAG_FRACTION : 0);
  return end;
}

static G_ALWAYS_INLINE inline const guchar *
read_literal (Reader *self, const guchar *p, const char *literal, guint length, McpJsonKind kind)
{
  if (G_UNLIKELY (self->last - p < length || memcmp (p, literal, length) != 0))
    return NULL;
  push (self, p, p + length, kind, 0);
  return p + length;
}

/* Anything but an array or object */
static G_ALWAYS_INLINE inline const guchar *
read_scalar (Reader *self, const guchar *p)
{
  if (*p == '"')
    return read_string (self, p, FALSE);
  /* A minus or a digit, without asking which; what else is in the range is no number. */
  if (*p >= '-' && *p <= '9')
    return read_number (self, p);
  switch (*p)
    {
    case 't':
      return read_literal (self, p, "true", 4, MCP_JSON_BOOLEAN);
    case 'f':
      return read_literal (self, p, "false", 5, MCP_JSON_BOOLEAN);
    case 'n':
      return read_literal (self, p, "null", 4, MCP_JSON_NULL);
    default:
      return NULL;
    }
}

/* A member's name and colon; stops at its value. */
static G_ALWAYS_INLINE inline const guchar *
read_name (Reader *self, const guchar *p)
{
  if (G_UNLIKELY (*p != '"'))
    return NULL;
  p = read_string (self, p, TRUE);
  if (G_UNLIKELY (p == NULL))
    return NULL;
  p = skip_space (self, p);
  return G_LIKELY (*p == ':') ? skip_space (self, p + 1) : NULL;
}

/* A closing bracket is the opening one and 2; those of objects are those of arrays and 32. */
static inline gboolean
is_opening (guchar c)
{
  return (c | 0x20) == '{';
}

static inline McpJsonKind
get_kind_of_opening (guchar c)
{
  return MCP_JSON_ARRAY + (c >> 5 & 1);
}

static inline guchar
get_closing_of_kind (McpJsonKind kind)
{
  return (guchar)(']' + ((kind - MCP_JSON_ARRAY) << 5));
}

G_STATIC_ASSERT (MCP_JSON_OBJECT == MCP_JSON_ARRAY + 1);

/* A whole array or object, whose first byte is @p and whose last one is "last", so that nothing
 * but a string can run beyond the end. Which of the two a container is, is asked as rarely as can
 * be, because a processor cannot guess it. Returns: whether it is one */
static gboolean
read_container (Reader *shared, const guchar *p)
{
  Reader       local = *shared; /* which the compiler keeps in registers */
  Reader      *self = &local;
  guint32      open = NO_NODE; /* the innermost open container */
  guint32      n_items = 0;    /* of it, so far */
  guchar       closing;        /* its bracket */
  guint        depth = 0;
  McpJsonNode *node;

open:
  if (G_UNLIKELY (depth++ == self->max_depth))
    return FALSE;
  if (open != NO_NODE)
    self->nodes[open + 1].n_items = n_items;
  push (self, p, p, get_kind_of_opening (*p), 0);
  self->nodes[self->n_nodes].next = open;
  open = self->n_nodes++ - 1;
  n_items = 0;
  closing = *p + 2;
  p = skip_space (self, p + 1);
  if (*p == closing)
    goto close;
  if (closing == '}')
    goto member;

element:
  if (is_opening (*p))
    goto open;
  p = read_scalar (self, p);
  if (G_UNLIKELY (p == NULL))
    return FALSE;
  n_items++;
  p = skip_space (self, p);
  if (*p == ',')
    {
      p = skip_space (self, p + 1);
      goto element;
    }
  if (G_UNLIKELY (*p != ']'))
    return FALSE;
  goto close;

member:
  p = read_name (self, p);
  if (G_UNLIKELY (p == NULL))
    return FALSE;
  if (is_opening (*p))
    goto open;
  p = read_scalar (self, p);
  if (G_UNLIKELY (p == NULL))
    return FALSE;
  n_items++;
  p = skip_space (self, p);
  if (*p == ',')
    {
      p = skip_space (self, p + 1);
      goto member;
    }
  if (G_UNLIKELY (*p != '}'))
    return FALSE;

close:
  node = &self->nodes[open];
  node->end_and_flags = (guint32)(p + 1 - self->text) << MCP_JSON_FLAG_BITS;
  node[1].n_items = n_items;
  open = node[1].next;
  node[1].next = self->n_nodes;
  depth--;
  if (G_UNLIKELY (p == self->last))
    {
      shared->n_nodes = self->n_nodes;
      return open == NO_NODE;
    }
  if (G_UNLIKELY (open == NO_NODE))
    return FALSE;
  node = &self->nodes[open];
  n_items = node[1].n_items + 1;
  closing = get_closing_of_kind (mcp_json_node_get_kind (node));
  p = skip_space (self, p + 1);
  if (*p == closing)
    goto close;
  if (G_UNLIKELY (*p != ','))
    return FALSE;
  p = skip_space (self, p + 1);
  if (closing == '}')
    goto member;
  goto element;
}

/* What opens or separates comes before every value and name: a bound of their number. A container
 * takes one place more. */
static gsize
count_nodes (const guchar *p, const guchar *end)
{
  gsize n = 1;

  for (; p < end; p++)
    n += *p == ',' || *p == ':' ? 1 : is_opening (*p) ? 2
                                                      : 0;
  return n;
}

/* A container takes two places and two bytes of the text, its brackets; only while it is open, it
 * has taken one. A scalar takes one place and two bytes, the separator or closing bracket
 * included. */
static gsize
get_bound (const guchar *p, const guchar *end, guint max_depth)
{
  gsize size = (gsize)(end - p);

  return size + MIN (size, max_depth) + 1;
}

/* Makes room for all nodes, so that nobody has to ask again. */
static gboolean
reserve (McpJsonIndex *index, const guchar *p, const guchar *end, guint max_depth)
{
  return mcp_json_index_reserve (index, get_bound (p, end, max_depth)) ||
         mcp_json_index_reserve (index, count_nodes (p, end));
}

/* Most messages are small: their nodes are found here first, and then take as much of the heap as
 * they need, rather than a large piece of which most is given back. */
#define SMALL_NODES 512

static gboolean
read_value (Reader *self, const guchar *p, const guchar *end)
{
  if (*p != '[' && *p != '{')
    {
      self->last = end;
      return read_scalar (self, p) == end;
    }
  self->last = end - 1;
  return *self->last == (*p == '[' ? ']' : '}') && read_container (self, p);
}

static McpJsonReaderResult
read_small (Reader *self, const guchar *p, const guchar *end, McpJsonIndex *index)
{
  McpJsonNode nodes[SMALL_NODES];

  self->nodes = nodes;
  if (!read_value (self, p, end))
    return MCP_JSON_READER_REFUSED;
  if (!mcp_json_index_reserve (index, self->n_nodes))
    return MCP_JSON_READER_NO_MEMORY;
  index->n_nodes = self->n_nodes;
  memcpy (index->nodes, nodes, self->n_nodes * sizeof nodes[0]);
  return MCP_JSON_READER_DONE;
}

McpJsonReaderResult
mcp_json_reader_read (const char *text, gsize size, guint max_depth, McpJsonIndex *index)
{
  Reader        self = { .text = (const guchar *)text, .max_depth = max_depth };
  const guchar *p = self.text;
  const guchar *end = p + size;

  g_assert (size <= MCP_JSON_MAX_BYTES);

  if (size >= 3 && memcmp (p, "\xef\xbb\xbf", 3) == 0)
    p += 3;
  while (p < end && is_space (*p))
    p++;
  while (end > p && is_space (end[-1]))
    end--;
  if (p == end)
    return MCP_JSON_READER_REFUSED;
  if (get_bound (p, end, max_depth) <= SMALL_NODES)
    return read_small (&self, p, end, index);
  if (!reserve (index, p, end, max_depth))
    return MCP_JSON_READER_NO_MEMORY;
  self.nodes = index->nodes;

  if (!read_value (&self, p, end))
    {
      mcp_json_index_clear (index);
      return MCP_JSON_READER_REFUSED;
    }
  mcp_json_index_trim (index, self.n_nodes);
  return MCP_JSON_READER_DONE;
}
