/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-past-list.h"

#include "app-session.h"
#include "mcp-array-list.h"
#include "mcp-object.h"
#include "mcp-property.h"

#include <string.h>
#include <time.h>

struct _AppPastList
{
  GObject parent_instance;

  AppObjects     *objects;  /* (nullable) */
  StoreHistory   *history;  /* (nullable): once it was asked for */
  GListModel     *sessions; /* (nullable) */
  GPtrArray      *entries;  /* of AppPastEntry */
  GHashTable     *live;     /* calls of a session to an array of their AppPastEntry */
  char           *server;
  char           *method;
  char           *text;
  AppPastFilter   filter;     /* with the texts above */
  GCancellable   *reading;    /* (nullable): the next page */
  GCancellable   *refreshing; /* (nullable): the first page once more */
  StoreHistoryKey next;
  guint           wanted; /* entries, before reading stops */
  gboolean        is_set; /* the filter */
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
  g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

static void
set_problem (AppPastList *self, const GError *error)
{
  mcp_property_take_text (self, &self->problem, error != NULL ? g_strdup (error->message) : NULL,
                          properties[PROP_PROBLEM]);
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

/* What is listed */

static const StoreExchange *
get_exchange (GPtrArray *entries, guint position)
{
  return app_past_entry_get_exchange (entries->pdata[position]);
}

/* Returns: the first position that is not newer than @time */
static guint
find_position (AppPastList *self, gint64 time)
{
  guint low = 0, high = self->entries->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_exchange (self->entries, middle)->time > time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Days of this place, counted from some day. */
static gint64
count_days (gint64 time)
{
  time_t    seconds = (time_t)(time / G_USEC_PER_SEC);
  struct tm local;

  return localtime_r (&seconds, &local) != NULL ? local.tm_year * 366 + local.tm_yday : 0;
}

static void
mark_days (AppPastList *self, guint from, guint to)
{
  for (guint i = from; i <= to && i < self->entries->len; i++)
    app_past_entry_set_begins_day (
        self->entries->pdata[i],
        i == 0 || count_days (get_exchange (self->entries, i)->time) !=
                      count_days (get_exchange (self->entries, i - 1)->time));
}

/* @fresh: (element-type AppPastEntry): the newest first, listed nowhere yet */
static void
insert (AppPastList *self, GPtrArray *fresh)
{
  for (guint done = 0, n = 0; done < fresh->len; done += n, n = 0)
    {
      guint at = find_position (self, get_exchange (fresh, done)->time);

      /* As many as belong before the one that follows. */
      do
        {
          g_ptr_array_insert (self->entries, (int)(at + n), g_object_ref (fresh->pdata[done + n]));
          n++;
        }
      while (done + n < fresh->len &&
             (at + n >= self->entries->len || get_exchange (fresh, done + n)->time >=
                                                  get_exchange (self->entries, at + n)->time));
      mark_days (self, at, at + n);
      g_list_model_items_changed (G_LIST_MODEL (self), at, 0, n);
    }
}

static void
remove_all (AppPastList *self)
{
  guint n = self->entries->len;

  g_ptr_array_set_size (self->entries, 0);
  if (n > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n, 0);
}

/* Calls of this run */

static gboolean
is_recorded (AppPastEntry *entry)
{
  AppCall *call = app_past_entry_get_call (entry);

  return app_past_entry_get_exchange (entry)->id != 0 ||
         (call != NULL && app_call_get_record (call) != 0);
}

/* Whether a call is listed that the history does not have. */
static gboolean
is_wanted (AppPastList *self, AppPastEntry *entry)
{
  const AppPastFilter *filter = &self->filter;
  const StoreExchange *exchange = app_past_entry_get_exchange (entry);
  gboolean             runs = app_past_entry_get_state (entry) == APP_PAST_RUNNING;

  return app_call_get_state (app_past_entry_get_call (entry)) != APP_CALL_PREPARED &&
         !is_recorded (entry) && !filter->imported && exchange->time >= filter->from &&
         (filter->server == NULL || g_strcmp0 (filter->server, exchange->server) == 0) &&
         (filter->method == NULL || strstr (filter->method, exchange->method) != NULL) &&
         (filter->outcomes == 0 || (!runs && (filter->outcomes >> exchange->outcome & 1) != 0)) &&
         (filter->text == NULL || app_past_entry_has_text (entry, filter->text));
}

static void
list_call (AppPastList *self, AppPastEntry *entry)
{
  g_autoptr (GPtrArray) fresh = g_ptr_array_new ();

  if (!self->is_set || !is_wanted (self, entry) || g_ptr_array_find (self->entries, entry, NULL))
    return;
  g_ptr_array_add (fresh, entry);
  insert (self, fresh);
}

static void
list_calls (AppPastList *self)
{
  GHashTableIter iter;
  GPtrArray     *live;

  g_hash_table_iter_init (&iter, self->live);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *)&live))
    for (guint i = 0; i < live->len; i++)
      list_call (self, live->pdata[i]);
}

