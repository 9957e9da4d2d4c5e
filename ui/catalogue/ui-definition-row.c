/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-definition-row.h"
#include "ui-badges.h"
#include "ui-server-icon.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-visible-text.h"
#include "mcp-resource.h"
#include "mcp-tool.h"
#include "app-approvals.h"
#include "app-change-list.h"
#include "app-subscription-list.h"

#include <glib/gi18n.h>

/* What fits a row many times over. */
#define MAX_TITLE 200
#define MAX_DESCRIPTION 300
/* A row is as wide as it is given; this much it asks for. */
#define LEAST_CHARACTERS 12
#define ICON_PIXELS 16

struct _UiDefinitionRow
{
  GtkWidget parent_instance;

  char *words;

  AppSession    *session;    /* (nullable): of what is shown */
  McpDefinition *definition; /* (nullable) */
  AppMatch      *match;      /* (nullable): what is searched for */
  gboolean       duplicate;

  GtkLabel  *heading;       /* (nullable): made for the first row of a group */
  char      *heading_words; /* (nullable): what is read of it */
  GtkBox    *body;          /* what is selected; the heading is not */
  GtkWidget *line;
  GtkWidget *icon; /* (nullable): made when there is one to show */
  GtkBox    *badges;

  GtkInscription *title;
  GtkInscription *description;
};

G_DEFINE_FINAL_TYPE (UiDefinitionRow, ui_definition_row, GTK_TYPE_WIDGET)

static AppChangeNotice *
find_change (UiDefinitionRow *self)
{
  return self->definition != NULL && self->session != NULL
             ? app_change_list_find (app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST),
                                     mcp_definition_get_kind (self->definition),
                                     mcp_definition_get_key (self->definition))
             : NULL;
}

static AppSubscription *
find_watched (UiDefinitionRow *self)
{
  return self->session != NULL && MCP_IS_RESOURCE (self->definition)
             ? app_subscription_list_find (
                   app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST),
                   mcp_definition_get_key (self->definition))
             : NULL;
}

static gboolean
is_disabled (UiDefinitionRow *self)
{
  return self->session != NULL && MCP_IS_TOOL (self->definition) &&
         !app_approvals_is_tool_enabled (
             app_session_get_feature (self->session, APP_TYPE_APPROVALS),
             mcp_definition_get_key (self->definition));
}

static char *
dup_label (UiDefinitionRow *self)
{
  const char *title = gtk_inscription_get_text (self->title);
  const char *words[] = { self->heading_words, title, self->words };
  GString    *label = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i] != NULL && words[i][0] != '\0')
      g_string_append_printf (label, "%s%s", label->len > 0 ? ", " : "", words[i]);
  return g_string_free (label, FALSE);
}

/* The line around it is what a screen reader meets. */
static void
update_name (UiDefinitionRow *self)
{
  GtkWidget *line = gtk_widget_get_parent (GTK_WIDGET (self));

  if (line == NULL || self->definition == NULL)
    return;
  g_autofree char *label = dup_label (self);
  ui_widget_name (line, label);
}

static void
update_badges (UiDefinitionRow *self)
{
  gboolean disabled = is_disabled (self);

  g_free (self->words);
  self->words = ui_badges_fill (self->badges, self->definition, UI_BADGES_QUIET, self->duplicate,
                                find_change (self), find_watched (self), disabled);
  ui_widget_set_class (self->title, "secondary", disabled);
  update_name (self);
}

static void
on_watched (UiDefinitionRow *self)
{
  if (MCP_IS_RESOURCE (self->definition))
    update_badges (self);
}

static void
follow (UiDefinitionRow *self, AppSession *session)
{
  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (
          app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST), self);
      g_signal_handlers_disconnect_by_data (
          app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST), self);
      g_signal_handlers_disconnect_by_data (app_session_get_profile (self->session), self);
    }
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      ui_connect (app_session_get_feature (session, APP_TYPE_CHANGE_LIST), "items-changed",
                  update_badges, self);
      ui_connect (app_session_get_profile (session), "notify::disabled-tools", update_badges, self);
      ui_connect (app_session_get_feature (session, APP_TYPE_SUBSCRIPTION_LIST), "changed",
                  on_watched, self);
    }
}

