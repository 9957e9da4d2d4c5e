/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-definition-list.h"

#include "mcp-definition-splice.h"

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
  PROP_CLIENT,
  PROP_LOADING,
  PROP_LOADED,
  PROP_ERROR,
  PROP_N_ITEMS,
  N_PROPERTIES,
};

enum {
  SIGNAL_RELOADED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPERTIES];
static guint       signals[N_SIGNALS];

static void definition_list_start (McpDefinitionList *self);

/* The list model */

static GType
list_get_item_type (GListModel *model)
{
  return MCP_TYPE_DEFINITION;
}

static guint
list_get_n_items (GListModel *model)
{
  return MCP_DEFINITION_LIST (model)->items->len;
}

static gpointer
list_get_item (GListModel *model, guint position)
{
  McpDefinitionList *self = MCP_DEFINITION_LIST (model);

  if (position >= self->items->len)
    return NULL;
  return g_object_ref (g_ptr_array_index (self->items, position));
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = list_get_item_type;
  interface->get_n_items = list_get_n_items;
  interface->get_item = list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (McpDefinitionList,
                               mcp_definition_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* Splicing */

static void
definition_list_splice (McpDefinitionList         *self,
                        const McpDefinitionSplice *splice,
                        GPtrArray                 *fresh)
{
  guint at = splice->fresh_start; /* all before it is already as in @fresh */

  if (splice->old_length > 0)
    g_ptr_array_remove_range (self->items, at, splice->old_length);
  for (guint i = 0; i < splice->fresh_length; i++)
    g_ptr_array_insert (self->items, (int)(at + i), g_object_ref (fresh->pdata[at + i]));
  g_list_model_items_changed (G_LIST_MODEL (self), at, splice->old_length, splice->fresh_length);
}

void
mcp_definition_list_update (McpDefinitionList *self, GPtrArray *definitions)
{
  g_autoptr (GPtrArray) fresh = NULL;
  g_autoptr (GArray) splices = NULL;
  guint n_before;

  g_return_if_fail (MCP_IS_DEFINITION_LIST (self));
  g_return_if_fail (definitions != NULL);

  n_before = self->items->len;
  fresh = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < definitions->len; i++)
    g_ptr_array_add (fresh, g_object_ref (definitions->pdata[i]));
  splices = mcp_definition_find_splices (self->items, fresh);
  for (guint i = 0; i < splices->len; i++)
    definition_list_splice (self, &g_array_index (splices, McpDefinitionSplice, i), fresh);

  if (self->items->len != n_before)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ITEMS]);
}

void
mcp_definition_list_clear (McpDefinitionList *self)
{
  g_autoptr (GPtrArray) nothing = g_ptr_array_new ();

  g_return_if_fail (MCP_IS_DEFINITION_LIST (self));

  g_clear_pointer (&self->listing, mcp_listing_unref);
  mcp_definition_list_update (self, nothing);
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
definition_list_set_loaded (McpDefinitionList *self, gboolean loaded)
{
  if (self->loaded == loaded)
    return;
  self->loaded = loaded;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADED]);
}

/** @error: (nullable) (transfer full) */
static void
definition_list_take_error (McpDefinitionList *self, GError *error)
{
  gboolean changed = self->error != NULL || error != NULL;

  g_clear_error (&self->error);
  self->error = error;
  if (changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
}

static void
definition_list_answer (McpDefinitionList *self, GPtrArray *tasks, const GError *error)
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
  if (loading->client == self->client && !self->loaded && !loading->more &&
      self->items->len <= first)
    mcp_definition_list_update (self, definitions);
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
  GPtrArray *definitions = mcp_listing_get_definitions (listing);
  g_autoptr (GPtrArray) joined = more ? definition_list_join (self, definitions) : NULL;

  g_clear_pointer (&self->listing, mcp_listing_unref);
  self->listing = mcp_listing_ref (listing);
  mcp_definition_list_update (self, more ? joined : definitions);
  definition_list_set_loaded (self, TRUE);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Loading *loading = user_data;
  g_autoptr (McpDefinitionList) self = loading->list;
  g_autoptr (McpListing) listing = NULL;
  GPtrArray *tasks = self->waiting;
  gboolean   more = loading->more;
  GError    *error = NULL;

  g_free (loading);
  listing = mcp_client_list_finish (MCP_CLIENT (source), result, &error);
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
  definition_list_take_error (self, error);
  definition_list_set_loading (self, FALSE);
  g_signal_emit (self, signals[SIGNAL_RELOADED], 0);
  definition_list_answer (self, tasks, self->error);
  if (self->next->len > 0 && !self->loading && self->client != NULL)
    definition_list_start (self);
}

static void
definition_list_start (McpDefinitionList *self)
{
  g_autoptr (GPtrArray) empty = self->waiting;
  McpListOptions options;
  Loading       *loading;

  self->waiting = self->next;
  self->next = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
  definition_list_set_loading (self, TRUE);
  loading = g_new0 (Loading, 1);
  loading->list = g_object_ref (self);
  loading->client = self->client;
  loading->more = self->more && mcp_definition_list_has_more (self);
  options.params = self->params;
  options.max_pages = self->page_by_page ? 1 : 0;
  options.cursor = loading->more ? mcp_listing_get_next_cursor (self->listing) : NULL;
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
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_DEFINITION_LIST (self));

  task = g_task_new (self, cancellable, callback, user_data);
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

  /* A loading that is under way brings all anew; the page after that is asked for by itself. */
  self->more = !self->loading;
  mcp_definition_list_load_async (self, cancellable, callback, user_data);
}

