/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-detail.h"
#include "mcp-property.h"
#include "ui-finding-row.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

/* More of the same would be said. */
#define MAX_FINDINGS 50

struct _UiLogDetail
{
  GtkBox parent_instance;

  AppLogEntry *entry;
  gboolean     answered; /* the answer was there when the view was filled */
  gboolean     prefers_answer;

  GtkToggleButton *first;
  GtkToggleButton *answer;
  GtkToggleButton *exchange;
  GtkToggleButton *pretty;
  GtkWidget       *findings_box;
  GtkListBox      *findings;
  UiSourceView    *source;
};

enum {
  PROP_ENTRY = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

UI_DEFINE_TEMPLATE (UiLogDetail, ui_log_detail, GTK_TYPE_BOX)

static void
update_source (UiLogDetail *self)
{
  UiSourceMode mode = gtk_toggle_button_get_active (self->pretty) ? UI_SOURCE_PRETTY
                                                                  : UI_SOURCE_RAW;

  if (self->entry == NULL)
    return;
  if (gtk_toggle_button_get_active (self->exchange))
    {
      g_autofree char *text = app_log_entry_dup_exchange_text (self->entry);
      ui_source_view_set_text (self->source, text, UI_SOURCE_PLAIN);
      return;
    }
  gboolean message = app_log_entry_get_row (self->entry)->kind < APP_LOG_EXCHANGE;
  g_autoptr (GBytes) bytes = gtk_toggle_button_get_active (self->answer)
                                 ? app_log_entry_dup_response_text (self->entry)
                                 : app_log_entry_dup_text (self->entry);
  ui_source_view_set_bytes (self->source, bytes, message ? mode : UI_SOURCE_PLAIN);
}

static guint
add_findings (UiLogDetail *self, gboolean of_answer, guint n_shown)
{
  g_autoptr (GPtrArray) findings = app_log_entry_dup_findings (self->entry, of_answer);
  guint       n = findings != NULL ? findings->len : 0;
  const char *where = of_answer ? _ ("Response") : gtk_button_get_label (GTK_BUTTON (self->first));

  for (guint i = 0; i < n && n_shown + i < MAX_FINDINGS; i++)
    gtk_list_box_append (self->findings, ui_finding_row_new (findings->pdata[i], where, -1));
  return n;
}

/* Of both messages, whichever is shown. */
static void
update_findings (UiLogDetail *self)
{

  ui_widget_clear (self->findings);
  guint n = add_findings (self, TRUE, 0);
  n += add_findings (self, FALSE, n);
  if (n > MAX_FINDINGS)
    {
      guint            more = n - MAX_FINDINGS;
      g_autofree char *text = g_strdup_printf (
          ngettext ("… %u more issue", "… %u more issues", more), more);

      gtk_list_box_append (self->findings, gtk_label_new (text));
    }
  gtk_widget_set_visible (self->findings_box, n > 0);
}

static void
update_buttons (UiLogDetail *self)
{
  AppLogKind       kind = app_log_entry_get_row (self->entry)->kind;
  g_autofree char *exchange = app_log_entry_dup_exchange_text (self->entry);
  g_autoptr (GBytes) answer = app_log_entry_dup_response_text (self->entry);
  g_autoptr (GBytes) first = app_log_entry_dup_text (self->entry);

  self->answered = answer != NULL;
  gtk_button_set_label (GTK_BUTTON (self->first),
                        kind == APP_LOG_REQUEST ? _ ("Request") : _ ("Message"));
  gtk_widget_set_visible (GTK_WIDGET (self->first), first != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->answer), answer != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->exchange), exchange != NULL);
  if ((gtk_toggle_button_get_active (self->answer) && answer == NULL) ||
      (gtk_toggle_button_get_active (self->exchange) && exchange == NULL))
    gtk_toggle_button_set_active (self->first, TRUE);
  if (first == NULL && exchange != NULL)
    gtk_toggle_button_set_active (self->exchange, TRUE);
  else if (self->prefers_answer && answer != NULL)
    gtk_toggle_button_set_active (self->answer, TRUE);
}

static void
on_entry_changed (UiLogDetail *self)
{
  g_autoptr (GBytes) answer = app_log_entry_dup_response_text (self->entry);

  if ((answer != NULL) == self->answered)
    return;
  update_buttons (self);
  update_findings (self);
  update_source (self);
}

static void
on_toggled (UiLogDetail *self, GParamSpec *pspec, GtkToggleButton *button)
{
  /* Of a group, the one that is switched on speaks for both. */
  if (gtk_toggle_button_get_active (button) || button == self->pretty)
    update_source (self);
}

UI_DEFINE_CLASS (UiLogDetail, ui_log_detail)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_ENTRY] = { "entry", APP_TYPE_LOG_ENTRY, .offset = G_STRUCT_OFFSET (UiLogDetail, entry),
                     .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_log_detail_set_entry) },
  };

  mcp_property_install (object_class, rows, properties, N_PROPS);

  g_type_ensure (UI_TYPE_SOURCE_VIEW);
  ui_template_set (widget_class, "ui/log/ui-log-detail.ui");
  ui_template_hold (widget_class, UiLogDetail, entry);
  ui_template_bind_children (widget_class, UiLogDetail, first, answer, exchange, pretty,
                             findings_box, findings, source);
  ui_template_bind_callbacks (widget_class, on_toggled);
}

void
ui_log_detail_set_prefers_answer (UiLogDetail *self, gboolean prefers_answer)
{
  g_return_if_fail (UI_IS_LOG_DETAIL (self));
  self->prefers_answer = prefers_answer;
}

void
ui_log_detail_set_entry (UiLogDetail *self, AppLogEntry *entry)
{
  g_return_if_fail (UI_IS_LOG_DETAIL (self));
  g_return_if_fail (entry == NULL || APP_IS_LOG_ENTRY (entry));

  if (self->entry == entry)
    return;
  if (self->entry != NULL)
    g_signal_handlers_disconnect_by_data (self->entry, self);
  g_set_object (&self->entry, entry);
  if (entry != NULL)
    {
      ui_connect (entry, "notify::state", on_entry_changed, self);
      update_buttons (self);
      update_findings (self);
      update_source (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ENTRY]);
}
