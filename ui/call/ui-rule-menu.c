/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-rule-menu.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-approvals.h"

#include <glib/gi18n.h>
#include <math.h>

/* A limit that a spin button cannot show as exactly as it is kept. */
#define ROUNDED_MS 50

/* The state of a tool without a rule of its own; the others are the rules' words. */
#define SERVERS_RULE "server"

struct _UiRuleMenu
{
  GtkWidget parent_instance;

  AppSession    *session;
  char          *tool;
  GSimpleAction *action;
  GSimpleAction *enabling;

  gboolean       compact;
  GtkMenuButton *button;
  GtkWidget     *limit_box;
  GtkSpinButton *limit;
};

G_DEFINE_FINAL_TYPE (UiRuleMenu, ui_rule_menu, GTK_TYPE_WIDGET)

static const char *
describe (const char *rule)
{
  if (g_str_equal (rule, "ask"))
    return _ ("Always asks");
  if (g_str_equal (rule, "auto"))
    return _ ("Never asks");
  if (g_str_equal (rule, "never"))
    return _ ("Never runs");
  return _ ("Approval");
}

static guint
get_limit (UiRuleMenu *self)
{
  return self->tool != NULL
             ? app_approvals_get_timeout (
                   app_session_get_feature (self->session, APP_TYPE_APPROVALS), self->tool)
             : 0;
}

static void
on_limit (UiRuleMenu *self)
{
  double milliseconds = gtk_spin_button_get_value (self->limit) * 1000;

  if (self->tool != NULL && fabs (milliseconds - get_limit (self)) > ROUNDED_MS)
    app_approvals_set_timeout (app_session_get_feature (self->session, APP_TYPE_APPROVALS),
                               self->tool, (guint)milliseconds);
}

static void
update (UiRuleMenu *self)
{
  const char *rule =
      self->tool != NULL
          ? app_approvals_get_rule (app_session_get_feature (self->session, APP_TYPE_APPROVALS),
                                    self->tool)
          : NULL;
  const char *state = rule != NULL ? rule : SERVERS_RULE;

  gboolean enabled = self->tool == NULL ||
                     app_approvals_is_tool_enabled (
                         app_session_get_feature (self->session, APP_TYPE_APPROVALS), self->tool);
  /* Translators: a word about approval, such as "Never asks" */
  g_autofree char *disabled = g_strdup_printf (_ ("%s, disabled"), describe (state));

  gtk_widget_set_visible (GTK_WIDGET (self), self->tool != NULL);
  gtk_spin_button_set_value (self->limit, get_limit (self) / 1000.0);
  g_simple_action_set_state (self->enabling, g_variant_new_boolean (enabled));
  g_simple_action_set_state (self->action, g_variant_new_string (state));
  const char *words = enabled ? describe (state) : disabled;
  if (self->compact)
    gtk_menu_button_set_icon_name (self->button, "changes-prevent-symbolic");
  else
    gtk_menu_button_set_label (self->button, words);
  ui_widget_name (self->button, words);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button),
                               self->compact ? words : _ ("Approval of Calls"));
}

void
ui_rule_menu_set_compact (UiRuleMenu *self, gboolean compact)
{
  g_return_if_fail (UI_IS_RULE_MENU (self));

  self->compact = compact;
  update (self);
}

static void
on_enabling (UiRuleMenu *self, GVariant *state)
{
  if (self->tool != NULL)
    app_approvals_set_tool_enabled (app_session_get_feature (self->session, APP_TYPE_APPROVALS),
                                    self->tool, g_variant_get_boolean (state));
  update (self);
}

static void
on_chosen (UiRuleMenu *self, GVariant *parameter)
{
  const char *rule = g_variant_get_string (parameter, NULL);

  if (self->tool == NULL)
    return;
  app_approvals_set_rule (app_session_get_feature (self->session, APP_TYPE_APPROVALS), self->tool,
                          g_str_equal (rule, SERVERS_RULE) ? NULL : rule);
  update (self);
}

static void
unfollow (UiRuleMenu *self)
{
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (app_session_get_profile (self->session), self);
  g_clear_object (&self->session);
  g_clear_pointer (&self->tool, g_free);
}

UI_DEFINE_DISPOSE (UiRuleMenu, ui_rule_menu)
{
  unfollow (self);
}

UI_DEFINE_CLASS (UiRuleMenu, ui_rule_menu)
{
  G_OBJECT_CLASS (klass)->dispose = ui_rule_menu_dispose;

  ui_template_set_bin (widget_class, "ui/call/ui-rule-menu.ui");
  ui_template_hold (widget_class, UiRuleMenu, action, enabling);
  ui_template_bind_children (widget_class, UiRuleMenu, button, limit_box, limit);
  ui_template_bind_callbacks (widget_class, on_limit);
}

static void
ui_rule_menu_init (UiRuleMenu *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_popover_menu_add_child (GTK_POPOVER_MENU (gtk_menu_button_get_popover (self->button)),
                              self->limit_box, "limit");
  self->action = g_simple_action_new_stateful ("tool", G_VARIANT_TYPE_STRING,
                                               g_variant_new_string (SERVERS_RULE));
  ui_connect (self->action, "activate", on_chosen, self);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->action));
  self->enabling =
      g_simple_action_new_stateful ("enabled", NULL, g_variant_new_boolean (TRUE));
  ui_connect (self->enabling, "change-state", on_enabling, self);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->enabling));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "rule", G_ACTION_GROUP (group));
  update (self);
}

void
ui_rule_menu_set_tool (UiRuleMenu *self, AppSession *session, const char *tool)
{
  g_return_if_fail (UI_IS_RULE_MENU (self));
  g_return_if_fail (tool == NULL || APP_IS_SESSION (session));

  unfollow (self);
  if (tool != NULL)
    {
      self->session = g_object_ref (session);
      self->tool = g_strdup (tool);
      ui_connect (app_session_get_profile (session), "notify::tool-approvals", update, self);
      ui_connect (app_session_get_profile (session), "notify::disabled-tools", update, self);
      ui_connect (app_session_get_profile (session), "notify::tool-timeouts", update, self);
    }
  update (self);
}
