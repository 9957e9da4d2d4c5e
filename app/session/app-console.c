/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-console.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-session.h"
#include "app-visible-text.h"
#include "mcp-object.h"

/* What a person can still scroll through. */
#define MAX_LINES 5000
#define DROPPED_LINES 500
/* Of one line; more is cut where it is shown. */
#define MAX_CHARACTERS 4000

struct _AppConsoleLine
{
  GObject parent_instance;

  char    *text;
  char    *shown;
  GArray  *spans; /* of AppAnsiSpan, in @shown */
  gboolean ours;
};

G_DEFINE_FINAL_TYPE (AppConsoleLine, app_console_line, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppConsoleLine, app_console_line)

MCP_DEFINE_FINALIZE (AppConsoleLine, app_console_line)
{
  g_free (self->text);
  g_free (self->shown);
  g_array_unref (self->spans);
}

static void
app_console_line_init (AppConsoleLine *self)
{
  self->spans = g_array_new (FALSE, FALSE, sizeof (AppAnsiSpan));
}

MCP_DEFINE_GETTER (const char *, AppConsoleLine, app_console_line, text)
MCP_DEFINE_GETTER (const char *, AppConsoleLine, app_console_line, shown)

const AppAnsiSpan *
app_console_line_get_spans (AppConsoleLine *self, guint *n)
{
  g_return_val_if_fail (APP_IS_CONSOLE_LINE (self), NULL);
  *n = self->spans->len;
  return (const AppAnsiSpan *)self->spans->data;
}

MCP_DEFINE_GETTER (gboolean, AppConsoleLine, app_console_line, ours)

struct _AppConsole
{
  GObject parent_instance;

  AppRedactor   *redactor;
  AppAnsiParser *parser; /* a style holds until it is changed, over lines */
  GListStore    *lines;
};

APP_DEFINE_SESSION_FEATURE (AppConsole, app_console)
MCP_DEFINE_CLASS_INIT (AppConsole, app_console)

MCP_DEFINE_FINALIZE (AppConsole, app_console)
{
  g_clear_object (&self->redactor);
  app_ansi_parser_free (self->parser);
  g_object_unref (self->lines);
}

static void
app_console_init (AppConsole *self)
{
  self->parser = app_ansi_parser_new ();
  self->lines = g_list_store_new (APP_TYPE_CONSOLE_LINE);
}

static void
append_line (AppConsole *self, AppConsoleLine *line)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->lines)) >= MAX_LINES)
    g_list_store_splice (self->lines, 0, DROPPED_LINES, NULL, 0);
  g_list_store_append (self->lines, line);
}

static void
add_word (AppConsole *self, const char *text)
{
  g_autoptr (AppConsoleLine) line = g_object_new (APP_TYPE_CONSOLE_LINE, NULL);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *clock = g_date_time_format (now, "%H:%M:%S");

  line->text = g_strdup_printf ("%s  %s", clock, text);
  line->shown = g_strdup (line->text);
  line->ours = TRUE;
  append_line (self, line);
}

/* @length: bytes of @text, which need not end there. Returns: how many bytes were added */
static guint
append_shown (GString *shown, const char *text, gsize length)
{
  gsize            before = shown->len;
  g_autofree char *part = g_strndup (text, length);
  g_autofree char *valid = g_utf8_make_valid (part, -1);
  g_autofree char *visible = app_visible_text_line (valid, MAX_CHARACTERS);

  g_string_append (shown, visible);
  return (guint)(shown->len - before);
}

/* What is made visible takes other room than what it was. */
static void
show_text (AppConsoleLine *self, const char *text, GArray *spans)
{
  g_autoptr (GString) shown = g_string_new (NULL);
  gsize end = 0;

  for (guint i = 0; i < spans->len && shown->len < MAX_CHARACTERS; i++)
    {
      AppAnsiSpan span = g_array_index (spans, AppAnsiSpan, i);
      guint       start;

      append_shown (shown, text + end, span.start - end);
      end = span.start + span.length;
      start = (guint)shown->len;
      span.length = append_shown (shown, text + span.start, span.length);
      span.start = start;
      g_array_append_val (self->spans, span);
    }
  if (shown->len < MAX_CHARACTERS)
    append_shown (shown, text + end, strlen (text + end));
  else if (text[end] != '\0')
    g_string_append (shown, "…");
  self->shown = g_string_free (g_steal_pointer (&shown), FALSE);
}

/* A secret may have colours in it: it is looked for without them, too, and then goes with them. */
static void
add_printed (AppConsole *self, GBytes *bytes)
{
  g_autoptr (AppConsoleLine) line = g_object_new (APP_TYPE_CONSOLE_LINE, NULL);
  g_autoptr (GString) plain = g_string_new (NULL);
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (AppAnsiSpan));
  gsize            length;
  const char      *data = g_bytes_get_data (bytes, &length);
  g_autofree char *raw = g_utf8_make_valid (data, (gssize)length); /* NUL is replaced, too */
  g_autofree char *masked = app_redactor_redact_text (self->redactor, raw);

  app_ansi_parser_read (self->parser, raw, strlen (raw), plain, spans);
  g_autofree char *masked_plain = app_redactor_redact_text (self->redactor, plain->str);
  gboolean         has_secret = !g_str_equal (masked_plain, plain->str);
  if (has_secret)
    g_array_set_size (spans, 0);
  line->text = g_utf8_make_valid (has_secret ? masked_plain : masked, -1);
  show_text (line, masked_plain, spans);
  append_line (self, line);
}

static void
on_tap_entry (AppConsole *self, McpTapEntry *entry)
{
  McpRecord       *record = entry->record;
  g_autofree char *text = NULL;

  if (record->kind == MCP_RECORD_STDERR && record->text != NULL)
    add_printed (self, record->text);
  else if (record->kind == MCP_RECORD_PROCESS_STARTED)
    {
      /* Translators: %d is a process number */
      text = g_strdup_printf (_ ("process %d started"), record->pid);
      add_word (self, text);
    }
  else if (record->kind == MCP_RECORD_PROCESS_EXITED)
    {
      /* Translators: %d is an exit status, negative for a signal */
      text = g_strdup_printf (_ ("process exited (%d)"), record->status);
      add_word (self, text);
    }
}

static void
app_console_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppConsole *self = APP_CONSOLE (feature);

  g_set_object (&self->redactor, app_session_get_redactor (session));
  mcp_signal_connect (mcp_client_get_tap (client), "entry", on_tap_entry, self);
}

static gboolean
app_console_closed (AppSessionFeature *feature,
                    AppSession        *session,
                    McpClient         *client,
                    const GError      *error)
{
  if (client != NULL)
    g_signal_handlers_disconnect_by_data (mcp_client_get_tap (client), feature);
  return FALSE;
}

static void
app_console_feature_init (AppSessionFeatureInterface *iface)
{
  iface->opening = app_console_opening;
  iface->closed = app_console_closed;
}

void
app_console_clear (AppConsole *self)
{
  g_return_if_fail (APP_IS_CONSOLE (self));
  g_list_store_remove_all (self->lines);
}

GListModel *
app_console_get_lines (AppConsole *self)
{
  g_return_val_if_fail (APP_IS_CONSOLE (self), NULL);
  return G_LIST_MODEL (self->lines);
}

AppConsole *
app_console_find (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  StoreProfile *profile = app_session_get_profile (session);
  return store_profile_get_endpoint (profile)->transport == STORE_TRANSPORT_STDIO
             ? app_session_get_feature (session, APP_TYPE_CONSOLE)
             : NULL;
}
