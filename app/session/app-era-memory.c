/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-era-memory.h"

#include "app-session.h"
#include "mcp-object.h"
#include "store-memory.h"

struct _AppEraMemory
{
  GObject parent_instance;

  StoreProfileList *list;    /* (nullable) */
  StoreMemory      *memory;  /* (nullable): a fingerprint, and the version that was reported */
  char             *profile; /* (nullable): the fingerprint of the one that is opened */
  gboolean          known;   /* it is opened as it is remembered */
  gboolean          late;    /* server/discover was answered after it was no longer waited for */
};

APP_DEFINE_SESSION_FEATURE (AppEraMemory, app_era_memory)
MCP_DEFINE_INIT (AppEraMemory, app_era_memory)

MCP_DEFINE_DISPOSE (AppEraMemory, app_era_memory)
{
  if (self->memory != NULL)
    store_memory_flush (self->memory);
  g_clear_object (&self->memory);
  g_clear_object (&self->list);
  g_clear_pointer (&self->profile, g_free);
}

static void
app_era_memory_class_init (AppEraMemoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_era_memory_dispose;
}

/* What is changed for one command is not what is saved: that is known for this run. */
static void
open_memory (AppEraMemory *self, StoreProfile *profile)
{
  const char      *id = store_profile_get_id (profile);
  StoreProfile    *saved = NULL;
  g_autofree char *fingerprint = NULL;

  g_free (self->profile);
  self->profile = store_profile_dup_fingerprint (profile);
  if (self->memory != NULL)
    return;
  if (self->list != NULL && id != NULL)
    saved = store_profile_list_find (self->list, id);
  if (saved != NULL)
    fingerprint = store_profile_dup_fingerprint (saved);
  self->memory = store_profile_list_open_memory (
      g_strcmp0 (fingerprint, self->profile) == 0 ? self->list : NULL, id, STORE_MEMORY_OPENING);
}

/* In place of all that was remembered. @version: (nullable): JSON text; %NULL forgets */
static void
remember (AppEraMemory *self, const char *version)
{
  g_auto (GStrv) names = store_memory_dup_names (self->memory);

  for (guint i = 0; names[i] != NULL; i++)
    store_memory_set (self->memory, names[i], NULL);
  if (version != NULL)
    store_memory_set (self->memory, self->profile, version);
}

static void
on_entry (AppEraMemory *self, McpTapEntry *entry)
{
  if ((entry->flags & MCP_TAP_LATE) != 0 && g_strcmp0 (entry->method, "server/discover") == 0 &&
      entry->message != NULL && mcp_message_get_kind (entry->message) == MCP_MESSAGE_RESULT)
    self->late = TRUE;
}

static void
app_era_memory_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppEraMemory     *self = APP_ERA_MEMORY (feature);
  McpClientOptions *options = mcp_client_get_options (client);

  open_memory (self, app_session_get_profile (session));
  self->late = FALSE;
  self->known = options->era == MCP_ERA_CHOICE_AUTO &&
                store_memory_get (self->memory, self->profile) != NULL;
  if (self->known)
    options->known_era = MCP_ERA_LEGACY;
  g_signal_connect_object (mcp_client_get_tap (client), "entry", G_CALLBACK (on_entry), self,
                           G_CONNECT_SWAPPED);
}

static void
app_era_memory_opened (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppEraMemory    *self = APP_ERA_MEMORY (feature);
  const char      *said = mcp_server_info_get_version (mcp_client_get_server_info (client));
  g_autofree char *version = mcp_json_quote (said != NULL ? said : "", -1);
  gboolean         legacy = mcp_client_get_era (client) == MCP_ERA_LEGACY && !self->late;

  /* Another version may speak another era: the next time it is asked. */
  if (self->known &&
      !g_str_equal (store_memory_get (self->memory, self->profile), version))
    legacy = FALSE;
  if (mcp_client_get_options (client)->era == MCP_ERA_CHOICE_AUTO && (!legacy || !self->known))
    remember (self, legacy ? version : NULL);
  self->known = FALSE;
}

static gboolean
app_era_memory_closed (AppSessionFeature *feature,
                       AppSession        *session,
                       McpClient         *client,
                       const GError      *error)
{
  AppEraMemory *self = APP_ERA_MEMORY (feature);

  /* It did not open as it did before. */
  if (self->known && error != NULL)
    remember (self, NULL);
  self->known = FALSE;
  return FALSE;
}

static void
app_era_memory_feature_init (AppSessionFeatureInterface *iface)
{
  iface->opening = app_era_memory_opening;
  iface->opened = app_era_memory_opened;
  iface->closed = app_era_memory_closed;
}

void
app_era_memory_set_list (AppEraMemory *self, StoreProfileList *list)
{
  g_return_if_fail (APP_IS_ERA_MEMORY (self));

  g_set_object (&self->list, list);
}
