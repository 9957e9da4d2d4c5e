/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-filter.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "ui-log-columns.h"

#include <string.h>

struct _UiLogFilter
{
  GtkFilter parent_instance;

  char          *session_name;
  char          *needle; /* casefolded */
  char          *server;
  char          *method;
  UiLogDirection direction;
  UiLogStatus    status;
  guint          messages;
};

static guint count_active (UiLogFilter *self);

enum {
  PROP_N_ACTIVE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (UiLogFilter, ui_log_filter, GTK_TYPE_FILTER)

static gboolean
has_status (UiLogStatus status, AppLogState state)
{
  switch (status)
    {
    case UI_LOG_STATUS_OK:
      return state == APP_LOG_STATE_OK;
    case UI_LOG_STATUS_FAILED:
      return state == APP_LOG_STATE_ERROR || state == APP_LOG_STATE_TOOL_ERROR;
    case UI_LOG_STATUS_PENDING:
      return state == APP_LOG_STATE_PENDING;
    case UI_LOG_STATUS_CANCELLED:
      return state == APP_LOG_STATE_CANCELLED;
    case UI_LOG_ANY_STATUS:
    default:
      return TRUE;
    }
}

/* What neither side sent to the other has no direction. */
static gboolean
has_direction (UiLogDirection direction, const AppLogRow *row)
{
  if (direction == UI_LOG_ANY_DIRECTION)
    return TRUE;
  return row->kind <= APP_LOG_EXCHANGE && row->outgoing == (direction == UI_LOG_SENT);
}

static gboolean
has_text (AppLogEntry *entry, const char *needle)
{
  g_autofree char *line = ui_log_columns_dup_line (entry);
  g_autofree char *folded = g_utf8_casefold (line, -1);

  return strstr (folded, needle) != NULL;
}

static gboolean
is_among (AppLogEntry *entry, guint messages)
{
  if (messages == UI_LOG_WITH_ISSUES)
    return app_log_entry_count_findings (entry, NULL) > 0;
  return messages == UI_LOG_ALL_MESSAGES ||
         app_log_entry_get_row (entry)->level >= (int)messages - UI_LOG_SERVER_LOGS;
}

/* What costs most comes last. */
static gboolean
ui_log_filter_match (GtkFilter *filter, gpointer item)
{
  UiLogFilter     *self = UI_LOG_FILTER (filter);
  const AppLogRow *row = app_log_entry_get_row (item);

  return (self->session_name == NULL || g_strcmp0 (self->session_name, row->session) == 0) &&
         (self->server == NULL || g_strcmp0 (self->server, row->session) == 0) &&
         (self->method == NULL || g_strcmp0 (self->method, row->method) == 0) &&
         has_direction (self->direction, row) && has_status (self->status, row->state) &&
         (self->needle == NULL || has_text (item, self->needle)) && is_among (item, self->messages);
}

MCP_DEFINE_FINALIZE (UiLogFilter, ui_log_filter)
{
  g_free (self->session_name);
  g_free (self->needle);
  g_free (self->server);
  g_free (self->method);
}

MCP_DEFINE_CLASS (UiLogFilter, ui_log_filter)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_N_ACTIVE] = { "n-active", G_TYPE_UINT, G_CALLBACK (count_active) },
  };

  object_class->finalize = ui_log_filter_finalize;
  GTK_FILTER_CLASS (klass)->match = ui_log_filter_match;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

UiLogFilter *
ui_log_filter_new (const char *session_name)
{
  UiLogFilter *self = g_object_new (UI_TYPE_LOG_FILTER, NULL);

  self->session_name = g_strdup (session_name);
  return self;
}

static guint
count_active (UiLogFilter *self)
{
  return (self->server != NULL) + (self->method != NULL) +
         (self->direction != UI_LOG_ANY_DIRECTION) + (self->status != UI_LOG_ANY_STATUS) +
         (self->messages != UI_LOG_ALL_MESSAGES);
}

static void
changed (UiLogFilter *self)
{
  gtk_filter_changed (GTK_FILTER (self), GTK_FILTER_CHANGE_DIFFERENT);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ACTIVE]);
}

static void
set_string (UiLogFilter *self, char **kept, const char *text)
{
  if (g_strcmp0 (*kept, text) == 0)
    return;
  g_free (*kept);
  *kept = g_strdup (text);
  changed (self);
}

void
ui_log_filter_set_text (UiLogFilter *self, const char *text)
{
  g_return_if_fail (UI_IS_LOG_FILTER (self));

  g_autofree char *folded =
      text != NULL && text[0] != '\0' ? g_utf8_casefold (text, -1) : NULL;
  set_string (self, &self->needle, folded);
}

void
ui_log_filter_set_server (UiLogFilter *self, const char *server)
{
  g_return_if_fail (UI_IS_LOG_FILTER (self));
  set_string (self, &self->server, server);
}

void
ui_log_filter_set_method (UiLogFilter *self, const char *method)
{
  g_return_if_fail (UI_IS_LOG_FILTER (self));
  set_string (self, &self->method, method);
}

void
ui_log_filter_set_direction (UiLogFilter *self, UiLogDirection direction)
{
  g_return_if_fail (UI_IS_LOG_FILTER (self));

  if (self->direction == direction)
    return;
  self->direction = direction;
  changed (self);
}

void
ui_log_filter_set_status (UiLogFilter *self, UiLogStatus status)
{
  g_return_if_fail (UI_IS_LOG_FILTER (self));

  if (self->status == status)
    return;
  self->status = status;
  changed (self);
}

void
ui_log_filter_set_messages (UiLogFilter *self, guint messages)
{
  g_return_if_fail (UI_IS_LOG_FILTER (self));

  if (self->messages == messages)
    return;
  self->messages = messages;
  changed (self);
}

gboolean
ui_log_filter_is_slow (UiLogFilter *self)
{
  g_return_val_if_fail (UI_IS_LOG_FILTER (self), FALSE);
  return self->messages == UI_LOG_WITH_ISSUES;
}

gboolean
ui_log_filter_depends_on_answers (UiLogFilter *self)
{
  g_return_val_if_fail (UI_IS_LOG_FILTER (self), FALSE);
  return self->messages == UI_LOG_WITH_ISSUES || self->status != UI_LOG_ANY_STATUS;
}

gboolean
ui_log_filter_is_active (UiLogFilter *self)
{
  g_return_val_if_fail (UI_IS_LOG_FILTER (self), FALSE);
  return self->needle != NULL || count_active (self) > 0;
}
