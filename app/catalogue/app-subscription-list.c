/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-subscription-list.h"

#include "mcp-array-list.h"
#include <glib/gi18n-lib.h>

#include "app-catalogue.h"
#include "app-session.h"
#include "app-visible-text.h"
#include "mcp-client.h"
#include "mcp-object.h"
#include "mcp-property.h"

#define REASON_CHARACTERS 300

struct _AppSubscription
{
  GObject parent_instance;

  McpSubscription         *subscription;
  McpResourceSubscription *resource;
  guint                    n_read; /* updates that came before it was read */
  gboolean                 rereads;
};

static guint item_changed;

MCP_DEFINE_ZEROED_TYPE (AppSubscription, app_subscription, G_TYPE_OBJECT)

MCP_DEFINE_DISPOSE (AppSubscription, app_subscription)
{
  g_clear_object (&self->subscription);
  g_clear_object (&self->resource);
}

static void
app_subscription_class_init (AppSubscriptionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_subscription_dispose;
  item_changed = mcp_signal_new (klass, "changed", 0);
}

static void
on_changed (AppSubscription *self)
{
  g_signal_emit (self, item_changed, 0);
}

/* Both are held. Returns: (transfer full) */
static AppSubscription *
create_item (McpSubscription *subscription, McpResourceSubscription *resource)
{
  AppSubscription *self = g_object_new (APP_TYPE_SUBSCRIPTION, NULL);

  self->subscription = g_object_ref (subscription);
  self->resource = g_object_ref (resource);
  mcp_signal_connect (resource, "notify", on_changed, self);
  mcp_signal_connect (subscription, "notify::listening", on_changed, self);
  return self;
}

const McpResourceSubscriptionInfo *
app_subscription_get_info (AppSubscription *self)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION (self), NULL);
  return mcp_resource_subscription_get_info (self->resource);
}

/* Returns: (transfer none): translated */
static const char *
name_state (AppSubscription *self)
{
  switch (mcp_resource_subscription_get_info (self->resource)->state)
    {
    case MCP_RESOURCE_SUBSCRIPTION_ASKED:
      return C_ ("subscription", "asked the server to tell of changes");
    case MCP_RESOURCE_SUBSCRIPTION_ACTIVE:
      return C_ ("subscription", "subscribed");
    case MCP_RESOURCE_SUBSCRIPTION_REFUSED:
      return C_ ("subscription", "refused by the server");
    case MCP_RESOURCE_SUBSCRIPTION_INACTIVE:
    default:
      if (!mcp_subscription_get_listening (self->subscription))
        return C_ ("subscription", "the stream of notifications is switched off");
      return C_ ("subscription", "watched as soon as the server is connected");
    }
}

char *
app_subscription_dup_age (gint64 time)
{
  gint64 seconds = MAX (0, g_get_real_time () - time) / G_USEC_PER_SEC;

  return app_visible_text_seconds (MAX (1, seconds));
}

char *
app_subscription_dup_text (AppSubscription *self)
{
  const GError *error;

  g_return_val_if_fail (APP_IS_SUBSCRIPTION (self), NULL);

  GString *text = g_string_new (name_state (self));
  guint    n = mcp_resource_subscription_get_info (self->resource)->n_updates;
  error = mcp_resource_subscription_get_info (self->resource)->error;
  if (mcp_resource_subscription_get_info (self->resource)->state ==
          MCP_RESOURCE_SUBSCRIPTION_REFUSED &&
      error != NULL)
    {
      g_autofree char *reason = app_visible_text_line (error->message, REASON_CHARACTERS);

      g_string_append_printf (text, ": %s", reason);
    }
  if (n > 0)
    {
      g_autofree char *age = app_subscription_dup_age (
          mcp_resource_subscription_get_info (self->resource)->last_update);

      g_string_append (text, " · ");
      g_string_append_printf (text, ngettext ("%'u update", "%'u updates", n), n);
      g_string_append (text, " · ");
      /* Translators: %s is a duration, such as "3 s" */
      g_string_append_printf (text, _ ("the last %s ago"), age);
    }
  return g_string_free (text, FALSE);
}

gboolean
app_subscription_get_stale (AppSubscription *self)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION (self), FALSE);
  return mcp_resource_subscription_get_info (self->resource)->n_updates != self->n_read;
}

void
app_subscription_mark_read (AppSubscription *self)
{
  g_return_if_fail (APP_IS_SUBSCRIPTION (self));

  if (!app_subscription_get_stale (self))
    return;
  self->n_read = mcp_resource_subscription_get_info (self->resource)->n_updates;
  on_changed (self);
}

MCP_DEFINE_GETTER (gboolean, AppSubscription, app_subscription, rereads)

void
app_subscription_set_rereads (AppSubscription *self, gboolean rereads)
{
  g_return_if_fail (APP_IS_SUBSCRIPTION (self));

  if (self->rereads == rereads)
    return;
  self->rereads = rereads;
  on_changed (self);
}

/* The list */

struct _AppSubscriptionList
{
  GObject parent_instance;

