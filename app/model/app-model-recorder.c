/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-recorder.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-visible-text.h"

struct _AppModelRecorder
{
  GListStore *store;
  gsize       bytes; /* of all texts */
  guint       number;
};

AppModelRecorder *
app_model_recorder_new (void)
{
  AppModelRecorder *self = g_new0 (AppModelRecorder, 1);

  self->store = g_list_store_new (APP_TYPE_MODEL_EXCHANGE);
  return self;
}

void
app_model_recorder_free (AppModelRecorder *self)
{
  g_object_unref (self->store);
  g_free (self);
}

GListModel *
app_model_recorder_get_model (AppModelRecorder *self)
{
  return G_LIST_MODEL (self->store);
}

void
app_model_recorder_clear (AppModelRecorder *self)
{
  g_list_store_remove_all (self->store);
  self->bytes = 0;
  self->number = 0;
}

/* @text: (transfer full). Returns: (transfer full): without what is secret */
static char *
mask_take (AppModelMask *mask, char *text)
{
  char *masked = app_model_mask_text (mask, text);

  g_free (text);
  return masked;
}

static void
append_headers (GString *text, char **headers)
{
  for (int i = 0; headers != NULL && headers[i] != NULL; i++)
    g_string_append_printf (text, "%s\n", headers[i]);
}

/* Bytes that are no UTF-8 are marked as such. */
static void
append_body (GString *text, const void *bytes, gsize length)
{
  g_autofree char *valid = g_utf8_make_valid (bytes != NULL ? bytes : "", (gssize)length);

  g_string_append_c (text, '\n');
  g_string_append (text, valid);
}

static char *
create_request (McpModelExchange *exchange)
{
  GString    *text = g_string_new (NULL);
  gsize       length;
  const void *bytes = g_bytes_get_data (exchange->body, &length);

  g_string_append_printf (text, "POST %s\n", exchange->url);
  append_headers (text, exchange->request_headers);
  append_body (text, bytes, MIN (length, (gsize)MCP_MODEL_EXCHANGE_LIMIT));
  return g_string_free (text, FALSE);
}

static char *
create_response (McpModelExchange *exchange)
{
  GString *text = g_string_new (NULL);

  if (exchange->status > 0)
    {
      g_string_append_printf (text, "HTTP %u\n", exchange->status);
      append_headers (text, exchange->response_headers);
      append_body (text, exchange->response->data, exchange->response->len);
    }
  if (mcp_model_exchange_is_cut (exchange))
    {
      g_autofree char *size =
          app_visible_text_size (exchange->received - exchange->response->len);

      /* Translators: the size of what is left out */
      g_string_append_printf (text, _ ("\n… %s more"), size);
    }
  if (exchange->error != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", exchange->error);
  return g_string_free (text, FALSE);
}

static char *
create_summary (McpModelExchange *exchange)
{
  g_autofree char *time = app_visible_text_time (exchange->at, g_get_real_time ());
  g_autofree char *first =
      app_visible_text_duration (exchange->first_event > 0 ? exchange->first_event - exchange->begun
                                                           : -1);
  g_autofree char *all =
      app_visible_text_duration (exchange->ended > 0 ? exchange->ended - exchange->begun : -1);
  g_autofree char *size = app_visible_text_size (exchange->received);
  GString         *text = g_string_new (time);

  if (exchange->status > 0)
    g_string_append_printf (text, " · %u", exchange->status);
  else
    g_string_append_printf (text, " · %s", exchange->cancelled ? _ ("stopped") : _ ("no answer"));
  if (*first != '\0')
    {
      g_string_append (text, " · ");
      /* Translators: %s is a time: “312 ms” */
      g_string_append_printf (text, _ ("first piece after %s"), first);
    }
  if (*all != '\0')
    g_string_append_printf (text, " · %s", all);
  g_string_append_printf (text, " · %s", size);
  return g_string_free (text, FALSE);
}

static gsize
count_bytes (AppModelExchange *wire)
{
  return strlen (app_model_exchange_get_request (wire)) +
         strlen (app_model_exchange_get_response (wire)) +
         strlen (app_model_exchange_get_curl (wire));
}

static void
drop_oldest (AppModelRecorder *self)
{
  GListModel *list = G_LIST_MODEL (self->store);
  guint       n;

  while ((n = g_list_model_get_n_items (list)) > 1 &&
         (n > APP_MODEL_RECORDER_MAX || self->bytes > APP_MODEL_RECORDER_BYTES))
    {
      g_autoptr (AppModelExchange) oldest = g_list_model_get_item (list, 0);

      self->bytes -= count_bytes (oldest);
      g_list_store_remove (self->store, 0);
    }
}

void
app_model_recorder_add (AppModelRecorder *self,
                        guint             turn,
                        McpModelExchange *exchange,
                        AppModelMask     *mask)
{
  g_autoptr (AppModelExchange) wire = NULL;
  char *request = mask_take (mask, create_request (exchange));
  char *response = mask_take (mask, create_response (exchange));
  /* A script has no address. */
  gboolean is_sent = g_str_has_prefix (exchange->url, "http");
  char    *curl =
      is_sent ? mask_take (mask, mcp_model_exchange_dup_curl (exchange)) : g_strdup ("");
  g_autofree char *summary = create_summary (exchange);
  g_autofree char *title = NULL;

  if (exchange->number_of_try > 1)
    /* Translators: the number of a request, then how often it was sent */
    title = g_strdup_printf (_ ("Request %u, try %u"), self->number, exchange->number_of_try);
  else
    /* Translators: the number of a request */
    title = g_strdup_printf (_ ("Request %u"), ++self->number);
  wire = app_model_exchange_new_take (turn, title, summary, request, response, curl);
  self->bytes += count_bytes (wire);
  g_list_store_append (self->store, wire);
  drop_oldest (self);
}
