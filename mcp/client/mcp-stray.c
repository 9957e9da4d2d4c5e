/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-stray.h"

#include "mcp-client.h"
#include "mcp-error.h"
#include "mcp-misread.h"

#include <string.h>

/* Enough to recognize what it is. */
#define SAMPLE_BYTES 200

struct _McpStray
{
  McpTap     *tap;
  GSourceFunc hopeless;
  gpointer    hopeless_data;
  GByteArray *sample;
  guint       n_lines;  /* that are no messages */
  guint       n_others; /* of those that came by HTTP, which has its own errors */
  gboolean    is_process;
  gboolean    ends;
  gboolean    unfinished; /* an answer came only with the end of the connection */
  char       *reason;     /* (nullable): why the first one is no message */
};

static void
stray_keep (McpStray *self, GBytes *text)
{
  gsize         size = 0;
  const guint8 *data = text != NULL ? g_bytes_get_data (text, &size) : NULL;
  gsize         room = SAMPLE_BYTES - self->sample->len;

  if (data == NULL || room == 0)
    return;
  if (self->sample->len > 0)
    {
      g_byte_array_append (self->sample, (const guint8 *)"\n", 1);
      room--;
    }
  g_byte_array_append (self->sample, data, (guint)MIN (size, room));
}

static gboolean
begins_with (McpStray *self, const char *text)
{
  return self->sample->len >= strlen (text) &&
         g_ascii_strncasecmp ((const char *)self->sample->data, text, strlen (text)) == 0;
}

static gboolean
has_lsp_header (McpStray *self)
{
  return begins_with (self, "Content-Length:");
}

static gboolean
opens_object (GBytes *text)
{
  gsize       size = 0;
  const char *data = text != NULL ? g_bytes_get_data (text, &size) : NULL;

  return size > 0 && *data == '{';
}

static void
on_entry (McpTap *tap, McpTapEntry *entry, McpStray *self)
{
  McpMessage *message = entry->message;
  gboolean    is_invalid = entry->record->kind == MCP_RECORD_MALFORMED ||
                        (entry->record->kind == MCP_RECORD_RECEIVED && message != NULL &&
                         mcp_message_get_kind (message) == MCP_MESSAGE_INVALID);
  /* It came only because nothing more will: perhaps several answers in one. */
  gboolean is_rest = self->ends && self->is_process && self->n_lines == 0 &&
                     (!is_invalid || opens_object (entry->record->text));

  self->is_process |= entry->record->kind == MCP_RECORD_PROCESS_STARTED;
  if (is_invalid && !is_rest)
    {
      self->n_lines++;
      self->n_others += entry->record->exchange != 0;
      if (self->reason == NULL)
        self->reason = g_strdup (message != NULL ? mcp_message_get_reason (message)
                                                 : entry->record->note);
      stray_keep (self, entry->record->text);
      if (self->n_lines == 1 && self->is_process && !self->ends && has_lsp_header (self))
        self->hopeless (self->hopeless_data);
    }
  else if (is_rest && (is_invalid || (entry->flags & MCP_TAP_LATE) != 0))
    {
      self->unfinished = TRUE;
      stray_keep (self, entry->record->text);
    }
}

McpStray *
mcp_stray_new (McpTap *tap, GSourceFunc hopeless, gpointer user_data)
{
  McpStray *self = g_new0 (McpStray, 1);

  self->tap = g_object_ref (tap);
  self->hopeless = hopeless;
  self->hopeless_data = user_data;
  self->sample = g_byte_array_new ();
  g_signal_connect (tap, "entry", G_CALLBACK (on_entry), self);
  return self;
}

void
mcp_stray_free (McpStray *self)
{
  g_signal_handlers_disconnect_by_data (self->tap, self);
  g_object_unref (self->tap);
  g_byte_array_unref (self->sample);
  g_free (self->reason);
  g_free (self);
}

void
mcp_stray_clear (McpStray *self)
{
  g_byte_array_set_size (self->sample, 0);
  self->n_lines = self->n_others = 0;
  g_clear_pointer (&self->reason, g_free);
}

void
mcp_stray_expect_end (McpStray *self)
{
  self->ends = TRUE;
}

/* The guess */

static gboolean
is_text (McpStray *self)
{
  const char *data = (const char *)self->sample->data;
  const char *end;

  /* A character may be cut at the end of the sample. */
  return self->sample->len == 0 || g_utf8_validate (data, self->sample->len, &end) ||
         (end > data && end + 4 > data + self->sample->len &&
          memchr (data, 0, self->sample->len) == NULL);
}

/* @certain: (out): whether waiting longer cannot help. Returns: (transfer full) */
static char *
stray_guess (McpStray *self, gboolean *certain)
{
  *certain = TRUE;
  if (self->n_lines == 0)
    return g_strdup ("a response whose line does not end. Each message must end in a line feed.");
  if (has_lsp_header (self))
    return g_strdup ("messages with Content-Length headers, as language servers (LSP) have them. "
                     "MCP has one message a line, without headers.");
  if (begins_with (self, "SSH-"))
    return g_strdup ("the greeting of an SSH server.");
  if (begins_with (self, "<"))
    return g_strdup ("HTML or XML.");
  if (!is_text (self))
    return g_strdup ("bytes that are no text in UTF-8, as MCP messages are.");
  if (self->reason != NULL && !self->is_process)
    return g_strdup_printf ("what is no message. %s%s", self->reason,
                            g_str_has_suffix (self->reason, ".") ? "" : ".");
  if (begins_with (self, "{"))
    return g_strdup ("JSON that is not an MCP message.");
  *certain = FALSE;
  return g_strdup ("text that is no MCP message, such as a log. Standard output is for messages "
                   "only; logs belong on standard error.");
}

/* What is told */

GError *
mcp_stray_explain (McpStray *self, GError *error)
{
  McpErrorDetails *details = mcp_error_get_details (error);
  g_autofree char *guess = NULL;
  g_autofree char *evidence = NULL;
  GError          *explained;
  gboolean         certain;

  if ((self->n_lines == 0 && !self->unfinished) || details == NULL)
    return error;
  evidence = mcp_misread_dup_visible ((const char *)self->sample->data, self->sample->len);
  if (!g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    {
      /* It has a reason of its own, for which this may be the evidence. */
      if (self->n_others == self->n_lines ||
          g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
        return error;
      /* A line may go on in others. */
      if (details->evidence == NULL ||
          (g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE) &&
           g_str_has_prefix (evidence, details->evidence)))
        {
          g_free (details->evidence);
          details->evidence = g_steal_pointer (&evidence);
        }
      return error;
    }
  guess = stray_guess (self, &certain);
  explained = mcp_error_new (certain ? MCP_ERROR_INVALID_MESSAGE : MCP_ERROR_TIMED_OUT,
                             "%s Received instead: %s", error->message, guess);
  mcp_error_get_details (explained)->evidence = g_steal_pointer (&evidence);
  g_error_free (error);
  return explained;
}

void
mcp_stray_report (McpStray *self, GPtrArray **findings)
{
  g_autofree char *evidence = NULL;

  if (self->n_lines == self->n_others)
    return;
  evidence = mcp_misread_dup_visible ((const char *)self->sample->data, self->sample->len);
  mcp_finding_add (findings, MCP_FINDING_ERROR, MCP_STRAY_FINDING, NULL,
                   "Before its first answer the server wrote what is no message, where only "
                   "messages belong: “%.*s”. Logs belong on standard error.",
                   (int)strcspn (evidence, "\n"), evidence);
}