MCP_DEFINE_DISPOSE (UiDefinitionRow, ui_definition_row)
{
  GtkWidget *child;

  follow (self, NULL);
  g_clear_object (&self->definition);
  g_clear_object (&self->match);

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->words, g_free);
  g_clear_pointer (&self->heading_words, g_free);
}

UI_DEFINE_CLASS (UiDefinitionRow, ui_definition_row)
{
  G_OBJECT_CLASS (klass)->dispose = ui_definition_row_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

/* Not a label: what nobody sees is not laid out to find out how large it is. */
static GtkInscription *
create_text (void)
{
  GtkInscription *text = GTK_INSCRIPTION (gtk_inscription_new (NULL));

  gtk_inscription_set_text_overflow (text, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_inscription_set_nat_chars (text, LEAST_CHARACTERS);
  return text;
}

/* Not from a .ui file: GTK keeps 200 rows of a list ready, and makes them all before it shows
 * one. */
static void
ui_definition_row_init (UiDefinitionRow *self)
{
  GtkWidget    *widget = GTK_WIDGET (self);
  GtkBoxLayout *layout = GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (widget));
  GtkWidget    *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->body = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 1));
  gtk_widget_add_css_class (GTK_WIDGET (self->body), "entry");
  gtk_widget_set_parent (GTK_WIDGET (self->body), widget);
  self->line = line;
  self->title = create_text ();
  gtk_widget_set_hexpand (GTK_WIDGET (self->title), TRUE);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->title));
  self->badges = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4));
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->badges));
  gtk_box_append (self->body, line);
  self->description = create_text ();
  gtk_widget_add_css_class (GTK_WIDGET (self->description), "secondary");
  gtk_widget_add_css_class (GTK_WIDGET (self->description), "small");
  gtk_box_append (self->body, GTK_WIDGET (self->description));
}

GtkWidget *
ui_definition_row_new (void)
{
  return g_object_new (UI_TYPE_DEFINITION_ROW, NULL);
}

static void
show_icon (UiDefinitionRow *self, AppSession *session, McpDefinition *definition)
{
  McpJsonValue icons =
      definition != NULL ? mcp_definition_get_icons (definition) : MCP_JSON_NO_VALUE;

  if (self->icon == NULL && mcp_json_value_get_n_items (icons) == 0)
    return;
  if (self->icon == NULL)
    {
      self->icon = ui_server_icon_new (ICON_PIXELS);
      gtk_box_prepend (GTK_BOX (self->line), self->icon);
    }
  ui_server_icon_show (UI_SERVER_ICON (self->icon), session, icons);
}

/* Returns: whether something of @text was searched for; that is shown in bold */
static gboolean
show_hits (UiDefinitionRow *self, GtkInscription *shown, const char *text)
{
  g_autoptr (GArray) ranges =
      self->match != NULL ? app_match_find_ranges (self->match, text) : NULL;
  PangoAttrList *attributes = NULL;
  gboolean       any = ranges != NULL && ranges->len > 0;

  if (any)
    attributes = pango_attr_list_new ();
  for (guint i = 0; any && i < ranges->len; i++)
    {
      const AppMatchRange *range = &g_array_index (ranges, AppMatchRange, i);
      PangoAttribute      *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);

      bold->start_index = range->start;
      bold->end_index = range->end;
      pango_attr_list_insert (attributes, bold);
    }
  gtk_inscription_set_attributes (shown, attributes);
  g_clear_pointer (&attributes, pango_attr_list_unref);
  return any;
}

