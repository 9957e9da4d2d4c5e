/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-history-item.h"

#include "mcp-object.h"

#include <glib/gi18n-lib.h>

struct _AppClientHistoryItem
{
  GObject parent_instance;

  StoreClientRecord *record;
  StoreClientSince   since;
  gboolean           possible;
};

MCP_DEFINE_OBJECT (AppClientHistoryItem, app_client_history_item)

MCP_DEFINE_FINALIZE (AppClientHistoryItem, app_client_history_item)
{
  store_client_record_unref (self->record);
}

AppClientHistoryItem *
app_client_history_item_new (StoreClientRecord *record, StoreClientSince since)
{
  AppClientHistoryItem *self = g_object_new (APP_TYPE_CLIENT_HISTORY_ITEM, NULL);

  self->record = store_client_record_ref (record);
  self->since = since;
  self->possible = !record->undone && store_client_undo_is_possible (record, since);
  return self;
}

MCP_DEFINE_READER (const StoreClientRecord *,
                   app_client_history_item_get_record,
                   AppClientHistoryItem,
                   APP_IS_CLIENT_HISTORY_ITEM (self),
                   record)
MCP_DEFINE_READER (gboolean,
                   app_client_history_item_can_undo,
                   AppClientHistoryItem,
                   APP_IS_CLIENT_HISTORY_ITEM (self),
                   possible)

const char *
app_client_history_item_get_application (AppClientHistoryItem *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_HISTORY_ITEM (self), NULL);

  const StoreClientFormat *format = store_client_format_find (self->record->client);
  return format != NULL ? format->name : self->record->client;
}

const char *
app_client_history_item_get_action (AppClientHistoryItem *self)
{
  static const char *const words[] = {
    [STORE_RECORD_CREATE] = N_ ("created"),
    [STORE_RECORD_ADD] = N_ ("added"),
    [STORE_RECORD_REPLACE] = N_ ("replaced"),
    [STORE_RECORD_REMOVE] = N_ ("removed"),
    [STORE_RECORD_ENABLE] = N_ ("enabled"),
    [STORE_RECORD_DISABLE] = N_ ("disabled"),
    [STORE_RECORD_RESTORE] = N_ ("restored"),
    [STORE_RECORD_UNDO] = N_ ("undone"),
  };

  g_return_val_if_fail (APP_IS_CLIENT_HISTORY_ITEM (self), NULL);

  return _ (words[self->record->action]);
}

char *
app_client_history_item_dup_state (AppClientHistoryItem *self)
{
  static const char *const states[] = {
    [STORE_SINCE_AS_LEFT] = N_ ("The file is unchanged since."),
    [STORE_SINCE_ENTRY_AS_LEFT] = N_ ("The file has changed since, the entry has not."),
    [STORE_SINCE_ENTRY_CHANGED] = N_ ("The entry has changed since."),
    [STORE_SINCE_ENTRY_GONE] = N_ ("The entry is gone."),
    [STORE_SINCE_ENTRY_BACK] = N_ ("The entry is back."),
    [STORE_SINCE_FILE_CHANGED] = N_ ("The file has changed since."),
    [STORE_SINCE_FILE_BROKEN] = N_ ("The file cannot be read."),
    [STORE_SINCE_FILE_GONE] = N_ ("The file is gone."),
    [STORE_SINCE_FILE_MOVED] = N_ ("The path now leads to another file."),
  };

  g_return_val_if_fail (APP_IS_CLIENT_HISTORY_ITEM (self), NULL);

  if (self->record->undone)
    return g_strdup (_ ("Undone since."));
  if (self->possible)
    return g_strdup (_ (states[self->since]));
  return g_strconcat (_ (states[self->since]), " ",
                      store_client_record_has_before (self->record)
                          ? _ ("It cannot be undone.")
                          : _ ("The backup is gone, so it cannot be undone."),
                      NULL);
}

const char *
app_client_history_item_get_since (AppClientHistoryItem *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_HISTORY_ITEM (self), NULL);
  return self->record->undone ? NULL : store_client_undo_get_word (self->since);
}

AppClientChange *
app_client_history_item_undo (AppClientHistoryItem *self, GError **error)
{
  g_return_val_if_fail (APP_IS_CLIENT_HISTORY_ITEM (self), NULL);

  g_autoptr (StoreClientPlace) place = store_client_record_dup_place (self->record);
  AppClientChangeOptions options = { .aim = APP_CHANGE_TO_UNDO,
                                     .name = self->record->name,
                                     .record = self->record->id };

  if (place == NULL)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
                   _ ("The application “%s” is not known to this version of Spyglass"),
                   self->record->client);
      return NULL;
    }
  g_autoptr (AppClientTarget) target = app_client_target_new_for_place (place, NULL);
  return app_client_change_new_decided (target, NULL, NULL, &options);
}
