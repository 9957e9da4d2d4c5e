/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-composer.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-composer-finding.h"
#include "app-composer-memory.h"
#include "app-log-entry.h"
#include "app-session.h"
#include "mcp-json-writer.h"
#include "mcp-property.h"
#include "app-approvals.h"
#include "app-log.h"

struct _AppComposer
{
  GObject parent_instance;

  AppWorkspace *workspace;
  AppSession   *session; /* (nullable) */
  char         *text;
  GBytes       *source; /* (nullable): what the text shows, where it is not the text itself */
  char         *id;     /* (nullable): of the message that was loaded */
  gboolean      fresh_id;
  gboolean      masked; /* it came back from disk, without its secrets */
  gboolean      can_send;
  GListStore   *findings;
  GListStore   *history;

  AppComposerMemory *memory;
  guint              keeping;
};

/* What stands for a secret. */
#define MASK "••••••"
/* After a change, until it is kept. */
#define SETTLE_MS 700

enum {
  PROP_SESSION = 1,
  PROP_TEXT,
  PROP_FRESH_ID,
  PROP_CAN_SEND,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppComposer, app_composer, G_TYPE_OBJECT)

static void set_fresh_id (AppComposer *self, gboolean fresh_id);

static void
keep (AppComposer *self)
{
  g_clear_handle_id (&self->keeping, g_source_remove);
  app_composer_memory_write (self->memory, self->text, self->session,
                             G_LIST_MODEL (self->history));
}

static gboolean
on_settled (gpointer data)
{
  AppComposer *self = data;

  self->keeping = 0;
  keep (self);
  return G_SOURCE_REMOVE;
}

static void
queue_keep (AppComposer *self)
{
  g_clear_handle_id (&self->keeping, g_source_remove);
  self->keeping = g_timeout_add (SETTLE_MS, on_settled, self);
}

static GBytes *
get_bytes (AppComposer *self)
{
  if (self->source != NULL)
    return g_bytes_ref (self->source);
  return g_bytes_new (self->text, strlen (self->text));
}

static McpClient *
get_client (AppComposer *self)
{
  return self->session != NULL ? app_session_get_client (self->session) : NULL;
}

static const char *
get_revision (AppComposer *self)
{
  McpServerInfo *server = self->session != NULL ? app_session_get_server (self->session) : NULL;

  return server != NULL ? mcp_server_info_get_protocol_version (server) : NULL;
}

static void
update (AppComposer *self)
{
  g_autoptr (GBytes) bytes = get_bytes (self);
  g_autoptr (GPtrArray) found = app_composer_check (bytes, get_revision (self), get_client (self));
  gboolean can_send = self->text[0] != '\0' && get_client (self) != NULL;

  if (self->masked)
    g_ptr_array_insert (
        found, 0,
        app_composer_finding_new (
            _ ("This message was kept on disk, without its secrets: look for “••••••”."), 0,
            FALSE));
  g_list_store_splice (self->findings, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->findings)), found->pdata,
                       found->len);
  if (self->can_send == can_send)
    return;
  self->can_send = can_send;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_SEND]);
}

static void
app_composer_dispose (GObject *object)
{
  AppComposer *self = APP_COMPOSER (object);

  if (self->keeping != 0)
    keep (self);
  g_clear_pointer (&self->memory, app_composer_memory_free);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_object (&self->workspace);
  g_clear_object (&self->findings);
  g_clear_object (&self->history);
  G_OBJECT_CLASS (app_composer_parent_class)->dispose (object);
}

static void
app_composer_finalize (GObject *object)
{
  AppComposer *self = APP_COMPOSER (object);

  g_clear_pointer (&self->source, g_bytes_unref);
  g_free (self->text);
  g_free (self->id);
  G_OBJECT_CLASS (app_composer_parent_class)->finalize (object);
}

static void
app_composer_class_init (AppComposerClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_SESSION] = { "session", APP_TYPE_SESSION,
                       .offset = G_STRUCT_OFFSET (AppComposer, session) },
    [PROP_TEXT] = { "text", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppComposer, text) },
    [PROP_FRESH_ID] = { "fresh-id", G_TYPE_BOOLEAN,
                        .offset = G_STRUCT_OFFSET (AppComposer, fresh_id),
                        .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_fresh_id) },
    [PROP_CAN_SEND] = { "can-send", G_TYPE_BOOLEAN,
                        .offset = G_STRUCT_OFFSET (AppComposer, can_send) },
  };

  object_class->dispose = app_composer_dispose;
  object_class->finalize = app_composer_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_composer_init (AppComposer *self)
{
  self->text = g_strdup ("");
  self->findings = g_list_store_new (APP_TYPE_COMPOSER_FINDING);
  self->history = g_list_store_new (APP_TYPE_LOG_ENTRY);
}

