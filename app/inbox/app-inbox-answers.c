/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-inbox-answers.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-error.h"

/* Answers are typed by hand or by a script; a language model's fits. */
#define MAX_ANSWERS_BYTES (16u << 20)
/* More answers than one call needs; each is looked at for each question. */
#define MAX_ENTRIES 10000u

struct _AppInboxAnswers
{
  McpJsonDocument *document;
  GArray          *entries; /* of McpJsonValue: those of a list are taken out as they are used */
  gboolean         once;
};

/* What stands for a kind of question in the file. */
static const char *
get_word (AppInboxKind kind)
{
  switch (kind)
    {
    case APP_INBOX_SAMPLING:
      return "sampling";
    case APP_INBOX_FOLDERS:
      return "roots";
    case APP_INBOX_FORM:
    case APP_INBOX_PAGE:
    default:
      return "elicitation";
    }
}

static gboolean
invalid (GError **error, const char *path, const char *reason)
{
  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
               /* Translators: %s is a file, then what is wrong in it */
               _ ("The answers in “%s” cannot be used: %s"), path, reason);
  return FALSE;
}

static gboolean
is_word (McpJsonValue name)
{
  return mcp_json_value_string_equals (name, "elicitation") ||
         mcp_json_value_string_equals (name, "sampling") ||
         mcp_json_value_string_equals (name, "roots");
}

static gboolean
check_entry (McpJsonValue entry, const char *path, GError **error)
{
  McpJsonIter  iter;
  McpJsonValue name, value;
  guint        n = 0;

  if (mcp_json_value_get_kind (entry) != MCP_JSON_OBJECT)
    return invalid (error, path, _ ("each answer must be an object."));
  mcp_json_iter_init (&iter, entry);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      McpJsonKind kind = mcp_json_value_get_kind (value);

      if (mcp_json_value_string_equals (name, "when") && kind == MCP_JSON_STRING)
        continue;
      if (!is_word (name))
        return invalid (error, path, _ ("an answer must have one of elicitation, sampling and "
                                        "roots, and may have the string when."));
      if (kind != MCP_JSON_OBJECT && kind != MCP_JSON_STRING)
        return invalid (error, path,
                        _ ("an answer must be an object, or one of the strings accept, decline "
                           "and cancel."));
      n++;
    }
  return n > 0 ? TRUE : invalid (error, path, _ ("an answer must not be empty."));
}

static gboolean
read_entries (AppInboxAnswers *self, const char *path, GError **error)
{
  McpJsonValue root = mcp_json_document_get_root (self->document);
  McpJsonIter  iter;
  McpJsonValue entry;

  self->once = mcp_json_value_get_kind (root) == MCP_JSON_ARRAY;
  if (!self->once)
    {
      g_array_append_val (self->entries, root);
      return check_entry (root, path, error);
    }
  mcp_json_iter_init (&iter, root);
  while (mcp_json_iter_next (&iter, NULL, &entry))
    {
      if (self->entries->len >= MAX_ENTRIES)
        return invalid (error, path, _ ("too many answers."));
      if (!check_entry (entry, path, error))
        return FALSE;
      g_array_append_val (self->entries, entry);
    }
  return TRUE;
}

void
app_inbox_answers_free (AppInboxAnswers *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_clear_pointer (&self->entries, g_array_unref);
  g_free (self);
}

AppInboxAnswers *
app_inbox_answers_parse (const char *path, const char *text, gsize length, GError **error)
{
  g_autoptr (AppInboxAnswers) self = g_new0 (AppInboxAnswers, 1);
  g_autoptr (GError) wrong = NULL;

  self->entries = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
  if (length > MAX_ANSWERS_BYTES)
    {
      invalid (error, path, _ ("too large."));
      return NULL;
    }
  self->document = mcp_json_document_parse_text (text, (gssize)length, &wrong);
  if (self->document == NULL)
    {
      invalid (error, path, wrong->message);
      return NULL;
    }
  return read_entries (self, path, error) ? g_steal_pointer (&self) : NULL;
}

McpClientCapabilityFlags
app_inbox_answers_get_capabilities (AppInboxAnswers *self)
{
  McpClientCapabilityFlags flags = MCP_CLIENT_NO_CAPABILITIES;

  for (guint i = 0; i < self->entries->len; i++)
    {
      McpJsonValue entry = g_array_index (self->entries, McpJsonValue, i);

      if (mcp_json_value_exists (mcp_json_value_get_member (entry, "elicitation")))
        flags |= MCP_CLIENT_ELICITATION_FORM | MCP_CLIENT_ELICITATION_URL;
      if (mcp_json_value_exists (mcp_json_value_get_member (entry, "sampling")))
        flags |= MCP_CLIENT_SAMPLING_TOOLS;
      if (mcp_json_value_exists (mcp_json_value_get_member (entry, "roots")))
        flags |= MCP_CLIENT_ROOTS;
    }
  return flags;
}

