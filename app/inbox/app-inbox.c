/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-inbox.h"

#include "app-inbox-desk.h"
#include "mcp-array-list.h"

struct _AppInbox
{
  GObject parent_instance;

  char           *folder; /* (nullable) */
  AppInboxPolicy *policy; /* (nullable) */
  GPtrArray      *waiting;
  GListStore     *ended;
  GHashTable     *desks; /* AppSession, weakly → AppInboxDesk */
};

enum {
  PROP_0,
  PROP_N_WAITING,
  N_PROPS
};

enum {
  SIGNAL_REFUSED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

static void
inbox_model_init (GListModelInterface *iface)
{
  mcp_array_list_init (iface, APP_TYPE_INBOX_ITEM, G_STRUCT_OFFSET (AppInbox, waiting));
}

static void feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppInbox,
                               app_inbox,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, inbox_model_init)
                                   G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, feature_init))

static void
forget_session (gpointer data, GObject *session)
{
  g_hash_table_remove (APP_INBOX (data)->desks, session);
}

static void
desk_free (gpointer data)
{
  g_autoptr (AppInboxDesk) desk = data;

  g_object_run_dispose (G_OBJECT (desk));
}

static void
app_inbox_dispose (GObject *object)
{
  AppInbox      *self = APP_INBOX (object);
  GHashTableIter iter;
  gpointer       session;

  g_hash_table_iter_init (&iter, self->desks);
  while (g_hash_table_iter_next (&iter, &session, NULL))
    {
      g_object_weak_unref (session, forget_session, self);
      g_hash_table_iter_remove (&iter);
    }
  for (guint i = 0; i < self->waiting->len; i++)
    g_signal_handlers_disconnect_by_data (self->waiting->pdata[i], self);
  g_ptr_array_set_size (self->waiting, 0);
  g_clear_object (&self->policy);
  G_OBJECT_CLASS (app_inbox_parent_class)->dispose (object);
}

static void
app_inbox_finalize (GObject *object)
{
  AppInbox *self = APP_INBOX (object);

  g_hash_table_unref (self->desks);
  g_ptr_array_unref (self->waiting);
  g_clear_object (&self->ended);
  g_free (self->folder);
  G_OBJECT_CLASS (app_inbox_parent_class)->finalize (object);
}

static void
app_inbox_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_N_WAITING:
      g_value_set_uint (value, APP_INBOX (object)->waiting->len);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
app_inbox_class_init (AppInboxClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = app_inbox_dispose;
  object_class->finalize = app_inbox_finalize;
  object_class->get_property = app_inbox_get_property;

  properties[PROP_N_WAITING] =
      g_param_spec_uint ("n-waiting", NULL, NULL, 0, G_MAXUINT, 0,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SIGNAL_REFUSED] = g_signal_new ("refused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 1, APP_TYPE_SESSION);
}

static void
app_inbox_init (AppInbox *self)
{
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->ended = g_list_store_new (APP_TYPE_INBOX_ITEM);
  self->desks = g_hash_table_new_full (NULL, NULL, NULL, desk_free);
}

AppInbox *
app_inbox_new (const char *folder)
{
  AppInbox *self = g_object_new (APP_TYPE_INBOX, NULL);

  self->folder = g_strdup (folder);
  return self;
}

void
app_inbox_set_policy (AppInbox *self, AppInboxPolicy *policy)
{
  g_return_if_fail (APP_IS_INBOX (self));
  g_return_if_fail (policy == NULL || APP_IS_INBOX_POLICY (policy));
  g_set_object (&self->policy, policy);
}

static void
end_item (AppInbox *self, GParamSpec *pspec, AppInboxItem *item)
{
  guint position;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->ended));

  if (app_inbox_item_is_waiting (item) || !g_ptr_array_find (self->waiting, item, &position))
    return;
  g_signal_handlers_disconnect_by_data (item, self);
  if (n >= APP_INBOX_MAX_ENDED)
    g_list_store_remove (self->ended, n - 1);
  g_list_store_insert (self->ended, 0, item);
  g_ptr_array_remove_index (self->waiting, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_WAITING]);
}

