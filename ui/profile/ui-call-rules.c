/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-call-rules.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app-visible-text.h"
#include "ui-template.h"
#include "ui-widget.h"

#define MAX_NAME 100u
/* Of the button of a row. */
#define TOOL_DATA "tool"

struct _UiCallRules
{
  GtkWidget parent_instance;

  AdwComboRow         *approval;
  AdwPreferencesGroup *tools;
  GtkListBox          *list;
  GtkWidget           *connect_timeout;
  GtkWidget           *request_timeout;
  GtkWidget           *total_timeout;

  StoreProfile *profile; /* of the draft; nullable */
};

G_DEFINE_FINAL_TYPE (UiCallRules, ui_call_rules, GTK_TYPE_WIDGET)

static void fill (UiCallRules *self);

static void
on_remove (UiCallRules *self, GtkWidget *button)
{
  g_autoptr (StoreVariables) rules =
      store_variables_copy (store_profile_get_decisions (self->profile)->tool_approvals);

  store_variables_remove (rules, g_object_get_data (G_OBJECT (button), TOOL_DATA));
  g_object_set (self->profile, "tool-approvals", rules, NULL);
  fill (self);
}

static const char *
describe (const char *rule)
{
  if (g_str_equal (rule, "ask"))
    return _ ("Always asks");
  return g_str_equal (rule, "auto") ? _ ("Never asks") : _ ("Never runs");
}

static GtkWidget *
create_row (UiCallRules *self, const char *tool, const char *rule)
{
  GtkWidget       *row = adw_action_row_new ();
  GtkWidget       *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *visible = app_visible_text_line (tool, MAX_NAME);
  g_autofree char *escaped = g_markup_escape_text (visible, -1);
  /* Translators: the name of a tool */
  g_autofree char *name = g_strdup_printf (_ ("Remove the Rule for %s"), visible);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), escaped);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), describe (rule));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Remove"));
  ui_widget_name (button, name);
  g_object_set_data_full (G_OBJECT (button), TOOL_DATA, g_strdup (tool), g_free);
  ui_connect (button, "clicked", on_remove, self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return row;
}

static void
fill (UiCallRules *self)
{
  const StoreVariables *rules = store_profile_get_decisions (self->profile)->tool_approvals;
  guint                 n = store_variables_get_n_items (rules);

  ui_widget_clear (self->list);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (self->list, create_row (self, store_variables_get_name (rules, i),
                                                 store_variables_get_value (rules, i)));
  gtk_widget_set_visible (GTK_WIDGET (self->tools), n > 0);
}

UI_DEFINE_CLASS (UiCallRules, ui_call_rules)
{
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  ui_template_set (widget_class, "ui/profile/ui-call-rules.ui");
  ui_template_hold (widget_class, UiCallRules, profile);
  ui_template_bind_children (widget_class, UiCallRules, approval, tools, list, connect_timeout,
                             request_timeout, total_timeout);
}

static void
ui_call_rules_init (UiCallRules *self)
{
  ui_template_init (self);
  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
      GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                              18);
}

void
ui_call_rules_set_draft (UiCallRules *self, AppProfileDraft *draft)
{
  g_return_if_fail (UI_IS_CALL_RULES (self));

  g_set_object (&self->profile, app_profile_draft_get_profile (draft));
  app_profile_draft_bind (draft, "approval", self->approval, "selected");
  app_profile_draft_bind (draft, "connect-timeout", self->connect_timeout, "value");
  app_profile_draft_bind (draft, "request-timeout", self->request_timeout, "value");
  app_profile_draft_bind (draft, "total-timeout", self->total_timeout, "value");
  fill (self);
}
