/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-think.h"

#include <string.h>

static const char *
get_mark (const McpModelThink *self)
{
  return self->inside ? "</think>" : "<think>";
}

static void
add (McpModelThink *self, McpModelDraft *draft, const char *text, gsize length)
{
  while (self->fresh && length > 0 && g_ascii_isspace (*text))
    {
      text++;
      length--;
    }
  if (length == 0)
    return;
  self->fresh = FALSE;
  mcp_model_draft_add (draft, self->inside ? MCP_MODEL_REASONING : MCP_MODEL_TEXT, text,
                       (gssize)length);
}

/* What was held back is no mark. */
static void
release (McpModelThink *self, McpModelDraft *draft)
{
  add (self, draft, get_mark (self), self->held);
  self->held = 0;
}

void
mcp_model_think_push (McpModelThink *self, McpModelDraft *draft, const char *text, gsize length)
{
  gsize from = 0; /* of what was not put in */

  for (gsize at = 0; at < length; at++)
    {
      const char *mark = get_mark (self);

      if (self->held > 0 && text[at] != mark[self->held])
        {
          release (self, draft);
          from = at;
        }
      if (self->held == 0)
        {
          const char *next = memchr (text + at, '<', length - at);

          if (next == NULL)
            break;
          at = (gsize)(next - text);
          add (self, draft, text + from, at - from);
        }
      self->held++;
      from = at + 1;
      if (mark[self->held] == '\0')
        {
          self->inside = !self->inside;
          self->fresh = TRUE;
          self->held = 0;
        }
    }
  if (self->held == 0)
    add (self, draft, text + from, length - from);
}

void
mcp_model_think_finish (McpModelThink *self, McpModelDraft *draft)
{
  release (self, draft);
}
