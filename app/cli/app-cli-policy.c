/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-policy.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-cli-sampling.h"
#include "app-inbox-answers.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

/* Requests without an answer that are told one by one, and characters of each. */
#define MAX_DECLINED 10u
#define MAX_MESSAGE 120u

/*
 * What a server asks, put to the person at the terminal: a form field by field, what is required
 * first; a page by its whole address, which this program never opens; a language model's answer as
 * lines of text. The end of the input (Ctrl+D) puts the question away.
 */

/* Choices that are listed; more are known by their value only. */
#define MAX_OPTIONS 100u
/* What a form asks a person for in all: beyond it they would not answer. */
#define MAX_FIELDS 200u

static gboolean
waits (gpointer item)
{
  return app_inbox_item_is_waiting (APP_INBOX_ITEM (item));
}

/* What the server wrote, set off from what we say. @text: (nullable) */
static void
print_quoted (const char *text)
{
  g_autofree char *visible = app_visible_text_block (text, 0);
  g_auto (GStrv) lines = g_strsplit (visible, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    fprintf (stderr, "  │ %s\n", lines[i]);
}

static void
print_findings (AppInboxItem *item)
{
  GPtrArray *findings = app_inbox_item_get_findings (item);

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      g_autofree char *text = app_cli_line (mcp_finding_get_text (findings->pdata[i]));

      fprintf (stderr, "  ⚠ %s\n", text);
    }
}

static void
print_head (AppInboxItem *item)
{
  g_autofree char *title = app_cli_line (app_inbox_item_get_title (item));
  g_autofree char *target = app_cli_line (app_inbox_item_get_target (item));
  const char      *message = app_inbox_item_get_message (item);

  fprintf (stderr, "\r\033[K%s%s%s%s\n", title, *target != '\0' ? " (" : "", target,
           *target != '\0' ? ")" : "");
  if (message != NULL && *message != '\0')
    print_quoted (message);
  print_findings (item);
}

static gboolean
is_word (const char *line, const char *word)
{
  return g_ascii_strcasecmp (line, word) == 0 ||
         (g_ascii_tolower (line[0]) == word[0] && line[1] == '\0');
}

/* An empty line decides nothing, and neither does another word.
 * Returns: whether the person wants to answer; else it is answered with that */
static gboolean
wants_to (AppInboxItem *item, const char *prompt)
{
  for (;;)
    {
      g_autofree char *line = app_cli_input_read_line (prompt, FALSE, waits, item);

      if (line == NULL || is_word (g_strstrip (line), "cancel"))
        {
          app_inbox_item_dismiss (item);
          return FALSE;
        }
      if (is_word (line, "no"))
        {
          app_inbox_item_decline (item);
          return FALSE;
        }
      if (is_word (line, "yes"))
        return TRUE;
    }
}

/* A form at the terminal: one field after the other, what is required first. An empty line keeps
 * the default, or leaves the field out. */

static AppFieldOption *
get_option (AppField *field, guint index)
{
  /* The list keeps it. */
  g_autoptr (AppFieldOption) option =
      g_list_model_get_item (app_field_get_info (field)->options, index);

  return option;
}

static guint
count_options (AppField *field)
{
  GListModel *options = app_field_get_info (field)->options;

  return options != NULL ? g_list_model_get_n_items (options) : 0;
}

static void
print_options (AppField *field)
{
  guint n = count_options (field);

  for (guint i = 0; i < MIN (n, MAX_OPTIONS); i++)
    {
      g_autofree char *label = app_cli_line (get_option (field, i)->label);

      fprintf (stderr, "    %u  %s\n", i + 1, label);
    }
  if (n > MAX_OPTIONS)
    fprintf (stderr, "    …\n");
}

/* What an item of a list may be, where the schema says. */
static void
print_item_choices (AppField *field)
{
  McpJsonValue choices =
      mcp_json_value_resolve_pointer (app_field_get_info (field)->schema, "/items/enum");

  if (!mcp_json_value_exists (choices))
    choices = mcp_json_value_resolve_pointer (app_field_get_info (field)->schema, "/items/anyOf");
  if (!mcp_json_value_exists (choices))
    return;
  g_autofree char *text = mcp_json_value_print_compact (choices);
  g_autofree char *line = app_cli_line (text);
  fprintf (stderr, "    %s\n", line);
}

