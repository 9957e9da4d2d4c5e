/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-definition-list.h"

#include "mcp-array-list.h"
#include "mcp-definition-splice.h"
#include "mcp-object.h"
#include "mcp-pager.h"
#include "mcp-property.h"
#include "mcp-source.h"

/* A server that reports a change after every response may not keep us loading for ever. */
#define RELOAD_INTERVAL_MS 1000

struct _McpDefinitionList
{
  GObject           parent_instance;
  McpDefinitionKind kind;
  McpClient        *client;
  GPtrArray        *items;
  McpListing       *listing;
  GError           *error;
  gboolean          loading;
  gboolean          loaded;
  gboolean          again;   /* a change or a request came while loading */
  GPtrArray        *waiting; /* GTask: for the loading under way */
  GPtrArray        *next;    /* GTask: for the one after it */
  GCancellable     *cancellable;
  GSource          *reload_timer;
  gint64            ended;  /* µs: when the last loading ended */
  GBytes           *params; /* (nullable) */
  gboolean          page_by_page;
  gboolean          more; /* the next loading goes on where the last one stopped */
};

enum {
  PROP_0,
  PROP_LOADING,
  N_PROPERTIES,
};

enum {
  SIGNAL_RELOADED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPERTIES];
static guint       signals[N_SIGNALS];

static void definition_list_start (McpDefinitionList *self);

G_DEFINE_FINAL_TYPE_WITH_CODE (McpDefinitionList,
                               mcp_definition_list,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (McpDefinitionList,
                                                         items,
                                                         MCP_TYPE_DEFINITION))

/** Puts @definitions (element-type McpDefinition) in the place of the entries. */
static void
definition_list_update (McpDefinitionList *self, GPtrArray *definitions)
{
  mcp_definition_splice (self->items, definitions, (McpSplicedFunc)g_list_model_items_changed,
                         self);
}

void
mcp_definition_list_clear (McpDefinitionList *self)
{
  g_autoptr (GPtrArray) nothing = g_ptr_array_new ();

  g_return_if_fail (MCP_IS_DEFINITION_LIST (self));

  g_clear_pointer (&self->listing, mcp_listing_unref);
  definition_list_update (self, nothing);
}

/* Loading */

