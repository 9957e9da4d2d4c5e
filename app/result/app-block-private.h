/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What the files of AppBlock and AppResult share; no other file includes this. */

#pragma once

#include "app-block.h"
#include "mcp-content.h"

G_BEGIN_DECLS

struct _AppBlock
{
  GObject parent_instance;

  McpJsonSlot    slot;
  McpJsonValue   text; /* the string value; in the slot's document */
  McpJsonValue   data; /* Base64; in the slot's document */
  AppObjectCard *card;
  AppBlockKind   kind;
  char          *title;
  char          *media_type;
  char          *uri;
  char          *name;
  char          *description;
  char          *role;
  guint64        size;
  gboolean       looks_like_json;
  gboolean       maybe_card; /* not looked at yet */
};

/** Returns: (transfer full) */
AppBlock *app_block_new_for_content (McpContent *content, const char *role);
/** Returns: (transfer full) */
AppBlock *app_block_new_for_contents (McpResourceContents *contents);

G_END_DECLS
