/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-era-memory.h"

#include "app-session.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "store-memory.h"

/* Its one name. */
#define INITIALIZE "initialize"

struct _AppEraMemory
{
  GObject parent_instance;

  StoreProfileList *list;    /* (nullable) */
  StoreMemory      *memory;  /* (nullable): from the first opening on */
  char             *profile; /* (nullable): the fingerprint of the one that is opened */
  gboolean          saved;
  gboolean          known; /* it was opened as it is remembered */
  gboolean          opened;
  gboolean          late; /* server/discover was answered, after it was no longer waited for */
};

APP_DEFINE_SESSION_FEATURE (AppEraMemory, app_era_memory)
MCP_DEFINE_INIT (AppEraMemory, app_era_memory)

static void
close_memory (AppEraMemory *self)
{
  if (self->memory != NULL)
    store_memory_flush (self->memory);
  g_clear_object (&self->memory);
}

MCP_DEFINE_DISPOSE (AppEraMemory, app_era_memory)
{
  close_memory (self);
  g_clear_object (&self->list);
}

MCP_DEFINE_FINALIZE (AppEraMemory, app_era_memory)
{
  g_free (self->profile);
}

static void
app_era_memory_class_init (AppEraMemoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_era_memory_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_era_memory_finalize;
}

/* What is changed for one command is not what is saved. */
static gboolean
is_saved (AppEraMemory *self, StoreProfile *profile)
{
  const char      *id = store_profile_get_id (profile);
  StoreProfile    *saved = NULL;
  g_autofree char *fingerprint = NULL;

  if (self->list != NULL && id != NULL)
    saved = store_profile_list_find (self->list, id);
  if (saved != NULL)
    fingerprint = store_profile_dup_fingerprint (saved);
  return g_strcmp0 (fingerprint, self->profile) == 0;
}

/* The other program may have learnt something since. */
static void
open_memory (AppEraMemory *self, StoreProfile *profile)
{
  gboolean saved;

  g_free (self->profile);
  self->profile = store_profile_dup_fingerprint (profile);
  saved = is_saved (self, profile);
  if (self->memory != NULL && !saved && !self->saved)
    return;
  close_memory (self);
  self->saved = saved;
  self->memory = store_profile_list_open_memory (saved ? self->list : NULL,
                                                 store_profile_get_id (profile),
                                                 STORE_MEMORY_OPENING);
}

static void
forget (AppEraMemory *self)
{
  if (store_memory_get (self->memory, INITIALIZE) != NULL)
    store_memory_set (self->memory, INITIALIZE, NULL);
}

/* What is remembered, with the version that the server reports. */
static gboolean
is_same (AppEraMemory *self, const char *member, const char *text)
{
  g_autoptr (McpJsonDocument) kept = store_memory_read (self->memory, INITIALIZE);
  McpJsonValue value;

  if (kept == NULL)
    return FALSE;
  value = mcp_json_value_get_member (mcp_json_document_get_root (kept), member);
  return text != NULL ? mcp_json_value_string_equals (value, text) : !mcp_json_value_exists (value);
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

  self->opened = self->late = FALSE;
  open_memory (self, app_session_get_profile (session));
  self->known = options->era == MCP_ERA_CHOICE_AUTO && is_same (self, "profile", self->profile);
  if (self->known)
    options->known_era = MCP_ERA_LEGACY;
  g_signal_connect_object (mcp_client_get_tap (client), "entry", G_CALLBACK (on_entry), self,
                           G_CONNECT_SWAPPED);
}

static void
app_era_memory_opened (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppEraMemory *self = APP_ERA_MEMORY (feature);
  const char   *version = mcp_server_info_get_version (mcp_client_get_server_info (client));
  gboolean      legacy = mcp_client_get_era (client) == MCP_ERA_LEGACY && !self->late;

  self->opened = TRUE;
  if (mcp_client_get_options (client)->era != MCP_ERA_CHOICE_AUTO)
    return;
  /* Another version may speak another era: the next time it is asked. */
  if (!legacy || (self->known && !is_same (self, "version", version)))
    forget (self);
  else if (!self->known)
    store_memory_take (self->memory, INITIALIZE,
                       mcp_json_build ("{'profile': %s, 'version': ?%s}", self->profile, version));
}

static gboolean
app_era_memory_closed (AppSessionFeature *feature,
                       AppSession        *session,
                       McpClient         *client,
                       const GError      *error)
{
  AppEraMemory *self = APP_ERA_MEMORY (feature);

  if (self->known && !self->opened && error != NULL)
    forget (self);
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
