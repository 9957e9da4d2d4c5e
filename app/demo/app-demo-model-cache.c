/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-model-cache.h"
#include "mcp-json-writer.h"

#include <string.h>

#define MAX_KEPT 64u

/* What a cache is looked up by, in the order in which it matters. */
static const struct
{
  const char *member;
  const char *reason;
} parts[] = {
  { "model", "model_changed" },
  { "system", "system_changed" },
  { "tools", "tools_changed" },
  { "messages", "messages_changed" },
};

#define MESSAGES 3u

typedef struct
{
  char *id;
  char *texts[G_N_ELEMENTS (parts)]; /* JSON */
} Kept;

struct _AppDemoModelCache
{
  GQueue kept; /* Kept, the last one first */
};

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  g_free (kept->id);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_free (kept->texts[i]);
  g_free (kept);
}

AppDemoModelCache *
app_demo_model_cache_new (void)
{
  AppDemoModelCache *self = g_new0 (AppDemoModelCache, 1);

  g_queue_init (&self->kept);
  return self;
}

void
app_demo_model_cache_free (AppDemoModelCache *self)
{
  g_queue_clear_full (&self->kept, kept_free);
  g_free (self);
}

static const Kept *
find (AppDemoModelCache *self, const char *id)
{
  for (GList *l = self->kept.head; l != NULL; l = l->next)
    if (g_str_equal (((Kept *)l->data)->id, id))
      return l->data;
  return NULL;
}

/* Messages are added to; what was there is the beginning of what is. */
static gboolean
goes_on (const char *before, const char *after)
{
  return strncmp (before, after, strlen (before) - strlen ("]")) == 0;
}

static const char *
compare (const Kept *before, const Kept *after)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (i == MESSAGES ? !goes_on (before->texts[i], after->texts[i])
                      : !g_str_equal (before->texts[i], after->texts[i]))
      return parts[i].reason;
  return NULL;
}

const char *
app_demo_model_cache_compare (AppDemoModelCache *self, const AppDemoModelAsk *ask, const char *id)
{
  McpJsonValue     asked = mcp_json_value_get_member (ask->body, "diagnostics");
  g_autofree char *named = mcp_json_value_dup_member_string (asked, "previous_message_id");
  const Kept      *before = named != NULL ? find (self, named) : NULL;
  Kept            *kept;

  if (mcp_json_value_get_kind (asked) != MCP_JSON_OBJECT)
    return NULL;
  kept = g_new0 (Kept, 1);
  kept->id = g_strdup (id);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    kept->texts[i] =
        mcp_json_value_print_compact (mcp_json_value_get_member (ask->body, parts[i].member));
  g_queue_push_head (&self->kept, kept);
  if (g_queue_get_length (&self->kept) > MAX_KEPT)
    kept_free (g_queue_pop_tail (&self->kept));
  if (named == NULL)
    return NULL;
  return before != NULL ? compare (before, kept) : "previous_message_not_found";
}
