/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-policy.h"

#include <glib/gi18n.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-cli-question.h"
#include "app-session.h"
#include "mcp-client-capabilities.h"
#include "mcp-finding.h"
#include "mcp-input-gate.h"

/* Answers are typed by hand or by a script; a language model's fits. */
#define MAX_ANSWERS_BYTES (16u << 20)
/* More answers than one call needs; each is looked at for each question. */
#define MAX_ENTRIES 10000u

/* The file of --answer: what is answered when the server asks. It is a JSON object, used for every
 * question, or a list of such objects, each used once and in order:
 *
 *   {"elicitation": {"action": "accept", "content": {"name": "Ada"}},
 *    "sampling": {"text": "Yes.", "model": "mine"}, "roots": {"roots": []}}
 *
 * Beside these members "when" may stand: the object is used where its text occurs in the question.
 */

typedef struct
{
  McpJsonDocument *document;
  GArray          *entries; /* of McpJsonValue: those of a list are taken out as they are used */
  gboolean         once;
} Answers;

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
    return invalid (error, path, _ ("each is an object."));
  mcp_json_iter_init (&iter, entry);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      McpJsonKind kind = mcp_json_value_get_kind (value);

      if (mcp_json_value_string_equals (name, "when") && kind == MCP_JSON_STRING)
        continue;
      if (!is_word (name))
        return invalid (error, path, _ ("an answer has one of the members elicitation, sampling "
                                        "and roots, and perhaps the text when."));
      if (kind != MCP_JSON_OBJECT && kind != MCP_JSON_STRING)
        return invalid (error, path,
                        _ ("an answer is an object, or the text accept, decline or cancel."));
      n++;
    }
  return n > 0 ? TRUE : invalid (error, path, _ ("an object answers nothing."));
}

static gboolean
read_entries (Answers *self, const char *path, GError **error)
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
        return invalid (error, path, _ ("there are too many."));
      if (!check_entry (entry, path, error))
        return FALSE;
      g_array_append_val (self->entries, entry);
    }
  return TRUE;
}

static void
answers_free (Answers *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_clear_pointer (&self->entries, g_array_unref);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answers, answers_free)

static Answers *
answers_read (const char *path, GError **error)
{
  g_autoptr (Answers) self = g_new0 (Answers, 1);
  g_autoptr (GError) wrong = NULL;
  gsize            length = 0;
  g_autofree char *text = app_cli_input_read (path, MCP_JSON_MAX_BYTES, &length, error);

  self->entries = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
  if (text == NULL)
    return NULL;
  if (length > MAX_ANSWERS_BYTES)
    {
      invalid (error, path, _ ("they are too large."));
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

static McpClientCapabilityFlags
answers_get_capabilities (Answers *self)
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
  g_autofree char *params = NULL;
  const char      *message = app_inbox_item_get_message (item);

  if (when == NULL || (message != NULL && strstr (message, when) != NULL))
    return TRUE;
  if (!mcp_json_value_exists (app_inbox_item_get_params (item)))
    return FALSE;
  params = mcp_json_value_print_compact (app_inbox_item_get_params (item));
  return strstr (params, when) != NULL;
}

/* The answer to @item; that of a list is used up. Returns: none where there is none; borrowed */
static McpJsonValue
answers_find (Answers *self, AppInboxItem *item)
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

/* The policy */

struct _AppCliPolicy
{
  GObject parent_instance;

  const AppCliInvocation *invocation;
  Answers                *answers; /* (nullable) */
  GQueue                  waiting; /* of AppInboxItem, for the person */
  guint                   ask;
};

static void policy_init (AppInboxPolicyInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppCliPolicy,
                               app_cli_policy,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_INBOX_POLICY, policy_init))

static void
app_cli_policy_dispose (GObject *object)
{
  AppCliPolicy *self = APP_CLI_POLICY (object);

  g_clear_handle_id (&self->ask, g_source_remove);
  g_queue_clear_full (&self->waiting, g_object_unref);
  g_clear_pointer (&self->answers, answers_free);
  G_OBJECT_CLASS (app_cli_policy_parent_class)->dispose (object);
}