/* An inscription does not tell a screen reader what it says. */
static void
set_text (GtkInscription *inscription, const char *text)
{
  if (g_strcmp0 (gtk_inscription_get_text (inscription), text) == 0)
    return;
  gtk_inscription_set_text (inscription, text);
  ui_widget_name (inscription, text);
  ui_tooltip_set (GTK_WIDGET (inscription), text);
}

/* The second line says why a row is among those that match, where the title does not. */
static void
show_texts (UiDefinitionRow *self)
{
  McpDefinition   *definition = self->definition;
  g_autofree char *title =
      app_visible_text_line (mcp_definition_get_display_name (definition), MAX_TITLE);
  g_autofree char *key = app_visible_text_line (mcp_definition_get_key (definition), MAX_TITLE);
  g_autofree char *description =
      app_visible_text_summary (mcp_definition_get_description (definition), MAX_DESCRIPTION);

  set_text (self->title, title[0] != '\0' ? title : _ ("(no name)"));
  if (!show_hits (self, self->title, title) && show_hits (self, self->description, key))
    {
      set_text (self->description, key);
      return;
    }
  gtk_inscription_set_attributes (self->description, NULL);
  set_text (self->description, description[0] != '\0' ? description : _ ("No description"));
}

void
ui_definition_row_set_definition (UiDefinitionRow *self,
                                  AppSession      *session,
                                  McpDefinition   *definition,
                                  gboolean         duplicate)
{
  g_return_if_fail (UI_IS_DEFINITION_ROW (self));

  follow (self, definition != NULL ? session : NULL);
  g_set_object (&self->definition, definition);
  self->duplicate = duplicate;
  show_icon (self, session, definition);
  update_badges (self);
  if (definition == NULL)
    return;

  show_texts (self);
}

void
ui_definition_row_set_match (UiDefinitionRow *self, AppMatch *match)
{
  g_return_if_fail (UI_IS_DEFINITION_ROW (self));
  g_return_if_fail (match == NULL || APP_IS_MATCH (match));

  if (g_set_object (&self->match, match) && self->definition != NULL)
    show_texts (self);
}

/* A heading is no part of what is below it: a click on it chooses nothing. */
static void
on_heading_pressed (GtkGesture *gesture)
{
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
ensure_heading (UiDefinitionRow *self)
{
  if (self->heading != NULL)
    return;
  GtkGesture *gesture = gtk_gesture_click_new ();
  g_signal_connect (gesture, "pressed", G_CALLBACK (on_heading_pressed), NULL);
  self->heading = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->heading, 0);
  gtk_label_set_ellipsize (self->heading, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (self->heading, LEAST_CHARACTERS);
  gtk_widget_add_controller (GTK_WIDGET (self->heading), GTK_EVENT_CONTROLLER (gesture));
  gtk_widget_add_css_class (GTK_WIDGET (self->heading), "group-heading");
  gtk_widget_add_css_class (GTK_WIDGET (self->heading), "secondary");
  gtk_widget_insert_before (GTK_WIDGET (self->heading), GTK_WIDGET (self),
                            GTK_WIDGET (self->body));
}

void
ui_definition_row_set_heading (UiDefinitionRow *self, const char *heading, guint n)
{
  GtkWidget *line = gtk_widget_get_parent (GTK_WIDGET (self));

  g_return_if_fail (UI_IS_DEFINITION_ROW (self));

  g_clear_pointer (&self->heading_words, g_free);
  if (heading != NULL)
    {
      g_autofree char *title = app_visible_text_line (heading, MAX_TITLE);
      g_autofree char *shown = g_strdup_printf ("%s · %u", title, n);

      ensure_heading (self);
      gtk_label_set_text (self->heading, shown);
      /* Translators: a heading, and how many entries are below it; read aloud */
      self->heading_words = g_strdup_printf (ngettext ("%s, group of %u", "%s, group of %u", n),
                                             title, n);
    }
  if (self->heading != NULL)
    gtk_widget_set_visible (GTK_WIDGET (self->heading), heading != NULL);
  if (line != NULL)
    ui_widget_set_class (line, "headed", heading != NULL);
  update_name (self);
}
