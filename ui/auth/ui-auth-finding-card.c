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
  GtkWidget parent_instance;

  AppAuthDebugger *debugger;
  McpAuthSetting   setting; /* MCP_AUTH_N_SETTINGS: none */
  gboolean         updating;

  GtkImage  *icon;
  GtkLabel  *title;
  GtkLabel  *severity;
  GtkLabel  *seen;
  GtkLabel  *remedy;
  GtkLabel  *rule;
  GtkWidget *override_box;
  GtkSwitch *override;
  GtkLabel  *override_label;
};

G_DEFINE_FINAL_TYPE (UiAuthFindingCard, ui_auth_finding_card, GTK_TYPE_WIDGET)

/* A setting that is a text ends the trouble by being sent as nothing: the resource. */
static const char *
get_override_value (McpAuthSetting setting)
{
  return app_auth_words_get_setting (setting).is_switch ? "yes" : "";
}

/* It holds when the step runs again. */
static void
on_overridden (UiAuthFindingCard *self)
{
  gboolean active = gtk_switch_get_active (self->override);

  if (self->updating || self->debugger == NULL)
    return;
  app_auth_debugger_set_setting (self->debugger, self->setting,
                                 active ? get_override_value (self->setting) : NULL);
}

static void
update (UiAuthFindingCard *self)
{
  if (self->setting == MCP_AUTH_N_SETTINGS)
    return;
  self->updating = TRUE;
  gtk_switch_set_active (self->override,
                         g_strcmp0 (app_auth_debugger_get_setting (self->debugger, self->setting),
                                    get_override_value (self->setting)) == 0);
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
  ui_template_set_bin (widget_class, "ui/auth/ui-auth-finding-card.ui");
  ui_template_hold (widget_class, UiAuthFindingCard, debugger);
  ui_template_bind_children (widget_class, UiAuthFindingCard, icon, title, severity, seen, remedy,
                             rule, override_box, override, override_label);
  ui_template_bind_callbacks (widget_class, on_overridden);
}

static void
ui_auth_finding_card_init (UiAuthFindingCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ui_wrap_literally (self->seen);
}

static void
show_override (UiAuthFindingCard *self)
{
  AppAuthSettingWords look;
  g_autofree char    *text = NULL;

  if (self->setting == MCP_AUTH_N_SETTINGS)
    return;
  look = app_auth_words_get_setting (self->setting);
  /* Translators: %s is what is sent, such as "Resource" */
  text = look.is_switch ? g_strdup (look.title) : g_strdup_printf (_ ("Omit: %s"), look.title);
  gtk_label_set_text (self->override_label, text);
  ui_widget_name (self->override, text);
  gtk_widget_set_visible (self->override_box, TRUE);
  ui_connect (self->debugger, "settings-changed", update, self);
  update (self);
}

GtkWidget *
ui_auth_finding_card_new (AppAuthDebugger *debugger, McpAuthFinding *finding)
{
  UiAuthFindingCard *self = g_object_new (UI_TYPE_AUTH_FINDING_CARD, NULL);
  McpAuthSeverity    how_bad = mcp_auth_finding_get (finding)->severity;
  UiAuthLook         look = ui_auth_words_look_at_severity (how_bad);
  g_autofree char   *title =
      app_visible_text_line (mcp_auth_finding_get (finding)->title, MAX_TEXT);
  g_autofree char *seen = app_visible_text_block (mcp_auth_finding_get_seen (finding), MAX_TEXT);
  g_autofree char *severity =
      /* Translators: how bad it is, then whose fault it is */
      g_strdup_printf (_ ("%s · %s"), look.word,
                       app_auth_words_get_fault (mcp_auth_finding_get (finding)->fault));

  self->debugger = g_object_ref (debugger);
  self->setting = mcp_auth_finding_get_override (finding);
  gtk_image_set_from_icon_name (self->icon, look.icon);
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), look.class_name);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->severity, severity);
  ui_widget_show_text (self->seen, seen);
  gtk_label_set_wrap_mode (self->seen, ui_wrap_choose (seen));
  ui_widget_show_text (self->remedy, mcp_auth_finding_get (finding)->remedy);
  ui_widget_show_text (self->rule, mcp_auth_finding_get (finding)->rule);
  ui_widget_name (self, title);
  show_override (self);
  return GTK_WIDGET (self);
}