static void
print_field (AppField *field)
{
  g_autofree char *description = app_cli_line (app_field_get_info (field)->description);

  if (*description != '\0')
    fprintf (stderr, "    %s\n", description);
  if (app_field_get_info (field)->kind == APP_FIELD_ENUM)
    print_options (field);
  else if (app_field_get_info (field)->kind == APP_FIELD_ARRAY)
    print_item_choices (field);
}

/* What an empty line keeps. */
static char *
dup_default (AppField *field)
{
  if (app_field_get_state (field)->presence == APP_PRESENCE_ABSENT)
    return g_strdup ("");
  if (app_field_get_info (field)->secret)
    return g_strdup (" [***]");
  g_autofree char *text = mcp_json_value_print_compact (app_field_get_value (field));
  g_autofree char *line = app_cli_line (text);
  return g_strdup_printf (" [%s]", line);
}

static char *
make_prompt (AppField *field)
{
  g_autofree char *label = app_cli_line (app_field_get_place (field)->label);
  g_autofree char *bold = app_cli_bold (label);
  g_autofree char *value = dup_default (field);
  g_autofree char *constraints = app_cli_line (app_field_get_info (field)->constraints);
  const char      *hint = constraints;

  if (app_field_get_info (field)->kind == APP_FIELD_BOOLEAN)
    hint = "y/n";
  else if (app_field_get_info (field)->kind == APP_FIELD_ARRAY)
    hint = _ ("separated by commas");
  else if (app_field_get_info (field)->kind == APP_FIELD_JSON ||
           app_field_get_info (field)->kind == APP_FIELD_OBJECT)
    hint = "JSON";
  return g_strdup_printf ("%s%s%s%s%s%s: ", bold, app_field_get_place (field)->required ? "*" : "",
                          *hint != '\0' ? " (" : "", hint, *hint != '\0' ? ")" : "", value);
}

static gboolean
enter_boolean (AppField *field, const char *line)
{
  static const char *const yes[] = { "y", "yes", "true", NULL };
  static const char *const no[] = { "n", "no", "false", NULL };
  g_autofree char         *word = g_ascii_strdown (line, -1);

  if (!g_strv_contains (yes, word) && !g_strv_contains (no, word))
    return FALSE;
  app_field_set_active (field, g_strv_contains (yes, word));
  return TRUE;
}

/* By its value or its label first: a choice may be called "2". */
static gboolean
enter_choice (AppField *field, const char *line)
{
  guint   n = count_options (field);
  guint64 number;

  for (guint i = 0; i < n; i++)
    {
      AppFieldOption  *option = get_option (field, i);
      g_autofree char *quoted = mcp_json_quote (line, -1);

      if (g_str_equal (option->label, line) ||
          g_str_equal (option->lexeme, line) ||
          g_str_equal (option->lexeme, quoted))
        {
          app_field_set_selected (field, i);
          return TRUE;
        }
    }
  if (!g_ascii_string_to_unsigned (line, 10, 1, n, &number, NULL))
    return FALSE;
  app_field_set_selected (field, (guint)number - 1);
  return TRUE;
}

static gboolean
enter_list (AppField *field, const char *line)
{
  if (*line == '[')
    return app_field_set_lexeme (field, line);
  g_auto (GStrv) words = g_strsplit (line, ",", -1);
  for (guint i = 0; words[i] != NULL; i++)
    g_strstrip (words[i]);
  g_autofree char *lines = g_strjoinv ("\n", words);
  app_field_set_empty (field);
  return app_field_add_lines (field, lines) > 0;
}

static gboolean
enter (AppField *field, const char *line)
{
  switch (app_field_get_info (field)->kind)
    {
    case APP_FIELD_BOOLEAN:
      return enter_boolean (field, line);
    case APP_FIELD_ENUM:
      return enter_choice (field, line);
    case APP_FIELD_ARRAY:
      return enter_list (field, line);
    case APP_FIELD_OBJECT:
    case APP_FIELD_JSON:
      return app_field_set_lexeme (field, line);
    default:
      app_field_set_text (field, line);
      return TRUE;
    }
}