static void
definition_list_set_loading (McpDefinitionList *self, gboolean loading)
{
  if (self->loading == loading)
    return;
  self->loading = loading;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

static void
definition_list_end_tasks (McpDefinitionList *self, GPtrArray *tasks, const GError *error)
{
  for (guint i = 0; i < tasks->len; i++)
    {
      if (error != NULL)
        g_task_return_error (tasks->pdata[i], g_error_copy (error));
      else
        g_task_return_boolean (tasks->pdata[i], TRUE);
    }
  g_ptr_array_unref (tasks);
}

/** What is there already is not compared again with each page. */
static void
definition_list_append (McpDefinitionList *self, GPtrArray *definitions)
{
  guint n = self->items->len;

  for (guint i = n; i < definitions->len; i++)
    g_ptr_array_add (self->items, g_object_ref (definitions->pdata[i]));
  g_list_model_items_changed (G_LIST_MODEL (self), n, 0, definitions->len - n);
}

/** One loading: by now, the list may have another client. */
typedef struct
{
  McpDefinitionList *list;
  McpClient         *client; /* unowned, to compare */
  gboolean           more;   /* its page comes after what is there */
} Loading;

static void
on_page (GPtrArray *definitions, guint first, gpointer user_data)
{
  Loading           *loading = user_data;
  McpDefinitionList *self = loading->list;

  /* The first loading shows each page as it comes; a refresh waits for the whole. */
  if (loading->client != self->client || self->loaded || loading->more)
    return;
  if (self->items->len == first)
    definition_list_append (self, definitions);
  else if (self->items->len < first)
    definition_list_update (self, definitions);
}

/** What is there, and the page behind it. Returns: (transfer full) */
static GPtrArray *
definition_list_join (McpDefinitionList *self, GPtrArray *page)
{
  GPtrArray *joined = g_ptr_array_new ();

  for (guint i = 0; i < self->items->len; i++)
    g_ptr_array_add (joined, self->items->pdata[i]);
  for (guint i = 0; i < page->len; i++)
    g_ptr_array_add (joined, page->pdata[i]);
  return joined;
}

static void
definition_list_take (McpDefinitionList *self, McpListing *listing, gboolean more)
{
  GPtrArray *definitions = listing->definitions;
  g_autoptr (GPtrArray) joined = more ? definition_list_join (self, definitions) : NULL;

  g_clear_pointer (&self->listing, mcp_listing_unref);
  self->listing = mcp_listing_ref (listing);
  definition_list_update (self, more ? joined : definitions);
  self->loaded = TRUE;
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Loading *loading = user_data;
  g_autoptr (McpDefinitionList) self = loading->list;
  GPtrArray *tasks = self->waiting;
  gboolean   more = loading->more;
  GError    *error = NULL;

  g_free (loading);
  g_autoptr (McpListing) listing = mcp_client_list_finish (MCP_CLIENT (source), result, &error);
  if (MCP_CLIENT (source) != self->client)
    {
      /* Somebody else's list by now. */
      g_clear_error (&error);
      return;
    }

  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->ended = g_get_monotonic_time ();
  g_clear_object (&self->cancellable);
  if (listing != NULL)
    definition_list_take (self, listing, more);
  g_clear_error (&self->error);
  self->error = error;
  definition_list_set_loading (self, FALSE);
  g_signal_emit (self, signals[SIGNAL_RELOADED], 0);
  definition_list_end_tasks (self, tasks, self->error);
  if (self->next->len > 0 && !self->loading && self->client != NULL)
    definition_list_start (self);
}

static void
definition_list_start (McpDefinitionList *self)
{
  g_autoptr (GPtrArray) empty = self->waiting;
  McpListOptions options;

  self->waiting = self->next;
  self->next = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
  definition_list_set_loading (self, TRUE);
  Loading *loading = g_new0 (Loading, 1);
  loading->list = g_object_ref (self);
  loading->client = self->client;
  loading->more = self->more && mcp_definition_list_has_more (self);
  options.params = self->params;
  options.max_pages = self->page_by_page ? 1 : 0;
  options.cursor = loading->more ? self->listing->next_cursor : NULL;
  self->more = FALSE;
  mcp_client_list_async (self->client, self->kind, &options, on_page, loading, self->cancellable,
                         on_loaded, loading);
}

void
mcp_definition_list_load_async (McpDefinitionList  *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_return_if_fail (MCP_IS_DEFINITION_LIST (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_definition_list_load_async);
  if (self->client == NULL)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected."));
      return;
    }

  g_ptr_array_add (self->next, g_steal_pointer (&task));
  if (!self->loading)
    definition_list_start (self);
}

void
mcp_definition_list_load_more_async (McpDefinitionList  *self,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data)
{
  g_return_if_fail (MCP_IS_DEFINITION_LIST (self));

  /* A loading that is under way brings all again; the page after that is asked for by itself. */
  self->more = !self->loading;
  mcp_definition_list_load_async (self, cancellable, callback, user_data);
}

MCP_DEFINE_FINISH (mcp_definition_list_load_finish, McpDefinitionList)

static gboolean
on_reload_due (gpointer user_data)
{
  McpDefinitionList *self = MCP_DEFINITION_LIST (user_data);

  g_clear_pointer (&self->reload_timer, g_source_unref);
  if (self->client != NULL)
    mcp_definition_list_load_async (self, NULL, NULL, NULL);
  return G_SOURCE_REMOVE;
}

static void
on_list_changed (McpClient *client, int kind, McpDefinitionList *self)
{
  gint64 since = (g_get_monotonic_time () - self->ended) / 1000;

  if (kind != (int)self->kind || self->reload_timer != NULL || self->next->len > 0)
    return;
  if (!self->loaded && !self->loading)
    return; /* nobody asked for it yet */

  self->reload_timer = mcp_source_new_timeout (
      self->ended != 0 && since < RELOAD_INTERVAL_MS ? (guint)(RELOAD_INTERVAL_MS - since) : 0,
      on_reload_due, self);
}

static void
definition_list_drop_client (McpDefinitionList *self)
{
  const GError *lost = self->client != NULL ? mcp_client_get_error (self->client) : NULL;
  g_autoptr (GError) error = lost != NULL
                                 ? g_error_copy (lost)
                                 : mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected.");
  GPtrArray *waiting = self->waiting;
  GPtrArray *next = self->next;

  if (self->client != NULL)
    g_signal_handlers_disconnect_by_data (self->client, self);
  g_clear_object (&self->client);
  mcp_source_clear (&self->reload_timer);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->next = g_ptr_array_new_with_free_func (g_object_unref);
  definition_list_end_tasks (self, waiting, error);
  definition_list_end_tasks (self, next, error);
}

void
mcp_definition_list_set_client (McpDefinitionList *self, McpClient *client)
{
  g_return_if_fail (MCP_IS_DEFINITION_LIST (self));

  if (self->client == client)
    return;

  definition_list_drop_client (self);
  definition_list_set_loading (self, FALSE);
  self->loaded = FALSE;
  g_clear_error (&self->error);
  self->ended = 0;
  if (g_set_object (&self->client, client) && client != NULL)
    g_signal_connect (client, "list-changed", G_CALLBACK (on_list_changed), self);
}

/* How it is asked for */

void
mcp_definition_list_set_params (McpDefinitionList *self, GBytes *params)
{
  g_return_if_fail (MCP_IS_DEFINITION_LIST (self));

  if (params != NULL)
    g_bytes_ref (params);
  g_clear_pointer (&self->params, g_bytes_unref);
  self->params = params;
}

MCP_DEFINE_GETTER (GBytes *, McpDefinitionList, mcp_definition_list, params)

void
mcp_definition_list_set_page_by_page (McpDefinitionList *self, gboolean page_by_page)
{
  g_return_if_fail (MCP_IS_DEFINITION_LIST (self));

  self->page_by_page = page_by_page;
}

gboolean
mcp_definition_list_has_more (McpDefinitionList *self)
{
  g_return_val_if_fail (MCP_IS_DEFINITION_LIST (self), FALSE);

  return self->page_by_page && self->listing != NULL &&
         self->listing->next_cursor != NULL;
}

gboolean
mcp_definition_list_is_partial (McpDefinitionList *self)
{
  g_return_val_if_fail (MCP_IS_DEFINITION_LIST (self), FALSE);

  return self->page_by_page || self->params != NULL;
}

/* The object */

MCP_DEFINE_DISPOSE (McpDefinitionList, mcp_definition_list)
{
  definition_list_drop_client (self);
}

MCP_DEFINE_FINALIZE (McpDefinitionList, mcp_definition_list)
{
  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->waiting);
  g_ptr_array_unref (self->next);
  g_clear_pointer (&self->listing, mcp_listing_unref);
  g_clear_pointer (&self->params, g_bytes_unref);
  g_clear_error (&self->error);
}

