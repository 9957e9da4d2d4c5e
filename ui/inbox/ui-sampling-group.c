/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-sampling-group.h"
#include "ui-template.h"

struct _UiSamplingGroup
{
  AdwBin parent_instance;

  AppSamplingRule *rule;

  AdwComboRow *mode;
  GtkWidget   *requests;
  GtkWidget   *tokens;
  GtkWidget   *cost;
};

UI_DEFINE_TEMPLATE (UiSamplingGroup, ui_sampling_group, ADW_TYPE_BIN)

UI_DEFINE_CLASS (UiSamplingGroup, ui_sampling_group)
{
  ui_template_set (widget_class, "ui/inbox/ui-sampling-group.ui");
  ui_template_hold (widget_class, UiSamplingGroup, rule);
  ui_template_bind_children (widget_class, UiSamplingGroup, mode, requests, tokens, cost);
}

/* Nothing is spent without the person where they are asked. */
static void
update_limits (UiSamplingGroup *self)
{
  gboolean shown = app_sampling_rule_get_mode (self->rule) != APP_SAMPLING_MODE_ASK;

  gtk_widget_set_visible (self->requests, shown);
  gtk_widget_set_visible (self->tokens, shown);
  gtk_widget_set_visible (self->cost, shown);
}

void
ui_sampling_group_set_rule (UiSamplingGroup *self, AppSamplingRule *rule)
{
  const GBindingFlags flags = G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE;

  g_return_if_fail (UI_IS_SAMPLING_GROUP (self));
  g_return_if_fail (self->rule == NULL && APP_IS_SAMPLING_RULE (rule));

  self->rule = g_object_ref (rule);
  g_object_bind_property (rule, "mode", self->mode, "selected", flags);
  g_object_bind_property (rule, "max-requests", self->requests, "value", flags);
  g_object_bind_property (rule, "max-tokens", self->tokens, "value", flags);
  g_object_bind_property (rule, "max-cost", self->cost, "value", flags);
  ui_connect (rule, "notify::mode", update_limits, self);
  update_limits (self);
}