/* Asks until it fits; a field that is not required may stay empty. */
static gboolean
ask_field (AppField *field, AppInboxItem *item)
{
  g_autofree char *prompt = make_prompt (field);

  print_field (field);
  for (;;)
    {
      g_autofree char *line =
          app_cli_input_read_line (prompt, app_field_get_info (field)->secret, waits, item);

      if (line == NULL)
        return FALSE;
      if (*line == '\0' && app_field_get_place (field)->required &&
          app_field_get_state (field)->presence == APP_PRESENCE_ABSENT)
        fprintf (stderr, "⚠ %s\n", _ ("This is required."));
      else if (*line != '\0' && !enter (field, line))
        fprintf (stderr, "⚠ %s\n", _ ("This is not one of the allowed values."));
      else if (app_field_get_error (field) != NULL)
        {
          g_autofree char *error = app_cli_line (app_field_get_error (field));

          fprintf (stderr, "⚠ %s\n", error);
        }
      else
        return TRUE;
    }
}

static gboolean
ask_fields (AppForm *form, AppInboxItem *item)
{
  GListModel *fields = app_field_get_children (app_form_get_root (form));
  guint       n = MIN (g_list_model_get_n_items (fields), MAX_FIELDS);

  fprintf (stderr, "%s\n",
           _ ("Fields with * are required. An empty line keeps the value in brackets, or leaves "
              "the field out."));
  for (guint optional = 0; optional < 2; optional++)
    for (guint i = 0; i < n; i++)
      {
        g_autoptr (AppField) field = g_list_model_get_item (fields, i);

        if (app_field_get_place (field)->required == (optional == 0) &&
            app_field_get_info (field)->kind != APP_FIELD_CONST && !ask_field (field, item))
          return FALSE;
      }
  return TRUE;
}

static void
send_form (AppInboxItem *item)
{
  g_autofree char *sent = app_cli_line (app_form_get_will_send (app_inbox_item_get_form (item)));
  g_autoptr (GError) error = NULL;

  /* Translators: what follows is JSON */
  fprintf (stderr, _ ("This will be sent: %s\n"), sent);
  if (!wants_to (item, _ ("Send it? [y]es, [n]o (decline), [c]ancel: ")) ||
      app_inbox_item_accept (item, FALSE, &error))
    return;
  g_autofree char *reason = app_cli_line (error->message);
  fprintf (stderr, "⚠ %s\n", reason);
  g_clear_error (&error);
  if (wants_to (item, _ ("Send it anyway? [y]es, [n]o (decline), [c]ancel: ")) &&
      !app_inbox_item_accept (item, TRUE, &error))
    app_inbox_item_dismiss (item);
}

static void
ask_form (AppInboxItem *item)
{
  if (!wants_to (item, _ ("Answer? [y]es, [n]o (decline), [c]ancel: ")))
    return;
  if (ask_fields (app_inbox_item_get_form (item), item))
    send_form (item);
  else
    app_inbox_item_dismiss (item);
}

/* The whole address, so that it can be judged; only the person can open it. */
static void
ask_page (AppInboxItem *item)
{
  McpUrlReview *url = app_inbox_item_get_url (item);
  g_autoptr (GError) error = NULL;

  if (url != NULL)
    {
      const char *readable = url->unicode_host;

      print_quoted (url->url);
      g_autofree char *host = app_visible_text_line (url->host, 0);
      g_autofree char *other = app_visible_text_line (readable, 0);
      /* Translators: %s is the name of a computer */
      fprintf (stderr, _ ("The page is on %s"), host);
      fprintf (stderr, "%s%s%s.\n", readable != NULL ? " (" : "", other,
               readable != NULL ? ")" : "");
    }
  if (url == NULL || !url->may_open)
    {
      fprintf (stderr, "%s\n", _ ("This page is not safe to open: declined."));
      app_inbox_item_decline (item);
      return;
    }
  fprintf (stderr, "%s\n", _ ("It is not opened automatically. Open it yourself if you trust it."));
  if (wants_to (item, _ ("Will you open it? [y]es, [n]o (decline), [c]ancel: ")) &&
      !app_inbox_item_accept (item, FALSE, &error))
    app_inbox_item_dismiss (item);
}

