/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-trial-row.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_TEXT 600

struct _UiTrialRow
{
  AdwActionRow parent_instance;

  AppClientChange *change;
  GtkWidget       *mark;
  GtkWidget       *button;
};

UI_DEFINE_TEMPLATE (UiTrialRow, ui_trial_row, ADW_TYPE_ACTION_ROW)

static const char *const state_classes[] = { "state-ready", "state-failed", NULL };

static void
update (UiTrialRow *self)
{
  const AppClientChangeInfo *info = app_client_change_get_info (self->change);
  const char                *text = info->trial_text;
  gboolean                   trying = info->is_trying;
  gboolean                   ok = info->trial_ok;

  if (text == NULL)
    text = _ ("Starts the server and lists its tools.");
  g_autofree char *visible = app_visible_text_block (text, MAX_TEXT);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), visible);
  gtk_widget_set_visible (self->mark, info->trial_text != NULL && !trying);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark),
                                ok ? "emblem-ok-symbolic" : "dialog-error-symbolic");
  ui_style_swap_class (self->mark, state_classes, ok ? "state-ready" : "state-failed");
  gtk_button_set_label (GTK_BUTTON (self->button), trying ? _ ("Cancel") : _ ("Test"));
  ui_widget_name (self->button, trying ? _ ("Cancel the test") : _ ("Test connection"));
  gtk_widget_set_visible (GTK_WIDGET (self), info->can_try);
}

static void
on_clicked (UiTrialRow *self)
{
  if (app_client_change_get_info (self->change)->is_trying)
    app_client_change_stop_trying (self->change);
  else
    app_client_change_try (self->change);
}

static void
ui_trial_row_dispose (GObject *object)
{
  UiTrialRow *self = UI_TRIAL_ROW (object);

  if (self->change != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->change, self);
      app_client_change_stop_trying (self->change);
    }
  g_clear_object (&self->change);
  ui_template_dispose (object);
}

UI_DEFINE_CLASS (UiTrialRow, ui_trial_row)
{
  G_OBJECT_CLASS (klass)->dispose = ui_trial_row_dispose;
  ui_template_set (widget_class, "ui/clients/ui-trial-row.ui");
  ui_template_bind_children (widget_class, UiTrialRow, mark, button);
  ui_template_bind_callbacks (widget_class, on_clicked);
}

void
ui_trial_row_set_change (UiTrialRow *self, AppClientChange *change)
{
  g_return_if_fail (UI_IS_TRIAL_ROW (self));
  g_return_if_fail (self->change == NULL);

  self->change = g_object_ref (change);
  ui_connect (change, "notify::trial-text", update, self);
  ui_connect (change, "notify::stage", update, self);
  update (self);
}
