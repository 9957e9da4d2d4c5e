/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-catalogue.h"

#include "mcp-error.h"
#include "mcp-http-fetch.h"
#include "mcp-model-listing.h"
#include "mcp-object.h"

#include <libsoup/soup.h>

/* One page: descriptions of a thousand models fit. */
#define MAX_BYTES (8u * 1024u * 1024u)
#define MAX_DEPTH 64
/* ms for one question; a person waits for it. */
#define DEADLINE 20000u
/* Pages of one list; more is a loop. */
#define MAX_PAGES 50u

struct _McpModelCatalogue
{
  GObject parent_instance;

  McpModelProvider *provider;
  McpHttpFetch     *fetch;
};

MCP_DEFINE_OBJECT (McpModelCatalogue, mcp_model_catalogue)

typedef struct
{
  char             *key;    /* (nullable) */
  GPtrArray        *models; /* (element-type McpModelItem) */
  char             *cursor; /* (nullable) */
  guint             n_pages;
  McpModelProvider *elsewhere; /* (nullable): who is asked, where nothing was at the base */
  McpModelFailure  *failure;   /* (nullable) */
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_free (question->key);
  g_ptr_array_unref (question->models);
  g_free (question->cursor);
  g_clear_pointer (&question->elsewhere, mcp_model_provider_unref);
  g_clear_pointer (&question->failure, mcp_model_failure_unref);
  g_free (question);
}

static GTask *
new_task (McpModelCatalogue  *self,
          const char         *key,
          GCancellable       *cancellable,
          GAsyncReadyCallback callback,
          gpointer            user_data)
{
  GTask    *task = g_task_new (self, cancellable, callback, user_data);
  Question *question = g_new0 (Question, 1);

  /* What is cancelled says so in this floor's own words. */
  g_task_set_check_cancellable (task, FALSE);
  question->key = g_strstrip (g_strdup (key != NULL ? key : ""));
  question->models = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_item_unref);
  g_task_set_task_data (task, question, question_free);
  return task;
}

/* @body: (nullable): with it, it is posted */
static void
ask (GTask *task, const char *url, GBytes *body, GAsyncReadyCallback callback)
{
  McpModelCatalogue *self = g_task_get_source_object (task);
  Question          *question = g_task_get_task_data (task);
  GError            *error = NULL;
  int                key_index;
  g_auto (GStrv) headers =
      mcp_model_provider_dup_headers (self->provider, question->key, &key_index, &error);
  const McpHttpFetchRequest request = {
    .method = body != NULL ? SOUP_METHOD_POST : SOUP_METHOD_GET,
    .url = url,
    .headers = (const char *const *)headers,
    .content_type = body != NULL ? "application/json" : NULL,
    .body = body,
    .max_bytes = MAX_BYTES,
    .deadline_ms = DEADLINE,
  };

  if (headers == NULL)
    g_task_return_error (task, error);
  else
    mcp_http_fetch_send_async (self->fetch, &request, g_task_get_cancellable (task), callback,
                               g_object_ref (task));
}

static McpJsonDocument *
parse (McpHttpFetched *fetched)
{
  static const McpJsonLimits limits = { MAX_BYTES, MAX_DEPTH };

  return mcp_json_document_parse (mcp_http_fetched_get_body (fetched), &limits, NULL, NULL);
}

static McpModelFailure *
new_failure (McpHttpFetched *fetched)
{
  gsize       length;
  const void *bytes = g_bytes_get_data (mcp_http_fetched_get_body (fetched), &length);

  return mcp_model_failure_new_for_body (mcp_http_fetched_get_status (fetched),
                                         mcp_http_fetched_get_headers (fetched), bytes, length);
}

static GError *
new_redirect_error (McpHttpFetched *fetched)
{
  const char *target = mcp_http_fetched_get_header (fetched, "Location");

  return mcp_error_new (
      MCP_ERROR_REDIRECTED,
      "The provider redirects to “%s”, and nothing is sent there. If that address "
      "is right, enter it as the provider's base",
      target != NULL ? target : "");
}

/* Returns: (transfer full) (nullable): %NULL where the task has ended with an error */
static McpJsonDocument *
take_answer (GTask *task, McpHttpFetched *fetched)
{
  Question *question = g_task_get_task_data (task);
  guint     status = mcp_http_fetched_get_status (fetched);
  GError   *error;

  if (SOUP_STATUS_IS_REDIRECTION (status))
    {
      g_task_return_error (task, new_redirect_error (fetched));
      return NULL;
    }
  if (!SOUP_STATUS_IS_SUCCESSFUL (status))
    {
      question->failure = new_failure (fetched);
      mcp_model_failure_mask (question->failure, question->key);
      error = mcp_error_new (MCP_ERROR_HTTP_STATUS, "%s", question->failure->message);
      mcp_error_get_details (error)->http_status = status;
      g_task_return_error (task, error);
      return NULL;
    }
  McpJsonDocument *document = parse (fetched);
  if (document == NULL)
    g_task_return_error (task, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                              "The provider did not answer with JSON: is its base "
                                              "right?"));
  return document;
}