static void
print_block (McpSamplingBlock *block)
{
  g_autofree char *text = mcp_json_value_dup_member_string (block->slot.value,
                                                            "text");

  if (text == NULL)
    text = mcp_json_value_print_compact (block->slot.value);
  print_quoted (text);
}

static void
print_conversation (McpSamplingRequest *request)
{
  GPtrArray *messages = request->messages;

  if (request->system_prompt != NULL)
    {
      fprintf (stderr, "%s\n", _ ("System prompt:"));
      print_quoted (request->system_prompt);
    }
  for (guint i = 0; i < messages->len; i++)
    {
      GPtrArray       *blocks = ((McpSamplingMessage *)messages->pdata[i])->blocks;
      g_autofree char *role = app_cli_line (((McpSamplingMessage *)messages->pdata[i])->role);

      fprintf (stderr, "%s:\n", role);
      for (guint k = 0; k < blocks->len; k++)
        print_block (blocks->pdata[k]);
    }
  if (request->max_tokens >= 0)
    {
      g_autofree char *most = g_strdup_printf ("%" G_GINT64_FORMAT,
                                               request->max_tokens);

      /* Translators: %s is a number; tokens are what language models count in */
      fprintf (stderr, _ ("At most %s tokens.\n"), most);
    }
}

/* Lines up to an empty one. Returns: (transfer full) (nullable): %NULL where the input ended */
static char *
read_reply (AppInboxItem *item)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (;;)
    {
      g_autofree char *line = app_cli_input_read_line ("> ", FALSE, waits, item);

      if (line == NULL)
        return NULL;
      if (*line == '\0' || text->len >= APP_CLI_INPUT_MAX_LINE)
        return g_string_free (g_steal_pointer (&text), FALSE);
      if (text->len > 0)
        g_string_append_c (text, '\n');
      g_string_append (text, line);
    }
}

static void
ask_sampling (AppInboxItem *item)
{
  AppSamplingReply *reply = app_inbox_item_get_reply (item);
  g_autoptr (GError) error = NULL;

  print_conversation (app_inbox_item_get_sampling (item));
  fprintf (stderr, "%s\n",
           _ ("Write the model’s response. An empty line ends it; an empty response declines."));
  g_autofree char *text = read_reply (item);
  if (text == NULL || *text == '\0')
    {
      app_inbox_item_decline (item);
      return;
    }
  app_sampling_reply_set_text (reply, text);
  if (!app_inbox_item_accept (item, FALSE, &error))
    app_inbox_item_decline (item);
}

/* Asks and answers; runs the main loop until then, or until the item does not wait any more. Must
 * not be called where messages are delivered. */
static void
ask_person (AppInboxItem *item)
{
  print_head (item);
  switch (app_inbox_item_get_kind (item))
    {
    case APP_INBOX_PAGE:
      ask_page (item);
      break;
    case APP_INBOX_SAMPLING:
      ask_sampling (item);
      break;
    case APP_INBOX_FORM:
      ask_form (item);
      break;
    case APP_INBOX_FOLDERS:
    default:
      /* Folders are named beforehand. */
      app_inbox_item_decline (item);
    }
  if (app_inbox_item_get_state (item) != APP_INBOX_ANSWERED)
    {
      g_autofree char *title = app_cli_line (app_inbox_item_get_title (item));

      fprintf (stderr, "· %s: %s\n", title, app_inbox_item_get_state_name (item));
    }
}

/* The policy */

struct _AppCliPolicy
{
  GObject parent_instance;

  const AppCliInvocation *invocation;
  AppInboxAnswers        *answers; /* (nullable): of --answer */
  GQueue                  waiting; /* of AppInboxItem, for the person */
  guint                   n_declined;
  guint                   ask;
  AppCliSampling         *sampling; /* (nullable): the model that answers */
};