/* The call is forgotten by its session: what is recorded of it stays. */
static void
forget_call (AppPastEntry *entry, AppPastList *self)
{
  gboolean recorded = app_past_entry_get_exchange (entry)->id != 0;
  guint    position;

  g_signal_handlers_disconnect_by_data (entry, self);
  if (recorded)
    app_past_entry_drop_call (entry);
  else if (g_ptr_array_find (self->entries, entry, &position))
    {
      g_ptr_array_remove_index (self->entries, position);
      mark_days (self, position, position);
      g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
    }
}

static void
on_calls_changed (
    AppPastList *self, guint position, guint removed, guint added, GListModel *calls)
{
  GPtrArray *live = g_hash_table_lookup (self->live, calls);

  for (guint i = position; i < position + removed; i++)
    forget_call (live->pdata[i], self);
  if (removed > 0)
    g_ptr_array_remove_range (live, position, removed);
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (AppCall) call = g_list_model_get_item (calls, i);
      AppPastEntry *entry = app_past_entry_new_for_call (call);

      g_ptr_array_insert (live, (int)i, entry);
      mcp_signal_connect (entry, "changed", list_call, self);
      list_call (self, entry);
    }
}

static GHashTable *
new_live (void)
{
  return g_hash_table_new_full (NULL, NULL, g_object_unref, (GDestroyNotify)g_ptr_array_unref);
}

static void
on_sessions_changed (AppPastList *self)
{
  g_autoptr (GHashTable) before = g_steal_pointer (&self->live);
  GHashTableIter iter;
  GListModel    *calls;
  GPtrArray     *live;

  self->live = new_live ();
  for (guint i = 0; i < g_list_model_get_n_items (self->sessions); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (self->sessions, i);

      calls = app_session_get_calls (session);
      live = g_hash_table_lookup (before, calls);
      if (live != NULL)
        {
          g_hash_table_insert (self->live, g_object_ref (calls), g_ptr_array_ref (live));
          g_hash_table_remove (before, calls);
          continue;
        }
      g_hash_table_insert (self->live, g_object_ref (calls),
                           g_ptr_array_new_with_free_func (g_object_unref));
      mcp_signal_connect (calls, "items-changed", on_calls_changed, self);
      on_calls_changed (self, 0, 0, g_list_model_get_n_items (calls), calls);
    }
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, (gpointer *)&calls, (gpointer *)&live))
    {
      g_signal_handlers_disconnect_by_data (calls, self);
      g_ptr_array_foreach (live, (GFunc)forget_call, self);
    }
}

/* What is recorded */

/* Returns: (transfer none) (nullable): the call of this run that @exchange is of */
static AppPastEntry *
find_live (AppPastList *self, const StoreExchange *exchange)
{
  GHashTableIter iter;
  GPtrArray     *live;

  g_hash_table_iter_init (&iter, self->live);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *)&live))
    for (guint i = 0; i < live->len; i++)
      if (app_call_get_record (app_past_entry_get_call (live->pdata[i])) == exchange->id)
        return live->pdata[i];
  return NULL;
}

static gboolean
is_listed (AppPastList *self, const StoreExchange *exchange)
{
  for (guint i = find_position (self, exchange->time);
       i < self->entries->len && get_exchange (self->entries, i)->time == exchange->time; i++)
    if (get_exchange (self->entries, i)->id == exchange->id)
      return TRUE;
  return FALSE;
}

static gboolean
has_records (AppPastList *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (get_exchange (self->entries, i)->id != 0)
      return TRUE;
  return FALSE;
}

