/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-past-list.h"

#include "mcp-array-list.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppPastList
{
  GObject parent_instance;

  AppObjects     *objects; /* (nullable) */
  StoreHistory   *history; /* (nullable): once it was asked for */
  GPtrArray      *entries; /* of AppPastEntry */
  char           *server;
  char           *method;
  char           *text;
  AppPastFilter   filter;     /* with the texts above */
  GCancellable   *reading;    /* (nullable): the next page */
  GCancellable   *refreshing; /* (nullable): the first page once more */
  StoreHistoryKey next;
  guint           wanted; /* entries, before reading stops */
  gboolean        has_more;
  char           *problem;
};

enum {
  PROP_LOADING = 1,
  PROP_HAS_MORE,
  PROP_PROBLEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (AppPastList,
                               app_past_list,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppPastList, entries, APP_TYPE_PAST_ENTRY))

static void
stop (GCancellable **cancellable)
{
  if (*cancellable != NULL)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

static void
set_problem (AppPastList *self, const GError *error)
{
  const char *problem = error != NULL ? error->message : NULL;

  if (g_strcmp0 (problem, self->problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
}

static void
set_has_more (AppPastList *self, gboolean has_more)
{
  if (self->has_more == has_more)
    return;
  self->has_more = has_more;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HAS_MORE]);
}

static void
get_filter (AppPastList *self, StoreHistoryFilter *filter)
{
  *filter = (StoreHistoryFilter){
    .server = self->filter.server,
    .method = self->filter.method,
    .text = self->filter.text,
    .outcomes = self->filter.outcomes,
    .from = self->filter.from,
    .imported = self->filter.imported,
  };
}

/* @n: of the first exchanges of @page, which it gives away */
static void
insert (AppPastList *self, guint position, StoreHistoryPage *page, guint n)
{
  for (guint i = 0; i < n; i++)
    g_ptr_array_insert (self->entries, (int)(position + i),
                        app_past_entry_new (g_ptr_array_steal_index (page->exchanges, 0)));
  if (n > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, 0, n);
}

static void
remove_all (AppPastList *self)
{
  guint n = self->entries->len;

  g_ptr_array_set_size (self->entries, 0);
  if (n > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n, 0);
}

/* The next page */

static void read_page (AppPastList *self);

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppPastList) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreHistoryPage) page =
      store_history_query_finish (STORE_HISTORY (source), result, &error);

  if (self->reading == NULL || g_task_get_cancellable (G_TASK (result)) != self->reading)
    return;
  set_problem (self, error);
  if (page != NULL)
    {
      self->next = page->next;
      insert (self, self->entries->len, page, page->exchanges->len);
    }
  set_has_more (self, page != NULL && page->has_more);
  /* What is rare is looked for until a page of it is found. */
  if (self->has_more && self->entries->len < self->wanted)
    {
      read_page (self);
      return;
    }
  g_clear_object (&self->reading);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

static void
read_page (AppPastList *self)
{
  StoreHistoryFilter filter;

  get_filter (self, &filter);
  store_history_query_async (self->history, &filter, self->next.id != 0 ? &self->next : NULL,
                             self->entries->len == 0 ? APP_PAST_PAGE : APP_PAST_MORE,
                             self->reading, on_read, g_object_ref (self));
}

static void
begin_reading (AppPastList *self)
{
  self->wanted = self->entries->len + APP_PAST_PAGE;
  self->reading = g_cancellable_new ();
  read_page (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

void
app_past_list_read_more (AppPastList *self)
{
  g_return_if_fail (APP_IS_PAST_LIST (self));

  if (self->reading == NULL && self->has_more)
    begin_reading (self);
}

static void
read_again (AppPastList *self)
{
  if (self->history == NULL)
    return;
  stop (&self->reading);
  stop (&self->refreshing);
  self->next = (StoreHistoryKey){ 0 };
  remove_all (self);
  begin_reading (self);
}

/* What was recorded since */

/* Returns: how many of @page come before the first one that is listed; all where it is not there */
static guint
count_new (AppPastList *self, StoreHistoryPage *page)
{
  gint64 first = app_past_entry_get_exchange (self->entries->pdata[0])->id;
  guint  n = 0;

  while (n < page->exchanges->len && ((StoreExchange *)page->exchanges->pdata[n])->id != first)
    n++;
  return n;
}

static void
on_refreshed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppPastList) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreHistoryPage) page =
      store_history_query_finish (STORE_HISTORY (source), result, &error);
  guint n;

  if (self->refreshing == NULL || g_task_get_cancellable (G_TASK (result)) != self->refreshing)
    return;
  g_clear_object (&self->refreshing);
  set_problem (self, error);
  if (page == NULL || self->entries->len == 0)
    return;
  n = count_new (self, page);
  /* More than a page is new, or what was listed is gone. A rare text need not stand in it. */
  if (n == page->exchanges->len && (n > 0 || !page->has_more))
    read_again (self);
  else
    insert (self, 0, page, n);
}