static void policy_init (AppInboxPolicyInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppCliPolicy,
                               app_cli_policy,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_INBOX_POLICY, policy_init))

MCP_DEFINE_DISPOSE (AppCliPolicy, app_cli_policy)
{
  g_clear_handle_id (&self->ask, g_source_remove);
  g_queue_clear_full (&self->waiting, g_object_unref);
  g_clear_pointer (&self->answers, app_inbox_answers_free);
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
  const char *path = invocation->request.answer;
  g_autoptr (AppInboxAnswers) answers = NULL;
  g_autofree char *text = NULL;
  gsize            length = 0;

  if (path != NULL)
    {
      text = app_cli_input_read (path, MCP_JSON_MAX_BYTES, &length, error);
      if (text != NULL)
        answers = app_inbox_answers_parse (path, text, length, error);
      if (answers == NULL)
        return NULL;
    }
  AppCliPolicy *self = g_object_new (APP_TYPE_CLI_POLICY, NULL);
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
    flags |= app_inbox_answers_get_capabilities (self->answers);
  if (self->sampling != NULL)
    flags |= MCP_CLIENT_SAMPLING_TOOLS;
  return flags;
}

static gboolean
gives_folders (AppInboxPolicy *policy)
{
  AppCliPolicy *self = APP_CLI_POLICY (policy);

  return self->answers != NULL &&
         (app_inbox_answers_get_capabilities (self->answers) & MCP_CLIENT_ROOTS) != 0;
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
        ask_person (item);
      g_object_unref (item);
    }
  self->ask = 0;
  return G_SOURCE_REMOVE;
}

/* Of a flood, the beginning says enough. */
static void
note_declined (AppCliPolicy *self, AppInboxItem *item)
{
  const char      *message = app_inbox_item_get_message (item);
  g_autofree char *asked = app_visible_text_summary (message, MAX_MESSAGE);

  self->n_declined++;
  if (self->n_declined == MAX_DECLINED + 1)
    app_cli_note (self->invocation, "· %s", _ ("Further requests are declined without a note."));
  if (self->n_declined > MAX_DECLINED)
    return;
  app_cli_note (self->invocation, "· %s%s%s (%s)", app_inbox_item_get_title (item),
                *asked != '\0' ? ": " : "", asked,
                _ ("declined: no terminal to ask at, and no answer in --answer FILE"));
}

static void
receive (AppInboxPolicy *policy, AppInboxItem *item)
{
  AppCliPolicy *self = APP_CLI_POLICY (policy);
  const char   *title = app_inbox_item_get_title (item);
  g_autoptr (GError) error = NULL;

  if (self->answers != NULL && app_inbox_answers_give (self->answers, item, &error))
    {
      app_cli_note (self->invocation, "· %s: %s", title,
                    error == NULL ? _ ("answered from the file.") : error->message);
      if (error != NULL)
        app_inbox_item_decline (item);
      return;
    }
  if (self->sampling != NULL && app_inbox_item_get_kind (item) == APP_INBOX_SAMPLING)
    {
      app_cli_sampling_receive (self->sampling, item);
      return;
    }
  if (app_cli_input_can_ask ())
    {
      g_queue_push_tail (&self->waiting, g_object_ref (item));
      if (self->ask == 0)
        self->ask = g_idle_add (on_ask, self);
      return;
    }
  note_declined (self, item);
  app_inbox_item_decline (item);
}

static void
refused (AppInboxPolicy *policy, const char *method, const char *why)
{
  app_cli_note (APP_CLI_POLICY (policy)->invocation, "· %s: %s", method,
                why != NULL ? why : _ ("declined: there is nobody to answer."));
}

static void
policy_init (AppInboxPolicyInterface *iface)
{
  iface->get_capabilities = get_capabilities;
  iface->gives_folders = gives_folders;
  iface->receive = receive;
  iface->refused = refused;
}

void
app_cli_policy_set_sampling (AppCliPolicy *self, AppCliSampling *sampling)
{
  g_return_if_fail (APP_IS_CLI_POLICY (self));

  self->sampling = sampling;
}
