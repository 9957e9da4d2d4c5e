/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tool-menu.h"
#include "mcp-resource.h"
#include "mcp-property.h"
#include "ui-menu.h"
#include "ui-object-text.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-approvals.h"
#include "mcp-tool.h"

#include <glib/gi18n.h>
#include <math.h>

/* A limit that a spin button cannot show as exactly as it is kept. */
#define ROUNDED_MS 50

/* The state of a tool without a rule of its own; the others are the rules' words. */
#define SERVERS_RULE "server"

struct _UiToolMenu
{
  GtkWidget parent_instance;

  AppSession    *session;    /* (nullable) */
  McpDefinition *definition; /* (nullable) */

  GtkLabel      *badge;
  GtkMenuButton *button;
  GtkWidget     *limit_box;
  GtkSpinButton *limit;
  GtkPopover    *meta_popover;
  UiObjectText  *meta;
};

#define HIDDEN "action-disabled"

/* The first submenus */
enum {
  ARGUMENTS,
  APPROVAL,
};

static const UiMenuRow menu[] = {
  { UI_MENU_SUBMENU, .label = N_ ("Ar_guments") },
  { UI_MENU_ITEM, N_ ("_Add Argument…"), "form.add-member" },
  { UI_MENU_ITEM, N_ ("_Format JSON"), "form.tidy" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("_Undo"), "form.undo" },
  { UI_MENU_ITEM, N_ ("_Redo"), "form.redo" },
  { UI_MENU_ITEM, N_ ("_Clear"), "form.reset" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("_Suggest Results in All Fields"), "form-settings.references-everywhere" },
  { UI_MENU_END },
  { UI_MENU_SUBMENU, N_ ("_Approval") },
  { UI_MENU_ITEM, N_ ("Use Ser_ver Default"), "tool-menu.rule::server" },
  { UI_MENU_ITEM, N_ ("Always A_sk"), "tool-menu.rule::ask" },
  { UI_MENU_ITEM, N_ ("_Never Ask"), "tool-menu.rule::auto" },
  { UI_MENU_ITEM, N_ ("_Block"), "tool-menu.rule::never" },
  { UI_MENU_SECTION, N_ ("Time Limit") },
  { UI_MENU_CUSTOM, NULL, "limit" },
  { UI_MENU_END },
  { UI_MENU_SUBMENU, N_ ("_Layout") },
  { UI_MENU_ITEM, N_ ("Side _by Side When Wide"), "split.layout::side-by-side" },
  { UI_MENU_ITEM, N_ ("_Stacked"), "split.layout::stacked" },
  { UI_MENU_ITEM, N_ ("_Result Only"), "split.layout::result" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("Show _List"), "layout.list" },
  { UI_MENU_ITEM, N_ ("_Fold Arguments When Short of Space"), "layout.fold-form" },
  { UI_MENU_END },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("Request _Metadata…"), "tool-menu.metadata" },
  { UI_MENU_SUBMENU, N_ ("_Copy Call As") },
  { UI_MENU_ITEM, N_ ("spy_glass-cli Command"), "call.copy-cli" },
  { UI_MENU_ITEM, N_ ("_JSON-RPC"), "call.copy-json-rpc" },
  { UI_MENU_ITEM, N_ ("_curl Command"), "call.copy-curl", HIDDEN },
  { UI_MENU_END },
  { UI_MENU_ITEM, N_ ("_Include in Export"), "tool-menu.exported", HIDDEN },
  { UI_MENU_ITEM, N_ ("Com_pare With…"), "tool-menu.compare", HIDDEN },
};

enum {
  PROP_RULE = 1,
  PROP_EXPORTED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiToolMenu, ui_tool_menu, GTK_TYPE_WIDGET)

/* Approval */

/* Returns: (nullable): the name of the tool; only tools have rules */
static const char *
get_tool (UiToolMenu *self)
{
  return self->session != NULL && MCP_IS_TOOL (self->definition)
             ? mcp_definition_get_key (self->definition)
             : NULL;
}

static AppApprovals *
get_approvals (UiToolMenu *self)
{
  return app_session_get_feature (self->session, APP_TYPE_APPROVALS);
}