static void
app_cli_policy_class_init (AppCliPolicyClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_cli_policy_dispose;
}

static void
app_cli_policy_init (AppCliPolicy *self)
{
  g_queue_init (&self->waiting);
}

AppCliPolicy *
app_cli_policy_new (const AppCliInvocation *invocation, GError **error)
{
  g_autoptr (Answers) answers = NULL;
  AppCliPolicy *self;

  if (invocation->request.answer != NULL)
    {
      answers = answers_read (invocation->request.answer, error);
      if (answers == NULL)
        return NULL;
    }
  self = g_object_new (APP_TYPE_CLI_POLICY, NULL);
  self->invocation = invocation;
  self->answers = g_steal_pointer (&answers);
  return self;
}

/* To say no is an answer, too: servers show and do all they can. */
static McpClientCapabilityFlags
get_capabilities (AppInboxPolicy *policy, AppSession *session)
{
  AppCliPolicy            *self = APP_CLI_POLICY (policy);
  McpClientCapabilityFlags flags =
      MCP_CLIENT_ELICITATION_FORM | MCP_CLIENT_ELICITATION_URL | MCP_CLIENT_SAMPLING;

  if (self->answers != NULL)
    flags |= answers_get_capabilities (self->answers);
  return flags;
}

/* The main loop goes on while the person types: the server may take its question back. */
static gboolean
on_ask (gpointer data)
{
  g_autoptr (AppCliPolicy) self = g_object_ref (data);
  AppInboxItem *item;

  while ((item = g_queue_pop_head (&self->waiting)) != NULL)
    {
      if (app_inbox_item_is_waiting (item))
        app_cli_question_ask (item);
      g_object_unref (item);
    }
  self->ask = 0;
  return G_SOURCE_REMOVE;
}

static void
receive (AppInboxPolicy *policy, AppInboxItem *item)
{
  AppCliPolicy *self = APP_CLI_POLICY (policy);
  const char   *title = app_inbox_item_get_title (item);
  McpJsonValue  answer = MCP_JSON_NO_VALUE;
  g_autoptr (GError) error = NULL;

  if (self->answers != NULL)
    answer = answers_find (self->answers, item);
  if (mcp_json_value_exists (answer))
    {
      if (give_answer (answer, item, &error))
        app_cli_note (self->invocation, "· %s: %s", title, _ ("answered as the file says."));
      else
        {
          app_cli_note (self->invocation, "· %s: %s", title, error->message);
          app_inbox_item_decline (item);
        }
      return;
    }
  if (app_cli_input_can_ask ())
    {
      g_queue_push_tail (&self->waiting, g_object_ref (item));
      if (self->ask == 0)
        self->ask = g_idle_add (on_ask, self);
      return;
    }
  app_cli_note (self->invocation, "· %s: %s", title,
                _ ("declined: no answer in a file (--answer), no terminal to ask at."));
  app_inbox_item_decline (item);
}

static void
policy_init (AppInboxPolicyInterface *iface)
{
  iface->get_capabilities = get_capabilities;
  iface->receive = receive;
}

static void
on_refused (McpInputGate *gate, McpInputRequest *request, AppCliPolicy *self)
{
  GPtrArray  *findings = mcp_input_request_get_findings (request);
  const char *method = mcp_input_request_get_details (request)->method;

  app_cli_note (self->invocation, "· %s: %s", method,
                findings != NULL && findings->len > 0
                    ? mcp_finding_get_text (g_ptr_array_index (findings, findings->len - 1))
                    : _ ("refused, since nobody is there to answer."));
}

void
app_cli_policy_watch (AppCliPolicy *self, AppSession *session)
{
  McpClient    *client = app_session_get_client (session);
  McpInputGate *gate = client != NULL ? mcp_client_get_feature (client, MCP_TYPE_INPUT_GATE) : NULL;

  g_return_if_fail (APP_IS_CLI_POLICY (self));

  if (gate != NULL)
    g_signal_connect_object (gate, "refused", G_CALLBACK (on_refused), self, 0);
}