MCP_DEFINE_CLASS (McpDefinitionList, mcp_definition_list)
{
  const McpProperty rows[N_PROPERTIES] = {
    [PROP_LOADING] = { "loading", G_TYPE_BOOLEAN, G_CALLBACK (mcp_definition_list_is_loading) },
  };

  object_class->dispose = mcp_definition_list_dispose;
  object_class->finalize = mcp_definition_list_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPERTIES);

  signals[SIGNAL_RELOADED] = mcp_signal_new (klass, "reloaded", 0);
}

static void
mcp_definition_list_init (McpDefinitionList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->next = g_ptr_array_new_with_free_func (g_object_unref);
}

McpDefinitionList *
mcp_definition_list_new (McpDefinitionKind kind)
{
  McpDefinitionList *self = g_object_new (MCP_TYPE_DEFINITION_LIST, NULL);

  self->kind = kind;
  return self;
}

MCP_DEFINE_PLAIN_GETTER (McpDefinitionKind, McpDefinitionList, mcp_definition_list, kind)

gboolean
mcp_definition_list_is_loading (McpDefinitionList *self)
{
  return self->loading;
}

MCP_DEFINE_PLAIN_GETTER (const GError *, McpDefinitionList, mcp_definition_list, error)
MCP_DEFINE_PLAIN_GETTER (McpListing *, McpDefinitionList, mcp_definition_list, listing)

McpDefinition *
mcp_definition_list_find (McpDefinitionList *self, const char *key)
{
  for (guint i = 0; i < self->items->len; i++)
    if (g_str_equal (mcp_definition_get_key (self->items->pdata[i]), key))
      return self->items->pdata[i];
  return NULL;
}
