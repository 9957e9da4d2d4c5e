/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is off in the messages of an entry: read when somebody wants to know. */

#include "app-log-entry-private.h"

#include "app-findings.h"

/* Entries that are waiting to be counted; of more, the views ask again. */
#define MAX_WAITING 1024

static GQueue waiting = G_QUEUE_INIT; /* of AppLogEntry */
static guint  counting;

GPtrArray *
app_log_entry_dup_findings (AppLogEntry *self, gboolean of_answer)
{
  AppLogText *text;
  GPtrArray  *findings = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GPtrArray) found = NULL;

  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);

  mcp_finding_add_all (&findings, of_answer ? self->answer_findings : self->findings, NULL);
  text = of_answer ? self->answer : self->text;
  if (self->kind <= APP_LOG_MALFORMED && text != NULL)
    {
      bytes = app_log_text_dup (text);
      found = app_findings_of_message (bytes, of_answer ? self->method : NULL);
    }
  mcp_finding_add_all (&findings, found, NULL);
  return findings;
}

static int
count (AppLogEntry *self, gboolean of_answer)
{
  g_autoptr (GPtrArray) findings = app_log_entry_dup_findings (self, of_answer);

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    self->worst = MAX (self->worst, (guint)mcp_finding_get_level (findings->pdata[i]));
  return findings != NULL ? (int)findings->len : 0;
}

guint
app_log_entry_count_findings (AppLogEntry *self, McpFindingLevel *worst)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), 0);

  if (self->n_findings < 0)
    {
      self->worst = MCP_FINDING_NOTE;
      self->n_findings = count (self, FALSE) + count (self, TRUE);
    }
  if (worst != NULL)
    *worst = (McpFindingLevel)self->worst;
  return (guint)self->n_findings;
}

static gboolean
count_next (gpointer data)
{
  g_autoptr (AppLogEntry) entry = g_queue_pop_head (&waiting);

  if (entry != NULL)
    {
      entry->wanted = FALSE;
      app_log_entry_take_count (entry, (int)app_log_entry_count_findings (entry, NULL));
    }
  if (!g_queue_is_empty (&waiting))
    return G_SOURCE_CONTINUE;
  counting = 0;
  return G_SOURCE_REMOVE;
}

int
app_log_entry_get_n_findings (AppLogEntry *self, McpFindingLevel *worst)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), -1);

  if (worst != NULL)
    *worst = (McpFindingLevel)self->worst;
  return self->n_findings;
}

void
app_log_entry_want_findings (AppLogEntry *self)
{
  g_return_if_fail (APP_IS_LOG_ENTRY (self));

  if (self->n_findings >= 0 || self->wanted)
    return;
  if (g_queue_get_length (&waiting) >= MAX_WAITING)
    {
      g_autoptr (AppLogEntry) oldest = g_queue_pop_head (&waiting);
      oldest->wanted = FALSE;
    }
  self->wanted = TRUE;
  g_queue_push_tail (&waiting, g_object_ref (self));
  if (counting == 0)
    counting = g_idle_add_full (G_PRIORITY_LOW, count_next, NULL, NULL);
}
