/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-auth-exchange-row.h"
#include "ui-copy.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"
#include "app-auth-text.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_LINE 400
/* A page that stands where a document should be is longer; the copy has it whole. */
#define MAX_TEXT 8000

struct _UiAuthExchangeRow
{
  AdwExpanderRow parent_instance;

  AppRedactor     *redactor;
  McpAuthExchange *exchange;

  GtkImage *icon;
  GtkLabel *request;
  GtkLabel *response;
};

G_DEFINE_FINAL_TYPE (UiAuthExchangeRow, ui_auth_exchange_row, ADW_TYPE_EXPANDER_ROW)

static void
copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiAuthExchangeRow *self = UI_AUTH_EXCHANGE_ROW (widget);
  g_autofree char   *request = app_auth_text_dup_request (self->redactor, self->exchange);
  g_autofree char   *response = app_auth_text_dup_response (self->redactor, self->exchange);
  g_autofree char   *both = g_strconcat (request, "\n\n", response, NULL);

  ui_copy_text (widget, both, strlen (both));
}

static void
show_text (GtkLabel *label, char *text)
{
  glong            hidden = g_utf8_strlen (text, -1) - MAX_TEXT;
  g_autofree char *visible = app_visible_text_block (text, MAX_TEXT);

  if (hidden > 0)
    {
      g_autofree char *more = g_strdup_printf (
          ngettext ("%ld more character; copying has it", "%ld more characters; copying has them",
                    (gulong)hidden),
          hidden);
      g_autofree char *both = g_strconcat (visible, "\n", more, NULL);

      gtk_label_set_text (label, both);
    }
  else
    gtk_label_set_text (label, visible);
  g_free (text);
}

/* What is never opened is never laid out. */
static void
on_expanded (UiAuthExchangeRow *self)
{
  if (!adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)))
    return;
  show_text (self->request, app_auth_text_dup_request (self->redactor, self->exchange));
  show_text (self->response, app_auth_text_dup_response (self->redactor, self->exchange));
}

MCP_DEFINE_DISPOSE (UiAuthExchangeRow, ui_auth_exchange_row)
{
  g_clear_object (&self->redactor);
  g_clear_object (&self->exchange);
}

UI_DEFINE_CLASS (UiAuthExchangeRow, ui_auth_exchange_row)
{
  G_OBJECT_CLASS (klass)->dispose = ui_auth_exchange_row_dispose;

  ui_template_set (widget_class, "ui/auth/ui-auth-exchange-row.ui");
  ui_template_bind_children (widget_class, UiAuthExchangeRow, icon, request, response);
  gtk_widget_class_install_action (widget_class, "exchange.copy", NULL, copy);
}

static void
ui_auth_exchange_row_init (UiAuthExchangeRow *self)
{
  ui_template_init (self);
  ui_wrap_literally (self->request);
  ui_wrap_literally (self->response);
  g_signal_connect (self, "notify::expanded", G_CALLBACK (on_expanded), NULL);
}

GtkWidget *
ui_auth_exchange_row_new (AppRedactor *redactor, McpAuthExchange *exchange)
{
  UiAuthExchangeRow *self = g_object_new (UI_TYPE_AUTH_EXCHANGE_ROW, NULL);
  guint              status = mcp_auth_exchange_get_status (exchange);
  g_autofree char   *title = app_auth_text_dup_title (redactor, exchange);
  g_autofree char   *outcome = mcp_auth_exchange_dup_outcome (exchange);
  g_autofree char   *line = app_visible_text_line (title, MAX_LINE);
  g_autofree char   *below = app_visible_text_line (outcome, MAX_LINE);
  const char        *icon = status == 0    ? "network-error-symbolic"
                            : status < 300 ? "object-select-symbolic"
                            : status < 400 ? "go-next-symbolic"
                                           : "dialog-warning-symbolic";

  self->redactor = g_object_ref (redactor);
  self->exchange = g_object_ref (exchange);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), line);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), below);
  gtk_image_set_from_icon_name (self->icon, icon);
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), status == 0    ? "state-failed"
                                                     : status < 300 ? "state-ready"
                                                     : status < 400 ? "state-quiet"
                                                                    : "state-waiting");
  ui_widget_name_lists (GTK_WIDGET (self), line);
  return GTK_WIDGET (self);
}