  AppSession      *session; /* weak */
  McpSubscription *subscription;
  GPtrArray       *items; /* of AppSubscription, in the order of the subscription's resources */
  guint            pause;
};

enum {
  PROP_0,
  PROP_STREAM_NAME,
  N_PROPS
};

enum {
  SIGNAL_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

static void feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppSubscriptionList,
                               app_subscription_list,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppSubscriptionList,
                                                         items,
                                                         APP_TYPE_SUBSCRIPTION)
                                   G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, feature_init))

MCP_DEFINE_DISPOSE (AppSubscriptionList, app_subscription_list)
{
  g_clear_handle_id (&self->pause, g_source_remove);
  g_ptr_array_set_size (self->items, 0);
  g_clear_object (&self->subscription);
  g_clear_weak_pointer (&self->session);
}

MCP_DEFINE_FINALIZE (AppSubscriptionList, app_subscription_list)
{
  g_ptr_array_unref (self->items);
}

MCP_DEFINE_CLASS (AppSubscriptionList, app_subscription_list)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STREAM_NAME] = { "stream-name", G_TYPE_STRING,
                           G_CALLBACK (app_subscription_list_get_stream_name) },
  };

  mcp_property_install (object_class, rows, properties, N_PROPS);
  object_class->dispose = app_subscription_list_dispose;
  object_class->finalize = app_subscription_list_finalize;
  signals[SIGNAL_CHANGED] = mcp_signal_new (klass, "changed", 0);
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
      AppSubscription *item = create_item (self->subscription, resource);

      mcp_signal_connect (item, "changed", tell_soon, self);
      g_ptr_array_insert (self->items, (int)i, item);
    }
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
  tell_soon (self);
}

static void
on_stream_changed (AppSubscriptionList *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STREAM_NAME]);
}

static void
app_subscription_list_init (AppSubscriptionList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->subscription = mcp_subscription_new ();
  mcp_signal_connect (self->subscription, "notify::state", on_stream_changed, self);
  mcp_signal_connect (mcp_subscription_get_resources (self->subscription), "items-changed",
                      on_resources_changed, self);
}

static void
app_subscription_list_attach (AppSessionFeature *feature, AppSession *session)
{
  AppSubscriptionList *self = APP_SUBSCRIPTION_LIST (feature);

  g_set_weak_pointer (&self->session, session);
  mcp_subscription_set_listening (
      self->subscription,
      store_profile_get_conversation (app_session_get_profile (session))->listen);
}

static void
app_subscription_list_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppSubscriptionList *self = APP_SUBSCRIPTION_LIST (feature);
  AppCatalogue        *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);

  /* A command that fetches no lists by itself has no use for what the server says of them. */
  mcp_subscription_set_follows_lists (self->subscription, app_catalogue_is_automatic (catalogue));
  mcp_client_add_feature (client, MCP_CLIENT_FEATURE (self->subscription));
}

static void
feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_subscription_list_attach;
  iface->opening = app_subscription_list_opening;
}

AppSubscription *
app_subscription_list_find (AppSubscriptionList *self, const char *uri)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION_LIST (self), NULL);
  g_return_val_if_fail (uri != NULL, NULL);

  for (guint i = 0; i < self->items->len; i++)
    {
      AppSubscription *item = self->items->pdata[i];

      if (g_str_equal (mcp_resource_subscription_get_info (item->resource)->uri, uri))
        return item;
    }
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

void
app_subscription_list_set_listening (AppSubscriptionList *self, gboolean listening)
{
  g_return_if_fail (APP_IS_SUBSCRIPTION_LIST (self));
  g_return_if_fail (self->session != NULL);

  StoreProfile *profile = app_session_get_profile (self->session);
  if (store_profile_get_conversation (profile)->listen == listening)
    return;
  g_autoptr (StoreProfile) changed = store_profile_copy (profile);
  g_object_set (changed, "listen", listening, NULL);
  app_session_keep_profile (self->session, changed);
  mcp_subscription_set_listening (self->subscription, listening);
}

const char *
app_subscription_list_get_stream_name (AppSubscriptionList *self)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION_LIST (self), NULL);

  if (self->session == NULL ||
      !store_profile_get_conversation (app_session_get_profile (self->session))->listen)
    return C_ ("stream", "switched off");
  switch (mcp_subscription_get_state (self->subscription))
    {
    case MCP_SUBSCRIPTION_OPENING:
      return C_ ("stream", "being opened");
    case MCP_SUBSCRIPTION_ACTIVE:
      return C_ ("stream", "open");
    case MCP_SUBSCRIPTION_WAITING:
      return C_ ("stream", "broken, opened again in a moment");
    case MCP_SUBSCRIPTION_ENDED:
      return C_ ("stream", "ended by the server");
    case MCP_SUBSCRIPTION_REFUSED:
      return C_ ("stream", "refused by the server");
    case MCP_SUBSCRIPTION_OFF:
    default:
      return C_ ("stream", "not open");
    }
}
