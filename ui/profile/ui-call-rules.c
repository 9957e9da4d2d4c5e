/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-call-rules.h"
#include "ui-template.h"

#include <adwaita.h>

struct _UiCallRules
{
  GtkWidget parent_instance;

  AdwComboRow   *approval;
  GtkSpinButton *connect_timeout;
  GtkSpinButton *request_timeout;
  GtkSpinButton *total_timeout;
};

G_DEFINE_FINAL_TYPE (UiCallRules, ui_call_rules, GTK_TYPE_WIDGET)

static void
ui_call_rules_class_init (UiCallRulesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/profile/ui-call-rules.ui");
  gtk_widget_class_bind_template_child (widget_class, UiCallRules, approval);
  gtk_widget_class_bind_template_child (widget_class, UiCallRules, connect_timeout);
  gtk_widget_class_bind_template_child (widget_class, UiCallRules, request_timeout);
  gtk_widget_class_bind_template_child (widget_class, UiCallRules, total_timeout);
}

static void
ui_call_rules_init (UiCallRules *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
ui_call_rules_set_draft (UiCallRules *self, AppProfileDraft *draft)
{
  g_return_if_fail (UI_IS_CALL_RULES (self));

  app_profile_draft_bind (draft, "approval", self->approval, "selected");
  app_profile_draft_bind (draft, "connect-timeout", self->connect_timeout, "value");
  app_profile_draft_bind (draft, "request-timeout", self->request_timeout, "value");
  app_profile_draft_bind (draft, "total-timeout", self->total_timeout, "value");
}
