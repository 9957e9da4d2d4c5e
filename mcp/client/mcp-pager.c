/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-pager.h"

#include "mcp-object.h"
#include "mcp-limits.h"

typedef struct
{
  McpDefinitionKind kind;
  GBytes           *params;    /* (nullable) */
  guint             max_pages; /* 0 for all */
  McpListing       *listing;
  McpPageFunc       page;
  gpointer          page_data;
  McpResponse      *response; /* (nullable): the page that is being read */
  const char       *cursor;   /* (nullable): of the next page, as JSON text */
  guint             first;    /* entries that were there before the page */
  gboolean          more;
  gint64            started; /* µs */
  char             *begin;   /* (nullable): the cursor of the first page, as JSON text */
  gboolean          kept;    /* a page is one that the server let be used again */
} Load;

static void pager_ask (GTask *task);

static void
load_free (Load *load)
{
  g_clear_pointer (&load->params, g_bytes_unref);
  mcp_listing_unref (load->listing);
  g_clear_pointer (&load->response, mcp_response_unref);
  g_free (load->begin);
  g_free (load);
}

static void
pager_go_on (GTask *task)
{
  Load      *load = g_task_get_task_data (task);
  GPtrArray *definitions = load->listing->definitions;

  g_clear_pointer (&load->response, mcp_response_unref);
  mcp_client_learn (g_task_get_source_object (task), definitions, load->first);
  if (load->page != NULL && definitions->len > load->first)
    load->page (definitions, load->first, load->page_data);

  if (load->more)
    pager_ask (task);
  else
    g_task_return_pointer (task, mcp_listing_ref (load->listing),
                           (GDestroyNotify)mcp_listing_unref);
}

static void
load_read (Load *load)
{
  load->first = load->listing->definitions->len;
  load->more = mcp_listing_add_page (load->listing, load->response) &&
               (load->max_pages == 0 || load->listing->n_pages < load->max_pages);
  load->cursor = load->listing->next_cursor;
}

static void
read_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  load_read (data);
  g_task_return_boolean (task, TRUE);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  pager_go_on (task);
}

/** The cursor was one of a page that was kept, and the server does not know it any more. What was
 * shown is shown again with the whole. */
static void
pager_begin_again (GTask *task)
{
  Load *load = g_task_get_task_data (task);

  mcp_client_forget_cached (g_task_get_source_object (task),
                            mcp_definition_kind_get_list_method (load->kind));
  mcp_listing_unref (load->listing);
  load->listing = mcp_listing_new (load->kind);
  load->page = NULL;
  load->kept = FALSE;
  g_clear_pointer (&load->response, mcp_response_unref);
  load->cursor = load->begin;
  pager_ask (task);
}

static GError *
pager_make_not_offered (Load *load)
{
  return mcp_error_new (MCP_ERROR_NOT_OFFERED, "The server does not know %s.",
                        mcp_definition_kind_get_list_method (load->kind));
}

/** The deadline over all is one of the whole list: a server may lead from page to page for ever.
 * Returns: ms that are left, 0 where there is no such deadline; -1 where it is over */
static gint64
pager_get_time_left (McpClient *client, const Load *load)
{
  guint  total_ms = mcp_client_get_options (client)->total_ms;
  gint64 gone = (g_get_monotonic_time () - load->started) / 1000;

  if (total_ms == 0)
    return 0;
  return gone < total_ms ? total_ms - gone : -1;
}

static GError *
pager_make_timeout (McpClient *client, const Load *load)
{
  return mcp_error_new (MCP_ERROR_TIMED_OUT,
                        "The list did not end within %.3g seconds: %u entries on %u pages came.",
                        mcp_client_get_options (client)->total_ms / 1000.0,
                        load->listing->definitions->len, load->listing->n_pages);
}

static void
on_page (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Load   *load = g_task_get_task_data (task);
  GError *error = NULL;

  load->response = mcp_client_send_finish (MCP_CLIENT (source), result, &error);
  if (load->response == NULL)
    {
      if (load->listing->n_pages > 0 && g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT) &&
          pager_get_time_left (MCP_CLIENT (source), load) < 0)
        {
          g_error_free (error);
          error = pager_make_timeout (MCP_CLIENT (source), load);
        }
      g_task_return_error (task, error);
      return;
    }

  McpMessage *message = mcp_response_get_message (load->response);
  if (load->kept && mcp_response_is_error (load->response) &&
      mcp_message_get_error_code (message) == MCP_RPC_INVALID_PARAMS)
    {
      pager_begin_again (task);
      return;
    }
  load->kept |= mcp_response_get_started (load->response) < load->started;
  if (load->listing->n_pages == 0 && mcp_response_is_error (load->response) &&
      mcp_message_get_error_code (message) == MCP_RPC_METHOD_NOT_FOUND)
    {
      g_task_return_error (task, pager_make_not_offered (load));
      return;
    }

  if (mcp_response_get_size (load->response) <= MCP_INBOX_IN_PLACE_BYTES)
    {
      load_read (load);
      pager_go_on (task);
      return;
    }
  g_autoptr (GTask) reading = g_task_new (source, NULL, on_read, g_object_ref (task));
  g_task_set_source_tag (reading, on_page);
  g_task_set_task_data (reading, load, NULL);
  g_task_run_in_thread (reading, read_in_worker);
}

static void
pager_ask (GTask *task)
{
  Load      *load = g_task_get_task_data (task);
  McpClient *client = g_task_get_source_object (task);
  gint64     left = pager_get_time_left (client, load);
  g_autoptr (McpRequest) request =
      mcp_request_new (mcp_definition_kind_get_list_method (load->kind));

  if (left < 0)
    {
      g_task_return_error (task, pager_make_timeout (client, load));
      return;
    }
  if (left > 0)
    mcp_request_get_options (request)->total_ms = (guint)left;
  mcp_request_set_params (request, load->params);
  if (load->cursor != NULL)
    mcp_request_set_json (request, "cursor", load->cursor);
  mcp_client_send_async (client, request, g_task_get_cancellable (task), on_page,
                         g_object_ref (task));
}

gboolean
mcp_client_offers (McpClient *self, McpDefinitionKind kind)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), FALSE);

  McpServerInfo *info = mcp_client_get_server_info (self);
  return info != NULL && mcp_server_info_offers (info, mcp_definition_kind_get_capability (kind));
}

void
mcp_client_list_async (McpClient            *self,
                       McpDefinitionKind     kind,
                       const McpListOptions *options,
                       McpPageFunc           page,
                       gpointer              page_data,
                       GCancellable         *cancellable,
                       GAsyncReadyCallback   callback,
                       gpointer              user_data)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (kind < MCP_N_DEFINITION_KINDS);

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Load *load = g_new0 (Load, 1);
  load->kind = kind;
  if (options != NULL && options->params != NULL)
    load->params = g_bytes_ref (options->params);
  load->max_pages = options != NULL ? options->max_pages : 0;
  load->begin = options != NULL ? g_strdup (options->cursor) : NULL;
  load->cursor = load->begin;
  load->started = g_get_monotonic_time ();
  load->listing = mcp_listing_new (kind);
  load->page = page;
  load->page_data = page_data;
  g_task_set_source_tag (task, mcp_client_list_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, load, (GDestroyNotify)load_free);
  pager_ask (task);
}

MCP_DEFINE_FINISH_POINTER (mcp_client_list_finish, McpClient, McpListing)
