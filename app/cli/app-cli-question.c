/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-question.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "app-cli-fields.h"
#include "app-cli-print.h"
#include "app-cli-terminal.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"

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

typedef enum {
  YES,
  NO,
  PUT_AWAY,
} Decision;

/* An empty line decides nothing, and neither does another word. */
static Decision
decide (AppInboxItem *item, const char *prompt)
{
  for (;;)
    {
      g_autofree char *line = app_cli_terminal_read_line (prompt, FALSE, waits, item);

      if (line == NULL)
        return PUT_AWAY;
      g_strstrip (line);
      if (g_ascii_strcasecmp (line, "y") == 0 || g_ascii_strcasecmp (line, "yes") == 0)
        return YES;
      if (g_ascii_strcasecmp (line, "n") == 0 || g_ascii_strcasecmp (line, "no") == 0)
        return NO;
      if (g_ascii_strcasecmp (line, "c") == 0 || g_ascii_strcasecmp (line, "cancel") == 0)
        return PUT_AWAY;
    }
}

/* Returns: whether the person wants to answer; else it is answered with that */
static gboolean
wants_to (AppInboxItem *item, const char *prompt)
{
  switch (decide (item, prompt))
    {
    case YES:
      return TRUE;
    case NO:
      app_inbox_item_decline (item);
      return FALSE;
    case PUT_AWAY:
    default:
      app_inbox_item_dismiss (item);
      return FALSE;
    }
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
  if (wants_to (item, _ ("Send it all the same? [y]es, [n]o (decline), [c]ancel: ")) &&
      !app_inbox_item_accept (item, TRUE, &error))
    app_inbox_item_dismiss (item);
}

static void
ask_form (AppInboxItem *item)
{
  if (!wants_to (item, _ ("Answer? [y]es, [n]o (decline), [c]ancel: ")))
    return;
  if (app_cli_fields_ask (app_inbox_item_get_form (item), waits, item))
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
      const char *readable = mcp_url_review_get_unicode_host (url);

      print_quoted (mcp_url_review_get_url (url));
      g_autofree char *host = app_cli_line (mcp_url_review_get_host (url));
      g_autofree char *other = app_cli_line (readable);
      /* Translators: %s is the name of a computer */
      fprintf (stderr, _ ("The page is on %s"), host);
      fprintf (stderr, "%s%s%s.\n", readable != NULL ? " (" : "", other,
               readable != NULL ? ")" : "");
    }
  if (url == NULL || !mcp_url_review_may_open (url))
    {
      fprintf (stderr, "%s\n", _ ("This page must not be opened: declined."));
      app_inbox_item_decline (item);
      return;
    }
  fprintf (stderr, "%s\n", _ ("It is not opened for you. Open it yourself if you trust it."));
  if (wants_to (item, _ ("Do you open it? [y]es, [n]o (decline), [c]ancel: ")) &&
      !app_inbox_item_accept (item, FALSE, &error))
    app_inbox_item_dismiss (item);
}

static void
print_block (McpSamplingBlock *block)
{
  g_autofree char *text = mcp_json_value_dup_member_string (mcp_sampling_block_get_value (block),
                                                            "text");

  if (text == NULL)
    text = mcp_json_value_print_compact (mcp_sampling_block_get_value (block));
  print_quoted (text);
}

static void
print_conversation (McpSamplingRequest *request)
{
  GPtrArray *messages = mcp_sampling_request_get_messages (request);

  if (mcp_sampling_request_get_system_prompt (request) != NULL)
    {
      fprintf (stderr, "%s\n", _ ("System prompt:"));
      print_quoted (mcp_sampling_request_get_system_prompt (request));
    }
  for (guint i = 0; i < messages->len; i++)
    {
      GPtrArray       *blocks = mcp_sampling_message_get_blocks (messages->pdata[i]);
      g_autofree char *role = app_cli_line (mcp_sampling_message_get_role (messages->pdata[i]));

      fprintf (stderr, "%s:\n", role);
      for (guint k = 0; k < blocks->len; k++)
        print_block (blocks->pdata[k]);
    }
  if (mcp_sampling_request_get_max_tokens (request) >= 0)
    {
      g_autofree char *most = g_strdup_printf ("%" G_GINT64_FORMAT,
                                               mcp_sampling_request_get_max_tokens (request));

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
      g_autofree char *line = app_cli_terminal_read_line ("> ", FALSE, waits, item);

      if (line == NULL)
        return NULL;
      if (*line == '\0' || text->len >= APP_CLI_TERMINAL_MAX_BYTES)
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
  g_autofree char  *text = NULL;
  g_autoptr (GError) error = NULL;

  print_conversation (app_inbox_item_get_sampling (item));
  fprintf (stderr, "%s\n",
           _ ("Reply in the language model’s place. An empty line ends it; nothing declines."));
  text = read_reply (item);
  if (text == NULL || *text == '\0')
    {
      app_inbox_item_decline (item);
      return;
    }
  app_sampling_reply_set_text (reply, text);
  if (!app_inbox_item_accept (item, FALSE, &error))
    app_inbox_item_decline (item);
}

void
app_cli_question_ask (AppInboxItem *item)
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