/* Takes what is not listed yet of @page. Returns: how many of its records were */
static guint
take_page (AppPastList *self, StoreHistoryPage *page)
{
  g_autoptr (GPtrArray) fresh = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_known = 0;

  for (guint i = 0; i < page->exchanges->len; i++)
    {
      StoreExchange *exchange = page->exchanges->pdata[i];
      AppPastEntry  *live = find_live (self, exchange);
      gboolean       listed = live != NULL ? g_ptr_array_find (self->entries, live, NULL)
                                           : is_listed (self, exchange);

      /* Of a call that asks, the last exchange has the result. */
      if (self->filter.method != NULL && (exchange->flags & STORE_EXCHANGE_ASKS) != 0)
        continue;
      if (listed && (live == NULL || app_past_entry_get_exchange (live)->id != 0))
        n_known++;
      if (live != NULL)
        app_past_entry_take_exchange (live, store_exchange_copy (exchange));
      if (!listed)
        g_ptr_array_add (fresh, live != NULL ? g_object_ref (live)
                                             : app_past_entry_new (store_exchange_copy (exchange)));
    }
  insert (self, fresh);
  return n_known;
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
      take_page (self, page);
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
                             self->next.id == 0 ? APP_PAST_PAGE : APP_PAST_MORE,
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
  stop (&self->reading);
  stop (&self->refreshing);
  self->next = (StoreHistoryKey){ 0 };
  remove_all (self);
  list_calls (self);
  if (self->history != NULL)
    begin_reading (self);
}

/* What was recorded since */

static void
on_refreshed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppPastList) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreHistoryPage) page =
      store_history_query_finish (STORE_HISTORY (source), result, &error);

  if (self->refreshing == NULL || g_task_get_cancellable (G_TASK (result)) != self->refreshing)
    return;
  g_clear_object (&self->refreshing);
  set_problem (self, error);
  gboolean had_records = has_records (self);
  /* More than a page is new, or what was listed is gone. A rare text need not be in it. */
  if (page != NULL && take_page (self, page) == 0 && had_records &&
      (page->exchanges->len > 0 || !page->has_more))
    read_again (self);
}

static void
on_changed (AppPastList *self)
{
  StoreHistoryFilter filter;

  if (self->next.id == 0)
    {
      if (self->reading == NULL)
        begin_reading (self);
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
  self->is_set = TRUE;
  if (self->history == NULL && self->objects != NULL)
    {
      self->history = g_object_ref (app_objects_get_history (self->objects));
      mcp_signal_connect (self->history, "changed", on_changed, self);
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

  if (app_past_entry_get_exchange (entry)->id == 0)
    {
      g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

      g_task_return_pointer (task, g_object_ref (entry), g_object_unref);
      return;
    }
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

  if (!g_task_is_valid (result, self))
    return store_history_get_finish (self->history, result, request, response, error);

  g_autoptr (AppPastEntry) entry = g_task_propagate_pointer (G_TASK (result), error);
  if (entry == NULL)
    return NULL;
  if (app_past_entry_get_call (entry) != NULL)
    app_past_entry_dup_texts (entry, request, response);
  return store_exchange_copy (app_past_entry_get_exchange (entry));
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
  g_hash_table_unref (self->live);
  g_clear_object (&self->sessions);
  g_clear_object (&self->history);
  g_clear_object (&self->objects);
}

MCP_DEFINE_CLASS (AppPastList, app_past_list)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_LOADING] = { "loading", G_TYPE_BOOLEAN, G_CALLBACK (app_past_list_is_loading) },
    [PROP_HAS_MORE] = { "has-more", G_TYPE_BOOLEAN,
                        .offset = G_STRUCT_OFFSET (AppPastList, has_more) },
    [PROP_PROBLEM] = { "problem", G_TYPE_STRING, G_CALLBACK (app_past_list_get_problem) },
  };

  object_class->finalize = app_past_list_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_past_list_init (AppPastList *self)
{
  self->entries = g_ptr_array_new_with_free_func (g_object_unref);
  self->live = new_live ();
}

AppPastList *
app_past_list_new (AppObjects *objects, GListModel *sessions)
{
  AppPastList *self = g_object_new (APP_TYPE_PAST_LIST, NULL);

  g_set_object (&self->objects, objects);
  if (g_set_object (&self->sessions, sessions))
    {
      mcp_signal_connect (sessions, "items-changed", on_sessions_changed, self);
      on_sessions_changed (self);
    }
  return self;
}
