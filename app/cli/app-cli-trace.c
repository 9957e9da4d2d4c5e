/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-trace.h"

#include <stdio.h>
#include <unistd.h>

#include "app-visible-text.h"
#include "mcp-object.h"

struct _AppCliTrace
{
  GObject parent_instance;
};

static void feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppCliTrace,
                               app_cli_trace,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, feature_init))
MCP_DEFINE_INIT (AppCliTrace, app_cli_trace)

static void
app_cli_trace_class_init (AppCliTraceClass *klass)
{
}

static void
print_text (AppRedactor *redactor, const char *mark, GBytes *text)
{
  g_autoptr (GBytes) masked = app_redactor_redact (redactor, text);
  gsize            length;
  const char      *data = g_bytes_get_data (masked, &length);
  g_autofree char *visible = NULL;

  if (isatty (STDERR_FILENO))
    {
      visible = app_visible_text_json (data, length);
      data = visible;
      length = strlen (visible);
    }
  while (length > 0 && (data[length - 1] == '\n' || data[length - 1] == '\r'))
    length--;
  fprintf (stderr, "%s ", mark);
  fwrite (data, 1, length, stderr);
  fputc ('\n', stderr);
}

/* What Spyglass did by itself, such as opening the session in another way. */
static void
print_note (AppRedactor *redactor, const char *note)
{
  g_autofree char *masked = app_redactor_redact_text (redactor, note);
  g_autofree char *line = app_visible_text_line (masked, 0);

  fprintf (stderr, "· %s\n", line);
}

static void
on_entry (McpTap *tap, McpTapEntry *entry, AppRedactor *redactor)
{
  McpRecord *record = entry->record;
  gboolean   second = (entry->flags & MCP_TAP_SECOND) != 0;

  if ((entry->flags & MCP_TAP_BATCH_MEMBER) != 0)
    return;
  if (record->kind == MCP_RECORD_EXCHANGE_HEADERS)
    fprintf (stderr, "· HTTP %d\n", record->status);
  if (record->kind == MCP_RECORD_NOTE && record->note != NULL)
    print_note (redactor, record->note);
  if (record->text == NULL)
    return;
  if (record->kind == MCP_RECORD_SENT)
    print_text (redactor, second ? "→ (second)" : "→", record->text);
  else if (record->kind == MCP_RECORD_RECEIVED)
    print_text (redactor, second ? "← (second)" : "←", record->text);
  else if (record->kind == MCP_RECORD_MALFORMED)
    print_text (redactor, "⚠ ←", record->text);
}

static void
opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  g_signal_connect_object (mcp_client_get_tap (client), "entry", G_CALLBACK (on_entry),
                           app_session_get_redactor (session), 0);
}

static void
feature_init (AppSessionFeatureInterface *iface)
{
  iface->opening = opening;
}

AppCliTrace *
app_cli_trace_new (void)
{
  return g_object_new (APP_TYPE_CLI_TRACE, NULL);
}