/* Whatever was written last is there again. */
static void
recall (AppComposer *self)
{
  g_autofree char *server = NULL;
  g_autofree char *text = app_composer_memory_read (self->memory, &server, self->history);

  if (server != NULL)
    app_composer_set_session (self, app_workspace_find (self->workspace, server));
  if (text == NULL)
    return;
  g_free (self->text);
  self->text = g_steal_pointer (&text);
  self->masked = strstr (self->text, MASK) != NULL;
  update (self);
}

AppComposer *
app_composer_new (AppWorkspace *workspace)
{
  AppComposer *self;

  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  self = g_object_new (APP_TYPE_COMPOSER, NULL);
  self->workspace = g_object_ref (workspace);
  self->memory = app_composer_memory_new (workspace);
  recall (self);
  return self;
}

AppSession *
app_composer_get_session (AppComposer *self)
{
  g_return_val_if_fail (APP_IS_COMPOSER (self), NULL);
  return self->session;
}

void
app_composer_set_session (AppComposer *self, AppSession *session)
{
  g_return_if_fail (APP_IS_COMPOSER (self));
  g_return_if_fail (session == NULL || APP_IS_SESSION (session));

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session != NULL)
    g_signal_connect_object (session, "notify::state", G_CALLBACK (update), self,
                             G_CONNECT_SWAPPED);
  update (self);
  queue_keep (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

const char *
app_composer_get_text (AppComposer *self)
{
  g_return_val_if_fail (APP_IS_COMPOSER (self), NULL);
  return self->text;
}

/* The id as it is spelled, of a request. Returns: (transfer full) (nullable) */
static char *
dup_id (GBytes *bytes)
{
  g_autoptr (McpMessage) message = NULL;
  McpRequestId *id;

  if (g_bytes_get_size (bytes) > APP_COMPOSER_CHECK_BYTES)
    return NULL;
  message = mcp_message_parse (bytes);
  id = mcp_message_get_id (message);
  return mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST && id != NULL
             ? g_strdup (mcp_request_id_get_text (id))
             : NULL;
}

/* @source: (nullable) (transfer full) */
static void
put_text (AppComposer *self, const char *text, GBytes *source, gboolean masked)
{
  g_clear_pointer (&self->source, g_bytes_unref);
  self->source = source;
  self->masked = masked;
  g_free (self->text);
  self->text = g_strdup (text);
  update (self);
  queue_keep (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

void
app_composer_set_text (AppComposer *self, const char *text)
{
  g_return_if_fail (APP_IS_COMPOSER (self));

  text = text != NULL ? text : "";
  if (g_str_equal (self->text, text))
    return;
  put_text (self, text, NULL, self->masked && strstr (text, MASK) != NULL);
  if (self->fresh_id)
    {
      g_autoptr (GBytes) bytes = get_bytes (self);
      g_autofree char *id = dup_id (bytes);

      /* Whoever writes an id means it. */
      if (id != NULL && g_strcmp0 (id, self->id) != 0)
        set_fresh_id (self, FALSE);
    }
}

static void
set_fresh_id (AppComposer *self, gboolean fresh_id)
{
  fresh_id = !!fresh_id;
  if (self->fresh_id == fresh_id)
    return;
  self->fresh_id = fresh_id;
  if (fresh_id)
    {
      g_autoptr (GBytes) bytes = get_bytes (self);

      g_free (self->id);
      self->id = dup_id (bytes);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FRESH_ID]);
}

gboolean
app_composer_get_can_send (AppComposer *self)
{
  g_return_val_if_fail (APP_IS_COMPOSER (self), FALSE);
  return self->can_send;
}

GListModel *
app_composer_get_findings (AppComposer *self)
{
  g_return_val_if_fail (APP_IS_COMPOSER (self), NULL);
  return G_LIST_MODEL (self->findings);
}

GListModel *
app_composer_get_history (AppComposer *self)
{
  g_return_val_if_fail (APP_IS_COMPOSER (self), NULL);
  return G_LIST_MODEL (self->history);
}

/* What stands in the text is replaced as it is sent; what is loaded has an id already. */
static void
keep_loaded_id (AppComposer *self)
{
  g_autoptr (GBytes) bytes = get_bytes (self);

  g_free (self->id);
  self->id = dup_id (bytes);
  self->fresh_id = FALSE;
  set_fresh_id (self, self->id != NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FRESH_ID]);
}

void
app_composer_use_template (AppComposer *self, const AppComposerTemplate *template)
{
  g_autofree char *text = NULL;
  g_autofree char *capabilities = NULL;

  g_return_if_fail (APP_IS_COMPOSER (self));
  g_return_if_fail (template != NULL);

  if (get_client (self) != NULL)
    capabilities = mcp_client_capabilities_write_modern (
        mcp_client_get_capabilities (get_client (self)));
  text = app_composer_template_dup_message (template, get_revision (self), "1", capabilities);
  put_text (self, text, NULL, FALSE);
  keep_loaded_id (self);
}

gboolean
app_composer_load (AppComposer *self, AppLogEntry *entry)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  AppSession      *session;
  gboolean         masked;
  gsize            length;
  const char      *data;

  g_return_val_if_fail (APP_IS_COMPOSER (self), FALSE);
  g_return_val_if_fail (APP_IS_LOG_ENTRY (entry), FALSE);

  if (!app_log_entry_is_message (entry))
    return FALSE;
  bytes = app_log_entry_dup_text (entry);
  data = g_bytes_get_data (bytes, &length);
  text = g_utf8_make_valid (data != NULL ? data : "", (gssize)length);
  session = app_workspace_find (self->workspace, app_log_entry_get_session (entry));
  if (session != NULL)
    app_composer_set_session (self, session);
  masked = app_log_entry_is_spilled (entry) ||
           (app_log_entry_get_sequence (entry) == 0 && strstr (text, MASK) != NULL);
  put_text (self, text, g_steal_pointer (&bytes), masked);
  keep_loaded_id (self);
  return TRUE;
}