/* Listing */

static void
return_models (GTask *task)
{
  Question *question = g_task_get_task_data (task);

  g_task_return_pointer (task, g_ptr_array_ref (question->models),
                         (GDestroyNotify)g_ptr_array_unref);
}

/* Which models are loaded is worth knowing, and no reason to have no list. */
static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Question *question = g_task_get_task_data (task);
  g_autoptr (McpHttpFetched) fetched =
      mcp_http_fetch_send_finish (MCP_HTTP_FETCH (source), result, NULL);
  g_autoptr (McpJsonDocument) document = NULL;

  if (fetched != NULL && SOUP_STATUS_IS_SUCCESSFUL (mcp_http_fetched_get_status (fetched)))
    document = parse (fetched);
  if (document != NULL)
    mcp_model_listing_read_loaded (mcp_json_document_get_root (document), question->models);
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    g_task_return_error (task, mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled"));
  else
    return_models (task);
}

/* Most compatible servers have no such path. */
static gboolean
is_missing (McpHttpFetched *fetched)
{
  guint status = mcp_http_fetched_get_status (fetched);

  if (status == SOUP_STATUS_METHOD_NOT_ALLOWED || status == SOUP_STATUS_NOT_IMPLEMENTED)
    return TRUE;
  if (status != SOUP_STATUS_NOT_FOUND)
    return FALSE;
  g_autoptr (McpModelFailure) failure = new_failure (fetched);
  return failure->fault != MCP_MODEL_FAULT_MODEL;
}

static void on_page (GObject *source, GAsyncResult *result, gpointer data);

/* Returns: (transfer none): who is asked for the list */
static McpModelProvider *
get_asked (GTask *task)
{
  McpModelCatalogue *self = g_task_get_source_object (task);
  Question          *question = g_task_get_task_data (task);

  return question->elsewhere != NULL ? question->elsewhere : self->provider;
}

static void
ask_page (GTask *task)
{
  Question        *question = g_task_get_task_data (task);
  g_autofree char *url = mcp_model_listing_dup_url (get_asked (task), question->cursor);

  question->n_pages++;
  ask (task, url, NULL, on_page);
}

/* Where there is nothing at the base, as requests are tried too. Returns: whether it is asked */
static gboolean
go_elsewhere (GTask *task)
{
  McpModelCatalogue *self = g_task_get_source_object (task);
  Question          *question = g_task_get_task_data (task);
  g_autofree char   *base = mcp_model_provider_dup_other_base (self->provider);

  if (base == NULL || question->n_pages > 1)
    return FALSE;
  question->elsewhere = mcp_model_provider_new (self->provider->id, self->provider->dialect, base);
  ask_page (task);
  return TRUE;
}

static void
on_page (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Question *question = g_task_get_task_data (task);
  GError   *error = NULL;
  g_autoptr (McpHttpFetched) fetched =
      mcp_http_fetch_send_finish (MCP_HTTP_FETCH (source), result, &error);

  if (fetched == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (is_missing (fetched) && go_elsewhere (task))
    return;
  g_autoptr (McpJsonDocument) document = take_answer (task, fetched);
  if (document == NULL)
    return;
  g_clear_pointer (&question->cursor, g_free);
  if (!mcp_model_listing_read (get_asked (task), mcp_json_document_get_root (document),
                               question->models, &question->cursor))
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                                "The provider's answer is not a list of models: is "
                                                "its base right?"));
      return;
    }
  g_autofree char *loaded = mcp_model_listing_dup_loaded_url (get_asked (task));
  if (question->cursor != NULL && question->n_pages < MAX_PAGES)
    ask_page (task);
  else if (loaded != NULL)
    ask (task, loaded, NULL, on_loaded);
  else
    return_models (task);
}

void
mcp_model_catalogue_list_async (McpModelCatalogue  *self,
                                const char         *key,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_return_if_fail (MCP_IS_MODEL_CATALOGUE (self));

  g_autoptr (GTask) task = new_task (self, key, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_model_catalogue_list_async);
  ask_page (task);
}

static void
hand_on_failure (GAsyncResult *result, McpModelFailure **failure)
{
  Question *question = g_task_get_task_data (G_TASK (result));

  if (failure != NULL)
    *failure = g_steal_pointer (&question->failure);
}

GPtrArray *
mcp_model_catalogue_list_finish (McpModelCatalogue *self,
                                 GAsyncResult      *result,
                                 McpModelFailure  **failure,
                                 GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  hand_on_failure (result, failure);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Counting */

#define COUNT "count the tokens of a request"
#define TELL "tell what its model reads"

static void
return_not_offered (GTask *task, const char *what)
{
  McpModelCatalogue *self = g_task_get_source_object (task);

  g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_OFFERED, "%s does not %s",
                                            self->provider->title, what));
}

