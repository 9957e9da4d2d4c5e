/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-capability-group.h"
#include "app-catalogue.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

/* Lists, and the page on which each is. */
static const struct
{
  McpDefinitionKind kind;
  const char       *title;
  const char       *place;
} lists[] = {
  { MCP_DEFINITION_TOOL, N_ ("Tools"), "tools" },
  { MCP_DEFINITION_RESOURCE, N_ ("Resources"), "resources" },
  { MCP_DEFINITION_RESOURCE_TEMPLATE, N_ ("Resource templates"), "resources" },
  { MCP_DEFINITION_PROMPT, N_ ("Prompts"), "prompts" },
};

/* The rest, and where the protocol declares it; since 2026-07-28 tasks are an extension. */
static const struct
{
  const char *pointer;
  const char *other; /* (nullable) */
  const char *title;
} capabilities[] = {
  { "/logging", NULL, N_ ("Logging") },
  { "/completions", NULL, N_ ("Completions") },
  { "/resources/subscribe", NULL, N_ ("Resource subscriptions") },
  { "/tasks", "/extensions/io.modelcontextprotocol~1tasks", N_ ("Tasks") },
};

struct _UiCapabilityGroup
{
  AdwBin parent_instance;

  AppSession *session;

  /* borrowed */
  GtkFlowBox *chips;
  GtkWidget  *buttons[G_N_ELEMENTS (lists)];
  GtkWidget  *labels[G_N_ELEMENTS (capabilities)];
  GtkLabel   *missing;
};

G_DEFINE_FINAL_TYPE (UiCapabilityGroup, ui_capability_group, ADW_TYPE_BIN)

static gboolean
has_at (McpJsonValue offered, const char *pointer)
{
  McpJsonValue value = pointer != NULL ? mcp_json_value_resolve_pointer (offered, pointer)
                                       : MCP_JSON_NO_VALUE;

  return mcp_json_value_get_kind (value) == MCP_JSON_OBJECT ||
         mcp_json_value_get_boolean (value, FALSE);
}

static void
show_chip (GtkWidget *chip, gboolean shown, const char *title, GPtrArray *missing)
{
  gtk_widget_set_visible (gtk_widget_get_parent (chip), shown);
  if (!shown)
    g_ptr_array_add (missing, (gpointer)title);
}

static void
update_list (UiCapabilityGroup *self, guint i, GPtrArray *missing)
{
  AppCatalogue    *catalogue = app_session_get_feature (self->session, APP_TYPE_CATALOGUE);
  guint            n = g_list_model_get_n_items (app_catalogue_get_list (catalogue, lists[i].kind));
  const char      *title = _ (lists[i].title);
  g_autofree char *text = g_strdup_printf ("%s  %'u", title, n);
  g_autofree char *name = g_strdup_printf ("%s, %'u", title, n);
  g_autofree char *freshness = app_catalogue_dup_freshness (catalogue, lists[i].kind);

  gtk_button_set_label (GTK_BUTTON (self->buttons[i]), text);
  ui_widget_name (self->buttons[i], name);
  gtk_widget_set_tooltip_text (self->buttons[i], freshness);
  show_chip (self->buttons[i], n > 0 || app_catalogue_offers (catalogue, lists[i].kind), title,
             missing);
}

static void
update (UiCapabilityGroup *self)
{
  McpServerInfo *server = app_session_get_server (self->session);
  McpJsonValue   offered = server != NULL ? mcp_server_info_get_capabilities (server)
                                          : MCP_JSON_NO_VALUE;
  g_autoptr (GPtrArray) missing = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    update_list (self, i, missing);
  for (guint i = 0; i < G_N_ELEMENTS (capabilities); i++)
    show_chip (self->labels[i],
               has_at (offered, capabilities[i].pointer) || has_at (offered, capabilities[i].other),
               _ (capabilities[i].title), missing);
  gtk_widget_set_visible (GTK_WIDGET (self->missing), server != NULL && missing->len > 0);
  g_ptr_array_add (missing, NULL);
  g_autofree char *joined = g_strjoinv (", ", (char **)missing->pdata);
  /* Translators: %s are capabilities of a server, such as “Logging, Tasks” */
  g_autofree char *text = g_strdup_printf (_ ("Not supported: %s"), joined);
  gtk_label_set_text (self->missing, text);
}

/* The chip takes the focus, its place does not. */
static void
add_chip (UiCapabilityGroup *self, GtkWidget *chip)
{
  GtkWidget *child = gtk_flow_box_child_new ();

  gtk_widget_set_halign (chip, GTK_ALIGN_START);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), chip);
  gtk_widget_set_focusable (child, FALSE);
  gtk_flow_box_insert (self->chips, child, -1);
}

MCP_DEFINE_DISPOSE (UiCapabilityGroup, ui_capability_group)
{
  if (self->session != NULL)
    {
      AppCatalogue *catalogue = app_session_get_feature (self->session, APP_TYPE_CATALOGUE);

      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (catalogue, self);
      for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
        g_signal_handlers_disconnect_by_data (app_catalogue_get_list (catalogue, lists[i].kind),
                                              self);
    }
  g_clear_object (&self->session);
}

static void
ui_capability_group_class_init (UiCapabilityGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_capability_group_dispose;
}

static void
add_chips (UiCapabilityGroup *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      self->buttons[i] = gtk_button_new ();
      gtk_widget_add_css_class (self->buttons[i], "small-control");
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->buttons[i]), "server.show-place");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (self->buttons[i]), "s", lists[i].place);
      add_chip (self, self->buttons[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (capabilities); i++)
    {
      self->labels[i] = gtk_label_new (_ (capabilities[i].title));
      gtk_widget_add_css_class (self->labels[i], "chip");
      add_chip (self, self->labels[i]);
    }
}

static void
ui_capability_group_init (UiCapabilityGroup *self)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *chips = gtk_flow_box_new ();
  GtkWidget *missing = gtk_label_new (NULL);

  self->chips = GTK_FLOW_BOX (chips);
  self->missing = GTK_LABEL (missing);
  gtk_flow_box_set_selection_mode (self->chips, GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (self->chips, G_N_ELEMENTS (lists));
  gtk_flow_box_set_row_spacing (self->chips, 6);
  gtk_flow_box_set_column_spacing (self->chips, 6);
  ui_widget_name (chips, _ ("Capabilities"));
  add_chips (self);
  gtk_label_set_wrap (self->missing, TRUE);
  gtk_label_set_xalign (self->missing, 0);
  gtk_widget_add_css_class (missing, "secondary");
  gtk_box_append (GTK_BOX (box), chips);
  gtk_box_append (GTK_BOX (box), missing);
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ ("Capabilities"));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), box);
  adw_bin_set_child (ADW_BIN (self), group);
}

GtkWidget *
ui_capability_group_new (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  UiCapabilityGroup *self = g_object_new (UI_TYPE_CAPABILITY_GROUP, NULL);
  AppCatalogue      *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);

  self->session = g_object_ref (session);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    ui_connect (app_catalogue_get_list (catalogue, lists[i].kind), "items-changed", update, self);
  ui_connect (catalogue, "notify::loading", update, self);
  ui_connect (session, "notify::server", update, self);
  update (self);
  return GTK_WIDGET (self);
}
