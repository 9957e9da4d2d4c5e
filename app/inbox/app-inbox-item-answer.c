/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Answering what a server asks. */

#include "app-inbox-item-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static GBytes *
take_bytes (char *text)
{
  return g_bytes_new_take (text, strlen (text));
}

static gboolean
accept_form (AppInboxItem *self, gboolean anyway, GError **error)
{
  AppForm *form = app_inbox_item_get_form (self);
  char    *text = app_form_dup_arguments (form);
  g_autoptr (GBytes) content = text != NULL ? take_bytes (text) : NULL;

  if (content == NULL)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("The JSON text has a mistake."));
      return FALSE;
    }
  app_form_set_attempted (form, TRUE);
  if (!anyway && app_form_get_n_problems (form) > 0)
    {
      g_autoptr (AppFormProblem) first =
          g_list_model_get_item (app_form_get_problems (form), 0);

      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           first->message);
      return FALSE;
    }
  return mcp_input_request_accept (self->request, content, error);
}

static gboolean
accept_page (AppInboxItem *self, GError **error)
{
  McpUrlReview *url = app_inbox_item_get_url (self);

  if (url == NULL || !url->may_open)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("This page must not be opened."));
      return FALSE;
    }
  return mcp_input_request_accept (self->request, NULL, error);
}

static gboolean
accept_reply (AppInboxItem *self, GError **error)
{
  AppSamplingReply *reply = app_inbox_item_get_reply (self);

  if (app_sampling_reply_is_empty (reply))
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("There is no reply yet."));
      return FALSE;
    }
  g_autofree char *result = app_sampling_reply_dup_result (reply);

  if (!app_inbox_item_accept_json (self, result, error))
    return FALSE;
  if (app_sampling_reply_is_as_json (reply))
    return TRUE;
  if (app_sampling_reply_is_saved (reply))
    store_memory_take (self->answers, "reply",
                       mcp_json_build ("{'text': %s, 'model': ?%s}",
                                       app_sampling_reply_get_text (reply),
                                       app_sampling_reply_get_model (reply)));
  else if (store_memory_get (self->answers, "reply") != NULL)
    store_memory_set (self->answers, "reply", NULL);
  return TRUE;
}

static gboolean
accept_folders (AppInboxItem *self, GError **error)
{
  g_autoptr (GBytes) result = NULL;

  app_folder_list_set_shared (self->folders, TRUE);
  /* Whoever heard of it may have answered. */
  if (!app_inbox_item_is_waiting (self))
    return TRUE;
  result = mcp_roots_write (app_folder_list_get_roots (self->folders));
  return mcp_input_request_accept (self->request, result, error);
}

gboolean
app_inbox_item_accept (AppInboxItem *self, gboolean anyway, GError **error)
{
  g_autoptr (AppInboxItem) alive = NULL;

  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), FALSE);

  alive = g_object_ref (self);
  switch (self->kind)
    {
    case APP_INBOX_PAGE:
      return accept_page (self, error);
    case APP_INBOX_SAMPLING:
      return accept_reply (self, error);
    case APP_INBOX_FOLDERS:
      return accept_folders (self, error);
    case APP_INBOX_FORM:
    default:
      return accept_form (self, anyway, error);
    }
}

gboolean
app_inbox_item_accept_json (AppInboxItem *self, const char *json, GError **error)
{
  g_autoptr (AppInboxItem) alive = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GBytes) content = NULL;
  g_autoptr (GError) wrong = NULL;

  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), FALSE);
  g_return_val_if_fail (json != NULL, FALSE);

  alive = g_object_ref (self);
  document = mcp_json_document_parse_text (json, -1, &wrong);
  if (document == NULL)
    {
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT, _ ("This is not JSON: %s"),
                   wrong->message);
      return FALSE;
    }
  content = take_bytes (mcp_json_value_print_compact (mcp_json_document_get_root (document)));
  if (self->kind == APP_INBOX_FORM)
    return mcp_input_request_accept (self->request, content, error);
  return mcp_input_request_answer_json (self->request, content, error);
}

void
app_inbox_item_decline (AppInboxItem *self)
{
  g_autoptr (AppInboxItem) alive = NULL;

  g_return_if_fail (APP_IS_INBOX_ITEM (self));

  alive = g_object_ref (self);
  mcp_input_request_decline (self->request, NULL);
}

void
app_inbox_item_dismiss (AppInboxItem *self)
{
  g_autoptr (AppInboxItem) alive = NULL;

  g_return_if_fail (APP_IS_INBOX_ITEM (self));

  if (!app_inbox_item_is_waiting (self))
    return;
  alive = g_object_ref (self);
  self->dismissed = TRUE;
  mcp_input_request_cancel (self->request, NULL);
}

char *
app_inbox_item_dup_answer (AppInboxItem *self)
{
  GBytes *result;

  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);

  result = mcp_input_request_get_result (self->request);
  if (result == NULL)
    return NULL;
  return g_strndup (g_bytes_get_data (result, NULL), g_bytes_get_size (result));
}