/* @what: it does not, where it knows no such path
 * Returns: (transfer full) (nullable): its answer; %NULL with the task returned */
static McpJsonDocument *
finish_fetch (GTask *task, GObject *source, GAsyncResult *result, const char *what)
{
  GError *error = NULL;
  g_autoptr (McpHttpFetched) fetched =
      mcp_http_fetch_send_finish (MCP_HTTP_FETCH (source), result, &error);

  if (fetched == NULL)
    g_task_return_error (task, error);
  else if (is_missing (fetched))
    return_not_offered (task, what);
  else
    return take_answer (task, fetched);
  return NULL;
}

static void
on_counted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (McpJsonDocument) document = finish_fetch (task, source, result, COUNT);

  if (document == NULL)
    return;
  gint64 count = mcp_model_listing_read_count (mcp_json_document_get_root (document));
  if (count < 0)
    return_not_offered (task, COUNT);
  else
    g_task_return_pointer (task, g_memdup2 (&count, sizeof count), g_free);
}

gboolean
mcp_model_catalogue_may_count (McpModelProvider *provider)
{
  const McpModelRequest request = { .provider = provider, .model = "m" };
  g_autofree char      *url = mcp_model_listing_dup_count_url (&request);

  return url != NULL;
}

void
mcp_model_catalogue_count_async (McpModelCatalogue     *self,
                                 const McpModelRequest *request,
                                 const char            *key,
                                 GCancellable          *cancellable,
                                 GAsyncReadyCallback    callback,
                                 gpointer               user_data)
{
  g_return_if_fail (MCP_IS_MODEL_CATALOGUE (self));
  g_return_if_fail (request->provider == self->provider);

  g_autoptr (GTask) task = new_task (self, key, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_model_catalogue_count_async);
  g_autofree char *url = mcp_model_listing_dup_count_url (request);
  if (url == NULL)
    {
      return_not_offered (task, COUNT);
      return;
    }
  g_autoptr (GBytes) built = mcp_model_request_build (request);
  g_autoptr (GBytes) body = mcp_model_listing_build_count (request, built);
  ask (task, url, body, on_counted);
}

gint64
mcp_model_catalogue_count_finish (McpModelCatalogue *self,
                                  GAsyncResult      *result,
                                  McpModelFailure  **failure,
                                  GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), -1);

  hand_on_failure (result, failure);
  g_autofree gint64 *count = g_task_propagate_pointer (G_TASK (result), error);
  return count != NULL ? *count : -1;
}

/* Reading */

static void
on_reading (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (McpJsonDocument) document = finish_fetch (task, source, result, TELL);

  if (document == NULL)
    return;
  char *text = mcp_model_listing_read_reading (mcp_json_document_get_root (document));
  if (text == NULL)
    return_not_offered (task, TELL);
  else
    g_task_return_pointer (task, text, g_free);
}

gboolean
mcp_model_catalogue_may_read (McpModelProvider *provider)
{
  g_autofree char *url = mcp_model_listing_dup_reading_url (provider, provider->base);

  return url != NULL;
}

void
mcp_model_catalogue_read_async (McpModelCatalogue  *self,
                                const char         *base,
                                GBytes             *body,
                                const char         *key,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_autoptr (GBytes) posted = NULL;
  g_autofree char *url = NULL;

  g_return_if_fail (MCP_IS_MODEL_CATALOGUE (self));
  g_return_if_fail (body != NULL);

  g_autoptr (GTask) task = new_task (self, key, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_model_catalogue_read_async);
  url = mcp_model_listing_dup_reading_url (self->provider,
                                           base != NULL ? base : self->provider->base);
  if (url != NULL)
    posted = mcp_model_listing_build_reading (body);
  if (posted == NULL)
    return_not_offered (task, TELL);
  else
    ask (task, url, posted, on_reading);
}

char *
mcp_model_catalogue_read_finish (McpModelCatalogue *self,
                                 GAsyncResult      *result,
                                 McpModelFailure  **failure,
                                 GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  hand_on_failure (result, failure);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* The object */

/* Nothing is sent anywhere but where it was meant for. */
static gboolean
allow (GUri *from, GUri *to, gpointer user_data, GError **error)
{
  if (from == NULL)
    return TRUE;
  g_propagate_error (error, mcp_error_new (MCP_ERROR_REDIRECTED, "Not followed"));
  return FALSE;
}

MCP_DEFINE_FINALIZE (McpModelCatalogue, mcp_model_catalogue)
{
  g_clear_object (&self->fetch);
  mcp_model_provider_unref (self->provider);
}

McpModelCatalogue *
mcp_model_catalogue_new (McpModelProvider *provider, McpHttpOptions *options)
{
  McpModelCatalogue *self = g_object_new (MCP_TYPE_MODEL_CATALOGUE, NULL);

  self->provider = mcp_model_provider_ref (provider);
  self->fetch = mcp_http_fetch_new (options, allow, NULL, NULL);
  return self;
}