static void
on_item (AppInbox *self, AppInboxItem *item, AppInboxDesk *desk)
{
  g_ptr_array_add (self->waiting, g_object_ref (item));
  g_signal_connect_swapped (item, "notify::waiting", G_CALLBACK (end_item), self);
  g_list_model_items_changed (G_LIST_MODEL (self), self->waiting->len - 1, 0, 1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_WAITING]);
}

static void
on_refused (AppInbox *self, AppInboxDesk *desk)
{
  AppSession *session = app_inbox_desk_peek_session (desk);

  if (session != NULL)
    g_signal_emit (self, signals[SIGNAL_REFUSED], 0, session);
}

static AppInboxDesk *
ensure_desk (AppInbox *self, AppSession *session)
{
  AppInboxDesk *desk = g_hash_table_lookup (self->desks, session);
  const char   *id = store_profile_get_id (app_session_get_profile (session));
  g_autoptr (StoreMemory) answers = NULL;

  if (desk != NULL)
    return desk;
  answers = store_memory_new (self->folder, id, STORE_MEMORY_ANSWERS);
  desk = app_inbox_desk_new (session, answers);
  g_signal_connect_swapped (desk, "item", G_CALLBACK (on_item), self);
  g_signal_connect_swapped (desk, "refused", G_CALLBACK (on_refused), self);
  g_object_weak_ref (G_OBJECT (session), forget_session, self);
  g_hash_table_insert (self->desks, session, desk);
  return desk;
}

GListModel *
app_inbox_get_ended (AppInbox *self)
{
  g_return_val_if_fail (APP_IS_INBOX (self), NULL);
  return G_LIST_MODEL (self->ended);
}

static gboolean
belongs_to (AppInboxItem *item, AppSession *session)
{
  g_autoptr (AppSession) own = app_inbox_item_dup_session (item);

  return session == NULL || own == session;
}

void
app_inbox_clear_ended (AppInbox *self, AppSession *session)
{
  g_return_if_fail (APP_IS_INBOX (self));

  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->ended)); i-- > 0;)
    {
      g_autoptr (AppInboxItem) item = g_list_model_get_item (G_LIST_MODEL (self->ended), i);

      if (belongs_to (item, session))
        g_list_store_remove (self->ended, i);
    }
}

guint
app_inbox_count (AppInbox *self, AppSession *session)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_INBOX (self), 0);

  for (guint i = 0; i < self->waiting->len; i++)
    n += belongs_to (self->waiting->pdata[i], session) ? 1 : 0;
  return n;
}

AppInboxItem *
app_inbox_find_first (AppInbox *self, AppSession *session)
{
  g_return_val_if_fail (APP_IS_INBOX (self), NULL);

  for (guint i = 0; i < self->waiting->len; i++)
    if (belongs_to (self->waiting->pdata[i], session))
      return self->waiting->pdata[i];
  return NULL;
}

AppFolderList *
app_inbox_get_folders (AppInbox *self, AppSession *session)
{
  g_return_val_if_fail (APP_IS_INBOX (self), NULL);
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  return app_inbox_desk_get_folders (ensure_desk (self, session));
}

guint64
app_inbox_get_n_refused (AppInbox *self, AppSession *session)
{
  GHashTableIter iter;
  gpointer       key;
  gpointer       desk;
  guint64        n = 0;

  g_return_val_if_fail (APP_IS_INBOX (self), 0);

  g_hash_table_iter_init (&iter, self->desks);
  while (g_hash_table_iter_next (&iter, &key, &desk))
    if (session == NULL || key == (gpointer)session)
      n += app_inbox_desk_get_n_refused (desk);
  return n;
}

const char *
app_inbox_get_refusal (AppInbox *self, AppSession *session)
{
  g_return_val_if_fail (APP_IS_INBOX (self), NULL);
  return app_inbox_desk_get_refusal (ensure_desk (self, session));
}

void
app_inbox_forget_refused (AppInbox *self, AppSession *session)
{
  g_return_if_fail (APP_IS_INBOX (self));
  app_inbox_desk_forget_refused (ensure_desk (self, session));
}

/* The client is told what may be asked. */
static void
app_inbox_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppInbox *self = APP_INBOX (feature);

  app_inbox_desk_serve (ensure_desk (self, session), client, self->policy);
}

static void
feature_init (AppSessionFeatureInterface *iface)
{
  iface->opening = app_inbox_opening;
}