gboolean
mcp_definition_list_load_finish (McpDefinitionList *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

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

  self->reload_timer = g_timeout_source_new (
      self->ended != 0 && since < RELOAD_INTERVAL_MS ? (guint)(RELOAD_INTERVAL_MS - since) : 0);
  g_source_set_callback (self->reload_timer, on_reload_due, self, NULL);
  g_source_attach (self->reload_timer, g_main_context_get_thread_default ());
}

static void
definition_list_drop_client (McpDefinitionList *self)
{
  g_autoptr (GError) error = mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected.");
  GPtrArray *waiting = self->waiting;
  GPtrArray *next = self->next;

  if (self->client != NULL)
    g_signal_handlers_disconnect_by_data (self->client, self);
  g_clear_object (&self->client);
  if (self->reload_timer != NULL)
    g_source_destroy (self->reload_timer);
  g_clear_pointer (&self->reload_timer, g_source_unref);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->next = g_ptr_array_new_with_free_func (g_object_unref);
  definition_list_answer (self, waiting, error);
  definition_list_answer (self, next, error);
}

void
mcp_definition_list_set_client (McpDefinitionList *self, McpClient *client)
{
  g_return_if_fail (MCP_IS_DEFINITION_LIST (self));

  if (self->client == client)
    return;

  definition_list_drop_client (self);
  definition_list_set_loading (self, FALSE);
  definition_list_set_loaded (self, FALSE);
  definition_list_take_error (self, NULL);
  self->ended = 0;
  if (client != NULL)
    {
      self->client = g_object_ref (client);
      g_signal_connect (client, "list-changed", G_CALLBACK (on_list_changed), self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CLIENT]);
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

GBytes *
mcp_definition_list_get_params (McpDefinitionList *self)
{
  g_return_val_if_fail (MCP_IS_DEFINITION_LIST (self), NULL);

  return self->params;
}

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
         mcp_listing_get_next_cursor (self->listing) != NULL;
}

gboolean
mcp_definition_list_is_partial (McpDefinitionList *self)
{
  g_return_val_if_fail (MCP_IS_DEFINITION_LIST (self), FALSE);

  return self->page_by_page || self->params != NULL;
}

/* The object */

static void
mcp_definition_list_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpDefinitionList *self = MCP_DEFINITION_LIST (object);

  switch (id)
    {
    case PROP_CLIENT:
      g_value_set_object (value, self->client);
      break;
    case PROP_LOADING:
      g_value_set_boolean (value, self->loading);
      break;
    case PROP_LOADED:
      g_value_set_boolean (value, self->loaded);
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_N_ITEMS:
      g_value_set_uint (value, self->items->len);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_definition_list_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  switch (id)
    {
    case PROP_CLIENT:
      mcp_definition_list_set_client (MCP_DEFINITION_LIST (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_definition_list_dispose (GObject *object)
{
  definition_list_drop_client (MCP_DEFINITION_LIST (object));

  G_OBJECT_CLASS (mcp_definition_list_parent_class)->dispose (object);
}

static void
mcp_definition_list_finalize (GObject *object)
{
  McpDefinitionList *self = MCP_DEFINITION_LIST (object);

  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->waiting);
  g_ptr_array_unref (self->next);
  g_clear_pointer (&self->listing, mcp_listing_unref);
  g_clear_pointer (&self->params, g_bytes_unref);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (mcp_definition_list_parent_class)->finalize (object);
}

static void
mcp_definition_list_class_init (McpDefinitionListClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = mcp_definition_list_get_property;
  object_class->set_property = mcp_definition_list_set_property;
  object_class->dispose = mcp_definition_list_dispose;
  object_class->finalize = mcp_definition_list_finalize;

  properties[PROP_CLIENT] =
      g_param_spec_object ("client", NULL, NULL, MCP_TYPE_CLIENT,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE, flags);
  properties[PROP_LOADED] = g_param_spec_boolean ("loaded", NULL, NULL, FALSE, flags);
  properties[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  properties[PROP_N_ITEMS] = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  signals[SIGNAL_RELOADED] = g_signal_new ("reloaded", G_TYPE_FROM_CLASS (klass),
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
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

McpDefinitionKind
mcp_definition_list_get_kind (McpDefinitionList *self)
{
  return self->kind;
}

McpClient *
mcp_definition_list_get_client (McpDefinitionList *self)
{
  return self->client;
}

gboolean
mcp_definition_list_is_loading (McpDefinitionList *self)
{
  return self->loading;
}

gboolean
mcp_definition_list_is_loaded (McpDefinitionList *self)
{
  return self->loaded;
}

const GError *
mcp_definition_list_get_error (McpDefinitionList *self)
{
  return self->error;
}

McpListing *
mcp_definition_list_get_listing (McpDefinitionList *self)
{
  return self->listing;
}

McpDefinition *
mcp_definition_list_find (McpDefinitionList *self, const char *key)
{
  for (guint i = 0; i < self->items->len; i++)
    if (g_str_equal (mcp_definition_get_key (self->items->pdata[i]), key))
      return self->items->pdata[i];
  return NULL;
}
