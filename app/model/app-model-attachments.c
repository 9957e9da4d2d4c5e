/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-attachments.h"

#include "app-catalogue.h"
#include "mcp-model-turn.h"
#include "mcp-object.h"

struct _AppModelAttachments
{
  GObject parent_instance;

  GListStore *store;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (AppModelAttachments, app_model_attachments, G_TYPE_OBJECT)

static AppModelAttachment *
get (AppModelAttachments *self, guint position)
{
  g_autoptr (AppModelAttachment) attachment =
      g_list_model_get_item (G_LIST_MODEL (self->store), position);

  /* The list holds it. */
  return attachment;
}

static guint
get_n (AppModelAttachments *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->store));
}

static void
tell (AppModelAttachments *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static void
remove_at (AppModelAttachments *self, guint position)
{
  AppModelAttachment *attachment = get (self, position);

  g_signal_handlers_disconnect_by_data (attachment, self);
  app_model_attachment_cancel (attachment);
  g_list_store_remove (self->store, position);
}

MCP_DEFINE_FINALIZE (AppModelAttachments, app_model_attachments)
{
  while (get_n (self) > 0)
    remove_at (self, 0);
  g_object_unref (self->store);
}

static void
app_model_attachments_class_init (AppModelAttachmentsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_model_attachments_finalize;
  changed_signal = mcp_signal_new (klass, "changed", 0);
}

static void
app_model_attachments_init (AppModelAttachments *self)
{
  self->store = g_list_store_new (APP_TYPE_MODEL_ATTACHMENT);
}

AppModelAttachments *
app_model_attachments_new (void)
{
  return g_object_new (APP_TYPE_MODEL_ATTACHMENTS, NULL);
}

GListModel *
app_model_attachments_get_list (AppModelAttachments *self)
{
  g_return_val_if_fail (APP_IS_MODEL_ATTACHMENTS (self), NULL);
  return G_LIST_MODEL (self->store);
}

gboolean
app_model_attachments_is_ready (AppModelAttachments *self)
{
  g_return_val_if_fail (APP_IS_MODEL_ATTACHMENTS (self), FALSE);

  for (guint i = 0; i < get_n (self); i++)
    {
      AppModelAttachmentState state = app_model_attachment_get_state (get (self, i));

      if (state != APP_MODEL_ATTACHMENT_READY && state != APP_MODEL_ATTACHMENT_PARTIAL)
        return FALSE;
    }
  return TRUE;
}

gboolean
app_model_attachments_is_enough (AppModelAttachments *self)
{
  g_return_val_if_fail (APP_IS_MODEL_ATTACHMENTS (self), FALSE);

  if (get_n (self) == 0 || !app_model_attachments_is_ready (self))
    return FALSE;
  GPtrArray *turns = app_model_attachment_get_turns (get (self, get_n (self) - 1));
  return ((McpModelTurn *)turns->pdata[turns->len - 1])->role == MCP_MODEL_USER;
}

gint64
app_model_attachments_get_tokens (AppModelAttachments *self)
{
  gint64 tokens = 0;

  g_return_val_if_fail (APP_IS_MODEL_ATTACHMENTS (self), 0);

  for (guint i = 0; i < get_n (self); i++)
    tokens += app_model_attachment_get_tokens (get (self, i));
  return tokens;
}

void
app_model_attachments_add (AppModelAttachments *self,
                           AppSession          *session,
                           AppCall             *call,
                           const char          *name)
{
  g_return_if_fail (APP_IS_MODEL_ATTACHMENTS (self));

  if (get_n (self) >= APP_MODEL_ATTACHMENTS_MAX)
    return;
  g_autoptr (AppModelAttachment) attachment = app_model_attachment_new (session, call, name);
  g_signal_connect_swapped (attachment, "notify::summary", G_CALLBACK (tell), self);
  g_list_store_append (self->store, attachment);
  tell (self);
}

/* Returns: (transfer none) (nullable): the newest one that has a result */
static AppCall *
find_call (AppSession *session, AppCallKind kind, const char *target, const char *arguments)
{
  GListModel *calls = app_session_get_calls (session);

  for (guint i = 0; i < g_list_model_get_n_items (calls); i++)
    {
      g_autoptr (AppCall) call = g_list_model_get_item (calls, i);

      if (app_call_get_kind (call) == kind && app_call_get_state (call) == APP_CALL_DONE &&
          g_strcmp0 (app_call_get_target (call), target) == 0 &&
          g_strcmp0 (app_call_get_arguments (call), arguments) == 0 &&
          mcp_json_value_exists (app_call_get_result (call)))
        return call;
    }
  return NULL;
}

/* As lists have it. Returns: (transfer full) */
static char *
dup_title (AppSession *session, McpDefinitionKind kind, const char *key)
{
  AppCatalogue  *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);
  McpDefinition *found = catalogue != NULL ? app_catalogue_find (catalogue, kind, key) : NULL;

  return g_strdup (found != NULL ? mcp_definition_get_display_name (found) : key);
}

void
app_model_attachments_add_target (AppModelAttachments *self,
                                  AppSession          *session,
                                  gboolean             is_prompt,
                                  const char          *target,
                                  const char          *arguments)
{
  AppCallKind kind = is_prompt ? APP_CALL_PROMPT : APP_CALL_READ;
  AppCall    *made = find_call (session, kind, target, arguments);
  g_autoptr (AppCall) call = made != NULL
                                 ? g_object_ref (made)
                                 : app_session_new_call (session, kind, target, arguments);

  g_autofree char *title =
      dup_title (session, is_prompt ? MCP_DEFINITION_PROMPT : MCP_DEFINITION_RESOURCE, target);

  app_model_attachments_add (self, session, call, title);
}

void
app_model_attachments_remove (AppModelAttachments *self, AppModelAttachment *attachment)
{
  guint position;

  g_return_if_fail (APP_IS_MODEL_ATTACHMENTS (self));

  if (!g_list_store_find (self->store, attachment, &position))
    return;
  remove_at (self, position);
  tell (self);
}

void
app_model_attachments_remove_of (AppModelAttachments *self, AppSession *session)
{
  g_return_if_fail (APP_IS_MODEL_ATTACHMENTS (self));

  for (guint i = get_n (self); i > 0; i--)
    if (app_model_attachment_get_session (get (self, i - 1)) == session)
      remove_at (self, i - 1);
  tell (self);
}

GPtrArray *
app_model_attachments_take_turns (AppModelAttachments *self)
{
  GPtrArray *turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);

  g_return_val_if_fail (APP_IS_MODEL_ATTACHMENTS (self), turns);

  for (guint i = 0; i < get_n (self); i++)
    {
      GPtrArray *each = app_model_attachment_get_turns (get (self, i));

      for (guint k = 0; k < each->len; k++)
        g_ptr_array_add (turns, mcp_model_turn_ref (each->pdata[k]));
    }
  while (get_n (self) > 0)
    remove_at (self, 0);
  tell (self);
  return turns;
}
