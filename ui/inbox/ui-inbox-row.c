/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-inbox-row.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_LINE 120

struct _UiInboxRow
{
  AdwExpanderRow parent_instance;

  AppInboxItem *item;

  UiSourceView *asked;
  GtkWidget    *answered_title;
  UiSourceView *answered;
};

G_DEFINE_FINAL_TYPE (UiInboxRow, ui_inbox_row, ADW_TYPE_EXPANDER_ROW)

/* Laid out when it is looked at: there may be hundreds. */
static void
on_expanded (UiInboxRow *self)
{
  g_autofree char *answer = NULL;

  if (self->item == NULL || !adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)))
    return;
  answer = app_inbox_item_dup_answer (self->item);
  if (mcp_json_value_exists (app_inbox_item_get_params (self->item)))
    ui_source_view_set_value (self->asked, app_inbox_item_get_params (self->item));
  else
    ui_source_view_set_text (self->asked, "{}", UI_SOURCE_PLAIN);
  ui_source_view_set_text (self->answered, answer, UI_SOURCE_PRETTY);
  gtk_widget_set_visible (GTK_WIDGET (self->answered), answer != NULL);
  gtk_widget_set_visible (self->answered_title, answer != NULL);
}

static void
ui_inbox_row_dispose (GObject *object)
{
  ui_template_dispose (object);
  g_clear_object (&UI_INBOX_ROW (object)->item);
}

static void
ui_inbox_row_class_init (UiInboxRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_inbox_row_dispose;

  g_type_ensure (UI_TYPE_SOURCE_VIEW);
  ui_template_set (widget_class, "ui/inbox/ui-inbox-row.ui");
  gtk_widget_class_bind_template_child (widget_class, UiInboxRow, asked);
  gtk_widget_class_bind_template_child (widget_class, UiInboxRow, answered_title);
  gtk_widget_class_bind_template_child (widget_class, UiInboxRow, answered);
  gtk_widget_class_bind_template_callback (widget_class, on_expanded);
}

static void
ui_inbox_row_init (UiInboxRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
update_subtitle (UiInboxRow *self)
{
  const char *message = app_inbox_item_get_message (self->item);
  const char *target = app_inbox_item_get_target (self->item);
  g_autoptr (GDateTime) time =
      g_date_time_new_from_unix_local (app_inbox_item_get_time (self->item) / G_USEC_PER_SEC);
  g_autofree char *clock = g_date_time_format (time, "%X");
  g_autofree char *words =
      app_visible_text_summary (message != NULL && message[0] != '\0' ? message : target, MAX_LINE);
  g_autofree char *subtitle =
      g_strdup_printf (words[0] != '\0' ? "%s · %s · %s" : "%s · %s%s",
                       app_inbox_item_get_state_name (self->item), clock, words);

  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), subtitle);
}

GtkWidget *
ui_inbox_row_new (AppInboxItem *item)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (item), NULL);

  UiInboxRow *self = g_object_new (UI_TYPE_INBOX_ROW, NULL);

  self->item = g_object_ref (item);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), app_inbox_item_get_title (item));
  ui_widget_name_lists (GTK_WIDGET (self), app_inbox_item_get_title (item));
  update_subtitle (self);
  return GTK_WIDGET (self);
}