/* Whether @entry is meant for this question; all that the server wrote is looked through. */
static gboolean
is_meant (McpJsonValue entry, AppInboxItem *item)
{
  g_autofree char *when = mcp_json_value_dup_member_string (entry, "when");
  const char      *message = app_inbox_item_get_message (item);

  if (when == NULL || (message != NULL && strstr (message, when) != NULL))
    return TRUE;
  if (!mcp_json_value_exists (app_inbox_item_get_params (item)))
    return FALSE;
  g_autofree char *params = mcp_json_value_print_compact (app_inbox_item_get_params (item));
  return strstr (params, when) != NULL;
}

/* The answer to @item; that of a list is used up. Returns: none where there is none; borrowed */
static McpJsonValue
find_answer (AppInboxAnswers *self, AppInboxItem *item)
{
  const char *word = get_word (app_inbox_item_get_kind (item));

  for (guint i = 0; i < self->entries->len; i++)
    {
      McpJsonValue entry = g_array_index (self->entries, McpJsonValue, i);
      McpJsonValue answer = mcp_json_value_get_member (entry, word);

      if (!mcp_json_value_exists (answer) || !is_meant (entry, item))
        continue;
      if (self->once)
        g_array_remove_index (self->entries, i);
      return answer;
    }
  return MCP_JSON_NO_VALUE;
}

/* A text in a model's place. */
static gboolean
give_text (McpJsonValue answer, AppInboxItem *item, GError **error)
{
  AppSamplingReply *reply = app_inbox_item_get_reply (item);
  g_autofree char  *text = mcp_json_value_dup_member_string (answer, "text");
  g_autofree char  *model = mcp_json_value_dup_member_string (answer, "model");

  app_sampling_reply_set_text (reply, text);
  if (model != NULL)
    app_sampling_reply_set_model (reply, model);
  return app_inbox_item_accept (item, FALSE, error);
}

/* Returns: whether what was asked for shall be given; else it was declined or put away */
static gboolean
is_given (McpJsonValue answer, AppInboxItem *item)
{
  McpJsonValue action = mcp_json_value_get_kind (answer) == MCP_JSON_OBJECT
                            ? mcp_json_value_get_member (answer, "action")
                            : answer;

  if (mcp_json_value_string_equals (action, "decline"))
    app_inbox_item_decline (item);
  else if (mcp_json_value_string_equals (action, "cancel"))
    app_inbox_item_dismiss (item);
  else
    return TRUE;
  return FALSE;
}

/* Errors: APP_ERROR_INVALID_INPUT, MCP_ERROR; the question waits on then. */
static gboolean
give_answer (McpJsonValue answer, AppInboxItem *item, GError **error)
{
  McpJsonValue     content = mcp_json_value_get_member (answer, "content");
  g_autofree char *json = NULL;

  if (!is_given (answer, item))
    return TRUE;
  switch (app_inbox_item_get_kind (item))
    {
    case APP_INBOX_SAMPLING:
      if (mcp_json_value_exists (mcp_json_value_get_member (answer, "text")))
        return give_text (answer, item, error);
      break;
    case APP_INBOX_FORM:
      /* Without fields of its own: what the server offers. */
      if (!mcp_json_value_exists (content))
        return app_inbox_item_accept (item, FALSE, error);
      json = mcp_json_value_dup_text (content);
      return app_inbox_item_accept_json (item, json, error);
    case APP_INBOX_PAGE:
      return app_inbox_item_accept (item, FALSE, error);
    case APP_INBOX_FOLDERS:
    default:
      break;
    }
  if (mcp_json_value_get_kind (answer) != MCP_JSON_OBJECT)
    return app_inbox_item_accept (item, FALSE, error);
  json = mcp_json_value_dup_text (answer);
  return app_inbox_item_accept_json (item, json, error);
}

gboolean
app_inbox_answers_give (AppInboxAnswers *self, AppInboxItem *item, GError **error)
{
  McpJsonValue answer = find_answer (self, item);

  if (!mcp_json_value_exists (answer))
    return FALSE;
  give_answer (answer, item, error);
  return TRUE;
}