/* Returns: (nullable): %NULL for the server's */
static const char *
describe (const char *rule)
{
  if (g_str_equal (rule, "ask"))
    return _ ("always asks");
  if (g_str_equal (rule, "auto"))
    return _ ("never asks");
  return g_str_equal (rule, "never") ? _ ("blocked") : NULL;
}

static const char *
get_rule (UiToolMenu *self)
{
  const char *tool = get_tool (self);
  const char *rule = tool != NULL ? app_approvals_get_rule (get_approvals (self), tool) : NULL;

  return rule != NULL ? rule : SERVERS_RULE;
}

static void
set_rule (UiToolMenu *self, const char *rule)
{
  if (get_tool (self) != NULL)
    app_approvals_set_rule (get_approvals (self), get_tool (self),
                            g_str_equal (rule, SERVERS_RULE) ? NULL : rule);
}

static gboolean
is_exported (UiToolMenu *self)
{
  const char *tool = get_tool (self);

  return tool == NULL || app_approvals_is_tool_enabled (get_approvals (self), tool);
}

static void
set_exported (UiToolMenu *self, gboolean exported)
{
  if (get_tool (self) != NULL)
    app_approvals_set_tool_enabled (get_approvals (self), get_tool (self), exported);
}

static void
append (GString *badge, const char *words)
{
  g_string_append_printf (badge, "%s%s", badge->len > 0 ? " · " : "", words);
}

/* What differs from the default: a rule, and metadata; most tools have neither. */
static void
update_badge (UiToolMenu *self)
{
  guint       n = ui_object_text_count (self->meta);
  gboolean    wrong = ui_object_text_get_problem (self->meta) != NULL;
  const char *rule = describe (get_rule (self));
  g_autoptr (GString) words = g_string_new (rule);

  if (!is_exported (self))
    append (words, _ ("disabled"));
  if (wrong || n > 0)
    append (words, "_meta");
  if (wrong)
    g_string_append_printf (words, ": %s", _ ("not JSON"));
  else if (n > 0)
    g_string_append_printf (words, ": %'u", n);
  ui_widget_show_text (self->badge, words->len > 0 ? words->str : NULL);
  ui_widget_set_class (self->badge, "caution", wrong);
}

