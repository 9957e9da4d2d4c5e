/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-auth-finding-card.h"
#include "ui-auth-words.h"
#include "app-auth-words.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_TEXT 4000

struct _UiAuthFindingCard
{
  GtkBox parent_instance;

  AppAuthDebugger *debugger; /* (nullable): nothing is done about it here */
  McpAuthSetting   setting;  /* MCP_AUTH_N_SETTINGS: none */
  const char      *value;    /* (nullable): that ends the trouble; %NULL: a person has to know it */
  gboolean         updating;

  GtkImage  *icon;
  GtkLabel  *title;
  GtkLabel  *severity;
  GtkLabel  *seen;
  GtkLabel  *remedy;
  GtkLabel  *rule;
  GtkWidget *actions;
  GtkWidget *override_box;
  GtkSwitch *override;
  GtkLabel  *override_label;
};

G_DEFINE_FINAL_TYPE (UiAuthFindingCard, ui_auth_finding_card, GTK_TYPE_BOX)

/* It holds when the step runs again. */
static void
on_overridden (UiAuthFindingCard *self)
{
  gboolean active = gtk_switch_get_active (self->override);

  if (self->updating || self->debugger == NULL)
    return;
  app_auth_debugger_set_setting (self->debugger, self->setting,
                                 active ? self->value : NULL);
}

static void
update (UiAuthFindingCard *self)
{
  if (self->value == NULL)
    return;
  self->updating = TRUE;
  gtk_switch_set_active (self->override,
                         g_strcmp0 (app_auth_debugger_get_setting (self->debugger, self->setting),
                                    self->value) == 0);
  self->updating = FALSE;
}

UI_DEFINE_DISPOSE (UiAuthFindingCard, ui_auth_finding_card)
{
  self->updating = TRUE;
}

UI_DEFINE_CLASS (UiAuthFindingCard, ui_auth_finding_card)
{
  G_OBJECT_CLASS (klass)->dispose = ui_auth_finding_card_dispose;

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  ui_template_set (widget_class, "ui/auth/ui-auth-finding-card.ui");
  ui_template_hold (widget_class, UiAuthFindingCard, debugger);
  ui_template_bind_children (widget_class, UiAuthFindingCard, icon, title, severity, seen, remedy,
                             rule, actions, override_box, override, override_label);
  ui_template_bind_callbacks (widget_class, on_overridden);
}

static void
ui_auth_finding_card_init (UiAuthFindingCard *self)
{
  ui_template_init (self);
  ui_wrap_literally (self->seen);
}

static void
show_override (UiAuthFindingCard *self)
{
  g_autofree char *text = NULL;

  if (self->value == NULL)
    return;
  AppAuthSettingWords look = app_auth_words_get_setting (self->setting);
  if (look.is_switch)
    text = g_strdup (look.title);
  else if (*self->value == '\0')
    /* Translators: %s is what is sent, such as "Resource" */
    text = g_strdup_printf (_ ("Omit: %s"), look.title);
  else
    /* Translators: the name of a setting, then its value */
    text = g_strdup_printf (_ ("%s: %s"), look.title, self->value);
  gtk_label_set_text (self->override_label, text);
  ui_widget_name (self->override, text);
  gtk_widget_set_visible (self->override_box, TRUE);
  if (self->debugger == NULL)
    return;
  ui_connect (self->debugger, "settings-changed", update, self);
  update (self);
}

GtkWidget *
ui_auth_finding_card_new (AppAuthDebugger *debugger, McpAuthFinding *finding)
{
  UiAuthFindingCard       *self = g_object_new (UI_TYPE_AUTH_FINDING_CARD, NULL);
  const McpAuthFindingRow *row = mcp_auth_finding_get (finding);
  UiAuthLook               look = ui_auth_words_look_at_severity (row->severity);
  g_autofree char         *title = app_visible_text_line (row->title, MAX_TEXT);
  g_autofree char         *seen =
      app_visible_text_block (mcp_auth_finding_get_seen (finding), MAX_TEXT);
  g_autofree char *severity =
      /* Translators: how bad it is, then whose fault it is */
      g_strdup_printf (_ ("%s · %s"), look.word, app_auth_words_get_fault (row->fault));

  g_set_object (&self->debugger, debugger);
  gtk_widget_set_visible (self->actions, debugger != NULL);
  self->setting = row->value != NULL ? row->override - 1 : MCP_AUTH_N_SETTINGS;
  self->value = row->value;
  gtk_image_set_from_icon_name (self->icon, look.icon);
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), look.class_name);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->severity, severity);
  ui_widget_show_text (self->seen, seen);
  gtk_label_set_wrap_mode (self->seen, ui_wrap_choose (seen));
  ui_widget_show_text (self->remedy, row->remedy);
  ui_widget_show_text (self->rule, row->rule);
  ui_widget_name (self, title);
  show_override (self);
  return GTK_WIDGET (self);
}
