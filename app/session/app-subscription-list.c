/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-subscription-list.h"

#include "app-session-private.h"
#include "app-subscription-private.h"
#include "mcp-array-list.h"

struct _AppSubscriptionList
{
  GObject parent_instance;

  McpSubscription *subscription;
  GPtrArray       *items; /* of AppSubscription, in the order of the subscription's resources */
  guint            pause;
};

enum {
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
list_model_init (GListModelInterface *iface)
{
  mcp_array_list_init (iface, APP_TYPE_SUBSCRIPTION, G_STRUCT_OFFSET (AppSubscriptionList, items));
}

G_DEFINE_FINAL_TYPE_WITH_CODE (AppSubscriptionList,
                               app_subscription_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
app_subscription_list_dispose (GObject *object)
{
  AppSubscriptionList *self = APP_SUBSCRIPTION_LIST (object);

  g_clear_handle_id (&self->pause, g_source_remove);
  g_ptr_array_set_size (self->items, 0);
  g_clear_object (&self->subscription);
  G_OBJECT_CLASS (app_subscription_list_parent_class)->dispose (object);
}

static void
app_subscription_list_finalize (GObject *object)
{
  g_ptr_array_unref (APP_SUBSCRIPTION_LIST (object)->items);
  G_OBJECT_CLASS (app_subscription_list_parent_class)->finalize (object);
}

static void
app_subscription_list_class_init (AppSubscriptionListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = app_subscription_list_dispose;
  object_class->finalize = app_subscription_list_finalize;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
app_subscription_list_init (AppSubscriptionList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

static gboolean
on_pause (gpointer data)
{
  AppSubscriptionList *self = data;

  self->pause = 0;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  return G_SOURCE_REMOVE;
}

static void
tell_soon (AppSubscriptionList *self)
{
  if (self->pause == 0)
    self->pause = g_timeout_add (APP_SUBSCRIPTION_LIST_PAUSE_MS, on_pause, self);
}

static void
on_resources_changed (AppSubscriptionList *self,
                      guint                position,
                      guint                removed,
                      guint                added,
                      GListModel          *resources)
{
  if (removed > 0)
    g_ptr_array_remove_range (self->items, position, removed);
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (McpResourceSubscription) resource = g_list_model_get_item (resources, i);
      AppSubscription *item = app_subscription_new (self->subscription, resource);

      g_signal_connect_object (item, "notify", G_CALLBACK (tell_soon), self, G_CONNECT_SWAPPED);
      g_ptr_array_insert (self->items, (int)i, item);
    }
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
  tell_soon (self);
}

AppSubscriptionList *
app_subscription_list_new (McpSubscription *subscription)
{
  AppSubscriptionList *self = g_object_new (APP_TYPE_SUBSCRIPTION_LIST, NULL);
  GListModel          *resources = mcp_subscription_get_resources (subscription);

  self->subscription = g_object_ref (subscription);
  g_signal_connect_object (resources, "items-changed", G_CALLBACK (on_resources_changed), self,
                           G_CONNECT_SWAPPED);
  on_resources_changed (self, 0, 0, g_list_model_get_n_items (resources), resources);
  return self;
}

AppSubscription *
app_subscription_list_find (AppSubscriptionList *self, const char *uri)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION_LIST (self), NULL);
  g_return_val_if_fail (uri != NULL, NULL);

  for (guint i = 0; i < self->items->len; i++)
    if (g_str_equal (app_subscription_get_uri (self->items->pdata[i]), uri))
      return self->items->pdata[i];
  return NULL;
}

AppSubscription *
app_subscription_list_add (AppSubscriptionList *self, const char *uri, GError **error)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION_LIST (self), NULL);
  g_return_val_if_fail (uri != NULL, NULL);

  if (mcp_subscription_add (self->subscription, uri, error) == NULL)
    return NULL;
  return app_subscription_list_find (self, uri);
}

void
app_subscription_list_remove (AppSubscriptionList *self, const char *uri)
{
  g_return_if_fail (APP_IS_SUBSCRIPTION_LIST (self));
  g_return_if_fail (uri != NULL);

  mcp_subscription_remove (self->subscription, uri);
}