gboolean
app_composer_is_harmless (AppComposer *self)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (McpMessage) message = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (APP_IS_COMPOSER (self), FALSE);

  bytes = get_bytes (self);
  if (self->session == NULL || g_bytes_get_size (bytes) > APP_COMPOSER_CHECK_BYTES)
    return FALSE;
  message = mcp_message_parse (bytes);
  if (g_strcmp0 (mcp_message_get_method (message), "tools/call") != 0)
    return mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST ||
           mcp_message_get_kind (message) == MCP_MESSAGE_NOTIFICATION;
  name = mcp_json_value_dup_member_string (mcp_message_get_params (message), "name");
  return name != NULL &&
         app_approvals_decide (app_session_get_feature (self->session, APP_TYPE_APPROVALS), name,
                               NULL) == APP_ADMIT_ALLOW;
}

gboolean
app_composer_lay_out (AppComposer *self)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (APP_IS_COMPOSER (self), FALSE);

  document = mcp_json_document_parse_text (self->text, -1, NULL);
  if (document == NULL)
    return FALSE;
  text = mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2);
  app_composer_set_text (self, text);
  return TRUE;
}

/* Puts another id in the place of the message's own; not another byte changes. */
static GBytes *
replace_id (GBytes *bytes, McpClient *client)
{
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);
  g_autoptr (McpRequestId) id = NULL;
  McpJsonValue  old = mcp_json_value_get_member (mcp_message_get_value (message), "id");
  GByteArray   *out;
  gsize         length;
  gsize         end;
  const guint8 *data = g_bytes_get_data (bytes, &length);

  if (mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST || !mcp_json_value_exists (old))
    return g_bytes_ref (bytes);
  id = mcp_client_take_id (client);
  out = g_byte_array_sized_new (length + 20);
  end = mcp_json_value_get_start (old) + mcp_json_value_get_length (old);
  g_byte_array_append (out, data, mcp_json_value_get_start (old));
  g_byte_array_append (out, (const guint8 *)mcp_request_id_get_text (id),
                       strlen (mcp_request_id_get_text (id)));
  g_byte_array_append (out, data + end, length - end);
  return g_byte_array_free_to_bytes (out);
}

/* What was in flight may have ended, so that its id is free; and what came back is kept. */
static void
on_answered (AppComposer *self)
{
  update (self);
  queue_keep (self);
}

static void
add_to_history (AppComposer *self, AppLogEntry *entry)
{
  guint n;

  g_signal_connect_object (entry, "notify::state", G_CALLBACK (on_answered), self,
                           G_CONNECT_SWAPPED);
  queue_keep (self);
  g_list_store_insert (self->history, 0, entry);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->history));
  if (n > APP_COMPOSER_MAX_HISTORY)
    g_list_store_remove (self->history, n - 1);
}

/* Returns: (transfer full) (nullable): its line of the log; %NULL where the connection is lost */
static AppLogEntry *
send_text (AppSession *session, McpClient *client, GBytes *text)
{
  AppLog      *log = app_session_get_feature (session, APP_TYPE_LOG);
  guint64      before = app_log_get_sequence (log);
  AppLogEntry *entry;

  if (mcp_client_send_text (client, text) == 0)
    return NULL;
  /* The tap tells the log before anything else happens to it. */
  entry = app_log_find (log, before + 1);
  return entry != NULL ? g_object_ref (entry) : NULL;
}

AppLogEntry *
app_composer_send (AppComposer *self, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) sent = NULL;
  McpClient   *client;
  AppLogEntry *entry;

  g_return_val_if_fail (APP_IS_COMPOSER (self), NULL);

  client = get_client (self);
  if (client == NULL)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_NOT_CONNECTED,
                           _ ("The server is not connected."));
      return NULL;
    }
  bytes = get_bytes (self);
  sent = self->fresh_id ? replace_id (bytes, client) : g_bytes_ref (bytes);
  entry = send_text (self->session, client, sent);
  if (entry != NULL)
    add_to_history (self, entry);
  else
    g_set_error_literal (error, APP_ERROR, APP_ERROR_NOT_CONNECTED,
                         _ ("The connection was lost before the message could be sent."));
  update (self);
  return entry;
}
