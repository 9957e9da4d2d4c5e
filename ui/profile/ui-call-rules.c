/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-call-rules.h"
#include "ui-template.h"

#include <adwaita.h>

struct _UiCallRules
{
  GtkWidget parent_instance;

  gboolean loading;

  AdwComboRow   *approval;
  GtkSpinButton *connect_timeout;
  GtkSpinButton *request_timeout;
  GtkSpinButton *total_timeout;
};

G_DEFINE_FINAL_TYPE (UiCallRules, ui_call_rules, GTK_TYPE_WIDGET)

static void
on_changed (UiCallRules *self)
{
  if (!self->loading)
    g_signal_emit_by_name (self, "changed");
}

static guint
get_milliseconds (GtkSpinButton *button)
{
  return (guint)(gtk_spin_button_get_value (button) * 1000);
}

static void
ui_call_rules_class_init (UiCallRulesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  ui_signal_new (klass, "changed", 0);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/profile/ui-call-rules.ui");
  gtk_widget_class_bind_template_child (widget_class, UiCallRules, approval);
  gtk_widget_class_bind_template_child (widget_class, UiCallRules, connect_timeout);
  gtk_widget_class_bind_template_child (widget_class, UiCallRules, request_timeout);
  gtk_widget_class_bind_template_child (widget_class, UiCallRules, total_timeout);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
}

static void
ui_call_rules_init (UiCallRules *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
ui_call_rules_load (UiCallRules *self, StoreProfile *profile)
{
  g_return_if_fail (UI_IS_CALL_RULES (self));

  self->loading = TRUE;
  adw_combo_row_set_selected (self->approval, store_profile_get_approval (profile));
  gtk_spin_button_set_value (self->connect_timeout,
                             store_profile_get_connect_timeout (profile) / 1000.0);
  gtk_spin_button_set_value (self->request_timeout,
                             store_profile_get_request_timeout (profile) / 1000.0);
  gtk_spin_button_set_value (self->total_timeout,
                             store_profile_get_total_timeout (profile) / 1000.0);
  self->loading = FALSE;
}

void
ui_call_rules_save (UiCallRules *self, StoreProfile *profile)
{
  g_return_if_fail (UI_IS_CALL_RULES (self));

  store_profile_set_approval (profile, adw_combo_row_get_selected (self->approval));
  store_profile_set_connect_timeout (profile, get_milliseconds (self->connect_timeout));
  store_profile_set_request_timeout (profile, get_milliseconds (self->request_timeout));
  store_profile_set_total_timeout (profile, get_milliseconds (self->total_timeout));
}