static void
update (UiToolMenu *self)
{
  const char *tool = get_tool (self);

  if (tool != NULL)
    gtk_spin_button_set_value (self->limit,
                               app_approvals_get_timeout (get_approvals (self), tool) / 1000.0);
  update_badge (self);
  for (guint i = PROP_RULE; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
}

static void
on_limit (UiToolMenu *self)
{
  double      milliseconds = gtk_spin_button_get_value (self->limit) * 1000;
  const char *tool = get_tool (self);

  if (tool != NULL &&
      fabs (milliseconds - app_approvals_get_timeout (get_approvals (self), tool)) > ROUNDED_MS)
    app_approvals_set_timeout (get_approvals (self), tool, (guint)milliseconds);
}

/* Metadata */

static void
on_meta_changed (UiToolMenu *self)
{
  update_badge (self);
  g_signal_emit_by_name (self, "meta-changed");
}

static void
show_meta (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiToolMenu *self = UI_TOOL_MENU (widget);

  gtk_popover_popup (self->meta_popover);
  ui_object_text_focus (self->meta);
}

static void
compare (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (widget, "tool.compare", "s",
                              mcp_definition_get_key (UI_TOOL_MENU (widget)->definition));
}

/* The class */

/* A menu with its submenus is made when it is opened: many tools are seen, few changed. A submenu
 * that is of no use is left out: where its action could hide it, GTK 4.8 loses count of the actions
 * when the menu gets its place, and leaves out others too. */
static void
create_popup (GtkMenuButton *button, gpointer data)
{
  UiToolMenu *self = data;
  g_autoptr (GMenuModel) model = ui_menu_new (menu, G_N_ELEMENTS (menu));
  g_autoptr (GMenuModel) top = g_menu_model_get_item_link (model, 0, G_MENU_LINK_SECTION);

  if (get_tool (self) == NULL)
    g_menu_remove (G_MENU (top), APPROVAL);
  if (MCP_IS_RESOURCE (self->definition))
    g_menu_remove (G_MENU (top), ARGUMENTS);
  gtk_menu_button_set_menu_model (button, model);
  gtk_popover_menu_add_child (GTK_POPOVER_MENU (gtk_menu_button_get_popover (button)),
                              self->limit_box, "limit");
}

static void
unfollow (UiToolMenu *self)
{
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (app_session_get_profile (self->session), self);
  g_clear_object (&self->session);
}

UI_DEFINE_DISPOSE (UiToolMenu, ui_tool_menu)
{
  unfollow (self);
}

UI_DEFINE_CLASS (UiToolMenu, ui_tool_menu)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_RULE] = { "rule", G_TYPE_STRING, G_CALLBACK (get_rule), .flags = G_PARAM_WRITABLE,
                    .set = G_CALLBACK (set_rule) },
    [PROP_EXPORTED] = { "exported", G_TYPE_BOOLEAN, G_CALLBACK (is_exported),
                        .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_exported) },
  };

  G_OBJECT_CLASS (klass)->dispose = ui_tool_menu_dispose;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
  mcp_signal_new (klass, "meta-changed", 0);

  g_type_ensure (UI_TYPE_OBJECT_TEXT);
  ui_template_set_bin (widget_class, "ui/call/ui-tool-menu.ui");
  ui_template_hold (widget_class, UiToolMenu, definition);
  ui_template_bind_children (widget_class, UiToolMenu, badge, button, limit_box, limit,
                             meta_popover, meta);
  ui_template_bind_callbacks (widget_class, on_limit, on_meta_changed);
  gtk_widget_class_install_property_action (widget_class, "tool-menu.rule", "rule");
  gtk_widget_class_install_property_action (widget_class, "tool-menu.exported", "exported");
  gtk_widget_class_install_action (widget_class, "tool-menu.metadata", NULL, show_meta);
  gtk_widget_class_install_action (widget_class, "tool-menu.compare", NULL, compare);
}

static void
ui_tool_menu_init (UiToolMenu *self)
{
  ui_template_init (self);
  gtk_menu_button_set_create_popup_func (self->button, create_popup, self, NULL);
  ui_object_text_set_names (self->meta, _ ("Metadata of the request, as JSON"),
                            "{\"com.example/trace\": \"7\"}");
}

void
ui_tool_menu_set_definition (UiToolMenu *self, AppSession *session, McpDefinition *definition)
{
  g_return_if_fail (UI_IS_TOOL_MENU (self));
  g_return_if_fail (session == NULL || APP_IS_SESSION (session));

  unfollow (self);
  g_set_object (&self->session, session);
  g_set_object (&self->definition, definition);
  if (session != NULL)
    {
      ui_connect (app_session_get_profile (session), "notify::tool-approvals", update, self);
      ui_connect (app_session_get_profile (session), "notify::disabled-tools", update, self);
      ui_connect (app_session_get_profile (session), "notify::tool-timeouts", update, self);
    }
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tool-menu.compare", get_tool (self) != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tool-menu.exported",
                                 get_tool (self) != NULL);
  update (self);
}

void
ui_tool_menu_set_meta (UiToolMenu *self, const char *text)
{
  g_return_if_fail (UI_IS_TOOL_MENU (self));

  ui_object_text_set_text (self->meta, text);
  update_badge (self);
}

char *
ui_tool_menu_dup_meta (UiToolMenu *self)
{
  g_return_val_if_fail (UI_IS_TOOL_MENU (self), NULL);
  return ui_object_text_dup_text (self->meta);
}

gboolean
ui_tool_menu_check_meta (UiToolMenu *self)
{
  g_return_val_if_fail (UI_IS_TOOL_MENU (self), FALSE);

  if (ui_object_text_get_problem (self->meta) == NULL)
    return TRUE;
  gtk_widget_activate_action (GTK_WIDGET (self), "tool-menu.metadata", NULL);
  return FALSE;
}
