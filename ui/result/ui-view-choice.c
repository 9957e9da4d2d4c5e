/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-view-choice.h"
#include "mcp-property.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

/* More buttons leave no room for the name beside them in a window of 360 pixels. */
#define MAX_BUTTONS 3
#define MAX_KINDS 16

struct _UiViewChoice
{
  GtkWidget parent_instance;

  guint    kinds;
  guint    kind;
  gboolean setting; /* what is chosen was not chosen here */

  guint        offered[MAX_KINDS];
  GtkWidget   *buttons[MAX_BUTTONS];
  guint        n_offered;
  GtkDropDown *list; /* (nullable): where there are too many for buttons */
};

enum {
  PROP_KINDS = 1,
  PROP_KIND,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiViewChoice, ui_view_choice, GTK_TYPE_WIDGET)

static void
choose (UiViewChoice *self, guint kind)
{
  if (self->setting || self->kind == kind)
    return;
  self->kind = kind;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KIND]);
}

static void
on_button (GtkToggleButton *button, UiViewChoice *self)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  for (guint i = 0; i < self->n_offered; i++)
    if (self->buttons[i] == GTK_WIDGET (button))
      choose (self, self->offered[i]);
}

static void
on_selected (UiViewChoice *self)
{
  guint position = gtk_drop_down_get_selected (self->list);

  if (position < self->n_offered)
    choose (self, self->offered[position]);
}

static void
show_kind (UiViewChoice *self)
{
  if (gtk_widget_get_first_child (GTK_WIDGET (self)) == NULL)
    return;
  self->setting = TRUE;
  for (guint i = 0; i < self->n_offered; i++)
    {
      if (self->offered[i] != self->kind)
        continue;
      if (self->list != NULL)
        gtk_drop_down_set_selected (self->list, i);
      else
        gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[i]), TRUE);
    }
  self->setting = FALSE;
}

static GtkWidget *
create_buttons (UiViewChoice *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  for (guint i = 0; i < self->n_offered; i++)
    {
      GtkWidget *button =
          gtk_toggle_button_new_with_label (app_view_kind_get_title (self->offered[i]));

      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button),
                                     GTK_TOGGLE_BUTTON (self->buttons[0]));
      self->buttons[i] = button;
      g_signal_connect (button, "toggled", G_CALLBACK (on_button), self);
      gtk_box_append (GTK_BOX (box), button);
    }
  return box;
}

static GtkWidget *
create_list (UiViewChoice *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < self->n_offered; i++)
    gtk_string_list_append (titles, app_view_kind_get_title (self->offered[i]));
  GtkWidget *list = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&titles)), NULL);
  self->list = GTK_DROP_DOWN (list);
  gtk_widget_set_tooltip_text (list, _ ("View"));
  ui_widget_name (list, _ ("View"));
  ui_connect (list, "notify::selected", on_selected, self);
  return list;
}

static void
clear (UiViewChoice *self)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  self->setting = TRUE;
  self->list = NULL;
  self->n_offered = 0;
  if (child != NULL)
    gtk_widget_unparent (child);
  self->setting = FALSE;
}

static void
ui_view_choice_set_kinds (UiViewChoice *self, guint kinds)
{
  if (self->kinds == kinds)
    return;
  self->kinds = kinds;
  clear (self);
  for (guint bit = 0; bit < MAX_KINDS; bit++)
    if ((kinds & (1u << bit)) != 0)
      self->offered[self->n_offered++] = 1u << bit;
  gtk_widget_set_visible (GTK_WIDGET (self), self->n_offered > 1);
  self->setting = TRUE;
  if (self->n_offered > 1)
    gtk_widget_set_parent (
        self->n_offered > MAX_BUTTONS ? create_list (self) : create_buttons (self),
        GTK_WIDGET (self));
  show_kind (self);
}

static void
ui_view_choice_set_kind (UiViewChoice *self, guint kind)
{
  if (self->kind == kind)
    return;
  self->kind = kind;
  show_kind (self);
}

MCP_DEFINE_DISPOSE (UiViewChoice, ui_view_choice)
{
  clear (self);
}

MCP_DEFINE_CLASS (UiViewChoice, ui_view_choice)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_KINDS] = { "kinds", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (UiViewChoice, kinds),
                     .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_view_choice_set_kinds) },
    [PROP_KIND] = { "kind", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (UiViewChoice, kind),
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_view_choice_set_kind) },
  };

  object_class->dispose = ui_view_choice_dispose;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ui_view_choice_init (UiViewChoice *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
