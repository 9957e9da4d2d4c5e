/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-console.h"

#include <glib/gi18n-lib.h>

#include "app-session.h"

/* What a person can still scroll through. */
#define MAX_LINES 5000
#define DROPPED_LINES 500

struct _AppConsoleLine
{
  GObject parent_instance;

  char    *text;
  gboolean ours;
};

G_DEFINE_FINAL_TYPE (AppConsoleLine, app_console_line, G_TYPE_OBJECT)

static void
app_console_line_finalize (GObject *object)
{
  g_free (APP_CONSOLE_LINE (object)->text);
  G_OBJECT_CLASS (app_console_line_parent_class)->finalize (object);
}

static void
app_console_line_class_init (AppConsoleLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_console_line_finalize;
}

static void
app_console_line_init (AppConsoleLine *self)
{
}

const char *
app_console_line_get_text (AppConsoleLine *self)
{
  g_return_val_if_fail (APP_IS_CONSOLE_LINE (self), NULL);
  return self->text;
}

gboolean
app_console_line_get_ours (AppConsoleLine *self)
{
  g_return_val_if_fail (APP_IS_CONSOLE_LINE (self), FALSE);
  return self->ours;
}

struct _AppConsole
{
  GObject parent_instance;

  AppRedactor *redactor;
  GListStore  *lines;
};

static void app_console_feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppConsole,
                               app_console,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE,
                                                      app_console_feature_init))

static void
app_console_finalize (GObject *object)
{
  AppConsole *self = APP_CONSOLE (object);

  g_clear_object (&self->redactor);
  g_object_unref (self->lines);
  G_OBJECT_CLASS (app_console_parent_class)->finalize (object);
}

static void
app_console_class_init (AppConsoleClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_console_finalize;
}

static void
app_console_init (AppConsole *self)
{
  self->lines = g_list_store_new (APP_TYPE_CONSOLE_LINE);
}

static void
add_line (AppConsole *self, const char *text, gboolean ours)
{
  g_autoptr (AppConsoleLine) line = g_object_new (APP_TYPE_CONSOLE_LINE, NULL);

  line->text = g_utf8_make_valid (text != NULL ? text : "", -1);
  line->ours = ours;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->lines)) >= MAX_LINES)
    g_list_store_splice (self->lines, 0, DROPPED_LINES, NULL, 0);
  g_list_store_append (self->lines, line);
}

static void
on_tap_entry (AppConsole *self, McpTapEntry *entry)
{
  McpRecord       *record = entry->record;
  g_autofree char *text = NULL;
  g_autofree char *masked = NULL;

  if (record->kind == MCP_RECORD_STDERR && record->text != NULL)
    {
      text = g_strndup (g_bytes_get_data (record->text, NULL), g_bytes_get_size (record->text));
      masked = app_redactor_redact_text (self->redactor, text);
      add_line (self, masked, FALSE);
    }
  else if (record->kind == MCP_RECORD_PROCESS_STARTED)
    {
      /* Translators: %d is a process number */
      text = g_strdup_printf (_ ("process %d started"), record->pid);
      add_line (self, text, TRUE);
    }
  else if (record->kind == MCP_RECORD_PROCESS_EXITED)
    {
      /* Translators: %d is an exit status, negative for a signal */
      text = g_strdup_printf (_ ("process ended (%d)"), record->status);
      add_line (self, text, TRUE);
    }
}

static void
app_console_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppConsole *self = APP_CONSOLE (feature);

  g_set_object (&self->redactor, app_session_get_redactor (session));
  g_signal_connect_object (mcp_client_get_tap (client), "entry", G_CALLBACK (on_tap_entry), self,
                           G_CONNECT_SWAPPED);
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

GListModel *
app_console_get_lines (AppConsole *self)
{
  g_return_val_if_fail (APP_IS_CONSOLE (self), NULL);
  return G_LIST_MODEL (self->lines);
}