static void
on_changed (AppPastList *self)
{
  StoreHistoryFilter filter;

  if (self->reading != NULL && self->entries->len == 0)
    return;
  if (self->entries->len == 0)
    {
      read_again (self);
      return;
    }
  stop (&self->refreshing);
  self->refreshing = g_cancellable_new ();
  get_filter (self, &filter);
  store_history_query_async (self->history, &filter, NULL, APP_PAST_PAGE, self->refreshing,
                             on_refreshed, g_object_ref (self));
}

static void
free_texts (AppPastList *self)
{
  g_clear_pointer (&self->server, g_free);
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->text, g_free);
}

void
app_past_list_set_filter (AppPastList *self, const AppPastFilter *filter)
{
  g_return_if_fail (APP_IS_PAST_LIST (self));
  g_return_if_fail (filter != NULL);

  g_autofree char *server = g_strdup (filter->server);
  g_autofree char *method = g_strdup (filter->method);
  g_autofree char *text = g_strdup (filter->text);

  /* The new texts may be the old ones. */
  free_texts (self);
  self->server = g_steal_pointer (&server);
  self->method = g_steal_pointer (&method);
  self->text = g_steal_pointer (&text);
  self->filter = *filter;
  self->filter.server = self->server;
  self->filter.method = self->method;
  self->filter.text = self->text;
  if (self->history == NULL && self->objects != NULL)
    {
      self->history = g_object_ref (app_objects_get_history (self->objects));
      g_signal_connect_object (self->history, "changed", G_CALLBACK (on_changed), self,
                               G_CONNECT_SWAPPED);
    }
  read_again (self);
}

/* One exchange, and all of them */

void
app_past_list_get_async (AppPastList        *self,
                         AppPastEntry       *entry,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_return_if_fail (APP_IS_PAST_LIST (self));
  g_return_if_fail (APP_IS_PAST_ENTRY (entry));

  store_history_get_async (self->history, app_past_entry_get_exchange (entry)->id, cancellable,
                           callback, user_data);
}

StoreExchange *
app_past_list_get_finish (AppPastList  *self,
                          GAsyncResult *result,
                          GBytes      **request,
                          GBytes      **response,
                          GError      **error)
{
  g_return_val_if_fail (APP_IS_PAST_LIST (self), NULL);
  return store_history_get_finish (self->history, result, request, response, error);
}

void
app_past_list_clear_async (AppPastList        *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_return_if_fail (APP_IS_PAST_LIST (self));
  store_history_clear_async (self->history, G_MAXINT64, G_MAXUINT64, cancellable, callback,
                             user_data);
}

gboolean
app_past_list_clear_finish (AppPastList *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (APP_IS_PAST_LIST (self), FALSE);

  gboolean cleared = store_history_clear_finish (self->history, result, error) >= 0;

  read_again (self);
  return cleared;
}

/* The object */

static gboolean
has_more (AppPastList *self)
{
  return self->has_more;
}

gboolean
app_past_list_is_loading (AppPastList *self)
{
  g_return_val_if_fail (APP_IS_PAST_LIST (self), FALSE);
  return self->reading != NULL;
}

MCP_DEFINE_GETTER (const char *, AppPastList, app_past_list, problem)

MCP_DEFINE_FINALIZE (AppPastList, app_past_list)
{
  free_texts (self);
  g_free (self->problem);
  g_ptr_array_unref (self->entries);
  g_clear_object (&self->history);
  g_clear_object (&self->objects);
}

MCP_DEFINE_CLASS (AppPastList, app_past_list)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_LOADING] = { "loading", G_TYPE_BOOLEAN, G_CALLBACK (app_past_list_is_loading) },
    [PROP_HAS_MORE] = { "has-more", G_TYPE_BOOLEAN, G_CALLBACK (has_more) },
    [PROP_PROBLEM] = { "problem", G_TYPE_STRING, G_CALLBACK (app_past_list_get_problem) },
  };

  object_class->finalize = app_past_list_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_past_list_init (AppPastList *self)
{
  self->entries = g_ptr_array_new_with_free_func (g_object_unref);
}

AppPastList *
app_past_list_new (AppObjects *objects)
{
  AppPastList *self = g_object_new (APP_TYPE_PAST_LIST, NULL);

  self->objects = objects != NULL ? g_object_ref (objects) : NULL;
  return self;
}
